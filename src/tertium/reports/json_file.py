"""The JSON document, schema 1: fractions, not percentages; every transition, not only the top ones."""

from __future__ import annotations

import json
from math import isfinite
from typing import TYPE_CHECKING, Any, Final

from tertium import __version__
from tertium.comparison.design_effects import find_design_effect
from tertium.comparison.inference import WHOLE
from tertium.comparison.transitions import CLASSES, MOVES

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tertium.comparison.scores import Ratio, Score
    from tertium.comparison.slice_search import Search
    from tertium.comparison.slices import Slice
    from tertium.comparison.transitions import Transitions
    from tertium.reports.comparison_result import Comparison
    from tertium.reports.diff_result import Diff
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
        **_ends(interval),
    }


def _ends(interval: Interval | None, before: str = "") -> dict[str, float | None]:
    low, high = (None, None) if interval is None else (interval.low, interval.high)
    return {f"{before}low": low, f"{before}high": high}


def _scores(result: Result) -> list[dict[str, Any]]:
    """A row for each system and measure; then those of a part of the corpus or of a label, which have no intervals."""
    rows = [_score(result, row) for row in result.score_rows]
    for subset, row in result.subset_rows:
        document = {**_plain(row), **_ends(None), "subset": subset}
        if row.precision is not None:
            document |= {"precision": _ratio(row.precision, None), "recall": _ratio(row.recall, None)}
        rows.append(document)
    for label, row in result.label_rows:
        document = {**_plain(row), **_ends(None), "label": label, **_events(row)}
        if row.precision is not None:
            document |= {"precision": _ratio(row.precision, None), "recall": _ratio(row.recall, None)}
        rows.append(document)
    return rows


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
    document: dict[str, Any] = {**_plain(row), **_ends(result.interval(row.measure, row.system))}
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


def _statistics(result: Result) -> dict[str, Any]:
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


def _labels(result: Result) -> list[dict[str, Any]]:
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


def _groups(result: Result) -> dict[str, Any]:
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


def _confusions(result: Result) -> list[dict[str, Any]]:
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
        "scores": _scores(result),
        **_statistics(result),
        "labels": _labels(result),
        "confusions": _confusions(result),
        **_groups(result),
        "warnings": result.warnings,
    }


