"""Repairs: what would the score be if one class of a system's errors were repaired, and nothing else?

The definition is ours. An error is a scored gold word that is answered wrongly. The errors are divided in three ways,
each a partition: by *kind* (which atoms are wrong: the attachment only, the label only, both), by gold *label* (each
divided once more by kind), and by *confusion* (gold label -> the system's). Repairing a class makes its words right, so
it adds them to the correct ones; the score is then computed anew from the counts, whatever the measure.

Where a system cut the text for itself, some words can have no right answer whatever it says: it does not have the word,
or (for attachments) not the gold head, or has the two in different sentences. These are one class in all three
divisions, *cut otherwise*. Repairing it means that the text is cut as the gold cuts it and that these words are right;
the other words keep their answers. The system then has the gold's words: words of its own are gone, missing ones are
there, and system and aligned words are as many as gold words, which is what precision and F1 are computed from. No
other class changes the words. So every row is the score of a file that could be written, the steps of a partition add
up, and repairing all of it gives 100 %. Where the score is an accuracy, the gains add up to what is missing to 100 %.

Where systems propose their own units, an error is a unit that is *missed*, one that is *invented*, or one with another
*label*: repairing adds it to both the right ones and the system's, takes it away from the system's, or adds it to the
right ones. A fourth division is by *type*, as the measure tells them: an attachment error is several brackets.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, Literal, TypeAlias, get_args

import numpy as np

from tertium.comparison.chain_errors import repair_steps_of
from tertium.comparison.error_types import count_types
from tertium.comparison.transitions import sorted_labels
from tertium.measures.base import ALIGNED, CORRECT, GOLD, N_COUNTS, SYSTEM, score
from tertium.tasks.decisions import Decisions, cut_otherwise, decide
from tertium.tasks.match import NOT_IN_GOLD
from tertium.tasks.proposals import NOTHING
from tertium.tasks.typed_errors import PART_OF_SPEECH

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from tertium._typing import Codes, Counts, Offsets
    from tertium.comparison.tables import Tables
    from tertium.tasks.match import Match

By = Literal["kind", "type", "label", "confusion"]
DIVISIONS: Final[tuple[By, ...]] = get_args(By)
WORD_DIVISIONS: Final[tuple[By, ...]] = ("kind", "label", "confusion")

CUT: Final = "cut"
MISSED: Final = "missed"
INVENTED: Final = "invented"
ATTACHMENT_AND_LABEL: Final = ("head", "deprel")
SPLIT: Final = ("attachment", "label", "both")
"""The kinds of a wrong labelled attachment, without those that were cut otherwise."""

_NAMES: Final = {
    CUT: "cut otherwise",
    "attachment": "attachment only",
    "label": "label only",
    "both": "both wrong",
    "wrong": "wrong answer",
    MISSED: "missed",
    INVENTED: "invented",
    "fn": "not linked (fn)",
    "wl": "wrong link (wl)",
    "fp": "wrongly linked (fp)",
}


@dataclass(frozen=True, slots=True)
class ErrorClass:
    """Errors that would be repaired together; a gold label with a kind is a part of that label's class."""

    by: By
    gold: str | None = None
    answer: str | None = None
    kind: str | None = None

    @property
    def is_part(self) -> bool:
        """Whether this is one kind of a label's errors, so that it lies inside of another class of its division."""
        return self.gold is not None and self.kind is not None

    @property
    def name(self) -> str:
        """For people.

        >>> ErrorClass("label", gold="nmod", kind="both").name, ErrorClass("confusion", gold="nmod", answer="obl").name
        ('nmod, both wrong', 'nmod → obl')
        """
        if self.by == "type":
            return self.kind or ""
        kind = None if self.kind is None else name_kind(self.kind)
        if self.gold == NOTHING and self.answer is None:
            return f"{NOT_IN_GOLD}, {kind}" if kind else NOT_IN_GOLD
        if self.gold is None:
            return kind or ""
        if self.answer is None:
            return f"{self.gold}, {kind}" if kind else self.gold
        return f"{self.gold}, {_NAMES['attachment']}" if self.gold == self.answer else f"{self.gold} → {self.answer}"


@dataclass(frozen=True, slots=True)
class Repair:
    """One class of one system's errors, and what its score would be without them."""

    system: str
    measure: str
    group: ErrorClass
    errors: int
    value: float
    gain: float


