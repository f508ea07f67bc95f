"""Which format is this? By content, with a reason."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tertium.errors import FormatError, TertiumError
from tertium.formats import FORMATS, reader
from tertium.formats.sniffing import sniff
from tertium.formats.sources import Text
from tests.formats.samples import (
    COLUMNS,
    CONLL2009,
    CONLLU,
    CONLLX,
    QUICK,
    SAMPLES,
    SCRIPTS,
    SLASHED,
    VERTICAL,
    insert_line,
    multiword,
    table,
)

if TYPE_CHECKING:
    from tertium.formats.guess import Guess


def look(content: str | bytes, fmt: str | None = None) -> Guess:
    data = content.encode("utf-8") if isinstance(content, str) else content
    return sniff(Text(data, "x.txt"), fmt)


def refuse(content: str) -> FormatError:
    with pytest.raises(FormatError) as caught:
        look(content)
    assert caught.value.path == "x.txt"
    return caught.value


@pytest.mark.parametrize("name", [name for name in SAMPLES if name != "mapped"])
@pytest.mark.parametrize("change", ["none", "windows", "mark", "leading blank lines", "no final newline"])
def test_sniff__every_sample(name: str, change: str) -> None:
    content = {
        "none": SAMPLES[name].text,
        "windows": SAMPLES[name].text.replace("\n", "\r\n"),
        "mark": "\ufeff" + SAMPLES[name].text,
        "leading blank lines": "\n\n" + SAMPLES[name].text,
        "no final newline": SAMPLES[name].text.rstrip("\n"),
    }[change]
    assert look(content).format == SAMPLES[name].format


@pytest.mark.parametrize("name", FORMATS)
def test_sniff__examples_of_the_format_page(name: str) -> None:
    """What `tertium formats` shows as an example is recognised as what it is."""
    assert look(FORMATS[name].example + "\n").format == name


@pytest.mark.parametrize("script", SCRIPTS)
def test_sniff__any_script(script: str) -> None:
    guess = look(SCRIPTS[script])
    assert (guess.format, guess.heads) == ("conllu", True)


CONLLU_SIGNS = {
    "comment": "# a comment\n" + CONLLX,
    "range": insert_line(CONLLX, 1, multiword("1-2", "Diekatze")),
    "empty node": insert_line(CONLLX, 2, multiword("1.1", "x")),
    "universal tags": CONLLU.replace("# sent_id = cat\n", "").replace("# sent_id = dream\n", ""),
}


@pytest.mark.parametrize("sign", CONLLU_SIGNS)
def test_sniff__conllu_by(sign: str) -> None:
    assert look(CONLLU_SIGNS[sign]).format == "conllu"


def test_sniff__conllu_of_one_word_below_comments_that_hold_a_tab() -> None:
    assert look("# text = a\tb\n" + table("1 a a X _ _ 0 root _ _", "")).format == "conllu"


def test_sniff__row_cut_off_among_wide_ones() -> None:
    assert look(CONLL2009 + "3\tx\tx\tx\tx\tx\n").format == "conll2009"


def test_sniff__carriage_return_inside_a_line() -> None:
    """It is no line end beside others, and no reason to stumble."""
    assert look(CONLLU.replace("\tdie\t", "\t\r\t")).format == "conllu"
    assert look(table("1 a x X _ _ 0 root _ _", "").replace("x", "\r")).format == "conllu"


def test_sniff__what_is_filled() -> None:
    assert look(CONLLU).filled == {"id", "form", "lemma", "upos", "xpos", "feats", "head", "deprel", "misc"}
    assert look(CONLL2009).filled == {"form", "lemma", "xpos", "head", "deprel"}
    assert look(COLUMNS).filled == {"tag"}


def test_sniff__no_heads() -> None:
    guess = look(table("1 Die die DET ART _ _ _ _ _", "2 Katze _ NOUN NN _ _ _ _ _", ""))
    assert (guess.format, guess.heads) == ("conllu", False)


def test_sniff__coreference_in_conllu_is_mentioned() -> None:
    assert "Entity=" in look(CONLLU.replace("\tpunct\t_\t_", "\tpunct\t_\tEntity=(e1)")).note


def test_sniff__spans_are_known_by_their_tags() -> None:
    assert look(table("Die O", "Katze B-ANIM", "Minka I-ANIM", "")).format == "bio"
    assert look(table("Die O", "Katze O", "")).format == "bio"
    assert look(table("Die O", "Katze B", "")).format == "columns"
    assert look("-DOCSTART- -X- O\n\nDie ART O\nKatze NN B-ANIM\n").format == "bio"
    assert "column 3" in look(table("1 Die O - -", "2 Katze B-ANIM - -", "")).reason


@pytest.mark.parametrize(
    ("content", "word"),
    [(VERTICAL, "TreeTagger"), (COLUMNS, "one word a line"), (SLASHED, "'_'"), (SLASHED.replace("_", "/"), "'/'")],
)
def test_sniff__says_why(content: str, word: str) -> None:
    assert word in look(content).reason


def test_sniff__columns_by_spaces() -> None:
    assert look("Die ART\nKatze NN\n").format == "columns"
    assert look("Die ART\nKatze NN\n").reason.endswith("separated by spaces")


def test_sniff__numbers_as_words_are_no_numbered_words() -> None:
    """Two columns are not ten, whatever stands in the first."""
    assert look(table("1984 CARD", "2001 CARD", "")).format == "columns"


def test_sniff__word_and_tag_with_underscores_in_columns() -> None:
    """Universal features hold `_` too: two columns that split everywhere are still columns."""
    assert look("a_b X_Y\nc_d Z_W\n").format == "columns"


@pytest.mark.parametrize("name", FORMATS)
def test_sniff__told_is_told(name: str) -> None:
    assert look(CONLLU, name).format == name
    assert look(CONLLU, name).reason == "as told"


@pytest.mark.parametrize("content", ["", "\n\n\n", "   \n\t\n", "\ufeff", "\ufeff\r\n"])
def test_sniff__empty_file_is_refused(content: str) -> None:
    assert "empty" in str(refuse(content))


@pytest.mark.parametrize("content", ["# one\n", "# one\n\n# two"])
def test_sniff__comments_alone_are_refused(content: str) -> None:
    assert "comments only" in str(refuse(content))


def test_sniff__long_preamble_of_comments_is_no_empty_file() -> None:
    """A licence and a word list before the first sentence are comments, and not all there is."""
    content = "".join(f"# {number}\n" for number in range(600)) + CONLLU
    assert look(content).format == "conllu"


@pytest.mark.parametrize(
    "content", ["(S (NP (D Die) (N Katze)) (V schläft))\n", "  (S\n    (NP (D Die)))\n", "(())\n(S (V geh))\n"]
)
def test_sniff__bracketed_trees(content: str) -> None:
    guess = sniff(Text(content.encode(), "x"))
    assert (guess.format, guess.trees) == ("penn", True)


def test_sniff__coreference() -> None:
    guess = look("#begin document (bc/cctv); part 000\nbc\t0\t0\tIn\t(0)\n#end document\n")
    assert (guess.format, guess.mentions) == ("conll2012", True)
    guess = look('{"doc_key": "a", "tokens": ["In"], "clusters": []}\n')
    assert (guess.format, guess.mentions) == ("corefjson", True)


@pytest.mark.parametrize(
    "content",
    [
        '{"doc_key": "a", "sentences": [["In"',
        '{"doc_key": "a", "sentences": [["In"]]}\n',
        '[{"doc_key": "a", "sentences": [["In"]]}]',
    ],
)
def test_sniff__documents_in_json_are_coreference_though_they_cannot_be_read(content: str) -> None:
    """Or a file that was cut off, or written as one array, would be a table whose columns have no names."""
    assert look(content).format == "corefjson"


@pytest.mark.parametrize("content", ["Die Katze schläft.\nSie träumt.\n", "Katze\n", "Die\nKatze\n", "{}\n"])
def test_sniff__prose_is_refused(content: str) -> None:
    error = refuse(content)
    assert "cannot be recognised" in error.message
    assert "tertium formats" in str(error.hint)


def test_sniff__unrecognised_line_is_the_one_shown() -> None:
    """The message shows the first line that is no comment, so it must give that line's number."""
    assert refuse("# note\n\nDie Katze schläft.\nSie träumt.\n").line == 3


