"""Measures of spans: by hand, against nervaluate itself, and what always holds."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

import tertium
from tests.tasks.test_chunks import draw

if TYPE_CHECKING:
    from pathlib import Path


def write(path: Path, sentences: list[list[str]]) -> Path:
    path.write_text("".join("".join(f"w\t{tag}\n" for tag in tags) + "\n" for tags in sentences))
    return path


def rows(result: Any) -> dict[tuple[str, str | None], dict[str, Any]]:
    return {(row["measure"], row.get("label")): row for row in result.to_dict()["scores"]}


def test_f1_by_hand(tmp_path: Path) -> None:
    """One span right, one with another type, one missed, one invented."""
    gold = write(tmp_path / "gold.bio", [["B-PER", "I-PER", "O", "B-LOC", "O", "B-ORG", "O"]])
    system = write(tmp_path / "a.bio", [["B-PER", "I-PER", "O", "B-PER", "O", "O", "B-LOC"]])
    found = rows(tertium.score(gold, {"a": system}))
    assert found["F1", None]["numerator"] == 2 * 1
    assert found["F1", None]["denominator"] == 3 + 3
    assert found["UF1", None]["numerator"] == 2 * 2
    assert found["TokenAccuracy", None]["numerator"] == 4
    assert found["F1", "PER"]["precision"] == {
        "value": 1 / 2,
        "numerator": 1,
        "denominator": 2,
        "low": None,
        "high": None,
    }
    assert found["F1", "LOC"]["value"] == 0
    counts = {"correct": 1, "incorrect": 1, "partial": 0, "missed": 1, "spurious": 1}
    assert found["strict", None]["counts"] == counts
    assert found["exact", None]["counts"] == {**counts, "correct": 2, "incorrect": 0}


def test_partial_overlap_is_worth_a_half(tmp_path: Path) -> None:
    gold = write(tmp_path / "gold.bio", [["B-PER", "I-PER", "I-PER"]])
    system = write(tmp_path / "a.bio", [["B-LOC", "I-LOC", "O"]])
    found = rows(tertium.score(gold, {"a": system}))
    assert found["partial", None]["value"] == 0.5
    assert found["type", None]["counts"]["incorrect"] == 1


def test_events_are_nervaluates(tmp_path: Path) -> None:
    evaluator = pytest.importorskip("nervaluate", reason="nervaluate is not installed").Evaluator
    source = np.random.default_rng(5)
    gold = [[*draw(source, "BI"), *draw(source, "BI")] for _ in range(300)]
    system = [[tag if source.random() < 0.7 else draw(source, "BI")[0] for tag in tags] for tags in gold]
    found = rows(
        tertium.score(
            write(tmp_path / "gold.bio", gold),
            {"a": write(tmp_path / "a.bio", system)},
            like="nervaluate",
            scheme="iob2",
        )
    )
    theirs = evaluator(gold, system, tags=["A", "B-C"], loader="list").evaluate()
    for label, ways in [(None, theirs["overall"]), *theirs["entities"].items()]:
        for way, expected in ways.items():
            row = found[{"ent_type": "type"}.get(way, way), label]
            assert row["counts"] == {name: getattr(expected, name) for name in row["counts"]}
            assert row["value"] == pytest.approx(expected.f1, abs=1e-12)
            assert row["precision"]["value"] == pytest.approx(expected.precision, abs=1e-12)


def test_gold_against_itself_is_perfect(tmp_path: Path) -> None:
    source = np.random.default_rng(6)
    gold = write(tmp_path / "gold.bio", [draw(source, "BI") for _ in range(30)])
    assert {row["value"] for row in rows(tertium.score(gold, {"a": gold})).values()} == {1.0}


def test_corrections_minus_new_errors_is_the_change_in_right_spans(tmp_path: Path) -> None:
    source = np.random.default_rng(7)
    gold = [draw(source, "BI") for _ in range(60)]
    files = [write(tmp_path / "gold.bio", gold)]
    for name in "ab":
        changed = [[tag if source.random() < 0.8 else draw(source, "BI")[0] for tag in tags] for tags in gold]
        files.append(write(tmp_path / f"{name}.bio", changed))
    result = tertium.compare(files[0], {"a": files[1], "b": files[2]}, intervals=False)
    table = result.difference("a", "b").transitions
    assert table is not None
    corrections, new_errors, _ = table.by_class
    before, after = (result.score("F1", name) for name in "ab")
    wrong = [2 * (row.gold - row.correct) + row.proposed - row.gold for row in (before, after)]
    assert corrections or new_errors
    assert wrong[0] >= 0 <= wrong[1]
    same_place = [int(right.sum()) for right in result.tables.decisions("F1").right]
    assert corrections - new_errors == same_place[1] - same_place[0]
