"""spaCy's Docs: a stand-in by default, the library itself among the slow tests."""

from __future__ import annotations

from dataclasses import dataclass, field
from types import SimpleNamespace
from typing import Any

import pytest

import tertium

WORDS = ["Ann", "Lee", "saw", "\n", "Rome", ".", "She", "left"]
TAGS = ["NNP", "NNP", "VBD", "_SP", "NNP", ".", "PRP", "VBD"]
HEADS = [1, 2, 2, 2, 2, 2, 7, 7]
DEPS = ["compound", "nsubj", "ROOT", "dep", "obj", "punct", "nsubj", "ROOT"]
ENTITIES = ["B-PER", "I-PER", "O", "O", "B-LOC", "O", "O", "O"]
STARTS = [0, 6]


@dataclass
class StandIn:
    """As much of a Doc as the adapter asks for."""

    tags: list[str] = field(default_factory=lambda: TAGS)
    entities: list[str] = field(default_factory=lambda: ENTITIES)
    ents: tuple[Any, ...] = ()

    def has_annotation(self, key: str) -> bool:
        return key in ("TAG", "DEP", "ENT_IOB", "SENT_START")

    @property
    def tokens(self) -> list[Any]:
        found = [
            SimpleNamespace(
                i=place,
                text=word,
                tag_=self.tags[place],
                dep_=DEPS[place],
                ent_iob_=self.entities[place][0],
                ent_type_=self.entities[place][2:],
                head=None,
            )
            for place, word in enumerate(WORDS)
        ]
        for token, head in zip(found, HEADS, strict=True):
            token.head = found[head]
        return found

    @property
    def sents(self) -> list[list[Any]]:
        return [self.tokens[: STARTS[1]], self.tokens[STARTS[1] :]]


def wrong_tag() -> list[str]:
    return ["NN", *TAGS[1:]]


def wrong_entity() -> list[str]:
    return ["B-PER", "O", *ENTITIES[2:]]


def check(gold: Any, system: Any) -> None:
    """Tags, dependencies and entities of two Docs, of which the second has one wrong tag and one wrong entity."""
    parsed = tertium.score(gold, {"a": system}, measures=["LAS", "XPOS"])
    assert parsed.task == "dependency"
    assert parsed.score("LAS", "a").value == 1.0
    assert parsed.gold.n_words == 7
    assert parsed.gold.n_sents == 2
    assert parsed.score("XPOS", "a").correct == 6
    assert any("token of white space, left out" in warning for warning in parsed.warnings)
    assert tertium.score(gold, {"a": system}, task="tagging").score("Accuracy", "a").correct == 6
    spans = tertium.score(gold, {"a": system}, task="spans").score("F1", "a")
    assert (spans.correct, spans.gold, spans.proposed) == (1, 2, 2)


def test_docs__tags_heads_and_entities() -> None:
    check(StandIn(), StandIn(wrong_tag(), wrong_entity()))


def test_docs__a_list_is_a_corpus_of_documents() -> None:
    result = tertium.score([StandIn(), StandIn()], {"a": [StandIn(), StandIn(wrong_tag())]})
    assert result.gold.n_docs == 2
    assert result.gold.n_sents == 4


def test_docs__a_list_of_outputs_of_one_document() -> None:
    result = tertium.score(StandIn(), [StandIn(), StandIn(wrong_tag())])
    assert len(result.systems) == 2


def make_doc(spacy: Any, tags: list[str], entities: list[str]) -> Any:
    vocab = spacy.blank("en").vocab
    starts = [place in STARTS for place in range(len(WORDS))]
    return spacy.tokens.Doc(vocab, words=WORDS, tags=tags, heads=HEADS, deps=DEPS, ents=entities, sent_starts=starts)


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore")
def test_spacy__docs_and_docbins_as_the_library_makes_them() -> None:
    spacy = pytest.importorskip("spacy")
    gold, system = make_doc(spacy, TAGS, ENTITIES), make_doc(spacy, wrong_tag(), wrong_entity())
    check(gold, system)
    check(spacy.tokens.DocBin(docs=[gold]), spacy.tokens.DocBin(docs=[system]))
    piped = tertium.score(gold, {"a": (doc for doc in [system])}, task="tagging")
    assert piped.score("Accuracy", "a").correct == 6


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore")
def test_spacy__spans_over_other_tokens_are_counted() -> None:
    """An entity that fits no border of the gold's words is a wrong answer, not a lost one."""
    spacy = pytest.importorskip("spacy")
    vocab = spacy.blank("en").vocab
    gold = spacy.tokens.Doc(vocab, words=["in", "New-York"], ents=["O", "B-LOC"])
    spaces = [True, False, False]
    whole = spacy.tokens.Doc(vocab, words=["in", "New", "-York"], spaces=spaces, ents=["O", "B-LOC", "I-LOC"])
    part = spacy.tokens.Doc(vocab, words=["in", "New", "-York"], spaces=spaces, ents=["O", "O", "B-LOC"])
    result = tertium.score(gold, {"whole": whole, "part": part}, task="spans")
    assert result.score("F1", "whole").value == 1.0
    assert (result.score("F1", "part").correct, result.score("F1", "part").proposed) == (0, 1)


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore")
def test_spacy__blank_pipeline_beside_a_list_of_pairs() -> None:
    spacy = pytest.importorskip("spacy")
    doc = spacy.blank("en")("The cat sleeps.")
    for token, tag in zip(doc, ["DET", "NOUN", "NOUN", "PUNCT"], strict=True):
        token.pos_ = tag
    gold = [("The", "DET"), ("cat", "NOUN"), ("sleeps", "VERB"), (".", "PUNCT")]
    assert tertium.score(gold, {"spacy": doc}, task="tagging").score("Accuracy", "spacy").correct == 3
