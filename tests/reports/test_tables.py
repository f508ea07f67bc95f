from __future__ import annotations

import csv
import re
import shutil
import subprocess
from typing import TYPE_CHECKING

import pytest

import tertium
from tertium.demo import demo_files
from tertium.reports import latex, markdown
from tertium.reports.tables import comparison_tables, diff_tables, label_difference_table, score_tables
from tests import small
from tests.chains import conll, write_pair
from tests.command import run

if TYPE_CHECKING:
    from pathlib import Path


def test_tables__are_those_of_the_paper(tmp_path: Path) -> None:
    gold, old, new = small.write(tmp_path)
    tables = {table.name: table for table in comparison_tables(tertium.compare(gold, [old, new], intervals=False))}
    assert list(tables) == ["scores", "more-scores", "differences", "changes-old-new", "labels-old-new", "oracle"]
    assert tables["scores"].rows[0] == ("old", "94.44", "88.89", "83.33", "25.00")
    assert tables["differences"].rows[0] == ("old → new", "27.78", "+0.00", "2 (40.0 %)", "2 (40.0 %)", "1 (20.0 %)")
    assert tables["oracle"].rows[0] == ("Overall", "18", "83.33", "83.33", "94.44", "+11.11")
    assert tables["changes-old-new"].rows[0] == ("Corrections", "2", "100.0 %", "40.0 %")


def test_diff_tables(tmp_path: Path) -> None:
    _, old, new = small.write(tmp_path)
    (table,) = diff_tables(tertium.diff(old, new))
    assert len(table.rows) == 4  # two of the five words change from nsubj to obj


def test_diff_tables__name_what_differs(tmp_path: Path) -> None:
    one, two = write_pair(tmp_path, conll("(0) (0) (1)"), conll("(0) (1) (0)"))
    table, *agreement = diff_tables(tertium.diff(one, two))
    assert " mentions (" in table.caption
    assert [own.name for own in agreement] == ["agreement-CoNLL", "agreement-LEA"]


@pytest.mark.parametrize("text", ["a|b", "a_b*c", "<script>", "`x`", "[l](u)", "&amp;"])
def test_markdown__takes_a_corpus_literally(text: str) -> None:
    escaped = markdown.escape(text)
    assert re.sub(r"\\(.)", r"\1", escaped) == text
    assert not re.search(r"(?<!\\)[|_*<>`\[\]&]", escaped)


@pytest.mark.parametrize("text", ["$[", "50 % & more", "a_b", "{x}", "\\input{x}", "~^#"])
def test_latex__takes_a_corpus_literally(text: str) -> None:
    escaped = latex.escape(text)
    bare = re.sub(r"\\textbackslash\{\}|\\textasci\w+\{\}|\\[&%$#_{}]", "", escaped)
    assert not re.search(r"[\\&%$#_{}~^]", bare)


def test_latex__is_balanced_and_uses_booktabs(tmp_path: Path) -> None:
    gold, old, new = small.write(tmp_path)
    target = tmp_path / "tables.tex"
    assert run("compare", gold, old, new, "--latex", target).code == 0
    text = target.read_text(encoding="utf-8")
    for name in ("table", "tabular"):
        assert text.count(rf"\begin{{{name}}}") == text.count(rf"\end{{{name}}}") == 6
    for rule in (r"\toprule", r"\midrule", r"\bottomrule", r"\caption{", r"\label{tab:oracle}"):
        assert rule in text
    for block in re.findall(r"\\begin\{tabular\}\{(l+r*)\}(.*?)\\end", text, re.DOTALL):
        rows = [row for row in block[1].split("\\\\") if "&" in row]
        assert all(len(re.findall(r"(?<!\\)&", row)) == len(block[0]) - 1 for row in rows)


