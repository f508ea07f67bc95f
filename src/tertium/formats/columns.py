"""Tokens in lines, without numbers: token TAB tag, TreeTagger's vertical format, or any columns with a map.

Sentences end at empty lines and at `</s>` or `<s>`; documents start at `<text ...>`, `<doc ...>` or `# newdoc`. A file
without any such border ends its sentences after the tags SENT and `$.`, as TreeTagger's users do; that is said.
A line that starts with `#` and has no tab is a comment, any other `#` a token.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

import numpy as np

from tertium.corpus import EMPTY, MISSING, Corpus, Irregularity, Names, Surface
from tertium.errors import FormatError, UsageError
from tertium.formats.heads import read_heads
from tertium.formats.skeleton import Skeleton
from tertium.formats.sources import Text
from tertium.formats.tabular import check_widths, read_rows

if TYPE_CHECKING:
    from collections.abc import Mapping

    import polars as pl

    from tertium._typing import Codes, Offsets
    from tertium.formats.request import Request
    from tertium.formats.tabular import Rows

LAYERS: Final = ("form", "tag", "upos", "xpos", "lemma", "feats", "head", "deprel")
DEFAULT_MAPS: Final[dict[int, dict[str, int]]] = {2: {"form": 0, "tag": 1}, 3: {"form": 0, "tag": 1, "lemma": 2}}
SENTENCE_TAGS: Final = ("SENT", "$.")
_ELEMENT: Final = re.compile(r"<(/?)\s*([A-Za-z][\w:.-]*)[^<>]*>")
_DOCUMENTS: Final = ("text", "doc", "document", "file")


def parse_map(columns: str) -> dict[str, int]:
    """A column map as the user writes it: `form=1,xpos=3` (from 1) or `form,_,xpos`.

    >>> parse_map("form=1,xpos=3") == parse_map("form,_,xpos")
    True
    """
    found: dict[str, int] = {}
    for place, part in enumerate(part.strip() for part in columns.split(",")):
        name, _, number = part.partition("=")
        name = {"word": "form", "token": "form", "pos": "tag"}.get(name.lower(), name.lower())
        if name in ("", "_"):
            continue
        if name not in LAYERS or (number and not number.isdecimal()) or name in found or number == "0":
            raise UsageError(
                f"{part!r} in the column map {columns!r} cannot be understood",
                hint=f"--columns form=1,tag=2 or --columns form,tag; the names are {', '.join(LAYERS)}",
            )
        found[name] = int(number) - 1 if number else place
    if "form" not in found:
        raise UsageError("the column map does not say which column holds the words", hint="--columns form=1,tag=2")
    return found


def read(text: Text, ask: Request) -> Corpus:
    """Read one file of tokens in lines."""
    text = _with_tabs(text)
    width = find_width(text)
    columns = dict(ask.columns) or DEFAULT_MAPS.get(width, {})
    if not columns:
        raise UsageError(
            f"{text.path} has {width} columns; say which holds what",
            hint="--columns form=1,xpos=2,... (counted from 1; leave out what is not needed)",
        )
    if max(columns.values()) >= width:
        raise FormatError(
            f"the column map needs {max(columns.values()) + 1} columns, the file has {width}",
            path=text.path,
            line=1,
            hint="correct --columns",
        )
    wanted = {name: index for name, index in columns.items() if name in ask.wanted or name in ("form", "tag")}
    rows = read_rows(text, ask.vocab, wanted, width)
    return _build(text, ask, rows, wanted, width)


def find_width(text: Text) -> int:
    """Columns of the first line that is neither comment nor element."""
    for line in text.sample():
        if "\t" in line or not (line.startswith("#") or _ELEMENT.fullmatch(line.strip())):
            return line.count("\t") + 1
    return 2


def _with_tabs(text: Text) -> Text:
    """The file with its columns separated by tabs, if it separates them by spaces only."""
    if b"\t" in text.data or any(len(line.split()) < 2 for line in text.sample() if not line.startswith(("#", "<"))):  # noqa: PLR2004 (two columns)
        return text
    lines = [
        line if line.startswith((b"#", b"<")) else re.sub(rb" +", b"\t", line.strip(b" \r"))
        for line in text.data.split(b"\n")
    ]
    return Text(b"\n".join(lines), text.path)


def _build(text: Text, ask: Request, rows: Rows, columns: Mapping[str, int], width: int) -> Corpus:
    import polars as pl

    form = rows.codes["form"]
    is_blank = rows.first.is_null().to_numpy() & rows.short
    lone = np.flatnonzero(rows.short & ~is_blank)
    lone_text = rows.first.gather(lone)
    comments, elements = _lone_lines(lone, lone_text)
    notes: list[Irregularity] = []
    is_word = ~is_blank
    is_word[comments] = False
    is_word[[row for row, _, _ in elements]] = False
    word = np.flatnonzero(is_word)
    blank = np.flatnonzero(is_blank)
    check_widths(text, rows, word, blank, width)
    empty = word[form[word] == MISSING]
    if len(empty):
        raise FormatError(
            "the word is empty",
            path=text.path,
            line=int(empty[0]) + 1,
            hint="every line needs a word in its first column",
        )
    borders = np.union1d(blank, np.array([row for row, _, name in elements if name == "s"], dtype=np.int64))
    places = np.searchsorted(word, borders)
    if not len(borders) and "tag" in columns and len(word):
        ends = np.flatnonzero(ask.vocab.flag(rows.codes["tag"][word], lambda tag: tag in SENTENCE_TAGS))
        places = ends + 1
        if len(ends):
            notes.append(
                Irregularity(
                    f"sentence ends found by the tags {' and '.join(SENTENCE_TAGS)}",
                    len(ends),
                    text.path,
                    int(word[ends[0]]) + 1,
                )
            )
    sent_start = (
        np.unique(np.concatenate([[0], places, [len(word)]])).astype(np.int64)
        if len(word)
        else np.zeros(1, dtype=np.int64)
    )
    nothing = np.zeros(0, dtype=np.int64)
    shape = Skeleton(
        word=word,
        number=nothing.astype(np.int32),
        sent_start=sent_start,
        range_row=nothing,
        range_first=nothing,
        range_size=nothing,
        empty=nothing,
        comment=comments,
        comment_text=pl.Series([], dtype=pl.String),
        blank=blank,
    )
    content = {
        name: np.where(codes[word] == MISSING, np.int32(EMPTY), codes[word]) for name, codes in rows.codes.items()
    }
    head = read_heads(text, ask, shape, content.pop("head")) if "head" in content else None
    docs = _documents(word, sent_start, rows, comments, elements)
    return Corpus(
        name=ask.name,
        format="columns",
        vocab=ask.vocab,
        sent_start=sent_start,
        columns=content,
        surface=plain_surface(content["form"]),
        line=(word + 1).astype(np.int32),
        head=head,
        paths=(text.path,),
        file_start=np.array([0, len(word)], dtype=np.int64),
        doc_start=docs,
        sentence_names=Names(len(sent_start) - 1),
        document_names=Names(len(docs) - 1),
        blank_lines=(
            int(np.count_nonzero(np.diff(places, prepend=0) == 0)),
            int(len(word) > (places[-1] if len(places) else 0)),
        ),
        irregularities=tuple(notes),
    )


def plain_surface(form: Codes) -> Surface:
    """The surface of words that are all tokens of their own."""
    return Surface(form, np.arange(len(form) + 1, dtype=np.int64), np.zeros(len(form), dtype=np.bool_))


def _lone_lines(rows: Offsets, texts: pl.Series) -> tuple[Offsets, list[tuple[int, str, str]]]:
    """Rows of comments, and (row, slash, name) of elements such as `<s>`, among the lines of one column."""
    comments: list[int] = []
    elements: list[tuple[int, str, str]] = []
    for row, content in zip(rows.tolist(), texts.to_list(), strict=True):
        if content is None:
            continue
        if content.startswith("#"):
            comments.append(row)
        elif matched := _ELEMENT.fullmatch(content.strip()):
            elements.append((row, matched[1], matched[2].lower()))
    return np.array(comments, dtype=np.int64), elements


def _documents(
    word: Offsets, sent_start: Offsets, rows: Rows, comments: Offsets, elements: list[tuple[int, str, str]]
) -> Offsets:
    starts = [row for row, slash, name in elements if name in _DOCUMENTS and not slash]
    starts += [int(row) for row in comments if re.match(r"#\s*newdoc\b", rows.first[int(row)])]
    sentences = np.searchsorted(sent_start, np.searchsorted(word, np.array(sorted(starts), dtype=np.int64)))
    n_sents = len(sent_start) - 1
    return np.unique(np.concatenate([[0], np.minimum(sentences, n_sents), [n_sents]])).astype(np.int64)
