"""Links between words, and what is between them where the files cut the text otherwise."""

from __future__ import annotations

import numpy as np

from tests.strategies import match_texts, words

GOLD = words("ab", "cd", "3-4 efg", "ef", "g", "hi")
SYSTEM = words("a", "bcd", "3-4 efg", "e", "fg", "hi")


def test_touch__the_gold_words_with_characters_of_each_word() -> None:
    """`bcd` begins within `ab`; `e` and `fg` are words of one token, of which no characters are known."""
    link = match_texts(GOLD, SYSTEM).link
    every = np.arange(link.n_system, dtype=np.int32)
    (first, before), (last, after) = (link.touch(every, last=is_last) for is_last in (False, True))
    assert (first.tolist(), last.tolist()) == ([0, 0, 2, 2, 4], [0, 1, 3, 3, 4])
    assert (before > 0).tolist() == [False, True, False, True, False]
    assert (after > 0).tolist() == [True, False, True, False, False]


def test_touch__of_the_same_words_is_the_word_itself() -> None:
    link = match_texts(GOLD, GOLD).link
    word, beyond = link.touch(np.array([3, 0], dtype=np.int32), last=True)
    assert (word.tolist(), beyond.tolist()) == ([3, 0], [0, 0])
