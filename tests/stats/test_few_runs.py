from __future__ import annotations

from math import inf, nan, sqrt

import pytest
from scipy import stats

from tertium.stats.few_runs import Part, degrees_of_freedom, t_p, widen
from tertium.stats.intervals import Interval


def test_degrees_of_freedom__are_those_of_what_adds_most() -> None:
    """Blocks are many, runs few: where the runs make the variance, their number counts."""
    assert degrees_of_freedom([Part(0.0, 1000), Part(1.0, 1)]) == 1
    assert degrees_of_freedom([Part(1.0, 1000), Part(0.0, 1)]) == 1000
    assert degrees_of_freedom([Part(0.0, 1000), Part(1.0, 2), Part(1.0, 2)]) == 4


def test_degrees_of_freedom__where_nothing_varies() -> None:
    assert degrees_of_freedom([Part(0.0, 7), Part(0.0, 1)]) == 7
    assert degrees_of_freedom([Part(0.0, 0)]) == 1


def test_t_p__is_welchs_test_where_blocks_add_nothing() -> None:
    """Two times two runs: scipy's test of unequal variances, with its degrees of freedom rounded down."""
    one, two = [0.80, 0.82], [0.85, 0.91]
    parts = [Part((0.02 / sqrt(2)) ** 2 / 2, 1), Part((0.06 / sqrt(2)) ** 2 / 2, 1)]
    found = t_p(0.07, parts)
    assert found == pytest.approx(2 * stats.t.sf(0.07 / sqrt(0.02**2 / 4 + 0.06**2 / 4), 1))
    assert found >= stats.ttest_ind(one, two, equal_var=False).pvalue


def test_t_p__at_the_edges() -> None:
    assert t_p(0.0, [Part(0.0, 5)]) == 1
    assert t_p(0.1, [Part(0.0, 5)]) == 0
    assert t_p(0.1, [Part(nan, 5)]) == 1
    assert t_p(0.1, [Part(inf, 5)]) == 1


def test_widen__never_shortens() -> None:
    parts = [Part(0.01**2, 1)]
    half = stats.t.ppf(0.975, 1) * 0.01
    found = widen(Interval(0.49, 0.52), 0.5, parts, 0.05)
    assert (found.low, found.high) == pytest.approx((0.5 - half, 0.5 + half))
    wide = Interval(-1.0, 2.0)
    assert widen(wide, 0.5, parts, 0.05) == wide