@pytest.mark.parametrize(("option", "delimiter", "suffix"), [("--csv", ",", "csv"), ("--tsv", "\t", "tsv")])
def test_csv__one_file_a_table(tmp_path: Path, option: str, delimiter: str, suffix: str) -> None:
    gold, old, new = small.write(tmp_path)
    target = tmp_path / f"out.{suffix}"
    result = run("compare", gold, old, new, option, target)
    assert result.code == 0
    with target.open(encoding="utf-8") as stream:
        rows = list(csv.DictReader(stream, delimiter=delimiter))
    assert {row["system"] for row in rows} == {"old", "new"}
    las = next(row for row in rows if row["measure"] == "LAS" and row["system"] == "old")
    assert float(las["value"]) == pytest.approx(15 / 18)
    for name in ("differences", "transitions", "labels", "oracle"):
        beside = tmp_path / f"out.{name}.{suffix}"
        assert beside.exists()
        assert beside.name in result.err


def test_tables__the_best_stands_out_rare_labels_do_not() -> None:
    gold, systems = demo_files()
    result = tertium.compare(gold, systems, intervals=False)
    scores, *_, oracle = comparison_tables(result, top=3)
    text = markdown.render_markdown("t", "", [scores, oracle], "s")
    assert "| spacy | 85.03 | **88.70** | 81.79 |" in text
    assert r"stanza & \textbf{85.82} & 88.64 & \textbf{82.10} &" in latex.render_latex([scores], "s")
    assert len(oracle.rows) == 1 + 3
    labels = label_difference_table(result, "udpipe", "spacy", 3)
    assert len(labels.rows) == 2 * 3
    assert all(int(row[-1].replace(",", "")) >= 20 for row in labels.rows)
    same = tertium.compare(gold, {"a": systems["spacy"], "b": systems["spacy"]})
    assert not score_tables(same)[0].best, "two of one kind do not stand out"


def test_markdown__to_standard_output_replaces_the_page(tmp_path: Path) -> None:
    gold, old, new = small.write(tmp_path)
    result = run("compare", gold, old, new, "--markdown", "-", "-q")
    assert result.out.startswith("## tertium compare")
    assert "| Overall | 18 | 83.33 |" in result.out


def test_legend__names_the_test_that_was_used() -> None:
    gold, systems = demo_files()
    for test, words in (
        ("mcnemar", "McNemar's test by word, which takes words for independent"),
        (None, "paired exact"),
    ):
        table = score_tables(tertium.compare(gold, systems, test=test, measures=["LAS"]))[0]
        assert words in table.caption
        assert "Holm over 3 pairs" in table.caption


def test_star__needs_a_first_system_that_says_something(tmp_path: Path) -> None:
    """A system without enhanced dependencies is no baseline for them, however sure a test would be."""
    folder = [tmp_path / f"{name}.conllu" for name in ("gold", "blank", "full")]
    row = "1\tw\tw\tNOUN\tN\t_\t0\troot\t{}\t_\n\n"
    for path, deps in zip(folder, ("0:root", "_", "0:root"), strict=True):
        path.write_text(row.format(deps) * 12, encoding="utf-8")
    tables = score_tables(tertium.compare(folder[0], folder[1:]))
    cells = [cell for table in tables for row in table.rows for cell in row]
    assert "-" in cells
    assert not any("*" in cell for cell in cells)


HOSTILE = [
    "[",
    "*",
    "--",
    "``",
    "''",
    "$,",
    "a&b",
    "50%",
    "_",
    "{",
    "\\end{tabular}",
    "#1",
    "~",
    "^^M",
    "<|>",
    "\u202e",
]
"""Tags that LaTeX would take for its own."""


def hostile_result() -> tertium.Comparison:
    gold = [("w", tag) for tag in HOSTILE * 30]
    ones = [(word, HOSTILE[(place * 7) % len(HOSTILE)] if place % 3 else tag) for place, (word, tag) in enumerate(gold)]
    return tertium.compare(gold, {"[*a_1*]": ones, "b & co": [*gold[:-1], ("w", "X")]}, intervals=False)


def test_latex__rows_do_not_run_into_each_other() -> None:
    text = latex.render_latex(comparison_tables(hostile_result()), "s")
    assert not re.search(r"\\\\\s*[*\[]", text), "a star or bracket after the end of a row is an option of it"
    assert "{}[ &" in text
    assert "-{}-" in text
    assert r"\textasciigrave{}\textasciigrave{}" in text


