"""Resolutions as decisions: which mentions have a row, and which of several systems' are of one mention."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import tertium
from tertium.mentionrules import DEFAULT_MENTIONS
from tertium.tasks.resolutions import decide_mentions
from tests.chains import conll, match_chains, write_pair

if TYPE_CHECKING:
    from pathlib import Path

    from tertium.tasks.decisions import Decisions

KEY = conll("(0) - - (0)", forms=["Ann", "cd", "ef", "she"], tags="NNP NN NN PRP")


def decide(folder: Path, *responses: str) -> Decisions:
    key, *paths = write_pair(folder, KEY, *responses)
    return tertium.compare(key, paths, intervals=False).tables.decisions("ARCS-nom")


def test_intersection__a_span_in_two_chains_of_the_key_is_one_mention() -> None:
    """It belongs to the chain that begins first, as everywhere in ARCS."""
    rules = replace(DEFAULT_MENTIONS, intersection=True)
    match = match_chains(conll("(0)|(1) - (0) (1)"), conll("(0) - (0) (0)"), rules)
    assert decide_mentions([match], "nom").unit.tolist() == [0, 2, 3]


def test_decisions__what_two_systems_cut_otherwise_is_one_mention_only_if_it_is_the_same_text(tmp_path: Path) -> None:
    """The third word is `d` for one system, `e` for the other: two spurious mentions, each of them of one system."""
    one = conll("(0) - (0) - (0)", forms=["Ann", "c", "d", "ef", "she"])
    two = conll("(0) - (0) - (0)", forms=["Ann", "cd", "e", "f", "she"])
    found = decide(tmp_path, one, two)
    assert found.unit.tolist() == [1, 2, 3]
    assert [found.vocab.decode(labels) for labels in found.labels] == [["fp", "tn", "wl"], ["tn", "fp", "wl"]]
    same = decide(tmp_path, one, one)
    assert same.unit.tolist() == [1, 3]


def test_decisions__antecedents_are_shown_by_the_words_that_they_touch(tmp_path: Path) -> None:
    found = decide(tmp_path, conll("(0) (0 - 0) (0)", forms=["Ann", "c", "d", "ef", "she"]))
    assert found.unit.tolist() == [1, 3]
    assert (found.links[1].first.tolist(), found.links[1].last.tolist()) == ([0, 1], [0, 2])
