"""Many tests at once, against the definitions."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats

from tertium.stats.multiple import MaxT, benjamini_hochberg, holm, rank_clusters
from tertium.stats.resampling import every_sign
from tests.stats import naive

probabilities = st.lists(st.sampled_from([0.001, 0.01, 0.0125, 0.02, 0.04, 0.05, 0.3, 1.0]), min_size=1, max_size=6)
differences = st.integers(1, 4).flatmap(
    lambda k: st.lists(st.lists(st.integers(-3, 3), min_size=k, max_size=k), min_size=2, max_size=6)
)


def test_holm__by_hand() -> None:
    """3 · .01, then 2 · .03, then never less than before."""
    assert holm([0.01, 0.04, 0.03]) == pytest.approx([0.03, 0.06, 0.06])
    assert holm([0.5, 0.9]) == [1.0, 1.0]
    assert holm([]) == []


@given(p=probabilities)
def test_holm__is_the_closed_bonferroni_test(p: list[float]) -> None:
    assert holm(p) == pytest.approx(naive.closed_bonferroni(p))


def test_benjamini_hochberg__by_hand() -> None:
    """3 · .01 / 1; 3 · .03 / 2 = .045 is undercut by 3 · .04 / 3."""
    assert benjamini_hochberg([0.01, 0.04, 0.03]) == pytest.approx([0.03, 0.04, 0.04])
    assert benjamini_hochberg([]) == []


@given(p=probabilities)
def test_benjamini_hochberg__is_the_smallest_rate_and_scipys(p: list[float]) -> None:
    found = benjamini_hochberg(p)
    assert found == pytest.approx(naive.false_discovery_rates(p))
    assert found == pytest.approx(stats.false_discovery_control(p).tolist())


@given(p=probabilities)
def test_adjusted__are_ordered_as_the_p_and_no_smaller(p: list[float]) -> None:
    for adjusted in (holm(p), benjamini_hochberg(p)):
        ranked = [adjusted[i] for i in sorted(range(len(p)), key=lambda i: p[i])]
        assert all(a <= b for a, b in pairwise(ranked))
        assert all(own <= new <= 1 for own, new in zip(p, adjusted, strict=True))


@given(rows=differences)
@settings(max_examples=60, deadline=None)
def test_max_t__is_the_closed_test_over_all_swaps(rows: list[list[int]]) -> None:
    """Fed in two slices, as the resamples come."""
    change = np.array(rows, dtype=np.float64)
    null = every_sign(len(rows)) @ change
    test = MaxT(change.sum(axis=0))
    test.feed(null[: len(null) // 2])
    test.feed(null[len(null) // 2 :])
    assert test.adjusted() == pytest.approx(naive.closed_max_t(change.sum(axis=0), null))


@given(sizes=st.lists(st.integers(0, 5), min_size=2, max_size=7), k=st.integers(1, 5), seed=st.integers(0, 99))
@settings(max_examples=60, deadline=None)
def test_max_t__lies_between_the_single_p_and_holms(sizes: list[int], k: int, seed: int) -> None:
    """Where all statistics have the same distribution: the same sizes, in other places and with other signs."""
    source = np.random.default_rng(seed)
    change = np.stack([source.permutation(sizes) * source.choice([1, -1], len(sizes)) for _ in range(k)], axis=1)
    null, observed = every_sign(len(sizes)) @ change, change.sum(axis=0)
    test = MaxT(observed)
    test.feed(null)
    p = (1 + (np.abs(null) >= np.abs(observed)).sum(axis=0)) / (1 + len(null))
    assert np.all(test.adjusted() >= p - 1e-12)
    assert np.all(test.adjusted() <= np.array(holm(p.tolist())) + 1e-12)


def test_max_t__of_the_same_hypothesis_many_times_costs_nothing() -> None:
    """What Bonferroni pays for: statistics that go up and down together."""
    change = np.repeat(np.array([[4.0], [3.0], [5.0], [1.0], [2.0], [6.0]]), 20, axis=1)
    null = every_sign(6) @ change
    test = MaxT(change.sum(axis=0))
    test.feed(null)
    assert test.adjusted() == pytest.approx(np.full(20, (1 + 2) / (1 + 64)))


def test_rank_clusters__cuts_only_where_all_above_differ_from_all_below() -> None:
    """0 and 2 are told apart, but 1 is from neither."""
    apart = np.zeros((4, 4), dtype=np.bool_)
    for one, two in ((0, 2), (0, 3), (1, 3), (2, 3)):
        apart[one, two] = apart[two, one] = True
    assert rank_clusters([0, 1, 2, 3], apart) == [[0, 1, 2], [3]]
    assert rank_clusters([3, 2, 1, 0], apart) == [[3], [2, 1, 0]]
    assert rank_clusters([0, 1, 2, 3], ~apart) == [[0, 1, 2, 3]]
    assert rank_clusters([1, 0], np.ones((2, 2), dtype=np.bool_)) == [[1], [0]]
