"""The adjudication sheet: read back whole, refused when it does not fit, and never lost."""

from __future__ import annotations

import re
from hashlib import sha256
from typing import TYPE_CHECKING

import pytest

from tests import small
from tests.chains import conll, write_pair
from tests.command import Run, refused, run

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path


class Desk:
    """The small gold, two parsers and a sheet about them."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.files = small.write(folder)
        self.sheet = folder / "sheet.tsv"
        done = run("noise", *self.files, "--sample", 18, "-o", self.sheet, "-q")
        assert done.code == 0, done.err
        assert done.out == ""

    def text(self) -> str:
        return self.sheet.read_text(encoding="utf-8")

    def head(self) -> list[str]:
        return [line for line in self.text().split("\n") if line.startswith("#")]

    def rows(self) -> list[dict[str, str]]:
        lines = [line for line in self.text().split("\n") if line and not line.startswith("#")]
        names = lines[0].split("\t")
        return [dict(zip(names, line.split("\t"), strict=True)) for line in lines[1:]]

    def change(self, edit: Callable[[dict[str, str]], dict[str, str]]) -> None:
        """Edit every row."""
        names = list(self.rows()[0])
        lines = [*self.head(), "\t".join(names)]
        lines += ["\t".join(edit(row)[name] for name in names) for row in self.rows()]
        self.sheet.write_text("\n".join(lines) + "\n", encoding="utf-8")

    def fill(self, answer: str = "A") -> None:
        self.change(lambda row: row | {"answer": answer})

    def read(self, *more: object) -> Run:
        return run("noise", *self.files, "--adjudicated", self.sheet, "-q", *more)


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    return Desk(tmp_path)


def test_sheet__records_strata_hashes_and_how_to_fill_it_in(desk: Desk) -> None:
    head = "\n".join(desk.head())
    assert "write the letter of the right answer" in head
    assert head.count("sha256:") == 3
    assert "# stratum 1: " in head
    assert " units, " in head
    for path in desk.files:
        assert sha256(path.read_bytes()).hexdigest() in head


def test_sheet__rows_do_not_tell_who_said_what(desk: Desk) -> None:
    """Answers stand in alphabetical order; no row names the gold or a system."""
    for row in desk.rows():
        options = [row[letter][3:] for letter in "ABC" if row.get(letter)]
        assert options == sorted(options)
        assert not re.search(r"\b(old|new)\b", " ".join(row.values()))
    (row,) = [row for row in desk.rows() if "»bolo«" in row["text"]]
    assert [row["A"], row["B"]] == ["A: nsubj of 2 comprou", "B: obj of 2 comprou"]
    assert row["text"] == "[pt-1] Joana comprou um »bolo« ."
    assert row["where"] == "gold.conllu:6"


def test_sheet__a_mention_across_the_end_of_a_sentence_is_shown_whole(tmp_path: Path) -> None:
    files = write_pair(tmp_path, conll("(0) - / (1) (0 / 0)"), conll("(0) - / (0) - / -"))
    sheet = tmp_path / "sheet.tsv"
    done = run("noise", *files, "--sample", 10, "-o", sheet, "-q")
    assert done.code == 0, done.err
    assert "»w3 w4«" in sheet.read_text(encoding="utf-8")


def test_sheet__same_seed_same_bytes_another_seed_others(desk: Desk) -> None:
    for seed, same in ((0, True), (1, False)):
        other = desk.folder / f"other{seed}.tsv"
        assert run("noise", *desk.files, "--sample", 15, "--seed", seed, "-o", other, "-q").code == 0
        again = desk.folder / f"again{seed}.tsv"
        assert run("noise", *desk.files, "--sample", 15, "--seed", 0, "-o", again, "-q").code == 0
        assert (other.read_bytes() == again.read_bytes()) == same


def test_sheet__filled_in_gives_estimates(desk: Desk) -> None:
    desk.change(lambda row: row | {"answer": "none" if "»bolo«" in row["text"] else "A"})
    found = desk.read("--json").json
    assert found["sample"]["rows"] == 18
    assert found["sample"]["none_right"] == 1
    assert found["sample"]["error_rate"]["value"] > 0
    assert {row["system"] for row in found["sample"]["systems"]} == {"old", "new"}


@pytest.mark.parametrize("answer", ["A", "a", " A ", "none", "None", "?", "A+A"])
def test_answers__may_be_written_in_many_ways(desk: Desk, answer: str) -> None:
    desk.fill(answer)
    assert desk.read().code == 0


def test_answers__several_may_be_right(desk: Desk) -> None:
    desk.change(lambda row: row | {"answer": "AB" if row["B"] else "A"})
    found = desk.read("--json").json
    assert found["sample"]["several_right"] == sum(bool(row["B"]) for row in desk.rows())
    assert found["sample"]["error_rate"]["value"] < 0.2


def test_answers__order_of_rows_notes_and_what_a_spreadsheet_does_to_a_table_do_not_matter(desk: Desk) -> None:
    desk.fill()
    plain = desk.read("--json").json["sample"]
    head, rows = desk.head(), desk.rows()
    names = list(rows[0])
    lines = [f"{line}\t\t\t" for line in head] + ["\t".join(f'"{name}"' for name in names)]
    for row in reversed(rows):
        row["note"] = 'he said ""no""'
        lines.append("\t".join(f'"{row[name]}"' for name in names))
    desk.sheet.write_bytes(b"\xef\xbb\xbf" + "\r\n".join(lines).encode("utf-8"))
    assert desk.read("--json").json["sample"] == plain
    desk.sheet.write_bytes("\r\n".join(lines).encode("utf-16"))
    assert desk.read("--json").json["sample"] == plain


# what does not fit --------------------------------------------------------------------------------------------------


def untouched(desk: Desk, *parts: str) -> None:
    """The sheet is refused, and not a byte of it changes."""
    before = desk.sheet.read_bytes()
    assert refused(desk.read(), *parts)
    assert desk.sheet.read_bytes() == before


def test_half_filled__is_refused_with_the_lines(desk: Desk) -> None:
    desk.change(lambda row: row | {"answer": "A" if int(row["row"]) > 5 else ""})
    first = len(desk.head()) + 2
    untouched(desk, "5 of 18 rows have no answer", f"lines {first}, {first + 1}", "what is in it stays")


def test_no_answer_of_the_row__is_refused(desk: Desk) -> None:
    desk.change(lambda row: row | {"answer": "Z" if row["row"] == "3" else "A"})
    untouched(desk, f"sheet.tsv:{len(desk.head()) + 4}", "'Z' is no answer")


@pytest.mark.parametrize("column", ["text", "A", "stratum", "where"])
def test_changed_row__is_refused_with_what_it_was(desk: Desk, column: str) -> None:
    desk.fill()
    was = desk.rows()[1][column]
    desk.change(lambda row: row | ({column: "changed"} if row["row"] == "2" else {}))
    untouched(desk, "row 2 was changed", f"{column} is 'changed'", was[:10])


def test_lost_row__is_refused(desk: Desk) -> None:
    desk.fill()
    lines = desk.text().split("\n")
    desk.sheet.write_text("\n".join(lines[:-2]) + "\n", encoding="utf-8")
    untouched(desk, "17 of 18 rows are left")


def test_doubled_row__is_refused(desk: Desk) -> None:
    desk.fill()
    lines = desk.text().rstrip("\n").split("\n")
    desk.sheet.write_text("\n".join([*lines, lines[-1]]) + "\n", encoding="utf-8")
    untouched(desk, "row 18 is there twice")


def test_unknown_unit__is_refused(desk: Desk) -> None:
    desk.fill()
    desk.change(lambda row: row | ({"unit": "999"} if row["row"] == "2" else {}))
    untouched(desk, "there is no unit '999'")


@pytest.mark.parametrize("which", [0, 1])
def test_other_files__are_refused(desk: Desk, which: int) -> None:
    desk.fill()
    path = desk.files[which]
    path.write_text(path.read_text(encoding="utf-8").replace("jardim\tjardim", "jardim\tjard"), encoding="utf-8")
    untouched(desk, ("the gold", "old")[which], "is not the file that the sheet was made from")


def test_other_systems__are_refused(desk: Desk) -> None:
    desk.fill()
    gold, old, new = desk.files
    done = run("noise", gold, new, old, "--adjudicated", desk.sheet, "-q")
    assert refused(done, "was made for the systems old, new")


def test_other_options__are_refused(desk: Desk) -> None:
    desk.fill()
    done = desk.read("--measure", "UAS")
    assert refused(done, "made under other options", "LAS")


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("", "no adjudication sheet"),
        ("row\tanswer\n1\tA\n", "no adjudication sheet"),
        ("# tertium adjudication sheet 1\n", "names of the columns is gone"),
        ("# tertium adjudication sheet 1\nrow\tstratum\n", "no column 'unit'"),
    ],
)
def test_no_sheet__is_refused(desk: Desk, content: str, message: str) -> None:
    desk.sheet.write_text(content, encoding="utf-8")
    untouched(desk, message)


def test_bad_bytes__are_refused(desk: Desk) -> None:
    desk.sheet.write_bytes(b"# tertium adjudication sheet 1\n\xff\xff\n")
    untouched(desk, "UTF-8")


def test_existing_file__is_never_written_over(desk: Desk) -> None:
    desk.fill()
    before = desk.sheet.read_bytes()
    done = run("noise", *desk.files, "--sample", 18, "-o", desk.sheet, "-q")
    assert refused(done, "exists", "will not be written over")
    assert desk.sheet.read_bytes() == before


def test_two_adjudicators__agreement_is_told(desk: Desk) -> None:
    desk.fill()
    other = desk.folder / "second.tsv"
    desk.change(lambda row: row | {"answer": "?" if row["row"] == "1" else "A"})
    other.write_bytes(desk.sheet.read_bytes())
    desk.fill()
    page = desk.read("--adjudicated", other).out
    assert "two adjudicators agree on 17 of 17 rows" in " ".join(page.split())
    assert refused(desk.read("--adjudicated", other, "--adjudicated", other), "more than two sheets")


def test_sheet__of_all_differing_units(desk: Desk) -> None:
    every = desk.folder / "all.tsv"
    assert run("noise", *desk.files, "--sample", "all", "--differing", "-o", every, "-q").code == 0
    rows = [line for line in every.read_text(encoding="utf-8").split("\n") if line[:1].isdigit()]
    assert len(rows) == 5
    assert refused(run("noise", *desk.files, "--sample", "0", "-o", desk.folder / "none.tsv", "-q"), "too small")


def test_sheet__of_mentions_asks_for_the_antecedent(tmp_path: Path) -> None:
    """Whoever reads `tp` knows which answer is the gold's, and not what to look for."""
    texts = ("(0) (1) / (0)", "(0) (1) / (1)", "(0) (1) / -")
    paths = write_pair(tmp_path, *(conll(text, tags="NNP NNP PRP", forms=["Ann", "Bob", "she"]) for text in texts))
    sheet = tmp_path / "sheet.tsv"
    assert run("noise", *paths, "--sample", "all", "-o", sheet, "-q").code == 0
    head, _, rows = sheet.read_text(encoding="utf-8").partition("row\t")
    assert [field for field in rows.split("\n")[1].split("\t") if field[:1] in "ABC" and ":" in field] == [
        "A: Ann (1 sentence before, word 1)",
        "B: Bob (1 sentence before, word 2)",
        "C: no antecedent",
    ]
    filled = rows.replace("no antecedent\t", "no antecedent\tB")
    sheet.write_text(f"{head}row\t{filled}", encoding="utf-8")
    found = run("noise", *paths, "--adjudicated", sheet, "-q", "--json").json["sample"]
    assert found["error_rate"]["value"] == 1
    assert [row["accuracy"]["value"] for row in found["systems"]] == [1, 0]
