from __future__ import annotations

from typing import TYPE_CHECKING

import polars as pl
import pytest

import tertium
from tests import small

if TYPE_CHECKING:
    from pathlib import Path

    from tertium import Comparison


@pytest.fixture
def result(tmp_path: Path) -> Comparison:
    gold, old, new = small.write(tmp_path)
    return tertium.compare(gold, [old, new])


def test_comparison__counts_what_was_put_into_the_sample(result: Comparison) -> None:
    table = result.difference("old", "new").transitions
    assert table is not None
    assert table.by_class == (2, 2, 1)
    assert (table.n_different, table.n_units) == (5, 18)
    assert result.score("LAS", "old").correct == result.score("LAS", "new").correct == 15


def test_comparison__splits_what_moved(result: Comparison) -> None:
    rows = result.transitions.filter((pl.col("measure") == "LAS") & (pl.col("class") == "correction"))
    assert sorted(rows.select("from_label", "to_label", "head_moved", "label_moved").rows()) == [
        ("det", "det", 1, 0),
        ("nsubj", "obj", 0, 1),
    ]


def test_decisions__name_document_sentence_and_place(result: Comparison) -> None:
    row = result.decisions.filter(pl.col("form") == "עוגה").row(0, named=True)
    assert (row["document"], row["sentence"], row["position"]) == ("dog", "he-1", 3)
    assert (row["gold"], row["old"], row["new"]) == ("obj", "obj", "obl")
    assert (row["gold_head"], row["old_head"], row["old_right"], row["new_right"]) == (2, 2, True, False)


def test_headline__follows_the_measures_asked_for(tmp_path: Path) -> None:
    gold, old, new = small.write(tmp_path)
    result = tertium.compare(gold, [old, new], measures=["upos", "las"])
    assert result.headline == "UPOS"
    assert list(result.tables.measures) == ["UPOS", "LAS"]


def test_headline__without_units_leaves_nothing_to_list(tmp_path: Path) -> None:
    gold, old, new = small.write(tmp_path)
    result = tertium.compare(gold, [old, new], measures=["CLAS"])
    assert not result.has_units
    assert result.oracles == {}
    assert "What changed" not in str(result)


def test_a_layer_of_underscores_is_not_worth_a_column(tmp_path: Path) -> None:
    gold, old, new = small.write(tmp_path)
    for path in (gold, old, new):
        lines = [line.split("\t") for line in path.read_text(encoding="utf-8").split("\n")]
        path.write_text(
            "\n".join("\t".join([*row[:4], "_", *row[5:]]) if len(row) > 4 else "\t".join(row) for row in lines),
            encoding="utf-8",
        )
    assert "XPOS" not in str(tertium.compare(gold, [old, new]))
    assert "UPOS" in str(tertium.compare(gold, [old, new]))
