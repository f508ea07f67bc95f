"""Lifting arcs until a tree is projective."""

from __future__ import annotations

import numpy as np
from hypothesis import given

from tertium.corpus import ROOT
from tertium.trees.projectivity import find_nonprojective
from tertium.trees.pseudo_projective import projectivize
from tests.small_schemes import Arcs, several


def lift_slowly(heads: list[int]) -> tuple[list[int], int]:
    """The textbook: the shortest non-projective arc is hung one higher, the leftmost of those, again and again."""
    heads, lifts = list(heads), 0

    def is_below(word: int, above: int) -> bool:
        while word:
            if word == above:
                return True
            word = heads[word - 1]
        return above == 0

    while True:
        wrong = []
        for word, head in enumerate(heads, 1):
            low, high = sorted((word, head))
            if head and any(not is_below(inside, head) for inside in range(low + 1, high)):
                wrong.append((high - low, word))
        if not wrong:
            return heads, lifts
        _, word = min(wrong)
        heads[word - 1] = heads[heads[word - 1] - 1]
        lifts += 1


@given(several(1, most=8))
def test_projectivize__as_the_textbook(sentences: list[Arcs]) -> None:
    heads = sentences[0][0]
    start = np.array([0, len(heads)], dtype=np.int64)
    given_heads = np.array([head - 1 if head else ROOT for head in heads], dtype=np.int32)
    found, lifts, touched = projectivize(given_heads, start)
    expected, n = lift_slowly(heads)
    assert [head + 1 if head != ROOT else 0 for head in found.tolist()] == expected
    assert lifts == n
    assert touched == bool(n)
    assert not find_nonprojective(found, start).any()


def test_projectivize__a_projective_tree_stays() -> None:
    heads = np.array([1, ROOT, 1], dtype=np.int32)
    found, lifts, touched = projectivize(heads, np.array([0, 3], dtype=np.int64))
    assert (found.tolist(), lifts, touched) == (heads.tolist(), 0, 0)
