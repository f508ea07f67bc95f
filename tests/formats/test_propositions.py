"""Predicates and arguments in columns: CoNLL-2005, CoNLL-2009, Universal Propositions; and files that are broken."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

import tertium
from tests.command import refused, run
from tests.formats.samples import table

if TYPE_CHECKING:
    from pathlib import Path

PROPS = """\
-     (A0*   (A0*
-     *)     *)
run   (V*)   *
-     (AM-LOC*   *
-     *)     *
eat   *      (V*)

-
-

see   (V*)
-     (A1*)
"""
UP = table(
    "# sent_id = ana",
    "1 Ana Ana PROPN NNP _ 2 nsubj _ _ _ A0 A0",
    "2 corre correr VERB VB _ 0 root _ _ correr.01 V _",
    "3 e e CCONJ CC _ 4 cc _ _ _ _ _",
    "4 canta cantar VERB VB _ 2 conj _ _ cantar.02 _ V",
    "",
    "1 Sim sim INTJ UH _ 0 root _ _ _",
    "",
)
CONLL09 = table(
    "1 Ana Ana Ana NNP NNP _ _ 2 2 SBJ SBJ _ _ A0",
    "2 corre correr correr VB VB _ _ 0 0 ROOT ROOT Y correr.01 _",
    "",
)


def write(path: Path, text: str) -> Path:
    path.write_text(text, encoding="utf-8")
    return path


def test_props__as_the_scorer_reads_them(tmp_path: Path) -> None:
    gold = write(tmp_path / "g.props", PROPS)
    result = tertium.score(gold, {"a": gold})
    assert result.task == "roles"
    assert (result.score("F1", "a").gold, result.score("Senses", "a").gold) == (4, 3)
    assert result.gold.n_sents == 3


def test_props__an_output_without_any_predicate(tmp_path: Path) -> None:
    """One column with nothing in it: all arguments are missed."""
    gold, system = write(tmp_path / "g.props", PROPS), tmp_path / "a.props"
    system.write_text("".join("-\n" if line.strip() else "\n" for line in gold.read_text().splitlines()))
    row = tertium.score(gold, {"a": system}).score("F1", "a")
    assert row.gold > 0
    assert (row.correct, row.proposed) == (0, 0)


def test_props__with_columns_before_them(tmp_path: Path) -> None:
    lines = [f"w{number} NN {line}" if line.strip() else "" for number, line in enumerate(PROPS.split("\n"))]
    words, bare = write(tmp_path / "g.txt", "\n".join(lines)), write(tmp_path / "a.props", PROPS)
    result = tertium.score(words, {"a": bare})
    assert result.score("F1", "a").value == 1
    assert not result.warnings


def test_up__heads_of_arguments(tmp_path: Path) -> None:
    gold = write(tmp_path / "g.conllu", UP)
    system = write(tmp_path / "a.conllu", UP.replace("\tA0\tA0\n", "\tA0\tA1\n").replace("cantar.02", "cantar.01"))
    result = tertium.score(gold, {"a": system})
    assert (result.score("F1", "a").correct, result.score("UF1", "a").correct) == (1, 2)
    assert (result.score("Senses", "a").correct, result.score("Predicates", "a").correct) == (1, 2)
    assert (result.score("Perfect", "a").correct, result.score("Perfect", "a").gold) == (1, 2)
    assert tertium.score(gold, {"a": system}, task="dependency").score("LAS", "a").value == 1


def test_conll2009__roles_on_request(tmp_path: Path) -> None:
    path = write(tmp_path / "g.conll09", CONLL09)
    assert tertium.score(path, {"a": path}).task == "dependency"
    assert tertium.score(path, {"a": path}, task="roles").score("F1", "a").gold == 1


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("(AM-LOC*   *\n", "(AM-LOC*   *)\n", "closes what was not opened"),
        ("-     *)     *)\nrun", "-     *)     *\nrun", "is not closed in its sentence"),
        ("run   (V*)   *\n", "run   (V*)\n", "a.props:3, sentence '1': the line has 2 columns"),
        ("run   (V*)   *\n", "-     (V*)   *\n", "no column holds the targets"),
        ("run   (V*)   *\n", "run   (V)    *\n", "no column holds the targets"),
        ("-\n-\n\nsee", "-\n\nsee", "sentences"),
    ],
)
def test_props__broken_files(old: str, new: str, said: str, tmp_path: Path) -> None:
    gold, system = write(tmp_path / "g.props", PROPS), write(tmp_path / "a.props", PROPS.replace(old, new))
    assert refused(run("score", "--format", "props", gold, system), said)


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("cantar.02\t_\tV", "_\t_\tV", "the sentence has 1 predicate (column 11), but 2 columns of arguments"),
        ("correr.01\tV\t_", "correr.01\tV", "12 tab-separated columns, 13 are expected"),
        ("root\t_\t_\t_\n", "root\t_\t_\n", "10 tab-separated columns"),
    ],
)
def test_up__broken_files(old: str, new: str, said: str, tmp_path: Path) -> None:
    gold, system = write(tmp_path / "g.conllu", UP), write(tmp_path / "a.conllu", UP.replace(old, new))
    assert refused(run("score", "--format", "up", gold, system), "a.conllu:", said)


def test_what_has_no_roles_is_refused(tmp_path: Path) -> None:
    path = write(tmp_path / "g.tsv", "a\tB-X\n")
    assert refused(run("score", "--task", "roles", path, path), "holds no semantic roles")
