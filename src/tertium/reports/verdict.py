"""The verdict in words: which is better, by how much, how certain it is, and at what price in new errors.

Certainty comes from the test, size from the interval; where they disagree, it is said. Without a test
(`--no-intervals`) the words are "scores higher", never "is better"; "not separated" never means "the same".
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from tertium.reports.numbers import bracket, many, percent, points, probability, proportion
from tertium.reports.page import visible

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tertium.comparison.differences import Difference
    from tertium.comparison.inference import Contrast
    from tertium.reports.result import Comparison

_SHOWN: Final = 3  # systems that are named in one sentence


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
    if difference.transitions is not None and not difference.transitions.n_different:
        return (
            f"{two} and {one} give the same answer everywhere ({difference.measure} {percent(difference.after.value)})."
        )
    contrast = result.contrast(before, after)
    scores = f"{difference.measure} {percent(difference.before.value)} → {percent(difference.after.value)}"
    step = f"{points(difference.delta)} points"
    if contrast is None:
        text = _state_step(difference, one, two, scores, step)
    else:
        separated = contrast.p_adjusted < result.plan.alpha
        relation = f"is {'better' if contrast.delta > 0 else 'worse'} than {one}"
        lead = f"{two} {relation}" if separated else f"{two} and {one} are not separated"
        text = f"{lead}: {scores}, {step}{state_certainty(result, contrast)}."
        text = " ".join([text, *_remarks(result, contrast, separated=separated)])
    price = state_price(difference, unit=result.unit_noun)
    return f"{text} {price}" if price else text


def _state_step(difference: Difference, one: str, two: str, scores: str, step: str) -> str:
    """Without a test."""
    if difference.delta == 0:
        return f"{two} scores exactly as {one}: {difference.measure} {percent(difference.after.value)}."
    relation = "higher" if difference.delta > 0 else "lower"
    return f"{two} scores {relation} than {one}: {scores}, {step}."


def state_certainty(result: Comparison, contrast: Contrast) -> str:
    """` [+1.25, +2.27], p < .001 (exact, by sentence)`."""
    size = f" {bracket(contrast.interval)}" if contrast.interval is not None else ""
    several = len(result.pairs) > 1
    p = probability(contrast.p_adjusted if several else contrast.p)
    by = f"by {result.unit_noun}" if contrast.test.name == "mcnemar" else f"by {result.plan.block}"
    how = f"{contrast.test.name}, {by}" + (f", Holm over {len(result.pairs)} pairs" if several else "")
    return f"{size}, {p} ({how})"


def _remarks(result: Comparison, contrast: Contrast, *, separated: bool) -> list[str]:
    """What must be said beside a p-value."""
    remarks = []
    alpha, block = result.plan.alpha, result.plan.block
    if contrast.test.smallest >= alpha and contrast.test.name != "mcnemar":
        n = many(contrast.test.n_differing, block) if block.isalpha() else many(contrast.test.n_differing, "block")
        verb = "differs" if contrast.test.n_differing == 1 else "differ"
        remarks.append(f"Only {n} {verb}: no test can reach {f'{alpha:g}'.removeprefix('0')} with so few.")
    elif not separated and contrast.interval is not None:
        detects = percent(contrast.power.detectable)
        remarks.append(f"This test set detects a difference of {detects} points at best.")
    if contrast.interval is not None and separated == contrast.interval.covers(0.0) and len(result.pairs) == 1:
        remarks.append("Test and interval disagree: take it as undecided.")
    if contrast.equivalence is not None and result.plan.margin is not None:
        margin = f"±{percent(result.plan.margin)} points"
        p = probability(contrast.equivalence)
        remarks.append(
            f"They are the same within {margin} (two one-sided tests, {p})."
            if contrast.equivalence < alpha
            else f"That they are the same within {margin} is not shown (two one-sided tests, {p})."
        )
    if contrast.test.name == "mcnemar":
        remarks.append(f"McNemar's test takes {result.unit_noun}s for independent, which they are not: p is too small.")
    return remarks


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
    clusters = [order] if result.inference is None else result.inference.clusters(result.headline)
    top = rows[order[0]]
    if result.inference is None:
        others = [f"{_named(result, place)[:-1]}, {points(rows[place].value - top.value)})" for place in order[1:]]
        tie = sum(row.value == top.value for row in rows) > 1
        verb = "scores highest, with others," if tie else "scores highest"
        text = f"{visible(top.system)} {verb} of {len(rows)}: {top.measure} {percent(top.value)}; then {_few(others)}."
    else:
        text = _state_clusters(result, clusters)
    first = result.systems[0]
    if order[0] != 0 and rows[0].value < top.value:
        price = state_price(result.difference(first, top.system), unit=result.unit_noun)
        who = visible(top.system)
        text += f" Against {visible(first)}, {who} changes{price.removeprefix('It changes')}" if price else ""
    return text


def _state_clusters(result: Comparison, clusters: Sequence[Sequence[int]]) -> str:
    """Who leads, and who is told apart from whom."""
    top, rest = clusters[0], [place for cluster in clusters[1:] for place in cluster]
    names = [_named(result, place) for place in top]
    measure = result.headline
    if not rest:
        lead = f"No two groups of the {len(result.systems)} systems are separated ({measure}): {_few(names)}."
        return f"{lead} {_detects(result)}"
    if len(top) == 1:
        runner_up = result.systems[clusters[1][0]]
        contrast = result.contrast(runner_up, result.systems[top[0]])
        by = "" if contrast is None else f" by {points(contrast.delta)} points{state_certainty(result, contrast)}"
        text = f"{visible(result.systems[top[0]])} is the best of {len(result.systems)}: {measure} "
        text += f"{percent(result.score(measure, result.systems[top[0]]).value)}, better than {visible(runner_up)}{by}."
        others = [_named(result, place) for place in rest[1:]]
        return f"{text} Then {_few(others)}." if others else text
    both = "both" if len(top) == 2 else "all"  # noqa: PLR2004 (two are both)
    beaten = _few([_named(result, place) for place in rest])
    return (
        f"{_few(names)} lead and are not separated from each other ({measure}, Holm); {both} are better than {beaten}. "
        f"{_detects(result, top)}"
    )


def _detects(result: Comparison, among: Sequence[int] | None = None) -> str:
    """The smallest difference that could have been found, among some systems."""
    names = result.systems if among is None else [result.systems[place] for place in among]
    found = [result.contrast(one, two) for place, one in enumerate(names) for two in names[place + 1 :]]
    sizes = [contrast.power.detectable for contrast in found if contrast is not None]
    if not sizes or max(sizes) != max(sizes):  # not a number: a single block
        return "There is only one block, so that nothing can be tested."
    low, high = percent(min(sizes)), percent(max(sizes))
    size = low if low == high else f"{low} to {high}"
    return f"This test set detects differences of {size} points between them at best."


def _named(result: Comparison, place: int) -> str:
    name = result.systems[place]
    return f"{visible(name)} ({percent(result.score(result.headline, name).value)})"


def _few(names: Sequence[str]) -> str:
    if len(names) > _SHOWN:
        return f"{', '.join(names[:_SHOWN])} and {len(names) - _SHOWN} more"
    return " and ".join([", ".join(names[:-1]), names[-1]]) if len(names) > 1 else names[0]
