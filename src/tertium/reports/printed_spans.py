"""The reports of conlleval.pl, seqeval, nervaluate and srl-eval.pl, digit for digit."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from tertium.conventions import NERVALUATE_MEASURES
from tertium.reports.printed_parts import need, pad

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tertium.comparison.scores import Score
    from tertium.reports.result import Result

_RULE: Final = "-" * 60
_AVERAGES: Final = "weighted avg"
_SEMEVAL: Final = {"ent_type": "type", "exact": "exact", "partial": "partial", "strict": "strict"}


def _labels(result: Result, measure: str, system: int) -> list[tuple[str, Score]]:
    return result.tables.label_scores(measure, system)


def _prf(row: Score, whole: int = 1) -> tuple[float, float, float]:
    """Precision, recall and F1 in shares of 1 or 100, in the order in which all these scorers multiply and divide.

    It decides digits: 2 * 5 / 16 is .625, but 2 * 5/9 * 5/7 / (5/9 + 5/7) a little more, and printed as .63.
    """
    precision = whole * row.correct / row.proposed if row.proposed else 0.0
    recall = whole * row.correct / row.gold if row.gold else 0.0
    both = precision + recall
    return precision, recall, 2 * precision * recall / both if both else 0.0


def print_conlleval(result: Result, system: int) -> str:
    """The overall lines, and a line for each type."""
    need(result, ("F1", "TokenAccuracy"))
    row, words = result.tables.score("F1", system), result.tables.score("TokenAccuracy", system)

    def cells(own: Score) -> str:
        precision, recall, value = _prf(own, 100)
        return f"precision: {precision:6.2f}%; recall: {recall:6.2f}%; FB1: {value:6.2f}"

    found = f"found: {row.proposed} phrases; correct: {row.correct}."
    lines = [
        f"processed {words.gold} tokens with {row.gold} phrases; {found}",
        f"accuracy: {100 * words.correct / words.gold if words.gold else 0.0:6.2f}%; {cells(row)}",
    ]
    for label, own in _labels(result, "F1", system):
        twice = not label and own.gold and own.proposed  # conlleval.pl does not recognise an empty type as the same
        lines += [f"{pad(label, 17)}: {cells(own)}  {own.proposed}"] * (2 if twice else 1)
    return "\n".join(lines)


def print_seqeval(result: Result, system: int) -> str:
    """The classification report, two digits."""
    need(result, ("F1",))
    rows = _labels(result, "F1", system)
    width = max(len(_AVERAGES), *(len(label) for label, _ in rows)) if rows else len(_AVERAGES)

    def line(name: str, values: Sequence[float], support: int) -> str:
        return f"{name:>{width}s} " + "".join(f" {value:>9.2f}" for value in values) + f" {support:>9}"

    heads = "".join(f" {name:>9}" for name in ("precision", "recall", "f1-score", "support"))
    total = sum(row.gold for _, row in rows)
    lines = [" " * width + " " + heads, ""]
    lines += [line(label, _prf(row), row.gold) for label, row in rows]
    lines += ["", line("micro avg", _prf(result.tables.score("F1", system)), total)]
    for name, weights in (("macro avg", [1] * len(rows)), ("weighted avg", [row.gold for _, row in rows])):
        lines.append(line(name, _average([_prf(row) for _, row in rows], weights), total))
    return "\n".join(lines)


def _average(rows: Sequence[Sequence[float]], weights: Sequence[int]) -> list[float]:
    if not sum(weights):
        return [0.0, 0.0, 0.0]
    return [float(np.average([row[place] for row in rows], weights=weights)) for place in range(3)]


def print_nervaluate(result: Result, system: int) -> str:
    """The summary of all scenarios, two digits."""
    need(result, NERVALUATE_MEASURES)
    heads = ("correct", "incorrect", "partial", "missed", "spurious", "precision", "recall", "f1-score")
    width = max(len(name) for name in _SEMEVAL)
    lines = ["Scenario: all", "", " " * width + " " + "".join(f" {head:>11}" for head in heads), ""]
    for name, measure in _SEMEVAL.items():
        row = result.tables.score(measure, system)
        counts = "".join(f" {n:>11}" for _, n in row.events)
        lines.append(f"{name:>{width}s} {counts}" + "".join(f" {value:>11.2f}" for value in _prf(row)))
    return "\n".join(lines)


def print_srl_eval(result: Result, system: int) -> str:
    """The report without a confusion matrix."""
    need(result, ("F1", "Perfect"))
    perfect = result.tables.score("Perfect", system)
    heads = ("corr.", "excess", "missed", "", "prec.", "rec.", "F1")
    lines = [
        f"Number of Sentences    :      {result.gold.n_sents:6d}",
        f"Number of Propositions :      {perfect.gold:6d}",
        f"Percentage of perfect props : {100 * perfect.correct / perfect.gold if perfect.gold else 0.0:6.2f}",
        "",
        f"{'':>10}   {heads[0]:>6}  {heads[1]:>6}  {heads[2]:>6}   {heads[4]:>6}  {heads[5]:>6}  {heads[6]:>6}",
        _RULE,
        _srl_row("Overall", result.tables.score("F1", system)),
        "-" * 10,
    ]
    rows = _labels(result, "F1", system)
    excluded = result.rules.no_arguments
    lines += [_srl_row(label, row) for label, row in rows if label not in excluded]
    lines += [_RULE, *(_srl_row(label, row) for label, row in rows if label in excluded), _RULE]
    return "\n".join(lines)


def _srl_row(name: str, row: Score) -> str:
    right = int(row.correct)
    precision, recall, value = _prf(row, 100)
    return (
        f"{pad(name, 10)}   {right:6d}  {row.proposed - right:6d}  {row.gold - right:6d}   "
        f"{precision:6.2f}  {recall:6.2f}  {value:6.2f}"
    )
