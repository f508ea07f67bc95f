"""Design effects: how many times the variance over blocks is that of independent units (Kish 1965, section 8.2).

Words of one sentence, and sentences of one document, stand and fall together. A test that took them for independent
would believe that it knows more than it does; the design effect says how much.
"""

from __future__ import annotations

from math import nan
from typing import TYPE_CHECKING

import numpy as np

from tertium.stats.linear import standard_error

if TYPE_CHECKING:
    from tertium._typing import Scores
    from tertium.comparison.inference import Inference


def find_design_effect(inference: Inference, measure: str, system: int) -> float:
    """Of one system's share of right answers; not a number where there is no spread."""
    counts = inference.pooled(measure, system)
    right, units = float(counts[:, 0].sum()), float(counts[:, 1].sum())
    if inference.n_blocks < 2 or not 0 < right < units:  # noqa: PLR2004 (one block has no spread)
        return nan
    share = right / units
    error = standard_error((counts[:, 0] - share * counts[:, 1]) / units)
    return error**2 / (share * (1 - share) / units)


def find_pair_effect(inference: Inference, measure: str, before: int, after: int) -> float:
    """Of the difference between two systems (between the runs that stand for them)."""
    changes, sizes = _changes(inference, measure, before, after)
    units = float(sizes.sum())
    table = inference.tables.agreement(measure, before, after)
    n_changed, delta = table.first + table.second, changes.sum() / units if units else 0.0
    single = n_changed / units - delta**2 if units else 0.0
    if inference.n_blocks < 2 or single <= 0:  # noqa: PLR2004
        return nan
    error = standard_error((changes - delta * sizes) / units)
    return error**2 / (single / units)


def _changes(inference: Inference, measure: str, before: int, after: int) -> tuple[Scores, Scores]:
    """(n_blocks,) right answers that the second system has more, and units: the gold's, or those of the two."""
    decisions = inference.tables.decisions(measure)
    concerned = decisions.concerns(before, after)
    if concerned is None:
        one, two = (inference.runs(measure)[system][0] for system in (before, after))
        return (two[:, 0] - one[:, 0]).astype(np.float64), one[:, 1].astype(np.float64)
    block = inference.block_of_words()[decisions.unit[concerned]]
    step = decisions.right[after][concerned].astype(np.float64) - decisions.right[before][concerned]
    changes = np.bincount(block, weights=step, minlength=inference.n_blocks).astype(np.float64)
    return changes, np.bincount(block, minlength=inference.n_blocks).astype(np.float64)
