"""udapi's eval.Parsing and NLTK's DependencyEvaluator: the same output under two more conventions."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

import tertium

if TYPE_CHECKING:
    from pathlib import Path


@pytest.mark.parametrize("corpus", ["en_ewt", "grc_perseus_nonproj"])
def test_udapi_and_nltk(shared: Path, corpus: str) -> None:
    document = json.loads((shared / f"oracles/dependency/{corpus}.udapi_nltk.json").read_text())
    folder = shared / "corpora/dependency" / corpus
    for system, expected in document["systems"].items():
        files = (folder / "gold.conllu", {system: folder / f"{system}.conllu"})
        kept = tertium.score(*files, subtypes=True)
        cut = tertium.score(*files)
        bare = tertium.score(*files, subtypes=True, punctuation="form")
        parsing = expected["udapi_eval_parsing"]
        assert kept.score("UAS", system).correct == parsing["UAS"]["count"]
        assert kept.score("LAS", system).correct == parsing["LAS_deprel"]["count"]
        assert cut.score("LAS", system).correct == parsing["LAS_udeprel"]["count"]
        assert bare.score("LAS", system).value == pytest.approx(expected["nltk"]["LAS"], abs=1e-9)
        assert bare.score("UAS", system).value == pytest.approx(expected["nltk"]["UAS"], abs=1e-9)
        for line in expected["udapi_eval_conll18_printed"][1:]:
            name, precision, recall, f1, *_ = (part.strip() for part in line.split("|"))
            row = cut.score(name, system)
            assert row.precision is not None
            assert row.recall is not None
            assert [f"{100 * value:.2f}" for value in (row.precision.value, row.recall.value, row.value)] == [
                precision,
                recall,
                f1,
            ]
