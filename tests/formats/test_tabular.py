"""Rows and columns: every line is a row, every row has its columns."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tertium.corpus import MISSING, Vocab
from tertium.errors import FormatError, SourceError
from tertium.formats.sources import Text
from tertium.formats.tabular import Rows, check_widths, read_rows
from tests.formats.samples import QUICK

WIDTH = 3


def rows_of(content: str | bytes, vocab: Vocab | None = None) -> tuple[Text, Rows]:
    data = content.encode("utf-8") if isinstance(content, str) else content
    text = Text(data, "x.tsv")
    return text, read_rows(text, vocab or Vocab(), {"one": 0, "two": 1, "three": 2}, WIDTH)


def check(content: str) -> None:
    """Check the widths as a reader does: rows with a first column are the table, others are blank."""
    text, rows = rows_of(content)
    blank = rows.first.is_null().to_numpy()
    check_widths(text, rows, np.flatnonzero(~blank), np.flatnonzero(blank), WIDTH)


def test_read_rows__row_is_line() -> None:
    _, rows = rows_of("a\tb\tc\n\n# note\nd\te\tf\n")
    assert rows.first.to_list() == ["a", None, "# note", "d"]
    assert rows.short.tolist() == [False, True, True, False]


@pytest.mark.parametrize("ending", ["\n", "\r\n"])
@pytest.mark.parametrize("final", [True, False])
def test_read_rows__line_endings_do_not_reach_the_columns(ending: str, *, final: bool) -> None:
    vocab = Vocab()
    content = ending.join(["a\tb\tc", "", "d\te\tf"]) + ending * final
    _, rows = rows_of(content, vocab)
    assert rows.first.to_list() == ["a", None, "d"]
    assert vocab.decode(rows.codes["three"][[0, 2]]) == ["c", "f"]


def test_read_rows__empty_field_is_missing() -> None:
    _, rows = rows_of("a\t\tc\n")
    assert rows.codes["two"].tolist() == [MISSING]


def test_read_rows__quotes_are_characters() -> None:
    vocab = Vocab()
    _, rows = rows_of('"\t"\t"x\n\'\t"a"\t""\n', vocab)
    assert vocab.decode(rows.codes["one"]) == ['"', "'"]
    assert vocab.decode(rows.codes["two"]) == ['"', '"a"']
    assert vocab.decode(rows.codes["three"]) == ['"x', '""']


@pytest.mark.parametrize("word", ["NA", "null", "None", "nan", "NULL", "true", "1e5", "007", "-0", "#", "\\N"])
def test_read_rows__no_word_is_special(word: str) -> None:
    vocab = Vocab()
    _, rows = rows_of(f"a\t{word}\tc\n", vocab)
    assert vocab.decode(rows.codes["two"]) == [word]


@pytest.mark.parametrize(
    "character", ["\u2028", "\u2029", "\x85", "\x0b", "\x0c", "\x1c", "\u00a0", "\u3000", "\u200f"]
)
def test_read_rows__only_newlines_end_lines(character: str) -> None:
    vocab = Vocab()
    _, rows = rows_of(f"a\tx{character}y\tc\n", vocab)
    assert rows.n_rows == 1
    assert vocab.decode(rows.codes["two"]) == [f"x{character}y"]


def test_read_rows__same_string_same_code_over_files() -> None:
    vocab = Vocab()
    _, first = rows_of("猫\tשרה\t👍🏽\n", vocab)
    _, second = rows_of("👍🏽\t猫\tשרה\n", vocab)
    assert first.codes["one"][0] == second.codes["two"][0]
    assert first.codes["two"][0] == second.codes["three"][0]
    assert first.codes["three"][0] == second.codes["one"][0]


def test_read_rows__nothing_gives_no_rows() -> None:
    assert rows_of("")[1].n_rows == 0


def test_read_rows__bad_utf8_names_its_line() -> None:
    with pytest.raises(SourceError, match="is not UTF-8") as caught:
        rows_of(b"a\tb\tc\nd\te\xe4\tf\n")
    assert caught.value.line == 2


@pytest.mark.parametrize(
    "content",
    ["", "a\tb\tc\n", "a\tb\tc", "a\tb\tc\n\nd\te\tf\n\n\n", "a\tb\t\n", "a\t\t\n", "\n\n", "a\tb\tc\r\n\r\n"],
)
def test_check_widths__whole_rows_pass(content: str) -> None:
    check(content)


@pytest.mark.parametrize(
    ("content", "line", "found"),
    [
        ("a\tb\tc\nd\te\n", 2, 2),
        ("a\tb\tc\nd\te", 2, 2),
        ("a\tb\tc\nd\te\tf\tg\n", 2, 4),
        ("a\tb\tc\nd\te\tf\t\n", 2, 4),
        ("a\tb\nd\te\tf\tg\n", 1, 2),
        ("a\tb\tc\td\ne\tf\n", 1, 4),
        ("a\tb\tc\n\t\n", 2, 2),
        ("a\tb\tc\nd e f\n", 2, 1),
        ("a\tb\tc\r\nd\te\r\n", 2, 2),
    ],
)
def test_check_widths__wrong_row_is_named(content: str, line: int, found: int) -> None:
    with pytest.raises(FormatError) as caught:
        check(content)
    assert (caught.value.path, caught.value.line) == ("x.tsv", line)
    assert f"has {found} tab-separated column" in caught.value.message


def test_check_widths__says_how_many_rows_are_wrong() -> None:
    with pytest.raises(FormatError, match="4 more such lines"):
        check("a\tb\n" * 5)


def test_check_widths__one_more_line_is_singular() -> None:
    with pytest.raises(FormatError, match=r"1 more such line[^s]*$"):
        check("a\tb\n" * 2)


def test_check_widths__spaces_for_tabs_are_seen() -> None:
    with pytest.raises(FormatError) as caught:
        check("a\tb\tc\nd e f\n")
    assert "not by spaces" in str(caught.value.hint)


def test_check_widths__tab_at_the_end_is_not_blamed_on_spaces() -> None:
    with pytest.raises(FormatError) as caught:
        check("a\tb\tc\nd\te\tf\t\n")
    assert "space" not in str(caught.value.hint)


def test_check_widths__never_expects_what_it_found() -> None:
    """`has 3 columns, 3 are expected` helps nobody: here it is the first column that is empty."""
    with pytest.raises(FormatError) as caught:
        check("a\tb\tc\n\te\tf\n")
    assert "has 3 tab-separated columns, 3 are expected" not in caught.value.message


def test_check_widths__long_lines_and_control_characters_are_shown_short_and_safe() -> None:
    with pytest.raises(FormatError) as caught:
        check("a\tb\tc\n\x1b[31m" + "x" * 500 + "\n")
    assert "\x1b" not in str(caught.value)
    assert len(str(caught.value)) < 300


def test_check_widths__says_that_a_file_is_cut_off() -> None:
    """`repair the line` would make a person look for a fault in a line that was never written to its end."""
    with pytest.raises(FormatError) as caught:
        check("a\tb\tc\nd\te")
    assert caught.value.hint is not None
    assert "ends in the middle of this line" in caught.value.hint
    with pytest.raises(FormatError) as caught:
        check("a\tb\nd\te\tf")
    assert caught.value.hint is not None
    assert "ends in the middle" not in caught.value.hint


@QUICK
@given(st.lists(st.lists(st.sampled_from(["", "x", "yy", "é"]), min_size=1, max_size=5), max_size=8), st.booleans())
def test_check_widths__agrees_with_counting(table: list[list[str]], final: bool) -> None:  # noqa: FBT001 (hypothesis)
    """The short cut over the whole file must never let a row pass that counting would refuse."""
    content = "\n".join("\t".join(row) for row in table) + "\n" * final
    lines = content.split("\n")
    if lines[-1] == "":
        lines.pop()
    wrong = [number for number, line in enumerate(lines, 1) if len(line.split("\t")) != (WIDTH if line else 1)]
    empty_first = [number for number, line in enumerate(lines, 1) if line.startswith("\t")]
    refused = sorted({*wrong, *empty_first})
    if not refused:
        check(content)
        return
    with pytest.raises(FormatError) as caught:
        check(content)
    assert caught.value.line == refused[0]
