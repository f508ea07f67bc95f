"""Alignment by characters: the official walk, and what it says when the texts are not the same."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tertium.alignment import FormKeys, align
from tertium.alignment.characters import check_characters, find_spans, first_difference
from tertium.conventions import PRESETS, Conventions
from tertium.corpus import MISSING, Vocab
from tertium.errors import MismatchError
from tests import naive
from tests.strategies import match_texts, quick, raw, read, thorough, words


def aligned(gold: str, system: str, *, rules: Conventions = PRESETS["ud"][1]) -> list[tuple[int, int]]:
    """Aligned words as (gold, system), from 0."""
    link = match_texts(gold, system, rules=rules).link
    if link.to_system is None:
        assert link.to_gold is None
        return [(word, word) for word in range(link.n_gold)]
    assert link.to_gold is not None
    pairs = [(g, s) for g, s in enumerate(link.to_system.tolist()) if s != MISSING]
    assert pairs == sorted((g, s) for s, g in enumerate(link.to_gold.tolist()) if g != MISSING)
    return pairs


def agrees_with_the_walk(texts: list[str]) -> None:
    gold, system = (naive.read(text) for text in texts)
    assert aligned(*texts) == naive.align(gold.words, system.words)


@quick
@given(texts=raw(annotated=False))
def test_align__agrees_with_the_walk_word_by_word(texts: list[str]) -> None:
    agrees_with_the_walk(texts)


@pytest.mark.slow
@thorough
@given(texts=raw(most=24, annotated=False))
def test_align__agrees_with_the_walk_on_many_texts(texts: list[str]) -> None:
    agrees_with_the_walk(texts)


@quick
@given(texts=raw(annotated=False))
def test_align__keeps_the_order(texts: list[str]) -> None:
    pairs = aligned(*texts)
    assert all(a[0] < b[0] and a[1] < b[1] for a, b in pairwise(pairs))


@quick
@given(texts=raw(annotated=False))
def test_align__swapping_the_sides_keeps_the_tokens_that_are_alike(texts: list[str]) -> None:
    """Only multiword spans may depend on the side; where there are none, the alignment is symmetric."""
    if any("-" in line.split("\t")[0] for text in texts for line in text.split("\n")):
        return
    assert aligned(*texts) == [(g, s) for s, g in aligned(*reversed(texts))]


@quick
@given(texts=raw(annotated=False))
def test_align__system_words_belong_to_the_gold_sentence_of_their_first_character(texts: list[str]) -> None:
    link = match_texts(*texts).link
    gold, system = (naive.read(text) for text in texts)
    expected = [gold.sentence_at(word.span[0]) for word in system.words]
    found = link.system_block
    assert (found.tolist() if found is not None else [word.sentence for word in gold.words]) == expected


@quick
@given(texts=raw(annotated=False))
def test_find_spans__agree_with_the_file(texts: list[str]) -> None:
    vocab = Vocab()
    corpus = read(texts[0], vocab, Conventions(), "gold")
    spans, expected = find_spans(corpus, FormKeys(vocab)), naive.read(texts[0])
    assert list(zip(spans.token_start.tolist(), spans.token_end.tolist(), strict=True)) == expected.tokens
    assert list(zip(spans.sent_start.tolist(), spans.sent_end.tolist(), strict=True)) == expected.sentences
    assert spans.word_start.tolist() == [word.span[0] for word in expected.words]


def test_align__a_split_word_has_no_partner() -> None:
    assert aligned(words("can", "not", "go"), words("cannot", "go")) == [(2, 1)]


def test_align__sentence_borders_do_not_matter_to_words() -> None:
    assert aligned(words("a", "b"), words("a") + words("b")) == [(0, 0), (1, 1)]


def test_align__spaces_inside_a_form_do_not_matter() -> None:
    """All of category Zs: plain, no-break and ideographic space."""
    gold = words("ab", "cd").replace("ab", "a b").replace("cd", "c\u00a0d")
    system = words("ab", "c", "d").replace("ab", "a\u3000b")
    assert aligned(gold, system) == [(0, 0)]
    assert aligned(gold, words("ab", "cd")) == [(0, 0), (1, 1)]


def test_align__a_plain_word_with_a_space_is_compared_without_it_inside_a_multiword_span() -> None:
    """The UD evaluation deletes spaces from the form of every plain word before it compares anything."""
    gold = words("1-2 abc", "ab", "c")
    system = words("ab", "c").replace("ab", "a b", 1)
    assert naive.align(naive.read(gold).words, naive.read(system).words) == [(0, 0), (1, 1)]
    assert aligned(gold, system) == [(0, 0), (1, 1)]


def test_align__a_word_inside_a_multiword_token_keeps_its_spaces() -> None:
    """The UD evaluation does not look at the characters of such words, and compares them as they are written."""
    gold = words("1-2 abc", "ab", "c")
    system = words("1-2 abc", "ab", "c").replace("1\tab", "1\ta b")
    assert aligned(gold, system) == [(1, 1)]


def test_align__words_inside_the_same_multiword_token_are_compared_without_case() -> None:
    link = match_texts(words("1-2 Del", "De", "el"), words("1-2 Del", "de", "El")).link
    assert link.is_identity


def test_align__the_same_words_are_the_same_whatever_the_annotation() -> None:
    assert match_texts(words("a a NOUN"), words("a b VERB")).link.method == "same"


def test_align__other_sentence_borders_need_characters() -> None:
    assert match_texts(words("a", "b"), words("a") + words("b")).link.method == "characters"


@pytest.mark.parametrize("other", ["a\u200bb", "AB", "á", "ac", "a"])
def test_align__other_characters_are_refused(other: str) -> None:
    """A zero-width space, another case and another normal form are other texts."""
    gold = words("a\u0301" if other == "á" else "ab")
    with pytest.raises(MismatchError):
        aligned(gold, words(other))


def test_align__folded_case_makes_other_case_the_same() -> None:
    assert aligned(words("Ab", "c"), words("aB", "C"), rules=Conventions(fold_case=True)) == [(0, 0), (1, 1)]


def test_align__the_message_names_both_files_lines_sentences_and_words() -> None:
    gold, system = words("a", "b") + words("c", "d"), words("a", "b") + words("c", "x")
    with pytest.raises(MismatchError) as caught:
        aligned(gold, system)
    message = str(caught.value)
    assert "after 3 equal characters" in message
    assert "gold.conllu:5, sentence '2', word 2: 'd'" in message
    assert "system.conllu:5, sentence '2', word 2: 'x'" in message
    assert "Try: " in message


def test_align__the_message_says_which_file_ends_too_early() -> None:
    with pytest.raises(MismatchError, match=r"system\.conllu: ends here"):
        aligned(words("a", "b"), words("a"))


def test_check_characters__is_content_with_the_same_text_cut_otherwise() -> None:
    vocab = Vocab()
    gold, system = (read(text, vocab, Conventions(), "x") for text in (words("ab", "c"), words("a", "bc")))
    check_characters(gold, system, FormKeys(vocab))


def test_align__same_tokens_demanded_and_not_found() -> None:
    vocab = Vocab()
    gold, system = (read(text, vocab, Conventions(), "x") for text in (words("ab", "c"), words("a", "bc")))
    with pytest.raises(MismatchError, match="hold different words"):
        align(gold, system, FormKeys(vocab), tokens="same")


@given(one=st.text("ab", max_size=20), other=st.text("ab", max_size=20))
def test_first_difference__is_the_length_of_the_common_beginning(one: str, other: str) -> None:
    place = first_difference(one, other)
    assert one[:place] == other[:place]
    assert one[place : place + 1] != other[place : place + 1] or place == len(one) == len(other)


def test_align__folded_case_is_the_same_for_words_and_labels() -> None:
    """Lower case alone leaves `straße` and `strasse` apart; labels were folded, words were not."""
    vocab = Vocab()
    rules = Conventions(fold_case=True)
    texts = words("Straße", "2-3 Maß", "Maß", "es", "B"), words("STRASSE", "2-3 MASS", "MASS", "ES", "b")
    gold, system = (read(text, vocab, rules, name) for text, name in zip(texts, ("gold", "system"), strict=True))
    assert align(gold, system, FormKeys(vocab, fold_case=True)).method == "same"
    with pytest.raises(MismatchError):
        align(gold, system, FormKeys(vocab))
