"""Each chart of a comparison by itself: its rows are the comparison's, and every figure can be drawn."""

from __future__ import annotations

import json
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

import tertium
from tertium.conventions import Conventions
from tertium.demo import demo_files
from tertium.errors import SourceError, UsageError
from tertium.kinds import KINDS, find_kind
from tertium.reports import chart_rows, chart_shared
from tertium.reports.chart_figures import FIGURES, draw_figure
from tertium.reports.charts import render
from tests.command import run

if TYPE_CHECKING:
    from pathlib import Path

    from tertium.reports.comparison_result import Comparison

Found = tuple["Comparison", dict[str, Any]]


@pytest.fixture(scope="module")
def found() -> Found:
    gold, systems = demo_files()
    result = tertium.compare(gold, systems, by=["length"], resamples=200)
    return result, json.loads(result.to_json())


def test_solvers__are_counted_from_the_unions(found: Found) -> None:
    """The document has how many units some system of a set solves; who else solves them is worked out."""
    result, document = found
    right = result.tables.decisions("LAS").right
    rows = {tuple(row["members"]): row["count"] for row in chart_rows.solver_rows(document, "LAS")}
    for pattern in np.unique(right, axis=1).T:
        members = tuple(name for name, is_right in zip(result.systems, pattern, strict=True) if is_right)
        assert rows.pop(members) == int((right == pattern[:, None]).all(axis=0).sum())
    assert not rows


def test_transitions__add_up_to_the_classes(found: Found) -> None:
    result, document = found
    rows = chart_rows.transition_rows(document, ("udpipe", "stanza"), "LAS", 1000)
    classes = result.difference("udpipe", "stanza").transitions
    assert classes is not None
    for name, total in zip(chart_rows.CLASSES.values(), classes.by_class, strict=True):
        assert sum(row["count"] for row in rows if row["kind"] == name) == total
        assert {row["total"] for row in rows if row["kind"] == name} <= {total}


def test_pairs__can_be_turned_round(found: Found) -> None:
    _, document = found
    there, back = (
        {(row["label"], row["kind"]): row["count"] for row in chart_rows.balance_rows(document, pair, "LAS", 1000)}
        for pair in (("udpipe", "spacy"), ("spacy", "udpipe"))
    )
    other = {"corrections": "new errors", "new errors": "corrections"}
    assert back == {(label, other[kind]): count for (label, kind), count in there.items()}
    one, two = (chart_rows.slice_rows(document, pair, "LAS") for pair in (("udpipe", "spacy"), ("spacy", "udpipe")))
    assert [(row["delta"], row["low"], row["high"]) for row in one] == [
        (-row["delta"], -row["high"], -row["low"]) for row in two
    ]


def test_matrix__holds_every_pair_once(found: Found) -> None:
    result, document = found
    order, rows = chart_rows.matrix_rows(document, "LAS")
    assert sorted(order) == sorted(result.systems)
    assert {frozenset((row["one"], row["two"])) for row in rows} == {frozenset(pair) for pair in result.pairs}
    for row in rows:
        pair = sorted((row["one"], row["two"]), key=result.index)
        table = result.difference(*pair).transitions
        assert table is not None
        assert row["share"] == pytest.approx(100 * table.difference, abs=1e-6)


def test_matrix__joins_every_system(found: Found) -> None:
    _, document = found
    order, rows = chart_rows.matrix_rows(document, "LAS")
    data = chart_shared.matrix_data(document, "LAS", order, rows)
    assert len(data["cells"]) == 3 * 2
    ends = [line for line in data["joins"] if line["y"] == line["y2"]]
    assert len(data["joins"]) == 2 * 3
    assert {line["y"] for line in ends} >= {0.5, 1.5, 2.5}, "a line from each system"


def test_flow__columns_have_all_that_flows(found: Found) -> None:
    _, document = found
    _, steps = chart_rows.difference(document, ("udpipe", "spacy"), "LAS")
    data = chart_shared.flow_data(steps, ("udpipe", "spacy"), 24)
    total = sum(sorted((step["count"] for step in steps), reverse=True)[:24])
    for side in range(3):
        assert sum(node["count"] for node in data["nodes"] if node["side"] == side) == total
        spans = sorted((node["low"], node["high"]) for node in data["nodes"] if node["side"] == side)
        assert all(one[1] <= two[0] for one, two in pairwise(spans)), "labels of a column lie on each other"
    for node in data["nodes"]:
        assert node["high"] - node["low"] == pytest.approx(node["count"])
    assert {point["kind"] for point in data["ribbons"]} == {"correction", "new error", "changed error"}


