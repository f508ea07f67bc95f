"""Which rows are what; under the UD evaluation's preset as that scorer reads them, oddities included.

The verdicts are those of udtools 0.2.9 on the same files.
"""

from __future__ import annotations

import pytest

from tertium.conventions import PRESETS
from tertium.errors import FormatError
from tests.formats.samples import faults, heads, read, sentences

UD = PRESETS["ud"][1]
FIRST = "1\ta\t_\tX\t_\t_\t0\troot\t_\t_\n"
RANGE = "2-3\tbc\t_\t_\t_\t_\t_\t_\t_\t_\n"
SECOND = "2\tb\t_\tX\t_\t_\t1\tobj\t_\t_\n"
THIRD = "3\tc\t_\tX\t_\t_\t1\tobj\t_\t_\n"
GHOST = "1.1\te\t_\t_\t_\t_\t_\t_\t_\t_\n"


@pytest.mark.parametrize(
    "number", ["_", "-", "1-", "1_0", "", " 2", "2 ", "x", "-1", "0", "1-2", "2-1", "#", "٣", "9" * 12, "7"]
)
def test_row_kinds__like_ud_numbers_inside_a_token_are_not_looked_at(number: str) -> None:
    corpus = read(FIRST + RANGE + number + SECOND[1:] + THIRD + "\n", conventions=UD)
    assert sentences(corpus) == [["a", "b", "c"]]
    assert heads(corpus) == [-1, 0, 0]
    assert sum(faults(corpus).values()) == 1
    assert corpus.surface.word_start.tolist() == [0, 1, 3]


@pytest.mark.parametrize("number", [" 1", "1 ", "+1", "01", "١"])
def test_row_kinds__like_ud_numbers_are_what_python_takes_for_one(number: str) -> None:
    assert sentences(read(number + FIRST[1:] + "\n", conventions=UD)) == [["a"]]


@pytest.mark.parametrize("number", ["1.", ".1", "1.a", "0.1"])
def test_row_kinds__like_ud_whatever_has_a_dot_is_an_empty_node(number: str) -> None:
    corpus = read(FIRST + number + SECOND[1:] + "\n", conventions=UD)
    assert sentences(corpus) == [["a"]]
    assert corpus.n_empty_nodes == 1


@pytest.mark.parametrize("number", ["_", "-", "1-", "1-2-3", "x", "", " ", "0", "-1", "2-2-", "1_0"])
def test_row_kinds__like_ud_numbers_outside_of_a_token_are(number: str) -> None:
    with pytest.raises(FormatError):
        read(FIRST + number + SECOND[1:] + "\n", conventions=UD)


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (FIRST + RANGE + "# c\n" + SECOND + THIRD + "\n", "comment inside"),
        (FIRST + RANGE + SECOND + "# c.\n" + THIRD + "\n", "comment inside"),
        (GHOST + "# c\n" + FIRST + "\n", "comment inside"),
        (FIRST + "\n" + GHOST, "does not end with an empty line"),
        (FIRST + RANGE + SECOND + "\n", "does not fit"),
        (FIRST + RANGE + SECOND + "\n" + FIRST + "\n", "does not fit"),
        (FIRST + "  \n" + FIRST + "\n", "white space"),
        (FIRST.replace("\troot", "\rroot") + "\n", "no word number"),
    ],
)
def test_row_kinds__like_ud_what_it_refuses_is_refused(content: str, message: str) -> None:
    with pytest.raises(FormatError, match=message):
        read(content, conventions=UD)


@pytest.mark.parametrize(
    ("content", "kind"),
    [
        (FIRST + RANGE + "# c\n" + SECOND + THIRD + "\n", "comments inside a sentence"),
        (GHOST.replace("1.1", "0.1") + "# c\n" + FIRST + "\n", "comments inside a sentence"),
        (FIRST + "\n" + GHOST, "missing empty lines at the end of the file"),
    ],
)
def test_row_kinds__otherwise_it_is_counted(content: str, kind: str) -> None:
    assert faults(read(content)) == {kind: 1}


@pytest.mark.parametrize("form", ["\u00a0", "", " "])
def test_row_kinds__like_ud_forms_inside_a_token_are_not_looked_at(form: str) -> None:
    content = FIRST + RANGE + SECOND.replace("\tb\t", f"\t{form}\t") + THIRD + "\n"
    assert sentences(read(content, conventions=UD)) == [["a", form, "c"]]
    with pytest.raises(FormatError, match="FORM is empty"):
        read(content)
    with pytest.raises(FormatError, match="FORM is empty"):
        read(content.replace("\ta\t", f"\t{form}\t"), conventions=UD)


@pytest.mark.parametrize("head", [" 1", "1 ", "+1", "01", "١"])
def test_row_kinds__like_ud_heads_are_what_python_takes_for_numbers(head: str) -> None:
    content = FIRST + SECOND.replace("\t1\tobj", f"\t{head}\tobj") + "\n"
    assert heads(read(content, conventions=UD)) == [-1, 0]


def test_row_kinds__like_ud_an_underscore_between_digits_is_no_fault_of_a_head() -> None:
    """Python reads 1_0 as ten, which lies outside of the sentence."""
    with pytest.raises(FormatError, match="HEAD is 1_0, but the sentence has 2 words"):
        read(FIRST + SECOND.replace("\t1\tobj", "\t1_0\tobj") + "\n", conventions=UD)
