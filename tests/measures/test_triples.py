from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

import tertium
from tertium.comparison.scores import Ratio
from tests.bracketed import DEEP_GOLD, DEEP_PARSE, GOLD, PARSE

if TYPE_CHECKING:
    from pathlib import Path

    from tertium import Scores


def score(folder: Path, gold: str, system: str, **options: Any) -> Scores:
    paths = folder / "gold.mrg", folder / "system.mrg"
    for path, text in zip(paths, (gold, system), strict=True):
        path.write_text(text + "\n", encoding="utf-8")
    return tertium.score(str(paths[0]), str(paths[1]), **options)


def counts(result: Scores, measure: str = "Triples") -> tuple[int, int, int]:
    found = result.score(measure, "system")
    return found.correct, found.gold, found.proposed


def with_roots(folder: Path) -> str:
    """A parameter file that leaves nothing out: the paper counts TOP."""
    path = folder / "all.prm"
    path.write_text("DELETE_LABEL $.\n")
    return str(path)


def test_triples__example_of_the_paper(tmp_path: Path) -> None:
    result = score(tmp_path, GOLD, PARSE)
    assert counts(result) == (8, 9, 9)
    assert round(100 * result.score("Triples", "system").value, 2) == 88.89
    assert "heads:negra" in result.signature.split("|")
    assert any(note.startswith("heads: negra") for note in result.notes)


def test_triples__table_5(tmp_path: Path) -> None:
    """The lesson: one wrong attachment costs 20 % in the flat tree, 8 to 14 % in the deep one, of triples 11.11 %."""
    prm = with_roots(tmp_path)
    flat, deep = score(tmp_path, GOLD, PARSE, prm=prm), score(tmp_path, DEEP_GOLD, DEEP_PARSE, prm=prm)
    assert counts(flat, "F1") == (4, 5, 5)
    assert counts(deep, "F1") == (12, 14, 13)
    assert "heads:tuebadz" in deep.signature
    for result in (flat, deep):
        assert counts(result) == (8, 9, 9)
    found = deep.score("F1", "system")
    shown = [f"{100 * part.value:.2f}" for part in (found.precision, found.recall) if part is not None]
    assert shown == ["92.31", "85.71"]


def test_triples__a_wrong_tag_is_a_wrong_triple_where_brackets_are_right(tmp_path: Path) -> None:
    """Section 5.1 of the paper."""
    result = score(tmp_path, GOLD, GOLD.replace("NN Terror", "NE Terror"))
    assert counts(result) == (8, 9, 9)
    assert counts(result, "Exact")[0] == 1


def test_triples__a_missing_node_costs_nothing(tmp_path: Path) -> None:
    """Section 5.2: a proper name without its phrase has the same head."""
    gold = "(TOP (S (PN (NE Angela) (NE Merkel)) (VVFIN kommt)))"
    system = "(TOP (S (NP (NE Angela) (NE Merkel)) (VVFIN kommt)))"
    assert counts(score(tmp_path, gold, system)) == (3, 3, 3)


def test_triples__punctuation_is_told_by_the_gold_on_both_sides(tmp_path: Path) -> None:
    system = GOLD.replace("$. .", "NN .").replace("NN Terror", "$. Terror")
    assert counts(score(tmp_path, GOLD, system)) == (8, 9, 9)


def test_triples__traces_of_the_gold_have_none(tmp_path: Path) -> None:
    gold = "(S (NP-SBJ (-NONE- *)) (VP (VB go) (ADVP (RB home))))"
    system = "(S (VP (VB go) (ADVP (RB home))))"
    assert counts(score(tmp_path, gold, system)) == (2, 2, 2)


def test_triples__a_failed_parse_misses_its_gold(tmp_path: Path) -> None:
    result = score(tmp_path, f"{GOLD}\n{GOLD}", f"{GOLD}\n(())")
    assert counts(result) == (9, 18, 9)
    found = result.score("Triples", "system")
    assert (found.precision, found.recall) == (Ratio(1.0, 9, 9), Ratio(0.5, 9, 18))


@pytest.mark.parametrize("like", ["evalb", "spmrl"])
def test_triples__under_evalb_a_failed_parse_is_left_out(tmp_path: Path, like: str) -> None:
    result = score(tmp_path, f"{GOLD}\n{GOLD}", f"{GOLD}\n(())", like=like, measures="Triples")
    assert counts(result) == (9, 9, 9)


@pytest.mark.parametrize("like", ["evalb", "spmrl"])
def test_triples__are_no_measure_of_evalb(tmp_path: Path, like: str) -> None:
    result = score(tmp_path, GOLD, PARSE, like=like)
    assert "Triples" not in result.tables.measures
    assert "heads:" not in result.signature


def test_triples__rules_from_a_file(tmp_path: Path) -> None:
    path = tmp_path / "first.heads"
    path.write_text("X left\n")
    result = score(tmp_path, GOLD, PARSE, heads=str(path))
    assert "heads:first.heads" in result.signature.split("|")
    assert str(path) in result.input_paths


def test_triples__rules_that_nobody_needs_are_said(tmp_path: Path) -> None:
    result = score(tmp_path, GOLD, PARSE, heads="negra", measures="F1")
    assert any("no measure needs it" in note for note in result.notes)
    with pytest.raises(tertium.UsageError, match="phrase-structure"):
        score(tmp_path, GOLD, PARSE, heads="negra", task="tagging")


def test_triples__differences_are_about_words(tmp_path: Path) -> None:
    score(tmp_path, GOLD, PARSE)
    result = tertium.compare(
        str(tmp_path / "gold.mrg"),
        {"a": str(tmp_path / "system.mrg"), "b": str(tmp_path / "gold.mrg")},
        measures="Triples",
    )
    assert (result.n_units, result.unit_noun, result.left_out) == (9, "word", 1)
    row = result.differences.row(0, named=True)
    assert (row["correction"], row["new_error"]) == (1, 0)
