"""ARCS (Tuggener 2014, 2017): classes, changes, bounds; by the paper, as its scripts were released, by ARCS 1.2."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from functools import cache, partial
from itertools import permutations
from typing import TYPE_CHECKING, Any, Final
from unittest import mock

import numpy as np
import pytest

import tertium
from tertium.comparison.chain_errors import find_bounds
from tertium.comparison.tables import Tables
from tertium.comparison.transitions import CLASSES, tabulate_transitions
from tertium.measures.arcs import ARCS
from tertium.tasks.antecedents import FN, FP, TP, WL, Resolved, arcs_of, closest_arcs_of, sides_of
from tertium.tasks.mention_types import NOUN, OTHER, PERSONAL, POSSESSIVE, TYPES
from tests.chain_oracles import SYSTEMS, compare, corpus, entries, read_oracle
from tests.chains import conll

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from pathlib import Path

    from tertium._typing import Codes, Mask
    from tertium.comparison.transitions import Transitions
    from tertium.tasks.decisions import Decisions
    from tertium.tasks.match import Match
    from tests.chain_oracles import Counterparts

MEASURES: Final = {"nominal": "ARCS-nom", "any": "ARCS-any"}
NAMES: Final = dict(zip(("overall", *TYPES), ("ALL", "NOUN", "PRP", "PRP$", "OTHER"), strict=True))
"""Mention types as tertium and as the oracles call them."""

EVERY: Final = (NOUN, PERSONAL, POSSESSIVE, OTHER)
ROWS: Final = {"ALL": EVERY, "NOUN": (NOUN,), "PRP": (PERSONAL,), "PRP$": (POSSESSIVE,), "OTHER": (OTHER,)}
SECTIONS: Final = {"pronouns": (PERSONAL, POSSESSIVE), "nouns_and_other": (NOUN, OTHER), "all": EVERY}


@cache
def compared(**options: Any) -> Tables:
    """All systems; loaded once for all tests that ask for them."""
    paths = [corpus(f"ontogum/{name}.conll") for name in SYSTEMS]
    return tertium.compare(corpus("ontogum/gold.conll"), paths, intervals=False, **options).tables


def some_of(tables: Tables, names: Iterable[str]) -> Tables:
    """The same with some of the systems."""
    systems = list(names)
    matches = [tables.matches[SYSTEMS.index(name)] for name in systems]
    return Tables(systems, matches, list(tables.measures.values()), tables.rules)


@dataclass(frozen=True)
class Units:
    """The mentions that count by a criterion, and their types."""

    decisions: Decisions
    kind: Codes

    def among(self, kinds: Iterable[int]) -> Decisions:
        """Those of some types."""
        return self.decisions.take(np.isin(self.kind, list(kinds)), self.decisions.n_systems)


def units_of(tables: Tables, measure: str) -> Units:
    decisions = tables.decisions(measure)
    kinds: dict[tuple[int, int], int] = {}
    for match in tables.matches:
        for side in sides_of(match, tables.rules.mention_table):
            spans = zip(side.first.tolist(), side.last.tolist(), strict=True)
            kinds.update(zip(spans, side.kind.tolist(), strict=True))
    return Units(decisions, np.array([kinds[span] for span in spans_of(decisions)], dtype=np.int32))


def spans_of(decisions: Decisions) -> list[tuple[int, int]]:
    assert decisions.end is not None
    return list(zip(decisions.unit.tolist(), (decisions.end - 1).tolist(), strict=True))


def names_of(decisions: Decisions, system: int) -> list[str]:
    """The class of each mention."""
    return decisions.vocab.decode(decisions.labels[system])


def percent(part: float, of: float = 1) -> float:
    """As the scripts print it."""
    return round(100 * (part / of), 2) if of else 0.0


def score(tp: int, wl: int, fn: int, fp: int) -> dict[str, float]:
    """Recall, precision and F1 of counted classes, by the measure."""
    found = ARCS["ARCS-nom"].values(np.array([tp, tp + wl + fn, tp + wl + fp]), "f1")
    return {"recall": float(found["recall"]), "precision": float(found["precision"]), "f1": float(found["value"])}


def paper(criterion: str, folder: Path) -> dict[str, Any]:
    """Tables 7, 8 and 11 of the paper for these systems, all mentions and by type; table 8 by equation 2 as printed."""
    del folder
    if criterion not in MEASURES:
        return {f"{one} -> {two}": intersection(one, two) for one, two in permutations(SYSTEMS, 2)}
    measure = MEASURES[criterion]
    units, oracle = units_of(compared(), measure), read_oracle("ontogum.arcs")["criteria"][criterion]
    rows = {row: units.among(kinds) for row, kinds in ROWS.items()}
    return {
        "systems": {
            name: {row: classes_of(own, place) for row, own in rows.items()} for place, name in enumerate(SYSTEMS)
        },
        "pairs": {
            f"{one} -> {two}": {row: changes(own, SYSTEMS.index(one), SYSTEMS.index(two)) for row, own in rows.items()}
            for one, two in permutations(SYSTEMS, 2)
        },
        "upper_bounds": {
            names: {
                NAMES[row.name]: {"correct": row.oracle, "mentions": row.units}
                for row in find_bounds(some_of(compared(), names.split("+")), measure)
            }
            for names in oracle["upper_bounds"]
        },
    }


def classes_of(decisions: Decisions, system: int) -> dict[str, float]:
    counted = Counter(names_of(decisions, system))
    found = {name: counted[name] for name in ("tp", "wl", "fn", "fp")}
    return {**found, **score(**found)}


def changes(decisions: Decisions, before: int, after: int) -> dict[str, Any]:
    """One line of table 8, and beside it the mentions that do not change."""
    table, concerned = tabulate_transitions(decisions, before, after), decisions.units_of(before, after)
    pairs = zip(names_of(decisions, before), names_of(decisions, after), concerned.tolist(), strict=True)
    same = Counter(f"{one}->{two}" for one, two, counts in pairs if counts and one == two)
    return {
        "different": table.n_different,
        "mentions": table.n_units,
        "diff": table.difference,
        **dict(zip(CLASSES, table.by_class, strict=True)),
        "transitions": same | moves_of(table),
    }


def moves_of(table: Transitions) -> dict[str, int]:
    rows = zip(table.before.tolist(), table.after.tolist(), table.count.tolist(), strict=True)
    return {f"{table.labels[one]}->{table.labels[two]}": n for one, two, n in rows}


def intersection(one: str, two: str) -> dict[str, Any]:
    tables, found = some_of(compared(intersection=True), (one, two)), {}
    for criterion, measure in MEASURES.items():
        table = tables.transitions(measure, 0, 1)
        found[criterion] = {"different": table.n_different, "mentions": table.n_units}
    return found


@cache
def released(variant: str) -> Units:
    """Mentions as the script for changes takes them; with the closest antecedent if one word of it is changed."""
    if variant != "nominal_closest":
        return units_of(compared(like="compareval"), MEASURES[variant.removesuffix("_as_released")])
    antecedent = Resolved.antecedent
    with mock.patch.object(Resolved, "antecedent", lambda side, criterion, **_: antecedent(side, criterion)):
        return units_of(compared.__wrapped__(like="compareval"), "ARCS-nom")


def released_pair(pair: str, folder: Path) -> dict[str, Any]:
    """What the script for changes prints: by sections with percentages, by tags of pronouns without."""
    del folder
    before, after = (SYSTEMS.index(name) for name in pair.split(" -> "))
    found = {}
    for variant in ("nominal_as_released", "any", "nominal_closest"):
        line = partial(printed_changes, before=before, after=after)
        found[variant] = {
            "sections": {name: line(released(variant).among(kinds)) for name, kinds in SECTIONS.items()},
            "pronoun_tags": {name: line(released(variant).among(ROWS[name]), shares=False) for name in ("PRP", "PRP$")},
        }
    return found


def printed_changes(decisions: Decisions, *, before: int, after: int, shares: bool = True) -> dict[str, Any]:
    table = tabulate_transitions(decisions, before, after)
    found = {"different": table.n_different, "mentions": table.n_units, "percent": percent(table.difference)}
    if not shares:
        return {**found, "transitions": moves_of(table)}

    def share(counts: Mapping[str, int]) -> dict[str, Any]:
        return {name: {"count": n, "percent": percent(n, table.n_different)} for name, n in counts.items()}

    return {
        **found,
        "classes": share(dict(zip(CLASSES, table.by_class, strict=True))),
        "transitions": share(moves_of(table)),
    }


def released_bounds(names: str, folder: Path) -> dict[str, Any]:
    """What the script for upper bounds prints; tertium has one row for all other types."""
    del folder
    found = {}
    for criterion, measure in MEASURES.items():
        bounds = find_bounds(some_of(compared(like="compareval"), names.split("+")), measure)
        rows: dict[str, Any] = {
            NAMES[row.name]: {"correct": row.oracle, "mentions": row.units, "percent": percent(row.oracle, row.units)}
            for row in bounds
        }
        del rows["OTHER"]["percent"]
        found[criterion] = {"overall": rows.pop("ALL"), "rows": rows}
    return found


def older_scorer(part: str, folder: Path) -> dict[str, Any]:
    """ARCS 1.2, which reads files as the scripts do; its own definitions are made of tertium's classes here."""
    del folder
    assert part == "systems"
    return {
        name: {"inferred": count_older(match, inferred=True), "immediate": count_older(match, inferred=False)}
        for name, match in zip(SYSTEMS, compared(like="compareval").matches, strict=True)
    }


