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
from tertium.tasks.chains import NONE, Chains, Side, chains_of, sum_by

if TYPE_CHECKING:
    from tertium._typing import Codes, Counts, Offsets, Scores
    from tertium.tasks.match import Match


def count_b_cubed(match: Match, blocks: Blocks) -> Counts:
    """Summed recall and precision of mentions, and mentions of either side."""
    found = chains_of(match)
    key, response = found.key, found.response
    if match.gold.conventions.mentions.repeats == "conll2012":
        recall, precision = _count_by_mention(found)
    else:
        ours, theirs = found.of_key, found.of_response
        recall = _count_by_chain(found, key, ours.key, ours.n)
        precision = _count_by_chain(found, response, theirs.response, theirs.n)
    sizes = [np.bincount(side.document, minlength=found.n_docs) for side in (key, response)]
    return sum_blocks(blocks, recall, sizes[0], precision, sizes[1])


def _count_by_mention(found: Chains) -> tuple[Scores, Scores]:
    """Recall and precision of each mention of the response added up in their order, as v8.01 does.

    Its percentages are cut off, so that the last digits of a sum matter.
    """
    there = np.flatnonzero(found.to_key != NONE)
    ours, theirs = found.to_key[there], found.response.chain[there]
    shared = _shared(found, ours, theirs)
    recall, precision = shared / found.key.size[ours], shared / found.response.size[theirs]
    return found.by_document(found.key, ours, recall), found.by_document(found.response, theirs, precision)


def _shared(found: Chains, ours: Codes, theirs: Codes) -> Offsets:
    """(n,) for pairs of chains the response mentions that are anywhere in the key chain, repeats or not."""
    table = found.in_key
    width = 1 + int(max(table.response.max(initial=0), theirs.max(initial=0)))
    at = np.searchsorted(table.key.astype(np.int64) * width + table.response, ours.astype(np.int64) * width + theirs)
    return table.n[at]


def _count_by_chain(found: Chains, side: Side, chain: Codes, n: Offsets) -> Scores:
    """The same for all mentions of a chain at once, given the mentions that it shares with others."""
    shared = np.bincount(chain, weights=n**2, minlength=len(side.size))
    return sum_by(side.chain_document, shared / side.size, found.n_docs)


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
