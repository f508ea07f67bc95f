"""Coreference as JSON lines."""

from __future__ import annotations

import json

import pytest

from tertium.conventions import Conventions
from tertium.corpus import Corpus, Vocab
from tertium.errors import FormatError, SourceError
from tertium.formats.corefjson import read
from tertium.formats.request import Request
from tertium.formats.sources import Text

GOOD = {
    "doc_key": "a",
    "sentences": [["Ann", "left"], ["She", "slept"]],
    "pos": [["NNP", "VBD"], ["PRP", "VBD"]],
    "clusters": [[[0, 0], [2, 2]]],
}


def read_text(content: str | bytes, role: str = "gold") -> Corpus:
    ask = Request(
        vocab=Vocab(),
        name="x",
        wanted=frozenset({"form"}),
        role="gold" if role == "gold" else "system",
        conventions=Conventions(task="coreference"),
    )
    data = content.encode() if isinstance(content, str) else content
    return read(Text(data, "x.jsonl"), ask)


def test_read() -> None:
    corpus = read_text(json.dumps(GOOD) + "\n\n" + json.dumps({**GOOD, "doc_key": "b"}) + "\n")
    assert corpus.n_docs == 2
    assert corpus.sent_start.tolist() == [0, 2, 4, 6, 8]
    assert corpus.document_name(1) == "b"
    assert corpus.vocab.decode(corpus.columns["tag"][:2]) == ["NNP", "VBD"]
    assert corpus.mentions is not None
    assert corpus.mentions.first.tolist() == [0, 2, 4, 6]
    assert corpus.mentions.chain.tolist() == [0, 0, 1, 1]


@pytest.mark.parametrize(
    ("given", "names"),
    [
        ({"doc_key": "x", "id": 7}, ["x", "a"]),
        ({"doc_key": None, "document_id": "y"}, ["y", "a"]),
        ({"doc_key": None}, ["1", "a"]),
    ],
)
def test_read__names_of_documents(given: dict[str, object], names: list[str]) -> None:
    corpus = read_text(json.dumps({**GOOD, **given}) + "\n" + json.dumps(GOOD))
    assert [corpus.document_name(place) for place in range(2)] == names


def test_read__what_else_stands_in_a_span_is_passed_over() -> None:
    """A label, or the words once more."""
    found = read_text(json.dumps({**GOOD, "clusters": [[[0, 0, "Ann"], [2, 2, None]]]})).mentions
    assert found is not None
    assert found.first.tolist() == found.last.tolist() == [0, 2]


def test_read__predicted_clusters_of_an_output() -> None:
    both = json.dumps({**GOOD, "predicted_clusters": []})
    corpora = [read_text(both), read_text(both, "system")]
    assert [corpus.mentions.n for corpus in corpora if corpus.mentions is not None] == [2, 0]


@pytest.mark.parametrize(
    ("change", "what"),
    [
        ({"clusters": [[[0, 9]]]}, "none of the document's 4 tokens"),
        ({"clusters": [[[2, 0]]]}, "none of the document's"),
        ({"clusters": [[["a", 1]]]}, "is no span"),
        ({"clusters": 3}, "no clusters"),
        ({"clusters": [[3]]}, "is no span"),
        ({"clusters": [3]}, "3 is no span"),
        ({"clusters": [[[0, 1, 2]]]}, "is no span"),  # the places of all words, perhaps
        ({"clusters": [[[True, 1]]]}, "is no span"),
        ({"doc_key": "\ud800"}, "surrogate"),
        ({"sentences": "Ann left"}, "no sentences"),
        ({"sentences": [["a", 1]]}, "no sentences"),
        ({"pos": [["NNP"]]}, "pos has 1 tag, the document 4 tokens"),
        ({"pos": [["NNP", "VBD"], ["PRP", 3]]}, "3 in pos is no tag"),
    ],
)
def test_read__what_is_wrong_is_refused(change: dict[str, object], what: str) -> None:
    with pytest.raises(FormatError, match=what) as caught:
        read_text(json.dumps({**GOOD, **change}))
    assert caught.value.line == 1
    assert caught.value.hint


@pytest.mark.parametrize("content", ['{"a": ', "[1, 2]", "[" * 100_000])
def test_read__no_json_object_is_refused(content: str) -> None:
    with pytest.raises(FormatError, match="JSON"):
        read_text(content)


def test_read__two_documents_of_one_name_are_refused() -> None:
    with pytest.raises(FormatError, match="two documents named 'a'; the first is line 1") as caught:
        read_text(json.dumps(GOOD) + "\n" + json.dumps(GOOD))
    assert caught.value.line == 2


def test_read__text_that_is_not_utf8_is_refused_with_its_line() -> None:
    """Words of two files would be the same wherever neither can be read."""
    content = json.dumps({**GOOD, "sentences": [["Ann", "é"], ["She", "slept"]]}, ensure_ascii=False)
    with pytest.raises(SourceError, match="not UTF-8") as caught:
        read_text(b"\n" + content.encode("latin-1"))
    assert caught.value.line == 2
