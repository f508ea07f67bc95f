"""What went wrong with chains: one small case a type."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

import tertium
from tertium.comparison.chain_errors import count_errors, find_agreement
from tertium.tasks.antecedents import CLASSES
from tertium.tasks.chain_errors import TYPES, find_chain_errors
from tests.chains import conll, write_pair

if TYPE_CHECKING:
    from pathlib import Path

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


def test_types__add_up_to_the_errors_of_arcs(tmp_path: Path) -> None:
    key, response = "(0) - (1) - (0) - (1 1) - (0)", "(0) - (0) - (0) - - (1) - (1)"
    paths = write_pair(tmp_path, conll(key, tags=TAGS), conll(response, tags=TAGS))
    result = tertium.compare(paths[0], paths[1:], intervals=False)
    units = result.tables.decisions("ARCS-nom")
    assert sum(row.counts[0] for row in count_errors(result.tables) if row.by == "type") == int((~units.right).sum())


def test_repair__all_classes_of_a_division_give_everything(tmp_path: Path) -> None:
    key, response = "(0) - (1) - (0) - (1 1) - (0)", "(0) - (0) - (0) - - (1) - (1)"
    paths = write_pair(tmp_path, conll(key, tags=TAGS), conll(response, tags=TAGS))
    rows = tertium.repair(paths[0], paths[1:]).repairs
    counts = tertium.score(paths[0], paths[1:]).tables.totals("ARCS-nom", 0)
    for by in ("kind", "type", "label"):
        own = rows.filter(by=by)
        assert own["errors"].sum() == counts[1] - counts[0] + counts[2] - counts[0] - int(
            rows.filter(by="kind").filter(rows.filter(by="kind")["class"].str.contains("wl"))["errors"].sum()
        )


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
