"""Pairing equal things in order, against the loop that it stands for."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from tertium.tasks.pairing import pair_in_order, pair_spans

SIDES = st.lists(st.tuples(st.integers(0, 5), st.integers(0, 2)), max_size=12)


def pair_by_hand(one: list[tuple[int, int]], two: list[tuple[int, int]]) -> set[tuple[int, int]]:
    """Each thing on the one side takes the first equal one on the other that is still free."""
    free, pairs = list(range(len(two))), set()
    for place, thing in enumerate(one):
        other = next((at for at in free if two[at] == thing), None)
        if other is not None:
            free.remove(other)
            pairs.add((place, other))
    return pairs


@given(one=SIDES, two=SIDES, ordered=st.booleans())
def test_spans_are_paired_in_order_each_once(
    one: list[tuple[int, int]], two: list[tuple[int, int]], *, ordered: bool
) -> None:
    """Whether spans stand in rising order, as in trees, or not, as where there are gaps."""
    if ordered:
        one, two = (sorted(side, key=lambda thing: thing[0]) for side in (one, two))
    sides = [tuple(np.array([thing[part] for thing in side], dtype=np.int64) for part in (0, 1)) for side in (one, two)]
    expected = pair_by_hand(one, two)
    spans, labels = zip(*sides, strict=True)
    found = pair_spans((spans[0], labels[0].astype(np.int32)), (spans[1], labels[1].astype(np.int32)), 3)
    assert set(zip(*(places.tolist() for places in found), strict=True)) == expected
    keys = [span * 3 + label for span, label in zip(spans, labels, strict=True)]
    assert set(zip(*(places.tolist() for places in pair_in_order(keys[0], keys[1])), strict=True)) == expected