def repair_document(result: Repairs) -> dict[str, Any]:
    """What `repair --json` prints."""
    return {
        **head(result),
        "verdict": result.verdict,
        "scores": _scores(result),
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


def transition_rows(table: Transitions, *, gold: bool = True) -> list[dict[str, Any]]:
    """Every transition; `head`, `label`, `both` tell what moved where an answer is a labelled attachment."""
    rows = []
    moved = bool(table.moves.any())
    for row in range(len(table.count)):
        document: dict[str, Any] = {
            "class": CLASSES[table.kind[row]] if gold else "different",
            "gold": table.labels[table.gold[row]] if gold else None,
            "from": table.labels[table.before[row]],
            "to": table.labels[table.after[row]],
            "count": int(table.count[row]),
        }
        if moved:
            document |= {move: int(table.moves[row, place]) for place, move in enumerate(MOVES)}
        rows.append(document)
    return rows


def number(value: float | None) -> float | None:
    """A number that JSON can hold; null where it is infinite or none."""
    return None if value is None or not isfinite(value) else value


def _difference(result: Comparison, measure: str, before: str, after: str) -> dict[str, Any]:
    difference, contrast = result.difference(before, after, measure), result.contrast(before, after, measure)
    table, agreement = difference.transitions, difference.agreement
    corrections, new_errors, changed = table.by_class if table is not None else (None, None, None)
    document: dict[str, Any] = {
        "measure": difference.measure,
        "from": before,
        "to": after,
        "units": table.n_units if table is not None else None,
        "different": table.n_different if table is not None else None,
        "correction": corrections,
        "new_error": new_errors,
        "changed_error": changed,
        "transitions": transition_rows(table) if table is not None else [],
        "delta": difference.delta,
        "error_reduction": number(difference.error_reduction),
        **_ends(None if contrast is None else contrast.interval, "delta_"),
        "p_value": None if contrast is None else contrast.p,
        "p_adjusted": None if contrast is None else contrast.p_adjusted,
    }
    if contrast is not None:
        power = contrast.power
        document |= {
            "test": contrast.test.name,
            "differing_blocks": contrast.test.n_differing,
            "standard_error": number(contrast.error),
            "detectable": number(power.detectable),
            "power": number(power.power),
            "blocks_needed": number(power.blocks_needed),
        }
        if measure == result.headline:
            document["design_effects"] = result.design_effects(before, after)
        if contrast.equivalence is not None:
            document["equivalence_p"] = contrast.equivalence
    if agreement is not None and difference.sentences is not None:
        better, worse, same = difference.sentences
        document |= {
            "both_right": agreement.both,
            "overlap_of_right": number(agreement.overlap_of_right),
            "yule_q": number(agreement.yule_q),
            "kappa": number(agreement.kappa),
            "mcnemar_z": number(agreement.mcnemar_z),
            "sentences": {"better": better, "worse": worse, "same": same},
            "flip_distance": result.gold_errors(before, after, measure),
        }
    return document


def _oracles(result: Comparison) -> list[dict[str, Any]]:
    rows = []
    for measure, oracle in result.oracles.items():
        rows.append(
            {
                "measure": measure,
                "units": oracle.units,
                "correct": oracle.correct,
                "best_system": result.systems[oracle.best],
                "gain": oracle.gain,
                "solved_by": list(oracle.solved_by),
                "whole_sentences": oracle.whole_sentences,
                "sentence_oracle": oracle.sentence_correct,
                "sentence_oracle_value": oracle.sentence_value,
                "tree_oracle": oracle.tree_correct,
                "independent": oracle.independent,
                "shapley": dict(zip(result.systems, oracle.shapley, strict=True)),
                "alone": dict(zip(result.systems, oracle.alone, strict=True)),
                "subsets": [
                    {"systems": [result.systems[place] for place in members], "correct": correct}
                    for members, correct in oracle.subsets
                ],
            }
        )
    return rows


def _dendrogram(result: Comparison) -> list[dict[str, Any]]:
    if not result.by_units.has_units:
        return []
    return [
        {
            "measure": result.unit_measure,
            "left": [result.systems[place] for place in step.left],
            "right": [result.systems[place] for place in step.right],
            "difference": step.height,
        }
        for step in result.dendrogram(result.unit_measure)
    ]


def slice_row(row: Slice) -> dict[str, Any]:
    """One slice."""
    return {
        "slice": [{"feature": feature, "value": value} for feature, value in row.names],
        "also": [[{"feature": feature, "value": value} for feature, value in names] for names in row.also],
        "units": row.units,
        "from_value": row.before,
        "to_value": row.after,
        "delta": row.delta,
        "standard_error": number(row.error),
        "gap": row.gap,
        "gap_standard_error": number(row.gap_error),
        **_ends(row.interval),
        "p_value": row.p if row.is_tested else None,
        "p_adjusted": row.p_adjusted if row.is_tested else None,
        "q_value": row.q if row.is_tested else None,
    }


def _slices(result: Comparison) -> dict[str, Any]:
    """Slices by the features that were asked for, and the test sets; `low` and `high` are of the difference."""
    found: dict[str, Any] = {}
    for key, slices in (("slices", result.slices_of), ("test_sets", result.test_sets)):
        rows = [
            {"measure": result.headline, "from": before, "to": after, **slice_row(row)}
            for before, after in result.pairs
            for row in slices(before, after)
        ]
        if rows:
            found[key] = rows
    return found


def _moves(result: Comparison) -> dict[str, Any]:
    """Attachment errors of phrase-structure trees: what moved, from where (gold), to where, in how many places."""
    rows = [
        {"from_system": before, "to_system": after, "type": row.kind, "what": row.what, "from": row.source}
        | {"to": row.target, "before": row.counts[0], "after": row.counts[1]}
        for before, after in result.pairs
        for row in result.moves(before, after)
    ]
    return {"moves": rows} if rows else {}


def _chains(result: Comparison) -> dict[str, Any]:
    """What only coreference has: recall bounds by mention type, errors by type, and how alike outputs are."""
    if not result.kind.shows_chains or result.tables.measures[result.unit_measure].chains is None:
        return {}
    from tertium.reports.chain_tables import chain_document

    return {"chains": chain_document(result)}


def _types(result: Comparison) -> dict[str, Any]:
    """Wrong spans or arguments by type: missed, invented, wrong type, wrong boundary, both."""
    rows = [
        {"from_system": before, "to_system": after, "type": row.kind, "before": row.before, "after": row.after}
        | {"repaired": row.repaired, "introduced": row.introduced}
        for before, after in result.pairs
        for row in result.types(before, after)
    ]
    return {"error_types": rows} if rows else {}


def search_document(result: Comparison, searches: Sequence[tuple[str, str, Search]]) -> dict[str, Any]:
    """What `slices --json` prints; `gap`, `low` and `high` are of the half that the search has not seen."""
    rows = [
        {
            "measure": result.headline,
            "from": before,
            "to": after,
            "candidates": found.n_candidates,
            "features": found.n_features,
            "blocks": list(found.n_blocks),
            "found": [slice_row(row) for row in found.slices],
        }
        for before, after, found in searches
    ]
    return {**head(result), "searches": rows, "warnings": result.warnings}


def _rankings(result: Comparison) -> dict[str, Any]:
    """Where measures rank systems in opposite order, and how alike they are over sentences."""
    if not result.kind.ranks_measures:
        return {}
    return {
        "disagreements": [
            {
                "systems": [row.first, row.second],
                "measures": [
                    {
                        "measure": verdict.measure,
                        "first": row.second if verdict.delta > 0 else row.first,
                        "by": abs(verdict.delta),
                        "separated": verdict.separated,
                    }
                    for verdict in (row.one, row.other)
                ],
            }
            for row in result.disagreements
        ],
        "correlations": [
            {
                "measures": [row.one, row.other],
                "pearson": number(row.pearson),
                "spearman": number(row.spearman),
                "sentences": row.n,
            }
            for row in result.correlation_rows
        ],
    }


def comparison_document(result: Comparison) -> dict[str, Any]:
    """What `compare --json` prints."""
    by_measure = [
        _difference(result, measure, before, after)
        for measure in result.tables.measures
        for before, after in result.pairs
    ]
    return {
        **head(result),
        "verdict": result.verdict,
        "scores": _scores(result),
        **_statistics(result),
        **_rankings(result),
        "differences": by_measure,
        **_moves(result),
        **_chains(result),
        **_types(result),
        **_slices(result),
        "labels": _labels(result),
        "confusions": _confusions(result),
        "oracle": _oracles(result),
        "dendrogram": _dendrogram(result),
        **_groups(result),
        "warnings": result.warnings,
    }


def diff_document(result: Diff) -> dict[str, Any]:
    """What `diff --json` prints: the first output in the place of the gold, no classes."""
    rows = []
    for measure in result.tables.decision_measures:
        for place, name in enumerate(result.systems[1:], 1):
            table = result.tables.transitions(measure, 0, place)
            rows.append(
                {
                    "measure": measure,
                    "from": result.systems[0],
                    "to": name,
                    "units": table.n_units,
                    "different": table.n_different,
                    "difference": table.difference,
                    "transitions": transition_rows(table, gold=False),
                }
            )
    document = head(result)
    del document["gold"]
    return {
        **document,
        "words": result.gold.n_words,
        "sentences": result.gold.n_sents,
        "differences": rows,
        "warnings": result.warnings,
    }
