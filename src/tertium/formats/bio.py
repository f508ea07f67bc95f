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
    """Which columns hold the words and the tags, by some rows; None if no column holds tags of spans."""
    rows = [row for row in rows if row and row[0] != DOCUMENT]
    width = len(rows[0]) if rows else 0
    if width < _FEWEST or any(len(row) != width for row in rows):
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
    beginning, width = _rows_as_the_first(text.sample())
    found = find_columns(beginning)
    if found is None or found["tag"] != width - 1:
        every, _ = _rows_as_the_first(text.lines())
        found = find_columns(every)
    return found or {"form": 0, "tag": max(width - 1, 1)}


def _rows_as_the_first(lines: Iterable[tuple[int, str]]) -> tuple[list[list[str]], int]:
    """The rows that have as many columns as the first one has, and how many these are."""
    rows = [split(line) for _, line in lines if line.strip() and not line.startswith("#")]
    width = len(rows[0]) if rows else 0
    return [row for row in rows if len(row) == width], width


def read(text: Text, ask: Request) -> Corpus:
    """Read one file of tags."""
    keeps_documents = ask.conventions.reading == "conlleval"
    if not keeps_documents and DOCUMENT.encode() in text.data:
        lines = text.data.split(b"\n")
        lines = [b"# newdoc" if line.startswith(DOCUMENT.encode()) else line for line in lines]
        text = Text(b"\n".join(lines), text.path)
    corpus = columns.read(text, replace(ask, columns=dict(ask.columns) or _find_columns(text)))
    starts = corpus.doc_start
    if len(starts) > _FEWEST and starts[1] == 0:
        starts = np.unique(starts)
    return replace(corpus, format="bio", doc_start=starts)
