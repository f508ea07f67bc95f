"""Phrase-structure trees as packed arrays: the phrases of a whole corpus in one table.

A phrase is a row: its label, the phrase above it, and its words, which are rows of the corpus. Parts of speech are no
phrases: they are a column of the words. Discontinuous phrases have a number that tells their set of words apart from
every other, so that two phrases hold the same words if their numbers are equal, whatever their shape.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Final

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from tertium._typing import Codes, Mask, Offsets

NO_NODE: Final = -1
"""No phrase: above a root, or above a word that hangs on nothing."""


@dataclass(frozen=True, slots=True)
class Fault:
    """A sentence whose brackets are wrong, where a scorer is imitated that goes on (evalb)."""

    sentence: int
    messages: tuple[str, ...]  # what the scorer says, one entry for each time it does
    unclosed: tuple[int, ...] = ()  # phrases of the sentence that are never closed, by their number in it
    fatal: bool = False  # the scorer never gets past this sentence; nothing of it is kept


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
    faults: tuple[Fault, ...] = ()
    n_given: int | None = None  # sentences of the file, where empty ones were added or some were left out

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


def concatenate_nodes(parts: Sequence[Nodes | None], word_shift: Offsets) -> Nodes | None:
    """The phrases of several files as those of one corpus; None if some file has none."""
    nodes = [part for part in parts if part is not None]
    if len(nodes) < len(parts) or not nodes:
        return None
    shift = np.cumsum([0, *(part.n_nodes for part in nodes)]).astype(np.int32)
    sentences = np.cumsum([0, *(len(part.sent_start) - 1 for part in nodes)]).tolist()
    gappy = any(part.size is not None for part in nodes)
    return Nodes(
        sent_start=np.concatenate([[0], *(part.sent_start[1:] + shift[k] for k, part in enumerate(nodes))]).astype(
            np.int64
        ),
        label=np.concatenate([part.label for part in nodes]),
        parent=np.concatenate([_move(part.parent, shift[k]) for k, part in enumerate(nodes)]),
        start=np.concatenate([part.start + np.int32(word_shift[k]) for k, part in enumerate(nodes)]),
        end=np.concatenate([part.end + np.int32(word_shift[k]) for k, part in enumerate(nodes)]),
        of_word=np.concatenate([_move(part.of_word, shift[k]) for k, part in enumerate(nodes)]),
        size=np.concatenate([part.end - part.start if part.size is None else part.size for part in nodes])
        if gappy
        else None,
        line=np.concatenate([part.line for part in nodes if part.line is not None])
        if all(part.line is not None for part in nodes)
        else None,
        faults=tuple(
            replace(fault, sentence=fault.sentence + sentences[k])
            for k, part in enumerate(nodes)
            for fault in part.faults
        ),
    )


def _move(nodes: Codes, shift: np.int32) -> Codes:
    """Numbers of nodes in a larger corpus; no node stays none."""
    return np.where(nodes == NO_NODE, NO_NODE, nodes + shift).astype(np.int32)
