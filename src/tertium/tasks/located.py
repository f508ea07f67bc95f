"""Located spans: the spans of both sides over the gold's words, with a number for each place, so that they compare.

Two spans are at the same place if they have the same words (and leave out the same characters of them) and, for
arguments, the same predicate. Where a system cuts the text otherwise, its spans are placed by their characters; one
that begins or ends inside of a gold word then has a place of its own, which no gold span has.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from tertium.corpus import EMPTY, MISSING
from tertium.tasks.pairing import pair_in_order
from tertium.tasks.proposals import Proposals, decide_proposals, match_labels

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tertium._typing import Codes, Mask, Offsets
    from tertium.alignment.link import Spans as Characters
    from tertium.corpus import Corpus, Vocab
    from tertium.spans import Spans
    from tertium.tasks.decisions import Decisions
    from tertium.tasks.match import Match
    from tertium.tasks.view import View


@dataclass(frozen=True, eq=False, slots=True)
class Located:
    """The spans of one side that count, in gold words."""

    start: Codes  # (n,)
    end: Codes  # (n,)  one past the last
    label: Codes  # (n,)
    sentence: Codes  # (n,)  the gold sentence of the first word
    part: Codes  # (n,)  what is left out of the words; 0: nothing
    predicate: Codes  # (n,)  the gold word of the predicate; -1: none
    row: Offsets  # (n,)  the place among the spans of the corpus

    @property
    def n(self) -> int:
        """How many there are."""
        return len(self.label)

    def take(self, chosen: Mask | Offsets) -> Located:
        """Some of them."""
        columns = (self.start, self.end, self.label, self.sentence, self.part, self.predicate, self.row)
        return Located(*(column[chosen] for column in columns))  # type: ignore[arg-type]


@dataclass(frozen=True, eq=False, slots=True)
class Pairing:
    """Gold and one system."""

    gold: Located
    system: Located
    gold_key: Offsets  # (n_gold,)  equal numbers, the same place
    system_key: Offsets  # (n_system,)
    partner: Offsets  # (n_system,)  the gold span at the same place with the same label, each taken once; -1: none


def spans_of(view: View, *, every: bool = False) -> Spans:
    """The spans of a corpus with their labels under the conventions, without those that these leave out.

    Predicates' own labels (V) are no arguments; `every` keeps them.
    """
    spans = view.corpus.spans
    if spans is None:
        raise AssertionError("a kind of spans makes sure that there are some")
    rules, vocab = view.conventions, view.corpus.vocab
    if rules.join_pieces:
        spans = join_pieces(spans, vocab)
    label = view.normalize(rules.layer, spans.label)
    kept = np.ones(spans.n, dtype=np.bool_)
    if not every:
        kept = ~vocab.flag(label, frozenset(rules.no_arguments).__contains__)
    for names, wanted in ((rules.include, True), (rules.exclude, False)):
        if names:
            kept &= vocab.flag(label, frozenset(names).__contains__) == wanted
    return replace(spans, label=label).take(kept)


def join_pieces(spans: Spans, vocab: Vocab) -> Spans:
    """Arguments in pieces as one each: C-A1 goes on with the last A1 of its predicate, or is an A1 if there is none.

    So srl-eval.pl reads them. What such an argument leaves out of its words tells its pieces. Brackets inside of an
    argument are pieces of it there, too, and of brackets around the same words it knows the innermost only.
    """
    if spans.predicate is None:
        return spans
    order = np.lexsort((-spans.end.astype(np.int64), spans.start, spans.predicate))
    texts = vocab.decode(spans.label)
    inside = (np.diff(spans.predicate[order]) == 0) & (spans.start[order[1:]] < spans.end[order[:-1]])
    if not inside.any() and not any(text.startswith("C-") for text in texts):
        return spans
    label, end = spans.label.copy(), spans.end.copy()
    part = np.full(spans.n, EMPTY, dtype=np.int32) if spans.part is None else spans.part.copy()
    kept = np.ones(spans.n, dtype=np.bool_)
    last: dict[tuple[int, str], int] = {}
    pieces: dict[int, list[tuple[int, int]]] = {}
    around: list[int] = []  # the arguments that are open where the next one begins, the outermost first
    for row in order.tolist():
        predicate, borders = int(spans.predicate[row]), (int(spans.start[row]), int(spans.end[row]))
        while around and not (spans.predicate[around[-1]] == predicate and spans.end[around[-1]] > borders[0]):
            around.pop()
        if around:
            if borders == (spans.start[around[-1]], spans.end[around[-1]]):
                kept[row] = False
                continue
            pieces.setdefault(around[-1], []).append(borders)
        around.append(row)
        text = texts[row]
        kind = text.removeprefix("C-")
        key = (predicate, kind)
        if text != kind and key in last:
            head = last[key]
            pieces.setdefault(head, [(int(spans.start[head]), int(spans.end[head]))]).append(borders)
            kept[row], end[head] = False, borders[1]
            continue
        if text != kind:
            label[row] = vocab.code(kind)
        last[key] = row
    for head, own in pieces.items():
        first = int(spans.start[head])
        part[head] = vocab.code(" ".join(f"{start - first}-{stop - first}" for start, stop in sorted(own)))
    return replace(spans, label=label, end=end, part=part).take(kept)


def locate(match: Match, *, gold: bool, every: bool = False) -> Located:
    """The spans of one side over the gold's words."""
    view = match.gold if gold else match.system
    spans, words = spans_of(view, every=every), match.gold.corpus
    sentence_of_words = words.sentence_of_words()
    part = np.full(spans.n, EMPTY, dtype=np.int32) if spans.part is None else spans.part
    start, end = spans.start, spans.end
    predicate = np.full(spans.n, MISSING, dtype=np.int32) if spans.predicate is None else spans.predicate
    link = match.link
    if not gold and link.gold_spans is not None and link.system_spans is not None and not link.is_identity:
        ours, theirs = link.gold_spans, link.system_spans
        start, end, part = _place_by_characters(spans, part, ours, theirs, words.vocab)
        if spans.predicate is not None:
            predicate = _find_words(ours, _first_characters(theirs, spans.predicate))
    row = np.arange(spans.n, dtype=np.int64)
    return Located(start, end, spans.label, sentence_of_words[start], part, predicate, row)


