"""Examples: the sentences behind the numbers, with the words that changed marked.

Linguists want to see `Joana[nsubj>obj] comprou um bolo`, not a cell of a confusion matrix. For each frequent
transition the sentence that is easiest to read is chosen (of middling length, early in the file), always the same.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import numpy as np

from tertium import fragments
from tertium.comparison.answers import tell_words
from tertium.comparison.transitions import CHANGED_ERROR, CLASSES, class_of
from tertium.corpus import MISSING, ROOT
from tertium.mentions import EMPTY_NODE
from tertium.plurals import many
from tertium.tasks.match import UNALIGNED
from tertium.tasks.view import UNIT_LAYERS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tertium._typing import Codes, Mask, Offsets
    from tertium.comparison.tables import Tables
    from tertium.comparison.transitions import Transitions
    from tertium.tasks.decisions import Decisions

SPURIOUS: Final = "spurious"
"""What tables by label call what the gold does not have."""

_GOOD_LENGTH: Final = (5, 18)
_NOT_SCORED: Final = -2


@dataclass(frozen=True, slots=True)
class Mark:
    """One word that changed, and how."""

    position: int  # in the sentence, from 0
    kind: str  # correction, new_error, changed_error; "" for units chosen otherwise
    text: str  # nsubj>obj
    end: int | None = None  # one past the last word, where all words of a unit are marked


def mark_words(words: Sequence[str], marks: Sequence[Mark]) -> list[tuple[str, str, str]]:
    """For each word the word with brackets around marked words, what is said after it, and the class.

    >>> mark_words(["in", "New", "York"], [Mark(1, "new_error", "LOC>ORG", end=3)])[1:]
    [('[New', '', 'new_error'), ('York]', '[LOC>ORG]', 'new_error')]
    """
    texts, after, kinds = list(words), [""] * len(words), [""] * len(words)
    for mark in marks:
        last = mark.position if mark.end is None else min(mark.end, len(words)) - 1
        after[last] += f"[{mark.text}]"
        for place in range(mark.position, last + 1):
            kinds[place] = mark.kind or "marked"
        if last > mark.position:
            texts[mark.position], texts[last] = f"[{texts[mark.position]}", f"{texts[last]}]"
    return list(zip(texts, after, kinds, strict=True))


@dataclass(frozen=True, slots=True)
class Example:
    """One sentence with its marked words."""

    sentence: str  # its name
    path: str
    line: int
    words: tuple[str, ...]
    marks: tuple[Mark, ...]

    def __str__(self) -> str:
        """The sentence with its marks, in one line."""
        return " ".join(f"{word}{after}" for word, after, _ in mark_words(self.words, self.marks))

    def _repr_html_(self) -> str:
        """The sentence with its marks, under its place."""
        return fragments.frame(*self.html_parts())

    def html_parts(self) -> list[str]:
        """Its place and the sentence, as pieces of HTML."""
        marks: dict[int, list[tuple[str, str]]] = {}
        for mark in self.marks:
            marks.setdefault(mark.position, []).append((mark.kind, mark.text))
        place = f"{self.path}:{self.line} {self.sentence}"
        return [fragments.paragraph(place, quiet=True), fragments.sentence(self.words, marks)]


@dataclass(frozen=True, slots=True)
class Listing:
    """Sentences that were asked for, perhaps only the first of them."""

    examples: tuple[Example, ...]
    n_sentences: int
    n_units: int
    unit: str = "word"  # what they are called

    def __str__(self) -> str:
        """How many there are, and the sentences, each under its place."""
        lines = [f"{many(self.n_units, self.unit)} in {many(self.n_sentences, 'sentence')}"]
        for example in self.examples:
            lines += [f"  {example.path}:{example.line} {example.sentence}", f"    {example}"]
        return "\n".join(lines)

    def _repr_html_(self) -> str:
        """The same for a notebook."""
        head = str(self).partition("\n")[0]
        parts = [part for example in self.examples for part in example.html_parts()]
        return fragments.frame(fragments.heading(head), *parts)


class Finder:
    """Finds sentences for one pair of systems under one measure; the first may stand where there is no gold."""

    def __init__(self, tables: Tables, measure: str, before: int, after: int, *, has_gold: bool = True) -> None:
        """Classify every unit once."""
        self.tables, self.measure, self.has_gold = tables, measure, has_gold
        self.before, self.after = before, after
        self.decisions: Decisions = tables.decisions(measure)
        self.kind = class_of(self.decisions, before, after)
        self._sentence = tables.sentence_of_words()
        self._known: dict[int, str] = {}

    def for_transitions(self, table: Transitions, kind: int, n: int) -> list[Example]:
        """A sentence for each of the most frequent transitions of a class; of few, more in turn."""
        examples: list[Example] = []
        taken: set[int] = set()
        rows = table.rows(kind).tolist()
        while rows and len(examples) < n:
            fruitful = []
            for row in rows:
                names = (table.labels[table.gold[row]], table.labels[table.before[row]], table.labels[table.after[row]])
                found = self._sentences(self._units_of(kind, names), 1, taken)
                examples += found
                fruitful += [row] * len(found)
                if len(examples) >= n:
                    break
            rows = fruitful
        return examples

    def for_filter(self, *, kind: int | None, label: str | None, n: int | None) -> Listing:
        """Sentences with units of a class and with a label, in the order of the file.

        It may be the gold's, either system's, that of the tables by label (`spurious`, too), or a type of error that
        either makes.
        """
        chosen = self.kind >= 0 if kind is None else self.kind == kind
        if label is not None:
            chosen &= self._has_label(label)
        return self._in_order(np.flatnonzero(chosen), n, compare=True)

    def for_units(self, chosen: Mask, n: int) -> list[Example]:
        """The easiest sentences to read with differing units among some."""
        units = np.flatnonzero((self.kind >= 0) & chosen)
        return self._sentences(units, n, set())

    def places_of_units(self, chosen: Mask) -> list[int]:
        """Places of the sentences with differing units among some, in the order of the file."""
        found: list[int] = np.unique(self._sentence[self.decisions.unit[(self.kind >= 0) & chosen]]).tolist()
        return found

    def for_only(self, system: int | None, *, label: str | None, n: int | None) -> Listing:
        """Sentences with units that only one system solves; None: that none does."""
        solved = self.decisions.right.sum(axis=0)
        chosen = solved == 0 if system is None else (solved == 1) & self.decisions.right[system]
        if label is not None:
            chosen &= self._has_label(label)
        return self._in_order(np.flatnonzero(chosen), n, compare=False)

    def _has_label(self, label: str) -> Mask:
        code = self.decisions.vocab.code(label)
        decisions, pair = self.decisions, (self.before, self.after)
        found: Mask = (decisions.gold_label == code) | (decisions.row_label == code)
        for own in (decisions.labels, decisions.errors if self.has_gold else ()):
            for labels in (own[system] for system in pair if own):
                found = found | (labels == code)
        if label == SPURIOUS and not found.any():
            found = decisions.row_label == decisions.vocab.code(UNALIGNED)
        return found

    def _units_of(self, kind: int, names: tuple[str, str, str]) -> Offsets:
        gold, before, after = self.decisions.vocab.encode(names).tolist()
        chosen = (self.kind == kind) & (self.decisions.gold_label == gold)
        chosen &= (self.decisions.labels[self.before] == before) & (self.decisions.labels[self.after] == after)
        return np.flatnonzero(chosen)

    def _sentences(self, units: Offsets, n: int, taken: set[int]) -> list[Example]:
        """The easiest sentences to read among those that hold the units."""
        sentences = self._sentence[self.decisions.unit[units]]
        length = self.tables.gold.sent_len[sentences]
        low, high = _GOOD_LENGTH
        strain = np.maximum(low - length, 0) * 10 + np.maximum(length - high, 0)
        found: list[Example] = []
        for place in np.lexsort((sentences, strain)).tolist():
            sentence = int(sentences[place])
            if sentence not in taken:
                taken.add(sentence)
                found.append(self._example(sentence, units[sentences == sentence], compare=True))
            if len(found) == n:
                break
        return found

    def _in_order(self, units: Offsets, n: int | None, *, compare: bool) -> Listing:
        sentences = self._sentence[self.decisions.unit[units]]
        starts = np.flatnonzero(np.diff(sentences, prepend=-1))
        groups = np.split(units, starts[1:]) if len(units) else []
        examples = tuple(
            self._example(int(self._sentence[self.decisions.unit[group[0]]]), group, compare=compare)
            for group in (groups if n is None else groups[:n])
        )
        return Listing(
            examples, n_sentences=len(groups), n_units=len(units), unit=self.tables.measures[self.measure].unit
        )

    def _example(self, sentence: int, units: Offsets, *, compare: bool) -> Example:
        gold = self.tables.gold
        start, stop = int(gold.sent_start[sentence]), int(gold.sent_start[sentence + 1])
        words = self._forms(start, stop)
        marks = tuple(self._mark(int(unit), start, words, compare=compare) for unit in units)
        first = int(self.decisions.unit[units[0]])
        return Example(gold.sentence_name(sentence), gold.path_of(first), int(gold.line[first]), tuple(words), marks)

    def _mark(self, unit: int, start: int, words: Sequence[str], *, compare: bool) -> Mark:
        decisions = self.decisions
        empty = "" if decisions.empty is None or not decisions.empty[unit] else f"{EMPTY_NODE} "
        position = int(decisions.unit[unit]) - start
        gold = self._text(decisions.gold_label, unit)
        if not compare:
            answers = [self._answer(system, unit, start, words) for system in range(decisions.n_systems)]
            text = f"{self._gold_answer(unit, start, words)}: {' '.join(answers)}"
            whole = self.tables.rules.layer in UNIT_LAYERS and decisions.end is not None
            end = int(decisions.end[unit]) - start if whole and decisions.end is not None else None
            if decisions.links:
                return Mark(position, "", f"{empty}{text}{self._tell_end(unit)}; {self._linked(unit, everyone=True)}")
            return Mark(position, "", empty + text + self._of(unit, start, words), end)
        kind = int(self.kind[unit])
        before, after = (self._text(decisions.labels[system], unit) for system in (self.before, self.after))
        if before == after and "head" in decisions.atoms:
            heads = [
                self._head(decisions.answers[system]["head"], unit, start, words)
                for system in (self.before, self.after)
            ]
            if heads[0] == heads[1]:
                heads = [
                    self._head(decisions.answers[system]["head"], unit, start, words, numbered=True)
                    for system in (self.before, self.after)
                ]
            text = f"{before}:{heads[0]}>{heads[1]}"
        elif kind == CHANGED_ERROR:  # a label that is the gold's has the wrong head
            text = ">".join(f"{label}(head)" if label == gold else label for label in (before, after))
        else:
            text = f"{before}>{after}"
        end = None
        if self.tables.rules.layer in UNIT_LAYERS and decisions.end is not None:
            end = int(decisions.end[unit]) - start
        else:
            text += self._tell_end(unit)
        if decisions.links:
            return Mark(position, CLASSES[kind], f"{empty}{text}{self._explain(unit)}; {self._linked(unit)}")
        if kind == CHANGED_ERROR:
            text = f"{gold}>{text}" if before != after else f"{text}, gold {self._gold_answer(unit, start, words)}"
        return Mark(position, CLASSES[kind], text + self._of(unit, start, words), end)

    def _tell_end(self, unit: int) -> str:
        """The last word of a unit of several, which may be in another sentence."""
        end = self.decisions.end
        last = -1 if end is None else int(end[unit]) - 1
        return f" …{self._forms(last, last + 1)[0]}" if last > int(self.decisions.unit[unit]) else ""

    def _forms(self, start: int, stop: int) -> list[str]:
        """Forms of the gold's words start to stop."""
        return self._texts(self.tables.gold.columns["form"][start:stop])

    def _text(self, column: Codes, unit: int) -> str:
        return self._texts(column[unit : unit + 1])[0]

    def _texts(self, codes: Codes) -> list[str]:
        """The strings of some codes; each is looked up once, because marks are many and their labels few."""
        wanted, known = codes.tolist(), self._known
        if new := [code for code in dict.fromkeys(wanted) if code not in known]:
            known.update(zip(new, self.decisions.vocab.decode(new), strict=True))
        return [known[code] for code in wanted]

    def _of(self, unit: int, start: int, words: Sequence[str]) -> str:
        """The predicate that an argument belongs to."""
        anchor = self.decisions.anchor
        place = -1 if anchor is None else int(anchor[unit]) - start
        return f" of {words[place]}" if 0 <= place < len(words) else ""

    def _explain(self, unit: int) -> str:
        """The type of error that a system makes; where both make one of another type, that of the first comes first."""
        if not self.has_gold:
            return ""
        pair = [self.decisions.errors[system] for system in (self.before, self.after)]
        names = [self._text(types, unit) for types in pair if types[unit] != MISSING]
        return "".join(f"{', ' if not place else ' > '}{name}" for place, name in enumerate(dict.fromkeys(names)))

    def _linked(self, unit: int, *, everyone: bool = False) -> str:
        """What the gold and both systems, or all, take for the antecedent."""
        systems = range(self.decisions.n_systems) if everyone else (self.before, self.after)
        who = [("key", 0)] * self.has_gold + [(self.tables.systems[system], system + 1) for system in systems]
        return ", ".join(f"{name}: {self._antecedent(place, unit)}" for name, place in who)

    def _antecedent(self, place: int, unit: int) -> str:
        """The words of an antecedent, and how many sentences before it stands; `-` if there is none."""
        link = self.decisions.links[place]
        first = int(link.first[unit])
        if first < 0:
            return "-"
        text = tell_words(self._forms, link, unit)
        back = int(self._sentence[self.decisions.unit[unit]] - self._sentence[first])
        return f"{text} (-{back})" if back > 0 else text

    def _answer(self, system: int, unit: int, start: int, words: Sequence[str]) -> str:
        label = self._text(self.decisions.labels[system], unit)
        head = ""
        if "head" in self.decisions.atoms:
            head = f"@{self._head(self.decisions.answers[system]['head'], unit, start, words)}"
        return f"{self.tables.systems[system]}={label}{head}"

    def _gold_answer(self, unit: int, start: int, words: Sequence[str]) -> str:
        label = self._text(self.decisions.gold_label, unit)
        return (
            f"{label}@{self._head(self.decisions.gold['head'], unit, start, words)}"
            if "head" in self.decisions.atoms
            else label
        )

    def _head(self, heads: Codes, unit: int, start: int, words: Sequence[str], *, numbered: bool = False) -> str:
        """The head's form (`the#3` with its number), `root`, or `?` where it is no word of the gold."""
        if self.tables.rules.text_heads:
            text = self._text(heads, unit)
            place = int(text) - 1 if text.isdecimal() else _NOT_SCORED
        else:
            head = int(heads[unit])
            place = head if head == ROOT else head - start if head >= 0 else _NOT_SCORED
        if place == ROOT:
            return "root"
        if not 0 <= place < len(words):
            return "?"
        return f"{words[place]}#{place + 1}" if numbered else words[place]
