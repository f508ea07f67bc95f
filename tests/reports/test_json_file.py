"""The contract of the JSON document, schema 1."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

import tertium
from tests import small

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture
def document(tmp_path: Path) -> dict[str, Any]:
    gold, old, new = small.write(tmp_path)
    found: dict[str, Any] = json.loads(tertium.compare(gold, [old, new]).to_json())
    return found


def test_json__head(document: dict[str, Any]) -> None:
    assert document["schema"] == 1
    assert document["tertium"] == tertium.__version__
    assert document["task"] == "dependency"
    assert document["signature"].startswith("task:dependency|")
    gold = document["gold"]
    assert (gold["documents"], gold["sentences"], gold["units"]) == (2, 4, 18)
    assert document["systems"] == ["old", "new"]
    assert document["warnings"] == []


def test_json__scores(document: dict[str, Any]) -> None:
    rows = {(row["system"], row["measure"]): row for row in document["scores"]}
    las = rows["old", "LAS"]
    assert (las["numerator"], las["denominator"]) == (30, 36)
    assert las["value"] == pytest.approx(15 / 18)
    precision = las["precision"]
    assert (precision["value"], precision["numerator"], precision["denominator"]) == (las["value"], 15, 18)
    assert precision["low"] < las["value"] < precision["high"]
    assert las["recall"]["denominator"] == 18
    assert las["aligned_accuracy"] == pytest.approx(15 / 18)
    assert las["low"] < las["value"] < las["high"] <= 1
    assert rows["old", "Words"]["aligned_accuracy"] is None
    names = [
        "Tokens",
        "Sentences",
        "Words",
        "UPOS",
        "XPOS",
        "UFeats",
        "AllTags",
        "Lemmas",
        "UAS",
        "LS",
        "LAS",
        "CLAS",
        "MLAS",
        "BLEX",
        "ELAS",
        "EULAS",
    ]
    assert [row["measure"] for row in document["scores"]] == 2 * names


def test_json__differences(document: dict[str, Any]) -> None:
    rows = {row["measure"]: row for row in document["differences"]}
    las = rows["LAS"]
    assert (las["from"], las["to"], las["units"], las["different"]) == ("old", "new", 18, 5)
    assert (las["correction"], las["new_error"], las["changed_error"]) == (2, 2, 1)
    assert las["delta"] == 0
    assert {"delta_low", "delta_high", "p_value", "p_adjusted"} <= set(las)
    assert {
        "class": "changed_error",
        "gold": "nsubj",
        "from": "obl",
        "to": "obj",
        "count": 1,
        "head": 0,
        "label": 1,
        "both": 0,
    } in las["transitions"]
    assert sum(row["count"] for row in las["transitions"]) == las["different"]
    clas = rows["CLAS"]
    assert (clas["units"], clas["different"], clas["correction"], clas["transitions"]) == (None, None, None, [])
    assert isinstance(clas["delta"], float)


def test_json__labels_and_oracle(document: dict[str, Any]) -> None:
    labels = {row["label"]: row for row in document["labels"] if row["measure"] == "LAS"}
    assert labels["obj"]["units"] == 2
    assert labels["obj"]["correct"] == {"old": 1, "new": 1}
    assert labels["obj"]["oracle"] == 2
    assert labels["obj"]["proposed"] == {"old": 1, "new": 3}
    oracle = next(row for row in document["oracle"] if row["measure"] == "LAS")
    assert (oracle["units"], oracle["correct"], oracle["best_system"]) == (18, 17, "old")
    assert oracle["solved_by"] == [1, 4, 13]
    assert oracle["gain"] == pytest.approx(2 / 18)
    assert sum(oracle["shapley"].values()) == pytest.approx(17)


def test_json__score_has_no_comparison(tmp_path: Path) -> None:
    gold, old, _ = small.write(tmp_path)
    document = json.loads(tertium.score(gold, [old]).to_json())
    assert "differences" not in document
    assert "oracle" not in document
    assert {"system": "old", "measure": "LAS", "gold": "obj", "to": "nsubj", "count": 1} in document["confusions"]


def test_json__diff_has_no_gold(tmp_path: Path) -> None:
    _, old, new = small.write(tmp_path)
    document = json.loads(tertium.diff(old, new).to_json())
    assert "gold" not in document
    assert document["systems"] == ["old", "new"]
    row = next(row for row in document["differences"] if row["measure"] == "LAS")
    assert (row["units"], row["different"]) == (18, 5)
    assert all(entry["gold"] is None and entry["class"] == "different" for entry in row["transitions"])


def test_json__tagging_measures(tmp_path: Path) -> None:
    path = tmp_path / "gold.tsv"
    path.write_text("a\tX\nb\tY\n\n")
    document = json.loads(tertium.compare(path, {"one": path, "two": path}).to_json())
    assert [row["measure"] for row in document["scores"]] == ["Accuracy", "Sentences", "Accuracy", "Sentences"]
    accuracy = document["scores"][0]
    assert (accuracy["numerator"], accuracy["denominator"]) == (2, 2)
    assert "precision" not in accuracy
    sentences = next(row for row in document["differences"] if row["measure"] == "Sentences")
    assert sentences["units"] is None


def test_json__the_same_input_gives_the_same_bytes(tmp_path: Path) -> None:
    gold, old, new = small.write(tmp_path)
    first = tertium.compare(gold, [old, new]).to_json()
    assert all(tertium.compare(gold, [old, new]).to_json() == first for _ in range(5))
