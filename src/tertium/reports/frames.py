"""Results as polars frames, one function a table."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, Literal

from tertium.comparison.transitions import CLASSES, MOVES
from tertium.mentions import EMPTY_NODE

if TYPE_CHECKING:
    from collections.abc import Container, Sequence

    import polars as pl

    from tertium._typing import Codes, Mask
    from tertium.comparison.scores import Ratio, Score
    from tertium.comparison.transitions import Transitions
    from tertium.corpus import Corpus
    from tertium.reports.comparison_result import Comparison
    from tertium.reports.diff_result import Diff
    from tertium.reports.repair_result import Repairs
    from tertium.reports.result import Result
    from tertium.stats.intervals import Interval
    from tertium.tasks.decisions import Decisions, Link


def _value(ratio: Ratio | None) -> float | None:
    return None if ratio is None else ratio.value


def _ends(interval: Interval | None, before: str = "") -> dict[str, float | None]:
    low, high = (None, None) if interval is None else (interval.low, interval.high)
    return {f"{before}low": low, f"{before}high": high}


def _interval_of(result: Result, row: Score, part: Literal["precision", "recall"]) -> Interval | None:
    return None if getattr(row, part) is None else result.interval(row.measure, row.system, part)


def score_frame(result: Result) -> pl.DataFrame:
    """One row for each system and measure."""
    import polars as pl

    rows = [
        {
            "system": row.system,
            "measure": row.measure,
            "value": row.value,
            "correct": row.correct,
            "gold": row.gold,
            "proposed": row.proposed,
            "precision": _value(row.precision),
            "recall": _value(row.recall),
            "aligned_accuracy": row.aligned_accuracy,
            "whole_sentences": _value(row.sentences),
            **_ends(result.interval(row.measure, row.system)),
            **_ends(_interval_of(result, row, "precision"), "precision_"),
            **_ends(_interval_of(result, row, "recall"), "recall_"),
        }
        for row in result.score_rows
    ]
    ends = [f"{part}{end}" for part in ("", "precision_", "recall_") for end in ("low", "high")]
    names = ("value", "precision", "recall", "aligned_accuracy", "whole_sentences", *ends)
    summed = ["correct"] if any(isinstance(row.correct, float) for row in result.score_rows) else []
    floats = dict.fromkeys((*names, *summed), pl.Float64)
    return pl.DataFrame(rows, schema_overrides=floats)


def label_frame(result: Result) -> pl.DataFrame:
    """One row for each measure and gold label, with each system's right answers and accuracy."""
    import polars as pl

    parts = []
    for measure in result.tables.decision_measures:
        table = result.label_table(measure)
        columns: dict[str, Any] = {
            "measure": [measure] * len(table.labels),
            "label": table.labels,
            "units": table.units,
        }
        for place, system in enumerate(result.systems):
            columns[f"{system}_correct"] = table.correct[place]
            columns[f"{system}_proposed"] = table.proposed[place]
        columns["oracle"] = table.oracle
        parts.append(pl.DataFrame(columns, schema_overrides={"measure": pl.String, "label": pl.String}))
    return pl.concat(parts) if parts else pl.DataFrame()


_SENTENCES: Final = ("sentences_better", "sentences_worse", "sentences_same")


def difference_frame(result: Comparison) -> pl.DataFrame:
    """One row for each pair and measure."""
    import polars as pl

    rows = []
    for measure in result.tables.measures:
        for before, after in result.pairs:
            difference = result.difference(before, after, measure)
            table, agreement = difference.transitions, difference.agreement
            classes = table.by_class if table is not None else (None, None, None)
            contrast = result.contrast(before, after, measure)
            rows.append(
                {
                    "measure": measure,
                    "from": before,
                    "to": after,
                    "delta": difference.delta,
                    "error_reduction": difference.error_reduction,
                    **_ends(None if contrast is None else contrast.interval, "delta_"),
                    "p_value": None if contrast is None else contrast.p,
                    "p_adjusted": None if contrast is None else contrast.p_adjusted,
                    "test": None if contrast is None else contrast.test.name,
                    "standard_error": None if contrast is None else contrast.error,
                    "detectable": None if contrast is None else contrast.power.detectable,
                    "equivalence_p": None if contrast is None else contrast.equivalence,
                    "units": table.n_units if table is not None else None,
                    "different": table.n_different if table is not None else None,
                    "difference": table.difference if table is not None else None,
                    **dict(zip(CLASSES, classes, strict=True)),
                    "overlap_of_right": agreement.overlap_of_right if agreement is not None else None,
                    "yule_q": agreement.yule_q if agreement is not None else None,
                    "kappa": agreement.kappa if agreement is not None else None,
                    "mcnemar_z": agreement.mcnemar_z if agreement is not None else None,
                    **dict(zip(_SENTENCES, difference.sentences or (None, None, None), strict=True)),
                }
            )
    return pl.DataFrame(rows, infer_schema_length=None)


