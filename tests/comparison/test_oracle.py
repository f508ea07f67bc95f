"""How good could these systems be together, and who brings what? (Tuggener 2017, section 3)."""

from __future__ import annotations

from itertools import combinations
from math import prod
from typing import TYPE_CHECKING

import pytest
from hypothesis import given

import tertium
from tertium.comparison.oracle import ALL_SUBSETS_UP_TO
from tests import naive
from tests.comparison.test_transitions import COLUMNS, SENTENCES
from tests.strategies import SETUPS, TUGGENER, Setup, cases, compare_setup, compare_texts, quick, raw, thorough, words

if TYPE_CHECKING:
    from pathlib import Path

    from tertium import Comparison

Case = tuple[Setup, list[str]]


def agrees_with_the_slow_twin(result: Comparison) -> None:
    for measure in result.tables.decision_measures:
        right = result.tables.decisions(measure).right.tolist()
        n, oracle = len(right), result.oracle_of(measure)
        members = range(n)
        solved = [sum(row[unit] for row in right) for unit in range(oracle.units)]
        assert oracle.correct == naive.oracle(right, members)
        assert oracle.by_system == tuple(sum(row) for row in right)
        assert oracle.solved_by == tuple(solved.count(k) for k in range(n + 1))
        assert oracle.alone == tuple(
            sum(row[unit] and solved[unit] == 1 for unit in range(oracle.units)) for row in right
        )
        assert oracle.shapley == pytest.approx([float(share) for share in naive.shapley(right)])
        assert dict(oracle.subsets) == {
            subset: naive.oracle(right, subset) for size in range(1, n + 1) for subset in combinations(members, size)
        }
        independent = 1 - prod(1 - sum(row) / oracle.units for row in right) if oracle.units else 0
        assert oracle.independent == pytest.approx(independent)


def properties_hold(result: Comparison) -> None:
    """Of SPEC.md, section 2."""
    for measure in result.tables.decision_measures:
        oracle = result.oracle_of(measure)
        subsets = dict(oracle.subsets)
        for subset, value in subsets.items():
            assert all(value <= subsets[larger] for larger in subsets if set(subset) <= set(larger))
        assert oracle.correct >= oracle.by_system[oracle.best] == max(oracle.by_system)
        assert sum(oracle.solved_by) == oracle.units
        assert sum(oracle.shapley) == pytest.approx(oracle.correct)
        assert all(alone <= share for alone, share in zip(oracle.alone, oracle.shapley, strict=True))
        assert oracle.sentence_correct is not None
        assert oracle.by_system[oracle.best] <= oracle.sentence_correct <= oracle.correct
        assert oracle.gain == pytest.approx(
            (oracle.correct - max(oracle.by_system)) / oracle.units if oracle.units else 0
        )
        labels = result.label_table(measure)
        assert int(labels.oracle.sum()) == oracle.correct
        assert labels.correct.sum(axis=1).tolist() == list(oracle.by_system)
        assert (labels.headroom(oracle.best) >= 0).all()


@quick
@given(case=cases())
def test_oracle__agrees_with_the_slow_twin(case: Case) -> None:
    agrees_with_the_slow_twin(compare_setup(*case))


@quick
@given(case=cases())
def test_oracle__grows_with_the_systems_and_is_shared_out_wholly(case: Case) -> None:
    properties_hold(compare_setup(*case))


@quick
@given(texts=raw(2))
def test_oracle__grows_with_the_systems_on_raw_text_too(texts: list[str]) -> None:
    result = compare_texts(texts, measures=["LAS", "Lemmas"])
    properties_hold(result)
    agrees_with_the_slow_twin(result)


@pytest.mark.parametrize("setup", SETUPS, ids=lambda setup: setup.name)
def test_oracle__properties_hold_under_every_convention(setup: Setup) -> None:
    result = compare_setup(setup, COLUMNS if setup.columns else SENTENCES)
    properties_hold(result)
    agrees_with_the_slow_twin(result)


@pytest.mark.slow
@thorough
@given(case=cases())
def test_oracle__properties_hold_on_many_texts(case: Case) -> None:
    result = compare_setup(*case)
    properties_hold(result)
    agrees_with_the_slow_twin(result)


@quick
@given(case=cases())
def test_oracle__of_trees_lies_between_the_best_sentences_and_the_decisions(case: Case) -> None:
    """Where all outputs are trees, so that every whole output is one of the candidates."""
    setup, texts = case
    if not setup.valid or "layer" in setup.options:
        return
    result = compare_setup(setup, texts)
    for measure in ("UAS", "LAS"):
        oracle = result.oracle_of(measure)
        assert oracle.sentence_correct is not None
        assert oracle.tree_correct is not None
        assert oracle.sentence_correct <= oracle.tree_correct <= oracle.correct
    assert result.oracle_of("LS").tree_correct is None


@quick
@given(case=cases())
def test_oracle__of_a_sentence_is_the_best_whole_output(case: Case) -> None:
    result = compare_setup(*case)
    starts = result.gold.sent_start.tolist()
    for measure in result.tables.decision_measures:
        decisions = result.tables.decisions(measure)
        sentence = result.gold.sentence_of_words()[decisions.unit].tolist()
        best = sum(
            max(sum(flag for flag, place in zip(row, sentence, strict=True) if place == number) for row in right)
            for right in [decisions.right.tolist()]
            for number in range(len(starts) - 1)
        )
        assert result.oracle_of(measure).sentence_correct == best


