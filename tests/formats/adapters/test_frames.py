"""Frames with a word or a label a row, and lists of records."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pandas as pd
import polars as pl
import pyarrow as pa
import pytest

import tertium
from tertium.errors import FormatError, UsageError
from tests.tables import HEADER, ROWS

if TYPE_CHECKING:
    from collections.abc import Callable

COLUMNS: dict[str, list[Any]] = {name: [row[place] for row in ROWS] for place, name in enumerate(HEADER)}


def as_records(columns: dict[str, list[Any]]) -> list[dict[str, Any]]:
    return [dict(zip(columns, row, strict=True)) for row in zip(*columns.values(), strict=True)]


MAKERS: list[Callable[[dict[str, list[Any]]], Any]] = [pl.DataFrame, pl.LazyFrame, pd.DataFrame, pa.table, as_records]


@pytest.mark.parametrize("make", MAKERS)
def test_labels__gold_and_systems_in_one_frame(make: Callable[..., Any]) -> None:
    result = tertium.compare(make(COLUMNS), by=["topic"])
    assert result.systems == ("a", "b")
    assert [result.score("Accuracy", name).correct for name in result.systems] == [4, 4]
    assert "topic" in str(result.slices.rows())


@pytest.mark.parametrize("make", MAKERS)
def test_labels__frames_joined_by_id(make: Callable[..., Any]) -> None:
    gold = make({"id": COLUMNS["id"], "label": COLUMNS["gold"]})
    system = make({"id": COLUMNS["id"][::-1], "prediction": COLUMNS["a"][::-1]})
    assert tertium.score(gold, {"a": system}).score("Accuracy", "a").correct == 4


@pytest.mark.parametrize("make", MAKERS)
def test_labels__columns_by_any_name(make: Callable[..., Any]) -> None:
    frame = make({"key_": [1, 2], "right": ["x", "y"], "mine": ["x", "x"]})
    result = tertium.score(frame, gold_column="right", system_column="mine", id_column="key_")
    assert result.score("Accuracy", "mine").correct == 1


@pytest.mark.parametrize("make", MAKERS[:-1])
def test_words__frames_of_words(make: Callable[..., Any]) -> None:
    gold = make({"sentence": [1, 1], "word": ["The", "cat"], "POS": ["DT", "NN"]})
    system = make({"sentence": [1, 1], "word": ["The", "cat"], "POS": ["DT", "VB"]})
    result = tertium.score(gold, {"a": system})
    assert result.task == "tagging"
    assert result.score("Accuracy", "a").correct == 1


def test_words__a_column_of_entities_is_spans() -> None:
    gold = pl.DataFrame({"token": ["New", "York"], "ner": ["B-LOC", "I-LOC"]})
    system = pl.DataFrame({"token": ["New", "York"], "ner": ["O", "B-LOC"]})
    result = tertium.score(gold, {"a": system})
    assert result.task == "spans"
    assert result.score("F1", "a").correct == 0


def test_pandas__missing_values_are_no_answers_and_whole_numbers_stay_whole() -> None:
    frame = pd.DataFrame({"id": [1, 2, 3], "gold": [1, 0, 1], "pred": [1, None, 0]})
    result = tertium.score(frame)
    assert result.score("Accuracy", "pred").correct == 1
    assert any("without an answer" in warning for warning in result.warnings)


@pytest.mark.parametrize("gold", [None, float("nan")])
def test_labels__a_missing_gold_label_names_its_row(gold: Any) -> None:
    with pytest.raises(FormatError, match="gold label") as caught:
        tertium.score(pd.DataFrame({"id": ["u", "v"], "gold": ["x", gold], "pred": ["x", "x"]}))
    assert "row v" in str(caught.value)


def test_labels__without_a_gold_column_the_columns_are_named() -> None:
    with pytest.raises(FormatError, match="its columns are left, right"):
        tertium.score(pl.DataFrame({"left": ["x"], "right": ["x"]}))


def test_words__beside_labels_are_refused() -> None:
    with pytest.raises(UsageError, match="not a table with one label a row"):
        tertium.score(pl.DataFrame(COLUMNS), {"a": [("The", "DT")]})
