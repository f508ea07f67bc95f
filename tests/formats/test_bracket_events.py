"""Brackets paired all at once, held against a reading one bracket after the other."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from tertium.formats.bracket_events import CLOSE, OPEN, SINGLE, Events, number_chains, pair_brackets
from tests.formats.samples import QUICK

Row = tuple[int, int, int]
"""Document, kind, name."""

ROWS = st.lists(st.tuples(st.integers(0, 1), st.sampled_from([SINGLE, OPEN, CLOSE]), st.integers(0, 2)), max_size=30)


def pair_one_by_one(rows: list[Row], *, first_in: bool) -> tuple[list[tuple[int, int]], list[int], list[int]]:
    """Mentions as (opening, closing) in the order of closing; closings and openings that are alone."""
    found, unopened = [], []
    waiting: dict[tuple[int, int], list[int]] = {}
    for place, (document, kind, name) in enumerate(rows):
        own = waiting.setdefault((document, name), [])
        if kind == SINGLE:
            found.append((place, place))
        elif kind == OPEN:
            own.append(place)
        elif own:
            found.append((own.pop(0 if first_in else -1), place))
        else:
            unopened.append(place)
    return found, unopened, sorted(place for own in waiting.values() for place in own)


def lay_out(rows: list[Row]) -> Events:
    document, kind, name = np.array(rows, dtype=np.int32).reshape(-1, 3).T
    return Events(np.arange(len(rows), dtype=np.int32), document, kind.astype(np.int8), name)


@pytest.mark.parametrize("first_in", [False, True])
@QUICK
@given(rows=ROWS)
@example(
    rows=[(0, OPEN, 0), (0, OPEN, 0), (0, OPEN, 1)]
)  # the second bracket is open as deep as none of the next chain
def test_pair_brackets__as_one_after_the_other(rows: list[Row], first_in: bool) -> None:  # noqa: FBT001
    spans = pair_brackets(lay_out(sorted(rows, key=lambda row: row[0])), first_in=first_in)
    found, unopened, unclosed = pair_one_by_one(sorted(rows, key=lambda row: row[0]), first_in=first_in)
    assert list(zip(spans.opening.tolist(), spans.closing.tolist(), strict=True)) == found
    assert (spans.unopened.tolist(), spans.unclosed.tolist()) == (unopened, unclosed)


@QUICK
@given(rows=ROWS)
def test_number_chains__by_document_in_the_order_in_which_they_appear(rows: list[Row]) -> None:
    events = lay_out(sorted(rows, key=lambda row: row[0]))
    pairs = list(zip(events.document.tolist(), events.name.tolist(), strict=True))
    order = list(dict.fromkeys(pairs))
    assert number_chains(events.document, events.name).tolist() == [order.index(pair) for pair in pairs]
