"""What the systems could reach together, on the terminal page: the oracle, shares of it, and labels with headroom."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from tertium.plurals import many
from tertium.reports.label_sections import label_name
from tertium.reports.numbers import percent, points, share
from tertium.reports.page import (
    BAD,
    BETWEEN,
    DIM,
    GOOD,
    TITLE,
    Line,
    Span,
    cells,
    fit,
    fit_name,
    name_width,
    visible,
    wrap,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tertium.comparison.oracle import LabelTable, Oracle
    from tertium.reports.comparison_result import Comparison

_MOST_NAMED: Final = 8
"""So many systems are named in a sentence; of more, the others are counted."""
_HEADROOM_FIXED: Final = 2 + 7 + 8 + 10  # margin, units, oracle, headroom
_FEWEST: Final = 10  # cells in which a name that is cut can still be known


def oracle_lines(result: Comparison, oracle: Oracle, width: int) -> list[Line]:
    """What the systems could reach together."""
    units = oracle.units
    if not units:
        return []
    best = result.systems[oracle.best]
    same = result.tables.same_words
    own = percent(oracle.by_system[oracle.best] / units)
    over = f"{points(oracle.gain)} over {visible(best)}" + ("" if same else f", which has {own} % of them")
    lead: list[Span | str] = [
        Span("Together", TITLE),
        f": at least one is right on {percent(oracle.correct / units)} % of the ",
        f"{'' if same else 'gold '}{result.unit_noun}s",
        f" (decision oracle, {over});",
    ]
    if result.kind.unit_alone:
        pass  # the best row each time is what has just been said
    elif oracle.sentence_correct is not None:
        lead.append(f" the best whole sentence each time gives {percent(oracle.sentence_correct / units)} %,")
    elif oracle.sentence_value is not None:
        value = result.show(result.headline, oracle.sentence_value)
        lead.append(f" the best whole {result.kind.block} each time gives {result.headline} {value},")
    if oracle.tree_correct is not None:
        lead.append(f" the best tree over all their arcs {percent(oracle.tree_correct / units)} %,")
    lead.append(f" independent errors would give {percent(oracle.independent)} %.")
    if not same and "head" in result.tables.measures[result.headline].atoms:
        lead.append(" The best tree needs the same words in all files, so it is not given.")
    lines = wrap(lead, width, indent=2, first=0)
    lines += wrap([f"solved {', '.join(_solved(oracle))}"], width, indent=4, first=2)
    if not oracle.correct:
        return lines
    order = sorted(range(len(result.systems)), key=lambda place: -oracle.shapley[place])
    shown = set(order if len(order) <= _MOST_NAMED else order[: _MOST_NAMED - 1])
    shares = [
        f"{visible(result.systems[place])} {100 * oracle.shapley[place] / oracle.correct:.1f} % "
        f"({oracle.alone[place]:,} alone)"
        for place in range(len(order))
        if place in shown
    ]
    if len(shown) < len(order):
        shares.append(f"the other {len(order) - len(shown)} less each (--csv, --json)")
    return lines + wrap([f"shares of the oracle (Shapley): {', '.join(shares)}"], width, indent=4, first=2)


def _solved(oracle: Oracle) -> list[str]:
    """How many units are solved by none, 1, 2, ... or all; of many systems, by ranges of them."""
    n = len(oracle.solved_by) - 1
    if n <= _MOST_NAMED:
        bins = [(k, k) for k in range(n + 1)]
    else:
        half = n // 2
        bins = [(0, 0), (1, 1), (2, half), (half + 1, n - 1), (n, n)]
    found = []
    for first, last in bins:
        who = "none" if last == 0 else "all" if first == n else f"{first}" if first == last else f"{first} to {last}"
        found.append(f"by {who} {share(sum(oracle.solved_by[first : last + 1]), oracle.units)}")
    return found


def headroom_table(result: Comparison, oracle: Oracle, width: int, top: int) -> list[Line]:
    """Labels where an ensemble or more work would pay: right answers that the best system lacks and another has."""
    table = result.label_table(result.headline)
    gain = table.headroom(oracle.best)
    order = sorted(
        (place for place in range(len(table.labels)) if gain[place] > 0),
        key=lambda place: (-gain[place], table.labels[place]),
    )
    if not order:
        return []
    shown, column, names = _headroom_layout(result, [table.labels[place] for place in order[:top]], oracle.best, width)
    head = fit("By label", names + 2) + fit("units", 7, "right")
    cut = [fit_name(result.systems[place], column - 1).strip() for place in shown]
    is_cut = any(cells(visible(result.systems[place])) >= column for place in shown)
    if len(set(cut)) < len(cut) or (is_cut and column < _FEWEST):  # then rather the numbers of the matrix of all pairs
        cut = [str(place + 1) for place in shown]
    spans = [Span(head, TITLE)] + [Span(fit(name, column, "right"), TITLE) for name in cut]
    spans += [Span(fit("oracle", 8, "right") + fit("headroom", 10, "right"), TITLE)]
    lines = [tuple(spans)]
    lines += [_headroom_row(table, place, shown, (names, column), int(gain[place])) for place in order[:top]]
    more = [f"{many(len(order) - top, 'more label')} (--top N shows more)"] if len(order) > top else []
    hidden = len(result.systems) - len(shown)
    if hidden:
        needed = _HEADROOM_FIXED + names + column * len(result.systems)
        more.append(f"{many(hidden, 'more system')} (at --width {needed}, and in --csv)")
    return lines + (wrap([Span(f"… {'; '.join(more)}", DIM)], width, indent=4, first=2) if more else [])


def _headroom_layout(result: Comparison, labels: Sequence[str], best: int, width: int) -> tuple[list[int], int, int]:
    """Which systems have room (the best always), how wide their columns are, and that of the labels."""
    names = name_width(labels, 30)
    longest = max(cells(visible(name)) for name in result.systems) + 1
    n = len(result.systems)
    room = width - _HEADROOM_FIXED - names
    column = max(8, min(longest, room // n, 20))
    shown = list(range(min(n, max(1, room // column))))
    if best not in shown:
        shown[-1] = best
    return shown, column, names


def _headroom_row(table: LabelTable, place: int, shown: Sequence[int], widths: tuple[int, int], gain: int) -> Line:
    names, column = widths
    units = int(table.units[place])
    right = table.correct[:, place]
    spans = [Span("  " + fit(label_name(table.labels[place]), names) + fit(f"{units:,}", 7, "right"))]
    for system in shown:
        own = right[system]
        style = (
            "" if right.min() == right.max() else GOOD if own == right.max() else BAD if own == right.min() else BETWEEN
        )
        spans.append(Span(fit(percent(own / units, 1), column, "right"), style))
    spans.append(Span(fit(percent(table.oracle[place] / units, 1), 8, "right") + fit(f"{gain:,}", 10, "right")))
    return tuple(spans)
