"""Learning curves, on the command line and in Python."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from typing import TYPE_CHECKING

import pytest

import tertium
from tertium.comparison.curves import Place, read_point
from tertium.errors import UsageError
from tests import small
from tests.command import refused, run

if TYPE_CHECKING:
    from pathlib import Path

# ONE has three brackets, OTHER two, of which one is right: with 3 of 12 right, 2 (9 + 9) / (36 + 9 + 18) = 57.14
ONE = "(TOP (S (NP (NN a) (NN b)) (VP (V c))))\n"
OTHER = "(TOP (S (NN a) (VP (NN b) (V c))))\n"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A gold of 12 trees, and outputs with 3, 6 and 12 of them right."""
    (tmp_path / "gold.mrg").write_text(ONE * 12)
    for right in (3, 6, 12):
        (tmp_path / f"a{right}.mrg").write_text(ONE * right + OTHER * (12 - right))
    return tmp_path


def test_curve__points_and_gains_are_those_of_compare(folder: Path) -> None:
    gold, paths = folder / "gold.mrg", [folder / f"a{right}.mrg" for right in (3, 6, 12)]
    curve = run("curve", gold, *(f"{right}={path}" for right, path in zip((10, 20, 40), paths, strict=True)), "--json")
    compared = run("compare", gold, *(f"s{path.stem}={path}" for path in paths), "--json").json
    scores = {(row["measure"], row["system"]): row for row in compared["scores"]}
    names = dict(zip((10, 20, 40), ("sa3", "sa6", "sa12"), strict=True))
    for point in curve.json["points"]:
        row = scores[point["measure"], names[point["size"]]]
        assert [point[key] for key in ("value", "low", "high")] == [row[key] for key in ("value", "low", "high")]
    steps = {(row["measure"], row["from"], row["to"]): row for row in compared["differences"]}
    assert len(curve.json["gains"]) == 2 * len(compared["scores"]) // 3
    for gain in curve.json["gains"]:
        step = steps[gain["measure"], names[gain["from"]], names[gain["to"]]]
        assert gain["delta"] == pytest.approx(step["delta"])
        assert gain["p_value"] == step["p_value"]
        assert gain["delta_low"] == step["delta_low"]
        assert gain["p_value"] <= gain["p_adjusted"] <= step["p_adjusted"]  # fewer steps than pairs


def test_curve__page(folder: Path) -> None:
    points = [f"{size}={folder}/a{right}.mrg" for size, right in (("40k", 12), ("10k", 3), ("20k", 6))]
    page = run("curve", folder / "gold.mrg", *points, "--quiet").out
    lines = page.splitlines()
    assert "F1 goes from 57.14 at 10k to 100.00 at 40k (+42.86)" in page
    assert max(map(len, lines)) <= 80
    assert page.count("●") == 3
    sizes = [line.split()[0] for line in lines if line.startswith("  ") and line.split()[0] in ("10k", "20k", "40k")]
    assert sizes[-3:] == ["10k", "20k", "40k"]


def test_curve__series_over_one_gold_are_paired(folder: Path) -> None:
    points = [f"{name}:{size}={folder}/a{right}.mrg" for name, size, right in (("x", 1, 3), ("x", 2, 6), ("y", 2, 12))]
    found = run("curve", folder / "gold.mrg", *points, "--measure", "F1", "--json").json
    assert [(row["size"], row["from"], row["to"], row["test"]) for row in found["contrasts"]] == [
        (2, "x", "y", "randomization")
    ]
    assert [row["series"] for row in found["gains"]] == ["x"]


def test_curve__series_with_their_own_gold_are_unpaired(folder: Path) -> None:
    (folder / "gold2.mrg").write_text(ONE * 10)
    (folder / "b.mrg").write_text((ONE + OTHER) * 5)
    points = [f"x:5={folder}/a3.mrg", f"y:5={folder}/b.mrg"]
    gold, own = folder / "gold.mrg", f"y={folder}/gold2.mrg"
    result = run("curve", gold, *points, "--gold", own, "--json")
    contrast = next(row for row in result.json["contrasts"] if row["measure"] == "F1")
    assert contrast["test"] == "unpaired"
    assert contrast["delta"] == pytest.approx(40 / 55 - 36 / 63)
    assert len(result.json["signatures"]) == 2
    page = run("curve", gold, *points, "--gold", own, "-q").out
    assert "unpaired, each with its own gold" in page


