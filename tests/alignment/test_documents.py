"""Documents of a response put beside the key's, and their words linked."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

import tertium
from tertium.alignment import FormKeys
from tertium.alignment.documents import fit_documents, link_documents
from tertium.conventions import PRESETS, Conventions
from tertium.corpus import MISSING, Corpus, Vocab
from tertium.errors import MismatchError
from tertium.formats.conll2012 import read
from tertium.formats.request import Request
from tertium.formats.sources import Text
from tertium.mentionrules import DEFAULT_MENTIONS
from tests.chains import conll
from tests.formats.samples import QUICK

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

RULES = Conventions(task="coreference", layer="tag")
BRACKETS = ("(0) - (0)", "(0 0) / (1) (0)", "(5)", "(2)|(3) / - (2)")


def read_documents(vocab: Vocab, numbers: Sequence[int]) -> Corpus:
    """Documents of a file, each with words of its own."""
    texts = []
    for number in numbers:
        forms = [f"{number}-{place}" for place in range(len(BRACKETS[number].replace("/", "").split()))]
        texts.append(conll(BRACKETS[number], name=f"d{number}", forms=forms))
    ask = Request(vocab=vocab, name="x", wanted=frozenset({"form", "tag", "mentions"}), conventions=RULES)
    return read(Text("".join(texts).encode(), "x.conll"), ask)


def describe(corpus: Corpus) -> list[tuple[str, list[str], list[tuple[int, int, int]]]]:
    """Each document's name, words, and mentions with their chain, numbered within it."""
    assert corpus.mentions is not None
    found, mentions = [], corpus.mentions
    for number in range(corpus.n_docs):
        start, stop = corpus.sent_start[corpus.doc_start[number : number + 2]].tolist()
        rows = range(*mentions.doc_start[number : number + 2].tolist())
        chains = sorted({int(mentions.chain[row]) for row in rows})
        spans = [
            (int(mentions.first[row]) - start, int(mentions.last[row]) - start, chains.index(int(mentions.chain[row])))
            for row in rows
        ]
        found.append((corpus.document_name(number), corpus.forms(start, stop), spans))
    return found


@QUICK
@given(st.permutations(range(len(BRACKETS))), st.integers(1, len(BRACKETS)))
def test_fit_documents__has_the_keys_in_their_order(order: list[int], n: int) -> None:
    """What the response lacks has the key's words there, and no mention; what it has beside is gone."""
    vocab, there = Vocab(), set(order[:n])
    gold, system = read_documents(vocab, range(3)), read_documents(vocab, order[:n])
    if there == {3}:
        with pytest.raises(MismatchError, match="no document of the gold's"):
            fit_documents(gold, system, DEFAULT_MENTIONS)
        return
    fitted, notes = fit_documents(gold, system, DEFAULT_MENTIONS)
    expected = [(name, forms, spans if int(name[1:]) in there else []) for name, forms, spans in describe(gold)]
    assert describe(fitted) == expected
    assert fitted.sent_start.tolist() == gold.sent_start.tolist()
    assert any(note.startswith("x lacks") for note in notes) == bool(set(range(3)) - there)
    assert any("that the gold lacks" in note for note in notes) == (3 in there)


def test_fit_documents__the_only_ones_go_together_but_not_where_names_count() -> None:
    vocab = Vocab()
    gold, system = read_documents(vocab, [0]), read_documents(vocab, [1])
    fitted, (note,) = fit_documents(gold, system, DEFAULT_MENTIONS)
    assert fitted is system
    assert "'d1' here, 'd0' in the gold" in note
    by_name, notes = fit_documents(gold, system, replace(DEFAULT_MENTIONS, by_name=True))
    assert describe(by_name) == [("d0", gold.forms(0, 3), [])]
    assert len(notes) == 2


def test_fit_documents__lines_are_told_with_their_files(tmp_path: Path) -> None:
    """The first file of the response has the key's second document; its third one is not in the key."""
    texts = {"key": "(0) - (0) -", "twice": "(0) - (0)|(1) (1)", "other": "- - - - - (0) (0)"}
    for path, text, name in (
        ("key/1.conll", "key", "a"),
        ("key/2.conll", "other", "b"),
        ("key/3.conll", "key", "d"),
        ("response/1.conll", "other", "b"),
        ("response/2.conll", "twice", "a"),
        ("response/3.conll", "other", "c"),
    ):
        (tmp_path / path).parent.mkdir(exist_ok=True)
        (tmp_path / path).write_text(conll(texts[text], name=name), encoding="utf-8")
    found = tertium.score(str(tmp_path / "key"), [str(tmp_path / "response")])
    (warning,) = (text for text in found.warnings if "where another does" in text)
    assert f"at {tmp_path / 'response' / '2.conll'}:4)" in warning
    assert {str(path) for path in tmp_path.glob("*/*")} == set(found.input_paths)


def test_link_documents__by_position_within_each_document() -> None:
    """A document that is longer than the key's has words without a partner; the next one begins anew."""
    vocab, rules = Vocab(), PRESETS["conll2012"].rules
    ask = Request(vocab=vocab, name="x", wanted=frozenset({"form", "tag", "mentions"}), conventions=RULES)
    texts = (conll("- -", name="a") + conll("- - -", name="b"), conll("- - -", name="a") + conll("- -", name="b"))
    gold, system = (read(Text(text.encode(), "x.conll"), ask) for text in texts)
    assert [len(corpus.columns["form"]) for corpus in (gold, system)] == [5, 5]  # words are read before they are linked
    link = link_documents(gold, system, FormKeys(vocab), rules)
    assert link.to_gold is not None
    assert link.to_system is not None
    assert link.to_gold.tolist() == [0, 1, MISSING, 2, 3]
    assert link.to_system.tolist() == [0, 1, 3, 4, MISSING]
