"""CoNLL-2009: plain columns of the gold, predicted columns of a system."""

from __future__ import annotations

import pytest

from tertium.errors import FormatError
from tests.formats.samples import CONLL2009, column, edit_field, edit_line, heads, line_of, read

PREDICTED = (3, 5, 7, 9, 11)
"""The columns PLEMMA, PPOS, PFEAT, PHEAD and PDEPREL, from 0."""


def with_predictions(*values: str) -> str:
    """The sample with other predictions for its second word, Katze."""
    content = CONLL2009
    for place, value in zip(PREDICTED, values, strict=True):
        content = edit_field(content, 2, place, value)
    return content


def test_conll2009__gold_is_read_from_the_plain_columns() -> None:
    corpus = read(with_predictions("Tatze", "NE", "f", "1", "OA"), "conll2009", role="gold")
    assert column(corpus, "lemma")[1] == "Katze"
    assert column(corpus, "xpos")[1] == "NN"
    assert column(corpus, "feats")[1] == "_"
    assert heads(corpus)[1] == 2
    assert column(corpus, "deprel")[1] == "SB"


def test_conll2009__system_is_read_from_the_predicted_columns() -> None:
    corpus = read(with_predictions("Tatze", "NE", "f", "1", "OA"), "conll2009", role="system")
    assert column(corpus, "lemma")[1] == "Tatze"
    assert column(corpus, "xpos")[1] == "NE"
    assert column(corpus, "feats")[1] == "f"
    assert heads(corpus)[1] == 0
    assert column(corpus, "deprel")[1] == "OA"


@pytest.mark.parametrize("filler", ["_", ""])
def test_conll2009__predictions_left_empty_are_read_from_the_plain_columns(filler: str) -> None:
    content = CONLL2009
    for line in (1, 2, 3, 4, 6, 7, 8):
        for place in (9, 11):
            content = edit_field(content, line, place, filler)
    corpus = read(content, "conll2009", role="system")
    assert heads(corpus) == [1, 2, -1, 2, 5, -1, 5]
    assert column(corpus, "deprel")[1] == "SB"


def test_conll2009__predictions_that_start_late_are_still_predictions() -> None:
    """One system may leave the first thousand words without a PHEAD; the choice of column is the file's."""
    block = CONLL2009
    for line in (1, 2, 3, 4, 6, 7, 8):
        for place in PREDICTED:
            block = edit_field(block, line, place, "_")
    content = block * 120 + with_predictions("Tatze", "NE", "f", "1", "OA")
    corpus = read(content, "conll2009", role="system", wanted=frozenset({"xpos"}))
    assert column(corpus, "xpos")[-6] == "NE"


def test_conll2009__sentences_may_have_different_numbers_of_arguments() -> None:
    corpus = read(CONLL2009, "conll2009")
    assert corpus.n_words == 7


def test_conll2009__short_row_is_refused() -> None:
    content = edit_line(CONLL2009, 6, "\t".join(line_of(CONLL2009, 6).split("\t")[:13]))
    with pytest.raises(FormatError, match="has 13 tab-separated columns, 14 are expected") as caught:
        read(content, "conll2009")
    assert caught.value.line == 6


@pytest.mark.parametrize("line", [2, 6])
def test_conll2009__row_longer_than_its_sentence_is_refused(line: int) -> None:
    """All rows of a sentence have as many argument columns as it has predicates; one more is a stray tab."""
    with pytest.raises(FormatError) as caught:
        read(edit_line(CONLL2009, line, line_of(CONLL2009, line) + "\t_"), "conll2009")
    assert caught.value.line == line


def test_conll2009__bad_predicted_head_of_the_gold_does_not_matter() -> None:
    assert heads(read(edit_field(CONLL2009, 1, 9, "99"), "conll2009", role="gold"))[0] == 1


def test_conll2009__bad_plain_head_of_a_system_does_not_matter() -> None:
    assert heads(read(edit_field(CONLL2009, 1, 8, "99"), "conll2009", role="system"))[0] == 1
