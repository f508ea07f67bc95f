"""Brackets as sets of words: matched and crossing as a slow comparison of sets finds them."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

import tertium
from tertium.brackets import BracketRules
from tertium.corpus import Vocab
from tertium.tasks.bracketing import Bracketing, compare_brackets
from tests.formats.samples import THOROUGH
from tests.packed_trees import Tree, read_as, rows_of, to_text, trees, words_of
from tests.strategies import quick

if TYPE_CHECKING:
    from pathlib import Path

PLAIN = BracketRules(dialect="discodop", delete_label=("$.",))


@st.composite
def pairs(draw: st.DrawFn) -> tuple[Tree, Tree]:
    """Two trees over the same words, with gaps on either side, both or none."""
    gold = draw(trees(gaps=draw(st.booleans())))
    words = words_of(gold)
    places = draw(st.permutations(range(len(words)))) if draw(st.booleans()) else list(range(len(words)))
    below = [words[place] for place in places]
    cut = draw(st.integers(0, len(words) - 1))
    parts: list[object] = [("NP", below[:cut]), ("VP", below[cut:])] if cut else list(below)
    return gold, ("S", parts)


def compare(gold: Tree, system: Tree, rules: BracketRules = PLAIN) -> Bracketing:
    vocab = Vocab()
    texts = (f"{to_text(tree, placed=True)}\n" for tree in (gold, system))
    ours, theirs = (read_as("discbracket", text, vocab) for text in texts)
    return compare_brackets(ours, theirs, rules)


def brackets(tree: Tree, gold: Tree, rules: BracketRules) -> Counter[tuple[str, frozenset[int]]]:
    """Labels and kept words; words go by the gold's tags."""
    kept = [place for tag, _, place in words_of(gold) if tag not in rules.delete_label]
    found = (
        (rules.trim(label), frozenset(kept.index(w) for w in words if w in kept)) for label, _, words in rows_of(tree)
    )
    whole = Counter((label, words) for label, words in found if words)
    gappy = {key: n for key, n in whole.items() if len(key[1]) <= max(key[1]) - min(key[1])}
    return Counter(gappy) if rules.disc_only else whole


def check(pair: tuple[Tree, Tree], rules: BracketRules) -> None:
    gold, system = (brackets(tree, pair[0], rules) for tree in pair)
    found = compare(*pair, rules)
    assert found.valid.all()
    assert found.matched.tolist() == [(gold & system).total()]
    assert found.gold.n_brackets.tolist() == [gold.total()]
    assert found.system.n_brackets.tolist() == [system.total()]
    crossing = sum(
        any(words & other and words - other and other - words for _, other in gold) for _, words in system.elements()
    )
    assert found.crossed.tolist() == [crossing]


@quick
@given(pairs(), st.booleans())
def test_brackets__as_sets(pair: tuple[Tree, Tree], disc_only: bool) -> None:  # noqa: FBT001 (drawn)
    check(pair, BracketRules(dialect="discodop", delete_label=("$.",), disc_only=disc_only))


@pytest.mark.slow
@THOROUGH
@given(pairs(), st.booleans())
def test_brackets__as_sets_thoroughly(pair: tuple[Tree, Tree], disc_only: bool) -> None:  # noqa: FBT001 (drawn)
    check(pair, BracketRules(dialect="discodop", delete_label=("$.",), disc_only=disc_only))


def test_brackets__a_gap_of_deleted_words_is_none() -> None:
    """VP is a . b without the full stop: a b, as in the system."""
    gold: Tree = ("S", [("VP", [("V", "a", 0), ("V", "b", 2)]), ("$.", ".", 1)])
    system: Tree = ("S", [("VP", [("V", "a", 0), ("$.", ".", 1), ("V", "b", 2)])])
    assert compare(gold, system).matched.tolist() == [2]


def test_phrases__units_are_sets_of_words(tmp_path: Path) -> None:
    """The VP over 0 and 2 is not the VP over 0 to 2; two systems with the same wrong set share a unit."""
    texts = {
        "gold": "(S (VP (V 0=a) (V 2=c)) (N 1=b) (N 3=d))",
        "flat": "(S (VP (V 0=a) (N 1=b) (V 2=c)) (N 3=d))",
        "odd": "(S (VP (V 0=a) (N 3=d)) (N 1=b) (V 2=c))",
        "odd2": "(S (XP (V 0=a) (N 3=d)) (N 1=b) (V 2=c))",
    }
    for name, text in texts.items():
        (tmp_path / f"{name}.dbr").write_text(f"{text}\n")
    result = tertium.compare(tmp_path / "gold.dbr", [tmp_path / f"{name}.dbr" for name in ("flat", "odd", "odd2")])
    rows = result.differences.filter(measure="F1").select("from", "to", "different", "units").rows()
    assert ("flat", "odd", 2, 4) in rows
    assert ("odd", "odd2", 1, 3) in rows
