"""The numbers of the HTML page as one compact document; the page's script makes charts and tables of them.

Shares are fractions; systems are places in `systems`, and what is said of a pair is said of the earlier and the later
one (the page turns it round when the reader does). Sentences come from `drawn_sentences`.
"""

from __future__ import annotations

from itertools import combinations
from math import isfinite
from typing import TYPE_CHECKING, Any, Final

from tertium.reports.numbers import probability
from tertium.reports.page import visible
from tertium.reports.verdict import state_pair

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from tertium.comparison.slices import Slice
    from tertium.reports.comparison_result import Comparison
    from tertium.stats.intervals import Interval

DEFAULT_FEATURES: Final = ("length", "distance", "direction", "projectivity", "frequency", "unknown")
"""What the page slices by, where the gold has it and the user names nothing."""

_MOST_PAIRS: Final = 10  # that are sliced; more would take longer than anybody reads
_MOST_DOUBTED: Final = 3  # pairs of which it is found out how many gold errors would leave them open
_MOST_FOUND: Final = 8
_DIGITS: Final = 6


def page_data(result: Comparison, pair: tuple[str, str] | None, chosen: Sequence[int] | None = None) -> dict[str, Any]:
    """The document; what is about units is by the measure that has some. Of sentences, all or those that are shown."""
    shown = None if chosen is None else set(chosen)
    units = result.of_units
    places = {name: place for place, name in enumerate(result.systems)}
    document: dict[str, Any] = {
        "systems": list(result.systems),
        "headline": result.headline,
        "ofUnits": units.headline,
        "unit": units.unit_noun,
        "block": result.block_noun,
        "text": text_noun(result),
        "unitAlone": result.kind.unit_alone,
        "alpha": result.plan.alpha,
        "hasUnits": units.has_units,
        "pair": None if pair is None else [places[name] for name in pair],
        "measures": [
            {"name": name, "share": measure.is_share, "lower": measure.lower_is_better}
            for name, measure in result.tables.measures.items()
        ],
        "scores": {name: _scores(result, name) for name in result.tables.measures},
        "clusters": _clusters(result),
    }
    doubted = set(result.pairs if len(result.pairs) <= _MOST_DOUBTED or pair is None else [pair, pair[::-1]])
    document["pairs"] = [
        _pair(result, *names) | _changes(units, *names, doubt=names in doubted) for names in result.pairs
    ]
    document["slices"] = [_slices(units, *names, shown) for names in sliced_pairs(result, pair)]
    if units.has_units:
        document |= _together(units)
        if result.kind.shows_chains:
            document["errors"] = _errors(units, shown)
    return document


def _errors(result: Comparison, shown: set[int] | None) -> list[dict[str, Any]]:
    """Classes of errors, in the order of their table, each with the sentences in which every system makes some."""
    from tertium.comparison.chain_errors import count_errors, locate_errors

    rows = zip(count_errors(result.tables, result.headline), locate_errors(result.tables, result.headline), strict=True)
    return [
        {"by": row.by, "title": row.name, "sentences": [_steps(_keep_shown(places.tolist(), shown)) for places in own]}
        for row, own in rows
    ]


def text_noun(result: Comparison) -> str:
    """What is read one after the other: sentences, or units that stand by themselves."""
    return result.of_units.unit_noun if result.kind.unit_alone else "sentence"


def _cut(value: float | None) -> float | None:
    return None if value is None or not isfinite(value) else round(value, _DIGITS)


def _ends(interval: Interval | None) -> list[float | None]:
    return [None, None] if interval is None else [_cut(interval.low), _cut(interval.high)]


def _scores(result: Comparison, measure: str) -> list[list[float | None] | None]:
    """For each system its score and its interval; none where it says nothing that the measure could look at."""
    return [
        [_cut(result.score(measure, system).value), *_ends(result.interval(measure, system))]
        if result.is_answered(measure, system)
        else None
        for system in result.systems
    ]


def _clusters(result: Comparison) -> dict[str, list[list[int]]]:
    found = result.inference
    return {} if found is None else {name: found.clusters(name) for name in result.tables.measures}


def split_verdict(text: str) -> list[str]:
    """What is claimed, the numbers behind it, and what else is said.

    >>> split_verdict("b is better than a: LAS 1 → 2, p < .001 (exact). It changes 6.4 % of the words: for every 2.")
    ['b is better than a', 'LAS 1 → 2, p < .001 (exact).', 'It changes 6.4 % of the words: for every 2.']
    """
    first, _, rest = text.partition(". ")
    claim, _, numbers = first.partition(": ")
    dot = "." if rest else ""
    return [claim + (dot if not numbers else ""), numbers + dot if numbers else "", rest]


def _pair(result: Comparison, before: str, after: str) -> dict[str, Any]:
    difference, contrast = result.difference(before, after), result.contrast(before, after)
    return {
        "from": result.index(before),
        "to": result.index(after),
        "verdict": split_verdict(state_pair(result, before, after)),
        "back": split_verdict(state_pair(result, after, before)),
        "delta": _cut(difference.delta),
        "interval": _ends(None if contrast is None else contrast.interval),
        "p": None if contrast is None else probability(contrast.p_adjusted),
        "separated": None if contrast is None else contrast.p_adjusted < result.plan.alpha,
    }