def correlation_frame(result: Comparison) -> pl.DataFrame:
    """One row for each pair of measures: how alike they are over sentences."""
    import polars as pl

    columns = ("one", "other", "pearson", "spearman", "n")
    return pl.DataFrame(
        [{name: getattr(row, name) for name in columns} for row in result.correlation_rows],
        schema=dict(zip(columns, (pl.String, pl.String, pl.Float64, pl.Float64, pl.Int64), strict=True)),
    )


def slice_frame(result: Comparison) -> pl.DataFrame:
    """One row for each pair and slice."""
    import polars as pl

    rows = [
        {
            "measure": result.unit_measure,
            "from": before,
            "to": after,
            "feature": row.names[0][0],
            "value": row.names[0][1],
            "units": row.units,
            "from_value": row.before,
            "to_value": row.after,
            "delta": row.delta,
            **_ends(row.interval, "delta_"),
            "gap": row.gap,
            **row.tests,
        }
        for before, after in result.pairs
        for row in result.slices_of(before, after)
    ]
    tests = dict.fromkeys(("p_value", "p_adjusted", "q_value"), pl.Float64)
    return pl.DataFrame(rows, infer_schema_length=None, schema_overrides=tests if rows else None)


def _transition_columns(table: Transitions) -> dict[str, Any]:
    names = [table.labels[place] for place in table.gold], [table.labels[place] for place in table.before]
    columns = {
        "class": [CLASSES[kind] for kind in table.kind],
        "gold": names[0],
        "from_label": names[1],
        "to_label": [table.labels[place] for place in table.after],
        "count": table.count,
    }
    return columns | {f"{move}_moved": table.moves[:, place] for place, move in enumerate(MOVES)}


def transition_frame(result: Comparison) -> pl.DataFrame:
    """One row for each measure, pair, class and (gold, from, to)."""
    import polars as pl

    parts = []
    for measure in result.tables.decision_measures:
        for before, after in result.pairs:
            table = result.tables.transitions(measure, result.index(before), result.index(after))
            fixed = {
                "measure": [measure] * len(table.count),
                "from": [before] * len(table.count),
                "to": [after] * len(table.count),
            }
            parts.append(pl.DataFrame(fixed | _transition_columns(table), schema_overrides={"class": pl.String}))
    return pl.concat(parts, how="vertical_relaxed") if parts else pl.DataFrame()


def diff_difference_frame(result: Diff) -> pl.DataFrame:
    """One row for each measure and other output: units, how many are answered differently, and their share."""
    import polars as pl

    rows = []
    for measure in result.tables.decision_measures:
        for name in result.systems[1:]:
            table = result.difference(name, measure).transitions
            if table is not None:
                counts = {"units": table.n_units, "different": table.n_different, "difference": table.difference}
                rows.append({"measure": measure, "from": result.systems[0], "to": name, **counts})
    return pl.DataFrame(rows, infer_schema_length=None)


def diff_frame(result: Diff) -> pl.DataFrame:
    """One row for each measure, other output and (from, to)."""
    import polars as pl

    parts = []
    for measure in result.tables.decision_measures:
        for place, name in enumerate(result.systems[1:], 1):
            table = result.tables.transitions(measure, 0, place)
            columns = _transition_columns(table)
            fixed = {
                "measure": [measure] * len(table.count),
                "from": [result.systems[0]] * len(table.count),
                "to": [name] * len(table.count),
            }
            parts.append(
                pl.DataFrame(fixed | {key: values for key, values in columns.items() if key not in ("class", "gold")})
            )
    return pl.concat(parts, how="vertical_relaxed") if parts else pl.DataFrame()


def oracle_frame(result: Comparison) -> pl.DataFrame:
    """One row for each measure."""
    import polars as pl

    rows = []
    for measure, oracle in result.oracles.items():
        row: dict[str, Any] = {
            "measure": measure,
            "units": oracle.units,
            "correct": oracle.correct,
            "value": oracle.correct / oracle.units if oracle.units else None,
            "best_system": result.systems[oracle.best],
            "gain": oracle.gain,
            "independent": oracle.independent,
            "sentence_oracle": oracle.sentence_correct,
            "tree_oracle": oracle.tree_correct,
        }
        row |= {f"solved_by_{k}": n for k, n in enumerate(oracle.solved_by)}
        row |= {f"{name}_shapley": share for name, share in zip(result.systems, oracle.shapley, strict=True)}
        row |= {f"only_{name}": n for name, n in zip(result.systems, oracle.alone, strict=True)}
        rows.append(row)
    return pl.DataFrame(rows, infer_schema_length=None)


