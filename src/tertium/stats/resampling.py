"""Resampled sums of count rows, as matrix products, a slice of the resamples at a time.

`swapped_sums` gives the sum of the rows under random signs (a test swaps the two systems' rows of a block with
probability 1/2); `drawn_sums` the sum of as many rows drawn with replacement (a bootstrap). Whole numbers stay exact,
in single precision where their sums allow it; fractions are rounded, by next to nothing, so that their sums are exact
too. So the order in which threads add them up does not matter, and the random numbers depend on the seed and on the
shape of the data alone: the same bytes, whatever the number of threads.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    from tertium._typing import Scores

    Rows = NDArray[np.int64] | NDArray[np.float64]

_SIGNS: Final = 1 << 20  # that are alive at one time
_WEIGHTS: Final = 1 << 18  # that are alive at one time: counting them is fast only while they fit a cache
_ROWS: Final = 32  # at least so many resamples at a time, or the product would read the counts too often
_EXACT: Final = 1 << 24  # whole numbers below it are exact in single precision
_BITS: Final = 52  # of the fraction of a double
_CROWD: Final = 32  # so many equal rows are counted by the bits of words instead of one by one
_WORD: Final = 64
_TILE: Final = 1 << 17  # multiplications at a time: OpenBLAS does so few on one thread


def random_source(seed: int, *purpose: int) -> np.random.Generator:
    """A generator for one purpose: the same seed and purpose, the same numbers."""
    return np.random.Generator(np.random.PCG64(np.random.SeedSequence([seed, *purpose])))


def every_sign(n: int) -> Scores:
    """(2^n, n) all patterns of signs."""
    bits = np.arange(1 << n)[:, None] >> np.arange(n) & 1
    return (1 - 2 * bits).astype(np.float64)


def swapped_sums(rows: Rows, resamples: int, source: np.random.Generator) -> Iterator[Scores]:
    """(resamples, k) in slices: sums of the rows (n, k), each with a random sign."""
    bound = np.abs(rows).sum(axis=0)
    crowds, times, others = _gather_equal(round_rows(rows, bound))
    kind = _precision(rows, int(bound.max(initial=0)))
    size = min(resamples, max(_ROWS, _SIGNS // max(len(others), 1)))
    factors, whole = others.astype(kind), others.sum(axis=0)
    for start in range(0, resamples, size):
        n = min(size, resamples - start)
        sums = np.zeros((n, rows.shape[1]))
        if len(others):
            sums += whole - 2.0 * _multiply(_random_bits(n, len(others), source), factors)
        for row, count in zip(crowds, times.tolist(), strict=True):
            sums += np.multiply.outer(_sum_of_signs(n, count, source), row)
        yield sums


def _random_bits(n: int, width: int, source: np.random.Generator) -> NDArray[np.uint8]:
    """(n, width) a 1 for each row whose sign is turned."""
    bits = np.frombuffer(source.bytes(n * -(-width // 8)), dtype=np.uint8).reshape(n, -1)
    return np.unpackbits(bits, axis=1, count=width)


def _sum_of_signs(n: int, count: int, source: np.random.Generator) -> Scores:
    """(n,) sums of so many random signs, from the bits of random words."""
    words = -(-count // _WORD)
    bits = np.frombuffer(source.bytes(8 * n * words), dtype=np.uint64).reshape(n, words)
    spare = words * _WORD - count
    if spare:
        bits = bits.copy()
        bits[:, -1] >>= np.uint64(spare)
    ones = np.bitwise_count(bits).sum(axis=1, dtype=np.int64)
    return np.asarray(count - 2 * ones, dtype=np.float64)


def _gather_equal(rows: Rows) -> tuple[Scores, NDArray[np.int64], Rows]:
    """Rows that occur many times (a row and its negative are one under random signs), how often, and the others."""
    lead = rows[np.arange(len(rows)), (rows != 0).argmax(axis=1)]
    upright = rows * np.where(lead < 0, -1, 1)[:, None]
    upright = upright[np.any(upright != 0, axis=1)]
    none = np.zeros((0, rows.shape[1])), np.zeros(0, dtype=np.int64)
    if len(upright) < _CROWD or not np.issubdtype(rows.dtype, np.integer):
        return *none, upright
    mixers = random_source(0).integers(1, 1 << 62, size=rows.shape[1], dtype=np.int64)
    keys, place, times = np.unique(upright @ mixers, return_inverse=True, return_counts=True)  # wraps around: a hash
    first = np.zeros(len(keys), dtype=np.int64)
    first[place[::-1]] = np.arange(len(upright))[::-1]
    if not np.array_equal(upright, upright[first[place]]):  # two rows with one hash: never seen, yet never trusted
        return *none, upright
    crowd = times >= _CROWD
    return upright[first[crowd]].astype(np.float64), times[crowd], upright[~crowd[place]]


def drawn_sums(rows: Rows, resamples: int, source: np.random.Generator) -> Iterator[Scores]:
    """(resamples, k) in slices: sums of n rows drawn with replacement from the rows (n, k)."""
    n = len(rows)
    bound = n * np.abs(rows).max(axis=0, initial=0)  # one row may be drawn every time
    kind = _precision(rows, int(bound.max(initial=0)))
    factors = round_rows(rows, bound).astype(kind)
    size = min(resamples, max(_ROWS, _WEIGHTS // max(n, 1)))
    for start in range(0, resamples, size):
        yield _multiply(_random_weights(min(size, resamples - start), n, source), factors).astype(np.float64)


def _multiply(weights: NDArray[Any], factors: NDArray[Any]) -> NDArray[Any]:
    """The product (n, width) @ (width, k) in the precision of the factors, a tile at a time.

    Counts have few columns: threads would wait for each other longer than they multiply, and take the processor from
    whoever else could use it.
    """
    n, width = weights.shape
    k = max(factors.shape[1], 1)
    tall = max(1, min(n, _TILE // (_WORD * k)))
    wide = max(1, _TILE // (tall * k))
    product = np.zeros((n, factors.shape[1]), dtype=factors.dtype)
    for top in range(0, n, tall):
        for left in range(0, width, wide):
            tile = weights[top : top + tall, left : left + wide].astype(factors.dtype)
            product[top : top + tall] += tile @ factors[left : left + wide]
    return product


def draw_runs(sums: Scores, source: np.random.Generator) -> Scores:
    """(resamples, k): sums over runs drawn with replacement from (resamples, n_runs, k), for each resample anew.

    One run fewer is drawn than there are, or their part of the variance would be too small by (n - 1) / n (Rao and Wu
    1988), which is half of it for two runs.
    """
    n = sums.shape[1]
    if n > 1:
        drawn = source.integers(0, n, size=(len(sums), n - 1))
        sums = np.take_along_axis(sums, drawn[:, :, None], axis=1)
    summed: Scores = sums.sum(axis=1)
    return summed


def _random_weights(n: int, width: int, source: np.random.Generator) -> NDArray[np.int64]:
    drawn = source.integers(0, width, size=(n, width), dtype=np.int64)
    drawn += (np.arange(n) * width)[:, None]
    return np.bincount(drawn.ravel(), minlength=n * width).reshape(n, width)


def round_rows(rows: Rows, bound: Rows) -> Rows:
    """Rows (n, k) whose partial sums are exact, in any order, as long as they stay within the bound (k,).

    Whole numbers are; fractions are rounded to multiples of the last bit that a sum as large as the bound has.
    """
    if np.issubdtype(rows.dtype, np.integer):
        return rows
    last_bit = np.exp2(np.frexp(np.maximum(bound, np.finfo(np.float64).tiny))[1] - _BITS)
    rounded: Scores = np.rint(rows / last_bit) * last_bit
    return rounded


def _precision(rows: Rows, largest: int) -> type[np.floating[Any]]:
    """Single precision where every partial sum, the largest included, is a whole number that it holds exactly."""
    return np.float32 if np.issubdtype(rows.dtype, np.integer) and largest < _EXACT else np.float64
