"""What people see of spans and roles: reports as printed, types of errors, marked examples, slices, descriptions."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

import tertium
from tertium.reports.printed import as_printed
from tests.command import run
from tests.measures.test_entities import write
from tests.tasks.test_chunks import draw

if TYPE_CHECKING:
    from pathlib import Path

CONLLEVAL = """\
processed 9 tokens with 3 phrases; found: 3 phrases; correct: 1.
accuracy:  55.56%; precision:  33.33%; recall:  33.33%; FB1:  33.33
              LOC: precision:   0.00%; recall:   0.00%; FB1:   0.00  1
              ORG: precision:   0.00%; recall:   0.00%; FB1:   0.00  0
              PER: precision:  50.00%; recall: 100.00%; FB1:  66.67  2
"""
SRL_EVAL = """\
Number of Sentences    :           1
Number of Propositions :           1
Percentage of perfect props :   0.00

              corr.  excess  missed    prec.    rec.      F1
------------------------------------------------------------
   Overall        1       1       1    50.00   50.00   50.00
----------
        A0        1       0       0   100.00  100.00  100.00
        A1        0       0       1     0.00    0.00    0.00
        A2        0       1       0     0.00    0.00    0.00
------------------------------------------------------------
         V        1       0       0   100.00  100.00  100.00
