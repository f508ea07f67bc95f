"""Each wrong bracket has one type, and the types are what linguists would say."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import example, given, settings

from tertium.tasks.typed_errors import OF_GOLD, OF_SYSTEM, OF_WORD
from tests import phrases
from tests.phrases import find_errors, gappy_treebanks, treebanks


def types(gold: str, system: str) -> dict[str, tuple[int, int, int]]:
    """Events, missed and extra brackets of each type that occurs."""
    rows = find_errors(f"(TOP {gold})\n", f"(TOP {system})\n").type_rows
    return {row.kind: (row.events, row.missed, row.extra) for row in rows if row.units}


def moves(gold: str, system: str) -> list[tuple[str, str, str]]:
    rows = find_errors(f"(TOP {gold})\n", f"(TOP {system})\n").move_rows
    return [(row.what, row.source, row.target) for row in rows]


PP = "(PP (IN with) (N hat))"


def test_pp_attachment__adjunct_taken_from_a_noun_phrase() -> None:
    """One bracket is missing, and it is no missing node: the PP hangs elsewhere."""
    gold = f"(VP (V saw) (NP (NP (D the) (N man)) {PP}))"
    system = f"(VP (V saw) (NP (D the) (N man)) {PP})"
    assert types(gold, system) == {"PP attachment": (1, 1, 0)}
    assert moves(gold, system) == [("PP", "NP", "VP")]
    assert types(system, gold) == {"PP attachment": (1, 0, 1)}
    assert moves(system, gold) == [("PP", "VP", "NP")]


def test_pp_attachment__flat_scheme() -> None:
    """The paper's running example: `gegen Terror` inside the PP, the parse attaches it to S."""
    gold = "(S (PP (P zum) (N Kampf) (PP (P gegen) (N Terror))) (V auf))"
    system = "(S (PP (P zum) (N Kampf)) (PP (P gegen) (N Terror)) (V auf))"
    assert types(gold, system) == {"PP attachment": (1, 1, 1)}
    assert moves(gold, system) == [("PP", "PP", "S")]


def test_pp_attachment__one_move_explains_a_whole_spine() -> None:
    low = "(VP (V saw) (NP (NP (N a)) (PP (P of) (NP (NP (N b)) (PP (P in) (N c))))))"
    high = "(VP (V saw) (NP (NP (N a)) (PP (P of) (NP (N b)))) (PP (P in) (N c)))"
    assert types(low, high) == {"PP attachment": (1, 3, 2)}
    assert moves(low, high) == [("PP", "NP", "VP")]


def test_coordination__what_moves_has_a_coordinator() -> None:
    gold = "(NP (NP (N a)) (PP (P of) (NP (NP (N b)) (CC and) (NP (N c)))))"
    system = "(NP (NP (NP (N a)) (PP (P of) (NP (N b)))) (CC and) (NP (N c)))"
    assert set(types(gold, system)) == {"coordination"}
    assert moves(gold, system) == [("CC NP", "NP", "NP")]


@pytest.mark.parametrize(
    ("phrase", "kind"),
    [
        ("(SBAR (C that) (N x))", "clause attachment"),
        ("(ADVP (R very) (R well))", "modifier attachment"),
        ("(NP (D the) (N day))", "NP attachment"),
        ("(VP (T to) (V go))", "VP attachment"),
        ("(FRAG (N x) (N y))", "other attachment"),
        ("(RB soon)", "modifier attachment"),
    ],
)
def test_attachment__is_named_for_what_moved(phrase: str, kind: str) -> None:
    gold, system = f"(S (N he) (VP (V ran) (P off)) {phrase})", f"(S (N he) (VP (V ran) (P off) {phrase}))"
    assert types(gold, system) == {kind: (1, 1, 1)}


def test_attachment__plain_words_inside_noun_phrases() -> None:
    gold, system = "(NP (NP (D a) (N b)) (N c) (NP (N d)))", "(NP (NP (D a) (N b) (N c)) (NP (N d)))"
    assert types(gold, system) == {"NP-internal": (1, 1, 1)}


def test_a_phrase_that_moved_and_grew() -> None:
    """The PP has other words in the system, but it is a PP there too, on another parent."""
    gold = "(VP (V saw) (NP (NP (N a)) (PP (P in) (N b))) (ADVP (R now) (R then)))"
    system = "(VP (V saw) (NP (N a)) (PP (P in) (N b) (ADVP (R now) (R then))))"
    assert ("PP", "NP", "VP") in moves(gold, system)


