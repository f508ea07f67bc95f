"""Small golds and systems of several schemes, from lists of heads, and their trees as columns."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from hypothesis import strategies as st

from tertium.corpus import ROOT
from tertium.trees.functional import from_dependencies, make_text
from tertium.trees.label_sets import ABSENT, LabelSets
from tertium.trees.yields import lay_out

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tertium._typing import Codes
    from tertium.trees.functional import FunctionalTrees
    from tertium.trees.yields import Yields
    from tests import naive_functional as naive

Arcs = tuple[list[int], list[str]]
"""Heads from 1, 0 for the root; and labels."""

LABELS = ("a", "b", "b:x", "b:y", "c")


@dataclass(frozen=True)
class Grid:
    """Trees of one sentence laid out."""

    labels: LabelSets
    yields: Yields
    columns: list[Codes]
    words: list[frozenset[int]]  # of each row
    trees: list[FunctionalTrees]
    rows: list[Codes]  # of the phrases of each tree

    def read(self, column: Codes) -> naive.Tree:
        """A column as the textbook has it."""
        return {
            self.words[row]: self.labels.show(int(column[row])) for row in np.flatnonzero(column != ABSENT).tolist()
        }

    @property
    def bits(self) -> list[int]:
        return [sum(1 << word for word in words) for words in self.words]


def lay(sentences: Sequence[Arcs], *, hierarchy: bool = False, free: Sequence[tuple[str, str]] = ()) -> Grid:
    """Trees over one sentence."""
    n = len(sentences[0][0])
    text = make_text(np.array([0, n], dtype=np.int64))
    labels = LabelSets(hierarchy=hierarchy, free=free)
    trees = []
    for heads, names in sentences:
        head = np.array([above - 1 if above else ROOT for above in heads], dtype=np.int32)
        trees.append(from_dependencies(text, head, np.array([labels.number([x]) for x in names], dtype=np.int32)))
    yields, columns, rows = lay_out(trees)
    words: list[frozenset[int]] = [frozenset()] * yields.n
    for word, row in enumerate(yields.of_word.tolist(), 1):
        words[row] = frozenset({word})
    for tree, own in zip(trees, rows, strict=True):
        every = np.arange(len(tree.label), dtype=np.int32)
        for row, inside in zip(own.tolist(), tree.words_of(every), strict=True):
            words[row] = frozenset(word + 1 for word in inside)
    return Grid(labels, yields, columns, words, trees, rows)


@st.composite
def arcs(draw: st.DrawFn, n: int, *, projective: bool = False, labels: Sequence[str] = LABELS) -> Arcs:
    """A tree, or several: heads without circles."""
    if projective:
        heads = [0] * n
        _attach(draw, heads, 1, n, 0)
    else:
        order = draw(st.permutations(range(1, n + 1)))
        heads = [0] * n
        for place, word in enumerate(order):
            heads[word - 1] = draw(st.sampled_from([0, *order[:place]])) if place else 0
    return heads, [draw(st.sampled_from(labels)) for _ in range(n)]


def _attach(draw: st.DrawFn, heads: list[int], first: int, last: int, above: int) -> None:
    """Hang the words from first to last below a word, projectively."""
    while first <= last:
        end = draw(st.integers(first, last))
        head = draw(st.integers(first, end))
        heads[head - 1] = above
        _attach(draw, heads, first, head - 1, head)
        _attach(draw, heads, head + 1, end, head)
        first = end + 1


def several(n_trees: int, *, most: int = 6, projective: bool = False) -> st.SearchStrategy[list[Arcs]]:
    """So many trees over the same words."""
    return st.integers(1, most).flatmap(
        lambda n: st.lists(arcs(n, projective=projective), min_size=n_trees, max_size=n_trees)
    )
