"""The page of `power`: what a test set can show."""

from __future__ import annotations

from math import isfinite
from typing import TYPE_CHECKING, Any, Final

from tertium.plurals import many
from tertium.reports.numbers import percent
from tertium.reports.page import BLANK, DIM, TITLE, Line, Span, fit, line, visible, wrap
from tertium.stats.power import POWER, find_power, shrink_error

if TYPE_CHECKING:
    from tertium.comparison.inference import Contrast
    from tertium.reports.comparison_result import Comparison

STEPS: Final = (0.001, 0.0025, 0.005, 0.01, 0.02, 0.05)
"""True differences for which the table tells the chance of finding them; of what is no share a hundred times these."""

SIZES: Final = (0.5, 1, 2, 4, 10)
"""Test sets smaller or larger than this one."""


def power_lines(result: Comparison, before: str, after: str, width: int) -> list[Line]:
    """What could be detected between two systems."""
    contrast = result.contrast(before, after)
    title = wrap(
        [Span(f"Power, {visible(before)} → {visible(after)} ({result.headline})", TITLE)], width, indent=2, first=0
    )
    if contrast is None or not isfinite(contrast.error):
        return [*title, line("  a single block has no spread: nothing can be said")]
    if not contrast.error:
        why = f"the difference is the same in every {result.block_noun}" if contrast.delta else "no score differs"
        return [*title, line(f"  {why}: nothing can be said of how it spreads")]
    lines = [*title, *wrap([_state(result, contrast)], width, indent=2)]
    lines += [BLANK, *_step_table(result, contrast), BLANK, *_size_table(result, contrast)]
    effects = result.design_effects(before, after)
    if effects:
        shown = ", ".join(f"of {name}s {value:.2f}" for name, value in effects.items())
        text = f"design effect {shown}: the variance is so many times that of as many independent {result.unit_noun}s"
        lines += wrap([Span(text, DIM)], width, indent=4, first=2)
    return lines


def _state(result: Comparison, contrast: Contrast) -> str:
    power, blocks = contrast.power, result.block_noun
    measure = result.headline
    n = result.inference.n_blocks if result.inference is not None else 0
    text = (
        f"This test set ({many(n, blocks)}) detects true differences of {result.show_size(measure, power.detectable)} "
    )
    text += f"or more ({percent(POWER, 0)} % of the time, alpha {result.plan.alpha:g}{_over(result)})."
    text += f" Observed: {result.show_step(measure, contrast.delta)}"
    text += " points" if result.tables.measures[measure].is_share else ""
    text += f", standard error {result.show(measure, contrast.error)}"
    text += f" (of runs alone {result.show(measure, contrast.of_runs)})." if contrast.of_runs else "."
    if contrast.delta:
        text += f" Were that the true difference, a test would find it {percent(power.power, 0)} % of the time, and "
        text += (
            f"{many(int(power.blocks_needed), blocks)} would be needed for {percent(POWER, 0)} %."
            if isfinite(power.blocks_needed)
            else f"no number of {blocks}s would be enough for {percent(POWER, 0)} %: it takes more runs."
        )
        if power.power < POWER:
            text += (
                f" A significant result would exaggerate it {power.exaggeration:.1f} times on average, and have the "
                f"wrong sign {percent(power.wrong_sign, 1)} % of the time."
            )
    return text


def _over(result: Comparison) -> str:
    return f", Holm over {len(result.pairs)} pairs" if len(result.pairs) > 1 else ""


def _step_table(result: Comparison, contrast: Contrast) -> list[Line]:
    blocks = result.block_noun
    unit = " (points)" if result.tables.measures[result.headline].is_share else ""
    head = "  " + fit(f"true difference{unit}", 26) + fit("found", 10, "right")
    lines = [line(Span(head + fit(f"{blocks}s needed for {percent(POWER, 0)} %", 32, "right"), DIM))]
    for row in power_rows(result, contrast)[0]:
        needed = f"{int(row['blocks_needed']):,}" if isfinite(row["blocks_needed"]) else "-"
        lines.append(
            line(
                "  " + fit(result.show(result.headline, row["difference"]), 26),
                fit(f"{percent(row['power'], 0)} %", 10, "right") + fit(needed, 32, "right"),
            )
        )
    return lines


def _size_table(result: Comparison, contrast: Contrast) -> list[Line]:
    unit = " (points)" if result.tables.measures[result.headline].is_share else ""
    lines = [line(Span("  " + fit("test set", 26) + fit(f"detects{unit}", 42, "right"), DIM))]
    for row in power_rows(result, contrast)[1]:
        size = f"{many(row['blocks'], result.block_noun)}" + (" (this one)" if row["factor"] == 1 else "")
        lines.append(line("  " + fit(size, 36), fit(result.show(result.headline, row["detectable"]), 32, "right")))
    return lines


def power_rows(result: Comparison, contrast: Contrast) -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
    """The two tables: by true difference, and by size of the test set."""
    n = result.inference.n_blocks if result.inference is not None else 0
    steps, sizes = [], []
    alpha, comparisons = result.plan.alpha, len(result.pairs)
    scale = 1 if result.tables.measures[result.headline].is_share else 100
    for step in STEPS:
        difference = scale * step
        found = find_power(
            difference, contrast.error, n, alpha=alpha, comparisons=comparisons, of_runs=contrast.of_runs
        )
        steps.append({"difference": difference, "power": found.power, "blocks_needed": found.blocks_needed})
    for factor in SIZES:
        error = shrink_error(contrast.error, factor, contrast.of_runs)
        detectable = find_power(0.0, error, n, alpha=alpha, comparisons=comparisons).detectable
        sizes.append({"factor": factor, "blocks": round(n * factor), "detectable": detectable})
    return steps, sizes


def power_page(result: Comparison, width: int = 80) -> list[Line]:
    """All pairs."""
    from tertium.reports.head_and_foot import footer, header

    lines = header(result, width)
    for before, after in result.pairs:
        lines += [*power_lines(result, before, after, width), BLANK]
    return lines[:-1] + footer(result, width)


def power_document(result: Comparison) -> dict[str, Any]:
    """What `power --json` prints."""
    from tertium.reports.json_file import head, number

    rows = []
    for before, after in result.pairs:
        contrast = result.contrast(before, after)
        if contrast is not None:
            steps, sizes = power_rows(result, contrast)
            power = contrast.power
            rows.append(
                {
                    "measure": result.headline,
                    "from": before,
                    "to": after,
                    "delta": contrast.delta,
                    "standard_error": number(contrast.error),
                    "standard_error_of_runs": number(contrast.of_runs),
                    "detectable": number(power.detectable),
                    "power": number(power.power),
                    "blocks_needed": number(power.blocks_needed),
                    "wrong_sign": number(power.wrong_sign),
                    "exaggeration": number(power.exaggeration),
                    "design_effects": result.design_effects(before, after),
                    "by_difference": [{key: number(value) for key, value in row.items()} for row in steps],
                    "by_size": [{key: number(value) for key, value in row.items()} for row in sizes],
                }
            )
    return {**head(result), "power": rows, "warnings": result.warnings}
