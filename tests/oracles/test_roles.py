"""srl-eval.pl and plain triples of (predicate, head, role): stored counts on real output."""

from __future__ import annotations

import json
from functools import cache
from typing import Any

import pytest

import tertium
from tests.conftest import find_shared

SHARED = find_shared()
SYSTEMS = ("rules", "lr-surface", "lr-syntax")

pytestmark = pytest.mark.skipif(SHARED is None, reason="the corpora are not there")


@cache
def scores(like: str | None) -> dict[tuple[str, str, str | None], dict[str, Any]]:
    assert SHARED is not None
    folder = SHARED / "corpora/srl/up-english-ewt"
    systems = {name: folder / f"{name}.conllu" for name in SYSTEMS}
    result = tertium.score(folder / "gold.conllu", systems, like=like)
    return {(row["system"], row["measure"], row.get("label")): row for row in result.to_dict()["scores"]}


def stored(system: str) -> Any:
    assert SHARED is not None
    return json.loads((SHARED / "oracles/srl/up-english-ewt.json").read_text())["systems"][system]


@pytest.mark.parametrize("system", SYSTEMS)
def test_srl_eval(system: str) -> None:
    expected, found = stored(system)["srl_eval_pl"], scores("srl-eval")
    for role, values in [(None, expected), *expected["by_role"].items()]:
        row = found[system, "F1", role]
        right = row["recall"]["numerator"]
        counts = (right, row["precision"]["denominator"] - right, row["recall"]["denominator"] - right)
        assert counts == (values["correct"], values["excess"], values["missed"])
        assert 100 * row["value"] == pytest.approx(values["f1"], abs=0.0051)
    perfect = found[system, "Perfect", None]
    assert perfect["denominator"] == expected["propositions"]
    assert 100 * perfect["value"] == pytest.approx(expected["perfect_props_percent"], abs=0.0051)


@pytest.mark.parametrize("system", SYSTEMS)
@pytest.mark.parametrize(("measure", "key"), [("F1", "labelled"), ("UF1", "unlabelled")])
def test_triples(system: str, measure: str, key: str) -> None:
    expected, row = stored(system)[key], scores(None)[system, measure, None]
    counts = (row["recall"]["denominator"], row["precision"]["denominator"], row["recall"]["numerator"])
    assert counts == (expected["gold"], expected["predicted"], expected["correct"])
