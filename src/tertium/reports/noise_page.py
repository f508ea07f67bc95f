"""The page of `noise` for files: the verdict, bounds of each system, what the gold would have to be wrong by."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from tertium.comparison.duels import is_accuracy
from tertium.reports.head_and_foot import footer, header
from tertium.reports.noise_evidence import model_lines, pick_duels, sample_lines, truth_lines
from tertium.reports.noise_words import ends
from tertium.reports.numbers import bracket, percent, points
from tertium.reports.page import BLANK, DIM, TITLE, Line, Span, fit, line, squeeze, visible, wrap
from tertium.reports.plot import pick_ticks

if TYPE_CHECKING:
    from tertium.comparison.noise import Bound
    from tertium.comparison.word_groups import Group
    from tertium.reports.noise_result import Noise
    from tertium.stats.intervals import Interval

_NAME: Final = 17
_FIXED: Final = 35  # cells of the table of pairs beside their names and true differences
_MOST_PAIRS: Final = 15


def noise_page(result: Noise, width: int = 80) -> list[Line]:
    """Gold and systems from files."""
    lines = [*header(result, width), *wrap([Span(result.verdict, TITLE)], width), BLANK]
    lines += [*_bound_tables(result, width), *_drawing(result, width), *_pair_table(result, width)]
    lines += [*sample_lines(result, width), *model_lines(result, width), *truth_lines(result, width)]
    while lines and lines[-1] == BLANK:
        lines.pop()
    return [*lines, *footer(result, width)]


def _bound_tables(result: Noise, width: int) -> list[Line]:
    """What each system's true accuracy can be, group by group."""
    rate = "" if result.rates is None else f", if {_rates(result)} of the gold is wrong"
    plain = is_accuracy(result.tables, result.headline)
    what = f"in % ({result.headline})" if plain else f"in % of {_name_units(result)}"
    lines = wrap([Span(f"Right answers {what}{rate}", TITLE)], width)
    for group in result.word_groups:
        rows = [row for row in result.bound_rows if row.group == group.name]
        lines.append(line(Span("  " + fit(_name_group(result, group), width - 2), DIM)))
        if result.rates is not None:
            names = fit("", squeeze(_NAME, width) + 2) + fit("observed", 9, "right") + fit("hard bounds", 17, "right")
            names += fit(f"+ sampling {100 * (1 - result.plan.alpha):g} %", 17, "right")
            names += fit("reasonable", 16, "right") * any(row.reasonable is not None for row in rows)
            lines.append(line(Span("  " + names, DIM)))
        lines += [_bound_row(row, squeeze(_NAME, width)) for row in rows]
    return [*lines, BLANK]


def _name_units(result: Noise) -> str:
    """What is counted where a score is no share of right answers."""
    own = "the gold's and the systems'" if result.noise.decisions.nothing is not None else "the gold's"
    return f"all {result.unit_noun}s, {own}"


def _name_group(result: Noise, group: Group) -> str:
    which = f"{group.name} " if len(result.word_groups) > 1 else ""
    text = f"{which}{result.unit_noun}s: {group.n:,}"
    return f"{text}, with {group.tags:.2f} labels each in {visible(result.lexicon_name)}" if group.tags else text


def _rates(result: Noise) -> str:
    found = result.rates or {}
    distinct = list(dict.fromkeys(found.values()))
    if len(distinct) == 1:
        return str(distinct[0])
    return ", ".join(f"{rate} ({visible(name)})" for name, rate in found.items())


def _bound_row(row: Bound, name: int) -> Line:
    def cell(interval: Interval | None, wide: int) -> str:
        return fit(ends(interval) if interval is not None else "", wide, "right")

    text = fit(visible(row.system), name) + fit(percent(row.observed), 9, "right")
    return line("    " + text + cell(row.hard, 17) + cell(row.sampled, 17) + cell(row.reasonable, 16))


