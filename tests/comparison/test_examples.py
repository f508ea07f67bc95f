"""The sentences behind the numbers."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given

from tertium.comparison.examples import Example, Finder, Mark, mark_words
from tertium.comparison.transitions import CHANGED_ERROR, CLASSES, CORRECTION, NEW_ERROR
from tests.strategies import cases, compare_setup, compare_texts, quick, raw, words

if TYPE_CHECKING:
    from tests.strategies import Setup

GOLD = words("Joana _ X _ _ 2 nsubj", "comprou _ X _ _ 0 root", "um _ X _ _ 4 det", "bolo _ X _ _ 2 obj")
WRONG_LABEL = GOLD.replace("nsubj", "obj")
WRONG_HEAD = GOLD.replace("4\tdet", "2\tdet")


def finder(*texts: str, measure: str = "LAS", **options: Any) -> Finder:
    return Finder(compare_texts(texts, **options).tables, measure, 0, 1)


def listed(found: Finder, kind: int | None = None, label: str | None = None, n: int | None = None) -> list[str]:
    return [str(example) for example in found.for_filter(kind=kind, label=label, n=n).examples]


def test_example__marks_stand_behind_their_words() -> None:
    example = Example("s1", "a.conllu", 3, ("a", "b", "c"), (Mark(0, "correction", "N>V"), Mark(2, "new_error", "V>N")))
    assert str(example) == "a[N>V] b c[V>N]"


def test_examples__a_changed_label() -> None:
    assert listed(finder(GOLD, GOLD, WRONG_LABEL)) == ["Joana[nsubj>obj] comprou um bolo"]


def test_examples__a_changed_head_names_both_heads() -> None:
    assert listed(finder(GOLD, GOLD, WRONG_HEAD)) == ["Joana comprou um[det:bolo>comprou] bolo"]


def test_examples__a_changed_error_names_the_gold_too() -> None:
    other = GOLD.replace("nsubj", "iobj")
    assert listed(finder(GOLD, WRONG_LABEL, other)) == ["Joana[nsubj>obj>iobj] comprou um bolo"]


def test_examples__a_changed_head_between_two_errors_says_where_the_gold_has_it() -> None:
    other = GOLD.replace("4\tdet", "1\tdet")
    assert listed(finder(GOLD, WRONG_HEAD, other)) == ["Joana comprou um[det:comprou>Joana, gold det@bolo] bolo"]


def test_examples__a_changed_error_tells_a_right_label_from_a_right_answer() -> None:
    """The first system has the gold's relation, but on another head: it is wrong all the same."""
    first, second = WRONG_HEAD, GOLD.replace("det", "nummod")
    assert listed(finder(GOLD, first, second)) == ["Joana comprou um[det>det(head)>nummod] bolo"]
    assert listed(finder(GOLD, second, first)) == ["Joana comprou um[det>nummod>det(head)] bolo"]


def test_examples__two_heads_of_one_form_get_their_numbers() -> None:
    gold = words("a _ X _ _ 0 root", "b _ X _ _ 1 x", "a _ X _ _ 1 x")
    assert listed(finder(gold, gold, gold.replace("b\t_\tX\t_\t_\t1", "b\t_\tX\t_\t_\t3"))) == ["a b[x:a#1>a#3] a"]


def test_listing__prints_its_sentences() -> None:
    text = str(finder(GOLD, GOLD, WRONG_LABEL).for_filter(kind=None, label=None, n=None))
    assert text.startswith("1 word in 1 sentence\n  ")
    assert text.endswith("0.conllu:1 1\n    Joana[nsubj>obj] comprou um bolo")


def test_examples__the_root_is_a_head_too() -> None:
    first, second = GOLD, GOLD.replace("4\tdet", "0\tdet")
    assert listed(finder(GOLD, first, second)) == ["Joana comprou um[det:bolo>root] bolo"]


@pytest.mark.parametrize("like", ["eval07", "compareval"])
def test_examples__heads_as_text_are_shown_as_words(like: str) -> None:
    assert listed(finder(GOLD, GOLD, WRONG_HEAD, like=like)) == ["Joana comprou um[det:bolo>comprou] bolo"]


def test_examples__a_head_that_is_no_word_of_the_gold_is_a_question_mark() -> None:
    """The system splits the head."""
    system = words(
        "Joana _ X _ _ 2 nsubj", "com _ X _ _ 0 root", "prou _ X _ _ 2 x", "um _ X _ _ 2 det", "bolo _ X _ _ 2 obj"
    )
    first = listed(finder(GOLD, GOLD, system), kind=NEW_ERROR)
    assert first == ["Joana[nsubj:comprou>?] comprou[root>∅] um[det:bolo>?] bolo[obj:comprou>?]"]


def test_examples__by_class() -> None:
    found = finder(GOLD * 2, WRONG_LABEL + GOLD, GOLD + WRONG_HEAD)
    assert listed(found, kind=CORRECTION) == ["Joana[obj>nsubj] comprou um bolo"]
    assert listed(found, kind=NEW_ERROR) == ["Joana comprou um[det:bolo>comprou] bolo"]
    assert listed(found, kind=CHANGED_ERROR) == []
    assert len(listed(found)) == 2


def test_examples__by_label_of_the_gold_or_of_either_system() -> None:
    found = finder(GOLD, GOLD, WRONG_LABEL)
    assert len(listed(found, label="nsubj")) == len(listed(found, label="obj")) == 1
    assert listed(found, label="det") == []
    assert listed(found, label="no such label") == []


