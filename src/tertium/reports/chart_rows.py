"""What the charts show, as rows taken from the JSON document of `compare`; nothing is counted anew that stands there.

Everything is in percent or points. A pair may be asked for in either order; the document has the earlier system first.
"""

from __future__ import annotations

import json
from itertools import combinations
from typing import TYPE_CHECKING, Any, Final

from tertium.errors import SourceError, UsageError
from tertium.reports.json_file import SCHEMA
from tertium.reports.page import visible

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from typing import TypeAlias

    Document: TypeAlias = Mapping[str, Any]
    Rows: TypeAlias = list[dict[str, Any]]
    Pair: TypeAlias = tuple[str, str]

CLASSES: Final = {"correction": "corrections", "new_error": "new errors", "changed_error": "changed errors"}
FEWEST_UNITS: Final = 20
"""Labels and slices with fewer units are left out: their accuracy says little."""

_FLIPPED: Final = {"correction": "new_error", "new_error": "correction", "changed_error": "changed_error"}
NO_SHARES: Final = frozenset({"Crossing"})
"""Measures that are no share of anything, but a number for each sentence."""

LOWER_IS_BETTER: Final = frozenset({"Crossing"})
_DIGITS: Final = 6


def read_document(text: str, path: str) -> dict[str, Any]:
    """The document of `compare --json` in a text.

    Raises:
        SourceError: It is none.
    """
    hint = "make it with: tertium compare GOLD A B --json > compare.json"
    try:
        document = json.loads(text)
    except json.JSONDecodeError as error:
        raise SourceError(f"is no JSON ({error.msg}, line {error.lineno})", path=path, hint=hint) from None
    if not isinstance(document, dict) or "schema" not in document:
        raise SourceError("is JSON, but no document of tertium", path=path, hint=hint)
    if document["schema"] != SCHEMA:
        raise SourceError(f"has schema {document['schema']!r}, not {SCHEMA}", path=path, hint=hint)
    missing = [
        key for key in ("systems", "headline", "scores", "differences", "labels", "oracle") if key not in document
    ]
    if missing:
        raise SourceError(
            f"has no {missing[0]!r}: it is a document of another command than compare", path=path, hint=hint
        )
    return document


def is_share(measure: str) -> bool:
    """Whether a measure is shown in percent."""
    return measure not in NO_SHARES


def cut(value: float) -> float:
    """More digits would only make files larger."""
    return round(value, _DIGITS)


def choose_measure(document: Document, measure: str | None, *, units: bool = False) -> str:
    """A measure of the document, whatever its case; the headline if none is named, or the first that has units.

    Raises:
        UsageError: There is none of this name, or it has no units though these are asked for.
    """
    names = list(dict.fromkeys(row["measure"] for row in document["scores"]))
    known = list(dict.fromkeys(row["measure"] for row in document["oracle"]))
    name = document["headline"] if measure is None else measure
    if measure is None and units and name not in known and known:
        joined = [str(step["measure"]) for step in document.get("dendrogram", [])]
        return next((other for other in joined if other in known), str(known[0]))  # what is listed instead
    found: str | None = next((other for other in names if other.lower() == str(name).lower()), None)
    if found is None:
        raise UsageError(f"there is no measure {name!r} in the document", hint=f"its measures are {', '.join(names)}")
    if units and found not in known:
        way_out = f"choose one of {', '.join(known)} by --measure" if known else "such a figure cannot be made from it"
        raise UsageError(f"{found} has no units that are right or wrong", hint=way_out)
    return found


def choose_pair(document: Document, pair: Sequence[str] | None) -> Pair:
    """Two systems of the document; the first two if none are named.

    Raises:
        UsageError: There is no such system, or only one.
    """
    systems = list(document["systems"])
    if len(systems) < 2:  # noqa: PLR2004 (a pair)
        raise UsageError("the document has one system, and the figure shows two", hint="compare two outputs or more")
    if pair is None:
        return systems[0], systems[1]
    for name in pair:
        if name not in systems:
            raise UsageError(
                f"there is no system {name!r} in the document", hint=f"its systems are {', '.join(systems)}"
            )
    one, two = pair
    if one == two:
        raise UsageError("a pair needs two different systems", hint=f"the systems are {', '.join(systems)}")
    return one, two


