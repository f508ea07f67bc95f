"""Coreference on the command line: what people see, what scripts read, what bad files get."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

import tertium
from tertium.reports.chart_figures import draw_figure
from tests.chains import conll, counts_of, write_pair
from tests.command import refused, run

if TYPE_CHECKING:
    from pathlib import Path

TAGS = "NNP VBD NNP . PRP VBZ PRP$ NN . PRP"
FORMS = ["Ann", "saw", "Bob", ".", "She", "likes", "her", "boss", ".", "She"]
KEY = "(0) - (1) / (0) - (0)|(2 2) / (0)"
A = "(0) - (1) / (0) - (0) - / (0)"
B = "(0) - (0) / (1) - (1) - / (1)"


def text(brackets: str, name: str = "(d); part 000") -> str:
    return conll(_nine(brackets), tags=TAGS, name=name, forms=FORMS)


def _nine(brackets: str) -> str:
    """The three full stops and the last word are written here."""
    one, two, three = brackets.split(" / ")
    return f"{one} - / {two} - / {three}"


@pytest.fixture
def paths(tmp_path: Path) -> list[str]:
    both = [text(brackets) + text(brackets, "(e); part 000") for brackets in (KEY, A, B)]
    return write_pair(tmp_path, *both)


def test_compare__page(paths: list[str]) -> None:
    result = run("compare", *paths)
    assert result.code == 0, result.err
    for part in ("coreference", "CoNLL", "What changed, r1 → r2 (ARCS-nom)", "Recall (ARCS-nom)", "What went wrong"):
        assert part in result.out
    for part in ("Agreement (CoNLL)", "chain split", "key: Ann", "fn", "together", "repaired: right in the second"):
        assert part in result.out
    assert max(map(len, result.out.splitlines())) <= 80


def test_compare__what_is_spurious_is_said(tmp_path: Path) -> None:
    """Mentions that begin a chain of the key are among these, though the key has them."""
    many = ["".join(text(brackets, f"d{n}") for n in range(20)) for brackets in (KEY, KEY, B)]
    lines = run("compare", "-q", *write_pair(tmp_path, *many)).out.splitlines()
    assert any(line.startswith("  spurious  ") for line in lines)
    assert "spurious: without an antecedent in the key" in " ".join(line.strip() for line in lines)


def test_compare__json(paths: list[str]) -> None:
    document = run("compare", "--json", *paths).json
    assert document["headline"] == "CoNLL"
    rows = {(row["measure"], row["system"]): row for row in document["scores"]}
    assert rows["CoNLL", "r1"]["numerator"] is None
    assert rows["BLANC", "r1"]["precision"]["numerator"] is None
    assert rows["MUC", "r1"]["recall"] == {**rows["MUC", "r1"]["recall"], "numerator": 6, "denominator": 6}
    arcs = next(row for row in document["differences"] if row["measure"] == "ARCS-nom")
    assert arcs["new_error"] == sum(row["count"] for row in arcs["transitions"] if row["class"] == "new_error")
    assert {row["mentions"] for row in document["chains"]["bounds"]} >= {"overall", "personal", "possessive"}
    assert {row["measure"] for row in document["chains"]["agreement"]} == {"CoNLL", "LEA"}


def test_compare__list_of_new_errors(paths: list[str]) -> None:
    result = run("compare", *paths, "--class", "new-error")
    assert "r1 → r2: new errors: 8 mentions in 6 sentences" in result.out
    assert "Bob[tn>fp, chains merged; key: -, r1: -, r2: Ann]" in " ".join(result.out.split())


def test_compare__antecedents_in_marks(tmp_path: Path) -> None:
    """Of long ones the first words and the last; sentences are counted back from where the mention is."""
    forms = ["-", "-", "The", "old", "boss", "of", "the", "firm", "-", "-", "he"]
    key = conll("- / - / (0 - - - - 0) / - / - / (0)", forms=forms, tags="X X DT JJ NN IN DT NN X X PRP")
    lacking = key.replace("\t(0\n", "\t-\n").replace("\t0)\n", "\t-\n")
    out = run("compare", *write_pair(tmp_path, key, key, lacking), "--class", "new-error").out
    told = "he[tp>fn, antecedent missed; key: The old boss … firm (-3), r1: The old boss … firm (-3), r2: -]"
    assert told in " ".join(out.split())


def test_listing__is_of_mentions(paths: list[str]) -> None:
    listing = tertium.compare(paths[0], paths[1:], intervals=False).listing("r1", "r2", kind="new_error")
    assert str(listing).startswith("8 mentions in 6 sentences\n")


def test_compare__list_of_a_type_of_error(paths: list[str]) -> None:
    """Types of errors are asked for as labels are, and so are types of mentions."""
    result = run("compare", *paths, "--label", "chains merged", "--json").json
    (listing,) = result["listing"]
    marks = [mark["text"] for sentence in listing["sentences"] for mark in sentence["marks"]]
    (row,) = (row for row in result["chains"]["errors"] if (row["by"], row["class"]) == ("type", "chains merged"))
    assert len(marks) == listing["units"] == max(row["count"].values()) > 0
    assert all("chains merged" in text for text in marks)
    (personal,) = run("compare", *paths, "--label", "personal", "--json").json["listing"]
    assert personal["units"] == 4  # She and She, in two documents
    (spurious,) = run("compare", *paths, "--label", "spurious", "--json").json["listing"]
    assert spurious["units"] == 2  # Bob, whom r2 takes for Ann


def test_compare__tables_of_a_paper_call_what_is_spurious_as_the_page_does(paths: list[str]) -> None:
    for option in ("--latex", "--markdown"):
        out = run("compare", *paths, option, "-", "-q").out
        assert "spurious" in out
        assert "∅" not in out
        assert "emptyset" not in out


@pytest.mark.parametrize("measures", [["--measure", "muc"], ["--measure", "muc", "--measure", "arcs-any"]])
def test_compare__report_of_some_measures(paths: list[str], measures: list[str], tmp_path: Path) -> None:
    """Errors have types where a measure says of a mention whether it is right, and nowhere else."""
    page = tmp_path / "page.html"
    run("compare", *paths, *measures, "--html", str(page))
    assert ('data-error="0"' in page.read_text(encoding="utf-8")) == ("arcs-any" in measures)


def test_compare__a_key_without_words(paths: list[str], tmp_path: Path) -> None:
    """The scorer gives zeros; there is no word where a mention of the outputs could be shown."""
    key, page = tmp_path / "none.conll", tmp_path / "page.html"
    key.write_text("#begin document (d); part 000\n#end document\n", encoding="utf-8")
    options = ("--like", "conll2012", "--arcs-criterion", "any")
    document = run("compare", *options, str(key), *paths[1:], "--json", "--html", str(page)).json
    (row,) = (row for row in document["scores"] if (row["measure"], row["system"]) == ("ARCS-any", "r1"))
    assert row["precision"]["numerator"] == 0 < row["precision"]["denominator"]
    assert document["chains"]["errors"] == []
    assert page.exists()


@pytest.mark.parametrize(
    "arguments", [["compare"], ["compare", "--class", "new-error"], ["compare", "--only", "r1"], ["diff"]]
)
def test_marks_of_sentences_are_explained(arguments: list[str], paths: list[str]) -> None:
    """Whoever reads tn>fp need not have read the paper; changed errors have no third class, unlike labels."""
    command, *options = arguments
    legend = run(command, *paths, *options).out.partition("marks: ")[2].partition("\n\n")[0]
    assert legend.startswith("[gold's answer: each system's]: tp " if "--only" in options else "[from>to]: tp ")
    assert all(f" {name} " in legend for name in ("wl", "fn", "fp", "tn"))


def test_repair_and_tables(paths: list[str], tmp_path: Path) -> None:
    assert "chain split" in run("repair", *paths).out
    assert run("compare", "-q", *paths, "--latex", tmp_path / "t.tex", "--csv", tmp_path / "t.csv").code == 0
    assert "possessive" in (tmp_path / "t.tex").read_text(encoding="utf-8")


def test_score__no_counts_where_the_score_is_no_ratio_of_them(paths: list[str]) -> None:
    """BLANC is a mean of two F1, CoNLL of three: nothing is right, or 0 of 0, there. No word of a chain is aligned."""
    lines = run("score", *paths[:2]).out.splitlines()
    head = next(line for line in lines if line.split()[:1] == ["measure"])
    assert head.split() == ["measure", "value", "precision", "recall", "right", "gold", "system"]
    cells = {line.split()[0]: line.split()[1:] for line in lines if line[:2] == "  " and line[2:3] != " "}
    assert (len(cells["BLANC"]), len(cells["CoNLL"]), len(cells["MUC"])) == (3, 1, 6)


def test_score__what_is_right_for_recall_and_for_precision(tmp_path: Path) -> None:
    """B-cubed sums other shares for either; one number would be wrong beside the other."""
    paths = write_pair(tmp_path, conll("(0) (0) (1)"), conll("(0) (0) (0)"))
    rows = {line.split()[0]: line.split() for line in run("score", *paths).out.splitlines() if line.strip()}
    assert rows["B3"] == ["B3", "71.43", "55.56", "100.00", "3.0", "/", "1.7", "3", "3"]
    assert rows["MUC"][4:] == ["1", "1", "2"]


def test_score__by_label_has_recall_and_precision_by_mention_type(paths: list[str]) -> None:
    """In each document r2 lacks an antecedent of She, and has one of Bob, where the key has none."""
    out = run("score", "--measure", "arcs-any", "--labels", *paths[::2]).out
    rows = {cells[0]: cells[1:] for cells in map(str.split, out.splitlines()) if cells}
    assert rows["personal"] == ["4", "2", "2", "100.00", "50.00"]
    assert rows["noun"] == ["0", "2", "0", "0.00", "-"]
    assert rows["possessive"] == ["2", "2", "2", "100.00", "100.00"]
    assert not {"tp", "wl", "fn", "fp", "∅"} & rows.keys()
    assert "0 documents of 2 wholly right" in out


def test_score__without_tags_it_is_said_beside_the_score_what_arcs_lacks(tmp_path: Path) -> None:
    """The same chains with tags and without have another ARCS-nom; whoever reads the page alone would not know."""
    plain = conll("(0) - (0) - (0)", tags="- - - - -")
    result = run("score", "-q", *write_pair(tmp_path, plain, plain))
    assert "ARCS-nom takes none of them for an antecedent" in " ".join(result.out.split())
    assert "antecedent" not in run("score", "-q", *write_pair(tmp_path, plain, plain), "--measure", "muc").out


def test_score__by_label_is_by_arcs_where_the_headline_has_no_labels(paths: list[str]) -> None:
    """It was left out in silence."""
    assert "By label (ARCS-nom)" in run("score", "--labels", *paths).out


def test_diff__a_measure_without_units_is_refused(paths: list[str]) -> None:
    """An empty page would look as if nothing differed."""
    result = run("diff", *paths[1:], "--measure", "conll")
    assert refused(result, "CoNLL is no decision over single units")
    assert "--measure ARCS-nom" in result.err


@pytest.mark.parametrize("criterion", ["any", "named", "immediate"])
def test_criteria(paths: list[str], criterion: str) -> None:
    result = run("compare", *paths, "--arcs-criterion", criterion)
    assert f"(ARCS-{criterion})" in result.out
    assert f"arcs:{criterion}" in result.out.replace("\n  ", "")


def test_score__as_printed(paths: list[str]) -> None:
    """Cut off, not rounded: 2/3 is 66.66."""
    out = run("score", "--like", "conll2012", "--as-printed", *paths[:2]).out
    sections = [line for line in out.splitlines() if line.startswith("METRIC")]
    assert sections == [f"METRIC {name}:" for name in ("muc", "bcub", "ceafm", "ceafe", "blanc")]
    assert "Identification of Mentions: Recall: (10 / 12) 83.33%\tPrecision: (10 / 10) 100%\tF1: 90.9%" in out
    assert "BLANC: Recall: (" in out
    one = run("score", "--like", "conll2012", "--as-printed", "--measure", "lea", *paths[:2]).out
    assert "METRIC lea:" in one
    assert "METRIC muc:" not in one


def test_types_by_a_table_of_the_user(paths: list[str], tmp_path: Path) -> None:
    table = tmp_path / "types.txt"
    table.write_text("NNP name\nPRP personal\nPRP$ personal\n", encoding="utf-8")
    document = run("compare", "--json", *paths, "--mention-types", table).json
    assert "possessive" not in {row["mentions"] for row in document["chains"]["bounds"]}
    table.write_text("NNP proper\n", encoding="utf-8")
    assert refused(run("compare", *paths, "--mention-types", table), "no tag with a type", ":1")
    assert refused(run("compare", *paths, "--mention-types", "nowhere"), "no table of mention types")


def test_formats_mixed(paths: list[str], tmp_path: Path) -> None:
    """A key in CoNLL-2012 and an output as JSON lines."""
    lines = [
        {"doc_key": name, "tokens": FORMS, "clusters": [[[0, 0], [4, 4], [6, 6], [9, 9]], [[2, 2]]]}
        for name in ("(d); part 000", "(e); part 000")
    ]
    path = tmp_path / "r.jsonl"
    path.write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
    document: Any = run("score", "--json", paths[0], path).json
    assert next(row for row in document["scores"] if row["measure"] == "MUC")["value"] == 1


@pytest.mark.parametrize("content", ["[[[0, 0], [4, 4]]]\n", '{"doc_key": "d", "sentences": [["Ann", "saw"]]}\n'])
def test_json__an_output_that_is_no_document_is_told_what_one_is(content: str, tmp_path: Path) -> None:
    """Its key is JSON: it is not asked for lines with #begin document."""
    key, response = tmp_path / "key.jsonl", tmp_path / "r.jsonl"
    key.write_text('{"doc_key": "d", "sentences": [["Ann", "saw"]], "clusters": [[[0, 0]]]}\n', encoding="utf-8")
    response.write_text(content, encoding="utf-8")
    assert refused(run("compare", key, response), "r.jsonl:1", '{"doc_key": NAME')


