"""Metadata in comments."""

from __future__ import annotations

import numpy as np

from tertium.comparison.metadata import Metadata, read_metadata
from tertium.formats.files import concatenate
from tests.formats.samples import read
from tests.strategies import words

A, B, C = (words(form) for form in "abc")


def found(text: str, fmt: str = "conllu") -> dict[str, tuple[str, list[str | None]]]:
    """Key -> level and the value of each sentence."""
    return spell(read_metadata(read(text, fmt, comments=True)))


def spell(metadata: dict[str, Metadata]) -> dict[str, tuple[str, list[str | None]]]:
    return {key: (value.level, value.labels.series().to_list()) for key, value in metadata.items()}


def test_metadata__of_sentences() -> None:
    text = f"# sent_id = 1\n# speaker = Ann\n{A}# sent_id = 2\n{B}#speaker=Bob = x \n{C}"
    assert found(text) == {"speaker": ("sentence", ["Ann", None, "Bob = x"])}


def test_metadata__after_newdoc_it_holds_for_the_document() -> None:
    text = f"# newdoc id = n\n# genre = news\n# sent_id = 1\n# mood = bad\n{A}{B}# newdoc\n# genre = blog\n{C}"
    assert found(text) == {
        "genre": ("document", ["news", "news", "blog"]),
        "mood": ("sentence", ["bad", None, None]),
    }


def test_metadata__of_one_document_ends_with_it() -> None:
    assert found(f"# newdoc\n# genre = news\n{A}# newdoc\n{B}")["genre"] == ("document", ["news", None])


def test_metadata__before_newdoc_it_belongs_to_the_sentence() -> None:
    assert found(f"# genre = news\n# newdoc\n{A}{B}")["genre"] == ("sentence", ["news", None])


def test_metadata__meta_is_said_of_documents_wherever_it_stands_before_the_first_sentence() -> None:
    text = f"# newdoc\n# sent_id = 1\n# meta::genre = news\n{A}{B}# meta::genre = aside\n{C}"
    assert found(text)["genre"] == ("sentence", ["news", "news", "aside"])


def test_metadata__names_and_texts_are_none() -> None:
    text = (
        f"# newdoc id = 1\n# newpar id = p\n# global.Entity = x\n# sent_id = 1\n# text = a\n# text_en = a\n# note\n{A}"
    )
    assert found(text) == {}


def test_metadata__an_empty_value_is_none() -> None:
    assert found(f"# genre =\n{A}# genre = x\n{B}")["genre"][1] == [None, "x"]


def test_metadata__several_files() -> None:
    parts = [read(f"# newdoc\n# genre = {genre}\n{A}{B}", comments=True) for genre in "xy"]
    vocab = parts[0].vocab
    parts[1] = read(f"# newdoc\n# genre = y\n{A}{B}", comments=True, vocab=vocab)
    assert spell(read_metadata(concatenate(parts)))["genre"] == ("document", ["x", "x", "y", "y"])


def test_metadata__of_the_vertical_format() -> None:
    text = """\
<text id="t" genre="news">
<s n="1">
a\tN
</s>
<s>
b\tN
</s>
</text>
<text genre='blog'>
c\tN
</text>
"""
    assert found(text, "columns") == {
        "genre": ("document", ["news", "news", "blog"]),
        "id": ("document", ["t", "t", None]),
        "n": ("sentence", ["1", None, None]),
    }


def test_metadata__of_columns_with_comments() -> None:
    assert found("# newdoc\n# genre = news\na\tN\n\nb\tN\n\n# genre = x\nc\tN\n", "columns")["genre"] == (
        "sentence",
        ["news", "news", "x"],
    )


def test_metadata__nobody_asks_nothing_is_kept() -> None:
    for text, fmt in ((f"# genre = news\n{A}", "conllu"), ("# genre = news\na\tN\n", "columns")):
        corpus = read(text, fmt)
        assert corpus.comments is None
        assert read_metadata(corpus) == {}


def test_metadata__comments_after_the_last_sentence_say_nothing() -> None:
    corpus = read(f"{A}# genre = news\n", comments=True)
    assert corpus.comments is not None
    assert np.array_equal(corpus.comments.sentence, [])