def test_ranks__the_best_is_first(found: Found) -> None:
    result, document = found
    rows = [row for row in chart_shared.rank_rows(document) if row["measure"] == "LAS"]
    assert {row["system"]: row["rank"] for row in rows} == {"stanza": 1, "spacy": 2, "udpipe": 3}
    assert result.score("LAS", "stanza").value > result.score("LAS", "spacy").value


def test_ranks__leave_out_what_some_system_says_nothing_about(found: Found) -> None:
    """Who has no enhanced dependencies is not worse at them."""
    rows = [
        {"system": name, "measure": "ELAS", "value": value, "numerator": value, "low": None, "high": None}
        | {"precision": {"value": value}}
        for name, value in (("stanza", 0), ("spacy", 1), ("udpipe", 0))
    ]
    document = {**found[1], "scores": [*found[1]["scores"], *rows]}
    assert "ELAS" not in {row["measure"] for row in chart_shared.rank_rows(document)}


def test_figure__has_only_signs_that_its_font_has() -> None:
    """Liberation Sans lacks the sign of the empty set; a label with it would come in another font as a whole."""
    gold, systems = [["B-LOC", "O"]] * 3, {"a": [["O", "O"]] * 3, "b": [["B-LOC", "O"]] * 3}
    document = json.loads(tertium.compare(gold, systems, intervals=False).to_json())
    chart = draw_figure(document, "transitions")
    assert "∅ → LOC" in json.dumps(chart.to_dict(), ensure_ascii=False)
    assert "Ø → LOC" in render(chart, "x.svg").decode()


def test_shared_charts__have_no_variables_left(found: Found) -> None:
    for figure in ("ranks", "flow", "matrix"):
        assert "var(--" not in json.dumps(draw_figure(found[1], figure).to_dict())
    assert {f"--system-{place}" for place in range(8)} <= set(chart_shared.light_colours())


def test_gain__grows_to_the_oracle(found: Found) -> None:
    result, document = found
    rows = chart_rows.gain_rows(document, "LAS")
    values = [row["value"] for row in rows]
    assert values == sorted(values)
    oracle = result.oracle_of("LAS")
    assert values[-1] == pytest.approx(100 * oracle.correct / oracle.units, abs=1e-6)
    assert values[0] == pytest.approx(100 * max(oracle.by_system) / oracle.units, abs=1e-6)


def test_oracle_by_label__lies_above_every_system(found: Found) -> None:
    _, document = found
    rows = chart_rows.oracle_rows(document, "LAS", 12)
    assert rows
    assert all(row["low"] <= value <= row["oracle"] for row in rows for value in row["values"].values())


def test_measures__that_are_no_shares_are_known() -> None:
    tables = [find_kind(task).measures(Conventions(task=task)) for task in KINDS]
    found = {name for table in tables for name, measure in table.items() if not measure.is_share}
    assert found == chart_rows.NO_SHARES
    lower = {name for table in tables for name, measure in table.items() if measure.lower_is_better}
    assert lower == chart_rows.LOWER_IS_BETTER


def test_measures__with_units_are_found_where_the_headline_has_none(found: Found) -> None:
    document = {**found[1], "headline": "CLAS"}
    assert chart_rows.choose_measure(document, None) == "CLAS"
    assert chart_rows.choose_measure(document, None, units=True) == "LAS", "what the dendrogram is of"
    first = document["oracle"][0]["measure"]
    assert chart_rows.choose_measure({**document, "dendrogram": []}, None, units=True) == first


def test_scores__are_those_of_the_document(found: Found) -> None:
    result, document = found
    for row in chart_rows.score_rows(document, "UAS"):
        assert row["value"] == pytest.approx(100 * result.score("UAS", row["system"]).value, abs=1e-6)
        assert row["low"] < row["value"] < row["high"]


@pytest.mark.parametrize("figure", FIGURES)
def test_figures__can_be_drawn(found: Found, figure: str) -> None:
    text = render(draw_figure(found[1], figure), "a.svg").decode()
    assert text.startswith("<svg")
    assert "NaN" not in text
    assert "undefined" not in text


def test_figure__is_the_same_every_time_with_its_fonts(found: Found) -> None:
    first, second = (render(draw_figure(found[1], "transitions"), "a.pdf") for _ in range(2))
    assert first == second
    assert b"/FontFile" in first


