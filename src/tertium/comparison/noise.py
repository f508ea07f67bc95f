"""Can the gold standard tell? Bounds for each system, and for each pair what the gold would have to be wrong by.

Padró and Màrquez (1998) for each system (`stats.noise`), the paired bound for two (`stats.flips`). What is observed
on a sample of blocks is uncertain too: the bounds are found for every resample, and the interval between their outer
quantiles holds both kinds of doubt.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, Final

import numpy as np

from tertium.comparison.answers import Answers, gather_answers
from tertium.comparison.duels import Duel, PairCounts, Regions, count_pair, find_regions, make_duel
from tertium.comparison.transitions import CHANGED_ERROR, CORRECTION, NEW_ERROR, class_of
from tertium.comparison.word_groups import AMBIGUOUS, Group
from tertium.stats.flips import bound_difference
from tertium.stats.intervals import Interval
from tertium.stats.noise import (
    bound_hard,
    bound_reasonable,
    range_p,
    range_reasonable_p,
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
    from tertium.tasks.decisions import Decisions

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
    reasonable_sampled: Interval | None = None  # widened by sampling
    why_not: str | None = None  # why there is no reasonable interval though there might be


def bound_system(
    system: str, observed: float, *, rate: Rate | None, tags: float | None, group: str, units: int = 0
) -> Bound:
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


def bound_over_p(observed: float, rate: Rate, tags: float | None, steps: int = 31) -> tuple[Scores, Scores, Scores]:
    """For figure 1 of the paper: p, and both ends of x there; reasonable where the number of tags is known, else hard.

    Of a range of error rates, those of all its rates together.
    """
    rates = _lay_rates(rate, observed)
    first, last = range_p(observed, rates) if tags is None else range_reasonable_p(observed, rates, tags)
    p = np.linspace(float(np.nanmin(first)), float(np.nanmax(last)), steps)
    low, high = (
        bound_hard(observed, rates[:, None], p) if tags is None else bound_reasonable(observed, rates[:, None], tags, p)
    )
    return p, np.fmin.reduce(low, axis=0), np.fmax.reduce(high, axis=0)


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


class NoiseTables:
    """Bounds and duels of the systems of one comparison under one measure."""

    def __init__(
        self,
        tables: Tables,
        inference: Inference | None,
        decisions: Decisions,
        *,
        groups: Sequence[Group],
        rates: dict[str, Rate] | None,
        tags: dict[str, float] | None,
    ) -> None:
        """Take the tables, the decisions of the gold and the systems that are meant, and what is known of the gold."""
        self.tables, self.inference, self.decisions = tables, inference, decisions
        self.measure = tables.rules.headline
        self.groups, self.rates, self._tags = groups, rates, tags
        self.systems = tables.systems[: decisions.n_systems]

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
                tags = self.tags_of(system, group)
                bound = bound_system(system, observed, rate=rate, tags=tags, group=group.name, units=group.n)
                resampled = self._resample_observed(place, group)
                if rate is not None and resampled is not None:
                    bound = self._widen(bound, rate, resampled)
                found.append(bound)
        return found

    def _resample_observed(self, place: int, group: Group) -> Scores | None:
        """(resamples,) observed accuracies of a system on some words; None with a single block."""
        sums = self._resampled
        if sums is None:
            return None
        units, right = sums[:, self._columns["units", group.name]], sums[:, self._columns[place, group.name]]
        return right[units > 0] / units[units > 0]

    def _widen(self, bound: Bound, rate: Rate, observed: Scores) -> Bound:
        """The bounds of every resample, their outer quantiles."""
        turn = np.clip(1 - observed, rate.low, rate.high)
        hard = self._outer(span_hard(observed, rate.high)[0], span_hard(observed, turn)[1])
        if bound.reasonable is None or bound.tags is None:
            return replace(bound, sampled=hard)
        ends = [span_reasonable(observed, value, bound.tags) for value in (rate.low, rate.high)]
        low, high = np.fmin(ends[0][0], ends[1][0]), np.fmax(ends[0][1], ends[1][1])
        kept = np.isfinite(low)
        return replace(
            bound, sampled=hard, reasonable_sampled=self._outer(low[kept], high[kept]) if kept.any() else None
        )

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
        duel = make_duel(self.tables, self.inference, self.measure, one, two)
        if rate is None:
            return duel
        allowed = int(rate.high * counts.units + 1e-9)
        wrong = allowed if counts.f1 is not None else min(allowed, counts.differing)
        even = min(int(np.ceil(rate.high * counts.differing - 1e-9)), counts.differing)
        return replace(
            duel,
            rate=rate.high,
            allowed=allowed,
            true=counts.bound(wrong),
            spread=counts.bound(even),
            sampled=self._sample_duel(one, two, rate, counts),
            regions=self._find_regions(one, two),
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

    def _find_regions(self, one: int, two: int) -> Regions | None:
        """On the words for which there is a reasonable interval, else on all."""
        if self.rates is None:
            return None
        names = [self.systems[place] for place in (one, two)]
        group = next((group for group in self.groups if self.tags_of(names[0], group) is not None), self.groups[-1])
        observed = [float(self.decisions.right[place][group.among].mean()) for place in (one, two)]
        tags = [self.tags_of(name, group) for name in names]
        return find_regions(observed, [self.rates[name] for name in names], tags)
