"""Crossing branches resolved: trees without gaps, for measures that need such trees.

As in Rehbein and van Genabith (2007, section 4), after the converters of NEGRA and TIGER: of a discontinuous phrase the
stretch with its head stays, everything else is attached higher, until nothing crosses. The head is the child with the
function HD where there is one, else the leftmost child. No phrase and no word is lost; phrases without gaps stay as
they are unless something is attached to them from below.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

import numpy as np

from tertium.nodes import NO_NODE, arrange

if TYPE_CHECKING:
    from tertium._typing import Codes
    from tertium.corpus import Corpus
    from tertium.nodes import Nodes

HEAD: Final = "HD"


def resolve_crossing(corpus: Corpus) -> Corpus:
    """The corpus with its discontinuous phrases made continuous; itself if there are none."""
    nodes = corpus.nodes
    if nodes is None or not nodes.is_gappy().any():
        return corpus
    parent, of_word = nodes.parent.copy(), nodes.of_word.copy()
    leads = [_is_head(corpus, nodes.function), _is_head(corpus, corpus.columns.get("function"))]
    for sentence in np.unique(nodes.sentence()[nodes.is_gappy()]).tolist():
        _raise_parts(corpus, nodes, sentence, parent, of_word, leads)
    resolved = arrange(
        sent_start=nodes.sent_start,
        word_start=corpus.sent_start,
        label=nodes.label,
        parent=parent,
        of_word=of_word,
        line=nodes.line,
        function=nodes.function,
    )
    return replace(corpus, nodes=resolved)


def _is_head(corpus: Corpus, function: Codes | None) -> set[int]:
    """The rows whose function says that they are heads."""
    if function is None:
        return set()
    return set(np.flatnonzero(corpus.vocab.flag(function, lambda text: text == HEAD)).tolist())


def _raise_parts(  # noqa: PLR0917 (what is read, and what is changed)
    corpus: Corpus, nodes: Nodes, sentence: int, parent: Codes, of_word: Codes, leads: list[set[int]]
) -> None:
    """Change the parents of one sentence, bottom up: what is below a phrase has no gaps when its turn comes."""
    first, last = nodes.sent_start[sentence : sentence + 2].tolist()
    below: dict[int, list[tuple[int, int, bool, int]]] = {node: [] for node in (NO_NODE, *range(first, last))}
    for word in range(*corpus.sent_start[sentence : sentence + 2].tolist()):
        below[int(of_word[word])].append((word, word + 1, True, word))  # start, end, is a word, row
    for node in range(last - 1, first - 1, -1):  # children stand after their parents
        stretches: list[list[tuple[int, int, bool, int]]] = []
        for part in sorted(below[node]):
            if stretches and stretches[-1][-1][1] == part[0]:
                stretches[-1].append(part)
            else:
                stretches.append([part])
        above = int(nodes.parent[node])
        kept = next((s for s in stretches if any(row in leads[is_word] for _, _, is_word, row in s)), None)
        kept = kept or (stretches[0] if stretches else [])
        for part in (part for stretch in stretches if stretch is not kept for part in stretch):
            (of_word if part[2] else parent)[part[3]] = above
            below[above].append(part)
        if kept:
            below[above].append((kept[0][0], kept[-1][1], False, node))
