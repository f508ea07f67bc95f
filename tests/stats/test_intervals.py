"""Intervals: percentile and BCa from resamples, t and normal from a standard error."""

from __future__ import annotations

from functools import cache
from math import nan
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from scipy import stats

from tertium.stats.intervals import Interval, bca_interval, error_interval, percentile_interval
from tertium.stats.resampling import drawn_sums, random_source
from tests.stats.simulated import World, accuracy

if TYPE_CHECKING:
    from tertium._typing import Counts, Scores

ONE, TWO = World(effect=0.03, share=0.8).draw(70, np.random.default_rng(3))
DELTA = float(accuracy(TWO.sum(axis=0)) - accuracy(ONE.sum(axis=0)))


def delta(first: Counts, second: Counts, gold: Counts, axis: int = -1) -> Scores:
    return np.asarray((second.sum(axis=axis) - first.sum(axis=axis)) / gold.sum(axis=axis))


@cache
def theirs(method: str) -> Any:
    """What scipy makes of the same blocks."""
    columns = (ONE[:, 0], TWO[:, 0], ONE[:, 1])
    seed = np.random.default_rng(0)
    return stats.bootstrap(columns, delta, paired=True, vectorized=True, n_resamples=4000, method=method, rng=seed)


def left_out() -> Scores:
    return accuracy(TWO.sum(axis=0) - TWO) - accuracy(ONE.sum(axis=0) - ONE)


def test_percentile__is_scipys_on_the_same_resamples() -> None:
    found, expected = percentile_interval(theirs("percentile").bootstrap_distribution, 0.05), theirs("percentile")
    assert (found.low, found.high) == pytest.approx(tuple(expected.confidence_interval), rel=1e-12)


def test_bca__is_scipys_on_the_same_resamples() -> None:
    expected = theirs("BCa")
    found = bca_interval(DELTA, expected.bootstrap_distribution, left_out(), 0.05)
    assert (found.low, found.high) == pytest.approx(tuple(expected.confidence_interval), rel=1e-9)


@pytest.mark.parametrize("method", ["percentile", "BCa"])
def test_intervals__from_our_resamples_are_scipys_within_monte_carlo_error(method: str) -> None:
    sums = np.concatenate(list(drawn_sums(np.concatenate([ONE, TWO], axis=1), 4000, random_source(0))))
    resampled = accuracy(sums[:, 3:]) - accuracy(sums[:, :3])
    found = (
        percentile_interval(resampled, 0.05)
        if method == "percentile"
        else bca_interval(DELTA, resampled, left_out(), 0.05)
    )
    expected = theirs(method)
    assert (found.low, found.high) == pytest.approx(
        tuple(expected.confidence_interval), abs=0.25 * expected.standard_error
    )


def test_bca__without_skew_or_bias_is_the_percentile_interval() -> None:
    resampled = np.linspace(-1, 1, 1001)
    found = bca_interval(0.0, resampled, np.array([-1.0, 0.0, 1.0]), 0.1)
    assert (found.low, found.high) == pytest.approx((-0.9, 0.9))


@pytest.mark.parametrize("value", [-5.0, 5.0])
def test_bca__falls_back_where_all_resamples_are_on_one_side(value: float) -> None:
    resampled = np.linspace(-1, 1, 1001)
    assert bca_interval(value, resampled, np.zeros(3), 0.1) == percentile_interval(resampled, 0.1)


def test_bca__of_resamples_that_are_all_the_same_is_a_point() -> None:
    """No bias, no skew: a system that has every word right."""
    assert bca_interval(1.0, np.ones(50), np.ones(10), 0.05) == Interval(1.0, 1.0)


@pytest.mark.parametrize("alpha", [0.01, 0.05, 0.2])
def test_error_interval__is_students_or_the_normal_one(alpha: float) -> None:
    found = error_interval(0.4, 0.03, "t", 12, alpha)
    assert found is not None
    assert (found.low, found.high) == pytest.approx(stats.t.interval(1 - alpha, 11, loc=0.4, scale=0.03))
    found = error_interval(0.4, 0.03, "normal", 12, alpha)
    assert found is not None
    assert (found.low, found.high) == pytest.approx(stats.norm.interval(1 - alpha, loc=0.4, scale=0.03))


def test_error_interval__without_a_standard_error_is_none() -> None:
    assert error_interval(0.4, nan, "t", 1, 0.05) is None


def test_interval__half_and_covers() -> None:
    found = Interval(0.25, 0.75)
    assert found.half == 0.25
    assert [found.covers(value) for value in (0.2, 0.25, 0.5, 0.75, 0.8)] == [False, True, True, True, False]
