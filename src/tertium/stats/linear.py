"""Linearisation: how much each block moves a value, and the standard error that follows.

The value is a smooth function of summed counts, so a block's influence is its row times the gradient (Binder 1983;
for a ratio r = y / x this is the classical (y_b - r x_b) / x). Blocks are the clusters: whatever the dependence within
a block, the variance of the sum is estimated from the blocks' influences.
"""

from __future__ import annotations

from math import sqrt
from typing import TYPE_CHECKING, Final

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Callable

    from tertium._typing import Counts, Scores

    Evaluate = Callable[[Scores], Scores]

_STEP: Final = 1e-5


def gradient(totals: Scores, evaluate: Evaluate) -> Scores:
    """(k,) derivatives of the value by each summed count, by central differences."""
    step = _STEP * np.maximum(np.abs(totals), 1.0)
    moves = np.diag(step)
    return (evaluate(totals + moves) - evaluate(totals - moves)) / (2 * step)


def influence(counts: Counts, evaluate: Evaluate) -> Scores:
    """(n_blocks,) what each block adds to the value, to first order; sums to 0 for a ratio."""
    totals = counts.sum(axis=0).astype(np.float64)
    return np.asarray(counts @ gradient(totals, evaluate), dtype=np.float64)


def standard_error(influences: Scores) -> float:
    """Of the value whose blocks have these influences."""
    n = len(influences)
    if n < 2:  # noqa: PLR2004 (one block has no spread)
        return float("nan")
    centred = influences - influences.mean()
    return sqrt(n / (n - 1) * float((centred**2).sum()))
