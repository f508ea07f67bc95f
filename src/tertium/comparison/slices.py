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

from tertium.comparison.builtin_features import AMBIGUITIES, FREQUENCIES, KNOWN
from tertium.comparison.feature_columns import Bins, Feature, Labels, Numbers, take_labels
from tertium.comparison.transitions import sorted_labels
from tertium.stats.distributions import normal_quantile, t_quantile
from tertium.stats.intervals import Interval
from tertium.stats.multiple import MaxT, benjamini_hochberg
from tertium.stats.plan import FEW_BLOCKS
from tertium.stats.resampling import random_source, swapped_sums
from tertium.stats.signflip import sign_flip_p
from tertium.tasks.match import NOT_IN_GOLD, UNALIGNED

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from tertium._typing import Codes, Mask, Offsets, Scores
    from tertium.comparison.feature_columns import Column
    from tertium.comparison.inference import Inference
    from tertium.comparison.lexicon import Lexicon
    from tertium.comparison.tables import Tables
    from tertium.corpus import Corpus
    from tertium.tasks.decisions import Decisions

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
    def is_tested(self) -> bool:
        """Whether it has enough units for p and q to say something."""
        return self.units >= FEWEST_UNITS

    @property
    def tests(self) -> dict[str, float | None]:
        """What its test says, by name; None where it has too few units."""
        found = {"p_value": self.p, "p_adjusted": self.p_adjusted, "q_value": self.q}
        return {name: value if self.is_tested else None for name, value in found.items()}

    @property
    def title(self) -> str:
        """`length 31-40`, or `length 31-40 & upos VERB`."""
        return " & ".join(f"{feature} {value}" for feature, value in self.names)


@dataclass(frozen=True, eq=False, slots=True)
class Units:
    """What is compared: for each unit its block and how the right answers change; blocks rise."""

    block: Codes  # (n_units,)
    n_blocks: int
    before: Mask  # (n_units,)
    after: Mask  # (n_units,)
    word: Codes  # (n_units,)  the gold word
    place: Offsets  # (n_units,)  among all units of the measure

    @property
    def change(self) -> Codes:
        """(n_units,) 1 for a correction, -1 for a new error, 0 where both are right or both wrong."""
        return self.after.astype(np.int32) - self.before.astype(np.int32)

    def take(self, chosen: Mask | Offsets) -> Units:
        """Only some of the units, or all of them in another order; blocks keep their numbers."""
        parts = (self.before[chosen], self.after[chosen], self.word[chosen], self.place[chosen])
        return Units(self.block[chosen], self.n_blocks, *parts)

    def codes_of(self, feature: Feature) -> Codes:
        """(n_units,) the value of a feature for each unit."""
        return feature.code[self.place if feature.per_unit else self.word]


def take_units(inference: Inference, measure: str, before: int, after: int) -> Units:
    """The units of a measure that concern two systems: gold words, or what the gold or one of the two proposes."""
    decisions = inference.tables.decisions(measure)
    units = Units(
        inference.block_of_words()[decisions.unit],
        inference.n_blocks,
        decisions.right[before],
        decisions.right[after],
        decisions.unit,
        np.arange(decisions.n_units),
    )
    concerned = decisions.concerns(before, after)
    units = units if concerned is None else units.take(concerned)
    rising = bool(np.all(units.block[1:] >= units.block[:-1]))
    return units if rising else units.take(np.argsort(units.block, kind="stable"))


@dataclass(frozen=True, eq=False, slots=True)
class Cells:
    """Changes and units of each slice in each block that has some: there are no more cells than units."""

    n_slices: int
    slice: Codes  # (n_cells,)  rising
    block: Codes  # (n_cells,)  rising within a slice
    change: Offsets  # (n_cells,)
    units: Offsets  # (n_cells,)

    def sum(self, values: Offsets | Scores) -> Scores:
        """(n_slices,) sums over the blocks of each slice."""
        return np.bincount(self.slice, weights=values, minlength=self.n_slices).astype(np.float64)


