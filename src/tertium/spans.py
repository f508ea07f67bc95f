"""Spans: named entities, chunks and the arguments of predicates as packed arrays.

A span is a row: its first word, one past its last word, and its label. Spans may nest, overlap and cross the borders of
sentences. Offsets in characters that fit no border of words are kept: the span then has all words that it touches, and
a note of what it leaves out of them, so that it is never taken for another. An argument also has its predicate.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tertium._typing import Codes, Mask, Offsets
    from tertium.conventions import Scheme


@dataclass(frozen=True, eq=False, slots=True)
class Predicates:
    """The predicates of a corpus, in the order of the words."""

    word: Codes  # (n_predicates,)
    sense: Codes  # (n_predicates,)  a roleset (run.02), or the lemma where the format has no senses

    @property
    def n(self) -> int:
        """How many there are."""
        return len(self.word)


@dataclass(frozen=True, eq=False, slots=True)
class Spans:
    """The spans of a corpus, in the order of their first words."""

    start: Codes  # (n_spans,)  first word
    end: Codes  # (n_spans,)  one past the last word
    label: Codes  # (n_spans,)
    part: Codes | None = (
        None  # (n_spans,)  what of its words is left out, as a string; empty: nothing. None: of no span
    )
    line: Codes | None = None  # (n_spans,)  where it is in the file; None: where its first word is
    predicate: Codes | None = None  # (n_spans,)  the word of the predicate; None: spans of their own
    predicates: Predicates | None = None
    scheme: Scheme = "auto"  # of the tags that it was read from
    n_invalid: int = 0  # transitions between tags that the scheme does not allow

    @property
    def n(self) -> int:
        """How many there are."""
        return len(self.label)

    def take(self, chosen: Mask | Offsets) -> Spans:
        """Some of the spans, or all of them in another order."""

        def pick(column: Codes | None) -> Codes | None:
            return None if column is None else column[chosen]

        return replace(
            self,
            start=self.start[chosen],
            end=self.end[chosen],
            label=self.label[chosen],
            part=pick(self.part),
            line=pick(self.line),
            predicate=pick(self.predicate),
        )


def sort_spans(spans: Spans) -> Spans:
    """The spans by first word, the longer first, and as they came."""
    order = np.lexsort((-spans.end.astype(np.int64), spans.start))
    return spans.take(order)


def join_spans(parts: Sequence[Spans], n_words: Sequence[int]) -> Spans:
    """The spans of several files as one table; those of file i stand over n_words[i] words."""
    words = np.cumsum([0, *n_words]).astype(np.int32)

    def chain(columns: Sequence[Codes | None], *, shifted: bool = False) -> Codes | None:
        found = [
            column + shift if shifted else column
            for column, shift in zip(columns, words, strict=False)
            if column is not None
        ]
        return np.concatenate(found) if found and len(found) == len(parts) else None

    def every(columns: Sequence[Codes], *, shifted: bool = False) -> Codes:
        return np.concatenate(
            [column + shift if shifted else column for column, shift in zip(columns, words, strict=False)]
        )

    part = None
    if any(own.part is not None for own in parts):
        part = every([np.zeros(own.n, dtype=np.int32) if own.part is None else own.part for own in parts])
    known = [own.predicates for own in parts if own.predicates is not None]
    predicates = None
    if known and len(known) == len(parts):
        word = every([own.word for own in known], shifted=True)
        predicates = Predicates(word, every([own.sense for own in known]))
    return Spans(
        start=every([own.start for own in parts], shifted=True),
        end=every([own.end for own in parts], shifted=True),
        label=every([own.label for own in parts]),
        part=part,
        line=chain([own.line for own in parts]),
        predicate=chain([own.predicate for own in parts], shifted=True),
        predicates=predicates,
        scheme=parts[0].scheme,
        n_invalid=sum(own.n_invalid for own in parts),
    )
