"""Slices of sentences (or documents), for measures that are not decided unit by unit (CLAS, Leaf-Ancestor, B3, ...).

A measure has counts for each sentence, so that any set of whole sentences has a score: the counts are added up over
them. Features of words cannot slice it. Everything else is as in `slices`: differences and gaps with linearised
standard errors, a test of each slice (exact where only whole numbers right differ, else under swaps of blocks), and
stars from step-down max-T over random swaps, for which the difference is linearised, so that a swap changes one sign.
The units are the words of the sentences. Test sets are such slices under every measure: each has the score that a
comparison on it alone would give.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

import numpy as np

from tertium.comparison.inference import Inference
from tertium.comparison.slices import Slice, merge_same, sign_units, slice_interval
from tertium.errors import UsageError
from tertium.stats.linear import gradient, influence
from tertium.stats.multiple import MaxT, benjamini_hochberg
from tertium.stats.paired import Pair
from tertium.stats.resampling import random_source, swapped_sums

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tertium._typing import Counts, Mask, Scores
    from tertium.comparison.feature_columns import Feature

_LEVELS: Final = {"sentence": ("sentence", "document"), "document": ("document",)}
"""Features that do not cut what has counts of its own."""

_SWAPS: Final = 12  # the purpose of the random numbers


@dataclass(frozen=True, eq=False, slots=True)
class _Part:
    """Two systems' counts by block, over some of the sentences."""

    pair: Pair

    @property
    def values(self) -> tuple[float, float]:
        """The score of either system."""
        one, two = (float(self.pair.evaluate(counts.sum(axis=0))) for counts in (self.pair.one, self.pair.two))
        return one, two

    def influences(self) -> Scores:
        """(n_blocks,) how much each block moves the difference."""
        moves = [influence(counts, self.pair.evaluate) for counts in (self.pair.one, self.pair.two)]
        found: Scores = moves[1] - moves[0]
        return found

    def steps(self) -> Scores:
        """(n_blocks,) what each block adds to the difference, to first order; a swap changes its sign."""
        middle = (self.pair.one.sum(axis=0) + self.pair.two.sum(axis=0)) / 2
        found: Scores = (self.pair.two - self.pair.one) @ gradient(middle.astype(np.float64), self.pair.evaluate)
        return found

    def n_blocks(self) -> int:
        """Blocks in which anything is counted."""
        return int(np.count_nonzero(np.any((self.pair.one != 0) | (self.pair.two != 0), axis=1)))


def compare_block_slices(
    inference: Inference, measure: str, before: int, after: int, features: Sequence[Feature]
) -> list[Slice]:
    """Every value of every feature of sentences, in the order of the features; those with few units are not tested.

    Raises:
        UsageError: A feature belongs to words.
    """
    for feature in features:
        if feature.level not in _LEVELS[inference.tables.block]:
            owner = "words" if feature.level == "token" else f"{feature.level}s"
            noun = inference.tables.block
            raise UsageError(
                f"{measure} has counts for {noun}s only, and {feature.name!r} is a feature of {owner}",
                hint=f"slice it by a feature of {noun}s{', such as length' * (noun == 'sentence')}, "
                "or choose another --measure",
            )
    first = inference.tables.blocks.start[:-1]
    by_sentence = Inference(inference.tables, inference.plan)
    counts = by_sentence.pooled(measure, before), by_sentence.pooled(measure, after)
    found: list[Slice] = []
    parts: list[_Part] = []
    marks: list[int] = []
    for feature in features:
        code = feature.code[first]
        signs = sign_units(code, len(feature.values))
        for place, value in enumerate(feature.values):
            chosen = code == place
            inside, outside = (_take(inference, counts, measure, among) for among in (chosen, ~chosen))
            units = int(inference.tables.blocks.size()[chosen].sum())
            if units:
                found.append(_make_slice(((feature.name, value),), units, inside, outside, inference.plan.alpha))
                parts.append(inside)
                marks.append(int(signs[place]))
    kept = merge_same(found, marks)
    merged = {place: replace(found[place], also=also) for place, also in kept.items()}
    tested = [place for place in kept if found[place].is_tested]
    if tested:
        source = random_source(inference.plan.seed, _SWAPS)
        tests = inference.test_parts(measure, [parts[place].pair for place in tested], source)
        p = [test.p for test in tests]
        adjusted = _adjust(np.stack([parts[place].steps() for place in tested], axis=1), inference)
        for place, alone, star, q in zip(tested, p, adjusted.tolist(), benjamini_hochberg(p), strict=True):
            merged[place] = replace(merged[place], p=alone, p_adjusted=star, q=q)
    return list(merged.values())


def _take(inference: Inference, counts: tuple[Counts, Counts], measure: str, chosen: Mask) -> _Part:
    """Some of the sentences, added up by block."""
    one, two = (inference.add_up(own * chosen[:, None]) for own in counts)
    return _Part(Pair(one, two, inference.evaluate(measure)))


def _make_slice(names: tuple[tuple[str, str], ...], units: int, inside: _Part, outside: _Part, alpha: float) -> Slice:
    one, two = inside.values
    other_one, other_two = outside.values
    n_blocks = inside.n_blocks()
    own, rest = inside.influences(), outside.influences()
    factor = n_blocks / (n_blocks - 1) if n_blocks > 1 else np.nan  # one block has no spread
    error, gap_error = (float(np.sqrt(factor * (moves**2).sum())) for moves in (own, own - rest))
    gap = (two - one) - (other_two - other_one)
    return Slice(names, units, one, two, gap, error, gap_error, slice_interval(two - one, error, n_blocks, alpha))


def _adjust(steps: Scores, inference: Inference) -> Scores:
    """Max-T adjusted p of linearised differences (n_blocks, n_slices), under random swaps of blocks."""
    spread = np.sqrt((steps**2).sum(axis=0))
    spread[spread == 0] = 1.0
    test = MaxT(steps.sum(axis=0) / spread)
    rows = steps[np.any(steps != 0, axis=1)]
    if not len(rows):
        return np.ones(steps.shape[1])
    for sums in swapped_sums(rows, inference.plan.resamples, random_source(inference.plan.seed, _SWAPS, 1)):
        test.feed(sums / spread)
    return test.adjusted()
