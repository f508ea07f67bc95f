"""Yields spelled out: the words of each as the bits of a number, where somebody has to look inside."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tertium._typing import Codes
    from tertium.trees.functional import FunctionalTrees
    from tertium.trees.yields import Yields


def spell_out(yields: Yields, trees: Sequence[tuple[FunctionalTrees, Codes]]) -> list[int]:
    """(n_yields,) places of the words in their sentence, from 0, as bits; 0 where none of the trees has a node.

    Args:
        yields: The rows.
        trees: Trees, each with the row of every phrase.
    """
    bits = [0] * yields.n
    starts = yields.text.sent_start[yields.text.sentence_of_words()].tolist()
    for word, row in enumerate(yields.of_word.tolist()):
        bits[row] = 1 << (word - starts[word])
    for tree, rows in trees:
        above_word, above, row_of = tree.word_parent.tolist(), tree.parent.tolist(), rows.tolist()
        for word, phrase in enumerate(above_word):
            bit = 1 << (word - starts[word])
            while phrase >= 0:
                bits[row_of[phrase]] |= bit
                phrase = above[phrase]  # noqa: PLW2901 (up to the root)
    return bits
