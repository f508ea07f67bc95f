"""The user's own columns: a table beside the gold, joined by sentence, by word or by document.

CSV, TSV or Parquet with the key `sent_id` (or `sentence`), together with `id`, `position` or `token` (the word's number
in its sentence) for words, or with the key `document` (or `doc`). Every other column becomes a feature. A key that
nothing in the gold has is said; a key that comes twice is refused, because nobody could tell which row is meant.
"""

from __future__ import annotations

import csv
import io
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import numpy as np

from tertium.comparison.feature_columns import Column, Labels, Level, Numbers, take_strings
from tertium.corpus import MISSING
from tertium.errors import SourceError, quote, shorten
from tertium.formats.sources import BOM, explain_bad_utf8, load_bytes, recode, shown
from tertium.formats.tables import split_row

if TYPE_CHECKING:
    from collections.abc import Mapping

    import polars as pl

    from tertium._typing import Codes, Mask, Offsets
    from tertium.corpus import Corpus

_SENTENCE: Final = ("sent_id", "sentence")
_WORD: Final = ("id", "position", "token")
_DOCUMENT: Final = ("document", "doc")
_HINT: Final = "a table has a column sent_id (and id, the word's number, for words), or a column document"


@dataclass(frozen=True, eq=False, slots=True)
class Joined:
    """Columns of the user over the gold's words."""

    path: str
    level: Level
    columns: Mapping[str, Column]
    warnings: tuple[str, ...] = ()

    def add(self, other: Joined | None) -> Joined:
        """These columns and those of another table.

        Raises:
            SourceError: Both have a column of the same name.
        """
        if other is None:
            return self
        double = sorted(set(self.columns) & set(other.columns))
        if double:
            raise SourceError(
                f"the column {double[0]!r} is in {other.path} too", path=self.path, hint="rename one of them"
            )
        level: Level = "token" if "token" in (self.level, other.level) else self.level
        return Joined(self.path, level, {**self.columns, **other.columns}, self.warnings + other.warnings)


@dataclass(frozen=True, eq=False, slots=True)
class _Table:
    """A table as it was read, and what its keys are."""

    path: str
    frame: pl.DataFrame
    keys: tuple[str, ...]
    level: Level
    lines: bool  # row i is line i + 2 of a text file

    def line(self, row: int) -> int | None:
        return row + 2 if self.lines else None

    def place(self, row: int) -> str:
        return f"line {row + 2}" if self.lines else f"row {row + 1}"


def read_joined(path: str, gold: Corpus, encoding: str = "utf-8") -> Joined:
    """The columns of a file, each with a value for every gold word that has one.

    Raises:
        SourceError: The file cannot be read, has no key, or has a key twice, or none of its keys is the gold's.
    """
    table = _find_keys(shown(path), *_read_frame(path, encoding))
    row_of_unit, matched = _match(table, gold)
    warnings = _count_idle(table, matched) + _count_bare(table, row_of_unit)
    names = [name for name in table.frame.columns if name not in (*table.keys, *_idle_keys(table))]
    if not names:
        raise SourceError("has no column besides its keys", path=table.path, hint=_HINT)
    row_of_word = _spread(row_of_unit, table.level, gold)
    words = np.flatnonzero(row_of_word != MISSING)
    each = words[np.unique(row_of_word[words], return_index=True)[1]]  # one word for each row
    columns = {name: _make_column(table, name, row_of_word, each) for name in names}
    return Joined(table.path, table.level, columns, tuple(warnings))


def join_own(gold: Corpus) -> Joined | None:
    """The other columns of the table that the gold stands in; None if it is no table."""
    if gold.own is None:
        return None
    row = np.arange(gold.n_words, dtype=np.int32)
    table = _Table(gold.path_of(0), gold.own, (), "sentence", lines=False)
    columns = {name: _make_column(table, name, row, row.astype(np.int64)) for name in gold.own.columns}
    return Joined(table.path, "sentence", columns)


