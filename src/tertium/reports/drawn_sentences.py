"""Sentences for the drawings of the HTML page: words, the gold's answers, and what each system answers otherwise.

`draw_sentences` turns a result into one plain document that `reports/web/drawings.js` opens. Texts stand once in a
table (`strings`; everything else holds their places in it), the most frequent first; what a system has as the gold has
it is not repeated. Nothing is counted here: right, wrong and the same are what `Decisions` say of the headline measure.

    {"drawing": "arcs",                  how sentences are drawn: arcs, tags, trees, spans, chains; text
     "task": "dependency", "measure": "LAS", "unit": "word", "systems": ["a", "b"],
     "strings": ["", "the", …],
     "documents": ["weblog-1", …],
     "nothing": "∅",                     what tables say where a unit has no label; with units that systems propose
     "total": 1323,                      sentences of the gold, of which these are some or all
     "sentences": [{
       "n": 17, "id": "weblog-17",       number in the gold, from 1; its name, or the number once more
       "doc": 0,                         place in documents
       "words": [4, 9, …],               forms
       "units": [[first, …], …],         units that some system has wrong (all, of spans and chains)
       "wrong": [1, 0],                  how many units each system has wrong
       "interest": 2.5,                  the more, the better worth reading: units on which systems differ (and half of
                                         those all have wrong alike), less where a sentence is long or hardly one
       …                                 what the drawing needs besides
     }, …]}

A unit is a flat list: place of its first word in the sentence (from 0), one past its last word, the gold's label
(-1: the gold has no such unit), a pattern (a string), and for each system its label (-1: none, or no word); with arcs
for each system its label and its head. The pattern has a character for each system: `0` is right, and equal characters
are equal answers. So for a pair of systems a unit is unchanged where their characters are the same, a new error where
the first has 0, a correction where the second has, a changed error otherwise.

    arcs    "heads": for each word its head in the gold, from 1; 0 root, -1 none. "labels": its relation.
            In units a head of -1 is no word of the sentence.
    tags    "labels": the gold's tag of each word.
    trees   see `drawn_trees`.
    spans   "anchors": for each unit the word that it belongs to, from 0, if there is one: an
            argument's predicate.
    chains  units are mentions, labels their ARCS classes; see `drawn_chains`. "groups": what tables by label sort each
            unit by: the type of the mention. "errors": for each unit the type of error that each system makes; -1 none.
    text    there are no units.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import numpy as np

from tertium.corpus import MISSING, ROOT
from tertium.reports.drawn_trees import draw_trees
from tertium.tasks.match import UNALIGNED

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from numpy.typing import NDArray

    from tertium._typing import Codes, Mask, Offsets
    from tertium.corpus import Corpus, Vocab
    from tertium.reports.result import Result
    from tertium.tasks.decisions import Decisions

_READABLE: Final = (5, 18)
"""Words of a sentence that is easy to read."""
_HARD: Final = 30  # words more that halve the interest of a sentence
_DIGITS: Final = "0123456789abcdefghijklmnopqrstuvwxyz"
_NO_WORD: Final = -1


class Strings:
    """Texts by their places in one table; places are given when all have been seen."""

    def __init__(self, vocab: Vocab) -> None:
        """Start empty."""
        self.vocab = vocab
        self._seen: dict[str, int] = {}

    def count(self, codes: NDArray[np.integer[Any]]) -> None:
        """Take notice of a column of codes; what is below 0 is nothing."""
        used, times = np.unique(codes[codes >= 0], return_counts=True)
        for text, n in zip(self.vocab.decode(used), times.tolist(), strict=True):
            self._seen[text] = self._seen.get(text, 0) + n

    def settle(self) -> list[str]:
        """The table: the most frequent first, so that places are short; then alphabetically."""
        return sorted(self._seen, key=lambda text: (-self._seen[text], text))

    def place(self, codes: NDArray[np.integer[Any]], table: dict[str, int]) -> NDArray[np.int64]:
        """A column of codes as places in the table; what is below 0 stays -1."""
        used = np.unique(codes[codes >= 0])
        found = np.array([table[text] for text in self.vocab.decode(used)], dtype=np.int64)
        places = np.full(codes.shape, _NO_WORD, dtype=np.int64)
        places[codes >= 0] = found[np.searchsorted(used, codes[codes >= 0])]
        return places


def draw_sentences(
    result: Result, chosen: Sequence[int] | None = None, *, measure: str | None = None
) -> dict[str, Any]:
    """The document.

    Args:
        result: What is drawn.
        chosen: The sentences, by their places from 0; all if not given.
        measure: The measure whose units are drawn; the headline, or what the task lists, if not given.
    """
    name = result.unit_measure if measure is None else result.measure_name(measure)
    tables, gold = result.tables, result.gold
    document: dict[str, Any] = {
        "drawing": "text",
        "task": result.task,
        "measure": name,
        "unit": tables.measures[name].unit,
        "systems": list(result.systems),
        "strings": [],
        "documents": [gold.document_name(place) for place in range(gold.n_docs)],
        "total": gold.n_sents,
        "sentences": [],
    }
    places = np.arange(gold.n_sents) if chosen is None else np.asarray(chosen, dtype=np.int64)
    decisions = tables.decisions(name) if tables.measures[name].is_decision else None
    document["drawing"] = drawing = _find_drawing(result, decisions)
    strings = Strings(gold.vocab)
    columns: dict[str, Codes] = {"words": gold.columns["form"]}
    if decisions is not None and drawing in ("arcs", "tags"):
        columns["labels"] = tables.matches[0].gold.column(tables.measures[name].shown)
    if decisions is not None and decisions.nothing is not None:
        (document["nothing"],) = gold.vocab.decode([decisions.nothing])
    units = None if decisions is None else _Units(result, decisions, drawing)
    trees = draw_trees(result) if drawing == "trees" else None
    chains = None
    if drawing == "chains" and decisions is not None and units is not None:
        from tertium.reports.drawn_chains import draw_chains

        chains = draw_chains(result, decisions, name, units.chosen)
    texts = [*columns.values(), *(units.texts() if units else ()), *(trees.texts() if trees else ())]
    for column in texts:
        strings.count(column)
    document["strings"] = strings.settle()
    table = {text: place for place, text in enumerate(document["strings"])}
    flat = {key: strings.place(column, table) for key, column in columns.items()}
    if drawing == "arcs":
        flat["heads"] = _within(gold, np.arange(gold.n_words), tables.matches[0].gold.head)
    rows = units.rows(strings, table, gold.n_sents) if units else None
    drawn = trees.rows(strings, table) if trees else None
    document_of = np.repeat(np.arange(gold.n_docs), np.diff(gold.doc_start))
    for sentence in places.tolist():
        start, stop = int(gold.sent_start[sentence]), int(gold.sent_start[sentence + 1])
        row: dict[str, Any] = {
            "n": sentence + 1,
            "id": gold.sentence_name(sentence),
            "doc": int(document_of[sentence]),
            **{key: column[start:stop].tolist() for key, column in flat.items()},
        }
        if rows is not None:
            row |= rows.of_sentence(sentence)
            row |= chains(sentence, *rows.bounds(sentence)) if chains is not None else {}
        if drawn is not None:
            row |= drawn(sentence)
        document["sentences"].append(row)
    return document


def _find_drawing(result: Result, decisions: Decisions | None) -> str:
    if decisions is None:
        return "text"
    if decisions.end is not None:
        if result.task == "coreference":
            return "chains"
        return "trees" if result.task == "constituency" and result.gold.nodes is not None else "spans"
    return "arcs" if "head" in decisions.atoms else "tags"


def _within(gold: Corpus, words: NDArray[np.integer[Any]], heads: Codes) -> NDArray[np.int64]:
    """Heads of some words within their sentences, from 1; 0 root, -1 no word of the sentence."""
    sentence = gold.sentence_of_words()
    is_word = (heads >= 0) & (heads < gold.n_words)
    known = np.where(is_word, heads, 0)
    inside = is_word & (sentence[known] == sentence[words]) if gold.n_words else is_word
    place = known - gold.sent_start[sentence[words]] + 1 if gold.n_words else known
    return np.where(heads == ROOT, 0, np.where(inside, place, _NO_WORD)).astype(np.int64)


def _read_heads(vocab: Vocab, heads: Codes) -> NDArray[np.int64]:
    """Heads of scorers that compare what is written: numbers of words, as texts."""
    used = vocab.used(heads)
    numbers = [int(text) if text.isdecimal() else _NO_WORD for text in vocab.decode(used)]
    found = np.append(np.array(numbers, dtype=np.int64), _NO_WORD)
    return found[np.where(heads >= 0, np.searchsorted(used, heads), -1)]


class _Rows:
    """Units of all sentences, cut on demand."""

    def __init__(
        self,
        rows: NDArray[np.int64],
        start: Offsets,
        wrong: NDArray[np.int64],
        interest: list[float],
        more: Mapping[str, NDArray[np.int64] | None],
    ) -> None:
        """Take the units in order of their sentences, where each sentence's begin, and other columns of theirs."""
        self._rows, self._start, self._wrong, self._interest = rows, start, wrong, interest
        self._more = {name: column for name, column in more.items() if column is not None}

    def bounds(self, sentence: int) -> tuple[int, int]:
        """The places of a sentence's units among all that were chosen."""
        return int(self._start[sentence]), int(self._start[sentence + 1])

    def of_sentence(self, sentence: int) -> dict[str, Any]:
        """What one sentence has."""
        own = slice(*self.bounds(sentence))
        return {
            "units": self._rows[own].tolist(),
            "wrong": self._wrong[sentence].tolist(),
            "interest": self._interest[sentence],
            **{name: column[own].tolist() for name, column in self._more.items()},
        }


