"""Trees without what does not count: words and phrases are left out, the rest is numbered anew.

What hangs on a phrase that is left out hangs on the next one above it, and phrases without words vanish. Gold and
system come out with the same words, so that word i of one is word i of the other.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from tertium.nodes import NO_NODE, find_node_depth, sum_up

if TYPE_CHECKING:
    from tertium._typing import Codes, Mask, Offsets
    from tertium.corpus import Corpus
    from tertium.nodes import Nodes


@dataclass(frozen=True, eq=False, slots=True)
class Pruned:
    """The words and phrases of one file that count; each phrase stands before those below it."""

    sentence: Codes  # (n_words,)
    tag: Codes  # (n_words,)
    above: Codes  # (n_words,)  the phrase right above; -1: none
    node_sentence: Codes  # (n_nodes,)
    label: Codes  # (n_nodes,)
    parent: Codes  # (n_nodes,)  -1: none
    start: Codes  # (n_nodes,)  first word
    end: Codes  # (n_nodes,)  one past the last word
    depth: Codes  # (n_nodes,)  phrases above
    n_sents: int
    gappy: bool  # some phrase is discontinuous

    def count_nodes(self) -> Offsets:
        """(n_sents,) phrases of each sentence."""
        return np.bincount(self.node_sentence, minlength=self.n_sents)

    def count_words(self) -> Offsets:
        """(n_sents,) words of each sentence."""
        return np.bincount(self.sentence, minlength=self.n_sents)

    def sum_over_words(self, values: Offsets) -> Offsets:
        """(n_nodes,) the sum of a number of each word over the words of each phrase."""
        own = np.zeros(len(self.label), dtype=np.int64)
        inside = self.above != NO_NODE
        np.add.at(own, self.above[inside], values[inside])
        summed: Offsets = sum_up(self.parent, own, self.depth)
        return summed


def prune(corpus: Corpus, nodes: Nodes, *, keep: Mask, stays: Mask, label: Codes, tag: Codes) -> Pruned:
    """Keep some words and phrases.

    Args:
        corpus: Whose words they are.
        nodes: Its phrases.
        keep: (n_words,) which words count.
        stays: (n_nodes,) which phrases count, if they have words that do.
        label: (n_nodes,) labels as they are compared.
        tag: (n_words,) parts of speech as they are compared.
    """
    start, end = _find_borders(nodes, keep)
    chosen = np.flatnonzero(stays & (end > start))
    number = np.full(nodes.n_nodes + 1, NO_NODE, dtype=np.int32)  # the last place is for no phrase
    number[chosen] = np.arange(len(chosen), dtype=np.int32)
    words = np.flatnonzero(keep)
    parent = number[_climb(nodes.parent, nodes.parent[chosen], number)]
    gaps = nodes.is_gappy()[chosen]
    return Pruned(
        sentence=corpus.sentence_of_words()[words],
        tag=tag[words],
        above=number[_climb(nodes.parent, nodes.of_word[words], number)],
        node_sentence=nodes.sentence()[chosen],
        label=label[chosen],
        parent=parent,
        start=start[chosen],
        end=end[chosen],
        depth=find_node_depth(parent),
        n_sents=corpus.n_sents,
        gappy=bool(gaps.any()),
    )


def split_levels(depth: Codes) -> list[Offsets]:
    """Nodes level by level, from the roots down."""
    order = np.argsort(depth.astype(np.int16), kind="stable")  # small numbers are sorted without comparisons
    return np.split(order, np.cumsum(np.bincount(depth))[:-1]) if len(depth) else []


def _find_borders(nodes: Nodes, keep: Mask) -> tuple[Codes, Codes]:
    """(n_nodes,) first kept word of each phrase, and one past its last, in kept words."""
    before = np.concatenate([[0], np.cumsum(keep)]).astype(np.int32)
    if nodes.size is None or not nodes.is_gappy().any():
        return before[nodes.start], before[nodes.end]
    first = np.full(nodes.n_nodes, len(keep), dtype=np.int32)
    last = np.full(nodes.n_nodes, -1, dtype=np.int32)
    words = np.flatnonzero(keep & (nodes.of_word != NO_NODE))
    np.minimum.at(first, nodes.of_word[words], before[words])
    np.maximum.at(last, nodes.of_word[words], before[words])
    depth = nodes.depth()
    for level in range(int(depth.max(initial=0)), 0, -1):
        here = np.flatnonzero(depth == level)
        np.minimum.at(first, nodes.parent[here], first[here])
        np.maximum.at(last, nodes.parent[here], last[here])
    return first, last + 1


def _climb(parent: Codes, start: Codes, number: Codes) -> Codes:
    """The nearest phrase that counts, from each of these upwards; -1: none."""
    at = start.copy()
    while (going := np.flatnonzero((at != NO_NODE) & (number[at] == NO_NODE))).size:
        at[going] = parent[at[going]]
    return at
