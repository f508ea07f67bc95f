"""evalb's own report, digit for digit: a row for each sentence, the total, and two summaries.

What the C program does not survive is printed here as if it had: rows after its last error (MAX_ERROR) and after lines
that it reads for ever.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from tertium.comparison.evalb_rows import LENGTH, Totals, list_rows, sum_rows
from tertium.measures.parseval import bracketing_of

if TYPE_CHECKING:
    from tertium.reports.result import Result

_HEAD: Final = """\
  Sent.                        Matched  Bracket   Cross        Correct Tag
 ID  Len.  Stat. Recal  Prec.  Bracket gold test Bracket Words  Tags Accracy
"""
_RULE: Final = "=" * 76
_NAN: Final = "  -nan"  # what C makes of 0/0


def print_evalb(result: Result, system: int) -> str:
    """The report on one system."""
    found = bracketing_of(result.tables.matches[system])
    rows = list_rows(found)
    cutoff = result.rules.brackets.cutoff
    every, short = sum_rows(rows), sum_rows(rows, rows[:, LENGTH] <= cutoff)
    lines = [_HEAD + _RULE, *(_row(*row) for row in rows.tolist()), _RULE, _total(every), "=== Summary ==="]
    lines += ["", "-- All --", *_summary(every), "", f"-- len<={cutoff} --", *_summary(short)]
    return "\n".join(lines)


def print_compact(result: Result, system: int) -> str:
    """The rows and the one line of SPMRL's `-L`, which calls precision recall and recall precision."""
    rows = list_rows(bracketing_of(result.tables.matches[system]))
    totals = sum_rows(rows)
    path = result.tables.matches[system].system.corpus.path_of(0)
    cells = (
        f"F1: {_f1(totals)} %",
        f"Prec: {totals.recall:6.2f} %",
        f"Rec: {totals.precision:6.2f} %",
        f"POS: {totals.tagging:6.2f} %",
        f"EX: {totals.share(totals.complete):6.2f} %",
        f"Unparsed: {totals.errors + totals.skipped:6d}",
        f"Sent: {totals.sentences:6d}",
        f"file: {path}",
    )
    return "\n".join([_HEAD + _RULE, *(_row(*row) for row in rows.tolist()), "\t".join(cells)])


def _row(*row: int) -> str:
    number, length, status, matched, gold, system, crossing, words, tags = row
    recall, precision = (100.0 * matched / n if n else 0.0 for n in (gold, system))
    tagging = 100.0 * tags / words if words else 0.0
    return (
        f"{number:4d}  {length:3d}    {status}  {recall:6.2f} {precision:6.2f}   {matched:3d}    {gold:3d}  {system:3d}"
        f"    {crossing:3d}   {words:4d}  {tags:4d}   {tagging:6.2f}"
    )


def _total(totals: Totals) -> str:
    brackets = ""
    if totals.gold and totals.system:
        brackets = (
            f"                {totals.recall:6.2f} {totals.precision:6.2f} {totals.matched:6d} {totals.gold:5d} "
            f"{totals.system:5d}  {totals.crossing:5d}"
        )
    return f"{brackets}  {totals.words:5d} {totals.tags:5d}   {totals.tagging:6.2f}"


def _f1(totals: Totals) -> str:
    return _NAN if totals.f1 is None else f"{totals.f1:6.2f}"


def _summary(totals: Totals) -> list[str]:
    average = totals.crossing / totals.valid if totals.valid > 0 else 0.0
    values = {
        "Number of sentence": f"{totals.sentences:6d}",
        "Number of Error sentence": f"{totals.errors:6d}",
        "Number of Skip  sentence": f"{totals.skipped:6d}",
        "Number of Valid sentence": f"{totals.valid:6d}",
        "Bracketing Recall": f"{totals.recall:6.2f}",
        "Bracketing Precision": f"{totals.precision:6.2f}",
        "Bracketing FMeasure": _f1(totals),
        "Complete match": f"{totals.share(totals.complete):6.2f}",
        "Average crossing": f"{average:6.2f}",
        "No crossing": f"{totals.share(totals.no_crossing):6.2f}",
        "2 or less crossing": f"{totals.share(totals.few_crossing):6.2f}",
        "Tagging accuracy": f"{totals.tagging:6.2f}",
    }
    return [f"{name:25} = {value}" for name, value in values.items()]
