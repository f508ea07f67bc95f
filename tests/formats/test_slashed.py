"""One sentence a line, the tag glued to each word."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tertium.errors import FormatError, SourceError
from tertium.formats.slashed import find_separator
from tests.formats.samples import QUICK, SLASHED, column, faults, read, sentences


@pytest.mark.parametrize(
    ("lines", "separator"),
    [
        (["Die_ART Katze_NN"], "_"),
        (["Die/ART Katze/NN"], "/"),
        (["1/2_CARD und/oder_KON"], "_"),
        (["a_b/X c_d/Y"], "_"),
        (["Die Katze schläft"], None),
        (["_ /"], None),
        (["_A B_"], None),
        ([], None),
        (["   "], None),
        (["שרה_VERB ילדה_NOUN"], "_"),
    ],
)
def test_find_separator__splits_nearly_every_token(lines: list[str], separator: str | None) -> None:
    assert find_separator(lines) == separator


def test_slashed__words_tags_and_sentences() -> None:
    corpus = read(SLASHED, "slashed")
    assert corpus.format == "slashed"
    assert sentences(corpus)[:2] == [["Die", "Katze", "schläft", "."], ["Sie", "träumt", "."]]
    assert column(corpus, "tag")[:4] == ["ART", "NN", "VVFIN", "$."]
    assert corpus.n_sents == 3
    assert faults(corpus) == {}


def test_slashed__lines_are_those_of_the_file() -> None:
    corpus = read("\n\n" + SLASHED, "slashed")
    assert corpus.line.tolist()[:5] == [3, 3, 3, 3, 4]


def test_slashed__tag_starts_after_the_last_separator() -> None:
    corpus = read("1/2/CARD und/oder/KON ///$(\n", "slashed")
    assert sentences(corpus) == [["1/2", "und/oder", "//"]]
    assert column(corpus, "tag") == ["CARD", "KON", "$("]


def test_slashed__a_tag_may_be_the_separator_itself() -> None:
    """A tagger writes `_` where it knows no tag."""
    corpus = read("Die_ART -__ ____ Katze_NN a__b_X Da_ADV\n", "slashed")
    assert sentences(corpus) == [["Die", "-", "__", "Katze", "a__b", "Da"]]
    assert column(corpus, "tag") == ["ART", "_", "_", "NN", "X", "ADV"]


@pytest.mark.parametrize("word", ["#", "#Katzen", "<s>", "</s>", "<", "<text>", "שרה", "猫", "e\u0301", "👩‍🔬", '"'])
def test_slashed__any_word_is_a_word(word: str) -> None:
    assert sentences(read(f"{word}_X Katze_NN\n", "slashed")) == [[word, "Katze"]]


@pytest.mark.parametrize("space", ["\u00a0", "\u3000", "\u2009"])
def test_slashed__only_plain_spaces_part_words(space: str) -> None:
    """`500 000` with a no-break space is one word; that is what the no-break space is for."""
    assert sentences(read(f"500{space}000_CARD Katzen_NN\n", "slashed")) == [[f"500{space}000", "Katzen"]]


@pytest.mark.parametrize("mark", ["\x85", "\u2028"])
def test_slashed__only_newlines_end_sentences(mark: str) -> None:
    corpus = read(f"Kat{mark}ze_NN schläft_VVFIN\nSie_PPER\n", "slashed")
    assert corpus.n_sents == 2


@pytest.mark.parametrize("ending", ["\n", "\r\n"])
@pytest.mark.parametrize("final", ["", "\n", "\n\n\n"])
def test_slashed__line_endings(ending: str, final: str) -> None:
    content = (SLASHED.rstrip("\n") + final).replace("\n", ending)
    assert sentences(read(content, "slashed")) == sentences(read(SLASHED, "slashed"))


def test_slashed__byte_order_mark_is_not_part_of_a_word() -> None:
    assert sentences(read("\ufeff" + SLASHED, "slashed"))[0][0] == "Die"


def test_slashed__byte_order_mark_is_counted() -> None:
    assert sum(faults(read("\ufeff" + SLASHED, "slashed")).values()) == 1


def test_slashed__tabs_between_words_are_white_space() -> None:
    assert sentences(read("Die_ART\tKatze_NN\n", "slashed")) == [["Die", "Katze"]]


@pytest.mark.parametrize("token", ["Katze", "Katze_", "_NN", "_"])
def test_slashed__token_without_word_or_tag_is_refused(token: str) -> None:
    with pytest.raises(FormatError) as caught:
        read(SLASHED.replace("träumt_VVFIN", token), "slashed", path="x.txt")
    assert (caught.value.path, caught.value.line) == ("x.txt", 2)
    assert repr(token) in caught.value.message
    assert caught.value.hint


def test_slashed__bad_token_of_a_short_file_is_refused_by_its_name() -> None:
    with pytest.raises(FormatError) as caught:
        read("Die_ART Katze schläft_VVFIN\n", "slashed")
    assert "'Katze'" in caught.value.message


def test_slashed__bad_utf8_names_its_line() -> None:
    with pytest.raises(SourceError, match="is not UTF-8") as caught:
        read("Die_ART\nschläft_VVFIN\n".encode("latin-1"), "slashed")
    assert caught.value.line == 2


WORDS = st.text(st.characters(exclude_categories=["Cs", "Z", "Cc"], exclude_characters="_"), min_size=1, max_size=5)


@QUICK
@given(st.lists(st.lists(st.tuples(WORDS, WORDS), min_size=1, max_size=4), min_size=1, max_size=4))
def test_slashed__reads_what_was_written(pairs: list[list[tuple[str, str]]]) -> None:
    content = "".join(" ".join(f"{word}_{tag}" for word, tag in sentence) + "\n" for sentence in pairs)
    corpus = read(content, "slashed")
    assert sentences(corpus) == [[word for word, _ in sentence] for sentence in pairs]
    assert column(corpus, "tag") == [tag for sentence in pairs for _, tag in sentence]


def test_slashed__empty_text_is_empty() -> None:
    assert read("", "slashed").n_words == 0