------------------------------------------------------------
"""


@pytest.fixture
def files(tmp_path: Path) -> list[Path]:
    """Gold, and two outputs: one span right; wrong boundary, invented; wrong type, missed."""
    rows = (
        "B-PER O B-LOC I-LOC O B-ORG I-ORG O O",
        "B-PER O B-LOC O O O O B-PER O",
        "B-PER O B-ORG I-ORG O B-LOC O O O",
    )
    return [write(tmp_path / f"{name}.bio", [row.split()]) for name, row in zip("gab", rows, strict=True)]


def test_conlleval_as_printed(files: list[Path]) -> None:
    assert as_printed(tertium.score(files[0], {"a": files[1]}, like="conlleval")) == CONLLEVAL


def test_conlleval_measures_columns_in_bytes_and_repeats_a_type_without_name(tmp_path: Path) -> None:
    """As Perl does: a letter of two bytes takes two places; only empty types are not known to be the same."""
    paths = [write(tmp_path / f"{name}.bio", [["B-Ört", "O", "B"]]) for name in "ga"]
    lines = as_printed(tertium.score(paths[0], {"a": paths[1]}, like="conlleval")).splitlines()
    assert [line.partition(":")[0] for line in lines[2:]] == [" " * 17, " " * 17, " " * 13 + "Ört"]


def test_presets_compare_tags_as_they_are_written(tmp_path: Path) -> None:
    """One file looks like IOB1 and the other like IOB2, which scorers do not look at; without --like, it is said."""
    gold, system = write(tmp_path / "g.bio", [["I-A", "I-A", "O"]]), write(tmp_path / "a.bio", [["B-A", "I-A", "O"]])
    for like, right in (("conlleval", 2), ("seqeval", 2), (None, 3)):
        result = tertium.score(gold, {"a": system}, like=like)
        assert result.score("TokenAccuracy", "a").correct == right
        assert any("tags made from the spans" in note for note in result.notes) == (like is None)


def test_letters_without_rules_are_said(tmp_path: Path) -> None:
    gold, system = (write(tmp_path / f"{name}.bio", [["U-A", "U-A", "O"]]) for name in "ga")
    done = run("score", "--like", "seqeval", gold, system)
    assert "gold: seqeval's default mode knows no U: spans side by side may run together" in done.err


def test_seqevals_f1_is_rounded_as_its_formula_gives_it(tmp_path: Path) -> None:
    """2 * 5 / (9 + 7) is .625, but of precision 5/9 and recall 5/7 it comes out a little larger: .63."""
    gold = [["B-A"] for _ in range(7)] + [["O"]] * 4
    system = [["B-A"]] * 5 + [["O"]] * 2 + [["B-A"]] * 4
    paths = write(tmp_path / "g.bio", gold), {"a": write(tmp_path / "a.bio", system)}
    row = as_printed(tertium.score(*paths, like="seqeval")).splitlines()[2].split()
    assert row == ["A", "0.56", "0.71", "0.63", "7"]


def test_srl_eval_as_printed(tmp_path: Path) -> None:
    gold, system = tmp_path / "g.props", tmp_path / "a.props"
    gold.write_text("- (A0*)\nv (V*)\n- (A1*)\n")
    system.write_text("- (A0*)\nv (V*)\n- (A2*)\n")
    assert as_printed(tertium.score(gold, {"a": system}, like="srl-eval")) == SRL_EVAL


def test_seqeval_as_printed(tmp_path: Path) -> None:
    report = pytest.importorskip("seqeval.metrics", reason="seqeval is not installed").classification_report
    source = np.random.default_rng(8)
    gold, system = ([draw(source, "BI") for _ in range(50)] for _ in range(2))
    system = [(tags * 9)[: len(own)] for tags, own in zip(system, gold, strict=True)]
    paths = write(tmp_path / "g.bio", gold), {"a": write(tmp_path / "a.bio", system)}
    for like, options in (("seqeval", {}), ("seqeval-strict", {"mode": "strict", "scheme": _scheme("IOB2")})):
        found = as_printed(tertium.score(*paths, like=like, scheme="iob2"))
        assert found == report(gold, system, zero_division=0, **options)


def _scheme(name: str) -> Any:
    return getattr(pytest.importorskip("seqeval.scheme", reason="seqeval is not installed"), name)


def test_nervaluate_as_printed(tmp_path: Path) -> None:
    evaluator = pytest.importorskip("nervaluate", reason="nervaluate is not installed").Evaluator
    source = np.random.default_rng(9)
    gold = [draw(source, "BI") for _ in range(50)]
    system = [[tag if source.random() < 0.8 else "O" for tag in tags] for tags in gold]
    paths = write(tmp_path / "g.bio", gold), {"a": write(tmp_path / "a.bio", system)}
    theirs = evaluator(gold, system, tags=["A", "B-C"], loader="list").summary_report()
    assert as_printed(tertium.score(*paths, like="nervaluate", scheme="iob2")) == theirs


def test_a_report_needs_all_of_its_measures(files: list[Path]) -> None:
    done = run("score", "--like", "conlleval", "--measure", "F1", "--as-printed", files[0], files[1])
    assert done.code == 2
    assert "TokenAccuracy" in done.err


def test_types_of_errors(files: list[Path]) -> None:
    result = tertium.find_errors(files[0], {"a": files[1], "b": files[2]})
    types = {name: {kind: row.units for kind, row in result.types_of(name).items() if row.units} for name in "ab"}
    assert types["a"] == {"wrong boundary": 2, "missed": 1, "invented": 1}
    assert types["b"] == {"wrong type": 2, "both wrong": 2}
    assert all(row["type"] != "part of speech" for row in result.to_dict()["errors"])
    compared = tertium.compare(files[0], {"a": files[1], "b": files[2]}).to_dict()
    rows = {row["type"]: (row["before"], row["after"]) for row in compared["error_types"]}
    assert rows["wrong boundary"] == (2, 0)
    assert "Wrong spans by type" in run("compare", *files).out


def test_repairing_all_types_gives_a_perfect_score(files: list[Path]) -> None:
    result = tertium.repair(files[0], {"a": files[1]})
    gains = [row.gain for row in result.repair_rows if row.group.by == "type"]
    assert len(gains) == 3
    assert all(gain > 0 for gain in gains)


def test_examples_mark_whole_spans(files: list[Path]) -> None:
    result = tertium.compare(files[0], {"a": files[1], "b": files[2]}, intervals=False)
    texts = " / ".join(str(example) for example in result.listing("a", "b").examples)
    assert " w][LOC>∅>ORG]" in texts


def test_arguments_are_shown_with_their_predicate(tmp_path: Path) -> None:
    for name, role in (("g", "A0"), ("a", "A1"), ("b", "A0")):
        (tmp_path / name).write_text(f"Ana - ({role}*)\neats eat (V*)\n")
    result = tertium.compare(tmp_path / "g", {"a": tmp_path / "a", "b": tmp_path / "b"}, intervals=False)
    assert str(result.listing("a", "b").examples[0]) == "Ana[A1>A0 of eats] eats"


def test_unseen_spans_are_a_slice(files: list[Path], tmp_path: Path) -> None:
    train = tmp_path / "train.bio"
    train.write_text("w\tB-PER\n")
    options: dict[str, Any] = {"by": ["unknown"], "train": str(train)}
    result = tertium.compare(files[0], {"a": files[1], "b": files[2]}, **options)
    sizes = {row.names[0][1]: row.units for row in result.slices_of("a", "b")}
    assert sizes == {"known": 4, "unknown": 2}


def test_description_of_spans(tmp_path: Path) -> None:
    path = tmp_path / "g.jsonl"
    path.write_text('{"text": "a b c d", "spans": [[0, 5, "X"], [2, 3, "Y"], [4, 7, "Y"]]}\n')
    found = tertium.describe(path).spans
    assert found is not None
    assert (found.spans, found.longest, found.nested, found.crossing, found.labels.top) == (
        3,
        3,
        1,
        1,
        (("Y", 2), ("X", 1)),
    )
    assert "spans: 3" in run("describe", path).out
    assert run("describe", "--json", path).json["files"][0]["spans"]["nested"] == 1


@pytest.mark.parametrize("command", ["slices", "repair", "errors", "suspects", "noise", "compare", "diff"])
def test_every_command_takes_spans(command: str, files: list[Path]) -> None:
    done = run(command, *files)
    assert done.code == 0, done.err
    assert done.out
    assert run(command, "--json", *files).code == 0


def test_confusions_have_a_column_of_missed_and_a_row_of_spurious_spans(files: list[Path]) -> None:
    page = run("score", files[0], files[1]).out.splitlines()
    start = next(place for place, text in enumerate(page) if "gold \\ system" in text)
    table = [text.split() for text in page[start : start + 5]]
    assert table == [
        ["gold", "\\", "system", "LOC", "PER", "missed"],
        ["LOC", "·", "·", "1"],
        ["ORG", "·", "·", "1"],
        ["PER", "·", "1", "·"],
        ["spurious", "1", "1", "·"],
    ]
    both = [found(files[0], {"a": files[1]}).to_dict()["confusions"] for found in (tertium.score, tertium.compare)]
    assert both[0] == both[1]
    assert {"system": "a", "measure": "F1", "gold": "∅", "to": "PER", "count": 1} in both[0]


def test_files_without_any_span_are_files_of_spans(tmp_path: Path) -> None:
    """Not of parts of speech called O; nor is their last column passed over for another one with tags of chunks."""
    rows = "Ann B-NP O\nsleeps B-VP O\n\n"
    gold, system = tmp_path / "g.conll", tmp_path / "a.conll"
    gold.write_text(rows * 400 + rows.replace("O", "B-PER", 1))
    system.write_text(rows * 401)
    done = run("score", gold, system)
    assert "column 3 holds tags of spans" in done.err
    assert "missed" in done.out
    row = tertium.score(gold, {"a": system}).score("F1", "a")
    assert (row.correct, row.gold, row.proposed) == (0, 1, 0)
    assert run("score", system, system).code == 0


def test_scores_fit_the_page(files: list[Path]) -> None:
    for options in ((), ("--no-intervals",)):
        page = run("compare", *options, *files).out.splitlines()
        table = page[next(place for place, text in enumerate(page) if text.startswith("Scores")) :]
        assert all(len(text) <= 80 for text in table[: table.index("")])
        assert {"F1", "UF1", "strict", "type"} <= set(" ".join(table[: table.index("")]).split())
