"""Arcs by direction, distance and projectivity."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from tertium.comparison.groups import DIRECTIONS, DISTANCES, PROJECTIVITY, group_arcs
from tertium.conventions import Conventions
from tests import naive
from tests.strategies import compare_texts, fill, match_texts, parallel, quick, words

KINDS = ("direction", "distance", "projectivity")


def grouped(gold: str, system: str, *, rules: Conventions | None = None) -> dict[tuple[str, str], tuple[int, int, int]]:
    """(by, group) -> gold, in both, system."""
    found = group_arcs(match_texts(gold, system, rules=rules or Conventions()), "s1", KINDS)
    return {(group.by, group.group): (group.gold, group.correct, group.proposed) for group in found}


@quick
@given(texts=parallel(valid=False), punctuation=st.booleans())
def test_groups__directions_and_distances_agree_with_the_slow_twin(texts: list[str], *, punctuation: bool) -> None:
    """Through the preset whose scorer prints them."""
    texts = fill(texts)
    result = compare_texts(texts, like="eval07" if punctuation else "eval07-p")
    expected = naive.eval07(texts[0], texts[1], punctuation=punctuation)
    for by, table in (("direction", expected.directions), ("distance", expected.distances)):
        found = {g.group: (g.gold, g.correct, g.proposed) for g in result.groups if g.by == by}
        assert {name: row for name, row in found.items() if any(row)} == table


@quick
@given(texts=parallel())
def test_groups__projectivity_agrees_with_the_slow_twin(texts: list[str]) -> None:
    result = compare_texts(texts, like="malteval")
    flags = []
    for text in texts:
        heads = [[int(line.split("\t")[6]) for line in part.split("\n")] for part in text.strip("\n").split("\n\n")]
        flags.append([flag for sentence in heads for flag in naive.nonprojective(sentence, as_malteval=True)])
    found = {g.group: (g.gold, g.correct, g.proposed) for g in result.groups}
    for name, wanted in (("projective", False), ("non-projective", True)):
        both = sum(a == b == wanted for a, b in zip(*flags, strict=True))
        assert found[name] == (flags[0].count(wanted), both, flags[1].count(wanted))


@quick
@given(texts=parallel(valid=False))
def test_groups__every_arc_is_in_one_bin_of_each_kind(texts: list[str]) -> None:
    found = grouped(*texts)
    n = len(naive.read(texts[0]).words)
    for kind in KINDS:
        bins = [row for (by, _), row in found.items() if by == kind]
        assert sum(row[0] for row in bins) == sum(row[2] for row in bins) == n
        assert all(row[1] <= min(row[0], row[2]) for row in bins)


def test_groups__right_means_in_the_same_bin_not_on_the_same_head() -> None:
    """eval07's "correct" is weaker than it sounds: both heads are to the left, two words or three away."""
    rows = ["a _ X _ _ 0 root", "b", "c", "d _ X _ _ 1 obj", "e _ X _ _ 1 obj"]
    gold, system = words(*rows), words(*rows[:4], "e _ X _ _ 2 obj")
    found = grouped(gold, system)
    assert found["direction", "left"] == (4, 4, 4)
    assert found["distance", "3-6"] == (2, 2, 2)
    assert found["direction", "to_root"] == found["distance", "to_root"] == (1, 1, 1)


def test_groups__like_eval07_heads_are_numbers_as_in_perl() -> None:
    """A head beyond the sentence is far to the right, `_` is the root, 01 is the first word."""
    gold = words("a _ X _ _ 0 root", "b _ X _ _ 1 obj", "c _ X _ _ 1 obj")
    system = words("a _ X _ _ 99 root", "b _ X _ _ 01 obj", "c _ X _ _ _ obj")
    result = compare_texts([gold, system], like="eval07")
    found = {(g.by, g.group): (g.gold, g.correct, g.proposed) for g in result.groups if g.gold or g.proposed}
    assert found == {
        ("direction", "to_root"): (1, 0, 1),
        ("direction", "left"): (2, 1, 1),
        ("direction", "right"): (0, 0, 1),
        ("distance", "to_root"): (1, 0, 1),
        ("distance", "1"): (1, 1, 1),
        ("distance", "2"): (1, 0, 0),
        ("distance", "7-..."): (0, 0, 1),
    }


def test_groups__bins_of_distance() -> None:
    heads = [0, 1, 1, 1, 2, 2, 1, 1]  # distances: root, 1, 2, 3, 3, 4, 6, 7
    gold = words(*(f"{'abcdefgh'[place]} _ X _ _ {head} x" for place, head in enumerate(heads)))
    found = grouped(gold, gold)
    assert {name: found["distance", name][0] for name in DISTANCES} == {
        "to_root": 1,
        "1": 1,
        "2": 1,
        "3-6": 4,
        "7-...": 1,
    }


def test_groups__a_word_that_is_its_own_head_has_a_bin() -> None:
    gold = words("a _ X _ _ 0 root", "b _ X _ _ 2 x", "c _ X _ _ 2 x")
    found = grouped(gold, gold)
    assert {name: found["direction", name][0] for name in DIRECTIONS} == {
        "to_root": 1,
        "left": 1,
        "right": 0,
        "self": 1,
    }


def test_groups__what_is_left_out_is_in_no_bin() -> None:
    gold = words("a _ X _ _ 2 x", "b _ X _ _ 0 root", ". _ X _ _ 2 punct")
    found = grouped(gold, gold, rules=Conventions(punctuation="form"))
    assert found["direction", "right"] == (1, 1, 1)
    assert found["direction", "left"] == (0, 0, 0)


def test_groups__the_names_of_projectivity() -> None:
    gold = words("a _ X _ _ 3 x", "b _ X _ _ 0 root", "c _ X _ _ 2 x")
    found = grouped(gold, gold)
    assert [found["projectivity", name][0] for name in PROJECTIVITY] == [2, 1]
