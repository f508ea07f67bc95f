"""`noise` as frames and as the JSON document: fractions, null where something is not known."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tertium import __version__
from tertium.comparison.adjudication import RATES
from tertium.reports.json_file import SCHEMA, head, number
from tertium.reports.noise_words import state_change

if TYPE_CHECKING:
    from collections.abc import Sequence

    import polars as pl

    from tertium.comparison.adjudication import Estimate
    from tertium.comparison.duels import Duel
    from tertium.comparison.noise import Bound
    from tertium.comparison.truth import TrueDuel, Truth
    from tertium.reports.noise_bounds import NoiseBounds
    from tertium.reports.noise_result import Noise
    from tertium.stats.intervals import Interval


def _ends(name: str, interval: Interval | None) -> dict[str, float | None]:
    low, high = (None, None) if interval is None else (number(interval.low), number(interval.high))
    return {f"{name}_low": low, f"{name}_high": high}


def bound_row(row: Bound) -> dict[str, Any]:
    """One system on some words."""
    return {
        "system": row.system,
        "words": row.group,
        "units": row.units or None,
        "ambiguity": row.tags,
        "observed": row.observed,
        "error_rate_low": None if row.rate is None else row.rate.low,
        "error_rate_high": None if row.rate is None else row.rate.high,
        **_ends("hard", row.hard),
        **_ends("sampled", row.sampled),
        **_ends("reasonable", row.reasonable),
        **_ends("sampled_reasonable", row.reasonable_sampled),
        "no_reasonable": row.why_not,
    }


def duel_row(duel: Duel) -> dict[str, Any]:
    """One pair."""
    regions = duel.regions
    return {
        "from": duel.before,
        "to": duel.after,
        "units": duel.units,
        "different": duel.differing,
        "correction": duel.corrections,
        "new_error": duel.new_errors,
        "changed_error": duel.changed_errors,
        "delta": duel.delta,
        "p_value": duel.p,
        "flip_distance": duel.flips,
        "flips_to_doubt": duel.flips_to_doubt,
        "critical_error_rate": duel.critical_rate,
        "error_rate": duel.rate,
        "wrong_answers": duel.allowed,
        **_ends("true_delta", duel.true),
        **_ends("sampled_delta", duel.sampled),
        **_ends("even_delta", duel.spread),
        "told": duel.is_told,
        "region": None if regions is None else regions.hard,
        "reasonable_region": None if regions is None else regions.reasonable,
        "overlap_error_rate": None if regions is None else regions.overlap,
        "reasonable_overlap_error_rate": None if regions is None else regions.reasonable_overlap,
    }


def truth_row(row: Truth) -> dict[str, Any]:
    """One system on some words, by the better gold."""
    return {
        "system": row.system,
        "words": row.group,
        "units": row.units,
        "wrong": row.wrong,
        "error_rate": row.error_rate,
        "observed": row.observed,
        "accuracy": row.accuracy,
        "t": row.t,
        "u": row.u,
        "p": row.p,
        "ambiguity": row.bound.tags,
        **_ends("hard", row.bound.hard),
        **_ends("reasonable", row.bound.reasonable),
        "hard_holds": row.holds("hard"),
        "reasonable_holds": row.holds("reasonable"),
        "given_hard_holds": None if row.given is None else row.holds("hard", row.given),
        "given_reasonable_holds": None if row.given is None else row.holds("reasonable", row.given),
    }


def _true_duel(row: TrueDuel) -> dict[str, Any]:
    return {
        "from": row.before,
        "to": row.after,
        "delta": row.delta,
        "true_delta": row.true,
        "different": row.differing,
        "wrong": row.wrong,
        **_ends("bound", row.bound),
    }


def _estimate(found: Estimate) -> dict[str, float | None]:
    return {
        "value": number(found.value),
        "low": number(found.interval.low),
        "high": number(found.interval.high),
    }


def _sample(result: Noise) -> dict[str, Any] | None:
    found = result.estimated
    if found is None:
        return None
    agreement = found.agreement
    return {
        "rows": found.n_rows,
        "cannot_tell": found.n_untold,
        "several_right": found.n_several,
        "none_right": found.n_none,
        "differing_only": result.sheets[0].strata.differing,
        "strata": result.sheets[0].strata.level,
        "adjudicators": len(result.sheets),
        "agreement": None
        if agreement is None
        else {"rows": agreement.rows, "same": agreement.same, "kappa": agreement.kappa},
        "error_rate": None if found.error_rate is None else _estimate(found.error_rate),
        "systems": None
        if found.rates is None
        else [
            {"system": name, **{rate: _estimate(row[rate]) for rate in RATES}}
            for name, row in zip(result.systems, found.rates, strict=True)
        ],
        "pairs": [
            {
                "from": result.systems[one],
                "to": result.systems[two],
                "true_delta": _estimate(pair.difference),
                "wrong": _estimate(pair.wrong),
                "verdict": state_change(duel, pair),
            }
            for ((one, two), pair), duel in zip(found.pairs.items(), result.duels, strict=True)
        ],
    }


def _model(result: Noise) -> list[dict[str, Any]] | None:
    if result.anchored is None:
        return None
    return [
        {"system": name, **{rate: _estimate(row[rate]) for rate in RATES}}
        for name, row in zip(result.systems, result.anchored, strict=True)
    ]


def noise_document(result: Noise) -> dict[str, Any]:
    """What `noise --json` prints for files."""
    return {
        **head(result),
        "verdict": result.verdict,
        "lexicon": result.lexicon_name,
        "bounds": [bound_row(row) for row in result.bound_rows],
        "pairs": [duel_row(duel) for duel in result.duels],
        "sample": _sample(result),
        "model": _model(result),
        "against": None
        if result.better is None
        else {
            "name": result.better_name,
            "systems": [truth_row(row) for row in result.truth_rows],
            "pairs": [_true_duel(row) for row in result.true_duels],
        },
        "warnings": result.warnings,
    }


def bounds_document(result: NoiseBounds) -> dict[str, Any]:
    """What `noise --json` prints for two accuracies."""
    regions = result.regions
    return {
        "schema": SCHEMA,
        "tertium": __version__,
        "task": None,
        "signature": result.signature,
        "systems": list(result.systems),
        "verdict": result.verdict,
        "bounds": [bound_row(row) for row in result.bound_rows],
        "at_p": [
            {"system": name, "kind": row.kind, "p": row.p, "low": interval.low, "high": interval.high}
            for row in result.rows_at_p
            for name, interval in zip(result.systems, row.intervals, strict=True)
        ],
        "pairs": [
            {
                "from": result.systems[0],
                "to": result.systems[1],
                "delta": result.accuracy[1] - result.accuracy[0],
                "region": regions.hard,
                "reasonable_region": regions.reasonable,
                "overlap_error_rate": regions.overlap,
                "reasonable_overlap_error_rate": regions.reasonable_overlap,
            }
        ],
        "warnings": result.warnings,
    }


# frames -------------------------------------------------------------------------------------------------------------


def _frame(rows: Sequence[dict[str, Any]], floats: Sequence[str] = ()) -> pl.DataFrame:
    import polars as pl

    frame = pl.DataFrame(list(rows), infer_schema_length=None)
    empty = [name for name in floats if name in frame.columns and frame[name].dtype == pl.Null]
    return frame.with_columns(pl.col(empty).cast(pl.Float64)) if empty else frame


def bound_frame(rows: Sequence[Bound]) -> pl.DataFrame:
    """One row for each system and group of words."""
    made = [bound_row(row) for row in rows]
    return _frame(made, [name for name in made[0] if name.endswith(("_low", "_high")) or name == "ambiguity"])


def duel_frame(duels: Sequence[Duel]) -> pl.DataFrame:
    """One row for each pair."""
    made = [duel_row(duel) for duel in duels]
    return _frame(
        made, [name for name in made[0] if name.endswith(("_low", "_high", "region", "rate"))] if made else []
    )


def truth_frame(rows: Sequence[Truth]) -> pl.DataFrame:
    """One row for each system and group of words."""
    return _frame([truth_row(row) for row in rows], ("t", "u", "p", "ambiguity", "reasonable_low", "reasonable_high"))


def estimate_frame(result: Noise) -> pl.DataFrame:
    """One row for each system and unknown; then one for each pair."""
    import polars as pl

    rows: list[dict[str, Any]] = []
    found = result.estimated
    for source, table in (("sample", None if found is None else found.rates), ("model", result.anchored)):
        for name, rates in zip(result.systems, table or (), strict=False):
            rows += [
                {"source": source, "system": name, "to": None, "what": rate, **_estimate(rates[rate])} for rate in RATES
            ]
    for (one, two), pair in ({} if found is None else found.pairs).items():
        where = {"source": "sample", "system": result.systems[one], "to": result.systems[two]}
        rows.append({**where, "what": "true_delta", **_estimate(pair.difference)})
        rows.append({**where, "what": "wrong", **_estimate(pair.wrong)})
    schema: dict[str, Any] = dict.fromkeys(("source", "system", "to", "what"), pl.String)
    return pl.DataFrame(rows, schema=schema | dict.fromkeys(("value", "low", "high"), pl.Float64))
