"""Two systems: how many gold answers would have to be wrong for what is said about them to change.

Only errors of the gold among the units on which the two differ matter (`stats.flips`). F1, which is no accuracy, has
its own arithmetic: a relabelled unit can leave the gold or join it.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import isfinite
from typing import TYPE_CHECKING

import numpy as np

from tertium.comparison.transitions import CHANGED_ERROR, CORRECTION, NEW_ERROR, class_of
from tertium.errors import UsageError
from tertium.stats.flips import F1Pair, bound_difference, count_flips, count_flips_to_doubt
from tertium.stats.intervals import Interval
from tertium.stats.noise import find_overlap_rate, share_region

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tertium._typing import Mask
    from tertium.comparison.error_rates import Rate
    from tertium.comparison.inference import Inference
    from tertium.comparison.tables import Tables
    from tertium.tasks.decisions import Decisions


@dataclass(frozen=True, slots=True)
class Regions:
    """How two intervals lie to each other, on ambiguous words if any are known to be, else on all."""

    hard: float  # share of all possible (p, u) in which the second system is truly better
    reasonable: float | None  # the same within the paper's reasonable intervals
    overlap: float  # the error rate at which the hard bounds meet
    reasonable_overlap: float | None  # at which the reasonable intervals meet; None: never


@dataclass(frozen=True, slots=True)
class Duel:
    """What the gold would have to be wrong by to change what is said about two systems."""

    before: str
    after: str
    units: int
    corrections: int
    new_errors: int
    changed_errors: int
    delta: float
    p: float | None  # of the test
    flips: int | None  # gold errors among the differing units that make it a tie
    flips_to_doubt: int | None  # that make it insignificant; None where the test is no exact one
    rate: float | None = None  # the largest error rate of the gold that was given
    allowed: int | None = None  # so many wrong answers are that
    true: Interval | None = None  # what delta can truly be
    sampled: Interval | None = None  # the same, widened by sampling
    spread: Interval | None = None  # what delta can be if the rate among the differing units is that of the whole gold
    regions: Regions | None = None

    @property
    def differing(self) -> int:
        """Units on which the two differ."""
        return self.corrections + self.new_errors + self.changed_errors

    @property
    def critical_rate(self) -> float | None:
        """The error rate of the gold from which on it cannot tell."""
        return None if self.flips is None or not self.units else self.flips / self.units

    @property
    def winner(self) -> str | None:
        """Who is better on this gold; None: neither."""
        return None if self.delta == 0 else self.after if self.delta > 0 else self.before

    @property
    def is_told(self) -> bool | None:
        """Whether the sign of the difference is beyond doubt; None where no error rate is known."""
        if self.true is None:
            return None
        return self.true.low > 0 or self.true.high < 0


def find_regions(observed: Sequence[float], rates: Sequence[Rate], tags: Sequence[float | None]) -> Regions:
    """How the intervals of two systems lie to each other."""
    one, two = ((value, rate.high) for value, rate in zip(observed, rates, strict=True))
    hard, overlap = share_region(one, two), find_overlap_rate(one[0], two[0])
    if tags[0] is None or tags[1] is None:
        return Regions(hard, None, overlap, None)
    both = (tags[0], tags[1])
    share, meet = share_region(one, two, both), find_overlap_rate(one[0], two[0], both)
    return Regions(hard, share if isfinite(share) else None, overlap, meet if isfinite(meet) else None)


@dataclass(frozen=True, slots=True)
class PairCounts:
    """Two systems' differing units, and how they make the difference of their scores."""

    units: int
    corrections: int
    new_errors: int
    changed_errors: int
    f1: tuple[F1Pair, F1Pair] | None = None  # for F1: the second against the first, and the other way round

    @property
    def differing(self) -> int:
        """Units on which the two differ."""
        return self.corrections + self.new_errors + self.changed_errors

    @property
    def delta(self) -> float:
        """Score of the second minus that of the first; of systems with several runs, of those that stand for them."""
        if self.f1 is not None:
            return self.f1[0].worsen(0)
        return (self.corrections - self.new_errors) / max(self.units, 1)

    def bound(self, wrong: int) -> Interval:
        """What the difference can truly be with so many gold errors among the differing units."""
        if self.f1 is not None:
            return Interval(self.f1[0].worsen(wrong), 0.0 - self.f1[1].worsen(wrong))  # never -0
        low, high = bound_difference(self.corrections, self.new_errors, self.changed_errors, wrong)
        size = max(self.units, 1)
        return Interval(float(low) / size, float(high) / size)

    def flips(self) -> int | None:
        """Gold errors that make it a tie."""
        if self.f1 is None:
            return count_flips(self.corrections, self.new_errors)
        ahead = self.f1[0] if self.delta >= 0 else self.f1[1]
        return ahead.count_flips()


