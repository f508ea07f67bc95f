"""Numbered words: sentences, multiword tokens, empty nodes, comments, heads, and what is counted or refused."""

from __future__ import annotations

from typing import Any

import pytest

from tertium.conventions import PRESETS, Conventions
from tertium.corpus import HEADLESS, ROOT
from tertium.errors import FormatError, TertiumError
from tests.formats.samples import (
    CONLLU,
    NUMBERED,
    SAMPLES,
    column,
    edit_field,
    edit_line,
    faults,
    heads,
    insert_line,
    is_said,
    multiword,
    read,
    sentences,
    table,
)

UD = PRESETS["ud"][1]
EVAL07 = PRESETS["eval07"][1]


def refuse(content: str | bytes, fmt: str = "conllu", **request: Any) -> FormatError:
    with pytest.raises(FormatError) as caught:
        read(content, fmt, **request)
    assert caught.value.path == "x.conllu"
    assert caught.value.hint
    return caught.value


@pytest.mark.parametrize("fmt", NUMBERED)
def test_numbered__words_and_sentences(fmt: str) -> None:
    corpus = read(SAMPLES[fmt].text, fmt)
    assert sentences(corpus) == [["Die", "Katze", "schläft", "."], ["Sie", "träumt", "."]]
    assert heads(corpus) == [1, 2, ROOT, 2, 5, ROOT, 5]
    assert faults(corpus) == {}
    assert (corpus.n_words, corpus.n_sents, corpus.n_docs) == (7, 2, 1)


def test_numbered__lines_are_counted_from_one() -> None:
    corpus = read(CONLLU)
    assert corpus.line.tolist() == [2, 3, 4, 5, 8, 9, 10]


def test_numbered__sentences_are_named_by_sent_id_or_number() -> None:
    corpus = read(CONLLU.replace("# sent_id = cat\n", ""))
    assert [corpus.sentence_name(0), corpus.sentence_name(1)] == ["1", "dream"]


@pytest.mark.parametrize("comment", ["# sent_id = a b", "#sent_id=a b", "# sent_id   =  a b  ", "#  sent_id = a b\t"])
def test_numbered__sent_id_is_read_however_it_is_spaced(comment: str) -> None:
    assert read(edit_line(CONLLU, 1, comment)).sentence_name(0) == "a b"


@pytest.mark.parametrize("comment", ["# sent_id", "# sent_id =", "#sent_id=  "])
def test_numbered__sent_id_without_a_name_names_nothing(comment: str) -> None:
    assert read(edit_line(CONLLU, 1, comment)).sentence_name(0) == "1"


def test_numbered__other_comments_name_nothing() -> None:
    corpus = read(edit_line(CONLLU, 1, "# sent_id_old = x\n# text = sent_id = y"))
    assert corpus.sentence_name(0) == "1"


def test_numbered__documents_start_at_newdoc() -> None:
    corpus = read("# newdoc id = one\n" + CONLLU + "# newdoc\n" + CONLLU)
    assert corpus.doc_start.tolist() == [0, 2, 4]
    assert [corpus.document_name(0), corpus.document_name(1)] == ["one", "2"]


def test_numbered__a_comment_among_words_belongs_to_their_sentence() -> None:
    """An empty line ends a sentence, nothing else; udapi, the reader of CorefUD's scorer, knows no other border."""
    words = CONLLU.rstrip("\n")
    corpus = read(f"{CONLLU}{words}\n# newdoc id = two\n# sent_id = a\n\n{CONLLU}")
    assert corpus.doc_start.tolist() == [0, 3, 6]
    assert corpus.sentence_names.get(3) == "a"


def test_numbered__words_before_the_first_newdoc_are_a_document() -> None:
    assert read(CONLLU + "# newdoc id = two\n" + CONLLU).doc_start.tolist() == [0, 2, 4]