def test_sniff__mixed_tabs_and_spaces_name_the_line() -> None:
    """Line 6 of the file, though empty lines and comments before it are not part of the sample."""
    error = refuse("\n# note\n\nDie\tART\nKatze\tNN\nschläft VVFIN\nSie PPER\n")
    assert "tabs" in error.message
    assert error.line == 6


@QUICK
@given(st.binary(max_size=200))
def test_sniff__any_bytes(data: bytes) -> None:
    """Recognised or refused, never a crash."""
    try:
        guess = look(data)
    except FormatError:
        return
    assert guess.format in FORMATS


LINES = st.lists(
    st.one_of(
        st.sampled_from(
            [
                "",
                "# sent_id = x",
                "<s>",
                "</s>",
                "<text id='x'>",
                "1\tDie",
                "1-2\tx",
                "1.1\tx",
                "a_X",
                "a/X",
                "(S",
                "\t",
            ]
        ),
        st.lists(st.sampled_from(["1", "2", "Die", "_", "NOUN", "B-X", "", "שרה"]), max_size=16).map("\t".join),
        st.text(max_size=10),
    ),
    max_size=12,
).map("\n".join)


@QUICK
@given(LINES)
def test_sniff__any_lines(content: str) -> None:
    try:
        guess = look(content.encode("utf-8", "surrogatepass"))
    except FormatError:
        return
    assert guess.format in FORMATS
    assert guess.reason


