"""Non-projective arcs."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tertium.trees.projectivity import find_nonprojective
from tests import naive
from tests.strategies import graphs, trees
from tests.trees.test_validity import pack

true_trees = st.integers(1, 9).flatmap(trees)
any_graphs = st.integers(1, 7).flatmap(graphs)


def nonprojective(*sentences: list[int], as_malteval: bool = False) -> list[bool]:
    found: list[bool] = find_nonprojective(*pack(sentences), as_malteval=as_malteval).tolist()
    return found


@settings(max_examples=50, deadline=None)
@given(sentences=st.lists(true_trees, min_size=1, max_size=3), as_malteval=st.booleans())
def test_projectivity__agrees_with_the_definition_on_trees(sentences: list[list[int]], *, as_malteval: bool) -> None:
    expected = [flag for heads in sentences for flag in naive.nonprojective(heads, as_malteval=as_malteval)]
    assert nonprojective(*sentences, as_malteval=as_malteval) == expected


@settings(max_examples=50, deadline=None)
@given(sentences=st.lists(any_graphs, min_size=1, max_size=3))
def test_projectivity__agrees_with_the_definition_on_what_is_no_tree(sentences: list[list[int]]) -> None:
    """Several roots and cycles are described too (`tertium describe`)."""
    expected = [flag for heads in sentences for flag in naive.nonprojective(heads)]
    assert nonprojective(*sentences) == expected


def test_projectivity__a_word_that_hangs_out_of_an_arc_makes_it_cross() -> None:
    """3 hangs on 1; 2 between them hangs on 4, which is not below 1."""
    assert nonprojective([4, 4, 1, 0]) == [False, False, True, False]


def test_projectivity__a_word_that_hangs_out_of_an_arc_but_below_its_head_does_not() -> None:
    """3 hangs on 1; 2 between them hangs on 4, which hangs on 1: only the arc from 4 to 2 crosses something."""
    assert nonprojective([0, 4, 1, 1]) == [False, True, False, False]


def test_projectivity__a_root_inside_an_arc_makes_it_cross() -> None:
    """1 hangs on 3 over the root 2."""
    assert nonprojective([3, 0, 2]) == [True, False, False]


def test_projectivity__the_arc_of_the_root_is_projective() -> None:
    assert nonprojective([2, 3, 0]) == [False, False, False]


def test_projectivity__sentences_are_apart() -> None:
    assert nonprojective([0, 1], [3, 0, 2]) == [False, False, True, False, False]


def test_projectivity__a_cycle_inside_an_arc_does_not_hang_below_it() -> None:
    """2 and 3 hold each other between 1 and its dependent 4."""
    assert nonprojective([0, 3, 2, 1]) == [False, False, False, True]


def test_projectivity__malteval_overlooks_the_word_just_before_the_dependent() -> None:
    """From 1 to 3 with 2 hanging out: the only word inside is overlooked, as the head is on the left."""
    assert nonprojective([4, 4, 1, 0], as_malteval=True) == [False, False, False, False]


def test_projectivity__malteval_looks_at_all_words_if_the_head_is_on_the_right() -> None:
    assert nonprojective([3, 0, 2], as_malteval=True) == [True, False, False]


@pytest.mark.parametrize("size", [2, 3, 4, 5, 16, 17, 33])
def test_projectivity__one_arc_over_a_long_stretch(size: int) -> None:
    """The word in the middle hangs on the last word but the arc spans from the first to the one before it."""
    heads = [0, *([1] * size), 1]
    heads[1 + size // 2] = size + 2
    found = np.array(nonprojective(heads))
    assert found.tolist() == naive.nonprojective(heads)
