"""Linearisation: gradients, influences, standard errors."""

from __future__ import annotations

from math import isnan, sqrt
from typing import TYPE_CHECKING

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tertium.stats.linear import gradient, influence, standard_error
from tests.stats.simulated import World, accuracy, f1

if TYPE_CHECKING:
    from tertium._typing import Counts
    from tertium.stats.linear import Evaluate

totals = st.tuples(st.integers(0, 10**6), st.integers(1, 10**6), st.integers(1, 10**6))


def jackknife_error(counts: Counts, evaluate: Evaluate) -> float:
    """Efron and Tibshirani (1993), equation 11.5."""
    values, n = evaluate(counts.sum(axis=0) - counts), len(counts)
    return sqrt((n - 1) / n * float(((values - values.mean()) ** 2).sum()))


@given(sums=totals)
def test_gradient__of_a_ratio(sums: tuple[int, int, int]) -> None:
    """d (y / x): 1 / x and -y / x²."""
    right, gold, _ = sums
    expected = [1 / gold, -right / gold**2, 0]
    found = gradient(np.array(sums, dtype=np.float64), accuracy)
    assert found == pytest.approx(expected, rel=1e-4, abs=1e-9 * max(1, right) / gold)


@given(sums=totals)
def test_gradient__of_f1(sums: tuple[int, int, int]) -> None:
    """d 2c / (g + s): 2 / (g + s), and -2c / (g + s)² twice."""
    right, both = sums[0], sums[1] + sums[2]
    expected = [2 / both, -2 * right / both**2, -2 * right / both**2]
    found = gradient(np.array(sums, dtype=np.float64), f1)
    assert found == pytest.approx(expected, rel=1e-4, abs=1e-9 * max(1, right) / both)


def test_influence__of_a_ratio_is_the_classical_one() -> None:
    counts, _ = World().draw(40, np.random.default_rng(0))
    right, gold = counts[:, 0], counts[:, 1]
    share = right.sum() / gold.sum()
    found = influence(counts, accuracy)
    assert found == pytest.approx((right - share * gold) / gold.sum(), abs=1e-9)
    assert found.sum() == pytest.approx(0, abs=1e-9)


def test_standard_error__of_a_mean_is_the_textbooks() -> None:
    """Sentences of one length: s / sqrt(n)."""
    right = np.array([3, 5, 4, 4, 1, 5])
    counts = np.stack([right, np.full(6, 5), np.full(6, 5)], axis=-1)
    assert standard_error(influence(counts, accuracy)) == pytest.approx((right / 5).std(ddof=1) / sqrt(6))
    assert standard_error(influence(counts, accuracy)) == pytest.approx(jackknife_error(counts, accuracy))


@pytest.mark.parametrize("evaluate", [accuracy, f1])
@pytest.mark.parametrize("n_blocks", [60, 600])
def test_standard_error__agrees_with_the_jackknife(evaluate: Evaluate, n_blocks: int) -> None:
    counts, _ = World(moving=True).draw(n_blocks, np.random.default_rng(1))
    found = standard_error(influence(counts, evaluate))
    assert found == pytest.approx(jackknife_error(counts, evaluate), rel=5 / n_blocks)


def test_standard_error__of_one_block_is_no_number() -> None:
    assert isnan(standard_error(np.array([0.3])))


@pytest.mark.parametrize("counts", [[[0, 0, 0], [0, 0, 0]], [[0, 3, 0], [0, 4, 0]], [[3, 3, 3], [4, 4, 4]]])
def test_standard_error__at_the_edges_is_0(counts: list[list[int]]) -> None:
    """Nothing at all, nothing proposed, everything right."""
    assert standard_error(influence(np.array(counts), f1)) == pytest.approx(0, abs=1e-9)
