"""A feature before and after it is cut into slices.

Before: one label or one number for each gold word, as an expression of the user sees it. After: a `Feature`, a handful
of values in an order that makes sense (bins rising, labels by falling frequency), and for each word the place of its
value.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final, Literal, TypeAlias

import numpy as np

from tertium.corpus import MISSING

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    import polars as pl
    from numpy.typing import NDArray

    from tertium._typing import Codes, Mask, Offsets
    from tertium.corpus import Vocab

Level: TypeAlias = Literal["token", "sentence", "document"]
"""What has one value: a word, a sentence with all of its words, or a document with all of its sentences."""

OTHER: Final = "other"
MOST_VALUES: Final = 50
"""Labels beyond the most frequent ones are pooled into `OTHER`."""

MOST_NUMBERS: Final = 12
"""A column of the user with more distinct numbers than this is cut into quarters."""


@dataclass(frozen=True, eq=False, slots=True)
class Feature:
    """A category for every gold word."""

    name: str
    title: str
    values: tuple[str, ...]  # those that occur, in an order that makes sense
    code: Codes  # (n_gold_words,)  place in `values`; -1: the word has none
    level: Level = "token"
    per_unit: bool = False  # the codes are of units, not of words


@dataclass(frozen=True, eq=False, slots=True)
class Labels:
    """A label for each word."""

    names: tuple[str, ...]
    code: Codes  # (n_words,)  place in `names`; -1: none
    ordered: bool = False  # the names stand in the order in which they are to be shown

    def rename(self, rule: Callable[[str], str | None], order: tuple[str, ...] | None = None) -> Labels:
        """Every label as the rule says, which is called once for each; None takes it away."""
        renamed = [rule(name) for name in self.names]
        names = tuple(dict.fromkeys(name for name in renamed if name is not None)) if order is None else order
        place = {name: number for number, name in enumerate(names)}
        table = np.full(len(renamed) + 1, MISSING, dtype=np.int32)  # the last place takes the missing ones
        table[:-1] = [MISSING if name is None else place[name] for name in renamed]
        return Labels(names, table[self.code], ordered=order is not None)

    def number(self, rule: Callable[[str], int], bins: Bins) -> Numbers:
        """A number for every label, given by the rule."""
        table = np.zeros(len(self.names) + 1, dtype=np.int64)
        table[:-1] = [rule(name) for name in self.names]
        return Numbers(table[self.code], self.code != MISSING, bins)

    def series(self) -> pl.Series:
        """(n_words,) the labels as strings, null where there is none."""
        import polars as pl

        return pl.Series(self.names, dtype=pl.String).gather(pl.Series(self.code).replace(MISSING, None))

    def spread(self, size: NDArray[np.integer[Any]]) -> Labels:
        """Labels of sentences as labels of their words, given how many words each has."""
        return Labels(self.names, np.repeat(self.code, size), self.ordered)

    def cut(self) -> tuple[tuple[str, ...], Codes]:
        """Values and codes of the feature: only what occurs, and not too much of it."""
        count = np.bincount(self.code[self.code != MISSING], minlength=len(self.names))
        found = np.flatnonzero(count).tolist()
        if self.ordered:
            return _select(self.code, self.names, found, [])
        found.sort(key=lambda place: (-count[place], self.names[place]))
        return _select(self.code, self.names, found[:MOST_VALUES], found[MOST_VALUES:])


@dataclass(frozen=True, slots=True)
class Bins:
    """Names of ranges of numbers: bin i holds numbers from lowest[i] up to the next."""

    lowest: tuple[int, ...]
    names: tuple[str, ...]


@dataclass(frozen=True, eq=False, slots=True)
class Numbers:
    """A number for each word."""

    value: NDArray[Any]  # (n_words,)  integers or floats
    known: Mask  # (n_words,)
    bins: Bins | None = None  # None: by the numbers themselves, or in quarters
    shown: Labels | None = None  # what the slices are made from, if not from the number
    each: Offsets = field(default_factory=lambda: np.zeros(0, dtype=np.int64))  # words whose numbers make the quarters

    def series(self) -> pl.Series:
        """(n_words,) the numbers, null where there is none."""
        import polars as pl

        return pl.Series(self.value).set(pl.Series(~self.known), None)

    def spread(self, size: NDArray[np.integer[Any]]) -> Numbers:
        """Numbers of sentences as numbers of their words, given how many words each has."""
        return Numbers(np.repeat(self.value, size), np.repeat(self.known, size), self.bins)

    def cut(self) -> tuple[tuple[str, ...], Codes]:
        """Values and codes of the feature: the bins that are not empty."""
        if self.shown is not None:
            return self.shown.cut()
        if self.bins is not None:
            place = np.digitize(self.value, self.bins.lowest).astype(np.int32) - 1
            code = np.where(self.known, place, MISSING).astype(np.int32)
            found = np.flatnonzero(np.bincount(code[code != MISSING], minlength=len(self.bins.names)))
            return _select(code, self.bins.names, found.tolist(), [])
        distinct, place = np.unique(self.value[self.known], return_inverse=True)
        code = np.full(len(self.value), MISSING, dtype=np.int32)
        if len(distinct) <= MOST_NUMBERS:
            code[self.known] = place
            return tuple(_write(number) for number in distinct), code
        quarter = _find_quarters(distinct, self.value[self.each] if len(self.each) else self.value[self.known])
        code[self.known] = quarter[place]
        first = np.flatnonzero(np.diff(quarter, prepend=-1))
        last = np.append(first[1:], len(distinct)) - 1
        names = [f"{_write(distinct[low])} to {_write(distinct[high])}" for low, high in zip(first, last, strict=True)]
        return tuple(names), code


Column: TypeAlias = Labels | Numbers


def _select(code: Codes, names: Sequence[str], kept: list[int], pooled: list[int]) -> tuple[tuple[str, ...], Codes]:
    """Only the kept places, renumbered in their order; the pooled ones become `OTHER`, last if it is new."""
    values = [names[place] for place in kept]
    table = np.full(len(names) + 1, MISSING, dtype=np.int32)  # the last place takes the missing ones
    table[kept] = np.arange(len(kept), dtype=np.int32)
    if pooled:
        if OTHER not in values:
            values.append(OTHER)
        table[pooled] = values.index(OTHER)
    return tuple(values), table[code]


def _find_quarters(distinct: NDArray[Any], values: NDArray[Any]) -> Codes:
    """(n_distinct,) the quarter of each number, from 0; there are fewer than four if many are equal."""
    borders = np.quantile(values, (0.25, 0.5, 0.75))
    quarter = np.searchsorted(borders, distinct, side="left")
    return np.unique(quarter, return_inverse=True)[1].astype(np.int32)


def _write(number: Any) -> str:
    return f"{number:,}" if isinstance(number, np.integer) else f"{number:.6g}"


def take_labels(vocab: Vocab, codes: Codes, *, blank: bool = False) -> Labels:
    """Strings of a vocabulary as labels; the empty string and `_` are no label, unless blank ones are wanted."""
    used = vocab.used(codes)
    names = vocab.decode(used)
    table = np.full(len(vocab) + 1, MISSING, dtype=np.int32)
    table[used] = np.arange(len(used), dtype=np.int32)
    labels = Labels(tuple(names), table[codes])
    return labels if blank else labels.rename(lambda name: None if name in ("", "_") else name)


def take_strings(strings: pl.Series) -> Labels:
    """A column of strings as labels; null and the empty string are no label."""
    import polars as pl

    strings = strings.replace("", None)
    names = strings.drop_nulls().unique().sort()
    code = strings.replace_strict(
        names, pl.Series(np.arange(len(names), dtype=np.int32)), default=None, return_dtype=pl.Int32
    )
    return Labels(tuple(names.to_list()), code.fill_null(MISSING).to_numpy().astype(np.int32))
