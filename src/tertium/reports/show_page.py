"""`tertium show`: chosen sentences, gold against system, drawn in the terminal with the differences marked."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, NamedTuple

import numpy as np

from tertium.errors import UsageError
from tertium.measures.parseval import bracketing_of
from tertium.plurals import many
from tertium.reports import arc_drawing, tree_drawing
from tertium.reports.head_and_foot import footer, header
from tertium.reports.json_file import head
from tertium.reports.page import BLANK, DIM, TITLE, Line, Span, line, visible, wrap
from tertium.reports.result import Result
from tertium.tasks.typed_errors import OF_WORD

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from tertium.loading import Loaded
    from tertium.reports.tree_drawing import Marks
    from tertium.tasks.bracketing import Bracketing
    from tertium.tasks.match import Match

_TREE_LEGEND: Final = "signs: - missing from the system, + only in the system, ~ another label; [gold's tag>system's]"
_ARC_LEGEND: Final = "signs: > another head, ~ another relation, x both, ? cut otherwise"


class Drawings(Result):
    """What `tertium.show` returns: some sentences, drawn when they are printed."""

    title = "tertium show"

    def __init__(
        self, loaded: Loaded, sentences: Sequence[int | str] = (), differing: int | None = None, *, tags: bool = False
    ) -> None:
        """Take what was loaded and which sentences are wanted: by name or number from 1, or the first that differ.

        Raises:
            UsageError: There is no such sentence, or there are no trees.
        """
        super().__init__(loaded)
        if self.task not in _DRAWINGS:
            raise UsageError(
                f"there are no trees to draw, the task is {self.task}", hint="tertium compare shows marked sentences"
            )
        self.tags = tags
        chosen = [self._find(name) for name in sentences]
        if differing is not None or not chosen:
            chosen += self.differing[: 1 if differing is None else differing]
        self.sentences = tuple(dict.fromkeys(chosen))

    def _find(self, name: int | str) -> int:
        names = self.gold.sentence_names.strings()
        places = np.flatnonzero((names == str(name)).fill_null(value=False).to_numpy())
        if len(places):
            return int(places[0])
        n = self.gold.n_sents
        text = str(name).strip()
        if text.isdecimal() and 1 <= int(text) <= n:
            return int(text) - 1
        raise UsageError(
            f"there is no sentence {visible(str(name))!r} in the gold",
            hint=f"give a number from 1 to {n:,}, or a sent_id",
        )

    @property
    def differing(self) -> list[int]:
        """Places of all sentences in which the tree of some system differs from the gold's (or a tag, in phrases)."""
        found: set[int] = set()
        for match in self.tables.matches:
            errors = self.kind.type_errors(match)
            drawn = errors.side != OF_WORD if _DRAWINGS[self.task].heads_only else errors.side >= 0
            found.update(errors.sentence[drawn].tolist())
        return sorted(found)

    def to_dict(self) -> dict[str, Any]:
        """The JSON document: which sentences, and the drawing of each."""
        drawn = [
            {
                "sentence": self.gold.sentence_name(sentence),
                "number": sentence + 1,
                "drawing": ["".join(span.text for span in row) for row in draw_sentence(self, sentence, 80)],
            }
            for sentence in self.sentences
        ]
        return {**head(self), "sentences": drawn, "warnings": self.warnings}

    def page(self, width: int = 80) -> list[Line]:
        """The terminal page, line by line."""
        return show_page(self, width)


def show_page(result: Drawings, width: int = 80) -> list[Line]:
    """The page of `show`."""
    lines = header(result, width)
    if not result.sentences:
        text = "No sentence differs from the gold: give --sentence N to see one."
        return [*lines, *wrap([Span(text, TITLE)], width), *footer(result, width)]
    for sentence in result.sentences:
        lines += [*draw_sentence(result, sentence, width), BLANK]
    legend = _DRAWINGS[result.task].legend
    if len(result.systems) > 1:
        legend += f"; in the gold a column for each system, {', '.join(visible(name) for name in result.systems)}"
    return [*lines, *wrap([Span(legend, DIM)], width, indent=2, first=0), *footer(result, width)]


