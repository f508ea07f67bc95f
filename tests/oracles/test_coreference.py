"""Coreference scorers on real and on odd files: every number that they give, in total and for each document."""

from __future__ import annotations

import re
from functools import cache, partial
from typing import TYPE_CHECKING, Any, Final

import pytest

import tertium
from tertium.comparison.chain_errors import find_agreement
from tertium.comparison.scores import make_score
from tertium.errors import InputError
from tests.chain_oracles import REFUSED, SYSTEMS, assert_complete, compare, corpus, entries, read_oracle
from tests.chains import conll
from tests.command import refused, run
from tests.oracles import test_arcs

if TYPE_CHECKING:
    from pathlib import Path

    from tertium.comparison.scores import Score
    from tertium.comparison.tables import Tables
    from tests.chain_oracles import Counterparts

METRICS: Final = {"muc": "MUC", "bcub": "B3", "ceafm": "CEAFm", "ceafe": "CEAFe", "lea": "LEA"}
COVAL: Final = {"mentions": "Mentions", "muc": "MUC", "b_cubed": "B3", "ceafe": "CEAFe", "lea": "LEA"}
COREFUD: Final = {**METRICS, "mor": "MOR"}


@cache
def scored(gold: str, *systems: str, **options: Any) -> tertium.Scores:
    """Outputs under the conventions of a scorer; loaded once for all tests that ask for them."""
    return tertium.score(corpus(gold), [corpus(system) for system in systems], **options)


def score_of(tables: Tables, measure: str, system: int, document: int | None) -> Score:
    if document is None:
        return tables.score(measure, system)
    counts = tables.counts(measure)[system][document]
    return make_score(tables.systems[system], tables.measures[measure], counts, tables.how(measure), None)


def values(score: Score) -> dict[str, float]:
    assert score.recall is not None
    assert score.precision is not None
    return {"recall": score.recall.value, "precision": score.precision.value, "f1": score.value}


def rates(tables: Tables, metrics: dict[str, str], system: int = 0, document: int | None = None) -> dict[str, Any]:
    """Numerators and denominators, and what is made of them."""
    found = {}
    for name, measure in metrics.items():
        score = score_of(tables, measure, system, document)
        sides = {"recall": score.recall, "precision": score.precision}
        parts = {f"{side}_num": ratio.numerator for side, ratio in sides.items() if ratio is not None}
        of = {f"{side}_den": ratio.denominator for side, ratio in sides.items() if ratio is not None}
        found[name] = {**parts, **of, **values(score)}
    return found


def detection(tables: Tables, system: int = 0, document: int | None = None) -> dict[str, Any]:
    found = rates(tables, {"mentions": "Mentions"}, system, document)["mentions"]
    return {"correct": found["recall_num"], "key": found["recall_den"], "response": found["precision_den"]}


def links(tables: Tables, system: int = 0, document: int | None = None) -> dict[str, Any]:
    """BLANC as v8.01 lays it out."""
    counts = tables.totals("BLANC", system) if document is None else tables.counts("BLANC")[system][document]
    names = ("correct", "key", "response")
    return {
        "coref_links": dict(zip(names, counts[:3].tolist(), strict=True)),
        "non_coref_links": dict(zip(names, counts[3:].tolist(), strict=True)),
        **values(score_of(tables, "BLANC", system, document)),
    }


def official(tables: Tables, system: int = 0, document: int | None = None) -> dict[str, Any]:
    """What v8.01 and LEA's own scorer give; there is an average of whole files only."""
    found = {
        **rates(tables, METRICS, system, document),
        "mention_detection": detection(tables, system, document),
        "blanc": links(tables, system, document),
    }
    return found if document is not None else {**found, "conll_average_f1": tables.score("CoNLL", system).value}


def official_and_documents(name: str, folder: Path) -> dict[str, Any]:
    del folder
    result = scored("ontogum/gold.conll", *(f"ontogum/{system}.conll" for system in SYSTEMS), like="conll2012")
    place, documents = SYSTEMS.index(name), result.gold.document_names.strings().to_list()
    return {
        "total": official(result.tables, place),
        "documents": {document: official(result.tables, place, n) for n, document in enumerate(documents)},
    }


def coval(name: str, folder: Path) -> dict[str, Any]:
    del folder
    result = scored("ontogum/gold.conll", *(f"ontogum/{system}.conll" for system in SYSTEMS), like="coval")
    return rates(result.tables, COVAL, SYSTEMS.index(name))


