"""Tables with one row for each thing that is labelled: CSV, TSV, JSON lines (or one array of objects), Parquet.

Texts of CSV and TSV are text until somebody needs numbers; JSON lines and Parquet bring types. A row of another width,
a line that is no JSON, a column that comes twice: each is refused with its line. In TSV a quotation mark is a character
like others as long as every line has the header's number of tabs, since most programs write TSV so.
"""

from __future__ import annotations

import csv
import io
import json
from dataclasses import dataclass, replace
from itertools import islice
from typing import TYPE_CHECKING, Any, Final

from tertium.corpus import as_text
from tertium.errors import FormatError, quote, shorten
from tertium.formats.json_text import parse_json
from tertium.formats.sources import BOM, PARQUET, explain_bad_utf8

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    import polars as pl

SEPARATORS: Final = "\t,;|"
_FIELD_LIMIT: Final = 1 << 30  # csv's own limit is 131,072 characters


@dataclass(frozen=True, eq=False, slots=True)
class Table:
    """A table as it was read."""

    path: str
    frame: pl.DataFrame
    lines: Sequence[int] | None = None  # the line of each row in the file; None: rows are counted from 1
    nested: frozenset[str] = frozenset()  # columns with lists or objects, as JSON

    def line(self, row: int) -> int:
        """The line of a row, or its number."""
        return row + 1 if self.lines is None else int(self.lines[row])

    def place(self, row: int) -> str:
        """`line 17`, or `row 16` where there are no lines."""
        return f"{'row' if self.lines is None else 'line'} {self.line(row)}"


def split_header(line: str) -> tuple[str, list[str]]:
    """The separator of a table and the names in its first line.

    >>> split_header('id,"gold, by hand",a')
    (',', ['id', 'gold, by hand', 'a'])
    """
    separator = max(SEPARATORS, key=line.count)
    return separator, [name.strip() for name in split_row(line, separator)]


def split_row(line: str, separator: str) -> list[str]:
    """The values of one line; none where it is no row of a table, as with a carriage return in its middle."""
    csv.field_size_limit(_FIELD_LIMIT)
    try:
        return next(csv.reader([line], delimiter=separator), [])
    except csv.Error:
        return []


def parse_table(data: bytes, path: str) -> Table:
    """The table in the bytes of a file.

    Raises:
        FormatError: It cannot be read; names the line.
    """
    if data.startswith(PARQUET):
        return _read_parquet(data, path)
    try:
        text = data.removeprefix(BOM).decode("utf-8")
    except UnicodeDecodeError:
        raise explain_bad_utf8(data, path) from None
    start = text.lstrip()[:1]
    return {"{": _read_json, "[": _read_array}.get(start, _read_separated)(text, path)


def _read_parquet(data: bytes, path: str) -> Table:
    import polars as pl

    try:
        return Table(path, pl.read_parquet(io.BytesIO(data)))
    except (pl.exceptions.PolarsError, OSError) as error:
        reason = str(error).partition("\n")[0]
        hint = "the file is probably truncated: copy or write it again"
        raise FormatError(f"looks like Parquet but cannot be read ({reason})", path=path, hint=hint) from None


def _read_json(text: str, path: str) -> Table:
    """One JSON object a line; a key that a line lacks is missing there."""
    rows: list[dict[str, Any]] = []
    lines: list[int] = []
    for number, line in enumerate(text.split("\n"), 1):
        if not line.strip():
            continue
        try:
            found = parse_json(line)
        except ValueError as error:
            reason = getattr(error, "msg", str(error))
            hint = "write one JSON object a line"
            raise FormatError(f"the line is no JSON ({reason})", path=path, line=number, hint=hint) from None
        if not isinstance(found, dict):
            message = f"the line is {quote(found)}, not a JSON object"
            raise FormatError(message, path=path, line=number, hint='write {"id": ..., "label": ...} on every line')
        rows.append(found)
        lines.append(number)
    return replace(table_of(path, gather_columns(rows)), lines=lines)


def _read_array(text: str, path: str) -> Table:
    """One JSON array of objects; where there is no such array, lines."""
    try:
        rows = parse_json(text)
    except ValueError as error:
        if not isinstance(error, json.JSONDecodeError) or not text.lstrip()[1:].lstrip().startswith("{"):
            return _read_separated(text, path)
        hint = "the file is probably truncated or broken: copy or write it again"
        raise FormatError(f"the array is no JSON ({error.msg})", path=path, line=error.lineno, hint=hint) from None
    if not isinstance(rows, list) or not all(isinstance(row, dict) for row in rows):
        hint = 'write [{"id": ..., "label": ...}, ...], or one object a line'
        raise FormatError("the array holds other things than objects", path=path, hint=hint)
    return table_of(path, gather_columns(rows))


def gather_columns(rows: Sequence[Mapping[str, Any]]) -> dict[str, list[Any]]:
    """Records as columns, in the order in which their names come; a name that a record lacks is missing there."""
    names = dict.fromkeys(name for row in rows for name in row)
    return {str(name): [row.get(name) for row in rows] for name in names}


