"""Enhanced graphs: the DEPS column as packed edges.

`4:nsubj|7:conj:and>nsubj` is two edges, each with a head and a path of relations (paths come from collapsing empty
nodes). Edges to empty nodes are dropped, on both sides, as the UD evaluation drops them. Each distinct DEPS string is
parsed once. The UD evaluation takes for a head what Python takes for a number and for an index of its list of words,
so that `-1` is a word before the sentence; its preset does the same.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import numpy as np

from tertium.corpus import HEADLESS, ROOT
from tertium.errors import FormatError, quote
from tertium.formats.heads import NO_HEAD, head_number

if TYPE_CHECKING:
    from tertium._typing import Codes, Offsets
    from tertium.corpus import Corpus

_BROKEN: Final = NO_HEAD


@dataclass(frozen=True, eq=False, slots=True)
class Edges:
    """Enhanced edges, word by word."""

    start: Offsets  # (n_words + 1,)  word w has edges start[w]:start[w + 1]
    head: Codes  # (n_edges,)  row of the head, ROOT, or HEADLESS where it cannot be read
    path: Codes  # (n_edges,)  code of the whole path
    plain: Codes  # (n_edges,)  code of the path with each step cut at `:`
    n_broken: int = 0

    @property
    def n(self) -> int:
        """How many edges there are."""
        return len(self.head)

    def word(self) -> Codes:
        """(n_edges,) the word of each edge."""
        return np.repeat(np.arange(len(self.start) - 1, dtype=np.int32), np.diff(self.start))


def parse(deps: str, *, as_python: bool = False) -> list[tuple[int, str]]:
    """Heads and paths of one DEPS field; edges to empty nodes are left out, unreadable ones marked.

    A head is made of digits, or is whatever Python takes for a number.

    >>> parse("4:nsubj|5.1:obj|0:root")
    [(4, 'nsubj'), (0, 'root')]
    """
    if deps in ("", "_"):
        return []
    edges: list[tuple[int, str]] = []
    for edge in deps.split("|"):
        head, colon, path = edge.partition(":")
        if "." in head and colon:
            continue
        number = head_number(head, as_python=as_python) if colon and (as_python or head.isdecimal()) else _BROKEN
        edges.append((number, path) if number != _BROKEN else (_BROKEN, edge))
    return edges


def find_edges(corpus: Corpus, *, go_on: bool) -> Edges:
    """The enhanced edges of a corpus.

    Args:
        corpus: A corpus whose `deps` column was read.
        go_on: As the UD evaluation: read heads as it does, and keep those that it crashes on as edges that never match,
            instead of refusing the file.

    Raises:
        FormatError: Some edge has no colon, or its head is no word of the sentence.
    """
    vocab, deps = corpus.vocab, corpus.columns["deps"]
    used = vocab.used(deps)
    parsed = [parse(text, as_python=go_on) for text in vocab.decode(used)]
    if not any(parsed):
        nothing = np.zeros(0, dtype=np.int32)
        return Edges(np.zeros(corpus.n_words + 1, dtype=np.int64), nothing, nothing, nothing)
    size = np.zeros(len(vocab) + 1, dtype=np.int64)
    first = np.zeros(len(vocab) + 1, dtype=np.int64)
    lengths = np.array([len(edges) for edges in parsed], dtype=np.int64)
    size[used] = lengths
    first[used] = np.cumsum(lengths) - lengths
    flat = [edge for edges in parsed for edge in edges]
    heads = np.array([head for head, _ in flat], dtype=np.int64)
    paths = vocab.encode(path for _, path in flat)
    n_edges = size[deps]
    start = np.concatenate([[0], np.cumsum(n_edges)])
    pick = np.repeat(first[deps] - start[:-1], n_edges) + np.arange(int(start[-1]))
    number, path = heads[pick], paths[pick]
    word = np.repeat(np.arange(corpus.n_words, dtype=np.int32), n_edges)
    sentence = corpus.sentence_of_words()[word]
    base, length = corpus.sent_start[sentence], corpus.sent_len[sentence]
    row = base + number - 1
    row = np.where(row < 0, row + base + length, row)  # an index below zero counts from the last word read
    broken = (number == _BROKEN) | (number > length) | (row < 0)
    if broken.any() and not go_on:
        place = int(np.flatnonzero(broken)[0])
        raise _explain(corpus, int(word[place]), int(number[place]), int(length[place]))
    head = np.where(number == 0, ROOT, row)
    head = np.where(broken, HEADLESS, head).astype(np.int32)
    plain = vocab.rewrite(path, _cut_steps)
    return Edges(start, head, path, plain, int(np.count_nonzero(broken)))


def _cut_steps(path: str) -> str:
    return ">".join(step.partition(":")[0] for step in path.split(">"))


def _explain(corpus: Corpus, word: int, head: int, length: int) -> FormatError:
    sentence = int(np.searchsorted(corpus.sent_start, word, side="right")) - 1
    deps = corpus.vocab.decode(corpus.columns["deps"][word : word + 1])[0]
    if head == _BROKEN:
        message = f"DEPS is {quote(deps)}: every edge is a head, a colon and a relation"
    else:
        message = f"DEPS is {quote(deps)}: head {head} is outside of the sentence, which has {length} words"
    return FormatError(
        message,
        path=corpus.path_of(word),
        line=int(corpus.line[word]),
        sentence=corpus.sentence_name(sentence),
        hint="correct the DEPS column, or leave the enhanced graph aside by naming the measures, such as --measure LAS",
    )