class _Units:
    """The units that are drawn: those that somebody has wrong (all, of spans and chains)."""

    def __init__(self, result: Result, decisions: Decisions, drawing: str) -> None:
        """Find patterns of answers and choose units."""
        gold = result.gold
        self._gold, self._decisions = gold, decisions
        self._is_text = result.rules.text_heads
        unit = np.minimum(decisions.unit, max(gold.n_words - 1, 0))
        self._sentence = result.tables.sentence_of_words()[unit] if gold.n_words else decisions.unit
        pattern = find_patterns(decisions)
        wrong = ~decisions.right
        self._wrong = np.stack([np.bincount(self._sentence[row], minlength=gold.n_sents) for row in wrong], axis=1)
        self._interest = _find_interest(pattern, self._sentence, gold)
        some = np.ones(decisions.n_units, dtype=np.bool_) if drawing in ("spans", "chains") else wrong.any(axis=0)
        chosen = np.flatnonzero(some)
        end = decisions.unit + 1 if decisions.end is None else decisions.end
        order = np.lexsort((-end[chosen], decisions.unit[chosen], self._sentence[chosen]))
        self.chosen = chosen[order]
        self._end = end[self.chosen]
        distinct, place = np.unique(pattern[self.chosen], axis=0, return_inverse=True)
        names = ["".join(_DIGITS[min(digit, len(_DIGITS) - 1)] for digit in row) for row in distinct.tolist()]
        self._pattern = gold.vocab.encode(names)[place.ravel()] if names else np.zeros(0, dtype=np.int32)
        nothing = decisions.nothing if decisions.nothing is not None else gold.vocab.code(UNALIGNED)
        self._labels = [_hide(labels[self.chosen], nothing) for labels in decisions.labels]
        self._gold_label = _hide(decisions.gold_label[self.chosen], decisions.nothing)
        self._group = None if decisions.group is None else decisions.group[self.chosen]
        self._errors = [types[self.chosen] for types in decisions.errors]

    def texts(self) -> list[Codes]:
        """Every column of texts."""
        groups = [] if self._group is None else [self._group]
        return [self._pattern, self._gold_label, *self._labels, *groups, *self._errors]

    def rows(self, strings: Strings, table: dict[str, int], n_sents: int) -> _Rows:
        """The flat lists, sentence by sentence."""
        gold, decisions, words = self._gold, self._decisions, self._decisions.unit[self.chosen]
        sentence = self._sentence[self.chosen]
        first = gold.sent_start[sentence]
        columns = [words - first, self._end - first]
        columns += [strings.place(self._gold_label, table), strings.place(self._pattern, table)]
        for system, labels in enumerate(self._labels):
            columns.append(strings.place(labels, table))
            if "head" in decisions.atoms and decisions.end is None:
                heads = decisions.answers[system]["head"][self.chosen]
                columns.append(_read_heads(gold.vocab, heads) if self._is_text else _within(gold, words, heads))
        start = np.searchsorted(sentence, np.arange(n_sents + 1))
        anchors = None if decisions.anchor is None else _place_anchors(decisions.anchor[self.chosen], first)
        more = {
            "anchors": anchors,
            "groups": None if self._group is None else strings.place(self._group, table),
            "errors": strings.place(np.stack(self._errors, axis=1), table) if self._errors else None,
        }
        return _Rows(np.stack(columns, axis=1).astype(np.int64), start, self._wrong, self._interest, more)