def difference(document: Document, pair: Pair, measure: str) -> tuple[dict[str, Any], Rows]:
    """One row of `differences`, and its transitions, turned round if the pair is."""
    for row in document["differences"]:
        if row["measure"] == measure and {row["from"], row["to"]} == set(pair):
            if row["from"] == pair[0]:
                return row, list(row["transitions"])
            turned = [
                {**step, "class": _FLIPPED[step["class"]], "from": step["to"], "to": step["from"]}
                for step in row["transitions"]
            ]
            return row, turned
    raise UsageError(f"the document does not compare {pair[0]} and {pair[1]} by {measure}", hint="make it anew")


def score_rows(document: Document, measure: str) -> Rows:
    """Each system's score with its interval and a text of both; the lowest, if it is a number, first as given."""
    factor = 100 if is_share(measure) else 1
    rows = []
    for row in document["scores"]:
        if row["measure"] == measure and "subset" not in row:
            value = factor * row["value"]
            low, high = (None if row[end] is None else cut(factor * row[end]) for end in ("low", "high"))
            text = f"{value:.2f}" + ("" if low is None or high is None else f"  [{low:.2f}, {high:.2f}]")
            rows.append({"system": row["system"], "value": cut(value), "low": low, "high": high, "text": text})
    return rows


def transition_rows(document: Document, pair: Pair, measure: str, top: int) -> Rows:
    """The most frequent changes of each class; an arrow between the same labels is one of heads only."""
    _, steps = difference(document, pair, measure)
    rows = []
    for kind, name in CLASSES.items():
        counts: dict[str, int] = {}
        for step in steps:
            if step["class"] == kind:
                text = _name_step(step, with_gold=kind == "changed_error")
                counts[text] = counts.get(text, 0) + step["count"]
        order = sorted(counts.items(), key=lambda item: (-item[1], item[0]))
        total = sum(counts.values())
        rows += [{"kind": name, "change": text, "count": count, "total": total} for text, count in order[:top]]
    return rows


def _name_step(step: Mapping[str, Any], *, with_gold: bool) -> str:
    gold, before, after = (visible(step[key]) for key in ("gold", "from", "to"))
    if before == after:
        return (
            f"{before}, attachment only" if not with_gold or gold == before else f"{gold} → {before}, attachment only"
        )
    return f"{gold} → {before} → {after}" if with_gold else f"{before} → {after}"


def balance_rows(document: Document, pair: Pair, measure: str, top: int) -> Rows:
    """Corrections and new errors by gold label; the labels with the most of both."""
    _, steps = difference(document, pair, measure)
    sums: dict[str, dict[str, int]] = {}
    for step in steps:
        if step["class"] != "changed_error":
            own = sums.setdefault(step["gold"], {"correction": 0, "new_error": 0})
            own[step["class"]] += step["count"]
    order = sorted(sums, key=lambda label: (-sum(sums[label].values()), label))[:top]
    order.sort(key=lambda label: (sums[label]["new_error"] - sums[label]["correction"], label))
    return [
        {
            "label": visible(label),
            "kind": CLASSES[kind],
            "count": count,
            "value": count if kind == "correction" else -count,
        }
        for label in order
        for kind, count in sums[label].items()
    ]


def matrix_rows(document: Document, measure: str) -> tuple[list[str], Rows]:
    """The systems, the most alike side by side, and the share of differing units of each pair."""
    systems = list(document["systems"])
    order = next(
        (
            [*step["left"], *step["right"]]
            for step in reversed(document.get("dendrogram", []))
            if step["measure"] == measure and len(step["left"]) + len(step["right"]) == len(systems)
        ),
        systems,
    )
    rows = []
    for one, two in combinations(order, 2):
        row, _ = difference(document, (one, two), measure)
        share = 100 * row["different"] / row["units"] if row["units"] else 0.0
        rows.append({"one": one, "two": two, "share": cut(share), "text": f"{share:.2f}"})
    return order, rows


