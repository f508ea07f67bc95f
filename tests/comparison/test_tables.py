"""The three tables, from files to numbers, and the classic scorers' counts."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import tertium
from tertium.comparison.transitions import CHANGED_ERROR, CLASSES
from tertium.measures.base import CORRECT
from tests import naive
from tests.strategies import (
    Setup,
    cases,
    compare_setup,
    compare_texts,
    filled,
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
    from pathlib import Path

    from tertium import Comparison
    from tests.naive import Answer

Case = tuple[Setup, list[str]]
RAW: tuple[dict[str, Any], ...] = (
    {},
    {"punctuation": "form"},
    {"punctuation": "relation"},
    {"exclude": ["nsubj"]},
    {"fold_case": True},
    {"layer": "upos", "include": ["NOUN"]},
    {"layer": "lemma"},
)


# counts


@quick
@given(case=st.one_of(cases(n_systems=2), raw(2).map(lambda texts: (Setup("raw", {}), texts))))
def test_tables__counts_by_sentence_add_up_to_the_scores(case: Case) -> None:
    tables = compare_setup(*case).tables
    for measure in tables.measures:
        counts = tables.counts(measure)
        assert counts.shape == (2, tables.gold.n_sents, 4)
        for system in range(2):
            row = tables.score(measure, system)
            total = counts[system].sum(axis=0)
            assert total[CORRECT] == row.correct
            assert total.tolist() == tables.totals(measure, system).tolist()


@quick
@given(case=cases(n_systems=1), data=st.data())
def test_tables__counts_of_shards_make_the_whole(case: Case, data: st.DataObject) -> None:
    """Shards merge by concatenation."""
    setup, texts = case
    n = len(sentences_of(texts[0]))
    if n < 2:
        return
    parts = [compare_setup(setup, part).tables for part in shards_of(texts, data.draw(st.integers(1, n - 1)))]
    whole = compare_setup(setup, texts).tables
    for measure in whole.measures:
        joined = [row for part in parts for row in part.counts(measure)[0].tolist()]
        assert joined == whole.counts(measure)[0].tolist()


@quick
@given(case=cases(n_systems=2))
def test_tables__a_third_system_changes_nothing_between_two(case: Case) -> None:
    setup, texts = case
    two = compare_setup(setup, texts).tables
    three = compare_setup(setup, [*texts, texts[0]]).tables
    for measure in two.decision_measures:
        assert two.transitions(measure, 0, 1).by_class == three.transitions(measure, 0, 1).by_class
        assert two.score(measure, 0) == three.score(measure, 0)


# whole sentences


@quick
@given(case=cases(n_systems=1))
def test_tables__whole_sentences_agree_with_looking_at_each(case: Case) -> None:
    setup, texts = case
    tables = compare_setup(setup, texts).tables
    sentence = tables.gold.sentence_of_words()
    for measure in tables.decision_measures:
        decisions = tables.decisions(measure)
        places = sentence[decisions.unit].tolist()
        wrong = {place for place, right in zip(places, decisions.right[0].tolist(), strict=True) if not right}
        counted = set(places) if tables.rules.sentences == "scored" else set(range(tables.gold.n_sents))
        found = tables.whole_sentences(measure, 0)
        assert (found.numerator, found.denominator) == (len(counted - wrong), len(counted))


@quick
@given(case=cases(n_systems=2))
def test_tables__sentences_are_better_worse_or_as_good(case: Case) -> None:
    tables = compare_setup(*case).tables
    for measure in tables.decision_measures:
        better, worse, same = tables.sentence_changes(measure, 0, 1)
        assert better + worse + same == tables.gold.n_sents
        assert tables.sentence_changes(measure, 1, 0) == (worse, better, same)
        assert tables.sentence_changes(measure, 0, 0) == (0, 0, tables.gold.n_sents)


def test_tables__sentence_changes_by_hand() -> None:
    texts = ["a\tN\nb\tN\n\nc\tN\n\nd\tN\n\n", "a\tV\nb\tV\n\nc\tN\n\nd\tV\n\n", "a\tN\nb\tV\n\nc\tV\n\nd\tA\n\n"]
    assert compare_texts(texts, columns=True).tables.sentence_changes("Accuracy", 0, 1) == (1, 1, 1)


@pytest.mark.parametrize(
    ("gold", "first", "second", "change"),
    [
        ("A O", "A O", "A O", 0),
        ("O O", "A O", "O O", 1),  # 0 with and without what is spurious
        ("O A", "A A", "O A", 1),  # 2/3, 1
        ("A O A O A", "O O O O O", "A B O B O", 1),  # 0, 1/3, though two units are wrong that were right
        ("A O A O A", "A B O B O", "O O O O O", -1),
    ],
)
def test_tables__a_sentence_is_better_by_its_score_then_by_its_units(
    gold: str, first: str, second: str, change: int, tmp_path: Path
) -> None:
    paths = []
    for name, tags in (("gold", gold), ("a", first), ("b", second)):
        rows = "".join(f"w {tag if tag == 'O' else f'B-{tag}'}\n" for tag in tags.split())
        paths.append(tmp_path / f"{name}.bio")
        paths[-1].write_text(f"v B-C\n\n{rows}", encoding="utf-8")
    tables = tertium.compare(*paths, intervals=False).tables
    assert tables.sentence_changes("F1", 0, 1) == (int(change > 0), int(change < 0), 2 - abs(change))


# confusions and labels


@quick
@given(case=cases(n_systems=1))
def test_tables__confusions_are_the_wrong_answers(case: Case) -> None:
    tables = compare_setup(*case).tables
    for measure in tables.decision_measures:
        found = tables.confusions(measure, 0)
        row = tables.score(measure, 0)
        assert sum(count for _, _, count in found) == row.gold - row.correct
        assert [count for _, _, count in found] == sorted((count for _, _, count in found), reverse=True)


def test_tables__confusions_by_hand() -> None:
    texts = ["a\tN\nb\tN\nc\tV\nd\tA\n\n", "a\tV\nb\tV\nc\tA\nd\tA\n\n"]
    assert compare_texts(texts, columns=True).tables.confusions("Accuracy", 0) == [("N", "V", 2), ("V", "A", 1)]
    assert compare_texts([texts[0], texts[0]], columns=True).tables.confusions("Accuracy", 0) == []


@quick
@given(case=cases(n_systems=2))
def test_tables__labels_add_up(case: Case) -> None:
    tables = compare_setup(*case).tables
    for measure in tables.decision_measures:
        table = tables.labels(measure)
        assert table.labels == tuple(sorted(table.labels))
        assert int(table.units.sum()) == tables.decisions(measure).n_units
        assert table.proposed.sum(axis=1).tolist() == [tables.decisions(measure).n_units] * 2
        assert (table.correct <= table.units).all()
        assert (table.correct.max(axis=0) <= table.oracle).all()


@quick
@given(texts=raw(2, most=10), options=st.sampled_from(RAW))
def test_tables__labels_add_up_on_raw_text(texts: list[str], options: dict[str, Any]) -> None:
    """There each system has its own number of words, and its labels add up to that."""
    tables = compare_texts(texts, **options).tables
    for measure in tables.decision_measures:
        table = tables.labels(measure)
        for system in range(2):
            row = tables.score(measure, system)
            assert int(table.units.sum()) == row.gold
            assert int(table.correct[system].sum()) == row.correct
            assert int(table.proposed[system].sum()) == row.proposed
            assert row.correct <= min(row.gold, row.proposed)


# accuracy or F1


def test_how__f1_as_soon_as_one_system_has_other_words() -> None:
    """An accuracy would have no denominator that all systems share."""
    same, other = words("ab _ X", "c _ X"), words("a _ X", "b _ X", "c _ X")
    assert compare_texts([same, same], layer="upos").tables.how("Accuracy") == "accuracy"
    assert compare_texts([same, same, other], layer="upos").tables.how("Accuracy") == "f1"
    assert compare_texts([same, same]).tables.how("LAS") == "f1"
    assert compare_texts([same, same], like="eval07").tables.how("LAS") == "accuracy"


def test_tables__f1_over_the_same_words_is_the_accuracy() -> None:
    gold, system = words("a", "b", "c"), words("a", "b _ X _ _ 3 obj", "c")
    row = compare_texts([gold, system]).score("LAS", "s1")
    assert row.value == pytest.approx(2 / 3)
    assert (row.numerator, row.denominator) == (2 * 2, 3 + 3)


def test_difference__error_reduction_is_the_share_of_errors_that_are_gone() -> None:
    """Two errors become one."""
    texts = ["a\tN\nb\tN\nc\tN\n\n", "a\tV\nb\tV\nc\tN\n\n", "a\tV\nb\tN\nc\tN\n\n"]
    result = compare_texts(texts, columns=True)
    found = result.difference("s1", "s2")
    assert found.delta == pytest.approx(1 / 3)
    assert found.error_reduction == pytest.approx(1 / 2)
    assert result.difference("s2", "s1").error_reduction == pytest.approx(-1)
    assert compare_texts([texts[0], texts[0], texts[1]], columns=True).difference("s1", "s2").error_reduction is None


def test_difference__of_a_measure_without_units_has_scores_only() -> None:
    gold = words("a", "b")
    found = compare_texts([gold, gold, gold]).difference("s1", "s2", "CLAS")
    assert found.transitions is None
    assert found.agreement is None
    assert found.sentences is None
    assert found.delta == 0


# eval07.pl and ComparEval


def agrees_with_eval07(texts: list[str], *, punctuation: bool) -> None:
    texts = [filled(text) for text in texts]
    result = compare_texts(texts, like="eval07" if punctuation else "eval07-p")
    expected = naive.eval07(texts[0], texts[1], punctuation=punctuation)
    for measure, (right, units) in expected.counts.items():
        row = result.score(measure, "s1")
        assert (row.correct, row.gold) == (right, units)
        assert row.value == pytest.approx(right / units if units else 0)
    table = result.label_table("LS")
    columns = (table.units.tolist(), table.correct[0].tolist(), table.proposed[0].tolist())
    assert dict(zip(table.labels, zip(*columns, strict=True), strict=True)) == expected.relations


@quick
@given(texts=parallel(valid=False), punctuation=st.booleans())
def test_eval07__agrees_with_the_slow_twin(texts: list[str], *, punctuation: bool) -> None:
    agrees_with_eval07(texts, punctuation=punctuation)


@pytest.mark.slow
@thorough
@given(texts=parallel(valid=False), punctuation=st.booleans())
def test_eval07__agrees_with_the_slow_twin_on_many_texts(texts: list[str], *, punctuation: bool) -> None:
    agrees_with_eval07(texts, punctuation=punctuation)


def test_eval07__an_empty_field_shifts_the_columns() -> None:
    """As in the script, which splits at white space: HEAD is then read from the column behind it."""
    gold = words("a _ X _ _ 0 root", "b _ X _ _ 1 obj")
    system = words("a _ X _ _ 0 root", "b _ X _  1 obj")
    row = compare_texts([gold, system], like="eval07").score("LAS", "s1")
    assert (row.correct, row.gold) == (1, 2)


def test_eval07__shifted_columns_are_said() -> None:
    """Where a scorer miscounts, the preset reproduces the number and warns."""
    gold = words("a _ X _ _ 0 root", "b _ X _ _ 1 obj")
    assert not compare_texts([gold, gold], like="eval07").warnings
    assert compare_texts([gold, words("a _ X _ _ 0 root", "b _ X _  1 obj")], like="eval07").warnings


def test_eval07__a_file_whose_every_line_is_shifted_is_compared_as_it_stands() -> None:
    """A system without features may leave all of FEATS empty: the script scores it, with labels in place of heads."""
    gold, system = words("a _ X _ _ 0 root", "b _ X _ _ 1 obj"), words("a _ X _  0 root", "b _ X _  1 obj")
    row = compare_texts([gold, system], like="eval07").score("LAS", "s1")
    assert (row.correct, row.gold) == (0, 2)


def changes(result: Comparison, measure: str) -> dict[str, list[tuple[tuple[str, ...], int]]]:
    """Class -> (labels as ComparEval prints them, count), in order."""
    table = result.tables.transitions(measure, 0, 1)
    found: dict[str, list[tuple[tuple[str, ...], int]]] = {}
    for kind, name in enumerate(CLASSES):
        for row in table.rows(kind).tolist():
            places = [table.before[row], table.after[row]]
            places = [table.gold[row], *places] if kind == CHANGED_ERROR else places
            labels = tuple(table.label(int(place)) for place in places)
            found.setdefault(name, []).append((labels, int(table.count[row])))
    return found


def agrees_with_compareval(result: Comparison, measure: str, expected: naive.ComparEval) -> None:
    oracle = result.oracle_of(measure)
    assert changes(result, measure) == expected.changes
    for number in range(2):
        row = result.tables.score(measure, number)
        assert (row.correct, row.gold) == (expected.right[number], expected.units)
        assert row.sentences is not None
        assert (row.sentences.numerator, row.sentences.denominator) == (expected.whole[number], expected.sentences)
    assert (oracle.correct, oracle.units) == (expected.upper_bound, expected.units)
    assert oracle.whole_sentences == expected.whole_in_upper_bound


def tag_answer(row: list[str]) -> Answer:
    return row[1], row[1]


def arc_answer(row: list[str]) -> Answer:
    return (row[6], row[7].lower()), row[7].lower()


@quick
@given(texts=tagged(2), cut=st.booleans())
def test_compareval__agrees_with_the_slow_twin_on_tags(texts: list[str], *, cut: bool) -> None:
    """With and without the last empty line, at which the last sentence would count."""
    texts = [text.removesuffix("\n") for text in texts] if cut and len(sentences_of(texts[0])) > 1 else texts
    result = compare_texts(texts, columns=True, like="compareval")
    expected = naive.compareval((texts[0], texts[1], texts[2]), tag_answer)
    agrees_with_compareval(result, "Accuracy", expected)


def test_compareval__only_empty_lines_end_sentences() -> None:
    """Not the tags SENT and `$.`; the script divides by zero here, which we do not."""
    gold = "a\tN\nb\t$.\nc\tN\n"
    result = compare_texts([gold, gold, gold], columns=True, like="compareval")
    expected = naive.compareval((gold, gold, gold), tag_answer)
    assert expected.sentences == 0
    agrees_with_compareval(result, "Accuracy", expected)


@quick
@given(texts=parallel(2, valid=False), skip=st.booleans())
def test_compareval__agrees_with_the_slow_twin_on_trees(texts: list[str], *, skip: bool) -> None:
    texts = [filled(text) for text in texts]
    result = compare_texts(texts, like="compareval", punctuation="relation" if skip else "yes")
    expected = naive.compareval((texts[0], texts[1], texts[2]), arc_answer, skip_punct=skip)
    agrees_with_compareval(result, "LAS", expected)


@pytest.mark.slow
@thorough
@given(texts=parallel(2, valid=False), skip=st.booleans())
def test_compareval__agrees_with_the_slow_twin_on_many_trees(texts: list[str], *, skip: bool) -> None:
    texts = [filled(text) for text in texts]
    result = compare_texts(texts, like="compareval", punctuation="relation" if skip else "yes")
    agrees_with_compareval(result, "LAS", naive.compareval((texts[0], texts[1], texts[2]), arc_answer, skip_punct=skip))


def test_compareval__an_idle_empty_line_is_a_sentence_without_errors() -> None:
    gold, system = "a\tN\n\n\nb\tN\n\n", "a\tV\n\n\nb\tN\n\n"
    result = compare_texts([gold, system, gold], columns=True, like="compareval")
    expected = naive.compareval((gold, system, gold), tag_answer)
    assert (expected.whole, expected.sentences) == ((2, 3), 3)
    agrees_with_compareval(result, "Accuracy", expected)
