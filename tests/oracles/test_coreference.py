"""Coreference scorers on real and on odd files: every count, in total and for each document."""

from __future__ import annotations

import json
from functools import cache
from itertools import pairwise, permutations
from typing import TYPE_CHECKING, Any, Final

import pytest

import tertium
from tertium.errors import InputError
from tests.chains import conll
from tests.conftest import find_shared

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from tertium.comparison.tables import Tables

SHARED: Final = find_shared()
NAMES: Final = {
    "muc": "MUC",
    "bcub": "B3",
    "b_cubed": "B3",
    "ceafm": "CEAFm",
    "ceafe": "CEAFe",
    "lea": "LEA",
    "mentions": "Mentions",
    "mor": "MOR",
}
SIDES: Final = ("recall_num", "recall_den", "precision_num", "precision_den")
TYPES: Final = {"noun": "NOUN", "personal": "PRP", "possessive": "PRP$", "other": "OTHER"}


@cache
def document(name: str) -> dict[str, Any]:
    assert SHARED is not None
    found: dict[str, Any] = json.loads((SHARED / f"oracles/coreference/{name}.json").read_text(encoding="utf-8"))
    return found


def corpus(name: str) -> str:
    assert SHARED is not None
    return str(SHARED / "corpora/coreference" / name)


def agrees(tables: Tables, system: int, expected: Mapping[str, Any], block: int | None = None) -> None:
    """Every count of every metric that the oracle has."""

    def counts(measure: str) -> list[float]:
        found: list[float] = (
            tables.totals(measure, system) if block is None else tables.counts(measure)[system][block]
        ).tolist()
        return found

    for name, values in expected.items():
        if name in NAMES:
            assert counts(NAMES[name]) == pytest.approx([values[side] for side in SIDES], abs=1e-9), name
            if block is None:
                assert tables.score(NAMES[name], system).value == pytest.approx(values["f1"], abs=1e-9)
        elif name == "mention_detection":
            correct, key, _, response = counts("Mentions")
            assert [correct, key, response] == [values["correct"], values["key"], values["response"]]
        elif name == "blanc":
            assert counts("BLANC") == pytest.approx(_pairs(values))
            if block is None:
                score = tables.score("BLANC", system)
                assert score.value == pytest.approx(values["f1"], abs=1e-9)
        elif name == "conll_average_f1" and block is None:
            assert tables.score("CoNLL", system).value == pytest.approx(values, abs=1e-9)


def _pairs(values: Mapping[str, Any]) -> list[float]:
    if "coref_links" in values:
        return [
            values[part][side] for part in ("coref_links", "non_coref_links") for side in ("correct", "key", "response")
        ]
    return [
        values[part][side] for part in ("coref", "non_coref") for side in ("recall_num", "recall_den", "precision_den")
    ]


def test_official__every_system_and_document(shared: Path) -> None:
    del shared
    systems = document("ontogum.official")["systems"]
    paths = [corpus(f"ontogum/{name}.conll") for name in systems]
    result = tertium.score(corpus("ontogum/gold.conll"), paths, like="conll2012")
    names = result.gold.document_names.strings().to_list()
    for place, expected in enumerate(systems.values()):
        agrees(result.tables, place, expected["total"])
        for name, counts in expected["documents"].items():
            agrees(result.tables, place, counts, names.index(name))


def test_coval(shared: Path) -> None:
    del shared
    systems = document("ontogum.coval")["systems"]
    paths = [corpus(f"ontogum/{name}.conll") for name in systems]
    result = tertium.score(corpus("ontogum/gold.conll"), paths, like="coval")
    for place, expected in enumerate(systems.values()):
        agrees(result.tables, place, expected)


@pytest.mark.parametrize(("like", "part"), [("conll2012", "official"), ("coval", "coval")])
def test_repeated_spans(shared: Path, like: str, part: str) -> None:
    del shared
    path = corpus("ontogum/with-duplicates/xrenner-onto.conll")
    result = tertium.score(corpus("ontogum/gold.conll"), [path], like=like)
    agrees(result.tables, 0, document("ontogum.with-duplicates")[part])
    assert any("where another does" in warning for warning in result.warnings)


@pytest.mark.parametrize("name", ["ontogum", "wiki-published"])
@pytest.mark.parametrize("like", ["conll2012", "coval"])
def test_one_response_as_the_key_of_another(shared: Path, name: str, like: str) -> None:
    """Table 13 of the paper needs these; one published file repeats so many spans that the scorer refuses it."""
    del shared
    found = document(f"{name}.response_as_key")
    pairs = found.get("coval" if like == "coval" else "pairs", found.get("official", {}))
    for pair, expected in list(pairs.items())[:6]:
        key, response = (corpus(f"{name}/{part}.conll") for part in pair.split(" -> "))
        if "error" in expected["muc"]:
            with pytest.raises(InputError, match="stand twice"):
                tertium.score(key, [response], like=like)
        else:
            agrees(tertium.score(key, [response], like=like).tables, 0, expected)