def count_older(match: Match, *, inferred: bool) -> dict[str, Any]:
    """Its rows by type. All mentions of a chain with a noun are asked for but the first, and pronouns before the noun.

    Inferred is the closest nominal antecedent: a noun that is resolved to one, and has none in the key, is wrong and
    spurious; one that has none on either side is passed over. Immediate is the antecedent right before, if it is that
    of the key.
    """
    nearest, nominal = arcs_of(match, "immediate"), closest_arcs_of(match, "nom")
    key, response = nearest.key, nearest.response
    pronoun = np.isin(key.kind, SECTIONS["pronouns"])
    asked = nominal.anaphoric | nearest.anaphoric & ~pronoun & beside_noun(key)
    missed, spurious = nearest.of_key == FN, nearest.of_response == FP
    if inferred:
        right, wrong = nominal.of_key == TP, np.isin(nominal.of_key, (WL, FP))
        missed |= nominal.of_key == FN
        in_key = key.find(response.code) >= 0
        spurious = np.where(in_key, nominal.of_response == FP, spurious & beside_noun(response))
    else:
        resolved, place = np.isin(nearest.of_key, (TP, WL)), response.find(key.code)
        same = key.code[nearest.key_antecedent] == response.code[nearest.antecedent[place]]
        right, wrong = resolved & same, resolved & ~same
    assert nearest.times is not None
    times = np.maximum(nearest.times, 1)
    found = {}
    for row, kinds in {**ROWS, "Overall": EVERY}.items():
        own, theirs = np.isin(key.kind, kinds) & asked, np.isin(response.kind, kinds) & spurious
        tp, wl, fn = (int(np.count_nonzero(own & which)) for which in (right, wrong, missed))
        counts = {"tp": tp, "wl": wl, "fn": fn, "fp": int(times[theirs].sum())}
        values = dict(zip(("R", "P", "F1"), map(percent, score(**counts).values()), strict=True))
        found[row] = {**counts, "true_mentions": int(np.count_nonzero(own)), **values, "Acc": percent(tp, tp + wl)}
    del found["ALL"]
    return {**found, "OTHER": {name: n for name, n in found["OTHER"].items() if isinstance(n, int)}}


