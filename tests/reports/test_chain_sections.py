"""Sections that only coreference has, as people see them."""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING

import pytest

import tertium
from tertium.reports.chain_sections import bound_lines, pair_lines
from tertium.reports.chain_tables import chain_tables
from tertium.reports.page import as_text, cells
from tertium.reports.slice_sections import search_lines
from tests.chains import conll, write_pair

if TYPE_CHECKING:
    from pathlib import Path

    from tertium import Comparison
    from tertium.mentionrules import Criterion

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


def test_page__names_that_are_too_long_stay_apart_and_within_the_width(tmp_path: Path) -> None:
    both = ("".join(conll(text, tags=TAGS, name=name) for name in ("d", "e")) for text in TEXTS)
    gold, *systems = write_pair(tmp_path, *both)
    names = [f"a-very-long-name-of-a-system-of-2024-05-seed{number}" for number in range(3)]
    page = as_text(tertium.compare(gold, dict(zip(names, systems, strict=True))).page(80))
    assert max(map(cells, page.splitlines())) <= 80
    for title, n in (("Scores", 3), ("How certain", 3), ("Different mentions", 3), ("Agreement (LEA)", 3)):
        rows = page.split(f"\n{title}")[1].splitlines()[1 : n + 1]
        assert len({row.split("  ")[1] for row in rows}) == n, title
    head = next(line for line in page.splitlines() if line.startswith("Recall, precision"))
    assert [name[-5:] for name in head.split()[2:]] == ["seed0", "seed1", "seed2"]


def test_page__of_one_document_has_no_columns_for_intervals(tmp_path: Path) -> None:
    page = as_text(tertium.compare(*write_pair(tmp_path, *(conll(text, tags=TAGS) for text in TEXTS))).page(80))
    assert "±" not in page
    assert next(line for line in page.splitlines() if line.startswith("Scores")).split()[:3] == [
        "Scores",
        "CoNLL",
        "MUC",
    ]


@pytest.mark.parametrize("criterion", ["any", "nom", "named", "immediate"])
def test_bound_lines__say_what_is_counted(criterion: Criterion, tmp_path: Path) -> None:
    gold, *systems = write_pair(tmp_path, *(conll(text, tags=TAGS) for text in TEXTS))
    result = tertium.compare(gold, systems, intervals=False, arcs_criterion=criterion)
    measure = f"ARCS-{criterion}"
    head, first, *_ = as_text(bound_lines(result, measure, 80)).splitlines()
    assert head.split() == ["Recall", f"({measure})", "key", *result.systems, "together", "gain"]
    assert head.index("key") + 3 == first.index(first.split()[1]) + len(first.split()[1])


def test_page__the_measure_of_what_changed_is_named_where_it_does_not_lead(tmp_path: Path) -> None:
    """Slices are of mentions, and so is the ranking below the matrix; CoNLL has neither."""
    texts = ["".join(conll(text, tags=TAGS, name=name) for name in "abcdef") for text in TEXTS]
    gold, *systems = write_pair(tmp_path, *texts)
    result = tertium.compare(gold, systems)
    assert "\n  ranking by ARCS-nom: " in as_text(result.page(80))
    before, after = result.systems[:2]
    lines = as_text(search_lines(result, result.search(before, after), before, after, 80))
    assert lines.startswith(f"{before} → {after} (ARCS-nom): ")


def test_tables__have_the_pairs_and_say_the_same(tmp_path: Path) -> None:
    result = compare(tmp_path, 2)
    table = next(table for table in chain_tables(result) if table.name == "criteria")
    assert table.head == ("Pair", "ARCS-any diff", "Δ F1", "ARCS-nom diff", "Δ F1")
    assert list(table.rows[0]) == ["r1 → r2", *as_text(pair_lines(result, 80)).splitlines()[1].split()[3:]]
    assert "criteria" not in {table.name for table in chain_tables(compare(tmp_path, 1))}
