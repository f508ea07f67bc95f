"""LEA: how much of each entity's links is resolved, weighed by the entity's size (Moosavi and Strube 2016).

Recall of a key chain of n mentions is the share of its n(n - 1)/2 links that response chains have; a chain of one
mention has a link to itself, which is resolved if the mention is alone in the response too. Chains weigh as many
mentions as they have.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from tertium.measures.base import Blocks, Measure
from tertium.measures.chain_counts import F1, READS, sum_blocks
from tertium.tasks.chains import Chains, Side, chains_of, sum_by

if TYPE_CHECKING:
    from tertium._typing import Codes, Counts, Offsets, Scores
    from tertium.tasks.match import Match


def count_lea(match: Match, blocks: Blocks) -> Counts:
    """Resolved chains by their mentions, and mentions, of either side."""
    found = chains_of(match)
    ours, theirs = found.of_key, found.of_response
    recall = _resolve(found, found.key, ours.key, found.response.size[ours.response], ours.n)
    precision = _resolve(found, found.response, theirs.response, found.key.size[theirs.key], theirs.n)
    sizes = [np.bincount(side.document, minlength=found.n_docs) for side in (found.key, found.response)]
    return sum_blocks(blocks, recall, sizes[0], precision, sizes[1])


def _resolve(found: Chains, side: Side, chain: Codes, other_size: Offsets, n: Offsets) -> Scores:
    """Resolved links are summed up chain by chain, as the Perl scorer does: its percentages are cut off."""
    alone = side.size == 1
    links = np.where(alone, 1, side.size * (side.size - 1) / 2)
    resolved = np.where(alone[chain], (other_size == 1) & (n == 1), n * (n - 1) / 2)
    share = np.bincount(chain, weights=resolved, minlength=len(links)) / links
    return sum_by(side.chain_document, share * side.size, found.n_docs)


LEA: Final = Measure(
    name="LEA",
    title="links of entities, weighed by size",
    cites="Moosavi and Strube 2016",
    reads=READS,
    tally=count_lea,
    rate=F1,
    unit="mention",
)
