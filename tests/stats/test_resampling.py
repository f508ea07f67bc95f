"""Sums under random signs and of rows drawn with replacement."""

from __future__ import annotations

import tracemalloc
from typing import TYPE_CHECKING

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from tertium.stats import resampling
from tertium.stats.resampling import drawn_sums, every_sign, random_source, round_rows, swapped_sums

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tertium._typing import Counts, Scores

RESAMPLES = 4000
CROWDED = np.array([[1, 0], [-1, 0], [0, 2], [1, -1]] * 60 + [[3, 1], [0, 5], [-7, 2]], dtype=np.int64)
SINGLE = np.arange(1, 61, dtype=np.int64).reshape(20, 3) * np.array([1, -1, 2])

some_rows = st.lists(st.tuples(st.integers(-9, 9), st.integers(-9, 9)), min_size=1, max_size=80).map(np.array)


def swapped(rows: Counts | Scores, resamples: int = RESAMPLES, seed: int = 0) -> Scores:
    return np.concatenate(list(swapped_sums(rows, resamples, random_source(seed))))


def drawn(rows: Counts | Scores, resamples: int = RESAMPLES, seed: int = 0) -> Scores:
    return np.concatenate(list(drawn_sums(rows, resamples, random_source(seed))))


def test_every_sign__is_each_pattern_once() -> None:
    assert sorted(map(tuple, every_sign(3))) == sorted((a, b, c) for a in (1, -1) for b in (1, -1) for c in (1, -1))
    assert every_sign(0).shape == (1, 0)


def test_random_source__is_the_same_for_a_seed_and_a_purpose() -> None:
    numbers = {key: random_source(*key).integers(1 << 60) for key in ((0, 1), (0, 2), (1, 1))}
    assert random_source(0, 1).integers(1 << 60) == numbers[0, 1]
    assert len(set(numbers.values())) == 3


@pytest.mark.parametrize("kind", [np.int64, np.float64])
@pytest.mark.parametrize("rows", [CROWDED, SINGLE])
def test_swapped_sums__have_the_moments_of_random_signs(rows: Counts, kind: type) -> None:
    """Whole numbers are gathered into crowds of equal rows, fractions are not: the distribution is the same."""
    found = swapped(rows.astype(kind))
    covariance = rows.T @ rows
    error = np.sqrt(np.diag(covariance) / RESAMPLES)
    assert np.all(np.abs(found.mean(axis=0)) < 4 * error)
    spread = np.sqrt((np.outer(np.diag(covariance), np.diag(covariance)) + covariance**2) / RESAMPLES)
    assert np.all(np.abs(found.T @ found / RESAMPLES - covariance) < 4 * spread)


def test_swapped_sums__crowds_and_single_rows_have_the_same_distribution() -> None:
    together, apart = swapped(CROWDED)[:, 0], swapped(CROWDED.astype(np.float64), seed=1)[:, 0]
    assert stats.ks_2samp(together, apart).pvalue > 0.001


@pytest.mark.parametrize("count", [32, 37, 63, 64, 65, 128, 200])
def test_swapped_sums__of_a_crowd_are_binomial(count: int) -> None:
    """Bits of words are counted, and the last word may be used in part."""
    ones = (count - swapped(np.ones((count, 1), dtype=np.int64))[:, 0]) / 2
    seen, times = np.unique(ones, return_counts=True)
    common = times >= 8
    expected = stats.binom.pmf(seen[common], count, 0.5) * RESAMPLES
    rest = RESAMPLES - times[common].sum(), RESAMPLES - expected.sum()
    chi = float(((times[common] - expected) ** 2 / expected).sum() + (rest[0] - rest[1]) ** 2 / rest[1])
    assert stats.chi2.sf(chi, int(common.sum())) > 0.001


@given(rows=some_rows, seed=st.integers(0, 9))
def test_swapped_sums__are_whole_numbers_that_some_pattern_of_signs_gives(rows: Counts, seed: int) -> None:
    found, most = swapped(rows, 7, seed), np.abs(rows).sum(axis=0)
    assert found.shape == (7, 2)
    assert np.all(np.abs(found) <= most)
    assert np.all((found - most) % 2 == 0)


def test_swapped_sums__rows_without_a_difference_change_nothing() -> None:
    rows = np.zeros((50, 2), dtype=np.int64)
    assert not swapped(rows, 5).any()
    assert swapped(rows[:0], 5).shape == (5, 2)


@given(rows=some_rows)
def test_drawn_sums__have_as_many_rows_as_there_are(rows: Counts) -> None:
    """A column of ones adds up to n in every resample."""
    found = drawn(np.column_stack([np.ones(len(rows), dtype=np.int64), rows]), 7)
    assert np.all(found[:, 0] == len(rows))
    assert np.all(found[:, 1:] == np.round(found[:, 1:]))
    assert np.all(found[:, 1:] <= len(rows) * rows.max(axis=0))
    assert np.all(found[:, 1:] >= len(rows) * rows.min(axis=0))


