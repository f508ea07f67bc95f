"""Text in columns, read by polars at millions of words a second: row i is line i + 1.

Polars fills short rows with nulls without a word and knows no line numbers, so the two things that it does not
check are checked here: that every row has its columns, and where the text is not UTF-8. Strings become codes of
the shared vocabulary while they are parsed; only the first column, which tells words from comments, stays text.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import numpy as np

from tertium.errors import FormatError
from tertium.formats.sources import explain_bad_utf8

if TYPE_CHECKING:
    from collections.abc import Mapping

    import polars as pl
    from numpy.typing import NDArray

    from tertium._typing import Codes, Mask, Offsets
    from tertium.corpus import Vocab
    from tertium.formats.sources import Text

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

    names = [f"c{index}" for index in range(width)]
    kinds: dict[str, pl.DataType | type[pl.DataType]] = dict.fromkeys(names, pl.String)
    for index in columns.values():
        kinds[names[index]] = vocab.dtype
    wanted: list[pl.Expr] = [pl.col(names[index]).alias(name) for name, index in columns.items()]
    first: pl.Expr = pl.col(names[0]).alias("")
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
            .select(first, last, *wanted)
            .collect()
        )
    except pl.exceptions.ComputeError:
        raise explain_bad_utf8(text.data, text.path) from None
    codes = {name: vocab.take(frame[name]) for name in columns}
    start = frame[""]
    return Rows(start if start.dtype == pl.String else start.cast(pl.String), codes, frame[" "].to_numpy())


def check_widths(text: Text, rows: Rows, table: Offsets, blank: Offsets, width: int, *, at_least: bool = False) -> None:
    """Make sure that the rows of the table have exactly so many columns, and the blank rows none.

    If no row lacks its last column and the tabs of the whole file are as many as the rows need, every row has
    its columns; only otherwise are the tabs counted line by line.

    Raises:
        FormatError: Some row has more or fewer; names the first and says how many there are.
    """
    data = np.frombuffer(text.data, dtype=np.uint8)
    if not rows.short[table].any() and _count_tabs(data) == (width - 1) * len(table):
        return
    ends = np.flatnonzero(data == _NEWLINE)
    before = np.searchsorted(np.flatnonzero(data == _TAB), ends)
    if len(ends) < rows.n_rows:
        before = np.append(before, np.count_nonzero(data == _TAB))
    found = np.diff(before, prepend=0) + 1
    wrong = np.zeros(rows.n_rows, dtype=np.bool_)
    wrong[table] = found[table] < width if at_least else found[table] != width
    wrong[blank] = found[blank] > 1
    if wrong.any():
        line = int(np.flatnonzero(wrong)[0])
        raise _explain_width(text, line, int(found[line]), width, int(np.count_nonzero(wrong)))


def _count_tabs(data: NDArray[np.uint8]) -> int:
    """Tabs of a file, a piece at a time: a mask of the whole file would cost more than the counting."""
    return sum(int(np.count_nonzero(data[start : start + _PIECE] == _TAB)) for start in range(0, len(data), _PIECE))


def _explain_width(text: Text, row: int, found: int, width: int, n_wrong: int) -> FormatError:
    content = text.data.split(b"\n", row + 1)[row].decode("utf-8", "replace").rstrip("\r")
    shown = content if len(content) <= 60 else content[:57] + "..."  # noqa: PLR2004 (what fits a screen line)
    others = f"; {n_wrong - 1:,} more such lines" if n_wrong > 1 else ""
    spaced = len(content.split()) == width and found != width
    return FormatError(
        f"the line has {found} tab-separated column{'s' * (found != 1)}, {width} are expected: {shown!r}{others}",
        path=text.path,
        line=row + 1,
        hint="separate the columns by single tabs, not by spaces"
        if spaced
        else "repair the line, or name the format with --format",
    )
