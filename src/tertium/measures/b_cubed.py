"""B-cubed (Bagga and Baldwin 1998): how pure and how complete is the chain around each mention?

Precision of a mention is the share of its response chain that is in its key chain, recall the share of its key chain
that is in its response chain; a mention that the other side lacks has 0. Every mention weighs the same. Reproduces the
reference scorer v8.01 without the manipulations of Cai and Strube, chains of one mention included.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from tertium.measures.base import Blocks, Measure
from tertium.measures.chain_counts import F1, READS, sum_blocks
from tertium.tasks.chains import Chains, chains_of

if TYPE_CHECKING:
    from tertium._typing import Counts, Offsets
    from tertium.tasks.match import Match


def count_b_cubed(match: Match, blocks: Blocks) -> Counts:
    """Summed recall and precision of mentions, and mentions of either side."""
    found = chains_of(match)
    key, response = found.key, found.response
    if match.gold.conventions.mentions.repeats == "conll2012":
        table = found.of_response
        shared = table.n * _shared(found)
        recall = found.by_document(key, table.key, shared / key.size[table.key])
        precision = found.by_document(response, table.response, shared / response.size[table.response])
    else:
        ours, theirs = found.of_key, found.of_response
        recall = found.by_document(key, ours.key, ours.n**2 / key.size[ours.key])
        precision = found.by_document(response, theirs.response, theirs.n**2 / response.size[theirs.response])
    sizes = [np.bincount(side.document, minlength=found.n_docs) for side in (key, response)]
    return sum_blocks(blocks, recall, sizes[0], precision, sizes[1])


def _shared(found: Chains) -> Offsets:
    """(n_rows,) for pairs of chains the response mentions that are anywhere in the key chain, repeats or not."""
    table, wide = found.of_response, found.in_key
    if wide is table:
        return table.n
    width = 1 + int(max(table.response.max(initial=0), wide.response.max(initial=0)))
    keys = wide.key.astype(np.int64) * width + wide.response
    at = np.searchsorted(keys, table.key.astype(np.int64) * width + table.response)
    return wide.n[at]


B_CUBED: Final = Measure(
    name="B3",
    title="mentions by the purity of their chains",
    cites="Bagga and Baldwin 1998",
    reads=READS,
    tally=count_b_cubed,
    rate=F1,
    unit="mention",
    aliases=("b³", "bcub", "b-cubed", "b_cubed", "bcubed"),
)
