"""What the HTML page says without any script: verdict, tables, the first sentences, ready for the template."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, NamedTuple

from tertium import __version__
from tertium.comparison.transitions import CHANGED_ERROR, CLASSES
from tertium.plurals import many
from tertium.reports.change_sections import CLASS_NAMES, transition_name
from tertium.reports.label_sections import label_name
from tertium.reports.matrix_sections import is_separated
from tertium.reports.numbers import percent, points, share, short_p, span
from tertium.reports.page import as_text
from tertium.reports.page_data import rank_systems, split_verdict, text_noun
from tertium.reports.page_methods import list_methods
from tertium.reports.ranking_sections import disagreement_lines
from tertium.reports.score_sections import divide_measures, shown_value
from tertium.reports.tables import split_table
from tertium.reports.verdict import state_pair

if TYPE_CHECKING:
    from tertium.comparison.examples import Example
    from tertium.reports.comparison_result import Comparison
    from tertium.reports.tables import Table

NONE: Final = "\u2013"
_FIRST: Final = 6  # sentences of each class that can be read without JavaScript
_SHAPES: Final = 8  # of systems, as many as colours
_ROWS: Final = 10  # of each list of transitions
_LABELS: Final = 400
_SETS: Final = 40  # of systems that are right together


def page_content(result: Comparison, pair: tuple[str, str] | None) -> dict[str, Any]:
    """What the template shows without any script."""
    gold = result.gold
    where = gold.paths[0].rsplit("/", 1)[-1] if len(gold.paths) == 1 else many(len(gold.paths), "file")
    units = result.of_units
    claim, numbers, rest = split_verdict(result.verdict)
    return {
        "version": __version__,
        "task": result.task,
        "layer": result.rules.layer if result.kind.shows_layer else "",
        "gold": where,
        "size": result.kind.describe_size(gold),
        "left_out": result.left_out,
        "n_sentences": gold.n_sents,
        "systems": result.systems,
        "n_shapes": _SHAPES,
        "claim": claim,
        "numbers": numbers,
        "rest": rest,
        "signature": result.signature,
        "headline": result.headline,
        "of_units": units.headline,
        "unit": units.unit_noun,
        "unit_alone": result.kind.unit_alone,
        "text_noun": text_noun(result),
        "has_units": units.has_units,
        "has_tests": result.inference is not None,
        "level": f"{100 * (1 - result.plan.alpha):g} %",
        "pair": pair,
        "pair_verdict": split_verdict(state_pair(result, *pair)) if pair else None,
        "facts": _facts(units, pair),
        "scores": _score_table(result),
        "split": split_table(result),
        "certain": _certain_table(result),
        "ranks_lead": result.kind.ranks_measures,
        "disagreement": as_text(disagreement_lines(result, 100_000)).split("\n"),
        "changes": _changes(units, pair),
        **_together(units),
        "labels": _label_table(units),
        "chains": _chain_tables(result),
        "examples": _examples(units, pair),
        "methods": list(list_methods(result)),
        "notes": list(result.notes),
        "warnings": result.warnings,
    }


class Fact(NamedTuple):
    """A number in large type, and what it means."""

    kind: str
    number: str
    text: str


def _facts(result: Comparison, pair: tuple[str, str] | None) -> list[Fact]:
    """What qualifies the verdict for the pair shown first; the page's script puts others in their place."""
    if pair is None or not result.has_units:
        return []
    table = result.difference(*pair).transitions
    flips = result.gold_errors(*pair)
    if table is None:
        return []
    corrections, new_errors, _ = table.by_class
    price = f"{new_errors / corrections:.2f}" if corrections else NONE
    return [
        Fact("price", price, f"new errors per correction: {corrections:,} corrections, {new_errors:,} new errors"),
        Fact(
            "gold",
            NONE if flips is None else f"{flips:,}",
            "wrong gold answers, all against the better system, would make it a tie"
            + ("" if flips is None or not table.n_units else f" ({100 * flips / table.n_units:.2f} % of all)"),
        ),
    ]


def _score_table(result: Comparison) -> dict[str, Any]:
    """Every measure that is worth showing, systems by rank."""
    main, others = divide_measures(result)
    measures = [*main, *others]
    whole = result.has_units and result.kind.shows_whole_sentences
    rows = []
    for place in rank_systems(result):
        system = result.systems[place]
        interval = result.interval(result.headline, system)
        is_share = result.tables.measures[result.headline].is_share
        ratio = result.score(result.headline, system).sentences if whole else None
        rows.append(
            {
                "place": place,
                "name": system,
                "values": [shown_value(result, name, system) for name in measures],
                "ranks": [_rank(result, name, system) for name in measures],
                "interval": "" if interval is None else span(interval, 1 if is_share else 2, share=is_share),
                "whole": percent(ratio.value) if ratio else "",
            }
        )
    return {"measures": measures, "rows": rows, "whole": whole}


def _rank(result: Comparison, measure: str, system: str) -> str:
    """`best` or `worst` of several."""
    answered = [name for name in result.systems if result.is_answered(measure, name)]
    values = [result.score(measure, name).value for name in answered]
    if system not in answered or len(values) < 2 or min(values) == max(values):  # noqa: PLR2004 (a rank needs another)
        return ""
    own, lower = result.score(measure, system).value, result.tables.measures[measure].lower_is_better
    best, worst = (min(values), max(values)) if lower else (max(values), min(values))
    return "best" if own == best else "worst" if own == worst else ""


