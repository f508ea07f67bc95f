"""Spans of two sides that share words."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from tertium.tasks.overlaps import find_overlaps
from tests.formats.samples import QUICK

SPANS = st.lists(st.tuples(st.integers(0, 9), st.integers(1, 9)).map(lambda span: (span[0], sum(span))), max_size=8)


@QUICK
@given(SPANS, SPANS)
def test_overlaps__are_all_pairs_with_a_word_in_common(one: list[tuple[int, int]], two: list[tuple[int, int]]) -> None:
    common = {
        (first, second): len(set(range(*own)) & set(range(*other)))
        for first, own in enumerate(one)
        for second, other in enumerate(two)
    }
    ours, theirs = (np.array(side, dtype=np.int32).reshape(-1, 2) for side in (one, two))
    columns = find_overlaps((ours[:, 0], ours[:, 1]), (theirs[:, 0], theirs[:, 1]))
    found = list(zip(*(column.tolist() for column in columns), strict=True))
    assert found == [(*pair, n) for pair, n in common.items() if n]


def test_overlaps__a_span_around_everything_does_not_make_the_others_overlap() -> None:
    """Of the pairs of one-word spans, 400 million, nothing is made: memory would tell."""
    n = 20_000
    starts = np.append(0, 2 * np.arange(n))
    ours = starts, np.append(2 * n, starts[1:] + 1)
    theirs = starts + 1, np.append(2 * n, starts[1:] + 2)
    one, two, common = find_overlaps(ours, theirs)
    assert len(one) == len(two) == 2 * n
    assert (one == 0).sum() == n + 1
    assert common.tolist() == [2 * n - 1, *[1] * (2 * n - 1)]
