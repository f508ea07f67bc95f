"""The reports of coval and of CorefUD's scorer, as these print them on files of ours."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import tertium
from tertium.reports.printed import as_printed
from tests.chains import brackets_of, conll, write_pair
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


@pytest.mark.parametrize(
    ("measure", "key", "response", "expected"),
    [
        ("B3", 10, 8, "Recall: (6.4 / 10) 63.99%"),
        ("CEAFe", 4, -6, "Recall: (0.2 / 1) 19.99%"),
        ("LEA", 6, 3, "Recall: (1.2 / 6) 20%"),
    ],
)
def test_conll2012__sums_have_the_scorers_last_digits(
    tmp_path: Path, measure: str, key: int, response: int, expected: str
) -> None:
    """Percentages are cut off: eight times .8, 1 - (1 - .2) and 3 / 15 * 6 are not 6.4, .2 and 1.2.

    One chain of single words each: of so many words, or of so many from the last word of the key on.
    """
    own = range(response) if response > 0 else range(key - 1, key - 1 - response)
    chains = ([[(word, word) for word in words]] for words in (range(key), own))
    paths = write_pair(tmp_path, *(conll(brackets_of(chain, 10)) for chain in chains))
    found = as_printed(tertium.score(paths[0], paths[1:], like="conll2012", measures=[measure]))
    assert f"Coreference: {expected}" in found


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


@pytest.mark.parametrize(("measures", "name"), [(["MUC", "Zeros"], "muc-zero"), (["Zeros", "MUC"], "zero-muc")])
def test_corefud__metrics_by_name(measures: list[str], name: str) -> None:
    """They come in the order in which they are named."""
    found = print_with(COREFUD, "conllu", like="corefud", measures=measures)
    assert found == (COREFUD / f"{name}.txt").read_text(encoding="utf-8")


@pytest.mark.parametrize(("like", "measure"), [("coval", "BLANC"), ("corefud", "Mentions"), ("conll2012", "CoNLL")])
def test_measures_that_a_report_does_not_have_are_refused(like: str, measure: str) -> None:
    paths = (COVAL / "key.conll", COVAL / "response.conll")
    result = run("score", *paths, "--like", like, "--measure", measure, "--as-printed")
    assert refused(result, f"the report of {like} has none of the measures asked for", "--measure ")
