"""Recall and precision beside every F1: on the page, in tables and in the frames, where systems propose mentions."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

import tertium
from tertium.reports.page import as_text
from tertium.reports.split_sections import split_lines, split_measures
from tertium.reports.tables import comparison_tables, score_tables
from tests import small
from tests.chains import conll, write_pair

if TYPE_CHECKING:
    from pathlib import Path

    from tertium import Comparison

DOCUMENTS = [
    ["(0) (0) (0) (1) (1)", "(0) (0) (1) (1) (2)"],
    ["(0) (0) (1) (1) (1)", "(0) (0) (0) (1) -"],
    ["(0) - (0) (1) (1)", "- (0) (1) (1) (0)"],
]


def compare(folder: Path, *, intervals: bool = True, times: int = 1) -> Comparison:
    texts = ["".join(conll(brackets, name=f"d{place}") for place, brackets in enumerate(row)) for row in DOCUMENTS]
    gold, one, two = write_pair(folder, *texts)
    systems = {f"{name}{number}": path for number in range(times) for name, path in (("a", one), ("b", two))}
    return tertium.compare(gold, systems, intervals=intervals)


def test_split_lines__tell_recall_precision_and_interval_of_every_f1(tmp_path: Path) -> None:
    result = compare(tmp_path)
    lines = as_text(split_lines(result, 80)).splitlines()
    assert lines[0].split() == ["Recall,", "precision", "a0", "b0"]
    assert lines[1].split() == ["recall", "prec.", "±"] * 2
    cells = {line.split()[0]: line.split()[1:] for line in lines[2:]}
    assert "CoNLL" not in cells
    for measure in split_measures(result):
        expected = []
        for system in result.systems:
            row, interval = result.score(measure, system), result.interval(measure, system)
            assert row.recall is not None
            assert row.precision is not None
            assert interval is not None
            expected += [f"{100 * share:.2f}" for share in (row.recall.value, row.precision.value)]
            expected.append(f"{100 * interval.half:.1f}")
        assert cells[measure] == expected


def test_split_lines__systems_that_do_not_fit_come_below(tmp_path: Path) -> None:
    result = compare(tmp_path, times=2)
    lines = as_text(split_lines(result, 80)).splitlines()
    assert [line.split()[-1] for line in lines if line.rstrip().endswith(("a0", "b0", "a1", "b1"))] == ["a1", "b1"]
    assert max(map(len, lines)) <= 80
    assert as_text(split_lines(result, 110)).splitlines()[0].split()[2:] == ["a0", "b0", "a1", "b1"]


def test_split_lines__without_intervals(tmp_path: Path) -> None:
    text = as_text(split_lines(compare(tmp_path, intervals=False), 80))
    assert "±" not in text
    assert "recall" in text


def test_page__has_them_instead_of_a_list_of_margins(tmp_path: Path) -> None:
    page = compare(tmp_path).render()
    assert "Recall, precision" in page
    assert "± at most" not in page


def test_split_lines__are_for_tasks_that_tell_them_apart(tmp_path: Path) -> None:
    gold, old, new = small.write(tmp_path)
    result = tertium.compare(gold, [old, new])
    assert split_lines(result, 80) == []
    assert "recall-precision" not in {table.name for table in score_tables(result)}


@pytest.mark.parametrize("intervals", [True, False])
def test_tables__have_a_row_for_each_measure_and_system(tmp_path: Path, *, intervals: bool) -> None:
    result = compare(tmp_path, intervals=intervals)
    table = next(table for table in comparison_tables(result) if table.name == "recall-precision")
    assert len(table.head) == 5 + intervals
    assert len(table.rows) == 2 * len(split_measures(result))
    row = result.score("MUC", "b0")
    assert row.recall is not None
    cells = next(cells for cells in table.rows if cells[:2] == ("MUC", "b0"))
    assert cells[2] == f"{100 * row.recall.value:.2f}"
    assert cells[4] == f"{100 * row.value:.2f}"


def test_frame__has_the_intervals_of_both(tmp_path: Path) -> None:
    result = compare(tmp_path)
    row = result.scores.filter(system="a0", measure="B3").row(0, named=True)
    interval = result.interval("B3", "a0", "recall")
    assert interval is not None
    assert (row["recall_low"], row["recall_high"]) == (interval.low, interval.high)
    assert result.scores.filter(system="a0", measure="CoNLL")["precision_low"].item() is None
