"""Differences: one pair of systems under one measure, everything the report says about it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from tertium import fragments
from tertium.comparison.transitions import CHANGED_ERROR, CLASSES

if TYPE_CHECKING:
    from tertium.comparison.agreement import Agreement
    from tertium.comparison.scores import Score
    from tertium.comparison.tables import Tables
    from tertium.comparison.transitions import Transitions

_TOP: Final = 12


@dataclass(frozen=True, eq=False, slots=True)
class Difference:
    """From one system to another. Where a measure is no decision over units, only the scores are known."""

    measure: str
    before: Score
    after: Score
    transitions: Transitions | None = None
    agreement: Agreement | None = None
    sentences: tuple[int, int, int] | None = None  # better, worse, as good
    is_share: bool = True  # of right answers, so that the rest are errors

    def __str__(self) -> str:
        """`a → b: LAS 75.51 → 81.79 (+6.28); 494 of 1,911 words differ: 237 corrections, ...`."""
        values = f"{100 * self.before.value:.2f} → {100 * self.after.value:.2f} ({100 * self.delta:+.2f})"
        text = f"{self.before.system} → {self.after.system}: {self.measure} {values}"
        table = self.transitions
        if table is None:
            return text
        classes = zip(table.by_class, ("corrections", "new errors", "changed errors"), strict=True)
        counts = ", ".join(f"{count:,} {name}" for count, name in classes)
        return f"{text}; {table.n_different:,} of {table.n_units:,} words differ: {counts}"

    def _repr_html_(self) -> str:
        """The same as a heading, a bar of the classes, and the most frequent changes."""
        table = self.transitions
        if table is None:
            return fragments.frame(fragments.heading(str(self)))
        rows = []
        for row in table.rows().tolist():
            gold, before, after = (table.label(int(column[row])) for column in (table.gold, table.before, table.after))
            kind = CLASSES[table.kind[row]]
            steps = [before] if before == after else [before, after]
            steps = [gold, *steps] if table.kind[row] == CHANGED_ERROR and steps != [gold] else steps
            name = " → ".join(steps) + (", attachment only" if before == after else "")
            told = f"{fragments.SIGNS[kind]} {kind.replace('_', ' ')}"
            rows.append((int(table.count[row]), (told, name)))
        rows.sort(key=lambda row: -row[0])
        cells = [(*texts, f"{count:,}") for count, texts in rows[:_TOP]]
        counts = dict(zip(CLASSES, table.by_class, strict=True))
        changes = fragments.table("", ("class", "change", "count"), cells, text_columns=2)
        return fragments.frame(fragments.heading(str(self)), fragments.class_bar(counts), changes)

    @property
    def delta(self) -> float:
        """Score of the second minus score of the first."""
        return self.after.value - self.before.value

    @property
    def error_reduction(self) -> float | None:
        """Share of the first system's errors that are gone in the second (negative: there are more)."""
        errors = 1 - self.before.value
        return self.delta / errors if errors > 0 and self.is_share else None


def find_difference(tables: Tables, measure: str, before: int, after: int) -> Difference:
    """Read one pair off the tables."""
    scores = tables.score(measure, before), tables.score(measure, after)
    if not tables.measures[measure].is_decision:
        return Difference(measure, *scores, is_share=tables.measures[measure].is_share)
    return Difference(
        measure,
        *scores,
        transitions=tables.transitions(measure, before, after),
        agreement=tables.agreement(measure, before, after),
        sentences=tables.sentence_changes(measure, before, after),
    )
