"""Resolutions as decisions: which mentions have a row, and which of several systems' are of one mention."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np
import pytest
from hypothesis import given

import tertium
from tertium.measures.arcs import ARCS
from tertium.measures.base import Blocks
from tertium.mentionrules import CRITERIA, DEFAULT_MENTIONS
from tertium.tasks.mention_types import TYPES
from tertium.tasks.resolutions import decide_mentions
from tests import naive_chains
from tests.chains import conll, match_chains, write_pair
from tests.formats.samples import QUICK

if TYPE_CHECKING:
    from pathlib import Path

    from tertium.mentionrules import Criterion
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


@pytest.mark.parametrize("criterion", CRITERIA)
@QUICK
@given(case=naive_chains.cases())
def test_decisions__wrong_ones_have_their_type_of_error(criterion: Criterion, case: naive_chains.Case) -> None:
    match = match_chains(case.write(case.key), case.write(case.response))
    found = decide_mentions([match], criterion)
    ends = np.zeros(0) if found.end is None else found.end
    spans = zip(found.unit.tolist(), (ends - 1).tolist(), strict=True)
    types = {span: name for span, name in zip(spans, found.vocab.decode(found.errors[0]), strict=True) if name}
    wanted = naive_chains.type_errors(case.text, case.key, case.response, criterion)
    assert types == {span: name for span, (_, name, _) in wanted.items()}
    assert ((found.errors[0] >= 0) == ~found.right[0]).all()


@pytest.mark.parametrize("criterion", CRITERIA)
@QUICK
@given(case=naive_chains.cases())
def test_decisions__what_is_proposed_by_mention_type_adds_up_to_the_measure(
    criterion: Criterion, case: naive_chains.Case
) -> None:
    """Precision by mention type is that of the mentions of this type that the response resolves, spurious ones too."""
    match = match_chains(case.write(case.key), case.write(case.response))
    whole = Blocks(np.array([0, match.gold.corpus.n_words], dtype=np.int64))
    found = decide_mentions([match], criterion)
    proposed = found.vocab.decode(found.proposals(0))
    assert set(proposed) <= set(TYPES)
    assert len(proposed) == ARCS[f"ARCS-{criterion}"].counts(match, whole)[0, 2]
    expected = [
        case.text.kind(span)
        for span, answer in naive_chains.classify(*case, criterion).items()
        if answer in ("tp", "wl", "fp")
    ]
    assert sorted(proposed) == sorted(expected)
