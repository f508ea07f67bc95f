"""What the page is told about chains: antecedents are found by hand in a small key."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

import tertium
from tertium.reports.drawn_sentences import draw_sentences
from tests.chains import corefud

if TYPE_CHECKING:
    from pathlib import Path

WORDS = [("Ann", "NNP"), ("met", "VBD"), ("Bo", "NNP"), (".", "."), ("She", "PRP"), ("likes", "VBZ"), ("him", "PRP")]
KEY = {0: "(1)", 2: "(2)", 4: "(1)", 6: "(2)"}
RIGHT = KEY
WRONG = {0: "(1)", 2: "(2)", 4: "(2)"}  # She is Bo, him is nobody


def conll(chains: dict[int, str]) -> str:
    lines = ["#begin document (d); part 000"]
    for place, (form, tag) in enumerate(WORDS):
        number = place if place < 4 else place - 4
        columns = ["d", "0", str(number), form, tag, *["-"] * 6, chains.get(place, "-")]
        lines += ["\t".join(columns), *([""] if place in (3, 6) else [])]
    return "\n".join([*lines, "#end document", ""])


@pytest.fixture
def document(tmp_path: Path) -> dict[str, Any]:
    for name, chains in (("key", KEY), ("a", RIGHT), ("b", WRONG)):
        (tmp_path / f"{name}.conll").write_text(conll(chains), encoding="utf-8")
    systems = {name: str(tmp_path / f"{name}.conll") for name in "ab"}
    return draw_sentences(tertium.compare(str(tmp_path / "key.conll"), systems, intervals=False), measure="ARCS-nom")


def test_chains__have_numbers_and_antecedents(document: dict[str, Any]) -> None:
    assert document["drawing"] == "chains"
    first, second = document["sentences"]
    strings = document["strings"]
    assert [strings[place] for place in first["words"]] == ["Ann", "met", "Bo", "."]
    assert first["mentions"] == [[0, 1, 1], [2, 3, 2]]
    assert second["mentions"] == [[0, 1, 1], [2, 3, 2]]
    assert first["units"] == []
    she, him = second["units"]
    assert [strings[place] for place in she[2:]] == ["tp", "01", "tp", "wl"]
    assert [strings[place] for place in him[2:]] == ["tp", "01", "tp", "fn"]
    ann, bo = [1, 0, 1], [1, 2, 3]
    assert second["links"] == [[ann, ann, bo], [bo, bo, 0]]
    types = [[strings[place] if place >= 0 else "" for place in unit] for unit in second["errors"]]
    assert types == [["", "wrong antecedent"], ["", "mention missed"]]


def test_chains__are_drawn_where_the_leading_measure_has_no_units(tmp_path: Path) -> None:
    for name, chains in (("key", KEY), ("a", RIGHT), ("b", WRONG)):
        (tmp_path / f"{name}.conll").write_text(conll(chains), encoding="utf-8")
    systems = [str(tmp_path / f"{name}.conll") for name in "ab"]
    found = draw_sentences(tertium.compare(str(tmp_path / "key.conll"), systems, intervals=False))
    assert found["drawing"] == "chains"
    assert found["measure"].startswith("ARCS-")


def conllu(entities: dict[str, str]) -> str:
    """`Ann met Bo . (empty) likes (empty) her`: an empty node before the verb, one after it."""
    sentences = [
        ["1 Ann PROPN", "2 met VERB", "3 Bo PROPN"],
        ["0.1 _ PRON", "1 likes VERB", "1.1 _ PRON", "2 her PRON"],
    ]
    lines = ["# global.Entity = eid-etype-head-other", "# newdoc id = d"]
    for number, rows in enumerate(sentences):
        for row in rows:
            place, form, tag = row.split()
            misc = entities.get(f"{number} {place}", "_")
            tree = (
                ["_", "_", "1:dep"]
                if "." in place
                else [str(int(place != "1")), "dep" if place != "1" else "root", "_"]
            )
            lines.append("\t".join([place, form, "_", tag, "_", "_", *tree, misc]))
        lines.append("")
    return "\n".join([*lines, ""])


def test_chains__an_empty_node_is_not_the_word_beside_it(tmp_path: Path) -> None:
    """Both stand at one word; each has its own antecedent, and neither is said to be the other."""
    ann, bo = "Entity=(e1-person-1-)", "Entity=(e2-person-1-)"
    files = {
        "key": {"0 1": ann, "0 3": bo, "1 0.1": ann, "1 1": bo, "1 1.1": bo, "1 2": ann},
        "a": {"0 1": ann, "0 3": bo, "1 0.1": ann, "1 1": bo, "1 1.1": bo, "1 2": bo},
        "b": {"0 1": ann, "0 3": bo, "1 0.1": bo, "1 1": ann, "1 1.1": ann, "1 2": ann},
    }
    paths = [tmp_path / f"{name}.conllu" for name in files]
    for path, entities in zip(paths, files.values(), strict=True):
        path.write_text(conllu(entities), encoding="utf-8")
    result = tertium.compare(paths[0], paths[1:], task="coreference", intervals=False, arcs_criterion="immediate")
    (_, second) = draw_sentences(result, measure="ARCS-immediate")["sentences"]
    assert second["mentions"] == [[0, 1, 1, 1], [0, 1, 2], [0, 1, 2, 1], [1, 2, 1]]
    assert second["empty"] == [0, 2]
    to_ann, to_bo, likes, first, last = [1, 0, 1], [1, 2, 3], [2, 0, 1], [2, 0, 1, 1], [2, 0, 1, 1]
    assert second["links"] == [
        [to_ann, to_ann, to_bo],
        [to_bo, to_bo, to_ann],
        [likes, likes, likes],
        [first, last, last],
    ]
    (example,) = result.examples("a", "b", "new_error", None)
    told = (
        "likes[(empty) tp>wl, wrong antecedent; key: Ann (-1), a: Ann (-1), b: Bo (-1)]"
        "[tp>wl, wrong antecedent; key: Bo (-1), a: Bo (-1), b: Ann (-1)] her"
    )
    assert str(example) == told
    mentions = result.decisions.select("words", "gold_antecedent", "a_antecedent").rows()
    assert mentions[2:] == [("(empty)", "likes", "likes"), ("her", "(empty)", "(empty)")]
    assert [row[0] for row in mentions[:2]] == ["(empty)", "likes"]


def test_chains__mentions_with_the_same_ends_keep_their_own_antecedents(tmp_path: Path) -> None:
    """`w3 … w5` without its middle is Ann's chain, the whole of it is another one's."""
    key = corefud(
        "1 _ Entity=(e1-x-1-)",
        "2 _ Entity=(e2-x-1-)",
        "3 _ Entity=(e2-x-1-(e1[1/2]-x-1-)",
        "4",
        "5 _ Entity=(e1[2/2])e2)",
    )
    path = tmp_path / "key.conllu"
    path.write_text(key, encoding="utf-8")
    result = tertium.compare(path, {"a": path, "b": path}, task="coreference", intervals=False, arcs_criterion="any")
    (sentence,) = draw_sentences(result, measure="ARCS-any")["sentences"]
    assert sorted(links[0] for links in sentence["links"]) == [[1, 0, 1], [1, 1, 2]]
