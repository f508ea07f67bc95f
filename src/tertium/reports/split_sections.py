"""Recall and precision of every F1 on the terminal page, a row for each measure.

Where systems propose what is counted, F1 hides whether one finds more or invents less.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from tertium.reports.numbers import number, percent
from tertium.reports.page import BLANK, DIM, TITLE, Line, Span, fit, fit_name, line, wrap

if TYPE_CHECKING:
    from tertium.reports.result import Result

_TITLE: Final = "Recall, precision"
_NAME: Final = 12
_SHARE: Final = 8
_HALF: Final = 6


def split_measures(result: Result) -> list[str]:
    """The measures with recall and precision, if the task tells them apart."""
    if not result.kind.splits_f1:
        return []
    system = result.systems[0]
    return [name for name in result.tables.measures if result.score(name, system).recall is not None]


def split_lines(result: Result, width: int) -> list[Line]:
    """A row for each measure: recall and precision of each system, and half the interval of its F1."""
    measures = split_measures(result)
    if not measures:
        return []
    certain = any(result.interval(name, system) is not None for name in measures for system in result.systems)
    names = max(_NAME, *(len(name) + 3 for name in measures))
    size = 2 * _SHARE + _HALF * certain
    per_row = max(1, (width - names) // size)
    lines: list[Line] = []
    for start in range(0, len(result.systems), per_row):
        shown = result.systems[start : start + per_row]
        title = "" if start else fit(_TITLE, len(_TITLE) + 1)
        room = (names + size - len(title), *[size] * (len(shown) - 1))
        heads = [title, *(" " + fit_name(name, cells - 1, "right") for name, cells in zip(shown, room, strict=True))]
        lines += [BLANK] if start else []
        lines.append(line(*(Span(head, TITLE) for head in heads)))
        head = "".join(fit(text, _SHARE, "right") for text in ("recall", "prec."))
        head += fit("±", _HALF * certain, "right")
        lines.append(line(" " * names, Span(head * len(shown), DIM)))
        for measure in measures:
            spans: list[Span | str] = [fit(f"  {measure}", names)]
            for system in shown:
                row = result.score(measure, system)
                shares = [percent(ratio.value) if ratio is not None else "-" for ratio in (row.recall, row.precision)]
                spans.append("".join(fit(text, _SHARE, "right") for text in shares))
                if certain:
                    interval = result.interval(measure, system)
                    half = "" if interval is None else number(interval.half, 1)
                    spans.append(Span(fit(half, _HALF, "right"), DIM))
            lines.append(line(*spans))
    if certain:
        level = f"{100 * (1 - result.plan.alpha):g} %"
        note = f"±: half the {level} interval of F1; those of recall and precision are in --json and --csv"
        lines += wrap([Span(note, DIM)], width, indent=4, first=2)
    return lines