Errors: TypeAlias = "tuple[int, Counts]"
"""How many errors a class has, and what repairing them adds to the counts."""

Row: TypeAlias = tuple[Repair, ...]
"""One class, one repair for each system."""


def name_kind(kind: str) -> str:
    """A kind of error for people."""
    return _NAMES.get(kind) or (kind.replace("+", " + ") if "+" in kind else f"{kind} only")


def find_repairs(tables: Tables, measure: str) -> list[Row]:
    """Every class that some system has errors in, division by division, the biggest gain of any system first."""
    count = count_own_errors if proposes_units(tables, measure) else _count_words
    if tables.measures[measure].chains is not None:
        count = _count_chains
    counted = [count(tables, measure, system) for system in range(len(tables.systems))]
    groups = list(dict.fromkeys(group for errors in counted for group in errors))
    columns = [_repair(tables, measure, system, groups, errors) for system, errors in enumerate(counted)]
    return sorted(zip(*columns, strict=True), key=_rank)


def proposes_units(tables: Tables, measure: str) -> bool:
    """Whether systems propose the units themselves; else these are gold words, all of them or some."""
    return tables.measures[measure].decide is not None and not tables.measures[measure].atoms


def repairs_of(rows: Sequence[Row], system: int) -> list[Repair]:
    """One system's own classes out of several systems' rows, its biggest first."""
    own = [row[system] for row in rows]
    return sorted((repair for repair in own if repair.errors or repair.gain), key=lambda repair: _rank((repair,)))


def _rank(row: Row) -> tuple[int, float, int, str]:
    group = row[0].group
    gain, errors = max(repair.gain for repair in row), max(repair.errors for repair in row)
    return DIVISIONS.index(group.by), -gain, -errors, group.name


def _repair(
    tables: Tables, measure: str, system: int, groups: Sequence[ErrorClass], errors: Mapping[ErrorClass, Errors]
) -> list[Repair]:
    """One system without each of the classes."""
    totals, how = tables.totals(measure, system), tables.how(measure)
    before = float(score(totals, how)["value"])
    own = [errors.get(group, (0, np.zeros(N_COUNTS, dtype=np.int64))) for group in groups]
    steps = np.array([step for _, step in own], dtype=np.int64).reshape(len(groups), N_COUNTS)
    after = score(totals + steps, how)["value"].tolist()
    return [
        Repair(tables.systems[system], measure, group, n, value, value - before)
        for group, (n, _), value in zip(groups, own, after, strict=True)
    ]


def _count_chains(tables: Tables, measure: str, system: int) -> dict[ErrorClass, Errors]:
    """The classes of mentions that are resolved wrongly."""
    criterion = tables.measures[measure].chains
    found: dict[ErrorClass, Errors] = {}
    for by, name, n, step in repair_steps_of(tables, system, criterion) if criterion is not None else ():
        group = ErrorClass("label", gold=name) if by == "label" else ErrorClass(by, kind=name)
        found[group] = n, step
    return found


def _count_words(tables: Tables, measure: str, system: int) -> dict[ErrorClass, Errors]:
    """The classes of a measure over gold words."""
    errors = count_errors(tables, measure, system)
    groups = list(errors)
    steps = repair_steps(tables.totals(measure, system), groups, errors)
    return {group: (errors[group], step) for group, step in zip(groups, steps, strict=True)}


_OWN_STEPS: Final = {MISSED: (1, 0, 1, 0), INVENTED: (0, 0, -1, 0), "label": (1, 0, 0, 0)}
"""What repairing one unit adds to the counts."""


