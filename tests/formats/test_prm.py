"""evalb's parameter files, with everything that evalb forgives and does not forgive."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tertium.formats.prm import parse_parameters, read_parameters

if TYPE_CHECKING:
    from pathlib import Path


def test_parameters__a_whole_file() -> None:
    text = """\
# a comment
DEBUG 0
MAX_ERROR 10
CUTOFF_LEN 70
LABELED 0
DELETE_LABEL TOP
DELETE_LABEL\t,
DELETE_LABEL_FOR_LENGTH -NONE-
QUOTE_LABEL POS
EQ_LABEL ADVP PRT
EQ_WORD this This
"""
    rules, odd = parse_parameters(text, "my", "evalb", "my.prm")
    assert odd == []
    assert (rules.cutoff, rules.labeled, rules.max_error) == (70, False, 10)
    assert rules.delete_label == ("TOP", ",")
    assert rules.delete_label_for_length == ("-NONE-",)
    assert rules.quote_label == ("POS",)
    assert rules.eq_label == (("ADVP", "PRT"),)
    assert rules.eq_word == (("this", "This"),)


def test_parameters__without_a_line() -> None:
    rules, odd = parse_parameters("", "none", "evalb", "none.prm")
    assert (rules.cutoff, rules.labeled, rules.max_error, rules.delete_label, odd) == (40, True, 10, (), [])


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("EQ_LABEL ADVP", "x.prm:1: EQ_LABEL needs two values; the line is passed over"),
        ("EQ_LABEL a b c", "x.prm:1: EQ_LABEL needs two values; the line is passed over"),
        ("DELETE_LABELS TOP", "x.prm:1: DELETE_LABELS is unknown to evalb; the line is passed over"),
        ("delete_label TOP", "x.prm:1: delete_label is unknown to evalb; the line is passed over"),
        (" DELETE_LABEL TOP", "x.prm:1: a line that begins with a blank is unknown to evalb; the line is passed over"),
        ("DELETE_LABEL", "x.prm:1: DELETE_LABEL has no value; the line is passed over"),
        ("DELETE_LABEL TOP # root", "x.prm:1: DELETE_LABEL 'TOP # root' holds a blank, so it matches nothing"),
        ("LABELED yes", "x.prm:1: LABELED 'yes' is no number; evalb takes it for 0"),
    ],
)
def test_parameters__odd_lines_are_said(line: str, said: str) -> None:
    assert parse_parameters(line + "\n", "x", "evalb", "x.prm")[1] == [said]


@pytest.mark.parametrize("line", ["", "#", "# DELETE_LABEL TOP", "ab", "x \t "])
def test_parameters__what_evalb_passes_over_silently(line: str) -> None:
    assert parse_parameters(line, "x", "evalb", "x.prm")[1] == []


def test_parameters__numbers_as_c_reads_them() -> None:
    assert parse_parameters("CUTOFF_LEN 25 words\n", "x", "evalb", "x.prm")[0].cutoff == 25


def test_parameters__a_file_with_windows_line_ends(tmp_path: Path) -> None:
    (tmp_path / "a.prm").write_bytes(b"DELETE_LABEL TOP\r\nEQ_LABEL A B\r\n")
    rules, odd = read_parameters(str(tmp_path / "a.prm"))
    assert (rules.delete_label, rules.eq_label, odd) == (("TOP",), (("A", "B"),), [])
