"""MaltEval: metrics, groups by relation, whole sentences, projectivity, McNemar's z."""

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
MEASURES = {"LAS": "LAS", "UAS": "UAS", "LA": "LS", "AnyRight": "AnyRight", "BothWrong": "BothWrong"}


@cache
def document(corpus: str) -> dict[str, Any]:
    assert SHARED is not None
    found: dict[str, Any] = json.loads((SHARED / f"oracles/dependency/{corpus}.malteval.json").read_text())
    return found


def runs() -> list[tuple[str, str, str]]:
    if SHARED is None:
        return []
    modes = ("with_punctuation", "without_punctuation")
    return [(corpus, system, mode) for corpus in CORPORA for system in document(corpus)["systems"] for mode in modes]


@pytest.mark.parametrize(("corpus", "system", "mode"), runs() or [("", "", "")])
def test_malteval__every_table(shared: Path, corpus: str, system: str, mode: str) -> None:
    expected = document(corpus)["systems"][system][mode]
    folder = shared / "corpora/dependency" / corpus
    punctuation = "yes" if mode == "with_punctuation" else "form"
    result = tertium.score(
        folder / "gold.conllu", {system: folder / f"{system}.conllu"}, like="malteval", punctuation=punctuation
    )
    for name, measure in MEASURES.items():
        row = result.score(measure, system)
        assert row.gold == expected["token"][name]["count"]
        assert round(row.value, 12) == expected["token"][name]["mean"]
    table = result.label_table("LAS")
    found = {
        label: {
            "system": int(table.proposed[0, place]),
            "gold": int(table.units[place]),
            "correct": int(table.correct[0, place]),
        }
        for place, label in enumerate(table.labels)
    }
    assert found == expected["deprel_LAS"]
    whole = result.score("LAS", system).sentences
    assert whole is not None
    assert whole.denominator == expected["sentence_exact_match_LAS"]["count"]
    assert round(whole.value, 12) == expected["sentence_exact_match_LAS"]["mean"]


@pytest.mark.parametrize("corpus", CORPORA)
def test_malteval__projectivity(shared: Path, corpus: str) -> None:
    folder = shared / "corpora/dependency" / corpus
    for system, numbers in document(corpus)["systems"].items():
        result = tertium.score(folder / "gold.conllu", {system: folder / f"{system}.conllu"}, like="malteval")
        rows = [line.split() for line in numbers["arc_projectivity_self_raw"] if line.endswith("roj")]
        expected = {row[-1]: tuple(int(number) for number in row[3:6]) for row in rows}
        found = {group.group: (group.proposed, group.gold, group.correct) for group in result.groups}
        assert found["non-projective"] == expected["Non-proj"]
        assert found["projective"] == expected["Proj"]


@pytest.mark.parametrize("corpus", CORPORA)
def test_malteval__mcnemar(shared: Path, corpus: str) -> None:
    folder = shared / "corpora/dependency" / corpus
    systems = {name: folder / f"{name}.conllu" for name in document(corpus)["systems"]}
    result = tertium.compare(folder / "gold.conllu", systems, like="malteval")
    for pair, numbers in document(corpus)["mcnemar"].items():
        before, after = pair.split(" vs ")
        for measure, expected in numbers.items():
            agreement = result.difference(before, after, measure).agreement
            assert agreement is not None
            assert round(agreement.mcnemar_z, 12) == pytest.approx(expected["z"], abs=2e-12)
