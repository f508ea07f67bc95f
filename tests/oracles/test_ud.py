"""The UD evaluation: every count and value of every stored run, and the 50 hand-made edge cases."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

import tertium
from tests.command import run
from tests.conftest import find_shared

if TYPE_CHECKING:
    from pathlib import Path

SHARED = find_shared()


def stored_runs() -> list[tuple[str, str]]:
    if SHARED is None:
        return []
    files = sorted(SHARED.glob("oracles/*/*.ud_eval.json"))
    pairs = []
    for path in files:
        document = json.loads(path.read_text())
        pairs += [(str(path.relative_to(SHARED)), name) for name in document.get("systems", {})]
    return pairs


def system_file(shared: Path, oracle: str, document: dict[str, Any], system: str) -> Path:
    folder = shared / "corpora" / oracle.split("/")[1] / str(document["corpus"])
    name = f"{system}.collapsed.conllu" if "collapsed" in document["gold"] else f"{system}.conllu"
    return folder / name


@pytest.mark.parametrize(("oracle", "system"), stored_runs() or [("", "")])
def test_ud__every_stored_count_and_value(shared: Path, oracle: str, system: str) -> None:
    document = json.loads((shared / oracle).read_text())
    system_path = system_file(shared, oracle, document, system)
    gold = system_path.parent / document["gold"]
    result = tertium.score(gold, {system: system_path}, like="ud")
    for measure, expected in document["systems"][system].items():
        row = result.score(measure, system)
        assert row.precision is not None
        assert row.recall is not None
        assert (row.correct, row.gold, row.proposed) == (
            expected["correct"],
            expected["gold_total"],
            expected["system_total"],
        )
        assert row.aligned == expected["aligned_total"]
        assert row.precision.value == pytest.approx(expected["precision"], abs=1e-9)
        assert row.recall.value == pytest.approx(expected["recall"], abs=1e-9)
        assert row.value == pytest.approx(expected["f1"], abs=1e-9)
        assert row.aligned_accuracy == pytest.approx(expected["aligned_accuracy"], abs=1e-9)


def edge_cases() -> list[dict[str, Any]]:
    if SHARED is None:
        return []
    cases: list[dict[str, Any]] = json.loads((SHARED / "oracles/dependency/edge_cases.ud_eval.json").read_text())[
        "cases"
    ]
    return cases


@pytest.mark.usefixtures("shared")
@pytest.mark.parametrize("case", edge_cases() or [{}], ids=lambda case: case.get("name", "none"))
def test_ud__edge_case(tmp_path: Path, case: dict[str, Any]) -> None:
    """The same numbers; our error where the scorer raises; where it crashes we go on and say so."""
    gold, system = tmp_path / "gold.conllu", tmp_path / "system.conllu"
    gold.write_bytes(case["gold"].encode())
    system.write_bytes(case["system"].encode())
    options = ["--multiple-roots-okay"] if case["options"].get("multiple_roots_okay") else []
    result = run("score", "--like", "ud", gold, system, "--json", *options)
    assert "Traceback" not in result.err
    if "result" in case:
        assert result.code == 0, result.err
        rows = {row["measure"]: row for row in result.json["scores"]}
        for measure, expected in case["result"].items():
            row = rows[measure]
            found = (row["numerator"], row["denominator"], row["precision"]["denominator"], row["aligned"])
            correct, total = 2 * expected["correct"], expected["gold_total"] + expected["system_total"]
            assert found == (correct, total, expected["system_total"], expected["aligned_total"]), measure
            assert row["value"] == pytest.approx(expected["f1"], abs=1e-9)
            assert row["aligned_accuracy"] == expected["aligned_accuracy"]
        if case["name"].startswith(("dup enhanced", "EULAS double")):
            assert any("above 100" in warning for warning in result.json["warnings"])
    elif case["error"]["type"] == "UDError":
        assert result.code == 2
        assert result.out == ""
        assert "Try: " in result.err
    else:
        assert result.code == 0, result.err
        assert result.json["warnings"], "a crash of the official scorer must be said"
