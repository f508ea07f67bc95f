"""CEAF: chains of key and response are paired one to one so that their similarity is greatest (Luo 2005).

CEAFm compares two chains by the mentions they share (phi 3), CEAFe by the share of their mentions that they share
(phi 4, a Dice coefficient). The best pairing may not be unique, its similarity is. Pairs of chains that share mentions
with each other only are certain; the rest of a document goes to scipy's assignment.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from tertium.measures.assignment import pair_best
from tertium.measures.base import Blocks, Measure
from tertium.measures.chain_counts import F1, READS, sum_blocks
from tertium.tasks.chains import Chains, chains_of

if TYPE_CHECKING:
    from tertium._typing import Counts, Scores
    from tertium.tasks.match import Match


def count_by_mentions(match: Match, blocks: Blocks) -> Counts:
    """Shared mentions of the best pairing, and mentions of either side."""
    found = chains_of(match)
    best = _add_best(found, found.in_response.n.astype(np.float64))
    sizes = [np.bincount(side.document, minlength=found.n_docs) for side in (found.key, found.response)]
    return sum_blocks(blocks, best, sizes[0], best, sizes[1])


def count_by_entities(match: Match, blocks: Blocks) -> Counts:
    """Similarity of the best pairing, and chains of either side; the CoNLL average needs it, too."""
    found = chains_of(match)
    best = match.keep("paired chains", lambda: _add_best(found, _compare(match, found)))
    sizes = [np.bincount(side.chain_document, minlength=found.n_docs) for side in (found.key, found.response)]
    return sum_blocks(blocks, best, sizes[0], best, sizes[1])


def _compare(match: Match, found: Chains) -> Scores:
    """The similarity of chains that share mentions (phi 4)."""
    table = found.in_response
    similarity: Scores = 2 * table.n / (found.key.size[table.key] + found.response.size[table.response])
    if match.gold.conventions.mentions.repeats == "conll2012":
        # v8.01 takes costs away from 1; its percentages are cut off, so that the last digits of a sum matter
        similarity = 1 - (1 - similarity)
    return similarity


def _add_best(found: Chains, similarity: Scores) -> Scores:
    """(n_docs,) the greatest sum of similarities of a one-to-one pairing, added up in the order of the key."""
    table = found.in_response
    ours = np.bincount(table.key, minlength=len(found.key.size))[table.key]
    theirs = np.bincount(table.response, minlength=len(found.response.size))[table.response]
    chosen = (ours == 1) & (theirs == 1)
    rest = np.flatnonzero(~chosen)
    document = found.key.chain_document[table.key[rest]]
    chosen[rest[pair_best(document, table.key[rest], table.response[rest], similarity[rest])]] = True
    return found.by_document(found.key, table.key[chosen], similarity[chosen])


CEAFM: Final = Measure(
    name="CEAFm",
    title="mentions in paired chains",
    cites="Luo 2005, phi 3",
    reads=READS,
    tally=count_by_mentions,
    rate=F1,
    unit="mention",
    aliases=("ceaf-m",),
)
CEAFE: Final = Measure(
    name="CEAFe",
    title="similarity of paired chains",
    cites="Luo 2005, phi 4",
    reads=READS,
    tally=count_by_entities,
    rate=F1,
    unit="chain",
    aliases=("ceaf-e",),
)