def edge_cases() -> list[str]:
    return [] if SHARED is None else [case["id"] for case in document("edge_cases")["cases"]]


@pytest.mark.parametrize(("like", "part"), [("conll2012", "v801"), ("coval", "coval")])
@pytest.mark.parametrize("case", edge_cases())
def test_edge_cases(tmp_path: Path, case: str, like: str, part: str) -> None:
    found = next(entry for entry in document("edge_cases")["cases"] if entry["id"] == case)
    paths = []
    for side in ("key", "response"):
        path = tmp_path / f"{side}.conll"
        path.write_text(found[side], encoding="utf-8", newline="")
        paths.append(str(path))
    expected = found[part]
    failed = "error" in expected or "error" in expected.get("muc", {})
    if failed and (like, case) != ("coval", "unopened"):
        with pytest.raises(InputError) as caught:
            tertium.score(paths[0], paths[1:], like=like)
        assert caught.value.hint
        return
    tables = tertium.score(paths[0], paths[1:], like=like).tables
    if not failed:  # coval divides by zero where a file has a bracket too many and nothing else
        agrees(tables, 0, expected)
        if like == "conll2012":
            agrees(tables, 0, {"mention_detection": found["mention_detection_v801"]})


def suite() -> list[str]:
    return [] if SHARED is None else [case["id"] for case in document("official_testsuite")["cases"]]


@pytest.mark.parametrize("case", suite())
def test_official_test_suite(tmp_path: Path, case: str) -> None:
    found = next(entry for entry in document("official_testsuite")["cases"] if entry["id"] == case)
    paths = []
    for side in ("key", "response"):
        text = ""
        for part in found["documents"]:
            spans = [[tuple(map(int, span.split("-"))) for span in chain] for chain in part[side]]
            both = [span for own in ("key", "response") for chain in part[own] for span in chain]
            every = [end for span in both for end in span.split("-")]
            text += conll(_brackets(spans, 1 + max(map(int, every))), name=part["name"].strip())
        path = tmp_path / f"{side}.conll"
        path.write_text(text, encoding="utf-8")
        paths.append(str(path))
    tables = tertium.score(paths[0], paths[1:], like="conll2012").tables
    agrees(tables, 0, {**found["v8.01"], "mention_detection": found["mention_detection"]})
    for name, expected in found["expected"].items():  # printed with few digits
        value = tables.score({"blanc": "BLANC", **NAMES}[name], 0).value
        assert value == pytest.approx(expected["f1"], abs=1e-4)


def _brackets(chains: list[list[tuple[int, ...]]], n: int) -> str:
    """Mentions in the order of the suite's files, where a chain closes its mentions one after the other."""
    cells: list[list[str]] = [[] for _ in range(n)]
    for number, chain in enumerate(chains):
        for first, last in chain:
            cells[first].append(f"({number})" if first == last else f"({number}")
            if first != last:
                cells[last].append(f"{number})")
    return " ".join("|".join(cell) or "-" for cell in cells)


@pytest.mark.parametrize("match", ["exact", "partial", "head"])
@pytest.mark.parametrize("singletons", [True, False])
def test_corefud(shared: Path, match: str, *, singletons: bool) -> None:
    del shared
    systems = document("gum-corefud.corefud-scorer")["systems"]
    paths = [corpus(f"gum-corefud/{name}.conllu") for name in systems]
    gold = corpus("gum-corefud/gold.conllu")
    result = tertium.score(gold, paths, like="corefud", match=match, singletons=singletons)
    mode = f"{match}|{'with' if singletons else 'without'} singletons"
    for place, expected in enumerate(systems.values()):
        agrees(result.tables, place, expected[mode])


@cache
def compared() -> Any:
    names = list(document("ontogum.arcs")["criteria"]["nominal"]["systems"])
    paths = [corpus(f"ontogum/{name}.conll") for name in names]
    return names, tertium.compare(corpus("ontogum/gold.conll"), paths, intervals=False).tables


