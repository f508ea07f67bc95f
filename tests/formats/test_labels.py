"""Tables with one label a row: how they are recognised, and which column is what."""

from __future__ import annotations

import gzip
from typing import TYPE_CHECKING

import pytest

import tertium
from tertium.formats.labels import recognise
from tertium.formats.sniffing import sniff
from tertium.formats.sources import Text
from tests import small
from tests.command import refused, run
from tests.tables import ROWS, as_csv, write_table, write_three

if TYPE_CHECKING:
    from pathlib import Path


@pytest.mark.parametrize(
    "first",
    [
        "id,gold,a,b",
        "id\tlabel",
        "gold;a;b",
        "id,prediction",
        "ID,Gold Label,BERT pred",
        '{"id": 1, "label": "x"}',
        "text,label",
        '"id","text","gold"',
        "example_id\ty_true\ty_pred",
        "id|gold|a",
        '[{"id": 1, "label": "x"},',
    ],
)
def test_recognise__tables(first: str) -> None:
    assert recognise([first]) is not None


@pytest.mark.parametrize(
    "first",
    [
        "Gold\tNN",
        "Gold\tNN\tgold",
        "Class\tNN\tclass",
        "The\tDT",
        "token\tlabel",
        "word,gold",
        "1\tThe\tthe\tDET\tDT\t_\t2\tdet\t_\t_",
        "# sent_id = 1",
        "The_DT cat_NN ,_, it_PRP",
        "(S (NP (DT The)))",
        '{"text": "Ann slept", "spans": [{"start": 0, "end": 3, "label": "PER"}]}',
        '{"id": 1, "label": ["x", "y"]}',
        "id,gold,gold",
    ],
)
def test_recognise__other_files_are_left_alone(first: str) -> None:
    assert recognise([first]) is None


@pytest.fixture
def trio(tmp_path: Path) -> tuple[Path, Path, Path]:
    return small.write(tmp_path)


def test_sniff__words_with_tags_stay_tagging() -> None:
    """The first word of a text may be called as a column is."""
    guess = sniff(Text(b"Gold\tNN\nis\tVBZ\nheavy\tJJ\n\n", "t.tsv"))
    assert guess.format == "columns"


def test_one_table__systems_are_its_other_columns_with_the_golds_labels(tmp_path: Path) -> None:
    result = run("score", write_table(tmp_path), "--json")
    assert result.code == 0
    assert result.json["systems"] == ["a", "b"]
    assert result.json["task"] == "labels"
    assert "systems: a, b (they hold the gold's labels" in result.err


def test_one_table__columns_called_as_predictions_come_first(tmp_path: Path) -> None:
    path = tmp_path / "t.csv"
    path.write_text("id,label,again,svm_pred\n1,x,x,x\n2,y,y,x\n", encoding="utf-8")
    assert run("score", path, "--json").json["systems"] == ["svm_pred"]
    assert run("score", path, "--json", "--system-column", "again").json["systems"] == ["again"]


@pytest.mark.parametrize("separator", [",", "\t", ";", "|"])
def test_separators_do_not_matter(separator: str, tmp_path: Path) -> None:
    path = tmp_path / "t.csv"
    path.write_text(as_csv(separator), encoding="utf-8")
    assert [row["value"] for row in run("score", path, "--json", "-q").json["scores"][:1]] == [4 / 6]


def test_one_table__from_standard_input_and_compressed(tmp_path: Path) -> None:
    text = as_csv().encode("utf-8")
    (tmp_path / "t.csv.gz").write_bytes(gzip.compress(text))
    for found in (run("score", "-", "--json", stdin=text), run("score", tmp_path / "t.csv.gz", "--json")):
        assert found.code == 0, found.err
        assert found.json["systems"] == ["a", "b"]


def test_three_files__joined_by_id_whatever_their_order(tmp_path: Path) -> None:
    together = run("compare", write_table(tmp_path), "--json", "-q").json
    apart = run("compare", *write_three(tmp_path), "--json", "-q").json
    for part in ("scores", "differences", "labels", "oracle"):
        assert together[part] == apart[part]


