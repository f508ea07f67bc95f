"""Zeros: are dropped words resolved to the right chain (Zabokrtsky et al. 2022, section 5.2)?

CorefUD's scorer asks, as ARCS does, of each mention whose head is an empty node and which is not the first of its
chain: is it resolved in the response (else fn), and to a chain that some earlier mention of its key chain is in (else
wl)? Such a mention of the response that is nobody's partner there is an fp. Recall is tp / (tp + wl + fn), precision
tp / (tp + wl + fp). Mentions of the same words are partners here, though the matching may pair either with another.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from tertium.measures.base import Blocks, Measure
from tertium.measures.chain_counts import F1, READS, sum_blocks
from tertium.tasks.chains import NONE, Side, chains_of, mentions_of

if TYPE_CHECKING:
    from tertium._typing import Codes, Counts, Mask, Offsets
    from tertium.mentions import Mentions
    from tertium.tasks.match import Match


def count_zeros(match: Match, blocks: Blocks) -> Counts:
    """Dropped words that are resolved right, and those that are to be resolved on either side."""
    found = chains_of(match)
    key, response = (
        _Ordered(mentions, side) for mentions, side in zip(mentions_of(match), (found.key, found.response), strict=True)
    )
    n = 1 + max(int(side.max(initial=0)) for side in (key.span, response.span, response.identity))
    partner = _find_partners(key, response, n)
    chain, leads, covered = np.full(n + 1, NONE, dtype=np.int64), *np.zeros((2, n + 1), dtype=np.bool_)
    chain[found.response.span] = found.response.chain  # of several the last stays
    leads[response.span[response.is_first]] = True
    asked = key.is_zero & ~key.is_first
    resolved = asked & (partner != NONE) & ~leads[partner]
    right = resolved & _has_come_before(key.chain, chain[partner])
    covered[partner[asked]] = True
    spurious = response.is_zero & ~leads[response.span] & ~covered[response.span]

    def count(side: _Ordered, chosen: Mask) -> Offsets:
        found_there: Offsets = np.bincount(side.document[chosen], minlength=found.n_docs).astype(np.int64)
        return found_there

    proposed: Offsets = np.add(count(key, resolved), count(response, spurious))
    correct = count(key, right)
    return sum_blocks(blocks, correct, count(key, asked), correct, proposed)


def _find_partners(key: _Ordered, response: _Ordered, n: int) -> Offsets:
    """(n_key,) spans in the response: the same words, though paired otherwise, before those that are paired."""
    found = np.full(n, NONE, dtype=np.int64)
    found[response.identity] = response.span
    found[response.span] = response.span
    partners: Offsets = found[key.span]
    return partners


class _Ordered:
    """The mentions of one side chain by chain, in the order of the text."""

    def __init__(self, mentions: Mentions, side: Side) -> None:
        size = mentions.sizes()[side.row]
        order = np.lexsort((size, mentions.last[side.row], mentions.first[side.row], side.chain))
        self.chain, self.document = side.chain[order], side.document[order]
        self.identity, self.span = side.identity[order], side.span[order]
        self.is_first: Mask = np.diff(self.chain, prepend=-1) != 0
        places, head = mentions.places, mentions.heads()[side.row[order]]
        self.is_zero: Mask = np.zeros(side.n, dtype=np.bool_) if places is None else places.number[head] > 0


def _has_come_before(chain: Codes, other: Offsets) -> Mask:
    """(n,) whether an earlier mention of the chain is in the same chain of the other side."""
    pair = chain.astype(np.int64) * (2 + other.max(initial=NONE)) + other + 1
    _, first = np.unique(pair, return_index=True)
    found = np.ones(len(pair), dtype=np.bool_)
    found[first] = False
    return found


ZEROS: Final = Measure(
    name="Zeros",
    title="dropped words resolved to the right chain",
    cites="Zabokrtsky et al. 2022",
    reads=READS,
    tally=count_zeros,
    rate=F1,
    unit="mention",
    aliases=("zero", "dropped-words"),
)
