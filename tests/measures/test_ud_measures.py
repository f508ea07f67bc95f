"""All measures of the UD evaluation at once: equal to their slow twins, whatever the texts."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tertium.conventions import CONLLU_MEASURES, PRESETS, Conventions
from tertium.measures import MEASURES, Blocks, score
from tertium.measures.base import CORRECT, GOLD, SYSTEM
from tests import naive
from tests.strategies import compare_texts, count_all, count_texts, match_texts, parallel, quick, raw, thorough, words

if TYPE_CHECKING:
    from tertium._typing import Counts
    from tertium.tasks.match import Match

UD = PRESETS["ud"][1]
RULES = st.sampled_from((UD, Conventions()))
any_texts = st.one_of(raw(), parallel(multiword=True))
FIXED = words("the _ DET _ Definite=Def 2 det 2:det", "cat _ NOUN _ _ 0 root 0:root", "b b X N _ 2 obj 2:obj:x|1:dep")
"""Something for every measure to count: content words, function words, edges."""


def sentences(match: Match) -> Blocks:
    return Blocks(match.gold.corpus.sent_start)


def whole(match: Match) -> Blocks:
    return Blocks(np.array([0, match.gold.corpus.n_words], dtype=np.int64))


def compared(name: str, counts: Counts) -> list[tuple[int, ...]]:
    """The counts that mean something: a measure without aligned accuracy does not count aligned words."""
    return [tuple(row[: 4 if MEASURES[name].aligned else 3]) for row in counts.tolist()]


def agree_with_the_slow_twin(texts: list[str], rules: Conventions) -> None:
    match = match_texts(*texts, rules=rules)
    expected = naive.ud_counts(texts[0], texts[1], every_pair=rules.edge_pairs)
    for name, measure in MEASURES.items():
        assert compared(name, measure.counts(match, sentences(match))) == compared(name, np.array(expected[name])), name


@quick
@given(texts=raw(), rules=RULES)
def test_ud_measures__agree_with_their_slow_twins_on_raw_text(texts: list[str], rules: Conventions) -> None:
    agree_with_the_slow_twin(texts, rules)


@quick
@given(texts=parallel(multiword=True), rules=RULES)
def test_ud_measures__agree_with_their_slow_twins_on_the_same_words(texts: list[str], rules: Conventions) -> None:
    agree_with_the_slow_twin(texts, rules)


@quick
@given(texts=parallel(valid=False))
def test_ud_measures__agree_with_their_slow_twins_on_what_is_no_tree(texts: list[str]) -> None:
    """Several roots and cycles are scored where a number makes sense."""
    agree_with_the_slow_twin(texts, Conventions())


@pytest.mark.slow
@thorough
@given(texts=st.one_of(raw(), parallel(multiword=True), parallel(valid=False)))
def test_ud_measures__agree_with_their_slow_twins_on_many_texts(texts: list[str]) -> None:
    agree_with_the_slow_twin(texts, Conventions())


@pytest.mark.slow
@thorough
@given(texts=st.one_of(raw(), parallel(multiword=True)))
def test_ud_measures__agree_with_their_slow_twins_on_many_texts_like_ud(texts: list[str]) -> None:
    agree_with_the_slow_twin(texts, UD)


@quick
@given(texts=raw())
def test_ud_measures__from_file_to_number(texts: list[str]) -> None:
    """The whole path that a user's files take."""
    result = compare_texts(texts, like="ud")
    expected = naive.ud_counts(texts[0], texts[1])
    for name in CONLLU_MEASURES:
        row = naive.totals(expected[name])
        found = result.score(name, "s1")
        assert (found.correct, found.gold, found.proposed) == row[:3], name
        assert found.value == pytest.approx(naive.f1(row))
        assert found.precision is not None
        assert found.recall is not None
        assert found.precision.value == pytest.approx(row[0] / row[2] if row[2] else 0)
        assert found.recall.value == pytest.approx(row[0] / row[1] if row[1] else 0)
        if MEASURES[name].aligned:
            assert found.aligned_accuracy == pytest.approx(row[0] / row[3] if row[3] else 0)
        else:
            assert found.aligned_accuracy is None


@quick
@given(texts=any_texts, rules=RULES)
def test_blocks__counts_of_sentences_add_up_to_the_totals(texts: list[str], rules: Conventions) -> None:
    match = match_texts(*texts, rules=rules)
    for name, measure in MEASURES.items():
        parts, total = measure.counts(match, sentences(match)), measure.counts(match, whole(match))
        assert parts.shape == (match.gold.corpus.n_sents, 4)
        assert parts.sum(axis=0).tolist() == total[0].tolist(), name


