"""The reports of coval and of CorefUD's scorer, as these print them on files of ours."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import tertium
from tertium.reports.printed import as_printed
from tests.command import refused, run

GOLDEN = Path(__file__).parents[1] / "golden"
COVAL = GOLDEN / "coval-87071a6"
COREFUD = GOLDEN / "corefud-scorer-4fd7b0e"
CONLL2012 = GOLDEN / "conll2012-8.01"


def print_with(folder: Path, suffix: str, **options: Any) -> str:
    return as_printed(tertium.score(folder / f"key.{suffix}", [folder / f"response.{suffix}"], **options))


def test_conll2012__with_what_it_says_of_repeated_mentions() -> None:
    expected = (CONLL2012 / "all.txt").read_text(encoding="utf-8")
    assert print_with(CONLL2012, "conll", like="conll2012") == expected
    assert expected.count("Repeated mention in the key") == expected.count("Repeated mention in the response") == 5


def test_coval() -> None:
    assert print_with(COVAL, "conll", like="coval") == (COVAL / "all.txt").read_text(encoding="utf-8")


def test_coval__metrics_by_name() -> None:
    """Without the three that are averaged there is no average."""
    found = print_with(COVAL, "conll", like="coval", measures=["LEA", "MUC"])
    assert found == (COVAL / "muc-lea.txt").read_text(encoding="utf-8")


@pytest.mark.parametrize("match", ["head", "partial", "exact"])
@pytest.mark.parametrize("singletons", [False, True])
def test_corefud(match: str, *, singletons: bool) -> None:
    found = print_with(COREFUD, "conllu", like="corefud", match=match, singletons=singletons)
    name = f"{match}-singletons.txt" if singletons else f"{match}.txt"
    assert found == (COREFUD / name).read_text(encoding="utf-8")


def test_corefud__metrics_by_name() -> None:
    found = print_with(COREFUD, "conllu", like="corefud", measures=["MUC", "Zeros"])
    assert found == (COREFUD / "muc-zero.txt").read_text(encoding="utf-8")


def test_coval__has_no_line_for_blanc() -> None:
    paths = (COVAL / "key.conll", COVAL / "response.conll")
    result = run("score", *paths, "--like", "coval", "--measure", "BLANC", "--as-printed")
    assert refused(result, "the report of coval has none of the measures asked for")
