"""Phrase-structure trees as packed arrays: the phrases of a whole corpus in one table.

A phrase is a row: its label, the phrase above it, and its words, which are rows of the corpus. Parts of speech are no
phrases: they are a column of the words. A phrase may be discontinuous: it is then known by its first and last word and
by how many words it has, and its words are those whose way up passes it.
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
    function: Codes | None = None  # (n_nodes,)  label of the edge above; None: the format has none
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

    def n_words(self) -> Codes:
        """(n_nodes,) words of each phrase."""
        return self.end - self.start if self.size is None else self.size

    def words_of(self, chosen: Mask) -> tuple[Codes, Codes]:
        """Pairs of a node and a word in it, for the chosen nodes: by node, then by word."""
        nodes, words = [], []
        word = np.flatnonzero(self.of_word >= 0).astype(np.int32)
        above = self.of_word[word]
        while len(above):  # up from all words at once
            here = chosen[above]
            nodes.append(above[here])
            words.append(word[here])
            above = self.parent[above]
            word, above = word[above >= 0], above[above >= 0]
        if not nodes:
            return np.zeros(0, dtype=np.int32), np.zeros(0, dtype=np.int32)
        node, inside = np.concatenate(nodes), np.concatenate(words)
        order = np.lexsort((inside, node))
        return node[order], inside[order]


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


def reach_no_top(parent: Codes) -> Mask:
    """(n_nodes,) which nodes never come to an end on their way up: they are in a circle, or below one."""
    above = parent.copy()
    for _ in range(max(len(parent), 1).bit_length()):  # each step doubles the way
        above = np.where(above >= 0, above[np.maximum(above, 0)], above)
    lost: Mask = above >= 0
    return lost


def arrange(  # the columns of one table
    *,
    sent_start: Offsets,
    word_start: Offsets,
    label: Codes,
    parent: Codes,
    of_word: Codes,
    line: Codes | None = None,
    function: Codes | None = None,
) -> Nodes:
    """Nodes from who is above whom, brought into order: parents first, siblings by their first word.

    Args:
        sent_start: (n_sents + 1,) over the nodes, which stand sentence by sentence.
        word_start: (n_sents + 1,) over the words.
        label: (n_nodes,)
        parent: (n_nodes,) -1: none. There must be no circles.
        of_word: (n_words,) the node above each word; -1: none.
        line: (n_nodes,)
        function: (n_nodes,)
    """
    n = len(parent)
    sentence = np.repeat(np.arange(len(sent_start) - 1), np.diff(sent_start))
    depth = find_node_depth(parent)
    attached = np.flatnonzero(of_word >= 0).astype(np.int32)
    start = np.full(n, np.iinfo(np.int32).max, dtype=np.int32)
    end = np.zeros(n, dtype=np.int32)
    np.minimum.at(start, of_word[attached], attached)
    np.maximum.at(end, of_word[attached], attached + 1)
    size = np.bincount(of_word[attached], minlength=n).astype(np.int32)
    below = np.ones(n, dtype=np.int64)  # nodes of each subtree
    levels = _by_level(depth)
    for nodes in reversed(levels[1:]):
        above = parent[nodes]
        np.minimum.at(start, above, start[nodes])
        np.maximum.at(end, above, end[nodes])
        np.add.at(size, above, size[nodes])
        np.add.at(below, above, below[nodes])
    empty = size == 0
    start[empty] = end[empty] = word_start[:-1][sentence[empty]]
    order = np.lexsort((np.arange(n), start, parent, sentence))  # siblings side by side
    before = np.cumsum(below[order]) - below[order]
    first = np.ones(n, dtype=np.bool_)
    first[1:] = (parent[order][1:] != parent[order][:-1]) | (sentence[order][1:] != sentence[order][:-1])
    place = np.empty(n, dtype=np.int64)  # first the place below the parent, then the place among all
    place[order] = before - before[np.maximum.accumulate(np.where(first, np.arange(n), 0))]
    for level, nodes in enumerate(levels):
        place[nodes] += place[parent[nodes]] + 1 if level else sent_start[sentence[nodes]]
    new = np.full(n + 1, NO_NODE, dtype=np.int32)  # the last place is for no node
    new[:-1] = place
    back = np.empty(n, dtype=np.int64)
    back[place] = np.arange(n)
    is_whole = bool((size == end - start).all())
    return Nodes(
        sent_start=sent_start,
        label=label[back],
        parent=new[parent[back]],
        start=start[back],
        end=end[back],
        of_word=new[of_word],
        size=None if is_whole else size[back],
        line=None if line is None else line[back],
        function=None if function is None else function[back],
    )


def _by_level(depth: Codes) -> list[Offsets]:
    """The nodes of each depth."""
    order = np.argsort(depth, kind="stable")
    return np.split(order, np.searchsorted(depth[order], np.arange(1, int(depth.max(initial=0)) + 1)))


def join_nodes(parts: Sequence[Nodes], n_words: Sequence[int]) -> Nodes:
    """The nodes of several files as one table; those of file i stand over n_words[i] words."""
    shift = np.cumsum([0, *(part.n_nodes for part in parts)]).astype(np.int32)
    words = np.cumsum([0, *n_words]).astype(np.int32)

    def number(column: Codes, by: np.int32) -> Codes:
        return np.where(column >= 0, column + by, column)

    def chain(columns: Sequence[Codes | None]) -> Codes | None:
        found = [column for column in columns if column is not None]
        return np.concatenate(found) if len(found) == len(parts) else None

    some_gaps = any(part.size is not None for part in parts)
    starts = [np.zeros(1, dtype=np.int64), *(part.sent_start[1:] + by for part, by in zip(parts, shift, strict=False))]
    return Nodes(
        sent_start=np.concatenate(starts),
        label=np.concatenate([part.label for part in parts]),
        parent=np.concatenate([number(part.parent, by) for part, by in zip(parts, shift, strict=False)]),
        start=np.concatenate([part.start + by for part, by in zip(parts, words, strict=False)]),
        end=np.concatenate([part.end + by for part, by in zip(parts, words, strict=False)]),
        of_word=np.concatenate([number(part.of_word, by) for part, by in zip(parts, shift, strict=False)]),
        size=np.concatenate([part.n_words() for part in parts]) if some_gaps else None,
        line=chain([part.line for part in parts]),
        function=chain([part.function for part in parts]),
    )


def first_nodes(nodes: Nodes, sent_start: Offsets, n_words: int) -> Nodes:
    """The nodes of the first sentences, whose borders are given, over so many words."""
    n = int(sent_start[-1])
    return replace(
        nodes,
        sent_start=sent_start,
        label=nodes.label[:n],
        parent=nodes.parent[:n],
        start=nodes.start[:n],
        end=nodes.end[:n],
        of_word=nodes.of_word[:n_words],
        size=None if nodes.size is None else nodes.size[:n],
        line=None if nodes.line is None else nodes.line[:n],
        function=None if nodes.function is None else nodes.function[:n],
    )