@quick
@given(texts=parallel(multiword=True))
def test_blocks__any_runs_of_sentences_add_up_too(texts: list[str]) -> None:
    match = match_texts(*texts)
    starts = match.gold.corpus.sent_start
    halves = Blocks(np.unique([0, starts[len(starts) // 2], starts[-1]]).astype(np.int64))
    for name, measure in MEASURES.items():
        assert measure.counts(match, halves).sum(axis=0).tolist() == measure.counts(match, whole(match))[0].tolist(), (
            name
        )


@quick
@given(texts=any_texts)
def test_ud_measures__gold_against_itself_scores_one(texts: list[str]) -> None:
    """Except BothWrong, which counts errors."""
    gold = FIXED + texts[0]
    for name, (correct, n_gold, n_system, _) in count_all(gold, gold, rules=Conventions()).items():
        assert n_gold == n_system > 0, name
        assert correct == (0 if name == "BothWrong" else n_gold), name


@pytest.mark.parametrize("name", [name for name in MEASURES if name != "BothWrong"])
def test_ud_measures__gold_against_itself_scores_one_like_ud(name: str) -> None:
    counts = np.array(count_texts(name, FIXED, FIXED))
    assert score(counts, "f1")["value"] == 1


@quick
@given(texts=any_texts)
def test_ud_measures__swapping_gold_and_system_swaps_the_totals(texts: list[str]) -> None:
    ours, theirs = count_all(*texts), count_all(*reversed(texts))
    for name in MEASURES:
        assert (ours[name][GOLD], ours[name][SYSTEM]) == (theirs[name][SYSTEM], theirs[name][GOLD]), name


@quick
@given(texts=parallel(multiword=True), data=st.data())
def test_ud_measures__the_order_of_sentences_does_not_matter(texts: list[str], data: st.DataObject) -> None:
    gold, system = ([part + "\n\n" for part in text.split("\n\n") if part] for text in texts)
    order = data.draw(st.permutations(range(len(gold))))
    shuffled = ["".join(side[place] for place in order) for side in (gold, system)]
    assert count_all(*texts) == count_all(*shuffled)


@quick
@given(texts=any_texts)
def test_ud_measures__stronger_conditions_hold_less_often(texts: list[str]) -> None:
    counts = count_all(*texts, rules=Conventions())
    found = {name: row[CORRECT] for name, row in counts.items()}
    assert found["LAS"] <= min(found["UAS"], found["LS"]) <= found["AnyRight"] <= found["Words"]
    assert found["AllTags"] <= min(found["UPOS"], found["XPOS"], found["UFeats"]) <= found["Words"]
    assert max(found["MLAS"], found["BLEX"]) <= found["CLAS"] <= found["LAS"]
    assert found["ELAS"] <= found["EULAS"]
    assert found["AnyRight"] + found["BothWrong"] == counts["UAS"][GOLD]


def test_ud_measures__every_measure_has_a_slow_twin() -> None:
    assert sorted(MEASURES) == sorted(naive.MEASURES)


def test_score__works_on_any_leading_axes() -> None:
    """A bootstrap is `score(weights @ counts)`."""
    counts = np.array([[1, 2, 2, 2], [0, 1, 3, 1]])
    weights = np.array([[1, 1], [2, 0], [0, 0]])
    values = score(weights @ counts, "f1")
    assert values["value"].tolist() == pytest.approx([2 * 1 / (3 + 5), 2 * 2 / (4 + 4), 0])
    assert values["precision"].tolist() == pytest.approx([1 / 5, 2 / 4, 0])
    assert values["recall"].tolist() == pytest.approx([1 / 3, 2 / 4, 0])
    assert values["aligned_accuracy"].tolist() == pytest.approx([1 / 3, 2 / 4, 0])
    assert score(weights @ counts, "accuracy")["value"].tolist() == pytest.approx([1 / 3, 2 / 4, 0])


def test_blocks__sums() -> None:
    blocks = Blocks(np.array([0, 2, 5], dtype=np.int64))
    values = np.array([1, 2, 3, 4, 5], dtype=np.int32)
    assert blocks.sum(values).tolist() == [1 + 2, 3 + 4 + 5]
    assert blocks.sum(values > 1).tolist() == [1, 3]
    assert blocks.size().tolist() == [2, 3]
    assert blocks.sum_at(np.array([1, 0, 1], dtype=np.int32)).tolist() == [1, 2]
    assert blocks.sum_at(np.array([1, 0, 1], dtype=np.int32), np.array([True, False, False])).tolist() == [0, 1]


@pytest.mark.parametrize("start", [[0, 2, 2, 5], [0, 0, 5, 5]])
def test_blocks__an_empty_block_sums_to_nothing(start: list[int]) -> None:
    """A document without sentences, or a slice without words, may be a block."""
    blocks = Blocks(np.array(start, dtype=np.int64))
    assert blocks.sum(np.ones(5, dtype=np.int32)).tolist() == blocks.size().tolist()
