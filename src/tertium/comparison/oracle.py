"""Oracle and complementarity: how good could these systems be together, and who brings what?

Tuggener (2017), section 3: the *decision oracle* is right where at least one system is. Beside it stands what else
"together" could mean: the best whole sentence, the best tree, and what independent errors would give (size alone
mixes accuracy with diversity). Shapley shares divide the oracle among the systems: a unit that k systems solve gives
each of them 1/k.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import numpy as np

if TYPE_CHECKING:
    from tertium._typing import Counts
    from tertium.comparison.patterns import Patterns

ALL_SUBSETS_UP_TO: Final = 10


@dataclass(frozen=True, eq=False, slots=True)
class Oracle:
    """Overall numbers of one measure."""

    units: int
    correct: int  # decision oracle
    by_system: tuple[int, ...]
    best: int  # the best single system, the first of several
    solved_by: tuple[int, ...]  # units that 0, 1, ..., n systems solve
    alone: tuple[int, ...]  # units that only this system solves
    shapley: tuple[float, ...]  # units; they add up to `correct`
    independent: float  # share that at least one would solve if errors were independent
    subsets: tuple[tuple[tuple[int, ...], int], ...]  # every subset (up to ten systems), else the greedy chain
    whole_sentences: int = 0  # sentences in which every unit is solved by some system
    sentence_correct: int | None = None  # best whole output, sentence by sentence
    tree_correct: int | None = None  # best single-root tree over all proposed arcs
    sentence_value: float | None = None  # the score of the best whole outputs together

    @property
    def gain(self) -> float:
        """Oracle above the best system, as a share of the units."""
        return (self.correct - self.by_system[self.best]) / self.units if self.units else 0.0


@dataclass(frozen=True, eq=False, slots=True)
class LabelTable:
    """Accuracy and oracle by gold label, in alphabetical order."""

    labels: tuple[str, ...]
    units: Counts  # (n_labels,)
    correct: Counts  # (n_systems, n_labels)
    oracle: Counts  # (n_labels,)
    proposed: Counts  # (n_systems, n_labels)  how often each system gives this label

    def headroom(self, best: int) -> Counts:
        """(n_labels,) units that the oracle has beyond one system: where more work would pay."""
        gain: Counts = self.oracle - self.correct[best]
        return gain


def find_oracle(
    patterns: Patterns,
    *,
    whole_sentences: int = 0,
    sentence_correct: int | None = None,
    tree_correct: int | None = None,
    sentence_value: float | None = None,
) -> Oracle:
    """Everything about the systems together that the patterns tell."""
    n, units = patterns.n_systems, patterns.n_units
    totals = patterns.totals()
    solved = [0] * (n + 1)
    alone = [0] * n
    by_system = [0] * n
    shapley = [0.0] * n
    for bits, count in totals.items():
        members = [system for system in range(n) if bits >> system & 1]
        solved[len(members)] += count
        for system in members:
            by_system[system] += count
            shapley[system] += count / len(members)
        if len(members) == 1:
            alone[members[0]] += count
    best = max(range(n), key=lambda system: (by_system[system], -system))
    wrong = np.prod([1 - (right / units if units else 0.0) for right in by_system])
    return Oracle(
        units=units,
        correct=units - solved[0],
        by_system=tuple(by_system),
        best=best,
        solved_by=tuple(solved),
        alone=tuple(alone),
        shapley=tuple(shapley),
        independent=float(1 - wrong) if units else 0.0,
        subsets=_all_subsets(totals, n) if n <= ALL_SUBSETS_UP_TO else _greedy_chain(totals, n),
        whole_sentences=whole_sentences,
        sentence_correct=sentence_correct,
        tree_correct=tree_correct,
        sentence_value=sentence_value,
    )


def oracle_of(totals: dict[int, int], members: int) -> int:
    """Units that at least one member (a bit each) solves."""
    return sum(count for bits, count in totals.items() if bits & members)


def _members(mask: int) -> tuple[int, ...]:
    return tuple(system for system in range(mask.bit_length()) if mask >> system & 1)


def _all_subsets(totals: dict[int, int], n: int) -> tuple[tuple[tuple[int, ...], int], ...]:
    found = [(_members(mask), oracle_of(totals, mask)) for mask in range(1, 1 << n)]
    return tuple(sorted(found, key=lambda pair: (len(pair[0]), -pair[1], pair[0])))


def _greedy_chain(totals: dict[int, int], n: int) -> tuple[tuple[tuple[int, ...], int], ...]:
    """The best system, then at each step the one that adds most."""
    mask = 0
    chain: list[tuple[tuple[int, ...], int]] = []
    for _ in range(n):
        rest = [system for system in range(n) if not mask >> system & 1]
        gain = max(rest, key=lambda system: (oracle_of(totals, mask | 1 << system), -system))
        mask |= 1 << gain
        chain.append((_members(mask), oracle_of(totals, mask)))
    return tuple(chain)


def tabulate_labels(patterns: Patterns, proposed: list[dict[str, int]]) -> LabelTable:
    """Accuracy and oracle by gold label; labels that only a system uses have no units."""
    labels = tuple(sorted({*patterns.labels, *(label for counts in proposed for label in counts)}))
    place = {label: number for number, label in enumerate(labels)}
    own = np.array([place[label] for label in patterns.labels], dtype=np.int64)

    def spread(values: Counts) -> Counts:
        out = np.zeros(len(labels), dtype=np.int64)
        out[own] = values
        return out

    correct = [spread(patterns.sum_by_label(patterns.right(system))) for system in range(patterns.n_systems)]
    theirs = np.zeros((patterns.n_systems, len(labels)), dtype=np.int64)
    for system, counts in enumerate(proposed):
        for label, count in counts.items():
            theirs[system, place[label]] = count
    return LabelTable(
        labels=labels,
        units=spread(patterns.sum_by_label()),
        correct=np.stack(correct),
        oracle=spread(patterns.sum_by_label(patterns.bits > 0)),
        proposed=theirs,
    )
