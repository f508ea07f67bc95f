"""Mention detection: which mentions are found at all, chains aside (Pradhan et al. 2014, v8.01 of the scorer).

Each span counts once on either side, in however many chains it stands.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from tertium.measures.base import Blocks, Measure
from tertium.measures.chain_counts import F1, READS, sum_blocks
from tertium.tasks.chains import Side, chains_of

if TYPE_CHECKING:
    from tertium._typing import Counts, Offsets
    from tertium.tasks.match import Match


def count_mentions(match: Match, blocks: Blocks) -> Counts:
    """Mentions that both sides have, and those of each."""
    found = chains_of(match)
    key, response = (_first_documents(side, found.n_identities) for side in (found.key, found.response))
    both = np.where(response >= 0, key, -1)

    def count(documents: Offsets) -> Offsets:
        return np.bincount(documents[documents >= 0], minlength=found.n_docs)

    correct = count(both)
    return sum_blocks(blocks, correct, count(key), correct, count(response))


def _first_documents(side: Side, n: int) -> Offsets:
    """(n_identities,) the document of each mention; -1: the side does not have it."""
    found = np.full(n, -1, dtype=np.int64)
    found[side.identity] = side.document
    return found


MENTIONS: Final = Measure(
    name="Mentions",
    title="mentions, chains aside",
    cites="Pradhan et al. 2014 (reference scorer v8.01)",
    reads=READS,
    tally=count_mentions,
    rate=F1,
    unit="mention",
    aliases=("mention-detection", "md"),
)