def table_of(path: str, columns: Mapping[str, Any]) -> Table:
    """Columns that are in memory, lists or series of polars, as a table."""
    import polars as pl

    found, nested = [], set()
    for name, values in columns.items():
        if isinstance(values, pl.Series):
            found.append(values.alias(name))
            continue
        plain = [
            value.item() if hasattr(value, "item") and getattr(value, "ndim", 0) == 0 else value for value in values
        ]
        if any(isinstance(value, list | tuple | dict) for value in plain):
            nested.add(name)
        found.append(_typed_column(name, plain))
    return Table(path, pl.DataFrame(found), nested=frozenset(nested))


def _typed_column(name: str, values: list[Any]) -> pl.Series:
    """Numbers and truth values as they are if there is nothing else; all else as text, lists as JSON."""
    import polars as pl

    kinds = {type(value) for value in values if value is not None}
    if kinds <= {int} and all(value is None or abs(value) < 1 << 63 for value in values):
        return pl.Series(name, values, dtype=pl.Int64)
    if kinds <= {int, float}:  # what is no number (NaN) is missing
        return pl.Series(name, values, dtype=pl.Float64, strict=False).fill_nan(None)
    texts = [
        value if value is None or isinstance(value, str) else json.dumps(value, ensure_ascii=False, default=str)
        for value in values
    ]
    return as_text(texts, name)


def _read_separated(text: str, path: str) -> Table:
    """CSV or TSV with a header; empty lines are no rows."""
    first = next((number for number, line in enumerate(text.split("\n")) if line.strip()), None)
    if first is None:
        raise FormatError("the file is empty", path=path, hint="give a table with a header")
    start = text.split("\n", first)[-1]
    header = start.partition("\n")[0].rstrip("\r")
    separator, names = split_header(header)
    rows, lines = _split_plain(start, separator, len(names)) or _split_quoted(start, separator, len(names), path, first)
    check_names(names, path, first + 1)
    columns = list(zip(*rows, strict=True)) or [()] * len(names)
    import polars as pl

    frame = pl.DataFrame(
        [pl.Series(name, column, dtype=pl.String) for name, column in zip(names, columns, strict=True)]
    ).select(pl.all().str.strip_chars().replace("", None))
    return Table(path, frame, [first + number for number in lines])


def check_names(names: Sequence[str], path: str, line: int | None = None) -> None:
    """Make sure that no column has the name of another.

    Raises:
        FormatError: One has.
    """
    double = sorted({name for name in names if list(names).count(name) > 1})
    if double:
        what = f"the column {double[0]!r} comes twice" if double[0] else "several columns have no name"
        raise FormatError(what, path=path, line=line, hint="give each column a name of its own")


def _split_plain(text: str, separator: str, width: int) -> tuple[list[list[str]], list[int]] | None:
    """Rows split at every tab, if all lines have as many; None if they have not, or commas separate."""
    if separator != "\t":
        return None
    rows, lines = [], []
    for number, line in islice(enumerate(text.split("\n"), 1), 1, None):
        if not line.strip():
            continue
        row = line.rstrip("\r").split("\t")
        if len(row) != width:
            return None
        rows.append([_unquote(value) for value in row])
        lines.append(number)
    return rows, lines


def _unquote(value: str) -> str:
    is_quoted = len(value) > 1 and value[0] == value[-1] == '"'
    return value[1:-1].replace('""', '"') if is_quoted else value


def _split_quoted(text: str, separator: str, width: int, path: str, before: int) -> tuple[list[list[str]], list[int]]:
    """Rows whose values may stand in quotes and hold separators and line ends."""
    csv.field_size_limit(_FIELD_LIMIT)
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=separator, strict=True)
    rows, lines, start = [], [], 1
    try:
        for row in reader:
            if start > 1 and row and (len(row) > 1 or row[0].strip()):
                if len(row) != width:
                    message = (
                        f"the row has {len(row)} columns, the header has {width}: {quote(separator.join(row), 60)}"
                    )
                    hint = "repair the row; put a value that holds the separator into quotes"
                    raise FormatError(message, path=path, line=before + start, hint=hint)
                rows.append(row)
                lines.append(start)
            start = reader.line_num + 1
    except csv.Error as error:
        if separator == "\t":  # hardly any TSV has quotes: the line of another width is what is wrong
            raise _explain_width(text, width, path, before) from None
        hint = 'close every quotation mark, and write "" for one inside a quoted value'
        message = f"the row that starts here cannot be read ({shorten(str(error))})"
        raise FormatError(message, path=path, line=before + start, hint=hint) from None
    return rows, lines


def _explain_width(text: str, width: int, path: str, before: int) -> FormatError:
    """The first line that has not the header's number of tabs."""
    rows = ((number, line.rstrip("\r")) for number, line in enumerate(text.split("\n"), 1) if line.strip())
    number, line = next((number, line) for number, line in rows if line.count("\t") != width - 1)
    message = f"the row has {line.count(chr(9)) + 1} columns, the header has {width}: {quote(line, 60)}"
    hint = "repair the row; is the file cut off?"
    return FormatError(message, path=path, line=before + number, hint=hint)
