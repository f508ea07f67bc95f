"""Errors of resolvers counted, found in their sentences, and compared."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

import numpy as np
import pytest

import tertium
from tertium.comparison.chain_errors import compare_errors, count_errors, find_agreement, locate_errors
from tertium.mentionrules import CRITERIA
from tertium.tasks.match import UNALIGNED
from tests.chains import conll, write_pair

if TYPE_CHECKING:
    from pathlib import Path

TAGS = "NNP VBD NNP . PRP VBZ PRP$ NN . PRP"


@pytest.mark.parametrize("criterion", CRITERIA)
def test_types__add_up_to_the_errors_of_the_measure_they_are_shown_with(tmp_path: Path, criterion: str) -> None:
    """Whatever the criterion of the conventions is: the measure that was asked for has its own."""
    key, response = "(0) - (1) - (0) - (1 1) - (0)", "(0) - (0) - (0) - - (1) - (1)"
    paths = write_pair(tmp_path, conll(key, tags=TAGS), conll(response, tags=TAGS))
    measure = f"ARCS-{criterion}"
    result = tertium.compare(paths[0], paths[1:], measure=measure, intervals=False)
    n_wrong = int(np.count_nonzero(~result.tables.decisions(measure).right))
    for by in ("type", "mention", "distance"):
        assert sum(row.counts[0] for row in count_errors(result.tables, measure) if row.by == by) == n_wrong
    document = result.to_dict()["chains"]
    assert document["measure"] == measure
    assert sum(row["count"]["r1"] for row in document["errors"] if row["by"] == "type") == n_wrong


def test_errors__by_pronoun_are_those_of_personal_and_possessive_pronouns(tmp_path: Path) -> None:
    forms = ["Ann", "saw", "Bob", ".", "She", "likes", "Her", "boss", ".", "she"]
    key, response = "(0) - - - (0) - (0) (1) - (0)", "(0) - - - - - - (1) - (0)"
    paths = write_pair(tmp_path, *(conll(text, tags=TAGS, forms=forms) for text in (key, response)))
    tables = tertium.compare(paths[0], paths[1:], intervals=False).tables
    rows = {(row.by, row.name): row.counts[0] for row in count_errors(tables, "ARCS-nom")}
    assert rows["pronoun", "she"] == 1
    assert rows["pronoun", "her"] == 1
    assert rows["mention", "personal"] == rows["mention", "possessive"] == 1
    assert {name for by, name in rows if by == "pronoun"} == {"she", "her"}


def test_steps_of_two_systems__what_was_wrong_and_is_right_is_repaired(tmp_path: Path) -> None:
    key = "(0) - - - (0) - (0) - - (0)"
    one, two = "(0) - - - - - (0) - - -", "(0) - - - (0) - - - - (0)"
    paths = write_pair(tmp_path, *(conll(text, tags=TAGS) for text in (key, one, two)))
    tables = tertium.compare(paths[0], paths[1:], intervals=False).tables
    (step,) = compare_errors(tables, "ARCS-nom", 0, 1)
    assert (step.name, step.before, step.after, step.repaired, step.introduced) == ("mention missed", 2, 1, 2, 1)


def test_agreement__is_symmetric(tmp_path: Path) -> None:
    texts = [
        conll(text, tags=TAGS)
        for text in ("(0) - - - (0) - (0) - - -", "(0) - (0) - - - (0) - - -", "- - (0) - (0) - - - - -")
    ]
    paths = write_pair(tmp_path, *texts)
    tables = tertium.compare(paths[0], paths[1:], intervals=False).tables
    found = find_agreement(tables, "CoNLL")
    assert found[0, 1] == pytest.approx(found[1, 0])
    assert found[0, 1] == pytest.approx(tertium.score(paths[1], [paths[2]]).score("CoNLL", "r2").value)


def test_errors__are_found_in_their_sentences(tmp_path: Path) -> None:
    """Each class has the sentences of every system; pronouns come by frequency. Ann alone is a noun."""
    forms, tags = ["Ann", "he", "It", "it", "she", "he"], "NNP PRP PRP PRP PRP PRP"
    key, one, two = "(0) (0) / (0) (0) / (0) / (0)", "(0) - / - - / (1) / (0)", "(0) (0) / (0) (0) / - / (0)"
    paths = write_pair(tmp_path, *(conll(text, tags=tags, forms=forms) for text in (key, one, two)))
    tables = tertium.compare(paths[0], paths[1:], intervals=False).tables
    rows = zip(count_errors(tables, "ARCS-nom"), locate_errors(tables, "ARCS-nom"), strict=True)
    found = {(row.by, row.name): (row.counts, [own.tolist() for own in places]) for row, places in rows}
    assert found == {
        ("type", "mention missed"): ((3, 1), [[0, 1], [2]]),
        ("type", "chain split"): ((1, 0), [[2], []]),
        ("mention", "personal"): ((4, 1), [[0, 1, 2], [2]]),
        ("pronoun", "it"): ((2, 0), [[1], []]),
        ("pronoun", "she"): ((1, 1), [[2], [2]]),
        ("pronoun", "he"): ((1, 0), [[0], []]),
        ("distance", "same sentence"): ((1, 0), [[0], []]),
        ("distance", "sentence before"): ((2, 0), [[1], []]),
        ("distance", "2 to 5 sentences"): ((1, 1), [[2], [2]]),
    }
    assert [name for by, name in found if by == "pronoun"] == ["it", "she", "he"]


def test_repair__by_label_are_the_wrong_mentions_of_a_type(tmp_path: Path) -> None:
    """What the key does not resolve has no type there."""
    key, response = "(0) - (1) - (0) - (1 1) - (0)", "(0) - (0) - (0) - - (1) - (1)"
    paths = write_pair(tmp_path, conll(key, tags=TAGS), conll(response, tags=TAGS))
    rows = tertium.repair(paths[0], paths[1:]).repairs.filter(by="label")
    decisions = tertium.compare(paths[0], paths[1:], intervals=False).tables.decisions("ARCS-nom")
    wrong = decisions.vocab.decode(decisions.row_label[~decisions.right[0]])
    expected = Counter("(not in gold)" if name == UNALIGNED else name for name in wrong)
    assert dict(rows.select("class", "errors").iter_rows()) == expected
    assert len(expected) > 2
