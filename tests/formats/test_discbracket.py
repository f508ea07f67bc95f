"""Discontinuous bracketing: words with their places."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tertium.errors import FormatError
from tertium.formats import discbracket
from tests.packed_trees import Tree, expected, read_as, to_text, trees, unpack
from tests.strategies import quick

SAW = "(S (VP (V 2=saw) (NP (PRP 0=whom))) (NP (PRP 1=I)))"


@quick
@given(st.lists(trees(gaps=True), min_size=1, max_size=4))
def test_read__random_trees(forest: list[Tree]) -> None:
    text = "".join(f"{to_text(tree, placed=True)}\n" for tree in forest)
    corpus = read_as("discbracket", text)
    assert unpack(corpus) == [expected(tree) for tree in forest]
    assert discbracket.write(corpus) == text


def test_read__siblings_are_put_in_order() -> None:
    """The VP of `I saw whom` starts with the first word, though it is written with the third first."""
    [(rows, words)] = unpack(read_as("discbracket", SAW))
    assert rows == [
        ("S", -1, frozenset({0, 1, 2})),
        ("VP", 0, frozenset({0, 2})),
        ("NP", 1, frozenset({0})),
        ("NP", 0, frozenset({1})),
    ]
    assert words == [("PRP", "whom"), ("PRP", "I"), ("V", "saw")]


def test_read__comments_after_a_tab_and_blank_lines() -> None:
    corpus = read_as("discbracket", f"{SAW}\tseen (twice)\n\n{SAW}\n")
    assert corpus.n_sents == 3
    assert corpus.forms(0, 3) == ["whom", "I", "saw"]


def test_read__brackets_in_words() -> None:
    corpus = read_as("discbracket", "(S ($( 0=x) ($ 1=#LRB#) (N 2=a=b))".replace("($( ", "($ ") + "\n")
    assert corpus.forms(0, 3) == ["x", "(", "a=b"]
    assert "1=#LRB#" in discbracket.write(corpus)


@pytest.mark.parametrize(
    ("bad", "what"),
    [
        ("(S (N 0=a) (N b))", "the word 'b' has no place"),
        ("(S (N 0=a) (N 1=))", "the word '1=' has no place"),
        ("(S (N 0=a) (N 0=b))", "the word '0=b' has the place of another word, 0"),
        ("(S (N 0=a) (N 2=b))", "the word '2=b' has place 2, but the sentence has 2 words"),
        ("(S (N 0=a) (N 99999999999=b))", "has no place"),
        ("(S (N 0=a)", "never closed"),
    ],
)
def test_read__malformed(bad: str, what: str) -> None:
    with pytest.raises(FormatError, match=what) as caught:
        read_as("discbracket", f"{SAW}\n{bad}\n")
    assert (caught.value.path, caught.value.line, caught.value.sentence) == ("x.txt", 2, "2")