def _certain_table(result: Comparison) -> list[dict[str, Any]]:
    """Each pair's difference, interval and p."""
    rows = []
    for before, after in result.pairs:
        contrast = result.contrast(before, after)
        if contrast is None:
            continue
        is_share = result.tables.measures[result.headline].is_share
        factor = 100 if is_share else 1
        ends = contrast.interval
        rows.append(
            {
                "from": before,
                "to": after,
                "places": [result.index(before), result.index(after)],
                "delta": result.show_step(result.headline, contrast.delta),
                "interval": "" if ends is None else f"[{factor * ends.low:+.2f}, {factor * ends.high:+.2f}]",
                "p": short_p(contrast.p),
                "holm": short_p(contrast.p_adjusted),
                "star": is_separated(result, before, after),
            }
        )
    return rows


def _changes(result: Comparison, pair: tuple[str, str] | None) -> list[dict[str, Any]]:
    """The most frequent transitions of each class, of the pair shown first."""
    table = result.difference(*pair).transitions if pair is not None and result.has_units else None
    if table is None:
        return []
    found = []
    for kind, (name, total) in enumerate(zip(CLASS_NAMES, table.by_class, strict=True)):
        rows = [
            {
                "name": transition_name(table, row, with_gold=kind == CHANGED_ERROR),
                "count": int(table.count[row]),
                "share": share(int(table.count[row]), total),
                "of_all": share(int(table.count[row]), table.n_different),
            }
            for row in table.rows(kind)[:_ROWS].tolist()
        ]
        found.append(
            {
                "kind": CLASSES[kind].replace("_", "-"),
                "name": name,
                "total": total,
                "share": share(total, table.n_different),
                "rows": rows,
                "more": len(table.rows(kind)) - len(rows),
            }
        )
    return found


def _together(result: Comparison) -> dict[str, Any]:
    """The charts of how the systems complement each other, as tables."""
    if not result.has_units:
        return {"matrix": [], "solvers": [], "groups": []}
    n, measure = len(result.systems), result.headline
    tables, oracle = result.tables, result.oracle_of(measure)
    matrix = [
        ["" if one == two else percent(tables.transitions(measure, *sorted((one, two))).difference) for two in range(n)]
        for one in range(n)
    ]
    totals = sorted(tables.patterns(measure).totals().items(), key=lambda item: (-item[1], item[0]))
    best: dict[int, tuple[tuple[int, ...], int]] = {}
    for members, correct in oracle.subsets:
        best.setdefault(len(members), (members, correct))
    return {
        "matrix": matrix,
        "solvers": [
            {
                "who": ", ".join(name for place, name in enumerate(result.systems) if bits >> place & 1) or "nobody",
                "count": count,
                "share": share(count, oracle.units, 2),
            }
            for bits, count in totals[:_SETS]
        ],
        "groups": [
            {"who": ", ".join(result.systems[place] for place in members), "value": percent(correct / oracle.units)}
            for members, correct in (best.values() if oracle.units else ())
        ],
    }


class LinkedTable(NamedTuple):
    """A table, and what a click on its rows asks for."""

    table: Table
    filter: str  # label: units of a label; error: a class of errors, by its place; "": nothing
    keys: list[str | int | None]  # of each row; None: it leads nowhere


def _chain_tables(result: Comparison) -> list[LinkedTable]:
    """What only coreference has."""
    if not result.kind.shows_chains:
        return []
    from tertium.reports.chain_tables import chain_tables

    found = []
    for table in chain_tables(result):
        names = [row[0] for row in table.rows]
        if table.name == "bounds":
            found.append(LinkedTable(table, "label", [None, *names[1:]]))  # the first is of all
        elif table.name == "errors":
            found.append(LinkedTable(table, "error", list(range(len(names)))))
        else:
            found.append(LinkedTable(table, "", [None] * len(names)))
    return found


def _label_table(result: Comparison) -> list[dict[str, Any]]:
    """Accuracy by gold label: the best, middle and worst system marked (Tuggener 2017, table 9), and the oracle."""
    if not result.has_units:
        return []
    table = result.label_table(result.headline)
    order = sorted(range(len(table.labels)), key=lambda row: (-int(table.units[row]), table.labels[row]))
    rows = []
    for row in order[:_LABELS]:
        units = int(table.units[row])
        if not units:
            continue
        correct = [int(count) for count in table.correct[:, row]]
        best, worst = max(correct), min(correct)
        rows.append(
            {
                "label": table.labels[row],
                "name": label_name(table.labels[row]),
                "units": units,
                "cells": [
                    {
                        "value": percent(count / units, 1),
                        "rank": ""
                        if best == worst
                        else "best"
                        if count == best
                        else "worst"
                        if count == worst
                        else "middle",
                    }
                    for count in correct
                ],
                "oracle": percent(int(table.oracle[row]) / units, 1),
                "gain": points((int(table.oracle[row]) - best) / units, 1),
            }
        )
    return rows


def _examples(result: Comparison, pair: tuple[str, str] | None) -> list[dict[str, Any]]:
    """The first sentences, their differing words marked in the text."""
    if pair is None or not result.has_units:
        return []
    found = []
    for kind, name in zip(CLASSES, CLASS_NAMES, strict=True):
        examples = result.examples(*pair, kind, _FIRST)
        found.append({"kind": kind.replace("_", "-"), "name": name, "sentences": [_mark(row) for row in examples]})
    return found


def _mark(example: Example) -> dict[str, Any]:
    marks: dict[int, list[Any]] = {}
    for mark in example.marks:
        marks.setdefault(mark.position, []).append((mark.kind.replace("_", "-"), mark.text))
    return {
        "name": example.sentence,
        "line": example.line,
        "words": [(word, marks.get(place, [])) for place, word in enumerate(example.words)],
    }
