"""Spans as tags, a word a line: CoNLL-2003 and its like, with any number of columns, tabs or spaces between them.

The first column holds the words (the second, if the first numbers them), the last one that holds tags of spans (B-PER,
I-PER, O and the like) the spans. `-DOCSTART-` begins a document; where conlleval.pl is imitated it is a word, as there.
What the tags mean is decided when the gold is known, by the scheme and the rule for sequences that break it.
"""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from tertium.formats import columns
from tertium.formats.sources import Text

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable

    from tertium.corpus import Corpus
    from tertium.formats.request import Request

TAG: Final = re.compile(r"O|[BIESLUMW](-\S+)?")
DOCUMENT: Final = "-DOCSTART-"
_DOCUMENT_LINE: Final = re.compile(rb"^(\xef\xbb\xbf)?-DOCSTART-[^\n\r]*", re.MULTILINE)
_FEWEST: Final = 2
_SLIPS: Final = 0.02
"""So many of the tags may be none, and the column is one of tags all the same: reading it will say which."""


def are_tags(values: Collection[Any], *, slips: float = 0.0) -> bool:
    """Whether strings are tags of spans: some with a type, or `O` all along; but for a share of slips.

    >>> are_tags(["B-PER", "O"]), are_tags(["O", "O"]), are_tags(["B", "O"]), are_tags(["B-PER", "NN"])
    (True, True, False, False)
    """
    tags = [value for value in values if isinstance(value, str) and TAG.fullmatch(value)]
    return len(values) - len(tags) <= slips * len(values) and (any("-" in tag for tag in tags) or set(tags) == {"O"})


def find_columns(rows: list[list[str]]) -> dict[str, int] | None:
    """Which columns hold the words and the tags, by some rows; None if no column holds tags of spans.

    A few rows may be of another width than the first one: reading will say which.
    """
    rows = [row for row in rows if row and row[0] != DOCUMENT]
    width, n_rows = len(rows[0]) if rows else 0, len(rows)
    rows = [row for row in rows if len(row) == width]
    if width < _FEWEST or 2 * len(rows) <= n_rows:
        return None
    numbered = width > _FEWEST and all(row[0].isdecimal() for row in rows)
    for place in range(width - 1, int(numbered), -1):
        tags = [row[place] for row in rows]
        if are_tags(tags, slips=_SLIPS):
            return {"form": int(numbered), "tag": place}
    return None


def split(line: str) -> list[str]:
    """The columns of a line."""
    return line.split("\t") if "\t" in line else line.split()


def _find_columns(text: Text) -> dict[str, int]:
    """Which columns hold the words and the tags; the last column if none holds tags of spans.

    Where the beginning of the file has tags in its last column, no later line can tell of a better one.
    """
    beginning = _rows_of(text.sample())
    width = len(beginning[0]) if beginning else 0
    found = find_columns(beginning)
    if found is None or found["tag"] != width - 1:
        found = find_columns(_rows_of(text.lines()))
    return found or {"form": 0, "tag": max(width - 1, 1)}


def _rows_of(lines: Iterable[tuple[int, str]]) -> list[list[str]]:
    return [split(line) for _, line in lines if line.strip() and not line.startswith("#")]


def read(text: Text, ask: Request) -> Corpus:
    """Read one file of tags."""
    keeps_documents = ask.conventions.reading == "conlleval"
    if not keeps_documents and DOCUMENT.encode() in text.data:
        text = Text(_DOCUMENT_LINE.sub(rb"\1# newdoc", text.data), text.path)
    corpus = columns.read(text, replace(ask, columns=dict(ask.columns) or _find_columns(text)))
    starts = corpus.doc_start
    if len(starts) > _FEWEST and starts[1] == 0:
        starts = np.unique(starts)
    return replace(corpus, format="bio", doc_start=starts)
