"""The page, the tables and the document of `errors`."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

import tertium
from tertium.demo import demo_files
from tertium.reports.errors_page import errors_page, errors_tables
from tertium.reports.page import as_text, cells
from tests import phrases
from tests.conftest import ROOT
from tests.reports.test_terminal import check_page

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture
def files(tmp_path: Path) -> tuple[Path, Path]:
    return phrases.write(tmp_path)


def test_errors_page__one_parser(files: tuple[Path, Path]) -> None:
    check_page("errors-one", str(tertium.find_errors(files[0], {"flat": files[1]})))


def test_errors_page__one_error_leaves_two_brackets_wrong(tmp_path: Path) -> None:
    for name, label in (("gold", "ADJP"), ("other", "NP")):
        tree = f"(TOP (S (NP (DT The) (NN house)) (VP (VBZ is) ({label} (RB very) (JJ small)))))\n"
        (tmp_path / f"{name}.mrg").write_text(tree, encoding="utf-8")
    result = tertium.find_errors(tmp_path / "gold.mrg", [tmp_path / "other.mrg"])
    assert "1 error of this type leaves 2 brackets (100.0 % of them) wrong." in result.verdict


def test_errors_page__two_parsers_of_the_demo() -> None:
    gold, systems = demo_files()
    result = tertium.find_errors(gold, {name: systems[name] for name in ("udpipe", "spacy")})
    check_page("errors-demo-two", str(result))


def test_docs__show_the_real_pages(files: tuple[Path, Path]) -> None:
    text = (ROOT / "docs/errors.md").read_text(encoding="utf-8")
    page = str(tertium.find_errors(files[0], {"flat": files[1]}))
    shown = text[text.index("    flat misses") : text.index("## Phrase-structure trees")].strip("\n")
    assert "\n".join(row.removeprefix("    ") for row in shown.split("\n")) in page
    drawing = str(tertium.show(files[0], {"flat": files[1], "same": files[0]}, sentences=[3]))
    shown = text[text.index("    gold\n       TOP") : text.index("`-` is missing")].strip("\n")
    assert "\n".join(row.removeprefix("    ") for row in shown.split("\n")) in drawing


def test_errors_page__a_perfect_parser(files: tuple[Path, Path]) -> None:
    page = str(tertium.find_errors(files[0], {"same": files[0]}))
    assert "same has every bracket right." in page
    assert "Examples" not in page


def test_errors_page__fits(files: tuple[Path, Path]) -> None:
    for systems in ({"a" * 30: files[1]}, {f"{'b' * 20}{n}": files[1] for n in range(6)}):
        result = tertium.find_errors(files[0], systems)
        for width in (72, 80, 120):
            assert max(cells(row) for row in as_text(errors_page(result, width)).split("\n")) <= width


def test_errors_tables__and_document(files: tuple[Path, Path]) -> None:
    result = tertium.find_errors(files[0], {"a": files[1], "b": files[0]})
    names = [table.name for table in errors_tables(result)]
    assert names == ["error-types", "moves", "disagreements"]
    document = json.loads(result.to_json())
    row = next(row for row in document["errors"] if row["system"] == "a" and row["type"] == "PP attachment")
    assert (row["events"], row["missed"], row["extra"], row["units"]) == (1, 1, 0, 1)
    assert sum(row["share"] or 0 for row in document["errors"] if row["system"] == "a") == pytest.approx(1)
    assert {"system": "a", "type": "PP attachment", "what": "PP", "from": "NP", "to": "VP", "count": 1} in document[
        "moves"
    ]
    assert result.errors.height == 2 * len(result.kinds)
    assert result.moves.columns == ["system", "type", "what", "from", "to", "count"]


def test_compare__shows_what_moved(files: tuple[Path, Path]) -> None:
    result = tertium.compare(files[0], {"a": files[1], "b": files[0]})
    assert "PP: NP → VP" in str(result)
    assert {row["what"] for row in result.to_dict()["moves"]} == {"PP", "CC VP"}
