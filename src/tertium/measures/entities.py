"""Spans: which does the system find? Tjong Kim Sang and De Meulder (2003); conlleval.pl; seqeval; nervaluate.

F1 asks for the same words and the same label, UF1 for the same words. Four more are those of SemEval 2013 (task 9) as
nervaluate counts them: *strict* and *exact* are like F1 and UF1, but a wrong span that overlaps a gold span is
*incorrect*, neither missed nor spurious; in *partial* overlapping is worth a half whatever the label; in *type*
overlapping with the same label is enough. nervaluate goes through a sentence's spans from the left, and each takes the
first gold span that is free and overlaps (in *type*, of those with its label, the one with the nearest borders).
The accuracy over words compares tags, as conlleval.pl does beside the F1.
"""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Final, Literal, NamedTuple

import numpy as np

from tertium.measures.base import Blocks, Measure, block_of_sentence
from tertium.tasks.located import decide_spans, pair_spans
from tertium.tasks.pairing import pair_in_order
from tertium.tasks.span_errors import type_spans

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tertium._typing import Codes, Counts, Mask, Offsets
    from tertium.tasks.located import Pairing
    from tertium.tasks.match import Match
    from tertium.tasks.typed_errors import TypedErrors

Way = Literal["strict", "exact", "partial", "type"]

EVENTS: Final = ("correct", "incorrect", "partial", "missed", "spurious")
"""What nervaluate counts; in this order after the four counts of every measure."""

_CONLL: Final = "Tjong Kim Sang and De Meulder 2003, section 2.2; conlleval.pl"
_SEMEVAL: Final = "Segura-Bedmar et al. 2013, section 5; nervaluate"
_NOTHING: Final = frozenset[str]()


def by_sentence(match: Match, blocks: Blocks, sentence: Codes, flags: Mask | None = None) -> Offsets:
    """(n_blocks,) spans (or flagged spans) of each block, given their gold sentences."""
    return blocks.sum_at(block_of_sentence(match, blocks)[sentence], flags)


def count_spans(match: Match, blocks: Blocks) -> Counts:
    """Matched, gold and system spans."""
    partner = pair_spans(match).partner
    return _count_matched(match, blocks, partner[partner >= 0])


def count_unlabeled(match: Match, blocks: Blocks) -> Counts:
    """The same, labels aside."""
    pairs = pair_spans(match)
    _, matched = pair_in_order(pairs.system_key, pairs.gold_key)
    return _count_matched(match, blocks, matched)


def _count_matched(match: Match, blocks: Blocks, matched: Offsets) -> Counts:
    """Counts from the rows of the gold spans that are found."""
    pairs = pair_spans(match)
    gold = by_sentence(match, blocks, pairs.gold.sentence)
    correct = by_sentence(match, blocks, pairs.gold.sentence[matched])
    return np.stack([correct, gold, by_sentence(match, blocks, pairs.system.sentence), gold], axis=-1)


def count_whole(match: Match, blocks: Blocks) -> Counts:
    """Sentences with all spans right and none besides, and sentences that have one on either side."""
    counts = count_spans(match, Blocks(match.gold.corpus.sent_start))
    there = (counts[:, 1] + counts[:, 2] > 0).astype(np.int64)
    right = ((counts[:, 0] == counts[:, 1]) & (counts[:, 0] == counts[:, 2])).astype(np.int64) * there
    rows = np.stack([right, there, there, there], axis=-1)
    return rows if blocks.n == len(rows) else rows.sum(axis=0, keepdims=True)


def count_tags(match: Match, blocks: Blocks) -> Counts:
    """Words with the gold's tag, and words."""
    right = match.right("tag")
    size = blocks.size()
    return np.stack([blocks.sum(right), size, size, size], axis=-1)


def compare_events(match: Match, way: Way) -> tuple[Offsets, Offsets]:
    """(n_system,), (n_gold,) what nervaluate says of each span: a place in `EVENTS`; -1: told on the other side."""
    return match.keep(("events", way), lambda: _walk(pair_spans(match), way))


def _walk(pairs: Pairing, way: Way, label: int | None = None) -> tuple[Offsets, Offsets]:
    """Go through the spans as nervaluate does, of one label or of all."""
    gold, system = pairs.gold, pairs.system
    said = np.full(system.n, -1, dtype=np.int64)
    unmatched = np.full(gold.n, -1, dtype=np.int64)
    ours = np.arange(gold.n) if label is None else np.flatnonzero(gold.label == label)
    theirs = np.arange(system.n) if label is None else np.flatnonzero(system.label == label)
    free: dict[int, list[_Offer]] = {}
    for row in ours.tolist():
        key = int(pairs.gold_key[row])
        place = _Offer(int(gold.start[row]), int(gold.end[row]), int(gold.label[row]), key, row)
        free.setdefault(int(gold.sentence[row]), []).append(place)
    wrong = EVENTS.index("partial" if way == "partial" else "incorrect")
    columns = zip(
        theirs.tolist(),
        system.sentence[theirs].tolist(),
        *(column[theirs].tolist() for column in (system.start, system.end, system.label, pairs.system_key)),
        strict=True,
    )
    for row, sentence, start, end, kind, key in columns:
        offered = free.get(sentence, [])
        same, near = _choose(offered, _Offer(start, end, kind, key, row), way)
        taken = same if same is not None else near
        said[row] = (
            EVENTS.index("correct") if same is not None else EVENTS.index("spurious") if taken is None else wrong
        )
        if taken is not None:
            del offered[taken]
    for rows in free.values():
        unmatched[[offer.row for offer in rows]] = EVENTS.index("missed")
    return said, unmatched


