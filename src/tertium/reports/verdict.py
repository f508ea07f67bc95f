"""The verdict in words: which is better, by how much, how certain it is, and at what price in new errors.

Certainty comes from the test, size from the interval; where they disagree, it is said. Without a test
(`--no-intervals`) the words are "scores higher", never "is better"; "not separated" never means "the same".
"""

from __future__ import annotations

from itertools import combinations
from math import isfinite
from typing import TYPE_CHECKING, Final

from tertium.plurals import many
from tertium.reports.numbers import bracket, percent, probability, proportion
from tertium.reports.page import visible

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tertium.comparison.differences import Difference
    from tertium.comparison.inference import Contrast
    from tertium.reports.comparison_result import Comparison

_SHOWN: Final = 3  # systems that are named in one sentence


def state_verdict(result: Comparison) -> str:
    """The first lines of the report."""
    if len(result.systems) == 1:
        row = result.score(result.headline, result.systems[0])
        return f"{visible(row.system)} scores {row.measure} {result.show(row.measure, row.value)}."
    if len(result.systems) == 2:  # noqa: PLR2004 (a pair)
        return state_pair(result, *result.systems)
    return _state_ranking(result)


def state_pair(result: Comparison, before: str, after: str) -> str:
    """Two systems."""
    difference = result.difference(before, after)
    one, two = visible(before), visible(after)
    runs = any(result.run_spread(name) is not None for name in (before, after))  # of which answers show only one
    if difference.transitions is not None and not difference.transitions.n_different and not runs:
        return (
            f"{two} and {one} give the same answer everywhere ({difference.measure} {percent(difference.after.value)})."
        )
    contrast = result.contrast(before, after)
    if contrast is not None and difference.transitions is None and not contrast.test.n_differing:
        same = f"{difference.measure} {result.show(difference.measure, difference.after.value)}"
        return f"{two} and {one} score the same in every {result.block_noun} ({same})."
    values = [result.show(difference.measure, score.value) for score in (difference.before, difference.after)]
    scores = f"{difference.measure} {' → '.join(values)}"
    step = _state_size(result, difference.delta)
    if contrast is None:
        text = _state_step(difference, one, two, scores, step)
    else:
        separated = contrast.p_adjusted < result.plan.alpha
        relation = f"is {'better' if result.is_better(difference.measure, contrast.delta) else 'worse'} than {one}"
        lead = f"{two} {relation}" if separated else f"{two} and {one} are not separated"
        text = f"{lead}: {scores}, {step}{state_certainty(result, contrast)}."
        text = " ".join([text, *_remarks(result, before, after, contrast, separated=separated)])
    priced = result.by_units
    price = state_price(priced.difference(before, after), unit=priced.unit_noun)
    return f"{text} {price}" if price else text


def _state_step(difference: Difference, one: str, two: str, scores: str, step: str) -> str:
    """Without a test."""
    if difference.delta == 0:
        return f"{two} scores exactly as {one}: {scores.rpartition(' → ')[0]}."
    relation = "higher" if difference.delta > 0 else "lower"
    return f"{two} scores {relation} than {one}: {scores}, {step}."


def _state_size(result: Comparison, delta: float) -> str:
    """`+1.75 points`, or `-1.33` where the score is no share."""
    step = result.show_step(result.headline, delta)
    return f"{step} points" if result.tables.measures[result.headline].is_share else step


def state_certainty(result: Comparison, contrast: Contrast) -> str:
    """` [+1.25, +2.27], p < .001 (exact, by sentence)`."""
    share = result.tables.measures[result.headline].is_share
    size = f" {bracket(contrast.interval, share=share)}" if contrast.interval is not None else ""
    several = len(result.pairs) > 1
    p = probability(contrast.p_adjusted if several else contrast.p)
    by = f"by {result.unit_noun}" if contrast.test.name == "mcnemar" else f"by {result.plan.block}"
    how = f"{contrast.test.name}, {by}" + (f", Holm over {len(result.pairs)} pairs" if several else "")
    return f"{size}, {p} ({how})"


def _remarks(result: Comparison, before: str, after: str, contrast: Contrast, *, separated: bool) -> list[str]:
    """What must be said beside a p-value."""
    remarks = []
    alpha, test = result.plan.alpha, contrast.test
    level = f"{alpha:g}".removeprefix("0")
    if test.smallest >= alpha and test.name != "mcnemar":
        verb = "differs" if test.n_differing == 1 else "differ"
        remarks.append(
            f"Only {many(test.n_differing, result.block_noun)} {verb}: no test can reach {level} with so few."
        )
    elif test.finest >= alpha:
        remarks.append(f"Only {many(test.resamples, 'resample')}: no p can reach {level} with so few (--resamples).")
    elif not separated and contrast.interval is not None:
        detects = result.show_size(result.headline, contrast.power.detectable)
        remarks.append(f"This test set detects a difference of {detects} at best.")
    if contrast.interval is not None and separated == contrast.interval.covers(0.0) and len(result.pairs) == 1:
        remarks.append("Test and interval disagree: take it as undecided.")
    if contrast.equivalence is not None and result.plan.margin is not None:
        share = result.tables.measures[result.headline].is_share
        margin = f"±{result.show_size(result.headline, result.plan.margin * (1 if share else 100))}"
        p = probability(contrast.equivalence)
        remarks.append(
            f"They are the same within {margin} (two one-sided tests, {p})."
            if contrast.equivalence < alpha
            else f"That they are the same within {margin} is not shown (two one-sided tests, {p})."
        )
    if test.name == "mcnemar":
        remarks.append(f"McNemar's test takes {result.unit_noun}s for independent, which they are not: p is too small.")
    return remarks + _state_runs(result, before, after)


