"""Trees as lines of brackets: what the writers of bracketed formats share."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from tertium.errors import UsageError
from tertium.nodes import NO_NODE

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from tertium.corpus import Corpus

_SQUARE: Final = {"(": "[", ")": "]"}


def draw_brackets(corpus: Corpus, leaf: Callable[[int], str], *, functions: bool) -> Iterator[str]:
    """Each tree as a line of brackets; one without a label around several tops, or around a word without phrases.

    Args:
        corpus: The trees.
        leaf: How a word is written, by its row.
        functions: Write the functions of phrases behind their labels.

    Raises:
        UsageError: There are no trees, or a label or tag cannot be written.
    """
    nodes = corpus.nodes
    if nodes is None:
        raise UsageError(f"{corpus.path_of(0)} has no trees", hint="give files of bracketed trees")
    tags = [spell(tag, _SQUARE, empty=True) for tag in corpus.vocab.decode(corpus.columns["tag"])]
    labels = [spell(label, _SQUARE, empty=True) for label in corpus.vocab.decode(nodes.label)]
    if functions and nodes.function is not None:
        edges = [spell(edge, _SQUARE, empty=True) for edge in corpus.vocab.decode(nodes.function)]
        labels = [f"{label}-{edge}" if edge else label for label, edge in zip(labels, edges, strict=True)]
    above, parent, start = nodes.of_word.tolist(), nodes.parent.tolist(), nodes.start.tolist()
    for first, last, begin, stop in zip(
        *(nodes.sent_start[:-1].tolist(), nodes.sent_start[1:].tolist()),
        *(corpus.sent_start[:-1].tolist(), corpus.sent_start[1:].tolist()),
        strict=True,
    ):
        below: dict[int, list[tuple[int, bool, int]]] = {node: [] for node in (NO_NODE, *range(first, last))}
        for node in range(first, last):
            below[parent[node]].append((start[node], False, node))
        for word in range(begin, stop):
            below[above[word]].append((word, True, word))
        parts: list[str] = []
        waiting: list[tuple[int, bool, int] | None] = [*sorted(below[NO_NODE], reverse=True)]
        bare = len(waiting) > 1 or (begin < stop and first == last)
        while waiting:
            if (entry := waiting.pop()) is None:
                parts.append(")")
            elif entry[1]:
                parts.append(f" ({tags[entry[2]]} {leaf(entry[2])})")
            else:
                parts.append(f" ({labels[entry[2]]}")
                waiting += [None, *sorted(below[entry[2]], reverse=True)]
        line = "".join(parts)
        yield f"({line})" if bare else line.lstrip(" ")


def spell(text: str, brackets: dict[str, str], *, empty: bool = False) -> str:
    """A word or label with its brackets escaped.

    Raises:
        UsageError: White space is in it, or it is a word without characters.
    """
    if text.isalnum():
        return text
    if (not text and not empty) or any(character <= " " for character in text):
        raise UsageError(f"{text!r} cannot be written between brackets", hint="take the white space out")
    return "".join(brackets.get(character, character) for character in text)
