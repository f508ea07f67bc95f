"""The usual reasons why two files differ are told apart."""

from __future__ import annotations

import pytest

from tertium.alignment import FormKeys, align
from tertium.alignment.diagnosis import diagnose
from tertium.conventions import Conventions, Tokens
from tertium.corpus import Vocab
from tertium.errors import MismatchError
from tests.strategies import read, words

TEXT = "".join(words(*row.split()) for row in ("The cat sleeps", "A dog barks !", "We hear it .", "Good ."))
ONE, TWO, THREE, FOUR = (f"{part}\n\n" for part in TEXT.strip("\n").split("\n\n"))


def complain(gold: str, system: str, tokens: Tokens = "auto") -> str:
    vocab = Vocab()
    ours, theirs = (read(text, vocab, Conventions(), name) for text, name in ((gold, "gold"), (system, "system")))
    with pytest.raises(MismatchError) as caught:
        align(ours, theirs, FormKeys(vocab), tokens=tokens)
    return str(caught.value)


def test_diagnosis__a_missing_sentence_is_named_with_its_place() -> None:
    message = complain(TEXT, ONE + THREE + FOUR)
    assert "one sentence is missing in system.conllu" in message
    assert "gold.conllu:5, sentence '2': 'A dog barks !'" in message
    assert "2 sentences are missing in gold.conllu; the first:" in complain(ONE + FOUR, TEXT)


@pytest.mark.parametrize("tokens", ["auto", "same", "position"])
def test_diagnosis__an_early_end(tokens: Tokens) -> None:
    message = complain(TEXT, ONE + TWO, tokens)
    assert "system.conllu ends early" in message
    assert "7 words, the gold 13" in message
    assert "truncated" in message
    assert "goes on where the gold" in complain(ONE, TEXT, tokens)


def test_diagnosis__another_order() -> None:
    message = complain(TEXT, ONE + THREE + TWO + FOUR)
    assert "the same 4 sentences in another order" in message
    assert "is system.conllu:10, sentence '3'" in message


def test_diagnosis__only_the_case_differs() -> None:
    message = complain(TEXT, TEXT.lower())
    assert "upper and lower case only" in message
    assert "'The'" in message
    assert "--fold-case" in message


def test_diagnosis__a_header_line() -> None:
    message = complain(TEXT, words("word", "The", "cat", "sleeps") + TWO + THREE + FOUR)
    assert "the first word of system.conllu is not in gold.conllu" in message
    assert "system.conllu:1, sentence '1', word 1: 'word'" in message
    assert "header" in message


def test_diagnosis__another_text() -> None:
    message = complain(TEXT, words("Die", "Katze", "war", "da", ".") + words("Ein", "Hund", "auch"))
    assert "hardly a word in common: 0 %" in message


def test_diagnosis__none_of_the_usual_reasons() -> None:
    """Then the place where the texts part is all that can be said, and no advice that would not work."""
    message = complain(TEXT, ONE + TWO.replace("dog", "hog") + THREE + words("Good", ".", "."))
    assert "hold different text" in message
    assert "--tokens position" not in message
    assert "--tokens position" in complain(TEXT, TEXT.replace("dog", "hog"))


def test_diagnosis__same_text_needs_none() -> None:
    vocab = Vocab()
    gold, system = (read(text, vocab, Conventions(), "x") for text in (words("ab", "c"), words("a", "bc")))
    assert diagnose(gold, system, FormKeys(vocab)) is None


GERMAN = words("Sie", "geht", "3-4 im", "in", "dem", "Wald")
PLAIN = words("Sie", "geht", "in", "dem", "Wald")


@pytest.mark.parametrize("tokens", ["auto", "same"])
def test_align__a_tagger_that_knows_no_multiword_tokens(tokens: Tokens) -> None:
    """The characters differ (im, in dem), but the words are the same one to one."""
    vocab = Vocab()
    gold, system = (read(text, vocab, Conventions(), "x") for text in (GERMAN, PLAIN))
    for one, two in ((gold, system), (system, gold)):
        link = align(one, two, FormKeys(vocab), tokens=tokens)
        assert (link.method, link.is_identity) == ("same", True)
    link = align(gold, system, FormKeys(vocab), tokens=tokens)
    assert link.same_token is not None
    assert link.same_token.tolist() == [True, True, False, True]


def test_align__the_message_names_a_multiword_token() -> None:
    message = complain(GERMAN, words("Sie", "geht", "in", "den", "Wald"))
    assert "'im' is a multiword token (in + dem) in gold.conllu" in message


def test_diagnosis__words_with_spaces_inside() -> None:
    """A word that the vocabulary holds only with its space is looked up without it."""
    spaced = words("x").replace("\tx\t", "\t3\u00a0d\t")
    assert "hardly a word in common" in complain(TEXT, spaced)
