"""The bounds of Padró and Màrquez (1998): the paper's own numbers, and what must hold for all values."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from tertium.stats import noise

if TYPE_CHECKING:
    from numpy.typing import NDArray

shares = st.floats(0, 1)
rates = st.floats(0, 1)
tags = st.floats(2, 12)

CLOSE = 1e-9


def ends(found: tuple[NDArray[np.float64], NDArray[np.float64]]) -> list[float]:
    return [round(100 * float(end), 2) for end in found]


# the paper ----------------------------------------------------------------------------------------------------------


def test_hard_bounds__section_3() -> None:
    """A tagger with 93 % on a corpus with 3 % of errors."""
    assert ends(noise.bound_hard(0.93, 0.03, 0)) == [93.0, 96.0]
    assert ends(noise.bound_hard(0.93, 0.03, 1)) == [90.0, 96.0]
    low, high = noise.range_t(0.93, 0.03)
    assert [round(float(low), 3), round(float(high), 3)] == [0.928, 0.959]


@pytest.mark.parametrize(
    ("observed", "p", "interval"),
    [
        (0.9135, 2 / 3, [91.35, 94.05]),
        (0.9282, 2 / 3, [92.82, 95.60]),
        (0.9135, 1.0, [90.75, 93.99]),
        (0.9282, 1.0, [92.22, 95.55]),
    ],
)
def test_reasonable_interval__section_5(observed: float, p: float, interval: list[float]) -> None:
    """The paper labels the first row p = 1/a = 0.4; its numbers are those of p = 1/(a - 1), as its section 4 says."""
    assert ends(noise.bound_reasonable(observed, 0.03, 2.5, p)) == interval


def test_reasonable_interval__the_label_of_the_paper_is_not_its_numbers() -> None:
    assert np.isnan(noise.bound_reasonable(0.9135, 0.03, 2.5, 0.4)[0])
    first, last = noise.range_reasonable_p(0.9135, 0.03, 2.5)
    assert [float(first), float(last)] == pytest.approx([2 / 3, 1.0])


def test_span__over_all_p_is_the_union() -> None:
    assert ends(noise.span_reasonable(0.9135, 0.03, 2.5)) == [90.75, 94.05]
    assert ends(noise.span_reasonable(0.9282, 0.03, 2.5)) == [92.22, 95.60]
    assert ends(noise.span_hard(0.9135, 0.03)) == [88.35, 94.35]


def test_hard_bounds__near_one_the_second_case_of_equation_7() -> None:
    """K = .99 and C = .03: of 3 gold errors in 100 at least 2 must be shared, p >= 2/3."""
    assert float(noise.range_p(0.99, 0.03)[0]) == pytest.approx(2 / 3)
    assert np.isnan(noise.bound_hard(0.99, 0.03, 0.6)[1])
    assert ends(noise.bound_hard(0.99, 0.03, 0.8)) == [round(99 - 3 * 0.8, 2), round(100 - 2 / 0.8, 2)]
    assert ends(noise.span_hard(0.99, 0.03)) == [96.0, 98.0]


def test_reasonable_interval__empty_above_1_minus_c_over_a() -> None:
    limit = 1 - 0.03 / 2.5
    assert np.isfinite(noise.span_reasonable(limit - 1e-9, 0.03, 2.5)[0])
    assert np.isnan(noise.span_reasonable(limit + 1e-6, 0.03, 2.5)[0])


def test_reasonable_interval__empty_where_a_system_only_guesses() -> None:
    assert np.isnan(noise.span_reasonable(0.3, 0.03, 2.5)[0])


def test_overlap_rate__where_the_verdict_changes() -> None:
    """Just below it the intervals are apart, just above they meet."""
    for given_tags in (None, (2.5, 2.5)):
        rate = noise.find_overlap_rate(0.9135, 0.9282, given_tags)
        span = noise.span_hard if given_tags is None else lambda k, c: noise.span_reasonable(k, c, 2.5)
        assert float(span(0.9135, rate - 1e-6)[1]) < float(span(0.9282, rate - 1e-6)[0])
        assert float(span(0.9135, rate + 1e-6)[1]) > float(span(0.9282, rate + 1e-6)[0])
    assert noise.find_overlap_rate(0.9, 0.9) == 0


def test_share_of_the_region__against_random_points() -> None:
    source = np.random.default_rng(5)
    n = 200_000
    points = {}
    for observed in (0.9135, 0.9282):
        u, p = source.random(n), source.random(n)
        t = noise.solve_t(observed, 0.03, u, p)
        points[observed] = noise.correct(observed, 0.03, u, p)[(t >= 0) & (t <= 1)]
    size = min(len(values) for values in points.values())
    sampled = float((points[0.9282][:size] > points[0.9135][:size]).mean())
    assert noise.share_region((0.9135, 0.03), (0.9282, 0.03)) == pytest.approx(sampled, abs=0.01)


def test_share_of_the_region__extremes() -> None:
    assert noise.share_region((0.9, 0.01), (0.95, 0.01)) == pytest.approx(1)
    assert noise.share_region((0.95, 0.01), (0.9, 0.01)) == pytest.approx(0)
    assert noise.share_region((0.9, 0.05), (0.9, 0.05)) == pytest.approx(0.5)
    assert noise.share_region((0.9, 0.0), (0.9, 0.0)) == 0.5


# what must always hold ----------------------------------------------------------------------------------------------


@given(rate=rates, t=shares, u=shares, p=shares)
def test_true_accuracy_lies_within_the_hard_bounds(rate: float, t: float, u: float, p: float) -> None:
    observed, x = float(noise.find_observed(rate, t, u, p)), float(noise.find_true(rate, t, u))
    low, high = noise.span_hard(observed, rate)
    assert low - CLOSE <= x <= high + CLOSE
    low, high = noise.bound_hard(observed, rate, p)
    if np.isfinite(low):  # at the very edge of what p can be, rounding may put it outside
        assert low - 1e-6 <= x <= high + 1e-6
    else:
        assert p < noise.range_p(observed, rate)[0] + 1e-6


@given(rate=rates, t=shares, u=shares, p=shares)
def test_every_unknown_lies_within_its_range(rate: float, t: float, u: float, p: float) -> None:
    """Equations 3, 4 and 5."""
    observed = float(noise.find_observed(rate, t, u, p))
    assume(rate > 1e-6)
    for value, (low, high) in ((u, noise.range_u(observed, rate)), (t, noise.range_t(observed, rate))):
        assert low - 1e-6 <= value or value == t  # t < (K - C)/(1 - C) cannot be, u >= 0 always
        assert value <= high + 1e-6 or rate > 1 - 1e-6
    if u < 1 - 1e-6:
        assert p >= noise.range_p(observed, rate)[0] - 1e-6


@given(observed=shares, rate=st.floats(0.001, 0.999), p=st.floats(0.001, 1))
def test_hard_bounds_are_reached(observed: float, rate: float, p: float) -> None:
    """At both ends some t and u between 0 and 1 give just this K and x."""
    low, high = (float(end) for end in noise.bound_hard(observed, rate, p))
    assume(np.isfinite(low))
    for x in (low, high):
        u = (x - observed + rate * p) / (rate * (1 + p))  # x = K - C(1 - u)p + Cu
        t = float(noise.solve_t(observed, rate, u, p))
        assert -1e-6 <= u <= 1 + 1e-6
        assert -1e-6 <= t <= 1 + 1e-6
        assert float(noise.find_true(rate, t, u)) == pytest.approx(x, abs=1e-6)


@given(observed=shares, one=rates, two=rates)
def test_hard_bounds_widen_with_the_error_rate(observed: float, one: float, two: float) -> None:
    """For K <= 1 - C."""
    small, large = sorted((one, two))
    assume(observed <= 1 - large)
    inner, outer = noise.span_hard(observed, small), noise.span_hard(observed, large)
    assert outer[0] <= inner[0] + CLOSE
    assert outer[1] >= inner[1] - CLOSE


@given(rate=st.floats(0.01, 0.99), t=shares, u=st.floats(0, 0.99), p=st.floats(0.01, 1))
def test_equations_invert_each_other(rate: float, t: float, u: float, p: float) -> None:
    observed = noise.find_observed(rate, t, u, p)
    assert float(noise.solve_t(observed, rate, u, p)) == pytest.approx(t, abs=1e-6)
    assert float(noise.solve_u(observed, rate, t, p)) == pytest.approx(u, abs=1e-6)
    assert float(noise.solve_p(observed, rate, t, u)) == pytest.approx(p, abs=1e-6)
    assert float(noise.correct(observed, rate, u, p)) == pytest.approx(float(noise.find_true(rate, t, u)), abs=1e-6)


@given(rate=rates, t=shares, u=shares, p=shares, a=tags)
def test_reasonable_unknowns_lie_within_the_reasonable_interval(
    rate: float, t: float, u: float, p: float, a: float
) -> None:
    """u from 1/a to t, p from 1/(a - 1): whatever the error rate, even a silly one."""
    u = 1 / a + u * max(t - 1 / a, 0)
    p = 1 / (a - 1) + p * (1 - 1 / (a - 1))
    assume(1 / a <= u <= t)
    observed, x = float(noise.find_observed(rate, t, u, p)), float(noise.find_true(rate, t, u))
    first, last = noise.range_reasonable_p(observed, rate, a)
    if np.isnan(first):  # a single point, lost in rounding
        assert observed + rate - 1 > -1e-6 or t - 1 / a < 1e-4
        return
    assert first - 1e-6 <= p <= last + 1e-6
    low, high = noise.span_reasonable(observed, rate, a)
    assert low - 1e-6 <= x <= high + 1e-6


@given(observed=st.floats(0.4, 1), rate=st.floats(0.001, 0.999), a=tags, where=shares)
def test_reasonable_bounds_are_reached(observed: float, rate: float, a: float, where: float) -> None:
    first, last = (float(end) for end in noise.range_reasonable_p(observed, rate, a))
    assume(np.isfinite(first))
    p = first + where * (last - first)
    for x in (float(end) for end in noise.bound_reasonable(observed, rate, a, p)):
        u = (x - observed + rate * p) / (rate * (1 + p))
        t = float(noise.solve_t(observed, rate, u, p))
        assert 1 / a - 1e-6 <= u <= t + 1e-6
        assert t <= 1 + 1e-6


@given(observed=st.floats(0.4, 1), rate=rates, a=tags)
def test_the_reasonable_interval_lies_within_the_hard_bounds(observed: float, rate: float, a: float) -> None:
    low, high = noise.span_reasonable(observed, rate, a)
    assume(np.isfinite(low))
    outer = noise.span_hard(observed, rate)
    assert outer[0] - CLOSE <= low <= high <= outer[1] + CLOSE


def test_functions_are_vectorised() -> None:
    low, high = noise.bound_reasonable(np.array([0.9135, 0.9282]), 0.03, 2.5, np.array([[2 / 3], [1.0]]))
    assert low.shape == high.shape == (2, 2)
    assert np.round(100 * low, 2).tolist() == [[91.35, 92.82], [90.75, 92.22]]


@pytest.mark.parametrize("rate", [0.1, 0.2, 0.3, 0.7])
def test_share_region__of_systems_that_are_always_right(rate: float) -> None:
    """Rounding took the only possible p past 1, and the share was not a number."""
    assert noise.share_region((1.0, rate), (1.0, rate)) == pytest.approx(0.5)