def draw_sentence(result: Drawings, sentence: int, width: int) -> list[Line]:
    """One sentence: a title, the gold's tree, then each system's that differs."""
    gold = result.gold
    first, last = gold.sent_start[sentence : sentence + 2].tolist()
    name = gold.sentence_name(sentence)
    named = "" if name == str(sentence + 1) else f" ({visible(name)})"
    lines = wrap([Span(f"Sentence {sentence + 1}{named}, {many(last - first, 'word')}", TITLE)], width)
    return lines + _DRAWINGS[result.task].draw(result, sentence, width)


def _draw_trees(result: Drawings, sentence: int, width: int) -> list[Line]:
    found = [bracketing_of(match) for match in result.tables.matches]
    marks = [
        tree_drawing.mark_trees(match.gold.corpus, match.system.corpus, part, sentence)
        for match, part in zip(result.tables.matches, found, strict=True)
    ]
    counted = frozenset(found[0].gold.node.tolist())
    gold = [pair[0] for pair in marks]
    lines = [line(Span("gold", TITLE))]
    lines += tree_drawing.draw_tree(result.gold, sentence, gold, counted, width, tags=result.tags)
    for name, match, part, (_, own) in zip(result.systems, result.tables.matches, found, marks, strict=True):
        lines.append(line(Span(visible(name), TITLE), Span(_describe_tree(part, sentence, own), DIM)))
        if _is_worth_drawing(part, sentence, own, gold[result.index(name)]):
            counts = frozenset(part.system.node.tolist())
            corpus = match.system.corpus
            lines += tree_drawing.draw_tree(corpus, sentence, [own], counts, width, tags=result.tags)
    return lines


def _is_worth_drawing(found: Bracketing, sentence: int, own: Marks, gold: Marks) -> bool:
    if not found.valid[sentence]:
        return bool(found.system.n_words[sentence])
    return bool(own.sign or own.tag or gold.sign)


def _describe_tree(found: Bracketing, sentence: int, own: Marks) -> str:
    if not found.valid[sentence]:
        why = next((text for place, text in found.complaints if place == sentence), None)
        return f"  (not compared: {why})" if why else "  (no parse)"
    rows = found.system.sentence == sentence
    matched = int((found.partner[rows] >= 0).sum())
    gold, system = (int((side.sentence == sentence).sum()) for side in (found.gold, found.system))
    if matched == gold == system:
        return "  (every bracket is right)" if own.tag else "  (the same tree)"
    return f"  ({matched} of {gold} brackets, {system - matched} of its own)"


def _draw_arcs(result: Drawings, sentence: int, width: int) -> list[Line]:
    matches = result.tables.matches
    lines = [line(Span("gold", TITLE))]
    lines += arc_drawing.draw_gold(matches[0].gold, sentence, matches, width, tags=result.tags)
    first, last = result.gold.sent_start[sentence : sentence + 2].tolist()
    for name, match in zip(result.systems, matches, strict=True):
        n_wrong = _count_wrong(match, first, last)
        note = f"  ({many(n_wrong, 'word')} wrong)" if n_wrong else "  (the same tree)"
        lines.append(line(Span(visible(name), TITLE), Span(note, DIM)))
        if n_wrong:
            lines += arc_drawing.draw_system(match, sentence, width, tags=result.tags)
    return lines


def _count_wrong(match: Match, first: int, last: int) -> int:
    return int(np.count_nonzero(~match.right("head", "deprel")[first:last]))


class _Drawing(NamedTuple):
    """How the sentences of one task are drawn."""

    draw: Callable[[Drawings, int, int], list[Line]]
    legend: str
    heads_only: bool = False  # wrong parts of speech are no difference


_DRAWINGS: Final[dict[str, _Drawing]] = {
    "constituency": _Drawing(_draw_trees, _TREE_LEGEND),
    "dependency": _Drawing(_draw_arcs, _ARC_LEGEND, heads_only=True),
}