def _state_runs(result: Comparison, *systems: str) -> list[str]:
    """How far the runs of the systems lie apart, if there are several."""
    found = []
    for name in systems:
        spread = result.run_spread(name)
        if spread is not None:
            n, deviation = spread
            size = result.show(result.headline, deviation)
            found.append(f"{visible(name)} is the mean of {many(n, 'run')} (standard deviation {size}).")
    return found


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
    sign = 1 if result.tables.measures[result.headline].lower_is_better else -1
    order = sorted(range(len(rows)), key=lambda place: (sign * rows[place].value, place))
    clusters = [order] if result.inference is None else result.inference.clusters(result.headline)
    top = rows[order[0]]
    if result.inference is None:
        steps = [result.show_step(top.measure, row.value - top.value) for row in rows]
        others = [f"{_named(result, place)[:-1]}, {steps[place]})" for place in order[1:]]
        tie = sum(row.value == top.value for row in rows) > 1
        verb = f"scores {'lowest' if sign > 0 else 'highest'}" + (", with others," if tie else "")
        best = result.show(top.measure, top.value)
        text = f"{visible(top.system)} {verb} of {len(rows)}: {top.measure} {best}; then {_few(others)}."
    else:
        text = _state_clusters(result, clusters)
    first = result.systems[0]
    if order[0] != 0 and rows[0].value != top.value:
        price = state_price(result.by_units.difference(first, top.system), unit=result.by_units.unit_noun)
        who = visible(top.system)
        text += f" Against {visible(first)}, {who} changes{price.removeprefix('It changes')}" if price else ""
    return text


def _state_clusters(result: Comparison, clusters: Sequence[Sequence[int]]) -> str:
    """Who leads, and who is told apart from whom."""
    top, rest = clusters[0], [place for cluster in clusters[1:] for place in cluster]
    names = [_named(result, place) for place in top]
    measure = result.headline
    if not rest:
        n, parted = len(result.systems), _parted(result, range(len(result.systems)))
        lead = f"None of the {n} systems is separated from another ({measure}, Holm): {_few(names)}."
        if parted:
            some = f"{len(parted):,} of {len(result.pairs):,} pairs {'is' if len(parted) == 1 else 'are'} separated"
            lead = f"The {n} systems are one group ({measure}): {_few(names)}. {some} "
            lead += "(Holm), but nowhere all systems above a line from all below it."
        return f"{lead} {_detects(result)}"
    if len(top) == 1:
        runner_up = result.systems[clusters[1][0]]
        contrast = result.contrast(runner_up, result.systems[top[0]])
        by = "" if contrast is None else f" by {_state_size(result, contrast.delta)}{state_certainty(result, contrast)}"
        best = result.show(measure, result.score(measure, result.systems[top[0]]).value)
        text = f"{visible(result.systems[top[0]])} is the best of {len(result.systems)}: {measure} {best}, "
        text += f"better than {visible(runner_up)}{by}."
        others = [_named(result, place) for place in rest[1:]]
        return f"{text} Then {_few(others)}." if others else text
    both = "both" if len(top) == 2 else "all"  # noqa: PLR2004 (two are both)
    beaten = _few([_named(result, place) for place in rest])
    parted = _parted(result, top)
    apart = f"as one group, in which {many(len(parted), 'pair')} {'is' if len(parted) == 1 else 'are'} separated"
    lead = f"lead {apart if parted else 'and are not separated from each other'}"
    return f"{_few(names)} {lead} ({measure}, Holm); {both} are better than {beaten}. {_detects(result, top)}"


def _parted(result: Comparison, among: Sequence[int]) -> list[tuple[int, int]]:
    """Pairs of some systems that are separated."""
    if result.inference is None:
        return []
    return [pair for pair in combinations(among, 2) if result.inference.is_separated(result.headline, *pair)]


def _detects(result: Comparison, among: Sequence[int] | None = None) -> str:
    """The smallest difference that could have been found, among some systems."""
    names = result.systems if among is None else [result.systems[place] for place in among]
    pairs = [result.contrast(one, two) for place, one in enumerate(names) for two in names[place + 1 :]]
    found = [contrast for contrast in pairs if contrast is not None]
    if any(not isfinite(contrast.error) for contrast in found):
        return "There is only one block, so that nothing can be tested."
    found = [contrast for contrast in found if contrast.test.n_differing]
    if not found:
        return "They give the same answers."
    most = max(contrast.test.n_differing for contrast in found)
    if all(contrast.test.smallest >= result.plan.alpha for contrast in found):
        level = f"{result.plan.alpha:g}".removeprefix("0")
        return f"At most {many(most, result.block_noun)} differ between two of them: no test can reach {level}."
    sizes = [contrast.power.detectable for contrast in found if contrast.error] or [0.0]
    low, high = result.show(result.headline, min(sizes)), result.show_size(result.headline, max(sizes))
    size = high if high.startswith(low) else f"{low} to {high}"
    return f"This test set detects differences of {size} between them at best."


def _named(result: Comparison, place: int) -> str:
    name = result.systems[place]
    return f"{visible(name)} ({result.show(result.headline, result.score(result.headline, name).value)})"


def _few(names: Sequence[str]) -> str:
    if len(names) > _SHOWN:
        return f"{', '.join(names[:_SHOWN])} and {len(names) - _SHOWN} more"
    return " and ".join([", ".join(names[:-1]), names[-1]]) if len(names) > 1 else names[0]
