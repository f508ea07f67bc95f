"""Brackets: by hand, and against evalb written out slowly."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tertium.brackets import DEFAULT, EVALB, BracketRules, Dialect
from tertium.comparison.evalb_rows import list_rows
from tertium.conventions import PRESETS
from tertium.corpus import Vocab
from tertium.formats import penn
from tertium.formats.request import Request
from tertium.formats.sources import Text
from tertium.tasks.bracketing import Bracketing, compare_brackets
from tests import naive_evalb
from tests.strategies import quick, thorough

if TYPE_CHECKING:
    from collections.abc import Callable

LABELS = ("S", "NP", "NP-SBJ", "VP", "X", "TOP", "-X-", "NP=2", "Q#a")
TAGS = ("NN", "NN-X", "X", ",", "-NONE-")
QUOTE_TAGS = ("POS", "''", "NN")


def bracketing(gold: str, system: str, rules: BracketRules) -> Bracketing:
    """Both files read as evalb reads them, and compared."""
    vocab = Vocab()
    corpora = [
        penn.read(
            Text(text.encode(), "trees"),
            Request(vocab=vocab, name="trees", wanted=frozenset(), conventions=PRESETS["evalb"][1]),
        )
        for text in (gold, system)
    ]
    return compare_brackets(corpora[0], corpora[1], rules)


@st.composite
def trees(draw: st.DrawFn, words: list[tuple[str, str]], depth: int = 0) -> str:
    """A tree over some words; the outermost bracket is always a phrase."""
    if len(words) == 1 and depth and (depth > 3 or draw(st.booleans())):
        return f"({words[0][0]} {words[0][1]})"
    label = draw(st.sampled_from(LABELS))
    if depth > 4:
        return f"({label} {' '.join(f'({tag} {word})' for tag, word in words)})"
    cuts = sorted(draw(st.sets(st.integers(1, len(words) - 1), max_size=2))) if len(words) > 1 else []
    parts = [words[a:b] for a, b in zip([0, *cuts], [*cuts, len(words)], strict=True)]
    return f"({label} {' '.join(draw(trees(part, depth + 1)) for part in parts)})"


@st.composite
def lines(draw: st.DrawFn, most_quotes: int = 1) -> tuple[str, str]:
    """A gold tree and a system's, over words that are mostly the same; of quotes so many at most."""
    forms = draw(st.lists(st.sampled_from(("a", "b", "This", "this")), min_size=1, max_size=6))
    for _ in range(draw(st.integers(0, most_quotes))):
        forms.insert(draw(st.integers(0, len(forms))), draw(st.sampled_from(("'", '"', "/"))))
    sides = []
    for change in (False, True):
        own = list(forms)
        if change and draw(st.integers(0, 4)) == 0:
            own.insert(draw(st.integers(0, len(own))), "a")
        words = [(draw(st.sampled_from(QUOTE_TAGS if form in "'\"/" else TAGS)), form) for form in own]
        sides.append(draw(trees(words)))
    return sides[0], sides[1]


RULES = st.builds(
    BracketRules,
    dialect=st.sampled_from(("evalb", "spmrl")),
    labeled=st.booleans(),
    delete_label=st.lists(st.sampled_from(("TOP", ",", "-NONE-", "''", "X")), max_size=3).map(tuple),
    delete_label_for_length=st.sampled_from(((), ("-NONE-",))),
    quote_label=st.sampled_from(((), ("''", "POS", "NN"))),
    eq_label=st.sampled_from(((), (("S", "X"),), (("S", "X"), ("X", "NP"), ("NN", "POS")))),
    eq_word=st.sampled_from(((), (("This", "this"),))),
)


def check_rows(pairs: list[tuple[str, str]], rules: BracketRules) -> None:
    found = bracketing("".join(f"{gold}\n" for gold, _ in pairs), "".join(f"{system}\n" for _, system in pairs), rules)
    expected = [row for gold, system in pairs for row in naive_evalb.rows(gold, system, rules)]
    doubled = {place for place, why in found.complaints if "twice" in why}
    if not doubled:
        assert list_rows(found)[:, 1:].tolist() == expected


@given(pairs=st.lists(lines(), min_size=1, max_size=4), rules=RULES)
@quick
def test_compare_brackets__agrees_with_slow_evalb(pairs: list[tuple[str, str]], rules: BracketRules) -> None:
    """Deletion, cutting, EQ_LABEL that is not transitive, quotes, duplicates, crossing, rows of zeros."""
    check_rows(pairs, rules)


