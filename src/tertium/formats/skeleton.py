"""The shape of a file of numbered words: which rows are words, multiword tokens, empty nodes, comments, empty lines.

Everything is found on whole columns, before any content is looked at. What a strict scorer refuses is refused under its
preset; otherwise it is counted.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from tertium.corpus import MISSING, BlankLines, Comments, Irregularity, Names
from tertium.errors import FormatError, shorten
from tertium.formats.row_kinds import explain_number, sort_rows, sort_rows_as_ud
from tertium.formats.tabular import sentence_at

if TYPE_CHECKING:
    import polars as pl

    from tertium._typing import Codes, Mask, Offsets
    from tertium.formats.row_kinds import Kinds
    from tertium.formats.sources import Text
    from tertium.formats.tabular import Rows


@dataclass(frozen=True, eq=False, slots=True)
class Skeleton:
    """Which rows are what: the shape of the file before any content is looked at."""

    word: Offsets  # (n_words,) rows
    number: Codes  # (n_words,)  the ID column
    sent_start: Offsets  # (n_sents + 1,)
    base: Codes  # (n_words,)  first word of the word's sentence
    range_row: Offsets  # (n_ranges,)  rows of multiword tokens
    range_first: Offsets  # (n_ranges,)  first word of each
    range_number: Offsets  # (n_ranges,)  number of the first word, as the range says it
    range_size: Offsets  # (n_ranges,)
    empty: Offsets  # rows of empty nodes
    comment: Offsets  # rows of comments
    comment_text: pl.Series
    blank: Offsets  # rows of empty lines

    @property
    def n_words(self) -> int:
        """How many words there are."""
        return len(self.word)

    def sentence_of(self, word: int) -> int:
        """The sentence that holds a word."""
        return int(np.searchsorted(self.sent_start, word, side="right")) - 1


@dataclass(slots=True)
class Faults:
    """Collects what should not be there: refused by a strict preset, counted otherwise."""

    path: str
    strict: bool
    found: list[Irregularity]

    def note(self, kind: str, rows: Offsets, refusal: str, hint: str, *, strict: bool | None = None) -> None:
        """Count the rows, or refuse the first of them."""
        if not len(rows):
            return
        line = int(rows[0]) + 1
        if self.strict if strict is None else strict:
            raise FormatError(refusal, path=self.path, line=line, hint=hint)
        self.found.append(Irregularity(kind, len(rows), self.path, line))


def find_skeleton(text: Text, rows: Rows, faults: Faults) -> Skeleton:
    """Sort the rows into words, multiword tokens, empty nodes, comments and empty lines."""
    kinds = sort_rows(rows)
    shape = _build(kinds)
    if faults.strict and (len(kinds.odd) or len(kinds.spaced) or _misfits(shape).any()):
        kinds = sort_rows_as_ud(text, rows)
        shape = _build(kinds)
    elif len(kinds.odd) and rows.first[int(kinds.odd[0])] is not None:
        raise explain_number(text, rows, int(kinds.odd[0]))
    faults.note("lines of white space only, read as empty lines", kinds.spaced, "", "", strict=False)
    _check_borders(shape, np.searchsorted(shape.word, shape.blank), faults)
    _check_ranges(text, rows, shape)
    return shape


def _build(kinds: Kinds) -> Skeleton:
    word, ranges = kinds.word, kinds.ranges
    borders = np.searchsorted(word, kinds.blank)
    sent_start = np.unique(np.concatenate([[0], borders, [len(word)]])).astype(np.int64)
    sent_start = sent_start if len(word) else np.zeros(1, dtype=np.int64)
    range_row = np.array([row for row, _, _ in ranges], dtype=np.int64)
    return Skeleton(
        word=word,
        number=kinds.number,
        sent_start=sent_start,
        base=first_words(sent_start),
        range_row=range_row,
        range_first=np.searchsorted(word, range_row),
        range_number=np.array([first for _, first, _ in ranges], dtype=np.int64),
        range_size=np.array([last - first + 1 for _, first, last in ranges], dtype=np.int64),
        empty=kinds.empty,
        comment=kinds.comment,
        comment_text=kinds.comment_text,
        blank=kinds.blank,
    )


def count_blank_lines(borders: Offsets, n_words: int) -> BlankLines:
    """Which empty lines end no sentence, given how many words stand before each."""
    idle = np.diff(borders, prepend=0) == 0
    trailing = idle & (borders == n_words)
    last = int(borders[-1]) if len(borders) else 0
    return BlankLines(tuple(borders[idle & ~trailing].tolist()), int(np.count_nonzero(trailing)), int(n_words > last))


def _check_borders(shape: Skeleton, borders: Offsets, faults: Faults) -> None:
    idle = shape.blank[np.diff(borders, prepend=0) == 0]
    faults.note(
        *(
            "superfluous empty lines",
            idle,
            "there is a sentence without words (two empty lines, or comments alone)",
        ),
        "delete the superfluous empty line, or leave out --like ud",
    )
    table = (shape.word, shape.range_row, shape.empty)
    last = np.array([max((int(rows[-1]) for rows in table if len(rows)), default=-1)])
    faults.note(
        *(
            "missing empty lines at the end of the file",
            last[last > (shape.blank[-1] if len(shape.blank) else -1)],
            "the file does not end with an empty line",
        ),
        "add an empty line at the end, or leave out --like ud",
    )
    before = np.max([_last_before(rows, shape.comment) for rows in table], axis=0)
    faults.note(
        *(
            "comments inside a sentence",
            shape.comment[before > _last_before(shape.blank, shape.comment)],
            "there is a comment inside a sentence, where the UD evaluation expects a word",
        ),
        "move the comment before the sentence's first word, or leave out --like ud",
    )


def _last_before(rows: Offsets, places: Offsets) -> Offsets:
    """For each place the last of the rows before it; -1 where there is none."""
    return np.append(rows, -1)[np.searchsorted(rows, places) - 1]


def _misfits(shape: Skeleton) -> Mask:
    """(n_ranges,) ranges that are not followed by their words, in the same sentence, or that overlap the next."""
    end = shape.range_first + shape.range_size
    inside = (shape.range_size >= 1) & (end <= shape.n_words)
    last_row = shape.word[np.where(inside, end - 1, 0)] if shape.n_words else np.zeros(len(end), dtype=np.int64)
    same = np.searchsorted(shape.blank, shape.range_row) == np.searchsorted(shape.blank, last_row)
    overlap = np.append(end[:-1] > shape.range_first[1:], [False])[: len(end)]
    found: Mask = ~inside | ~same | overlap
    return found


def _check_ranges(text: Text, rows: Rows, shape: Skeleton) -> None:
    """Make sure that every range is followed by its words, in the same sentence, and overlaps no other."""
    wrong = np.flatnonzero(_misfits(shape)) if len(shape.range_row) else shape.range_row
    if len(wrong):
        row = int(shape.range_row[wrong[0]])
        raise FormatError(
            f"the multiword token {shorten(str(rows.first[row]))} does not fit the words that follow it",
            path=text.path,
            line=row + 1,
            sentence=sentence_at(rows.first, row),
            hint="a range such as 3-4 stands before words 3 and 4 of the same sentence and overlaps no other range",
        )


def check_numbers(text: Text, shape: Skeleton, faults: Faults) -> None:
    """Make sure that words are numbered 1, 2, 3, ...; inside multiword tokens no scorer looks, so we only count.

    Raises:
        FormatError: Some word outside of multiword tokens has another number.
    """
    expected = np.arange(1, shape.n_words + 1, dtype=np.int32) - shape.base
    misplaced = shape.range_row[shape.range_number != expected[shape.range_first]]
    faults.note(
        *(
            "multiword tokens whose range is not the numbers of the words that follow; those were used",
            misplaced,
            "",
            "",
        ),
        strict=False,
    )
    wrong = shape.number != expected
    if not wrong.any():
        return
    inside = words_in_ranges(shape)
    plain = np.flatnonzero(wrong & ~inside)
    if len(plain):
        word = int(plain[0])
        raise FormatError(
            f"the word number is {shape.number[word]}, {expected[word]} is expected",
            path=text.path,
            line=int(shape.word[word]) + 1,
            sentence=name_of(shape, shape.sentence_of(word)),
            hint="number the words of each sentence 1, 2, 3, ...; an empty line before this one may be missing",
        )
    faults.note(
        *(
            "words inside multiword tokens whose numbers do not continue; their places were used",
            shape.word[wrong & inside],
            "",
            "",
        ),
        strict=False,
    )


def first_words(sent_start: Offsets) -> Codes:
    """(n_words,) the first word of each word's sentence."""
    return np.repeat(sent_start[:-1].astype(np.int32), np.diff(sent_start))