@pytest.mark.parametrize(("criterion", "measure"), [("nominal", "ARCS-nom"), ("any", "ARCS-any")])
def test_arcs__scores_differences_and_bounds(shared: Path, criterion: str, measure: str) -> None:
    """Tables 7, 8 and 11 of the paper for these systems."""
    del shared
    names, tables = compared()
    found = document("ontogum.arcs")["criteria"][criterion]
    for place, name in enumerate(names):
        own = found["systems"][name]["ALL"]
        expected = [own["tp"], own["tp"] + own["wl"] + own["fn"], own["tp"] + own["wl"] + own["fp"]]
        assert tables.totals(measure, place).tolist()[:3] == expected
    for pair, parts in found["pairs"].items():
        before, after = (names.index(name) for name in pair.split(" -> "))
        table, expected = tables.transitions(measure, before, after), parts["ALL"]
        assert (table.n_different, table.n_units) == (expected["different"], expected["mentions"])
        assert table.by_class == (expected["correction"], expected["new_error"], expected["changed_error"])
        counted = {
            f"{table.labels[one]}->{table.labels[two]}": n
            for one, two, n in zip(table.before.tolist(), table.after.tolist(), table.count.tolist(), strict=True)
        }
        moved = {name: n for name, n in expected["transitions"].items() if len(set(name.split("->"))) > 1}
        assert counted == moved
    table, bounds = tables.labels(measure), found["upper_bounds"]
    for row, label in enumerate(table.labels):
        if label not in TYPES:
            continue
        for place, name in enumerate(names):
            own = bounds[name].get(TYPES[label])
            assert (table.correct[place, row], table.units[row]) == (own["correct"], own["mentions"])
        assert table.oracle[row] == bounds["+".join(names)][TYPES[label]]["correct"]


def released_pairs() -> list[tuple[str, str]]:
    """In both orders: where a span stands in several chains, the scripts count more one way than the other."""
    names = ("sieve", "recency", "mentionpair", "xrenner-onto", "xrenner-gum")
    return list(permutations(names, 2))


@pytest.mark.parametrize(("one", "two"), released_pairs())
def test_arcs__as_the_released_scripts_count(shared: Path, one: str, two: str) -> None:
    del shared
    pair = document("ontogum.compareval")["pairs"][f"{one} -> {two}"]
    paths = [corpus(f"ontogum/{name}.conll") for name in (one, two)]
    result = tertium.compare(corpus("ontogum/gold.conll"), paths, intervals=False, like="compareval")
    for variant, measure in (("nominal_as_released", "ARCS-nom"), ("any", "ARCS-any")):
        expected, row = (
            pair[variant]["sections"]["all"],
            next(row for row in result.to_dict()["differences"] if row["measure"] == measure),
        )
        assert (row["different"], row["units"]) == (expected["different"], expected["mentions"])
        counted = {f"{entry['from']}->{entry['to']}": entry["count"] for entry in row["transitions"]}
        assert counted == {name: entry["count"] for name, entry in expected["transitions"].items()}


def test_arcs__equation_2_as_it_is_printed(shared: Path) -> None:
    del shared
    found = document("ontogum.arcs")["criteria"]["equation_2_literal_intersection"]
    names = list(document("ontogum.arcs")["criteria"]["nominal"]["systems"])
    for one, two in pairwise(names):
        paths = [corpus(f"ontogum/{name}.conll") for name in (one, two)]
        tables = tertium.compare(corpus("ontogum/gold.conll"), paths, intervals=False, intersection=True).tables
        for criterion, measure in (("nominal", "ARCS-nom"), ("any", "ARCS-any")):
            table, expected = tables.transitions(measure, 0, 1), found[f"{one} -> {two}"][criterion]
            assert (table.n_different, table.n_units) == (expected["different"], expected["mentions"])


def arcs_cases() -> list[str]:
    return [] if SHARED is None else [case["id"] for case in document("arcs_cases")["cases"]]


@pytest.mark.parametrize("case", arcs_cases())
def test_arcs__by_hand(tmp_path: Path, case: str) -> None:
    found = next(entry for entry in document("arcs_cases")["cases"] if entry["id"] == case)
    forms, tags = zip(*found["tokens"], strict=True)
    paths = []
    for side in ("key", "response"):
        path = tmp_path / f"{side}.conll"
        text = conll(" ".join(found[side]), tags=" ".join(tags), forms=forms)
        path.write_text(text, encoding="utf-8")
        paths.append(str(path))
    result = tertium.compare(paths[0], paths[1:], intervals=False, mention_types="english")
    for criterion, measure in (("nominal", "ARCS-nom"), ("any", "ARCS-any")):
        units = result.tables.decisions(measure)
        labels = units.vocab.decode(units.labels[0])
        ends = zip(units.unit.tolist(), units.end.tolist() if units.end is not None else [], strict=True)
        counted = {
            f"{first}-{end - 1}": label for (first, end), label in zip(ends, labels, strict=True) if label != "tn"
        }
        assert counted == found["expected"][criterion]