@pytest.mark.slow
@given(pairs=st.lists(lines(most_quotes=2), min_size=1, max_size=6), rules=RULES)
@thorough
def test_compare_brackets__agrees_with_slow_evalb_many_times(pairs: list[tuple[str, str]], rules: BracketRules) -> None:
    check_rows(pairs, rules)


def counts(gold: str, system: str, rules: BracketRules) -> tuple[int, int, int, int]:
    found = bracketing(gold, system, rules)
    return (
        int(found.matched.sum()),
        *(int(side.n_brackets.sum()) for side in (found.gold, found.system)),  # type: ignore[return-value]
        int(found.crossed.sum()),
    )


def test_compare_brackets__brackets_are_a_multiset() -> None:
    """NP over NP against one NP: one of two is found."""
    assert counts("(NP (NP (N a) (N b)))\n", "(NP (N a) (N b))\n", EVALB) == (1, 2, 1, 0)


def test_compare_brackets__the_order_of_unary_phrases_is_ignored() -> None:
    assert counts("(S (VP (V go)))\n", "(VP (S (V go)))\n", EVALB) == (2, 2, 2, 0)


def test_compare_brackets__same_labels_are_not_transitive() -> None:
    """A is B and B is C, but A is not C."""
    rules = BracketRules(dialect="evalb", eq_label=(("A", "B"), ("B", "C")))
    assert counts("(A (N a))\n", "(B (N a))\n", rules)[0] == 1
    assert counts("(A (N a))\n", "(C (N a))\n", rules)[0] == 0


def test_compare_brackets__the_first_in_order_is_taken() -> None:
    """B takes A, so that the second gold bracket, which A alone would fit, is left without."""
    rules = BracketRules(dialect="evalb", eq_label=(("A", "B"),))
    assert counts("(B (A (N a)))\n", "(A (C (N a)))\n", rules)[0] == 1


def test_compare_brackets__crossing_counts_system_brackets() -> None:
    gold, system = "(S (A (X a) (X b)) (B (X c) (X d)))\n", "(S (C (A (X a) (B (X b) (X c)))) (X d))\n"
    assert counts(gold, system, EVALB)[3] == 3


def test_compare_brackets__default_deletes_by_the_gold_s_tags() -> None:
    """A tag error on punctuation costs evalb the sentence, and us nothing but the tag."""
    gold, system = (
        "(TOP (S (NP (NNS rents) (POS ')) (VP (V rise))))\n",
        "(TOP (S (NP (NNS rents) ('' ')) (VP (V rise))))\n",
    )
    collins = BracketRules(dialect="evalb", delete_label=("TOP", "''"))
    assert bracketing(gold, system, collins).status.tolist() == [1]
    ours = bracketing(gold, system, DEFAULT)
    assert ours.status.tolist() == [0]
    assert ours.matched.tolist() == [3]


@pytest.mark.parametrize(("dialect", "status"), [("evalb", 1), ("spmrl", 3)])
def test_compare_brackets__another_length(dialect: Dialect, status: int) -> None:
    """evalb leaves the sentence out; SPMRL's evalb counts a row of zeros as right."""
    found = bracketing("(S (N a) (N b))\n", "(S (N a))\n", BracketRules(dialect=dialect))
    assert found.status.tolist() == [status]
    assert found.zeroed.tolist() == [dialect == "spmrl"]


def test_compare_brackets__words_that_differ_are_told() -> None:
    found = bracketing("(S (N a) (N b))\n", "(S (N a) (N c))\n", EVALB)
    assert found.complaints == ((0, "Words unmatch (b|c)"),)


@pytest.mark.parametrize("swap", [lambda pair: pair, lambda pair: pair[::-1]])
def test_compare_brackets__an_unclosed_bracket_counts_and_crosses_nothing(
    swap: Callable[[tuple[str, str]], tuple[str, str]],
) -> None:
    gold, system = swap(("(A (B (N a) (N b)\n", "(A (N a) (B (N b)))\n"))
    found = bracketing(gold, system, EVALB)
    assert found.status.tolist() == [1]
    assert np.count_nonzero(found.crossing) == 0
    assert [side.n_brackets.tolist() for side in (found.gold, found.system)] == [[2], [2]]


def test_compare_brackets__an_unclosed_bracket_ends_where_no_other_does() -> None:
    """SPMRL's evalb compares sentences of one word with longer ones, whose brackets go further."""
    found = bracketing("(A (B (N a)\n", "(A (B (N a) (N b)) (N c))\n", BracketRules(dialect="spmrl"))
    assert found.matched.tolist() == [0]
