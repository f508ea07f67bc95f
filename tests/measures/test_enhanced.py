"""ELAS and EULAS, by hand: (correct, gold, system)."""

from __future__ import annotations

import pytest

import tertium
from tertium.conventions import PRESETS, Conventions
from tertium.errors import FormatError, UsageError
from tests.strategies import compare_texts, count_texts, words

UD = PRESETS["ud"][1]


def sentence(*deps: str) -> str:
    """Words that all hang on the first, with these DEPS."""
    return words(*(f"{'abc'[place]} _ X _ _ {int(place > 0)} obj {edges}" for place, edges in enumerate(deps)))


def edges(gold: str, system: str, rules: Conventions | None = None) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """ELAS and EULAS."""
    rules = rules or Conventions()
    return count_texts("ELAS", gold, system, rules=rules)[:3], count_texts("EULAS", gold, system, rules=rules)[:3]


def test_elas__an_edge_needs_head_and_path() -> None:
    gold = sentence("0:root", "1:obj|3:conj", "1:obj")
    system = sentence("0:root", "1:obj|1:conj", "1:nsubj")
    assert edges(gold, system) == ((2, 4, 4), (2, 4, 4))


def test_eulas__subtypes_of_every_step_are_cut() -> None:
    gold = sentence("0:root", "1:conj:and>obj", "1:obl:in")
    system = sentence("0:root", "1:conj:or>obj:x", "1:obl:on")
    assert edges(gold, system) == ((1, 3, 3), (3, 3, 3))


def test_eulas__the_number_of_steps_matters() -> None:
    assert edges(sentence("0:root", "1:conj>obj"), sentence("0:root", "1:conj")) == ((1, 2, 2), (1, 2, 2))


def test_elas__edges_to_empty_nodes_vanish_on_both_sides() -> None:
    gold, system = sentence("0:root", "1.1:obj|1:obj"), sentence("0:root|0.1:x", "1:obj")
    assert edges(gold, system) == ((2, 2, 2), (2, 2, 2))


def test_elas__the_order_of_edges_does_not_matter() -> None:
    assert edges(sentence("0:root", "1:obj|0:x"), sentence("0:root", "0:x|1:obj"))[0] == (3, 3, 3)


def test_elas__words_without_edges_cost_nothing_but_their_edges() -> None:
    assert edges(sentence("0:root", "_", "1:obj"), sentence("0:root", "1:obj", "_"))[0] == (1, 2, 2)


def test_elas__like_ud_every_matching_pair_of_duplicates_counts() -> None:
    """Two equal edges on each side make 2 · 2 pairs, and with the root 5 right edges of 3: the UD evaluation's bug."""
    gold = sentence("0:root", "1:obj|1:obj")
    assert edges(gold, gold, rules=UD) == ((1 + 2 * 2, 3, 3), (1 + 2 * 2, 3, 3))
    assert edges(gold, gold) == ((3, 3, 3), (3, 3, 3))


def test_eulas__like_ud_edges_that_differ_in_subtype_only_are_duplicates() -> None:
    gold = sentence("0:root", "1:nsubj:a|1:nsubj:b")
    assert edges(gold, gold, rules=UD) == ((3, 3, 3), (1 + 2 * 2, 3, 3))
    assert edges(gold, gold) == ((3, 3, 3), (3, 3, 3))


def test_elas__above_a_hundred_percent_is_said() -> None:
    gold = sentence("0:root", "1:obj|1:obj")
    result = compare_texts([gold, gold], like="ud")
    assert result.score("ELAS", "s1").value == pytest.approx(5 / 3)
    assert sum("above 100" in warning for warning in result.warnings) == 2
    assert not compare_texts([gold, gold]).warnings


def test_elas__more_duplicates_on_one_side_match_once_each() -> None:
    gold, system = sentence("0:root", "1:obj"), sentence("0:root", "1:obj|1:obj")
    assert edges(gold, system) == ((2, 2, 3), (2, 2, 3))
    assert edges(gold, system, rules=UD)[0] == (1 + 1 * 2, 2, 3)


def test_elas__an_unaligned_head_matches_nothing() -> None:
    gold = words("aa _ X _ _ 0 root 0:root", "b _ X _ _ 1 obj 1:obj")
    system = words("a _ X _ _ 0 root 0:root", "a _ X _ _ 1 obj 1:obj", "b _ X _ _ 1 obj 1:obj")
    assert edges(gold, system)[0] == (0, 2, 3)


def test_elas__has_no_aligned_accuracy() -> None:
    gold = sentence("0:root")
    assert compare_texts([gold, gold]).score("ELAS", "s1").aligned_accuracy is None


@pytest.mark.parametrize("deps", ["9:obj", "obj"])
def test_elas__a_broken_edge_is_refused_with_its_place(deps: str) -> None:
    gold = sentence("0:root", "1:obj")
    with pytest.raises(FormatError, match="conllu:2, sentence '1': DEPS is"):
        compare_texts([gold, sentence("0:root", deps)]).score("ELAS", "s1")


@pytest.mark.parametrize("deps", ["9:obj", "obj"])
def test_elas__like_ud_a_broken_edge_counts_as_wrong_and_is_said(deps: str) -> None:
    """Also if the gold has the same: the UD evaluation crashes there."""
    gold = sentence("0:root", deps)
    result = compare_texts([gold, gold], like="ud")
    row = result.score("ELAS", "s1")
    assert (row.correct, row.gold, row.proposed) == (1, 2, 2)
    assert any("without a readable head" in warning for warning in result.warnings)


def test_elas__a_format_without_deps_is_refused() -> None:
    with pytest.raises(UsageError, match="memory has no DEPS column"):
        tertium.score([("a", "N")], [("a", "N")], measures="ELAS")
