"""Functional trees of dependencies: by hand, and against sets of words."""

from __future__ import annotations

import numpy as np
from hypothesis import given

from tertium.corpus import HEADLESS, ROOT
from tertium.trees.functional import cut_cycles, make_text, star_trees
from tertium.trees.yields import _number as number_hashes
from tertium.trees.yields import lay_out
from tests import naive_functional as naive
from tests.small_schemes import Arcs, lay, several


def test_functional__preposition_heads_or_noun_heads() -> None:
    """Examples 4a and 4b of the paper: on Sunday."""
    grid = lay([([2, 0], ["prep", "X"]), ([0, 1], ["X", "pobj"])])
    assert grid.read(grid.columns[0]) == {frozenset({1}): "prep", frozenset({2}): "*", frozenset({1, 2}): "X"}
    assert grid.read(grid.columns[1]) == {frozenset({1}): "*", frozenset({2}): "pobj", frozenset({1, 2}): "X"}
    assert [tree.n_nodes for tree in grid.trees] == [3, 3]


def test_functional__single_word_has_one_node() -> None:
    grid = lay([([0], ["root"])])
    assert grid.read(grid.columns[0]) == {frozenset({1}): "root"}


def test_functional__two_roots_have_no_node_above_them() -> None:
    grid = lay([([0, 0], ["root", "root"])])
    assert grid.read(grid.columns[0]) == {frozenset({1}): "root", frozenset({2}): "root"}


@given(several(2))
def test_functional__as_sets_of_words(sentences: list[Arcs]) -> None:
    grid = lay(sentences)
    for (heads, labels), column, tree in zip(sentences, grid.columns, grid.trees, strict=True):
        expected = naive.functional(heads, labels)
        assert grid.read(column) == expected
        assert tree.n_nodes == len(expected)
        assert tree.size.tolist() == [len(words) for words in tree.words_of(np.arange(len(tree.label), dtype=np.int32))]


def test_cut_cycles__first_word_hangs_on_the_root() -> None:
    heads = np.array([ROOT, 2, 1, 1, HEADLESS], dtype=np.int32)
    cut, n = cut_cycles(heads, np.array([0, 5], dtype=np.int64))
    assert cut.tolist() == [ROOT, ROOT, 1, 1, ROOT]
    assert n == 1


def test_cut_cycles__two_circles_and_one_below() -> None:
    heads = np.array([1, 0, 3, 2, 3], dtype=np.int32)
    cut, n = cut_cycles(heads, np.array([0, 2, 5], dtype=np.int64))
    assert cut.tolist() == [ROOT, 0, ROOT, 2, 3]
    assert n == 2


def test_star_trees__a_node_over_each_sentence_of_several_words() -> None:
    text = make_text(np.array([0, 3, 4], dtype=np.int64))
    flat = star_trees(text)
    assert flat.n_nodes == 5
    grid = lay([([2, 0, 2], ["a", "b", "c"])])
    yields, columns, _ = lay_out([grid.trees[0], star_trees(grid.trees[0].text)])
    assert yields.n == 4
    assert (columns[1] == 0).all()


def test_yields__are_told_apart_by_both_halves() -> None:
    """Should the first 64 bits ever collide, the other 64 decide."""
    hashes = np.array([[1, 5], [1, 6], [2, 5], [1, 5]], dtype=np.uint64)
    place, first = number_hashes(hashes)
    assert len(first) == 3
    assert place[0] == place[3]
    assert len(set(place.tolist())) == 3
    assert np.array_equal(hashes[first[place]], hashes)
