"""eval07.pl with and without -p: scores, relations, directions and distances, broken columns included."""

from __future__ import annotations

import json
from functools import cache
from typing import TYPE_CHECKING, Any

import pytest

import tertium
from tests.conftest import find_shared

if TYPE_CHECKING:
    from pathlib import Path

SHARED = find_shared()
CORPORA = ("en_ewt", "grc_perseus_nonproj")
SCORES = {"labeled_attachment": "LAS", "unlabeled_attachment": "UAS", "label_accuracy": "LS"}


@cache
def document(corpus: str) -> dict[str, Any]:
    assert SHARED is not None
    found: dict[str, Any] = json.loads((SHARED / f"oracles/dependency/{corpus}.eval07.json").read_text())
    return found


def runs() -> list[tuple[str, str, str]]:
    if SHARED is None:
        return []
    modes = ("with_punctuation", "without_punctuation")
    return [(corpus, system, mode) for corpus in CORPORA for system in document(corpus)["systems"] for mode in modes]


def repaired(path: Path, system: str, tmp_path: Path) -> Path:
    """The stored runs had empty FEATS set to `_` first, except where the name says otherwise."""
    if system.endswith(".unrepaired"):
        return path.with_name(path.name.replace(".unrepaired", ""))
    target = tmp_path / path.name
    target.write_text(path.read_text().replace("\t\t", "\t_\t"))
    return target


@pytest.mark.parametrize(("corpus", "system", "mode"), runs() or [("", "", "")])
def test_eval07__every_table(shared: Path, tmp_path: Path, corpus: str, system: str, mode: str) -> None:
    expected = document(corpus)["systems"][system][mode]
    folder = shared / "corpora/dependency" / corpus
    path = repaired(folder / f"{system}.conllu", system, tmp_path)
    like = "eval07" if mode == "with_punctuation" else "eval07-p"
    result = tertium.score(folder / "gold.conllu", {"system": path}, like=like)
    for name, measure in SCORES.items():
        row = result.score(measure, "system")
        assert (row.correct, row.gold) == (expected[name]["count"], expected[name]["of"])
        assert 100 * row.value == pytest.approx(expected[name]["percent"], abs=1e-9)
    assert result.left_out == expected["non_scoring_tokens"]
    for name, measure in (("deprel", "LS"), ("deprel_and_attachment", "LAS")):
        table = result.label_table(measure)
        found = {
            label: {
                "gold": int(table.units[place]),
                "correct": int(table.correct[0, place]),
                "system": int(table.proposed[0, place]),
            }
            for place, label in enumerate(table.labels)
        }
        assert found == expected[name]
    for name, by in (("head_direction", "direction"), ("head_distance", "distance")):
        found = {
            group.group: {"gold": group.gold, "correct": group.correct, "system": group.proposed}
            for group in result.groups
            if group.by == by
        }
        assert found == expected[name]