def test_documents__of_other_names_are_shown_beside_the_key_s(tmp_path: Path) -> None:
    paths = write_pair(tmp_path, text(KEY) + text(KEY, "(e); part 000"), text(KEY, "d") + text(KEY, "e"))
    shown = "its documents are 'd', 'e', those of"
    assert refused(run("compare", *paths), "r1.conll", shown, "key.conll '(d); part 000', '(e); part 000'.")


@pytest.mark.parametrize("order", [1, -1])
def test_documents__two_of_one_name_are_refused_in_corefud(order: int, tmp_path: Path) -> None:
    """One of them would be scored, or the other's would count twice, and nobody would know."""
    row = "1\tAnn\tAnn\tPROPN\t_\t_\t0\troot\t_\tEntity=(e1)\n\n"
    paths = [tmp_path / "one.conllu", tmp_path / "two.conllu"]
    paths[0].write_text(f"# global.Entity = eid\n# newdoc id = d\n{row}", encoding="utf-8")
    paths[1].write_text(f"# global.Entity = eid\n# newdoc id = d\n{row}# newdoc id = d\n{row}", encoding="utf-8")
    result = run("score", "--task", "coreference", *paths[::order])
    assert refused(result, "two.conllu:6: there are two documents named 'd'; the first begins at ", "two.conllu:3")
    assert run("score", "--task", "coreference", paths[1], paths[1]).code == 0