def test_numbered__token_of_several_words() -> None:
    corpus = read(insert_line(CONLLU, 2, multiword("1-2", "Diekatze")))
    assert corpus.n_words == 7
    assert corpus.vocab.decode(corpus.surface.form) == ["Diekatze", "schläft", ".", "Sie", "träumt", "."]
    assert corpus.surface.word_start.tolist() == [0, 2, 3, 4, 5, 6, 7]
    assert corpus.surface.multiword.tolist() == [True, False, False, False, False, False]


def test_numbered__token_of_one_word_is_multiword_too() -> None:
    corpus = read(insert_line(CONLLU, 2, multiword("1-1", "Die")))
    assert corpus.surface.multiword.tolist()[:2] == [True, False]


def test_numbered__tokens_of_several_words_stand_side_by_side() -> None:
    content = insert_line(insert_line(CONLLU, 4, multiword("3-4", "schläft.")), 2, multiword("1-2", "Diekatze"))
    assert read(content).surface.word_start.tolist()[:3] == [0, 2, 4]


def test_numbered__empty_nodes_are_counted_but_no_words() -> None:
    content = insert_line(insert_line(CONLLU, 3, multiword("1.1", "")), 2, multiword("0.1", "x"))
    corpus = read(content)
    assert (corpus.n_words, corpus.n_empty_nodes) == (7, 2)
    assert faults(corpus) == {}


def test_numbered__empty_node_inside_a_token_of_several_words() -> None:
    """The UD evaluation stumbled over this one until 2024 (UniversalDependencies/tools 102)."""
    content = insert_line(insert_line(CONLLU, 3, multiword("1.1", "x")), 2, multiword("1-2", "Diekatze"))
    corpus = read(content)
    assert corpus.surface.word_start.tolist()[:3] == [0, 2, 3]
    assert sentences(corpus)[0] == ["Die", "Katze", "schläft", "."]


def test_numbered__hash_inside_a_row_is_no_comment() -> None:
    corpus = read(edit_field(CONLLU, 2, 1, "#Katzen"))
    assert corpus.forms(0, 1) == ["#Katzen"]


def test_numbered__forms_may_hold_spaces() -> None:
    corpus = read(edit_field(CONLLU, 2, 1, "500 000"))
    assert corpus.forms(0, 1) == ["500 000"]


def test_numbered__underscore_is_a_form() -> None:
    assert read(edit_field(CONLLU, 2, 1, "_")).forms(0, 1) == ["_"]


@pytest.mark.parametrize("place", [2, 3, 4, 5, 9])
def test_numbered__empty_field_is_the_empty_string(place: int) -> None:
    """Published outputs have FEATS that are empty; the UD evaluation reads them as such."""
    name = ("id", "form", "lemma", "upos", "xpos", "feats", "head", "deprel", "deps", "misc")[place]
    assert column(read(edit_field(CONLLU, 2, place, "")), name)[0] == ""


def test_numbered__only_wanted_columns_are_read() -> None:
    corpus = read(CONLLU, wanted=frozenset({"upos"}))
    assert set(corpus.columns) == {"form", "upos"}
    assert corpus.head is None


IRREGULAR = {
    "mark": ("\ufeff" + CONLLU, "byte-order mark", 1),
    "no final newline": (CONLLU.rstrip("\n"), "missing empty line", 1),
    "no final empty line": (CONLLU[:-1], "missing empty line", 1),
    "doubled empty lines": (CONLLU.replace("\n\n", "\n\n\n"), "empty line", 2),
    "leading empty lines": ("\n\n" + CONLLU, "empty line", 2),
    "comments alone": (CONLLU + "# only a comment\n\n", "empty line", 1),
    "comments inside": (insert_line(insert_line(CONLLU, 4, "# b"), 3, "# a"), "comment", 2),
    "white lines": (CONLLU.replace("\n\n", "\n \n"), "white space", 2),
    "numbers inside": (
        insert_line(edit_field(CONLLU, 3, 0, "9"), 2, multiword("1-2", "DieKatze")),
        "multiword",
        1,
    ),
}


