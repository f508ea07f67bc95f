"""What changed between two systems, and was it for the better? (Tuggener 2017, sections 1.1 and 2)."""

from __future__ import annotations

from collections import Counter
from itertools import permutations
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import tertium
from tertium.comparison.transitions import (
    CHANGED_ERROR,
    CLASSES,
    CORRECTION,
    MOVES,
    NEW_ERROR,
    Transitions,
    class_of,
    merge_transitions,
)
from tests import naive
from tests.strategies import (
    SETUPS,
    TUGGENER,
    Setup,
    cases,
    compare_setup,
    compare_texts,
    parallel,
    quick,
    raw,
    sentences_of,
    shards_of,
    tagged,
    thorough,
    words,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tertium import Comparison

Case = tuple[Setup, list[str]]
RAW: tuple[dict[str, Any], ...] = ({}, {"layer": "upos"}, {"punctuation": "form"})


def tables_of(result: Comparison) -> Iterator[tuple[str, int, int, Transitions]]:
    """Every decision measure and every ordered pair of systems."""
    for measure in result.tables.decision_measures:
        for before, after in permutations(range(len(result.systems)), 2):
            yield measure, before, after, result.tables.transitions(measure, before, after)


def counted(table: Transitions) -> Counter[tuple[str, str, str, str]]:
    """(class, gold, from, to) -> count."""
    names = [[table.label(place) for place in column.tolist()] for column in (table.gold, table.before, table.after)]
    kinds = [CLASSES[kind] for kind in table.kind.tolist()]
    return Counter(dict(zip(zip(kinds, *names, strict=True), table.count.tolist(), strict=True)))


def rows(table: Transitions) -> list[tuple[object, ...]]:
    """Everything in the table, in its order."""
    columns = (table.kind, table.gold, table.before, table.after, table.count, table.moves)
    named = zip(*(column.tolist() for column in columns), strict=True)
    return [(kind, *(table.labels[place] for place in places), count, moves) for kind, *places, count, moves in named]


# properties, over every task, preset and treatment of punctuation


def diff_is_a_metric(result: Comparison) -> None:
    for measure in result.tables.decision_measures:
        n = len(result.systems)
        distance = [
            [result.tables.transitions(measure, a, b).difference if a != b else 0 for b in range(n)] for a in range(n)
        ]
        for a, b, c in permutations(range(n), 3):
            assert distance[a][b] == distance[b][a]
            assert distance[a][c] <= distance[a][b] + distance[b][c] + 1e-12


def classes_add_up(result: Comparison) -> None:
    for measure, before, after, table in tables_of(result):
        decisions = result.tables.decisions(measure)
        assert sum(table.by_class) == table.n_different == int(decisions.different(before, after).sum())
        assert table.n_units == decisions.n_units


def swapping_swaps_corrections_and_new_errors(result: Comparison) -> None:
    for measure, before, after, table in tables_of(result):
        back = result.tables.transitions(measure, after, before)
        corrections, new_errors, changed = table.by_class
        assert back.by_class == (new_errors, corrections, changed)
        swap = {"correction": "new_error", "new_error": "correction", "changed_error": "changed_error"}
        swapped = {(swap[kind], gold, second, first): n for (kind, gold, first, second), n in counted(table).items()}
        assert counted(back) == swapped


def delta_is_corrections_minus_new_errors(result: Comparison) -> None:
    for measure, before, after, table in tables_of(result):
        if not table.n_units:
            continue
        corrections, new_errors, _ = table.by_class
        delta = result.tables.score(measure, after).value - result.tables.score(measure, before).value
        assert delta == pytest.approx((corrections - new_errors) / table.n_units, abs=1e-12)


def moves_add_up_for_labelled_attachment(result: Comparison) -> None:
    for measure, _, _, table in tables_of(result):
        moved = table.moves.sum(axis=1).tolist()
        assert moved == (table.count.tolist() if measure == "LAS" else [0] * len(moved))


def all_properties(result: Comparison) -> None:
    diff_is_a_metric(result)
    classes_add_up(result)
    swapping_swaps_corrections_and_new_errors(result)
    moves_add_up_for_labelled_attachment(result)


@quick
@given(case=cases())
def test_diff__is_a_metric(case: Case) -> None:
    diff_is_a_metric(compare_setup(*case))


@quick
@given(case=cases())
def test_transitions__classes_add_up_to_the_differing_units(case: Case) -> None:
    classes_add_up(compare_setup(*case))


@quick
@given(case=cases(n_systems=2))
def test_transitions__swapping_the_systems_swaps_corrections_and_new_errors(case: Case) -> None:
    swapping_swaps_corrections_and_new_errors(compare_setup(*case))


@quick
@given(case=cases(n_systems=2))
def test_transitions__the_difference_of_scores_is_corrections_minus_new_errors(case: Case) -> None:
    delta_is_corrections_minus_new_errors(compare_setup(*case))


@quick
@given(texts=raw(3, most=8), options=st.sampled_from(RAW))
def test_transitions__all_but_the_difference_of_scores_holds_on_raw_text(
    texts: list[str], options: dict[str, Any]
) -> None:
    """There the denominators move."""
    all_properties(compare_texts(texts, **options))


@pytest.mark.parametrize("setup", SETUPS, ids=lambda setup: setup.name)
def test_transitions__properties_hold_under_every_convention(setup: Setup) -> None:
    """One text, chosen to have all three classes, under each task, preset and treatment of punctuation."""
    texts = COLUMNS if setup.columns else SENTENCES
    result = compare_setup(setup, texts)
    all_properties(result)
    delta_is_corrections_minus_new_errors(result)


COLUMNS = [
    "a\tN\n.\t$.\nb\tV\n\nc\tADV\na\tN\n\n",
    "a\tV\n.\t$.\nb\tV\n\nc\tADV\na\tV\n\n",
    "a\tN\n.\tN\nb\tN\n\nc\tADV\na\tADV\n\n",
    "a\tn\n.\t$.\nb\tADV\n\nc\tN\na\tN\n\n",
]
SENTENCES = [
    words("a a NOUN N Case=Nom 2 nsubj", "b b VERB V _ 0 root", ". _ PUNCT V _ 2 punct")
    + words("c c NOUN N _ 0 root", "d d VERB _ Number=Sing 1 obj:x"),
    words("a b NOUN V Case=Nom 2 obj", "b b VERB V _ 0 root", ". _ PUNCT V _ 1 punct")
    + words("c c NOUN N _ 0 root", "d e VERB N Number=Plur 1 nsubj"),
    words("a a VERB N Case=Acc 2 nsubj", "b b VERB N _ 0 root", ". _ NOUN V _ 2 dep")
    + words("c C NOUN N _ 2 obj", "d f NOUN V Number=Dual 0 root"),
    words("a c NOUN _ _ 3 nsubj", "b b VERB V _ 0 root", ". . PUNCT V _ 2 punct")
    + words("c c NOUN N Case=Nom 0 root", "d d VERB _ Number=Sing 1 obj:y"),
]


@pytest.mark.slow
@thorough
@given(case=cases())
def test_transitions__properties_hold_on_many_texts(case: Case) -> None:
    result = compare_setup(*case)
    all_properties(result)
    delta_is_corrections_minus_new_errors(result)


@quick
@given(case=cases(n_systems=2))
def test_transitions__a_system_does_not_differ_from_itself(case: Case) -> None:
    setup, texts = case
    for _, _, _, table in tables_of(compare_setup(setup, [texts[0], texts[1], texts[1]])):
        assert table.n_different == 0
        assert rows(table) == []


@quick
@given(case=cases(n_systems=2))
def test_transitions__against_the_gold_diff_is_the_complement_of_accuracy(case: Case) -> None:
    """Tuggener (2017), section 2: one output as the key and the other as the response."""
    setup, texts = case
    result = compare_setup(setup, [texts[0], texts[0], texts[1]])
    for measure in result.tables.decision_measures:
        table = result.tables.transitions(measure, 0, 1)
        assert table.by_class[CORRECTION] == table.by_class[CHANGED_ERROR] == 0
        score = result.tables.score(measure, 1)
        assert table.n_different == table.n_units - score.correct


# against the slow twin


@quick
@given(texts=tagged(2))
def test_transitions__agree_with_the_slow_twin_on_tags(texts: list[str]) -> None:
    answers = [[(line.split("\t")[1],) * 2 for line in text.split("\n") if line] for text in texts]
    table = compare_texts(texts, columns=True).tables.transitions("Accuracy", 0, 1)
    assert counted(table) == naive.transitions(answers[0], answers[1], answers[2])


@quick
@given(texts=parallel(2, valid=False), measure=st.sampled_from(("UAS", "LS", "LAS")))
def test_transitions__agree_with_the_slow_twin_on_trees(texts: list[str], measure: str) -> None:
    def identity(word: naive.Word) -> tuple[object, ...]:
        return (word.head if measure != "LS" else None, word.relation if measure != "UAS" else None)

    answers = [[(identity(word), word.relation) for word in naive.read(text).words] for text in texts]
    table = compare_texts(texts).tables.transitions(measure, 0, 1)
    assert counted(table) == naive.transitions(answers[0], answers[1], answers[2])
    assert table.labels == tuple(sorted(set(table.labels)))


@quick
@given(texts=parallel(2, valid=False))
def test_class_of__names_the_class_of_every_unit(texts: list[str]) -> None:
    answers = [[((word.head, word.relation), "") for word in naive.read(text).words] for text in texts]
    expected = [naive.classify(*units) for units in zip(*answers, strict=True)]
    found = class_of(compare_texts(texts).tables.decisions("LAS"), 0, 1).tolist()
    assert [None if kind < 0 else CLASSES[kind] for kind in found] == expected


# shards


@quick
@given(case=cases(n_systems=2), data=st.data())
def test_merge_transitions__shards_make_the_whole(case: Case, data: st.DataObject) -> None:
    setup, texts = case
    n = len(sentences_of(texts[0]))
    if n < 2:
        return
    parts = [compare_setup(setup, part) for part in shards_of(texts, data.draw(st.integers(1, n - 1)))]
    whole = compare_setup(setup, texts)
    ties = whole.rules.ties_fall
    for measure, before, after, table in tables_of(whole):
        merged = merge_transitions([part.tables.transitions(measure, before, after) for part in parts], ties_fall=ties)
        assert rows(merged) == rows(table)
        assert merged.n_units == table.n_units
        assert merged.labels == table.labels


# by hand


def test_diff__overlap_of_all_answers_as_in_table_2_of_the_paper() -> None:
    """1 - diff is 40, 60 and 20 %."""
    tables = compare_texts(TUGGENER, columns=True).tables
    agreement = [1 - tables.transitions("Accuracy", a, b).difference for a, b in ((0, 1), (1, 2), (0, 2))]
    assert agreement == pytest.approx([2 / 5, 3 / 5, 1 / 5])
    assert [tables.score("Accuracy", system).value for system in range(3)] == pytest.approx([3 / 5] * 3)


@pytest.mark.parametrize(
    ("gold", "first", "second", "expected"),
    [
        ("A", "B", "A", "correction"),
        ("A", "A", "B", "new_error"),
        ("A", "B", "C", "changed_error"),
        ("A", "B", "B", ""),
    ],
)
def test_transitions__the_class_table_of_the_slides(gold: str, first: str, second: str, expected: str) -> None:
    table = compare_texts([f"a\t{tag}\n\n" for tag in (gold, first, second)], columns=True).tables.transitions(
        "Accuracy", 0, 1
    )
    assert counted(table) == ({(expected, gold, first, second): 1} if expected else {})


def test_transitions__by_falling_count_then_by_label() -> None:
    gold, first, second = "A A A B B C".split(), "B B C A C A".split(), "A A A B B C".split()  # noqa: SIM905
    texts = ["".join(f"w\t{tag}\n" for tag in tags) + "\n" for tags in (gold, first, second)]
    table = compare_texts(texts, columns=True).tables.transitions("Accuracy", 0, 1)
    shown = [
        (table.labels[b], table.labels[a], n) for b, a, n in zip(table.before, table.after, table.count, strict=True)
    ]
    assert shown == [("B", "A", 2), ("A", "B", 1), ("A", "C", 1), ("C", "A", 1), ("C", "B", 1)]


def test_transitions__compareval_breaks_ties_the_other_way() -> None:
    texts = ["w\tA\nw\tA\nw\tA\n\n", "w\tB\nw\tC\nw\tB\n\n", "w\tA\nw\tA\nw\tD\n\n"]
    table = compare_texts(texts, columns=True, like="compareval").tables.transitions("Accuracy", 0, 1)
    shown = [(table.labels[b], table.labels[a]) for b, a in zip(table.before, table.after, strict=True)]
    assert shown == [("C", "A"), ("B", "A"), ("B", "D")]


def test_transitions__changed_errors_are_sorted_by_gold_first() -> None:
    texts = ["w\tB\nw\tA\n\n", "w\tC\nw\tD\n\n", "w\tD\nw\tC\n\n"]
    table = compare_texts(texts, columns=True).tables.transitions("Accuracy", 0, 1)
    assert [table.labels[place] for place in table.gold.tolist()] == ["A", "B"]
    assert table.rows(CHANGED_ERROR).tolist() == [0, 1]
    assert table.rows(NEW_ERROR).tolist() == []
    assert table.rows().tolist() == [0, 1]


def test_transitions__las_tells_head_label_and_both_apart() -> None:
    """All three words were wrong: the first had a wrong head, the second a wrong label, the third both."""
    gold = words("a _ X _ _ 0 root", "b _ X _ _ 1 obj", "c _ X _ _ 1 obj", "d _ X _ _ 1 obj")
    first = words("a _ X _ _ 0 root", "b _ X _ _ 3 obj", "c _ X _ _ 1 obl", "d _ X _ _ 2 obl")
    table = compare_texts([gold, first, gold]).tables.transitions("LAS", 0, 1)
    assert rows(table) == [
        (CORRECTION, "obj", "obl", "obj", 2, [0, 1, 1]),
        (CORRECTION, "obj", "obj", "obj", 1, [1, 0, 0]),
    ]
    assert MOVES == ("head", "label", "both")


def test_transitions__a_pure_reattachment_shows_the_same_label_twice() -> None:
    gold = words("a _ X _ _ 0 root", "b _ X _ _ 1 nmod", "c _ X _ _ 1 nmod")
    table = compare_texts([gold, gold, gold.replace("1\tnmod\t_\t_\n\n", "2\tnmod\t_\t_\n\n")]).tables.transitions(
        "LAS", 0, 1
    )
    assert counted(table) == {("new_error", "nmod", "nmod", "nmod"): 1}


def test_transitions__the_numbers_of_the_paper_fit_together() -> None:
    """Tables 4 and 6: what the properties say holds for the published numbers too."""
    for corrections, new_errors, changed, different, units, diff, delta in (
        (1570, 886, 218, 2674, 53928, 4.96, 1.27),
        (3403, 2154, 1219, 6776, 49748, 13.62, 2.51),
    ):
        assert corrections + new_errors + changed == different
        assert round(100 * different / units, 2) == diff
        assert round(100 * (corrections - new_errors) / units, 2) == delta


def test_diff__without_a_gold_is_the_same_number() -> None:
    """`tertium diff` takes the first output in the gold's place."""
    first, second = [("a", "N"), ("b", "V"), ("c", "N")], [("a", "N"), ("b", "N"), ("c", "V")]
    table = tertium.diff(first, second).difference("system 2").transitions
    assert table is not None
    assert table.difference == pytest.approx(2 / 3)


def test_transitions__nothing_to_compare_is_no_difference() -> None:
    """Every word is left out."""
    texts = [words(f". _ _ _ _ 0 {label}") for label in ("root", "punct", "root")]
    table = compare_texts(texts, punctuation="form").tables.transitions("LAS", 0, 1)
    assert (table.n_units, table.n_different, table.difference) == (0, 0, 0.0)
