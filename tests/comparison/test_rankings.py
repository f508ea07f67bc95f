"""Where measures rank systems differently, and how alike they are."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

import tertium
from tertium.comparison.rankings import Correlation, pearson, rank
from tests.chains import conll, write_pair
from tests.strategies import quick

if TYPE_CHECKING:
    from pathlib import Path

    from tertium import Comparison

GOLD = "(TOP (S (NP (N a) (N b)) (VP (V c) (NP (N d)))))\n"
ONE = "(TOP (S (NP (N a) (N b)) (VP (V c) (N d))))\n"  # misses a phrase, every tag is right
TWO = "(TOP (S (NP (N a) (V b)) (VP (V c) (NP (N d)))))\n"  # every phrase is right, a tag is wrong


def compare(folder: Path, n: int = 1, **options: Any) -> Comparison:
    paths = {}
    for name, text in (("gold", GOLD), ("one", ONE), ("two", TWO)):
        paths[name] = folder / f"{name}.mrg"
        paths[name].write_text(text * n, encoding="utf-8")
    return tertium.compare(paths["gold"], {"one": paths["one"], "two": paths["two"]}, **options)


def test_disagreement__is_found_with_its_certainty(tmp_path: Path) -> None:
    result = compare(tmp_path, 12)
    pairs = {(row.one.measure, row.other.measure): row for row in result.disagreements}
    row = pairs["F1", "TagAccuracy"]
    assert (row.first, row.second) == ("one", "two")
    assert row.one.delta > 0 > row.other.delta
    assert row.one.separated
    assert row.other.separated
    assert row.is_certain
    assert result.disagreements[0].one.measure == "F1"


def test_disagreement__is_unknown_without_tests(tmp_path: Path) -> None:
    row = compare(tmp_path, intervals=False).disagreements[0]
    assert row.one.separated is None
    assert not row.is_certain


def test_page__says_it_before_the_verdict(tmp_path: Path) -> None:
    text = " ".join(compare(tmp_path, 12).render().split())
    said = "The measures disagree: two is ahead of one by F1 ("
    assert said in text
    assert "one is ahead of two by TagAccuracy (+25.00*)" in text
    assert text.index(said) < text.index("two is better than one")


def test_page__says_when_it_may_be_chance(tmp_path: Path) -> None:
    assert "The measures disagree, though not beyond chance: two" in " ".join(compare(tmp_path).render().split())


def test_page__is_silent_where_measures_agree(tmp_path: Path) -> None:
    assert "disagree" not in compare(tmp_path, measure="F1,UF1").render()


def test_json__has_disagreements_and_correlations(tmp_path: Path) -> None:
    document = compare(tmp_path).to_dict()
    first = document["disagreements"][0]
    assert first["systems"] == ["one", "two"]
    assert [entry["first"] for entry in first["measures"]] == ["two", "one"]
    assert {tuple(row["measures"]) for row in document["correlations"]} >= {("F1", "LA"), ("LA", "TED")}
    assert all(row["sentences"] == 2 for row in document["correlations"])


def test_scores__of_shares_are_floats_everywhere(tmp_path: Path) -> None:
    result = compare(tmp_path, 12)
    rows = {row["measure"]: row for row in result.to_dict()["scores"] if row["system"] == "one"}
    assert isinstance(rows["LA"]["numerator"], float)
    assert rows["LA"]["denominator"] == 48
    assert isinstance(rows["F1"]["numerator"], int)
    assert isinstance(rows["TED"]["numerator"], int)
    assert result.contrast("one", "two", "LA").test.name == "randomization"  # type: ignore[union-attr]
    assert result.contrast("one", "two", "TagAccuracy").test.name == "exact"  # type: ignore[union-attr]
    assert result.interval("LA", "one") is not None
    assert result.scores.filter(measure="LA", system="one")["correct"].item() == pytest.approx(rows["LA"]["numerator"])


def test_exact_test__needs_whole_numbers(tmp_path: Path) -> None:
    with pytest.raises(tertium.UsageError, match="no whole numbers"):
        compare(tmp_path, measure="LA", test="exact").render()


def test_table_of_correlations__is_shown_on_request(tmp_path: Path) -> None:
    from tertium.reports.listings import Choice
    from tertium.reports.page import as_text
    from tertium.reports.terminal import comparison_page

    result = compare(tmp_path)
    assert "How alike the measures are" not in result.render()
    assert "How alike the measures are" in as_text(comparison_page(result, Choice(correlations=True)))


def test_correlations__of_a_frame(tmp_path: Path) -> None:
    result = compare(tmp_path)
    row = next(row for row in result.correlation_rows if (row.one, row.other) == ("F1", "TagAccuracy"))
    assert isinstance(row, Correlation)
    assert row.pearson == pytest.approx(-1)
    assert result.correlations.height == len(result.correlation_rows)


def test_correlations__of_measures_with_counts_of_their_own(tmp_path: Path) -> None:
    """CoNLL is the mean of three F1 and no ratio of its first counts; of coreference, blocks are documents."""
    documents = [
        ["(0) (0) (0) (1) (1)", "(0) (0) (1) (1) (2)", "(0) (0) (0) (0) -"],
        ["(0) (0) (1) (1) (1)", "(0) (0) (0) (1) -", "(0) (0) - (1) (1)"],
        ["(0) - (0) (1) (1)", "- (0) (1) (1) (0)", "(0) (1) (1) (0) -"],
    ]
    texts = [[conll(brackets, name=f"d{place}") for place, brackets in enumerate(row)] for row in documents]
    gold, *systems = write_pair(tmp_path, *("".join(row) for row in texts))
    rows = {(row.one, row.other): row for row in tertium.compare(gold, systems).correlation_rows}
    values: dict[str, list[float]] = {}
    for system in texts[1:]:
        for own, theirs in zip(texts[0], system, strict=True):
            alone, response = write_pair(tmp_path, own, theirs)
            for row in tertium.score(alone, [response]).score_rows:
                values.setdefault(row.measure, []).append(row.value)
    for pair in (("CoNLL", "MUC"), ("CoNLL", "B3"), ("CoNLL", "BLANC"), ("MUC", "ARCS-any")):
        one, two = (values[name] for name in pair)
        found = rows.get(pair) or rows[pair[::-1]]
        assert found.n == len(one)
        assert found.pearson == pytest.approx(stats.pearsonr(one, two).statistic)
    assert rows["MUC", "ARCS-any"].pearson == pytest.approx(1)


@quick
@given(st.lists(st.tuples(st.integers(0, 5), st.integers(0, 5)), min_size=3, max_size=20))
def test_correlations__agree_with_scipy(points: list[tuple[int, int]]) -> None:
    one, two = (np.array(column, dtype=np.float64) for column in zip(*points, strict=True))
    if one.std() == 0 or two.std() == 0:
        assert np.isnan(pearson(one, two))
        return
    assert pearson(one, two) == pytest.approx(stats.pearsonr(one, two).statistic)
    assert pearson(rank(one), rank(two)) == pytest.approx(stats.spearmanr(one, two).statistic)