def test_three_files__may_be_arrays_of_json(tmp_path: Path) -> None:
    """On one line or on many; truncated ones and other arrays are refused."""
    gold, system = tmp_path / "g.json", tmp_path / "a.json"
    gold.write_text('[\n  {"id": 1,\n   "label": "x"},\n  {"id": 2, "label": "y"}\n]\n')
    system.write_text('[{"id": 2, "label": "x"}, {"id": 1, "label": "x"}]')
    assert tertium.score(gold, {"a": system}).score("Accuracy", "a").correct == 1
    system.write_text('[{"id": 2, "label": "x"}, {"id": 1, "la')
    assert refused(run("score", gold, system), "a.json:1: the array is no JSON")
    system.write_text("[1, 2]")
    assert refused(run("score", gold, system), "a.json", "the array holds other things than objects")


def test_three_files__without_ids_by_order(tmp_path: Path) -> None:
    gold, system = tmp_path / "gold.csv", tmp_path / "s.csv"
    gold.write_text("text,label\n" + "".join(f'"{row[1]}",{row[2]}\n' for row in ROWS), encoding="utf-8")
    system.write_text("text,label\n" + "".join(f'"{row[1]}",{row[3]}\n' for row in ROWS), encoding="utf-8")
    assert run("score", gold, system, "--json").json["scores"][0]["numerator"] == 4


def test_ids__missing_ones_count_as_wrong_and_others_are_left_out(tmp_path: Path) -> None:
    gold, a, _ = write_three(tmp_path)
    lines = a.read_text(encoding="utf-8").splitlines(keepends=True)
    a.write_text("".join(lines[1:]) + '{"id": "r99", "prediction": "good"}\n', encoding="utf-8")
    result = run("score", gold, a, "--json").json
    assert result["scores"][0]["numerator"] == 3
    assert result["scores"][0]["denominator"] == 6
    assert any("1 of 6 rows of the gold are not in it (id 'r6')" in warning for warning in result["warnings"])
    assert any("1 of its rows are not in the gold (id 'r99')" in warning for warning in result["warnings"])


def test_whole_numbers_are_labels_however_they_are_written(tmp_path: Path) -> None:
    """A missing value makes pandas write 1.0 for 1."""
    gold, system = tmp_path / "g.jsonl", tmp_path / "s.jsonl"
    gold.write_text('{"id": 1, "label": 1}\n{"id": 2, "label": 0}\n', encoding="utf-8")
    system.write_text('{"id": 1.0, "label": 1.0}\n{"id": 2.0, "label": 1.0}\n', encoding="utf-8")
    assert run("score", gold, system, "--json").json["scores"][0]["value"] == 0.5


def test_features__other_columns_and_the_length_of_the_text(tmp_path: Path) -> None:
    result = run("compare", write_table(tmp_path), "--by", "topic,oven,length", "--json", "-q")
    assert {part["feature"] for row in result.json["slices"] for part in row["slice"]} == {"topic", "oven", "length"}


def test_group_column__is_the_block_and_stands_in_the_signature(tmp_path: Path) -> None:
    document = run("compare", write_table(tmp_path), "--group-column", "oven", "--json", "-q").json
    assert "block:oven" in document["signature"]
    assert document["statistics"]["block"] == "oven"
    assert "block:row" in run("compare", write_table(tmp_path), "--json", "-q").json["signature"]


@pytest.mark.parametrize("name", ["document", "text", "sentence", "row", "label"])
def test_group_column__may_have_any_name(name: str, tmp_path: Path) -> None:
    """Blocks of other tasks have these names."""
    path = tmp_path / "t.csv"
    rows = [f"{row[0]},{row[2]},{row[3]},{row[4]},{row[6]}" for row in ROWS]
    path.write_text(f"id,gold,a,b,{name}\n" + "\n".join(rows) + "\n", encoding="utf-8")
    if name == "label":
        assert refused(run("compare", path, "--group-column", name), "feature 'label'")
        return
    document = run("compare", path, "--group-column", name, "--json", "-q").json
    assert document["statistics"]["blocks"] == 3


