"""Mentions and chains as packed arrays: the coreference annotation of a whole corpus in one table.

A mention is a row: its first and last place, its chain and its head. Places are the words of the corpus or, where a
file has empty nodes, words and empty nodes in the order of their numbers. A discontinuous mention lists its places.
Mentions stand document by document, chains in the order in which they first appear, mentions of a chain in the order in
which they are closed, which the reference scorer goes by (in CorefUD: opened, which its scorer goes by).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tertium._typing import Codes, Mask, Offsets
    from tertium.errors import FormatError

BEFORE: Final = 128
"""Empty nodes before the first word of their sentence have numbers above this."""
EMPTY_NODE: Final = "(empty)"
"""What stands where a mention that is an empty node would have its words."""
_AT_A_WORD: Final = 2 * BEFORE  # a word and the empty nodes beside it


@dataclass(frozen=True, eq=False, slots=True)
class Parts:
    """The places of discontinuous mentions."""

    mention: Codes  # (n_gappy,)  rows of mentions, rising
    start: Offsets  # (n_gappy + 1,)
    place: Codes  # (start[-1],)  rising within a mention


@dataclass(frozen=True, eq=False, slots=True)
class Places:
    """Words and empty nodes in the order of their numbers, where there are empty nodes."""

    word: Codes  # (n_places,)  the word; of an empty node the word before it in its sentence, or the first of it
    number: Codes  # (n_places,)  0: the word itself; k: the empty node 3.k after word 3; BEFORE + k: 0.k, before it
    deps: Codes  # (n_places,)  what empty nodes hang on, as written; empty where that is not known


@dataclass(frozen=True, eq=False, slots=True)
class Mentions:
    """The mentions of a corpus."""

    doc_start: Offsets  # (n_docs + 1,)  document d has mentions doc_start[d]:doc_start[d + 1]
    first: Codes  # (n,)  first place
    last: Codes  # (n,)  last place, itself inside
    chain: Codes  # (n,)  numbered over the whole corpus; rising
    line: Codes  # (n,)  where it opens, for messages
    head: Codes | None = None  # (n,)  place of the head; None: the first
    parts: Parts | None = None
    places: Places | None = None  # None: places are words
    broken: tuple[tuple[int, FormatError], ...] = ()  # documents whose brackets do not match, for whoever scores them

    @property
    def n(self) -> int:
        """How many mentions there are."""
        return len(self.first)

    @property
    def n_chains(self) -> int:
        """How many numbers of chains there are (some may be without mentions)."""
        return int(self.chain.max(initial=-1)) + 1

    def document(self) -> Codes:
        """(n,) the document of each mention."""
        return np.repeat(np.arange(len(self.doc_start) - 1, dtype=np.int32), np.diff(self.doc_start))

    def chain_sizes(self) -> Offsets:
        """(n_chains,) mentions of each chain."""
        return np.bincount(self.chain, minlength=self.n_chains)

    def heads(self) -> Codes:
        """(n,) place of each mention's head: the first, where none is given."""
        return self.first if self.head is None else self.head

    def is_gappy(self) -> Mask:
        """(n,) which mentions are discontinuous."""
        found = np.zeros(self.n, dtype=np.bool_)
        if self.parts is not None:
            found[self.parts.mention] = True
        return found

    def is_empty(self) -> Mask:
        """(n,) which mentions are a single empty node."""
        if self.places is None:
            return np.zeros(self.n, dtype=np.bool_)
        alone: Mask = (self.first == self.last) & (self.places.number[self.first] > 0)
        return alone

    def word_of(self, place: Codes) -> Codes:
        """The words at some places; of an empty node the word beside it."""
        return place if self.places is None else self.places.word[place]

    def key_of(self, place: Codes, word: Codes | None = None) -> Offsets:
        """Numbers by which two files agree on places, given the gold's words (None: their own); rising as places do."""
        own = (self.word_of(place) if word is None else word).astype(np.int64) * _AT_A_WORD + BEFORE
        if self.places is None:
            return own
        number = self.places.number[place]
        return own + np.where(number > BEFORE, number - 2 * BEFORE, number)

    def sizes(self) -> Offsets:
        """(n,) how many places each mention has."""
        size = (self.last - self.first + 1).astype(np.int64)
        if self.parts is not None:
            size[self.parts.mention] = np.diff(self.parts.start)
        return size

    def all_places(self) -> tuple[Offsets, Codes]:
        """The places of all mentions, one after the other: where each begins (n + 1), and the places."""
        size = self.sizes()
        start = np.concatenate([[0], np.cumsum(size)]).astype(np.int64)
        place = (np.arange(start[-1]) - np.repeat(start[:-1], size) + np.repeat(self.first, size)).astype(np.int32)
        if self.parts is not None:
            place[np.repeat(self.is_gappy(), size)] = self.parts.place
        return start, place

    def reorder(self, documents: Offsets, shift: Offsets) -> Mentions:
        """Mentions of some documents in another order (-1: a document without any), places moved; only over words."""
        there = documents >= 0
        size = np.where(there, np.diff(self.doc_start)[np.maximum(documents, 0)], 0) if len(self.doc_start) > 1 else 0
        size = np.broadcast_to(size, documents.shape)
        start = np.concatenate([[0], np.cumsum(size)]).astype(np.int64)
        begin = self.doc_start[np.maximum(documents, 0)]
        row = np.arange(start[-1]) - np.repeat(start[:-1], size) + np.repeat(begin, size)
        move = np.repeat(shift, size).astype(np.int32)
        return Mentions(
            doc_start=start,
            first=self.first[row] + move,
            last=self.last[row] + move,
            chain=_number_in_order(self.chain[row]),
            line=self.line[row],
            head=None if self.head is None else self.head[row] + move,
        )


