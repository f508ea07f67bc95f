"""The normal and Student's t distribution, against scipy."""

from __future__ import annotations

import math

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from scipy import stats

from tertium.stats.distributions import normal_cdf, normal_pdf, normal_quantile, t_cdf, t_quantile

freedom = st.integers(1, 2000)


@given(z=st.floats(-8, 8))
def test_normal__is_scipys(z: float) -> None:
    assert normal_cdf(z) == pytest.approx(stats.norm.cdf(z), abs=1e-15)
    assert normal_pdf(z) == pytest.approx(stats.norm.pdf(z))


@given(p=st.floats(1e-9, 1 - 1e-9))
def test_normal_quantile__is_scipys(p: float) -> None:
    assert normal_quantile(p) == pytest.approx(stats.norm.ppf(p), rel=1e-9, abs=1e-9)


@given(t=st.floats(-1e3, 1e3), df=freedom)
@example(t=1e-9, df=1)
def test_t__is_scipys(t: float, df: int) -> None:
    """To nine digits: near 0 scipy rounds to one half what is not (see the next test)."""
    assert t_cdf(t, df) == pytest.approx(stats.t.cdf(t, df), abs=1e-9)


@given(t=st.floats(-1e3, 1e3))
@example(t=1e-9)
def test_t__of_one_degree_of_freedom_is_cauchys(t: float) -> None:
    assert t_cdf(t, 1) == pytest.approx(0.5 + math.atan(t) / math.pi, abs=1e-14)


@given(t=st.floats(-1e9, 1e9), df=freedom)
@example(t=-50.0, df=1000)
def test_t__is_a_probability(t: float, df: int) -> None:
    """In the far tail rounding must not lead below 0."""
    assert 0 <= t_cdf(t, df) <= 1


@given(p=st.floats(0.001, 0.999), df=freedom)
@settings(max_examples=25, deadline=None)
def test_t_quantile__is_scipys(p: float, df: int) -> None:
    assert t_quantile(p, df) == pytest.approx(stats.t.ppf(p, df), rel=1e-8, abs=1e-9)


@pytest.mark.parametrize("df", [2001, 10**6])
def test_t__of_many_degrees_of_freedom_is_as_good_as_normal(df: int) -> None:
    assert t_cdf(1.96, df) == pytest.approx(stats.t.cdf(1.96, df), abs=1e-4)
    assert t_quantile(0.975, df) == pytest.approx(stats.t.ppf(0.975, df), abs=2e-3)