@pytest.mark.parametrize("kind", [np.int64, np.float64])
def test_drawn_sums__have_the_moments_of_drawing_with_replacement(kind: type) -> None:
    found, n = drawn(SINGLE.astype(kind)), len(SINGLE)
    variance = n * SINGLE.var(axis=0)
    assert np.all(np.abs(found.mean(axis=0) - SINGLE.sum(axis=0)) < 4 * np.sqrt(variance / RESAMPLES))
    assert found.var(axis=0) == pytest.approx(variance, rel=4 * np.sqrt(2 / RESAMPLES))


def test_drawn_sums__stay_exact_where_one_row_is_drawn_often() -> None:
    """A huge document that is drawn five times would leave what single precision holds."""
    rows = np.zeros((12, 1), dtype=np.int64)
    rows[0] = 4_100_001
    found = drawn(rows, 5000)[:, 0]
    assert found.max() > 4 * rows.sum()
    assert not np.any(found % rows[0])


@pytest.mark.parametrize("sums", [swapped, drawn])
def test_sums__are_the_same_bytes_for_a_seed_in_slices_of_any_number(
    sums: type, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = sums(CROWDED, 50)
    assert np.array_equal(whole, sums(CROWDED, 50))
    assert not np.array_equal(whole, sums(CROWDED, 50, seed=1))
    for name in ("_SIGNS", "_WEIGHTS", "_ROWS"):
        monkeypatch.setattr(resampling, name, 3)
    sliced = sums(CROWDED, 50)
    assert sliced.shape == whole.shape


@pytest.mark.parametrize("tile", [1, 100, 1000])
@pytest.mark.parametrize("sums", [swapped, drawn])
def test_sums__do_not_depend_on_the_tiles_of_the_product(
    sums: type, tile: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Tiles keep the product off the threads of the library of linear algebra, which cost more than they bring."""
    rows = np.random.default_rng(1).integers(-9, 9, size=(300, 3))
    usual = sums(rows, 40)
    monkeypatch.setattr(resampling, "_TILE", tile)
    assert np.array_equal(sums(rows, 40), usual)


@pytest.mark.parametrize("n", [40, 3000])
def test_sums__of_fractions_do_not_depend_on_the_order_in_which_they_are_added(n: int) -> None:
    """Threads divide a matrix product as they like: the bytes are the same only if every partial sum is exact."""
    rows = np.random.default_rng(n).random((n, 3)) * [1.0, 1e-3, 300.0]
    signs = 1.0 - 2.0 * resampling._random_bits(20, n, random_source(5))
    weights = resampling._random_weights(20, n, random_source(5)).astype(np.float64)
    for found, factors, bound in (
        (swapped(rows, 20, 5), signs, rows.sum(axis=0)),
        (drawn(rows, 20, 5), weights, n * rows.max(axis=0)),
    ):
        exact = round_rows(rows, bound)
        assert np.abs(exact - rows).max() < 1e-9
        for order in (slice(None), slice(None, None, -1), np.argsort(rows[:, 0])):
            assert np.array_equal(found, np.cumsum(factors[:, order, None] * exact[order], axis=1)[:, -1])


def peak_of(parts: Iterator[Scores]) -> float:
    """Megabytes at most, the sums themselves thrown away."""
    tracemalloc.start()
    try:
        for _ in parts:
            pass
        return tracemalloc.get_traced_memory()[1] / 2**20
    finally:
        tracemalloc.stop()


@pytest.mark.slow
def test_swapped_sums__of_a_hundred_thousand_blocks_keep_within_memory() -> None:
    """10,000 resamples, for crowds, for rows that are all different, and for fractions."""
    source = np.random.default_rng(0)
    crowds = source.integers(-2, 3, size=(100_000, 3))
    assert peak_of(swapped_sums(crowds, 10_000, random_source(0))) < 500
    different = np.column_stack([np.arange(100_000), source.integers(0, 30, size=(100_000, 2))])
    assert peak_of(swapped_sums(different, 1000, random_source(0))) < 500
    assert peak_of(swapped_sums(different / 7, 1000, random_source(0))) < 500


@pytest.mark.slow
def test_drawn_sums__of_a_hundred_thousand_blocks_keep_within_memory() -> None:
    """A thousand resamples already have all slices that ten thousand would have alive at one time."""
    rows = np.random.default_rng(0).integers(0, 30, size=(100_000, 6))
    assert peak_of(drawn_sums(rows, 1000, random_source(0))) < 500
