"""Bracketed trees for tests: random ones, and two texts read and set against each other."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

import numpy as np
from hypothesis import strategies as st

from tertium.alignment import FormKeys
from tertium.alignment.treebanks import align_treebanks
from tertium.choices import resolve_rules
from tertium.corpus import Vocab
from tertium.formats import penn
from tertium.formats.request import Request
from tertium.formats.sources import Text
from tertium.kinds import find_kind
from tertium.measures import Blocks, score
from tertium.measures.phrase_measures import PHRASE_MEASURES
from tertium.tasks.match import Match
from tertium.tasks.view import View

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tertium.conventions import Conventions
    from tertium.corpus import Corpus

Node: TypeAlias = "tuple[str, list[Node] | str]"
"""A label with the nodes below it, or a part of speech with its word."""

RULES = resolve_rules(None, find_kind("constituency"), "penn")
LABELS = ("S", "NP", "VP", "NX")
TAGS = ("N", "V")


def write(node: Node) -> str:
    """A tree as Penn brackets."""
    label, below = node
    return f"({label} {below if isinstance(below, str) else ' '.join(write(child) for child in below)})"


def read(trees: Sequence[str], vocab: Vocab, rules: Conventions, name: str) -> Corpus:
    ask = Request(vocab=vocab, name=name, wanted=frozenset({"form", "tag", "nodes"}), conventions=rules)
    return penn.read(Text("".join(f"{tree}\n" for tree in trees).encode(), f"{name}.mrg"), ask)


def match_trees(gold: Sequence[str], system: Sequence[str], rules: Conventions = RULES) -> Match:
    """Trees in Penn brackets, gold and system, one a sentence."""
    vocab = Vocab()
    ours, theirs = read(gold, vocab, rules, "gold"), read(system, vocab, rules, "system")
    link = align_treebanks(ours, theirs, FormKeys(vocab, fold_case=False), strict=rules.reading == "tolerant")
    return Match(View(ours, rules, who="gold"), View(theirs, rules, who="system"), link)


def count_trees(
    measure: str, gold: Sequence[str], system: Sequence[str], rules: Conventions = RULES
) -> list[list[float]]:
    """Correct, gold, system and aligned of each sentence."""
    match = match_trees(gold, system, rules)
    found: list[list[float]] = PHRASE_MEASURES[measure].counts(match, Blocks(match.gold.corpus.sent_start)).tolist()
    return found


def score_trees(measure: str, gold: Sequence[str], system: Sequence[str], rules: Conventions = RULES) -> float:
    """The value over all sentences."""
    return value_of(measure, match_trees(gold, system, rules))


def value_of(measure: str, match: Match) -> float:
    """The value over all sentences."""
    whole = Blocks(np.array([0, match.gold.corpus.n_words], dtype=np.int64))
    totals = PHRASE_MEASURES[measure].counts(match, whole)[0]
    return float(score(totals, PHRASE_MEASURES[measure].only or "accuracy")["value"])


@st.composite
def bracketed(draw: st.DrawFn, n_words: int) -> Node:
    """A tree over so many words, `w0`, `w1`, ..., with a root of its own."""

    def cover(first: int, last: int, depth: int) -> list[Node]:
        parts: list[Node] = []
        while first < last:
            size = draw(st.integers(1, last - first))
            inside = depth < 4 and draw(st.booleans())
            if inside:
                parts.append((draw(st.sampled_from(LABELS)), cover(first, first + size, depth + 1)))
            else:
                size = 1
                parts.append((draw(st.sampled_from(TAGS)), f"w{first}"))
            first += size
        return parts

    return ("TOP", cover(0, n_words, 0))


@st.composite
def tree_pairs(draw: st.DrawFn, most_sentences: int = 3, most_words: int = 5) -> list[tuple[Node, Node]]:
    """Sentences, each with two trees over the same words."""
    sizes = draw(st.lists(st.integers(1, most_words), min_size=1, max_size=most_sentences))
    return [(draw(bracketed(size)), draw(bracketed(size))) for size in sizes]


def texts_of(pairs: Sequence[tuple[Node, Node]]) -> tuple[list[str], list[str]]:
    """Both sides as Penn brackets."""
    return [write(gold) for gold, _ in pairs], [write(system) for _, system in pairs]