@pytest.mark.parametrize("after", ["", text(KEY, "(f); part 000")])
def test_documents__one_that_ends_early_is_named_with_its_last_line(after: str, tmp_path: Path) -> None:
    """The document after it, there or not, has nothing to do with it."""
    key = "".join(text(KEY, name) for name in ("(d); part 000", "(e); part 000", "(f); part 000"))
    cut = text(KEY) + "".join(text(KEY, "(e); part 000").splitlines(keepends=True)[:5])
    paths = write_pair(tmp_path, key, cut + "#end document\n" * bool(after) + after)
    line = len(cut.splitlines())
    assert refused(run("compare", *paths), f"r1.conll:{line}: document '(e); part 000' ends early")


def test_documents__missing_extra_and_in_another_order(tmp_path: Path) -> None:
    key = text(KEY) + text(KEY, "(e); part 000")
    turned = text(KEY, "(e); part 000") + text(KEY)
    short, long = text(KEY), key + text(KEY, "(f); part 000")
    paths = write_pair(tmp_path, key, turned, short, long)
    result = run("score", "--json", *paths)
    values = {row["system"]: row["value"] for row in result.json["scores"] if row["measure"] == "B3"}
    assert values["r1"] == values["r3"] == 1
    assert values["r2"] == pytest.approx(2 / 3)
    warnings = " ".join(result.json["warnings"])
    assert f"r2 lacks 1 document ('(e); part 000'; from {paths[0]}:17 on)" in warnings
    assert f"r3 has 1 document ('(f); part 000'; from {paths[3]}:32 on)" in warnings
    needed = run("score", "--like", "coval", paths[0], paths[2])
    assert refused(needed, f"r2.conll lacks 1 document ('(e); part 000'; from {paths[0]}:17 on)")


