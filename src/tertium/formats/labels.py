"""One label a row: classification, relation extraction, anything with an id, a gold label and a system's label.

CSV, TSV, JSON lines or Parquet with a header. Gold and systems may stand side by side in one table, or each in a table
of its own, joined by id. A row is a unit by itself, a "sentence" of one "word": its text, or its id where there is no
text. The other columns of the gold's table are kept as features. What a system leaves empty is no answer.
"""

from __future__ import annotations

import json
import re
from dataclasses import replace
from typing import TYPE_CHECKING, Final

import numpy as np

from tertium.corpus import Corpus, Irregularity, Names
from tertium.errors import FormatError, quote
from tertium.formats.guess import Guess
from tertium.formats.label_columns import (
    as_labels,
    find_id,
    find_inside,
    find_label,
    find_text,
    is_of_system,
    pick,
    roles,
)
from tertium.formats.sources import PARQUET
from tertium.formats.tables import Table, parse_table, split_header

if TYPE_CHECKING:
    from collections.abc import Sequence

    import polars as pl

    from tertium.formats.label_columns import Inside
    from tertium.formats.request import LabelColumns, Request
    from tertium.formats.sources import Text

NO_ANSWER: Final = "∅"
"""What stands where a system says nothing."""

LABELS: Final = frozenset({"labels"})
LENGTH: Final = "length"
"""A feature of rows that have a text: its words."""

_WORDS: Final = frozenset({"token", "word", "form"})
_ENOUGH: Final = 2


def recognise(lines: Sequence[str]) -> str | None:
    """Why these lines are a table of labels; None if they are not."""
    first = lines[0].removeprefix("\ufeff")
    if first.startswith(PARQUET.decode()):
        return "Parquet"
    if first.lstrip().startswith("{"):
        names, kind = _json_names(first), "JSON lines"
    elif first.lstrip().startswith("["):
        names, kind = _names_in_array(lines), "a JSON array"
    else:
        separator, names = split_header(first) if '"' not in first or first.count('"') % 2 == 0 else (",", [])
        kind = {"\t": "TSV", ";": "CSV with semicolons", "|": "CSV with vertical bars"}.get(separator, "CSV")
    found = roles(names)
    answers = found & {"gold", "system"}
    if not answers or len(names) < _ENOUGH or len(set(names)) < len(names) or _WORDS & set(map(str.lower, names)):
        return None
    if kind == "TSV" and len(found) < _ENOUGH:  # `Gold TAB NN` is a word with its tag
        return None
    return f"{kind} with the columns {', '.join(names[:6])}{', ...' if len(names) > 6 else ''}"  # noqa: PLR2004 (a line)


def _json_names(line: str) -> list[str]:
    """Keys of a JSON object whose values are single ones."""
    try:
        found = json.loads(line)
    except (ValueError, RecursionError):
        return re.findall(r'"(\w+)"\s*:', line)  # broken: reading it will say where
    return [name for name, value in found.items() if not isinstance(value, list | dict)]


def _names_in_array(lines: Sequence[str]) -> list[str]:
    """Keys of the first object of a JSON array; none where there is none."""
    text = "\n".join(lines).lstrip("\ufeff \t\r\n")[1:].lstrip()
    try:
        found, _ = json.JSONDecoder().raw_decode(text)
    except (ValueError, RecursionError):
        return []
    return [name for name, value in found.items() if not isinstance(value, list | dict)] if type(found) is dict else []


def read(text: Text, ask: Request) -> Corpus:
    """Read one table."""
    table = parse_table(text.data, text.path)
    corpus = build(table, ask)
    if not text.has_mark:
        return corpus
    return replace(corpus, irregularities=(Irregularity("byte-order marks", 1, text.path, 1), *corpus.irregularities))


def find_systems(text: Text, asked: LabelColumns, wanted: Sequence[str] | None) -> Inside:
    """The columns of systems beside the gold."""
    return find_systems_in(parse_table(text.data, text.path), asked, wanted)


def find_systems_in(table: Table, asked: LabelColumns, wanted: Sequence[str] | None) -> Inside:
    """The columns of systems beside the gold, in a table that has been read."""
    _check_rows(table)
    return find_inside(table, find_label(table, asked, "gold"), asked, wanted)


def guess_table(reason: str) -> Guess:
    """What a table given as an object is."""
    return Guess("memory", reason, filled=frozenset({"label"}), holds=LABELS)


