"""Stanza's documents: stand-ins; the library needs torch, so it is tested only where it is installed."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

import tertium


def word(text: str, upos: str, head: int, deprel: str) -> Any:
    return SimpleNamespace(text=text, lemma=text.lower(), upos=upos, xpos=None, feats=None, head=head, deprel=deprel)


def document(last: str = "PROPN", label: str = "S-LOC") -> Any:
    """`Vamos al Prado`: the second token has two words."""
    words = [
        word("Vamos", "VERB", 0, "root"),
        word("a", "ADP", 4, "case"),
        word("el", "DET", 4, "det"),
        word("Prado", last, 1, "obl"),
    ]
    tokens = [
        SimpleNamespace(words=words[:1], ner="O"),
        SimpleNamespace(words=words[1:3], ner="B-LOC"),
        SimpleNamespace(words=words[3:], ner=label.replace("S-", "E-")),
    ]
    return SimpleNamespace(sentences=[SimpleNamespace(words=words, tokens=tokens)])


def test_documents__tags_and_heads() -> None:
    result = tertium.score(document(), {"a": document(last="NOUN")}, measures=["LAS", "UPOS"])
    assert result.task == "dependency"
    assert result.score("LAS", "a").value == 1.0
    assert result.score("UPOS", "a").correct == 3


def test_documents__entities_cover_all_words_of_their_tokens() -> None:
    result = tertium.score(document(), {"a": document(label="S-PER")}, task="spans")
    assert (result.score("F1", "a").correct, result.score("F1", "a").gold) == (0, 1)
    assert result.gold.spans is not None
    assert (int(result.gold.spans.start[0]), int(result.gold.spans.end[0])) == (1, 4)


def test_documents__several_in_a_list() -> None:
    result = tertium.score([document(), document()], {"a": [document(), document("X")]})
    assert (result.gold.n_docs, result.gold.n_sents) == (2, 2)


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore")
def test_stanza__documents_as_the_library_makes_them() -> None:
    stanza = pytest.importorskip("stanza")
    doc = stanza.models.common.doc.Document(
        [[{"id": 1, "text": "Go", "upos": "VERB", "head": 0, "deprel": "root", "start_char": 0, "end_char": 2}]]
    )
    assert tertium.score(doc, {"a": doc}).score("LAS", "a").value == 1.0