def add_up(units: Units, code: Codes, n_values: int) -> Cells:
    """Sums for the slices of one feature, given its value for each unit (-1: none)."""
    kind = np.int16 if n_values < np.iinfo(np.int16).max else np.int32  # short numbers are sorted fastest
    order = np.argsort(code.astype(kind), kind="stable")
    order = order[np.searchsorted(code[order], 0) :]
    slices, blocks, changes = code[order], units.block[order], units.change[order]
    first = np.ones(len(order), dtype=np.bool_)
    first[1:] = (slices[1:] != slices[:-1]) | (blocks[1:] != blocks[:-1])
    start = np.flatnonzero(first)
    n = np.diff(start, append=len(order))
    change = np.add.reduceat(changes, start, dtype=np.int64) if len(start) else np.zeros(0, dtype=np.int64)
    return Cells(n_values, slices[start], blocks[start], change, n)


@dataclass(frozen=True, eq=False, slots=True)
class Effects:
    """Differences and standard errors, one for each slice."""

    units: Offsets
    delta: Scores
    gap: Scores
    error: Scores
    gap_error: Scores
    n_blocks: Offsets  # that have units in the slice


def find_effects(units: Units, cells: Cells) -> Effects:
    """Differences of the slices and of what is outside them, linearised over blocks.

    A block moves the difference of a slice by (change - delta * units) / units of the slice, and so for what is outside
    of it. Blocks without units of the slice only move the latter, alike for all slices but for two factors, so that
    their part comes from three sums.
    """
    change = np.bincount(units.block, weights=units.change, minlength=units.n_blocks)
    size = np.bincount(units.block, minlength=units.n_blocks).astype(np.float64)
    n = cells.sum(cells.units)
    inside, outside = np.maximum(n, 1), np.maximum(size.sum() - n, 1)
    delta = cells.sum(cells.change) / inside
    rest = (change.sum() - cells.sum(cells.change)) / outside
    at = cells.slice
    own = (cells.change - delta[at] * cells.units) / inside[at]
    there, room = change[cells.block], size[cells.block]
    alone = (there - rest[at] * room) / outside[at]  # were the block outside as a whole
    other = (there - cells.change - rest[at] * (room - cells.units)) / outside[at]
    everywhere = (change @ change - 2 * rest * (change @ size) + rest**2 * (size @ size)) / outside**2
    n_blocks = np.bincount(at, minlength=cells.n_slices)
    factor = np.where(n_blocks > 1, n_blocks / np.maximum(n_blocks - 1, 1), np.nan)  # one block has no spread
    gap_variance = np.maximum(everywhere + cells.sum((own - other) ** 2 - alone**2), 0.0)
    return Effects(
        n.astype(np.int64),
        delta,
        delta - rest,
        np.sqrt(factor * cells.sum(own**2)),
        np.sqrt(factor * gap_variance),
        n_blocks,
    )


def compare_slices(
    inference: Inference, measure: str, before: int, after: int, features: Sequence[Feature]
) -> list[Slice]:
    """Every value of every feature, in the order of the features; those with few units are not tested."""
    units = take_units(inference, measure, before, after)
    found: list[Slice] = []
    marks: list[int] = []
    changes: list[Offsets] = []
    for feature in features:
        code, n_values = units.codes_of(feature), len(feature.values)
        effects = find_effects(units, add_up(units, code, n_values))
        right = [_count_right(side, code, n_values) for side in (units.before, units.after)]
        signs, change = sign_units(code, n_values), _change_blocks(units, code, n_values)
        for place, value in enumerate(feature.values):
            if effects.units[place]:
                found.append(_make_slice(((feature.name, value),), effects, place, right, inference.plan.alpha))
                marks.append(int(signs[place]))
                changes.append(change[:, place])
    kept = merge_same(found, marks)
    tested = [place for place in kept if found[place].is_tested]
    merged = {place: replace(found[place], also=also) for place, also in kept.items()}
    if tested:
        table = np.stack([changes[place] for place in tested], axis=1)
        p = [sign_flip_p(table[:, column]) for column in range(len(tested))]
        adjusted = adjust(table, inference)
        for place, alone, star, q in zip(tested, p, adjusted.tolist(), benjamini_hochberg(p), strict=True):
            merged[place] = replace(merged[place], p=alone, p_adjusted=star, q=q)
    return list(merged.values())


