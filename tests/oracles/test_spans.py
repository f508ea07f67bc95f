"""conlleval.pl, seqeval and nervaluate: their stored numbers, to the last count."""

from __future__ import annotations

import json
from functools import cache
from typing import TYPE_CHECKING, Any

import pytest

import tertium
from tests.command import refused, run
from tests.conftest import find_shared

if TYPE_CHECKING:
    from pathlib import Path

SHARED = find_shared()
SYSTEMS = ("hmm", "maxent", "crf-basic", "crf-rich", "spacy")
Rows = dict[tuple[str, str, str | None], dict[str, Any]]


def stored(name: str) -> Any:
    assert SHARED is not None
    return json.loads((SHARED / "oracles/ner" / name).read_text())


@cache
def scores(**options: Any) -> Rows:
    """All rows of all systems, by system, measure and label."""
    assert SHARED is not None
    folder = SHARED / "corpora/ner/uner-ewt"
    result = tertium.score(folder / "gold.conll", {name: folder / f"{name}.conll" for name in SYSTEMS}, **options)
    return {(row["system"], row["measure"], row.get("label")): row for row in result.to_dict()["scores"]}


pytestmark = pytest.mark.skipif(SHARED is None, reason="the corpora are not there")


@pytest.mark.parametrize("system", SYSTEMS)
@pytest.mark.parametrize(
    ("key", "options"),
    [
        ("seqeval_default", {"like": "seqeval"}),
        ("seqeval_strict_IOB2", {"like": "seqeval-strict"}),
        ("seqeval_strict_IOB1", {"like": "seqeval-strict", "scheme": "iob1"}),
    ],
)
def test_seqeval(system: str, key: str, options: dict[str, Any]) -> None:
    expected, found = stored("uner-ewt.json")["systems"][system], scores(**options)
    for label, values in expected[key].items():
        if label.endswith(" avg") and label != "micro avg":
            continue
        row = found[system, "F1", None if label == "micro avg" else label]
        assert row["value"] == pytest.approx(values["f1-score"], abs=1e-9)
        assert row["precision"]["value"] == pytest.approx(values["precision"], abs=1e-9)
        assert row["recall"]["value"] == pytest.approx(values["recall"], abs=1e-9)
        assert row["recall"]["denominator"] == values["support"]
    accuracy = found[system, "TokenAccuracy", None]["value"]
    assert accuracy == pytest.approx(expected["seqeval_token_accuracy"], abs=1e-9)


@pytest.mark.parametrize("system", SYSTEMS)
def test_conlleval(system: str) -> None:
    expected, found = stored("uner-ewt.json")["systems"][system]["conlleval"], scores(like="conlleval")
    row = found[system, "F1", None]
    counts = (row["recall"]["denominator"], row["precision"]["denominator"], row["recall"]["numerator"])
    assert counts == (expected["gold"], expected["found"], expected["correct"])
    accuracy = found[system, "TokenAccuracy", None]
    assert accuracy["denominator"] == expected["tokens"]
    assert 100 * accuracy["value"] == pytest.approx(expected["accuracy"], abs=1e-6)
    for label, values in expected["by_type"].items():
        own = found[system, "F1", label]
        assert own["precision"]["denominator"] == values["found"]
        assert 100 * own["value"] == pytest.approx(values["f1"], abs=1e-6)


@pytest.mark.parametrize("system", SYSTEMS)
@pytest.mark.parametrize("like", ["nervaluate", None])
def test_nervaluate(system: str, like: str | None) -> None:
    """Without --like, too: the events are the same."""
    expected = stored("uner-ewt.json")["systems"][system]["nervaluate"]
    found = scores(like=like) if like else scores()
    for label, ways in [(None, expected["overall"]), *expected["entities"].items()]:
        for way, values in ways.items():
            row = found[system, {"ent_type": "type"}.get(way, way), label]
            assert row["counts"] == {name: values[name] for name in row["counts"]}
            assert row["value"] == pytest.approx(values["f1"], abs=1e-9)


def test_invalid_transitions_are_counted() -> None:
    assert SHARED is not None
    folder = SHARED / "corpora/ner/uner-ewt"
    result = tertium.score(folder / "gold.conll", {"maxent": folder / "maxent.conll"})
    assert any("maxent: 170 transitions against IOB2" in warning for warning in result.warnings)


def cases() -> list[Any]:
    return (
        [] if SHARED is None else [pytest.param(case, id=case["case"]) for case in stored("edge_cases.json")["cases"]]
    )


def one_sentence(path: Path, tags: str) -> Path:
    path.write_text("".join(f"w{place}\t{tag}\n" for place, tag in enumerate(tags.split())) + "\n")
    return path


@pytest.mark.parametrize("case", cases())
def test_made_up_sequences(case: dict[str, Any], tmp_path: Path) -> None:
    gold, system = (
        one_sentence(tmp_path / "gold.bio", case["gold"]),
        one_sentence(tmp_path / "a.bio", case["predicted"]),
    )

    def rows(**options: Any) -> dict[str, Any]:
        found = tertium.score(gold, {"a": system}, task="spans", **options).to_dict()["scores"]
        return {row["measure"]: row for row in found if "label" not in row}

    def values(row: dict[str, Any]) -> list[float]:
        return [row["precision"]["value"], row["recall"]["value"], row["value"]]

    assert values(rows(like="seqeval")["F1"]) == pytest.approx(case["seqeval_default_PRF"])
    for scheme in ("IOB2", "IOBES"):
        expected = case[f"seqeval_strict_{scheme}_PRF"]
        if isinstance(expected, str):
            assert refused(run("score", "--like", "seqeval-strict", "--scheme", scheme.lower(), gold, system), "scheme")
        else:
            assert values(rows(like="seqeval-strict", scheme=scheme.lower())["F1"]) == pytest.approx(expected)
    row = rows(like="conlleval")["F1"]
    line = (
        f"processed {len(case['gold'].split())} tokens with {row['recall']['denominator']} phrases; "
        f"found: {row['precision']['denominator']} phrases; correct: {row['precision']['numerator']}."
    )
    assert line == case["conlleval"]
    if isinstance(case["nervaluate"], str):
        assert refused(run("score", "--like", "nervaluate", gold, system), "--like")
        return
    found = rows() if "E-" in case["gold"] else rows(like="nervaluate")
    for way, expected in case["nervaluate"].items():
        own = found[{"ent_type": "type"}.get(way, way)]
        if "E-" not in case["gold"]:
            assert own["counts"] == {name: expected[name] for name in own["counts"]}
