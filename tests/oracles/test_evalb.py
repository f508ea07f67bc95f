"""evalb and SPMRL's evalb: their own samples byte for byte, every stored number, 43 edge cases; and PYEVALB."""

from __future__ import annotations

import json
from functools import cache
from typing import TYPE_CHECKING, Any

import pytest

import tertium
from tertium.comparison.evalb_rows import list_rows
from tertium.measures.parseval import bracketing_of
from tertium.reports.printed import as_printed
from tests.conftest import find_shared

if TYPE_CHECKING:
    from pathlib import Path

    from tertium.reports.result import Scores

SHARED = find_shared()
QUICK = "evalb__gum-en__gold__pcfg-v1hinf.json"
DIES = ("two_words_in_bracket", "bare_word")
"""Where the C programs read the same place for ever, until MAX_ERROR ends them."""


@cache
def document(name: str) -> dict[str, Any]:
    assert SHARED is not None
    found: dict[str, Any] = json.loads((SHARED / "oracles/constituency" / name).read_text())
    return found


def files() -> list[Any]:
    if SHARED is None:
        return []
    names = sorted(path.name for path in (SHARED / "oracles/constituency").glob("evalb__*__*__*.json"))
    return [pytest.param(name, marks=[] if name == QUICK else pytest.mark.slow) for name in names]


def score(gold: Path, system: Path, program: str, parameters: str | None, shared: Path) -> Scores:
    """One run; parameter files are those of the samples."""
    options: dict[str, Any] = (
        {"prm": str(shared / f"corpora/constituency/evalb-samples/{parameters}")} if parameters else {}
    )
    return tertium.score(gold, {"system": system}, like="evalb" if program == "evalb" else "spmrl", **options)


def read_report(text: str) -> dict[str, Any]:
    """The numbers of a report as the oracles hold them."""
    lines = text.splitlines()
    end = next(place for place, line in enumerate(lines[3:], 3) if line.startswith("===="))
    rows = []
    for line in lines[3:end]:
        cells = line.split()
        rows.append([*map(int, cells[:3]), *map(float, cells[3:5]), *map(int, cells[5:11]), float(cells[11])])
    summary: dict[str, dict[str, float | None]] = {}
    block = ""
    for line in lines[end:]:
        if line.startswith("-- "):
            block = line.strip("- ")
            summary[block] = {}
        elif " = " in line:
            name, _, value = line.partition(" = ")
            summary[block][name.strip()] = None if "nan" in value else float(value)
    return {"sentences": rows, "summary": summary, "total_line_text": [lines[end + 1]]}


def messages(result: Scores) -> list[str]:
    """What the C program says on standard error."""
    return [f"{place + 1} : {text}" for place, text in bracketing_of(result.tables.matches[0]).complaints]


@pytest.mark.parametrize("name", files() or [""])
def test_evalb__every_number(shared: Path, name: str) -> None:
    expected = document(name)
    folder = shared / "corpora/constituency" / expected["corpus"]
    for run, stored in expected.items():
        if not isinstance(stored, dict) or not stored["summary"]:
            continue
        program, _, parameters = run.removeprefix("spmrl_").partition("_")
        program = "spmrl" if run.startswith("spmrl_") else program
        parameters = parameters.removesuffix("_X").replace("_", "-")
        file = None if parameters == "noprm" else f"{parameters}.prm"
        result = score(folder / expected["gold"], folder / expected["system"], program, file, shared)
        if run.endswith("_X") and (bracketing_of(result.tables.matches[0]).status == 2).any():
            continue  # what -X makes of empty parses is not reproduced
        found = read_report(as_printed(result))
        assert found["summary"] == stored["summary"], run
        assert found["sentences"] == [
            list(row.values()) if isinstance(row, dict) else row for row in stored.get("sentences", found["sentences"])
        ]
        total = [float(cell) for cell in found["total_line_text"][0].split()]
        assert total == stored["total_line"]
        assert messages(result) == stored["stderr"]


def test_evalb__compact_line(shared: Path) -> None:
    """SPMRL's -L, which swaps precision and recall."""
    expected = document(QUICK)["spmrl_evalb_spmrl_L"]["compact"]
    folder = shared / "corpora/constituency/gum-en"
    result = score(folder / "gold.mrg", folder / "sys-pcfg-v1hinf.mrg", "spmrl", "spmrl.prm", shared)
    assert as_printed(result, compact=True).splitlines()[-1].rpartition("\tfile: ")[0] == expected


