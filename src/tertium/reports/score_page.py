"""The page of `score`: every measure of each system; on request by label and by document."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tertium.plurals import many
from tertium.reports import label_sections
from tertium.reports.head_and_foot import footer, header
from tertium.reports.numbers import amount, number, percent, span
from tertium.reports.page import BLANK, DIM, TITLE, Line, Span, fit, line, visible

if TYPE_CHECKING:
    from tertium.comparison.scores import Score
    from tertium.reports.result import Scores


def score_page(result: Scores, width: int = 80, *, labels: bool = False, by_document: bool = False) -> list[Line]:
    """The page of `score`: every measure, precision and recall where there are both; on request by label."""
    lines = header(result, width)
    short = result.find_subset_rows(result.headline)
    for system in result.systems:
        lines += [line(Span(visible(system), TITLE)), *_score_rows(result, system, width)]
        several = result.has_units and not result.kind.unit_alone
        whole = result.score(result.headline, system).sentences if several else None
        if whole is not None:
            right = f"{many(int(whole.numerator or 0), result.tables.block)} of {whole.denominator:,} wholly right"
            lines.append(line(Span(f"  {right} ({percent(whole.value)} %, {result.headline})", DIM)))
        for part, row in short:
            if row.system == system:
                is_share = result.tables.measures[row.measure].is_share
                lines.append(line(Span(f"  {part}: {row.measure} {number(row.value, share=is_share)}", DIM)))
        if result.kind.shows_confusions and result.has_units:
            few = len(result.label_table(result.headline).labels) <= label_sections.MOST_LABELS
            tables = [label_sections.label_table(result, system, width)] if few or labels else []
            for table in (*tables, label_sections.confusion_table(result, system, width)):
                lines += [BLANK, *table] if table else []
        elif labels and result.by_units.has_units:
            lines += [BLANK, *label_sections.label_lists(result.by_units, system, width)]
        lines.append(BLANK)
    if by_document:
        from tertium.reports.document_scores import document_lines

        lines = [*lines[:-1], *document_lines(result, width), BLANK]
    return lines[:-1] + footer(result, width)


def _right(row: Score) -> str:
    """What is right; of recall and of precision where these count other things, as B-cubed's shares of chains."""
    both = [ratio.numerator for ratio in (row.recall, row.precision) if ratio is not None]
    shown = [amount(n) for n in both if n is not None]
    return " / ".join(shown) if len(set(shown)) > 1 else amount(row.correct)


def _score_rows(result: Scores, system: str, width: int) -> list[Line]:
    """A head and a row for each measure; the interval takes the place of the share of aligned words."""
    rows = [result.score(measure, system) for measure in result.tables.measures]
    split, certain = any(row.precision is not None for row in rows), result.inference is not None
    names = [("value", 7), (f"{100 * (1 - result.plan.alpha):g} %", 15 * certain)]
    aligned = not certain and any(row.aligned_accuracy is not None for row in rows)
    names += [("precision", 10 * split), ("recall", 8 * split), ("aligned", 9 * aligned)]
    most = max(len(f"{max(row.gold, row.proposed):,}") for row in rows) + 2
    right = max(10, most, *(len(_right(row)) + 2 for row in rows))
    names += [("right", right), ("gold", max(9, most)), ("system", max(9, most) * split)]
    columns = [(name, size) for name, size in names if size]
    wide = max(10, *(len(row.measure) + 1 for row in rows))
    for spare in ("system", "gold"):  # the least telling go; JSON has them
        if 2 + wide + sum(size for _, size in columns) > width:
            columns = [(name, size) for name, size in columns if name != spare]
    head = fit("measure", wide) + "".join(fit(name, size, "right") for name, size in columns)
    lines = [line(Span("  " + head, DIM))]
    for row in rows:
        interval, is_share = result.interval(row.measure, system), result.tables.measures[row.measure].is_share
        cells = {
            "value": result.show(row.measure, row.value),
            "precision": percent(row.precision.value) if row.precision is not None else "",
            "recall": percent(row.recall.value) if row.recall is not None else "",
            "aligned": percent(row.aligned_accuracy) if row.aligned_accuracy is not None else "",
            "right": _right(row),
            "gold": f"{row.gold:,}",
            "system": f"{row.proposed:,}",
        }
        if row.numerator is None and not row.gold and (row.precision is None or row.precision.denominator is None):
            # no sum of right things behind it
            cells |= dict.fromkeys(("right", "gold", "system"), "")
        if not result.is_answered(row.measure, system):
            interval, cells = None, cells | dict.fromkeys(("value", "precision", "recall", "aligned"), "-")
        shown = span(interval, 1 if is_share else 2, share=is_share) if interval is not None else ""
        text = "".join(fit(cells.get(name, shown), size, "right") for name, size in columns)
        lines.append(line(Span("  " + fit(row.measure, wide) + text, TITLE if row.measure == result.headline else "")))
    return lines
