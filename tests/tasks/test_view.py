"""A corpus seen through the conventions."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import tertium
from tertium.conventions import Conventions, Renaming
from tertium.corpus import Vocab
from tertium.errors import UsageError
from tertium.tasks.view import View, count_true, is_punctuation, source_columns
from tests import naive
from tests.strategies import FEATS, FORMS, compare_texts, read, words


def view(text: str, who: str = "gold", **rules: Any) -> View:
    conventions = Conventions(**rules)
    return View(read(text, Vocab(), conventions, who), conventions, who=who)


def column(text: str, shown: str, /, who: str = "gold", **rules: Any) -> list[str]:
    found = view(text, who, **rules)
    return found.corpus.vocab.decode(found.column(shown))


FEATURES = words("a _ X _ Number=Sing|Case=Nom", "b _ X _ Case=Nom|Typo=Yes", "c _ X _ _", "d _ X _ ")
RELATIONS = words("a _ X _ _ 0 root", "b _ X _ _ 1 nsubj:pass", "c _ X _ _ 1 PUNCT", ". _ X _ _ 1 punct")


def test_view__plain_layers_are_as_they_stand() -> None:
    text = words("a b NOUN NN")
    assert [column(text, layer) for layer in ("form", "lemma", "upos", "xpos")] == [["a"], ["b"], ["NOUN"], ["NN"]]


def test_view__ufeats_are_the_universal_features_sorted() -> None:
    assert column(FEATURES, "ufeats") == ["Case=Nom|Number=Sing", "Case=Nom", "_", "_"]


def test_view__feats_are_all_features_sorted() -> None:
    assert column(FEATURES, "feats") == ["Case=Nom|Number=Sing", "Case=Nom|Typo=Yes", "_", "_"]


def test_view__one_feature_is_a_layer() -> None:
    assert column(FEATURES, "Case") == ["Nom", "Nom", "_", "_"]
    assert column(FEATURES, "Typo") == ["_", "Yes", "_", "_"]


def test_view__subtypes_are_cut_at_the_first_colon_unless_kept() -> None:
    assert column(RELATIONS, "deprel")[1] == "nsubj"
    assert column(RELATIONS, "deprel", subtypes=True)[1] == "nsubj:pass"


def test_view__lower_labels_and_folded_case() -> None:
    assert column(RELATIONS, "deprel", lower_labels=True)[2] == "punct"
    assert column(words("a A NOUN"), "lemma", fold_case=True) == ["a"]


def test_view__lower_labels_touch_ascii_only() -> None:
    """Python 2, in which ComparEval runs, knows no other letters in byte strings."""
    assert column(words("a _ X _ _ 0 ÄB"), "deprel", lower_labels=True) == ["Äb"]


def test_view__renamings_come_before_everything_else() -> None:
    rename = (Renaming("nsubj:pass", "obj:x", layer="deprel"),)
    assert column(RELATIONS, "deprel", renamings=rename)[1] == "obj"


def test_view__renamings_are_for_a_layer_and_for_somebody() -> None:
    rules: dict[str, Any] = {"task": "tagging", "layer": "upos", "renamings": (Renaming("NOUN", "N", who="gold"),)}
    assert column(words("a NOUN NOUN"), "upos", **rules) == ["N"]
    assert column(words("a NOUN NOUN"), "upos", who="system", **rules) == ["NOUN"]
    assert column(words("a NOUN NOUN"), "lemma", **rules) == ["NOUN"]


def test_view__renamings_do_not_chain() -> None:
    """A swap of two labels is possible."""
    rules: dict[str, Any] = {"layer": "upos", "renamings": (Renaming("A", "B"), Renaming("B", "A"))}
    assert column(words("a _ A", "b _ B"), "upos", **rules) == ["B", "A"]


def test_view__alltags_tells_different_tags_apart() -> None:
    """XPOS may hold the separator itself: `N` with two features is not `N|Case=Nom` with one."""
    gold, system = words("a _ X N Case=Nom|Number=Sing"), words("a _ X N|Case=Nom Number=Sing")
    assert compare_texts([gold, system], like="ud").score("AllTags", "s1").correct == 0
    assert compare_texts([gold, system], layer="alltags").score("Accuracy", "s1").correct == 0


@given(feats=st.sampled_from(FEATS))
def test_view__ufeats_agree_with_the_slow_twin(feats: str) -> None:
    text = words(f"a _ X _ {feats}")
    expected = naive.read(text).words[0].features
    assert column(text, "ufeats") == ["|".join(expected) or "_"]


@pytest.mark.parametrize(
    ("rules", "scored"),
    [
        ({}, [True, True, True, True]),
        ({"punctuation": "form"}, [True, True, True, False]),
        ({"punctuation": "relation"}, [True, True, True, False]),
        ({"punctuation": "relation", "lower_labels": True}, [True, True, False, False]),
        ({"exclude": ("nsubj",)}, [True, False, True, True]),
        ({"include": ("nsubj", "root")}, [True, True, False, False]),
        ({"include": ("nsubj", "root"), "exclude": ("root",)}, [False, True, False, False]),
        ({"punctuation": "form", "exclude": ("root",)}, [False, True, True, False]),
    ],
)
def test_view__scored_words(rules: dict[str, Any], scored: list[bool]) -> None:
    found = view(RELATIONS, **rules).scored()
    assert ([True] * 4 if found is None else found.tolist()) == scored


def test_view__punctuation_is_about_dependencies_only() -> None:
    assert view(RELATIONS, task="tagging", layer="upos", punctuation="form").scored() is None


def test_view__content_and_functional_words() -> None:
    text = words("a _ X _ _ 0 root", "b _ X _ _ 1 det:poss", "c _ X _ _ 1 nsubj:pass", "d _ X _ _ 1 punct")
    found = view(text)
    assert found.is_content().tolist() == [True, False, True, False]
    assert found.is_functional().tolist() == [False, True, False, False]


def test_view__a_missing_column_is_named_with_what_there_is() -> None:
    pairs = [("a", "N")]
    with pytest.raises(UsageError, match="has no upos column") as caught:
        tertium.compare(pairs, {"s1": pairs}, layer="upos").score("Accuracy", "s1")
    assert "tag" in str(caught.value.hint)


def test_view__without_heads_there_are_no_dependencies() -> None:
    with pytest.raises(UsageError, match="has no heads"):
        assert view(words("a _ X _ _ _ _")).head is None


def test_is_punctuation__agrees_with_the_slow_twin() -> None:
    for form in (*FORMS, "", "...", "--", "``", "''", "-LRB-", "€", "°", "…", "§", "_", "a."):
        assert is_punctuation(form) == naive.is_punctuation(form)
    assert [is_punctuation(form) for form in ("%#&@*§…«", "''", "•", "_")] == [True] * 4
    assert [is_punctuation(form) for form in ("$", "+", "`", "~", "^", "|", "<", "€", "°", "©", "-LRB-")] == [
        False
    ] * 11


def test_source_columns__what_a_layer_is_made_from() -> None:
    assert source_columns("alltags") == {"upos", "xpos", "feats"}
    assert source_columns("ufeats") == source_columns("Case") == {"feats"}
    assert source_columns("deprel") == {"deprel"}


def test_count_true__none_is_all() -> None:
    assert count_true(None, 3) == 3
    assert count_true(np.array([True, False, True]), 3) == 2
