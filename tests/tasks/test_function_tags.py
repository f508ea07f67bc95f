"""Function tags: which count, and how they are written."""

from __future__ import annotations

from typing import TYPE_CHECKING

import tertium
from tertium.measures.parseval import bracketing_of
from tertium.tasks.function_tags import count_functions, split_edge

if TYPE_CHECKING:
    from pathlib import Path


def count(folder: Path, gold: str, system: str, suffix: str = "mrg") -> list[list[int]]:
    paths = folder / f"gold.{suffix}", folder / f"system.{suffix}"
    for path, text in zip(paths, (gold, system), strict=True):
        path.write_text(text, encoding="utf-8")
    match = tertium.score(paths[0], [paths[1]], like="discodop").tables.matches[0]
    counts: list[list[int]] = count_functions(match.gold.corpus, match.system.corpus, bracketing_of(match)).tolist()
    return counts


def test_split_edge__nothing() -> None:
    assert split_edge("--") == split_edge("") == []


def test_count_functions__of_right_brackets_only(tmp_path: Path) -> None:
    """The subject is there on both sides, the object is no bracket of the system; the system's LOC is wrong."""
    gold = "(S (NP-SBJ (NN a)) (VP (V b) (NP-OBJ (NN c) (NN d)) (ADV-TMP e)))\n"
    system = "(S (NP-SBJ (NN a)) (VP (V b) (NN c) (NN d) (ADV-LOC e)))\n"
    assert count(tmp_path, gold, system) == [[1, 2, 2]]


def test_count_functions__of_edges(tmp_path: Path) -> None:
    """In the export format they are a column, and a hyphen in a label is no function there."""
    gold = "#BOS 1\na\tNN\t--\tSB\t500\nb\tVV\t--\tHD\t500\n#500\tS\t--\t--\t0\n#EOS 1\n"
    assert count(tmp_path, gold, gold.replace("\tSB\t", "\tOA\t"), "export") == [[1, 2, 2]]
