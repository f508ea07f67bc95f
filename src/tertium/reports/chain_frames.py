"""What only coreference has, as polars frames: the same numbers as in the JSON document, a row each."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tertium.reports.chain_tables import agreement_document, chain_document

if TYPE_CHECKING:
    import polars as pl

    from tertium.reports.comparison_result import Comparison
    from tertium.reports.result import Result


def chain_frames(result: Comparison) -> dict[str, pl.DataFrame]:
    """Recall bounds by mention type, errors, what another system repairs and introduces, agreement, every mention.

    Empty where no measure says of a mention whether it is right.
    """
    import polars as pl

    if not result.kind.shows_chains or result.tables.measures[result.unit_measure].chains is None:
        return {}
    document = chain_document(result)
    rows: dict[str, list[dict[str, Any]]] = {
        "bounds": [_spread(row, "correct", "_correct") for row in document["bounds"]],
        "errors": [_spread(row, "count", "_errors") for row in document["errors"]],
        "error-changes": document["error_changes"],
    }
    found = {name: pl.DataFrame(own, infer_schema_length=None) for name, own in rows.items()}
    return found | {"agreement": agreement_frame(result), "mentions": result.decisions}


def agreement_frame(result: Result) -> pl.DataFrame:
    """The score of each output with each other one as the key."""
    import polars as pl

    columns = {"measure": pl.String, "key": pl.String, "response": pl.String, "value": pl.Float64}
    return pl.DataFrame(agreement_document(result), schema=columns)


def _spread(row: dict[str, Any], by_system: str, suffix: str) -> dict[str, Any]:
    """A row whose values by system have columns of their own."""
    found: dict[str, Any] = {}
    for name, value in row.items():
        found |= {f"{system}{suffix}": n for system, n in value.items()} if name == by_system else {name: value}
    return found