def count_own_errors(tables: Tables, measure: str, system: int) -> dict[ErrorClass, Errors]:
    """One system's errors in each class, where systems propose their own units, over all of its runs."""
    found: dict[ErrorClass, Errors] = {}

    def add(group: ErrorClass, n: int, step: Counts) -> None:
        known, so_far = found.get(group, (0, np.zeros(N_COUNTS, dtype=np.int64)))
        found[group] = known + n, so_far + step

    propose = tables.measures[measure].decide
    for match in tables.runs_of(system):
        if propose is None:
            continue
        units = propose([match])
        wrong = np.flatnonzero(~units.right[0])
        keys, times = np.unique(np.stack([units.gold_label[wrong], units.labels[0][wrong]]), axis=1, return_counts=True)
        for gold, answer, n in zip(*(units.vocab.decode(row) for row in keys), times.tolist(), strict=True):
            kind = INVENTED if gold == NOTHING else MISSED if answer == NOTHING else "label"
            step = n * np.array(_OWN_STEPS[kind], dtype=np.int64)
            add(ErrorClass("kind", kind=kind), n, step)
            add(ErrorClass("label", gold=gold), n, step)
            if kind != INVENTED:
                add(ErrorClass("label", gold=gold, kind=kind), n, step)
            add(ErrorClass("confusion", gold=gold, answer=answer), n, step)
        typed = tables.measures[measure].type_errors
        for row in count_types("", typed(match), "") if typed is not None else ():
            if row.units and row.kind != PART_OF_SPEECH:
                step = np.array([row.missed, 0, row.missed - row.extra, 0], dtype=np.int64)
                add(ErrorClass("type", kind=row.kind), row.units, step)
    return found


def repair_steps(totals: Counts, groups: Sequence[ErrorClass], errors: Counter[ErrorClass]) -> Counts:
    """(n_classes, 4) what repairing each class adds to the counts; the steps of several classes add up."""
    steps = np.zeros((len(groups), N_COUNTS), dtype=np.int64)
    steps[:, CORRECT] = [errors[group] for group in groups]
    cut = [group.kind == CUT for group in groups]
    for count in (SYSTEM, ALIGNED):  # as many as in the gold
        steps[cut, count] = totals[GOLD] - totals[count]
    return steps


def count_errors(tables: Tables, measure: str, system: int) -> Counter[ErrorClass]:
    """One system's errors in each class, over all of its runs, as its counts are.

    *Cut otherwise* is there too where a system only has words of its own.
    """
    atoms, shown = tables.measures[measure].atoms, tables.measures[measure].shown
    found: Counter[ErrorClass] = Counter()
    totals = tables.totals(measure, system)
    if totals[SYSTEM] != totals[ALIGNED]:
        found.update(dict.fromkeys(_classes(atoms, 0, "", ""), 0))
    choose = tables.measures[measure].decide  # some of the words only
    for match in tables.runs_of(system):
        decisions = choose([match]) if choose is not None else decide([match], atoms, shown)
        wrong = np.flatnonzero(~decisions.right[0])
        columns = (decisions.gold_label[wrong], decisions.labels[0][wrong])
        labels, places = sorted_labels(decisions.vocab, columns)
        keys, counts = np.unique(np.stack([_kinds(match, decisions, wrong), *places]), axis=1, return_counts=True)
        for bits, gold, answer, n in zip(*keys.tolist(), counts.tolist(), strict=True):
            for group in _classes(atoms, bits, labels[gold], labels[answer]):
                found[group] += n
    return found


def _kinds(match: Match, decisions: Decisions, wrong: Offsets) -> Codes:
    """(n_wrong,) which atoms of a wrong answer are wrong, a bit each; 0 where the text is cut otherwise."""
    words = decisions.unit[wrong]
    kinds = np.zeros(len(words), dtype=np.int32)
    for place, atom in enumerate(decisions.atoms):
        kinds |= np.where(match.right(atom)[words], 0, 1 << place).astype(np.int32)
    return np.where(cut_otherwise(match, decisions.atoms)[words], 0, kinds).astype(np.int32)


def _classes(atoms: Sequence[str], bits: int, gold: str, answer: str) -> Iterator[ErrorClass]:
    """The classes of one error, one of each division, and the part of its label."""
    if not bits:
        yield from (ErrorClass(by, kind=CUT) for by in WORD_DIVISIONS)
        return
    kind = _kind(atoms, bits)
    yield ErrorClass("kind", kind=kind)
    yield ErrorClass("label", gold=gold)
    if len(atoms) > 1:
        yield ErrorClass("label", gold=gold, kind=kind)
    yield ErrorClass("confusion", gold=gold, answer=answer)


def _kind(atoms: Sequence[str], bits: int) -> str:
    if len(atoms) == 1:
        return "wrong"
    if tuple(atoms) == ATTACHMENT_AND_LABEL:
        return SPLIT[bits - 1]
    return "+".join(atom for place, atom in enumerate(atoms) if bits >> place & 1)
