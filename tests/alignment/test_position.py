"""Alignment by position, and what an alignment can do with columns."""

from __future__ import annotations

import numpy as np
import pytest

from tertium.alignment import Alignment, FormKeys, Spans, align, identity
from tertium.conventions import Conventions
from tertium.corpus import HEADLESS, MISSING, ROOT, Vocab
from tertium.errors import MismatchError
from tests.strategies import compare_texts, read, words


def by_position(gold: str, system: str) -> Alignment:
    vocab = Vocab()
    ours, theirs = (read(text, vocab, Conventions(), name) for text, name in ((gold, "gold"), (system, "system")))
    return align(ours, theirs, FormKeys(vocab), tokens="position")


def test_position__word_i_is_word_i_whatever_its_form() -> None:
    link = by_position(words("a", "b", "c"), words("a", "x", "y"))
    assert link.is_identity
    assert link.method == "position"
    assert link.n_other_forms == 2


def test_position__spaces_make_no_other_form() -> None:
    assert by_position(words("ab"), words("ab").replace("ab", "a b")).n_other_forms == 0


def test_position__sentences_must_be_of_the_same_length() -> None:
    with pytest.raises(MismatchError) as caught:
        by_position(words("a") + words("b", "c"), words("a") + words("b"))
    message = str(caught.value)
    assert "gold.conllu:3, sentence '2': 2 words" in message
    assert "system.conllu:3, sentence '2': 1 word\n" in message


def test_position__a_missing_sentence_is_named() -> None:
    with pytest.raises(MismatchError, match=r"system\.conllu: has only 1 sentence"):
        by_position(words("a") + words("b"), words("a"))


def test_identity__aligns_everything() -> None:
    link = identity(3)
    assert link.aligned().all()
    assert not link.unaligned_system().any()
    column = np.array([4, 5, 6], dtype=np.int32)
    assert link.pull(column) is column
    assert link.pull_heads(column, -7, Vocab()) is column


def three_to_two() -> Alignment:
    """Gold words 0 and 2 have the system words 0 and 1, gold word 1 has none; system word 2 has none either."""
    place = np.array([0, 1, 2], dtype=np.int64)
    spans = Spans(place, place + 1, place[:1], place[:1] + 3, place.astype(np.int32))
    return Alignment(
        "characters",
        n_gold=3,
        n_system=3,
        to_system=np.array([0, MISSING, 1], dtype=np.int32),
        to_gold=np.array([0, 2, MISSING], dtype=np.int32),
        gold_spans=spans,
        system_spans=spans,
    )


def test_pull__words_without_a_partner_get_the_absent_value() -> None:
    column = np.array([7, 8, 9], dtype=np.int32)
    assert three_to_two().pull(column, absent=-5).tolist() == [7, -5, 8]


def test_pull_heads__become_gold_words() -> None:
    """The system's word 1 is the gold's word 2; the root stays the root."""
    heads = np.array([1, ROOT, 0], dtype=np.int32)
    assert three_to_two().pull_heads(heads, -5, Vocab()).tolist() == [2, -5, ROOT]


def test_pull_heads__a_stray_head_is_no_gold_word_and_keeps_its_place() -> None:
    """Two systems with the same stray head agree with each other, and never with the gold, the root or nothing."""
    heads = np.array([2, 2, 0], dtype=np.int32)
    first, _, second = three_to_two().pull_heads(heads, -5, Vocab()).tolist()
    assert first == second
    assert first < min(ROOT, HEADLESS, -5)


def test_aligned__says_who_has_a_partner() -> None:
    link = three_to_two()
    assert link.aligned().tolist() == [True, False, True]
    assert link.unaligned_system().tolist() == [False, False, True]
    assert not link.is_identity


# scorers that read line by line

DOUBLED = words("a").replace("\n\n", "\n\n\n") + words("b")


@pytest.mark.parametrize("like", ["eval07", "eval07-p", "compareval"])
@pytest.mark.parametrize("texts", [(DOUBLED, words("a") + words("b")), (words("a") + words("b"), DOUBLED)])
def test_lines__an_empty_line_more_is_refused(like: str, texts: tuple[str, str]) -> None:
    with pytest.raises(MismatchError, match="has 1 empty line more than"):
        compare_texts(list(texts), like=like)


def test_lines__as_many_empty_lines_elsewhere_are_refused_by_eval07() -> None:
    """The script stops at the first line that is empty in one file only."""
    elsewhere = "\n" + words("a") + words("b")
    with pytest.raises(MismatchError, match="superfluous empty lines elsewhere"):
        compare_texts([DOUBLED, elsewhere], like="eval07")


@pytest.mark.parametrize("like", ["eval07", "compareval"])
def test_lines__the_same_empty_lines_on_both_sides_pass(like: str) -> None:
    assert compare_texts([DOUBLED, DOUBLED], like=like).score("LAS", "s1").value == 1


@pytest.mark.parametrize("text", [words("a") + "\n\n", words("a")[:-1]])
def test_lines__at_the_end_eval07_does_not_mind_and_compareval_does(text: str) -> None:
    assert compare_texts([words("a"), text], like="eval07").score("LAS", "s1").value == 1
    with pytest.raises(MismatchError, match="empty line"):
        compare_texts([words("a"), text], like="compareval")


def test_lines__without_a_preset_nobody_minds() -> None:
    assert compare_texts([DOUBLED, words("a") + words("b")]).score("LAS", "s1").value == 1
