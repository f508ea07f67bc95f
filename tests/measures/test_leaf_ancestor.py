"""Leaf-Ancestor (Sampson and Babarczy 2003)."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np
import pytest
from hypothesis import given
from pytest import approx  # noqa: PT013 (it stands in every line)

from tertium.brackets import BracketRules
from tertium.choices import resolve_rules
from tertium.kinds import find_kind
from tertium.measures.leaf_ancestor import REPLACEMENT, likeness
from tertium.tasks.paired_trees import PairedTrees, pair_trees
from tests import naive_trees
from tests.matched_trees import RULES, Node, count_trees, match_trees, score_trees, texts_of, tree_pairs, value_of
from tests.strategies import quick, thorough

if TYPE_CHECKING:
    from tertium.conventions import LineageCosts
    from tertium.tasks.match import Match

FLAT = (
    "(TOP (S (NP (ART Die) (NN Regierung)) (VVFIN rief) (PP (APPRART zum) (ADJA weltweiten) (NN Kampf) "
    "(PP (APPR gegen) (NN Terror))) (PTKVZ auf)) ($. .))"
)
"""Sentence 4 of the TIGER test set, figure 3."""
FLAT_PARSE = FLAT.replace("(NN Kampf) (PP (APPR gegen) (NN Terror)))", "(NN Kampf)) (PP (APPR gegen) (NN Terror))")

DEEP = (
    "(TOP (SIMPX (VF (NX (ART Die) (NN Regierung))) (LK (VXFIN (VVFIN rief))) (MF (PX (APPRART zum) "
    "(NX (NX (ADJX (ADJA weltweiten)) (NN Kampf)) (PX (APPR gegen) (NX (NN Terror)))))) (VC (PTKVZ auf))) ($. .))"
)
"""The same in the scheme of TüBa-D/Z: fields, unary phrases, phrases inside prepositional phrases."""
DEEP_PARSE = DEEP.replace(
    "(NX (NX (ADJX (ADJA weltweiten)) (NN Kampf)) (PX (APPR gegen) (NX (NN Terror)))))",
    "(NX (ADJX (ADJA weltweiten)) (NN Kampf))) (PX (APPR gegen) (NX (NN Terror))))".replace("Terror))))", "Terror)))"),
)
COSTS: tuple[LineageCosts, ...] = ("simple", "nle2003", "parseval2002")


def trees_of(match: Match) -> PairedTrees:
    return pair_trees(match.gold.corpus, match.system.corpus, match.gold.conventions.brackets)


def words_of(gold: str, system: str, costs: LineageCosts = "simple") -> list[float]:
    match = match_trees([gold], [system])
    found: list[float] = likeness(trees_of(match), costs, match.gold.corpus.vocab).tolist()
    return found


@pytest.mark.parametrize("costs", COSTS)
def test_figure_5_of_the_paper(costs: LineageCosts) -> None:
    """Rehbein and van Genabith (2007): Kampf .857, gegen .889, Terror .889, the sentence .963; insertions only."""
    kampf, gegen, terror = 1 - 1 / 7, 1 - 1 / 9, 1 - 1 / 9
    assert [round(value, 3) for value in (kampf, gegen, terror)] == [0.857, 0.889, 0.889]
    expected = [1, 1, 1, 1, 1, kampf, gegen, terror, 1, 1]
    assert words_of(FLAT, FLAT_PARSE, costs) == approx(expected)
    rules = replace(RULES, la_costs=costs)
    assert score_trees("LA", [FLAT], [FLAT_PARSE], rules) == approx(0.963, abs=5e-4)
    assert score_trees("LA-sentence", [FLAT], [FLAT_PARSE], rules) == approx(sum(expected) / 10)


def test_lesson_of_the_paper__one_error_costs_less_in_deep_trees() -> None:
    """The same attachment error: PARSEVAL takes 20 % in the flat scheme, 8 (P) and 14 % (R) in the deep one."""
    counted = replace(RULES, brackets=BracketRules(delete_label=("$.",)))  # TOP counts, as in the paper
    flat = count_trees("F1", [FLAT], [FLAT_PARSE], counted)[0]
    deep = count_trees("F1", [DEEP], [DEEP_PARSE], counted)[0]
    assert flat[:3] == [4, 5, 5]
    assert deep[:3] == [12, 14, 13]
    losses = [1 - score_trees("LA", [gold], [parse]) for gold, parse in ((FLAT, FLAT_PARSE), (DEEP, DEEP_PARSE))]
    assert losses[0] == approx(0.0365, abs=1e-4)
    assert 0 < losses[1] < 0.06  # Leaf-Ancestor does not reward the deep scheme


def test_replacement__costs_as_sampson_and_babarczy_have_them() -> None:
    """Their example `N1 [ S : NP [ S` = 0.917 = 1 - 0.5 / 6 holds in the version of 2003."""
    gold, parse = "(S (N1 (N a)) (V b))", "(S (NP (N a)) (V b))"
    first = [words_of(gold, parse, costs)[0] for costs in COSTS]
    assert first == approx([1 - 1 / 8, 1 - 0.5 / 8, 1 - 1.5 / 8])  # N1 ] [ S
    other = [words_of(gold, parse.replace("NP", "VP"), costs)[0] for costs in COSTS]
    assert other == approx([1 - 1 / 8, 1 - 2 / 8, 1 - 2 / 8])


def test_failed_parse__scores_0_or_is_left_out() -> None:
    gold = ["(TOP (S (N a) (V b)))", "(TOP (S (N c)))"]
    system = ["(TOP (S (N a) (V b)))", "(())"]
    assert count_trees("LA", gold, system) == [[2, 2, 2, 2], [0, 1, 1, 1]]
    assert count_trees("LA-sentence", gold, system) == [[1, 1, 1, 1], [0, 1, 1, 1]]
    evalb = resolve_rules("evalb", find_kind("constituency"), "penn")
    assert count_trees("LA", gold, system, evalb) == [[2, 2, 2, 2], [0, 0, 0, 0]]


def test_words__punctuation_counts_and_traces_do_not() -> None:
    gold = ["(TOP (S (NP (-NONE- *)) (NP (N a)) (V b)) (. .))"]
    system = ["(ROOT (S (NP (N a)) (V b)) (. .))"]
    assert count_trees("LA", gold, system)[0][:2] == [3, 3]  # kinds of roots are one


def test_labels__functions_are_cut_off() -> None:
    assert score_trees("LA", ["(S (NP-SBJ=1 (N a)) (V b))"], ["(S (NP (N a)) (V b))"]) == 1


def test_deletion__as_a_parameter_file_says() -> None:
    rules = replace(RULES, brackets=BracketRules(dialect="discodop", delete_label=("TOP", ".")))
    gold, system = ["(TOP (S (N a) (V b)) (. .))"], ["(TOP (S (N a) (V b) (. .)))"]
    assert count_trees("LA", gold, system, rules) == [[2, 2, 2, 2]]
    assert score_trees("LA", gold, system) < 1


def check_words(pairs: list[tuple[Node, Node]]) -> None:
    gold, system = texts_of(pairs)
    match = match_trees(gold, system)
    for costs in COSTS:
        expected = [value for pair in pairs for value in naive_trees.likeness(*pair, *REPLACEMENT[costs])]
        found = likeness(trees_of(match), costs, match.gold.corpus.vocab)
        assert found.tolist() == approx(expected), costs
        assert ((found >= 0) & (found <= 1)).all()


@quick
@given(pairs=tree_pairs())
def test_likeness__agrees_with_the_slow_twin(pairs: list[tuple[Node, Node]]) -> None:
    check_words(pairs)


@pytest.mark.slow
@thorough
@given(pairs=tree_pairs(most_sentences=6, most_words=9))
def test_likeness__agrees_with_the_slow_twin_on_larger_trees(pairs: list[tuple[Node, Node]]) -> None:
    check_words(pairs)


@quick
@given(pairs=tree_pairs())
def test_properties__gold_scores_1_and_sides_can_be_exchanged(pairs: list[tuple[Node, Node]]) -> None:
    gold, system = texts_of(pairs)
    itself, there, back = match_trees(gold, gold), match_trees(gold, system), match_trees(system, gold)
    for measure in ("LA", "LA-sentence", "TED"):
        assert value_of(measure, itself) == 1, measure
        assert 0 <= value_of(measure, there) <= 1, measure
        assert value_of(measure, there) == approx(value_of(measure, back)), measure


def test_counts__are_shares_summed() -> None:
    counts = np.array(count_trees("LA", [FLAT], [FLAT_PARSE]))
    assert counts[0].tolist() == approx([9.6349206, 10, 10, 10])
