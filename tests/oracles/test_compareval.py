"""ComparEval (Tuggener 2017): accuracies, differences, change lists in their printed order, labels, upper bounds."""

from __future__ import annotations

import json
from functools import cache
from typing import TYPE_CHECKING, Any

import pytest

import tertium
from tertium.comparison.transitions import CHANGED_ERROR
from tests.conftest import find_shared

if TYPE_CHECKING:
    from pathlib import Path

    from tertium import Comparison

SHARED = find_shared()
FILES: dict[str, dict[str, Any]] = {
    "dependency/en_ewt.compareval.json": {},
    "dependency/en_ewt.compareval_with_punct.json": {"punctuation": "yes"},
    "dependency/grc_perseus_nonproj.compareval.json": {},
    "dependency/grc_perseus_nonproj.compareval_with_punct.json": {"punctuation": "yes"},
    "tagging/de_gsd.compareval.json": {},
}
CLASSES = ("corrections", "new_errors", "changed_errors")


@cache
def document(oracle: str) -> dict[str, Any]:
    assert SHARED is not None
    found: dict[str, Any] = json.loads((SHARED / "oracles" / oracle).read_text())
    return found


def path_of(oracle: str, system: str) -> Path:
    assert SHARED is not None
    task = oracle.split("/", maxsplit=1)[0]
    suffix = "tsv" if task == "tagging" else "conllu"
    return SHARED / "corpora" / task / str(document(oracle)["corpus"]) / f"{system}.{suffix}"


@cache
def compared(oracle: str, systems: tuple[str, ...]) -> Comparison:
    files = {name: path_of(oracle, name) for name in systems}
    return tertium.compare(path_of(oracle, "gold"), files, like="compareval", **FILES[oracle])


def pairs() -> list[Any]:
    """One pair of each file by default, all others in the slow run."""
    if SHARED is None:
        return []
    found = []
    for oracle in FILES:
        for number, pair in enumerate(document(oracle)["compare"]):
            found.append(pytest.param(oracle, pair, marks=[pytest.mark.slow] if number else []))
    return found


def share(table: dict[str, Any]) -> tuple[int, int, float]:
    return table["count"], table["of"], table["percent"]


def printed_changes(result: Comparison, before: str, after: str) -> list[list[Any]]:
    """[[labels], count] of each class, in our order."""
    table = result.tables.transitions(result.headline, result.index(before), result.index(after))
    lists: list[list[Any]] = [[], [], []]
    for row in range(len(table.count)):
        places = [table.before[row], table.after[row]]
        if table.kind[row] == CHANGED_ERROR:
            places.insert(0, table.gold[row])
        lists[table.kind[row]].append([[table.labels[place] for place in places], int(table.count[row])])
    return lists


@pytest.mark.usefixtures("shared")
@pytest.mark.parametrize(("oracle", "pair"), pairs() or [("", "")])
def test_compareval__pair(oracle: str, pair: str) -> None:
    before, after = pair.split(" -> ")
    expected = document(oracle)["compare"][pair]
    result = compared(oracle, (before, after))
    difference = result.difference(before, after)
    table = difference.transitions
    assert table is not None
    for name, score in expected["accuracy"].items():
        row = result.score(result.headline, name)
        assert (row.correct, row.gold) == share(score)[:2]
        assert 100 * row.value == pytest.approx(score["percent"], abs=1e-9)
    assert (table.n_different, table.n_units) == share(expected["different"])[:2]
    assert table.by_class == tuple(expected[name]["count"] for name in CLASSES)
    lists = printed_changes(result, before, after)
    for name, found in zip(CLASSES, lists, strict=True):
        if "change_lists" in expected:
            assert found == expected["change_lists"][name]
    if "all_changes_in_printed_order" in expected:
        kinds = ("correction", "new error", "changed error")
        merged = [
            (count, tuple(labels), kind) for kind, rows in zip(kinds, lists, strict=True) for labels, count in rows
        ]
        merged.sort(reverse=True)
        assert [[list(labels), count, kind] for count, labels, kind in merged] == expected[
            "all_changes_in_printed_order"
        ]
    if "per_label_in_printed_order" in expected:
        assert per_label(result, before, after) == [
            (
                row["label"],
                row["gold_count"],
                row["acc1_percent_2dec"],
                row["acc2_percent_2dec"],
                row["diff_percent_2dec"],
            )
            for row in expected["per_label_in_printed_order"]
        ]


def per_label(result: Comparison, before: str, after: str) -> list[tuple[Any, ...]]:
    """ComparEval's order: by size of the difference, then by everything else, all falling."""
    table = result.label_table(result.headline)
    one, two = result.index(before), result.index(after)
    rows = []
    for place, label in enumerate(table.labels):
        n = int(table.units[place])
        if n:
            first, second = 100.0 * table.correct[one, place] / n, 100.0 * table.correct[two, place] / n
            rows.append((abs(second - first), second - first, first, second, label, n))
    rows.sort(reverse=True)
    return [(label, n, round(first, 2), round(second, 2), round(diff, 2)) for _, diff, first, second, label, n in rows]


def singles() -> list[Any]:
    if SHARED is None:
        return []
    found = []
    for oracle in FILES:
        for number, system in enumerate(document(oracle)["single"]):
            found.append(pytest.param(oracle, system, marks=[pytest.mark.slow] if number else []))
    return found


@pytest.mark.usefixtures("shared")
@pytest.mark.parametrize(("oracle", "system"), singles() or [("", "")])
def test_compareval__single(oracle: str, system: str) -> None:
    expected = document(oracle)["single"][system]
    by_measure = {"Accuracy": expected} if "overall" in expected else expected
    result = compared(oracle, (system,))
    for measure, numbers in by_measure.items():
        row = result.score(measure, system)
        assert (row.correct, row.gold) == share(numbers["overall"])[:2]
        assert row.sentences is not None
        assert (row.sentences.numerator, row.sentences.denominator) == share(numbers["fully_correct_sentences"])[:2]
        table = result.label_table(measure)
        right = {
            label: (int(table.correct[0, place]), int(table.units[place]))
            for place, label in enumerate(table.labels)
            if table.units[place]
        }
        assert right == {label: share(entry)[:2] for label, entry in numbers["per_label"].items()}
        if "errors_gold_system" in numbers:
            confusions = [[[gold, label], count] for gold, label, count in result.tables.confusions(measure, 0)]
            assert confusions == numbers["errors_gold_system"]


def combinations() -> list[Any]:
    if SHARED is None:
        return []
    found = []
    for oracle in FILES:
        names = list(document(oracle)["upper_bounds"])
        found += [
            pytest.param(oracle, name, marks=[pytest.mark.slow] if number else []) for number, name in enumerate(names)
        ]
    return found


@pytest.mark.usefixtures("shared")
@pytest.mark.parametrize(("oracle", "systems"), combinations() or [("", "")])
def test_compareval__upper_bound(oracle: str, systems: str) -> None:
    expected = document(oracle)["upper_bounds"][systems]
    result = compared(oracle, tuple(systems.split(" + ")))
    oracles = result.oracle_of(result.headline)
    assert (oracles.correct, oracles.units) == share(expected["upper_bound"])[:2]
    if "fully_correct_sentences" in expected:
        assert oracles.whole_sentences == expected["fully_correct_sentences"]["count"]
    if "per_label" not in expected:
        return
    table = result.label_table(result.headline)
    found = {
        label: (int(table.oracle[place]), int(table.units[place]))
        for place, label in enumerate(table.labels)
        if table.units[place]
    }
    assert found == {label: share(entry)[:2] for label, entry in expected["per_label"].items()}