@pytest.mark.slow
def test_latex__compiles(tmp_path: Path) -> None:
    program = shutil.which("pdflatex")
    if program is None:
        pytest.skip("there is no LaTeX here")
    gold, systems = demo_files()
    real = tertium.compare(gold, systems, by=["length"], resamples=100)
    for number, result in enumerate((hostile_result(), real)):
        tables = latex.render_latex(comparison_tables(result), result.signature)
        source = tmp_path / f"{number}.tex"
        text = r"\documentclass{article}\usepackage[T1]{fontenc}\usepackage{booktabs}\begin{document}" + tables
        source.write_text(text + r"\end{document}", encoding="utf-8")
        command = [program, "-halt-on-error", "-interaction=nonstopmode", source.name]
        done = subprocess.run(command, cwd=tmp_path, capture_output=True, check=False)
        assert done.returncode == 0, done.stdout[-2000:].decode("utf-8", "replace")


def test_latex__raises_the_mark_of_what_is_separated() -> None:
    gold, systems = demo_files()
    text = latex.render_latex(score_tables(tertium.compare(gold, systems, resamples=100)), "s")
    assert r"\textbf{88.70$^{*}$}" in text
    assert r"in percent. $^{*}$ separated from udpipe: p \textless{} .05" in text


def test_tables__say_which_labels_are_separated_from_chance() -> None:
    gold, systems = demo_files()
    result = tertium.compare(gold, systems, resamples=100)
    table = label_difference_table(result, "udpipe", "spacy")
    slices = result.label_slices("udpipe", "spacy")
    for label, change, *_ in table.rows:
        assert change.endswith("*") == (slices[label].p_adjusted < 0.05)
    assert "max-T" in table.caption


def test_oracle_table__shows_the_lowest_too() -> None:
    gold, systems = demo_files()
    *_, oracle = comparison_tables(tertium.compare(gold, systems, intervals=False))
    assert r"\textit{75.51} & 81.79 & \textbf{82.10}" in latex.render_latex([oracle], "s")
    assert "| _75.51_ | 81.79 | **82.10** |" in markdown.render_markdown("t", "", [oracle], "s")
    assert "lowest in italics" in oracle.caption


def test_markdown__is_short_and_opens() -> None:
    gold, systems = demo_files()
    done = run("compare", gold, *systems.values(), "--markdown", "-", "-q")
    assert done.out.count("<details>") == done.out.count("</details>") == 1 + 2 * 3
    lead, _, rest = done.out.partition("<details>")
    assert lead.index("**stanza (82.10)") < lead.index("| System |") < lead.index("| Pair |") < lead.index("| Change |")
    assert lead.count("| Change |") == 1
    assert rest.count("| Change |") == 2
    assert "<summary>New errors, udpipe → spacy</summary>\n\n- " in rest
    assert "\\[▼ " in rest


def test_markdown__without_examples() -> None:
    gold, systems = demo_files()
    done = run("compare", gold, *systems.values(), "--markdown", "-", "-q", "--examples", "0")
    assert done.out.count("<details>") == 1


def test_markdown__calls_nobody() -> None:
    """A token like @name would notify somebody, #12 would become a link to an issue."""
    assert markdown.escape("@name #12 a@") == "@\u2060name \\#\u206012 a@"


def test_markdown__sentences_of_a_corpus_stay_text() -> None:
    gold = [("</details>", "A"), ("<img>", "B"), ("1.", "C")]
    wrong = [("</details>", "A"), ("<img>", "|x|"), ("1.", "C")]
    result = tertium.compare(gold, {"<a>": gold, "b": wrong}, intervals=False)
    page = markdown.render_markdown(
        "t", result.verdict, [], "s", examples=markdown.find_examples(result, result.pairs, 3)
    )
    assert page.count("</details>") == 1
    assert r"\</details\>" in page
    assert r"**\<img\>**\[▼ B\>\|x\|\]" in page
    assert "New errors, &lt;a&gt; → b" in page
