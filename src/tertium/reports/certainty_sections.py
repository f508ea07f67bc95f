"""Sections of the terminal page about certainty: intervals, p-values, effect sizes and what they rest on."""

from __future__ import annotations

from itertools import pairwise
from math import isfinite
from typing import TYPE_CHECKING, Final

from tertium.plurals import many
from tertium.reports.numbers import STAR, bracket, number, share, short_p
from tertium.reports.page import BAD, DIM, GOOD, TITLE, WIDEST_LIST, Line, Span, fit, fit_pair, line, wrap

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tertium.comparison.differences import Difference
    from tertium.reports.comparison_result import Comparison
    from tertium.reports.result import Result

MOST_PAIRS: Final = 10
"""So many pairs have a line of their own each."""


def margin_lines(result: Result, measures: Sequence[str], width: int) -> list[Line]:
    """Half the width of the other scores' intervals, the widest of the systems'."""
    found = []
    for name in measures:
        answered = [system for system in result.systems if result.is_answered(name, system)]
        intervals = [result.interval(name, system) for system in answered]
        halves = [interval.half for interval in intervals if interval is not None]
        if max(halves, default=0.0) > 0:
            share = result.tables.measures[name].is_share
            found.append(f"{name} {number(max(halves), 1 if share else 2, share=share)}")
    text = f"{100 * (1 - result.plan.alpha):g} % intervals, ± at most: {', '.join(found)}"
    return wrap([Span(text, DIM)], width, indent=4, first=2) if found else []


def pair_lines(result: Comparison, width: int, *, every: bool = False) -> list[Line]:
    """Each pair's difference, interval and p before and after Holm: all of a few, else neighbours in the ranking."""
    if result.inference is None:
        return []
    pairs = result.pairs
    hidden = len(pairs) > MOST_PAIRS and not every
    if hidden:
        order = [result.systems[place] for group in result.inference.clusters(result.headline) for place in group]
        pairs = [pair if pair in pairs else pair[::-1] for pair in pairwise(order)]
    measure = result.tables.measures[result.headline]
    wide = max(9, len(measure.name) + 3)
    names = max(20, min(WIDEST_LIST, width) - 36 - wide)
    level = f"{100 * (1 - result.plan.alpha):g} %"
    columns = ((f"Δ {measure.name}", wide), (level, 18), ("p", 8), ("Holm", 8))
    head = "".join(fit(text, size, "right") for text, size in columns)
    lines = [line(Span(fit("How certain", names + 2), TITLE), Span(head, DIM))]
    for before, after in pairs:
        contrast = result.contrast(before, after)
        if contrast is not None:
            star = STAR if contrast.p_adjusted < result.plan.alpha else " "
            step, share = result.show_step(result.headline, contrast.delta), measure.is_share
            style = "" if not contrast.delta else GOOD if result.is_better(measure.name, contrast.delta) else BAD
            interval = "" if contrast.interval is None else bracket(contrast.interval, share=share)
            lines.append(
                line(
                    "  " + fit_pair(before, after, names),
                    Span(fit(step + star, wide, "right"), style),
                    fit(interval, 18, "right"),
                    fit(short_p(contrast.p), 8, "right") + fit(short_p(contrast.p_adjusted), 8, "right"),
                )
            )
    note = f"neighbours in the ranking; {many(len(result.pairs) - len(pairs), 'more pair')}: --all-pairs"
    return lines + ([line(Span(f"  ({note})", DIM))] if hidden else [])


def effect_lines(result: Comparison, difference: Difference, width: int) -> list[Line]:
    """How large the step is in errors, how alike the two are, and what its certainty rests on."""
    before, after = difference.before.system, difference.after.system
    texts, agreement, gone = [], difference.agreement, difference.error_reduction
    if gone:
        texts.append(f"errors: {abs(100 * gone):.1f} % {'fewer' if gone > 0 else 'more'}")
    if agreement is not None and isfinite(agreement.yule_q):
        alike = f"both right on {share(agreement.both, agreement.units)} of the {result.unit_noun}s"
        texts.append(f"{alike}, Yule's Q {agreement.yule_q:.2f}")
    lines = wrap([Span("; ".join(texts), DIM)], width, indent=4, first=2) if texts else []
    contrast = result.contrast(before, after)
    if contrast is None or result.inference is None:
        return lines
    texts = []
    if contrast.test.name != "mcnemar":
        n = f"{contrast.test.n_differing:,} of {many(result.inference.n_blocks, result.block_noun)}"
        texts.append(f"{n} {'differs' if contrast.test.n_differing == 1 else 'differ'}")
    effects = [f"of {name}s {value:.2f}" for name, value in result.design_effects(before, after).items()]
    texts += [f"design effect {', '.join(effects)}"] if effects else []
    if result.n_duplicates and result.plan.block == "sentence":
        verb = "repeats another" if result.n_duplicates == 1 else "repeat another"
        texts.append(f"{many(result.n_duplicates, 'sentence')} {verb} (--block text)")
    return lines + wrap([Span("; ".join(texts), DIM)], width, indent=4, first=2)
