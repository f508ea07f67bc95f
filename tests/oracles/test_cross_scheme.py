"""The stored reference numbers: the paper's examples, cases worked by hand, and UD beside SUD."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

import tertium
from tertium.measures.ted import count_edits
from tertium.trees.generalization import generalize
from tertium.trees.yields import strip_labels
from tests.small_schemes import lay

if TYPE_CHECKING:
    from pathlib import Path

    from tertium.trees.generalization import Conflicts

MODES: dict[str, tuple[bool, Conflicts]] = {
    "unlabeled": (False, "keep"),
    "labeled": (True, "keep"),
    "labeled_conflict_drop": (True, "drop"),
}
ROWS = ("gold1", "gold2", "parse1", "parse2")


def cases(shared: Path) -> list[dict[str, Any]]:
    path = shared / "oracles/cross-scheme/tedeval_hand_cases.json"
    found: list[dict[str, Any]] = json.loads(path.read_text(encoding="utf-8"))["cases"]
    return found


def test_hand_cases__every_number(shared: Path) -> None:
    """Distances, intersections, sizes and scores, unlabelled and labelled, with conflicts kept and dropped."""
    n_checked = 0
    for case in cases(shared):
        grid = lay([([head for head, _ in case[who]], [label for _, label in case[who]]) for who in ROWS])
        for mode, (labelled, conflicts) in MODES.items():
            columns = grid.columns if labelled else [strip_labels(column) for column in grid.columns]
            golds, parses = columns[:2], columns[2:]
            general = generalize(grid.labels, golds, conflicts)
            for number, (gold, parse) in enumerate(zip(golds, parses, strict=True), 1):
                expected = case[mode][f"parse{number}"]
                edits = count_edits(grid.yields, grid.labels, parse, general, gold)
                found = {
                    "delta_parse_gold3": int(edits.distance[0]),
                    "intersection": int(edits.forgiven[0]),
                    "delta_new": int(edits.new[0]),
                    "size_parse": int(edits.parse[0]),
                    "size_gold1": int(np.count_nonzero(gold >= 0)),
                    "size_gold3": int(edits.gold[0]),
                    "eta": int(edits.sizes[0]),
                    "score": pytest.approx(float(edits.sentence_scores()[0]), abs=1e-9),
                }
                assert found == {name: expected[name] for name in found}, (case["name"], mode, number)
                n_checked += 1
            for place, other in ((0, 0), (0, 1)):
                key = f"parse1_vs_gold{other + 1}"
                edits = count_edits(grid.yields, grid.labels, parses[place], golds[other], None)
                if key in case[mode]:
                    assert int(edits.new[0]) == case[mode][key]["delta_new"], (case["name"], mode, key)
    assert n_checked == 2 * 3 * 15


def test_ud_and_sud__every_number(shared: Path) -> None:
    """Corpus sums, scores, sentence means and each sentence, as the slow reference has them."""
    folder = shared / "corpora/cross-scheme/fr-sequoia-ud-sud"
    oracle = json.loads((shared / "oracles/cross-scheme/tedeval_ud_sud.json").read_text(encoding="utf-8"))
    result = tertium.cross(
        {
            scheme: {
                "gold": folder / f"gold-{scheme}.conllu",
                "systems": {f"{scheme}-{size}": folder / f"sys-{scheme}-{size}.conllu" for size in "AB"},
            }
            for scheme in ("ud", "sud")
        },
        intervals=False,
    )
    assert [result.nodes_of(name) for name in ("ud", "sud")] == [
        oracle["sizes"][f"gold_{name}"] for name in ("ud", "sud")
    ]
    for contest in result.contests:
        for mode, (labelled, conflicts) in MODES.items():
            if contest.is_single and mode == "labeled_conflict_drop":
                continue
            if not contest.is_single:
                assert contest.n_nodes(labelled=labelled, conflicts=conflicts) == oracle["sizes"][f"gold3_{mode}"]
            for system, edits in zip(
                contest.systems, contest.edits(labelled=labelled, conflicts=conflicts), strict=True
            ):
                name = f"single_gold_{contest.against[0]}_{mode}" if contest.is_single else f"generalized_{mode}"
                expected = oracle["systems"][system][name]
                assert edits.new.sum() == expected["sum_delta_new"]
                assert edits.sizes.sum() == expected["sum_eta"]
                assert edits.distance.sum() == expected["sum_delta_parse_gold3"]
                assert edits.forgiven.sum() == expected["sum_intersection"]
                assert edits.sentence_scores().mean() == pytest.approx(expected["sentence_mean"], abs=1e-6)
                if "sentences" in expected:
                    columns = (edits.distance, edits.forgiven, edits.new, edits.parse, edits.gold)
                    rows = np.array(expected["sentences"])[:, [0, 2, 3, 4, 6]]
                    assert np.array_equal(np.stack(columns, axis=1), rows)
    for row in result.scores:
        against = row.against[0]
        if len(row.against) == 1 and row.measure in ("UAS", "LAS"):
            assert row.value == pytest.approx(oracle["systems"][row.system][f"attachment_vs_{against}"][row.measure])
        if row.measure in ("U-TED", "L-TED") and len(row.against) == 2:
            name = "generalized_unlabeled" if row.measure == "U-TED" else "generalized_labeled"
            assert row.value == pytest.approx(oracle["systems"][row.system][name]["global_average"], abs=1e-12)
            assert row.flat == pytest.approx(0.876, abs=5e-4)


@pytest.mark.slow
def test_ud_and_sud__words_free_to_move(shared: Path) -> None:
    """Zhang and Shasha, sentence by sentence."""
    folder = shared / "corpora/cross-scheme/fr-sequoia-ud-sud"
    oracle = json.loads((shared / "oracles/cross-scheme/tedeval_ud_sud.json").read_text(encoding="utf-8"))
    result = tertium.cross(
        {name: [folder / f"gold-{name}.conllu", folder / f"sys-{name}-B.conllu"] for name in ("ud", "sud")},
        intervals=False,
        unanchored=True,
    )
    for labelled, mode in ((False, "unlabeled"), (True, "labeled")):
        for system, edits in zip(result.systems, result.contests[-1].edits(labelled=labelled), strict=True):
            expected = oracle["systems"][system.removeprefix("sys-")][f"zhang_shasha_free_terminals_{mode}"]
            assert edits.distance.tolist() == expected["sentences"]


@pytest.mark.slow
def test_ud_and_sud__shuffling(shared: Path) -> None:
    folder = shared / "corpora/cross-scheme/fr-sequoia-ud-sud"
    oracle = json.loads((shared / "oracles/cross-scheme/tedeval_ud_sud.json").read_text(encoding="utf-8"))
    for size in "AB":
        result = tertium.cross(
            {name: [folder / f"gold-{name}.conllu", folder / f"sys-{name}-{size}.conllu"] for name in ("ud", "sud")}
        )
        for measure, mode in (("U-TED", "unlabeled"), ("L-TED", "labeled")):
            expected = oracle["shuffling"][f"ud-{size} vs sud-{size} {mode}"]
            row = result.difference(("ud", "sud"), measure, f"sys-ud-{size}", f"sys-sud-{size}")
            assert row is not None
            assert abs(row.delta) == pytest.approx(expected["observed_difference"])
            assert row.p == pytest.approx(expected["p"], abs=0.02)
            assert row.test == "randomization"


def test_phrases_labelled_with_functions__are_the_dependencies_they_were_made_from(shared: Path) -> None:
    """The discontinuous trees hold the functional trees of SUD: both share everything, labels included."""
    trees = shared / "corpora/constituency/fr-sequoia-functional-disc"
    arcs = shared / "corpora/cross-scheme/fr-sequoia-ud-sud"
    result = tertium.cross(
        {
            "sud": [arcs / "gold-sud.conllu", arcs / "sys-sud-B.conllu"],
            "disc": [trees / "gold.dbr", trees / "sys-sud-B.dbr"],
        },
        intervals=False,
        tokens="position",
    )
    shared_gold = result.contests[-1]
    assert shared_gold.n_nodes(labelled=True) == result.nodes_of("sud") == result.nodes_of("disc")
    assert shared_gold.n_conflicts() == 0
    values = {row.value for row in result.scores if row.measure == "L-TED" and len(row.against) == 2}
    assert len(values) == 1


def test_dependencies_made_from_phrases__share_all_of_their_nodes(shared: Path, tmp_path: Path) -> None:
    """The words below a word are a phrase of the tree that the dependencies were made from."""
    gold = shared / "corpora/constituency/gum-en/gold-functions.mrg"
    made = tmp_path / "made.conllu"
    made.write_text(tertium.convert(str(gold)).to_conllu(), encoding="utf-8")
    (pair,) = tertium.schemes({"phrases": gold, "arcs": made}).pairs
    assert pair.n_shared == pair.n_nodes[1] == 15_240
    assert pair.n_unifiable[0] == 483
