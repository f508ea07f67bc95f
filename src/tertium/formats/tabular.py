"""Text in columns, read by polars at millions of words a second: row i is line i + 1.

Polars fills short rows with nulls without a word and knows no line numbers, so the two things that it does not
check are checked here: that every row has its columns, and where the text is not UTF-8. Strings become codes of
the shared vocabulary while they are parsed; only the first column, which tells words from comments, stays text.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import numpy as np

from tertium.errors import FormatError, shorten
from tertium.formats.sources import explain_bad_utf8
from tertium.plurals import many

if TYPE_CHECKING:
    from collections.abc import Mapping

    import polars as pl
    from numpy.typing import NDArray

    from tertium._typing import Codes, Mask, Offsets
    from tertium.corpus import Vocab
    from tertium.formats.sources import Text

_SENT_ID: Final = re.compile(r"#\s*sent_id\s*=(.*)")
_BORDER: Final = re.compile(r"</?s\b[^<>]*>")
_TAB: Final = 9
_NEWLINE: Final = 10
_PIECE: Final = 1 << 20


@dataclass(frozen=True, eq=False, slots=True)
class Rows:
    """The lines of a file in columns."""

    first: pl.Series  # (n_rows,)  the first column as text; null on empty lines
    codes: Mapping[str, Codes]  # (n_rows,) each; an empty field is missing
    short: Mask  # (n_rows,)  the last column is empty or not there: the row may lack columns

    @property
    def n_rows(self) -> int:
        """How many lines there are."""
        return len(self.first)


def read_rows(text: Text, vocab: Vocab, columns: Mapping[str, int], width: int) -> Rows:
    """Read the wanted columns (name -> index) of a tab-separated file of so many columns."""
    import polars as pl

    codes, short, first = _scan(text, vocab, columns, width, [pl.col("c0").alias("")])
    start = first[0]
    return Rows(start if start.dtype == pl.String else start.cast(pl.String), codes, short)


def read_columns(text: Text, vocab: Vocab, columns: Mapping[str, int], width: int) -> tuple[dict[str, Codes], Mask]:
    """The same without the text of the first column: the codes, and which rows may lack columns."""
    codes, short, _ = _scan(text, vocab, columns, width, [])
    return codes, short


def _scan(
    text: Text, vocab: Vocab, columns: Mapping[str, int], width: int, others: list[pl.Expr]
) -> tuple[dict[str, Codes], Mask, list[pl.Series]]:
    import polars as pl

    names = [f"c{index}" for index in range(width)]
    kinds: dict[str, pl.DataType | type[pl.DataType]] = dict.fromkeys(names, pl.String)
    for index in columns.values():
        kinds[names[index]] = vocab.dtype
    wanted: list[pl.Expr] = [pl.col(names[index]).alias(name) for name, index in columns.items()]
    last = pl.col(names[-1]).is_null().alias(" ")
    try:
        frame = (
            pl.scan_csv(
                text.data,
                has_header=False,
                separator="\t",
                quote_char=None,
                schema=kinds,
                missing_columns="insert",
                extra_columns="ignore",
                raise_if_empty=False,
            )
            .select(last, *wanted, *others)
            .collect()
        )
    except pl.exceptions.ComputeError:
        raise explain_bad_utf8(text.data, text.path) from None
    codes = {name: vocab.take(frame[name]) for name in columns}
    return codes, frame[" "].to_numpy(), frame.get_columns()[1 + len(columns) :]


def sentence_at(first: pl.Series, row: int) -> str:
    """Name of the sentence that a row belongs to, for messages: its `sent_id`, or its number."""
    number, inside, name = 1, False, None
    for text in first[:row].to_list():
        if text is None or _BORDER.fullmatch(text.strip()):
            number += inside
            inside, name = False, None
        elif found := _SENT_ID.match(text):
            name = found[1].strip() or None
        elif not text.startswith(("#", "<")):
            inside = True
    return name or str(number)


def count_widths(text: Text, rows: Rows) -> Offsets:
    """(n_rows,) tab-separated columns of each line."""
    data = np.frombuffer(text.data, dtype=np.uint8)
    ends = np.flatnonzero(data == _NEWLINE)
    tabs = np.flatnonzero(data == _TAB)
    before = np.searchsorted(tabs, ends)
    if len(ends) < rows.n_rows:
        before = np.append(before, len(tabs))
    return np.diff(before, prepend=0) + 1


def check_widths(
    text: Text,
    rows: Rows,
    table: Offsets,
    blank: Offsets,
    width: int,
    *,
    at_least: bool = False,
    spaces: bool = False,
) -> None:
    """Make sure that the rows of the table have exactly so many columns, and the blank rows none.

    `spaces`: the columns were separated by spaces before they came here, which the message shows.

    If no row lacks its last column and the tabs of the whole file are as many as the rows need, every row has
    its columns; only otherwise are the tabs counted line by line.

    Raises:
        FormatError: Some row has more or fewer; names the first and says how many there are.
    """
    data = np.frombuffer(text.data, dtype=np.uint8)
    if not rows.short[table].any() and _count_tabs(data) == (width - 1) * len(table):
        return
    found = count_widths(text, rows)
    wrong = np.zeros(rows.n_rows, dtype=np.bool_)
    wrong[table] = found[table] < width if at_least else found[table] != width
    wrong[blank] = found[blank] > 1
    if wrong.any():
        row = int(np.flatnonzero(wrong)[0])
        n_wrong = int(np.count_nonzero(wrong))
        raise explain_width(text, rows, row, int(found[row]), width, n_wrong, spaces=spaces)


def _count_tabs(data: NDArray[np.uint8]) -> int:
    """Tabs of a file, a piece at a time: a mask of the whole file would cost more than the counting."""
    return sum(int(np.count_nonzero(data[start : start + _PIECE] == _TAB)) for start in range(0, len(data), _PIECE))


def explain_width(  # noqa: PLR0917 (a row and what is known of it)
    text: Text, rows: Rows, row: int, found: int, width: int, n_wrong: int, *, spaces: bool = False
) -> FormatError:
    """The error for a row of other than the expected columns."""
    content = text.data.split(b"\n", row + 1)[row].decode("utf-8", "replace").rstrip("\r")
    others = f"; {many(n_wrong - 1, 'more such line')}" if n_wrong > 1 else ""
    hint = "repair the line, or name the format with --format"
    if found == width or (found > width and content.startswith("\t")):
        message = f"the first column is empty: {shorten(content)!r}{others}"
        hint = "give the word its number (or its form), or leave the whole line empty"
    else:
        columns = many(found, f"{'' if spaces else 'tab-separated '}column")
        shown = shorten(content.replace("\t", " ") if spaces else content)
        message = f"the line has {columns}, {width} are expected: {shown!r}{others}"
        if found < width and len(content.split()) == width:
            hint = "separate the columns by single tabs, not by spaces"
        elif found < width and not text.data.endswith(b"\n") and row == text.data.count(b"\n"):
            hint = "the file ends in the middle of this line: write or copy it again"
        elif found > width and content.endswith("\t"):
            hint = "delete the tab at the end of the line"
    return FormatError(message, path=text.path, line=row + 1, sentence=sentence_at(rows.first, row), hint=hint)
