"""MOR: how much of the words of mentions is found, chains aside (Zabokrtsky et al. 2022)?

Mentions are paired one to one within a document so that they share as many words as possible, whatever the matching of
the other metrics. Recall and precision are shared words over words of mentions. Of the repeats of a span in one chain
one counts.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from tertium.measures.assignment import pair_best
from tertium.measures.base import Blocks, Measure
from tertium.measures.chain_counts import F1, READS, sum_blocks
from tertium.tasks.chains import chains_of, mentions_of, sum_by
from tertium.tasks.mention_spans import gold_words

if TYPE_CHECKING:
    from tertium._typing import Codes, Counts, Offsets, Scores
    from tertium.mentions import Mentions
    from tertium.tasks.match import Match


def count_overlap(match: Match, blocks: Blocks) -> Counts:
    """Shared words of the best pairing, and words of the mentions of either side."""
    found = chains_of(match)
    key, response = mentions_of(match)
    sides = [
        _lay_out(mentions, side.row, None if place == 0 else match)
        for place, (mentions, side) in enumerate(zip((key, response), (found.key, found.response), strict=True))
    ]
    sizes = [
        np.bincount(side.document, weights=size, minlength=found.n_docs)
        for side, (size, _, _) in zip((found.key, found.response), sides, strict=True)
    ]
    shared = _pair(found.n_docs, found.key.document, sides)
    return sum_blocks(blocks, shared, sizes[0], shared, sizes[1])


def _lay_out(mentions: Mentions, rows: Offsets, match: Match | None) -> tuple[Offsets, Offsets, Offsets]:
    """Words of each chosen mention, and all pairs of a mention (numbered among the chosen) and a place."""
    start, place = mentions.all_places()
    size = np.diff(start)[rows]
    at = np.arange(size.sum()) - np.repeat(np.cumsum(size) - size, size) + np.repeat(start[rows], size)
    places = place[at]
    return (
        size,
        np.repeat(np.arange(len(rows)), size),
        mentions.key_of(places, None if match is None else gold_words(match, mentions, places)),
    )


def _pair(n_docs: int, document: Codes, sides: list[tuple[Offsets, Offsets, Offsets]]) -> Scores:
    """(n_docs,) the greatest number of shared words; mentions that hang together are paired together."""
    from scipy.sparse import coo_matrix, csr_matrix
    from scipy.sparse.csgraph import connected_components

    (size, mention, place), (others, other, their_place) = sides
    if not len(place) or not len(their_place):
        return np.zeros(n_docs)
    keys = np.unique(np.concatenate([place, their_place]))
    ones = [
        csr_matrix((np.ones(len(at)), (who, np.searchsorted(keys, at))), shape=(n, len(keys)))
        for who, at, n in ((mention, place, len(size)), (other, their_place, len(others)))
    ]
    overlap = coo_matrix(ones[0] @ ones[1].T)
    n = len(size) + len(others)
    graph = coo_matrix((overlap.data, (overlap.row, overlap.col + len(size))), shape=(n, n))
    _, group = connected_components(graph, directed=False)
    best = pair_best(group[overlap.row], overlap.row, overlap.col, overlap.data)
    return sum_by(document[overlap.row[best]], overlap.data[best], n_docs)


MOR: Final = Measure(
    name="MOR",
    title="words of mentions, chains aside",
    cites="Zabokrtsky et al. 2022",
    reads=READS,
    tally=count_overlap,
    rate=F1,
    unit="word",
    aliases=("mention-overlap",),
)
