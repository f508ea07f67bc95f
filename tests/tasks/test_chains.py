"""Spans compared: the same words, the same mention."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

import tertium

if TYPE_CHECKING:
    from pathlib import Path

HEADER = "# global.Entity = eid-etype-head-other\n# newdoc id = d\n# sent_id = s\n"


def conllu(*rows: str) -> str:
    """One sentence, rows `id DEPS MISC`; the second and third of them may be left out."""
    lines = []
    for row in rows:
        number, deps, misc, *_ = [*row.split(), "_", "_"]
        is_empty = "." in number
        head, relation = ("_", "_") if is_empty else ("0", "root") if number == "1" else ("1", "dep")
        lines.append("\t".join([number, "_" if is_empty else f"w{number}", *"____", head, relation, deps, misc]))
    return HEADER + "\n".join([*lines, "", ""])


def score(tmp_path: Path, key: str, response: str, **options: Any) -> tertium.Scores:
    paths = tmp_path / "key.conllu", tmp_path / "response.conllu"
    for path, content in zip(paths, (key, response), strict=True):
        path.write_text(content, encoding="utf-8")
    return tertium.score(paths[0], [paths[1]], task="coreference", like="corefud", **options)


@pytest.mark.parametrize("matching", ["exact", "head"])
def test_spans__an_empty_node_between_their_ends_tells_them_apart(tmp_path: Path, matching: str) -> None:
    """A mention is a set of words and empty nodes, as in CorefUD's scorer: its ends alone do not make it."""
    key = conllu("1 _ Entity=(e1-x-1-", "2 _ Entity=e1)", "3 _ Entity=(e1-x-1-)")
    response = conllu("1 _ Entity=(e1-x-1-", "1.1 2:nsubj", "2 _ Entity=e1)", "3 _ Entity=(e1-x-1-)")
    found = score(tmp_path, key, response, match=matching)
    assert found.tables.totals("MUC", 0).tolist() == ([0, 1, 0, 1] if matching == "exact" else [1, 1, 1, 1])


def test_spans__a_gap_where_the_other_file_has_no_empty_node(tmp_path: Path) -> None:
    """Two words with an empty node left out between them are the two words."""
    key = conllu("1 _ Entity=(e1[1/2]-x-1-)", "1.1 2:nsubj", "2 _ Entity=(e1[2/2]-x-1-)", "3 _ Entity=(e1-x-1-)")
    response = conllu("1 _ Entity=(e1-x-1-", "2 _ Entity=e1)", "3 _ Entity=(e1-x-1-)")
    assert score(tmp_path, key, response, match="exact").tables.totals("MUC", 0).tolist() == [1, 1, 1, 1]


def test_spans__words_left_out_tell_them_apart(tmp_path: Path) -> None:
    """The first and the third word are not the three words."""
    key = conllu("1 _ Entity=(e1[1/2]-x-1-)", "2", "3 _ Entity=(e1[2/2]-x-1-)", "4 _ Entity=(e1-x-1-)")
    response = conllu("1 _ Entity=(e1-x-1-", "2", "3 _ Entity=e1)", "4 _ Entity=(e1-x-1-)")
    assert score(tmp_path, key, response, match="exact").tables.totals("MUC", 0).tolist() == [0, 1, 0, 1]
    assert score(tmp_path, key, key, match="exact").tables.totals("MUC", 0).tolist() == [1, 1, 1, 1]
