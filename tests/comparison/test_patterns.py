"""Gold label x which systems are right."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tertium.comparison.patterns import MOST_SYSTEMS, Patterns, merge_patterns, tabulate_patterns
from tertium.corpus import Vocab
from tertium.errors import UsageError
from tertium.tasks.decisions import Decisions
from tests import naive
from tests.strategies import TUGGENER, Setup, cases, compare_setup, compare_texts, quick, raw, sentences_of, shards_of

Case = tuple[Setup, list[str]]


def counted(table: Patterns) -> Counter[tuple[str, tuple[bool, ...]]]:
    """(label, who is right) -> count."""
    found: Counter[tuple[str, tuple[bool, ...]]] = Counter()
    for place, bits, count in zip(table.label.tolist(), table.bits.tolist(), table.count.tolist(), strict=True):
        found[table.labels[place], tuple(bool(bits >> system & 1) for system in range(table.n_systems))] += count
    return found


@quick
@given(case=cases())
def test_patterns__agree_with_the_slow_twin(case: Case) -> None:
    tables = compare_setup(*case).tables
    for measure in tables.decision_measures:
        decisions = tables.decisions(measure)
        labels = decisions.vocab.decode(decisions.gold_label)
        assert counted(tables.patterns(measure)) == naive.patterns(labels, decisions.right.tolist())


@quick
@given(texts=raw(2))
def test_patterns__agree_with_the_slow_twin_on_raw_text(texts: list[str]) -> None:
    tables = compare_texts(texts, measures=["LAS", "UPOS"]).tables
    for measure in ("LAS", "UPOS"):
        decisions = tables.decisions(measure)
        labels = decisions.vocab.decode(decisions.gold_label)
        assert counted(tables.patterns(measure)) == naive.patterns(labels, decisions.right.tolist())


@quick
@given(case=cases())
def test_patterns__hold_every_unit_and_every_score(case: Case) -> None:
    tables = compare_setup(*case).tables
    for measure in tables.decision_measures:
        table = tables.patterns(measure)
        assert table.n_units == tables.decisions(measure).n_units == int(table.sum_by_label().sum())
        assert sum(table.totals().values()) == table.n_units
        for system in range(3):
            assert int(table.count[table.right(system)].sum()) == tables.score(measure, system).correct


@quick
@given(case=cases(), data=st.data())
def test_merge_patterns__shards_make_the_whole(case: Case, data: st.DataObject) -> None:
    setup, texts = case
    n = len(sentences_of(texts[0]))
    if n < 2:
        return
    parts = [compare_setup(setup, part) for part in shards_of(texts, data.draw(st.integers(1, n - 1)))]
    whole = compare_setup(setup, texts)
    for measure in whole.tables.decision_measures:
        merged, table = (
            merge_patterns([part.tables.patterns(measure) for part in parts]),
            whole.tables.patterns(measure),
        )
        assert merged.labels == table.labels
        assert merged.n_systems == table.n_systems
        for name in ("label", "bits", "count"):
            assert getattr(merged, name).tolist() == getattr(table, name).tolist()


def test_patterns__of_the_papers_example() -> None:
    """Table 1: A is solved by S1, B by S1 and S2, C by all, D by S2 and S3, E by S3."""
    table = compare_texts(TUGGENER, columns=True).tables.patterns("Accuracy")
    assert table.labels == ("A", "B", "C", "D", "E")
    assert table.bits.tolist() == [0b001, 0b011, 0b111, 0b110, 0b100]
    assert table.solved_by().tolist() == [1, 2, 3, 2, 1]
    assert table.totals() == dict.fromkeys((0b001, 0b011, 0b111, 0b110, 0b100), 1)
    assert table.right(0).tolist() == [True, True, True, False, False]
    assert table.sum_by_label(table.right(2)).tolist() == [0, 0, 1, 1, 1]


def many(n_systems: int) -> Decisions:
    """One unit that only the last of many systems solves."""
    vocab = Vocab()
    answers = [vocab.encode(["B"])] * (n_systems - 1) + [vocab.encode(["A"])]
    gold = vocab.encode(["A"])
    return Decisions(
        atoms=("tag",),
        vocab=vocab,
        unit=np.zeros(1, dtype=np.int32),
        gold={"tag": gold},
        answers=tuple({"tag": column} for column in answers),
        gold_label=gold,
        labels=tuple(answers),
        right=np.array([[False]] * (n_systems - 1) + [[True]]),
    )


def test_patterns__hold_as_many_systems_as_they_say() -> None:
    table = tabulate_patterns(many(MOST_SYSTEMS))
    assert table.totals() == {1 << (MOST_SYSTEMS - 1): 1}
    assert table.right(MOST_SYSTEMS - 1).tolist() == [True]


def test_patterns__too_many_systems_are_refused() -> None:
    with pytest.raises(UsageError, match="41 systems are too many"):
        tabulate_patterns(many(MOST_SYSTEMS + 1))
