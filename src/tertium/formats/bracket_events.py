"""Opening and closing brackets of mentions, paired all at once; shared by the formats that write them beside words."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from tertium._typing import Codes, Offsets

SINGLE, OPEN, CLOSE = range(3)


@dataclass(frozen=True, eq=False, slots=True)
class Events:
    """Brackets in the order in which they are read: on one place whole mentions, then opening, then closing ones."""

    place: Codes  # (n,)  the place where it stands, rising
    document: Codes  # (n,)
    kind: Codes  # (n,)  SINGLE, OPEN or CLOSE
    name: Codes  # (n,)  of the chain


@dataclass(frozen=True, eq=False, slots=True)
class Spans:
    """Mentions made of brackets."""

    opening: Offsets  # (n,)  rows of events
    closing: Offsets  # (n,)  the same row for a mention that is one bracket
    unopened: Offsets  # rows of events without a partner
    unclosed: Offsets


def pair_brackets(events: Events, *, first_in: bool = False) -> Spans:
    """Pair brackets of one chain in one document, the last opened being closed first (or the first opened).

    Mentions come in the order of closing.
    """
    rows = np.flatnonzero(events.kind != SINGLE)
    size = int(events.name.max(initial=0)) + 1
    group = events.document[rows].astype(np.int64) * size + events.name[rows]
    order = np.argsort(group, kind="stable")
    rows, group = rows[order], group[order]
    step = np.where(events.kind[rows] == OPEN, 1, -1)
    rows, group, step, unopened = _drop_unopened(rows, group, step)
    if first_in:
        opening, closing, unclosed = _pair_first(rows, group, step)
    else:
        depth = _depth(group, step)
        level = np.where(step > 0, depth, depth + 1)
        order = np.lexsort((np.arange(len(rows)), level, group))
        rows, step = rows[order], step[order]
        key = (group[order] * (int(level.max(initial=0)) + 1)) + level[order]
        closes = np.flatnonzero(step < 0)
        opening, closing = rows[closes - 1], rows[closes]  # at one level openings and closings take turns
        open_rows = np.flatnonzero(step > 0)
        following = np.append(key, -1)[open_rows + 1] == key[open_rows]
        unclosed = np.sort(rows[open_rows[~following]])
    single = np.flatnonzero(events.kind == SINGLE)
    opening, closing = np.concatenate([single, opening]), np.concatenate([single, closing])
    order = np.argsort(closing, kind="stable")
    return Spans(opening[order], closing[order], unopened, unclosed)


def _depth(group: Offsets, step: Offsets) -> Offsets:
    """(n,) brackets open after each, within its group."""
    total = np.cumsum(step)
    starts = np.flatnonzero(np.diff(group, prepend=-1))
    before = np.repeat(total[starts] - step[starts], np.diff(np.append(starts, len(group)))) if len(group) else total
    depth: Offsets = total - before
    return depth


def _drop_unopened(rows: Offsets, group: Offsets, step: Offsets) -> tuple[Offsets, Offsets, Offsets, Offsets]:
    """The brackets without those that close what is not open, and those: where a group goes below all before in it."""
    ground = np.cumsum(np.diff(group, prepend=group[:1]) != 0) * -(len(rows) + 1)  # of each group below the one before
    depth = ground + _depth(group, step)
    lowest = np.minimum.accumulate(np.minimum(depth, ground))
    wrong = depth < np.minimum(np.append(0, lowest[:-1])[: len(rows)], ground)
    return rows[~wrong], group[~wrong], step[~wrong], np.sort(rows[wrong])


def _pair_first(rows: Offsets, group: Offsets, step: Offsets) -> tuple[Offsets, Offsets, Offsets]:
    """The k-th opening of a group with its k-th closing."""
    opens, closes = np.flatnonzero(step > 0), np.flatnonzero(step < 0)
    starts = np.searchsorted(group[opens], group[closes])
    rank = np.arange(len(closes)) - np.searchsorted(group[closes], group[closes])
    partner = opens[starts + rank]
    unclosed = np.setdiff1d(opens, partner)
    return rows[partner], rows[closes], np.sort(rows[unclosed])


def number_chains(document: Codes, name: Codes) -> Codes:
    """(n,) a number for each event's chain: document by document, in the order in which chains first appear."""
    size = int(name.max(initial=0)) + 1
    key = document.astype(np.int64) * size + name
    _, first, place = np.unique(key, return_index=True, return_inverse=True)
    rank = np.empty(len(first), dtype=np.int32)
    rank[np.argsort(first, kind="stable")] = np.arange(len(first), dtype=np.int32)
    found: Codes = rank[place.ravel()]
    return found
