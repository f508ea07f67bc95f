"""Error types, counted: what each system gets wrong and why, what the next one repairs, and what it makes worse.

Everything is counted from typed errors (`tasks.bracket_errors`, `comparison.arc_errors`). From one system to another a
unit is *repaired* if the first has it wrong and the second right, *introduced* if it is the other way round; each is
counted under the type that it has where it is wrong. What is wrong in both may change its type.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from itertools import permutations
from typing import TYPE_CHECKING, Final

import numpy as np

from tertium.measures.base import CORRECT, GOLD, SYSTEM
from tertium.tasks.typed_errors import OF_SYSTEM, TypedErrors, is_new

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tertium._typing import Mask, Offsets
    from tertium.comparison.tables import Tables
    from tertium.tasks.match import Match

_GOOD_LENGTH: Final = (5, 22)
_SAME_THING: Final = frozenset({"Exact", "Crossing", "NoCrossing", "Sentences", "Tokens", "Words"})
"""Measures that tell nothing of their own about whole sentences."""


@dataclass(frozen=True, slots=True)
class ErrorType:
    """How often one system makes one type of error."""

    system: str
    kind: str
    unit: str  # bracket or word
    events: int
    missed: int  # units of the gold's
    extra: int  # units of the system's own

    @property
    def units(self) -> int:
        """Wrong units, the gold's and the system's own."""
        return self.missed + self.extra


@dataclass(frozen=True, slots=True)
class TypeChange:
    """One type of error from one system to another."""

    kind: str
    unit: str
    before: int
    after: int
    repaired: int
    introduced: int


@dataclass(frozen=True, slots=True)
class MoveCount:
    """What moved, from where, to where, and how often in each system."""

    kind: str
    what: str
    source: str
    target: str
    counts: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Disagreement:
    """Sentences that are perfect under one measure and not under another."""

    system: str
    perfect: str
    imperfect: str
    sentences: int
    kinds: tuple[tuple[str, int], ...]  # types of error there, with the number of sentences that have them


@dataclass(frozen=True, slots=True)
class MarkedPhrase:
    """A sentence with one error: the words from start to end, and what is wrong with them."""

    kind: str
    sentence: str  # its name
    path: str
    line: int
    words: tuple[str, ...]
    start: int
    end: int
    text: str  # PP: NP > VP

    def __str__(self) -> str:
        """The sentence with its mark, in one line."""
        inside = f"[{' '.join(self.words[self.start : self.end])}]({self.text})"
        return " ".join([*self.words[: self.start], inside, *self.words[self.end :]])


def count_types(system: str, errors: TypedErrors, noun: str) -> list[ErrorType]:
    """One row for each type, in the order of the types."""
    events = errors.count_events()
    missed = errors.count(errors.side != OF_SYSTEM)
    extra = errors.count(errors.side == OF_SYSTEM)
    units = ["word" if place == 0 else noun for place in range(len(errors.kinds))]  # the first is parts of speech
    columns = zip(errors.kinds, units, events.tolist(), missed.tolist(), extra.tolist(), strict=True)
    return [ErrorType(system, *row) for row in columns]


def compare_types(before: TypedErrors, after: TypedErrors, noun: str) -> list[TypeChange]:
    """What the second system repairs and introduces, by type."""
    columns = (before.count(), after.count(), before.count(is_new(before, after)), after.count(is_new(after, before)))
    rows = zip(before.kinds, *(column.tolist() for column in columns), strict=True)
    return [TypeChange(kind, "word" if not place else noun, *row) for place, (kind, *row) in enumerate(rows)]


def count_moves(match: Match, errors: Sequence[TypedErrors]) -> list[MoveCount]:
    """What moved, from where, to where: the most frequent of any system first."""
    vocab = match.gold.corpus.vocab
    counted: list[Counter[tuple[str, str, str, str]]] = []
    for own in errors:
        moves = own.moves
        columns, times = np.unique(
            np.stack([moves.kind, moves.what, moves.source, moves.target]), axis=1, return_counts=True
        )
        kinds = [own.kinds[kind] for kind in columns[0]]
        texts = [vocab.decode(column) for column in columns[1:]]
        counted.append(Counter(dict(zip(zip(kinds, *texts, strict=True), times.tolist(), strict=True))))
    keys = {key for counts in counted for key in counts}
    rows = [MoveCount(*key, tuple(counts[key] for counts in counted)) for key in keys]
    return sorted(
        rows, key=lambda row: (-max(row.counts), -sum(row.counts), row.what, row.source, row.target, row.kind)
    )


def count_confusions(match: Match, errors: TypedErrors, kind: str) -> list[tuple[str, str, int]]:
    """Gold label, the system's, and how often, of a type that is about labels."""
    chosen = (errors.kind == errors.kinds.index(kind)) & (errors.side != OF_SYSTEM)
    pairs, times = np.unique(np.stack([errors.gold[chosen], errors.answer[chosen]]), axis=1, return_counts=True)
    vocab = match.gold.corpus.vocab
    rows = zip(*(vocab.decode(column) for column in pairs), times.tolist(), strict=True)
    return sorted(rows, key=lambda row: (-row[2], row[0], row[1]))


