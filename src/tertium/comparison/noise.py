"""Can the gold standard tell? Bounds for each system, and for each pair what the gold would have to be wrong by.

Padró and Màrquez (1998) for each system (`stats.noise`), the paired bound for two (`stats.flips`). What is observed on a sample of
blocks is uncertain too: the bounds are found for every resample, and the interval between their outer quantiles holds both
kinds of doubt.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, Final

import numpy as np

from tertium.comparison.answers import Answers, gather_answers
from tertium.comparison.transitions import CHANGED_ERROR, CORRECTION, NEW_ERROR, class_of
from tertium.comparison.word_groups import AMBIGUOUS, Group
from tertium.stats.flips import F1Pair, bound_difference, count_flips, count_flips_to_doubt
from tertium.stats.intervals import Interval
from tertium.stats.noise import (
    find_overlap_rate,
    range_reasonable_p,
    share_region,
    span_hard,
    span_reasonable,
)
from tertium.stats.resampling import drawn_sums, random_source

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tertium._typing import Codes, Mask, Offsets, Scores
    from tertium.comparison.error_rates import Rate
    from tertium.comparison.inference import Inference
    from tertium.comparison.tables import Tables

_STEPS: Final = 33  # rates that are tried within a range
_BOUNDS: Final = 16  # purpose of random numbers


@dataclass(frozen=True, slots=True)
class Bound:
    """What is known of one system on some words."""

    system: str
    group: str  # ambiguous, unambiguous, unknown, all
    units: int
    tags: float | None  # a
    observed: float  # K
    rate: Rate | None  # C
    hard: Interval | None = None
    sampled: Interval | None = None  # hard bounds, widened by sampling
    reasonable: Interval | None = None
    why_not: str | None = None  # why there is no reasonable interval though there might be


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
    region: float | None = None  # share of (p, u) with the second better; hard
    reasonable_region: float | None = None
    overlap_rate: float | None = None  # at which the reasonable intervals meet

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


def bound_system(system: str, group: str, units: int, observed: float, rate: Rate | None, tags: float | None) -> Bound:
    """Both intervals of a system; of a range of error rates, those of all its rates together."""
    if rate is None:
        return Bound(system, group, units, tags, observed, None)
    rates = _lay_rates(rate, observed)
    low, high = span_hard(observed, rates)
    found = Bound(system, group, units, tags, observed, rate, Interval(float(low.min()), float(high.max())))
    if tags is None:
        return found
    low, high = span_reasonable(observed, rates, tags)
    if not np.isfinite(low).any():
        return replace(found, why_not=explain_empty(observed, rate, tags))
    return replace(found, reasonable=Interval(float(np.nanmin(low)), float(np.nanmax(high))))


def _lay_rates(rate: Rate, observed: float) -> Scores:
    """Rates within a range, with the one at which the upper hard bound turns."""
    if rate.low == rate.high:
        return np.array([rate.low])
    turn = min(max(1 - observed, rate.low), rate.high)
    return np.unique(np.append(np.linspace(rate.low, rate.high, _STEPS), turn))


def explain_empty(observed: float, rate: Rate, tags: float) -> str:
    """Why no p is reasonable."""
    limit = 1 - rate.low / tags
    if observed > limit:
        return (
            f"no p is possible: {100 * observed:.2f} % right is more than 1 - C/a = {100 * limit:.2f} %, so C is "
            "overstated, or the system has learnt the gold's errors"
        )
    return f"no p is possible: {100 * observed:.2f} % right is no more than guessing among {tags:.2f} tags"


class Noise:
    """Bounds and duels of the systems of one comparison under one measure."""

    def __init__(
        self,
        tables: Tables,
        inference: Inference | None,
        groups: Sequence[Group],
        rates: dict[str, Rate] | None,
        tags: dict[str, float] | None,
        n_systems: int,
    ) -> None:
        """Take the tables, whose first so many systems are meant, and what is known of the gold."""
        self.tables, self.inference = tables, inference
        self.measure = tables.rules.headline
        self.decisions = tables.decisions(self.measure)
        self.groups, self.rates, self._tags = groups, rates, tags
        self.systems = tables.systems[:n_systems]

    @cached_property
    def answers(self) -> Answers:
        """Gold and systems as raters."""
        places = range(len(self.systems))
        return gather_answers(self.decisions, places, text_heads=self.tables.rules.text_heads)

    def tags_of(self, system: str, group: Group) -> float | None:
        """The a of a system on some words: as given, or as measured on ambiguous ones."""
        if self._tags is not None and (group.name == AMBIGUOUS or len(self.groups) == 1):
            return self._tags[system]
        return group.tags

    # each system ----------------------------------------------------------------------------------------------------

    @cached_property
    def bounds(self) -> list[Bound]:
        """For each system and group of words."""
        found = []
        for place, system in enumerate(self.systems):
            rate = None if self.rates is None else self.rates[system]
            for group in self.groups:
                observed = float(self.decisions.right[place][group.among].mean())
                bound = bound_system(system, group.name, group.n, observed, rate, self.tags_of(system, group))
                if rate is not None and self.inference is not None:
                    bound = replace(bound, sampled=self._sample_bound(place, group, rate))
                found.append(bound)
        return found

    def _sample_bound(self, place: int, group: Group, rate: Rate) -> Interval | None:
        """Hard bounds of every resample, their outer quantiles."""
        sums = self._resampled
        if sums is None:
            return None
        at = self._columns["units", group.name], self._columns[place, group.name]
        units, right = sums[:, at[0]], sums[:, at[1]]
        kept = units > 0
        observed = right[kept] / units[kept]
        low = span_hard(observed, rate.high)[0]
        turn = np.clip(1 - observed, rate.low, rate.high)
        high = span_hard(observed, turn)[1]
        return self._outer(low, high)

    def _outer(self, low: Scores, high: Scores) -> Interval:
        alpha = 0.05 if self.inference is None else self.inference.plan.alpha
        return Interval(float(np.quantile(low, alpha / 2)), float(np.quantile(high, 1 - alpha / 2)))

    # resampling -----------------------------------------------------------------------------------------------------

    @cached_property
    def _block(self) -> Codes:
        """(n_units,) the block of each unit."""
        words = self.tables.block_of_words() if self.inference is None else self.inference.block_of_words()
        return words[self.decisions.unit]

    @property
    def block(self) -> Codes:
        """(n_units,) the block of each unit."""
        return self._block

    @cached_property
    def _rows(self) -> tuple[dict[tuple[object, str], int], Offsets]:
        """Counts by block, and which column holds what."""
        n_blocks = 0 if self.inference is None else self.inference.n_blocks
        places: dict[tuple[object, str], int] = {}
        columns: list[Offsets] = []

        def add(key: tuple[object, str], flags: Mask) -> None:
            places[key] = len(columns)
            columns.append(np.bincount(self._block[flags], minlength=n_blocks).astype(np.int64))

        for group in self.groups:
            add(("units", group.name), group.among)
            for place in range(len(self.systems)):
                add((place, group.name), group.among & self.decisions.right[place])
        for one, two in self._pairs:
            kind = class_of(self.decisions, one, two)
            for name, number in (("b", CORRECTION), ("c", NEW_ERROR), ("d", CHANGED_ERROR)):
                add(((one, two), name), kind == number)
            concerned = self.decisions.concerns(one, two)
            add(((one, two), "units"), np.ones(len(kind), dtype=np.bool_) if concerned is None else concerned)
        return places, np.stack(columns, axis=1)

    @property
    def _columns(self) -> dict[tuple[object, str], int]:
        return self._rows[0]

    @cached_property
    def _resampled(self) -> Scores | None:
        if self.inference is None or self.inference.n_blocks < 2:  # noqa: PLR2004 (one block has no spread)
            return None
        plan = self.inference.plan
        source = random_source(plan.seed, _BOUNDS)
        return np.concatenate(list(drawn_sums(self._rows[1], plan.resamples, source)))

    # each pair ------------------------------------------------------------------------------------------------------

    @property
    def _pairs(self) -> list[tuple[int, int]]:
        n = len(self.systems)
        return [(one, two) for one in range(n) for two in range(one + 1, n)]

    @cached_property
    def duels(self) -> list[Duel]:
        """For each pair, the earlier system first."""
        return [self._find_duel(one, two) for one, two in self._pairs]

    def _find_duel(self, one: int, two: int) -> Duel:
        counts = count_pair(self.tables, self.measure, one, two)
        rate = self._pair_rate(one, two)
        duel = make_duel(self.tables, self.inference, self.measure, one, two, counts)
        if rate is None:
            return duel
        allowed = int(rate.high * counts.units + 1e-9)
        wrong = min(allowed, counts.differing)
        even = min(int(np.ceil(rate.high * counts.differing - 1e-9)), counts.differing)
        regions = self._find_regions(one, two)
        return replace(
            duel,
            rate=rate.high,
            allowed=allowed,
            true=counts.bound(wrong),
            spread=counts.bound(even),
            sampled=self._sample_duel(one, two, rate, counts),
            **regions,
        )

    def _pair_rate(self, one: int, two: int) -> Rate | None:
        """Both systems have the same gold here; of two rates the higher is taken."""
        if self.rates is None:
            return None
        return max((self.rates[self.systems[place]] for place in (one, two)), key=lambda rate: rate.high)

    def _sample_duel(self, one: int, two: int, rate: Rate, counts: PairCounts) -> Interval | None:
        sums = self._resampled
        if sums is None or counts.f1 is not None:
            return None
        b, c, d, n = (sums[:, self._columns[(one, two), name]] for name in ("b", "c", "d", "units"))
        low, high = bound_difference(b, c, d, np.minimum(rate.high * n, b + c + d))
        size = np.maximum(n, 1)
        return self._outer(low / size, high / size)

    def _find_regions(self, one: int, two: int) -> dict[str, float | None]:
        """Shares of the parameter region, on the words for which there is a reasonable interval, else on all."""
        group = next((group for group in self.groups if self.tags_of(self.systems[one], group) is not None), None)
        group = group or self.groups[-1]
        if self.rates is None:
            return {}
        rows = [(float(self.decisions.right[place][group.among].mean()), self.systems[place]) for place in (one, two)]
        points = [(observed, self.rates[name].high) for observed, name in rows]
        tags = [self.tags_of(name, group) for _, name in rows]
        found: dict[str, float | None] = {"region": share_region(points[0], points[1])}
        if tags[0] is None or tags[1] is None:
            return found
        both = (tags[0], tags[1])
        possible = all(
            np.isfinite(range_reasonable_p(*point, tag)[0]) for point, tag in zip(points, both, strict=True)
        )
        found["reasonable_region"] = share_region(points[0], points[1], both) if possible else None
        rate = find_overlap_rate(points[0][0], points[1][0], both)
        found["overlap_rate"] = rate if np.isfinite(rate) else None
        return found


# what two systems differ in -----------------------------------------------------------------------------------------


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

    def bound(self, wrong: int) -> Interval:
        """What the difference can truly be with so many gold errors among the differing units."""
        if self.f1 is not None:
            return Interval(self.f1[0].worsen(wrong), -self.f1[1].worsen(wrong))
        low, high = bound_difference(self.corrections, self.new_errors, self.changed_errors, wrong)
        size = max(self.units, 1)
        return Interval(float(low) / size, float(high) / size)

    def flips(self) -> int | None:
        """Gold errors that make it a tie."""
        if self.f1 is None:
            return count_flips(self.corrections, self.new_errors)
        ahead = self.f1[0] if self.f1[0].worsen(0) >= 0 else self.f1[1]
        return ahead.count_flips()


def count_pair(tables: Tables, measure: str, one: int, two: int) -> PairCounts:
    """The units on which two systems differ, by class."""
    decisions = tables.decisions(measure)
    concerned = decisions.concerns(one, two)
    units = decisions.n_units if concerned is None else int(np.count_nonzero(concerned))
    classes = tables.transitions(measure, one, two).by_class
    if tables.how(measure) != "f1" or tables.measures[measure].rate is not None:
        return PairCounts(units, *classes)
    return PairCounts(units, *classes, f1=(_as_f1(tables, measure, one, two), _as_f1(tables, measure, two, one)))


def _as_f1(tables: Tables, measure: str, one: int, two: int) -> F1Pair:
    """What gold errors against the second of two systems would do to their F1."""
    decisions = tables.decisions(measure)
    kind, absent = class_of(decisions, one, two), decisions.vocab.code("∅")
    empty = decisions.labels[one] == absent
    gold_empty = decisions.gold_label == absent
    own_units = decisions.nothing is not None
    corrections, changed = kind == CORRECTION, kind == CHANGED_ERROR
    gone = ((0, -1, -1), (0, -1, 0)) if own_units else ((0, -1, 0),)
    errors = (
        (((1, -1, 0),), corrections & ~gold_empty & ~empty),  # the first was right
        (gone, corrections & ~gold_empty & empty),  # there is no such unit, or it is another
        (((1, 0, 1),), corrections & gold_empty),  # there is one, the first's
        (((1, 0, 0),), changed & ~gold_empty & ~empty),
        (((1, 0, 1),), changed & gold_empty),
    )
    scores = [tables.score(measure, place) for place in (one, two)]
    return F1Pair(
        right=(int(scores[0].correct), int(scores[1].correct)),
        proposed=(scores[0].proposed, scores[1].proposed),
        gold=scores[0].gold,
        errors=tuple((effects, int(np.count_nonzero(flags))) for effects, flags in errors),
    )


def make_duel(
    tables: Tables, inference: Inference | None, measure: str, one: int, two: int, counts: PairCounts | None = None
) -> Duel:
    """What the gold would have to be wrong by, without knowing how wrong it is."""
    counts = counts or count_pair(tables, measure, one, two)
    delta = tables.score(measure, two).value - tables.score(measure, one).value
    p, doubt = None, None
    if inference is not None:
        _, _, test = inference.gain(measure, one, two)
        p = test.p
        if test.name == "exact":
            doubt = _count_doubt(tables, inference, measure, one, two, delta)
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


def _count_doubt(tables: Tables, inference: Inference, measure: str, one: int, two: int, delta: float) -> int | None:
    """Gold errors that suffice for the exact test not to be significant any more."""
    decisions = tables.decisions(measure)
    ahead, behind = (two, one) if delta >= 0 else (one, two)
    kind = class_of(decisions, behind, ahead)
    block = inference.block_of_words()[decisions.unit]
    won, lost = (
        np.bincount(block[kind == number], minlength=inference.n_blocks).astype(np.int64)
        for number in (CORRECTION, NEW_ERROR)
    )
    return count_flips_to_doubt(won, won - lost, inference.plan.alpha)
