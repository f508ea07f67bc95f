"""What went wrong with chains: one small case a type."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest
from hypothesis import given

import tertium
from tertium.measures.arcs import ARCS
from tertium.measures.base import Blocks
from tertium.mentionrules import CRITERIA
from tertium.tasks.antecedents import CLASSES
from tertium.tasks.chain_errors import DISTANCES, TYPES, find_chain_errors
from tertium.tasks.mention_types import TYPES as MENTION_TYPES
from tests import naive_chains
from tests.chains import conll, match_chains, write_pair
from tests.formats.samples import QUICK

if TYPE_CHECKING:
    from pathlib import Path

    from tertium.mentionrules import Criterion

TAGS = "NNP VBD NNP . PRP VBZ PRP$ NN . PRP"


def errors(folder: Path, key: str, response: str) -> list[tuple[str, str, str]]:
    paths = write_pair(folder, conll(key, tags=TAGS), conll(response, tags=TAGS))
    result = tertium.compare(paths[0], paths[1:], intervals=False)
    found = find_chain_errors(result.tables.matches[0], "nom")
    spans = [f"{first}-{last}" for first, last in zip(found.first.tolist(), found.last.tolist(), strict=True)]
    names = [TYPES[place] for place in found.type.tolist()]
    answers = [CLASSES[place] for place in found.answer.tolist()]
    return sorted(zip(spans, answers, names, strict=True))


@pytest.mark.parametrize(
    ("key", "response", "expected"),
    [
        ("(0) - - - (0) - (0) - - -", "(0) - - - (0) - - - - -", [("6-6", "fn", "mention missed")]),
        ("(0) - - - (0) - - - - -", "(0) - - - (0) - - (0) - -", [("7-7", "fp", "mention invented")]),
        ("(0) - - - (0) - - - - (0)", "(0) - - - (0) - - - - (1)", [("9-9", "fn", "chain split")]),
        ("(0) - - - (0) - - - - -", "- - - - (0) - - - - (0)", [("4-4", "fn", "antecedent missed")]),
        ("(0) - (1) - (0) - (1) - - -", "(0) - (1) - (1) - (1) - - -", [("4-4", "wl", "wrong antecedent")]),
        ("- - (0) - (0) - - - - -", "(0) - (0) - (0) - - - - -", [("2-2", "fp", "antecedent invented")]),
    ],
)
def test_types(tmp_path: Path, key: str, response: str, expected: list[tuple[str, str, str]]) -> None:
    assert errors(tmp_path, key, response) == expected


def test_types__chains_merged(tmp_path: Path) -> None:
    """Bob starts a chain of the key and is linked to Ann's."""
    found = errors(tmp_path, "(0) - (1) - (0) - (1) - - -", "(0) - (0) - (0) - (0) - - -")
    assert ("2-2", "fp", "chains merged") in found


def test_types__span_altered(tmp_path: Path) -> None:
    """`her boss` ends where `boss` ends: one mention, two spans."""
    found = errors(tmp_path, "(0) - - - - - (0 0) - -", "(0) - - - - - - (0) - -")
    assert found == [("6-7", "fn", "span altered"), ("7-7", "fp", "span altered")]


def test_types__an_antecedent_is_one_that_the_criterion_admits(tmp_path: Path) -> None:
    """The response has both pronouns in one chain and lacks Ann: nothing is split, the noun is missed."""
    key, response = "(0) - - - (0) - (0) - - -", "- - - - (0) - (0) - - -"
    expected = [("4-4", "fn", "antecedent missed"), ("6-6", "fn", "antecedent missed")]
    assert errors(tmp_path, key, response) == expected


def test_types__an_altered_span_goes_with_the_most_alike_one(tmp_path: Path) -> None:
    """`the man in the park` with `man in the park`, `the park` with `park`, though all end with the same word."""
    key, response = "(0) - (1) - (0 - - (1 1)|0) -", "(0) - (1) - - (0 - - (1)|0) -"
    expected = [("4-8", "fn"), ("5-8", "fp"), ("7-8", "fn"), ("8-8", "fp")]
    assert errors(tmp_path, key, response) == [(*row, "span altered") for row in expected]


def test_types__a_pronoun_inside_of_a_missed_mention_is_another_mention(tmp_path: Path) -> None:
    found = errors(tmp_path, "(0) - - - - (0 - - 0) -", "(0) - - - - - (0) - - -")
    assert found == [("5-8", "fn", "mention missed"), ("6-6", "fp", "mention invented")]


@pytest.mark.parametrize("criterion", CRITERIA)
@QUICK
@given(case=naive_chains.cases())
def test_types__are_those_of_the_definitions(criterion: Criterion, case: naive_chains.Case) -> None:
    match = match_chains(case.write(case.key), case.write(case.response))
    found = find_chain_errors(match, criterion)
    columns = (found.first, found.last, found.answer, found.type, found.distance, found.kind)
    rows = zip(*(column.tolist() for column in columns), strict=True)
    named = {
        (first, last): (CLASSES[answer], TYPES[name], DISTANCES[distance], MENTION_TYPES[kind])
        for first, last, answer, name, distance, kind in rows
    }
    assert len(named) == found.n
    expected = naive_chains.type_errors(*case, criterion)
    assert named == {span: (*row, case.text.kind(span)) for span, row in expected.items()}


@pytest.mark.parametrize("criterion", CRITERIA)
@QUICK
@given(case=naive_chains.cases())
def test_steps__repairing_every_error_gives_a_perfect_score(criterion: Criterion, case: naive_chains.Case) -> None:
    match = match_chains(case.write(case.key), case.write(case.response))
    whole = Blocks(np.array([0, match.gold.corpus.n_words], dtype=np.int64))
    counts = ARCS[f"ARCS-{criterion}"].counts(match, whole)[0]
    right, key, response, _ = (counts + find_chain_errors(match, criterion).steps().sum(axis=0)).tolist()
    assert right == key == response == counts[1]


def test_repair__the_gain_is_that_of_the_repaired_counts(tmp_path: Path) -> None:
    key, response = "(0) - (1) - (0) - (1 1) - (0)", "(0) - (0) - (0) - - (1) - (1)"
    paths = write_pair(tmp_path, conll(key, tags=TAGS), conll(response, tags=TAGS))
    rows = tertium.repair(paths[0], paths[1:]).repairs
    result = tertium.compare(paths[0], paths[1:], intervals=False)
    right, in_key, in_response, _ = result.tables.totals("ARCS-nom", 0).tolist()
    found = find_chain_errors(result.tables.matches[0], "nom")
    steps = found.steps()
    assert rows.filter(by="type").height > 2
    for by, names, codes in (("type", TYPES, found.type), ("kind", CLASSES, found.answer)):
        for row in rows.filter(by=by).to_dicts():
            name = row["class"] if by == "type" else row["class"].rpartition("(")[2].rstrip(")")
            chosen = codes == names.index(name)
            n_right, n_key, n_response, _ = steps[chosen].sum(axis=0)
            assert row["errors"] == np.count_nonzero(chosen)
            value = 2 * (right + n_right) / (in_key + n_key + in_response + n_response)
            assert row["value"] == pytest.approx(value)
