"""The CoNLL average, also MELA: the mean of the F1 of MUC, B-cubed and CEAFe.

Denis and Baldridge (2009); Pradhan et al. (2011). Its counts are those of the three metrics side by side, so that
intervals and tests resample all three together.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from tertium.measures.b_cubed import count_b_cubed
from tertium.measures.base import Blocks, Measure, Rate
from tertium.measures.ceaf import count_by_entities
from tertium.measures.chain_counts import READS, recall_precision_f1
from tertium.measures.muc import count_links

if TYPE_CHECKING:
    from tertium._typing import Counts, Scores
    from tertium.tasks.match import Match

_PARTS: Final = (count_links, count_b_cubed, count_by_entities)


def count_all(match: Match, blocks: Blocks) -> Counts:
    """The counts of the three metrics beside each other."""
    return np.concatenate([part(match, blocks).astype(np.float64) for part in _PARTS], axis=-1)


def average(sums: Scores) -> dict[str, Scores]:
    """From the twelve summed counts (..., 12) to the mean of three F1."""
    values = [recall_precision_f1(sums[..., 4 * place : 4 * place + 4])["value"] for place in range(len(_PARTS))]
    return {"value": np.asarray(sum(values[1:], start=values[0]) / len(_PARTS))}


CONLL: Final = Measure(
    name="CoNLL",
    title="mean F1 of MUC, B3 and CEAFe",
    cites="Denis and Baldridge 2009; Pradhan et al. 2011",
    reads=READS,
    tally=count_all,
    rate=Rate(n_counts=12, values=average),
    aliases=("mela", "conll-average", "avg"),
)
