"""Columns of the user, joined with the gold."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import polars as pl
import pytest

from tertium.comparison.joined import Joined, read_joined
from tertium.conventions import Conventions
from tertium.corpus import Vocab
from tertium.errors import SourceError
from tests.small import GOLD
from tests.strategies import read, words

if TYPE_CHECKING:
    from pathlib import Path

    from tertium.comparison.feature_columns import Column

SIZES = (5, 6, 4, 3)  # words of the gold's sentences


def join(folder: Path, content: str | bytes, gold: str = GOLD, name: str = "mine.csv") -> Joined:
    path = folder / name
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return read_joined(str(path), read(gold, Vocab(), Conventions(), "gold"))


def by_sentence(column: Column) -> list[Any]:
    """The value of each sentence's first word, after a look at the others."""
    values, start, found = column.series().to_list(), 0, []
    for size in SIZES:
        assert len(set(values[start : start + size])) == 1
        found.append(values[start])
        start += size
    return found


def test_joined__by_sentence(tmp_path: Path) -> None:
    joined = join(tmp_path, "sent_id,genre,score\nja-1,news,0.5\npt-1,blog,\nhe-1,,2\n")
    assert joined.level == "sentence"
    assert [warning.partition(": ")[2] for warning in joined.warnings] == ["no row for 1 of the gold's 4 sentences"]
    assert by_sentence(joined.columns["genre"]) == ["blog", None, None, "news"]
    assert by_sentence(joined.columns["score"]) == [None, None, 2.0, 0.5]


def test_joined__by_document(tmp_path: Path) -> None:
    joined = join(tmp_path, "doc\tera\ndog\told\ncake\tnew\n", name="mine.tsv")
    assert joined.level == "document"
    assert by_sentence(joined.columns["era"]) == ["new", "new", "old", "old"]


@pytest.mark.parametrize("key", ["id", "position", "token"])
def test_joined__by_word(tmp_path: Path, key: str) -> None:
    joined = join(tmp_path, f"sent_id,{key},gaze\nja-1,3,120\npt-1,1,80\n")
    assert joined.level == "token"
    values = joined.columns["gaze"].series().to_list()
    assert (values[0], values[-1], values[1:-1]) == (80, 120, [None] * 16)


def test_joined__a_column_called_token_is_free_where_the_number_is_called_id(tmp_path: Path) -> None:
    joined = join(tmp_path, "sent_id,id,token\npt-1,1,Joana\n")
    assert joined.columns["token"].series().to_list()[0] == "Joana"


def test_joined__multiword_tokens_match_no_word(tmp_path: Path) -> None:
    joined = join(tmp_path, "sent_id,id,x\npt-2,3-4,a\npt-2,3,b\n")
    assert "1 of 2 rows" in joined.warnings[0]


def test_joined__parquet(tmp_path: Path) -> None:
    path = tmp_path / "mine.parquet"
    frame = pl.DataFrame({"sent_id": ["he-1", "pt-1"], "day": [2, 1], "good": [True, False]})
    frame.write_parquet(path)
    joined = read_joined(str(path), read(GOLD, Vocab(), Conventions(), "gold"))
    assert by_sentence(joined.columns["day"]) == [1, None, 2, None]
    assert by_sentence(joined.columns["good"]) == ["false", None, "true", None]


def test_joined__keys_stay_as_they_are_written(tmp_path: Path) -> None:
    gold = "# sent_id = 007\n" + words("a") + "# sent_id = 7\n" + words("b")
    joined = join(tmp_path, "sent_id,x\n007,bond\n", gold)
    assert joined.columns["x"].series().to_list() == ["bond", None]


def test_joined__sentences_without_names_are_joined_by_number(tmp_path: Path) -> None:
    joined = join(tmp_path, "sentence;x\n2;b\n1;a\n", words("a") + words("b") + words("c"))
    assert joined.columns["x"].series().to_list() == ["a", "b", None]


def test_joined__named_sentences_are_joined_by_number_if_no_name_is_used(tmp_path: Path) -> None:
    assert by_sentence(join(tmp_path, "sentence,x\n4,d\n").columns["x"]) == [None, None, None, "d"]


def test_joined__rows_that_match_nothing_are_counted(tmp_path: Path) -> None:
    joined = join(tmp_path, "sent_id,x\npt-1,a\nxx-1,b\nxx-2,c\n")
    assert [warning.partition(": ")[2] for warning in joined.warnings] == [
        "2 of 3 rows match nothing in the gold (first line 3: sent_id 'xx-1')",
        "no row for 3 of the gold's 4 sentences",
    ]


def test_joined__quotes_may_hold_separators_and_lines(tmp_path: Path) -> None:
    joined = join(tmp_path, 'sent_id,x\npt-1,"a, b"\npt-2,"c\nd"\n')
    assert by_sentence(joined.columns["x"]) == ["a, b", "c\nd", None, None]


@pytest.mark.parametrize(
    ("content", "line", "word"),
    [
        ("sent_id,x\npt-1,a\npt-2,b\npt-1,c\n", 4, "has come before"),
        ("sent_id,id,x\npt-1,1,a\npt-1,1,b\n", 3, "has come before"),
        ("sent_id,token,x\npt-1,Joana,a\n", 2, "not the number of a word"),
        ("sent_id,x\npt-1,a\npt-2,b,c\n", 3, "3 columns, the header has 2"),
        ("sent_id,x,x\npt-1,a,b\n", 1, "twice"),
        ("sent_id,,x\npt-1,a,b\n", 1, "no name"),
        ("name,x\npt-1,a\n", None, "neither sent_id nor document"),
        ("id,x\n1,a\n", None, "has id but no sent_id"),
        ("sent_id,x\n", None, "no rows"),
        ("sent_id\npt-1\n", None, "besides its keys"),
        ("sent_id,x\nzz,a\n", None, "'pt-1'"),
        ("", None, "empty"),
        (b"sent_id,x\npt-1,\xff\n", 2, "UTF-8"),
        (b"PAR1 and nothing", None, "Parquet"),
    ],
)
def test_joined__what_is_wrong_is_named(tmp_path: Path, content: str | bytes, line: int | None, word: str) -> None:
    with pytest.raises(SourceError, match=word) as caught:
        join(tmp_path, content)
    assert caught.value.line == line
    assert str(caught.value.path).endswith("mine.csv")


def test_joined__lists_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "mine.parquet"
    pl.DataFrame({"sent_id": ["pt-1"], "x": [[1, 2]]}).write_parquet(path)
    with pytest.raises(SourceError, match="List"):
        read_joined(str(path), read(GOLD, Vocab(), Conventions(), "gold"))


def test_joined__no_such_file() -> None:
    with pytest.raises(SourceError, match="no such file"):
        read_joined("none.csv", read(GOLD, Vocab(), Conventions(), "gold"))
