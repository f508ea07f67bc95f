"""Results as data frames."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

import tertium
from tests import small

if TYPE_CHECKING:
    from pathlib import Path

GOLD = [("a", "N"), ("b", "V")]
WRONG = [("a", "V"), ("b", "V")]


@pytest.mark.parametrize("name", ["gold", "form", "document", "sentence", "position"])
def test_decisions__a_system_hides_no_other_column(name: str) -> None:
    """A copy of the gold in another folder is called gold, too."""
    frame = tertium.compare(GOLD, {name: WRONG, "b": GOLD}).decisions
    assert frame["form"].to_list() == ["a", "b"]
    assert frame["gold"].to_list() == ["N", "V"]
    assert frame[f"{name}-2"].to_list() == ["V", "V"]
    assert frame[f"{name}-2_right"].to_list() == [False, True]
    assert frame["b"].to_list() == ["N", "V"]


def test_decisions__systems_hide_no_columns_of_each_other() -> None:
    frame = tertium.compare(GOLD, {"a": GOLD, "a_right": WRONG, "a_right-2": GOLD}).decisions
    assert frame["a_right"].to_list() == [True, True]
    assert frame["a_right-2_right"].to_list() == [False, True]
    assert frame["a_right-2-2_right"].to_list() == [True, True]


def test_labels__of_measures_without_units(tmp_path: Path) -> None:
    """No bracket is discontinuous, so that F1 has no label, while Triples has some."""
    path = tmp_path / "trees.mrg"
    path.write_text("(S (NP (NN cats)) (VP (VBP sleep)))\n", encoding="utf-8")
    labels = tertium.compare(path, {"a": path, "b": path}, disc_only=True, intervals=False).labels
    assert set(labels["measure"]) == {"Triples"}


def test_differences__say_what_the_json_says(tmp_path: Path) -> None:
    gold, old, new = small.write(tmp_path)
    result = tertium.compare(gold, [old, new], margin=1)
    document = {row["measure"]: row for row in result.to_dict()["differences"]}
    for row in result.differences.to_dicts():
        other = document[row["measure"]]
        for key in (
            "delta",
            "error_reduction",
            "p_value",
            "p_adjusted",
            "standard_error",
            "detectable",
            "equivalence_p",
        ):
            assert row[key] == pytest.approx(other[key]), key
        if "sentences" in other:
            names = ("better", "worse", "same")
            assert [row[f"sentences_{name}"] for name in names] == [other["sentences"][name] for name in names]
            assert row["mcnemar_z"] == pytest.approx(other["mcnemar_z"], nan_ok=True) or other["mcnemar_z"] is None
