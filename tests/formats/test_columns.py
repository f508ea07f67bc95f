"""Words in lines without numbers: borders, elements, maps, and the sentences that tags end."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tertium.conventions import PRESETS, Conventions
from tertium.corpus import ROOT
from tertium.errors import FormatError, UsageError
from tertium.formats.columns import parse_map
from tests.formats.samples import (
    COLUMNS,
    DEPENDENCY_COLUMNS,
    QUICK,
    SAMPLES,
    VERTICAL,
    column,
    edit_field,
    edit_line,
    faults,
    heads,
    insert_line,
    is_said,
    kinds,
    read,
    sentences,
    table,
)


@pytest.mark.parametrize("names", ["form\ttag", "Word\tPOS", "TOKEN\tgold"])
def test_columns__first_line_that_names_the_columns_is_no_word(names: str) -> None:
    """It would be a word more, right in every system."""
    content = f"{names}\n{COLUMNS}"
    corpus = read(content, "columns")
    assert sentences(corpus) == TWO
    assert faults(corpus) == {"header lines, skipped": 1}


def test_columns__names_are_words_where_they_are_no_header() -> None:
    assert sentences(read("Tag\tNN\nWord\tNE\n", "columns")) == [["Tag", "Word"]]
    assert sentences(read("a\tNN\nform\ttag\n", "columns")) == [["a", "form"]]
    assert sentences(read("form\ttag\na\tNN\n", "columns", conventions=PRESETS["compareval"].rules)) == [["form", "a"]]


def test_columns__header_by_the_map() -> None:
    corpus = read("id\tform\tpos\n1\tDie\tART\n", "columns", columns={"form": 1, "xpos": 2})
    assert sentences(corpus) == [["Die"]]


TWO = [["Die", "Katze", "schläft", "."], ["Sie", "träumt", "."]]


def refuse(content: str | bytes, **request: Any) -> FormatError:
    with pytest.raises(FormatError) as caught:
        read(content, "columns", path="x.tsv", **request)
    assert caught.value.path == "x.tsv"
    assert caught.value.hint
    return caught.value


@pytest.mark.parametrize(
    ("given_map", "found"),
    [
        ("form=1,tag=2", {"form": 0, "tag": 1}),
        ("form,tag", {"form": 0, "tag": 1}),
        ("form,_,xpos", {"form": 0, "xpos": 2}),
        ("form,,xpos", {"form": 0, "xpos": 2}),
        (" form=1 , tag=2 ", {"form": 0, "tag": 1}),
        ("xpos=3,form=1", {"form": 0, "xpos": 2}),
        ("WORD,POS,Lemma", {"form": 0, "tag": 1, "lemma": 2}),
        ("token=2,upos=4,head=7,deprel=8", {"form": 1, "upos": 3, "head": 6, "deprel": 7}),
    ],
)
def test_parse_map__understands(given_map: str, found: dict[str, int]) -> None:
    assert parse_map(given_map) == found


@pytest.mark.parametrize(
    "given_map",
    [
        "tag=2",
        "form=0,tag=1",
        "form=x",
        "form=-1",
        "form=1.5",
        "form=1,form=2",
        "form=1,word=2",
        "form=1,colour=2",
        "form=²",
        ",",
        "_",
        "=1",
        "form:1",
        "form=1;tag=2",
        "form=1,tag=" + "9" * 5000,
    ],
)
def test_parse_map__refuses(given_map: str) -> None:
    with pytest.raises(UsageError) as caught:
        parse_map(given_map)
    assert "--columns" in str(caught.value.hint)


@QUICK
@given(st.text(max_size=20))
def test_parse_map__takes_any_text(given_map: str) -> None:
    try:
        found = parse_map(given_map)
    except UsageError:
        return
    assert found["form"] >= 0


def test_columns__words_and_tags() -> None:
    corpus = read(COLUMNS, "columns")
    assert corpus.format == "columns"
    assert sentences(corpus) == TWO
    assert column(corpus, "tag") == ["ART", "NN", "VVFIN", "$.", "PPER", "VVFIN", "$."]
    assert corpus.line.tolist() == [1, 2, 3, 4, 6, 7, 8]
    assert corpus.head is None
    assert faults(corpus) == {}


def test_columns__third_column_is_the_lemma() -> None:
    assert column(read(VERTICAL, "columns"), "lemma")[2] == "schlafen"


def test_columns__elements_border_sentences_and_documents() -> None:
    corpus = read(VERTICAL + VERTICAL, "columns")
    assert sentences(corpus) == TWO + TWO
    assert corpus.doc_start.tolist() == [0, 2, 4]
    assert corpus.line.tolist()[:5] == [3, 4, 5, 6, 9]


@pytest.mark.parametrize("element", ["<doc>", '<text id="a b">', "<file name='x'>", "< text >", "<DOC n=1>"])
def test_columns__documents_start_at(element: str) -> None:
    corpus = read(COLUMNS + element + "\n" + COLUMNS, "columns")
    assert corpus.doc_start.tolist() == [0, 2, 4]


def test_columns__newdoc_starts_a_document() -> None:
    assert read(COLUMNS + "# newdoc id = b\n" + COLUMNS, "columns").doc_start.tolist() == [0, 2, 4]


@pytest.mark.parametrize("element", ["<p>", "</p>", "<g/>", "<hi rend='b'>", "<ns:x.y-z>"])
def test_columns__other_elements_are_skipped(element: str) -> None:
    assert sentences(read(insert_line(VERTICAL, 4, element), "columns")) == TWO


@pytest.mark.parametrize("word", ["<", ">", "<s>", "</s>", "<3", "#", "#Katzen", "# newdoc"])
def test_columns__what_has_a_tag_is_a_word(word: str) -> None:
    corpus = read(edit_field(COLUMNS, 2, 0, word), "columns")
    assert sentences(corpus)[0][1] == word


def test_columns__comment_has_no_tab() -> None:
    corpus = read(insert_line(COLUMNS, 2, "# a note, no word"), "columns")
    assert sentences(corpus) == TWO


@pytest.mark.parametrize("tag", ["SENT", "$."])
def test_columns__without_borders_tags_end_sentences(tag: str) -> None:
    content = COLUMNS.replace("\n\n", "\n").replace("$.", tag)
    corpus = read(content, "columns")
    assert sentences(corpus) == TWO
    [fault] = corpus.irregularities
    assert fault.count == 2
    assert kinds([fault.kind], "SENT", "$.")


def test_columns__with_borders_tags_end_nothing() -> None:
    corpus = read(insert_line(COLUMNS, 2, ".\t$."), "columns")
    assert sentences(corpus) == [["Die", ".", "Katze", "schläft", "."], ["Sie", "träumt", "."]]
    assert faults(corpus) == {}


def test_columns__words_after_the_last_end_are_a_sentence() -> None:
    content = COLUMNS.replace("\n\n", "\n") + "Und\tKON\n"
    assert sentences(read(content, "columns")) == [*TWO, ["Und"]]


def test_columns__without_any_end_all_is_one_sentence() -> None:
    content = COLUMNS.replace("\n\n", "\n").replace("$.", "PUNCT")
    assert [len(sentence) for sentence in sentences(read(content, "columns"))] == [7]


@pytest.mark.parametrize("name", ["columns", "vertical"])
def test_columns__windows_lines(name: str) -> None:
    corpus = read(SAMPLES[name].text.replace("\n", "\r\n"), "columns")
    assert sentences(corpus) == TWO
    assert column(corpus, "tag") == ["ART", "NN", "VVFIN", "$.", "PPER", "VVFIN", "$."]


def test_columns__byte_order_mark_is_not_part_of_a_word() -> None:
    assert sentences(read("\ufeff" + COLUMNS, "columns")) == TWO


IRREGULAR = {
    "mark": "\ufeff" + COLUMNS,
    "doubled empty line": COLUMNS.replace("\n\n", "\n\n\n", 1),
}


@pytest.mark.parametrize("name", IRREGULAR)
def test_columns__irregularities_are_counted(name: str) -> None:
    """Each is counted and said (DESIGN, section 5)."""
    corpus = read(IRREGULAR[name], "columns")
    assert sentences(corpus) == TWO
    assert sum(faults(corpus).values()) == 1


@pytest.mark.parametrize("content", [COLUMNS[:-1], COLUMNS.rstrip("\n")], ids=["no empty line", "no newline"])
def test_columns__last_sentence_needs_no_border(content: str) -> None:
    corpus = read(content, "columns")
    assert sentences(corpus) == TWO
    assert faults(corpus) == {}


@pytest.mark.parametrize("spaces", [" ", "   "])
def test_columns__may_be_separated_by_spaces(spaces: str) -> None:
    corpus = read(COLUMNS.replace("\t", spaces), "columns")
    assert sentences(corpus) == TWO
    assert column(corpus, "tag") == ["ART", "NN", "VVFIN", "$.", "PPER", "VVFIN", "$."]


def test_columns__a_line_with_the_fields_of_the_others_is_a_word() -> None:
    """`#` is an ordinary token of the Penn treebank, and `</s` the start of a broken tag in a web corpus."""
    first = '<text id="a b">\n<s n="1">\nHe PRP\npaid VBD\n# #\n5 CD\n</s $,\n</s>\n'
    content = first + "# newdoc\n# a longer remark\nYes UH\n"
    corpus = read(content, "columns")
    assert column(corpus, "form") == ["He", "paid", "#", "5", "</s", "Yes"]
    assert column(corpus, "tag") == ["PRP", "VBD", "#", "CD", "$,", "UH"]
    assert corpus.n_sents == corpus.n_docs == 2
    assert [str(fault) for fault in corpus.irregularities] == ["x.conllu: 1 comment line, skipped (at line 10)"]


def test_columns__spaces_belong_to_the_word_where_there_are_tabs() -> None:
    assert sentences(read(edit_field(COLUMNS, 2, 0, "New York"), "columns"))[0][1] == "New York"


def test_columns__map_chooses_columns() -> None:
    content = table("1 x Die ART", "2 x Katze NN", "")
    corpus = read(content, "columns", columns=parse_map("form=3,xpos=4"))
    assert sentences(corpus) == [["Die", "Katze"]]
    assert column(corpus, "xpos") == ["ART", "NN"]
    assert "tag" not in corpus.columns


def test_columns__map_with_heads() -> None:
    corpus = read(DEPENDENCY_COLUMNS, "columns", columns=parse_map("form,xpos,head,deprel"))
    assert heads(corpus) == [1, 2, ROOT, 2, 5, ROOT, 5]
    assert column(corpus, "deprel")[:2] == ["det", "nsubj"]


@pytest.mark.parametrize("head", ["5", "-1", "x", "_", ""])
def test_columns__bad_head_is_refused(head: str) -> None:
    content = edit_field(DEPENDENCY_COLUMNS, 2, 2, head)
    error = refuse(content, columns=parse_map("form,xpos,head,deprel"))
    assert (error.line, error.sentence) == (2, "1")


@pytest.mark.parametrize("script", ["שרה", "猫", "cafe\u0301", "👩‍🔬", "a\u2028b", "a\x85b", '"', "\u200fא"])
def test_columns__words_of_any_script(script: str) -> None:
    assert sentences(read(edit_field(COLUMNS, 2, 0, script), "columns"))[0][1] == script


@pytest.mark.parametrize(
    ("line", "found"), [("Katze", 1), ("Katze\tNN\tKatze", 3), ("Katze\tNN\t", 3), ("Katze NN", 1), ("  ", 1)]
)
def test_columns__row_of_another_width_is_refused(line: str, found: int) -> None:
    error = refuse(edit_line(COLUMNS, 2, line))
    assert error.line == 2
    assert f"has {found} tab-separated column" in error.message


@pytest.mark.parametrize("form", ["", " ", "\u00a0", "\u3000"])
def test_columns__empty_word_is_refused(form: str) -> None:
    error = refuse(edit_field(COLUMNS, 2, 0, form))
    assert error.line == 2
    assert "empty" in error.message


def test_columns__empty_word_of_a_map_is_refused() -> None:
    error = refuse(table("1 Die ART", "") + "2\t\tNN\n\n", columns=parse_map("_,form,tag"))
    assert error.line == 3


def test_columns__empty_word_in_the_second_column_is_said_to_be_there() -> None:
    """The map says that the words are in column 2; `in its first column` sends the user to the wrong place."""
    error = refuse(table("1 Die ART", "") + "2\t\tNN\n\n", columns=parse_map("_,form,tag"))
    assert "first column" not in str(error)


def test_columns__empty_tag_is_not_taken_silently() -> None:
    """Two files without the tag would agree on nothing at all, and score it as right."""
    assert is_said(edit_field(COLUMNS, 2, 1, ""), "columns", 2)


def test_columns__many_columns_need_a_map() -> None:
    with pytest.raises(UsageError, match="has 4 columns") as caught:
        read(DEPENDENCY_COLUMNS, "columns")
    assert "--columns" in str(caught.value.hint)


def test_columns__map_beyond_the_last_column_is_refused() -> None:
    error = refuse("# a comment\n" + COLUMNS, columns=parse_map("form=1,tag=5"))
    assert "needs 5 columns, the file has 2" in error.message
    assert error.line in (None, 2)


@pytest.mark.parametrize("content", ["", "\n\n", "# comment\n", "<s>\n</s>\n"])
def test_columns__nothing_is_read_as_nothing(content: str) -> None:
    corpus = read(content, "columns")
    assert (corpus.n_words, corpus.n_sents, corpus.n_docs) == (0, 0, 0)


@pytest.mark.parametrize("reading", ["tolerant", "compareval"])
def test_columns__white_space_at_the_end_of_a_line_is_no_part_of_the_tag(reading: Any) -> None:
    """Nobody sees it, and every such tag would count as wrong."""
    corpus = read("Die\tART \nKatze\tNN\n\nSie\tPPER  \n\n", "columns", conventions=Conventions(reading=reading))
    assert column(corpus, "tag") == ["ART", "NN", "PPER"]
    assert faults(corpus) == {"words with white space around a label": 2}


def test_columns__spaces_inside_a_label_stay() -> None:
    corpus = read("Die\tA RT\n", "columns")
    assert column(corpus, "tag") == ["A RT"]
    assert faults(corpus) == {}
