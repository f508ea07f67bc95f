"""Spans as tags, a word a line: CoNLL-2003 and its like, with any number of columns, tabs or spaces between them.

The first column holds the words (the second, if the first numbers them), the last one that holds tags of spans (B-PER,
I-PER, O and the like) the spans. `-DOCSTART-` begins a document; where conlleval.pl is imitated it is a word, as there.
What the tags mean is decided when the gold is known, by the scheme and the rule for sequences that break it.
"""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING, Final

import numpy as np

from tertium.formats import columns
from tertium.formats.sources import Text

if TYPE_CHECKING:
    from tertium.corpus import Corpus
    from tertium.formats.request import Request

TAG: Final = re.compile(r"O|[BIESLUMW](-\S+)?")
DOCUMENT: Final = "-DOCSTART-"
_FEWEST: Final = 2
_SLIPS: Final = 0.02
"""So many of the tags may be none, and the column is one of tags all the same: reading it will say which."""


def find_columns(rows: list[list[str]]) -> dict[str, int] | None:
    """Which columns hold the words and the tags, by some rows; None if no column holds tags of spans."""
    rows = [row for row in rows if row and row[0] != DOCUMENT]
    width = len(rows[0]) if rows else 0
    if width < _FEWEST or any(len(row) != width for row in rows):
        return None
    numbered = width > _FEWEST and all(row[0].isdecimal() for row in rows)
    for place in range(width - 1, int(numbered), -1):
        tags = [row[place] for row in rows]
        wrong = sum(TAG.fullmatch(tag) is None for tag in tags)
        if wrong <= _SLIPS * len(tags) and any("-" in tag and TAG.fullmatch(tag) for tag in tags):
            return {"form": int(numbered), "tag": place}
    return None


def split(line: str) -> list[str]:
    """The columns of a line."""
    return line.split("\t") if "\t" in line else line.split()


def read(text: Text, ask: Request) -> Corpus:
    """Read one file of tags."""
    keeps_documents = ask.conventions.reading == "conlleval"
    if not keeps_documents and DOCUMENT.encode() in text.data:
        lines = text.data.split(b"\n")
        lines = [b"# newdoc" if line.startswith(DOCUMENT.encode()) else line for line in lines]
        text = Text(b"\n".join(lines), text.path)
    wanted = dict(ask.columns)
    if not wanted:
        rows = [split(line) for _, line in text.lines() if line.strip() and not line.startswith("#")]
        width = len(rows[0]) if rows else 0
        same = [row for row in rows if len(row) == width]
        wanted = find_columns(same) or {"form": 0, "tag": max(width - 1, 1)}
    corpus = columns.read(text, replace(ask, columns=wanted))
    starts = corpus.doc_start
    if len(starts) > _FEWEST and starts[1] == 0:
        starts = np.unique(starts)
    return replace(corpus, format="bio", doc_start=starts)
