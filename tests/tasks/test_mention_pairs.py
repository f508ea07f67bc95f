"""Mentions paired as CorefUD's scorer pairs them; values are those that it prints."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from tertium.tasks.mention_pairs import mix_pairs
from tests.chains import corefud, score_corefud

if TYPE_CHECKING:
    from pathlib import Path


def test_mixed_pairs__a_span_that_stands_for_two(tmp_path: Path) -> None:
    """0.1 is paired with 2.1, and 2.1 with 0.1-1: asked for the key's 2.1 the table gives the key's own 0.1."""
    key = corefud("0.1 0:nsubj Entity=(e1)", "1", "2", "2.1 1:conj Entity=(e1)")
    response = corefud("0.1 1:nsubj Entity=(e1", "1 _ Entity=e1)", "2", "2.1 0:nsubj Entity=(e1)")
    tables = score_corefud(tmp_path, key, response, match="exact").tables
    assert tables.totals("MUC", 0).tolist() == [0, 1, 1, 1]
    assert tables.totals("B3", 0).tolist() == [1**2 / 2, 2, 2**2 / 2, 2]
    assert tables.totals("CEAFe", 0).tolist() == [2 * 1 / 4, 1, 2 * 1 / 4, 1]
    assert tables.totals("LEA", 0).tolist() == [0, 2, 2, 2]


def test_mixed_pairs__what_is_nobodys_partner_is_found(tmp_path: Path) -> None:
    """Only 3.1 and 1.2 go together, but the table leads from the other 1.2 to the other 3.1, too."""
    key = corefud("1", "1.1 3:nsubj", "1.2 2:obj Entity=(e2)", "2", "3", "3.1 1:nsubj Entity=(e3)")
    response = corefud("1", "1.1 3:nsubj", "1.2 1:obj|3:nsubj Entity=(e2)", "2", "3", "3.1 0:nsubj Entity=(e3)")
    tables = score_corefud(tmp_path, key, response, match="exact", singletons=True).tables
    assert tables.totals("CEAFm", 0).tolist() == [2, 2, 2, 2]
    assert tables.totals("BLANC", 0).tolist() == [0, 0, 0, 1, 1, 1]


def test_mix_pairs__only_where_spans_meet() -> None:
    """5 is paired with 6 and 7 is 7: nothing stands for two."""
    key, response = np.array([5, 7], dtype=np.int32), np.array([6, 7], dtype=np.int32)
    assert mix_pairs(key, response, np.array([5, 7], dtype=np.int32)) is None


def test_pair_zeros__the_last_digit_decides_between_pairings_that_are_as_good(tmp_path: Path) -> None:
    """Both empty nodes of the key hang on the same: which goes with which of the response is a matter of rounding."""
    key = corefud("1", "1.1 3:a Entity=(e1)", "2", "2.1 3:a Entity=(e2)", "3 _ Entity=(e1)")
    response = corefud("1", "1.1 1:a|1:b|2:b|3:a|3:b Entity=(e1)", "2", "2.1 1:b|3:a Entity=(e2)", "3 _ Entity=(e1)")
    tables = score_corefud(tmp_path, key, response, match="exact", singletons=True).tables
    assert tables.totals("MUC", 0).tolist() == [1, 1, 1, 1]
