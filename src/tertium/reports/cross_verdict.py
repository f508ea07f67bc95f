"""The verdict of `cross`: how far apart are the best systems of each scheme, alone and on shared content?"""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING

from tertium.measures import ted, undirected
from tertium.reports.numbers import percent, points, probability
from tertium.reports.page import visible

if TYPE_CHECKING:
    from tertium.reports.cross_result import Cross, CrossDifference, CrossScore


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
    said = [_state_pair(result, one, two) for one, two in combinations(leaders, 2)]
    if len(leaders) > 2 and not result.is_unpaired:  # noqa: PLR2004 (of two, the pair has said it)
        said.append(_state_all(result, leaders))
    return " ".join(said)


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
    alone = f"Each against its own gold, {names[0]} has {one.measure} {percent(one.value)} and {names[1]} "
    alone += percent(two.value) if one.measure == two.measure else f"{two.measure} {percent(two.value)}"
    if one.measure == two.measure:
        alone += f": {_apart(one.value - two.value)}."
    else:
        alone += "."
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
    if found[0] is None or found[1] is None or found[0].value < found[1].value:
        return ""
    row = result.difference(against, ted.L_RECALL.name, worse.system, better.system)
    return (
        f" Yet {visible(worse.system)} finds as many of the shared nodes or more, {percent(found[0].value)} % to "
        f"{percent(found[1].value)} %{_certainty(result, row)}: its score is lower for nodes outside of them."
    )


def _state_all(result: Cross, leaders: list[CrossScore]) -> str:
    names = tuple(sorted(scheme.name for scheme in result.schemes))
    rows = [result.find(names, ted.L_TED.name, row.system) for row in leaders]
    told = ", ".join(f"{visible(row.system)} {percent(row.value)}" for row in rows if row is not None)
    return f"On what all {len(names)} share: {told}."


def _apart(delta: float) -> str:
    return f"{points(abs(delta)).lstrip('+')} points apart"


def _certainty(result: Cross, row: CrossDifference | None) -> str:
    if row is None or row.p_adjusted is None:
        return ""
    word = "separated" if result.is_separated(row) else "not separated"
    return f", {word} ({probability(row.p_adjusted, 'adjusted p')}, {row.test})"
