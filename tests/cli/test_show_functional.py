"""Functional trees, what golds share, and edit scripts, drawn."""

from __future__ import annotations

from typing import TYPE_CHECKING

import tertium
from tests.cli.test_cross import folder, two
from tests.command import refused, run

if TYPE_CHECKING:
    from pathlib import Path

__all__ = ["folder"]  # a fixture


def test_show__functional_trees_of_two_schemes(folder: Path) -> None:
    page = run("show", *two(folder), "--functional", "--sentence", "s2", "-q").out
    assert max(map(len, page.split("\n"))) <= 80
    for part in (
        "lex, gold: 7 nodes",
        "what lex and fun share: 7 nodes",
        "nsubj ≠ subj  She",
        "├ case  in",
        "a: 2 edits",
    ):
        assert part in page, part
    assert "- delete    obl  in Oslo ." in page
    assert "+ insert    obl ≠ udep  in Oslo" in page


def test_show__what_is_forgiven(folder: Path) -> None:
    document = run("show", *two(folder), "--functional", "--sentence", "1", "--json", "-q").json
    (sentence,) = document["sentences"]
    assert sentence["forms"] == ["We", "would", "have", "slept"]
    by_name = {system["system"]: system for system in sentence["systems"]}
    (edit,) = by_name["perfect"]["edits"]
    assert edit == {"kind": "forgiven", "label": "comp:aux", "to": None, "words": [3, 4]}
    assert len(sentence["shared"]) == 5
    assert [len(nodes) for nodes in sentence["golds"].values()] == [5, 6]


def test_show__edits_add_up_to_the_score(folder: Path) -> None:
    """What is drawn is what is counted."""
    result = tertium.cross([*two(folder)], intervals=False)
    drawn = tertium.show_functional([*two(folder)], sentences=[1, 2, 3, 4]).to_dict()
    for row in result.scores:
        if row.measure == "L-TED" and row.against == ("fun", "lex") and row.edits is not None:
            scripts = [
                edit
                for sentence in drawn["sentences"]
                for system in sentence["systems"]
                if system["system"] == row.system
                for edit in system["edits"]
            ]
            paid = [edit for edit in scripts if edit["kind"] != "forgiven"]
            assert (len(paid), len(scripts)) == (row.edits.new.sum(), row.edits.distance.sum())


def test_show__one_gold_and_its_systems(folder: Path) -> None:
    page = run("show", folder / "lex.conllu", folder / "a.conllu", "--functional", "-q").out
    assert "gold: 7 nodes" in page
    assert "what" not in page.split("signs:")[0]
    same = run("show", folder / "fun.conllu", folder / "perfect.conllu", "--functional", "-q").out
    assert "No sentence differs" in same


def test_show__functional_refuses(folder: Path) -> None:
    assert refused(run("show", *two(folder), "--functional", "--sentence", "s9"), "no sentence 's9'")
    assert refused(run("show", folder / "lex.conllu"), "SYSTEM")
    assert refused(run("show", folder / "lex.conllu", folder / "phrases.mrg2", "--functional"), "phrases.mrg2")
