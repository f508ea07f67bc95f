"""Stratified samples: who is looked at, and what follows."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tertium.stats.intervals import Interval
from tertium.stats.strata import (
    allocate,
    draw_totals,
    find_interval,
    join_intervals,
    keep_seen,
    sample_strata,
    weigh_totals,
)

sizes_and_spreads = st.lists(st.tuples(st.integers(1, 400), st.floats(0.05, 0.5)), min_size=1, max_size=12)


@settings(max_examples=60)
@given(strata=sizes_and_spreads, total=st.integers(1, 900))
def test_allocation__adds_up_and_serves_every_stratum(strata: list[tuple[int, float]], total: int) -> None:
    sizes = np.array([size for size, _ in strata])
    taken = allocate(sizes, np.array([spread for _, spread in strata]), total)
    if taken is None:
        assert np.minimum(sizes, 10).sum() > total
        return
    assert taken.sum() == min(total, sizes.sum())
    assert (taken >= np.minimum(sizes, 10)).all()
    assert (taken <= sizes).all()


def test_sample__has_so_many_of_each_stratum_without_repeats() -> None:
    stratum = np.array([0] * 50 + [-1] * 20 + [1] * 5)
    found = sample_strata(stratum, [12, 5], np.random.default_rng(1))
    assert len(set(found.tolist())) == 17
    assert np.bincount(stratum[found]).tolist() == [12, 5]
    assert (np.diff(found) > 0).all()


def test_draws__of_a_stratum_that_was_seen_whole_are_certain() -> None:
    seen = np.array([[3.0, 2.0]])
    totals = draw_totals(np.array([5]), seen, np.ones((1, 2), dtype=bool), np.random.default_rng(0))
    assert (totals == [3, 2]).all()


def test_draws__follow_jeffreys() -> None:
    """One of ten seen in 10,010 units: the share is Beta(1.5, 9.5)."""
    totals = draw_totals(
        np.array([10_010]), np.array([[1.0, 9.0]]), np.ones((1, 2), dtype=bool), np.random.default_rng(0)
    )
    assert (totals.sum(axis=1) == 10_010).all()
    interval = find_interval(totals[:, 0] / 10_010, 0.05)
    assert np.median(totals[:, 0]) / 10_010 == pytest.approx(0.1143, abs=0.01)  # the quantiles of that distribution
    assert interval.low == pytest.approx(0.0110, abs=0.01)
    assert interval.high == pytest.approx(0.3813, abs=0.02)


def test_draws__what_is_impossible_never_comes() -> None:
    possible = np.array([[True, False], [True, True]])
    totals = draw_totals(np.array([100, 100]), np.array([[10.0, 0.0], [5.0, 5.0]]), possible, np.random.default_rng(0))
    assert (totals[:, 1] <= 95).all()
    assert totals[:, 1].max() > 50


def test_weighing__what_was_seen_stands_for_its_stratum() -> None:
    possible = np.ones((3, 2), dtype=bool)
    seen = np.array([[1.0, 9.0], [5.0, 5.0], [0.0, 0.0]])  # nothing could be told in the last
    assert weigh_totals(np.array([100, 20, 10]), seen, possible).tolist() == [10 + 10 + 5, 90 + 10 + 5]


def test_unseen_kinds__are_kept_only_where_nothing_was_seen() -> None:
    possible = np.array([[True, True], [True, False]])
    assert keep_seen(np.array([[0.0, 4.0], [0.0, 0.0]]), possible).tolist() == [[False, True], [True, False]]


def test_joined_interval__holds_the_value() -> None:
    assert join_intervals(0.0, Interval(0.01, 0.2), Interval(float("nan"), 0.3)) == Interval(0.0, 0.3)
