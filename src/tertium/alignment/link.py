"""Alignment: which word of the system is which word of the gold.

The common ground of every comparison. It is one-to-one and keeps the order; what has no partner is `MISSING`. The
character spans are kept, because tokens, sentences and unaligned heads are judged by them.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, Literal

import numpy as np

from tertium.corpus import MISSING, ROOT

if TYPE_CHECKING:
    from tertium._typing import Codes, Mask, Offsets
    from tertium.corpus import Vocab

Method = Literal["same", "characters", "position"]
_BELOW_ALL_SPECIAL_HEADS: Final = -10
_WORDS: Final = 10  # bits for words of a token


@dataclass(frozen=True, eq=False, slots=True)
class Spans:
    """Where the pieces of one file lie in its characters, white space left out."""

    token_start: Offsets  # (n_tokens,)
    token_end: Offsets  # (n_tokens,)
    sent_start: Offsets  # (n_sents,)
    sent_end: Offsets  # (n_sents,)
    word_token: Codes  # (n_words,)  the word's token

    @property
    def word_start(self) -> Offsets:
        """(n_words,) start of the word's token."""
        return self.token_start[self.word_token]

    def first_words(self, token: Codes | Offsets) -> Offsets:
        """The first word of each token."""
        return np.searchsorted(self.word_token, token)

    def last_words(self, token: Codes | Offsets) -> Offsets:
        """The last word of each token."""
        return np.searchsorted(self.word_token, token, side="right") - 1

    def name_words(self, words: Codes) -> list[str]:
        """Names by which two files agree on words: the characters of the word's token, and its place in the token."""
        token = self.word_token[words]
        place = words - self.first_words(token)
        columns = (self.token_start[token].tolist(), self.token_end[token].tolist(), place.tolist())
        return [f"{start} {end} {number}" for start, end, number in zip(*columns, strict=True)]


@dataclass(frozen=True, eq=False, slots=True)
class Alignment:
    """One system (or the gold itself) linked to the gold."""

    method: Method
    n_gold: int
    n_system: int
    to_system: Codes | None = None  # (n_gold,)  None: word i is word i
    to_gold: Codes | None = None  # (n_system,)
    gold_spans: Spans | None = None
    system_spans: Spans | None = None
    system_block: Codes | None = None  # (n_system,)  gold sentence of each system word; None: as in the gold
    same_token: Mask | None = None  # (n_gold_tokens,)  tokens that the system cuts alike; None: all of them
    n_other_forms: int = 0  # words whose forms differ though they were taken as the same (by position)

    @property
    def is_identity(self) -> bool:
        """Whether word i of the system is word i of the gold, throughout."""
        return self.to_system is None

    def aligned(self) -> Mask:
        """(n_gold,) which gold words have a partner."""
        if self.to_system is None:
            return np.ones(self.n_gold, dtype=np.bool_)
        found: Mask = self.to_system != MISSING
        return found

    def unaligned_system(self) -> Mask:
        """(n_system,) which system words have no partner."""
        if self.to_gold is None:
            return np.zeros(self.n_system, dtype=np.bool_)
        found: Mask = self.to_gold == MISSING
        return found

    def touch(self, word: Codes, *, last: bool) -> tuple[Codes, Offsets]:
        """The first or last gold word that has characters of each word of the system, and what lies beyond; 0: nothing.

        What lies beyond is a number of characters, and of words of the same token, in one. By position there are no
        characters to go by: a word without a partner then comes after all of the gold's.
        """
        beyond = np.zeros(len(word), dtype=np.int64)
        if self.to_gold is None:
            return word, beyond
        found = self.to_gold[word]
        stray = np.flatnonzero(found == MISSING)
        ours, theirs = self.gold_spans, self.system_spans
        if ours is None or theirs is None:
            found[stray] = self.n_gold + word[stray]
            return found, beyond
        token = theirs.word_token[word[stray]]
        if last:
            at = np.searchsorted(ours.token_end, theirs.token_end[token])
            characters = ours.token_end[at] - theirs.token_end[token]
            words = theirs.last_words(token) - word[stray]
            found[stray] = ours.last_words(at)
        else:
            at = np.searchsorted(ours.token_start, theirs.token_start[token], side="right") - 1
            characters = theirs.token_start[token] - ours.token_start[at]
            words = word[stray] - theirs.first_words(token)
            found[stray] = ours.first_words(at)
        beyond[stray] = (characters << _WORDS) + words
        return found, beyond

    def pull(self, values: Codes, absent: int = MISSING) -> Codes:
        """A column of the system on the gold's words; `absent` where a gold word has no partner."""
        if self.to_system is None:
            return values
        pulled = values[self.to_system] if len(values) else np.zeros(self.n_gold, dtype=np.int32)
        pulled[self.to_system == MISSING] = absent
        return pulled

    def pull_heads(self, head: Codes, absent: int, vocab: Vocab) -> Codes:
        """Heads of the system on the gold's words, as gold words.

        A head that is no gold word gets a number of its own below all others, by the characters of its token and its
        place there, so that two systems with the same stray head agree with each other and never with the gold. The
        vocabulary, which all systems share, keeps these numbers.
        """
        if self.to_system is None or self.to_gold is None:
            return head
        mapped = np.where(head >= 0, self.to_gold[head], head)
        stray = np.flatnonzero((head >= 0) & (mapped == MISSING))
        if self.system_spans is not None and len(stray):
            words, place = np.unique(head[stray], return_inverse=True)
            mapped[stray] = _BELOW_ALL_SPECIAL_HEADS - vocab.encode(self.system_spans.name_words(words))[place]
        # a mapped ROOT and an unaligned head must not be confused: heads below zero pass as they are
        mapped = np.where(head == ROOT, ROOT, mapped).astype(np.int32)
        return self.pull(mapped, absent)


def identity(n_words: int) -> Alignment:
    """The gold linked to itself."""
    return Alignment("same", n_words, n_words)
