"""Official scorers on the demo's files: stored output (tests/golden), which every clone of the project has.

The tests beside this one do the same on real corpora, where those are at hand.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Final

import pytest

import tertium
from tertium.comparison.transitions import CHANGED_ERROR
from tertium.demo import FOLDER
from tertium.reports.printed import as_printed
from tests.conftest import ROOT

if TYPE_CHECKING:
    from pathlib import Path

    from tertium import Comparison

GOLDEN: Final = ROOT / "tests/golden"
SYSTEMS: Final = ("udpipe", "spacy", "stanza")
PAIRS: Final = (("udpipe", "spacy"), ("spacy", "stanza"))
KINDS: Final = ("correction", "new error", "changed error")


def stored(tool: str, name: str) -> str:
    return (GOLDEN / tool / name).read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The demo in the formats that the scorers read: CoNLL-U, CoNLL-X, and word and tag."""
    target = tmp_path_factory.mktemp("demo")
    for name in ("gold", *SYSTEMS):
        text = (FOLDER / f"{name}.conllu").read_text(encoding="utf-8")
        (target / f"{name}.conllu").write_text(text, encoding="utf-8")
        rows = [line for line in text.split("\n")[:-1] if not line or line.split("\t")[0].isdecimal()]
        (target / f"{name}.conll").write_text("".join(f"{row}\n" for row in rows), encoding="utf-8")
        tags = ["\t".join((row.split("\t")[1], row.split("\t")[4])) if row else "" for row in rows]
        (target / f"{name}.tsv").write_text("".join(f"{row}\n" for row in tags), encoding="utf-8")
    (target / "raw.conllu").write_text(glue_full_stops((target / "spacy.conllu").read_text(encoding="utf-8")))
    return target


def glue_full_stops(text: str) -> str:
    """Full stops as parts of the words before them, as docs/raw-text.md does it."""
    lines = text.split("\n")[:-1]
    glued: list[str] = []
    for before, line in zip(["", *lines], lines, strict=False):
        fields = line.split("\t")
        if len(fields) > 1 and fields[1] == "." and "\t" in before:
            number, form = int(fields[0]), before.split("\t")[1]
            glued.insert(-1, "\t".join([f"{number - 1}-{number}", f"{form}.", *["_"] * 8]))
        glued.append(line)
    return "\n".join([*glued, ""])


# the UD evaluation


@pytest.mark.parametrize("system", [*SYSTEMS, "raw"])
@pytest.mark.parametrize(("option", "counts"), [("v", False), ("c", True)])
def test_ud__report(folder: Path, system: str, option: str, counts: bool) -> None:  # noqa: FBT001 (a parameter)
    result = tertium.score(folder / "gold.conllu", {system: folder / f"{system}.conllu"}, like="ud")
    assert as_printed(result, counts=counts) == stored("udtools-0.2.9", f"{system}.{option}.txt")


# eval07.pl


@pytest.mark.parametrize("system", SYSTEMS)
@pytest.mark.parametrize(("option", "like"), [("q", "eval07"), ("p", "eval07-p")])
def test_eval07__summary(folder: Path, system: str, option: str, like: str) -> None:
    result = tertium.score(folder / "gold.conll", {system: folder / f"{system}.conll"}, like=like)
    assert as_printed(result) == stored("eval07-1.4", f"{system}.{option}.txt")


def eval07_tables(report: str) -> dict[str, dict[str, tuple[int, int, int]]]:
    """Gold, correct and system of each row, by the title of the table."""
    tables: dict[str, dict[str, tuple[int, int, int]]] = {}
    rows: dict[str, tuple[int, int, int]] = {}
    for line in report.split("\n"):
        if found := re.match(r"  Precision and recall of (.*)", line):
            rows = tables.setdefault(found[1], {})
        elif found := re.match(r"  (\S+) +\| +(\d+) \| +(\d+) \| +(\d+) \| +\S+ \| +\S+$", line):
            rows[found[1]] = (int(found[2]), int(found[3]), int(found[4]))
    return tables


@pytest.mark.parametrize(("report", "like"), [("spacy", "eval07"), ("spacy-p", "eval07-p")])
def test_eval07__tables(folder: Path, report: str, like: str) -> None:
    text = stored("eval07-1.4", f"{report}.txt")
    result = tertium.score(folder / "gold.conll", {"spacy": folder / "spacy.conll"}, like=like)
    assert f"Number of non-scoring tokens: {result.left_out}\n" in text
    found = {}
    for title, measure in (("DEPREL", "LS"), ("DEPREL + ATTACHMENT", "LAS")):
        table = result.label_table(measure)
        counts = zip(table.units.tolist(), table.correct[0].tolist(), table.proposed[0].tolist(), strict=True)
        found[title] = dict(zip(table.labels, counts, strict=True))
    for by in ("direction", "distance"):
        groups = [group for group in result.groups if group.by == by]
        found[f"binned HEAD {by}"] = {group.group: (group.gold, group.correct, group.proposed) for group in groups}
    assert found == eval07_tables(text)