def _number_in_order(code: Codes) -> Codes:
    """The number of each row's run of equal codes."""
    return np.cumsum(np.diff(code, prepend=code[:1]) != 0).astype(np.int32)


def join_mentions(parts: Sequence[Mentions], n_words: Sequence[int]) -> Mentions:
    """The mentions of several files as those of one corpus."""
    places = [
        (0 if part.places is None else len(part.places.word) - size) for part, size in zip(parts, n_words, strict=True)
    ]
    words = np.cumsum([0, *n_words])
    shifts = words + np.cumsum([0, *places])
    chains = np.cumsum([0, *(part.n_chains for part in parts)])
    rows = np.cumsum([0, *(part.n for part in parts)])
    documents = np.cumsum([0, *(len(part.doc_start) - 1 for part in parts)]).tolist()

    def chain_up(columns: Sequence[Codes], steps: Sequence[int]) -> Codes:
        return np.concatenate([column + step for column, step in zip(columns, steps, strict=False)]).astype(np.int32)

    gappy = [
        (part.parts, int(row), int(shift))
        for part, row, shift in zip(parts, rows, shifts, strict=False)
        if part.parts is not None
    ]
    joined = None
    if gappy:
        sizes = np.concatenate([np.diff(part.start) for part, _, _ in gappy])
        joined = Parts(
            np.concatenate([part.mention + row for part, row, _ in gappy]).astype(np.int32),
            np.concatenate([[0], np.cumsum(sizes)]).astype(np.int64),
            np.concatenate([part.place + shift for part, _, shift in gappy]).astype(np.int32),
        )
    table = None
    if any(part.places is not None for part in parts):
        tables = [
            part.places if part.places is not None else plain_places(size)
            for part, size in zip(parts, n_words, strict=True)
        ]
        table = Places(
            chain_up([part.word for part in tables], words.tolist()),
            np.concatenate([part.number for part in tables]),
            np.concatenate([part.deps for part in tables]),
        )
    return Mentions(
        doc_start=np.concatenate([[0], *(part.doc_start[1:] + row for part, row in zip(parts, rows, strict=False))]),
        first=chain_up([part.first for part in parts], shifts.tolist()),
        last=chain_up([part.last for part in parts], shifts.tolist()),
        chain=chain_up([part.chain for part in parts], chains.tolist()),
        line=np.concatenate([part.line for part in parts]),
        head=chain_up([part.heads() for part in parts], shifts.tolist())
        if any(part.head is not None for part in parts)
        else None,
        parts=joined,
        places=table,
        broken=tuple(
            (own + before, error) for part, before in zip(parts, documents, strict=False) for own, error in part.broken
        ),
    )


def plain_places(n_words: int) -> Places:
    """Places that are all words."""
    return Places(
        np.arange(n_words, dtype=np.int32),
        np.zeros(n_words, dtype=np.int32),
        np.zeros(n_words, dtype=np.int32),
    )


def no_mentions(n_docs: int) -> Mentions:
    """A corpus in which nobody has found any."""
    none = np.zeros(0, dtype=np.int32)
    return Mentions(np.zeros(n_docs + 1, dtype=np.int64), none, none, none, none)