@pytest.mark.parametrize(
    ("damage", "right"), [(("document d", "document  d"), 1), (("end document", "end  document"), 2)]
)
def test_documents__a_blank_more_counts_where_blanks_separate_the_columns(
    tmp_path: Path, damage: tuple[str, str], right: int
) -> None:
    """The rest of the files is the same: a document of another name, one that goes on until the next end.

    Two links are right at most: of the first document none, or that of its beginning.
    """
    key = "#begin document d\na (0)\nb (0)\n#end document\n#begin document e\nc (1)\nd -\ne (1)\n#end document\n"
    paths = write_pair(tmp_path, key, key.replace(*damage, 1))
    document = run("score", "--json", "--like", "conll2012", *paths).json
    assert counts_of(document, "MUC") == (right, 2, right, right + (right > 1))


def test_words__other_words_are_refused_but_not_under_the_preset(tmp_path: Path) -> None:
    other = text(KEY).replace("\tBob\t", "\tTim\t")
    paths = write_pair(tmp_path, text(KEY), other)
    assert refused(run("score", *paths), "Bob", "Tim")
    assert "1 word has another form" in run("score", "--like", "conll2012", *paths).out


def test_words__cut_otherwise_are_linked_by_characters(tmp_path: Path) -> None:
    """`likes her` as one word: mentions that end inside of it cannot be found, the others can."""
    joined = text(A).splitlines()
    rows = [line for line in joined if "\ther\t" not in line]
    rows = [line.replace("\tlikes\t", "\tlikesher\t") for line in rows]
    paths = write_pair(tmp_path, text(KEY), "\n".join(rows) + "\n")
    result = run("score", "--json", *paths)
    assert result.code == 0, result.err
    muc = next(row for row in result.json["scores"] if row["measure"] == "MUC")
    assert muc["recall"]["numerator"] == 2


@pytest.mark.parametrize(
    ("damage", "line", "what"),
    [
        (("(0)\n", "(0\n"), 2, "opens a mention that is never closed"),
        (("(1)\n", "1)\n"), 4, "closes a mention that was never opened"),
        (("2)\n", "x(\n"), 10, "the last column holds 'x('"),
    ],
)
@pytest.mark.parametrize("role", ["gold", "system"])
def test_malformed__is_refused_with_line(
    tmp_path: Path, damage: tuple[str, str], line: int, what: str, role: str
) -> None:
    """In the key and in the response alike."""
    good, bad = text(KEY), text(KEY).replace(*damage, 1)
    paths = write_pair(tmp_path, *((bad, good) if role == "gold" else (good, bad)))
    assert refused(run("score", *paths), f"{paths[role == 'system']}:{line}: ", what, "Try:")


@pytest.mark.parametrize("role", ["gold", "system"])
def test_malformed__without_a_document_the_file_is_named(tmp_path: Path, role: str) -> None:
    """What is missing has no line; that it is a file of chains is told by where its documents end."""
    good, bad = text(KEY), text(KEY).replace("#begin document", "#begin  dokument")
    paths = write_pair(tmp_path, *((bad, good) if role == "gold" else (good, bad)))
    assert refused(run("score", *paths), paths[role == "system"], "there is no #begin document line", "Try:")


