"""Errors of resolvers, counted: by type, mention type, pronoun and distance; what the next system repairs; repairs.

Recall bounds by mention type (Tuggener 2017, table 11) and the agreement of outputs, each taken as the key of the
others (appendix A.2, table 13).
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import permutations
from typing import TYPE_CHECKING, Final, Literal, TypeAlias

import numpy as np

from tertium.errors import FormatError
from tertium.tasks.antecedents import CLASSES, TP, closest_arcs_of
from tertium.tasks.chain_errors import DISTANCES, TYPES, ChainErrors, find_chain_errors
from tertium.tasks.match import UNALIGNED, Match
from tertium.tasks.mention_types import PERSONAL, POSSESSIVE
from tertium.tasks.mention_types import TYPES as MENTION_TYPES
from tertium.tasks.pairing import find_places

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from tertium._typing import Codes, Counts, Mask, Offsets
    from tertium.comparison.tables import Tables
    from tertium.mentionrules import Criterion

By: TypeAlias = Literal["type", "kind", "label"]
DIVISIONS: Final = ("type", "mention", "pronoun", "distance")


@dataclass(frozen=True, slots=True)
class ErrorCount:
    """Errors of one class in each system."""

    by: str  # one of DIVISIONS
    name: str
    counts: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class ErrorStep:
    """Errors of one type from one system to another."""

    name: str
    before: int
    after: int
    repaired: int  # wrong before, right after
    introduced: int


@dataclass(frozen=True, slots=True)
class Bound:
    """Recall on the key's mentions of one type: of each system, and of all together."""

    name: str
    units: int
    correct: tuple[int, ...]
    oracle: int


def errors_of(tables: Tables, measure: str, system: int) -> ChainErrors:
    """The mentions of one system that are wrong by a measure."""
    return find_chain_errors(tables.matches[system], _criterion_of(tables, measure))


def _criterion_of(tables: Tables, measure: str) -> Criterion:
    """Which antecedent decides."""
    criterion = tables.measures[measure].chains
    if criterion is None:
        raise ValueError(measure)
    return criterion


def count_errors(tables: Tables, measure: str) -> list[ErrorCount]:
    """Every class of errors with a count for each system; types in their order, pronouns by frequency."""
    return [row for row, _ in _divide(tables, [errors_of(tables, measure, at) for at in range(len(tables.systems))])]


def locate_errors(tables: Tables, measure: str) -> list[list[Offsets]]:
    """For each class, in the same order, and for each system the places of the sentences that hold such errors."""
    found = [errors_of(tables, measure, system) for system in range(len(tables.systems))]
    sentence, last = tables.sentence_of_words(), max(tables.gold.n_words - 1, 0)
    places = [sentence[np.minimum(errors.first, last)] for errors in found]
    return [
        [np.unique(own[mask]) for own, mask in zip(places, chosen, strict=True)] for _, chosen in _divide(tables, found)
    ]


def _divide(tables: Tables, found: Sequence[ChainErrors]) -> Iterator[tuple[ErrorCount, list[Mask]]]:
    """Classes with their counts, and which errors of each system they hold."""
    for by in DIVISIONS:
        names, codes = _classes(tables, found, by)
        table = np.stack([np.bincount(code[code >= 0], minlength=len(names)) for code in codes])
        order = range(len(names)) if by != "pronoun" else sorted(range(len(names)), key=lambda at: -table[:, at].sum())
        for at in order:
            if table[:, at].any():
                yield ErrorCount(by, names[at], tuple(table[:, at].tolist())), [code == at for code in codes]


def _classes(tables: Tables, found: Sequence[ChainErrors], by: str) -> tuple[Sequence[str], list[Codes]]:
    """Names, and for each system the class of each error; -1: none."""
    if by == "type":
        return TYPES, [errors.type for errors in found]
    if by == "mention":
        return MENTION_TYPES, [errors.kind for errors in found]
    if by == "distance":
        return DISTANCES, [errors.distance for errors in found]
    gold = tables.gold
    forms = gold.vocab.rewrite(gold.columns["form"], str.lower)
    columns = []
    for errors in found:
        pronoun = np.isin(errors.kind, (PERSONAL, POSSESSIVE)) & (errors.first < gold.n_words)
        columns.append(np.where(pronoun, forms[np.minimum(errors.first, max(gold.n_words - 1, 0))], -1))
    every = np.concatenate(columns) if columns else np.zeros(0, dtype=np.int64)
    used = np.unique(every[every >= 0])
    texts = gold.vocab.decode(used)
    order = np.array(sorted(range(len(texts)), key=lambda at: texts[at]), dtype=np.int64)
    rank = np.empty(len(used), dtype=np.int64)
    rank[order] = np.arange(len(used))
    placed = [np.append(rank, -1)[find_places(used, column)].astype(np.int32) for column in columns]
    return [texts[at] for at in order.tolist()], placed


