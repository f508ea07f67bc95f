"""What only coreference has, as tables for papers and as a part of the JSON document."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from tertium.comparison.chain_errors import compare_errors, count_errors, find_agreement, find_bounds
from tertium.reports.numbers import percent, points
from tertium.reports.tables import Table

if TYPE_CHECKING:
    from tertium.reports.comparison_result import Comparison
    from tertium.reports.result import Result

_AGREEMENT: Final = ("CoNLL", "LEA")


def chain_tables(result: Comparison) -> list[Table]:
    """Recall and bounds by mention type (table 11 of the paper), errors by type, agreement (table 13)."""
    measure, systems = result.unit_measure, result.systems
    if result.tables.measures[measure].chains is None:
        return []
    bounds = []
    for row in find_bounds(result.tables, measure):
        shares = [n / row.units if row.units else 0.0 for n in (*row.correct, row.oracle)]
        gain = shares[-1] - max(shares[:-1])
        bounds.append((row.name, f"{row.units:,}", *(percent(value) for value in shares), points(gain)))
    caption = f"Recall ({measure}) by mention type, and its bound: mentions that at least one system resolves"
    tables = [Table("bounds", caption, ("Mentions", "key", *systems, "together", "gain"), tuple(bounds), rules=(1,))]
    counted = count_errors(result.tables, measure)
    errors = [(row.by, row.name, *(f"{n:,}" for n in row.counts)) for row in counted]
    rules = tuple(place for place in range(1, len(counted)) if counted[place].by != counted[place - 1].by)
    caption = f"Wrong mentions ({measure}) by type of error, mention, pronoun and distance to the antecedent"
    tables.append(Table("errors", caption, ("By", "Class", *systems), tuple(errors), text_columns=2, rules=rules))
    if len(systems) > 1:
        tables.append(_pair_table(result))
    return [*tables, *agreement_tables(result)]


def split_criteria(result: Comparison) -> list[str]:
    """The measures that look for an antecedent, by one criterion each."""
    return [name for name, measure in result.tables.measures.items() if measure.chains is not None]


def _pair_table(result: Comparison) -> Table:
    """Different mentions beside the difference of F1, by every criterion (Tuggener 2017, table 7)."""
    measures = split_criteria(result)
    rows = []
    for before, after in result.pairs:
        cells = [f"{before} → {after}"]
        for name in measures:
            difference = result.difference(before, after, name)
            table = difference.transitions
            cells += [percent(table.difference) if table is not None else "-", points(difference.delta)]
        rows.append(tuple(cells))
    head = ("Pair", *(text for name in measures for text in (f"{name} diff", "Δ F1")))
    return Table("criteria", "Different mentions in percent, and the difference of F1", head, tuple(rows))


def agreement_measures(result: Result) -> list[str]:
    """The measures by which outputs are compared with each other, if there are several (Tuggener 2017, table 13)."""
    return [name for name in _AGREEMENT if name in result.tables.measures and len(result.systems) > 1]


def agreement_tables(result: Result) -> list[Table]:
    """A table for each of these measures."""
    systems = result.systems
    tables = []
    for name in agreement_measures(result):
        found = find_agreement(result.tables, name)
        rows = tuple(
            (one, *(percent(found[key, place]) if (key, place) in found else "-" for place in range(len(systems))))
            for key, one in enumerate(systems)
        )
        caption = f"F1 ({name}) with the row's output as the key"
        tables.append(Table(f"agreement-{name}", caption, ("Key", *systems), rows))
    return tables


def agreement_document(result: Result) -> list[dict[str, Any]]:
    """The same for the JSON document, pair by pair."""
    return [
        {"measure": name, "key": result.systems[one], "response": result.systems[two], "value": value}
        for name in agreement_measures(result)
        for (one, two), value in find_agreement(result.tables, name).items()
    ]


def chain_document(result: Comparison) -> dict[str, Any]:
    """The same as a part of the JSON document."""
    systems, tables, measure = result.systems, result.tables, result.unit_measure

    def by_system(values: tuple[int, ...]) -> dict[str, int]:
        return dict(zip(systems, values, strict=True))

    return {
        "measure": measure,
        "bounds": [
            {"mentions": row.name, "units": row.units, "correct": by_system(row.correct), "oracle": row.oracle}
            for row in find_bounds(tables, measure)
        ],
        "errors": [
            {"by": row.by, "class": row.name, "count": by_system(row.counts)} for row in count_errors(tables, measure)
        ],
        "error_changes": [
            {"from": before, "to": after, "type": step.name, "before": step.before, "after": step.after}
            | {"repaired": step.repaired, "introduced": step.introduced}
            for before, after in result.pairs
            for step in compare_errors(tables, measure, result.index(before), result.index(after))
        ],
        "agreement": agreement_document(result),
    }
