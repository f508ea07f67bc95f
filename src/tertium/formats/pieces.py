"""A large file of trees read a piece at a time: what is alive at one time fits a cache, and memory stays low.

A piece ends at the end of a line, outside all brackets. Whatever is odd anywhere makes the whole file be read at once,
so that this changes nothing but the speed.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from tertium.corpus import Names
from tertium.nodes import Nodes

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from numpy.typing import NDArray

    from tertium._typing import Codes
    from tertium.corpus import Corpus
    from tertium.formats.sources import Text

SIZE: Final = 1 << 20  # bytes
_SLACK: Final = 1.02  # pieces are not all alike
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


class _Column:
    """A column that is filled piece by piece; the room that it has left costs no memory, because nobody touches it."""

    def __init__(self, dtype: type[np.integer[Any]] = np.int32) -> None:
        self._room: NDArray[Any] = np.zeros(0, dtype=dtype)
        self.n = 0

    def add(self, values: NDArray[Any], share: float) -> None:
        """Put values at the end; `share` of the file has been read, these values included."""
        n = self.n + len(values)
        if n > len(self._room):
            room = np.empty(int(n / share * _SLACK) + 1, dtype=self._room.dtype)
            room[: self.n] = self._room[: self.n]
            self._room = room
        self._room[self.n : n] = values
        self.n = n

    @property
    def filled(self) -> NDArray[Any]:
        """What has been put in."""
        return self._room[: self.n]


def read_pieces(
    text: Text, data: NDArray[np.uint8], read: Callable[[Text, NDArray[np.uint8]], tuple[Corpus, int] | None]
) -> Corpus | None:
    """All pieces put together; None where one of them needs its neighbours.

    Args:
        text: The file.
        data: Its bytes.
        read: Reads a piece, and gives its trees (without gaps) and its number of lines; None where it cannot be read
            alone.
    """
    if len(data) <= SIZE:
        return None
    of_words = {name: _Column() for name in ("form", "tag", "line", "of_word")}
    of_nodes = {name: _Column() for name in ("label", "parent", "start", "end", "line")}
    sent_start, node_start = _Column(np.int64), _Column(np.int64)
    by_line: set[bool] = set()
    first: Corpus | None = None
    n_bytes = n_lines = 0
    for piece in cut(data):
        found = read(text, piece)
        if found is None or found[0].nodes is None:
            return None
        (corpus, lines), nodes = found, found[0].nodes
        by_line.add(corpus.n_sents == lines)  # a tree a line, throughout or nowhere
        if len(by_line) > 1:
            return None
        first = corpus if first is None else first
        n_bytes += len(piece)
        share, n_words, n_nodes = n_bytes / len(data), of_words["line"].n, of_nodes["label"].n
        sent_start.add(corpus.sent_start[1:] + n_words, share)
        node_start.add(nodes.sent_start[1:] + n_nodes, share)
        words = {**corpus.columns, "line": corpus.line + n_lines, "of_word": _shift(nodes.of_word, n_nodes)}
        for name, column in of_words.items():
            column.add(words[name], share)
        phrases = {
            "label": nodes.label,
            "parent": _shift(nodes.parent, n_nodes),
            "start": nodes.start + n_words,
            "end": nodes.end + n_words,
            "line": np.zeros(0) if nodes.line is None else nodes.line + n_lines,
        }
        for name, column in of_nodes.items():
            column.add(phrases[name], share)
        n_lines += lines
    return None if first is None else _put_together(first, text, (of_words, of_nodes), (sent_start, node_start))


def _shift(rows: Codes, by: int) -> Codes:
    """Numbers of nodes after so many others; no node stays none."""
    return np.where(rows >= 0, rows + np.int32(by), rows)


def _put_together(
    first: Corpus, text: Text, columns: tuple[dict[str, _Column], dict[str, _Column]], starts: tuple[_Column, _Column]
) -> Corpus:
    """The whole file, with what is not in columns from its first piece."""
    words, nodes = ({name: column.filled for name, column in table.items()} for table in columns)
    sent_start, node_start = (np.concatenate([[0], column.filled]) for column in starts)
    n, n_sents = len(words["form"]), len(sent_start) - 1
    return replace(
        first,
        sent_start=sent_start,
        columns={"form": words["form"], "tag": words["tag"]},
        line=words["line"],
        paths=(text.path,),
        file_start=np.array([0, n], dtype=np.int64),
        doc_start=np.array([0, n_sents], dtype=np.int64),
        sentence_names=Names(n_sents),
        document_names=Names(1),
        nodes=Nodes(
            sent_start=node_start,
            label=nodes["label"],
            parent=nodes["parent"],
            start=nodes["start"],
            end=nodes["end"],
            of_word=words["of_word"],
            line=nodes["line"],
        ),
    )