def test_columns_of_systems_are_no_features(tmp_path: Path) -> None:
    """A predicted label conditions on the outcome."""
    result = run("compare", write_table(tmp_path), "--by", "a", "--quiet")
    assert refused(result, "no feature 'a'")


MALFORMED = {
    "no rows": ("id,gold,a\n", "no rows"),
    "empty gold label": ("id,gold,a\n1,x,x\n2,,x\n", "t.csv:3: the gold label (gold) is empty"),
    "id twice": ("id,gold,a\n1,x,x\n1,y,x\n", "t.csv:3: the id '1' (id) has come before, at line 2"),
    "id empty": ("id,gold,a\n1,x,x\n,y,x\n", "t.csv:3: the id (id) is empty"),
    "short row": ("id,gold,a\n1,x,x\n2,y\n", "t.csv:3: the row has 2 columns"),
    "open quote": ('id,gold,a\n1,x,x\n2,"y,y\n', "t.csv:3"),
    "no system": ("id,gold,note\n1,x,u\n2,y,v\n", "no column that looks like a system's labels"),
    "two golds of one name": ("id,gold,gold\n1,x,x\n", "recognised"),
    "not UTF-8": ("id,gold,a\n1,x,\udcff\n", "not UTF-8"),
    "broken JSON": ('{"id": 1, "gold": "x", "a": "x"}\n{"id": 2, "gold": "x"\n', "t.csv:2: the line is no JSON"),
    "list in place of a label": ('{"id": 1, "gold": "x", "pred": "x"}\n{"id": 2, "gold": ["x"]}\n', "one label"),
}


@pytest.mark.parametrize("case", MALFORMED)
def test_malformed__refused_with_place_and_way_out(case: str, tmp_path: Path) -> None:
    text, message = MALFORMED[case]
    path = tmp_path / "t.csv"
    path.write_bytes(text.encode("utf-8", "surrogateescape"))
    assert refused(run("compare", path), message, "Try")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("--gold-column", "nope"), "no column 'nope'; its columns are id, text"),
        (("--system-column", "nope"), "correct --system-column"),
        (("--id-column", "topic"), "has come before"),
        (("--group-column", "nope"), "correct --group-column"),
        (("--text-column", "nope"), "correct --text-column"),
        (("--layer", "upos"), "--layer"),
        (("--punctuation", "form"), "--punctuation is about dependencies"),
    ],
)
def test_options__wrong_ones_are_refused(arguments: tuple[str, ...], message: str, tmp_path: Path) -> None:
    assert refused(run("compare", write_table(tmp_path), "--task", "labels", *arguments), message)


def test_options__of_tables_are_refused_elsewhere(trio: tuple[Path, Path, Path]) -> None:
    assert refused(run("compare", *trio, "--negative", "x"), "--negative is about tables with one label a row")


def test_three_files__no_id_in_common(tmp_path: Path) -> None:
    gold, _, b = write_three(tmp_path)
    b.write_text("id\tprediction\nx1\tgood\n", encoding="utf-8")
    assert refused(run("score", gold, b), "no id of", "'x1'", "'r1'", "--id-column")


def test_three_files__other_numbers_of_rows_without_ids(tmp_path: Path) -> None:
    gold, _, b = write_three(tmp_path)
    b.write_text("text\tprediction\nhello\tgood\n", encoding="utf-8")
    assert refused(run("score", gold, b), "6 rows", "has 1", "--id-column")


def test_trees_are_no_table(tmp_path: Path, trio: tuple[Path, Path, Path]) -> None:
    assert refused(run("score", write_table(tmp_path), trio[1]), "old.conllu is conllu, not a table")


def test_find_label__several_predictions_in_a_systems_file(tmp_path: Path) -> None:
    gold, a, _ = write_three(tmp_path)
    a.write_text("id,x_pred,y_pred\nr1,good,bad\n", encoding="utf-8")
    assert refused(run("score", gold, a), "several columns of labels: x_pred, y_pred", "--system-column")
    assert run("score", gold, a, "--system-column", "y_pred").code == 0
