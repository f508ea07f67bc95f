"""The best single-root tree over the arcs that several parsers propose."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tertium.trees.arborescence import best_tree_counts, maximum_arborescence
from tests import naive
from tests.strategies import graphs, trees, varied_heads
from tests.trees.test_validity import pack

if TYPE_CHECKING:
    from collections.abc import Sequence

Case = tuple[list[int], list[list[int]], list[bool]]
"""Gold heads, heads of the systems, which words are scored."""


@st.composite
def cases(draw: st.DrawFn, *, valid: bool) -> Case:
    n = draw(st.integers(1, 6))
    shape = trees(n) if valid else graphs(n)
    gold = draw(shape)
    systems = draw(st.lists(varied_heads(gold, valid=valid) | shape, min_size=1, max_size=3))
    return gold, systems, draw(st.lists(st.booleans(), min_size=n, max_size=n))


def flags(case: Case) -> list[list[bool]]:
    gold, systems, scored = case
    return [[g == s and flag for g, s, flag in zip(gold, heads, scored, strict=True)] for heads in systems]


def best(*sentences: Case) -> list[int]:
    """Through the package, all sentences at once."""
    n_systems = len(sentences[0][1])
    heads = [pack([case[1][system] for case in sentences])[0] for system in range(n_systems)]
    starts = pack([case[0] for case in sentences])[1]
    right = np.array([[flag for case in sentences for flag in flags(case)[system]] for system in range(n_systems)])
    found: list[int] = best_tree_counts(starts, heads, right).tolist()
    return found


@settings(max_examples=100, deadline=None)
@given(case=cases(valid=True))
def test_best_tree__agrees_with_trying_all_trees(case: Case) -> None:
    assert best(case) == [naive.best_tree(case[1], flags(case))]


@settings(max_examples=100, deadline=None)
@given(case=cases(valid=False))
def test_best_tree__agrees_with_trying_all_trees_where_outputs_are_none(case: Case) -> None:
    """Where the arcs make no tree at all, the best whole output stands in."""
    expected = naive.best_tree(case[1], flags(case))
    assert best(case) == [max(sum(row) for row in flags(case)) if expected is None else expected]


@pytest.mark.slow
@settings(max_examples=2000, deadline=None)
@given(case=st.one_of(cases(valid=True), cases(valid=False)))
def test_best_tree__agrees_with_trying_all_trees_on_many_cases(case: Case) -> None:
    expected = naive.best_tree(case[1], flags(case))
    assert best(case) == [max(sum(row) for row in flags(case)) if expected is None else expected]


@settings(max_examples=50, deadline=None)
@given(data=st.data(), n_systems=st.integers(1, 3))
def test_best_tree__sentences_do_not_disturb_each_other(data: st.DataObject, n_systems: int) -> None:
    found = []
    for _ in range(data.draw(st.integers(1, 3))):
        gold, systems, scored = data.draw(cases(valid=True))
        found.append((gold, [systems[k % len(systems)] for k in range(n_systems)], scored))
    assert best(*found) == [value for case in found for value in best(case)]


@settings(max_examples=50, deadline=None)
@given(case=cases(valid=True))
def test_best_tree__lies_between_the_best_output_and_the_decision_oracle(case: Case) -> None:
    right = flags(case)
    best_output = max(sum(row) for row in right)
    assert best_output <= best(case)[0] <= naive.oracle(right, range(len(right)))


def test_best_tree__the_decision_oracle_need_not_be_a_tree() -> None:
    """2 and 3 rightly hang on 1, each in one system; but both systems hang 1 on one of them, which makes a cycle."""
    case: Case = ([0, 1, 1], [[2, 0, 1], [3, 1, 0]], [True] * 3)
    assert naive.oracle(flags(case), (0, 1)) == 2
    assert best(case) == [1]


def test_best_tree__joins_what_one_system_lacks_and_the_other_has() -> None:
    """Each system has one arc of 1 -> 2 -> 3 that the other lacks; together they make the gold tree."""
    case: Case = ([0, 1, 2], [[0, 1, 1], [0, 3, 2]], [True] * 3)
    assert [sum(row) for row in flags(case)] == [2, 2]
    assert best(case) == [3]


def test_best_tree__has_one_root_even_if_the_gold_has_two() -> None:
    case: Case = ([0, 0, 1], [[0, 1, 1], [2, 0, 1]], [True] * 3)
    assert best(case) == [2]


def test_best_tree__only_scored_words_count() -> None:
    case: Case = ([0, 1, 2], [[0, 1, 2]], [True, False, True])
    assert best(case) == [2]


def all_arborescences(n: int, arcs: dict[tuple[int, int], int]) -> int | None:
    choices: Sequence[list[int]] = [[s for s, t in arcs if t == word] for word in range(1, n + 1)]
    values = []

    def extend(heads: list[int]) -> None:
        if len(heads) == n:
            if all(naive.climbs_to_root(word, heads) for word in range(1, n + 1)):
                values.append(sum(arcs[head, word] for word, head in enumerate(heads, 1)))
            return
        for head in choices[len(heads)]:
            extend([*heads, head])

    extend([])
    return max(values, default=None)


@settings(max_examples=100, deadline=None)
@given(data=st.data(), n=st.integers(1, 5))
def test_maximum_arborescence__agrees_with_trying_all(data: st.DataObject, n: int) -> None:
    """Weights may be negative, several words may hang on the root."""
    places = st.tuples(st.integers(0, n), st.integers(1, n))
    arcs = data.draw(st.dictionaries(places, st.integers(-3, 5), max_size=12))
    assert maximum_arborescence(n, arcs) == all_arborescences(n, arcs)


def test_maximum_arborescence__breaks_the_heavier_cycle() -> None:
    """1 and 2 hold each other with weight 5 each; entering at 1 gives 1 + 5, at 2 gives 2 + 5."""
    assert maximum_arborescence(2, {(1, 2): 5, (2, 1): 5, (0, 1): 1, (0, 2): 2}) == 2 + 5


def test_maximum_arborescence__there_may_be_none() -> None:
    assert maximum_arborescence(2, {(1, 2): 1, (2, 1): 1}) is None
    assert maximum_arborescence(1, {}) is None


def test_maximum_arborescence__many_cycles_are_no_deep_recursion() -> None:
    """1,100 pairs hold each other, each hangs on the pair before it: entering a pair costs one arc of its two."""
    arcs: dict[tuple[int, int], int] = {}
    for first in range(1, 2201, 2):
        arcs |= {(first, first + 1): 5, (first + 1, first): 5, (first - 1, first): 1}
    assert maximum_arborescence(2200, arcs) == 1100 * (5 + 1)


def test_maximum_arborescence__a_cycle_of_cycles() -> None:
    """1 and 2 hold each other, then 3 holds both, then 4 all three, ...: the root breaks the outermost at 1."""
    arcs = {(0, 1): 1}
    for node in range(2, 60):
        arcs |= {(1, node): 10, (node, 1): 1000 - node}
    assert maximum_arborescence(59, arcs) == 1 + 58 * 10
