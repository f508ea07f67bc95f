"""Scores of each document: from the counts of its sentences, or its own where a metric counts by document."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from tertium.reports.numbers import number
from tertium.reports.page import BLANK, DIM, TITLE, Line, Span, fit, line, visible

if TYPE_CHECKING:
    import polars as pl

    from tertium._typing import Counts
    from tertium.reports.result import Result

_NAME = 24
_COLUMN = 10


def score_documents(result: Result) -> list[dict[str, Any]]:
    """One row for each system, document and measure."""
    rows: list[dict[str, Any]] = []
    names = result.gold.document_names.or_numbers().to_list()
    for place, system in enumerate(result.systems):
        for name, measure in result.tables.measures.items():
            sums = measure.used(_by_document(result, result.tables.counts(name)[place]))
            values = measure.values(sums.astype(np.float64), result.tables.how(name))
            columns = {key: values[key].tolist() for key in ("value", "precision", "recall") if key in values}
            for number_of, document in enumerate(names):
                row: dict[str, Any] = {"system": system, "document": document, "measure": name}
                rows.append(row | {str(key): column[number_of] for key, column in columns.items()})
    return rows


def _by_document(result: Result, counts: Counts) -> Counts:
    """Counts by sentence or by document as counts by document."""
    if result.tables.block == "document":
        return counts
    total = np.concatenate([np.zeros((1, counts.shape[1]), dtype=counts.dtype), np.cumsum(counts, axis=0)])
    found: Counts = np.diff(total[result.gold.doc_start], axis=0)
    return found


def document_frame(result: Result) -> pl.DataFrame:
    """The same as a data frame."""
    import polars as pl

    return pl.DataFrame(score_documents(result), infer_schema_length=None)


def document_lines(result: Result, width: int) -> list[Line]:
    """A table for each system, a row for each document, the main measures in columns."""
    measures = [name for name in result.kind.main_measures if name in result.tables.measures]
    measures = (measures or list(result.tables.measures))[: max(1, (width - _NAME - 2) // _COLUMN)]
    values = {(row["system"], row["document"], row["measure"]): row["value"] for row in score_documents(result)}
    lines: list[Line] = []
    for system in result.systems:
        heads = "".join(fit(name, _COLUMN, "right") for name in measures)
        head = fit(f"{visible(system)} by document", _NAME + 2) + heads
        lines += [BLANK, line(Span(head, TITLE))]
        for document in result.gold.document_names.or_numbers().to_list():
            cells = [
                number(values[system, document, name], share=result.tables.measures[name].is_share) for name in measures
            ]
            shown = "".join(fit(cell, _COLUMN, "right") for cell in cells)
            lines.append(line("  " + fit(visible(document), _NAME), Span(shown, DIM)))
    return lines
