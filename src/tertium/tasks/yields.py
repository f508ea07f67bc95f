"""The words of brackets: spans for most, sets for those with gaps.

Two brackets are over the same words if their keys are equal. A bracket without gaps is known by its first and last
word; sets of words are numbered, exactly, for the few others. Two brackets cross if they share words and neither holds
all words of the other; for spans that is the usual definition.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tertium._typing import Codes, Mask, Offsets
    from tertium.nodes import Nodes
    from tertium.tasks.bracketing import Side


@dataclass(frozen=True, eq=False, slots=True)
class Gaps:
    """The words of brackets with gaps."""

    row: Offsets  # (n_gaps,)  which brackets they are
    start: Offsets  # (n_gaps + 1,)  bracket row[i] has words word[start[i]:start[i + 1]]
    word: Codes  # kept words of the sentence, from 0, rising


@dataclass(frozen=True, eq=False, slots=True)
class Extent:
    """Where the kept words of nodes are, and all of them for nodes with gaps."""

    start: Codes  # (n_nodes,)  in kept words of the corpus
    end: Codes  # (n_nodes,)
    gappy: Mask | None  # (n_nodes,)  has gaps, deleted words aside; None: no node has
    node: Codes  # (n_pairs,)  a gappy node
    word: Codes  # (n_pairs,)  and one of its kept words


def measure_nodes(nodes: Nodes, keep: Mask) -> Extent:
    """Find the kept words of all nodes; a gap of deleted words only is none."""
    before = np.concatenate([[0], np.cumsum(keep)]).astype(np.int32)
    start, end = before[nodes.start], before[nodes.end]
    nothing = np.zeros(0, dtype=np.int32)
    if nodes.size is None:
        return Extent(start, end, None, nothing, nothing)
    gappy = nodes.is_gappy()
    node, word = nodes.words_of(gappy)
    node, word = node[keep[word]], before[word[keep[word]]]
    first = np.ones(len(node), dtype=np.bool_)
    first[1:] = node[1:] != node[:-1]
    start[gappy] = end[gappy] = 0
    start[node[first]] = word[first]
    last = np.roll(first, -1)
    end[node[last]] = word[last] + 1
    gappy &= np.bincount(node, minlength=nodes.n_nodes) != end - start
    inside = gappy[node]
    return Extent(start, end, gappy, node[inside], word[inside])


def take_gaps(extent: Extent, stays: Offsets, first_word: Codes) -> Gaps | None:
    """The gaps among the nodes that stay; `first_word` is where the sentence of each of these starts."""
    if extent.gappy is None:
        return None
    row = np.flatnonzero(extent.gappy[stays])
    if not len(row):
        return None
    place = np.full(len(extent.start), -1, dtype=np.int64)
    place[stays[row]] = np.arange(len(row))
    at = place[extent.node]
    word, at = extent.word[at >= 0], at[at >= 0]
    start = np.searchsorted(at, np.arange(len(row) + 1))
    return Gaps(row, start, word - first_word[row][at])


def find_keys(sides: Sequence[Side]) -> list[Offsets]:
    """For each side a number for the words of each bracket, equal if and only if the words are the same.

    It rises with the first word and falls with the last, so that it rises from bracket to bracket where trees are
    written from the top down.
    """
    width = 1 + max(int(side.end.max(initial=0)) for side in sides)
    keys = [(side.sentence.astype(np.int64) * width + side.start) * width + (width - 1 - side.end) for side in sides]
    beyond = width * width * (1 + max(int(side.sentence.max(initial=0)) for side in sides))
    number: dict[tuple[int, bytes], int] = {}
    for side, key in zip(sides, keys, strict=True):
        if side.gaps is not None:
            start, word = side.gaps.start.tolist(), side.gaps.word.astype(np.int32)
            for place, row in enumerate(side.gaps.row.tolist()):
                words = int(side.sentence[row]), word[start[place] : start[place + 1]].tobytes()
                key[row] = beyond + number.setdefault(words, len(number))
    return keys


def find_gappy_sentences(sides: Sequence[Side], n_sents: int) -> Mask:
    """(n_sents,) which sentences have a bracket with gaps on any side."""
    found = np.zeros(n_sents, dtype=np.bool_)
    for side in sides:
        if side.gaps is not None:
            found[side.sentence[side.gaps.row]] = True
    return found


def cross_sets(gold: Side, system: Side, sentences: Mask) -> Offsets:
    """The system brackets of some sentences that cross at least one gold bracket, as sets of words."""
    ours: dict[int, set[int]] = {}
    for row, words in _spell_out(gold, sentences):
        ours.setdefault(int(gold.sentence[row]), set()).add(words)
    crossing = [
        row
        for row, words in _spell_out(system, sentences)
        if any(words & other and words & ~other and other & ~words for other in ours.get(int(system.sentence[row]), ()))
    ]
    return np.array(crossing, dtype=np.int64)


def _spell_out(side: Side, sentences: Mask) -> list[tuple[int, int]]:
    """The brackets of some sentences with their words as bits."""
    rows = np.flatnonzero(sentences[side.sentence]).tolist()
    words = {row: (1 << int(side.end[row])) - (1 << int(side.start[row])) for row in rows}
    if side.gaps is not None:
        start, word = side.gaps.start.tolist(), side.gaps.word.tolist()
        for place, row in enumerate(side.gaps.row.tolist()):
            if row in words:
                words[row] = sum(1 << bit for bit in word[start[place] : start[place + 1]])
    return list(words.items())