@pytest.mark.parametrize("system", ["HIT-SCIR-18", "Stanford-18", "conll18-baseline"])
def test_oracle__the_named_systems_are_there(shared: Path, system: str) -> None:
    assert (shared / f"corpora/dependency/en_ewt/{system}.conllu").is_file()


def test_oracle__of_three_real_parsers(shared: Path) -> None:
    """Always name which oracle: the best system, the best sentences, the best trees, the decisions (SPEC.md, 2)."""
    folder = shared / "corpora/dependency/en_ewt"
    names = ("HIT-SCIR-18", "Stanford-18", "conll18-baseline")
    systems = {name: folder / f"{name}.conllu" for name in names}
    oracle = tertium.compare(folder / "gold.conllu", systems, measures=["LAS"]).oracle_of("LAS")
    assert names[oracle.best] == "HIT-SCIR-18"
    values = (oracle.by_system[oracle.best], oracle.sentence_correct, oracle.tree_correct, oracle.correct)
    assert [round(100 * value / oracle.units, 2) for value in values if value is not None] == [
        91.17,
        92.93,
        94.04,
        94.05,
    ]


def test_oracle__of_the_papers_example() -> None:
    """Each of the five problems is solved by someone; A, C and E give S1 1 + 1/2 + 1/3."""
    oracle = compare_texts(TUGGENER, columns=True).oracle_of("Accuracy")
    assert (oracle.units, oracle.correct) == (5, 5)
    assert oracle.by_system == (3, 3, 3)
    assert oracle.best == 0
    assert oracle.solved_by == (0, 2, 2, 1)
    assert oracle.alone == (1, 0, 1)
    assert oracle.shapley == pytest.approx((1 + 1 / 2 + 1 / 3, 1 / 2 + 1 / 3 + 1 / 2, 1 / 3 + 1 / 2 + 1))
    assert oracle.independent == pytest.approx(1 - (2 / 5) ** 3)
    assert oracle.gain == pytest.approx((5 - 3) / 5)
    assert dict(oracle.subsets)[0, 2] == 5
    assert dict(oracle.subsets)[0, 1] == 4


def test_oracle__subsets_stand_by_size_then_by_value() -> None:
    oracle = compare_texts(TUGGENER, columns=True).oracle_of("Accuracy")
    assert [subset for subset, _ in oracle.subsets] == [(0,), (1,), (2,), (0, 2), (0, 1), (1, 2), (0, 1, 2)]


def test_oracle__after_ten_systems_the_chain_is_greedy() -> None:
    """System k solves units 0 to k; the last is the best, and nobody adds anything to it."""
    n = ALL_SUBSETS_UP_TO + 1
    gold = "".join(f"w{unit}\tA\n" for unit in range(n)) + "\n"
    outputs = ["".join(f"w{unit}\t{'AB'[unit > k]}\n" for unit in range(n)) + "\n" for k in range(n)]
    oracle = compare_texts([gold, *outputs], columns=True, measures=["Accuracy"]).oracle_of("Accuracy")
    assert oracle.best == n - 1
    assert [value for _, value in oracle.subsets] == [n] * n
    assert [len(subset) for subset, _ in oracle.subsets] == list(range(1, n + 1))
    assert oracle.subsets[1][0] == (0, n - 1)


def test_oracle__whole_sentences_that_somebody_solves_word_by_word() -> None:
    """ComparEval's count: every word is right in some system, not necessarily in one."""
    texts = ["a\tA\nb\tB\n\nc\tC\n\n", "a\tA\nb\tX\n\nc\tX\n\n", "a\tX\nb\tB\n\nc\tY\n\n"]
    oracle = compare_texts(texts, columns=True).oracle_of("Accuracy")
    assert oracle.whole_sentences == 1
    assert oracle.sentence_correct == 1


def test_oracle__the_decision_oracle_need_not_be_a_tree() -> None:
    """Both dependents of 1 are right in one system each, but then 1 itself hangs in the air."""
    gold = words("a _ X _ _ 0 root", "b _ X _ _ 1 obj", "c _ X _ _ 1 obj")
    first = words("a _ X _ _ 2 x", "b _ X _ _ 0 x", "c _ X _ _ 1 obj")
    second = words("a _ X _ _ 3 x", "b _ X _ _ 1 obj", "c _ X _ _ 0 x")
    oracle = compare_texts([gold, first, second]).oracle_of("LAS")
    assert (oracle.correct, oracle.tree_correct, oracle.sentence_correct) == (2, 1, 1)


def test_labels__accuracy_by_gold_label_with_what_each_system_says() -> None:
    texts = ["a\tN\nb\tN\nc\tV\n\n", "a\tN\nb\tV\nc\tX\n\n", "a\tV\nb\tN\nc\tV\n\n"]
    table = compare_texts(texts, columns=True).label_table("Accuracy")
    assert table.labels == ("N", "V", "X")
    assert table.units.tolist() == [2, 1, 0]
    assert table.correct.tolist() == [[1, 0, 0], [1, 1, 0]]
    assert table.oracle.tolist() == [2, 1, 0]
    assert table.proposed.tolist() == [[1, 1, 1], [1, 2, 0]]
    assert table.headroom(1).tolist() == [1, 0, 0]