def test_figure__takes_names_as_text() -> None:
    """A system or a label may look like markup."""
    gold, system = [("a", "<X>"), ("b", "{{7*7}}")], [("a", "Y&"), ("b", "Y&")]
    result = tertium.compare(gold, {"<script>": gold, "b|c": system})
    document = json.loads(result.to_json())
    text = render(draw_figure(document, "transitions"), "a.svg").decode()
    assert "<script>" not in text
    assert "&lt;X>" in text or "&lt;X&gt;" in text
    assert "{{7*7}}" in text


@pytest.fixture
def compared(tmp_path: Path, found: Found) -> Path:
    path = tmp_path / "compare.json"
    path.write_text(json.dumps(found[1]), encoding="utf-8")
    return path


def test_plot__writes_a_figure(compared: Path, tmp_path: Path) -> None:
    target = tmp_path / "a.png"
    done = run("plot", str(compared), "--figure", "labels", "--pair", "spacy", "stanza", "-o", str(target))
    assert (done.code, done.err.strip()) == (0, f"wrote {target}")
    assert target.read_bytes().startswith(b"\x89PNG")


def test_plot__lists_its_figures() -> None:
    done = run("plot", "--figure", "list")
    assert done.code == 0
    assert [line.split()[0] for line in done.out.splitlines()] == list(FIGURES)


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("--figure", "pie", "-o", "a.pdf"), "there is no figure 'pie'"),
        (("--figure", "scores"), "-o scores.pdf"),
        (("--figure", "scores", "-o", "a.doc"), "is no chart that can be written"),
        (("--figure", "scores", "-o", "a.pdf", "--measure", "F7"), "there is no measure 'F7'"),
        (("--figure", "gain", "-o", "a.pdf", "--measure", "CLAS"), "CLAS has no units"),
        (("--figure", "labels", "-o", "a.pdf", "--pair", "spacy", "nobody"), "there is no system 'nobody'"),
        (("--figure", "labels", "-o", "a.pdf", "--pair", "spacy", "spacy"), "two different systems"),
        (("--figure", "scores", "-o", "a.pdf", "--pair", "spacy", "stanza"), "leave out --pair"),
        (("--figure", "gain", "-o", "a.pdf", "--top", "3"), "leave out --top"),
        (("--figure", "ranks", "-o", "a.pdf", "--measure", "LAS"), "leave out --measure"),
        (("--figure", "slices", "-o", "a.pdf", "--measure", "UAS"), "no slices of udpipe and spacy by UAS"),
    ],
)
def test_plot__says_what_cannot_be_drawn(
    arguments: tuple[str, ...], said: str, compared: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(compared.parent)
    done = run("plot", str(compared), *arguments)
    assert done.code == 2
    assert said in done.err
    assert [path.name for path in compared.parent.iterdir()] == ["compare.json"]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "is no JSON"),
        ('{"schema": 1,\n "a"', "line 2"),
        ("[1]", "no document of tertium"),
        ('{"schema": 9}', "has schema 9"),
        ('{"schema": 1, "systems": []}', "of another command"),
        (
            (
                '{"schema": 1, "systems": [], "headline": "A", "scores": [3], "differences": [], "labels": [],'
                ' "oracle": []}'
            ),
            "is not what tertium compare writes",
        ),
    ],
)
def test_plot__refuses_other_files(text: str, said: str, tmp_path: Path) -> None:
    path = tmp_path / "a.json"
    path.write_text(text, encoding="utf-8")
    done = run("plot", str(path), "--figure", "scores", "-o", str(tmp_path / "a.pdf"))
    assert done.code == 2
    assert said in done.err
    assert not (tmp_path / "a.pdf").exists()


def test_plot__needs_a_file_that_is_there_and_is_text(tmp_path: Path) -> None:
    (tmp_path / "b.json").write_bytes(b"\xff\xfe\x00")
    for name, said in (("a.json", "cannot be read"), ("b.json", "UTF-8"), (".", "cannot be read")):
        done = run("plot", str(tmp_path / name), "--figure", "scores", "-o", str(tmp_path / "a.pdf"))
        assert done.code == 2
        assert said in done.err


def test_documents__of_other_commands_are_refused() -> None:
    gold, systems = demo_files()
    text = tertium.score(gold, systems).to_json()
    with pytest.raises(SourceError, match="another command"):
        chart_rows.read_document(text, "score.json")


def test_too_many_systems__cannot_show_who_solves_what() -> None:
    gold = [("a", "X"), ("b", "Y")]
    systems = {f"s{place}": [("a", "X"), ("b", "X")] for place in range(11)}
    document = json.loads(tertium.compare(gold, systems, intervals=False).to_json())
    with pytest.raises(UsageError, match="too many sets"):
        draw_figure(document, "solved")
    draw_figure(document, "gain")
