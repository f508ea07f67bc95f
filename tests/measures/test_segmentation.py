"""Tokens, Sentences and Words, by hand: (correct, gold, system)."""

from __future__ import annotations

import pytest

from tertium.conventions import Conventions
from tests.strategies import compare_texts, count_texts, words


def cut(measure: str, gold: str, system: str) -> tuple[int, ...]:
    return count_texts(measure, gold, system)[:3]


def test_tokens__both_ends_must_be_equal() -> None:
    """ab|c|d against a|b|cd: no token is common; ab|cd against ab|c|d: one is."""
    assert cut("Tokens", words("ab", "c", "d"), words("a", "b", "cd")) == (0, 3, 3)
    assert cut("Tokens", words("ab", "cd"), words("ab", "c", "d")) == (1, 2, 3)


def test_tokens__a_multiword_token_is_one_token() -> None:
    gold = words("1-2 del", "de", "el", "c")
    assert cut("Tokens", gold, gold) == (2, 2, 2)
    assert cut("Tokens", gold, words("del", "c")) == (2, 2, 2)
    assert cut("Words", gold, gold) == (3, 3, 3)


def test_words__inside_a_multiword_token_align_by_form() -> None:
    assert cut("Words", words("1-2 del", "de", "el", "c"), words("1-2 del", "de", "lo", "c")) == (2, 3, 3)


def test_words__a_multiword_token_of_one_word_is_no_plain_word() -> None:
    assert cut("Words", words("1-1 del", "de"), words("del")) == (0, 1, 1)
    assert cut("Tokens", words("1-1 del", "de"), words("del")) == (1, 1, 1)


def test_sentences__have_no_other_condition_than_their_ends() -> None:
    """The tokens inside may be cut as they like."""
    gold = words("ab", "c") + words("d")
    assert cut("Sentences", gold, words("a", "bc") + words("d")) == (2, 2, 2)
    assert cut("Sentences", gold, words("ab", "c", "d")) == (0, 2, 1)
    assert cut("Sentences", gold, words("ab") + words("c") + words("d")) == (1, 2, 3)


def test_segmentation__of_the_same_files_is_right_throughout() -> None:
    gold = words("a", "b") + words("c")
    assert [cut(measure, gold, gold) for measure in ("Tokens", "Sentences", "Words")] == [
        (3, 3, 3),
        (2, 2, 2),
        (3, 3, 3),
    ]


def test_segmentation__has_no_aligned_accuracy() -> None:
    result = compare_texts([words("ab", "c"), words("a", "b", "c")])
    for measure in ("Tokens", "Sentences", "Words"):
        assert result.score(measure, "s1").aligned_accuracy is None
    assert result.score("Words", "s1").value == pytest.approx(2 * 1 / (2 + 3))


def test_tokens__by_position_the_system_keeps_its_own_number_of_tokens() -> None:
    """One multiword token against two plain words: the words are taken as the same, the tokens are 1 and 2."""
    gold, system = words("1-2 del", "de", "el"), words("de", "el")
    counts = count_texts("Tokens", gold, system, rules=Conventions(tokens="position"))
    assert counts[1:3] == (1, 2)
