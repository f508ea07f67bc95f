"""Scores of each document: from the counts of its sentences, or its own where a metric counts by document."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, NamedTuple

import numpy as np

from tertium.reports.numbers import amount, number
from tertium.reports.page import BLANK, DIM, TITLE, Line, Span, cells, fit, fit_name, line, visible

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    import polars as pl

    from tertium._typing import Counts
    from tertium.measures.base import Rate
    from tertium.reports.result import Result

_NAME: Final = 24
_SIZE: Final = 10
_LEAST: Final = 7  # cells of a percentage and the blank before it


class _Column(NamedTuple):
    """What of a row stands in a column."""

    head: str
    measure: str
    key: str
    is_share: bool = True

    def show(self, row: Mapping[str, Any]) -> str:
        value = row.get(self.key)
        if value is None:
            return ""
        return amount(value) if self.key.endswith("ator") else number(value, share=self.is_share)


def score_documents(result: Result) -> list[dict[str, Any]]:
    """One row for each system, document and measure, with the counts that recall and precision are made of."""
    rows: list[dict[str, Any]] = []
    names = result.gold.document_names.or_numbers().to_list()
    for place, system in enumerate(result.systems):
        for name, measure in result.tables.measures.items():
            sums = measure.used(_by_document(result, result.tables.counts(name)[place]))
            values = measure.values(sums.astype(np.float64), result.tables.how(name))
            kept = [key for key in ("value", "precision", "recall") if key in values]
            columns: dict[str, Any] = {key: values[key].tolist() for key in kept}
            for part, places in _parts(measure.rate).items():
                if part in values:
                    own = (sums[:, at].tolist() for at in places)
                    columns |= dict(zip((f"{part}_numerator", f"{part}_denominator"), own, strict=True))
            for number_of, document in enumerate(names):
                row: dict[str, Any] = {"system": system, "document": document, "measure": name}
                rows.append(row | {key: column[number_of] for key, column in columns.items()})
    return rows


def _parts(rate: Rate | None) -> dict[str, tuple[int, int]]:
    """Where among the counts the numerators and denominators of precision and recall are, if they are ratios."""
    if rate is None:
        return {"precision": (0, 2), "recall": (0, 1)}  # right, and system or gold
    return {name: at for name, at in (("precision", rate.precision), ("recall", rate.recall)) if at is not None}


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
    """A table for each system, documents in rows and measures in columns; of one measure alone what it is made of."""
    rows = {(row["system"], row["document"], row["measure"]): row for row in score_documents(result)}
    names = result.gold.document_names.or_numbers().to_list()
    tables = _split_columns(result) or _fold_columns(result, max(1, (width - _NAME - 2) // _SIZE))
    wide, size = _widths(names, tables, width)
    lines: list[Line] = []
    for system in result.systems:
        title = f"{visible(system)} by document"
        for columns in tables:
            heads = "".join(fit(column.head, size, "right") for column in columns)
            lines += [BLANK, line(Span(fit(title, wide + 2) + heads, TITLE))]
            title = ""
            for document in names:
                shown = [fit(column.show(rows[system, document, column.measure]), size, "right") for column in columns]
                lines.append(line("  " + fit_name(document, wide), Span("".join(shown), DIM)))
    return lines


def _widths(names: Sequence[str], tables: Sequence[Sequence[_Column]], width: int) -> tuple[int, int]:
    """Cells for documents, as many as they need where there is room, and for each column."""
    most = max(map(len, tables))
    least = max(_LEAST, *(1 + len(column.head) for columns in tables for column in columns))
    longest = max((cells(visible(name)) for name in names), default=0)
    wide = min(max(_NAME, longest), width - 2 - min(least, _SIZE) * most)
    return wide, min(_SIZE, (width - 2 - wide) // most)


def _fold_columns(result: Result, per_table: int) -> list[list[_Column]]:
    """The main measures first, the others below."""
    measures = result.tables.measures
    main = [name for name in result.kind.main_measures if name in measures] or list(measures)
    parts = [main, [name for name in measures if name not in main]]
    return [
        [_Column(name, name, "value", measures[name].is_share) for name in part[start : start + per_table]]
        for part in parts
        for start in range(0, len(part), per_table)
    ]


def _split_columns(result: Result) -> list[list[_Column]]:
    """Recall and precision with their counts, and F1, if there is one measure and it has them."""
    if len(result.tables.measures) != 1:
        return []
    ((name, measure),) = result.tables.measures.items()
    if result.score(name, result.systems[0]).recall is None:
        return []
    columns = []
    for part, head in (("recall", "recall"), ("precision", "prec.")):
        columns.append(_Column(head, name, part))
        if part in _parts(measure.rate):
            columns += [_Column("right", name, f"{part}_numerator"), _Column("of", name, f"{part}_denominator")]
    return [[*columns, _Column("F1", name, "value", measure.is_share)]]