def _first_characters(characters: Characters, words: Codes) -> Offsets:
    return characters.word_start[words]


def _find_words(characters: Characters, places: Offsets) -> Codes:
    """The word that holds each character."""
    return (np.searchsorted(characters.word_start, places, side="right") - 1).astype(np.int32)


def _place_by_characters(
    spans: Spans, part: Codes, ours: Characters, theirs: Characters, vocab: Vocab
) -> tuple[Codes, Codes, Codes]:
    """Gold words that the spans touch, and what they leave out of them."""
    first = _first_characters(theirs, spans.start)
    beyond = theirs.token_end[theirs.word_token[spans.end - 1]]
    start, last = _find_words(ours, first), _find_words(ours, np.maximum(beyond - 1, first))
    before = first - ours.word_start[start]
    after = ours.token_end[ours.word_token[last]] - beyond
    cut = np.flatnonzero((before != 0) | (after != 0))
    part = part.copy()
    if len(cut):
        own = vocab.decode(part[cut])
        columns = zip(before[cut].tolist(), after[cut].tolist(), own, strict=True)
        part[cut] = vocab.encode(f"{one}+{two} {text}".strip() for one, two, text in columns)
    return start, (last + 1).astype(np.int32), part


def number_places(sides: Sequence[Located]) -> list[Offsets]:
    """For each side a number for the place of each span; the order of the numbers is that of the text."""
    columns = [
        np.stack([side.start, side.end, side.part, side.predicate], axis=1) if side.n else np.zeros((0, 4), np.int32)
        for side in sides
    ]
    table = np.concatenate(columns)
    if not len(table):
        return [np.zeros(0, dtype=np.int64) for _ in sides]
    _, place = np.unique(table, axis=0, return_inverse=True)
    return np.split(place.ravel().astype(np.int64), np.cumsum([side.n for side in sides])[:-1])


def pair_spans(match: Match) -> Pairing:
    """Gold and system, matched; made once."""
    return match.keep("spans", lambda: _pair(match, every=False))


def pair_with_predicates(match: Match) -> Pairing:
    """The same with the predicates' own labels among the arguments; made once."""
    return match.keep("spans and predicates", lambda: _pair(match, every=True))