def _read_frame(path: str, encoding: str) -> tuple[pl.DataFrame, bool]:
    import polars as pl

    data, name = load_bytes(path), shown(path)
    if data[:4] == b"PAR1":
        try:
            return pl.read_parquet(io.BytesIO(data)), False
        except (pl.exceptions.PolarsError, OSError) as error:
            raise SourceError(f"looks like Parquet but cannot be read ({_first_line(error)})", path=name) from None
    data = recode(data, encoding, name).removeprefix(BOM)
    header = data.split(b"\n", 1)[0]
    separator = max("\t,;", key=lambda mark: header.count(mark.encode()))
    if not data.strip():
        raise SourceError("the table is empty", path=name, hint=_HINT)
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError:
        raise explain_bad_utf8(data, name) from None
    columns = split_row(header.decode("utf-8").rstrip("\r"), separator)
    _check_header(columns, name)
    keys = {key: pl.String for key in columns if key in (*_SENTENCE, *_DOCUMENT)}
    try:
        frame = pl.read_csv(
            io.BytesIO(data), separator=separator, schema_overrides=keys, infer_schema_length=None, raise_if_empty=False
        )
    except pl.exceptions.PolarsError as error:
        raise _explain_rows(text, separator, len(columns), name, _first_line(error)) from None
    return frame, text.rstrip().count("\n") == len(frame)  # else values span lines, or some lines are empty


def _check_header(columns: list[str], path: str) -> None:
    double = sorted({column for column in columns if columns.count(column) > 1})
    if double or "" in columns:
        what = f"the column {double[0]!r} comes twice" if double and double[0] else "a column has no name"
        raise SourceError(what, path=path, line=1, hint="give each column a name of its own")


def _first_line(error: Exception) -> str:
    return str(error).partition("\n")[0]


def _explain_rows(text: str, separator: str, width: int, path: str, reason: str) -> SourceError:
    """The first row that has another number of columns than the header."""
    rows = csv.reader(io.StringIO(text, newline=""), delimiter=separator)
    try:
        for row in rows:
            if row and len(row) != width:
                return SourceError(
                    f"the row has {len(row)} columns, the header has {width}",
                    path=path,
                    line=rows.line_num,
                    hint="repair the row; put a value that holds the separator into quotes",
                )
    except csv.Error as error:
        return SourceError(f"the row cannot be read ({error})", path=path, line=rows.line_num)
    return SourceError(f"the table cannot be read ({reason})", path=path, hint="give CSV, TSV or Parquet")


def _find_keys(path: str, frame: pl.DataFrame, lines: bool) -> _Table:  # noqa: FBT001 (as it was read)
    import polars as pl

    sentence = next((name for name in _SENTENCE if name in frame.columns), None)
    word = next((name for name in _WORD if name in frame.columns), None)
    document = next((name for name in _DOCUMENT if name in frame.columns), None)
    if sentence is None and document is None:
        what = f"has {word} but no sent_id" if word else "has neither sent_id nor document"
        raise SourceError(f"the table {what}; its columns are {', '.join(frame.columns)}", path=path, hint=_HINT)
    if not len(frame):
        raise SourceError("the table has no rows", path=path, hint=_HINT)
    keys = [name for name in (sentence, word) if name] if sentence else [str(document)]
    level: Level = "token" if sentence and word else "sentence" if sentence else "document"
    table = _Table(path, frame.with_columns(pl.col(keys[0]).cast(pl.String)), tuple(keys), level, lines)
    if level == "token":
        table = _with_numbers(table, keys[1])
    return _check_once(table)


def _idle_keys(table: _Table) -> tuple[str, ...]:
    """Names of keys that are not needed: the document, where the sentence is given."""
    return _DOCUMENT if table.level != "document" else ()


def _with_numbers(table: _Table, word: str) -> _Table:
    """The table with the words' numbers as numbers."""
    import polars as pl

    written = table.frame[word].cast(pl.String)
    number = written.cast(pl.Int64, strict=False)
    is_range = written.str.contains(r"^\d+[-.]\d+$")  # multiword tokens and empty nodes, which match no word
    wrong = (number.is_null() & ~is_range.fill_null(value=False)).arg_true()
    if len(wrong):
        row = int(wrong[0])
        raise SourceError(
            f"the {word} is {shorten(str(written[row]))!r}, not the number of a word",
            path=table.path,
            line=table.line(row),
            hint="number the words of each sentence from 1, in a column called id; call other columns otherwise",
        )
    return _Table(table.path, table.frame.with_columns(number.alias(word)), table.keys, table.level, table.lines)


