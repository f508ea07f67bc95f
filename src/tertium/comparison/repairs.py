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

Where systems propose their own units, an error is a unit that is *missed*, *invented* or has the wrong *label*.
Repairing adds the missed ones to the right and to the proposed, takes the invented ones away, and makes wrong labels
right. Invented units have no gold label; they are one class among the labels, and divided by their own label among the
confusions.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, Literal, TypeAlias, get_args

import numpy as np

from tertium.comparison.transitions import sorted_labels
from tertium.measures.base import ALIGNED, CORRECT, GOLD, N_COUNTS, SYSTEM, score
from tertium.tasks.decisions import Decisions, decide
from tertium.tasks.proposals import NOTHING

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from tertium._typing import Codes, Counts, Mask, Offsets
    from tertium.comparison.tables import Tables
    from tertium.tasks.match import Match

By = Literal["kind", "label", "confusion"]
DIVISIONS: Final[tuple[By, ...]] = get_args(By)

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
}
_STEPS: Final = {MISSED: (1, 1), INVENTED: (0, -1)}
"""What repairing one error adds to the right and to the proposed, where that is not 1 and 0."""


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
        >>> [ErrorClass("confusion", gold=gold, answer=answer).name for gold, answer in (("NP", "∅"), ("∅", "NP"))]
        ['NP missed', 'NP invented']
        """
        if self.answer is not None and NOTHING in (self.gold, self.answer):
            return f"{self.gold} missed" if self.answer == NOTHING else f"{self.answer} invented"
        kind = None if self.kind is None else name_kind(self.kind)
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


Row: TypeAlias = tuple[Repair, ...]
"""One class, one repair for each system."""


def name_kind(kind: str) -> str:
    """A kind of error for people."""
    return _NAMES.get(kind) or (kind.replace("+", " + ") if "+" in kind else f"{kind} only")


def find_repairs(tables: Tables, measure: str) -> list[Row]:
    """Every class that some system has errors in, division by division, the biggest gain of any system first."""
    counted = [count_errors(tables, measure, system) for system in range(len(tables.systems))]
    groups = list(dict.fromkeys(group for errors in counted for group in errors))
    columns = [_repair(tables, measure, system, groups, errors) for system, errors in enumerate(counted)]
    return sorted(zip(*columns, strict=True), key=_rank)


def repairs_of(rows: Sequence[Row], system: int) -> list[Repair]:
    """One system's own classes out of several systems' rows, its biggest first."""
    own = [row[system] for row in rows]
    return sorted((repair for repair in own if repair.errors or repair.gain), key=lambda repair: _rank((repair,)))


def _rank(row: Row) -> tuple[int, float, int, str]:
    group = row[0].group
    gain, errors = max(repair.gain for repair in row), max(repair.errors for repair in row)
    return DIVISIONS.index(group.by), -gain, -errors, group.name


def _repair(
    tables: Tables, measure: str, system: int, groups: Sequence[ErrorClass], errors: Counter[ErrorClass]
) -> list[Repair]:
    """One system without each of the classes."""
    totals, how = tables.totals(measure, system), tables.how(measure)
    before = float(score(totals, how)["value"])
    after = score(totals + repair_steps(totals, groups, errors), how)["value"].tolist()
    return [
        Repair(tables.systems[system], measure, group, errors[group], value, value - before)
        for group, value in zip(groups, after, strict=True)
    ]


def repair_steps(totals: Counts, groups: Sequence[ErrorClass], errors: Counter[ErrorClass]) -> Counts:
    """(n_classes, 4) what repairing each class adds to the counts; the steps of several classes add up."""
    steps = np.zeros((len(groups), N_COUNTS), dtype=np.int64)
    proposed = any(group.kind in _STEPS for group in errors)
    for place, group in enumerate(groups):
        parts = [group]
        if proposed and group.by == "label" and group.kind is None:  # a label's errors are of several kinds
            parts = [part for part in errors if part.is_part and part.gold == group.gold]
        for part in parts:
            right, more = _STEPS.get(_kind_of_unit(part), (1, 0)) if proposed else (1, 0)
            steps[place, CORRECT] += right * errors[part]
            steps[place, SYSTEM] += more * errors[part]
    cut = [group.kind == CUT for group in groups]
    for count in (SYSTEM, ALIGNED):  # as many as in the gold
        steps[cut, count] = totals[GOLD] - totals[count]
    return steps


def count_errors(tables: Tables, measure: str, system: int) -> Counter[ErrorClass]:
    """One system's errors in each class, over all of its runs, as its counts are.

    *Cut otherwise* is there too where a system only has words of its own.
    """
    if tables.measures[measure].decide is not None:
        return _count_proposals(tables, measure, system)
    atoms, shown = tables.measures[measure].atoms, tables.measures[measure].shown
    found: Counter[ErrorClass] = Counter()
    totals = tables.totals(measure, system)
    if totals[SYSTEM] != totals[ALIGNED]:
        found.update(dict.fromkeys(_classes(atoms, 0, "", ""), 0))
    for match in tables.runs_of(system):
        decisions = decide([match], atoms, shown)
        wrong = np.flatnonzero(~decisions.right[0])
        columns = (decisions.gold_label[wrong], decisions.labels[0][wrong])
        labels, places = sorted_labels(decisions.vocab, columns)
        keys, counts = np.unique(np.stack([_kinds(match, decisions, wrong), *places]), axis=1, return_counts=True)
        for bits, gold, answer, n in zip(*keys.tolist(), counts.tolist(), strict=True):
            for group in _classes(atoms, bits, labels[gold], labels[answer]):
                found[group] += n
    return found


def _kind_of_unit(group: ErrorClass) -> str:
    """Missed, invented or wrong label."""
    if group.kind is not None:
        return group.kind
    return MISSED if group.answer == NOTHING else INVENTED if group.gold == NOTHING else "label"


def _count_proposals(tables: Tables, measure: str, system: int) -> Counter[ErrorClass]:
    """The same where systems propose their own units."""
    found: Counter[ErrorClass] = Counter()
    for match in tables.runs_of(system):
        decide_units = tables.measures[measure].decide
        decisions = decide_units([match]) if decide_units else decide([match], (), "")
        wrong = np.flatnonzero(~decisions.right[0])
        labels, places = sorted_labels(decisions.vocab, (decisions.gold_label[wrong], decisions.labels[0][wrong]))
        keys, counts = np.unique(np.stack(places), axis=1, return_counts=True)
        for gold, answer, n in zip(*keys.tolist(), counts.tolist(), strict=True):
            confusion = ErrorClass("confusion", gold=labels[gold], answer=labels[answer])
            kind = _kind_of_unit(confusion)
            found[confusion] += n
            found[ErrorClass("kind", kind=kind)] += n
            if kind == INVENTED:
                found[ErrorClass("label", kind=kind)] += n
            else:
                found[ErrorClass("label", gold=labels[gold])] += n
                found[ErrorClass("label", gold=labels[gold], kind=kind)] += n
    return found


def _kinds(match: Match, decisions: Decisions, wrong: Offsets) -> Codes:
    """(n_wrong,) which atoms of a wrong answer are wrong, a bit each; 0 where the text is cut otherwise."""
    words = decisions.unit[wrong]
    kinds = np.zeros(len(words), dtype=np.int32)
    for place, atom in enumerate(decisions.atoms):
        kinds |= np.where(match.right(atom)[words], 0, 1 << place).astype(np.int32)
    return np.where(cut_otherwise(match, decisions.atoms)[words], 0, kinds).astype(np.int32)


def cut_otherwise(match: Match, atoms: Sequence[str]) -> Mask:
    """(n_gold_words,) words that no answer could make right, because the system cuts the text otherwise."""
    link = match.link
    missing = ~match.aligned
    if link.to_system is None or "head" not in atoms or match.gold.conventions.text_heads:
        return missing
    head = match.gold.head
    sentence = link.pull(match.system.corpus.sentence_of_words())
    apart: Mask = (head >= 0) & (sentence != sentence[np.maximum(head, 0)])  # a missing head is in no sentence
    return missing | apart


def _classes(atoms: Sequence[str], bits: int, gold: str, answer: str) -> Iterator[ErrorClass]:
    """The classes of one error, one of each division, and the part of its label."""
    if not bits:
        yield from (ErrorClass(by, kind=CUT) for by in DIVISIONS)
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
