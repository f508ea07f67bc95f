"""CSV, TSV, JSON lines and Parquet as tables."""

from __future__ import annotations

import io

import polars as pl
import pytest

from tertium.errors import FormatError
from tertium.formats.tables import parse_table, split_header


def parse(text: str) -> pl.DataFrame:
    return parse_table(text.encode("utf-8"), "t").frame


def test_csv__quoted_values_hold_separators_and_line_ends() -> None:
    table = parse_table(b'id,text\n1,"a, ""b""\nc"\n\n2,d\n', "t")
    assert table.frame.rows() == [("1", 'a, "b"\nc'), ("2", "d")]
    assert list(table.lines or ()) == [2, 5]


def test_tsv__quotation_mark_is_a_character() -> None:
    """Most programs write TSV without quoting: an inch mark must not swallow lines."""
    assert parse('id\ttext\n1\t"quoted"\n2\t" open\n').rows() == [("1", "quoted"), ("2", '" open')]


def test_semicolons_and_byte_order_marks() -> None:
    assert parse("\ufeffid;x\r\n1;2,5\r\n").rows() == [("1", "2,5")]


@pytest.mark.parametrize("line", ["id,x\ry,z", 'id,"' + "x" * 200_000])
def test_header__what_is_no_row_has_no_names_or_long_ones(line: str) -> None:
    """A carriage return in the middle, or more than the 131,072 characters that Python's csv allows by itself."""
    assert split_header(line)[1] in ([], ["id", "x" * 200_000])


def test_json_lines__keys_may_be_missing() -> None:
    table = parse_table(b'{"id": 1, "x": true}\n\n{"id": 2, "y": [1]}\n', "t")
    assert table.frame["id"].to_list() == [1, 2]
    assert table.frame["x"].to_list() == ["true", None]
    assert table.nested == {"y"}
    assert list(table.lines or ()) == [1, 3]


def test_parquet() -> None:
    buffer = io.BytesIO()
    pl.DataFrame({"id": [1], "gold": ["p"]}).write_parquet(buffer)
    assert parse_table(buffer.getvalue(), "t").frame.rows() == [(1, "p")]


@pytest.mark.parametrize(
    ("text", "line", "message"),
    [
        ("id,x\n1,2\n3\n", 3, "1 columns, the header has 2"),
        ("id,x\n1,2\n\n3,4,5\n", 4, "3 columns"),
        ('id,x\n1,"2\n3,4\n', 2, "cannot be read"),
        ("id,id\n1,2\n", 1, "comes twice"),
        ('{"id": 1}\n{"id": 2\n', 2, "no JSON"),
        ('{"id": 1}\n[2]\n', 2, "not a JSON object"),
        ("id\tx\n1\n", 2, "1 columns"),
        ('id\ttext\n1\t"x" y\n2\n', 3, "1 columns, the header has 2"),
        ("\n\n", None, "empty"),
    ],
)
def test_tables__malformed_ones_are_refused_with_their_line(text: str, line: int | None, message: str) -> None:
    with pytest.raises(FormatError, match=message) as caught:
        parse(text)
    assert caught.value.line == line


def test_parquet__truncated() -> None:
    with pytest.raises(FormatError, match="Parquet"):
        parse_table(b"PAR1 and then nothing", "t")
