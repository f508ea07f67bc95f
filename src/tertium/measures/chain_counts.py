"""What the coreference metrics share: counts of recall and precision by document, and the rate made of them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from tertium.measures.base import Blocks, Rate, ratio

if TYPE_CHECKING:
    from tertium._typing import Counts, Offsets, Scores

READS: Final = frozenset({"form", "mentions"})
RECALL, RECALL_OF, PRECISION, PRECISION_OF = range(4)


def sum_blocks(blocks: Blocks, *columns: Offsets | Scores) -> Counts:
    """Columns by document as counts by block: blocks are documents, or the whole corpus."""
    table = np.stack([np.asarray(column, dtype=np.float64) for column in columns], axis=-1)
    if np.all(table == np.rint(table)):
        table = table.astype(np.int64)
    return table.sum(axis=0, keepdims=True) if blocks.n == 1 and len(table) != 1 else table


def harmonic(recall: Scores, precision: Scores) -> Scores:
    """F1 of recall and precision."""
    return ratio(2 * recall * precision, recall + precision)


def recall_precision_f1(sums: Scores) -> dict[str, Scores]:
    """From summed numerators and denominators (..., 4) to values."""
    recall = ratio(sums[..., RECALL], sums[..., RECALL_OF])
    precision = ratio(sums[..., PRECISION], sums[..., PRECISION_OF])
    return {"value": harmonic(recall, precision), "precision": precision, "recall": recall}


F1: Final = Rate(
    n_counts=4, values=recall_precision_f1, precision=(PRECISION, PRECISION_OF), recall=(RECALL, RECALL_OF)
)
"""Sums over documents first, then ratios: micro averages, as the reference scorer has them."""
