"""Slices: in which parts of the gold do two systems differ more, or less, than elsewhere?

A slice is all units with one value of a feature of the gold or the input (never of an output: that would condition on
the outcome). A better system makes every slice better, so each slice has two numbers: its own difference, and that
minus the difference on the rest. Stars come from step-down max-T over the same swaps of blocks for all slices that are
looked at together; q-values (Benjamini and Hochberg) are for exploring.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

import numpy as np

from tertium.comparison.feature_columns import Feature
from tertium.stats.distributions import normal_quantile, t_quantile
from tertium.stats.intervals import Interval
from tertium.stats.multiple import MaxT, benjamini_hochberg
from tertium.stats.plan import FEW_BLOCKS
from tertium.stats.resampling import random_source, swapped_sums
from tertium.stats.signflip import sign_flip_p

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from tertium._typing import Codes, Mask, Offsets, Scores
    from tertium.comparison.inference import Inference
    from tertium.comparison.tables import Tables

FEWEST_UNITS: Final = 20
"""Smaller slices are counted, not tested."""

_SWAPS: Final = 10  # the purpose of the random numbers


@dataclass(frozen=True, slots=True)
class Slice:
    """Two systems on the units with one value of one feature, or of two."""

    names: tuple[tuple[str, str], ...]  # (feature, value); more than one: units that have both
    units: int
    before: float  # accuracy of the first system
    after: float
    gap: float  # the difference here minus the difference elsewhere
    error: float  # standard error of the difference
    gap_error: float
    interval: Interval | None  # of the difference
    p: float = 1.0
    p_adjusted: float = 1.0  # max-T, over all slices looked at together
    q: float = 1.0
    also: tuple[tuple[tuple[str, str], ...], ...] = ()  # other names of the same units

    @property
    def delta(self) -> float:
        """Accuracy of the second system minus that of the first."""
        return self.after - self.before

    @property
    def title(self) -> str:
        """`length 31-40`, or `length 31-40 & upos VERB`."""
        return " & ".join(f"{feature} {value}" for feature, value in self.names)


@dataclass(frozen=True, eq=False, slots=True)
class Units:
    """What is compared: for each unit its block and how the right answers change."""

    block: Codes  # (n_units,)
    n_blocks: int
    before: Mask  # (n_units,)
    after: Mask  # (n_units,)
    word: Codes  # (n_units,)  the gold word
    row: Offsets  # (n_units,)  place among all units of the measure

    @property
    def change(self) -> Codes:
        """(n_units,) 1 for a correction, -1 for a new error, 0 where both are right or both wrong."""
        return self.after.astype(np.int32) - self.before.astype(np.int32)

    def within(self, chosen: Mask) -> Units:
        """Only some of the units; blocks keep their numbers."""
        columns = (self.before[chosen], self.after[chosen], self.word[chosen], self.row[chosen])
        return Units(self.block[chosen], self.n_blocks, *columns)

    def values(self, feature: Feature) -> Codes:
        """(n_units,) the place of each unit's value of a feature; -1: it has none."""
        return feature.code[self.row if feature.per_unit else self.word]


def take_units(inference: Inference, measure: str, before: int, after: int) -> Units:
    """The units of a measure that is a decision over gold words."""
    decisions = inference.tables.decisions(measure)
    found = Units(
        inference.block_of_words()[decisions.unit],
        inference.n_blocks,
        decisions.right[before],
        decisions.right[after],
        decisions.unit,
        np.arange(decisions.n_units),
    )
    concerned = decisions.concerns(before, after)
    return found if concerned is None else found.within(concerned)


@dataclass(frozen=True, eq=False, slots=True)
class Sums:
    """Changes and units by block and slice."""

    change: Offsets  # (n_blocks, n_slices)
    units: Offsets  # (n_blocks, n_slices)

    def keep(self, chosen: Mask | Offsets) -> Sums:
        """Only some slices."""
        return Sums(self.change[:, chosen], self.units[:, chosen])


def add_up(units: Units, code: Codes, n_values: int) -> Sums:
    """Sums for the slices of one feature, given its value for each unit (-1: none)."""
    there = np.flatnonzero(code >= 0)
    key = units.block[there].astype(np.int64) * n_values + code[there]
    size = units.n_blocks * n_values
    n = np.bincount(key, minlength=size).reshape(units.n_blocks, n_values)
    change = np.bincount(key, weights=units.change[there], minlength=size).astype(np.int64)
    return Sums(change.reshape(units.n_blocks, n_values), n)


@dataclass(frozen=True, eq=False, slots=True)
class Effects:
    """Differences and standard errors, one for each slice."""

    units: Offsets
    delta: Scores
    gap: Scores
    error: Scores
    gap_error: Scores
    n_blocks: Offsets  # that have units in the slice


def find_effects(units: Units, sums: Sums) -> Effects:
    """Differences of the slices and of what is outside them, linearised over blocks."""
    total_change = np.bincount(units.block, weights=units.change, minlength=units.n_blocks)[:, None]
    total_units = np.bincount(units.block, minlength=units.n_blocks)[:, None]
    inside = _linear(sums.change, sums.units)
    outside = _linear(total_change - sums.change, total_units - sums.units)
    there = (sums.units > 0).sum(axis=0)
    factor = np.where(there > 1, there / np.maximum(there - 1, 1), np.nan)  # one block has no spread
    return Effects(
        sums.units.sum(axis=0),
        inside[0],
        inside[0] - outside[0],
        np.sqrt(factor * (inside[1] ** 2).sum(axis=0)),
        np.sqrt(factor * ((inside[1] - outside[1]) ** 2).sum(axis=0)),
        there,
    )