def find_disagreements(tables: Tables, system: int, errors: TypedErrors, measures: Sequence[str]) -> list[Disagreement]:
    """For each pair of some measures the sentences that are perfect under the first and not under the second."""
    names = [name for name in measures if name not in _SAME_THING]
    perfect = {name: _is_perfect(tables, name, system) for name in names}
    rows = []
    for one, two in permutations(names, 2):
        sentences = perfect[one] & ~perfect[two]
        if sentences.any():
            kinds = _kinds_there(errors, sentences)
            rows.append(Disagreement(tables.systems[system], one, two, int(np.count_nonzero(sentences)), kinds))
    return sorted(rows, key=lambda row: -row.sentences)


def _is_perfect(tables: Tables, measure: str, system: int) -> Mask:
    counts = tables.counts(measure)[system]
    whole: Mask = counts[:, CORRECT] == counts[:, GOLD]
    return whole if tables.how(measure) == "accuracy" else whole & (counts[:, CORRECT] == counts[:, SYSTEM])


def _kinds_there(errors: TypedErrors, sentences: Mask) -> tuple[tuple[str, int], ...]:
    there = sentences[errors.sentence]
    pairs = np.unique(np.stack([errors.kind[there], errors.sentence[there]]), axis=1)
    times = np.bincount(pairs[0], minlength=len(errors.kinds))
    order = sorted(np.flatnonzero(times).tolist(), key=lambda place: (-times[place], place))
    return tuple((errors.kinds[place], int(times[place])) for place in order)


def find_example(match: Match, errors: TypedErrors, kind: str, taken: set[int]) -> MarkedPhrase | None:
    """The sentence that is easiest to read with an error of a type, none that was taken."""
    rows = np.flatnonzero(errors.kind == errors.kinds.index(kind))
    corpus = match.gold.corpus
    length = corpus.sent_len[errors.sentence[rows]]
    low, high = _GOOD_LENGTH
    strain = np.maximum(low - length, 0) * 10 + np.maximum(length - high, 0)
    order: Offsets = np.lexsort((errors.start[rows], errors.sentence[rows], strain))
    for row in rows[order].tolist():
        sentence = int(errors.sentence[row])
        if sentence not in taken:
            taken.add(sentence)
            return _mark(match, errors, row, kind)
    return None


def _mark(match: Match, errors: TypedErrors, row: int, kind: str) -> MarkedPhrase:
    corpus = match.gold.corpus
    sentence = int(errors.sentence[row])
    first, last = (int(place) for place in corpus.sent_start[sentence : sentence + 2])
    move = int(errors.move[row])
    if move >= 0:
        moves = errors.moves
        start, end = int(moves.start[move]), int(moves.end[move])
        labels = np.array([moves.what[move], moves.source[move], moves.target[move]])
        what, source, target = corpus.vocab.decode(labels)
        text = f"{what}: {source} > {target}"
    else:
        start, end = int(errors.start[row]), int(errors.end[row])
        text = " > ".join(corpus.vocab.decode(np.array([errors.gold[row], errors.answer[row]])))
    words = tuple(corpus.forms(first, last))
    line = int(corpus.line[start])
    return MarkedPhrase(
        kind, corpus.sentence_name(sentence), corpus.path_of(start), line, words, start - first, end - first, text
    )


def count_wrong(errors: TypedErrors) -> tuple[int, int, int]:
    """Units of the gold's that are missed, the system's own, and words with the wrong part of speech."""
    missed, extra, words = np.bincount(errors.side, minlength=3).tolist()
    return missed, extra, words
