"""Depth and children, for many sentences at once."""

from __future__ import annotations

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from tertium.corpus import HEADLESS, ROOT
from tertium.trees.depth import are_trees, count_children, find_depths
from tests import naive
from tests.strategies import any_heads
from tests.trees.test_validity import pack

treebanks = st.lists(any_heads(), min_size=1, max_size=4)


def climb(word: int, heads: list[int]) -> int:
    """Arcs from a word to the one on the root; -1 if it goes round."""
    if not naive.climbs_to_root(word, heads):
        return -1
    return 0 if heads[word - 1] == 0 else 1 + climb(heads[word - 1], heads)


@settings(max_examples=50, deadline=None)
@given(sentences=treebanks)
def test_find_depths__agrees_with_climbing(sentences: list[list[int]]) -> None:
    head, _ = pack(sentences)
    expected = [climb(word, heads) for heads in sentences for word in range(1, len(heads) + 1)]
    assert find_depths(head).tolist() == expected


@settings(max_examples=50, deadline=None)
@given(sentences=treebanks)
def test_are_trees__every_word_climbs_to_the_root(sentences: list[list[int]]) -> None:
    expected = [all(naive.climbs_to_root(word, heads) for word in range(1, len(heads) + 1)) for heads in sentences]
    assert are_trees(*pack(sentences)).tolist() == expected


@settings(max_examples=50, deadline=None)
@given(sentences=treebanks)
def test_count_children__agrees_with_counting(sentences: list[list[int]]) -> None:
    head, _ = pack(sentences)
    expected = [heads.count(word) for heads in sentences for word in range(1, len(heads) + 1)]
    assert count_children(head).tolist() == expected


def test_find_depths__a_long_chain() -> None:
    """More doublings than the usual sentence needs."""
    assert find_depths(np.arange(-1, 999, dtype=np.int32)).tolist() == list(range(1000))


def test_find_depths__below_a_word_without_a_head_there_is_no_depth() -> None:
    head = np.array([HEADLESS, 0, 1, ROOT, 3], dtype=np.int32)
    assert find_depths(head).tolist() == [-1, -1, -1, 0, 1]
    assert are_trees(head, np.array([0, 3, 5])).tolist() == [False, True]


def test_find_depths__no_words() -> None:
    assert find_depths(np.zeros(0, dtype=np.int32)).tolist() == []
    assert are_trees(np.zeros(0, dtype=np.int32), np.zeros(1, dtype=np.int64)).tolist() == []
