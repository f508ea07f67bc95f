"""The page of `power`: what a test set can show."""

from __future__ import annotations

from math import isfinite
from typing import TYPE_CHECKING, Any, Final

from tertium.reports.numbers import many, percent, points
from tertium.reports.page import BLANK, DIM, TITLE, Line, Span, fit, line, visible, wrap
from tertium.stats.power import POWER, find_power

if TYPE_CHECKING:
    from tertium.comparison.inference import Contrast
    from tertium.reports.result import Comparison

STEPS: Final = (0.001, 0.0025, 0.005, 0.01, 0.02, 0.05)
"""True differences for which the table tells the chance of finding them."""

SIZES: Final = (0.5, 1, 2, 4, 10)
"""Test sets smaller or larger than this one."""


def power_lines(result: Comparison, before: str, after: str, width: int) -> list[Line]:
    """What could be detected between two systems."""
    contrast = result.contrast(before, after)
    title = f"Power, {visible(before)} → {visible(after)} ({result.headline})"
    if contrast is None or not isfinite(contrast.error):
        return [line(Span(title, TITLE)), line("  a single block has no spread: nothing can be said")]
    lines = [line(Span(title, TITLE)), *wrap([_state(result, contrast)], width, indent=2)]
    lines += [BLANK, *_step_table(result, contrast), BLANK, *_size_table(result, contrast)]
    effects = result.design_effects(before, after)
    if effects:
        shown = ", ".join(f"of {name}s {value:.2f}" for name, value in effects.items())
        text = f"design effect {shown}: the variance is so many times that of as many independent words"
        lines += wrap([Span(text, DIM)], width, indent=4, first=2)
    return lines


def _state(result: Comparison, contrast: Contrast) -> str:
    power, blocks = contrast.power, result.block_noun
    n = result.inference.n_blocks if result.inference is not None else 0
    text = f"This test set ({many(n, blocks)}) detects true differences of {percent(power.detectable)} points or more "
    text += f"({percent(POWER, 0)} % of the time, alpha {result.plan.alpha:g}{_over(result)})."
    text += f" Observed: {points(contrast.delta)} points, standard error {percent(contrast.error)}."
    if contrast.delta and isfinite(power.blocks_needed):
        text += (
            f" Were that the true difference, a test would find it {percent(power.power, 0)} % of the time, and "
            f"{many(int(power.blocks_needed), blocks)} would be needed for {percent(POWER, 0)} %."
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
    head = "  " + fit("true difference (points)", 26) + fit("found", 10, "right")
    lines = [line(Span(head + fit(f"{blocks}s needed for {percent(POWER, 0)} %", 32, "right"), DIM))]
    for row in power_rows(result, contrast)[0]:
        needed = f"{int(row['blocks_needed']):,}" if isfinite(row["blocks_needed"]) else "-"
        lines.append(
            line(
                "  " + fit(percent(row["difference"]), 26),
                fit(f"{percent(row['power'], 0)} %", 10, "right") + fit(needed, 32, "right"),
            )
        )
    return lines


def _size_table(result: Comparison, contrast: Contrast) -> list[Line]:
    lines = [line(Span("  " + fit("test set", 26) + fit("detects (points)", 42, "right"), DIM))]
    for row in power_rows(result, contrast)[1]:
        size = f"{many(row['blocks'], result.block_noun)}" + (" (this one)" if row["factor"] == 1 else "")
        lines.append(line("  " + fit(size, 36), fit(percent(row["detectable"]), 32, "right")))
    return lines


def power_rows(result: Comparison, contrast: Contrast) -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
    """The two tables: by true difference, and by size of the test set."""
    n = result.inference.n_blocks if result.inference is not None else 0
    steps, sizes = [], []
    for difference in STEPS:
        found = find_power(difference, contrast.error, n, alpha=result.plan.alpha, comparisons=len(result.pairs))
        steps.append({"difference": difference, "power": found.power, "blocks_needed": found.blocks_needed})
    for factor in SIZES:
        detectable = contrast.power.detectable / factor**0.5
        sizes.append({"factor": factor, "blocks": round(n * factor), "detectable": detectable})
    return steps, sizes


def power_page(result: Comparison, width: int = 80) -> list[Line]:
    """All pairs."""
    from tertium.reports.terminal import footer, header

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
