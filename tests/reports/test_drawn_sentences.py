"""What the page is told about sentences: unpacked again, it must be what the decisions say."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

import tertium
from tertium.comparison.transitions import CLASSES, class_of
from tertium.demo import demo_files
from tertium.reports.drawn_sentences import draw_sentences
from tests import small

if TYPE_CHECKING:
    from pathlib import Path

    from tertium.reports.comparison_result import Comparison

TREES_GOLD = """\
(TOP (S (NP (DT The) (NN dog)) (VP (VBD chased) (NP (NP (DT a) (NN cat)) (PP (IN in) (NP (NN town))))) (. .)))
(TOP (S (NP (PRP She)) (VP (VBD slept)) (. .)))
(TOP (S (NP (PRP They)) (VP (VBP sing)) (. .)))
"""
TREES_A = """\
(TOP (S (NP (DT The) (NN dog)) (VP (VBD chased) (NP (DT a) (NN cat)) (PP (IN in) (NP (NN town)))) (. .)))
(TOP (S (NP (PRP She)) (VP (VBD slept)) (. .)))
(TOP (S (ADJP (PRP They)) (VP (NN sing)) (. .)))
"""
TREES_B = TREES_GOLD.splitlines()[0] + "\n" + TREES_GOLD.splitlines()[1] + "\n()\n"


@pytest.fixture
def words(tmp_path: Path) -> Comparison:
    gold, old, new = small.write(tmp_path)
    return tertium.compare(str(gold), {"old": str(old), "new": str(new)})


@pytest.fixture
def trees(tmp_path: Path) -> Comparison:
    for name, text in (("gold", TREES_GOLD), ("a", TREES_A), ("b", TREES_B)):
        (tmp_path / f"{name}.mrg").write_text(text, encoding="utf-8")
    systems = {name: str(tmp_path / f"{name}.mrg") for name in "ab"}
    return tertium.compare(str(tmp_path / "gold.mrg"), systems, intervals=False)


def read_unit(document: dict[str, Any], unit: list[int]) -> dict[str, Any]:
    """A unit with its texts and no more places."""
    texts = [*document["strings"], None]
    step = 2 if document["drawing"] == "arcs" else 1
    labels = [texts[place] for place in unit[4::step]]
    return {
        "words": (unit[0], unit[1]),
        "gold": texts[unit[2]],
        "pattern": texts[unit[3]],
        "labels": labels,
        "heads": unit[5::2] if step == 2 else None,
    }


def class_in(pattern: str, before: int, after: int) -> int:
    """As the page reads a pattern."""
    if pattern[before] == pattern[after]:
        return -1
    return 0 if pattern[after] == "0" else 1 if pattern[before] == "0" else 2


def test_sentences__say_who_is_right_and_who_agrees(words: Comparison) -> None:
    document = draw_sentences(words)
    assert (document["drawing"], document["measure"], document["total"]) == ("arcs", "LAS", 4)
    cake, garden, dog, sleep = document["sentences"]
    assert [document["strings"][place] for place in cake["words"]] == ["Joana", "comprou", "um", "bolo", "."]
    assert cake["heads"] == [2, 0, 4, 2, 2]
    assert (cake["n"], cake["id"], document["documents"][cake["doc"]]) == (1, "pt-1", "cake")
    assert document["documents"][dog["doc"]] == "dog"
    joana, bolo = (read_unit(document, unit) for unit in cake["units"])
    assert joana == {"words": (0, 1), "gold": "nsubj", "pattern": "01", "labels": ["nsubj", "obj"], "heads": [2, 2]}
    assert bolo == {"words": (3, 4), "gold": "obj", "pattern": "10", "labels": ["nsubj", "obj"], "heads": [2, 2]}
    (article,) = (read_unit(document, unit) for unit in garden["units"])
    assert article["heads"] == [2, 5]
    (subject,) = (read_unit(document, unit) for unit in sleep["units"])
    assert subject["pattern"] == "12"
    assert subject["labels"] == ["obl", "obj"]
    assert [row["wrong"] for row in document["sentences"]] == [[1, 1], [1, 0], [0, 1], [1, 1]]


def test_sentences__are_chosen(words: Comparison) -> None:
    document = draw_sentences(words, [3, 1])
    assert [row["id"] for row in document["sentences"]] == ["ja-1", "pt-2"]
    assert document["total"] == 4


@pytest.mark.parametrize(
    "options", [{}, {"like": "eval07"}, {"like": "malteval"}, {"measures": ["UPOS"]}, {"task": "tagging"}]
)
def test_units__are_the_decisions(options: dict[str, Any]) -> None:
    gold, systems = demo_files()
    result = tertium.compare(gold, systems, intervals=False, **options)
    document = draw_sentences(result)
    decisions = result.tables.decisions(result.headline)
    starts = result.gold.sent_start
    found = {}
    for row in document["sentences"]:
        for unit in row["units"]:
            read = read_unit(document, unit)
            found[int(starts[row["n"] - 1]) + read["words"][0]] = read
    assert sorted(found) == decisions.unit[~decisions.right.all(axis=0)].tolist()
    for one, two in ((0, 1), (1, 2), (2, 0)):
        kinds = dict(zip(decisions.unit.tolist(), class_of(decisions, one, two).tolist(), strict=True))
        assert {word: class_in(read["pattern"], one, two) for word, read in found.items()} == {
            word: kinds[word] for word in found
        }, CLASSES
    wrong = np.array([row["wrong"] for row in document["sentences"]]).sum(axis=0)
    assert wrong.tolist() == (~decisions.right).sum(axis=1).tolist()
    labels = decisions.vocab.decode(decisions.labels[0])
    for place, word in enumerate(decisions.unit.tolist()):
        if word in found:
            assert found[word]["labels"][0] == labels[place]


def test_heads__of_all_systems_are_told_apart_from_the_gold() -> None:
    """Under a preset that compares what is written, heads are texts; they come out as numbers all the same."""
    gold, systems = demo_files()
    read, written = (
        draw_sentences(tertium.compare(gold, systems, intervals=False, measures=["UAS"], **options))
        for options in ({"subtypes": True}, {"like": "eval07"})
    )
    for one, two in zip(read["sentences"], written["sentences"], strict=True):
        assert one["heads"] == two["heads"]
        assert [unit[5::2] for unit in one["units"]] == [unit[5::2] for unit in two["units"]]


def test_trees__tell_what_is_missed_and_extra_and_moved(trees: Comparison) -> None:
    document = draw_sentences(trees)
    assert document["drawing"] == "trees"
    dog, slept, sing = document["sentences"]
    strings = document["strings"]
    assert [strings[place] for place in dog["tree"]["labels"]] == ["TOP", "S", "NP", "VP", "NP", "NP", "PP", "NP"]
    assert dog["tree"]["parents"] == [-1, 0, 1, 1, 3, 4, 4, 6]
    assert dog["tree"]["words"] == [2, 2, 3, 5, 5, 6, 7, 1]
    assert dog["tree"]["idle"] == [0]
    ours, theirs = dog["trees"]
    assert theirs is None
    assert ours["missed"] == [4]
    assert "extra" not in ours
    assert slept["trees"] == [None, None]
    they, nothing = sing["trees"]
    assert they["relabelled"] == [2, 2]
    assert [they["tags"][0], strings[they["tags"][1]]] == [1, "NN"]
    assert "parse" in strings[nothing] or "word" in strings[nothing]


def test_trees__with_a_border_elsewhere_are_moved(tmp_path: Path) -> None:
    gold = "(S (NP (D a) (N b)) (VP (V c) (N d)))\n"
    (tmp_path / "g.mrg").write_text(gold, encoding="utf-8")
    (tmp_path / "a.mrg").write_text("(S (NP (D a)) (VP (N b) (V c) (N d)))\n", encoding="utf-8")
    result = tertium.compare(str(tmp_path / "g.mrg"), {"a": str(tmp_path / "a.mrg"), "g": str(tmp_path / "g.mrg")})
    (row,) = draw_sentences(result)["sentences"]
    assert row["trees"][0]["moved"] == [1, 1, 2, 2]
    assert row["trees"][1] is None


def test_document__is_the_same_every_time_and_compact() -> None:
    gold, systems = demo_files()
    texts = [
        json.dumps(draw_sentences(tertium.compare(gold, systems, intervals=False)), separators=(",", ":"))
        for _ in range(2)
    ]
    assert texts[0] == texts[1]
    assert len(texts[0]) < 70 * 1700  # words
