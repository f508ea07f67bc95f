"""Coreference as JSON lines: one document a line, with its tokens and its clusters of token spans.

    {"doc_key": "a", "sentences": [["Ann", "left", "."], ["She", "slept", "."]], "clusters": [[[0, 0], [3, 3]]]}

Spans are first and last token, counted over the document from 0, both inside. `sentences` may be one list of `tokens`;
`pos` (parts of speech, in the shape of the sentences) is optional; `predicted_clusters` are taken before `clusters` in
outputs that hold both.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from tertium.corpus import Corpus, Names
from tertium.errors import FormatError, quote
from tertium.formats.json_text import parse_json
from tertium.formats.sources import check_utf8
from tertium.mentions import Mentions
from tertium.plurals import many

if TYPE_CHECKING:
    from tertium.formats.request import Request
    from tertium.formats.sources import Text

_NAMES: Final = ("doc_key", "document_id", "id")
"""What may hold the name of a document, which is its number where nothing does."""

_HINT: Final = (
    'one JSON object a line: {"doc_key": NAME, "sentences": [[TOKEN, ...], ...], '
    '"clusters": [[[FIRST, LAST], ...], ...]}'
)


def recognise(lines: list[str]) -> str | None:
    """Why lines are of this format; None if they are not.

    An array of documents, and a document without clusters, are none that can be read: reading says so.
    """
    first = next((line.lstrip() for line in lines if line.strip()), "")
    if first.startswith("{") and any("lusters" in line for line in lines):
        return "JSON objects with clusters"
    named = all(any(f'"{name}"' in line for line in lines) for name in ("doc_key", "sentences"))
    return "JSON with documents and their sentences" if first.startswith(("{", "[")) and named else None


def read(text: Text, ask: Request) -> Corpus:
    """Read one file.

    Raises:
        FormatError: A line is no JSON object, lacks a field, or has a span that is none.
        SourceError: It is not UTF-8.
    """
    check_utf8(text)
    documents = _Documents()
    for number, content in text.lines():
        if content.strip():
            documents.add(text, number, _load(text, number, content), is_system=ask.role == "system")
    form, tag = ask.vocab.encode(documents.forms), ask.vocab.encode(documents.tags)
    table = np.array(documents.spans, dtype=np.int32).reshape(-1, 3)
    starts = np.concatenate([[0], np.cumsum(documents.lengths)]).astype(np.int64)
    n_docs = len(documents.names)
    return Corpus(
        name=ask.name,
        format="corefjson",
        vocab=ask.vocab,
        sent_start=starts,
        columns={"form": form, "tag": tag},
        line=np.array(documents.line_of, dtype=np.int32),
        paths=(text.path,),
        file_start=np.array([0, len(documents.forms)], dtype=np.int64),
        doc_start=np.array(documents.sent_start, dtype=np.int64),
        sentence_names=Names(len(documents.lengths)),
        document_names=Names(
            n_docs, [f"doc_key={name}" for name in documents.names], np.arange(n_docs, dtype=np.int32)
        ),
        layers=("form", "tag"),
        mentions=Mentions(
            np.array(documents.span_start, dtype=np.int64),
            table[:, 0].copy(),
            table[:, 1].copy(),
            table[:, 2].copy(),
            np.array(documents.span_line, dtype=np.int32),
        ),
    )


@dataclass(slots=True)
class _Documents:
    """What the lines hold, document after document."""

    forms: list[str] = field(default_factory=list)
    tags: list[str] = field(default_factory=list)
    line_of: list[int] = field(default_factory=list)  # of each word
    lengths: list[int] = field(default_factory=list)  # of sentences
    sent_start: list[int] = field(default_factory=lambda: [0])  # of documents
    names: list[str] = field(default_factory=list)
    named: dict[str, int] = field(default_factory=dict)  # the line of each document
    spans: list[tuple[int, int, int]] = field(default_factory=list)  # first, last, chain
    span_line: list[int] = field(default_factory=list)
    span_start: list[int] = field(default_factory=lambda: [0])  # of documents
    n_chains: int = 0

    def add(self, text: Text, number: int, found: dict[str, Any], *, is_system: bool) -> None:
        """Take one document."""
        sentences = _sentences(text, number, found)
        given = (found[key] for key in _NAMES if found.get(key) is not None)
        name = str(next(given, len(self.names) + 1))
        if name in self.named:
            raise FormatError(
                f"there are two documents named {quote(name)}; the first is line {self.named[name]}",
                path=text.path,
                line=number,
                hint="give each a doc_key of its own",
            )
        self.named[name] = number
        base, words = len(self.forms), [word for sentence in sentences for word in sentence]
        self.forms += words
        self.tags += _tags(text, number, found, len(words))
        self.line_of += [number] * len(words)
        self.lengths += [len(sentence) for sentence in sentences if sentence]
        self.sent_start.append(len(self.lengths))
        self.names.append(name)
        for cluster in _clusters(text, number, found, is_system=is_system):
            for first, last in cluster:
                if not 0 <= first <= last < len(words):
                    raise FormatError(
                        f"the span [{first}, {last}] is none of the document's {many(len(words), 'token')}",
                        path=text.path,
                        line=number,
                        sentence=self.names[-1],
                        hint="spans are first and last token of the document, from 0, both inside",
                    )
                self.spans.append((base + first, base + last, self.n_chains))
                self.span_line.append(number)
            self.n_chains += 1
        self.span_start.append(len(self.spans))


def _refuse(text: Text, line: int, message: str) -> FormatError:
    return FormatError(message, path=text.path, line=line, hint=_HINT)


def _load(text: Text, number: int, content: str) -> dict[str, Any]:
    try:
        found = parse_json(content)
    except ValueError as error:
        raise _refuse(text, number, f"the line is no JSON ({error})") from None
    if not isinstance(found, dict):
        raise _refuse(text, number, f"the line is no JSON object: {quote(content)}")
    return found


def _sentences(text: Text, number: int, found: dict[str, Any]) -> list[list[str]]:
    given = found.get("sentences", [found["tokens"]] if "tokens" in found else None)
    if given and isinstance(given, list) and all(isinstance(word, str) for word in given):
        given = [given]
    right = isinstance(given, list) and all(
        isinstance(sentence, list) and all(isinstance(word, str) for word in sentence) for sentence in given
    )
    if not right:
        raise _refuse(text, number, "the document has no sentences (or tokens): lists of strings are expected")
    sentences: list[list[str]] = given  # type: ignore[assignment]
    return sentences


def _tags(text: Text, number: int, found: dict[str, Any], n_words: int) -> list[str]:
    given = found.get("pos")
    if given is None:
        return ["-"] * n_words
    parts = given if isinstance(given, list) else []
    flat = [tag for part in parts for tag in (part if isinstance(part, list) else [part])]
    if len(flat) != n_words:
        raise _refuse(text, number, f"pos has {many(len(flat), 'tag')}, the document {many(n_words, 'token')}")
    if other := next((quote(tag) for tag in flat if not isinstance(tag, str)), None):
        raise _refuse(text, number, f"{other} in pos is no tag: strings are expected")
    return flat


def _clusters(text: Text, number: int, found: dict[str, Any], *, is_system: bool) -> list[list[tuple[int, int]]]:
    order = ("predicted_clusters", "clusters") if is_system else ("clusters", "predicted_clusters")
    given = next((found[name] for name in order if name in found), None)
    if not isinstance(given, list):
        raise _refuse(text, number, "the document has no clusters")
    clusters = []
    for cluster in given:
        spans = []
        for span in cluster if isinstance(cluster, list) else [cluster]:
            known = span if isinstance(span, list) else []
            pair = [end for end in known if isinstance(end, int) and not isinstance(end, bool)]
            if len(pair) != 2 or pair != known[:2]:  # noqa: PLR2004 (three numbers may be the places of three words)
                raise _refuse(text, number, f"{quote(span)} is no span: [FIRST, LAST] is expected")
            spans.append((pair[0], pair[1]))
        clusters.append(spans)
    return clusters
