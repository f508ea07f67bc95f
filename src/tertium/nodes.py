"""Phrase-structure trees as packed arrays: the phrases of a whole corpus in one table.

A phrase is a row: its label, the phrase above it, and its words, which are rows of the corpus. Parts of speech are no
phrases: they are a column of the words. Discontinuous phrases have a number that tells their set of words apart from
every other, so that two phrases hold the same words if their numbers are equal, whatever their shape.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from tertium._typing import Codes, Mask, Offsets

NO_NODE: Final = -1
"""No phrase: above a root, or above a word that hangs on nothing."""


@dataclass(frozen=True, eq=False, slots=True)
class Nodes:
    """The phrases of a corpus, sentence by sentence, each before those below it."""

    sent_start: Offsets  # (n_sents + 1,)  sentence s has nodes sent_start[s]:sent_start[s + 1]
    label: Codes  # (n_nodes,)  as it is written, with functions; the empty string where there is none
    parent: Codes  # (n_nodes,)  the node above; -1: none
    start: Codes  # (n_nodes,)  first word
    end: Codes  # (n_nodes,)  one past the last word; the same as start: no words
    of_word: Codes  # (n_words,)  the node right above the word's part of speech
    size: Codes | None = None  # (n_nodes,)  words; None: all between start and end
    line: Codes | None = None  # (n_nodes,)  where it opens, for messages
    function: Codes | None = None  # (n_nodes,)  label of the edge above; None: the format has none

    @property
    def n_nodes(self) -> int:
        """How many phrases there are."""
        return len(self.label)

    def sentence(self) -> Codes:
        """(n_nodes,) the sentence of each node."""
        return np.repeat(np.arange(len(self.sent_start) - 1, dtype=np.int32), np.diff(self.sent_start))

    def is_gappy(self) -> Mask:
        """(n_nodes,) which phrases are discontinuous."""
        if self.size is None:
            return np.zeros(self.n_nodes, dtype=np.bool_)
        found: Mask = self.size != self.end - self.start
        return found

    def depth(self) -> Codes:
        """(n_nodes,) phrases above each phrase."""
        return find_node_depth(self.parent)


def find_node_depth(parent: Codes) -> Codes:
    """(n_nodes,) how many nodes are above each; parents stand before their children."""
    depth = np.zeros(len(parent), dtype=np.int32)
    above = parent.copy()
    while (going := np.flatnonzero(above >= 0)).size:
        depth[going] += 1
        above[going] = parent[above[going]]
    return depth


def sum_up(parent: Codes, values: NDArray[Any], depth: Codes | None = None) -> NDArray[Any]:
    """(n_nodes,) each value plus those of all nodes below; level by level, the deepest first."""
    depth = find_node_depth(parent) if depth is None else depth
    total = values.copy()
    order = np.argsort(depth, kind="stable")
    bounds = np.searchsorted(depth[order], np.arange(1, int(depth.max(initial=0)) + 2))
    for level in range(len(bounds) - 1, 0, -1):
        nodes = order[bounds[level - 1] : bounds[level]]
        np.add.at(total, parent[nodes], total[nodes])
    return total