def _changes(result: Comparison, before: str, after: str, *, doubt: bool) -> dict[str, Any]:
    """The units on which two systems differ."""
    difference = result.difference(before, after)
    table = difference.transitions
    if table is None:
        return {}
    gained, lost, _ = table.by_class
    return {
        "unitDelta": _cut(difference.delta),
        "everywhere": _cut((gained - lost) / max(table.n_units, 1)),  # what slices are parts of, also where F1 leads
        "units": table.n_units,
        "classes": list(table.by_class),
        "sentences": list(difference.sentences or ()),
        "flips": result.gold_errors(before, after),
        "doubt": result.gold_errors_to_doubt(before, after) if doubt else None,
        "labels": list(table.labels),
        "transitions": [
            [*(int(column[row]) for column in (table.kind, table.gold, table.before, table.after, table.count)), *move]
            for row, move in enumerate(table.moves.tolist())
        ],
    }


def _together(result: Comparison) -> dict[str, Any]:
    """What the systems could do together."""
    measure, n = result.headline, len(result.systems)
    table, oracle = result.label_table(measure), result.oracle_of(measure)
    totals = result.tables.patterns(measure).totals()
    rows = sorted(totals.items(), key=lambda item: (-item[1], item[0]))
    best: dict[int, tuple[tuple[int, ...], int]] = {}
    for members, correct in oracle.subsets:
        best.setdefault(len(members), (members, correct))  # the best of each size comes first
    different = [[0.0] * n for _ in range(n)]
    for one, two in combinations(range(n), 2):
        found = result.tables.transitions(measure, one, two)
        different[one][two] = different[two][one] = round(found.difference, _DIGITS)
    return {
        "labels": {
            "names": list(table.labels),
            "units": table.units.tolist(),
            "correct": table.correct.tolist(),
            "oracle": table.oracle.tolist(),
        },
        "patterns": [
            ["".join("1" if bits >> system & 1 else "0" for system in range(n)), count] for bits, count in rows
        ],
        "oracle": {
            "units": oracle.units,
            "correct": oracle.correct,
            "best": oracle.best,
            "subsets": [[list(members), correct] for members, correct in best.values()],
        },
        "different": different,
        "joins": [[list(step.left), list(step.right), round(step.height, _DIGITS)] for step in result.dendrogram()]
        if n > 1
        else [],
    }


def sliced_pairs(result: Comparison, pair: tuple[str, str] | None) -> list[tuple[str, str]]:
    """Pairs whose slices the page shows: all of a few, else those of the first system and the one shown first."""
    if result.inference is None or pair is None:
        return []
    if len(result.pairs) <= _MOST_PAIRS:
        return result.pairs
    order = tuple(sorted(pair, key=result.index))
    return [(one, two) for one, two in result.pairs if one == result.systems[0] or (one, two) == order]


def _slices(result: Comparison, before: str, after: str, shown: set[int] | None) -> dict[str, Any]:
    """What a search found, then the features that were asked for, or those that mostly tell something."""
    asked = result.asked_features
    rows: list[tuple[Slice, bool]] = []
    if result.has_units:
        sure = result.search(before, after, most=2 * _MOST_FOUND, pairs=len(result.pairs) == 1).slices
        rows += [(row, True) for row in sure[:_MOST_FOUND]]
    known = set(result.feature_names)
    features = asked or [name for name in DEFAULT_FEATURES if result.has_units and name in known]
    plain = result.slices_of(before, after, features) if features else []
    rows += [(row, False) for row in plain if row.is_tested]
    return {
        "pair": [result.index(before), result.index(after)],
        "rows": [
            _slice(row, is_found=is_found, alpha=result.plan.alpha)
            | {"sentences": _steps(_sentences(result, before, after, row, shown)) if result.has_units else []}
            for row, is_found in rows
        ],
    }


def _slice(row: Slice, *, is_found: bool, alpha: float) -> dict[str, Any]:
    return {
        "title": visible(row.title),
        "found": is_found,
        "units": row.units,
        "before": _cut(row.before),
        "after": _cut(row.after),
        "interval": _ends(row.interval),
        "gap": _cut(row.gap),
        "q": _cut(row.q),
        "star": not is_found and row.p_adjusted < alpha,
    }


def _sentences(result: Comparison, before: str, after: str, row: Slice, shown: set[int] | None) -> list[int]:
    """Places of the sentences of a slice in which something changed, as far as they are shown."""
    return _keep_shown(result.slice_sentences(before, after, row), shown)


def _keep_shown(places: list[int], shown: set[int] | None) -> list[int]:
    return places if shown is None else [place for place in places if place in shown]


def _steps(values: Iterable[int]) -> list[int]:
    """Rising numbers, each as the step from the one before it: shorter, and easy to compress."""
    found, last = [], 0
    for value in values:
        found.append(value - last)
        last = value
    return found


def first_pair(result: Comparison) -> tuple[str, str] | None:
    """The pair that is shown first: from the first system to the best, or from the runner-up to the first."""
    if len(result.systems) < 2:  # noqa: PLR2004 (a pair)
        return None
    if len(result.systems) == 2:  # noqa: PLR2004
        return result.systems[0], result.systems[1]
    order = rank_systems(result)
    first = result.systems[0]
    best = result.systems[order[0]]
    return (first, best) if best != first else (result.systems[order[1]], first)


def rank_systems(result: Comparison) -> Sequence[int]:
    """Places of the systems by the headline measure, the best first."""
    sign = 1 if result.tables.measures[result.headline].lower_is_better else -1
    values = [result.score(result.headline, system).value for system in result.systems]
    return sorted(range(len(values)), key=lambda place: (sign * values[place], place))
