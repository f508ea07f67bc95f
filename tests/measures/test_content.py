"""CLAS, MLAS and BLEX, by hand: (correct, gold, system, aligned)."""

from __future__ import annotations

import pytest

from tests.strategies import count_texts, words

GOLD = words("the the DET DT Definite=Def 2 det", "cat cat NOUN NN Number=Sing 3 nsubj", "sleeps sleep VERB V _ 0 root")
"""Two content words; `the` is a functional child of `cat`."""


def counted(system: str, gold: str = GOLD) -> dict[str, tuple[int, ...]]:
    return {name: count_texts(name, gold, system) for name in ("CLAS", "MLAS", "BLEX")}


def test_clas__looks_at_content_words_only() -> None:
    """The wrong head of `the` costs nothing in CLAS and BLEX."""
    found = counted(GOLD.replace("2\tdet", "3\tdet"))
    assert found["CLAS"] == found["BLEX"] == (2, 2, 2, 2)


def test_mlas__a_functional_child_that_hangs_elsewhere_fails_its_old_and_its_new_head() -> None:
    """`cat` lacks its article, `sleeps` has one too many."""
    assert counted(GOLD.replace("2\tdet", "3\tdet"))["MLAS"] == (0, 2, 2, 2)


@pytest.mark.parametrize("change", [("\tDET", "\tPRON"), ("Definite=Def", "_"), ("\tdet", "\tcase")])
def test_mlas__a_functional_child_with_other_tag_features_or_relation_fails_its_head(change: tuple[str, str]) -> None:
    assert counted(GOLD.replace(*change))["MLAS"] == (1, 2, 2, 2)


def test_mlas__subtypes_of_a_functional_child_do_not_matter() -> None:
    assert counted(GOLD.replace("\tdet", "\tdet:poss"))["MLAS"] == (2, 2, 2, 2)


def test_mlas__other_children_do_not_matter() -> None:
    """A wrong relation of the subject fails the subject, not the verb."""
    found = counted(GOLD.replace("nsubj", "obj"))
    assert found["MLAS"] == found["CLAS"] == (1, 2, 2, 2)


def test_mlas__needs_tag_and_universal_features_but_not_lemma_nor_xpos() -> None:
    assert counted(GOLD.replace("NOUN", "PROPN"))["MLAS"] == (1, 2, 2, 2)
    assert counted(GOLD.replace("Number=Sing", "Number=Plur"))["MLAS"] == (1, 2, 2, 2)
    assert counted(GOLD.replace("Number=Sing", "Number=Sing|Typo=Yes"))["MLAS"] == (2, 2, 2, 2)
    assert counted(GOLD.replace("\tcat\tNOUN\tNN", "\tx\tNOUN\ty"))["MLAS"] == (2, 2, 2, 2)


def test_blex__needs_the_lemma_but_not_the_tag() -> None:
    assert counted(GOLD.replace("cat\tNOUN", "dog\tNOUN"))["BLEX"] == (1, 2, 2, 2)
    assert counted(GOLD.replace("NOUN", "PROPN"))["BLEX"] == (2, 2, 2, 2)


def test_blex__an_underscore_in_the_gold_accepts_any_lemma() -> None:
    gold = GOLD.replace("cat\tNOUN", "_\tNOUN")
    assert counted(GOLD, gold)["BLEX"] == (2, 2, 2, 2)
    assert counted(gold, GOLD)["BLEX"] == (1, 2, 2, 2)


def test_clas__the_systems_total_is_its_own_content_words() -> None:
    """The system calls the article a content word and the verb punctuation: 2 gold, 2 of the system's, 1 common."""
    system = GOLD.replace("2\tdet", "2\tamod").replace("root", "punct")
    assert counted(system)["CLAS"] == (1, 2, 2, 2)
    assert counted(GOLD.replace("2\tdet", "2\tamod"))["CLAS"] == (2, 2, 3, 2)
    assert counted(GOLD, GOLD.replace("2\tdet", "2\tamod"))["CLAS"] == (2, 3, 2, 3)


@pytest.mark.parametrize("relation", ["aux", "cop", "mark", "det", "clf", "case", "cc", "punct", "NSUBJ", "foo", "sub"])
def test_clas__functional_punct_and_unknown_relations_are_no_content(relation: str) -> None:
    gold = words("a", f"b _ X _ _ 1 {relation}")
    assert count_texts("CLAS", gold, gold) == (1, 1, 1, 1)


@pytest.mark.parametrize("relation", ["nsubj", "obl:arg", "dep", "root", "reparandum", "list", "orphan", "goeswith"])
def test_clas__content_relations_with_or_without_subtype(relation: str) -> None:
    gold = words("a", f"b _ X _ _ 1 {relation}")
    assert count_texts("CLAS", gold, gold) == (2, 2, 2, 2)


def test_clas__unaligned_words_count_in_the_totals() -> None:
    gold, system = words("ab", "c"), words("a", "b", "c")
    assert count_texts("CLAS", gold, system) == (0, 2, 3, 1)


def test_mlas__an_unaligned_functional_child_fails_its_head() -> None:
    """The system splits the article in two: neither half is the gold's."""
    gold = words("the _ X _ _ 2 det", "cat _ X _ _ 0 root")
    system = words("t _ X _ _ 3 det", "he _ X _ _ 3 det", "cat _ X _ _ 0 root")
    assert count_texts("MLAS", gold, system) == (0, 1, 1, 1)
    assert count_texts("CLAS", gold, system) == (1, 1, 1, 1)


def test_clas__without_content_words_is_zero() -> None:
    gold = words("a _ X _ _ 0 punct")
    assert count_texts("CLAS", gold, gold) == (0, 0, 0, 0)