def repeated_spans(name: str, folder: Path, like: str) -> Any:
    """An output that has some spans in two chains."""
    del folder
    result = scored("ontogum/gold.conll", "ontogum/with-duplicates/xrenner-onto.conll", like=like)
    assert any("where another does" in warning for warning in result.warnings)
    return (official(result.tables) if like == "conll2012" else rates(result.tables, COVAL))[name]


def as_key(pair: str, folder: Path, where: str, like: str) -> Any:
    """Appendix A.2 of the paper: the first output is the key; the scorer refuses one that repeats too many spans."""
    del folder
    key, response = pair.split(" -> ")
    if (like, response) == ("conll2012", "aralikatte"):
        with pytest.raises(InputError, match="stand twice"):
            scored(f"{where}/{key}.conll", f"{where}/{response}.conll", like=like)
        return dict.fromkeys([*METRICS, "blanc"], REFUSED)
    every = SYSTEMS if where == "ontogum" else ("clark", "lee", *(["aralikatte"] if like == "coval" else []))
    others = [name for name in every if name != key]
    result = scored(f"{where}/{key}.conll", *(f"{where}/{name}.conll" for name in others), like=like)
    place = others.index(response)
    return official(result.tables, place) if like == "conll2012" else rates(result.tables, COVAL, place)


def corefud(name: str, folder: Path) -> dict[str, Any]:
    """Every way to match mentions, with and without singletons."""
    del folder
    found = {}
    for match in ("exact", "partial", "head"):
        for singletons in (True, False):
            output, options = f"gum-corefud/{name}.conllu", {"match": match, "singletons": singletons}
            tables = scored("gum-corefud/gold.conllu", output, like="corefud", **options).tables
            found[f"{match}|{'with' if singletons else 'without'} singletons"] = {
                **rates(tables, COREFUD),
                "blanc": _links_of_corefud(links(tables)),
                "conll_average_f1": tables.score("CoNLL", 0).value,
            }
    return found


def _links_of_corefud(found: dict[str, Any]) -> dict[str, Any]:
    """The same numbers as numerators and denominators."""
    parts = {}
    for name in ("coref", "non_coref"):
        correct, key, response = found.pop(f"{name}_links").values()
        parts[name] = {
            "recall_num": correct,
            "recall_den": key,
            "precision_num": correct,
            "precision_den": response,
        }
    return {**parts, **found}


def edge_case(name: str, folder: Path) -> dict[str, Any]:
    """Odd files: what both scorers refuse is refused, with a way out; all else has their numbers."""
    case = read_oracle("edge_cases")["cases"][name]
    paths = []
    for side in ("key", "response"):
        path = folder / f"{side}.conll"
        path.write_text(case[side], encoding="utf-8", newline="")
        paths.append(str(path))
    found: dict[str, Any] = {"scorer_pl_all": _print_all(paths), "coval": REFUSED}
    tables = _score_odd(paths, "conll2012")
    if tables is None:
        found["v801"] = dict.fromkeys([*METRICS, "blanc"], REFUSED)
    else:
        found["v801"] = {**rates(tables, METRICS), "blanc": links(tables)}
        found["mention_detection_v801"] = detection(tables)
    tables = _score_odd(paths, "coval")
    return found if tables is None else {**found, "coval": rates(tables, COVAL)}


def _score_odd(paths: list[str], like: str) -> Tables | None:
    """None: the files are refused, and the message says what to do."""
    try:
        return tertium.score(paths[0], paths[1:], like=like).tables
    except InputError as error:
        hint = error.hint
    assert hint
    return None


def _print_all(paths: list[str]) -> Any:
    """Which metrics the scorer's report is about."""
    result = run("score", "--like", "conll2012", "--as-printed", *paths)
    if result.code:
        assert refused(result, "Try:")
        return REFUSED
    return {"exit": result.code, "metrics_printed": re.findall(r"^METRIC (\w+):$", result.out, re.MULTILINE)}


def suite_case(name: str, folder: Path) -> dict[str, Any]:
    """What the scorer gives for a case of its own test suite, and what the suite says that it should give."""
    case = read_oracle("official_testsuite")["cases"][name]
    paths = []
    for side in ("key", "response"):
        text = ""
        for part in case["documents"]:
            spans = [[tuple(map(int, span.split("-"))) for span in chain] for chain in part[side]]
            both = [span for own in ("key", "response") for chain in part[own] for span in chain]
            every = [end for span in both for end in span.split("-")]
            text += conll(_brackets(spans, 1 + max(map(int, every))), name=part["name"].strip())
        path = folder / f"{side}.conll"
        path.write_text(text, encoding="utf-8")
        paths.append(str(path))
    tables = tertium.score(paths[0], paths[1:], like="conll2012").tables
    found = {**rates(tables, METRICS), "blanc": links(tables)}
    measures = {**METRICS, "blanc": "BLANC"}
    return {
        "v8.01": found,
        "mention_detection": detection(tables),
        "expected": {metric: values(tables.score(measures[metric], 0)) for metric in case["expected"]},
    }