def test_curve__dependencies_and_several_measures(tmp_path: Path) -> None:
    gold, old, new = small.write(tmp_path)
    page = run("curve", gold, f"100={old}", f"10000={new}", "--measure", "UAS", "--measure", "LAS", "-q").out
    assert "(logarithmic)" in page
    assert page.count("size ") == 2


def test_curve__files(folder: Path) -> None:
    points = [f"{right}={folder}/a{right}.mrg" for right in (3, 6)]
    run("curve", folder / "gold.mrg", *points, "--svg", folder / "c.svg", "--csv", folder / "c.csv")
    root = ET.fromstring((folder / "c.svg").read_text())  # noqa: S314 (our own)
    assert len(root.findall("{http://www.w3.org/2000/svg}circle")) == 2
    assert (folder / "c.csv").read_text().startswith("series,size,measure,value,low,high\n")
    assert (folder / "c.gains.csv").read_text().startswith("kind,series,from,to,measure,delta")
    first = (folder / "c.svg").read_bytes()
    run("curve", folder / "gold.mrg", *points, "--svg", folder / "c.svg")
    assert (folder / "c.svg").read_bytes() == first


def test_curve__names_are_escaped(folder: Path) -> None:
    result = tertium.curve(folder / "gold.mrg", {"<b>&\x1b": {1: folder / "a3.mrg"}})
    assert "<b>" not in result.to_svg()
    assert "\x1b" not in result.to_svg() + str(result)


def test_curve__in_python(folder: Path) -> None:
    result = tertium.curve(folder / "gold.mrg", {3: folder / "a3.mrg", 6: str(folder / "a6.mrg")}, measure="F1")
    assert result.series == ("",)
    assert [point.score.value for point in result.points("")] == [36 / 63, 48 / 66]
    assert result.frame.columns == ["series", "size", "measure", "value", "low", "high"]
    assert "F1 goes from 57.14 at 3" in repr(result)


def test_curve__without_intervals(folder: Path) -> None:
    found = run(
        "curve", folder / "gold.mrg", f"1={folder}/a3.mrg", f"2={folder}/a6.mrg", "--no-intervals", "--json"
    ).json
    assert found["gains"] == []
    assert found["points"][0]["low"] is None
    assert "F1 goes from" in found["verdict"]


def test_read_point() -> None:
    assert read_point("1.5M=x=y.mrg") == (Place("", 1_500_000.0, "1.5M"), "x=y.mrg")
    assert read_point("a:b:10=x")[0] == Place("a:b", 10.0, "10")


@pytest.mark.parametrize(
    ("arguments", "part"),
    [
        (["a3.mrg"], "'a3.mrg' is no point of a curve"),
        (["ten=a3.mrg"], "is no point of a curve"),
        (["1=a3.mrg", "1=a6.mrg"], "the point 1 is given twice"),
        (["1000=a3.mrg", "1k=a6.mrg"], "given twice"),
        (["1=none.mrg"], "none.mrg"),
        (["1=a3.mrg", "--gold", "x=gold.mrg"], "there is no series 'x'"),
        (["x:1=a3.mrg", "--gold", "gold.mrg"], "names no series"),
    ],
)
def test_curve__refusals(folder: Path, monkeypatch: pytest.MonkeyPatch, arguments: list[str], part: str) -> None:
    monkeypatch.chdir(folder)
    assert refused(run("curve", "gold.mrg", *arguments), part)


def test_curve__no_points(folder: Path) -> None:
    with pytest.raises(UsageError, match="no point"):
        tertium.curve(folder / "gold.mrg", {})
