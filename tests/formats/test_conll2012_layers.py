"""Roles and named entities of CoNLL-2012, which also holds coreference."""

from __future__ import annotations

from typing import TYPE_CHECKING

import tertium
from tests.command import refused, run

if TYPE_CHECKING:
    from pathlib import Path

ROWS = """\
#begin document (d); part 000
d 0 0 Ana NNP (TOP(S(NP*) - - - - (PERSON) (ARG0*) (0)
d 0 1 saw VBD (VP* see 01 - - * (V*) -
d 0 2 New NNP (NP* - - - - (GPE* (ARG1* (1
d 0 3 York NNP *)))) - - - - *) *) 1)

#end document
"""


def write(path: Path, text: str) -> Path:
    path.write_text(text)
    return path


def test_three_tasks_of_one_file(tmp_path: Path) -> None:
    gold = write(tmp_path / "g.conll", ROWS)
    system = write(
        tmp_path / "a.conll", ROWS.replace("(ARG0*)", "(ARG1*)").replace("(GPE*", "(LOC*").replace("see 01", "see 02")
    )
    assert tertium.score(gold, {"a": gold}).task == "coreference"
    roles = tertium.score(gold, {"a": system}, task="roles")
    assert (roles.score("F1", "a").gold, roles.score("F1", "a").correct) == (2, 1)
    assert (roles.score("Senses", "a").correct, roles.score("Predicates", "a").correct) == (0, 1)
    spans = tertium.score(gold, {"a": system}, task="spans")
    assert (spans.score("F1", "a").correct, spans.score("UF1", "a").correct) == (1, 2)


def test_broken_columns(tmp_path: Path) -> None:
    gold = write(tmp_path / "g.conll", ROWS)
    open_entity = write(
        tmp_path / "a.conll", ROWS.replace("* *) *) 1)", "* *) *) 1)").replace("- *) *) 1)", "- * *) 1)")
    )
    assert refused(run("score", "--task", "spans", gold, open_entity), "a.conll:4", "is not closed")
    lacking = write(tmp_path / "b.conll", ROWS.replace("(ARG0*) (0)", "(0)").replace("(V*) -", "-"))
    assert refused(run("score", "--task", "roles", gold, lacking), "b.conll:2", "1 predicate")
    short = write(tmp_path / "c.conll", "#begin document (d); part 000\nd 0 0 Ana (0)\n\n#end document\n")
    assert refused(run("score", "--task", "roles", short, short), "c.conll:2", "neither arguments nor entities")