def _change_blocks(units: Units, code: Codes, n_values: int) -> Offsets:
    """(n_differing_blocks, n_values) changes of each slice, in the blocks that have any change."""
    changed = np.flatnonzero(units.change)
    blocks, row = np.unique(units.block[changed], return_inverse=True)
    there = code[changed] >= 0
    key = row[there] * n_values + code[changed][there]
    sums = np.bincount(key, weights=units.change[changed][there], minlength=len(blocks) * n_values)
    return sums.astype(np.int64).reshape(len(blocks), n_values)


SPANS: Final = Bins((1, 2, 3, 6, 11, 21), ("1", "2", "3-5", "6-10", "11-20", "21+"))


def unit_features(tables: Tables, measure: str, lexicon: Lexicon | None = None) -> dict[str, Feature]:
    """Features of what systems propose (brackets, spans): its gold label and its width; none where units are words.

    With a lexicon of spans, also whether the words are known as a span, with how many labels, and how often.
    """
    if tables.measures[measure].decide is None or tables.measures[measure].atoms:
        return {}
    decisions = tables.decisions(measure)
    labels = take_labels(decisions.vocab, decisions.row_label, blank=True)
    values, code = labels.rename(lambda name: NOT_IN_GOLD if name == UNALIGNED else name).cut()
    found = {"label": Feature("label", "gold label", values, code, per_unit=True)}
    if decisions.end is not None:
        width = (decisions.end - decisions.unit).astype(np.int64)
        values, code = Numbers(width, width > 0, SPANS).cut()
        found["span"] = Feature("span", "words from the first to the last", values, code, per_unit=True)
    if lexicon is not None and lexicon.of_spans:
        found |= _look_up(tables.gold, decisions, lexicon)
    return found


def _look_up(gold: Corpus, decisions: Decisions, lexicon: Lexicon) -> dict[str, Feature]:
    """What a lexicon of spans says of the units' words."""
    forms = gold.vocab.decode(gold.columns["form"])
    ends = decisions.unit + 1 if decisions.end is None else decisions.end
    texts = [" ".join(forms[start:end]) for start, end in zip(decisions.unit.tolist(), ends.tolist(), strict=True)]
    distinct = sorted(set(texts))
    number = {text: place for place, text in enumerate(distinct)}
    place = np.array([number[text] for text in texts], dtype=np.int64)
    table = lexicon.look_up(distinct)
    every = np.ones(len(texts), dtype=np.bool_)
    labels = table["labels"].to_numpy()[place] if texts else np.zeros(0, dtype=np.int64)
    columns: dict[str, tuple[str, Column]] = {
        "unknown": (
            "whether the words are known as a span",
            Labels(KNOWN, (labels == 0).astype(np.int32), ordered=True),
        ),
        "ambiguity": ("labels of the words", Numbers(labels, every, AMBIGUITIES)),
    }
    if lexicon.counted:
        count = table["count"].to_numpy()[place] if texts else labels
        columns["frequency"] = ("how often the words are a span", Numbers(count, every, FREQUENCIES))
    return {
        name: Feature(name, f"{title} in {lexicon.name}", *column.cut(), per_unit=True)
        for name, (title, column) in columns.items()
    }


def label_feature(tables: Tables, measure: str) -> Feature:
    """The gold label of a measure as a feature, every label a value, however many there are."""
    decisions = tables.decisions(measure)
    labels, (place,) = sorted_labels(decisions.vocab, [decisions.row_label])
    return Feature("label", "gold label", labels, place, per_unit=True)


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
    return sum(not row.is_tested for row in found)