def solver_rows(document: Document, measure: str) -> Rows:
    """Units by who solves them: how many each set of systems, and nobody else, has right.

    The document has the units that at least one of each subset solves; what a set solves alone follows by inclusion and
    exclusion.

    Raises:
        UsageError: There are too many systems: the document does not have every subset.
    """
    systems, oracle = list(document["systems"]), _oracle(document, measure)
    union = {frozenset(row["systems"]): row["correct"] for row in oracle["subsets"]}
    if len(union) < 2 ** len(systems) - 1:
        raise UsageError(
            f"with {len(systems)} systems there are too many sets to show", hint="compare ten outputs or fewer"
        )
    union[frozenset()] = 0
    every = frozenset(systems)
    within = {members: oracle["units"] - union[every - members] for members in union}  # solved by nobody else
    rows = []
    for members in sorted(union, key=len):
        count = sum((-1) ** (len(members) - len(part)) * within[part] for part in union if part <= members)
        rows.append({"members": [name for name in systems if name in members], "count": count})
    rows.sort(key=lambda row: (-row["count"], -len(row["members"]), row["members"]))
    units = oracle["units"] or 1
    return [{**row, "share": cut(100 * row["count"] / units)} for row in rows if row["count"]]


def _oracle(document: Document, measure: str) -> dict[str, Any]:
    found: dict[str, Any] = next(row for row in document["oracle"] if row["measure"] == measure)
    return found


def oracle_rows(document: Document, measure: str, top: int) -> Rows:
    """The frequent labels: each system's accuracy and the oracle's, by how much the oracle would gain."""
    labels = [row for row in document["labels"] if row["measure"] == measure and row["units"] >= FEWEST_UNITS]
    labels = sorted(labels, key=lambda row: (-row["units"], row["label"]))[:top]
    rows = []
    for row in sorted(
        labels, key=lambda row: ((max(row["correct"].values()) - row["oracle"]) / row["units"], row["label"])
    ):
        values = {name: cut(100 * count / row["units"]) for name, count in row["correct"].items()}
        rows.append(
            {
                "label": visible(row["label"]),
                "units": row["units"],
                "oracle": cut(100 * row["oracle"] / row["units"]),
                "low": min(values.values()),
                "values": values,
            }
        )
    return rows


def gain_rows(document: Document, measure: str) -> Rows:
    """The best set of one, two, ... systems, and the share of units that at least one of them has right."""
    oracle = _oracle(document, measure)
    best: dict[int, dict[str, Any]] = {}
    for row in oracle["subsets"]:
        size = len(row["systems"])
        if size not in best or row["correct"] > best[size]["correct"]:
            best[size] = row
    units = oracle["units"] or 1
    rows = []
    for size in sorted(best):
        value = 100 * best[size]["correct"] / units
        before = set(best[size - 1]["systems"]) if size - 1 in best else set()
        rows.append(
            {
                "size": size,
                "value": cut(value),
                "text": f"{value:.2f}",
                "added": _name_added(before, best[size]["systems"]),
            }
        )
    return rows


def _name_added(before: Iterable[str], systems: Sequence[str]) -> str:
    """What is new in the next best set; all of it where it does not hold the one before."""
    known = set(before)
    if known - set(systems):
        return " + ".join(systems)
    new = [name for name in systems if name not in known]
    return " + ".join(new) if not known else f"+ {' + '.join(new)}"


def slice_rows(document: Document, pair: Pair, measure: str) -> Rows:
    """Slices of a pair: the difference in points with its interval.

    Raises:
        UsageError: The document has none.
    """
    if not document.get("slices"):
        raise UsageError(
            "the document has no slices", hint="make it with: tertium compare ... --by length,deprel --json"
        )
    rows = []
    alpha = document.get("statistics", {}).get("alpha", 0.05)
    for row in document["slices"]:
        if row["measure"] != measure or {row["from"], row["to"]} != set(pair):
            continue
        sign = 100 if row["from"] == pair[0] else -100
        if row["units"] < FEWEST_UNITS or row["low"] is None or row["high"] is None:
            continue
        ends = sorted(cut(sign * row[end]) for end in ("low", "high"))
        first = row["slice"][0]
        told = row["p_adjusted"] is not None and row["p_adjusted"] < alpha
        delta = cut(sign * row["delta"])
        rows.append(
            {
                "feature": first["feature"],
                "value": ", ".join(visible(str(part["value"])) for part in row["slice"]),
                "delta": delta,
                "low": ends[0],
                "high": ends[1],
                "units": row["units"],
                "side": ("better" if delta > 0 else "worse") if told else "not separated",
            }
        )
    if not rows:
        raise UsageError(
            f"the document has no slices of {pair[0]} and {pair[1]} by {measure} with {FEWEST_UNITS} units or more",
            hint="--pair chooses two systems",
        )
    return rows
