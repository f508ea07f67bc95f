"""Lexicons and training files."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tertium.comparison.lexicon import Lexicon, learn_lexicon, read_lexicon
from tertium.conventions import Conventions
from tertium.corpus import Vocab
from tertium.errors import SourceError
from tertium.tasks.view import View
from tests.strategies import read, words

if TYPE_CHECKING:
    from pathlib import Path


def write(folder: Path, content: str | bytes) -> str:
    path = folder / "words.tsv"
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return str(path)


def known(lexicon: Lexicon, *forms: str) -> list[tuple[int, int]]:
    """Labels and count of each form."""
    found = lexicon.look_up(list(forms))
    assert found["form"].to_list() == list(forms)
    return list(zip(found["labels"].to_list(), found["count"].to_list(), strict=True))


def test_lexicon__with_counts(tmp_path: Path) -> None:
    lexicon = read_lexicon(write(tmp_path, "der\tART\t10\nder\tPRELS\t2\nHaus\tNN\n"))
    assert lexicon.counted
    assert known(lexicon, "Haus", "Der", "der") == [(1, 1), (0, 0), (2, 12)]


def test_lexicon__with_several_tags(tmp_path: Path) -> None:
    """Without counts it cannot tell how frequent a word is."""
    lexicon = read_lexicon(write(tmp_path, "der\tART\tPRELS\tPDS\nHaus\tNN\n"))
    assert not lexicon.counted
    assert known(lexicon, "der", "Haus") == [(3, 3), (1, 1)]


def test_lexicon__a_line_twice_is_one_label(tmp_path: Path) -> None:
    assert known(read_lexicon(write(tmp_path, "a\tN\t1\na\tN\t2\n")), "a") == [(1, 3)]


def test_lexicon__quotes_blank_lines_marks_and_carriage_returns_are_no_obstacle(tmp_path: Path) -> None:
    lexicon = read_lexicon(write(tmp_path, '\ufeff"\t$(\t3\r\n\r\n犬\tN\t1\r\n#\tX\t1'))
    assert known(lexicon, '"', "犬", "#") == [(1, 3), (1, 1), (1, 1)]


@pytest.mark.parametrize(
    ("content", "line", "word"),
    [
        ("a\tN\nb\n", 2, "no tag"),
        ("a\tN\n\n\tN\n", 3, "no form"),
        ("a\tN\n \tN\n", 2, "no form"),
        ("a\tN\nb\t\n", 2, "empty tag"),
        ("a\tN\t1\nb\tN\t2\nc\tN\tx\n", 3, "count"),
        ("a\tN\t1\nb\tN\t-2\nc\tN\t3\n", 2, "count"),
        ("a\tN\t1\nb\tN\t1.5\nc\tN\t3\n", 2, "count"),
        ("a\tN\tV\tA\nb\tN\t\n", 2, "empty tag"),
        (b"a\tN\n\xff\tN\n", 2, "UTF-8"),
        ("a N 3\n", 1, "no tag"),
    ],
)
def test_lexicon__what_is_wrong_is_named(tmp_path: Path, content: str | bytes, line: int, word: str) -> None:
    path = write(tmp_path, content)
    with pytest.raises(SourceError, match=word) as caught:
        read_lexicon(path)
    assert (caught.value.path, caught.value.line) == (path, line)


@pytest.mark.parametrize("content", ["", "\n\n", "\ufeff"])
def test_lexicon__an_empty_file_is_refused(tmp_path: Path, content: str) -> None:
    with pytest.raises(SourceError, match="no entries"):
        read_lexicon(write(tmp_path, content))


def test_lexicon__no_such_file(tmp_path: Path) -> None:
    with pytest.raises(SourceError, match="no such file"):
        read_lexicon(str(tmp_path / "none.tsv"))


def test_learn_lexicon__labels_of_the_compared_layer() -> None:
    rules = Conventions(task="tagging", layer="upos")
    text = words("a _ NOUN", "b _ VERB") + words("a _ VERB") + words("a _ NOUN")
    lexicon = learn_lexicon(View(read(text, Vocab(), rules, "train"), rules, who="gold"), "train")
    assert known(lexicon, "a", "b", "c") == [(2, 3), (1, 1), (0, 0)]


def test_add__counts_and_labels_of_both(tmp_path: Path) -> None:
    first = read_lexicon(write(tmp_path, "a\tN\t5\n"))
    second = read_lexicon(write(tmp_path, "a\tV\t1\nb\tN\t1\n"))
    both = first.add(second)
    assert known(both, "a", "b") == [(2, 6), (1, 1)]
    assert both.name == "words and words"
