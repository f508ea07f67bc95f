"""Roots and cycles, for many sentences at once."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tertium.conventions import PRESETS, Conventions
from tertium.corpus import HEADLESS, ROOT, Vocab
from tertium.errors import FormatError
from tertium.trees.validity import check_trees, count_roots, reach_no_root
from tests import naive
from tests.strategies import any_heads, mend, read, words

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tertium._typing import Codes, Offsets

treebanks = st.lists(any_heads(), min_size=1, max_size=4)


def pack(sentences: Sequence[Sequence[int]]) -> tuple[Codes, Offsets]:
    """Heads (from 1, 0 is the root) of several sentences as rows, and the borders."""
    starts = np.cumsum([0, *(len(heads) for heads in sentences)]).astype(np.int64)
    rows = [
        ROOT if head == 0 else int(start) + head - 1
        for start, heads in zip(starts, sentences, strict=False)
        for head in heads
    ]
    return np.array(rows, dtype=np.int32), starts


@settings(max_examples=50, deadline=None)
@given(sentences=treebanks)
def test_reach_no_root__agrees_with_climbing(sentences: list[list[int]]) -> None:
    head, _ = pack(sentences)
    expected = [not naive.climbs_to_root(word, heads) for heads in sentences for word in range(1, len(heads) + 1)]
    assert reach_no_root(head).tolist() == expected


@settings(max_examples=50, deadline=None)
@given(sentences=treebanks)
def test_count_roots__agrees_with_counting(sentences: list[list[int]]) -> None:
    assert count_roots(*pack(sentences)).tolist() == [heads.count(0) for heads in sentences]


@given(heads=any_heads())
def test_mend__makes_a_tree(heads: list[int]) -> None:
    """A check of the strategies themselves: what is given out as a tree is one, and a tree is left alone."""
    assert naive.is_tree(mend(heads))
    assert not naive.is_tree(heads) or mend(heads) == heads


@pytest.mark.parametrize("size", [1, 2, 3, 7, 8, 9, 1000])
def test_reach_no_root__a_long_chain_arrives(size: int) -> None:
    """The UD evaluation climbs by recursion and fails on a thousand words in a row."""
    chain = np.arange(1, size + 1, dtype=np.int32)
    chain[-1] = ROOT
    assert not reach_no_root(chain).any()
    chain[-1] = 0
    assert reach_no_root(chain).all()


def test_reach_no_root__words_below_a_cycle_are_lost_too() -> None:
    """2 and 3 hold each other, 4 hangs on 3; 1 is the root."""
    head, _ = pack([[0, 3, 2, 3]])
    assert reach_no_root(head).tolist() == [False, True, True, True]


def test_reach_no_root__a_word_that_is_its_own_head_is_a_cycle() -> None:
    head, _ = pack([[0, 2]])
    assert reach_no_root(head).tolist() == [False, True]


def test_reach_no_root__nothing_is_lost_in_nothing() -> None:
    assert reach_no_root(np.zeros(0, dtype=np.int32)).tolist() == []


def test_reach_no_root__an_unreadable_head_ends_the_way() -> None:
    """It is an irregularity of its own, not a cycle."""
    assert not reach_no_root(np.array([HEADLESS, 0], dtype=np.int32)).any()


UD = PRESETS["ud"][1]
FINE = words("a", "b")
TWO_ROOTS = words("a _ X _ _ 0 root", "b _ X _ _ 0 root")
CYCLE = words("a _ X _ _ 0 root", "b _ X _ _ 3 x", "c _ X _ _ 2 x")
NO_ROOT = words("a _ X _ _ 2 x", "b _ X _ _ 1 x")


def found(text: str, rules: Conventions) -> list[tuple[str, int, int]]:
    """Kind, count and line of the first."""
    faults = check_trees(read(text, Vocab(), rules, "file"), rules)
    assert all(fault.path == "file.conllu" for fault in faults)
    return [(fault.kind, fault.count, fault.line) for fault in faults]


def test_check_trees__tolerantly_counts_what_is_no_tree() -> None:
    assert found(FINE + TWO_ROOTS + CYCLE + NO_ROOT + TWO_ROOTS, Conventions()) == [
        ("sentences with a cycle", 2, 7),
        ("sentences without a root", 1, 11),
        ("sentences with several roots", 2, 4),
    ]


def test_check_trees__finds_nothing_in_trees() -> None:
    assert found(FINE * 2, Conventions()) == found(FINE * 2, UD) == []


@pytest.mark.parametrize(
    ("text", "message"), [(CYCLE, "a cycle"), (NO_ROOT, "cycle|no root"), (TWO_ROOTS, r"several roots \(words 1, 2\)")]
)
def test_check_trees__like_ud_refuses_and_names_the_place(text: str, message: str) -> None:
    with pytest.raises(FormatError, match=message) as caught:
        found(FINE + text, UD)
    assert caught.value.place == "file.conllu:4, sentence '2'"
    assert caught.value.hint


def test_check_trees__several_roots_can_be_allowed() -> None:
    assert len(found(TWO_ROOTS, replace(UD, multiple_roots_okay=True))) == 1


@pytest.mark.parametrize("like", ["eval07", "eval07-p", "malteval", "compareval"])
def test_check_trees__the_classic_scorers_check_nothing(like: str) -> None:
    assert found(TWO_ROOTS + CYCLE + NO_ROOT, PRESETS[like][1]) == []


@pytest.mark.parametrize(("size", "said"), [(994, False), (995, True)])
def test_check_trees__like_ud_chains_on_which_the_scorer_crashes_are_said(size: int, *, said: bool) -> None:
    """From the right it climbs the whole chain at once; from the left each word's head has been climbed before."""
    rows = [f"w _ X _ _ {number + 1 if number < size else 0} x" for number in range(1, size + 1)]
    kind = "sentences with a chain of heads so long that the UD evaluation crashes (RecursionError); scored"
    assert found(words(*rows), UD) == ([(kind, 1, 1)] if said else [])
    assert found(words(*(f"w _ X _ _ {number} x" for number in range(size))), UD) == []
    assert found(words(*rows), Conventions()) == []
