"""NEGRA export, formats 3 and 4."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tertium.errors import FormatError, SourceError, UsageError
from tertium.formats import export
from tests.packed_trees import Tree, expected, read_as, to_text, trees, unpack
from tests.strategies import quick

FOUR = """%% a header
#FORMAT 4
#BOT ORIGIN
0 -- not bound
#EOT ORIGIN
#BOS 7 2 899973978 1 %% a comment
Darüber\tdarüber\tPROAV\t--\tMO\t500\tSB\t502 %% secondary edge
muß\tmüssen\tVMFIN\t3.Sg\tHD\t502
nachgedacht\tdenken\tVVPP\t--\tHD\t500
werden\twerden\tVAINF\t--\tHD\t501
.\t--\t$.\t--\t--\t0
#500\t--\tVP\t--\tOC\t501
#501\t--\tVP\t--\tOC\t502
#502\t--\tS\t--\t--\t0
#EOS 7
#BOS 8
#EOS 8
"""
THREE = "\n".join(
    "\t".join(line.split("\t")[:1] + line.split("\t")[2:]) if "\t" in line else line for line in FOUR.split("\n")
).replace("#FORMAT 4", "#FORMAT 3")


@pytest.mark.parametrize("text", [FOUR, THREE, FOUR.replace("\t", "\t\t"), "\ufeff" + FOUR, FOUR.replace("\n", "\r\n")])
def test_read__words_phrases_functions(text: str) -> None:
    corpus = read_as("export", text)
    rows, words = unpack(corpus)[0]
    assert rows == [
        ("VROOT", -1, frozenset(range(5))),
        ("S", 0, frozenset(range(4))),
        ("VP", 1, frozenset({0, 2, 3})),
        ("VP", 2, frozenset({0, 2})),
    ]
    assert words[1] == ("VMFIN", "muß")
    assert corpus.nodes is not None
    assert corpus.nodes.function is not None
    assert corpus.vocab.decode(corpus.nodes.function) == ["", "", "OC", "OC"]
    assert corpus.vocab.decode(corpus.columns["function"]) == ["MO", "HD", "HD", "HD", ""]
    assert corpus.vocab.decode(corpus.columns["feats"][:2]) == ["", "3.Sg"]
    assert ("lemma" in corpus.columns) == (text != THREE)
    assert corpus.nodes.is_gappy().sum() == 2


def test_read__a_sentence_without_words_is_a_failed_parse() -> None:
    corpus = read_as("export", FOUR)
    assert corpus.n_sents == 2
    assert unpack(corpus)[1] == ([], [])
    assert [corpus.sentence_name(s) for s in range(2)] == ["7", "8"]


@quick
@given(st.lists(trees(gaps=True, root="VROOT"), min_size=1, max_size=4))
def test_write__reads_as_it_was(forest: list[Tree]) -> None:
    """The virtual root is no phrase of the file, and there again when it is read."""
    text = "".join(f"{to_text(tree, placed=True)}\n" for tree in forest)
    corpus = read_as("export", export.write(read_as("discbracket", text)))
    assert unpack(corpus) == [expected(tree) for tree in forest]


def test_write__functions_lemmas_names() -> None:
    corpus = read_as("export", FOUR)
    again = read_as("export", export.write(corpus), corpus.vocab)
    assert export.write(again) == export.write(corpus)
    assert again.nodes is not None
    assert corpus.nodes is not None
    assert np.array_equal(again.nodes.function, corpus.nodes.function)  # type: ignore[arg-type]
    for name in ("lemma", "feats", "function"):
        assert np.array_equal(again.columns[name], corpus.columns[name])


@pytest.mark.parametrize("form", ["#500", "#EOS", "%%", "#1234"])
def test_write__words_that_the_format_cannot_hold(form: str) -> None:
    with pytest.raises(UsageError, match=form):
        export.write(read_as("penn", f"(S (N {form}))\n"))


@pytest.mark.parametrize(
    ("old", "new", "line", "what"),
    [
        ("HD\t502", "HD\t509", 8, "no phrase '509'"),
        ("HD\t502", "HD", 8, "no phrase 'HD'"),  # five columns are format 3, whose last is the parent
        ("muß\tmüssen\tVMFIN\t3.Sg\tHD\t502", "muß\tVMFIN", 8, "2 columns"),
        ("#501\t", "#500\t", 13, "#500 is there twice"),
        ("--\tS\t--\t--\t0", "--\tS\t--\t--\t501", 12, "above itself, or below"),
        ("#EOS 7", "", 6, "before this one ends"),
        ("#EOS 7", "#EOS 9", 15, "#EOS 9 ends"),
        ("#EOS 8\n", "", 16, "never ends"),
        ("#EOS 7\n", "#EOS 7\nword\n", 16, "in no sentence"),
    ],
)
def test_read__malformed(old: str, new: str, line: int, what: str) -> None:
    text = FOUR.replace(old, new, 1)
    with pytest.raises(FormatError, match=what) as caught:
        read_as("export", text)
    assert (caught.value.path, caught.value.line) == ("x.txt", line)


def test_read__malformed_names_the_sentence() -> None:
    with pytest.raises(FormatError) as caught:
        read_as("export", FOUR.replace("HD\t502", "HD\t509"))
    assert caught.value.sentence == "7"


def test_read__not_utf8() -> None:
    with pytest.raises(SourceError, match="not UTF-8"):
        read_as("export", FOUR.encode("latin-1"))
