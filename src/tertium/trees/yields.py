"""Trees as columns over yields: which tree has a node over which words, for a whole corpus at once.

A row is a set of words of one sentence over which some tree has a node; a column is a tree; a cell is the node's label,
or ABSENT. With the words held in place, everything that is asked of functional trees is an operation on columns. Yields
are told apart by 128 bits: one half sorts them, the other is compared, and should it ever differ where the first is the
same, both sort.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from tertium.trees.label_sets import ABSENT, STAR

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from tertium._typing import Codes, Mask, Offsets
    from tertium.trees.functional import FunctionalTrees, Text


@dataclass(frozen=True, eq=False, slots=True)
class Yields:
    """The rows: first the words of a sentence, then the sets of several of its words that some tree has a node over."""

    text: Text
    sent_start: Offsets  # (n_sents + 1,)  over rows
    of_word: Codes  # (n_words,)  the row of each word
    size: Codes  # (n,)  words

    @property
    def n(self) -> int:
        """How many there are."""
        return len(self.size)

    def sentence(self) -> Codes:
        """(n,) the sentence of each row."""
        return np.repeat(np.arange(self.text.n_sents, dtype=np.int32), np.diff(self.sent_start))

    def count(self, flags: Mask) -> Offsets:
        """(n_sents,) flagged rows of each sentence."""
        before = np.zeros(self.n + 1, dtype=np.int32)
        np.cumsum(flags, dtype=np.int32, out=before[1:])
        return np.diff(before[self.sent_start]).astype(np.int64)


def lay_out(trees: Sequence[FunctionalTrees]) -> tuple[Yields, list[Codes], list[Codes]]:
    """The yields of some trees over one text, for each tree its column, and the row of each of its phrases."""
    text = trees[0].text
    sizes = [len(tree.label) for tree in trees]
    place, first = _number(np.concatenate([tree.hashes for tree in trees]))
    sentence = np.concatenate([tree.sentence for tree in trees])[first]
    n_words = np.diff(text.sent_start)
    n_phrases = np.bincount(sentence, minlength=text.n_sents)
    start = np.concatenate([[0], np.cumsum(n_words + n_phrases)])
    of_word = (np.arange(text.n_words) + np.repeat(start[:-1] - text.sent_start[:-1], n_words)).astype(np.int32)
    order = np.argsort(sentence, kind="stable")
    before = np.cumsum(n_phrases) - n_phrases
    row = np.empty(len(first), dtype=np.int32)
    row[order] = np.arange(len(first)) - np.repeat(before, n_phrases) + np.repeat(start[:-1] + n_words, n_phrases)
    size = np.ones(int(start[-1]), dtype=np.int32)
    size[row] = np.concatenate([tree.size for tree in trees])[first]
    yields = Yields(text, start, of_word, size)
    rows = np.split(row[place], np.cumsum(sizes)[:-1])
    columns = []
    for tree, own in zip(trees, rows, strict=True):
        column = np.full(yields.n, ABSENT, dtype=np.int32)
        column[of_word] = tree.word_label
        column[own] = tree.label
        columns.append(column)
    return yields, columns, rows


def _number(hashes: NDArray[np.uint64]) -> tuple[Offsets, Offsets]:
    """For each pair of halves its number, equal if and only if the pairs are; and where each number comes first."""
    _, first, place = np.unique(hashes[:, 0], return_index=True, return_inverse=True)
    if np.array_equal(hashes[first[place], 1], hashes[:, 1]):
        return place, first
    _, first, place = np.unique(hashes, axis=0, return_index=True, return_inverse=True)
    return place.reshape(-1), first


def strip_labels(column: Codes) -> Codes:
    """The tree without its labels: every node is `*`."""
    return np.where(column == ABSENT, ABSENT, STAR).astype(np.int32)
