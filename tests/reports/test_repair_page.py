"""The page, the tables and the document of `repair`."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import polars as pl
import pytest

import tertium
from tertium.demo import demo_files
from tertium.reports.page import as_text, cells
from tertium.reports.repair_page import repair_page, repair_tables
from tests import small
from tests.chains import conll, write_pair
from tests.conftest import ROOT
from tests.reports.test_terminal import check_page
from tests.strategies import words

if TYPE_CHECKING:
    from pathlib import Path

    from tertium import Repairs


@pytest.fixture
def files(tmp_path: Path) -> tuple[Path, Path, Path]:
    return small.write(tmp_path)


@pytest.fixture
def raw(tmp_path: Path) -> Repairs:
    """`ab` is not there, `c` cannot hang on it, `d` is wrong in itself; `a` and `b` are too many."""
    gold, system = tmp_path / "gold.conllu", tmp_path / "own.conllu"
    gold.write_text(words("ab _ N", "c _ N _ _ 1 obj", "d _ N _ _ 2 obj"), encoding="utf-8")
    system.write_text(words("a _ N", "b _ N", "c _ N _ _ 1 obj", "d _ N _ _ 3 obl"), encoding="utf-8")
    return tertium.repair(gold, system)


def test_repair_page__one_parser_of_the_demo() -> None:
    gold, systems = demo_files()
    check_page("repair-demo", str(tertium.repair(gold, {"stanza": systems["stanza"]})))


def test_docs__show_the_real_page_of_the_demo() -> None:
    gold, systems = demo_files()
    page = str(tertium.repair(gold, {"stanza": systems["stanza"]}))
    text = (ROOT / "docs/repair.md").read_text(encoding="utf-8")
    shown = text[text.index("    Repairing every") : text.index("- **By kind**")].strip("\n")
    for block in "\n".join(row.removeprefix("    ") for row in shown.split("\n")).split("\n[...]\n"):
        assert block in page


def test_repair_page__two_parsers_of_the_demo() -> None:
    gold, systems = demo_files()
    result = tertium.repair(gold, {name: systems[name] for name in ("udpipe", "spacy")})
    check_page("repair-demo-two", as_text(repair_page(result, top=5)))


def test_repair_page__tags_of_three_systems() -> None:
    gold, systems = demo_files()
    check_page("repair-demo-tags", as_text(repair_page(tertium.repair(gold, systems, layer="upos"), top=5)))


def test_repair_page__words_cut_otherwise(raw: Repairs) -> None:
    check_page("repair-cut", str(raw))


@pytest.mark.parametrize("width", [72, 80, 100])
@pytest.mark.parametrize("n", [1, 2, 3, 6])
def test_repair_page__keeps_within_its_width(n: int, width: int) -> None:
    gold, systems = demo_files()
    paths = list(systems.values())
    result = tertium.repair(gold, {f"a system with a long name {k}": paths[k % 3] for k in range(n)}, measures=["LAS"])
    rows = as_text(repair_page(result, width)).split("\n")
    assert max(cells(row) for row in rows) <= width
    assert ("more system" in "\n".join(rows)) == (n == 6)


def test_repair_page__each_measure_asked_for(files: tuple[Path, Path, Path]) -> None:
    text = str(tertium.repair(files[0], files[1], measures=["LAS", "UAS"]))
    assert text.index("Errors under LAS") < text.index("Errors under UAS")
    assert text.count("By kind") == 1  # a wrong head has no kinds


def test_verdict__names_the_biggest_single_class() -> None:
    gold, systems = demo_files()
    verdict = tertium.repair(gold, {"stanza": systems["stanza"]}).verdict
    assert verdict.startswith("Repairing every wrong attachment of punct would bring stanza from LAS 82.10 to 84.72")


def test_verdict__of_tags_says_what_is_taken_for_what() -> None:
    gold, system = [("a", "N"), ("b", "V")], [("a", "V"), ("b", "V")]
    assert tertium.repair(gold, {"s": system}).verdict == (
        "Repairing every N taken for V would bring s from Accuracy 50.00 to 100.00 (+50.00): the biggest single class, "
        "1 error or 100.0 % of all. Of all labels N costs most: 1 error, 50.00 points."
    )


def test_verdict__of_a_perfect_system(files: tuple[Path, Path, Path]) -> None:
    result = tertium.repair(files[0], {"perfect": files[0]})
    assert result.verdict == "perfect makes no error (LAS): there is nothing to repair."
    assert result.repairs.is_empty()
    assert result.to_dict()["repairs"] == []
    assert repair_tables(result) == []


def test_verdict__where_the_second_system_came_further(files: tuple[Path, Path, Path]) -> None:
    verdict = tertium.repair(files[0], files[1:]).verdict
    assert verdict.endswith(
        "Against old, new makes 1 error fewer on det and 1 more on nsubj: the largest steps by label."
    )


def test_repair_page__several_runs_have_a_mean_number_of_errors(files: tuple[Path, Path, Path]) -> None:
    """Both runs have three errors; `nsubj` is wrong once in the one and twice in the other."""
    gold, old, new = files
    result = tertium.repair(gold, {"runs": [old, new], "perfect": gold})
    by_label = repair_tables(result)[1]
    assert by_label.rows[0] == ("nsubj", "1.5", "+8.33", "0", "", "-1.5")
    assert "Against runs, perfect makes 1.5 errors fewer on nsubj: the largest step by label." in result.verdict


def test_verdict__control_characters_of_a_corpus_are_shown(tmp_path: Path) -> None:
    gold, system = tmp_path / "g.tsv", tmp_path / "s.tsv"
    gold.write_text("a\tX\nb\tY\n\n", encoding="utf-8")
    system.write_text("a\t\x1b[2J\nb\tY\n\n", encoding="utf-8")
    text = str(tertium.repair(gold, [system]))
    assert "\x1b" not in text
    assert "X taken for \\x1b[2J" in text


def test_repairs__as_a_frame(files: tuple[Path, Path, Path]) -> None:
    frame = tertium.repair(files[0], files[1:]).repairs
    names = ["system", "measure", "by", "class", "gold", "answer", "kind", "errors", "share", "value", "gain"]
    assert frame.columns == names
    kinds = frame.filter(pl.col("by") == "kind", pl.col("system") == "old").select("kind", "errors", "share").rows()
    assert kinds == [("label", 2, 2 / 3), ("attachment", 1, 1 / 3)]
    row = frame.filter(pl.col("class") == "obj → nsubj").row(0, named=True)
    assert (row["system"], row["gold"], row["answer"], row["kind"]) == ("old", "obj", "nsubj", None)
    assert (row["value"], row["gain"]) == pytest.approx((16 / 18, 1 / 18))
    assert set(frame["measure"]) == {"LAS"}


def test_repairs__as_json(raw: Repairs) -> None:
    document = json.loads(raw.to_json())
    assert (document["schema"], document["headline"], document["systems"]) == (1, "LAS", ["own"])
    assert document["verdict"] == raw.verdict
    (las,) = [row for row in document["scores"] if row["measure"] == "LAS"]
    assert (las["numerator"], las["denominator"]) == (0, 3 + 4)
    keys = ["system", "measure", "by", "class", "gold", "answer", "kind", "errors", "value", "gain"]
    assert all(list(row) == keys for row in document["repairs"])
    cut = [row for row in document["repairs"] if row["kind"] == "cut"]
    assert [(row["by"], row["class"], row["gold"], row["errors"]) for row in cut] == [
        (by, "cut otherwise", None, 2) for by in ("kind", "label", "confusion")
    ]
    assert cut[0]["value"] == pytest.approx(2 / 3)
    assert las["value"] + cut[0]["gain"] == cut[0]["value"]
    parts = [row["class"] for row in document["repairs"] if row["by"] == "label"]
    assert parts == ["cut otherwise", "obj", "obj, label only"]


def test_repairs__a_systems_own_biggest_class_comes_first(files: tuple[Path, Path, Path]) -> None:
    for system, rows in tertium.repair(files[0], files[1:]).repairs.group_by("system", "by"):
        assert rows["gain"].is_sorted(descending=True), system


def test_tables(files: tuple[Path, Path, Path]) -> None:
    (kind, label, confusion) = repair_tables(tertium.repair(files[0], files[1]))
    assert kind.head == ("Class", "errors", "of all", "LAS", "gain")
    assert kind.rows[0] == ("label only", "2", "66.7 %", "94.44", "+11.11")
    assert label.head[5:] == ("attachment", "label", "both")
    assert label.rows[0] == ("det", "1", "33.3 %", "88.89", "+5.56", "+5.56", "", "")
    assert confusion.rows[0][0] == "det, attachment only"
    two = repair_tables(tertium.repair(files[0], files[1:]))[1]
    assert two.head == ("Class", "old errors", "old gain", "new errors", "new gain", "change")
    assert two.rows[0] == ("nsubj", "1", "+5.56", "2", "+11.11", "+1")


def test_page__of_chains_speaks_of_mentions(tmp_path: Path) -> None:
    """Kinds and types of wrongly resolved mentions are other ones than those of brackets."""
    for name, brackets in (("key", "(0) - (0) - (0) (1) (1)"), ("response", "(0) (0) (0) - - (1) -")):
        (tmp_path / f"{name}.conll").write_text(conll(brackets), encoding="utf-8")
    response = str(tmp_path / "response.conll")
    result = tertium.repair(str(tmp_path / "key.conll"), {"response": response}, measure="ARCS-any")
    page = " ".join(str(result).split())
    assert "Repairing every error of the type 'mention missed' would bring response from" in page
    assert "fn: only the key links the mention" in page
    assert "over the same words" not in page
    assert not any("brackets" in table.caption for table in repair_tables(result))


def test_page__names_of_chains_errors_are_whole_and_each_means_one_thing(tmp_path: Path) -> None:
    """Four systems leave few cells; a kind with the name of a type would have another count under it."""
    texts = ("(0) - (0) - (0) (1) (1)", "(0) (0) (0) - - (1) -", "- (1) (0) - (0) (0) (1)")
    key, *systems = write_pair(tmp_path, *map(conll, texts))
    result = tertium.repair(key, {name: systems[name in "bd"] for name in "abcd"}, measure="ARCS-any")
    page = str(result)
    named = {by: {row[0].group.name for row in result.classes() if row[0].group.by == by} for by in ("kind", "type")}
    assert all(f"\n  {name} " in page for name in named["kind"] | named["type"])
    assert not {name.partition(" (")[0] for name in named["kind"]} & named["type"]
