"""Coreference as JSON lines: one document a line, with its tokens and its clusters of token spans.

    {"doc_key": "a", "sentences": [["Ann", "left", "."], ["She", "slept", "."]], "clusters": [[[0, 0], [3, 3]]]}

Spans are first and last token, counted over the document from 0, both inside. `sentences` may be one list of `tokens`;
`pos` (parts of speech, in the shape of the sentences) is optional; `predicted_clusters` are taken before `clusters` in
outputs that hold both.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import numpy as np

from tertium.corpus import Corpus, Names
from tertium.errors import FormatError, quote
from tertium.formats.columns import plain_surface
from tertium.formats.json_text import parse_json
from tertium.mentions import Mentions

if TYPE_CHECKING:
    from tertium.formats.request import Request
    from tertium.formats.sources import Text

_HINT: Final = (
    'one JSON object a line: {"doc_key": NAME, "sentences": [[TOKEN, ...], ...], '
    '"clusters": [[[FIRST, LAST], ...], ...]}'
)


def recognise(lines: list[str]) -> str | None:
    """Why lines are of this format; None if they are not."""
    first = next((line for line in lines if line.strip()), "")
    if not first.lstrip().startswith("{"):
        return None
    return "JSON objects with clusters" if any("lusters" in line for line in lines) else None


def read(text: Text, ask: Request) -> Corpus:
    """Read one file.

    Raises:
        FormatError: A line is no JSON object, lacks a field, or has a span that is none.
    """
    forms: list[str] = []
    tags: list[str] = []
    lengths: list[int] = []
    documents, line_of = [0], []
    names: list[str] = []
    spans: list[tuple[int, int, int]] = []  # first, last, chain
    doc_start, lines = [0], []
    n_chains = 0
    for number, content in text.lines():
        if not content.strip():
            continue
        found = _load(text, number, content)
        sentences = _sentences(text, number, found)
        base = len(forms)
        words = [word for sentence in sentences for word in sentence]
        forms += words
        lengths += [len(sentence) for sentence in sentences if sentence]
        documents.append(len(lengths))
        line_of += [number] * len(words)
        tags += _tags(text, number, found, len(words))
        names.append(str(found.get("doc_key", found.get("document_id", found.get("id", len(names) + 1)))))
        for cluster in _clusters(text, number, found, is_system=ask.role == "system"):
            for first, last in cluster:
                if not 0 <= first <= last < len(words):
                    raise FormatError(
                        f"the span [{first}, {last}] is none of the document's {len(words)} tokens",
                        path=text.path,
                        line=number,
                        sentence=names[-1],
                        hint="spans are first and last token of the document, from 0, both inside",
                    )
                spans.append((base + first, base + last, n_chains))
                lines.append(number)
            n_chains += 1
        doc_start.append(len(spans))
    twice = sorted({name for name in names if names.count(name) > 1}) if len(set(names)) < len(names) else []
    if twice:
        raise FormatError(
            f"there are two documents named {quote(twice[0])}", path=text.path, hint="give each a doc_key of its own"
        )
    form, tag = ask.vocab.encode(forms), ask.vocab.encode(tags)
    table = np.array(spans, dtype=np.int32).reshape(-1, 3)
    starts = np.concatenate([[0], np.cumsum(lengths)]).astype(np.int64)
    return Corpus(
        name=ask.name,
        format="corefjson",
        vocab=ask.vocab,
        sent_start=starts,
        columns={"form": form, "tag": tag},
        surface=plain_surface(form),
        line=np.array(line_of, dtype=np.int32),
        paths=(text.path,),
        file_start=np.array([0, len(forms)], dtype=np.int64),
        doc_start=np.array(documents, dtype=np.int64),
        sentence_names=Names(len(lengths)),
        document_names=Names(len(names), [f"doc_key={name}" for name in names], np.arange(len(names), dtype=np.int32)),
        layers=("form", "tag"),
        mentions=Mentions(
            np.array(doc_start, dtype=np.int64),
            table[:, 0].copy(),
            table[:, 1].copy(),
            table[:, 2].copy(),
            np.array(lines, dtype=np.int32),
        ),
    )


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
    if len(flat) != n_words or not all(isinstance(tag, str) for tag in flat):
        raise _refuse(text, number, f"pos has {len(flat)} tags, the document {n_words} tokens")
    return flat


def _clusters(text: Text, number: int, found: dict[str, Any], *, is_system: bool) -> list[list[tuple[int, int]]]:
    order = ("predicted_clusters", "clusters") if is_system else ("clusters", "predicted_clusters")
    given = next((found[name] for name in order if name in found), None)
    if not isinstance(given, list):
        raise _refuse(text, number, "the document has no clusters")
    clusters = []
    for cluster in given:
        spans = []
        for span in cluster if isinstance(cluster, list) else [None]:
            pair = span[:2] if isinstance(span, list) else []
            if len(pair) != 2 or not all(isinstance(end, int) and not isinstance(end, bool) for end in pair):  # noqa: PLR2004
                raise _refuse(text, number, f"{quote(span)} is no span: [FIRST, LAST] is expected")
            spans.append((pair[0], pair[1]))
        clusters.append(spans)
    return clusters
