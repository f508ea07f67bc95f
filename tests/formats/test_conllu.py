"""CoNLL-U: read, write, mark; what is written is what was read."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tertium.conventions import PRESETS
from tertium.formats import conllu
from tertium.formats.sources import Text
from tests.formats.samples import (
    COLUMNS,
    CONLLU,
    QUICK,
    SCRIPTS,
    THOROUGH,
    column,
    edit_field,
    faults,
    heads,
    insert_line,
    multiword,
    read,
    sentences,
)

CHARACTERS = st.characters(exclude_categories=["Cs"], exclude_characters="\t\n\r\0")
"""Anything that one field of one line can hold: unpaired surrogates are no text, a NUL is refused."""

FIELDS = st.one_of(
    st.sampled_from(
        ["_", "", "NOUN", "Case=Nom|Number=Sing", "nsubj:pass", '"', "#", "א", "猫", "e\u0301", "👩‍🔬", "\u2028"]
    ),
    st.text(CHARACTERS, max_size=6),
)
FORMS = st.text(CHARACTERS, min_size=1, max_size=6).filter(lambda form: any(not _is_space(mark) for mark in form))
NAMES = st.text(st.characters(categories=["L", "N", "P", "S"]), min_size=1, max_size=8)


def _is_space(character: str) -> bool:
    return unicodedata.category(character) == "Zs"


@st.composite
def sentence_lines(draw: st.DrawFn) -> list[str]:
    """The lines of one sentence as `write` writes them, without the empty one."""
    size = draw(st.integers(1, 4))
    lines = [f"# sent_id = {draw(NAMES)}"] if draw(st.booleans()) else []
    starts = draw(st.sets(st.integers(1, size)))
    covered = 0
    for number in range(1, size + 1):
        if number in starts and number > covered:
            covered = draw(st.integers(number, size))
            lines.append(multiword(f"{number}-{covered}", draw(FORMS)))
        lemma, upos, xpos, feats, deprel, deps, misc = (draw(FIELDS) for _ in range(7))
        head = str(draw(st.integers(0, size)))
        lines.append("\t".join([str(number), draw(FORMS), lemma, upos, xpos, feats, head, deprel, deps, misc]))
    return lines


@st.composite
def documents(draw: st.DrawFn) -> str:
    """A whole file as `write` writes it."""
    lines: list[str] = []
    for _ in range(draw(st.integers(1, 2))):
        if draw(st.booleans()):
            lines.append(f"# newdoc id = {draw(NAMES)}")
        lines += [*draw(sentence_lines()), ""]
    return "\n".join([*lines, ""])


def check_round_trip(content: str) -> None:
    corpus = read(content)
    written = conllu.write(corpus)
    again = read(written, vocab=corpus.vocab)
    assert sentences(again) == sentences(corpus)
    assert heads(again) == heads(corpus)
    for name in ("lemma", "upos", "xpos", "feats", "deprel", "deps", "misc"):
        assert column(again, name) == column(corpus, name)
    assert corpus.vocab.decode(again.surface.form) == corpus.vocab.decode(corpus.surface.form)
    assert again.surface.word_start.tolist() == corpus.surface.word_start.tolist()
    assert again.surface.multiword.tolist() == corpus.surface.multiword.tolist()
    assert again.doc_start.tolist() == corpus.doc_start.tolist()
    assert written == content


@QUICK
@given(documents())
def test_write__reads_back_the_same(content: str) -> None:
    """read(write(x)) == x, whatever the words are made of."""
    check_round_trip(content)


@pytest.mark.slow
@THOROUGH
@given(documents())
def test_write__reads_back_the_same_however_long_we_try(content: str) -> None:
    check_round_trip(content)


@QUICK
@given(documents())
def test_read__keeps_every_field(content: str) -> None:
    """Against the plainest reading there is: split at newlines and tabs."""
    rows = [line.split("\t") for line in content.split("\n") if "\t" in line and not line.startswith("#")]
    words = [row for row in rows if "-" not in row[0]]
    corpus = read(content)
    empty = {
        f"{place + 1} ({name.upper()})" for place, name in enumerate(conllu.COLUMNS) if "" in {w[place] for w in words}
    }
    assert {kind.removeprefix("words with nothing, not even _, in column ") for kind in faults(corpus)} == empty
    for place, name in enumerate(conllu.COLUMNS):
        if name not in ("id", "head"):
            assert column(corpus, name) == [row[place] for row in words]


@pytest.mark.parametrize("script", SCRIPTS)
def test_write__scripts_survive(script: str) -> None:
    assert conllu.write(read(SCRIPTS[script])) == SCRIPTS[script]


def test_write__sample_survives() -> None:
    content = "# newdoc id = one\n" + insert_line(CONLLU, 2, multiword("1-2", "Diekatze"))
    assert conllu.write(read(content)) == content


def test_write__nothing_is_nothing() -> None:
    assert conllu.write(read("")) == ""


def test_write__marks_go_to_misc() -> None:
    lines = conllu.write(read(CONLLU), {0: "Diff=x", 2: "Diff=y"}).split("\n")
    assert lines[1].endswith("\tDiff=x")
    assert lines[3].endswith("\tSpaceAfter=No|Diff=y")


def test_write__tags_of_other_formats_become_xpos() -> None:
    assert conllu.write(read(COLUMNS, "columns")).split("\n")[0] == "1\tDie\t_\t_\tART\t_\t_\t_\t_\t_"


def test_write__unreadable_head_does_not_become_a_root() -> None:
    corpus = read(edit_field(CONLLU, 2, 6, "x"), conventions=PRESETS["eval07"][1])
    assert conllu.write(corpus).split("\n")[1].split("\t")[6] != "0"


def test_mark__changes_nothing_else() -> None:
    data = ("\ufeff" + CONLLU.replace("\n", "\r\n")).encode()
    marked = conllu.mark(Text(data, "x"), {2: "Diff=é", 4: "Diff=x"}).split(b"\r\n")
    expected = data.split(b"\r\n")
    expected[1] = expected[1].removesuffix(b"_") + "Diff=é".encode()
    expected[3] += b"|Diff=x"
    assert marked == expected


def test_mark__file_without_a_final_newline() -> None:
    data = CONLLU.rstrip("\n").encode()
    assert conllu.mark(Text(data, "x"), {10: "Diff=x"}) == data.removesuffix(b"_") + b"Diff=x"


def test_mark__no_marks_no_change() -> None:
    assert conllu.mark(Text(CONLLU.encode(), "x"), {}) == CONLLU.encode()