def build(table: Table, ask: Request) -> Corpus:
    """The rows of a table as a corpus.

    Raises:
        FormatError: A label of the gold is missing, an id is missing or comes twice, or a column is not there.
    """
    asked, path, n = ask.labels, table.path, len(table.frame)
    _check_rows(table)
    key, label = find_id(table, asked), find_label(table, asked, ask.role)
    text = find_text(table, asked, (key, label))
    ids = _read_ids(table, key)
    labels = as_labels(table, label)
    faults = []
    missing = [row for row, value in enumerate(labels) if value is None]
    if missing and ask.role == "gold":
        more = f"; {len(missing) - 1:,} more rows have none" if len(missing) > 1 else ""
        message = f"the gold label ({label}) is empty{more}"
        place = table.line(missing[0]) if table.lines is not None else None
        name = f"row {ids[missing[0]]}"
        hint = "give every row a gold label, or leave out rows that have none"
        raise FormatError(message, path=path, line=place, sentence=name if place is None else None, hint=hint)
    if missing:
        kind = "rows without an answer, which count as wrong"
        faults.append(Irregularity(kind, len(missing), f"{path} ({label})", table.line(missing[0])))
    encoded = ask.vocab.encode([NO_ANSWER if value is None else value for value in labels])
    shown = ids if text is None else [value or "_" for value in as_labels(table, text)]
    form = ask.vocab.encode([" ".join(value.split()) for value in shown])
    start = np.arange(n + 1, dtype=np.int64)
    return Corpus(
        name=ask.name,
        format="labels",
        vocab=ask.vocab,
        sent_start=start,
        columns={"form": form, "label": encoded} | ({} if key is None else {"id": ask.vocab.encode(ids)}),
        line=np.array(table.lines if table.lines is not None else range(1, n + 1), dtype=np.int32),
        paths=(path,),
        file_start=np.array([0, n], dtype=np.int64),
        doc_start=np.array([0, n], dtype=np.int64),
        sentence_names=Names(n, [f"={name}" for name in ids], np.arange(n, dtype=np.int32)),
        document_names=Names(1),
        layers=("label",),
        irregularities=tuple(faults),
        own=_own_columns(table, (key, label, text), asked) if ask.role == "gold" else None,
    )


def _check_rows(table: Table) -> None:
    if not len(table.frame):
        raise FormatError("the table has no rows", path=table.path, hint="give a header and at least one row")


def _read_ids(table: Table, key: str | None) -> list[str]:
    """Ids of the rows, each once; row numbers where there is no column of ids."""
    if key is None:
        return [str(number) for number in range(1, len(table.frame) + 1)]
    ids = as_labels(table, key)
    seen: dict[str, int] = {}
    again: list[int] = []
    for row, name in enumerate(ids):
        if name is None:
            line = table.line(row)
            raise FormatError(f"the id ({key}) is empty", path=table.path, line=line, hint="give every row an id")
        if seen.setdefault(name, row) != row:
            again.append(row)
    if again:
        row = again[0]
        name = str(ids[row])
        more = f"; {len(again) - 1:,} more rows repeat an id" if len(again) > 1 else ""
        message = f"the id {quote(name)} ({key}) has come before, at {table.place(seen[name])}{more}"
        hint = "keep one row for each id, or name the column of ids with --id-column"
        raise FormatError(message, path=table.path, line=table.line(row), hint=hint)
    return [str(name) for name in ids]


def _own_columns(table: Table, taken: Sequence[str | None], asked: LabelColumns) -> pl.DataFrame:
    """What else the gold's table tells of each row; labels of systems are no features of the gold."""
    import polars as pl

    group = None if asked.group is None else pick(table, asked.group, "--group-column")
    left = {*taken, *asked.systems, *(name for name in table.frame.columns if is_of_system(name))} - {group}
    kept = [
        name
        for name, kind in table.frame.schema.items()
        if name not in left | table.nested and not kind.is_nested() and kind != pl.Binary
    ]
    columns = [_as_numbers(table.frame[name]) if name != group else table.frame[name] for name in kept]
    *_, text = taken
    if text is not None and LENGTH not in kept:
        columns.append(pl.Series(LENGTH, [len((value or "").split()) for value in as_labels(table, text)]))
    return pl.DataFrame(columns)


def _as_numbers(column: pl.Series) -> pl.Series:
    """A column of text as numbers, if it holds nothing else."""
    import polars as pl

    if column.dtype != pl.String:
        return column
    for kind in (pl.Int64, pl.Float64):
        numbers = column.cast(kind, strict=False)
        if numbers.null_count() == column.null_count() < len(column):
            return numbers
    return column