class _Offer(NamedTuple):
    """A span in nervaluate's walk."""

    start: int
    end: int
    label: int
    key: int
    row: int

    def overlaps(self, other: _Offer) -> bool:
        return self.start < other.end and other.start < self.end


def _choose(offered: list[_Offer], span: _Offer, way: Way) -> tuple[int | None, int | None]:
    """The free gold span that makes this one correct, and the first that it overlaps otherwise."""
    near, best, nearest = None, None, 0
    for place, offer in enumerate(offered):
        if way == "type":
            if offer.overlaps(span):
                away = abs(offer.start - span.start) + abs(offer.end - span.end)
                if offer.label == span.label:
                    if best is None or away < nearest:
                        best, nearest = place, away
                elif near is None:
                    near = place
        elif offer.key == span.key and (way != "strict" or offer.label == span.label):
            return place, near
        elif near is None and offer.overlaps(span):
            near = place
    return best, near


def count_events(match: Match, blocks: Blocks, way: Way) -> Counts:
    """Credit, possible and actual spans; then nervaluate's five counts."""
    pairs = pair_spans(match)
    return _sum_events(match, blocks, pairs, *compare_events(match, way))


def _sum_events(match: Match, blocks: Blocks, pairs: Pairing, said: Offsets, unmatched: Offsets) -> Counts:
    sides = [(pairs.system.sentence, said)] * 3 + [(pairs.gold.sentence, unmatched)] + [(pairs.system.sentence, said)]
    counts = [by_sentence(match, blocks, sentence, rows == place) for place, (sentence, rows) in enumerate(sides)]
    correct, incorrect, half, missed, spurious = counts
    credit = correct + 0.5 * half if half.any() else correct
    possible, actual = correct + incorrect + half + missed, correct + incorrect + half + spurious
    return np.stack([credit, possible, actual, possible, *counts], axis=-1)


def split_events(match: Match, way: Way) -> dict[str, Counts]:
    """Count by label as nervaluate does: each label by a walk over its spans alone."""
    pairs, vocab = pair_spans(match), match.gold.corpus.vocab
    whole = Blocks(np.array([0, match.gold.corpus.n_words], dtype=np.int64))
    used = np.unique(np.concatenate([pairs.gold.label, pairs.system.label]))
    found = {}
    for code, text in zip(used.tolist(), vocab.decode(used), strict=True):
        found[text] = _sum_events(match, whole, pairs, *_walk(pairs, way, code))[0]
    return dict(sorted(found.items()))


def type_errors(match: Match) -> TypedErrors:
    """Every wrong span with its type; made once."""
    return match.keep("typed errors", lambda: type_spans(match))


UF1 = Measure(
    name="UF1",
    title="spans with the right words, labels aside",
    cites=_CONLL,
    reads=_NOTHING,
    tally=count_unlabeled,
    only="f1",
    aligned=False,
    unit="span",
    aliases=("boundary", "boundaries", "unlabeled"),
)
F1 = replace(
    UF1,
    name="F1",
    title="spans with the right words and label",
    tally=count_spans,
    decide=decide_spans,
    whole=count_whole,
    type_errors=type_errors,
    aliases=("lf1", "fb1", "labeled"),
)
TOKEN_ACCURACY = Measure(
    name="TokenAccuracy",
    title="words with the right tag",
    cites="conlleval.pl (accuracy)",
    reads=_NOTHING,
    tally=count_tags,
    only="accuracy",
    aliases=("tokens", "accuracy"),
)


def _semeval(way: Way, title: str, aliases: Iterable[str] = ()) -> Measure:
    return Measure(
        name=way,
        title=title,
        cites=_SEMEVAL,
        reads=_NOTHING,
        tally=partial(count_events, way=way),
        only="f1",
        aligned=False,
        unit="span",
        events=EVENTS,
        by_label=partial(split_events, way=way),
        aliases=tuple(aliases),
    )


ENTITY_MEASURES: Final[dict[str, Measure]] = {
    measure.name: measure
    for measure in (
        *(F1, UF1, TOKEN_ACCURACY),
        _semeval("strict", "the same words and label, overlaps incorrect"),
        _semeval("exact", "the same words, overlaps incorrect"),
        _semeval("partial", "the same words, overlaps half right"),
        _semeval("type", "overlaps with the same label", ("ent_type", "ent-type")),
    )
}
"""The measures of spans."""
