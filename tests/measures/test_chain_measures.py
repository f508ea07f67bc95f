"""Coreference metrics by hand, and what must hold for all of them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import pytest
from hypothesis import given
from hypothesis import strategies as st

import tertium
from tests.chains import Spans, brackets_of, conll
from tests.formats.samples import QUICK

if TYPE_CHECKING:
    from pathlib import Path

    from tertium.reports.result import Scores

N: Final = 8
A, B, C, D, E, F, G = ((place, place) for place in range(7))
METRICS: Final = ("Mentions", "MUC", "B3", "CEAFm", "CEAFe", "BLANC", "LEA")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("chains")


def score(folder: Path, key: Spans, response: Spans, **options: Any) -> Scores:
    paths = []
    for name, chains in (("key", key), ("response", response)):
        path = folder / f"{name}.conll"
        path.write_text(conll(brackets_of(chains, N)), encoding="utf-8")
        paths.append(str(path))
    return tertium.score(paths[0], [paths[1]], **options)


def counts(folder: Path, key: Spans, response: Spans, measure: str) -> list[float]:
    found: list[float] = score(folder, key, response).tables.totals(measure, 0).tolist()
    return found


KEY: Final = [[A, B, C], [D, E, F, G]]
SPLIT: Final = [[A, B], [C, D], [F, G, E]]


def test_muc__split_chains(folder: Path) -> None:
    """Vilain et al.: {A B C} is split in two, {D E F G} in two; the response's {C D} has no link of the key."""
    assert counts(folder, KEY, SPLIT, "MUC") == [1 + 2, 2 + 3, 1 + 0 + 2, 1 + 1 + 2]


def test_b_cubed__split_chains(folder: Path) -> None:
    found = counts(folder, KEY, SPLIT, "B3")
    recall = 2 / 3 + 2 / 3 + 1 / 3 + 1 / 4 + 3 * (3 / 4)
    precision = 1 + 1 + 1 / 2 + 1 / 2 + 3 * 1
    assert found == pytest.approx([recall, 7, precision, 7])


def test_ceaf__the_best_pairing(folder: Path) -> None:
    """{A B C} goes with {A B}, {D E F G} with {E F G}; {C D} is left over."""
    assert counts(folder, KEY, SPLIT, "CEAFm") == [5, 7, 5, 7]
    best = 2 * 2 / (3 + 2) + 2 * 3 / (4 + 3)
    assert counts(folder, KEY, SPLIT, "CEAFe") == pytest.approx([best, 2, best, 3])


def test_ceaf__greed_would_be_wrong(folder: Path) -> None:
    """The pair that shares most is not in the best pairing: 3 + 0 is less than 2 + 2."""
    key, response = [[A, B, C, D, E], [F, G]], [[A, B, C, F, G], [D, E]]
    assert counts(folder, key, response, "CEAFm")[0] == 2 + 2


def test_blanc__pairs(folder: Path) -> None:
    """Coreferent: AB, EF, EG, FG are shared; of 21 pairs the key has 9, the response 5."""
    assert counts(folder, KEY, SPLIT, "BLANC") == [4, 9, 5, 21 - (9 + 5 - 4), 21 - 9, 21 - 5]


def _links(chains: Spans) -> tuple[set[frozenset[Any]], set[frozenset[Any]]]:
    """Pairs of spans in one chain, and in two, straight from the definition: a span that stands twice is in both."""
    rows = [(span, number) for number, chain in enumerate(chains) for span in chain]
    pairs = [(one, two) for place, one in enumerate(rows) for two in rows[place + 1 :]]
    together = {frozenset((one[0], two[0])) for one, two in pairs if one[1] == two[1]}
    return together, {frozenset((one[0], two[0])) for one, two in pairs if one[1] != two[1]}


@st.composite
def overlapping_chains(draw: st.DrawFn) -> list[list[tuple[int, int]]]:
    chain = st.lists(st.integers(0, N - 1).map(lambda place: (place, place)), min_size=1, max_size=4)
    return draw(st.lists(chain, min_size=1, max_size=4))


@QUICK
@given(overlapping_chains(), overlapping_chains())
def test_blanc__repeated_spans_have_sets_of_links(
    folder: Path, key: list[list[tuple[int, int]]], response: list[list[tuple[int, int]]]
) -> None:
    """Under coval's reading nothing is taken out, so that what stands in the files is what counts."""
    (ours, ours_apart), (theirs, theirs_apart) = _links(key), _links(response)
    expected = [len(ours & theirs), len(ours), len(theirs)]
    expected += [len(ours_apart & theirs_apart), len(ours_apart), len(theirs_apart)]
    assert score(folder, key, response, like="coval").tables.totals("BLANC", 0).tolist() == expected


