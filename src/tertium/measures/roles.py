"""Semantic roles: which arguments does the system find? Carreras and Marquez (2005); srl-eval.pl; Hajic et al. (2009).

An argument is right if it has the gold's words (or the gold's head word), predicate and role; UF1 leaves the role
aside. The predicate itself (V) is no argument, and has a row of its own among those by role. A proposition is perfect
if all arguments of a gold predicate are found and none is added. Senses are the rolesets of predicates; Predicates are
the words that have one.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

import numpy as np

from tertium.measures.base import Blocks, Measure, block_of_sentence
from tertium.measures.entities import count_spans, count_unlabeled, count_whole, type_errors
from tertium.tasks.located import decide_senses, decide_spans, pair_senses, pair_spans, pair_with_predicates

if TYPE_CHECKING:
    from tertium._typing import Counts
    from tertium.tasks.match import Match

_CITES: Final = "Carreras and Marquez 2005, section 2.3; srl-eval.pl"
_SENSES: Final = "Hajic et al. 2009, section 2.3"


def split_roles(match: Match) -> dict[str, Counts]:
    """Right, gold and system arguments by role, the predicates' own labels among them."""
    pairs, vocab = pair_with_predicates(match), match.gold.corpus.vocab
    matched = pairs.gold.label[pairs.partner[pairs.partner >= 0]]
    used = np.unique(np.concatenate([pairs.gold.label, pairs.system.label]))
    rows = [
        np.bincount(np.searchsorted(used, labels), minlength=len(used))
        for labels in (matched, pairs.gold.label, pairs.system.label, pairs.gold.label)
    ]
    return dict(sorted(zip(vocab.decode(used), np.stack(rows, axis=-1), strict=True)))


def count_perfect(match: Match, blocks: Blocks) -> Counts:
    """Gold predicates with all arguments right and none besides, and gold predicates."""
    pairs, corpus = pair_spans(match), match.gold.corpus
    spans = corpus.spans
    if spans is None or spans.predicates is None:
        raise AssertionError("roles have predicates")
    flawed = np.zeros(corpus.n_words + 1, dtype=np.bool_)
    flawed[pairs.system.predicate[pairs.partner < 0]] = True
    missed = np.ones(pairs.gold.n, dtype=np.bool_)
    missed[pairs.partner[pairs.partner >= 0]] = False
    flawed[pairs.gold.predicate[missed]] = True
    words = spans.predicates.word
    block = block_of_sentence(match, blocks)[corpus.sentence_of_words()[words]]
    total = blocks.sum_at(block)
    return np.stack([blocks.sum_at(block, ~flawed[words]), total, total, total], axis=-1)


def count_senses(match: Match, blocks: Blocks) -> Counts:
    """Predicates with the right sense, gold and system predicates."""
    return _count_predicates(match, blocks, named=True)


def count_predicates(match: Match, blocks: Blocks) -> Counts:
    """The same, senses aside."""
    return _count_predicates(match, blocks, named=False)


def _count_predicates(match: Match, blocks: Blocks, *, named: bool) -> Counts:
    gold, system, partner, same = pair_senses(match)
    block = block_of_sentence(match, blocks)[match.gold.corpus.sentence_of_words()]
    found = (partner if named else same) >= 0
    total = blocks.sum_at(block[gold])
    return np.stack([blocks.sum_at(block[system], found), total, blocks.sum_at(block[system]), total], axis=-1)


UF1 = Measure(
    name="UF1",
    title="arguments with the right words and predicate",
    cites=_CITES,
    reads=frozenset(),
    tally=count_unlabeled,
    only="f1",
    aligned=False,
    unit="argument",
    aliases=("unlabeled",),
)
F1 = replace(
    UF1,
    name="F1",
    title="arguments with the right words, predicate and role",
    tally=count_spans,
    decide=decide_spans,
    whole=count_whole,
    type_errors=type_errors,
    by_label=split_roles,
    aliases=("lf1", "labeled"),
)
PREDICATES = Measure(
    name="Predicates",
    title="words that are predicates",
    cites=_SENSES,
    reads=frozenset(),
    tally=count_predicates,
    only="f1",
    aligned=False,
    unit="predicate",
    aliases=("predicate",),
)
SENSES = replace(
    PREDICATES,
    name="Senses",
    title="predicates with the right sense",
    tally=count_senses,
    decide=decide_senses,
    aliases=("sense",),
)
PERFECT = Measure(
    name="Perfect",
    title="predicates with all arguments right",
    cites=_CITES,
    reads=frozenset(),
    tally=count_perfect,
    only="accuracy",
    unit="predicate",
    aliases=("perfect-props", "props"),
)

ROLE_MEASURES: Final[dict[str, Measure]] = {measure.name: measure for measure in (F1, UF1, SENSES, PREDICATES, PERFECT)}
"""The measures of semantic roles."""
