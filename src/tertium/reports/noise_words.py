"""Whether the gold can tell, in words. Verdicts rest on the hard bounds and the paired bound, never on assumptions."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tertium.plurals import many
from tertium.reports.numbers import bracket, percent, points, probability
from tertium.reports.page import visible

if TYPE_CHECKING:
    from tertium.comparison.adjudication import PairEstimate
    from tertium.comparison.duels import Duel
    from tertium.comparison.noise import Bound
    from tertium.reports.noise_bounds import NoiseBounds
    from tertium.reports.noise_result import Noise
    from tertium.stats.intervals import Interval


def ends(interval: Interval) -> str:
    """`[91.35, 94.05]`, in percent."""
    return f"[{percent(interval.low)}, {percent(interval.high)}]"


def state_bounds(result: NoiseBounds) -> str:
    """Two accuracies, by the hard bounds; then what the paper's intervals say."""
    worse, better = sorted(result.bound_rows, key=lambda row: row.observed)
    if worse.observed == better.observed or worse.hard is None or better.hard is None:
        return f"{result.systems[0]} and {result.systems[1]} are observed to be equally good: there is nothing to tell."
    rates = list(result.rates.values())
    rate = f"{rates[0]}" if rates[0] == rates[1] else f"{rates[0]} and {rates[1]}"
    if better.hard.low > worse.hard.high:
        return (
            f"{better.system} is better than {worse.system}, whatever the errors of the gold are: if {rate} of it is "
            f"wrong, {better.system} is truly right on {percent(better.hard.low)} % at least and {worse.system} on "
            f"{percent(worse.hard.high)} % at most (hard bounds)."
        )
    text = (
        f"This gold cannot tell {better.system} from {worse.system}: if {rate} of it is wrong, their true accuracies "
        f"lie in {ends(better.hard)} and {ends(worse.hard)} (hard bounds), which overlap. Below an error rate of "
        f"{percent(result.regions.overlap)} % they would not."
    )
    return text + _state_reasonable(better, worse, result.regions.reasonable_overlap)


def _state_reasonable(better: Bound, worse: Bound, overlap: float | None) -> str:
    if better.reasonable is None or worse.reasonable is None:
        return ""
    both = f"{ends(better.reasonable)} and {ends(worse.reasonable)}"
    if better.reasonable.low > worse.reasonable.high:
        return f" The paper's reasonable intervals, {both}, do not overlap, but they rest on an assumption."
    below = "" if overlap is None else f" (from {percent(overlap)} % on)"
    return f" The paper's reasonable intervals, {both}, overlap too{below}."


def state_noise(result: Noise) -> str:
    """One pair in full; several counted, the closest in full."""
    duels = result.duels
    if not duels:
        row = next(row for row in result.bound_rows if row.group == "all")
        lead = f"{visible(row.system)} is observed to be right on {percent(row.observed)} % ({result.headline})"
        return f"{lead}; truly on {ends(row.hard)} % if {row.rate} of the gold is wrong." if row.hard else f"{lead}."
    if len(duels) == 1:
        return state_duel(result, duels[0])
    told = [duel for duel in duels if duel.is_told]
    if duels[0].rate is None:
        closest = min(duels, key=lambda duel: duel.flips if duel.flips is not None else 10**9)
        return f"Of {len(duels)} pairs the closest: {state_duel(result, closest)}"
    rate, unit = max(duel.rate or 0.0 for duel in duels), result.unit_noun
    budget = (
        f"If up to {100 * rate:.3g} % of the gold ({many(max(duel.allowed or 0 for duel in duels), unit)}) is wrong"
    )
    flips = sorted(duel.flips for duel in duels if duel.flips is not None and not duel.is_told and duel.winner)
    ties = f"{flips[0]:,} to {flips[-1]:,}" if flips and flips[0] != flips[-1] else f"{flips[0]:,}" if flips else ""
    if not told:
        why = f": {ties} errors in the wrong places make ties" if ties else ""
        return f"{budget}, it can tell none of the {len(duels)} pairs apart{why}."
    names = [f"{visible(duel.winner or '')} from {visible(_loser(duel))}" for duel in told]
    shown = ", ".join(names[:3]) + (f" and {len(names) - 3} more" if len(names) > 3 else "")  # noqa: PLR2004 (three)
    text = f"{budget}, it can tell {len(told)} of {len(duels)} pairs apart: {shown}."
    return f"{text} For the others {ties} errors in the wrong places make ties." if ties else text


