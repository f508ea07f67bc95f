"""The JSON document of `cross`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from tertium.comparison.cross import Contest
    from tertium.reports.cross_result import Cross, CrossDifference, CrossScore
    from tertium.stats.intervals import Interval
    from tertium.trees.schemes import Treebank

PER: float = 100.0
"""Missed and spurious nodes are told for so many words."""


def make_document(result: Cross) -> dict[str, Any]:
    """Everything but the head of the document."""
    return {
        "task": result.task,
        "signature": result.signature,
        "verdict": result.verdict,
        "unpaired": result.is_unpaired,
        "schemes": [
            {
                "name": scheme.name,
                "gold": {
                    "path": scheme.gold.corpus.paths[0]
                    if len(scheme.gold.corpus.paths) == 1
                    else list(scheme.gold.corpus.paths),
                    "format": scheme.gold.corpus.format,
                    "sentences": scheme.gold.trees.text.n_sents,
                    "words": scheme.gold.trees.text.n_words,
                    "nodes": scheme.gold.trees.n_nodes,
                },
                "systems": [system.name for system in scheme.systems],
            }
            for scheme in result.schemes
        ],
        "systems": list(result.systems),
        "shared": [_shared(contest) for contest in result.contests],
        "scores": [_score(row) for row in result.scores],
        "differences": [_difference(result, row) for row in result.differences],
        "warnings": result.warnings,
    }


def _path(treebank: Treebank) -> str | list[str]:
    paths = treebank.corpus.paths
    return paths[0] if len(paths) == 1 else list(paths)


def _shared(contest: Contest) -> dict[str, Any]:
    """What a generalised gold holds."""
    return {
        "against": list(contest.against),
        "nodes": contest.n_nodes(labelled=True, conflicts="keep"),
        "nodes_without_conflicts": contest.n_nodes(labelled=True, conflicts="drop"),
        "conflicts": contest.n_conflicts(),
    }


def _score(row: CrossScore) -> dict[str, Any]:
    found: dict[str, Any] = {
        "system": row.system,
        "scheme": row.scheme,
        "against": list(row.against),
        "measure": row.measure,
        "value": row.value,
        "numerator": row.numerator,
        "denominator": row.denominator,
        **_ends(row.interval),
    }
    edits = row.edits
    if edits is None:
        return found
    sums = {name: int(np.sum(part)) for name, part in zip(edits._fields, edits, strict=True)}
    words = max(row.n_words, 1)
    found |= {
        "sentence_mean": float(edits.sentence_scores().mean()) if len(edits.new) else 1.0,
        "flat_tree": row.flat,
        "delta_new": sums["new"],
        "distance": sums["distance"],
        "forgiven": sums["forgiven"],
        "missed": sums["missed"],
        "spurious": sums["spurious"],
        "relabelled": sums["relabelled"],
        "size_parse": sums["parse"],
        "size_gold": sums["gold"],
        "missed_per_100_words": PER * sums["missed"] / words,
        "spurious_per_100_words": PER * sums["spurious"] / words,
        "shared_recall": {
            "value": sums["found"] / sums["gold"] if sums["gold"] else 1.0,
            "numerator": sums["found"],
            "denominator": sums["gold"],
        },
    }
    if row.other is not None:
        way, top, bottom = row.other
        name = "if_conflicts_dropped" if way == "drop" else "if_conflicts_kept"
        found[name] = {"value": top / bottom if bottom else 1.0, "numerator": top, "denominator": bottom}
    return found


def _difference(result: Cross, row: CrossDifference) -> dict[str, Any]:
    return {
        "against": list(row.against),
        "measure": row.measure,
        "from": row.before,
        "to": row.after,
        "delta": row.delta,
        **_ends(row.interval, "delta_"),
        "p_value": row.p,
        "p_adjusted": row.p_adjusted,
        "separated": result.is_separated(row),
        "test": row.test,
        "equivalence_p": row.equivalence,
    }


def _ends(interval: Interval | None, before: str = "") -> dict[str, float | None]:
    low, high = (None, None) if interval is None else (interval.low, interval.high)
    return {f"{before}low": low, f"{before}high": high}
