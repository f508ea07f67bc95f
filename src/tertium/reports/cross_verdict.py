"""The verdict of `cross`: how far apart are the best systems of each scheme, alone and on shared content?"""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING, Final

from tertium.measures import ted, undirected
from tertium.reports.numbers import percent, points, probability
from tertium.reports.page import visible

if TYPE_CHECKING:
    from tertium.reports.cross_result import Cross, CrossDifference, CrossScore


_TIE: Final = 5e-5
"""Scores closer than this are printed alike."""


def state_cross(result: Cross) -> str:
    """Two sentences for every two schemes that have systems."""
    leaders = [row for row in (_find_leader(result, scheme.name) for scheme in result.schemes) if row is not None]
    if not leaders:
        return "There are golds only: tertium schemes tells what they share."
    if len(leaders) == 1:
        row = leaders[0]
        return (
            f"Only {visible(row.scheme)} has systems; {visible(row.system)} leads ({row.measure} {percent(row.value)})."
        )
    if len({row.measure for row in leaders}) > 1:  # attachment cannot be told of phrases
        leaders = [row for row in (_find_own(result, leader) for leader in leaders) if row is not None]
    if len(leaders) == 2:  # noqa: PLR2004 (a pair is told at length)
        return _state_pair(result, leaders[0], leaders[1])
    told = ", ".join(f"{visible(row.system)} {percent(row.value)}" for row in leaders)
    alone = f"Each against its own gold: {told} ({leaders[0].measure})."
    return alone if result.is_unpaired else f"{alone} {_state_all(result, leaders)}"


def _find_own(result: Cross, leader: CrossScore) -> CrossScore | None:
    return result.find((leader.scheme,), ted.L_TED.name, leader.system)


def _find_leader(result: Cross, scheme: str) -> CrossScore | None:
    """The best system of a scheme against its own gold, by LAS where there are arcs."""
    rows = [row for row in result.scores if row.scheme == scheme and row.against == (scheme,)]
    for measure in (undirected.LAS.name, ted.L_TED.name):
        found = [row for row in rows if row.measure == measure]
        if found:
            return max(found, key=lambda row: row.value)
    return None


def _state_pair(result: Cross, one: CrossScore, two: CrossScore) -> str:
    names = [visible(row.system) for row in (one, two)]
    alone = (
        f"Each against its own gold, {names[0]} has {one.measure} {percent(one.value)} and {names[1]} "
        f"{percent(two.value)}: {_apart(one.value - two.value)}."
    )
    if result.is_unpaired:
        row = result.difference((), ted.L_TED.name, one.system, two.system)
        own = [result.find((each.scheme,), ted.L_TED.name, each.system) for each in (one, two)]
        if own[0] is None or own[1] is None:
            return alone
        edits = (
            f"L-TED, each against its own, on different sentences: {percent(own[0].value)} and {percent(own[1].value)}"
        )
        return f"{alone} {edits}{_certainty(result, row)}."
    return f"{alone} {_cross(result, one, two)}{_state_shared(result, one, two)}"


def _cross(result: Cross, one: CrossScore, two: CrossScore) -> str:
    """What the same measure says of both against one of the two golds."""
    foreign = result.find((one.scheme,), one.measure, two.system)
    if foreign is None:
        return ""
    return f"Against {visible(one.scheme)}'s gold alone it would say {_apart(one.value - foreign.value)}. "


def _state_shared(result: Cross, one: CrossScore, two: CrossScore) -> str:
    against = tuple(sorted({one.scheme, two.scheme}))
    found = [result.find(against, ted.L_TED.name, row.system) for row in (one, two)]
    first, second = found
    if first is None or second is None:
        return ""
    row = result.difference(against, ted.L_TED.name, one.system, two.system)
    flat = "" if first.flat is None else f"; a flat tree without any parser has {percent(first.flat)}"
    return (
        f"On what {visible(one.scheme)} and {visible(two.scheme)} share, L-TED gives {percent(first.value)} and "
        f"{percent(second.value)}: {_apart(first.value - second.value)}{_certainty(result, row)}{flat}."
        f"{_state_found(result, against, first, second)}"
    )


def _state_found(result: Cross, against: tuple[str, ...], one: CrossScore, two: CrossScore) -> str:
    """Whether the better score also finds more of the shared nodes: wrong nodes outside of them lower a score too."""
    better, worse = (one, two) if one.value >= two.value else (two, one)
    found = [result.find(against, ted.L_RECALL.name, row.system) for row in (worse, better)]
    if found[0] is None or found[1] is None or found[0].value < found[1].value or better.value - worse.value < _TIE:
        return ""
    row = result.difference(against, ted.L_RECALL.name, worse.system, better.system)
    return (
        f" Yet {visible(worse.system)} finds as many of the shared nodes or more, {percent(found[0].value)} % to "
        f"{percent(found[1].value)} %{_certainty(result, row)}: its score is lower for nodes outside of them."
    )


def _state_all(result: Cross, leaders: list[CrossScore]) -> str:
    names = tuple(sorted(scheme.name for scheme in result.schemes))
    rows = [row for row in (result.find(names, ted.L_TED.name, each.system) for each in leaders) if row is not None]
    told = ", ".join(f"{visible(row.system)} {percent(row.value)}" for row in rows)
    flat = "" if not rows or rows[0].flat is None else f" (a flat tree without any parser: {percent(rows[0].flat)})"
    close = [
        f"{visible(one.system)} and {visible(two.system)}"
        for one, two in combinations(rows, 2)
        if (row := result.difference(names, ted.L_TED.name, one.system, two.system)) and not result.is_separated(row)
    ]
    doubt = f" Not separated: {', '.join(close)}." if close else ""
    return f"On what all {len(names)} share, L-TED: {told}{flat}.{doubt}"


def _apart(delta: float) -> str:
    return f"{points(abs(delta)).lstrip('+')} points apart"


def _certainty(result: Cross, row: CrossDifference | None) -> str:
    if row is None or row.p_adjusted is None:
        return ""
    word = "separated" if result.is_separated(row) else "not separated"
    return f", {word} ({probability(row.p_adjusted, 'adjusted p')}, {row.test})"
