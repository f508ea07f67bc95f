"""What the page is told about chains: antecedents are found by hand in a small key."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

import tertium
from tertium.reports.drawn_sentences import draw_sentences

if TYPE_CHECKING:
    from pathlib import Path

WORDS = [("Ann", "NNP"), ("met", "VBD"), ("Bo", "NNP"), (".", "."), ("She", "PRP"), ("likes", "VBZ"), ("him", "PRP")]
KEY = {0: "(1)", 2: "(2)", 4: "(1)", 6: "(2)"}
RIGHT = KEY
WRONG = {0: "(1)", 2: "(2)", 4: "(2)"}  # She is Bo, him is nobody


def conll(chains: dict[int, str]) -> str:
    lines = ["#begin document (d); part 000"]
    for place, (form, tag) in enumerate(WORDS):
        number = place if place < 4 else place - 4
        columns = ["d", "0", str(number), form, tag, *["-"] * 6, chains.get(place, "-")]
        lines += ["\t".join(columns), *([""] if place in (3, 6) else [])]
    return "\n".join([*lines, "#end document", ""])


@pytest.fixture
def document(tmp_path: Path) -> dict[str, Any]:
    for name, chains in (("key", KEY), ("a", RIGHT), ("b", WRONG)):
        (tmp_path / f"{name}.conll").write_text(conll(chains), encoding="utf-8")
    systems = {name: str(tmp_path / f"{name}.conll") for name in "ab"}
    return draw_sentences(tertium.compare(str(tmp_path / "key.conll"), systems, intervals=False), measure="ARCS-nom")


def test_chains__have_numbers_and_antecedents(document: dict[str, Any]) -> None:
    assert document["drawing"] == "chains"
    first, second = document["sentences"]
    strings = document["strings"]
    assert [strings[place] for place in first["words"]] == ["Ann", "met", "Bo", "."]
    assert first["mentions"] == [[0, 1, 1], [2, 3, 2]]
    assert second["mentions"] == [[0, 1, 1], [2, 3, 2]]
    assert first["units"] == []
    she, him = second["units"]
    assert [strings[place] for place in she[2:]] == ["tp", "01", "tp", "wl"]
    assert [strings[place] for place in him[2:]] == ["tp", "01", "tp", "fn"]
    ann, bo = [1, 0, 1], [1, 2, 3]
    assert second["links"] == [[ann, ann, bo], [bo, bo, 0]]


def test_chains__are_drawn_where_the_leading_measure_has_no_units(tmp_path: Path) -> None:
    for name, chains in (("key", KEY), ("a", RIGHT), ("b", WRONG)):
        (tmp_path / f"{name}.conll").write_text(conll(chains), encoding="utf-8")
    systems = [str(tmp_path / f"{name}.conll") for name in "ab"]
    found = draw_sentences(tertium.compare(str(tmp_path / "key.conll"), systems, intervals=False))
    assert found["drawing"] == "chains"
    assert found["measure"].startswith("ARCS-")