@pytest.mark.parametrize("begin", ["\ufeff#begin document", "#begin  document"])
def test_malformed__a_beginning_that_only_the_scorer_does_not_know_is_named(tmp_path: Path, begin: str) -> None:
    """The key's is refused; of a response it is said why its document is missing."""
    good, bad = text(KEY), text(KEY).replace("#begin document", begin)
    paths = write_pair(tmp_path, good, bad)
    assert refused(run("score", "--like", "conll2012", *paths[::-1]), f"{paths[1]}:1: ", "begins no document", "Try:")
    warnings = run("score", "--like", "conll2012", "--json", *paths).json["warnings"]
    assert any("1 #begin document line that this scorer does not know" in warning for warning in warnings)
    document = run("score", "--json", *paths).json
    assert counts_of(document, "MUC") == (3, 3, 3, 3)
    (warning,) = document["warnings"]
    assert "1 #begin document line that the reference scorer does not know" in warning


def test_malformed__repeats_beyond_the_scorers_limit(tmp_path: Path) -> None:
    twice = text(KEY).replace("(0)", "(0)|(7)")
    paths = write_pair(tmp_path, *("".join(t.replace("(d)", f"(d{n})") for n in range(3)) for t in (text(KEY), twice)))
    assert refused(run("score", "--like", "conll2012", *paths), "stand twice", "refuses more than 10")
    assert "not counted again" in run("score", *paths).out.replace("\n      ", " ")


def test_corefud__only_on_request(tmp_path: Path) -> None:
    rows = ["# newdoc id = a", "1\tAnn\tAnn\tPROPN\tNNP\t_\t0\troot\t_\tEntity=(e1-person-1-)"]
    rows += [
        "2\tsleeps\tsleep\tVERB\tVBZ\t_\t1\tdep\t_\t_",
        "3\tShe\tshe\tPRON\tPRP\t_\t1\tdep\t_\tEntity=(e1-person-1-)",
    ]
    path = tmp_path / "a.conllu"
    path.write_text("\n".join([*rows, "", ""]), encoding="utf-8")
    assert "--task coreference compares it" in run("score", path, path).err
    assert "--task coreference" not in run("score", "--like", "corefud", path, path).err
    for options in (("--task", "coreference"), ("--like", "corefud")):
        document = run("score", "--json", *options, path, path).json
        assert next(row for row in document["scores"] if row["measure"] == "CoNLL")["value"] == 1


def test_options_of_other_tasks_are_refused(paths: list[str]) -> None:
    assert refused(run("score", *paths, "--punctuation", "form"), "--punctuation is about dependencies")
    assert refused(run("score", *paths, "--like", "evalb"), "evalb reads bracketed trees")


def test_map__that_renames_nothing_is_said(paths: list[str]) -> None:
    assert "--map renames no label here" in run("score", *paths, "--map", "tag:NN=PRP").err


def test_score__by_document(paths: list[str], tmp_path: Path) -> None:
    """Both documents are the same, so each scores what both score."""
    document = run("score", "--json", "--by-document", *paths).json
    whole = {(row["measure"], row["system"]): row["value"] for row in document["scores"]}
    assert len(document["documents"]) == 2 * len(document["scores"])
    for row in document["documents"]:
        assert row["value"] == pytest.approx(whole[row["measure"], row["system"]])
    page = run("score", "--by-document", *paths).out
    assert "r1 by document" in page
    assert "(e); part 000" in page
    assert run("score", "-q", "--by-document", *paths, "--csv", tmp_path / "s.csv").code == 0
    assert (tmp_path / "s.documents.csv").exists()


def test_score__documents_have_the_counts_of_every_measure(tmp_path: Path) -> None:
    key, response = ("(0) (0) (1) (1)", "(0) (0) (0)"), ("(0) (0) (0) -", "(0) - (0)")
    paths = write_pair(tmp_path, *(conll(one) + conll(two, name="e") for one, two in (key, response)))
    document = run("score", "--json", "--by-document", *paths).json
    rows = {(row["measure"], row["document"]): row for row in document["documents"]}
    first = rows["B3", "(d); part 000"]
    assert (first["recall_numerator"], first["recall_denominator"]) == (pytest.approx(2.5), 4)
    assert (first["precision_numerator"], first["precision_denominator"]) == (pytest.approx(5 / 3), 3)
    assert first["recall"] == pytest.approx(2.5 / 4)
    assert (rows["MUC", "e"]["recall_numerator"], rows["MUC", "e"]["recall_denominator"]) == (1, 2)
    assert "recall_numerator" not in rows["BLANC", "e"]
    page = run("score", "--by-document", *paths).out
    for measure in ("CoNLL", "BLANC", "ARCS-nom"):
        assert page.count(measure) >= 2
    one = [line.split() for line in run("score", "--by-document", "--measure", "muc", *paths).out.splitlines()]
    assert ["r1", "by", "document", "recall", "right", "of", "prec.", "right", "of", "F1"] in one
    assert ["e", "50.00", "1", "2", "100.00", "1", "1", "66.67"] in one


@pytest.mark.parametrize("width", [72, 80, 100])
def test_score__by_document_keeps_within_the_page(width: int, tmp_path: Path) -> None:
    """One measure has seven columns; names of documents are long, and differ at their end."""
    names = [f"(bc/cctv/00/cctv_000{number}); part 000" for number in range(3)]
    paths = write_pair(tmp_path, *("".join(text(brackets, name) for name in names) for brackets in (KEY, A)))
    for options in ([], ["--measure", "B3"]):
        page = run("score", "-q", "--by-document", *options, *paths, "--width", str(width)).out
        assert max(map(len, page.splitlines())) <= width
        assert page.count("; part 000 ") >= len(names)


