"""Functional trees as ordered trees with their words as leaves: what the general tree edit distance needs.

Below an artificial root; children stand in the order of their first words. Of a column only the nodes that it has are
taken: what is generalised has the shape of any of its golds with nodes left out.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from tertium.trees.label_sets import ABSENT, STAR

if TYPE_CHECKING:
    from tertium._typing import Codes, Mask, Offsets
    from tertium.trees.functional import FunctionalTrees
    from tertium.trees.yields import Yields


@dataclass(frozen=True, eq=False, slots=True)
class OrderedTrees:
    """Nodes sentence by sentence, each before those below it; the root first."""

    start: Offsets  # (n_sents + 1,)
    parent: Codes  # (n,)  place in the sentence
    code: Codes  # (n,)  number of the label, or -1 - w for the word w of the sentence
    row: Codes  # (n,)  the yield of a node; -1: a word, or the root


def order_trees(trees: FunctionalTrees, yields: Yields, rows: Codes, column: Codes) -> OrderedTrees:
    """The nodes of a column, in the shape of some trees.

    Args:
        trees: Trees that have at least these nodes.
        yields: The rows of the column.
        rows: (n_phrases,) the yield of each phrase of the trees.
        column: The labels.
    """
    text = trees.text
    n_words, n_phrases, n_sents = text.n_words, len(trees.label), text.n_sents
    sentence_of_word = text.sentence_of_words()
    kept = column[rows] != ABSENT
    outer = _climb(trees.parent, kept)
    above_word = trees.word_parent.copy()
    lost = (above_word >= 0) & ~kept[above_word] if n_phrases else np.zeros(n_words, dtype=np.bool_)
    above_word[lost] = outer[above_word[lost]]
    has_node = column[yields.of_word] != ABSENT
    # nodes: roots, phrases, nodes over words, words
    sentence = np.concatenate([np.arange(n_sents), trees.sentence, sentence_of_word, sentence_of_word])
    first = np.concatenate([text.sent_start[:-1], find_first_words(trees), np.arange(n_words), np.arange(n_words)])
    size = np.concatenate([np.full(n_sents, n_words + 2), trees.size + 1, np.ones(n_words), np.zeros(n_words)])
    word = np.arange(n_words, dtype=np.int32)
    place_of_word = word - text.sent_start[:-1][sentence_of_word]
    code = np.concatenate(
        [np.full(n_sents, STAR), column[rows], column[yields.of_word], -1 - place_of_word], dtype=np.int32
    )
    row = np.concatenate([np.full(n_sents, -1), rows, yields.of_word, np.full(n_words, -1)], dtype=np.int32)
    here = np.concatenate([np.ones(n_sents, dtype=np.bool_), kept, has_node, np.ones(n_words, dtype=np.bool_)])
    up_word = np.where(above_word >= 0, n_sents + above_word, sentence_of_word)
    up = np.concatenate(
        [
            np.full(n_sents, -1),
            np.where(outer >= 0, n_sents + outer, trees.sentence),
            up_word,
            np.where(has_node, n_sents + n_phrases + word, up_word),
        ]
    )
    chosen = np.flatnonzero(here)
    order = chosen[np.lexsort((-size[chosen], first[chosen], sentence[chosen]))]
    start = np.concatenate([[0], np.cumsum(np.bincount(sentence[order], minlength=n_sents))])
    place = np.full(len(here), -1, dtype=np.int64)
    place[order] = np.arange(len(order)) - start[:-1][sentence[order]]
    parent = np.where(up[order] >= 0, place[up[order]], -1)
    return OrderedTrees(start, parent.astype(np.int32), code[order], row[order])


def _climb(parent: Codes, kept: Mask) -> Codes:
    """(n_phrases,) the lowest phrase above each that is kept; -1: none."""
    found = parent.copy()
    while len(lost := np.flatnonzero((found >= 0) & ~kept[found])):
        found[lost] = parent[found[lost]]
    return found


def find_first_words(trees: FunctionalTrees) -> Codes:
    """(n_phrases,) the first word of each phrase."""
    return _extremes(trees)[0]


def find_gappy_sentences(trees: FunctionalTrees) -> Mask:
    """(n_sents,) sentences in which some phrase is not a run of words."""
    first, last = _extremes(trees)
    found = np.zeros(trees.text.n_sents, dtype=np.bool_)
    found[trees.sentence[last - first + 1 != trees.size]] = True
    return found


def _extremes(trees: FunctionalTrees) -> tuple[Codes, Codes]:
    """(n_phrases,) the first and the last word of each phrase."""
    first = np.full(len(trees.label), trees.text.n_words, dtype=np.int32)
    last = np.full(len(trees.label), -1, dtype=np.int32)
    word = np.flatnonzero(trees.word_parent >= 0).astype(np.int32)
    above = trees.word_parent[word]
    while len(above):
        np.minimum.at(first, above, word)
        np.maximum.at(last, above, word)
        above = trees.parent[above]
        word, above = word[above >= 0], above[above >= 0]
    return first, last
