"""What people, the model and a better gold say about a gold: sections of the page of `noise`."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, Final

from tertium.plurals import many
from tertium.reports.noise_words import ends, state_change, state_sample
from tertium.reports.numbers import bracket, percent, points
from tertium.reports.page import BLANK, DIM, TITLE, Line, Span, fit, line, squeeze, visible, wrap

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tertium.comparison.adjudication import Estimate
    from tertium.comparison.duels import Duel
    from tertium.comparison.truth import Truth
    from tertium.reports.noise_result import Noise
    from tertium.stats.intervals import Interval

_NAME: Final = 18
_MOST_PAIRS: Final = 6


def pick_duels(result: Noise, most: int) -> list[Duel]:
    """All pairs, or of many those of systems that follow each other in the ranking."""
    if len(result.duels) <= most:
        return result.duels
    order = sorted(result.systems, key=lambda name: -result.score(result.headline, name).value)
    near = {frozenset(pair) for pair in pairwise(order)}
    return [duel for duel in result.duels if frozenset((duel.before, duel.after)) in near]


def sample_lines(result: Noise, width: int) -> list[Line]:
    """What a sample says that people have looked at."""
    found = result.estimated
    if found is None:
        return []
    level = f"{100 * (1 - result.plan.alpha):g} %"
    lines = [line(Span(f"What the sample says ({many(found.n_rows, 'row')}; {level} intervals)", TITLE))]
    facts = [f"cannot tell {found.n_untold:,}", f"several right {found.n_several:,}", f"none right {found.n_none:,}"]
    if found.agreement is not None:
        same = found.agreement
        kappa = "" if same.kappa is None else f", kappa {same.kappa:.2f} of whether the gold is right"
        facts.append(f"two adjudicators agree on {same.same:,} of {same.rows:,} rows{kappa}")
    lines += wrap([Span("; ".join(facts), DIM)], width, indent=4, first=2)
    if found.rates is not None and found.error_rate is not None:
        lines += wrap([f"error rate of the gold (C): {_shown(found.error_rate)} %"], width, indent=4, first=2)
        lines += _rate_table(result, found.rates, width)
    else:
        text = f"only {result.unit_noun}s on which the systems differ were looked at: C, u, p and x stay unknown"
        lines += wrap([Span(text, DIM)], width, indent=4, first=2)
    for pair, duel in zip(found.pairs.values(), result.duels, strict=True):
        text = f"{state_sample(result, duel, pair)} ({state_change(duel, pair)})"
        lines += wrap([text[0].upper() + text[1:]], width, indent=4, first=2)
    return [*lines, BLANK]


def _shown(found: Estimate) -> str:
    return f"{percent(found.value)} {ends(found.interval)}"


def _rate_table(result: Noise, table: Sequence[dict[str, Estimate]], width: int) -> list[Line]:
    size = squeeze(_NAME, width)
    head = fit("", size + 2) + "".join(fit(name, 19, "right") for name in ("true accuracy (x)", "u", "p"))
    lines = [line(Span("  " + head, DIM))]
    for name, row in zip(result.systems, table, strict=True):
        cells = fit(f"{percent(row['accuracy'].value)} {_ends(row['accuracy'].interval, 1)}", 19, "right")
        for rate in ("u", "p"):
            cells += fit(
                f"{row[rate].value:.2f} [{row[rate].interval.low:.2f}, {row[rate].interval.high:.2f}]", 19, "right"
            )
        lines.append(line("    " + fit(visible(name), size) + cells))
    return lines


def _ends(interval: Interval, digits: int) -> str:
    return f"[{percent(interval.low, digits)}, {percent(interval.high, digits)}]"


def model_lines(result: Noise, width: int) -> list[Line]:
    """What the model says, if a sample holds it to the truth."""
    if not result.wants_model:
        return []
    lines = [line(Span("What the latent-class model says", TITLE))]
    if result.anchored is None:
        text = (
            "Nothing that should be printed: it takes the systems' errors for independent, and systems trained alike "
            "share theirs. Hold it to a sample of all units (--sample N, then --adjudicated), or let it rank suspects "
            "(tertium suspects)."
        )
        return [*lines, *wrap([text], width, indent=2, first=2), BLANK]
    lines += wrap([Span("held to the sample, which corrects it stratum by stratum", DIM)], width, first=2)
    lines += _rate_table(result, result.anchored, width)
    alone = [result.model_alone(name) for name in result.systems]
    shown = ", ".join(
        f"{visible(name)} {percent(row['accuracy'])}" for name, row in zip(result.systems, alone, strict=True) if row
    )
    lines += wrap([Span(f"without the sample it would have said: {shown}", DIM)], width, indent=4, first=2)
    return [*lines, BLANK]


def truth_lines(result: Noise, width: int) -> list[Line]:
    """What a better gold shows."""
    if result.better is None:
        return []
    lines, size = wrap([Span(f"What {visible(result.better_name)} shows", TITLE)], width), squeeze(_NAME, width)
    for group in result.word_groups:
        rows = [row for row in result.truth_rows if row.group == group.name]
        which = f"{group.name} " if len(result.word_groups) > 1 else ""
        what = f"{which}{result.unit_noun}s: {rows[0].wrong:,} of {rows[0].units:,} gold answers are others there"
        lines += wrap([Span(f"{what} (C = {percent(rows[0].error_rate)} %)", DIM)], width, indent=4, first=2)
        head = fit("", size + 2) + fit("x", 7, "right") + "".join(fit(name, 7, "right") for name in "tup")
        head += fit("1/a", 7, "right") + fit("hard", 7, "right") + fit("reasonable", 13, "right")
        lines.append(line(Span("  " + head, DIM)))
        lines += [line("    " + fit(visible(row.system), size) + _truth_cells(row)) for row in rows]
    lines += _given_lines(result, width)
    shown = {(duel.before, duel.after) for duel in pick_duels(result, _MOST_PAIRS)}
    for duel in result.true_duels:
        if (duel.before, duel.after) not in shown:
            continue
        text = (
            f"{visible(duel.before)} → {visible(duel.after)}: Δ {points(duel.delta)}, truly {points(duel.true)}; "
            f"{duel.wrong:,} of the {duel.differing:,} differing gold answers are others"
        )
        text += "" if duel.bound is None else f", so it had to lie in {bracket(duel.bound)}"
        lines += wrap([text], width, indent=4, first=2)
    note = "intervals for this C; a new release also changes guidelines, so not all that differs was an error"
    return [*lines, *wrap([Span(note, DIM)], width, indent=4, first=2), BLANK]


def _given_lines(result: Noise, width: int) -> list[Line]:
    """Where the bounds do not hold with the error rate that was given: it is too low, or too high for what was seen."""
    failed: dict[str, list[str]] = {}
    for row in result.truth_rows:
        if row.given is not None and row.given.rate is not None and row.holds("hard", row.given) is False:
            share = "more" if row.error_rate > row.given.rate.high else "less"
            failed.setdefault(share, []).append(f"{visible(row.system)} ({row.group})")
    lines = []
    for share, names in failed.items():
        text = f"with the error rate that was given the hard bounds fail for {', '.join(dict.fromkeys(names))}: "
        lines += wrap([f"{text}{share} of the gold is wrong there"], width, indent=4, first=2)
    return lines


def _truth_cells(row: Truth) -> str:
    tags = row.bound.tags
    shares = (row.t, row.u, row.p, None if tags is None else 1 / tags)
    cells = fit(percent(row.accuracy), 7, "right")
    cells += "".join(fit("-" if value is None else f"{value:.3f}".removeprefix("0"), 7, "right") for value in shares)
    return cells + fit(_holds(row.holds("hard")), 7, "right") + fit(_holds(row.holds("reasonable")), 13, "right")


def _holds(held: bool | None) -> str:  # noqa: FBT001 (a cell)
    return "" if held is None else "holds" if held else "FAILS"
