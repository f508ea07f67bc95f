"""CoNLL-X: coarse and fine tags, relations, and two columns that are not compared."""

from __future__ import annotations

import pytest

from tertium.errors import FormatError
from tests.formats.samples import CONLLX, column, edit_field, faults, heads, read, sentences


def test_conllx__coarse_tags_are_upos_and_fine_tags_xpos() -> None:
    corpus = read(CONLLX, "conllx")
    assert corpus.format == "conllx"
    assert column(corpus, "upos") == ["ART", "N", "V", "$.", "PRO", "V", "$."]
    assert column(corpus, "xpos") == ["ART", "NN", "VVFIN", "$.", "PPER", "VVFIN", "$."]
    assert column(corpus, "deprel") == ["NK", "SB", "ROOT", "PUNC", "SB", "ROOT", "PUNC"]
    assert column(corpus, "lemma")[2] == "schlafen"
    assert heads(corpus) == [1, 2, -1, 2, 5, -1, 5]
    assert faults(corpus) == {}


@pytest.mark.parametrize("value", ["_", "2", "99", "x"])
def test_conllx__projective_head_is_not_looked_at(value: str) -> None:
    assert heads(read(edit_field(CONLLX, 1, 8, value), "conllx")) == heads(read(CONLLX, "conllx"))


def test_conllx__sentences_are_numbered() -> None:
    corpus = read(CONLLX, "conllx")
    assert [corpus.sentence_name(0), corpus.sentence_name(1)] == ["1", "2"]


def test_conllx__arabic_runs_from_right_to_left_in_the_same_order() -> None:
    content = CONLLX.replace("Die", "القطة").replace("schläft", "تنامُ")
    assert sentences(read(content, "conllx"))[0] == ["القطة", "Katze", "تنامُ", "."]


@pytest.mark.parametrize("width", [8, 9, 11])
def test_conllx__ten_columns_are_needed(width: int) -> None:
    """CoNLL-X files without the last two columns exist, but HEAD would not be where it is expected in all others."""
    content = "\n".join("\t".join([*line.split("\t"), "_"][:width]) if line else "" for line in CONLLX.split("\n"))
    with pytest.raises(FormatError, match=f"has {width} tab-separated columns, 10 are expected") as caught:
        read(content, "conllx")
    assert caught.value.line == 1