@pytest.mark.parametrize("name", IRREGULAR)
def test_numbered__irregularities_are_counted(name: str) -> None:
    content, word, count = IRREGULAR[name]
    corpus = read(content)
    [(kind, found)] = faults(corpus).items()
    assert word in kind
    assert found == count
    assert sentences(corpus) == [["Die", "Katze", "schläft", "."], ["Sie", "träumt", "."]]


def test_numbered__irregularity_says_file_and_first_line() -> None:
    [fault] = read(CONLLU.replace("\n\n", "\n\n\n")).irregularities
    assert str(fault) == "x.conllu: 2 superfluous empty lines (first at line 7)"


def test_numbered__one_irregularity_is_not_spoken_of_as_many() -> None:
    [fault] = read("\ufeff" + CONLLU).irregularities
    assert "1 byte-order marks" not in str(fault)


@pytest.mark.parametrize("ending", ["\r\n", "\n"])
def test_numbered__windows_lines_are_no_irregularity(ending: str) -> None:
    corpus = read(CONLLU.replace("\n", ending))
    assert faults(corpus) == {}
    assert column(corpus, "misc") == ["_", "_", "SpaceAfter=No", "_", "_", "SpaceAfter=No", "_"]
    assert corpus.sentence_name(1) == "dream"


def test_numbered__comment_after_the_last_sentence_is_ignored() -> None:
    assert faults(read(CONLLU + "# the end\n")) == {}


@pytest.mark.parametrize(
    ("name", "line"),
    [
        ("mark", 1),
        ("no final newline", 10),
        ("no final empty line", 10),
        ("doubled empty lines", 7),
        ("leading empty lines", 1),
        ("comments alone", 13),
        ("comments inside", 3),
        ("white lines", 6),
    ],
)
def test_numbered__like_ud_irregularities_are_refused(name: str, line: int) -> None:
    assert refuse(IRREGULAR[name][0], conventions=UD).line == line


@pytest.mark.parametrize("fmt", NUMBERED)
@pytest.mark.parametrize("number", ["0", "-2", "x", "2a", "1-2-3", "2-", "²", "٢", "9" * 30, "2,5", "1 2"])
def test_numbered__no_word_number_is_refused(fmt: str, number: str) -> None:
    sample = SAMPLES[fmt]
    error = refuse(edit_field(sample.text, sample.lines[0], 0, number), fmt)
    assert error.line == sample.lines[0]
    assert number in error.message


@pytest.mark.parametrize("fmt", NUMBERED)
@pytest.mark.parametrize("number", ["1", "3", "7"])
def test_numbered__wrong_word_number_is_refused(fmt: str, number: str) -> None:
    sample = SAMPLES[fmt]
    error = refuse(edit_field(sample.text, sample.lines[0], 0, number), fmt)
    assert (error.line, error.sentence) == (sample.lines[0], sample.sentence)
    assert f"is {number}, 2 is expected" in error.message


@pytest.mark.parametrize("fmt", NUMBERED)
def test_numbered__missing_empty_line_is_guessed(fmt: str) -> None:
    error = refuse(SAMPLES[fmt].text.replace("\n\n", "\n", 1), fmt)
    assert "is 1, 5 is expected" in error.message
    assert "empty line" in str(error.hint)