def is_accuracy(tables: Tables, measure: str) -> bool:
    """Whether the score is the share of right units; so is F1 where every system has the gold's words."""
    return tables.how(measure) == "accuracy" or (tables.same_words and not tables.measures[measure].decide)


def count_pair(tables: Tables, measure: str, one: int, two: int) -> PairCounts:
    """The units on which two systems differ, by class."""
    table = tables.transitions(measure, one, two)
    units, classes = table.n_units, table.by_class
    if is_accuracy(tables, measure) or tables.measures[measure].rate is not None:
        return PairCounts(units, *classes)
    return PairCounts(units, *classes, f1=(_as_f1(tables, measure, one, two), _as_f1(tables, measure, two, one)))


def _as_f1(tables: Tables, measure: str, one: int, two: int) -> F1Pair:
    """What gold errors against the second of two systems would do to their F1, those on which they agree included."""
    decisions = tables.decisions(measure)
    kind, absent = class_of(decisions, one, two), decisions.vocab.code("∅")
    empty, gold_empty = ~decisions.proposes(one), decisions.row_label == absent
    own_units = decisions.nothing is not None
    corrections, changed, agree = kind == CORRECTION, kind == CHANGED_ERROR, kind < 0
    right = decisions.right[one]
    gone = ((0, -1, -1), (0, -1, 0)) if own_units else ((0, -1, 0),)
    lost = ((-1, -1, -1), (-1, -1, 0)) if own_units else ((-1, -1, 0),)
    errors = (
        (((1, -1, 0),), corrections & ~gold_empty & ~empty),  # the first was right
        (gone, corrections & ~gold_empty & empty),  # there is no such unit, or it is another
        (((1, 0, 1),), corrections & gold_empty),  # there is one, the first's
        (((1, 0, 0),), changed & ~gold_empty & ~empty),
        (((1, 0, 1),), changed & gold_empty & ~empty),
        (lost, agree & right & ~gold_empty),  # both were wrong; F1 of different sizes feels it a little
        (((1, 1, 0),), agree & ~right & ~gold_empty & ~empty),  # both were right
        (((1, 1, 1),), agree & ~right & gold_empty & ~empty),
    )
    scores = [tables.score(measure, place) for place in (one, two)]
    return F1Pair(
        right=(int(scores[0].correct), int(scores[1].correct)),
        proposed=(scores[0].proposed, scores[1].proposed),
        gold=scores[0].gold,
        errors=tuple((effects, int(np.count_nonzero(flags))) for effects, flags in errors),
    )


def find_decisions(tables: Tables, measure: str, n_systems: int) -> tuple[Decisions, Mask]:
    """The units of the gold and of the first so many systems, and which of all units they are.

    Where systems propose their own units, those that only others propose (a better gold) are left out.

    Raises:
        UsageError: There are none, so that nothing can be said about the gold.
    """
    decisions = tables.decisions(measure)
    concerned = decisions.concerns(*range(n_systems))
    chosen = np.ones(decisions.n_units, dtype=np.bool_) if concerned is None else concerned
    if not chosen.any():
        raise UsageError(
            f"no unit is left that {measure} looks at, so nothing can be said about the gold",
            hint="tertium score tells what was left out, and why",
        )
    if n_systems == decisions.n_systems:
        return decisions, chosen
    return decisions.take(chosen, n_systems), chosen


def make_duel(tables: Tables, inference: Inference | None, measure: str, one: int, two: int) -> Duel:
    """What the gold would have to be wrong by, without knowing how wrong it is."""
    counts = count_pair(tables, measure, one, two)
    delta = counts.delta
    p, doubt = None, None
    if inference is not None:
        _, _, test = inference.gain(measure, one, two)
        p = test.p
        if test.name == "exact":
            ahead, behind = (two, one) if delta >= 0 else (one, two)
            doubt = count_doubt(tables.decisions(measure), inference, ahead, behind)
    return Duel(
        before=tables.systems[one],
        after=tables.systems[two],
        units=counts.units,
        corrections=counts.corrections,
        new_errors=counts.new_errors,
        changed_errors=counts.changed_errors,
        delta=delta,
        p=p,
        flips=counts.flips(),
        flips_to_doubt=doubt,
    )


def count_doubt(decisions: Decisions, inference: Inference, ahead: int, behind: int) -> int | None:
    """Gold errors that suffice for the exact test not to be significant any more."""
    kind = class_of(decisions, behind, ahead)
    block = inference.block_of_words()[decisions.unit]
    won, lost = (
        np.bincount(block[kind == number], minlength=inference.n_blocks).astype(np.int64)
        for number in (CORRECTION, NEW_ERROR)
    )
    return count_flips_to_doubt(won, won - lost, inference.plan.alpha)
