"""Two scores on different sentences."""

from __future__ import annotations

from math import nan

import pytest
from scipy import stats

from tertium.stats.unpaired import compare_unpaired


@pytest.mark.parametrize(
    ("errors", "sizes"), [((0.02, 0.01), (40, 300)), ((0.015, 0.015), (12, 9)), ((0.0, 0.02), (5, 80))]
)
def test_unpaired__is_welch_s_test(errors: tuple[float, float], sizes: tuple[int, int]) -> None:
    """Up to the degrees of freedom, which are rounded down."""
    found = compare_unpaired(0.03, errors, sizes)
    spread = [error * n**0.5 for error, n in zip(errors, sizes, strict=True)]
    expected = stats.ttest_ind_from_stats(0.53, spread[1], sizes[1], 0.5, spread[0], sizes[0], equal_var=False)
    assert found.p == pytest.approx(expected.pvalue, rel=0.05)
    assert found.interval is not None
    assert found.interval.covers(0.03)


def test_unpaired__without_spread() -> None:
    assert compare_unpaired(0.1, (nan, 0.1), (1, 50)).p is None
    assert compare_unpaired(0.1, (0.0, 0.0), (5, 5)).p == 0
    assert compare_unpaired(0.0, (0.0, 0.0), (5, 5)).p == 1