def _drawing(result: Noise, width: int) -> list[Line]:
    """The intervals on a common scale, of ambiguous words if there are any."""
    group = result.word_groups[0].name
    rows = [row for row in result.bound_rows if row.group == group and row.hard is not None]
    if not rows:
        return []
    true = {row.system: row.accuracy for row in result.truth_rows if row.group == group}
    name = min(max(len(visible(row.system)) for row in rows), _NAME)
    room = width - name - 6
    values = [value for row in rows if row.hard for value in (row.hard.low, row.hard.high, row.observed)]
    values += list(true.values())
    low, high = min(values), max(values)
    margin = (high - low) * 0.02 or 0.001
    low, high = low - margin, high + margin

    def at(value: float) -> int:
        return min(max(round((value - low) / (high - low) * (room - 1)), 0), room - 1)

    lines = []
    for row in rows:
        cells = [" "] * room
        for interval, mark in ((row.hard, "─"), (row.reasonable, "━")):
            if interval is not None:
                for place in range(at(interval.low), at(interval.high) + 1):
                    cells[place] = mark
        if row.hard is not None:
            cells[at(row.hard.low)], cells[at(row.hard.high)] = "├", "┤"
        cells[at(row.observed)] = "●"
        if row.system in true:
            cells[at(true[row.system])] = "◆"
        lines.append(line("    " + fit(visible(row.system), name) + "  ", "".join(cells)))
    axis = [" "] * room
    for tick in pick_ticks(low, high, 6):
        text = percent(tick, 1)
        start = min(at(tick), room - len(text))
        axis[start : start + len(text)] = list(text)
    key = "├─┤ hard bounds   ━ reasonable   ● observed" + ("   ◆ by the better gold" if true else "")
    lines.append(line(Span("    " + " " * (name + 2) + "".join(axis).rstrip(), DIM)))
    return [*lines, line(Span(f"    {key}", DIM)), BLANK]


def _pair_table(result: Noise, width: int) -> list[Line]:
    """What the gold would have to be wrong by."""
    duels, unit = pick_duels(result, _MOST_PAIRS), result.unit_noun
    if not duels:
        return []
    true = ["" if duel.true is None else bracket(duel.true) for duel in duels]
    room = max(len(text) for text in true) + 1 if result.rates is not None else 0
    wide = width - _FIXED - room
    head = fit("", wide) + fit("Δ", 7, "right") + fit("true Δ", room, "right") * bool(room)
    head += "".join(fit(name, size, "right") for name, size in (("differ", 7), ("to tie", 7), ("doubt", 6), ("%", 6)))
    lines = [line(Span(f"What the gold would have to be wrong by ({unit}s; Δ in points)", TITLE))]
    lines.append(line(Span(f"  {head}", DIM)))
    for duel, text in zip(duels, true, strict=True):
        counts = (duel.differing, 7), (duel.flips, 7), (duel.flips_to_doubt, 6)
        cells = "".join(fit("-" if n is None else f"{n:,}", size, "right") for n, size in counts)
        cells += fit("-" if duel.critical_rate is None else percent(duel.critical_rate), 6, "right")
        pair = f"{visible(duel.before)} → {visible(duel.after)}"
        lines.append(
            line("  " + fit(pair, wide), fit(points(duel.delta), 7, "right") + fit(text, room, "right") + cells)
        )
    if len(duels) < len(result.duels):
        text = f"neighbours in the ranking; all {len(result.duels)} pairs: --csv or --json"
        lines.append(line(Span(f"  {text}", DIM)))
    alpha = f"{result.plan.alpha:g}".removeprefix("0")
    note = (
        f"to tie: gold errors among the differing {unit}s, all against the better system, that make it a tie, and what "
        f"share of all {unit}s that is (%); doubt: that suffice for p >= {alpha} (exact test)"
    )
    if room:
        note += f"; true Δ: what it can be if all errors of the gold are among the differing {unit}s"
    return [*lines, *wrap([Span(note, DIM)], width, indent=4, first=2), BLANK]
