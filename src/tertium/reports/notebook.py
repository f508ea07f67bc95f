"""Results in notebooks: the verdict, the scores, what changed, and a sentence or two, with the look of the report."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Protocol

from tertium import fragments
from tertium.comparison.transitions import CLASSES
from tertium.reports.change_sections import CLASS_NAMES, merged_rows
from tertium.reports.numbers import share
from tertium.reports.tables import diff_tables, difference_table, score_tables

if TYPE_CHECKING:
    from tertium.comparison.transitions import Transitions
    from tertium.reports.comparison_result import Comparison
    from tertium.reports.diff_result import Diff
    from tertium.reports.page import Line
    from tertium.reports.result import Result
    from tertium.reports.tables import Table

_WIDTH: Final = 100
_TOP: Final = 5
_EXAMPLES: Final = 2


class Paged(Protocol):
    """What has a page for the terminal."""

    def page(self, width: int = 80) -> list[Line]:
        """The page, line by line."""


def page_html(result: Paged) -> str:
    """The terminal page, its colours kept."""
    rows = [[(span.text, span.style) for span in line] for line in result.page(_WIDTH)]
    return fragments.frame(fragments.lines(rows))


def comparison_html(result: Comparison) -> str:
    """Verdict, scores, pairs, what changed in the first of them, sentences."""
    claim, rest = split_verdict(result.verdict)
    parts = [_origin(result), fragments.heading(claim), fragments.paragraph(rest) if rest else ""]
    parts += [table_html(table) for table in score_tables(result)[:1]]
    units = result.by_units
    if units.has_units and len(result.systems) > 1:
        if len(result.pairs) > 1:
            parts.append(table_html(difference_table(units)))
        before, after = result.pairs[0]
        changes = units.difference(before, after).transitions
        if changes is not None and changes.n_different:
            counts = dict(zip(CLASSES, changes.by_class, strict=True))
            parts.append(fragments.paragraph(f"What changed, {before} → {after} ({units.headline})"))
            parts += [fragments.class_bar(counts), _changes(changes), *_sentences(units, before, after)]
    return fragments.frame(*parts, *_warnings(result), fragments.paragraph(result.signature, quiet=True))


def scores_html(result: Result) -> str:
    """All tables of scores."""
    tables = [table_html(table) for table in score_tables(result)]
    return fragments.frame(
        _origin(result), *tables, *_warnings(result), fragments.paragraph(result.signature, quiet=True)
    )


def diff_html(result: Diff) -> str:
    """How much is different, and what."""
    tables = [table_html(table) for table in diff_tables(result, _TOP * 2)]
    return fragments.frame(
        _origin(result), *tables, *_warnings(result), fragments.paragraph(result.signature, quiet=True)
    )


def split_verdict(text: str) -> tuple[str, str]:
    """What is claimed, with its numbers, and what else is said.

    >>> split_verdict("b is better than a: LAS 1 → 2, p < .001 (exact). It changes 6.4 % of the words.")
    ('b is better than a: LAS 1 → 2, p < .001 (exact).', 'It changes 6.4 % of the words.')
    """
    claim, dot, rest = text.partition(". ")
    return claim + dot.strip(), rest


def _origin(result: Result) -> str:
    size = result.kind.describe_size(result.gold)
    text = f"{result.title} · {result.task} · {result.gold.name}: {size}"
    return fragments.paragraph(text, quiet=True)


def _warnings(result: Result) -> list[str]:
    return [fragments.paragraph(f"note: {text}", quiet=True) for text in result.warnings]


def table_html(table: Table) -> str:
    """One table of the report."""
    return fragments.table(
        table.caption, table.head, table.rows, text_columns=table.text_columns, rules=table.rules, best=table.best
    )


def _changes(changes: Transitions) -> str:
    """The most frequent changes of each class."""
    rows: list[tuple[str, ...]] = []
    rules = []
    for kind, name in enumerate(CLASS_NAMES):
        own = merged_rows(changes, kind)[:_TOP]
        if own:
            rules.append(len(rows))
        sign = fragments.SIGNS[CLASSES[kind]]
        rows += [
            (f"{sign} {name}" if not place else "", text, f"{count:,}", share(count, changes.by_class[kind]))
            for place, (text, count) in enumerate(own)
        ]
    return fragments.table("", ("", "change", "count", "of class"), rows, text_columns=2, rules=rules[1:])


def _sentences(result: Comparison, before: str, after: str) -> list[str]:
    return [
        part
        for kind in CLASSES[:2]
        for example in result.examples(before, after, kind, n=_EXAMPLES)
        for part in example.html_parts()[1:]
    ]
