"""The JSON documents of comparisons: what `compare`, `diff` and `slices` print.

Every transition is there, not only the top ones; what all documents share is in `json_file`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tertium.comparison.transitions import CLASSES, MOVES
from tertium.reports.json_file import (
    confusion_rows,
    groups,
    head,
    interval_ends,
    label_rows,
    number,
    score_rows,
    statistics,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tertium.comparison.slice_search import Search
    from tertium.comparison.slices import Slice
    from tertium.comparison.transitions import Transitions
    from tertium.reports.comparison_result import Comparison
    from tertium.reports.diff_result import Diff


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
        **interval_ends(None if contrast is None else contrast.interval, "delta_"),
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
        **interval_ends(row.interval),
        **row.tests,
    }


def _slices(result: Comparison) -> dict[str, Any]:
    """Slices by the features that were asked for, and the test sets; `low` and `high` are of the difference."""
    found: dict[str, Any] = {}
    parts = (("slices", result.unit_measure, result.slices_of), ("test_sets", result.headline, result.test_sets))
    for key, measure, slices in parts:
        rows = [
            {"measure": measure, "from": before, "to": after, **slice_row(row)}
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
        "scores": score_rows(result),
        **statistics(result),
        **_rankings(result),
        "differences": by_measure,
        **_moves(result),
        **_chains(result),
        **_types(result),
        **_slices(result),
        "labels": label_rows(result),
        "confusions": confusion_rows(result),
        "oracle": _oracles(result),
        "dendrogram": _dendrogram(result),
        **groups(result),
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
        **({"agreement": result.agreement.to_dicts()} if result.kind.shows_chains else {}),
        "warnings": result.warnings,
    }


def search_document(result: Comparison, searches: Sequence[tuple[str, str, Search]]) -> dict[str, Any]:
    """What `slices --json` prints; `gap`, `low` and `high` are of the half that the search has not seen."""
    rows = [
        {
            "measure": result.unit_measure,
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