def test_examples__some_of_them_with_the_number_of_all() -> None:
    found = finder(GOLD * 3, GOLD * 3, WRONG_LABEL * 3).for_filter(kind=None, label=None, n=2)
    assert len(found.examples) == 2
    assert (found.n_sentences, found.n_units) == (3, 3)


def test_examples__know_their_place() -> None:
    texts = ["# sent_id = first\n" + GOLD + "# sent_id = second\n" + text for text in (GOLD, GOLD, WRONG_HEAD)]
    (example,) = finder(*texts).for_filter(kind=None, label=None, n=None).examples
    assert example.sentence == "second"
    assert example.path.endswith("0.conllu")
    assert example.line == 10
    assert example.words == ("Joana", "comprou", "um", "bolo")
    assert [(mark.position, mark.kind) for mark in example.marks] == [(2, "new_error")]


def test_examples__solved_by_one_system_only_or_by_none() -> None:
    found = finder(GOLD, WRONG_LABEL, WRONG_LABEL.replace("4\tdet", "2\tdet"))
    only = found.for_only(0, label=None, n=None)
    assert [str(example) for example in only.examples] == [
        "Joana comprou um[det@bolo: s1=det@bolo s2=det@comprou] bolo"
    ]
    none = found.for_only(None, label=None, n=None)
    assert [str(example) for example in none.examples] == [
        "Joana[nsubj@comprou: s1=obj@comprou s2=obj@comprou] comprou um bolo"
    ]
    assert found.for_only(1, label=None, n=None).examples == ()
    assert found.for_only(None, label="det", n=None).examples == ()


def test_examples__of_each_frequent_transition_easy_to_read() -> None:
    """The sentence of five words comes before the one of two, though it stands later in the file."""
    short = words("a _ X _ _ 0 root", "b _ X _ _ 1 obj")
    longer = words("c _ X _ _ 0 root", "d _ X _ _ 1 obj", "e _ X _ _ 1 x", "f _ X _ _ 1 x", "g _ X _ _ 1 x")
    gold = short + longer
    found = finder(gold, gold.replace("obj", "obl"), gold)
    table = found.tables.transitions("LAS", 0, 1)
    assert [str(example) for example in found.for_transitions(table, CORRECTION, 1)] == ["c d[obl>obj] e f g"]
    both = ["c d[obl>obj] e f g", "a b[obl>obj]"]  # who asks for three gets what there is
    assert [str(example) for example in found.for_transitions(table, CORRECTION, 3)] == both
    assert found.for_transitions(table, NEW_ERROR, 3) == []


def test_examples__one_for_each_transition_before_more_of_any() -> None:
    one, two = words("a _ X _ _ 0 root", "b _ X _ _ 1 obj"), words("c _ X _ _ 0 root", "d _ X _ _ 1 det")
    gold = one * 3 + two
    found = finder(gold, gold.replace("obj", "obl").replace("det", "dep"), gold)
    examples = found.for_transitions(found.tables.transitions("LAS", 0, 1), CORRECTION, 3)
    assert [example.sentence for example in examples] == ["1", "4", "2"]


def test_examples__no_sentence_twice() -> None:
    gold = words("a _ X _ _ 0 root", "b _ X _ _ 1 obj", "c _ X _ _ 1 det") * 3
    found = finder(gold, gold.replace("obj", "obl").replace("det", "dep"), gold)
    examples = found.for_transitions(found.tables.transitions("LAS", 0, 1), CORRECTION, 5)
    assert [example.sentence for example in examples] == ["1", "2", "3"]


def test_examples__of_tags_show_tags_only() -> None:
    texts = ["a\tN\nb\tV\n\n", "a\tN\nb\tN\n\n", "a\tV\nb\tA\n\n"]
    assert listed(finder(*texts, measure="Accuracy", columns=True)) == ["a[N>V] b[V>N>A]"]


@quick
@given(case=cases(n_systems=2))
def test_examples__every_differing_unit_is_marked_once(case: tuple[Setup, list[str]]) -> None:
    tables = compare_setup(*case).tables
    for measure in tables.decision_measures:
        table = tables.transitions(measure, 0, 1)
        found = Finder(tables, measure, 0, 1)
        for kind, name in enumerate(CLASSES):
            listing = found.for_filter(kind=kind, label=None, n=None)
            marks = [mark for example in listing.examples for mark in example.marks]
            assert len(marks) == listing.n_units == table.by_class[kind]
            assert all(mark.kind == name for mark in marks)
            lines = [example.line for example in listing.examples]
            assert all(a < b for a, b in pairwise(lines))


@quick
@given(texts=raw(2))
def test_examples__marks_are_words_of_the_sentence_on_raw_text(texts: list[str]) -> None:
    tables = compare_texts(texts).tables
    found = Finder(tables, "LAS", 0, 1)
    for listing in (found.for_filter(kind=None, label=None, n=None), found.for_only(None, label=None, n=None)):
        for example in listing.examples:
            assert all(0 <= mark.position < len(example.words) for mark in example.marks)
            assert str(example)


def test_mark_words__every_unit_that_begins_at_a_word_is_marked() -> None:
    """Nested mentions and brackets begin together; the last one hid the others."""
    marks = [Mark(0, "new_error", "tn>fp …Sam"), Mark(0, "correction", "fp>tn")]
    assert mark_words(["Thomas", "Sam"], marks)[0] == ("Thomas", "[tn>fp …Sam][fp>tn]", "correction")