def samples() -> list[str]:
    return list(document("evalb__samples.json")) if SHARED else [""]


@pytest.mark.parametrize("name", samples())
def test_evalb__own_samples(shared: Path, name: str) -> None:
    program, gold, parameters = name.split()
    folder = shared / "corpora/constituency/evalb-samples"
    result = score(
        folder / gold,
        folder / gold.replace("gld", "tst"),
        program,
        None if parameters == "None" else parameters,
        shared,
    )
    assert as_printed(result) == document("evalb__samples.json")[name]["stdout"]
    assert messages(result) == document("evalb__samples.json")[name]["stderr"]


def cases() -> list[Any]:
    if SHARED is None:
        return []
    found = document("evalb_edge_cases.json")
    return [*found["cases"], {"name": "combined", **found["combined"]}]


@pytest.mark.parametrize("case", cases() or [{}], ids=lambda case: case.get("name", ""))
def test_evalb__edge_case(shared: Path, tmp_path: Path, case: dict[str, Any]) -> None:
    """Reading with -X is not reproduced: it counts a gold bracket once for each label that could have deleted it."""
    gold, system = tmp_path / "gold.mrg", tmp_path / "system.mrg"
    gold.write_text(case["gold"])
    system.write_text(case["test"])
    for run, stored in case.items():
        if not isinstance(stored, dict) or run.endswith("_X"):
            continue
        program, _, parameters = run.partition("_")
        result = score(gold, system, program, None if parameters == "noprm" else f"{parameters}.prm", shared)
        printed = as_printed(result)
        if case["name"] in DIES:
            assert any("never gets past line 1" in warning for warning in result.warnings)
            assert bracketing_of(result.tables.matches[0]).status.tolist() == [1]
        elif "stdout" in stored:
            assert printed == stored["stdout"]
        else:
            found = read_report(printed)
            assert found == {key: stored[key] for key in found}


def test_evalb__goes_on_where_the_program_stops(shared: Path, tmp_path: Path) -> None:
    """evalb ends at its 12th error without a summary; with -e 100 after -p it goes on, as we do."""
    case = document("evalb_edge_cases.json")["max_error_abort"]
    (tmp_path / "gold.mrg").write_text(case["gold"])
    (tmp_path / "system.mrg").write_text(case["test"])
    result = score(tmp_path / "gold.mrg", tmp_path / "system.mrg", "evalb", "COLLINS.prm", shared)
    assert as_printed(result) == case["evalb_e100_after_p"]["stdout"]
    assert as_printed(result).startswith(case["evalb_COLLINS"]["stdout"])
    assert any("evalb would stop at its 12th error (line 12; MAX_ERROR 10)" in note for note in result.warnings)


@pytest.mark.parametrize(
    ("corpus", "system"),
    [
        pytest.param(corpus, system, marks=[] if system == "sys-pcfg-v1hinf.mrg" else pytest.mark.slow)
        for corpus in ("gum-en", "icepahc-is")
        for system in (document("pyevalb.json")[corpus] if SHARED else ())
    ]
    or [("", "")],
)
def test_pyevalb__is_evalb_without_parameters_but_for_duplicates_and_functions(
    shared: Path, corpus: str, system: str
) -> None:
    """PYEVALB matches sets (of NP over NP over the same words it finds one) and does not cut labels (IP-MAT).

    Nothing else is different: it finds no more than evalb without parameters, and counts the same brackets.
    """
    expected = document("pyevalb.json")[corpus][system]["sentences"]
    folder = shared / "corpora/constituency" / corpus
    rows = list_rows(
        bracketing_of(score(folder / "gold.mrg", folder / system, "evalb", None, shared).tables.matches[0])
    )
    assert len(rows) == len(expected)
    for row, stored in zip(rows.tolist(), expected, strict=True):
        _, length, status, matched, *others = row
        if isinstance(stored, str):  # PYEVALB raises an AttributeError where a parse is empty
            assert status == 2
            continue
        assert [status, length, *others] == [stored[0], stored[1], *stored[5:10]]
        assert matched >= stored[4]
    if corpus == "gum-en":  # its labels need no cutting
        ours = sum(row[3] for row in rows.tolist())
        assert ours - sum(stored[4] for stored in expected if not isinstance(stored, str)) <= 0.01 * ours
