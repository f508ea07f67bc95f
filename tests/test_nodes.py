"""Packed phrases: brought into order, joined, and looked into."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from tertium.formats.files import concatenate
from tertium.nodes import reach_no_top, sum_up
from tests.packed_trees import Tree, read_as, to_text, trees, unpack
from tests.strategies import quick


def disc(forest: list[Tree]) -> str:
    return "".join(f"{to_text(tree, placed=True)}\n" for tree in forest)


@quick
@given(st.lists(st.integers(-1, 5), min_size=6, max_size=6))
def test_reach_no_top__is_going_up_for_ever(parents: list[int]) -> None:
    def is_lost(node: int) -> bool:
        for _ in range(7):
            node = parents[node] if node >= 0 else node
        return node >= 0

    assert reach_no_top(np.array(parents, dtype=np.int32)).tolist() == [is_lost(node) for node in range(6)]


@quick
@given(st.lists(trees(gaps=True), min_size=1, max_size=3))
def test_words_of__are_all_words_below(forest: list[Tree]) -> None:
    corpus = read_as("discbracket", disc(forest))
    assert corpus.nodes is not None
    node, word = corpus.nodes.words_of(np.ones(corpus.nodes.n_nodes, dtype=np.bool_))
    found = [set((word[node == n] - corpus.sent_start[s]).tolist()) for n, s in enumerate(corpus.nodes.sentence())]
    assert found == [words for rows, _ in unpack(corpus) for _, _, words in rows]
    ones = np.bincount(corpus.nodes.of_word, minlength=corpus.nodes.n_nodes)
    assert sum_up(corpus.nodes.parent, ones).tolist() == [len(words) for words in found]


@quick
@given(st.lists(trees(gaps=True), min_size=1, max_size=2), st.lists(trees(), min_size=1, max_size=2))
def test_join_nodes__several_files_are_one(first: list[Tree], second: list[Tree]) -> None:
    whole = read_as("discbracket", disc(first + second))
    parts = [read_as("discbracket", disc(forest), whole.vocab) for forest in (first, second)]
    assert unpack(concatenate(parts)) == unpack(whole)
