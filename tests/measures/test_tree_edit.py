"""Tree edit distance as a share of the nodes of both trees."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given

from tertium.brackets import BracketRules
from tests import naive_trees
from tests.matched_trees import RULES, Node, count_trees, texts_of, tree_pairs
from tests.strategies import quick, thorough

FREE = replace(RULES, ted="free")


def edits(gold: list[str], system: list[str], *, free: bool = False) -> list[float]:
    return [nodes - kept for kept, nodes, *_ in count_trees("TED", gold, system, FREE if free else RULES)]


def test_edits__counted_by_hand() -> None:
    """One label, one tag and one phrase are wrong: 3 of 4 + 5 + 3 * 2 nodes (roots and words count)."""
    gold, system = "(TOP (S (NP (N a)) (VP (V b) (N c))))", "(TOP (S (NX (V a)) (V b) (N c)))"
    assert count_trees("TED", [gold], [system]) == [[13 - 3, 13, 13, 13]]


def test_chains__labels_over_the_same_words_are_edited_in_their_order() -> None:
    """`S VP` against `VP S` is a deletion and an insertion, or two renamings."""
    assert edits(["(TOP (S (VP (V a))))"], ["(TOP (VP (S (V a))))"]) == [2]
    assert edits(["(TOP (S (VP (NP (V a)))))"], ["(TOP (S (NP (V a))))"]) == [1]


def test_words__stay_unless_they_are_free() -> None:
    """The last word leaves three phrases: six phrases change, or the word is taken out and put in again."""
    gold, system = ["(TOP (A (B (C (N a) (N b) (N c)))))"], ["(TOP (A (B (C (N a) (N b)))) (N c))"]
    assert edits(gold, system) == [6]
    assert edits(gold, system, free=True) == [2]


def test_failed_parse__has_all_gold_nodes_wrong_or_is_left_out() -> None:
    gold, system = ["(TOP (S (N a) (V b)))", "(TOP (S (N c)))"], ["(TOP (S (N a) (V b)))", "(())"]
    assert count_trees("TED", gold, system) == [[8, 8, 8, 8], [0, 3, 3, 3]]
    left_out = replace(RULES, brackets=BracketRules(dialect="discodop"))
    assert count_trees("TED", gold, system, left_out) == [[8, 8, 8, 8], [0, 0, 0, 0]]


def test_root__is_discounted_if_it_is_deleted() -> None:
    rules = replace(RULES, brackets=BracketRules(dialect="discodop", delete_label=("TOP",)))
    assert count_trees("TED", ["(TOP (N a) (V b))"], ["(TOP (N a) (N b))"], rules) == [[4 - 1, 4, 4, 4]]


def test_root__of_the_gold_decides_whether_any_is_counted() -> None:
    """As disco-dop has it: two roots with different labels are one edit, also where they are deleted."""
    rules = replace(RULES, brackets=BracketRules(dialect="discodop", delete_label=("TOP", "VROOT")))
    tops, roots, others = ["(TOP (N a) (V b))"], ["(VROOT (N a) (V b))"], ["(S (N a) (V b))"]
    assert count_trees("TED", tops, roots, rules) == [[4 - 1, 4, 4, 4]]
    assert count_trees("TED", tops, others, rules) == [[4 - 1, 4, 4, 4]]
    assert count_trees("TED", others, tops, rules) == [[6 - 1, 6, 6, 6]]


def test_equal_labels__but_not_those_of_roots() -> None:
    """As disco-dop has it."""
    rules = replace(RULES, brackets=BracketRules(dialect="discodop", eq_label=(("S", "NP"),)))
    assert count_trees("TED", ["(S (S (N a)))"], ["(NP (NP (N a)))"], rules) == [[6 - 1, 6, 6, 6]]


def check(pairs: list[tuple[Node, Node]], *, free: bool) -> None:
    gold, system = texts_of(pairs)
    anchored = [naive_trees.anchored_distance(*pair) for pair in pairs]
    assert edits(gold, system) == anchored
    if free:
        loose = [naive_trees.forest_distance(*map(naive_trees.as_forest, pair)) for pair in pairs]
        assert edits(gold, system, free=True) == loose
        assert all(one <= two for one, two in zip(loose, anchored, strict=True))


@quick
@given(pairs=tree_pairs(most_words=4))
def test_edits__agree_with_the_slow_twins(pairs: list[tuple[Node, Node]]) -> None:
    check(pairs, free=True)


@pytest.mark.slow
@thorough
@given(pairs=tree_pairs(most_sentences=1, most_words=6))
def test_edits__agree_with_the_slow_twins_on_larger_trees(pairs: list[tuple[Node, Node]]) -> None:
    check(pairs, free=True)


@pytest.mark.slow
@thorough
@given(pairs=tree_pairs(most_sentences=6, most_words=12))
def test_anchored_edits__agree_with_the_slow_twin_on_larger_trees(pairs: list[tuple[Node, Node]]) -> None:
    check(pairs, free=False)
