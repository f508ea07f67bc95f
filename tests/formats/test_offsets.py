"""Spans with offsets in characters: JSON lines and brat; whatever fits no word is counted, never lost."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

import tertium
from tests.command import refused, run

if TYPE_CHECKING:
    from pathlib import Path

TEXT = "Ana Silva mora em Porto Alegre."


def write_json(path: Path, *entries: dict[str, Any]) -> Path:
    path.write_text("".join(json.dumps(entry) + "\n" for entry in entries), encoding="utf-8")
    return path


def scores(gold: Path, system: Path) -> dict[str, Any]:
    found = tertium.score(gold, {"a": system}).to_dict()["scores"]
    return {row["measure"]: row for row in found if "label" not in row}


def test_json__nested_and_overlapping_spans(tmp_path: Path) -> None:
    gold = write_json(tmp_path / "g.jsonl", {"text": TEXT, "spans": [[0, 9, "PER"], [18, 30, "LOC"], [18, 23, "NOM"]]})
    system = write_json(
        tmp_path / "a.jsonl", {"text": TEXT, "spans": [[18, 30, "LOC"], [0, 3, "PER"], [18, 23, "LOC"]]}
    )
    found = scores(gold, system)
    assert (found["F1"]["recall"]["numerator"], found["UF1"]["recall"]["numerator"]) == (1, 2)
    assert found["F1"]["denominator"] == 6


@pytest.mark.parametrize(
    "entry",
    [
        {"text": TEXT, "entities": [{"start": 18, "end": 30, "label": "LOC"}]},
        {"text": TEXT, "label": [[18, 30, "LOC"]]},
        {"text": TEXT, "entities": [{"id": 7, "start_offset": 18, "end_offset": 30, "label": "LOC"}]},
        {"tokens": [*TEXT[:-1].split(), "."], "spans": [{"start": 4, "end": 6, "label": "LOC"}]},
        {"text": TEXT, "tokens": [{"text": word} for word in [*TEXT[:-1].split(), "."]], "spans": [[18, 30, "LOC"]]},
    ],
)
def test_json__spellings(entry: dict[str, Any], tmp_path: Path) -> None:
    gold = write_json(tmp_path / "g.jsonl", {"text": TEXT, "spans": [[18, 30, "LOC"]]})
    assert scores(gold, write_json(tmp_path / "a.jsonl", entry))["F1"]["value"] == 1


def test_offsets_inside_of_words_are_counted_and_equal_nothing_else(tmp_path: Path) -> None:
    gold = write_json(tmp_path / "g.jsonl", {"text": TEXT, "spans": [[18, 30, "LOC"], [19, 23, "X"]]})
    system = write_json(tmp_path / "a.jsonl", {"text": TEXT, "spans": [[18, 29, "LOC"], [19, 23, "X"]]})
    result = tertium.score(gold, {"a": system})
    assert result.score("F1", "a").correct == 1
    assert result.score("partial", "a").events[2] == ("partial", 1)
    assert any("1 span with borders inside of words, kept as they are" in text for text in result.warnings)
    assert any("2 spans with borders inside of words" in text for text in result.warnings)


def test_spans_over_no_word_are_counted(tmp_path: Path) -> None:
    gold = write_json(tmp_path / "g.jsonl", {"text": "a  b", "spans": [[0, 1, "X"], [1, 3, "X"]]})
    result = tertium.score(gold, {"a": gold})
    assert any("1 span over no word, left out" in text for text in result.warnings)
    assert result.score("F1", "a").gold == 1


def test_other_words_are_aligned_by_characters(tmp_path: Path) -> None:
    gold = write_json(tmp_path / "g.jsonl", {"text": "AB-Inbev pays.", "spans": [[0, 8, "ORG"], [0, 2, "NOM"]]})
    system = {"tokens": ["AB-Inbev", "pays."], "spans": [[0, 1, "ORG"], [1, 2, "NOM"]]}
    result = tertium.score(gold, {"a": write_json(tmp_path / "a.jsonl", system)})
    assert result.score("F1", "a").correct == 1
    assert result.tokens == "characters"


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ('{"text": "a b", "spans": [[0, 9, "X"]]}', "lies outside of the text, which has 3 characters"),
        ('{"text": "a b", "spans": [[2, 2, "X"]]}', "is empty"),
        ('{"text": "a b", "spans": [[0, "1", "X"]]}', "no start and end in whole numbers"),
        ('{"text": "a b", "spans": [[0, 1]]}', "which is no span"),
        ('{"text": "a b", "spans": [[0, 1, ""]]}', "has no label"),
        ('{"text": "a b", "spans": {"a": 1}}', "no list of spans"),
        ('{"text": 7, "spans": []}', "no string"),
        ('{"spans": []}', 'neither "text" nor "tokens"'),
        ('{"text": "a b", "tokens": ["a", "c"], "spans": []}', "is not next in"),
        ('{"text": "a b", "tokens": ["a", ""], "spans": []}', "which is no word"),
        ('{"text": "a b", "spans": [', "is no JSON"),
        ("[1, 2]", "no JSON object"),
    ],
)
def test_json__what_is_wrong_is_said_with_its_line(line: str, said: str, tmp_path: Path) -> None:
    gold = write_json(tmp_path / "g.jsonl", {"text": "a b", "spans": [[0, 1, "X"]]}, {"text": "a b", "spans": []})
    broken = tmp_path / "a.jsonl"
    broken.write_text(gold.read_text().splitlines()[0] + "\n" + line + "\n")
    assert refused(run("score", gold, broken), "a.jsonl:2", said)


def write_brat(folder: Path, name: str, text: str, *lines: str) -> Path:
    folder.mkdir(exist_ok=True)
    (folder / f"{name}.txt").write_text(text, encoding="utf-8")
    path = folder / f"{name}.ann"
    path.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    return path


def test_brat__spans_over_lines_and_in_pieces(tmp_path: Path) -> None:
    text = "Ana mora em Porto\nAlegre e Lisboa.\n"
    gold = write_brat(
        tmp_path / "g", "d", text, "T1\tPER 0 3\tAna", "T2\tLOC 12 24\tPorto Alegre", "R1\tIn Arg1:T1 Arg2:T2"
    )
    same = write_brat(tmp_path / "a", "d", text, "T1\tLOC 12 24", "T2\tPER 0 3\tAna")
    other = write_brat(tmp_path / "b", "d", text, "T1\tLOC 12 17;27 33\tPorto Lisboa", "T2\tPER 0 3\tAna")
    result = tertium.score(gold, {"a": same, "b": other})
    assert [result.score("F1", name).correct for name in "ab"] == [2, 1]
    assert any("1 line of relations, events, attributes or notes" in text for text in result.warnings)
    assert any("1 span in pieces" in text for text in result.warnings)


def test_brat__folders(tmp_path: Path) -> None:
    for folder in ("g", "a"):
        write_brat(tmp_path / folder, "one", "Ana\n", "T1\tPER 0 3\tAna")
        write_brat(tmp_path / folder, "two", "Rui mora.\n", "T1\tPER 0 3\tRui")
    result = tertium.score(tmp_path / "g", {"a": tmp_path / "a"})
    assert (result.score("F1", "a").gold, result.gold.n_docs) == (2, 2)


def test_brat__an_output_without_annotations_misses_all(tmp_path: Path) -> None:
    gold = write_brat(tmp_path / "g", "d", "Ana mora.\n", "T1\tPER 0 3\tAna")
    empty = write_brat(tmp_path / "a", "d", "Ana mora.\n")
    assert scores(gold, empty)["F1"]["denominator"] == 1


@pytest.mark.parametrize(
    ("lines", "said"),
    [
        (("T1\tPER 0 3\tAna", "T2\tPER 0 99\tAna"), "d.ann:2: T2: PER 0 99 lies outside of the text"),
        (("T1 PER 0 3 Ana",), "d.ann:1: 'T1 PER 0 3 Ana' is no text-bound annotation"),
        (("T1\tPER 0 3\tAna", "T2\tPER 3 3\t"), "is empty"),
        (("T1\tPER 0 3\tRui",), "T1 says 'Rui', but at 0 3 the text has 'Ana'"),
        (("T1\tPER 0 3\tAna", "T2 PER 0 3 Ana"), "no text-bound annotation"),
        (("T1\tPER 0 3\tAna", "what is this"), "is no annotation"),
    ],
)
def test_brat__what_is_wrong_is_said_with_its_line(lines: tuple[str, ...], said: str, tmp_path: Path) -> None:
    gold = write_brat(tmp_path / "g", "d", "Ana mora.\n", "T1\tPER 0 3\tAna")
    broken = write_brat(tmp_path / "a", "d", "Ana mora.\n", *lines)
    assert refused(run("score", "--format", "brat", gold, broken), said)


def test_brat__needs_the_text_beside_it(tmp_path: Path) -> None:
    gold = write_brat(tmp_path / "g", "d", "Ana mora.\n", "T1\tPER 0 3\tAna")
    (tmp_path / "g" / "d.txt").unlink()
    assert refused(run("score", gold, gold), "there is no d.txt beside it")
    data = gold.read_bytes()
    assert refused(run("score", "-", gold, stdin=data), "standard input has no text beside it")
