"""The walk over words where multiword tokens are involved."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tertium.alignment.multiword import Words, walk
from tests import naive

if TYPE_CHECKING:
    from collections.abc import Sequence

Token = tuple[int, tuple[str, ...]]
"""Length in characters, and the words inside; () is a token that is a word itself."""

tokens = st.tuples(
    st.integers(1, 3),
    st.one_of(st.just(()), st.lists(st.sampled_from("abc"), min_size=1, max_size=3).map(tuple)),
)
stretches = st.lists(tokens, min_size=1, max_size=6)


def lay_out(side: Sequence[Token]) -> list[naive.Word]:
    """The tokens one after the other, as words."""
    found: list[naive.Word] = []
    start = 0
    for length, inside in side:
        for form in inside or ("abc"[:length],):
            fields = ("", form, *["_"] * 8)
            found.append(naive.Word(len(found), 0, (start, start + length), bool(inside), fields, None))
        start += length
    return found


def as_words(side: Sequence[naive.Word]) -> Words:
    return Words(
        start=[word.span[0] for word in side],
        end=[word.span[1] for word in side],
        multiword=[word.multiword for word in side],
        form=[word.form.lower() for word in side],
    )


def aligned(gold: Sequence[Token], system: Sequence[Token]) -> list[tuple[int, int]]:
    return list(walk(as_words(lay_out(gold)), as_words(lay_out(system))))


@settings(max_examples=100, deadline=None)
@given(gold=stretches, system=stretches)
def test_walk__agrees_with_the_slow_twin(gold: list[Token], system: list[Token]) -> None:
    """Also where the two sides do not end together: the walk is about spans and never looks at the end."""
    assert aligned(gold, system) == naive.align(lay_out(gold), lay_out(system))


@pytest.mark.slow
@settings(max_examples=1500, deadline=None)
@given(gold=stretches, system=stretches)
def test_walk__agrees_with_the_slow_twin_on_many_stretches(gold: list[Token], system: list[Token]) -> None:
    assert aligned(gold, system) == naive.align(lay_out(gold), lay_out(system))


@given(side=stretches)
def test_walk__a_side_aligns_with_itself(side: list[Token]) -> None:
    assert aligned(side, side) == [(k, k) for k in range(len(lay_out(side)))]


def test_walk__a_token_of_one_word_is_still_a_multiword_token() -> None:
    """`1-1 del` over `de` does not align with the plain word `del`: only forms count inside."""
    gold: list[Token] = [(3, ("de",))]
    assert aligned(gold, [(3, ())]) == []
    assert aligned(gold, [(3, ("de",))]) == [(0, 0)]


def test_walk__pieces_align_with_the_words_of_the_token() -> None:
    """abc = ab + c on one side, two plain tokens `ab` and `a` on the other: only the form `ab` is common."""
    assert aligned([(3, ("ab", "c"))], [(2, ()), (1, ())]) == [(0, 0)]


def test_walk__only_one_plain_word_before_a_span_is_left_behind() -> None:
    """Two system words start before the gold's token: `a` is skipped, `ab` is taken into the span and aligns."""
    gold: list[Token] = [(2, ()), (2, ("ab", "a"))]
    system: list[Token] = [(1, ()), (2, ()), (1, ())]
    assert aligned(gold, system) == [(1, 1), (2, 2)]


def test_walk__overlapping_tokens_make_one_span() -> None:
    """Gold 0-2 and 2-4, system 1-3: the system's token ties both gold tokens together."""
    gold: list[Token] = [(2, ("a", "b")), (2, ("b", "c"))]
    system: list[Token] = [(1, ()), (2, ("b", "b")), (1, ())]
    assert aligned(gold, system) == [(0, 0), (1, 1), (2, 2)]


def test_walk__equal_forms_align_at_once_even_if_a_later_partner_exists() -> None:
    assert aligned([(2, ("a", "b", "a"))], [(2, ("a", "a"))]) == [(0, 0), (2, 1)]


def test_walk__the_longest_common_subsequence_decides_which_side_moves() -> None:
    """From (x a b | a b x): dropping the gold's x keeps two pairs, dropping the system's a would keep one."""
    assert aligned([(2, ("c", "a", "b"))], [(2, ("a", "b", "c"))]) == [(1, 0), (2, 1)]
