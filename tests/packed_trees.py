"""Small trees of phrases for hypothesis, their texts, and a slow reading of packed nodes to compare with.

A tree is (label, children), a word (tag, form, place). The slow reader of brackets goes token by token.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Final, TypeAlias

import numpy as np
from hypothesis import strategies as st

from tertium.corpus import Vocab
from tertium.formats import reader
from tertium.formats.request import Request
from tertium.formats.sources import Text

if TYPE_CHECKING:
    from collections.abc import Sequence

    from hypothesis.strategies import DrawFn

    from tertium.corpus import Corpus

Word: TypeAlias = tuple[str, str, int]
Tree: TypeAlias = tuple[str, list[Any]]
Row: TypeAlias = tuple[str, int, frozenset[int]]
"""A phrase as label, row of its parent in the sentence, and words of the sentence."""

LABELS: Final = ("S", "NP", "VP", "NP-SBJ", "ТЕМА", "句")
TAGS: Final = ("N", "V", "$.", "-LRB-")
FORMS: Final = ("a", "b", "кот", "猫", "قط", "a\u00a0b", "=", "1=2", "-")

some_label: Final = st.sampled_from(LABELS)
some_word: Final = st.tuples(st.sampled_from(TAGS), st.sampled_from(FORMS))


@st.composite
def trees(draw: DrawFn, *, gaps: bool = False, root: str | None = None) -> Tree:
    """A tree over one to seven words; with gaps, its phrases hold words in any order."""
    words = draw(st.lists(some_word, min_size=1, max_size=7))
    places = list(range(len(words)))
    order = draw(st.permutations(places)) if gaps else places

    def grow(part: Sequence[int], depth: int) -> Tree | Word:
        if len(part) == 1 and (depth > 3 or draw(st.booleans())):
            return (*words[part[0]], part[0])
        cut = draw(st.integers(1, len(part)))
        pieces = [part] if cut == len(part) and depth < 3 else [part[:cut], part[cut:]]
        label = draw(some_label) if depth or root is None else root
        below = [grow(piece, depth + 1) for piece in pieces if piece]
        return label, sorted(below, key=first_word)

    tree = grow(order, 0)
    return tree if len(tree) == 2 else (root or draw(some_label), [tree])


def first_word(tree: Tree | Word) -> int:
    return tree[2] if len(tree) == 3 else min(map(first_word, tree[1]))


def words_of(tree: Tree | Word) -> list[Word]:
    return (
        [tree] if len(tree) == 3 else sorted((word for part in tree[1] for word in words_of(part)), key=lambda w: w[2])
    )


def rows_of(tree: Tree) -> list[Row]:
    """The phrases, parents first, siblings by their first word."""
    rows: list[Row] = []

    def visit(part: Tree | Word, parent: int) -> None:
        if len(part) == 2:
            rows.append((part[0], parent, frozenset(word[2] for word in words_of(part))))
            own = len(rows) - 1
            for child in part[1]:
                visit(child, own)

    visit(tree, -1)
    return rows


def to_text(tree: Tree | Word, *, placed: bool = False) -> str:
    if len(tree) == 3:
        return f"({tree[0]} {tree[2]}={tree[1]})" if placed else f"({tree[0]} {tree[1]})"
    return f"({tree[0]} {' '.join(to_text(part, placed=placed) for part in tree[1])})"


def parse(text: str) -> list[Tree]:
    """Every tree in a text of Penn brackets, token by token, with a stack."""
    found: list[Tree] = []
    stack: list[tuple[str, list[Any]]] = []
    n_words = 0
    for match in re.finditer(r"\(([^ \t\r\n()]*)|(\))|[^ \t\r\n()]+", text):
        if match[1] is not None:
            stack.append((match[1], []))
            n_words = n_words if len(stack) > 1 else 0
        elif not match[2]:
            stack[-1][1].append(match[0])
        else:
            label, below = stack.pop()
            tree: Tree | Word = (label, below)
            if below and isinstance(below[0], str):
                tree, n_words = (label, below[0], n_words), n_words + 1
            if stack:
                stack[-1][1].append(tree)
            elif len(tree) == 2:
                found.append(tree)
    return found


def read_as(fmt: str, text: str | bytes, vocab: Vocab | None = None) -> Corpus:
    data = text.encode() if isinstance(text, str) else text
    ask = Request(vocab=vocab or Vocab(), name="x", wanted=frozenset())
    return reader(fmt)(Text(data, "x.txt"), ask)


def unpack(corpus: Corpus) -> list[tuple[list[Row], list[tuple[str, str]]]]:
    """Each sentence's phrases and its words with tags; spans and sizes are checked against the words on the way."""
    nodes = corpus.nodes
    assert nodes is not None
    labels, forms, tags = (
        corpus.vocab.decode(column) for column in (nodes.label, corpus.columns["form"], corpus.columns["tag"])
    )
    found = []
    for sentence in range(corpus.n_sents):
        first, last = nodes.sent_start[sentence : sentence + 2].tolist()
        begin, stop = corpus.sent_start[sentence : sentence + 2].tolist()
        inside: dict[int, set[int]] = {node: set() for node in range(first, last)}
        for word in range(begin, stop):
            above = int(nodes.of_word[word])
            while above >= 0:
                inside[above].add(word - begin)
                above = int(nodes.parent[above])
        rows = []
        for node, words in inside.items():
            assert nodes.parent[node] < node
            assert nodes.n_words()[node] == len(words)
            if words:
                assert (nodes.start[node] - begin, nodes.end[node] - begin) == (min(words), max(words) + 1)
            parent = int(nodes.parent[node])
            rows.append((labels[node], parent - first if parent >= 0 else -1, frozenset(words)))
        found.append((rows, list(zip(tags[begin:stop], forms[begin:stop], strict=True))))
    assert nodes.size is None or not np.array_equal(nodes.size, nodes.end - nodes.start)
    return found


def expected(tree: Tree) -> tuple[list[Row], list[tuple[str, str]]]:
    return rows_of(tree), [(tag, form) for tag, form, _ in words_of(tree)]
