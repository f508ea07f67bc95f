"""Decisions: one row for each thing that the gold decides."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from hypothesis import given

from tertium.conventions import Conventions
from tertium.tasks.decisions import Decisions, decide
from tertium.tasks.match import UNALIGNED, gold_atom
from tests.strategies import cases, compare_setup, compare_texts, match_texts, quick, words

if TYPE_CHECKING:
    from tests.strategies import Setup

GOLD = words("a _ X _ _ 0 root", "b _ X _ _ 1 obj", "c _ X _ _ 1 obj", ". _ X _ _ 1 punct")
FIRST = words("a _ X _ _ 0 root", "b _ X _ _ 1 obl", "c _ X _ _ 2 obj", ". _ X _ _ 1 punct")
SECOND = words("a _ X _ _ 0 root", "b _ X _ _ 1 obl", "c _ X _ _ 1 obj", ". _ X _ _ 2 punct")


def decisions(*atoms: str, punctuation: bool = True) -> Decisions:
    result = compare_texts([GOLD, FIRST, SECOND], punctuation="yes" if punctuation else "form")
    return decide(result.tables.matches, atoms, "deprel")


def test_decisions__units_are_gold_words() -> None:
    found = decisions("head", "deprel")
    assert found.unit.tolist() == [0, 1, 2, 3]
    assert (found.n_units, found.n_systems) == (4, 2)
    assert found.vocab.decode(found.gold_label) == ["root", "obj", "obj", "punct"]
    assert [found.vocab.decode(column)[1] for column in found.labels] == ["obl", "obl"]


def test_decisions__what_is_left_out_is_no_unit() -> None:
    found = decisions("head", "deprel", punctuation=False)
    assert found.unit.tolist() == [0, 1, 2]
    assert found.right.shape == (2, 3)


def test_decisions__right_in_all_atoms() -> None:
    assert decisions("head", "deprel").right.tolist() == [[True, False, False, True], [True, False, True, False]]
    assert decisions("head").right.tolist() == [[True, True, False, True], [True, True, True, False]]
    assert decisions("deprel").right.tolist() == [[True, False, True, True], [True, False, True, True]]


def test_decisions__different_in_any_atom() -> None:
    assert decisions("head", "deprel").different(0, 1).tolist() == [False, False, True, True]
    assert decisions("deprel").different(0, 1).tolist() == [False] * 4
    assert decisions("head", "deprel").changed("head", 0, 1).tolist() == [False, False, True, True]


def test_decisions__two_systems_without_a_word_give_the_same_answer() -> None:
    """Neither has the gold's word: both show ∅, both are wrong, and they do not differ."""
    gold = words("ab _ X", "c _ X")
    first, second = words("a _ X", "b _ X", "c _ X"), words("a _ Y", "b _ Y", "c _ X")
    found = decide([match_texts(gold, text) for text in (first, first)], ("upos",), "upos")
    assert found.right[:, 0].tolist() == [False, False]
    assert not found.different(0, 1).any()
    both = compare_texts([gold, first, second], layer="upos").tables.decisions("Accuracy")
    assert not both.different(0, 1).any()
    assert [both.vocab.decode(column)[0] for column in both.labels] == [UNALIGNED, UNALIGNED]


@quick
@given(case=cases(n_systems=2))
def test_decisions__right_means_the_gold_answer_everywhere(case: tuple[Setup, list[str]]) -> None:
    """And so two right answers never differ."""
    tables = compare_setup(*case).tables
    for name in tables.decision_measures:
        found = tables.decisions(name)
        for system in range(found.n_systems):
            same = np.ones(found.n_units, dtype=np.bool_)
            for atom in found.atoms:
                same &= found.answers[system][atom] == found.gold[atom]
            assert found.right[system].tolist() == same.tolist()
        assert not (found.right.all(axis=0) & found.different(0, 1)).any()


@quick
@given(case=cases(n_systems=1))
def test_decisions__counts_of_the_measure_are_those_of_the_units(case: tuple[Setup, list[str]]) -> None:
    tables = compare_setup(*case).tables
    for name in tables.decision_measures:
        found, row = tables.decisions(name), tables.score(name, 0)
        assert (row.correct, row.gold) == (int(found.right[0].sum()), found.n_units)


def test_gold_atom__is_the_golds_own() -> None:
    match = match_texts(GOLD, FIRST, rules=Conventions())
    assert gold_atom(match.gold, "head").tolist() == [-1, 0, 0, 0]