def _place_anchors(words: Codes, first: Offsets) -> NDArray[np.int64]:
    """Words by their places in the sentence; -1 where there is none."""
    return np.where(words < 0, _NO_WORD, words - first).astype(np.int64)


def _hide(codes: Codes, nothing: int | None) -> Codes:
    """The column with what is not there as -1."""
    return codes if nothing is None else np.where(codes == nothing, MISSING, codes).astype(np.int32)


def find_patterns(decisions: Decisions) -> NDArray[np.int64]:
    """(n_units, n_systems) 0 where a system is right; else equal numbers for equal answers, in order of the systems."""
    n = decisions.n_systems
    pattern = np.zeros((decisions.n_units, n), dtype=np.int64)
    highest = np.zeros(decisions.n_units, dtype=np.int64)
    for system in range(n):
        new: Mask = ~decisions.right[system]
        for earlier in range(system):
            same = new & ~decisions.right[earlier] & ~decisions.different(earlier, system)
            pattern[same, system] = pattern[same, earlier]
            new = new & ~same
        highest[new] += 1
        pattern[new, system] = highest[new]
    return pattern


def _find_interest(pattern: NDArray[np.int64], sentence: Codes, gold: Corpus) -> list[float]:
    """(n_sents,) units on which systems differ and half of those that all have wrong, by how easy it is to read."""
    differ = (pattern != pattern[:, :1]).any(axis=1)
    weight = np.where(differ, 1.0, np.where(pattern[:, 0] > 0, 0.5, 0.0))
    total = np.bincount(sentence, weights=weight, minlength=gold.n_sents)
    low, high = _READABLE
    strain = np.maximum(low - gold.sent_len, 0) * _HARD / low + np.maximum(gold.sent_len - high, 0)
    return [round(float(value), 2) for value in total / (1 + strain / _HARD)]
