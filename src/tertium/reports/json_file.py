"""The JSON document, schema 1: what all documents share, those of `score` and `repair`. Fractions, not percentages."""

from __future__ import annotations

import json
from math import isfinite
from typing import TYPE_CHECKING, Any, Final

from tertium import __version__
from tertium.comparison.design_effects import find_design_effect
from tertium.comparison.inference import WHOLE

if TYPE_CHECKING:
    from tertium.comparison.scores import Ratio, Score
    from tertium.reports.repair_result import Repairs
    from tertium.reports.result import Result
    from tertium.stats.intervals import Interval

SCHEMA: Final = 1


def dumps(document: dict[str, Any]) -> str:
    """The document as text: the same input gives the same bytes."""
    return json.dumps(document, ensure_ascii=False, indent=1, allow_nan=False) + "\n"


def head(result: Result) -> dict[str, Any]:
    """What every document begins with."""
    gold = result.gold
    return {
        "schema": SCHEMA,
        "tertium": __version__,
        "task": result.task,
        "signature": result.signature,
        "headline": result.headline,
        "gold": {
            "path": gold.paths[0] if len(gold.paths) == 1 else list(gold.paths),
            "format": gold.format,
            "documents": gold.n_docs,
            "sentences": gold.n_sents,
            "words": gold.n_words,
            "units": result.n_units,
        },
        "systems": list(result.systems),
    }


def _ratio(ratio: Ratio | None, interval: Interval | None) -> dict[str, Any] | None:
    if ratio is None:
        return None
    return {
        "value": ratio.value,
        "numerator": ratio.numerator,
        "denominator": ratio.denominator,
        **interval_ends(interval),
    }


def interval_ends(interval: Interval | None, before: str = "") -> dict[str, float | None]:
    """`low` and `high`, null where there is no interval."""
    low, high = (None, None) if interval is None else (interval.low, interval.high)
    return {f"{before}low": low, f"{before}high": high}


def score_rows(result: Result) -> list[dict[str, Any]]:
    """A row for each system and measure; then those of a part of the corpus or of a label, which have no intervals."""
    rows = [_score(result, row) for row in result.score_rows]
    rows += [_part(row, subset=subset) for subset, row in result.subset_rows]
    return rows + [_part(row, label=label, **_events(row)) for label, row in result.label_rows]


def _part(row: Score, **part: Any) -> dict[str, Any]:
    """The score of a part, and which part it is."""
    document = {**_plain(row), **interval_ends(None), **part}
    if row.precision is not None:
        document |= {"precision": _ratio(row.precision, None), "recall": _ratio(row.recall, None)}
    return document


def _events(row: Score) -> dict[str, Any]:
    """What a measure counts besides: correct, incorrect, partial, missed, spurious."""
    return {"counts": dict(row.events)} if row.events else {}


def _plain(row: Score) -> dict[str, Any]:
    return {
        "system": row.system,
        "measure": row.measure,
        "value": row.value,
        "numerator": row.numerator,
        "denominator": row.denominator,
    }


def _score(result: Result, row: Score) -> dict[str, Any]:
    document: dict[str, Any] = {**_plain(row), **interval_ends(result.interval(row.measure, row.system))}
    if row.precision is not None:
        document["precision"] = _ratio(row.precision, result.interval(row.measure, row.system, "precision"))
        document["recall"] = _ratio(row.recall, result.interval(row.measure, row.system, "recall"))
        document["aligned_accuracy"] = row.aligned_accuracy
        document["aligned"] = row.aligned
    document |= _events(row)
    if row.sentences is not None:
        document["whole_sentences"] = _ratio(row.sentences, result.interval(row.measure + WHOLE, row.system))
    if result.inference is not None:
        values = result.inference.run_values(row.measure, result.index(row.system))
        if len(values) > 1:
            spread = result.inference.run_spread(row.measure, result.index(row.system))
            document["runs"] = {"n": len(values), "values": values.tolist(), "sd": spread}
    return document


def statistics(result: Result) -> dict[str, Any]:
    """How certainty was measured, and the ranking that follows."""
    found = result.inference
    if found is None:
        return {}
    plan = result.plan
    return {
        "statistics": {
            "block": plan.block,
            "blocks": found.n_blocks,
            "test": found.tests_used(result.headline),
            "interval": found.method,
            "resamples": plan.resamples,
            "seed": plan.seed,
            "alpha": plan.alpha,
            "margin": plan.margin,
            "ranking": [[result.systems[place] for place in group] for group in found.clusters(result.headline)],
            "design_effect": {
                name: number(find_design_effect(found, result.headline, place))
                for place, name in enumerate(result.systems)
            },
            "duplicate_sentences": result.n_duplicates,
        }
    }


def label_rows(result: Result) -> list[dict[str, Any]]:
    """Every label of every measure that decides units: how often, and how often right."""
    rows = []
    for measure in result.tables.decision_measures:
        table = result.label_table(measure)
        for place, label in enumerate(table.labels):
            rows.append(
                {
                    "measure": measure,
                    "label": label,
                    "units": int(table.units[place]),
                    "correct": {name: int(table.correct[system, place]) for system, name in enumerate(result.systems)},
                    "oracle": int(table.oracle[place]),
                    "proposed": {
                        name: int(table.proposed[system, place]) for system, name in enumerate(result.systems)
                    },
                }
            )
    return rows


def groups(result: Result) -> dict[str, Any]:
    """Arcs by direction, distance and the like, where the imitated scorer counts them."""
    if not result.groups:
        return {}
    return {
        "groups": [
            {
                "system": group.system,
                "by": group.by,
                "group": group.group,
                "gold": group.gold,
                "proposed": group.proposed,
                "correct": group.correct,
            }
            for group in result.groups
        ]
    }


def confusion_rows(result: Result) -> list[dict[str, Any]]:
    """Wrong answers by gold label and answer."""
    return [
        {"system": name, "measure": measure, "gold": gold, "to": label, "count": count}
        for measure in result.tables.decision_measures
        for system, name in enumerate(result.systems)
        for gold, label, count in result.tables.confusions(measure, system)
    ]


def score_document(result: Result) -> dict[str, Any]:
    """What `score --json` prints."""
    return {
        **head(result),
        "scores": score_rows(result),
        **statistics(result),
        "labels": label_rows(result),
        "confusions": confusion_rows(result),
        **groups(result),
        "warnings": result.warnings,
    }


def repair_document(result: Repairs) -> dict[str, Any]:
    """What `repair --json` prints."""
    return {
        **head(result),
        "verdict": result.verdict,
        "scores": score_rows(result),
        "repairs": [
            {
                "system": row.system,
                "measure": row.measure,
                "by": row.group.by,
                "class": row.group.name,
                "gold": row.group.gold,
                "answer": row.group.answer,
                "kind": row.group.kind,
                "errors": row.errors,
                "value": row.value,
                "gain": row.gain,
            }
            for row in result.repair_rows
        ],
        "warnings": result.warnings,
    }


def number(value: float | None) -> float | None:
    """A number that JSON can hold; null where it is infinite or none."""
    return None if value is None or not isfinite(value) else value
