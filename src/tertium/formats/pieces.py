"""A large file of trees read a piece at a time: what is alive at one time fits a cache, and memory stays low.

A piece ends at the end of a line, outside all brackets. Whatever is odd anywhere makes the whole file be read at once,
so that this changes nothing but the speed.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

import numpy as np

from tertium.corpus import Names
from tertium.formats.files import concatenate

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from numpy.typing import NDArray

    from tertium.corpus import Corpus
    from tertium.formats.sources import Text

SIZE: Final = 1 << 22  # bytes
_NEWLINE: Final = 10


def cut(data: NDArray[np.uint8]) -> Iterator[NDArray[np.uint8]]:
    """Pieces of about this size, each to the end of a line."""
    start = 0
    while start < len(data):
        stop = min(start + SIZE, len(data))
        if stop < len(data):
            more = np.flatnonzero(data[stop - 1 : stop + SIZE] == _NEWLINE)
            stop = stop + int(more[0]) if len(more) else len(data)
        yield data[start:stop]
        start = stop


def read_pieces(
    text: Text, data: NDArray[np.uint8], read: Callable[[Text, NDArray[np.uint8]], tuple[Corpus, int] | None]
) -> Corpus | None:
    """All pieces put together; None where one of them needs its neighbours.

    Args:
        text: The file.
        data: Its bytes.
        read: Reads a piece, and gives its trees and its number of lines; None where it cannot be read alone.
    """
    if len(data) <= SIZE:
        return None
    parts: list[Corpus] = []
    by_line: set[bool] = set()
    n_lines = 0
    for piece in cut(data):
        found = read(text, piece)
        if found is None:
            return None
        corpus, lines = found
        by_line.add(corpus.n_sents == lines)  # a tree a line, throughout or nowhere
        parts.append(_move_lines(corpus, n_lines))
        n_lines += lines
    if len(by_line) > 1:
        return None
    whole = concatenate(parts)
    return replace(
        whole,
        paths=(text.path,),
        file_start=np.array([0, whole.n_words], dtype=np.int64),
        doc_start=np.array([0, whole.n_sents], dtype=np.int64),
        sentence_names=Names(whole.n_sents),
        document_names=Names(1),
        irregularities=parts[0].irregularities,
    )


def _move_lines(corpus: Corpus, by: int) -> Corpus:
    nodes = corpus.nodes
    if nodes is not None and nodes.line is not None:
        nodes = replace(nodes, line=nodes.line + np.int32(by))
    return replace(corpus, line=corpus.line + np.int32(by), nodes=nodes)
