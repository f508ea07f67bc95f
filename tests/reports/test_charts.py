"""Charts: SVG, PDF and PNG by the suffix, the same bytes every time."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET

import pytest

import tertium
from tertium.errors import UsageError
from tertium.reports.charts import find_format

STARTS = {"svg": b"<svg ", "pdf": b"%PDF-", "png": b"\x89PNG"}


def paper() -> tertium.NoiseBounds:
    return tertium.noise(accuracy=(0.9135, 0.9282), error_rate=0.03, ambiguity=2.5)


@pytest.mark.parametrize("kind", STARTS)
def test_plot__is_what_the_suffix_says_and_always_the_same(kind: str) -> None:
    one, two = (paper().plot(f"figure.{kind}") for _ in range(2))
    assert one.startswith(STARTS[kind])
    assert one == two


def test_plot__has_both_systems_and_where_they_overlap() -> None:
    root = ET.fromstring(paper().plot("figure.svg"))  # noqa: S314 (we wrote it)
    text = "".join(root.itertext())
    assert "T1" in text
    assert "T2" in text
    areas = [
        node for node in root.iter() if "role-mark" in node.get("class", "") and "mark-area" in node.get("class", "")
    ]
    assert len(areas) == 3  # the bands of both, and the overlap


def test_plot__without_overlap_nothing_is_shaded() -> None:
    result = tertium.noise(accuracy=(0.80, 0.95), error_rate=0.03, ambiguity=2.5)
    root = ET.fromstring(result.plot("figure.svg"))  # noqa: S314
    areas = [
        node for node in root.iter() if "role-mark" in node.get("class", "") and "mark-area" in node.get("class", "")
    ]
    assert len(areas) == 2


def test_plot__of_files_needs_an_error_rate() -> None:
    gold = [[("x", "A"), ("x", "B")]] * 3
    result = tertium.noise(gold, {"a": gold, "b": gold})
    with pytest.raises(UsageError, match="no intervals to plot"):
        result.plot("figure.svg")


def test_plot__of_three_systems_lists_their_intervals_and_the_truth() -> None:
    gold = [[("x", "A"), ("x", "B"), ("y", "A")]] * 6
    other = [[("x", "A"), ("x", "A"), ("y", "A")]] * 6
    result = tertium.noise(gold, {"a": other, "b": gold, "<c>": other}, error_rate=0.05, against=gold)
    text = "".join(ET.fromstring(result.plot("figure.svg")).itertext())  # noqa: S314
    assert "<c>" in text
    assert "by the better gold" in text
    assert "reasonable" in text


@pytest.mark.parametrize("name", ["figure", "figure.gif", "figure.svg.gz"])
def test_other_suffixes__are_refused(name: str) -> None:
    with pytest.raises(UsageError, match="no chart"):
        find_format(name)


def test_pdf__its_table_of_contents_still_fits() -> None:
    """Objects have moved; the table says where to."""
    data = paper().plot("figure.pdf")
    start = int(re.findall(rb"startxref\s+(\d+)", data)[-1])
    assert data[start : start + 4] == b"xref"
    for number, offset in enumerate(re.findall(rb"^(\d{10}) \d{5} n", data[start:], re.MULTILINE), 1):
        assert data[int(offset) :].startswith(f"{number} 0 obj".encode())
