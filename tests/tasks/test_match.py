"""One system against the gold, word by word."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from tertium.alignment import FormKeys, align
from tertium.conventions import PRESETS, Conventions
from tertium.corpus import HEADLESS, ROOT, Vocab
from tertium.tasks.match import UNALIGNED, Match, gold_atom
from tertium.tasks.view import View
from tests import naive
from tests.strategies import match_texts, parallel, quick, raw, read, words

ATOMS = {"upos": "UPOS", "xpos": "XPOS", "ufeats": "UFeats", "lemma": "Lemmas", "head": "UAS", "deprel": "LS"}


def labels(match: Match, layer: str) -> list[str]:
    return match.gold.corpus.vocab.decode(match.shown(layer))


@quick
@given(texts=st.one_of(raw(), parallel(valid=False)))
def test_match__atoms_are_right_where_the_slow_twin_says_so(texts: list[str]) -> None:
    match = match_texts(*texts, rules=Conventions())
    gold, system = (naive.read(text) for text in texts)
    pairs = dict(naive.align(gold.words, system.words))
    to_gold = {s: g for g, s in pairs.items()}
    right = [
        naive.right_measures(gold, system, word, system.words[pairs[word.place]], to_gold)
        if word.place in pairs
        else set()
        for word in gold.words
    ]
    assert match.aligned.tolist() == [word.place in pairs for word in gold.words]
    for atom, measure in ATOMS.items():
        assert match.right(atom).tolist() == [measure in found for found in right], atom
    assert match.right("head", "deprel").tolist() == ["LAS" in found for found in right]


@quick
@given(texts=raw())
def test_match__right_means_aligned_and_the_same_answer(texts: list[str]) -> None:
    match = match_texts(*texts, rules=Conventions())
    for atom in ATOMS:
        same = (match.answer(atom) == gold_atom(match.gold, atom)) & match.aligned
        assert match.right(atom).tolist() == same.tolist()


def test_match__an_answer_with_several_atoms_is_right_if_all_are() -> None:
    gold = words("a _ X _ _ 0 root", "b _ X _ _ 1 obj", "c _ X _ _ 1 obj")
    system = words("a _ X _ _ 0 root", "b _ X _ _ 1 obl", "c _ X _ _ 2 obj")
    match = match_texts(gold, system)
    assert match.right("head").tolist() == [True, True, False]
    assert match.right("deprel").tolist() == [True, False, True]
    assert match.right("head", "deprel").tolist() == [True, False, False]


def test_match__a_word_without_partner_has_no_answer_and_shows_nothing() -> None:
    match = match_texts(words("ab _ X", "c _ Y"), words("a _ X", "b _ X", "c _ Y"))
    assert match.right("upos").tolist() == [False, True]
    assert labels(match, "upos") == [UNALIGNED, "Y"]
    assert match.answer("upos")[0] < ROOT


def test_match__a_free_lemma_makes_all_answers_the_same() -> None:
    """A gold lemma `_` accepts any lemma, so two systems that differ there do not differ in their answers."""
    gold = words("a _", "b b")
    first, second = match_texts(gold, words("a x", "b x")), match_texts(gold, words("a y", "b y"))
    assert first.right("lemma").tolist() == second.right("lemma").tolist() == [True, False]
    assert labels(first, "lemma") == ["x", "x"]


def test_match__heads_are_gold_words() -> None:
    """The system has one word more before the head."""
    gold = words("ab _ X _ _ 2 obj", "c _ X _ _ 0 root", "d _ X _ _ 2 obj")
    system = words("a _ X _ _ 3 obj", "b _ X _ _ 3 obj", "c _ X _ _ 0 root", "d _ X _ _ 3 obj")
    match = match_texts(gold, system)
    assert match.answer("head").tolist()[1:] == [ROOT, 1]
    assert match.right("head").tolist() == [False, True, True]


def test_match__a_head_without_partner_is_never_the_root() -> None:
    gold = words("ab _ X _ _ 0 root", "c _ X _ _ 0 root")
    system = words("a _ X _ _ 0 root", "b _ X _ _ 1 obj", "c _ X _ _ 1 obj")
    assert match_texts(gold, system, rules=Conventions()).right("head").tolist() == [False, False]


def test_match__heads_as_text_are_compared_as_they_are_written() -> None:
    rules = Conventions(reading="eval07", tokens="position", text_heads=True)
    gold, system = words("a _ X _ _ 0 root", "b _ X _ _ 1 obj"), words("a _ X _ _ 0 root", "b _ X _ _ 01 obj")
    assert match_texts(gold, system, rules=rules).right("head").tolist() == [True, False]
    assert match_texts(gold, system, rules=Conventions()).right("head").tolist() == [True, True]


def stray_heads(*systems: str) -> list[int]:
    """The head of the last word, in each system, where the gold's first token is one word."""
    vocab, rules, found = Vocab(), PRESETS["ud"][1], []
    gold = View(read(words("dello", "b"), vocab, rules, "gold"), rules, who="gold")
    for text in systems:
        corpus = read(text, vocab, rules, "system")
        match = Match(gold, View(corpus, rules, who="system"), align(gold.corpus, corpus, FormKeys(vocab)))
        found.append(int(match.answer("head")[-1]))
    return found


def test_match__stray_heads_inside_a_multiword_token_are_told_apart() -> None:
    """All words of a multiword token start at its first character, and so does a shorter token."""
    first = words("1-2 dello", "de", "llo", "b _ X _ _ 1 obj")
    second = words("1-2 dello", "de", "llo", "b _ X _ _ 2 obj")
    shorter = words("de", "llo", "b _ X _ _ 1 obj")
    again = words("1-2 dello", "DE", "LLO", "b _ X _ _ 1 obj")
    heads = stray_heads(first, second, shorter, again)
    assert heads[0] == heads[3]
    assert len(set(heads)) == 3
    assert all(head < HEADLESS for head in heads)