def test_score__the_scorers_report_has_totals_only(paths: list[str]) -> None:
    result = run("score", "--like", "conll2012", "--as-printed", "--by-document", *paths[:2])
    assert refused(result, "which has totals only")


@pytest.mark.parametrize(
    ("command", "what"),
    [
        (("suspects",), "0 gold answers of 8 (0.0 %) look wrong"),
        (("noise", "--error-rate", "0.03"), "among the 8 mentions on which they differ"),
    ],
)
def test_other_commands_on_mentions(paths: list[str], command: tuple[str, ...], what: str) -> None:
    result = run(command[0], *paths, *command[1:])
    assert result.code == 0, result.err
    assert what in result.out.replace("\n", " ")


def test_slices__of_mentions_are_shown_with_sentences(tmp_path: Path) -> None:
    """The slices are those of ARCS, which leads where CoNLL has no units: so are their features."""
    names = [f"({number}); part 000" for number in range(60)]
    mixed = [[(A, B, KEY)[(place * step + place // 7) % 3] for place in range(60)] for step in (2, 3)]
    files = ([KEY] * 60, *mixed)
    paths = write_pair(tmp_path, *("".join(map(text, brackets, names)) for brackets in files))
    result = run("slices", *paths, "--resamples", "100", "-q")
    assert result.code == 0, result.err
    assert "r1 → r2 (ARCS-nom): " in result.out
    assert "label personal" in result.out
    assert "key: Ann" in result.out


def test_slices__are_the_same_on_the_page_and_in_the_document(tmp_path: Path) -> None:
    """Of mentions, by ARCS: CoNLL has counts of documents alone."""
    names = [f"({number}); part 000" for number in range(24)]
    key, one, two = ("".join(text(brackets, name) for name in names) for brackets in (KEY, A, B))
    paths = write_pair(tmp_path, key, one, two)
    options = ("--by", "length,label", "--resamples", "100", "-q")
    document = run("compare", "--json", *paths, *options).json
    assert {row["measure"] for row in document["slices"]} == {"ARCS-nom"}
    assert {part["feature"] for row in document["slices"] for part in row["slice"]} >= {"length", "label"}
    page = run("compare", *paths, *options).out
    assert "By label" in page
    assert "accuracy (ARCS-nom) on the units of the slice" in " ".join(page.split())
    done = run("compare", *paths, *options, "--csv", tmp_path / "tables")
    assert done.code == 0, done.err
    assert "difference in ARCS-nom" in draw_figure(document, "slices").to_json()


def test_plot__who_solves_what_needs_mentions(tmp_path: Path) -> None:
    paths = write_pair(tmp_path, conll("- -"), conll("- -"), conll("- -"))
    (tmp_path / "compare.json").write_text(run("compare", "--json", *paths).out, encoding="utf-8")
    done = run("plot", tmp_path / "compare.json", "--figure", "solved", "-o", tmp_path / "solved.svg")
    assert refused(done, "there is no unit that ARCS-nom looks at")


def test_slices__what_a_search_needs_is_told_in_mentions(paths: list[str]) -> None:
    result = run("slices", *paths)
    assert "A slice needs 40 mentions in 10 documents" in result.out
    assert run("slices", *paths, "--json").json["searches"][0]["measure"] == "ARCS-nom"


def test_diff_and_describe(paths: list[str]) -> None:
    """Without a key the first output stands in its place; differences are listed by ARCS."""
    assert "differ on" in run("diff", *paths[1:]).out
    assert "chains: 6 with 12 mentions" in run("describe", paths[0]).out


def test_score__the_preset_goes_by_the_names_of_documents(tmp_path: Path) -> None:
    """The reference scorer finds nothing in a document of another name, though it be the only one; that is said."""
    paths = write_pair(tmp_path, text(KEY), text(KEY, "(e); part 000"))
    result = run("score", "--json", *paths)
    assert counts_of(result.json, "MUC") == (3, 3, 3, 3)
    result = run("score", "--json", "--like", "conll2012", *paths)
    assert counts_of(result.json, "MUC") == (0, 3, 0, 0)
    assert any("lacks 1 document" in warning for warning in result.json["warnings"])
    assert refused(run("score", "--like", "coval", *paths), "no document")


def test_score__the_preset_scores_documents_without_words(tmp_path: Path) -> None:
    paths = write_pair(tmp_path, text(KEY), "#begin document (d); part 000\n#end document\n")
    assert counts_of(run("score", "--json", "--like", "conll2012", *paths).json, "MUC") == (0, 3, 0, 0)
    assert refused(run("score", *paths), "comments only")


def test_score__the_preset_scores_responses_in_which_it_finds_no_document(tmp_path: Path) -> None:
    """The reference scorer goes on; without --like each of them is an error."""
    rows = text(KEY).splitlines(keepends=True)[1:-2]
    for content, fault in (("", "is empty"), ("\n\n", "is empty"), ("".join(rows), "no #begin document line")):
        paths = write_pair(tmp_path, text(KEY), content)
        found = run("score", "--json", "--like", "conll2012", *paths).json
        assert counts_of(found, "MUC") == (0, 3, 0, 0)
        assert any("lacks 1 document" in warning for warning in found["warnings"])
        assert refused(run("score", *paths), fault)
    swapped = write_pair(tmp_path, "".join(rows), text(KEY))
    assert refused(run("score", "--like", "conll2012", *swapped), "no #begin document line")


@pytest.mark.parametrize("text", ["(S (NN x))\n", "()\n()\n", "1\tx\tx\tNN\n", "x/NN y/VB\n"])
def test_score__the_preset_reads_whatever_it_is_given(tmp_path: Path, text: str) -> None:
    """The reference scorer knows one format: what looks like another one is a response without documents."""
    paths = write_pair(tmp_path, conll("(0) (0)"), text)
    document = run("score", "--like", "conll2012", "--json", *paths).json
    assert counts_of(document, "MUC") == (0, 1, 0, 0)


def test_score__the_preset_does_not_look_at_documents_that_the_key_lacks(tmp_path: Path) -> None:
    broken = conll("(0 - 1)", name="(e); part 000")
    paths = write_pair(tmp_path, text(KEY), broken + text(KEY))
    found = run("score", "--json", "--like", "conll2012", *paths).json
    assert counts_of(found, "MUC") == (3, 3, 3, 3)
    assert any("brackets do not match in 1 document" in warning for warning in found["warnings"])
    assert refused(run("score", *paths), "never opened")
    both = write_pair(tmp_path, text(KEY) + broken, broken + text(KEY))
    assert refused(run("score", "--like", "conll2012", *both), "never opened")


def test_score__wrong_brackets_in_one_of_several_files(tmp_path: Path) -> None:
    """They matter if their own document is scored, whatever is in the files before it."""
    broken = conll("(0) 1)", name="b")
    texts = {"key": (conll("(0) (0)", name="a"), conll("(0) (0)", name="b")), "r": (conll("(0) (0)", name="a"), broken)}
    texts["other"] = (conll("(0) 1)", name="c"), texts["r"][0])
    for name, files in texts.items():
        (tmp_path / name).mkdir()
        for number, content in enumerate(files):
            (tmp_path / name / f"{number}.conll").write_text(content, encoding="utf-8")
    key, wrong, right = (str(tmp_path / name) for name in texts)
    assert refused(run("score", "--like", "conll2012", key, wrong), str(tmp_path / "r" / "1.conll"))
    document = run("score", "--like", "conll2012", "--json", key, right).json
    assert any("in 1 document that the gold lacks (first at line 3)" in warning for warning in document["warnings"])


def test_score__says_where_a_span_stands_twice(tmp_path: Path) -> None:
    paths = write_pair(tmp_path, text(KEY), text("(0)|(1) - (1) / (0) - (0)|(2 2) / (0)"))
    found = run("score", "--json", *paths).json
    assert any(f"r1: 1 mention stands where another does (at {paths[1]}:2)" in line for line in found["warnings"])


@pytest.mark.parametrize("tag", ["_", "-"])
def test_score__responses_need_no_tags(tmp_path: Path, tag: str) -> None:
    """Mention types come from the key alone."""
    response = conll(_nine(KEY), tags=" ".join([tag] * len(FORMS)), forms=FORMS)
    document = run("score", "--json", *write_pair(tmp_path, text(KEY), response)).json
    assert all(row["value"] == 1 for row in document["scores"] if row["measure"] != "MOR"), document["scores"]


def test_compare__nouns_are_known_where_no_other_tag_tells_the_language(tmp_path: Path) -> None:
    key, response = (conll(brackets, tags="NN VB NN") for brackets in ("(0) - (0)", "(0) - -"))
    row = run("compare", "--json", "--no-intervals", *write_pair(tmp_path, key, key, response)).json["differences"]
    assert [(one["units"], one["new_error"]) for one in row if one["measure"] == "ARCS-nom"] == [(1, 1)]


def test_like_compareval__leaves_other_mentions_out_of_the_denominator_only(tmp_path: Path) -> None:
    """The scripts count changes of mentions that are neither nouns nor pronouns with the nouns, but not how many."""
    key, one = conll("(0) (0) (0)", tags="NN DT NN"), conll("- - -", tags="NN DT NN")
    paths = write_pair(tmp_path, key, key, one)
    for options, units in (([], 2), (["--like", "compareval"], 1)):
        rows = run("compare", "--json", "--no-intervals", *options, *paths).json["differences"]
        assert [(row["different"], row["units"]) for row in rows if row["measure"] == "ARCS-nom"] == [(2, units)]


@pytest.mark.parametrize("turned", [False, True])
def test_like_compareval__counts_a_spurious_span_in_each_of_its_chains(tmp_path: Path, *, turned: bool) -> None:
    """A third word that the response resolves in two chains, and the key in none."""
    key, none, both = (conll(brackets, tags="NN NN NN") for brackets in ("- - -", "- - -", "(0) (1) (0)|(1)"))
    paths = write_pair(tmp_path, key, *((both, none) if turned else (none, both)))
    for options, units in (([], 1), (["--like", "compareval"], 2)):
        rows = run("compare", "--json", "--no-intervals", *options, *paths).json["differences"]
        (row,) = [row for row in rows if row["measure"] == "ARCS-nom"]
        assert (row["different"], row["units"]) == (units, units)
        assert (row["correction"], row["new_error"]) == ((units, 0) if turned else (0, units))


def test_like_compareval__says_how_many_mentions_have_other_tags(tmp_path: Path) -> None:
    key, other = (conll("(0) - (0)", tags=tags) for tags in ("NN VB PRP", "NN VB NN"))
    result = run(
        "compare", "--json", "--no-intervals", "--like", "compareval", *write_pair(tmp_path, key, key, other)
    ).json
    assert [text for text in result["warnings"] if "form or tag" in text] == [
        "r2: 1 mention of one word with another form or tag than the key's, to the scripts of 2017 not the same mention"
    ]
    rows = {(row["measure"]): (row["units"], row["new_error"]) for row in result["differences"]}
    assert rows["ARCS-nom"] == (2, 2)


def test_like_compareval__is_led_by_the_criterion_that_is_asked_for(paths: list[str]) -> None:
    for options, measure in (([], "ARCS-nom"), (["--arcs-criterion", "any"], "ARCS-any")):
        found = run("compare", *paths, "--like", "compareval", "--json", "--no-intervals", *options).json
        assert (found["headline"], found["chains"]["measure"]) == (measure, measure)


def test_like_compareval__is_about_chains_where_the_files_are(paths: list[str]) -> None:
    """The ARCS classes as its scripts have them, not the tags beside the chains."""
    found = run("compare", *paths, "--like", "compareval", "--json").json
    released = run("compare", *paths, "--as-released", "--measure", "ARCS-nom", "--json").json
    assert (found["task"], found["headline"]) == ("coreference", "ARCS-nom")
    assert "arcs-as-released" in found["signature"]
    own = next(row for row in found["differences"] if row["measure"] == "ARCS-nom")
    assert own["transitions"] == released["differences"][0]["transitions"]
    assert refused(run("score", *paths, "--like", "compareval", "--as-printed"), "prints no scores of chains")


ZEROS = """\
# newdoc id = d
# sent_id = s1
1\tpide\t_\tVERB\t_\t_\t0\troot\t_\t{one}
1.1\t_\t_\tPRON\t_\t_\t_\t_\t{first}\t{two}
1.2\t_\t_\tPRON\t_\t_\t_\t_\t{second}\t{three}
2\tayuda\t_\tNOUN\t_\t_\t1\tobj\t_\tEntity=(e1-x-1-)

"""


def test_score__corefud_pairs_dropped_words_by_what_they_hang_on(tmp_path: Path) -> None:
    """Subject and object stand in another order in the output; the scorer looks at DEPS, not at the order."""
    key = ZEROS.format(first="1:nsubj", second="1:obj", one="_", two="Entity=(e1-x-1-)", three="Entity=(e2-x-1-)")
    other = ZEROS.format(first="1:obj", second="1:nsubj", one="_", two="Entity=(e2-x-1-)", three="Entity=(e1-x-1-)")
    paths = write_pair(tmp_path, key, other)
    document = run("score", "--json", "--like", "corefud", *paths).json
    assert counts_of(document, "MUC") == (1, 1, 1, 1)
    document = run("score", "--json", "--like", "corefud", "--singletons", "yes", *paths).json
    assert counts_of(document, "LEA") == (3, 3, 3, 3)
    document = run("score", "--json", "--task", "coreference", "--singletons", "yes", *paths).json
    assert counts_of(document, "MUC") == (0, 1, 0, 1)


def test_compare__a_mention_across_the_end_of_a_sentence(tmp_path: Path) -> None:
    """It is shown in the sentence where it begins."""
    key = "(0) - (1) / (0) - (0 - / 0)"
    paths = write_pair(tmp_path, text(key), text(A), text(key))
    result = run("compare", *paths, "--class", "correction")
    assert result.code == 0, result.err
    assert "fp>tn" in result.out


def test_compare__intersection_says_which_numbers_are_of_some_mentions_only(paths: list[str]) -> None:
    result = run("compare", "--json", *paths, "--intersection").json
    assert any("are of the mentions that the key and every system have" in text for text in result["warnings"])
    plain = run("compare", "--json", *paths).json
    assert result["chains"] == plain["chains"]
    assert not any("--intersection" in text for text in plain["warnings"])


def test_score__the_only_document_of_another_name_is_taken_and_said(tmp_path: Path) -> None:
    paths = write_pair(tmp_path, conll("(0) (0)", name="a"), conll("(0) (0)", name="b"))
    document = run("score", "--json", *paths).json
    assert counts_of(document, "MUC") == (1, 1, 1, 1)
    assert any("'b' here, 'a' in the gold" in text for text in document["warnings"])


def test_diff__says_how_alike_outputs_are(paths: list[str], tmp_path: Path) -> None:
    """Without a key each output is the key of the others, as on the page of compare."""
    result = run("diff", *paths, "--csv", tmp_path / "d.csv")
    assert "Agreement (CoNLL)" in result.out
    rows = run("diff", *paths, "--json").json["agreement"]
    assert len(rows) == 12
    assert (tmp_path / "d.agreement.csv").read_text(encoding="utf-8").count("\n") == 1 + len(rows)
    (one,) = (row for row in rows if (row["measure"], row["key"], row["response"]) == ("LEA", "r1", "r2"))
    agreement = run("compare", *paths, "--json").json["chains"]["agreement"]
    assert one in agreement
    assert "Agreement" not in run("diff", *paths, "--measure", "arcs-nom").out