def _loser(duel: Duel) -> str:
    return duel.before if duel.winner == duel.after else duel.after


def state_duel(result: Noise, duel: Duel) -> str:
    """What the gold would have to be wrong by for two systems to change places."""
    unit = result.unit_noun
    if duel.winner is None or duel.flips is None:
        return (
            f"{visible(duel.after)} and {visible(duel.before)} are equally good on this gold "
            f"({many(duel.differing, unit)} differ): there is nothing to tell."
        )
    winner, loser = visible(duel.winner), visible(_loser(duel))
    step = points(abs(duel.delta))
    flips = many(duel.flips, "wrong gold answer")
    doubt = ""
    if duel.flips_to_doubt:
        suffice = "suffices" if duel.flips_to_doubt == 1 else "suffice"
        doubt = f" ({duel.flips_to_doubt:,} {suffice} for the difference not to be significant any more)"
    elif duel.flips_to_doubt == 0 and duel.p is not None:
        doubt = f" (the difference is not significant anyway, {probability(duel.p)})"
    where = f"among the {many(duel.differing, unit)} on which they differ, all against {winner}"
    if duel.rate is None or duel.allowed is None:
        return (
            f"{winner} beats {loser} by {step} points on this gold. {flips} {where}, would make it a tie{doubt}: that "
            f"is {percent(duel.critical_rate or 0.0)} % of the gold. Is it better than that?"
        )
    budget = f"{100 * duel.rate:.3g} % of the gold are {duel.allowed:,}"
    if duel.is_told:
        return (
            f"{winner} is better than {loser}, whatever the errors of the gold are: {flips} would be needed, {where}, "
            f"to make it a tie{doubt}, and {budget}."
        )
    text = (
        f"This gold cannot tell {winner} from {loser} ({step} points): {flips} {where}, would make it a tie{doubt}, "
        f"and {budget}."
    )
    spread = duel.spread
    if spread is not None and (spread.low > 0 or spread.high < 0):
        size = spread.low if spread.low > 0 else -spread.high
        text += (
            f" Were the gold no worse there than elsewhere, {winner} would still be ahead by {points(size)} or more: "
            f"look at the differing {unit}s (--sample N --differing)."
        )
    return text


def state_sample(result: Noise, duel: Duel, found: PairEstimate) -> str:
    """What a sample says about two systems."""
    one, two = visible(duel.before), visible(duel.after)
    interval, value = found.difference.interval, found.difference.value
    size = f"{points(value)} points {bracket(interval)}"
    wrong = f"{found.wrong.value:,.0f} of the {duel.differing:,} differing {result.unit_noun}s have a wrong gold answer"
    if interval.low > 0 or interval.high < 0:
        winner, loser = (two, one) if interval.low > 0 else (one, two)
        text = f"judged by the sample, {winner} is truly better than {loser}: {two} minus {one} is {size}"
    else:
        text = f"the sample does not separate {two} from {one}: {size}"
    return f"{text}; about {wrong} [{found.wrong.interval.low:,.0f}, {found.wrong.interval.high:,.0f}]."


def state_change(duel: Duel, found: PairEstimate) -> str:
    """What a sample changes in the verdict."""
    interval = found.difference.interval
    judged = duel.after if interval.low > 0 else duel.before if interval.high < 0 else None
    if judged is None:
        return "the gold seemed to tell, the sample does not" if duel.is_told else "still open: adjudicate more units"
    if duel.winner not in (None, judged):
        return "reversed: the gold favoured the other"
    if duel.is_told:
        return "confirmed"
    return "settled: the gold alone could not tell" if duel.is_told is False else "confirmed"
