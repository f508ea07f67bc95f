"""Which rows of a file of numbered words are words, multiword tokens, empty nodes, comments or empty lines.

Nearly always the first column tells, for all rows at once. The UD evaluation reads line by line instead: it does not
look at the numbers inside a multiword token, and takes there for a word whatever has ten columns. Where its preset
meets a first column that is not as it should be, `sort_rows_as_ud` does the same, step for step.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import numpy as np

from tertium.errors import FormatError, shorten
from tertium.formats.tabular import count_widths, sentence_at

if TYPE_CHECKING:
    import polars as pl

    from tertium._typing import Codes, Offsets
    from tertium.formats.sources import Text
    from tertium.formats.tabular import Rows

_RANGE: Final = re.compile(r"([0-9]+)-([0-9]+)")
_SPACED: Final = re.compile(r"[0-9]+ +\S")
_EMPTY_NODE: Final = re.compile(r"[0-9]+\.[0-9]+")
_AS_PYTHON: Final = re.compile(r"\s*[+-]?\d+(?:_\d+)*\s*")
_MOST_DIGITS: Final = 9


@dataclass(frozen=True, eq=False, slots=True)
class Kinds:
    """Rows by kind."""

    word: Offsets
    number: Codes  # (n_words,)  0 where it is none
    ranges: list[tuple[int, int, int]]  # row, number of the first word, number of the last
    empty: Offsets
    comment: Offsets
    comment_text: pl.Series
    blank: Offsets
    spaced: Offsets  # rows of white space only, which are among the blank ones
    odd: Offsets  # rows that are nothing of the kind, or have a first column that is empty


def sort_rows(rows: Rows) -> Kinds:
    """Sort the rows by their first columns."""
    import polars as pl

    numbers = rows.first.cast(pl.Int32, strict=False).fill_null(0).to_numpy()
    is_blank = rows.first.is_null().to_numpy()
    others = np.flatnonzero((numbers <= 0) & ~is_blank)
    texts = rows.first.gather(others)
    is_comment = texts.str.starts_with("#").to_numpy()
    ranges: list[tuple[int, int, int]] = []
    empty: list[int] = []
    spaced: list[int] = []
    odd: list[int] = []
    for row, name in zip(others[~is_comment].tolist(), texts.filter(~is_comment).to_list(), strict=True):
        if matched := _RANGE.fullmatch(name):
            ranges.append((row, _small(matched[1]), _small(matched[2])))
        elif _EMPTY_NODE.fullmatch(name):
            empty.append(row)
        else:
            (odd if name.strip() else spaced).append(row)
    odd += np.flatnonzero(is_blank & ~rows.short).tolist()
    if spaced:
        is_blank[spaced] = True
    word = np.flatnonzero(numbers > 0)
    blank = np.flatnonzero(is_blank)
    return Kinds(
        word=word,
        number=numbers[word],
        ranges=ranges,
        empty=_rows(empty),
        comment=others[is_comment],
        comment_text=texts.filter(is_comment),
        blank=blank,
        spaced=_rows(spaced),
        odd=_rows(odd),
    )


def sort_rows_as_ud(text: Text, rows: Rows) -> Kinds:
    """Sort the rows as the UD evaluation does while it reads them.

    Raises:
        FormatError: It would not go on; names the row.
    """
    word: list[int] = []
    numbers: list[int] = []
    ranges: list[tuple[int, int, int]] = []
    empty: list[int] = []
    comment: list[int] = []
    blank: list[int] = []
    n_left, inside = 0, False  # words that the multiword token still needs; whether a sentence has begun
    widths = count_widths(text, rows).tolist()
    for row, name in enumerate(rows.first.fill_null("").to_list()):
        if not name and widths[row] == 1:
            blank.append(row)
            n_left, inside = 0, False  # a multiword token that is cut off is looked at with the others
        elif name.startswith("#") and (not inside or widths[row] == 1):
            comment.append(row)  # inside a sentence it is refused with the others
        elif "." in name:
            empty.append(row)
            inside = True
        elif n_left > 0:
            word.append(row)
            numbers.append(int(name) if name.isdecimal() and len(name) <= _MOST_DIGITS else 0)
            n_left -= 1
        else:
            inside = True
            places = [_small(part.strip()) for part in name.split("-") if _AS_PYTHON.fullmatch(part)]
            if len(places) != name.count("-") + 1 or len(places) > 2:  # noqa: PLR2004 (a word, or first and last)
                raise explain_number(text, rows, row)
            if len(places) == 1:
                word.append(row)
                numbers.append(places[0])
            else:
                ranges.append((row, places[0], places[1]))
                n_left = places[1] - places[0] + 1
    return Kinds(
        word=_rows(word),
        number=np.array(numbers, dtype=np.int32),
        ranges=ranges,
        empty=_rows(empty),
        comment=_rows(comment),
        comment_text=rows.first.gather(comment),
        blank=_rows(blank),
        spaced=_rows([]),
        odd=_rows([]),
    )


def explain_number(text: Text, rows: Rows, row: int) -> FormatError:
    """The error for a row whose first column is no number of a word."""
    name = str(rows.first[row] or "")
    message = f"{shorten(name)!r} is no word number"
    hint = (
        "the first column holds 1, 2, 3, ...; multiword tokens are 3-4, empty nodes 3.1; if the file has no such "
        "column, name its --format"
    )
    if _SPACED.match(name):
        hint = "separate the columns by single tabs, not by spaces"
    elif not name.strip():
        message, hint = "the line has no word number, only white space", "number the word, or leave the line empty"
    return FormatError(message, path=text.path, line=row + 1, sentence=sentence_at(rows.first, row), hint=hint)


def _small(number: str) -> int:
    """A number, or one beyond every sentence if it is endless."""
    return int(number) if len(number) <= _MOST_DIGITS else 10**_MOST_DIGITS


def _rows(found: list[int]) -> Offsets:
    return np.array(found, dtype=np.int64)
