"""The page on coreference: its commands run, and its numbers are those of the resolvers that it names."""

from __future__ import annotations

import re
import shlex
from typing import TYPE_CHECKING, Any, Final

import pytest

from tests.command import run
from tests.conftest import ROOT

if TYPE_CHECKING:
    from pathlib import Path

SYSTEMS: Final = ("sieve", "xrenner-onto", "mentionpair")
PAGE: Final = (ROOT / "docs/compare-coreference.md").read_text(encoding="utf-8")


def rows_under(head: str) -> dict[str, list[str]]:
    """The rows of the table whose first line begins so, by their first cell, without marks of emphasis."""
    lines = iter(PAGE.splitlines())
    assert any(line.startswith(f"| {head}") for line in lines), head
    rows = {}
    for line in lines:
        if not line.startswith("|"):
            break
        first, *cells = (cell.strip().replace("**", "") for cell in line.strip("|").split("|"))
        rows[first] = [cell.replace(",", "") for cell in cells]
    return {first: cells for first, cells in rows.items() if any(re.search(r"\d", cell) for cell in cells)}


def percent(value: float) -> str:
    return f"{100 * value:.2f}"


@pytest.fixture(scope="module")
def files(shared: Path, tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """The files that the page speaks of, by their names there."""
    folder = tmp_path_factory.mktemp("page")
    names = {"key": "gold", "old": "sieve", "new": "xrenner-onto"} | {name: name for name in SYSTEMS}
    for name, source in names.items():
        (folder / f"{name}.conll").symlink_to((shared / f"corpora/coreference/ontogum/{source}.conll").resolve())
    return {name: str(folder / f"{name}.conll") for name in names}


@pytest.fixture(scope="module")
def document(files: dict[str, str]) -> dict[str, Any]:
    """What `compare --json` says of the three resolvers."""
    found: dict[str, Any] = run("compare", files["key"], *(files[name] for name in SYSTEMS), "--json").json
    return found


def test_page__commands_run(files: dict[str, str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(files["key"].rpartition("/")[0])
    commands = re.findall(r"(?m)^    (tertium .*)$", PAGE)
    assert len(commands) >= 4
    for command in commands:
        result = run(*shlex.split(command)[1:], "-q")
        assert result.code == 0, (command, result.err)


def test_page__scores(document: dict[str, Any]) -> None:
    values = {(row["measure"].lower(), row["system"]): percent(row["value"]) for row in document["scores"]}
    names = {"conll (mean f1 of muc, b³, ceafe)": "conll", "b³": "b3"}
    rows = rows_under("measure |")
    assert len(rows) == len(values) / len(SYSTEMS)
    for first, cells in rows.items():
        name = names.get(first.lower(), first.lower())
        assert cells == [values[name, system] for system in SYSTEMS], first


def test_page__what_changed(document: dict[str, Any]) -> None:
    (change,) = (
        row for row in document["differences"] if (row["measure"], row["from"], row["to"]) == ("ARCS-nom", *SYSTEMS[:2])
    )
    rows = rows_under("sieve → xrenner-onto, ARCS-nom")
    told = {first: int(cells[0]) for first, cells in rows.items() if cells[0]}
    classes = {"corrections": "correction", "new errors": "new_error", "changed errors": "changed_error"}
    wanted = {name: change[key] for name, key in classes.items()}
    wanted |= {f"{row['from']} → {row['to']}": row["count"] for row in change["transitions"]}
    assert told == wanted
    for first, cells in rows.items():
        if first in told:
            assert cells[2] == f"{100 * told[first] / change['different']:.1f} %", first
    share = percent(change["different"] / change["units"])
    assert f"Different: {change['different']:,} of {change['units']:,} mentions ({share} %)" in PAGE


def test_page__pairs(document: dict[str, Any]) -> None:
    rows = rows_under("pair | ARCS-any diff")
    changes = {(row["measure"], f"{row['from']}, {row['to']}"): row for row in document["differences"]}
    assert len(rows) == len(SYSTEMS)
    for pair, cells in rows.items():
        wanted = []
        for measure in ("ARCS-any", "ARCS-nom"):
            row = changes[measure, pair]
            wanted += [percent(row["different"] / row["units"]), percent(abs(row["delta"]))]
        assert cells == wanted, pair


def test_page__bounds_errors_and_agreement(document: dict[str, Any]) -> None:
    chains = document["chains"]
    names = {"noun": "nouns", "personal": "personal pronouns", "possessive": "possessive pronouns", "other": "others"}
    rows = rows_under("mentions | key")
    assert len(rows) == len(chains["bounds"])
    for row in chains["bounds"]:
        counts = [*(row["correct"][system] for system in SYSTEMS), row["oracle"]]
        wanted = [str(row["units"]), *(percent(n / row["units"]) for n in counts)]
        assert rows[names.get(row["mentions"], row["mentions"])] == wanted
    rows = rows_under("type | what")
    types = {row["class"]: row["count"] for row in chains["errors"] if row["by"] == "type"}
    assert {first: list(map(int, cells[1:])) for first, cells in rows.items()} == {
        name: [count[system] for system in SYSTEMS[:2]] for name, count in types.items()
    }
    values = {
        (row["measure"], f"{row['key']}, {row['response']}"): percent(row["value"]) for row in chains["agreement"]
    }
    rows = rows_under("F1 | CoNLL")
    assert rows == {pair: [values["CoNLL", pair], values["LEA", pair]] for pair in rows}
    assert len(rows) == len(SYSTEMS)
