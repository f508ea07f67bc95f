"""Roles and named entities of CoNLL-2012, beside its coreference: columns of brackets.

Column 7 has the lemma and column 8 the frame of each predicate, column 11 the named entities; from column 12 on there
is a column of arguments for each predicate of the sentence, and the last column is that of coreference. Read only
where somebody asks: `--task roles`, `--task spans`.
"""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import pairwise
from typing import TYPE_CHECKING, Final

import numpy as np

from tertium.formats.propositions import NOTHING, Sheet, read_brackets
from tertium.spans import Spans, sort_spans

if TYPE_CHECKING:
    from tertium.corpus import Corpus
    from tertium.formats.request import Request
    from tertium.formats.sources import Text

_WHOLE: Final = re.compile(r"(\([^()*]+)\)")
_LEMMA, _FRAME, _ENTITY, _FIRST = 6, 7, 10, 11


def add_layers(text: Text, ask: Request, corpus: Corpus) -> Corpus:
    """The corpus with arguments, or else with entities, if these are asked for.

    Raises:
        FormatError: A row has too few columns, or brackets do not match.
    """
    roles, spans = "roles" in ask.wanted, "spans" in ask.wanted
    if not (roles or spans):
        return corpus
    lines = text.data.split(b"\n")
    rows = [lines[line - 1].decode("utf-8", "replace").split()[:-1] for line in corpus.line.tolist()]
    sheet = Sheet(corpus, rows)
    for word, row in enumerate(rows):
        if len(row) < _FIRST:
            raise sheet.fail(
                word,
                f"the line has {len(row) + 1} columns, so that it holds neither arguments nor entities",
                f"they begin with column {_FIRST + 1}, and the last column is that of coreference",
            )
    if not roles:
        return replace(corpus, spans=_read_entities(sheet))
    for row in rows:
        if row[_FRAME] not in NOTHING:
            row[_FRAME] = f"{row[_LEMMA]}.{row[_FRAME]}"
    return replace(corpus, spans=sheet.read(_FRAME, _FIRST, read_brackets, NOTHING))


def _read_entities(sheet: Sheet) -> Spans:
    corpus = sheet.corpus
    for row in sheet.rows:
        row[_ENTITY] = _WHOLE.sub(r"\1*)", row[_ENTITY])  # an entity of one word is written (PERSON)
    found = [
        cell
        for start, stop in pairwise(corpus.sent_start.tolist())
        for cell in read_brackets(sheet, start, stop, _ENTITY)
    ]
    columns = list(zip(*found, strict=True)) if found else [(), (), ()]
    start, end = (np.array(column, dtype=np.int32) for column in columns[:2])
    return sort_spans(Spans(start, end, corpus.vocab.encode([label for *_, label in found])))