@pytest.mark.parametrize(
    ("gold", "system", "expected"),
    [
        ("(S (NP (N a) (N b)) (V c))", "(S (VP (N a) (N b)) (V c))", {"label": (1, 1, 1)}),
        ("(S (S (VP (N a) (N b))) (V c))", "(S (VP (N a) (N b)) (V c))", {"unary": (1, 1, 0)}),
        ("(S (NP (N a)) (V c))", "(S (N a) (V c))", {"single-word phrase": (1, 1, 0)}),
        ("(NP (D a) (ADJP (R b) (J c)) (N d))", "(NP (D a) (R b) (J c) (N d))", {"NP-internal": (1, 1, 0)}),
        ("(S (N a) (VP (V b) (N c)))", "(S (N a) (V b) (N c))", {"missing node": (1, 1, 0)}),
        ("(S (N a) (V b) (N c))", "(S (N a) (VP (V b) (N c)))", {"additional node": (1, 0, 1)}),
        ("(S (NP (N a) (N b)) (N c))", "(S (N a) (VP (N b) (N c)))", {"crossing": (2, 1, 1)}),
        ("(S (N a) (N c))", "(S (V a) (N c))", {"part of speech": (1, 1, 0)}),
    ],
)
def test_other_types(gold: str, system: str, expected: dict[str, tuple[int, int, int]]) -> None:
    assert types(gold, system) == expected


def test_failed_parses__count_as_missed_where_the_score_counts_them() -> None:
    gold = "(TOP (S (NP (N a)) (V b)))\n(TOP (S (N c)))\n"
    failed = "(())\n(TOP (S (N c)))\n"
    result = find_errors(gold, failed)
    assert {row.kind: row.missed for row in result.type_rows if row.units} == {"no parse": 2}
    assert not any(row.units for row in find_errors(gold, failed, like="evalb").type_rows)


@given(treebanks() | gappy_treebanks())
@settings(max_examples=24, deadline=None)
@example(["(S (NP (N 0=a) (N 2=c)) (VP (V 1=b) (N 3=d)))\n", "(S (NP (N 0=a)) (VP (V 1=b) (NP (N 2=c) (N 3=d))))\n"])
@example(
    [
        "(S (NP (N 0=a) (N 3=d)) (VP (V 1=b) (NP (N 2=c) (PP (N 4=e) (N 5=f)))))\n",
        "(S (NP (N 0=a) (N 3=d)) (VP (V 1=b) (NP (N 2=c)) (PP (N 4=e) (N 5=f))))\n",
    ]
)
def test_every_wrong_bracket_has_exactly_one_type(texts: list[str]) -> None:
    """The types divide what the score counts as wrong: missed gold brackets and brackets of the system's own."""
    result = find_errors(*texts)
    errors, score = result.typed[0], result.score("F1", "s1")
    assert (errors.kind >= 0).all()
    assert np.count_nonzero(errors.side == OF_GOLD) == score.gold - score.correct
    assert np.count_nonzero(errors.side == OF_SYSTEM) == score.proposed - score.correct
    tags = result.score("TagAccuracy", "s1")
    unparsed = tags.gold - tags.correct - np.count_nonzero(errors.side == OF_WORD)
    assert unparsed >= 0
    assert errors.count().sum() == errors.n_units
    assert (errors.count_events() <= errors.count()).all()


@given(treebanks() | gappy_treebanks())
@settings(max_examples=24, deadline=None)
def test_identity__units_are_told_apart(texts: list[str]) -> None:
    """Two wrong units of one system are never the same unit, so that repairs can be counted."""
    errors = find_errors(*texts).typed[0]
    assert len(np.unique(errors.identity, axis=0)) == errors.n_units


@given(treebanks(n_files=3) | gappy_treebanks(n_files=3))
@settings(max_examples=16, deadline=None)
def test_changes__add_up(texts: list[str]) -> None:
    """Wrong before - repaired = wrong in both = wrong after - introduced, over all types."""
    changes = find_errors(*texts).changes("s1", "s2")
    assert sum(c.before - c.repaired for c in changes) == sum(c.after - c.introduced for c in changes)
    assert all(c.repaired <= c.before and c.introduced <= c.after for c in changes)


@given(treebanks(n_files=1))
@settings(max_examples=12, deadline=None)
def test_gold_against_itself_has_no_errors(texts: list[str]) -> None:
    assert find_errors(texts[0], texts[0]).typed[0].n_units == 0


@given(treebanks(n_files=2))
@settings(max_examples=12, deadline=None)
def test_swapping_gold_and_system_swaps_missed_and_added(texts: list[str]) -> None:
    """Unless words are deleted by the gold's tags, or parses failed."""
    one, two = (text.replace("(, ", "(N ") for text in texts)
    if "(())" in two:
        return
    there, back = find_errors(one, two).typed[0], find_errors(two, one).typed[0]
    assert np.count_nonzero(there.side == OF_GOLD) == np.count_nonzero(back.side == OF_SYSTEM)
    for kind in ("label", "unary"):
        place = there.kinds.index(kind)
        assert there.count()[place] == back.count()[place]


def test_example_files() -> None:
    rows = find_errors(phrases.GOLD, phrases.FLAT).type_rows
    assert {row.kind: (row.events, row.missed, row.extra) for row in rows if row.units} == {
        "part of speech": (2, 2, 0),
        "PP attachment": (1, 1, 0),
        "coordination": (1, 1, 1),
        "single-word phrase": (2, 1, 1),
        "label": (2, 2, 2),
    }
