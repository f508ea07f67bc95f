"""Propositions: columns of predicates and their arguments, as CoNLL-2005, CoNLL-2009 and Universal Propositions have.

One column names the predicates (a roleset, or the verb's lemma), and each predicate of a sentence, in order, has a
column of its own for its arguments: a role at the argument's head, or brackets around its words (`(A0*`, `*)`).
"""

from __future__ import annotations

import re
from itertools import pairwise
from typing import TYPE_CHECKING, Final

import numpy as np

from tertium.errors import FormatError, quote
from tertium.plurals import many
from tertium.spans import Predicates, Spans, sort_spans

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from tertium.corpus import Corpus

Cell = tuple[int, int, str]
"""First word, one past the last, and label."""

BRACKETS: Final = re.compile(r"((?:\([^()*\s]+)*)\*((?:[^()*\s]*\))*)")
_OPENING: Final = re.compile(r"\(([^()*\s]+)")
_CLOSING: Final = re.compile(r"([^()*\s]*)\)")
NOTHING: Final = ("_", "-", "")


class Sheet:
    """The rows of a corpus as lists of cells, with the place of each for messages."""

    def __init__(self, corpus: Corpus, rows: Sequence[list[str]]) -> None:
        """Take a corpus and one row for each of its words."""
        self.corpus = corpus
        self.rows = rows

    def fail(self, word: int, message: str, hint: str) -> FormatError:
        """An error at a word."""
        corpus = self.corpus
        sentence = int(np.searchsorted(corpus.sent_start, word, side="right")) - 1
        name, line = corpus.sentence_name(sentence), int(corpus.line[word])
        return FormatError(message, path=corpus.path_of(word), line=line, sentence=name, hint=hint)

    def read(
        self, place: int, first: int, read_column: Callable[[Sheet, int, int, int], list[Cell]], empty: Sequence[str]
    ) -> Spans:
        """Predicates and arguments, given the column of the predicates and the first of the arguments.

        Raises:
            FormatError: A sentence has more or fewer columns of arguments than predicates.
        """
        vocab, borders = self.corpus.vocab, self.corpus.sent_start.tolist()
        words: list[int] = []
        senses: list[str] = []
        found: list[tuple[int, int, str, int]] = []
        for start, stop in pairwise(borders):
            own = [word for word in range(start, stop) if self.rows[word][place] not in empty]
            n_columns = len(self.rows[start]) - first
            if n_columns != len(own):
                raise self.fail(
                    start,
                    f"the sentence has {many(len(own), 'predicate')} (column {place + 1}), "
                    f"but {many(n_columns, 'column')} of arguments",
                    "each predicate has one column for its arguments, in the order of the predicates",
                )
            words += own
            senses += [self.rows[word][place] for word in own]
            for number, predicate in enumerate(own):
                found += [(*cell, predicate) for cell in read_column(self, start, stop, first + number)]
        columns = list(zip(*found, strict=True)) if found else [(), (), (), ()]
        spans = Spans(
            np.array(columns[0], dtype=np.int32),
            np.array(columns[1], dtype=np.int32),
            vocab.encode(columns[2]),
            predicate=np.array(columns[3], dtype=np.int32),
            predicates=Predicates(np.array(words, dtype=np.int32), vocab.encode(senses)),
        )
        return sort_spans(spans)


def read_heads(sheet: Sheet, start: int, stop: int, column: int) -> list[Cell]:
    """One column with a role at each argument's head."""
    cells = ((word, sheet.rows[word][column]) for word in range(start, stop))
    return [(word, word + 1, cell) for word, cell in cells if cell not in NOTHING]


def read_brackets(sheet: Sheet, start: int, stop: int, column: int) -> list[Cell]:
    """One column with brackets around each argument's words.

    Raises:
        FormatError: The brackets do not match.
    """
    hint = "a cell is * with (ROLE before it where an argument begins, and ) after it where one ends"
    found: list[Cell] = []
    opened: list[tuple[int, str]] = []
    for word in range(start, stop):
        cell = sheet.rows[word][column]
        match = BRACKETS.fullmatch(cell)
        if match is None:
            raise sheet.fail(word, f"{quote(cell)} in column {column + 1} is no cell of brackets", hint)
        opened += [(word, label) for label in _OPENING.findall(match[1])]
        for name in _CLOSING.findall(match[2]):
            if not opened:
                raise sheet.fail(word, f"{quote(cell)} in column {column + 1} closes what was not opened", hint)
            first, label = opened.pop()
            if name not in ("", label):
                raise sheet.fail(word, f"{quote(cell)} in column {column + 1} closes {label} under another name", hint)
            found.append((first, word + 1, label))
    if opened:
        first, label = opened[-1]
        raise sheet.fail(first, f"({label} in column {column + 1} is not closed in its sentence", hint)
    return found