def _linear(change: Scores | Offsets, units: Scores | Offsets) -> tuple[Scores, Scores]:
    """Change for each unit, and the influence of each block on it."""
    n = units.sum(axis=0)
    safe = np.maximum(n, 1)
    delta = change.sum(axis=0) / safe
    return delta, (change - delta * units) / safe


def compare_slices(
    inference: Inference, measure: str, before: int, after: int, features: Sequence[Feature]
) -> list[Slice]:
    """Every value of every feature, in the order of the features; those with few units are not tested."""
    units = take_units(inference, measure, before, after)
    found: list[Slice] = []
    parts: list[Sums] = []
    marks: list[int] = []
    for feature in features:
        code = units.values(feature)
        sums = add_up(units, code, len(feature.values))
        effects = find_effects(units, sums)
        right = [_count_right(side, code, len(feature.values)) for side in (units.before, units.after)]
        signs = sign_units(code, len(feature.values))
        for place, value in enumerate(feature.values):
            if effects.units[place]:
                found.append(_make_slice(((feature.name, value),), effects, place, right, inference.plan.alpha))
                marks.append(int(signs[place]))
                parts.append(sums.keep(np.array([place])))
    kept = merge_same(found, marks)
    tested = [place for place in kept if found[place].units >= FEWEST_UNITS]
    merged = {place: replace(found[place], also=also) for place, also in kept.items()}
    if tested:
        change = np.concatenate([parts[place].change for place in tested], axis=1)
        p = [sign_flip_p(change[:, column]) for column in range(change.shape[1])]
        adjusted = adjust(change, inference)
        for place, alone, star, q in zip(tested, p, adjusted.tolist(), benjamini_hochberg(p), strict=True):
            merged[place] = replace(merged[place], p=alone, p_adjusted=star, q=q)
    return list(merged.values())


def label_feature(tables: Tables, measure: str) -> Feature:
    """The gold label of a measure as a feature, every label a value, however many there are."""
    decisions = tables.decisions(measure)
    used, place = np.unique(decisions.gold_label, return_inverse=True)
    return Feature("label", "gold label", tuple(decisions.vocab.decode(used)), place.astype(np.int32), per_unit=True)


def adjust(change: Offsets, inference: Inference) -> Scores:
    """Max-T adjusted p of the sums of the columns, under random swaps of blocks."""
    spread = np.sqrt((change**2).sum(axis=0).astype(np.float64))
    spread[spread == 0] = 1.0
    test = MaxT(change.sum(axis=0) / spread)
    rows = change[np.any(change, axis=1)]
    if len(rows):
        for sums in swapped_sums(rows, inference.plan.resamples, random_source(inference.plan.seed, _SWAPS)):
            test.feed(sums / spread)
        return test.adjusted()
    return np.ones(change.shape[1])


def _count_right(right: Mask, code: Codes, n_values: int) -> Offsets:
    return np.bincount(code[right & (code >= 0)], minlength=n_values)


def sign_units(code: Codes, n_values: int) -> Offsets:
    """A number for each slice that tells which units it holds: equal numbers, equal units."""
    numbers = random_source(0, len(code)).integers(0, 1 << 62, size=len(code), dtype=np.int64)
    signs = np.zeros(n_values + 1, dtype=np.int64)  # the last place takes units without a value
    order = np.argsort(code, kind="stable")
    sorted_code = code[order]
    starts = np.flatnonzero(np.diff(sorted_code, prepend=-2))
    signs[sorted_code[starts]] = np.add.reduceat(numbers[order], starts) if len(starts) else 0  # wraps around
    return signs[:-1]


def merge_same(found: Sequence[Slice], marks: Sequence[int]) -> dict[int, tuple[tuple[tuple[str, str], ...], ...]]:
    """Slices that hold the same units, once: the first one's place, and the others' names."""
    first: dict[int, int] = {}
    also: dict[int, list[tuple[tuple[str, str], ...]]] = {}
    for place, (row, mark) in enumerate(zip(found, marks, strict=True)):
        if mark in first:
            also[first[mark]].append(row.names)
        else:
            first[mark] = place
            also[place] = []
    return {place: tuple(names) for place, names in also.items()}


def _make_slice(
    names: tuple[tuple[str, str], ...], effects: Effects, place: int, right: Sequence[Offsets], alpha: float
) -> Slice:
    units = int(effects.units[place])
    delta, error = float(effects.delta[place]), float(effects.error[place])
    return Slice(
        names,
        units,
        float(right[0][place]) / units,
        float(right[1][place]) / units,
        float(effects.gap[place]),
        error,
        float(effects.gap_error[place]),
        slice_interval(delta, error, int(effects.n_blocks[place]), alpha),
    )


def slice_interval(delta: float, error: float, n_blocks: int, alpha: float) -> Interval | None:
    """From the linearised error; Student's t where few blocks have units of the slice."""
    if n_blocks < 2 or not np.isfinite(error):  # noqa: PLR2004 (one block has no spread)
        return None
    quantile = t_quantile(1 - alpha / 2, n_blocks - 1) if n_blocks < FEW_BLOCKS else normal_quantile(1 - alpha / 2)
    return Interval(delta - quantile * error, delta + quantile * error)


def count_untested(found: Iterable[Slice]) -> int:
    """Slices with too few units."""
    return sum(row.units < FEWEST_UNITS for row in found)
