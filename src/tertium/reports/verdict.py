"""The verdict in words: which is better, by how much, and at what price in new errors.

It says what was counted and no more: whether a difference could be chance is not tested here, so the words are "scores
higher", never "is better".
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tertium.reports.numbers import many, percent, points, proportion
from tertium.reports.page import visible

if TYPE_CHECKING:
    from tertium.comparison.differences import Difference
    from tertium.reports.result import Comparison


def state_verdict(result: Comparison) -> str:
    """The first lines of the report."""
    if len(result.systems) == 1:
        row = result.score(result.headline, result.systems[0])
        return f"{visible(row.system)} scores {row.measure} {percent(row.value)}."
    if len(result.systems) == 2:  # noqa: PLR2004 (a pair)
        return state_pair(result, *result.systems)
    return _state_ranking(result)


def state_pair(result: Comparison, before: str, after: str) -> str:
    """Two systems."""
    difference = result.difference(before, after)
    one, two = visible(before), visible(after)
    scores = f"{difference.measure} {percent(difference.before.value)} → {percent(difference.after.value)}"
    step = points(difference.delta)
    if difference.transitions is not None and not difference.transitions.n_different:
        return (
            f"{two} and {one} give the same answer everywhere ({difference.measure} {percent(difference.after.value)})."
        )
    if difference.delta > 0:
        text = f"{two} scores higher than {one}: {scores}, {step} points."
    elif difference.delta < 0:
        text = f"{two} scores lower than {one}: {scores}, {step} points."
    else:
        text = f"{two} scores exactly as {one}: {difference.measure} {percent(difference.after.value)}."
    price = state_price(difference, unit="word")
    return f"{text} {price}" if price else text


def state_price(difference: Difference, *, unit: str) -> str:
    """What the change costs."""
    table = difference.transitions
    if table is None or not table.n_different:
        return ""
    corrections, new_errors, _ = table.by_class
    text = f"It changes {100 * table.difference:.1f} % of the {unit}s: "
    if not new_errors and not corrections:
        return text + "all of them from one error to another."
    if not new_errors:
        return text + f"it repairs {many(corrections, 'error')} and makes no new one."
    if not corrections:
        return text + f"it makes {many(new_errors, 'new error')} and repairs none."
    repaired, made = proportion(corrections, new_errors)
    errors = "error" if repaired == 1 else f"{repaired:,} errors"
    return text + f"for every {errors} it repairs it makes {made:,} new {'one' if made == 1 else 'ones'}."


def _state_ranking(result: Comparison) -> str:
    rows = [result.score(result.headline, system) for system in result.systems]
    order = sorted(range(len(rows)), key=lambda place: (-rows[place].value, place))
    best, baseline = order[0], 0
    top = rows[best]
    ties = [place for place in order[1:] if rows[place].value == top.value]
    others = [
        f"{visible(rows[place].system)} ({percent(rows[place].value)}, {points(rows[place].value - top.value)})"
        for place in order[1:]
    ]
    shown = ", ".join(others[:3]) + (f" and {len(others) - 3} more" if len(others) > 3 else "")  # noqa: PLR2004 (what fits a line)
    lead = f"{visible(top.system)} scores highest of {len(rows)}: {top.measure} {percent(top.value)}"
    if ties:
        names = f"{visible(top.system)} and {many(len(ties), 'other')}"
        lead = f"{names} score highest of {len(rows)}: {top.measure} {percent(top.value)}"
    text = f"{lead}; then {shown}."
    if best != baseline and not ties:
        price = state_price(result.difference(result.systems[baseline], top.system), unit="word")
        text += (
            f" Against {visible(result.systems[baseline])}, the first: {price[0].lower()}{price[1:]}" if price else ""
        )
    return text
