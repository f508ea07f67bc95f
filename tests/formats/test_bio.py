"""Spans as tags: columns of every sort, documents, and files that are broken."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

import tertium
from tests.command import refused, run

if TYPE_CHECKING:
    from pathlib import Path

ROWS = "-DOCSTART- -X- -X- O\n\nAna NNP I-NP B-PER\nSilva NNP I-NP I-PER\nmora VBZ I-VP O\n\nPorto NNP I-NP B-LOC\n"


def write(path: Path, text: str) -> Path:
    path.write_text(text, encoding="utf-8")
    return path


def test_conll2003__documents_are_no_words_except_for_conlleval(tmp_path: Path) -> None:
    gold = write(tmp_path / "g.txt", ROWS + "\n" + ROWS.replace("Porto", "Lisboa"))
    plain = tertium.score(gold, {"a": gold})
    assert (plain.gold.n_docs, plain.gold.n_sents, plain.gold.n_words) == (2, 4, 8)
    counted = tertium.score(gold, {"a": gold}, like="conlleval")
    assert counted.score("TokenAccuracy", "a").gold == 10
    assert counted.score("F1", "a").gold == plain.score("F1", "a").gold == 4


@pytest.mark.parametrize(
    "tags", ["B-PER E-PER O S-LOC", "B-PER L-PER O U-LOC", "B-PER E-PER O W-LOC", "I-PER I-PER O I-LOC"]
)
def test_a_system_may_have_another_scheme(tags: str, tmp_path: Path) -> None:
    """Spans are the same; the tags are not, so that words are compared by tags made from the spans."""
    gold = write(tmp_path / "g.tsv", "a\tB-PER\nb\tI-PER\nc\tO\nd\tB-LOC\n")
    words = zip("abcd", tags.split(), strict=True)
    system = write(tmp_path / "a.tsv", "".join(f"{word}\t{tag}\n" for word, tag in words))
    result = tertium.score(gold, {"a": system})
    assert result.score("F1", "a").value == result.score("TokenAccuracy", "a").value == 1


def test_a_column_map_names_other_columns(tmp_path: Path) -> None:
    path = write(tmp_path / "g.txt", ROWS)
    result = tertium.score(path, {"a": path}, columns="form=1,tag=3")
    assert {label for label, _ in result.label_rows} == {"NP", "VP"}


@pytest.mark.parametrize("mark", ["", "\ufeff"])
def test_the_empty_line_after_a_document_mark_is_not_superfluous(mark: str, tmp_path: Path) -> None:
    path = write(tmp_path / "g.conll", f"{mark}-DOCSTART- -X- O\n\na NN B-X\n\n-DOCSTART- -X- O\n\nb NN O\n")
    result = tertium.score(path, {"a": path})
    assert (result.gold.n_docs, result.gold.n_words) == (2, 2)
    assert not any("empty line" in warning for warning in result.warnings)


def test_tags_can_be_given_in_memory() -> None:
    gold = [[("Ana", "B-PER"), ("mora", "O")]]
    result = tertium.score(gold, {"a": [[("Ana", "B-LOC"), ("mora", "O")]]}, task="spans")
    assert (result.score("F1", "a").value, result.score("UF1", "a").value) == (0, 1)


def test_broken_files(tmp_path: Path) -> None:
    gold = write(tmp_path / "g.tsv", "a\tB-X\nb\tI-X\n\nc\tO\n")
    cases = {
        "a\tB-X\nb\tPER\n\nc\tO\n": ("a.tsv:2", "'PER' is no tag of a span"),
        "a\tB-X\nb\n\nc\tO\n": ("a.tsv:2", "the line has 1 tab-separated column, 2 are expected"),
        "a\tB-X\nb\t\n\nc\tO\n": ("a.tsv:2", "is empty"),
        "a\tB-X\n\nc\tO\n": ("hold different text", "a.tsv:3"),
        "a\tB-X\nb\tI-X\n": ("a.tsv",),
        "a B-X\nb\n\nc O\n": ("a.tsv:2", "the line has 1 column, 2 are expected: 'b'"),
        "a B-X\nb I-X O\n\nc O\n": ("a.tsv:2", "the line has 3 columns, 2 are expected: 'b I-X O'"),
        "": ("the file is empty",),
    }
    for text, parts in cases.items():
        system = write(tmp_path / "a.tsv", text)
        assert refused(run("score", "--task", "spans", gold, system), *parts)
        assert refused(run("compare", "--task", "spans", gold, gold, system), *parts)


def test_one_slip_among_many_tags_is_said_with_its_line(tmp_path: Path) -> None:
    """Gold or output: the file is still one of spans, and the error names the tag."""
    text = "a\tx\tB-X\nb\tx\tI-X\n\n" * 40
    gold, slip = write(tmp_path / "g.tsv", text), write(tmp_path / "a.tsv", text.replace("I-X", "X", 1))
    assert refused(run("score", gold, slip), "a.tsv:2", "'X' is no tag of a span")
    assert refused(run("score", slip, gold), "a.tsv:2", "'X' is no tag of a span")


def test_labels_can_be_left_out_and_renamed(tmp_path: Path) -> None:
    gold = write(tmp_path / "g.tsv", "a\tB-X\nb\tB-Y\nc\tO\n")
    system = write(tmp_path / "a.tsv", "a\tB-Z\nb\tO\nc\tB-Y\n")
    result = tertium.score(gold, {"a": system}, exclude=["Y"], map=["a/span:Z=X"])
    assert (result.score("F1", "a").correct, result.score("F1", "a").gold, result.score("F1", "a").proposed) == (
        1,
        1,
        1,
    )
    assert any("do not touch TokenAccuracy" in text for text in result.warnings)
    assert refused(run("score", "--include", "Q", gold, system), "leave no span to score", "X, Y")
    strange = tertium.score(gold, {"a": write(tmp_path / "b.tsv", "a\tB-x\nb\tB-y\nc\tO\n")})
    assert any("none of its labels (span: x, y" in text and "--fold-case" in text for text in strange.warnings)


def test_what_has_no_spans_is_refused(tmp_path: Path) -> None:
    words = write(tmp_path / "g.conllu", "1\ta\ta\tDET\t_\t_\t0\troot\t_\t_\n\n")
    assert refused(run("score", "--task", "spans", words, words), "holds no spans")


def test_options_of_spans_are_refused_elsewhere(tmp_path: Path) -> None:
    path = write(tmp_path / "g.tsv", "a\tDET\nb\tNOUN\n")
    assert refused(run("score", "--scheme", "iob2", path, path), "--scheme is about spans")
    assert refused(run("score", "--like", "conlleval", "--task", "tagging", path, path), "conlleval scores spans")