def words_in_ranges(shape: Skeleton) -> Mask:
    """Which words belong to a multiword token."""
    change = np.zeros(shape.n_words + 1, dtype=np.int32)
    np.add.at(change, shape.range_first, 1)
    np.add.at(change, shape.range_first + shape.range_size, -1)
    return np.cumsum(change[:-1]) > 0


def all_comments(shape: Skeleton) -> Comments:
    """Every comment, with its sentence."""
    sentence = sentences_of(shape, shape.comment)
    known = sentence < len(shape.sent_start) - 1
    return Comments(sentence[known], shape.comment_text.filter(known))


def _comments(shape: Skeleton, key: str) -> tuple[Offsets, pl.Series]:
    """For comments such as `# sent_id = x`: the sentence of each, and its text."""
    is_key = shape.comment_text.str.contains(rf"^#\s*{key}\b").to_numpy()
    sentence = sentences_of(shape, shape.comment[is_key])
    known = sentence < len(shape.sent_start) - 1
    return sentence[known], shape.comment_text.filter(is_key).filter(known)


def sentences_of(shape: Skeleton, rows: Offsets) -> Offsets:
    """The sentence that each comment, word or empty node belongs to: the one that it stands in, or else the next."""
    inside = _last_before(shape.word, rows) > _last_before(shape.blank, rows)
    word = np.searchsorted(shape.word, rows) - inside
    found: Offsets = np.searchsorted(shape.sent_start, word, side="right") - 1
    return found


def sentence_names(shape: Skeleton) -> Names:
    """Names of the sentences, from their `sent_id` comments."""
    sentence, texts = _comments(shape, "sent_id")
    return _names(len(shape.sent_start) - 1, sentence, texts)


def _names(n: int, place: Offsets, texts: pl.Series) -> Names:
    where = np.full(n, MISSING, dtype=np.int32)
    where[place] = np.arange(len(place), dtype=np.int32)
    return Names(n, texts, where)


def name_of(shape: Skeleton, sentence: int) -> str:
    """The name of a sentence, or its number, for messages."""
    return sentence_names(shape).get(sentence) or str(sentence + 1)


def documents(shape: Skeleton) -> Offsets:
    """(n_docs + 1,) borders of the documents, over sentences."""
    n_sents = len(shape.sent_start) - 1
    sentence, _ = _comments(shape, "newdoc")
    return np.unique(np.concatenate([[0], sentence, [n_sents]])).astype(np.int64)


def document_names(shape: Skeleton) -> Names:
    """Names of the documents, from their `newdoc` comments."""
    starts = documents(shape)[:-1]
    sentence, texts = _comments(shape, "newdoc")
    return _names(len(starts), np.searchsorted(starts, sentence), texts)