@pytest.mark.parametrize("fmt", NUMBERED)
@pytest.mark.parametrize(
    ("head", "what"),
    [
        ("5", "HEAD is 5, but the sentence has 4 words"),
        ("999999999999", "HEAD is 999999999999"),
        ("9" * 5000, "HEAD is 999"),
        ("-1", "negative"),
        ("-" + "9" * 5000, "negative"),
        ("x", "HEAD is 'x', not a number"),
        ("_", "HEAD is '_', not a number"),
        ("", "HEAD is '', not a number"),
        ("1.5", "not a number"),
        ("\uff12", "not a number"),
        ("1 ", "not a number"),
    ],
)
def test_numbered__bad_head_is_refused(fmt: str, head: str, what: str) -> None:
    sample = SAMPLES[fmt]
    error = refuse(edit_field(sample.text, sample.lines[0], sample.head, head), fmt)
    assert (error.line, error.sentence) == (sample.lines[0], sample.sentence)
    assert what in error.message


@pytest.mark.parametrize("fmt", NUMBERED)
def test_numbered__endless_head_fits_a_screen(fmt: str) -> None:
    sample = SAMPLES[fmt]
    content = edit_field(sample.text, sample.lines[0], sample.head, "x" * 5000)
    assert len(str(refuse(content, fmt))) < 500


@pytest.mark.parametrize("fmt", NUMBERED)
def test_numbered__without_any_head_there_are_none(fmt: str) -> None:
    sample = SAMPLES[fmt]
    content = "\n".join(
        "\t".join("_" if place == sample.head else field for place, field in enumerate(line.split("\t")))
        for line in sample.text.split("\n")
    )
    assert read(content, fmt).head is None


def test_numbered__like_eval07_unreadable_heads_are_kept_as_written() -> None:
    corpus = read(edit_field(CONLLU, 2, 6, "x"), conventions=EVAL07)
    assert heads(corpus)[0] == HEADLESS
    assert column(corpus, "head")[0] == "x"


def test_numbered__like_eval07_a_line_of_white_space_ends_a_sentence() -> None:
    corpus = read(CONLLU.replace("\n\n", "\n \t \n"), conventions=EVAL07)
    assert sentences(corpus) == sentences(read(CONLLU))


def test_numbered__like_eval07_columns_are_split_at_any_white_space() -> None:
    """A form with a space shifts HEAD, silently: so does the scorer (FORM 'a b' makes XPOS the HEAD's neighbour)."""
    corpus = read(edit_field(CONLLU, 2, 1, "a b"), conventions=EVAL07)
    assert corpus.forms(0, 1) == ["a"]
    assert column(corpus, "head")[0] == "Case=Nom"


def test_numbered__like_ud_missing_head_inside_a_token_goes_on() -> None:
    """The scorer crashes there with a bare ValueError; we go on, and the word counts as wrong."""
    content = edit_field(insert_line(CONLLU, 2, multiword("1-2", "DieKatze")), 3, 6, "_")
    assert heads(read(content, conventions=UD))[0] == HEADLESS


@pytest.mark.parametrize("number", ["2-5", "2-9", "3-2", "2-0", "2-" + "9" * 12, "2-" + "9" * 25, "2-" + "9" * 5000])
def test_numbered__range_beyond_its_sentence_is_refused(number: str) -> None:
    error = refuse(insert_line(CONLLU, 3, multiword(number, "x")))
    assert (error.line, error.sentence) == (3, "cat")


@pytest.mark.parametrize("number", ["1-2", "3-4", "5-6"])
def test_numbered__range_before_other_words_is_not_taken_silently(number: str) -> None:
    """The range says 5-6 and stands before word 2: it may be refused or counted, but somebody must hear of it."""
    assert is_said(insert_line(CONLLU, 3, multiword(number, "Katzeschläft")), "conllu", 3)


def test_numbered__overlapping_ranges_are_refused() -> None:
    content = insert_line(insert_line(CONLLU, 3, multiword("2-3", "x")), 2, multiword("1-2", "y"))
    assert refuse(content).line == 2


def test_numbered__range_at_the_end_of_a_sentence_is_refused() -> None:
    """It must not take the words of the next sentence."""
    assert refuse(insert_line(CONLLU, 6, multiword("5-6", "x"))).line == 6