# ComparEval


@pytest.mark.parametrize("system", SYSTEMS)
@pytest.mark.parametrize(("script", "suffix"), [("eval_dep_parse", "conll"), ("eval_pos_tagger", "tsv")])
def test_compareval__report(folder: Path, system: str, script: str, suffix: str) -> None:
    result = tertium.score(folder / f"gold.{suffix}", {system: folder / f"{system}.{suffix}"}, like="compareval")
    assert as_printed(result).rstrip() == stored("compareval-2017", f"{script}-{system}.txt").rstrip()


def compareval(folder: Path, names: tuple[str, ...], suffix: str) -> Comparison:
    systems = {name: folder / f"{name}.{suffix}" for name in names}
    return tertium.compare(folder / f"gold.{suffix}", systems, like="compareval", intervals=False)


def changes(result: Comparison) -> list[tuple[str, int, str]]:
    """Every change with its count and class, most frequent first, ties in ComparEval's order."""
    table = result.tables.transitions(result.headline, 0, 1)
    found = []
    for row in range(len(table.count)):
        places = [table.before[row], table.after[row]]
        if table.kind[row] == CHANGED_ERROR:
            places.insert(0, table.gold[row])
        found.append((int(table.count[row]), tuple(table.labels[place] for place in places), KINDS[table.kind[row]]))
    return [(" -> ".join(labels), count, kind) for count, labels, kind in sorted(found, reverse=True)]


def per_label(result: Comparison) -> list[tuple[Any, ...]]:
    """Difference, both accuracies, label and count, the biggest difference first."""
    table, rows = result.label_table(result.headline), []
    for place, label in enumerate(table.labels):
        if n := int(table.units[place]):
            first, second = (100.0 * int(table.correct[system, place]) / n for system in (0, 1))
            rows.append((abs(second - first), second - first, first, second, label, n))
    return [
        (f"{'+' * (diff > 0)}{diff:.2f}", f"{first:.2f}", f"{second:.2f}", label, n)
        for _, diff, first, second, label, n in sorted(rows, reverse=True)
    ]


@pytest.mark.parametrize("pair", PAIRS)
@pytest.mark.parametrize(("script", "suffix"), [("compare_dep_parsers", "conll"), ("compare_pos_taggers", "tsv")])
def test_compareval__comparison(folder: Path, pair: tuple[str, str], script: str, suffix: str) -> None:
    text = stored("compareval-2017", f"{script}-{'-'.join(pair)}.txt")
    result = compareval(folder, pair, suffix)
    table = result.difference(*pair).transitions
    assert table is not None
    for name in pair:
        row = result.score(result.headline, name)
        assert f"{name}.{suffix}:\t{100 * row.value:.2f} % ({row.correct}/{row.gold})\n" in text
    assert re.search(rf"{100 * table.difference:.2f} % \({table.n_different}/{table.n_units}\)\nof which are\n", text)
    for kind, count in zip(KINDS, table.by_class, strict=True):
        share = 100 * count / table.n_different
        assert f"{share:.2f} % ({count}/{table.n_different}) {kind}s\n" in text
    listed = re.findall(r"^(\S+(?: -> \S+)+) +[\d.]+ % \((\d+)/\d+\)\t([a-z ]+)$", text, re.MULTILINE)
    assert changes(result) == [(labels, int(count), kind) for labels, count, kind in listed]
    by_label = re.findall(r"^([+-]?[\d.]+) +\t([\d.]+) \t([\d.]+) \t(\S+)\t(\d+)", text, re.MULTILINE)
    assert per_label(result) == [(*row[:4], int(row[4])) for row in by_label]


@pytest.mark.parametrize(
    ("script", "suffix"), [("upper_bounds_dep_parsers", "conll"), ("upper_bounds_pos_taggers", "tsv")]
)
def test_compareval__upper_bound(folder: Path, script: str, suffix: str) -> None:
    text = stored("compareval-2017", f"{script}.txt")
    result = compareval(folder, SYSTEMS, suffix)
    oracle, table = result.oracle_of(result.headline), result.label_table(result.headline)
    assert f"Upper bound of system combination: {100 * oracle.correct / oracle.units:.2f} % " in text
    assert f"({oracle.correct}/{oracle.units})" in text
    if "Correctly labeled sentences" in text:
        assert f"({oracle.whole_sentences}/{result.gold.n_sents})\n" in text
    listed = re.findall(r"^(\S+) +[\d.]+ +\((\d+)/(\d+)\)$", text, re.MULTILINE)
    found = {
        (label, int(table.oracle[place]), int(table.units[place]))
        for place, label in enumerate(table.labels)
        if table.units[place]
    }
    assert found == {(label, int(right), int(units)) for label, right, units in listed}
