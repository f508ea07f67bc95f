"""Slice search: where do two systems differ most, when nobody knows where to look?

All values of all features, and all pairs of values of two features, are ranked on one half of the blocks by how far
the difference there is from the difference elsewhere; the best of them are estimated and tested on the other half,
which the search has not seen. So the effects are not exaggerated by the search, and nothing is found where nothing is.
A slice in which hardly anything changes has a small standard error by accident, so that of an average slice of its size
is the least that is used.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import combinations
from math import isfinite
from typing import TYPE_CHECKING, Final

import numpy as np

from tertium.comparison.slices import Effects, Slice, add_up, find_effects, sign_units, slice_interval, take_units
from tertium.stats.distributions import normal_cdf, t_cdf
from tertium.stats.multiple import benjamini_hochberg
from tertium.stats.plan import FEW_BLOCKS
from tertium.stats.resampling import random_source

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from tertium._typing import Codes, Mask, Scores
    from tertium.comparison.feature_columns import Feature
    from tertium.comparison.inference import Inference
    from tertium.comparison.slices import Units

FEWEST_UNITS: Final = 40
"""A slice needs so many units in each half to be looked at."""

FEWEST_BLOCKS: Final = 10
MOST_PAIRS: Final = 60  # values of a feature beyond which it is not paired with another
_HALVES: Final = 11  # the purpose of the random numbers
_DISTINCT: Final = 0.8  # a slice that shares so many units with a better one (Jaccard) tells nothing new


@dataclass(frozen=True, eq=False, slots=True)
class _Candidate:
    names: tuple[tuple[str, str], ...]
    places: tuple[tuple[int, int], ...]  # (feature, value)
    z: float
    gap: float


@dataclass(frozen=True, slots=True)
class Search:
    """What a search found."""

    slices: tuple[Slice, ...]  # estimated on the second half, the surest first; `q` tells which to believe
    n_candidates: int  # slices that were ranked on the first half
    n_features: int
    n_blocks: tuple[int, int]


def search_slices(
    inference: Inference,
    measure: str,
    before: int,
    after: int,
    features: Sequence[Feature],
    *,
    most: int = 20,
    pairs: bool = True,
    progress: Callable[[str, int, int], None] | None = None,
) -> Search:
    """Look for slices on one half of the blocks, estimate them on the other.

    Args:
        inference: Blocks, seed and alpha.
        measure: A decision over gold words.
        before: The first system.
        after: The second system.
        features: What to slice by.
        most: How many slices of the first half are tested on the second.
        pairs: Also look at pairs of values of two features.
        progress: Called with (what, done, total) before each step.
    """
    units = take_units(inference, measure, before, after)
    first, second = _halves(units, inference.plan.seed)
    usable = [feature for feature in features if len(feature.values) > 1]
    codes = [units.codes_of(feature) for feature in usable]
    combined: list[tuple[int, ...]] = [(place,) for place in range(len(usable))]
    if pairs:
        small = [place for place, feature in enumerate(usable) if len(feature.values) <= MOST_PAIRS]
        combined += list(combinations(small, 2))
    candidates: dict[int, _Candidate] = {}
    for step, members in enumerate(combined):
        if progress is not None:
            progress("searching slices", step, len(combined))
        code, n_values = _combine([codes[place] for place in members], [len(usable[place].values) for place in members])
        for mark, row in _rank(units, first, code, n_values, [(place, usable[place]) for place in members]):
            if mark not in candidates or len(row.names) < len(candidates[mark].names):  # each set of units once
                candidates[mark] = row
    striking = [row for row in candidates.values() if row.gap]  # where nothing differs, nothing strikes
    chosen = _choose(sorted(striking, key=lambda row: (-abs(row.z), row.names)), codes, most)
    tested = [found for row in chosen if (found := _estimate(units, second, row, codes, inference)) is not None]
    q = benjamini_hochberg([row.p for row in tested])
    rows = [replace(row, q=value) for row, value in zip(tested, q, strict=True)]
    rows.sort(key=lambda row: (row.q, row.p, -abs(row.gap), row.names))
    n_first = len(np.unique(units.block[first]))
    return Search(tuple(rows), len(candidates), len(usable), (n_first, len(np.unique(units.block[second]))))


def _halves(units: Units, seed: int) -> tuple[Mask, Mask]:
    """Units of either half of the blocks."""
    order = random_source(seed, _HALVES).permutation(units.n_blocks)
    in_first = np.zeros(units.n_blocks, dtype=np.bool_)
    in_first[order[: units.n_blocks // 2]] = True
    first = in_first[units.block]
    return first, ~first


def _combine(codes: Sequence[Codes], sizes: Sequence[int]) -> tuple[Codes, int]:
    """One code for the values of all features; -1 where any is missing."""
    code, size = codes[0], sizes[0]
    for other, n in zip(codes[1:], sizes[1:], strict=True):
        code = np.where((code < 0) | (other < 0), -1, code * n + other).astype(np.int32)
        size *= n
    return code, size


def _rank(
    units: Units, half: Mask, code: Codes, n_values: int, members: Sequence[tuple[int, Feature]]
) -> Iterator[tuple[int, _Candidate]]:
    """The slices of some features with what tells their units, standardised on one half."""
    big = np.ones(n_values, dtype=np.bool_)
    for side in (half, ~half):
        size = np.bincount(code[side & (code >= 0)], minlength=n_values)
        big &= (size >= FEWEST_UNITS) & (np.count_nonzero(side) - size >= FEWEST_UNITS)  # in the slice, and outside
    values = np.flatnonzero(big)
    if not len(values):
        return
    table = np.full(n_values + 1, -1, dtype=np.int32)
    table[values] = np.arange(len(values), dtype=np.int32)
    dense = table[code]
    part = units.take(half)
    effects = find_effects(part, add_up(part, dense[half], len(values)))
    errors = _sober_errors(part, effects)
    marks = sign_units(dense, len(values))
    for place, value in enumerate(values.tolist()):
        z = float(effects.gap[place] / errors[place]) if errors[place] > 0 else 0.0
        if effects.n_blocks[place] >= FEWEST_BLOCKS and isfinite(z):
            names, places = _split(value, members)
            yield int(marks[place]), _Candidate(names, places, z, float(effects.gap[place]))


def _sober_errors(units: Units, effects: Effects) -> Scores:
    """Standard errors of the gaps, none smaller than an average slice of its size, and its rest, would have."""
    whole = find_effects(units, add_up(units, np.zeros(len(units.block), dtype=np.int32), 1))
    rest = whole.units[0] - effects.units
    average = whole.error[0] * np.sqrt(
        whole.units[0] / np.maximum(effects.units, 1) + whole.units[0] / np.maximum(rest, 1)
    )
    found: Scores = np.maximum(effects.gap_error, average)
    return found


def _split(
    value: int, members: Sequence[tuple[int, Feature]]
) -> tuple[tuple[tuple[str, str], ...], tuple[tuple[int, int], ...]]:
    """Names and places of the values that a combined value stands for."""
    names, places = [], []
    for number, feature in reversed(members):
        value, at = divmod(value, len(feature.values))
        names.append((feature.name, feature.values[at]))
        places.append((number, at))
    return tuple(reversed(names)), tuple(reversed(places))


def _members(row: _Candidate, codes: Sequence[Codes]) -> Mask:
    found: Mask = np.ones(len(codes[0]), dtype=np.bool_)
    for feature, value in row.places:
        found &= codes[feature] == value
    return found


def _choose(ranked: Sequence[_Candidate], codes: Sequence[Codes], most: int) -> list[_Candidate]:
    """The best, without those that hold almost the same units as a better one."""
    chosen: list[_Candidate] = []
    masks: list[Mask] = []
    for row in ranked:
        if len(chosen) == most:
            break
        mask = _members(row, codes)
        size = int(np.count_nonzero(mask))
        if not any(_overlap(mask, size, other) > _DISTINCT for other in masks):
            chosen.append(row)
            masks.append(mask)
    return chosen


def _overlap(mask: Mask, size: int, other: Mask) -> float:
    both = np.count_nonzero(mask & other)
    return float(both / (size + np.count_nonzero(other) - both))


def _estimate(units: Units, half: Mask, row: _Candidate, codes: Sequence[Codes], inference: Inference) -> Slice | None:
    """The slice on the half that the search has not seen."""
    part, code = units.take(half), np.where(_members(row, codes), 0, -1)[half].astype(np.int32)
    effects = find_effects(part, add_up(part, code, 1))
    inside = code == 0
    n = int(effects.units[0])
    gap, error = float(effects.gap[0]), float(_sober_errors(part, effects)[0])
    n_blocks = int(effects.n_blocks[0])
    if not n or n_blocks < 2 or not isfinite(error):  # noqa: PLR2004 (one block has no spread)
        return None
    return Slice(
        row.names,
        n,
        np.count_nonzero(part.before & inside) / n,
        np.count_nonzero(part.after & inside) / n,
        gap,
        float(effects.error[0]),
        error,
        slice_interval(gap, error, n_blocks, inference.plan.alpha),
        p=two_sided(gap / error if error > 0 else 0.0, n_blocks),
    )


def two_sided(z: float, n_blocks: int) -> float:
    """P of a standardised difference: Student's t where few blocks carry it."""
    tail = t_cdf(-abs(z), n_blocks - 1) if n_blocks < FEW_BLOCKS else normal_cdf(-abs(z))
    return min(1.0, 2 * tail)
