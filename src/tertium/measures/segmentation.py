"""Tokens, Sentences and Words of the UD evaluation: did the system cut the text as the gold does?

Zeman et al. (2018), CoNLL 2018 shared task, section 5: a token or sentence is right when both its ends are; a word is
right when it is aligned. Reproduces udtools' evaluation to the last count.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from tertium.measures.base import Blocks, Measure, block_of_sentence, system_blocks

if TYPE_CHECKING:
    from tertium._typing import Codes, Counts, Mask
    from tertium.alignment import Spans
    from tertium.tasks.match import Match

_CITES = "Zeman et al. 2018, section 5"


def _counts(blocks: Blocks, right: Mask, gold_block: Codes, system_block: Codes) -> Counts:
    correct = blocks.sum_at(gold_block, right)
    nothing = np.zeros(blocks.n, dtype=np.int64)
    return np.stack([correct, blocks.sum_at(gold_block), blocks.sum_at(system_block), nothing], axis=-1)


def count_tokens(match: Match, blocks: Blocks) -> Counts:
    """Tokens with the same ends."""
    gold, link = match.gold.corpus, match.link
    gold_block = _block_of_words(blocks)[gold.surface.word_start[:-1]]
    if link.same_token is None:
        return _counts(blocks, np.ones(len(gold_block), dtype=np.bool_), gold_block, gold_block)
    system_block = system_blocks(match, blocks)[match.system.corpus.surface.word_start[:-1]]
    return _counts(blocks, link.same_token, gold_block, system_block)


def count_sentences(match: Match, blocks: Blocks) -> Counts:
    """Sentences with the same ends."""
    link = match.link
    gold_block = block_of_sentence(match, blocks)
    if link.gold_spans is None or link.system_spans is None:
        return _counts(blocks, np.ones(len(gold_block), dtype=np.bool_), gold_block, gold_block)
    right = _same_sentences(link.gold_spans, link.system_spans)
    system_block = system_blocks(match, blocks)[match.system.corpus.sent_start[:-1]]
    return _counts(blocks, right, gold_block, system_block)


def _same_sentences(gold: Spans, system: Spans) -> Mask:
    """Which gold sentences have the same ends as one of the system's; starts are distinct and rising on both sides."""
    if not len(system.sent_start):
        return np.zeros(len(gold.sent_start), dtype=np.bool_)
    place = np.minimum(np.searchsorted(system.sent_start, gold.sent_start), len(system.sent_start) - 1)
    same: Mask = (system.sent_start[place] == gold.sent_start) & (system.sent_end[place] == gold.sent_end)
    return same


def count_words(match: Match, blocks: Blocks) -> Counts:
    """Words that are aligned."""
    gold = blocks.size()
    nothing = np.zeros(blocks.n, dtype=np.int64)
    correct = blocks.sum(match.aligned)
    system = gold if match.link.is_identity else blocks.sum_at(system_blocks(match, blocks))
    return np.stack([correct, gold, system, nothing], axis=-1)


def _block_of_words(blocks: Blocks) -> Codes:
    return np.repeat(np.arange(blocks.n, dtype=np.int32), blocks.size())


TOKENS = Measure(
    name="Tokens",
    title="tokens cut alike",
    cites=_CITES,
    reads=frozenset({"form"}),
    tally=count_tokens,
    only="f1",
    aligned=False,
)
SENTENCES = Measure(
    name="Sentences",
    title="sentences cut alike",
    cites=_CITES,
    reads=frozenset({"form"}),
    tally=count_sentences,
    only="f1",
    aligned=False,
)
WORDS = Measure(
    name="Words",
    title="words aligned",
    cites=_CITES,
    reads=frozenset({"form"}),
    tally=count_words,
    only="f1",
    aligned=False,
)
