"""Dependency trees for the terminal: one word a line, in the order of the sentence, arcs as lines on the left.

Signs stand in the margin, so that nothing is told by colour alone: `>` another head than the gold's, `~` another
relation, `x` both, `?` a word that the two files cut otherwise. Arcs of trees that are not projective may cross.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from tertium.reports.page import BAD, BETWEEN, DIM, Line, Span, cells, fit, is_right_to_left, visible

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tertium.tasks.match import Match
    from tertium.tasks.view import View

_UP, _DOWN, _LEFT, _RIGHT = 1, 2, 4, 8
_LINES: Final = " ╵╷│╴╯╮┤╶╰╭├─┴┬┼"
"""The character for each set of directions."""

HEAD, LABEL, BOTH, CUT = ">", "~", "x", "?"
STYLES: Final = {HEAD: BAD, LABEL: BETWEEN, BOTH: BAD, CUT: DIM}
_FOR_WORDS: Final = 30
_FOR_LABELS: Final = 36


def draw_arcs(heads: Sequence[int]) -> list[str]:
    """The lines before each word; heads are places in the sentence, anything below 0 is no word.

    >>> for lines, word in zip(draw_arcs([1, -1, 3, 1]), "Joana bought a cake".split()):
    ...     print(lines, word)
    ╭── Joana
    ├ bought
    │ ╭── a
    ╰─┴ cake
    """
    n = len(heads)
    children: list[list[int]] = [[] for _ in range(n)]
    for word, head in enumerate(heads):
        if 0 <= head < n:
            children[head].append(word)
    column = _place(heads, children)
    grid = [[0] * (1 + max(column, default=0)) for _ in range(n)]
    for head, below in enumerate(children):
        own = [child for child in below if column[child] > column[head]]  # not the arc that closes a cycle
        for child in own:
            step = 1 if child > head else -1
            for row in range(head, child, step):
                grid[row][column[head]] |= _DOWN if step > 0 else _UP
                grid[row + step][column[head]] |= _UP if step > 0 else _DOWN
            grid[child][column[head]] |= _RIGHT
            for place in range(column[head] + 1, column[child]):
                grid[child][place] |= _LEFT | _RIGHT
            grid[child][column[child]] |= _LEFT
    for word, place in enumerate(column):
        grid[word][place] |= _RIGHT
        last = max(number for number, directions in enumerate(grid[word]) if directions)
        for further in range(place + 1, last + 1):  # across arcs of other words
            grid[word][further] |= _LEFT | _RIGHT
    return [_spell(cells_of_row) for cells_of_row in grid]


def _place(heads: Sequence[int], children: list[list[int]]) -> list[int]:
    """A column for each word, right of its head's, where its arcs meet no others; a cycle starts at its first word."""
    n = len(heads)
    column = [-1] * n
    busy: list[list[tuple[int, int]]] = []
    roots = [word for word, head in enumerate(heads) if not 0 <= head < n]
    waiting = [(word, 0) for word in roots]
    rest = iter(range(n))
    while True:
        for word, lowest in waiting:  # grows while it is read
            if column[word] >= 0:
                continue
            first, last = min([word, *children[word]]), max([word, *children[word]])
            place = lowest
            while place < len(busy) and any(a <= last and first <= b for a, b in busy[place]):
                place += 1
            busy += [[] for _ in range(place + 1 - len(busy))]
            busy[place].append((first, last))
            column[word] = place
            waiting += [(child, place + 1) for child in children[word]]
        left = next((word for word in rest if column[word] < 0), None)
        if left is None:
            return column
        waiting = [(left, 0)]


def _spell(row: list[int]) -> str:
    parts = []
    for place, directions in enumerate(row):
        joined = place + 1 < len(row) and directions & _RIGHT and row[place + 1] & _LEFT
        parts.append(_LINES[directions] + ("─" if joined else " "))
    return "".join(parts).rstrip()


def sign_of(match: Match, word: int) -> str:
    """What is wrong with a system's answer for a gold word."""
    if not match.aligned[word]:
        return CUT
    head, label = bool(match.right("head")[word]), bool(match.right("deprel")[word])
    return " " if head and label else LABEL if head else HEAD if label else BOTH