def repair_frame(result: Repairs) -> pl.DataFrame:
    """One row for each measure, system and class of errors; `share` is of the system's errors, `value` afterwards."""
    import polars as pl

    from tertium.comparison.repairs import DIVISIONS

    total = {
        (measure, system, by): result.n_errors(measure, system, by)
        for measure in result.measures
        for system in result.systems
        for by in DIVISIONS
    }
    schema: dict[str, Any] = dict.fromkeys(("system", "measure", "by", "class", "gold", "answer", "kind"), pl.String)
    schema |= {"errors": pl.Int64, "share": pl.Float64, "value": pl.Float64, "gain": pl.Float64}
    rows = [
        {
            "system": row.system,
            "measure": row.measure,
            "by": row.group.by,
            "class": row.group.name,
            "gold": row.group.gold,
            "answer": row.group.answer,
            "kind": row.group.kind,
            "errors": row.errors,
            "share": row.errors / total[row.measure, row.system, row.group.by] if row.errors else 0.0,
            "value": row.value,
            "gain": row.gain,
        }
        for row in result.repair_rows
    ]
    return pl.DataFrame(rows, schema=schema)


def decision_frame(result: Result, measure: str, *, with_gold: bool = True) -> pl.DataFrame:
    """One row for each unit: where it is, its form, what the gold (if any) and each system say, and who is right.

    A system whose columns have the names of others (one called `gold` or `form`) gets `-2` or more after its name.
    """
    import numpy as np
    import polars as pl

    decisions, gold = result.tables.decisions(measure), result.gold
    unit = decisions.unit
    sentence = gold.sentence_of_words()[unit]
    document = np.searchsorted(gold.doc_start, sentence, side="right") - 1
    names = np.array([gold.sentence_name(place) for place in range(gold.n_sents)], dtype=object)
    documents = np.array([gold.document_name(place) for place in range(gold.n_docs)], dtype=object)
    columns: dict[str, Any] = {
        "document": documents[document].tolist(),
        "sentence": names[sentence].tolist(),
        "position": gold.position_of_words()[unit],
        "form": gold.vocab.decode(gold.columns["form"][unit]),
    }
    heads = "head" in decisions.atoms and not result.rules.text_heads
    if decisions.links:
        columns |= _mention_columns(gold, decisions)
    if with_gold:
        columns["gold"] = gold.vocab.decode(decisions.gold_label)
    if with_gold and decisions.links:
        columns["gold_antecedent"] = _linked_texts(gold, decisions.links[0])
    if heads and with_gold:
        columns["gold_head"] = _positions(result, decisions.gold["head"], sentence)
    for place, name in enumerate(result.systems):
        system = _free_name(name, columns)
        columns[system] = gold.vocab.decode(decisions.labels[place])
        if heads:
            columns[f"{system}_head"] = _positions(result, decisions.answers[place]["head"], sentence)
        if decisions.links:
            columns[f"{system}_antecedent"] = _linked_texts(gold, decisions.links[place + 1])
        if with_gold and decisions.errors:
            types = gold.vocab.decode(decisions.errors[place])
            columns[f"{system}_error"] = _as_texts([text or None for text in types])
        if with_gold:
            columns[f"{system}_right"] = decisions.right[place]
    return pl.DataFrame(columns)


def _mention_columns(gold: Corpus, decisions: Decisions) -> dict[str, Any]:
    """The words of each mention and its type: `form` is only the first of them."""
    columns: dict[str, Any] = {}
    if decisions.end is not None:
        columns["words"] = _texts(gold, decisions.unit, decisions.end - 1, decisions.empty)
    if decisions.group is not None:
        columns["type"] = gold.vocab.decode(decisions.group)
    return columns


def _linked_texts(gold: Corpus, link: Link) -> pl.Series:
    """The words of antecedents."""
    return _as_texts(_texts(gold, link.first, link.last, link.empty))


def _as_texts(values: Sequence[str | None]) -> pl.Series:
    """A column of texts, though there be none: what a system has is of one type, whatever it is."""
    import polars as pl

    return pl.Series(values, dtype=pl.String)


def _texts(gold: Corpus, first: Codes, last: Codes, empty: Mask | None) -> list[str | None]:
    """The words from first to last, or the name of an empty node; nothing where there are none."""
    forms, ends = gold.vocab.decode(gold.columns["form"]), zip(first.tolist(), last.tolist(), strict=True)
    texts = [None if start < 0 else " ".join(forms[start : stop + 1]) for start, stop in ends]
    return (
        texts
        if empty is None
        else [EMPTY_NODE if own else text for text, own in zip(texts, empty.tolist(), strict=True)]
    )


def _free_name(name: str, taken: Container[str]) -> str:
    """The name, with a number where it or its columns would hide others."""
    found, number = name, 1
    while any(f"{found}{suffix}" in taken for suffix in ("", "_head", "_antecedent", "_error", "_right")):
        number += 1
        found = f"{name}-{number}"
    return found


def _positions(result: Result, heads: Any, sentence: Any) -> list[int | None]:
    """Heads as places in the gold sentence, 0 for the root, None where the head is no gold word."""
    start = result.gold.sent_start[sentence]
    return [
        None if head < -1 else 0 if head == -1 else int(head - first + 1)
        for head, first in zip(heads.tolist(), start.tolist(), strict=True)
    ]
