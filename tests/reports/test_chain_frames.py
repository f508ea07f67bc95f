"""What only coreference has, as data frames and CSV files."""

from __future__ import annotations

from typing import TYPE_CHECKING

import polars as pl
import pytest

import tertium
from tests import small
from tests.chains import conll, write_pair
from tests.command import run

if TYPE_CHECKING:
    from pathlib import Path

FORMS = ["Ann", "saw", "her", "old", "boss", "and", "she", "left"]
TAGS = "NNP VBD PRP$ JJ NN CC PRP VBD"
KEY = "(0) - (1(0) - 1) - (0) -"
A = "(0) - (1(0) - 1) - (1) -"
B = "(0) - - - (2) - (0) -"


@pytest.fixture
def paths(tmp_path: Path) -> list[str]:
    return write_pair(tmp_path, *(conll(brackets, tags=TAGS, forms=FORMS) for brackets in (KEY, A, B)))


def test_chains__are_the_tables_of_the_json_document(paths: list[str]) -> None:
    result = tertium.compare(paths[0], paths[1:])
    frames, document = result.chains, result.to_dict()["chains"]
    assert list(frames) == ["bounds", "errors", "error-changes", "agreement", "mentions"]
    bounds = {row["mentions"]: row for row in frames["bounds"].to_dicts()}
    for row in document["bounds"]:
        own = bounds[row["mentions"]]
        assert (own["units"], own["oracle"]) == (row["units"], row["oracle"])
        assert {name: own[f"{name}_correct"] for name in result.systems} == row["correct"]
    assert frames["errors"].select("by", "class", "r1_errors", "r2_errors").rows() == [
        (row["by"], row["class"], row["count"]["r1"], row["count"]["r2"]) for row in document["errors"]
    ]
    assert frames["agreement"].to_dicts() == document["agreement"]
    assert frames["error-changes"].to_dicts() == document["error_changes"]


def test_mentions__come_with_their_words_and_antecedents(paths: list[str]) -> None:
    rows = tertium.compare(paths[0], paths[1:]).chains["mentions"].to_dicts()
    her, she = (next(row for row in rows if row["words"] == word) for word in ("her", "she"))
    assert (her["type"], her["gold"], her["gold_antecedent"]) == ("possessive", "tp", "Ann")
    assert (her["r1"], her["r1_antecedent"], her["r1_right"]) == ("tp", "Ann", True)
    assert (her["r2"], her["r2_antecedent"], her["r2_right"]) == ("fn", None, False)
    assert (she["r1"], she["r1_antecedent"]) == ("wl", "her old boss")
    assert she["gold_antecedent"] == "Ann"
    assert (her["r1_error"], her["r2_error"], she["r1_error"]) == (None, "mention missed", "wrong antecedent")


def test_mentions__columns_are_texts_where_nothing_is_in_them(tmp_path: Path) -> None:
    """The first output has no error, the second no antecedent; frames of several runs can be put under each other."""
    key, *systems = write_pair(tmp_path, conll("(0) - (0)"), conll("(0) - (0)"), conll("(0) - -"))
    types = tertium.compare(key, systems, intervals=False).decisions.schema
    assert {types[f"r{place}_{what}"] for place in (1, 2) for what in ("error", "antecedent")} == {pl.String()}


def test_csv__has_them_beside_the_other_tables(paths: list[str], tmp_path: Path) -> None:
    assert run("compare", "-q", *paths, "--csv", tmp_path / "t.csv").code == 0
    found = {path.name for path in tmp_path.glob("t*.csv")}
    assert found >= {f"t.{name}.csv" for name in ("bounds", "errors", "error-changes", "agreement", "mentions")}
    assert pl.read_csv(tmp_path / "t.mentions.csv")["words"].to_list().count("she") == 1


def test_chains__of_other_tasks_are_none(tmp_path: Path) -> None:
    gold, old, new = small.write(tmp_path)
    assert tertium.compare(gold, [old, new]).chains == {}