@pytest.mark.parametrize("ending", ["", "\n", "\n\n"])
def test_numbered__range_at_the_end_of_the_file_is_refused(ending: str) -> None:
    """What is left of a file that was cut off after the first line of a multiword token."""
    assert refuse(CONLLU.rstrip("\n") + "\n" + multiword("4-5", "x") + ending).line == 11


def test_numbered__range_alone_is_refused() -> None:
    assert refuse(multiword("1-2", "x") + "\n").line == 1


@pytest.mark.parametrize("fmt", NUMBERED)
@pytest.mark.parametrize("form", ["", " ", "\u00a0", "\u3000", "  \u2003"])
def test_numbered__empty_form_is_refused(fmt: str, form: str) -> None:
    """White space is removed before forms are compared, so a form of white space is none."""
    sample = SAMPLES[fmt]
    error = refuse(edit_field(sample.text, sample.lines[0], 1, form), fmt)
    assert error.line == sample.lines[0]
    assert "empty" in error.message


@pytest.mark.parametrize("form", ["\u00a0", "\u3000"])
def test_numbered__form_of_white_space_passes_where_nobody_looks(form: str) -> None:
    """eval07.pl and ComparEval take words by their places."""
    corpus = read(edit_field(CONLLU, 2, 1, form), conventions=EVAL07)
    assert heads(corpus) == heads(read(CONLLU))


def test_numbered__empty_form_of_a_range_is_refused() -> None:
    assert refuse(insert_line(CONLLU, 2, multiword("1-2", ""))).line == 2


@pytest.mark.parametrize("fmt", NUMBERED)
def test_numbered__first_column_missing_is_refused(fmt: str) -> None:
    sample = SAMPLES[fmt]
    error = refuse(edit_field(sample.text, sample.lines[0], 0, ""), fmt)
    assert error.line == sample.lines[0]


def test_numbered__sentence_of_a_thousand_words() -> None:
    """A chain this long is where the UD evaluation runs out of recursion."""
    rows = [f"{number} w w X X _ {number - 1} dep _ _" for number in range(1, 1501)]
    corpus = read(table(*rows, ""), conventions=UD)
    assert heads(corpus) == [ROOT, *range(1499)]


def test_numbered__tolerant_is_the_default() -> None:
    assert Conventions().reading == "tolerant"


@pytest.mark.parametrize("content", ["", "\n", "# a comment\n", "# a comment", "\n\n\n"])
def test_numbered__nothing_is_read_as_nothing(content: str) -> None:
    corpus = read(content)
    assert (corpus.n_words, corpus.n_sents, corpus.n_docs) == (0, 0, 0)


def test_numbered__errors_are_of_one_tree() -> None:
    with pytest.raises(TertiumError):
        read("nonsense\n")


def test_heads__the_message_counts_the_words_without() -> None:
    text = "1\ta\t_\tX\t_\t_\t0\troot\t_\t_\n2\tb\t_\tX\t_\t_\t_\tx\t_\t_\n3\tc\t_\tX\t_\t_\t_\tx\t_\t_\n\n"
    with pytest.raises(FormatError, match=r"HEAD is '_', not a number \(2 of 3 words have no number there\)"):
        read(text)


def test_empty_columns__are_counted() -> None:
    """Some published outputs write nothing where CoNLL-U wants an underscore."""
    text = "1\ta\ta\tX\t_\t\t0\troot\t_\t_\n2\tb\tb\tX\t_\t\t1\tx\t_\t_\n\n"
    assert faults(read(text)) == {"words with nothing, not even _, in column 6 (FEATS)": 2}


def test_heads__beyond_a_file_that_is_cut_off() -> None:
    text = "1\ta\t_\tX\t_\t_\t0\troot\t_\t_\n\n1\ta\t_\tX\t_\t_\t3\tx\t_\t_\n"
    with pytest.raises(FormatError) as caught:
        read(text)
    assert "cut off in its last sentence?" in str(caught.value.hint)
