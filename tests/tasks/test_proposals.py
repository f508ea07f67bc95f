from __future__ import annotations

from collections import Counter
from itertools import combinations
from typing import TYPE_CHECKING

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from tertium.comparison.transitions import class_of, tabulate_transitions
from tertium.corpus import Vocab
from tertium.tasks.proposals import NOTHING, Proposals, decide_proposals

if TYPE_CHECKING:
    from tertium.tasks.decisions import Decisions

Units = list[tuple[int, str]]

sides = st.lists(st.tuples(st.integers(0, 4), st.sampled_from("ABC")), max_size=8)


def propose(vocab: Vocab, units: Units) -> Proposals:
    keys = np.array([key for key, _ in units], dtype=np.int64)
    return Proposals(keys, vocab.encode(label for _, label in units), keys.astype(np.int32), keys.astype(np.int32) + 1)


def decided(gold: Units, *systems: Units) -> Decisions:
    vocab = Vocab()
    return decide_proposals(vocab, propose(vocab, gold), [propose(vocab, units) for units in systems])


def labels(decisions: Decisions, system: int) -> list[str]:
    return decisions.vocab.decode(decisions.labels[system])


def test_decide_proposals__missed_invented_and_wrong_labels() -> None:
    found = decided([(1, "A"), (2, "B")], [(1, "C"), (3, "A")])
    assert found.vocab.decode(found.gold_label) == ["A", "B", NOTHING]
    assert labels(found, 0) == ["C", NOTHING, "A"]
    assert found.right[0].tolist() == [False, False, False]


def test_decide_proposals__nothing_is_right_where_the_gold_has_nothing() -> None:
    """A spurious unit that the second drops is a correction."""
    found = decided([(1, "A")], [(1, "A"), (3, "B")], [(1, "A")])
    assert found.right.tolist() == [[True, False], [True, True]]
    assert class_of(found, 0, 1).tolist() == [-1, 0]


def test_decide_proposals__several_over_the_same_words_are_taken_in_order_and_once() -> None:
    found = decided([(1, "A"), (1, "B")], [(1, "B"), (1, "B"), (1, "C")])
    assert labels(found, 0) == ["B", "B", "C"]
    assert found.right[0].tolist() == [False, True, False]


@given(gold=sides, one=sides, two=sides, three=sides)
def test_decide_proposals__right_gold_units_are_the_matches_of_multisets(
    gold: Units, one: Units, two: Units, three: Units
) -> None:
    found = decided(gold, one, two)
    for place, units in enumerate((one, two)):
        assert int(found.right[place][: len(gold)].sum()) == (Counter(gold) & Counter(units)).total()
        assert labels(found, place).count(NOTHING) == found.n_units - len(units)
    corrections, new_errors, _ = tabulate_transitions(found, 0, 1).by_class
    on_gold = class_of(found, 0, 1)[: len(gold)]
    gained = int((on_gold == 0).sum()) - int((on_gold == 1).sum())
    assert gained == (Counter(gold) & Counter(two)).total() - (Counter(gold) & Counter(one)).total()
    wrong = [int((~found.right[place]).sum()) for place in (0, 1)]
    assert corrections - new_errors == wrong[0] - wrong[1]
    alone, together = tabulate_transitions(found, 0, 1), tabulate_transitions(decided(gold, one, two, three), 0, 1)
    assert (alone.by_class, alone.n_units) == (together.by_class, together.n_units)


@given(gold=sides, systems=st.lists(sides, min_size=3, max_size=3))
def test_difference__is_a_metric_up_to_its_denominator(gold: Units, systems: list[Units]) -> None:
    found = decided(gold, *systems)
    n = {pair: tabulate_transitions(found, *pair).n_different for pair in combinations(range(3), 2)}
    assert n[0, 2] <= n[0, 1] + n[1, 2]
    assert tabulate_transitions(found, 1, 0).n_different == n[0, 1]
