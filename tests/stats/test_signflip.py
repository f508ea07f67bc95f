"""The exact sign-flip test: all sign patterns, without looking at them one by one."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats

from tertium.stats.signflip import SMALLEST, sign_flip_p
from tests.stats import naive

few_differences = st.lists(st.integers(-12, 12), min_size=1, max_size=9)
more_differences = st.lists(st.integers(-40, 40), min_size=1, max_size=60)


def p_of(differences: list[int]) -> float:
    return sign_flip_p(np.array(differences, dtype=np.int64))


def test_sign_flip__by_hand() -> None:
    """3 + 1 + 1 = 5 is reached by 2 of 8 patterns; 3 + 1 - 1 = 3 by 6."""
    assert p_of([3, 1, 1]) == 2 / 8
    assert p_of([3, 1, -1]) == 6 / 8


@pytest.mark.parametrize("n", [1, 5, 20, 54, 55])
def test_sign_flip__of_blocks_that_all_point_one_way_is_exact_to_the_last_bit(n: int) -> None:
    """2^(1 - n), so that the same number is never printed as .062 here and as .063 there."""
    assert p_of([1] * n) == 2.0 ** (1 - n)
    assert p_of([2] * 3 + [5] * 2) == 1 / 16


@given(differences=few_differences)
def test_sign_flip__is_the_share_of_all_sign_patterns(differences: list[int]) -> None:
    assert p_of(differences) == pytest.approx(naive.sign_flip_p(differences), rel=1e-12)


@pytest.mark.parametrize("seed", range(4))
def test_sign_flip__is_scipys_permutation_test_of_paired_samples(seed: int) -> None:
    one, two = np.random.default_rng(seed).integers(0, 15, size=(2, 11))
    theirs = stats.permutation_test(
        (two, one),
        lambda x, y, axis: np.sum(x - y, axis=axis),
        permutation_type="samples",
        n_resamples=np.inf,
        vectorized=True,
    )
    assert sign_flip_p(two - one) == pytest.approx(theirs.pvalue, rel=1e-12)


@given(right=st.integers(0, 300), wrong=st.integers(0, 300))
def test_sign_flip__of_single_words_is_the_binomial_test(right: int, wrong: int) -> None:
    """The path of a single size, and McNemar's exact test."""
    expected = stats.binomtest(right, right + wrong).pvalue if right + wrong else 1.0
    assert p_of([1] * right + [-1] * wrong) == pytest.approx(expected, rel=1e-9)


@given(differences=more_differences, data=st.data())
@settings(max_examples=40, deadline=None)
def test_sign_flip__knows_no_order_no_direction_and_no_unit(differences: list[int], data: st.DataObject) -> None:
    p = p_of(differences)
    assert 0 < p <= 1
    assert p_of(data.draw(st.permutations(differences))) == p
    assert p_of([-d for d in differences]) == p
    assert p_of([*differences, 0, 0]) == p
    assert p_of([3 * d for d in differences]) == pytest.approx(p, rel=1e-9)


@given(differences=more_differences)
def test_sign_flip__is_at_least_two_patterns(differences: list[int]) -> None:
    n = sum(d != 0 for d in differences)
    assert p_of(differences) >= min(1.0, 2.0 ** (1 - n)) * (1 - 1e-12)


@pytest.mark.parametrize("n", range(1, 12))
def test_sign_flip__all_for_one_system_is_the_smallest_p(n: int) -> None:
    """Fewer than six differing blocks never reach .05."""
    p = p_of(list(range(1, n + 1)))
    assert p == pytest.approx(2.0 ** (1 - n))
    assert (p < 0.05) == (n >= 6)


@pytest.mark.parametrize("differences", [[], [0, 0, 0], [2, -2], [5, -3, -2], [10**6]])
def test_sign_flip__of_no_difference_or_one_block_is_1(differences: list[int]) -> None:
    assert p_of(differences) == 1


def test_sign_flip__one_huge_block_among_small_ones() -> None:
    """Its sign decides, and the others must all agree with it."""
    assert p_of([10**6, 1, 1, 1]) == pytest.approx(2 / 2**4)
    assert p_of([10**6, 1, 1, -1]) == pytest.approx(2 * 4 / 2**4)


def test_sign_flip__of_a_hundred_thousand_blocks_is_the_normal_approximation() -> None:
    source = np.random.default_rng(1)
    differences = source.poisson(1.2, size=100_000) - source.poisson(1.19, size=100_000)
    z = abs(differences.sum()) / np.sqrt((differences**2).sum())
    assert sign_flip_p(differences) == pytest.approx(2 * stats.norm.sf(z), rel=0.02)


def test_sign_flip__far_tails_keep_their_digits_and_have_an_end() -> None:
    """A Fourier transform would give 1e-16 for any of these."""
    assert p_of([1] * 200) == pytest.approx(2.0**-199, rel=1e-9)
    assert p_of([2] * 100 + [1] * 100) == pytest.approx(2.0**-199, rel=1e-9)
    assert p_of([1] * 100_000) == SMALLEST