def compare_errors(tables: Tables, measure: str, before: int, after: int) -> list[ErrorStep]:
    """What a second system repairs and what it introduces, by type."""
    one, two = (errors_of(tables, measure, system) for system in (before, after))
    repaired = np.bincount(one.type[~np.isin(one.code, two.code)], minlength=len(TYPES))
    introduced = np.bincount(two.type[~np.isin(two.code, one.code)], minlength=len(TYPES))
    counts = [np.bincount(errors.type, minlength=len(TYPES)) for errors in (one, two)]
    return [
        ErrorStep(name, int(counts[0][at]), int(counts[1][at]), int(repaired[at]), int(introduced[at]))
        for at, name in enumerate(TYPES)
        if counts[0][at] or counts[1][at]
    ]


def find_bounds(tables: Tables, measure: str) -> list[Bound]:
    """Recall and its bound by mention type, all of them first, those of no type last (table 11)."""
    found = [closest_arcs_of(match, _criterion_of(tables, measure)) for match in tables.matches]
    asked = found[0].anaphoric
    right = np.stack([arcs.of_key[asked] == TP for arcs in found])
    kind = found[0].key.kind[asked]

    def count(name: str, chosen: Mask) -> Bound:
        own = right[:, chosen]
        return Bound(name, own.shape[1], tuple(own.sum(axis=1).tolist()), int(own.any(axis=0).sum()))

    rows = [count(name, kind == place) for place, name in enumerate(MENTION_TYPES)]
    return [count("overall", np.ones(len(kind), dtype=np.bool_)), *(row for row in rows if row.units)]


def find_agreement(tables: Tables, measure: str) -> dict[tuple[int, int], float]:
    """The score of each system (second) with another as the key (first), for each ordered pair."""
    found = {}
    chosen = tables.measures[measure]
    for one, two in permutations(range(len(tables.systems)), 2):
        if tables.same_words:
            link, key, response = tables.matches[0].link, tables.matches[one].system, tables.matches[two].system
            how = tables.how(measure)
            try:
                counts = chosen.counts(Match(key, response, link), tables.whole)
            except FormatError:  # repeats that the scorer to imitate refuses in a response
                continue
            sums = chosen.used(counts).sum(axis=0)
            found[one, two] = float(chosen.values(sums, how)["value"])
    return found


def repair_steps_of(tables: Tables, system: int, criterion: Criterion) -> list[tuple[By, str, int, Counts]]:
    """Classes of errors as (division, name, errors, what repairing them adds), over all runs of a system."""
    rows: dict[tuple[By, str], tuple[int, Counts]] = {}
    for match in tables.runs_of(system):
        errors = find_chain_errors(match, criterion)
        steps = errors.steps()
        anaphoric = errors.answer != CLASSES.index("fp")
        for place in range(len(TYPES)):
            _add(rows, ("type", TYPES[place]), errors.type == place, steps)
        for answer in ("fn", "wl", "fp"):
            _add(rows, ("kind", answer), errors.answer == CLASSES.index(answer), steps)
        for place, name in enumerate(MENTION_TYPES):
            _add(rows, ("label", name), (errors.kind == place) & anaphoric, steps)
        _add(rows, ("label", UNALIGNED), ~anaphoric, steps)
    return [(*key, n, step) for key, (n, step) in rows.items()]


def _add(
    rows: dict[tuple[By, str], tuple[int, Counts]], key: tuple[By, str], chosen: np.ndarray, steps: Counts
) -> None:
    n = int(np.count_nonzero(chosen))
    if n:
        known, so_far = rows.get(key, (0, np.zeros(steps.shape[1], dtype=np.int64)))
        rows[key] = known + n, so_far + steps[chosen].sum(axis=0)