@pytest.mark.parametrize("name", FORMATS)
def test_reader__knows_every_format(name: str) -> None:
    assert callable(reader(name))


def test_reader__unknown_format_is_refused() -> None:
    with pytest.raises(TertiumError, match="no format 'conllz'") as caught:
        reader("conllz")
    assert "tertium formats" in str(caught.value.hint)


@pytest.mark.parametrize(
    ("content", "fmt"),
    [
        ("(S (NP (N 0=a)) (V 1=b))\n", "discbracket"),
        ("(S (NP (N 1=a)) (V b))\n", "penn"),
        ("(ROOT\n  (S\n    (N 0=a)))\n", "discbracket"),
        ("%% TIGER\n#FORMAT 4\n#BOT ORIGIN\n0\tx\n", "export"),
        ("#BOS 1 2 3 4 %% x\na\tN\t--\t--\t0\n#EOS 1\n", "export"),
        ('<?xml version="1.0"?>\n<corpus id="x">\n<head/>\n', "tigerxml"),
        ('<corpus><body><s id="1"><graph root="1_1">\n', "tigerxml"),
    ],
)
def test_sniff__trees_of_phrases(content: str, fmt: str) -> None:
    guess = look(content)
    assert (guess.format, guess.trees) == (fmt, True)
    assert guess.reason


@pytest.mark.parametrize("fmt", ["penn", "discbracket", "export", "tigerxml"])
def test_sniff__told_formats_of_trees(fmt: str) -> None:
    assert look("anything\n", fmt).trees


@pytest.mark.parametrize("rest", ["2\tb\tfoo\tNOUN\t_", "2\tb\tfoo\n", "2\tb\n3\tc\n", "2"])
def test_sniff__a_file_that_is_cut_off_is_still_what_it_was(rest: str) -> None:
    """Two lines, the second of them cut: the first tells."""
    assert look("1\ta\t_\tNOUN\t_\t_\t0\troot\t_\t_\n" + rest).format == "conllu"


@pytest.mark.parametrize(
    "start", ["<html><body>", "<!DOCTYPE html>\n", "\n  <!doctype HTML PUBLIC>\n", "<HTML lang='en'>\n"]
)
@pytest.mark.parametrize("fmt", [None, "conllu", "columns"])
def test_sniff__a_web_page_is_named(start: str, fmt: str | None) -> None:
    with pytest.raises(FormatError, match="web page"):
        sniff(Text((start + "<p>404: not found</p>\n").encode(), "x"), fmt)


def test_sniff__an_element_is_no_web_page() -> None:
    assert look("<text id='a'>\na\tN\n").format == "columns"


@pytest.mark.parametrize(
    ("content", "token", "line"),
    [
        ("The_DT cat sleeps_VBZ\n", "cat", 1),
        ("The_DT cat_NN\nIt now_RB sleeps_VBZ\n", "It", 2),
        ("a_X b/Y\n", "b/Y", 1),
        ("a/X b/Y c/Z\nd/W e\n", "e", 2),
    ],
)
def test_sniff__a_token_without_a_tag_is_named(content: str, token: str, line: int) -> None:
    with pytest.raises(FormatError, match=repr(token)) as caught:
        look(content)
    assert (caught.value.line, caught.value.sentence) == (line, str(line))
