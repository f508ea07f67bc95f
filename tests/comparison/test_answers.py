"""What raters say: of mentions the antecedent, not the class that it has by the gold."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest

import tertium
from tertium.comparison.answers import Answers, gather_answers
from tests.chains import conll, write_pair

if TYPE_CHECKING:
    from pathlib import Path

FORMS = ["Ann", "saw", "Bob", ".", "She", "left", "."]
TAGS = "NNP VBD NNP . PRP VBD ."
NOBODY, ANN, BOB = "- - - - / - - -", "(0) - - - / (0) - -", "- - (0) - / (0) - -"
ALL_AS_ONE = "(0 - 0) - / (0) - -"  # Ann saw Bob


def answers_of(folder: Path, key: str, *responses: str) -> Answers:
    files = [conll(brackets, forms=FORMS, tags=TAGS) for brackets in (key, *responses)]
    gold, *systems = write_pair(folder, *files)
    result = tertium.compare(gold, systems, measures=["ARCS-nom"], intervals=False)
    return gather_answers(result.tables.decisions("ARCS-nom"), range(len(systems)))


def test_answers__of_mentions_agree_where_antecedents_do(tmp_path: Path) -> None:
    """A wrong link is a class that no gold can have: by it systems would never agree with another gold."""
    found = answers_of(tmp_path, ANN, BOB, BOB, ALL_AS_ONE, NOBODY, NOBODY, ANN)
    assert found.first[:, 0].tolist() == [0, 1, 1, 3, 4, 4, 0]
    assert found.decisions.vocab.decode(found.label[:, 0]) == ["tp", "tp", "tp", "tp", "tn", "tn", "tp"]


def test_answers__of_mentions_without_an_antecedent_in_the_key(tmp_path: Path) -> None:
    found = answers_of(tmp_path, NOBODY, BOB, ANN, ANN, NOBODY)
    assert found.first[:, 0].tolist() == [0, 1, 2, 2, 0]


def test_answers__any_antecedent_of_the_keys_chain_is_the_golds(tmp_path: Path) -> None:
    found = answers_of(tmp_path, "(0) - (0) - / (0) - -", ANN, BOB)
    she = int(np.flatnonzero(found.decisions.unit == FORMS.index("She"))[0])
    assert found.first[:, she].tolist() == [0, 0, 0]


def test_answers__of_mentions_are_told_by_words_and_place(tmp_path: Path) -> None:
    """Two antecedents may have the same first words, and nobody could choose between them."""
    found = answers_of(tmp_path, ANN, BOB, ALL_AS_ONE, NOBODY)
    corpus = tertium.compare(tmp_path / "key.conll", [tmp_path / "r1.conll"], intervals=False).gold
    assert [found.text(corpus, rater, 0) for rater in range(found.n_raters)] == [
        "Ann (1 sentence before, word 1)",
        "Bob (1 sentence before, word 3)",
        "Ann saw Bob (1 sentence before, words 1-3)",
        "no antecedent",
    ]


def test_antecedents__of_many_words_are_told_by_the_first_and_the_last(tmp_path: Path) -> None:
    """By the first words alone two that end elsewhere looked the same, and one of them wrong."""
    forms, tags = ["the", "map", "of", "the", "old", "area", "here", "It"], "DT NN IN DT JJ NN RB PRP"
    key, longer = "(0 - - - - 0) - / (0)", "(0 - - - - - 0) / (0)"
    texts = [conll(brackets, forms=forms, tags=tags) for brackets in (key, longer, key)]
    gold, *systems = write_pair(tmp_path, *texts)
    result = tertium.compare(gold, systems, intervals=False)
    told = "key: the map of … area (-1), r1: the map of … here (-1), r2: the map of … area (-1)"
    (example,) = result.listing("r1", "r2").examples
    assert example.marks[0].text == f"wl>tp, antecedent invented; {told}"
    (example,) = result.listing("r1", "r2", only="r2").examples
    assert example.marks[0].text == f"tp: r1=wl r2=tp; {told}"


@pytest.mark.parametrize("command", ["suspects", "noise"])
def test_answers__tell_of_a_key_that_all_contradict(command: str, tmp_path: Path) -> None:
    """In four documents of five the key is right and everybody finds it; in one of them all say something else."""
    right, wrong = (conll(brackets, forms=FORMS, tags=TAGS, name="(d)") for brackets in (BOB, ANN))
    key = "".join(right.replace("(d)", f"(d{n})") for n in range(20)) + wrong
    output = "".join(right.replace("(d)", f"(d{n})") for n in range(20)) + right
    gold, *systems = write_pair(tmp_path, key, output, output, output)
    if command == "suspects":
        (row,) = tertium.suspects(gold, systems).rows()
        assert (row.gold, row.instead) == ("Ann (1 sentence before, word 1)", "Bob (1 sentence before, word 3)")
        assert len(row.against) == len(systems)
    else:
        sheet = tertium.noise(gold, systems, error_rate=0.03).sample(21)
        assert "A: Ann (1 sentence before, word 1)\tB: Bob (1 sentence before, word 3)" in sheet