def _brackets(chains: list[list[tuple[int, ...]]], n: int) -> str:
    """Mentions in the order of the suite's files, where a chain closes its mentions one after the other."""
    cells: list[list[str]] = [[] for _ in range(n)]
    for number, chain in enumerate(chains):
        for first, last in chain:
            cells[first].append(f"({number})" if first == last else f"({number}")
            if first != last:
                cells[last].append(f"{number})")
    return " ".join("|".join(cell) or "-" for cell in cells)


COUNTERPARTS: Final[Counterparts] = {
    ("ontogum.official", "systems"): official_and_documents,
    ("ontogum.coval", "systems"): coval,
    ("ontogum.with-duplicates", "official"): partial(repeated_spans, like="conll2012"),
    ("ontogum.with-duplicates", "coval"): partial(repeated_spans, like="coval"),
    ("ontogum.response_as_key", "pairs"): partial(as_key, where="ontogum", like="conll2012"),
    ("wiki-published.response_as_key", "pairs"): partial(as_key, where="wiki-published", like="conll2012"),
    ("wiki-published.response_as_key", "coval"): partial(as_key, where="wiki-published", like="coval"),
    ("gum-corefud.corefud-scorer", "systems"): corefud,
    ("edge_cases", "cases"): edge_case,
    ("official_testsuite", "cases"): suite_case,
}


@pytest.mark.parametrize(("oracle", "key", "entry"), entries(COUNTERPARTS))
def test_every_number_of_the_scorers(tmp_path: Path, oracle: str, key: str, entry: str) -> None:
    compare(COUNTERPARTS, oracle, key, entry, tmp_path)


def test_every_oracle_is_compared(shared: Path) -> None:
    """What is not compared is on a list, and nothing on the list is out of date."""
    del shared
    assert_complete(COUNTERPARTS, test_arcs.COUNTERPARTS)


def test_odd_files_that_stop_a_scorer_without_need_do_not_stop_us(shared: Path, tmp_path: Path) -> None:
    """coval divides by zero where a bracket is too many; scorer.pl all adds up the repeats of its metrics."""
    del shared
    assert edge_case("unopened", tmp_path)["coval"]["mentions"]["recall_den"] == 6
    printed = edge_case("dup-3", tmp_path)["scorer_pl_all"]["metrics_printed"]
    assert printed == ["muc", "bcub", "ceafm", "ceafe", "blanc"]


@pytest.mark.parametrize(("measure", "metric"), [("CoNLL", "conll_average_f1"), ("LEA", "lea")])
def test_agreement__is_what_the_scorer_gives_with_an_output_as_the_key(shared: Path, measure: str, metric: str) -> None:
    """Table 13 of the paper, from one comparison with the gold."""
    del shared
    result = scored("ontogum/gold.conll", *(f"ontogum/{system}.conll" for system in SYSTEMS), like="conll2012")
    expected = {
        pair: found[metric] if metric == "conll_average_f1" else found[metric]["f1"]
        for pair, found in read_oracle("ontogum.response_as_key")["pairs"].items()
    }
    found = find_agreement(result.tables, measure)
    assert len(found) == len(expected) == 20
    assert {f"{SYSTEMS[key]} -> {SYSTEMS[response]}": value for (key, response), value in found.items()} == (
        pytest.approx(expected, abs=1e-9)
    )


def test_agreement__of_published_outputs_needs_no_key(shared: Path) -> None:
    """The scorer refuses one output as a response, because it has too many repeats, but not as the key."""
    paths = [shared / f"corpora/coreference/wiki-published/{name}.conll" for name in ("lee", "clark", "aralikatte")]
    found = tertium.diff(*paths).agreement.rows()
    expected = {
        (measure, *pair.split(" -> ")): value["conll_average_f1"] if measure == "CoNLL" else value["lea"]["f1"]
        for measure in ("CoNLL", "LEA")
        for pair, value in read_oracle("wiki-published.response_as_key")["pairs"].items()
        if "conll_average_f1" in value
    }
    assert len(found) == 12
    assert len(expected) == 8
    assert {row[:3]: row[3] for row in found if row[:3] in expected} == pytest.approx(expected, abs=1e-9)
