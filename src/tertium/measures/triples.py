"""Dependency triples: does each word hang on the right word? Lin (1998); Rehbein and van Genabith (2007), section 3.3.

Both trees become dependencies by head rules, and the triples WORD POS HEAD of parse and gold are compared: by place,
not by form, the root among them, punctuation (by the gold's tags, on both sides) aside. Unlike PARSEVAL it does not
depend on how many phrases a scheme has: one wrong attachment is one wrong triple in a flat tree and in a deep one. The
triples of a failed parse are missed; the rules of evalb's dialects leave such sentences out, as they do its brackets.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from tertium.measures.base import Blocks, Measure
from tertium.measures.parseval import bracketing_of, by_block
from tertium.tasks.decisions import Decisions, decide

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tertium._typing import Counts, Mask
    from tertium.tasks.match import Match

_ATOMS: Final = ("head", "tag")


def _sentences(match: Match) -> Mask:
    """(n_sents,) which sentences count: all, or those that are compared."""
    found = bracketing_of(match)
    return np.ones(found.n_sents, dtype=np.bool_) if found.rules.counts_failures else found.valid


def count_triples(match: Match, blocks: Blocks) -> Counts:
    """Right, gold and system triples."""
    gold = match.gold.corpus
    scored = match.gold.scored()
    own = np.ones(gold.n_words, dtype=np.bool_) if scored is None else scored
    by_sentence = Blocks(gold.sent_start)
    right = by_sentence.sum(match.right(*_ATOMS) & own)
    ours, theirs = by_sentence.sum(own), by_sentence.sum(own & match.aligned)
    counted = _sentences(match).astype(np.int64)
    return by_block(blocks, right * counted, ours * counted, theirs * counted, ours * counted)


def decide_triples(matches: Sequence[Match]) -> Decisions:
    """Words as units, each with its head and its part of speech; of sentences that count for every system."""
    counted = np.all([_sentences(match) for match in matches], axis=0)
    gold = matches[0].gold.corpus
    return decide(matches, _ATOMS, "tag", np.repeat(counted, gold.sent_len))


TRIPLES = Measure(
    name="Triples",
    title="words with the right tag and head",
    cites="Lin 1998; Rehbein and van Genabith 2007, section 3.3",
    reads=frozenset({"form", "tag", "nodes"}),
    atoms=_ATOMS,
    shown="tag",
    tally=count_triples,
    only="f1",
    aligned=False,
    decide=decide_triples,
    aliases=("dependencies", "lin", "db"),
)
