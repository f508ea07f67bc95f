"""Sections that only coreference has, as people see them."""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING

import tertium
from tertium.reports.chain_sections import pair_lines
from tertium.reports.chain_tables import chain_tables
from tertium.reports.page import as_text
from tests.chains import conll, write_pair

if TYPE_CHECKING:
    from pathlib import Path

    from tertium import Comparison

TAGS = "NNP VBD NNP PRP NN"
TEXTS = ("(0) - (1) (0) (0)", "(0) - (1) (1) (0)", "(0) - (0) (0) -", "- - (1) (1) (1)")


def compare(folder: Path, n: int) -> Comparison:
    gold, *systems = write_pair(folder, *(conll(text, tags=TAGS) for text in TEXTS[: n + 1]))
    return tertium.compare(gold, systems, intervals=False)


def test_pair_lines__difference_by_every_criterion_beside_that_of_f1(tmp_path: Path) -> None:
    """Tuggener 2017, table 7: they do not go together."""
    result = compare(tmp_path, 3)
    lines = as_text(pair_lines(result, 80)).splitlines()
    assert lines[0].split()[-2:] == ["ARCS-any", "ARCS-nom"]
    assert len(lines) == 1 + 3
    for row, (before, after) in zip(lines[1:], combinations(result.systems, 2), strict=True):
        cells = []
        for measure in ("ARCS-any", "ARCS-nom"):
            difference = result.difference(before, after, measure)
            assert difference.transitions is not None
            cells += [f"{100 * difference.transitions.difference:.2f}", f"{100 * difference.delta:+.2f}"]
        assert row.split() == [before, "→", after, *cells]


def test_pair_lines__many_pairs_are_cut(tmp_path: Path) -> None:
    gold, *systems = write_pair(tmp_path, *(conll(text, tags=TAGS) for text in TEXTS[:2]))
    result = tertium.compare(gold, {f"s{number}": systems[0] for number in range(6)}, intervals=False)
    lines = as_text(pair_lines(result, 80)).splitlines()
    assert lines[-1].strip() == "… 5 more pairs (--json)"
    assert max(map(len, lines)) <= 80


def test_tables__have_the_pairs_and_say_the_same(tmp_path: Path) -> None:
    result = compare(tmp_path, 2)
    table = next(table for table in chain_tables(result) if table.name == "criteria")
    assert table.head == ("Pair", "ARCS-any diff", "Δ F1", "ARCS-nom diff", "Δ F1")
    assert list(table.rows[0]) == ["r1 → r2", *as_text(pair_lines(result, 80)).splitlines()[1].split()[3:]]
    assert "criteria" not in {table.name for table in chain_tables(compare(tmp_path, 1))}
