"""The reports of coval (`scorer.py KEY RESPONSE`) and of CorefUD's scorer (`corefud-scorer.py`), digit for digit.

coval prints five metrics and their average, CorefUD's scorer eight, under two lines that tell its settings. With some
measures asked for (`--measure`), these alone are printed, as the scorers do if they are named on the command line:
coval in its own order, CorefUD's scorer in that of the names.
Both divide the same sums, so that one function makes all rates; only BLANC is a mean of two.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from tertium.reports.printed_parts import choose_measures

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from tertium._typing import Counts
    from tertium.reports.result import Result

_COVAL: Final = {"Mentions": "mentions", "MUC": "muc", "B3": "bcub", "CEAFe": "ceafe", "LEA": "lea"}
_COREFUD: Final = {
    "MUC": "muc",
    "B3": "bcub",
    "CEAFe": "ceafe",
    "CEAFm": "ceafm",
    "BLANC": "blanc",
    "LEA": "lea",
    "MOR": "mor",
    "Zeros": "zero",
}
_AVERAGED: Final = ("MUC", "B3", "CEAFe")
_MATCHINGS: Final = {"exact": "exact", "partial": "partial-corefud", "head": "head"}

_Rates = tuple[float, float, float]


def print_coval(result: Result, system: int) -> str:
    """One line a metric."""
    found = _rate_all(result, system, choose_measures(result, _COVAL))
    lines = [f"{_COVAL[name]:<10} {_line(rates)}" for name, rates in found.items()]
    return "\n".join(lines + _average(found))


def print_corefud(result: Result, system: int) -> str:
    """The settings, then two lines a metric."""
    rules, printed = result.rules.mentions, choose_measures(result, _COREFUD)
    chosen = [name for name in result.asked_measures if name in printed] or printed
    found = _rate_all(result, system, chosen)
    what = "coreferential mentions, singletons" if rules.singletons else "coreferential mentions"
    zeros = "zeros (using dependent match method)"
    lines = [
        f"The scorer is evaluating {what}, {zeros} using {_MATCHINGS[rules.matching]} match evaluation setting.",
        f"The following metrics will be evaluated: {', '.join(_COREFUD[name] for name in chosen)}",
        "",
    ]
    for name, rates in found.items():
        lines += [_COREFUD[name], _line(rates)]
    return "\n".join(lines + _average(found))


def _rate_all(result: Result, system: int, names: Sequence[str]) -> dict[str, _Rates]:
    tables, known = result.tables, result.kind.measures(result.rules)
    found = {}
    for name in names:
        if name in tables.measures:
            counts = tables.totals(name, system)
        else:
            counts = known[name].counts(tables.matches[system], tables.whole).sum(axis=0)
        found[name] = _mean_of_links(counts) if name == "BLANC" else _rate(counts)
    return found


def _rate(counts: Counts) -> _Rates:
    """Recall, precision and F1 of two numerators, each with its denominator."""
    right, key, correct, response = counts.tolist()
    recall, precision = (right / key if right else 0.0), (correct / response if correct else 0.0)
    return recall, precision, 2 * precision * recall / (precision + recall) if precision + recall else 0.0


def _mean_of_links(counts: Counts) -> _Rates:
    """BLANC: links between mentions of a chain and links between others; what neither side has counts for nothing."""
    parts = [_rate(counts[[0, 1, 0, 2]]), _rate(counts[[3, 4, 3, 5]])]
    some = [rates for rates, there in zip(parts, (counts[[1, 2]], counts[[4, 5]]), strict=True) if there.any()]
    if not some:
        return 0.0, 0.0, 0.0
    recall, precision, f1 = (sum(column) / len(some) for column in zip(*some, strict=True))
    return recall, precision, f1


def _line(rates: _Rates) -> str:
    recall, precision, f1 = (100 * value for value in rates)
    return f"Recall: {recall:.2f}  Precision: {precision:.2f}  F1: {f1:.2f}"


def _average(found: Mapping[str, _Rates]) -> list[str]:
    """The mean F1 of three metrics, if all of them are there."""
    values = [found[name][2] for name in _AVERAGED if name in found]
    return [f"CoNLL score: {sum(values) / len(values) * 100:.2f}"] if len(values) == len(_AVERAGED) else []
