"""UPOS, XPOS, UFeats, AllTags, Lemmas, Accuracy and whole sentences, by hand: (correct, gold, system, aligned)."""

from __future__ import annotations

import pytest

from tertium.conventions import Conventions
from tertium.errors import UsageError
from tertium.kinds import find_measure, find_measures
from tests.strategies import compare_texts, count_texts, words


def test_upos__counts_equal_tags_of_aligned_words() -> None:
    gold = words("a _ NOUN", "b _ VERB", "cd _ NOUN")
    system = words("a _ NOUN", "b _ NOUN", "c _ NOUN", "d _ NOUN")
    assert count_texts("UPOS", gold, system) == (1, 3, 4, 2)


def test_xpos__an_empty_field_is_not_an_underscore() -> None:
    assert count_texts("XPOS", words("a _ X _"), words("a _ X ")) == (0, 1, 1, 1)


def test_ufeats__an_empty_field_is_an_underscore() -> None:
    """Real outputs have it (UDPipe-Future)."""
    assert count_texts("UFeats", words("a _ X _ _"), words("a _ X _ ")) == (1, 1, 1, 1)


@pytest.mark.parametrize(
    ("ours", "theirs", "same"),
    [
        ("Case=Nom|Number=Sing", "Number=Sing|Case=Nom", True),  # the order of features does not matter
        ("Case=Nom|Typo=Yes", "Case=Nom", True),  # only the universal ones count
        ("Gender[psor]=Masc", "_", True),  # layered features are none of them
        ("PronType=Int,Rel", "PronType=Rel,Int", False),  # the order of values does matter
        ("Case=Nom", "Case=Acc", False),
        ("Case=Nom", "_", False),
        ("case=Nom", "_", True),  # names are case-sensitive, so this is no universal feature
    ],
)
def test_ufeats__compares_the_universal_features(ours: str, theirs: str, *, same: bool) -> None:
    assert count_texts("UFeats", words(f"a _ X _ {ours}"), words(f"a _ X _ {theirs}"))[0] == same


def test_alltags__needs_all_three() -> None:
    gold = words(*["a _ X N Case=Nom"] * 4)
    system = words("a _ X N Case=Nom", "a _ Y N Case=Nom", "a _ X V Case=Nom", "a _ X N Case=Acc")
    assert [count_texts(name, gold, system)[0] for name in ("UPOS", "XPOS", "UFeats", "AllTags")] == [3, 3, 3, 1]


def test_lemmas__an_underscore_in_the_gold_accepts_anything() -> None:
    assert count_texts("Lemmas", words("a _", "b b"), words("a x", "b b")) == (2, 2, 2, 2)


def test_lemmas__an_underscore_in_the_system_is_a_wrong_lemma() -> None:
    assert count_texts("Lemmas", words("a a"), words("a _")) == (0, 1, 1, 1)


def test_lemmas__are_compared_with_case() -> None:
    assert count_texts("Lemmas", words("a a"), words("a A")) == (0, 1, 1, 1)


def test_lemmas__an_underscore_accepts_nothing_from_a_word_that_is_not_there() -> None:
    assert count_texts("Lemmas", words("ab _"), words("a _", "b _")) == (0, 1, 2, 0)


TAGS = "a\tN\nb\tV\n\na\tN\nb\tN\nc\tV\n\n"


def test_accuracy__is_the_share_of_right_tags() -> None:
    """Two of five tags are wrong, both in the second sentence."""
    result = compare_texts([TAGS, "a\tN\nb\tV\n\na\tV\nb\tN\nc\tN\n\n"], columns=True)
    assert result.score("Accuracy", "s1").value == pytest.approx(3 / 5)
    assert result.score("Sentences", "s1").value == pytest.approx(1 / 2)
    assert result.headline == "Accuracy"


def test_accuracy__sentences_do_not_mind_what_is_left_out() -> None:
    """Without V the second sentence has one error less, and none is left."""
    result = compare_texts([TAGS, "a\tN\nb\tV\n\na\tN\nb\tN\nc\tN\n\n"], columns=True, exclude=["V"])
    assert (result.score("Accuracy", "s1").numerator, result.score("Accuracy", "s1").denominator) == (3, 3)
    assert result.score("Sentences", "s1").value == pytest.approx(2 / 2)


def test_accuracy__of_one_feature() -> None:
    gold = words("a _ X _ Case=Nom|Number=Sing", "b _ X _ Number=Sing", "c _ X _ Case=Acc")
    system = words("a _ X _ Case=Nom", "b _ X _ Case=Nom", "c _ X _ Case=Nom")
    assert compare_texts([gold, system], layer="Case").score("Accuracy", "s1").value == pytest.approx(1 / 3)


def test_accuracy__becomes_f1_where_the_words_are_not_the_same() -> None:
    result = compare_texts([words("ab _ X", "c _ Y"), words("a _ X", "b _ X", "c _ Y")], layer="upos")
    row = result.score("Accuracy", "s1")
    assert (row.numerator, row.denominator) == (2 * 1, 2 + 3)


def test_sentences__compareval_counts_a_sentence_at_its_empty_line() -> None:
    gold = "a\tN\n\nb\tN\n"
    result = compare_texts([gold, gold], columns=True, like="compareval")
    row = result.score("Accuracy", "s1").sentences
    assert row is not None
    assert (row.numerator, row.denominator) == (1, 1)


def test_find_measure__knows_aliases_in_any_case() -> None:
    tagging = Conventions(task="tagging", layer="tag")
    assert find_measure("ACC", tagging).name == "Accuracy"
    assert find_measure("sentences", tagging).title == "sentences wholly right"
    assert find_measure("sentences", Conventions()).title == "sentences cut alike"
    assert find_measure("la", Conventions()).name == "LS"
    assert [find_measure(name, Conventions()).name for name in ("pos", "Feats", "LEMMA")] == [
        "UPOS",
        "UFeats",
        "Lemmas",
    ]


def test_find_measures__names_each_once_in_order() -> None:
    assert [measure.name for measure in find_measures(["las", "UAS", "LAS"], Conventions())] == ["LAS", "UAS"]


def test_find_measure__unknown_names_are_refused_with_the_known_ones() -> None:
    with pytest.raises(UsageError, match="BLEX"):
        find_measure("BLEU", Conventions())
    with pytest.raises(UsageError):
        find_measure("Accuracy", Conventions())
