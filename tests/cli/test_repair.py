"""`tertium repair`, end to end."""

from __future__ import annotations

import csv
from typing import TYPE_CHECKING

import pytest

import tertium
from tests import small
from tests.command import refused, run

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture
def files(tmp_path: Path) -> tuple[Path, Path, Path]:
    return small.write(tmp_path)


def test_repair__page_and_notes(files: tuple[Path, Path, Path]) -> None:
    result = run("repair", *files[:2])
    assert result.code == 0
    assert result.out == str(tertium.repair(*files[:2]))
    assert "task: dependency" in result.err
    assert run("repair", *files, "-q").err == ""


def test_repair__json_is_the_only_thing_on_standard_output(files: tuple[Path, Path, Path]) -> None:
    result = run("repair", *files, "--json")
    assert result.json["repairs"]
    assert result.out == tertium.repair(files[0], list(files[1:])).to_json()


def test_repair__measure_and_top(files: tuple[Path, Path, Path]) -> None:
    rows = run("repair", *files[:2], "--measure", "UAS,LS", "--json").json["repairs"]
    assert {row["measure"] for row in rows} == {"UAS", "LS"}
    out = run("repair", *files[:2], "--top", "1").out
    assert "… 2 more classes (--top N shows more)" in out
    assert "→" not in out


def test_repair__width(files: tuple[Path, Path, Path]) -> None:
    assert max(len(row) for row in run("repair", *files, "--width", "72").out.split("\n")) <= 72


def test_repair__tables_go_to_files(files: tuple[Path, Path, Path], tmp_path: Path) -> None:
    names = {"--csv": "out.csv", "--tsv": "out.tsv", "--markdown": "out.md", "--latex": "out.tex"}
    arguments = [text for option, name in names.items() for text in (option, tmp_path / name)]
    assert run("repair", *files, *arguments).code == 0
    with (tmp_path / "out.csv").open(encoding="utf-8") as stream:
        rows = list(csv.DictReader(stream))
    assert {row["by"] for row in rows} == {"kind", "label", "confusion"}
    assert (tmp_path / "out.scores.csv").exists()
    assert "## tertium repair" in (tmp_path / "out.md").read_text(encoding="utf-8")
    assert r"\label{tab:repairs-LAS-label}" in (tmp_path / "out.tex").read_text(encoding="utf-8")


@pytest.mark.parametrize(("measure", "named"), [("CLAS", "CLAS"), ("Words", "Words"), ("LAS,CLAS", "tertium: CLAS:")])
def test_repair__a_measure_without_units_is_refused(files: tuple[Path, Path, Path], measure: str, named: str) -> None:
    assert refused(run("repair", *files[:2], "--measure", measure), named, "Try: ")


def test_repair__bad_input_is_refused_as_elsewhere(files: tuple[Path, Path, Path], tmp_path: Path) -> None:
    bad = tmp_path / "bad.conllu"
    bad.write_text(small.GOLD.replace("comeu\tcomer", "comeu comer"), encoding="utf-8")
    assert refused(run("repair", files[0], bad), f"{bad}:11", "Try: ")
    assert refused(run("repair", files[0], tmp_path / "none.conllu"), "none.conllu")
    other = tmp_path / "other.conllu"
    other.write_text(small.GOLD.replace("Joana", "Maria"), encoding="utf-8")
    assert refused(run("repair", files[0], other), "hold different text")
    assert refused(run("repair", files[0], files[1], "--json", "--csv", "-"), "only one thing")