def beside_noun(side: Resolved) -> Mask:
    """Mentions of chains with a noun."""
    return np.isin(side.chain, side.chain[side.kind == NOUN])


def case_by_hand(name: str, folder: Path) -> dict[str, Any]:
    """Small files whose classes are worked out by hand; tn is left out."""
    case = read_oracle("arcs_cases")["cases"][name]
    forms, tags = zip(*case["tokens"], strict=True)
    paths = []
    for side in ("key", "response"):
        path = folder / f"{side}.conll"
        path.write_text(conll(" ".join(case[side]), tags=" ".join(tags), forms=forms), encoding="utf-8")
        paths.append(str(path))
    tables = tertium.compare(paths[0], paths[1:], intervals=False, mention_types="english").tables
    expected = {}
    for criterion, measure in MEASURES.items():
        decisions = tables.decisions(measure)
        rows = zip(spans_of(decisions), names_of(decisions, 0), strict=True)
        expected[criterion] = {f"{first}-{last}": label for (first, last), label in rows if label != "tn"}
    return {"expected": expected}


COUNTERPARTS: Final[Counterparts] = {
    ("ontogum.arcs", "criteria"): paper,
    ("ontogum.compareval", "pairs"): released_pair,
    ("ontogum.compareval", "upper_bounds"): released_bounds,
    ("ontogum.compareval", "arcs_scorer"): older_scorer,
    ("arcs_cases", "cases"): case_by_hand,
}


@pytest.mark.parametrize(("oracle", "key", "entry"), entries(COUNTERPARTS))
def test_every_number_of_arcs(tmp_path: Path, oracle: str, key: str, entry: str) -> None:
    compare(COUNTERPARTS, oracle, key, entry, tmp_path)


@pytest.mark.parametrize(("one", "two"), [*permutations(("mentionpair", "xrenner-onto")), ("sieve", "recency")])
def test_pairs_that_are_compared_by_themselves_change_as_among_all(shared: Path, one: str, two: str) -> None:
    """In both orders: where a span stands in several chains, the scripts count more one way than the other."""
    del shared
    paths = [corpus(f"ontogum/{name}.conll") for name in (one, two)]
    result = tertium.compare(corpus("ontogum/gold.conll"), paths, intervals=False, like="compareval")
    rows = {row["measure"]: row for row in result.to_dict()["differences"]}
    for variant, measure in (("nominal_as_released", "ARCS-nom"), ("any", "ARCS-any")):
        expected = read_oracle("ontogum.compareval")["pairs"][f"{one} -> {two}"][variant]["sections"]["all"]
        assert (rows[measure]["different"], rows[measure]["units"]) == (expected["different"], expected["mentions"])
        counted = {f"{entry['from']}->{entry['to']}": entry["count"] for entry in rows[measure]["transitions"]}
        assert counted == {name: entry["count"] for name, entry in expected["transitions"].items()}