def _pair(match: Match, *, every: bool) -> Pairing:
    gold, system = locate(match, gold=True, every=every), locate(match, gold=False, every=every)
    if match.gold.conventions.gold_predicates:
        system = system.take(_has_gold_predicate(match, system))
        gold = gold.take(_is_last_at_its_place(gold))
    keys = number_places([gold, system])
    partner = match_labels(_propose(gold, keys[0]), _propose(system, keys[1]))
    return Pairing(gold, system, keys[0], keys[1], partner)


def _has_gold_predicate(match: Match, system: Located) -> Mask:
    """Which arguments have a predicate that the gold has too, under the same name; srl-eval.pl skips the others."""
    ours = match.gold.corpus.spans
    theirs = match.system.corpus.spans
    if ours is None or theirs is None or ours.predicates is None or theirs.predicates is None:
        return np.ones(system.n, dtype=np.bool_)
    n_words = match.gold.corpus.n_words + 1
    name = np.full((2, n_words), MISSING, dtype=np.int32)
    name[0, ours.predicates.word] = ours.predicates.sense
    name[1, predicate_words(match)] = theirs.predicates.sense
    same = (name[0] == name[1]) & (name[0] != MISSING)
    found: Mask = same[system.predicate]
    return found


def predicate_words(match: Match) -> Codes:
    """(n_predicates,) the gold word of each predicate of the system."""
    spans, link = match.system.corpus.spans, match.link
    if spans is None or spans.predicates is None:
        return np.zeros(0, dtype=np.int32)
    word = spans.predicates.word
    if link.is_identity or link.gold_spans is None or link.system_spans is None:
        return word
    return _find_words(link.gold_spans, _first_characters(link.system_spans, word))


def _is_last_at_its_place(side: Located) -> Mask:
    """Which arguments are the last of their predicate with these borders; srl-eval.pl forgets the others."""
    columns = np.stack([side.predicate, side.start, side.end], axis=1)[::-1]
    _, last = np.unique(columns, axis=0, return_index=True)
    kept = np.zeros(side.n, dtype=np.bool_)
    kept[side.n - 1 - last] = True
    return kept


def _propose(side: Located, key: Offsets, partner: Offsets | None = None) -> Proposals:
    anchor = side.predicate if (side.predicate != MISSING).any() else None
    return Proposals(key, side.label, side.start, side.end, partner, anchor)


def decide_spans(matches: Sequence[Match]) -> Decisions:
    """Lay the spans of all systems beside the gold's."""
    pairs = [pair_spans(match) for match in matches]
    gold, sides = pairs[0].gold, [pair.system for pair in pairs]
    key, *keys = number_places([gold, *sides])
    systems = [_propose(side, own, pair.partner) for side, own, pair in zip(sides, keys, pairs, strict=True)]
    return decide_proposals(matches[0].gold.corpus.vocab, _propose(gold, key), systems)


def pair_senses(match: Match) -> tuple[Codes, Codes, Offsets, Offsets]:
    """Words of the gold's and the system's predicates; the gold's with the same sense, and the gold's at all (-1)."""
    gold, system = _senses(match.gold.corpus, None), _senses(match.system.corpus, match)
    same = np.full(len(system.key), -1, dtype=np.int64)
    mine, theirs = pair_in_order(system.key, gold.key)
    same[mine] = theirs
    return gold.first, system.first, match_labels(gold, system), same


def decide_senses(matches: Sequence[Match]) -> Decisions:
    """Lay the senses that all systems give to predicates beside the gold's."""
    gold = matches[0].gold.corpus
    return decide_proposals(gold.vocab, _senses(gold, None), [_senses(m.system.corpus, m) for m in matches])


def _senses(corpus: Corpus, match: Match | None) -> Proposals:
    """The predicates of a corpus in gold words."""
    predicates = corpus.spans.predicates if corpus.spans else None
    if predicates is None:
        raise AssertionError("a kind of roles makes sure that there are predicates")
    word = predicates.word if match is None else predicate_words(match)
    return Proposals(word.astype(np.int64), predicates.sense, word, word + 1)


def count_foreign_predicates(match: Match) -> int:
    """Predicates of the system that the gold does not have, or has under another name."""
    *_, found, _ = pair_senses(match)
    return int(np.count_nonzero(found < 0))
