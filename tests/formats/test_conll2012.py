"""CoNLL-2011 and CoNLL-2012: mentions, their order, and what is odd."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tertium.conventions import PRESETS, Conventions
from tertium.corpus import Corpus, Vocab
from tertium.errors import FormatError
from tertium.formats.conll2012 import read
from tertium.formats.request import Request
from tertium.formats.sources import Text
from tests.chains import brackets_of, conll
from tests.formats.samples import QUICK

if TYPE_CHECKING:
    from tertium.mentions import Mentions

RULES = Conventions(task="coreference", layer="tag")


def read_text(content: str, rules: Conventions = RULES) -> Corpus:
    wanted = frozenset({"form", "tag", "mentions"})
    ask = Request(vocab=Vocab(), name="x", wanted=wanted, conventions=rules)
    return read(Text(content.encode(), "x.conll"), ask)


def mentions_of(content: str, rules: Conventions = RULES) -> Mentions:
    mentions = read_text(content, rules).mentions
    assert mentions is not None
    return mentions


def spans(content: str, rules: Conventions = RULES) -> list[tuple[int, int, int]]:
    found = mentions_of(content, rules)
    return list(zip(found.chain.tolist(), found.first.tolist(), found.last.tolist(), strict=True))


def test_read__chains_by_first_appearance_mentions_by_closing() -> None:
    """The order in which the reference scorer goes through them decides what becomes of repeated spans."""
    found = spans(conll("(7 (3) 7)|(3) (7)"))
    assert found == [(0, 0, 2), (0, 3, 3), (1, 1, 1), (1, 2, 2)]


@pytest.mark.parametrize(
    ("brackets", "expected"),
    [
        ("(0 (0 0) 0)", [(0, 1, 2), (0, 0, 3)]),
        ("(0|(0) - 0)", [(0, 0, 0), (0, 0, 2)]),
        ("(0 (1 0) 1)", [(0, 0, 2), (1, 1, 3)]),
        ("(0(1) 0)", [(0, 0, 0), (1, 0, 1)]),
        ("(0 / 0) (0)", [(0, 0, 1), (0, 2, 2)]),
        ("(0)|(0) _", [(0, 0, 0), (0, 0, 0)]),
    ],
)
def test_read__nested_crossing_and_glued_brackets(brackets: str, expected: list[tuple[int, int, int]]) -> None:
    assert spans(conll(brackets)) == expected


def test_read__closing_before_opening_on_one_word_nests() -> None:
    """The reference scorer takes the opening bracket first, whatever was meant: this is said."""
    corpus = read_text(conll("(0 0)|(0 0)"))
    assert spans(conll("(0 0)|(0 0)")) == [(0, 1, 1), (0, 0, 2)]
    assert any("read as nested" in str(fault) for fault in corpus.irregularities)


def test_read__first_in_first_out_for_the_scripts_of_2017() -> None:
    rules = replace(RULES, mentions=replace(RULES.mentions, as_released=True))
    assert sorted(spans(conll("(0 (0 0) 0)"), rules)) == [(0, 0, 2), (0, 1, 3)]


def test_read__documents_sentences_and_names() -> None:
    text = conll("(0) / (0)") + conll("(0)", name="(d); part 001")
    corpus = read_text(text)
    assert corpus.document_names.strings().to_list() == ["(d); part 000", "(d); part 001"]
    assert corpus.sent_start.tolist() == [0, 1, 2, 3]
    assert corpus.doc_start.tolist() == [0, 2, 3]
    assert mentions_of(text).chain.tolist() == [0, 0, 1]
    assert mentions_of(text).doc_start.tolist() == [0, 2, 3]


@pytest.mark.parametrize("change", ["\r\n", "spaces", "bom", "no end"])
def test_read__line_ends_spaces_marks(change: str) -> None:
    text = conll("(0 0) - / (0)", forms=["the", "cat", "purrs", "it"])
    changed = {
        "\r\n": text.replace("\n", "\r\n"),
        "spaces": "\n".join(
            line if line.startswith("#") else "   ".join(line.split("\t")) for line in text.splitlines()
        ),
        "bom": "\ufeff" + text,
        "no end": text.replace("#end document\n", ""),
    }[change]
    corpus = read_text(changed)
    assert corpus.forms(0, 4) == ["the", "cat", "purrs", "it"]
    assert spans(changed) == spans(text)


def test_read__a_whole_line_is_a_column_under_the_preset_if_there_are_no_tabs() -> None:
    """The reference scorer splits at tabs only: a word (9) is then a mention."""
    text = conll("(0) - (0)", forms=["a", "(9)", "b"]).replace("\t", " ")
    assert len(spans(text)) == 2
    assert len(spans(text, PRESETS["conll2012"].rules)) == 3


def faults_of(content: str, rules: Conventions) -> list[str]:
    return [str(fault) for fault in read_text(content, rules).irregularities]


@pytest.mark.parametrize("preset", [None, "conll2012"])
def test_read__where_blanks_separate_columns_brackets_in_other_columns_are_said(preset: str | None) -> None:
    """The reference scorer takes them, too, and nothing else is odd about such a file; coval does not."""
    rules = PRESETS[preset].rules if preset else RULES
    text = conll("(0) - / (0 0)", forms=["a", "(9)", "b", "3)"]).replace("\t", " ")
    (fault,) = faults_of(text.replace("3)", "c"), rules)
    assert "x.conll: 1 word with brackets in front of the last column" in fault
    assert fault.endswith("(at line 3)")
    assert ("which count" in fault) == (preset is not None)
    assert not faults_of(text, PRESETS["coval"].rules)
    if not preset:
        assert "2 words with brackets in front of the last column" in faults_of(text, rules)[0]


@pytest.mark.parametrize("preset", [None, "conll2012"])
def test_read__blanks_between_columns_are_nothing_odd(preset: str | None) -> None:
    text = conll("(0) - / (0 0)").replace("\t", "  ").replace("\n", " \r\n")
    assert not faults_of(text, PRESETS[preset].rules if preset else RULES)


@pytest.mark.parametrize(
    ("old", "new"), [("document ", "document\t"), ("\n\n", "\n \t\n"), ("(0)\n", "(0) \t\n"), ("\nd ", "\n\td ")]
)
def test_read__tabs_at_the_ends_of_lines_separate_no_columns(old: str, new: str) -> None:
    """Nobody sees them in a file whose columns are separated by blanks."""
    text = conll("(0) - / (0 0)", forms=["a", "b", "c", "d"]).replace("\t", " ")
    corpus = read_text(text.replace(old, new))
    assert corpus.forms(0, 4) == ["a", "b", "c", "d"]
    assert spans(text.replace(old, new)) == spans(text)


def test_read__columns_vary_and_few_are_enough() -> None:
    text = "#begin document x\nd\t0\t0\tAnn\t(0)\nd\t0\t1\tleft\t-\n#end document\n"
    corpus = read_text(text)
    assert corpus.forms(0, 2) == ["Ann", "left"]
    wide = conll("(0) (0)").replace("\tw1\tNN\t", "\tw1\tNN\tx\ty\tz\t")
    assert spans(wide) == [(0, 0, 0), (0, 1, 1)]


def test_read__names_that_are_no_numbers() -> None:
    """The reference scorer takes 1) for a bracket, and passes over (e)."""
    assert len(spans(conll("(e1) (e1)"))) == 2
    (fault,) = faults_of(conll("(e|(1) e)"), RULES)
    assert "2 words with brackets of chains whose names are no numbers (the reference scorer does not" in fault
    broken = mentions_of(conll("(e1) (e1)"), PRESETS["conll2012"].rules).broken
    assert [(document, error.line) for document, error in broken] == [(0, 2)]


def test_read__double_antecedents_are_passed_over_and_said() -> None:
    """With one digit after the sign or several: the reference scorer knows one only, and stops at 12)."""
    for content in ("(0+1) (0)", "(0+12) (0)"):
        assert len(spans(conll(content))) == 1
        assert any("(0+1)" in fault for fault in faults_of(conll(content), RULES))


@pytest.mark.parametrize(
    ("brackets", "what", "line"),
    [
        ("(0 - -", "never closed", 2),
        ("- 0) -", "never opened", 3),
        ("(0) x? (0)", "last column", 3),
        ("(0) (1 (1) - 0)", "never opened", 6),
    ],
)
def test_read__wrong_brackets_are_refused(brackets: str, what: str, line: int) -> None:
    with pytest.raises(FormatError, match=what) as caught:
        read_text(conll(brackets))
    assert caught.value.line == line
    assert caught.value.hint


def test_read__coval_passes_over_wrong_brackets() -> None:
    rules = PRESETS["coval"].rules
    corpus = read_text(conll("(0 - (1) 2) (1)"), rules)
    assert corpus.mentions is not None
    assert corpus.mentions.n == 2
    assert len(corpus.irregularities) == 2


@pytest.mark.parametrize(
    ("text", "preset", "expected"),
    [
        (conll("(0 -"), "coval", "1 bracket that is never closed, passed over (as coval does)"),
        (conll("0) -"), "coval", "1 bracket that closes nothing, passed over (as coval does)"),
        (conll("(0)").replace("#end document\n", ""), None, "1 document without an #end document line"),
        ("x\ty\n" + conll("(0)"), None, "1 line outside of documents, which is not read"),
        (conll("(0)") * 2, "conll2012", "1 document with the name of a later one, which alone is read"),
        (conll("(0 0) - / (1 -") + conll("(2 -", name="e"), "coval", "2 brackets that are never closed, passed over"),
    ],
)
def test_read__one_of_a_kind_is_told_in_the_singular(text: str, preset: str | None, expected: str) -> None:
    corpus = read_text(text, PRESETS[preset].rules if preset else RULES)
    assert any(expected in str(fault) for fault in corpus.irregularities)


def test_read__two_documents_of_one_name() -> None:
    text = conll("(0) (0)") + conll("(0) - (0) (0)")
    with pytest.raises(FormatError, match="two documents"):
        read_text(text)
    corpus = read_text(text, PRESETS["conll2012"].rules)
    assert (corpus.n_docs, corpus.n_words) == (1, 4)


def test_read__lines_outside_of_documents_are_counted() -> None:
    corpus = read_text("x\t0\t0\tlost\t-\n" + conll("(0) (0)"))
    assert corpus.n_words == 2
    assert any("outside" in str(fault) for fault in corpus.irregularities)


def test_read__the_preset_takes_brackets_out_one_after_the_other() -> None:
    """What v8.01 takes out is gone, so that (2(2)2) becomes (22)... once (2) is out of it."""
    rules = PRESETS["conll2012"].rules
    assert spans(conll("(1(2)3) (13)"), rules) == [(0, 0, 0), (1, 0, 0), (1, 1, 1)]
    assert spans(conll("(0(1) 0)"), rules) == spans(conll("(0(1) 0)"))
    assert spans(conll("(0+(1+2)1) (0)"), rules) == [(0, 1, 1)]


def test_read__the_preset_goes_on_where_the_last_column_holds_more_than_brackets() -> None:
    rules = PRESETS["conll2012"].rules
    corpus = read_text(conll("(0)x (0) ?"), rules)
    assert corpus.mentions is not None
    assert corpus.mentions.n == 2
    assert any("more than brackets" in str(fault) for fault in corpus.irregularities)
    assert not mentions_of(conll("B-x I-x O"), rules).n
    with pytest.raises(FormatError, match="last column"):
        read_text(conll("B-x I-x O"))


def test_read__for_the_scripts_of_2017_mentions_stand_in_the_order_of_their_brackets() -> None:
    """Of two that begin together the paper has the longer one first; the scripts go by what is written first."""
    rules = replace(RULES, mentions=replace(RULES.mentions, as_released=True))
    assert spans(conll("(0|(0) 0) (0)|(0 0)"), rules) == [(0, 0, 1), (0, 0, 0), (0, 2, 2), (0, 2, 3)]
    assert spans(conll("(0|(0 0) 0)"), rules) == [(0, 0, 1), (0, 0, 2)]


def test_read__wrong_brackets_are_kept_for_whoever_scores_the_document() -> None:
    """The reference scorer reads documents of the key only; the others may hold anything."""
    text = conll("(0) (0)") + conll("(0 1)", name="(e); part 000") + conll("2)", name="(f); part 000")
    broken = mentions_of(text, PRESETS["conll2012"].rules).broken
    assert [document for document, _ in broken] == [1, 1, 2]
    assert {error.path for _, error in broken} == {"x.conll"}


def test_read__for_the_preset_every_line_of_a_document_is_a_word() -> None:
    """The reference scorer knows no comments: they move the words after them."""
    text = conll("(0) (0)").replace("d\t0\t1", "# a comment\nd\t0\t1")
    corpus = read_text(text)
    assert corpus.n_words == 2
    assert any("comment" in str(fault) for fault in corpus.irregularities)
    strict = read_text(text, PRESETS["conll2012"].rules)
    assert strict.n_words == 3
    assert strict.forms(0, 3) == ["w0", "", "w1"]


def test_read__a_word_may_begin_with_a_hash() -> None:
    assert read_text("#begin document x\n#\t(0)\n#1\t(0)\n#end document\n").forms(0, 2) == ["#", "#1"]


def test_read__for_the_preset_a_document_goes_on_until_one_ends() -> None:
    """The second document is read twice: as a part of the first, and by itself."""
    text = conll("(0) (0)").replace("#end document\n", "") + conll("(0) - (0)", name="(e); part 000")
    corpus = read_text(text, PRESETS["conll2012"].rules)
    assert corpus.n_words == 2 + 1 + 3 + 3  # the line that begins the second is a word of the first
    assert spans(text, PRESETS["conll2012"].rules) == [
        (0, 0, 0), (0, 1, 1), (0, 3, 3), (0, 5, 5), (1, 6, 6), (1, 8, 8),
    ]  # fmt: skip
    assert read_text(text).n_words == 5
    assert any("without an #end" in str(fault) for fault in corpus.irregularities)


@pytest.mark.parametrize("spaces", ["  ", "\t"])
@pytest.mark.parametrize("end", [" #end document", "\t# end document", "d 0 0 #end documents -", "#1 #end document"])
def test_read__for_the_preset_a_document_ends_inside_of_a_line(end: str, spaces: str) -> None:
    text = conll("(0) (0)") + conll("(0) - (0)", name="(e); part 000")
    text = text.replace("\n#end document", f"\n{end}", 1).replace("\t", spaces)
    corpus = read_text(text, PRESETS["conll2012"].rules)
    assert (corpus.n_docs, corpus.n_words) == (2, 5)
    assert not any("without an #end" in str(fault) for fault in corpus.irregularities)


def test_read__the_preset_does_not_mind_open_brackets_where_no_document_ends() -> None:
    text = conll("(0) (0) (1 -").replace("#end document\n", "")
    corpus = read_text(text, PRESETS["conll2012"].rules)
    assert corpus.mentions is not None
    assert corpus.mentions.n == 2
    assert any("never closed" in str(fault) for fault in corpus.irregularities)
    with pytest.raises(FormatError, match="never closed"):
        read_text(text)


def test_read__coval_joins_documents_of_one_name() -> None:
    corpus = read_text(conll("(0) (0)") + conll("(0)"), PRESETS["coval"].rules)
    assert (corpus.n_docs, corpus.n_words) == (1, 3)


def test_read__coval_goes_on_with_a_sentence_in_the_next_document_of_its_name() -> None:
    """Unless an empty line of the document has ended it; those between documents do not."""
    ended = conll("(0) (0)")
    text = ended.replace("\n\n#end document", "\n#end document")
    assert read_text(text + "\n" + text, PRESETS["coval"].rules).sent_start.tolist() == [0, 4]
    assert read_text(ended + text, PRESETS["coval"].rules).sent_start.tolist() == [0, 2, 4]


def test_read__coval_goes_on_with_a_sentence_whatever_stands_between_the_documents_of_its_name() -> None:
    """Empty lines of other documents end none of its sentences; one that follows an empty line ends none at all."""
    ended = conll("(0) (0)")
    text, other = ended.replace("\n\n#end document", "\n#end document"), ended.replace("(d)", "(e)")
    assert read_text(text + other + text, PRESETS["coval"].rules).sent_start.tolist() == [0, 4, 6]
    late = text.replace("part 000\n", "part 000\n\n")
    assert read_text(text + other + late, PRESETS["coval"].rules).sent_start.tolist() == [0, 4, 6]
    other = other.replace("\n\n#end document", "\n#end document")
    assert read_text(text + other + late, PRESETS["coval"].rules).sent_start.tolist() == [0, 2, 4, 6]


def test_read__coval_does_not_know_documents_without_lines() -> None:
    text = conll("(0)") + "#begin document e\n#end document\n#begin document f\n\n#end document\n#begin document g"
    corpus = read_text(text, PRESETS["coval"].rules)
    assert corpus.document_names.strings().to_list() == ["(d); part 000", "f"]
    assert any("2 documents without any line" in str(fault) for fault in corpus.irregularities)
    with pytest.raises(FormatError, match="coval knows of none"):
        read_text("#begin document e\n#end document\n", PRESETS["coval"].rules)


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        ("0) (2) (0)", [(0, 2, 2), (1, 1, 1)]),  # closed first, though nothing is open
        ("(5(6) - 5)", [(0, 0, 0)]),  # no bar, so the opening of 5 is lost
        ("(5|(6) - 5)", [(0, 0, 0), (1, 0, 2)]),
        ("(05 - 5)", [(0, 0, 2)]),
        ("(e5 5e)", [(0, 0, 1)]),
    ],
)
def test_read__coval_reads_signs_one_after_the_other(content: str, expected: list[tuple[int, int, int]]) -> None:
    """Chains come in the order in which their first mentions are closed."""
    assert spans(conll(content), PRESETS["coval"].rules) == expected


@pytest.mark.parametrize(
    ("content", "odd"),
    [
        ("(1)", False),
        ("(1|(2)|3)", False),
        ("(1)(2)", False),
        ("(1(2)", True),
        ("(-1)", True),
        ("x", True),
        ("()", True),
    ],
)
def test_read__what_coval_passes_over_is_counted(content: str, odd: bool) -> None:  # noqa: FBT001
    faults = [str(fault) for fault in read_text(conll(f"{content} (3)"), PRESETS["coval"].rules).irregularities]
    assert any("more than brackets, read as coval does" in fault for fault in faults) == odd


@pytest.mark.parametrize("content", ["(|1) -", "5|3) -"])
def test_read__coval_stops_at_a_bar_out_of_place(content: str) -> None:
    with pytest.raises(FormatError, match="last column"):
        read_text(conll(content), PRESETS["coval"].rules)


@st.composite
def chain_lists(draw: st.DrawFn) -> tuple[list[list[tuple[int, int]]], int]:
    n = draw(st.integers(1, 8))
    spans_of = st.tuples(st.integers(0, n - 1), st.integers(0, n - 1)).map(lambda pair: (min(pair), max(pair)))
    every = draw(st.lists(spans_of, unique=True, max_size=8))
    chains: dict[int, list[tuple[int, int]]] = {}
    for span in every:
        chains.setdefault(draw(st.integers(0, 3)), []).append(span)
    return list(chains.values()), n


def crosses(chain: list[tuple[int, int]]) -> bool:
    return any(one[0] < two[0] <= one[1] < two[1] for one in chain for two in chain)


@QUICK
@given(chain_lists())
def test_read__gives_back_what_was_written(drawn: tuple[list[list[tuple[int, int]]], int]) -> None:
    chains, n = drawn
    plain = [chain for chain in chains if not crosses(chain)]  # crossing mentions of one chain cannot be written
    found = mentions_of(conll(brackets_of(plain, n)))
    own: dict[int, set[tuple[int, int]]] = {}
    for chain, first, last in zip(found.chain.tolist(), found.first.tolist(), found.last.tolist(), strict=True):
        own.setdefault(chain, set()).add((first, last))
    assert sorted(map(sorted, own.values())) == sorted(map(sorted, plain))


def names_of(content: str, preset: str | None) -> list[str | None]:
    rules = PRESETS[preset].rules if preset else RULES
    return read_text(content, rules).document_names.strings().to_list()


WORD = "d\t0\t0\tw\tNN\t(0)\n"


@pytest.mark.parametrize(
    ("line", "tolerant", "conll2012", "coval"),
    [
        ("#begin document (d); part 000", ["(d); part 000"], ["(d); part 000"], ["(d); part 000"]),
        ("#begin document (d);  part 0 ", ["(d); part 0"], ["(d);  part 0␣"], ["(d);  part 0␣"]),
        ("# begin document d", ["d"], ["d"], None),
        ("#begin  document d", ["d"], None, None),
        ("#begin document\td", ["d"], None, ["d"]),
        ("#begin document d \t", ["d"], ["d␣␉"], ["d␣␉"]),
        ("#begin document d\x0b", ["d"], ["d<U+000B>"], ["d<U+000B>"]),
        ("#begin document \u00a0d", ["d"], ["<U+00A0>d"], ["<U+00A0>d"]),
        ("#\u00a0begin document d", ["d"], None, None),
        ("#begin document ", [None], ["(no name)"], None),
        ("#begin document d\r", ["d"], ["d"], ["d"]),
        ("#begin document", [None], None, None),
        ("\ufeff#begin document d", ["d"], None, None),
    ],
)
def test_read__where_documents_begin_and_what_their_names_are(
    line: str, tolerant: list[str | None], conll2012: list[str] | None, coval: list[str] | None
) -> None:
    """Another document follows, so that there is always one; None: the line begins none for that scorer."""
    text = f"{line}\n{WORD}\n#end document\n#begin document z\n{WORD}\n#end document\n"
    for preset, expected in ((None, tolerant), ("conll2012", conll2012), ("coval", coval)):
        assert names_of(text, preset) == [*(expected or []), "z"]


@pytest.mark.parametrize("end", ["#\u00a0end document", "d\t#\u2003end document"])
def test_read__blanks_beyond_ascii_end_no_document_of_the_reference_scorer(end: str) -> None:
    """It reads bytes; such a line is a word, and the document goes on."""
    text = conll("(0)").replace("#end document", end) + conll("(0)", name="e")
    assert [len(spans(content, PRESETS["conll2012"].rules)) for content in (text, conll("(0)"))] == [3, 1]


def test_read__for_the_preset_a_line_may_end_a_document_and_begin_another() -> None:
    text = conll("(0) (0)").replace("#end document\n", "") + conll("(0) - (0)", name="e #end document")
    corpus = read_text(text, PRESETS["conll2012"].rules)
    assert (corpus.n_docs, corpus.n_words) == (2, 5)
    assert corpus.document_name(1) == "e #end document"


@pytest.mark.parametrize("spaces", ["   ", "\t"])
def test_read__names_are_as_written_whatever_separates_the_columns(spaces: str) -> None:
    text = f"#begin document (d);  part 000\n{WORD}\n#end document\n".replace("\t", spaces)
    assert names_of(text, "conll2012") == ["(d);  part 000"]
    assert names_of(text, None) == ["(d); part 000"]


@pytest.mark.parametrize(
    ("tail", "found"), [("", 1), ("\t", 1), (" ", 1), ("\r", 1), ("\t\t", 1), ("\t ", 0), ("\t\r", 0), (" \t \t", 0)]
)
def test_read__white_space_after_a_tab_is_the_last_column_for_the_reference_scorer(tail: str, found: int) -> None:
    text = f"#begin document d\n{WORD.rstrip()}{tail}\n\n#end document\n"
    assert mentions_of(text, PRESETS["conll2012"].rules).n == found
    for rules in (RULES, PRESETS["conll2012"].rules):
        assert any("finds no brackets" in fault for fault in faults_of(text, rules)) == (not found)
    assert mentions_of(text).n == mentions_of(text, PRESETS["coval"].rules).n == 1
    spaced = text.replace("\t", "  ")
    assert mentions_of(spaced, PRESETS["conll2012"].rules).n == 1  # then the line is one column


def test_read__coval_takes_what_follows_the_last_white_space() -> None:
    text = f"#begin document d\n{WORD.rstrip().replace('(0)', '(5)  (0)')}\n\n#end document\n"
    assert spans(text, PRESETS["coval"].rules) == [(0, 0, 0)]
    assert len(spans(text, PRESETS["conll2012"].rules)) == 2
