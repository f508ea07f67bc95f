"""Spans compared: the same words, the same mention."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.chains import corefud, score_corefud

if TYPE_CHECKING:
    from pathlib import Path


@pytest.mark.parametrize("matching", ["exact", "head"])
def test_spans__an_empty_node_between_their_ends_tells_them_apart(tmp_path: Path, matching: str) -> None:
    """A mention is a set of words and empty nodes, as in CorefUD's scorer: its ends alone do not make it."""
    key = corefud("1 _ Entity=(e1-x-1-", "2 _ Entity=e1)", "3 _ Entity=(e1-x-1-)")
    response = corefud("1 _ Entity=(e1-x-1-", "1.1 2:nsubj", "2 _ Entity=e1)", "3 _ Entity=(e1-x-1-)")
    found = score_corefud(tmp_path, key, response, match=matching)
    assert found.tables.totals("MUC", 0).tolist() == ([0, 1, 0, 1] if matching == "exact" else [1, 1, 1, 1])


def test_spans__a_gap_where_the_other_file_has_no_empty_node(tmp_path: Path) -> None:
    """Two words with an empty node left out between them are the two words."""
    key = corefud("1 _ Entity=(e1[1/2]-x-1-)", "1.1 2:nsubj", "2 _ Entity=(e1[2/2]-x-1-)", "3 _ Entity=(e1-x-1-)")
    response = corefud("1 _ Entity=(e1-x-1-", "2 _ Entity=e1)", "3 _ Entity=(e1-x-1-)")
    assert score_corefud(tmp_path, key, response, match="exact").tables.totals("MUC", 0).tolist() == [1, 1, 1, 1]


def test_spans__words_left_out_tell_them_apart(tmp_path: Path) -> None:
    """The first and the third word are not the three words."""
    key = corefud("1 _ Entity=(e1[1/2]-x-1-)", "2", "3 _ Entity=(e1[2/2]-x-1-)", "4 _ Entity=(e1-x-1-)")
    response = corefud("1 _ Entity=(e1-x-1-", "2", "3 _ Entity=e1)", "4 _ Entity=(e1-x-1-)")
    assert score_corefud(tmp_path, key, response, match="exact").tables.totals("MUC", 0).tolist() == [0, 1, 0, 1]
    assert score_corefud(tmp_path, key, key, match="exact").tables.totals("MUC", 0).tolist() == [1, 1, 1, 1]
