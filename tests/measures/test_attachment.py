"""UAS, LS, LAS, AnyRight and BothWrong, by hand: (correct, gold, system, aligned)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tertium.conventions import Conventions
from tests.strategies import compare_texts, count_texts, words

GOLD = words("a _ X _ _ 2 nsubj", "b _ X _ _ 0 root", "c _ X _ _ 2 obj", ". _ X _ _ 2 punct")
ALL_WRONG = words("a _ X _ _ 0 root", "b _ X _ _ 1 obj", "c _ X _ _ 1 nsubj", ". _ X _ _ 1 dep")


def counted(system: str, rules: Conventions | None = None) -> dict[str, int]:
    rules = rules or Conventions()
    measures = ("UAS", "LS", "LAS", "AnyRight", "BothWrong")
    return {name: count_texts(name, GOLD, system, rules=rules)[0] for name in measures}


def test_las__wrong_label_counts_as_wrong() -> None:
    assert counted(GOLD.replace("obj", "obl")) == {"UAS": 4, "LS": 3, "LAS": 3, "AnyRight": 4, "BothWrong": 0}


def test_las__wrong_head_counts_as_wrong() -> None:
    assert counted(GOLD.replace("2\tobj", "1\tobj")) == {"UAS": 3, "LS": 4, "LAS": 3, "AnyRight": 4, "BothWrong": 0}


def test_las__wrong_head_and_wrong_label_are_one_error() -> None:
    assert counted(GOLD.replace("2\tobj", "1\tobl")) == {"UAS": 3, "LS": 3, "LAS": 3, "AnyRight": 3, "BothWrong": 1}


def test_las__everything_wrong() -> None:
    assert counted(ALL_WRONG) == {"UAS": 0, "LS": 0, "LAS": 0, "AnyRight": 0, "BothWrong": 4}


def test_las__subtypes_count_only_if_they_are_kept() -> None:
    system = GOLD.replace("nsubj", "nsubj:pass")
    assert counted(system)["LAS"] == 4
    assert counted(system, rules=Conventions(subtypes=True))["LAS"] == 3


@pytest.mark.parametrize(("punctuation", "units"), [("yes", 4), ("form", 3), ("relation", 3)])
def test_las__punctuation_is_left_out_by_form_or_by_relation(punctuation: str, units: int) -> None:
    result = compare_texts([GOLD, ALL_WRONG], punctuation=punctuation)
    assert result.score("LAS", "s1").gold == units
    assert result.left_out == 4 - units


def test_las__the_gold_decides_what_is_punctuation() -> None:
    """A word that only the system calls punct is scored; one that only the gold calls so is not."""
    system = GOLD.replace("obj", "punct").replace("2\tpunct", "2\tobj", 1)
    rules = Conventions(punctuation="relation")
    assert count_texts("LAS", GOLD, GOLD.replace("obj", "punct"), rules=rules) == (2, 3, 3, 3)
    assert count_texts("LAS", GOLD, system, rules=rules)[1] == 3


def test_las__symbols_are_no_punctuation() -> None:
    r"""`\p{P}` holds % and « but not $ and +."""
    gold = words("% _ X _ _ 0 root", "$", "«»", "+", "a.")
    assert count_texts("LAS", gold, gold, rules=Conventions(punctuation="form")) == (3, 3, 3, 3)


def test_las__without_punctuation_stray_system_words_count_if_they_are_scored_themselves() -> None:
    """Gold ab . ; system a b . : both a and b are scored words of the system, the full stop is on neither side."""
    gold, system = words("ab", "."), words("a", "b", ".")
    assert count_texts("LAS", gold, system, rules=Conventions(punctuation="form")) == (0, 1, 2, 0)
    assert count_texts("LAS", gold, system, rules=Conventions()) == (0, 2, 3, 1)


def test_uas__the_head_must_be_the_partner_of_the_gold_head() -> None:
    """Gold: c hangs on b. The system splits b into two words, and c hangs on one of them: not aligned, so wrong."""
    gold = words("a _ X _ _ 0 root", "bb _ X _ _ 1 obj", "c _ X _ _ 2 obj")
    system = words("a _ X _ _ 0 root", "b _ X _ _ 1 obj", "b _ X _ _ 1 obj", "c _ X _ _ 3 obj")
    assert count_texts("UAS", gold, system) == (1, 3, 4, 2)


def test_uas__the_root_matches_the_root_only() -> None:
    gold, system = words("a", "b _ X _ _ 1 obj"), words("a _ X _ _ 2 obj", "b _ X _ _ 0 root")
    assert count_texts("UAS", gold, system) == (0, 2, 2, 2)


def test_uas__two_roots_on_both_sides_are_right() -> None:
    """Where a number makes sense it is given."""
    gold = words("a _ X _ _ 0 root", "b _ X _ _ 0 root")
    assert count_texts("UAS", gold, gold, rules=Conventions()) == (2, 2, 2, 2)


def test_uas__a_head_that_cannot_be_read_is_wrong_even_if_the_gold_has_none_either() -> None:
    """The UD evaluation crashes on HEAD `_` inside a multiword token; we go on, and say that it counts as wrong."""
    gold = words("1-2 ab", "a _ X _ _ 0 root", "b _ X _ _ _ obj", "c _ X _ _ 1 obj")
    result = compare_texts([gold, gold], like="ud")
    assert any("taken as wrong" in warning for warning in result.warnings)
    assert result.score("UAS", "s1").correct == 2


def test_las__heads_as_text_for_the_classic_scorers() -> None:
    """eval07.pl and ComparEval compare what is written: 02 is not 2."""
    system = GOLD.replace("2\tobj", "02\tobj")
    assert compare_texts([GOLD, system], like="eval07").score("UAS", "s1").correct == 3
    assert compare_texts([GOLD, system]).score("UAS", "s1").correct == 4


def test_las__compareval_puts_labels_into_lower_case() -> None:
    system = GOLD.replace("obj", "OBJ")
    assert compare_texts([GOLD, system], like="compareval").score("LAS", "s1").correct == 3
    assert compare_texts([GOLD, system], like="eval07").score("LAS", "s1").correct == 3
    assert compare_texts([GOLD, system], like="eval07").score("LAS", "s1").gold == 4


def test_las__the_same_output_has_other_values_under_other_conventions() -> None:
    """One wrong subtype and one wrong full stop: a score without its convention is no score."""
    gold = GOLD.replace("nsubj", "nsubj:pass")
    system = GOLD.replace("2\tpunct", "1\tpunct")
    found = {
        like: compare_texts([gold, system], like=like or None).score("LAS", "s1").value
        for like in ("", "ud", "eval07", "eval07-p", "malteval", "compareval")
    }
    expected = {"": 3 / 4, "ud": 3 / 4, "eval07": 2 / 4, "eval07-p": 2 / 3, "malteval": 2 / 4, "compareval": 2 / 3}
    assert found == pytest.approx(expected)


def test_las__excluded_relations_are_no_units() -> None:
    rules = replace(Conventions(), exclude=("obj",))
    assert count_texts("LAS", GOLD, ALL_WRONG, rules=rules) == (0, 3, 3, 3)
