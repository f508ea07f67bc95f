"""evalb's rows, one for each sentence, and what it makes of them: the totals of all sentences and of the short ones.

Rows are counts only; percentages are the business of the reports. SPMRL's evalb has rows of zeros for sentences of
another length, and two rows for such sentences of one word (spec of the project, constituency, section 2).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import numpy as np

from tertium.comparison.scores import make_score
from tertium.measures.parseval import bracketing_of
from tertium.tasks.bracketing import ABSENT, IN_ERROR, SKIPPED, VALID, ZEROED

if TYPE_CHECKING:
    from tertium._typing import Mask, Offsets
    from tertium.comparison.scores import Score
    from tertium.comparison.tables import Tables
    from tertium.tasks.bracketing import Bracketing

NUMBER, LENGTH, STATUS, MATCHED, GOLD, SYSTEM, CROSSING, WORDS, TAGS = range(9)
FEW: Final = 2
"""So many crossing brackets are few."""


@dataclass(frozen=True, slots=True)
class Totals:
    """Sums over the rows of valid sentences, and how many sentences there are of each kind."""

    sentences: int
    errors: int
    skipped: int
    matched: int
    gold: int
    system: int
    complete: int
    crossing: int
    no_crossing: int
    few_crossing: int
    words: int
    tags: int

    @property
    def valid(self) -> int:
        """Sentences that count."""
        return self.sentences - self.errors - self.skipped

    @property
    def recall(self) -> float:
        """In percent, as evalb computes it."""
        return 100.0 * self.matched / self.gold if self.gold else 0.0

    @property
    def precision(self) -> float:
        """In percent."""
        return 100.0 * self.matched / self.system if self.system else 0.0

    @property
    def f1(self) -> float | None:
        """In percent, from precision and recall; None where evalb divides 0 by 0."""
        precision, recall = self.precision, self.recall
        return 2 * precision * recall / (precision + recall) if precision + recall else None

    def share(self, count: int) -> float:
        """Percent of the valid sentences."""
        return 100.0 * count / self.valid if self.valid > 0 else 0.0

    @property
    def tagging(self) -> float:
        """Percent of the words."""
        return 100.0 * self.tags / self.words if self.words else 0.0


def score_short(tables: Tables, only: str | None = None) -> list[tuple[str, Score]]:
    """The second block of evalb: systems and measures (or one) over sentences up to the cut-off, with its name."""
    cutoff = tables.rules.brackets.cutoff
    found = []
    for system, match in enumerate(tables.matches):
        short = bracketing_of(match).length <= cutoff
        for name, measure in tables.measures.items():
            if only not in (None, name):
                continue
            counts = tables.run_counts(name)[system].sum(axis=0)[short].sum(axis=0)
            row = make_score(tables.systems[system], measure, counts, tables.how(name), None)
            found.append((f"len<={cutoff}", row))
    return found


def list_rows(found: Bracketing) -> Offsets:
    """(n_rows, 9) number, length, status, matched, gold, system, crossing, words, tags."""
    n, compared = found.n_sents, found.compared.astype(np.int64)
    numbers = (
        *(found.matched, found.gold.n_brackets, found.system.n_brackets),
        *(found.crossed, found.gold.n_words, found.tags_right),
    )
    number = np.arange(1, n + 1)
    own = np.stack([number, found.length, found.status, *(column * compared for column in numbers)], axis=-1)
    own = own[(found.status != ZEROED) & (found.status != ABSENT)]
    blank = np.flatnonzero(found.zero_row >= 0)
    zeros = np.zeros((len(blank), TAGS + 1), dtype=np.int64)
    zeros[:, NUMBER], zeros[:, LENGTH], zeros[:, STATUS] = number[blank], found.length[blank], found.zero_row[blank]
    rows = np.concatenate([zeros, own])
    return rows[np.argsort(rows[:, NUMBER], kind="stable")]


def sum_rows(rows: Offsets, chosen: Mask | None = None) -> Totals:
    """The totals of all rows or of some."""
    rows = rows if chosen is None else rows[chosen]
    valid = rows[rows[:, STATUS] == VALID]
    matched, gold, system, crossing = (valid[:, column] for column in (MATCHED, GOLD, SYSTEM, CROSSING))
    return Totals(
        sentences=len(rows),
        errors=int(np.count_nonzero(rows[:, STATUS] == IN_ERROR)),
        skipped=int(np.count_nonzero(rows[:, STATUS] == SKIPPED)),
        matched=int(matched.sum()),
        gold=int(gold.sum()),
        system=int(system.sum()),
        complete=int(np.count_nonzero((gold == system) & (system == matched))),
        crossing=int(crossing.sum()),
        no_crossing=int(np.count_nonzero(crossing == 0)),
        few_crossing=int(np.count_nonzero(crossing <= FEW)),
        words=int(valid[:, WORDS].sum()),
        tags=int(valid[:, TAGS].sum()),
    )
