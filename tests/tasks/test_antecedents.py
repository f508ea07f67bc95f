"""ARCS classes under every criterion, held against the definitions read mention by mention."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np
import pytest
from hypothesis import given

from tertium.measures.arcs import ARCS
from tertium.measures.base import Blocks
from tertium.measures.muc import MUC
from tertium.mentionrules import CRITERIA, DEFAULT_MENTIONS
from tertium.tasks.antecedents import CLASSES, arcs_of, closest_arcs_of
from tests import naive_chains
from tests.chains import conll, match_chains
from tests.formats.samples import QUICK

if TYPE_CHECKING:
    from tertium.mentionrules import Criterion
    from tertium.tasks.match import Match
    from tests.naive_chains import Span

TAGS = "NNP PRP NN PRP PRP$"


def classes_of(match: Match, criterion: Criterion) -> dict[Span, str]:
    found = arcs_of(match, criterion)
    sides = ((found.key, found.of_key), (found.response, found.of_response))
    return {
        (first, last): CLASSES[place]
        for side, classes in sides
        for first, last, place in zip(side.first.tolist(), side.last.tolist(), classes.tolist(), strict=True)
    }


@pytest.mark.parametrize("criterion", CRITERIA)
@QUICK
@given(case=naive_chains.cases())
def test_classes__are_those_of_the_definitions(criterion: Criterion, case: naive_chains.Case) -> None:
    match = match_chains(case.write(case.key), case.write(case.response))
    expected = naive_chains.classify(*case, criterion)
    assert classes_of(match, criterion) == expected
    whole = Blocks(np.array([0, match.gold.corpus.n_words], dtype=np.int64))
    assert tuple(ARCS[f"ARCS-{criterion}"].counts(match, whole)[0].tolist()[:3]) == naive_chains.count(expected)


@pytest.mark.parametrize("criterion", CRITERIA)
@QUICK
@given(cut=naive_chains.cut_cases())
def test_classes__go_by_characters_where_the_response_cuts_the_text_otherwise(
    criterion: Criterion, cut: naive_chains.CutCase
) -> None:
    """A mention is what it has of the text; in its chain it stands where it begins there."""
    match = match_chains(*cut.write())
    whole = Blocks(np.array([0, match.gold.corpus.n_words], dtype=np.int64))
    right, key, response = naive_chains.count(naive_chains.classify(*cut.spread(), criterion))
    assert ARCS[f"ARCS-{criterion}"].counts(match, whole)[0].tolist() == [right, key, response, key]
    if criterion == "any":
        assert MUC.counts(match, whole)[0].tolist() == [right, key, right, response]


@QUICK
@given(case=naive_chains.cases())
def test_arcs_any__has_the_counts_of_muc(case: naive_chains.Case) -> None:
    match = match_chains(case.write(case.key), case.write(case.response))
    whole = Blocks(np.array([0, match.gold.corpus.n_words], dtype=np.int64))
    right, key, response, _ = ARCS["ARCS-any"].counts(match, whole)[0].tolist()
    assert MUC.counts(match, whole)[0].tolist() == [right, key, right, response]


@pytest.mark.parametrize(
    ("criterion", "expected"),
    [("any", "tp"), ("nom", "wl"), ("named", "tp"), ("immediate", "wl")],
)
def test_criteria__decide_about_one_mention_in_four_ways(criterion: Criterion, expected: str) -> None:
    """`her` (4) is Ann's; the response puts Ann, a noun and a pronoun of others before it: named and any find Ann."""
    match = match_chains(conll("(0) (1) (2) (1) (0)", tags=TAGS), conll("(0) - (0) (0) (0)", tags=TAGS))
    assert classes_of(match, criterion)[4, 4] == expected


def test_as_released__recall_and_precision_count_what_has_a_class() -> None:
    """A mention whose antecedents in the key are all pronouns is passed over, resolved or not: it can be no error."""
    key, response = conll("- (0) - (0) -", tags=TAGS), conll("(0) - - (0) -", tags=TAGS)
    whole = Blocks(np.array([0, 5], dtype=np.int64))
    plain, released = (
        match_chains(key, response, replace(DEFAULT_MENTIONS, as_released=as_released)) for as_released in (False, True)
    )
    assert ARCS["ARCS-nom"].counts(plain, whole)[0].tolist() == [0, 0, 1, 0]
    assert ARCS["ARCS-nom"].counts(released, whole)[0].tolist() == [0, 0, 0, 0]


def test_as_released__bounds_take_the_closest_antecedent() -> None:
    """Of the scripts one takes the first nominal antecedent of a chain, the other, for upper bounds, the closest."""
    key, response = conll("(1) - (0) - (0)", tags=TAGS), conll("(0) - (0) - (0)", tags=TAGS)
    match = match_chains(key, response, replace(DEFAULT_MENTIONS, as_released=True))
    assert classes_of(match, "nom")[4, 4] == "wl"
    found = closest_arcs_of(match, "nom")
    assert [CLASSES[place] for place in found.of_key.tolist()] == ["tn", "fp", "tp"]
    plain = match_chains(key, response)
    assert closest_arcs_of(plain, "nom") is arcs_of(plain, "nom")


def test_as_released__a_span_twice_in_a_chain_is_no_antecedent_of_itself() -> None:
    """Brackets closed in the order in which they open give (0, 2) twice here; the scripts look up the first."""
    response = "(0|(0 (0 0)|0) 0) (1)"
    released = match_chains(conll("(9) - - - (9)"), conll(response), replace(DEFAULT_MENTIONS, as_released=True))
    found = arcs_of(released, "nom")
    assert list(zip(found.response.first.tolist(), found.response.last.tolist(), strict=True))[:3] == [
        (0, 2),
        (0, 2),
        (1, 3),
    ]
    assert [CLASSES[place] for place in found.of_response.tolist()] == ["tn", "tn", "fp", "fn"]


def test_as_released__a_word_with_another_tag_is_another_mention() -> None:
    """Missed and invented, and its own file says what it is: a pronoun is no antecedent there, a noun is one."""
    key = conll("(0) - (0) - (0)", tags="NN VB PRP VB PRP")
    response = conll("(0) - (0) - (0)", tags="NN VB NN VB PRP")
    released = match_chains(key, response, replace(DEFAULT_MENTIONS, as_released=True))
    found = arcs_of(released, "nom")
    assert [CLASSES[place] for place in found.of_key.tolist()] == ["tn", "fn", "tp"]
    assert [CLASSES[place] for place in found.of_response.tolist()] == ["tn", "fp", "tp"]
    assert [CLASSES[place] for place in closest_arcs_of(released, "nom").of_key.tolist()] == ["tn", "fn", "wl"]
    assert classes_of(match_chains(key, response), "nom") == {(0, 0): "tn", (2, 2): "tp", (4, 4): "tp"}