def test_lea__links_weighed_by_size(folder: Path) -> None:
    found = counts(folder, KEY, SPLIT, "LEA")
    assert found == pytest.approx([3 * (1 / 3) + 4 * (3 / 6), 7, 2 * 1 + 2 * 0 + 3 * 1, 7])


def test_lea__a_mention_alone_must_be_alone(folder: Path) -> None:
    assert counts(folder, [[A], [B, C]], [[A], [B], [C]], "LEA") == [1, 3, 1, 3]


def test_conll__mean_of_three(folder: Path) -> None:
    result = score(folder, KEY, SPLIT)
    values = [result.score(measure, "response").value for measure in ("MUC", "B3", "CEAFe")]
    assert result.score("mela", "response").value == pytest.approx(sum(values) / 3)
    assert result.score("B³", "response") == result.score("bcub", "response")


def test_blanc__without_links_of_one_kind(folder: Path) -> None:
    """v8.01 leaves out a class that the key does not have; CorefUD's scorer only if the response has none either."""
    one_chain, two = [[A, B, C]], [[A, B], [C]]
    official = score(folder, one_chain, two, like="conll2012").score("BLANC", "response").value
    assert official == pytest.approx(2 * 1 * (1 / 3) / (1 + 1 / 3))
    other = score(folder, one_chain, two, like="corefud", singletons=True).score("BLANC", "response").value
    assert other == pytest.approx((official + 0) / 2)


def test_singletons__kept_or_dropped(folder: Path) -> None:
    key, response = [[A, B], [C]], [[A, B], [D]]
    assert score(folder, key, response).score("B3", "response").value < 1
    assert score(folder, key, response, singletons=False).score("B3", "response").value == 1


def test_match__partial_and_head(folder: Path) -> None:
    """Without annotated heads the first word is the head: (0, 2) and (0, 1) share it."""
    key, response = [[(0, 2), (4, 4)]], [[(0, 1), (4, 4)]]
    values = {
        how: score(folder, key, response, match=how).score("MUC", "response").value
        for how in ("exact", "partial", "head")
    }
    assert values == {"exact": 0, "partial": 1, "head": 1}
    shifted = [[(1, 2), (4, 4)]]  # inside, but without the head
    assert score(folder, key, shifted, match="partial").score("MUC", "response").value == 0


@st.composite
def partitions(draw: st.DrawFn) -> list[list[tuple[int, int]]]:
    chain_of = draw(st.lists(st.integers(0, 3), min_size=N, max_size=N))
    there = draw(st.lists(st.booleans(), min_size=N, max_size=N))
    chains: dict[int, list[tuple[int, int]]] = {}
    for place in range(N):
        if there[place]:
            chains.setdefault(chain_of[place], []).append((place, place))
    return list(chains.values())


@QUICK
@given(partitions(), partitions())
def test_metrics__swapping_key_and_response_swaps_precision_and_recall(
    folder: Path, one: list[list[tuple[int, int]]], two: list[list[tuple[int, int]]]
) -> None:
    there, back = score(folder, one, two), score(folder, two, one)
    for measure in METRICS:
        ours, theirs = (result.tables.totals(measure, 0).tolist() for result in (there, back))
        if measure == "BLANC":
            assert [ours[place] for place in (0, 2, 1, 3, 5, 4)] == theirs
        else:
            assert ours[2:] + ours[:2] == pytest.approx(theirs)


@QUICK
@given(partitions(), partitions())
def test_arcs_any__is_muc(folder: Path, one: list[list[tuple[int, int]]], two: list[list[tuple[int, int]]]) -> None:
    tables = score(folder, one, two).tables
    right, key, response, _ = tables.totals("ARCS-any", 0).tolist()
    assert [right, key, right, response] == tables.totals("MUC", 0).tolist()


@QUICK
@given(partitions())
def test_metrics__a_file_against_itself(folder: Path, one: list[list[tuple[int, int]]]) -> None:
    result = score(folder, one, one)
    for measure in METRICS:
        row = result.score(measure, "response")
        links = any(len(chain) > 1 for chain in one)
        some = links if measure == "MUC" else sum(map(len, one)) > 1 if measure == "BLANC" else bool(one)
        assert row.value == pytest.approx(float(some))