def _check_once(table: _Table) -> _Table:
    """Make sure that no key comes twice."""
    import polars as pl

    keys = table.frame.select(table.keys)
    complete = ~keys.select(pl.any_horizontal(pl.all().is_null())).to_series()
    double = (_repeated(keys) & complete).arg_true()
    if len(double):
        row = int(double[0])
        key = ", ".join(f"{name} {quote(value)}" for name, value in keys.row(row, named=True).items())
        more = f"; {len(double) - 1:,} more rows repeat a key" if len(double) > 1 else ""
        raise SourceError(
            f"{key} has come before{more}",
            path=table.path,
            line=table.line(row),
            hint="keep one row for each key" + ("; for words add a column id" * (table.level == "sentence")),
        )
    return table


def _repeated(keys: pl.DataFrame) -> pl.Series:
    """(n_rows,) rows whose key has come before."""
    import polars as pl

    return ~keys.select(pl.struct(pl.all()).is_first_distinct()).to_series()


def _match(table: _Table, gold: Corpus) -> tuple[Codes, Mask]:
    """For each unit of the gold (word, sentence, document) its row of the table; and which rows are matched."""
    import polars as pl

    key, *number = table.keys
    names = gold.document_names if table.level == "document" else gold.sentence_names
    counted = pl.Series(np.arange(1, names.n + 1)).cast(pl.String)
    units = pl.DataFrame({key: names.or_numbers()})
    given = table.frame[key].implode()
    if not units[key].is_in(given).any() and counted.is_in(given).any():
        units = pl.DataFrame({key: counted})  # by their numbers, if their names are not used
    if number:
        units = pl.DataFrame(
            {key: units[key].gather(gold.sentence_of_words()), number[0]: gold.position_of_words().astype(np.int64)}
        )
    rows = table.frame.select(table.keys).with_row_index(" ")
    found = units.join(rows, on=list(table.keys), how="left", maintain_order="left")[" "]
    row_of_unit = found.cast(pl.Int32).fill_null(MISSING).to_numpy().astype(np.int32)
    matched = np.zeros(len(table.frame), dtype=np.bool_)
    matched[row_of_unit[row_of_unit != MISSING]] = True
    if not matched.any():
        raise SourceError(
            f"no {' and '.join(table.keys)} of the table is the gold's; the first there is "
            f"{quote(table.frame[key][0])}, the gold's is {quote(units[key][0])}",
            path=table.path,
            hint="write the keys as they stand in the gold",
        )
    return row_of_unit, matched


def _count_idle(table: _Table, matched: Mask) -> list[str]:
    idle = np.flatnonzero(~matched)
    if not len(idle):
        return []
    row = int(idle[0])
    key = ", ".join(
        f"{name} {quote(value)}" for name, value in table.frame.select(table.keys).row(row, named=True).items()
    )
    rows = f"{len(idle):,} of {len(matched):,} rows match nothing in the gold"
    return [f"{table.path}: {rows} ({'first' if len(idle) > 1 else 'at'} {table.place(row)}: {key})"]


def _count_bare(table: _Table, row_of_unit: Codes) -> list[str]:
    bare, n = int(np.count_nonzero(row_of_unit == MISSING)), len(row_of_unit)
    noun = "word" if table.level == "token" else table.level
    return [f"{table.path}: no row for {bare:,} of the gold's {n:,} {noun}s"] if bare else []


def _spread(row_of_unit: Codes, level: Level, gold: Corpus) -> Codes:
    """(n_words,) the row of each word."""
    if level == "token":
        return row_of_unit
    if level == "document":
        row_of_unit = np.repeat(row_of_unit, np.diff(gold.doc_start))
    return np.repeat(row_of_unit, gold.sent_len)


def _make_column(table: _Table, name: str, row_of_word: Codes, each: Offsets) -> Column:
    import polars as pl

    column = table.frame[name]
    if column.dtype.is_nested() or column.dtype == pl.Binary:
        raise SourceError(
            f"the column {name!r} holds {column.dtype}, not one value in each row", path=table.path, hint="leave it out"
        )
    known = row_of_word != MISSING
    if column.dtype.is_numeric():
        whole = column.dtype.is_integer() and column.dtype != pl.UInt64
        column = column.cast(pl.Int64 if whole else pl.Float64)
        there = column.is_not_null().to_numpy() & column.is_not_nan().fill_null(value=False).to_numpy()
        value = column.fill_null(0).to_numpy()
        filled = known & there[row_of_word]
        return Numbers(value[row_of_word], filled, each=each[filled[each]])
    labels = take_strings(column.cast(pl.String).str.strip_chars())
    table_code = np.append(labels.code, np.int32(MISSING))
    return Labels(labels.names, table_code[row_of_word])
