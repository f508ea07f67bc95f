"""Phrase-structure trees for the terminal: one phrase a line, words beside the phrase that holds only words.

Signs stand in the margin, so that nothing is told by colour alone: `-` a bracket that a system misses, `+` one that
only the system has, `~` one with another label. Phrases that do not count (roots) are dim.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from tertium.reports.page import BAD, BETWEEN, DIM, GOOD, Line, Span, cells, is_right_to_left, visible, wrap

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from tertium.corpus import Corpus
    from tertium.nodes import Nodes
    from tertium.tasks.bracketing import Bracketing, Side

MISSED, ADDED, RELABELLED = "-", "+", "~"
STYLES: Final = {MISSED: BAD, ADDED: GOOD, RELABELLED: BETWEEN}
_STEP: Final = 2
_NARROWEST: Final = 24  # cells that words need


@dataclass(frozen=True, slots=True)
class Marks:
    """What is wrong in one tree of a pair."""

    sign: Mapping[int, str] = field(default_factory=dict)  # node -> - + ~
    note: Mapping[int, str] = field(default_factory=dict)  # node -> what the other tree has there
    tag: Mapping[int, str] = field(default_factory=dict)  # word -> gold's tag > system's


def mark_trees(gold: Corpus, system: Corpus, found: Bracketing, sentence: int) -> tuple[Marks, Marks]:
    """What is wrong in one sentence: marks for the gold's tree and for the system's."""
    if not found.valid[sentence]:
        return Marks(), Marks()
    rows = [_rows_of(side, sentence) for side in (found.gold, found.system)]
    taken = {int(partner) for partner in found.partner[rows[1].start : rows[1].stop]}
    missed = [row for row in rows[0] if row not in taken]
    extra = [row for row in rows[1] if found.partner[row] < 0]
    names = [corpus.vocab.decode(side.label) for corpus, side in ((gold, found.gold), (system, found.system))]
    signs: tuple[dict[int, str], dict[int, str]] = ({}, {})
    notes: tuple[dict[int, str], dict[int, str]] = ({}, {})
    for row in missed:
        signs[0][int(found.gold.node[row])] = MISSED
        for other in extra:
            if _same_span(found.gold, row, found.system, other) and int(found.system.node[other]) not in signs[1]:
                ours, theirs = int(found.gold.node[row]), int(found.system.node[other])
                signs[0][ours] = signs[1][theirs] = RELABELLED
                notes[0][ours], notes[1][theirs] = names[1][other], names[0][row]
                break
    for row in extra:
        signs[1].setdefault(int(found.system.node[row]), ADDED)
    return Marks(signs[0], notes[0]), Marks(signs[1], notes[1], _mark_tags(gold, system, found, sentence))


def _rows_of(side: Side, sentence: int) -> range:
    first, last = side.sentence.searchsorted([sentence, sentence + 1]).tolist()
    return range(first, last)


def _same_span(one: Side, row: int, two: Side, other: int) -> bool:
    return bool(one.start[row] == two.start[other] and one.end[row] == two.end[other])


def _mark_tags(gold: Corpus, system: Corpus, found: Bracketing, sentence: int) -> dict[int, str]:
    """Words of the system's with another part of speech than the gold's."""
    marks = {}
    words = []
    for corpus, side in ((gold, found.gold), (system, found.system)):
        first, last = corpus.sent_start[sentence : sentence + 2].tolist()
        words.append([word for word in range(first, last) if side.kept[word]])
    for ours, theirs in zip(*words, strict=True):
        one, two = gold.columns["tag"][ours], system.columns["tag"][theirs]
        if one != two:
            texts = gold.vocab.decode([int(one), int(two)])
            if not found.rules.same(*texts):
                marks[theirs] = ">".join(texts)
    return marks


@dataclass(slots=True)
class _Item:
    """A phrase, or plain words in a row, with the lines of the tree before it."""

    node: int | None
    words: list[int]
    first: str  # before its own line
    rest: str  # before lines that continue it


def draw_tree(
    corpus: Corpus, sentence: int, marks: list[Marks], counted: frozenset[int], width: int, *, tags: bool = False
) -> list[Line]:
    """The tree of one sentence, with a column in the margin for each list of marks."""
    nodes = corpus.nodes
    if nodes is None:
        return []
    lines: list[Line] = []
    for item in _walk(corpus, nodes, sentence):
        signs = [mark.sign.get(-1 if item.node is None else item.node, " ") for mark in marks]
        margin = [Span(sign, STYLES.get(sign, "")) for sign in signs] + [Span(" ")]
        spans = _words(corpus, item.words, marks[0] if len(marks) == 1 else Marks(), tags=tags)
        if item.node is not None:
            spans = [*_label(corpus, nodes, item.node, signs, marks, counted), *([Span("  ")] if spans else []), *spans]
        first, rest = _shorten(item, width - len(marks) - 1)
        room = max(_NARROWEST, width - len(marks) - 1 - cells(first))
        for number, part in enumerate(wrap(spans, room, indent=_STEP, first=0)):
            before = first if number == 0 else rest
            lead = margin if number == 0 else [Span(" " * (len(marks) + 1))]
            lines.append((*lead, Span(before, DIM), *_isolate(part)))
    return lines


def _label(  # noqa: PLR0917 (what is known of a phrase)
    corpus: Corpus, nodes: Nodes, node: int, signs: list[str], marks: list[Marks], counted: frozenset[int]
) -> list[Span]:
    text = visible(corpus.vocab.decode(nodes.label[node : node + 1])[0]) or "( )"
    sign = next((sign for sign in signs if sign != " "), " ")
    style = STYLES.get(sign, "bold" if node in counted else DIM)
    note = ", ".join(dict.fromkeys(visible(mark.note[node]) for mark in marks if node in mark.note))
    gap = " (discontinuous)" if nodes.is_gappy()[node] else ""
    return [Span(text, style), Span(gap, DIM), Span(f" ~ {note}" if note else "", style)]


def _words(corpus: Corpus, words: list[int], marks: Marks, *, tags: bool) -> list[Span]:
    if not words:
        return []
    forms = corpus.vocab.decode(corpus.columns["form"][words])
    labels = corpus.vocab.decode(corpus.columns["tag"][words]) if tags else [""] * len(words)
    spans: list[Span] = []
    for word, form, label in zip(words, forms, labels, strict=True):
        text = visible(form)
        text = f"{text}/{visible(label)}" if label else text
        mark = marks.tag.get(word)
        if mark is not None:
            text += f"\u2066[{visible(mark)}]\u2069" if is_right_to_left(form) else f"[{visible(mark)}]"
        spans += [Span(text, BAD if mark is not None else ""), Span(" ")]
    return spans[:-1]


def _isolate(part: Line) -> Line:
    """Right-to-left words in a stretch of their own, so that the lines of the tree stay where they are."""
    if not any(is_right_to_left(span.text) for span in part):
        return part
    place = next(number for number, span in enumerate(part) if is_right_to_left(span.text))
    return (*part[:place], Span("\u2068"), *part[place:], Span("\u2069"))


def _shorten(item: _Item, room: int) -> tuple[str, str]:
    """The lines before an item; where they leave no room for words, only how deep it is."""
    if cells(item.first) <= room - _NARROWEST:
        return item.first, item.rest
    depth = cells(item.first) // _STEP
    return f"… {depth} deep ", " " * (len(str(depth)) + 8)


def _walk(corpus: Corpus, nodes: Nodes, sentence: int) -> Iterator[_Item]:
    """The phrases of a sentence from the top, each before what is below; words in a row together."""
    below: dict[int, list[tuple[int, int, bool]]] = {}  # node -> (first word, node or word, is a word)
    for node in range(int(nodes.sent_start[sentence]), int(nodes.sent_start[sentence + 1])):
        below.setdefault(int(nodes.parent[node]), []).append((int(nodes.start[node]), node, False))
    for word in range(int(corpus.sent_start[sentence]), int(corpus.sent_start[sentence + 1])):
        below.setdefault(int(nodes.of_word[word]), []).append((word, word, True))
    top = _runs(below.get(-1, []))
    stack = [_Item(node, words, "", "") for node, words in reversed(top)]
    while stack:
        item = stack.pop()
        if item.node is None:
            yield item
            continue
        inside = _runs(below.get(item.node, []))
        if len(inside) == 1 and inside[0][0] is None:
            yield _Item(item.node, inside[0][1], item.first, item.rest)
            continue
        yield item
        lines = [("├ ", "│ ")] * (len(inside) - 1) + [("└ ", "  ")]
        for (below_it, words), (step, after) in reversed(list(zip(inside, lines, strict=False))):
            stack.append(_Item(below_it, words, item.rest + step, item.rest + after))


def _runs(items: list[tuple[int, int, bool]]) -> list[tuple[int | None, list[int]]]:
    """Phrases one by one, plain words in a row together."""
    found: list[tuple[int | None, list[int]]] = []
    for _, number, is_word in sorted(items):
        if not is_word:
            found.append((number, []))
        elif found and found[-1][0] is None:
            found[-1][1].append(number)
        else:
            found.append((None, [number]))
    return found
