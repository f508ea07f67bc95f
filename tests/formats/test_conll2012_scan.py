"""One pass over a CoNLL-2012 file, held against a plain reading line by line."""

from __future__ import annotations

from typing import Final

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tertium.formats import conll2012_scan
from tertium.formats.conll2012_scan import count_columns, scan
from tertium.formats.sources import BOM, Text
from tests.chains import conll
from tests.formats.samples import QUICK

CELLS: Final = ("-", "_", "*", "(1)", "(1", "1)", "x-", "(1|(22222222222222)", "a", "#", "é", "")


def plain_scan(data: bytes, *, whole: bool = False) -> list[tuple[bool, bool, bytes | None]]:
    """Of each line whether it is blank, whether it is one column, and its last column unless that says no brackets."""
    found = []
    body = data.removeprefix(BOM)
    lines = body.split(b"\n")
    if lines[-1] == b"":
        del lines[-1]
    for line in lines:
        content = line.rstrip(b" \t\r\f\v")
        columns = [content] if whole else content.split(b"\t")
        last = columns[-1]
        one = not whole and len(columns) == 1
        found.append((not content, one, last if content and last not in (b"-", b"_", b"*") else None))
    return found


@st.composite
def files(draw: st.DrawFn) -> bytes:
    cell = st.sampled_from(CELLS)
    rows = draw(st.lists(st.lists(cell, max_size=4).map("\t".join), max_size=12))
    ends = draw(st.lists(st.sampled_from(["\n", "\r\n", " \n"]), min_size=len(rows), max_size=len(rows)))
    text = "".join(row + end for row, end in zip(rows, ends, strict=True)) + draw(st.sampled_from(["", "a\t(1)", "-"]))
    return (BOM if draw(st.booleans()) else b"") + text.encode()


@pytest.mark.parametrize("whole", [False, True])
@QUICK
@given(data=files())
def test_scan__agrees_with_a_reading_line_by_line(data: bytes, whole: bool) -> None:  # noqa: FBT001
    expected = plain_scan(data, whole=whole)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(conll2012_scan, "_PIECE", 16)  # many pieces and blocks, as in a large file
        patch.setattr(conll2012_scan, "_BLOCK", 3)
        seen = scan(Text(data, "x.conll"), whole=whole)
    assert seen.blank.tolist() == [blank for blank, _, _ in expected]
    last: dict[int, bytes] = {line: content for line, (*_, content) in enumerate(expected) if content is not None}
    assert seen.marked.tolist() == list(last)
    assert [seen.contents[place].encode() for place in seen.place.tolist()] == list(last.values())
    if not whole:
        assert seen.single.tolist() == [one and not blank for blank, one, _ in expected]
    assert [line for line, _ in seen.hashed] == [
        line for line, row in enumerate(data.removeprefix(BOM).split(b"\n")) if row.rstrip().startswith(b"#")
    ]


@QUICK
@given(files())
def test_count_columns__counts_tabs_before_the_white_space_at_the_end(data: bytes) -> None:
    lines = [line.rstrip() for line in data.removeprefix(BOM).split(b"\n")]
    rows = [number for number, line in enumerate(lines) if line]
    text = Text(data, "x.conll")
    found = count_columns(text, np.array(rows, dtype=np.int32))
    assert found.tolist() == [lines[row].count(b"\t") + 1 for row in rows]


def besides(content: str) -> conll2012_scan.Besides:
    return scan(Text(content.encode(), "x.conll"), whole=False).besides


@pytest.mark.parametrize("block", [1, 2, 1 << 13])
def test_besides__files_that_differ_in_brackets_only_are_the_same(block: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(conll2012_scan, "_BLOCK", block)
    key, response = conll("(0 0) - / (1)|(22 22)"), conll("- (3) (0) / - 0)")
    assert besides(key).equals(besides(response))
    assert besides(key).equals(besides(key))


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("w1", "w9"),
        ("NN", "NP"),
        ("part 000", "part 001"),
        ("\t(3)", "\t_"),
        ("\t(3)", "-\t-"),
        ("\t(3)\n", "\t(3) \n"),
        ("\t(3)\n", "\t(3)\n\n"),
        ("#end document\n", "#end document"),
    ],
)
@pytest.mark.parametrize("block", [1, 1 << 13])
def test_besides__anything_else_may_be_another_word(
    block: int, before: str, after: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two files that are not the same byte by byte are parsed; that their words are the same is found out then."""
    monkeypatch.setattr(conll2012_scan, "_BLOCK", block)
    key = conll("(0 0) (3) / (1)")
    assert before in key
    assert not besides(key).equals(besides(key.replace(before, after, 1)))


def test_besides__a_line_of_one_column_is_no_bracket() -> None:
    """Under `--like conll2012` such a line is a word; its text is its form."""
    assert not besides("#begin document x\n(1)\n").equals(besides("#begin document x\n(2)\n"))


def test_scan__long_columns_are_found_beyond_the_first_look() -> None:
    brackets = "|".join(f"({number})" for number in range(100))
    seen = scan(Text(f"#begin document x\na\tb\t{brackets}\n(1\tc\n".encode(), "x.conll"), whole=False)
    assert seen.contents == ["#begin document x", brackets, "c"]


@pytest.mark.parametrize("data", [b"", b"\n", b"\r\n", b"a", b"\t", BOM + b"\n"])
def test_scan__next_to_nothing(data: bytes) -> None:
    seen = scan(Text(data, "x.conll"), whole=False)
    assert len(seen.blank) == len(plain_scan(data))