def draw_gold(view: View, sentence: int, matches: Sequence[Match], width: int, *, tags: bool) -> list[Line]:
    """The gold's tree, with a column in the margin for each system."""
    first, last = view.corpus.sent_start[sentence : sentence + 2].tolist()
    signs = ["".join(sign_of(match, word) for match in matches) for word in range(first, last)]
    return _draw(view, range(first, last), signs, [""] * (last - first), width, tags=tags)


def draw_system(match: Match, sentence: int, width: int, *, tags: bool) -> list[Line]:
    """A system's tree over the words of a gold sentence, with what the gold has where it is wrong."""
    gold, system, link = match.gold, match.system, match.link
    words = _system_words(match, sentence)
    first, last = gold.corpus.sent_start[sentence : sentence + 2].tolist()
    forms = dict(zip(range(first, last), gold.corpus.forms(first, last), strict=True))
    signs, notes = [], []
    relation = gold.column("deprel")
    for word in words:
        ours = word if link.to_gold is None else int(link.to_gold[word])
        sign = CUT if ours < 0 else sign_of(match, ours)
        signs.append(sign)
        note = ""
        if sign in (HEAD, LABEL, BOTH):
            head = int(gold.head[ours])
            where = f" of {visible(forms[head])}#{head - first + 1}" if head >= 0 and sign != LABEL else ""
            note = f"gold: {visible(gold.corpus.vocab.decode(relation[ours : ours + 1])[0])}{where}"
        notes.append(note)
    return _draw(system, words, signs, notes, width, tags=tags)


def _system_words(match: Match, sentence: int) -> range:
    """The system's words in the sentences that hold words of a gold sentence."""
    first, last = match.gold.corpus.sent_start[sentence : sentence + 2].tolist()
    if match.link.to_system is None:
        return range(first, last)
    own = match.link.to_system[first:last]
    own = own[own >= 0]
    if not len(own):
        return range(0)
    starts = match.system.corpus.sent_start
    low, high = np.searchsorted(starts, [own.min(), own.max()], side="right")
    return range(int(starts[low - 1]), int(starts[high]))


def _draw(
    view: View, words: range, signs: Sequence[str], notes: Sequence[str], width: int, *, tags: bool
) -> list[Line]:
    vocab, corpus = view.corpus.vocab, view.corpus
    rows = slice(words.start, words.stop)
    heads = [head - words.start if head >= 0 else -1 for head in view.head[rows].tolist()]
    forms = [visible(form) for form in vocab.decode(corpus.columns["form"][rows])]
    labels = [visible(label) for label in vocab.decode(view.column("deprel")[rows])]
    layer = next((name for name in ("upos", "xpos") if name in corpus.columns), None) if tags else None
    parts = [visible(tag) for tag in vocab.decode(view.column(layer)[rows])] if layer else [""] * len(words)
    arcs = draw_arcs(heads)
    if max((len(arc) for arc in arcs), default=0) > width - _FOR_WORDS:  # too deep to be drawn
        arcs = ["" if head < 0 else f"#{head + 1} →" for head in heads]
    sizes = [cells(arc) + 1 + cells(form) for arc, form in zip(arcs, forms, strict=True)]
    column = min(width - _FOR_LABELS, max(sizes, default=0))
    lines: list[Line] = []
    for place, sign in enumerate(signs):
        style = next((STYLES[one] for one in sign if one in STYLES), "")
        form = f"\u2068{forms[place]}\u2069" if is_right_to_left(forms[place]) else forms[place]
        gap = " " * (2 + max(0, column - sizes[place]))
        tag = f"{parts[place]}  " if parts[place] else ""
        number = fit(str(place + 1), 3, "right")
        lead = [Span(one, STYLES.get(one, "")) for one in sign] + [Span(f" {number} ", DIM), Span(arcs[place], DIM)]
        used = len(sign) + 5 + sizes[place] + len(gap)
        rest = f"{tag}{labels[place]}"
        note = f"  ({notes[place]})" if notes[place] else ""
        text = fit(rest + note, max(10, width - used)).rstrip()
        lines.append((*lead, Span(f" {form}{gap}"), Span(text, style)))
    return lines
