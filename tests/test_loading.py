"""Files of different kinds meet: what stands for what is decided and said."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

import tertium
from tests import small

if TYPE_CHECKING:
    from pathlib import Path


def tagged(text: str, column: int) -> str:
    """A tagger's file: word and tag of each line of CoNLL-U."""
    rows = [line.split("\t") for line in text.split("\n") if not line.startswith("#") and "-" not in line[:4]]
    return "\n".join(f"{row[1]}\t{row[column]}" if len(row) > 1 else "" for row in rows)


@pytest.fixture
def files(tmp_path: Path) -> tuple[str, str]:
    gold, system = tmp_path / "gold.conllu", tmp_path / "tagger.tsv"
    gold.write_text(small.GOLD, encoding="utf-8")
    system.write_text(tagged(small.GOLD, 4).replace("\tART", "\tN", 1), encoding="utf-8")
    return str(gold), str(system)


def test_conllu_gold__against_a_tagger(files: tuple[str, str]) -> None:
    """The task and the layer are found, and said; multiword tokens of the gold do not stand in the way."""
    result = tertium.compare(*files)
    assert (result.task, result.rules.layer) == ("tagging", "xpos")
    assert result.score("Accuracy", "tagger").correct == 17
    assert "task: tagging, because only the first file has heads" in result.notes
    assert "tagger: columns (one word a line, 2 columns)" in result.notes
    assert "tagger: its tag column is compared as xpos" in result.notes


def test_conllu_gold__against_word_tag_lines(files: tuple[str, str], tmp_path: Path) -> None:
    sentences = tagged(small.GOLD, 4).strip("\n").split("\n\n")
    lines = [" ".join(row.replace("\t", "_") for row in sentence.split("\n")) for sentence in sentences]
    (tmp_path / "s.txt").write_text("\n".join(lines) + "\n", encoding="utf-8")
    assert tertium.compare(files[0], tmp_path / "s.txt").score("Accuracy", "s").value == 1.0


@pytest.mark.parametrize("layer", ["xpos", "tag"])
def test_tag_column__stands_for_the_layer_that_was_asked_for(files: tuple[str, str], layer: str) -> None:
    for gold, system in (files, files[::-1]):
        assert tertium.score(gold, system, layer=layer).score_rows[0].correct == 17


def test_tag_column__as_the_gold(files: tuple[str, str]) -> None:
    result = tertium.score(*files[::-1])
    assert result.rules.layer == "tag"
    assert "gold: its xpos column is compared as tag" in result.notes


def test_layer__the_first_that_all_files_fill(files: tuple[str, str], tmp_path: Path) -> None:
    other = tmp_path / "other.conllu"
    rows = [line.split("\t") for line in small.GOLD.split("\n")]
    other.write_text("\n".join("\t".join([*row[:4], "_", *row[5:]]) if len(row) > 1 else row[0] for row in rows))
    assert tertium.score(files[0], other, task="tagging").rules.layer == "upos"


def test_missing_layer__the_message_names_those_that_are_there(files: tuple[str, str]) -> None:
    with pytest.raises(tertium.UsageError, match="its layers are deprel, deps, feats, lemma, upos, xpos"):
        tertium.score(files[0], files[0], layer="tag")


def test_mixed_systems__a_parser_without_heads_is_refused(files: tuple[str, str]) -> None:
    with pytest.raises(tertium.UsageError, match="has no heads"):
        tertium.compare(files[0], files[0], files[1])
