"""Lists of BIO tags, and lists, arrays and series of labels."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import pandas as pd
import polars as pl
import pytest

import tertium
from tertium.errors import TertiumError

if TYPE_CHECKING:
    from pathlib import Path

GOLD = [["B-PER", "I-PER", "O"], ["O", "B-LOC"]]


def test_tags__lists_of_lists_are_spans() -> None:
    result = tertium.compare(GOLD, {"a": [["B-PER", "O", "O"], ["O", "B-LOC"]], "b": GOLD})
    assert result.task == "spans"
    assert (result.score("F1", "a").correct, result.score("F1", "a").proposed) == (1, 2)
    assert result.score("F1", "b").value == 1.0


def test_tags__one_output_need_not_be_named() -> None:
    assert tertium.score(GOLD, GOLD).score("F1", "system 1").value == 1.0


def test_tags__two_in_a_list_are_a_sentence_and_in_a_tuple_a_pair() -> None:
    """`("O", "B-PER")` may be the word O with its tag."""
    assert tertium.score([["O", "B-PER"]], {"a": [["O", "O"]]}).task == "spans"
    assert tertium.score([("O", "B-PER")], {"a": [("O", "O")]}).gold.forms(0, 1) == ["O"]


@pytest.mark.parametrize(
    ("tags", "what"),
    [
        ([["B-PER", "I-PER"], ["O", "B-LOC"]], "a:1, sentence '1': 2 words"),
        ([["B-PER", "I-PER", "O"]], "a: has only 1 sentence"),
    ],
)
def test_tags__other_lengths_are_refused(tags: list[list[str]], what: str) -> None:
    with pytest.raises(TertiumError, match=what):
        tertium.score(GOLD, {"a": tags})


@pytest.mark.parametrize(
    "make",
    [list, tuple, pl.Series, pd.Series, lambda rows: [np.array(row) for row in rows]],
    ids=["list", "tuple", "polars", "pandas", "arrays"],
)
def test_tags__go_with_the_words_of_a_file_place_by_place(make: Any, tmp_path: Path) -> None:
    path = tmp_path / "g.bio"
    path.write_text("Ann B-PER\nLee I-PER\nslept O\n\nin O\nRome B-LOC\n")
    tags = make([["B-PER", "I-PER", "O"], ["O", "O"]])
    result = tertium.score(path, {"a": tags})
    assert (result.score("F1", "a").correct, result.score("F1", "a").gold, result.warnings) == (1, 2, [])
    assert tertium.score(tags, {"a": path}).score("F1", "a").proposed == 2


def test_pairs__with_tags_of_spans_are_spans() -> None:
    gold = [[("Ann", "B-PER"), ("slept", "O")]]
    assert tertium.score(gold, {"a": gold}).task == "spans"
    assert tertium.score(gold, {"a": gold}, task="tagging").score("Accuracy", "a").correct == 2


@pytest.mark.parametrize("make", [list, tuple, np.array, pl.Series, pd.Series])
@pytest.mark.parametrize("values", [("x", "y", "x"), (0, 1, 0)])
def test_labels__in_order(make: Any, values: tuple[Any, ...]) -> None:
    gold, system = make(values), make((values[0], values[0], values[0]))
    assert tertium.score(gold, system).score("Accuracy", "system 1").correct == 2
    assert tertium.score(gold, {"a": system}).score("Accuracy", "a").correct == 2


def test_labels__of_other_lengths_are_refused() -> None:
    with pytest.raises(TertiumError, match="3 rows") as caught:
        tertium.score(["x", "y", "x"], {"a": ["x"]})
    assert "has 1" in str(caught.value)


def test_labels__runs_of_a_system() -> None:
    gold = np.array(["x", "y"] * 20)
    result = tertium.compare(gold, {"a": [gold, gold[::-1].copy()], "b": gold})
    assert result.score("Accuracy", "a").value == 0.5


def test_paths__beside_a_gold_in_memory_are_still_paths(tmp_path: Path) -> None:
    (tmp_path / "a.csv").write_text("id,prediction\n1,x\n2,x\n", encoding="utf-8")
    frame = pl.DataFrame({"id": [1, 2], "gold": ["x", "y"]})
    assert tertium.score(frame, [str(tmp_path / "a.csv")]).systems == ("a",)
