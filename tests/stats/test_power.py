"""Power and equivalence, against simulated comparisons."""

from __future__ import annotations

from math import inf, isnan, nan

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from tertium.stats.power import equivalence_p, find_power, shrink_error

DRAWS = 400_000
Z = stats.norm.ppf(0.975)


def significant(true: float, z: float = Z) -> tuple[np.ndarray[tuple[int], np.dtype[np.float64]], float]:
    """Estimates with standard error 1 that a test calls significant, and their share."""
    estimates = np.random.default_rng(0).normal(true, size=DRAWS)
    found = estimates[np.abs(estimates) > z]
    return found, len(found) / DRAWS


def test_detectable__is_found_in_four_of_five_test_sets() -> None:
    found = find_power(0.01, 0.002, 1000, alpha=0.05)
    assert found.detectable == pytest.approx((1.959964 + 0.841621) * 0.002, rel=1e-6)
    assert significant(found.detectable / 0.002)[1] == pytest.approx(0.8, abs=0.003)


def test_detectable__grows_with_the_number_of_comparisons() -> None:
    """Under Holm the first of m must pass alpha / m."""
    found = find_power(0.01, 0.002, 1000, alpha=0.05, comparisons=10)
    assert significant(found.detectable / 0.002, stats.norm.ppf(1 - 0.05 / 20))[1] == pytest.approx(0.8, abs=0.003)


@pytest.mark.parametrize("true", [0.2, 0.7, 1.5, 2.8])
def test_power__wrong_signs_and_exaggeration_are_those_of_simulated_test_sets(true: float) -> None:
    found = find_power(-3 * true, 3.0, 500, alpha=0.05)
    estimates, share = significant(true)
    assert found.power == pytest.approx(share, abs=0.003)
    assert found.wrong_sign == pytest.approx(np.mean(estimates < 0), abs=0.01)
    assert found.exaggeration == pytest.approx(np.abs(estimates).mean() / true, rel=0.01)


@pytest.mark.parametrize("true", [0.5, 1.0, 2.0])
def test_blocks_needed__give_four_of_five(true: float) -> None:
    """The standard error shrinks with the root of the blocks."""
    n = find_power(true, 1.0, 400, alpha=0.05).blocks_needed
    assert significant(true * (n / 400) ** 0.5)[1] == pytest.approx(0.8, abs=0.004)


def test_blocks_needed__leave_what_the_runs_add_as_it_is() -> None:
    """Error 5 = hypot(4 of blocks, 3 of runs): with so many blocks, the difference is found four times out of five."""
    found = find_power(10.0, 5.0, 100, alpha=0.05, of_runs=3.0)
    error = shrink_error(5.0, found.blocks_needed / 100, of_runs=3.0)
    assert error == pytest.approx((4**2 / (found.blocks_needed / 100) + 3**2) ** 0.5)
    assert find_power(10.0, error, 100, alpha=0.05).power == pytest.approx(0.8, abs=0.003)
    assert find_power(8.0, 5.0, 100, alpha=0.05, of_runs=3.0).blocks_needed == inf  # 8 is less than 2.8 times 3
    assert shrink_error(5.0, 4) == 2.5


def test_power__of_no_difference() -> None:
    found = find_power(0.0, 0.01, 100, alpha=0.05)
    assert found.power == pytest.approx(0.05)
    assert (found.blocks_needed, found.exaggeration) == (inf, inf)
    assert found.wrong_sign == pytest.approx(0.5)


def test_power__without_spread_finds_everything() -> None:
    found = find_power(0.2, 0.0, 100, alpha=0.05)
    assert (found.detectable, found.power, found.blocks_needed) == (0, 1, 1)
    assert find_power(0.0, 0.0, 100, alpha=0.05).power == 0


def test_power__of_a_single_block_is_not_known() -> None:
    """There is no standard error, so nothing follows from one."""
    found = find_power(0.2, nan, 1, alpha=0.05)
    assert isnan(found.detectable)
    assert isnan(found.power)
    assert isnan(found.blocks_needed)


def test_equivalence__is_two_one_sided_t_tests() -> None:
    """The larger of the two p."""
    expected = max(stats.t.sf((0.002 + 0.01) / 0.004, 99), stats.t.cdf((0.002 - 0.01) / 0.004, 99))
    assert equivalence_p(0.002, 0.004, 0.01, 99) == pytest.approx(expected)
    assert equivalence_p(-0.002, 0.004, 0.01, 99) == pytest.approx(expected)


@given(delta=st.floats(-1, 1), error=st.floats(1e-6, 1), margin=st.floats(1e-4, 1), df=st.integers(1, 3000))
def test_equivalence__is_a_probability_and_above_one_half_outside_of_the_margin(
    delta: float, error: float, margin: float, df: int
) -> None:
    p = equivalence_p(delta, error, margin, df)
    assert 0 <= p <= 1
    assert (p >= 0.5) == (abs(delta) >= margin) or p == pytest.approx(0.5)


def test_equivalence__at_the_edges() -> None:
    assert equivalence_p(0.0, nan, 0.01, 1) == 1
    assert equivalence_p(0.0, 0.0, 0.01, 10) == 0
    assert equivalence_p(0.02, 0.0, 0.01, 10) == 1
