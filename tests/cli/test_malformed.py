"""Bad input gets one clear message, exit status 2, nothing on standard output and nothing written (DESIGN, section 6).

Every damage is done to the same small text in every format, once in a system and once in gold and system alike: there,
a reader that swallows it would answer 100 %.
"""

from __future__ import annotations

import bz2
import gzip
import lzma
import os
from pathlib import Path
from typing import TYPE_CHECKING, Final
from unittest import mock

import pytest
import zstandard
from hypothesis import given
from hypothesis import strategies as st

from tests.command import Run, refused, run
from tests.formats.samples import (
    COLUMNS,
    CONLLU,
    NUMBERED,
    QUICK,
    SAMPLES,
    SLASHED,
    TABLES,
    THOROUGH,
    WITH_HEADS,
    Sample,
    edit_field,
    edit_line,
    insert_line,
    line_of,
    multiword,
    table,
)

if TYPE_CHECKING:
    from collections.abc import Callable

ROLES: Final = ("system", "both")
PACKERS: Final[dict[str, Callable[[bytes], bytes]]] = {
    "gz": gzip.compress,
    "xz": lzma.compress,
    "bz2": bz2.compress,
    "zst": zstandard.compress,
}


@pytest.fixture
def tmp_path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder whose name holds no word that a message is searched for; pytest's own is named after the test."""
    return tmp_path_factory.mktemp("t")


def complains(result: Run, *parts: object) -> bool:
    """Whether there is one message that holds the parts and a way out."""
    assert refused(result, *map(str, parts))
    lines = result.err.splitlines()
    assert sum(line.startswith("tertium: ") for line in lines) == 1, result.err
    assert "should not have happened" not in result.err
    assert "Try: " in result.err, result.err
    return True


def score(folder: Path, gold: Path | str, *others: Path | str, stdin: bytes = b"") -> Run:
    """Score with files asked for; if that is refused, none may be there."""
    out = folder / "out"
    out.mkdir(exist_ok=True)
    wanted = ("--csv", out / "scores.csv", "--latex", out / "tables.tex", "--markdown", out / "tables.md")
    result = run("score", gold, *others, *wanted, stdin=stdin)
    if result.code:
        assert list(out.iterdir()) == []
    return result


def score_damaged(folder: Path, sample: Sample, content: str | bytes, role: str, *options: str) -> tuple[Run, Path]:
    """Score with damaged content as the gold, the system or both; gives the first damaged file too."""
    whole = sample.write(folder, name="whole")
    bad = sample.write(folder, content, name="bad")
    gold, system = {"gold": (bad, whole), "system": (whole, bad), "both": (bad, bad)}[role]
    return score(folder, gold, system, *sample.options, *options), bad


# --- columns -----------------------------------------------------------------------------------------------------


def cut_column(text: str, line: int) -> str:
    return edit_line(text, line, line_of(text, line).rpartition("\t")[0])


def cut_columns(text: str, line: int) -> str:
    """Two less where there are so many: CoNLL-2009 may lack an argument and still have all that every row needs."""
    fields = line_of(text, line).split("\t")
    return edit_line(text, line, "\t".join(fields[: max(1, len(fields) - 2)]))


def add_column(text: str, line: int) -> str:
    return edit_line(text, line, line_of(text, line) + "\t_")


DAMAGES: Final[dict[str, Callable[[str, int], str]]] = {
    "too few": cut_column,
    "one only": lambda text, line: edit_line(text, line, line_of(text, line).split("\t")[1]),
    "too many": add_column,
    "trailing tab": lambda text, line: edit_line(text, line, line_of(text, line) + "\t"),
    "short then long": lambda text, line: add_column(cut_column(text, line), line + 1),
    "long then short": lambda text, line: cut_column(add_column(text, line), line + 1),
    "tab inside": lambda text, line: edit_line(text, line, line_of(text, line).replace("tze", "t\tze", 1)),
    "line broken in two": lambda text, line: edit_line(text, line, line_of(text, line).replace("\t", "\t\n", 1)),
    "two lines in one": lambda text, line: text.replace(line_of(text, line) + "\n", line_of(text, line) + "\t", 1),
    "tabs only": lambda text, line: edit_line(text, line, "\t" * line_of(text, line).count("\t")),
}


@pytest.mark.parametrize("role", ROLES)
@pytest.mark.parametrize("damage", DAMAGES)
@pytest.mark.parametrize("fmt", TABLES)
def test_columns__wrong_number_is_refused(tmp_path: Path, fmt: str, damage: str, role: str) -> None:
    sample = SAMPLES[fmt]
    line = sample.lines[0]
    result, bad = score_damaged(tmp_path, sample, DAMAGES[damage](sample.text, line), role)
    assert complains(result)
    lines = (line, line + 1) if damage in ("line broken in two", "two lines in one") else (line,)
    assert any(f"{bad}:{number}" in result.err for number in lines), result.err


@pytest.mark.parametrize("fmt", TABLES)
@pytest.mark.parametrize("which", ["first", "last"])
def test_columns__first_and_last_line_are_looked_at_too(tmp_path: Path, fmt: str, which: str) -> None:
    sample = SAMPLES[fmt]
    numbers = [number for number, line in enumerate(sample.text.split("\n"), 1) if "\t" in line]
    line = numbers[0] if which == "first" else numbers[-1]
    result, bad = score_damaged(tmp_path, sample, cut_columns(sample.text, line), "system")
    assert complains(result, bad, "column")


@pytest.mark.parametrize("fmt", TABLES)
@pytest.mark.parametrize("extent", ["one tab", "one line", "all but one line", "all lines"])
def test_columns__spaces_for_tabs_are_refused_by_name(tmp_path: Path, fmt: str, extent: str) -> None:
    """The user must hear of tabs: `'2 Katze' is no word number` leaves them looking for a number."""
    sample = SAMPLES[fmt]
    line = sample.lines[0]
    row = line_of(sample.text, line)
    content = {
        "one tab": edit_line(sample.text, line, row.replace("\t", " ", 1)),
        "one line": edit_line(sample.text, line, row.replace("\t", " ")),
        "all but one line": edit_line(sample.text.replace("\t", " "), line, row),
        "all lines": sample.text.replace("\t", " "),
    }[extent]
    result, bad = score_damaged(tmp_path, sample, content, "both")
    if extent == "all lines" and sample.format == "columns":
        assert result.code == 0  # columns may be separated by spaces throughout
        return
    assert complains(result, bad, "tab")


@pytest.mark.parametrize(
    ("fmt", "what"),
    [
        *((fmt, what) for fmt in TABLES for what in ("width", "spaces", "form")),
        *((fmt, "number") for fmt in NUMBERED),
    ],
)
def test_columns__message_names_the_sentence(tmp_path: Path, fmt: str, what: str) -> None:
    """The file, the line, the sentence id, what was expected, what was found, and what to do (DESIGN, section 6)."""
    sample = SAMPLES[fmt]
    line = sample.lines[0]
    row = line_of(sample.text, line)
    place = 1 if fmt in NUMBERED else 0
    content = {
        "width": cut_columns(sample.text, line),
        "spaces": edit_line(sample.text, line, row.replace("\t", " ")),
        "form": edit_field(sample.text, line, place, ""),
        "number": edit_field(sample.text, line, 0, "x"),
    }[what]
    result, bad = score_damaged(tmp_path, sample, content, "system")
    assert complains(result, f"{bad}:{line}, sentence '{sample.sentence}'")


@pytest.mark.parametrize("fmt", ["conllu", "conllx"])
def test_columns__missing_number_is_not_called_a_wrong_width(tmp_path: Path, fmt: str) -> None:
    sample = SAMPLES[fmt]
    result, bad = score_damaged(tmp_path, sample, edit_field(sample.text, sample.lines[0], 0, ""), "system")
    assert complains(result, f"{bad}:{sample.lines[0]}")
    assert "10 tab-separated columns, 10 are expected" not in result.err


def test_columns__missing_number_is_named_like_eval07_too(tmp_path: Path) -> None:
    """There a line may have more columns than are needed."""
    sample = SAMPLES["conllx"]
    bad = tmp_path / "bad.conll"
    bad.write_text(edit_field(sample.text, sample.lines[0], 0, ""), encoding="utf-8")
    assert refused(run("score", "--like", "eval07", bad, bad), "the first column is empty")


# --- heads -------------------------------------------------------------------------------------------------------

HEADS: Final = {
    "out of range": "5",
    "far out of range": "99999999999",
    "negative": "-1",
    "no number": "x",
    "fraction": "1.5",
    "missing": "_",
    "empty": "",
}


@pytest.mark.parametrize("role", ROLES)
@pytest.mark.parametrize("head", HEADS)
@pytest.mark.parametrize("fmt", WITH_HEADS)
def test_heads__bad_head_is_refused(tmp_path: Path, fmt: str, head: str, role: str) -> None:
    sample = SAMPLES[fmt]
    line = sample.lines[0]
    content = edit_field(sample.text, line, sample.head, HEADS[head])
    if fmt == "conll2009":
        content = edit_field(content, line, sample.head + 1, HEADS[head])  # the system's own, PHEAD
    result, bad = score_damaged(tmp_path, sample, content, role)
    assert complains(result, f"{bad}:{line}, sentence '{sample.sentence}'", "HEAD is")


@pytest.mark.parametrize("value", ["9" * 5000, "-" + "9" * 5000, "x" * 5000], ids=["number", "negative", "text"])
@pytest.mark.parametrize("place", [0, 6], ids=["ID", "HEAD"])
def test_heads__endless_values_fit_a_screen(tmp_path: Path, place: int, value: str) -> None:
    result, bad = score_damaged(tmp_path, SAMPLES["conllu"], edit_field(CONLLU, 3, place, value), "system")
    assert complains(result, f"{bad}:3")
    assert len(result.err) < 1500


def without_heads(sample: Sample) -> str:
    lines = [number for number, line in enumerate(sample.text.split("\n"), 1) if "\t" in line]
    content = sample.text
    for line in lines:
        content = edit_field(content, line, sample.head, "_")
        if sample.format == "conll2009":
            content = edit_field(content, line, sample.head + 1, "_")
    return content


@pytest.mark.parametrize("fmt", WITH_HEADS)
def test_heads__system_without_heads_is_refused(tmp_path: Path, fmt: str) -> None:
    sample = SAMPLES[fmt]
    result, bad = score_damaged(tmp_path, sample, without_heads(sample), "system")
    assert complains(result, bad, "no heads", "--task tagging")


@pytest.mark.parametrize("role", ROLES)
def test_heads__dependency_task_without_heads_is_refused(tmp_path: Path, role: str) -> None:
    sample = SAMPLES["conllu"]
    result, bad = score_damaged(tmp_path, sample, without_heads(sample), role, "--task", "dependency")
    assert complains(result, bad, "no heads")


@pytest.mark.parametrize("fmt", ["columns", "vertical", "slashed"])
def test_heads__dependency_task_on_tags_is_refused(tmp_path: Path, fmt: str) -> None:
    sample = SAMPLES[fmt]
    result, bad = score_damaged(tmp_path, sample, sample.text, "both", "--task", "dependency")
    assert complains(result, bad, "no heads")


def test_heads__one_of_several_files_without_heads_is_named(tmp_path: Path) -> None:
    """It is b that has no heads; naming a, the first file, would send the user to the wrong one."""
    for folder in ("gold", "system"):
        (tmp_path / folder).mkdir()
        for name in ("a", "b"):
            (tmp_path / folder / f"{name}.conllu").write_text(CONLLU, encoding="utf-8")
    (tmp_path / "system" / "b.conllu").write_text(without_heads(SAMPLES["conllu"]), encoding="utf-8")
    result = score(tmp_path, tmp_path / "gold", tmp_path / "system")
    assert complains(result, tmp_path / "system" / "b.conllu")


# --- word numbers, multiword tokens, forms -----------------------------------------------------------------------

NUMBERS: Final = {
    "skipped": "3",
    "repeated": "1",
    "zero": "0",
    "negative": "-2",
    "no number": "x",
    "with a letter": "2a",
    "other digits": "٢",
    "too large": "9" * 12,
    "half a range": "2-",
    "three numbers": "2-3-4",
}


@pytest.mark.parametrize("number", NUMBERS)
@pytest.mark.parametrize("fmt", NUMBERED)
def test_numbers__wrong_word_number_is_refused(tmp_path: Path, fmt: str, number: str) -> None:
    sample = SAMPLES[fmt]
    line = sample.lines[0]
    result, bad = score_damaged(tmp_path, sample, edit_field(sample.text, line, 0, NUMBERS[number]), "both")
    assert complains(result, f"{bad}:{line}", "word number")


@pytest.mark.parametrize("role", ROLES)
@pytest.mark.parametrize("fmt", NUMBERED)
@pytest.mark.parametrize("damage", ["missing empty line", "empty line inside", "line lost", "line doubled"])
def test_numbers__wrong_lines_are_seen_in_the_numbers(tmp_path: Path, fmt: str, damage: str, role: str) -> None:
    sample = SAMPLES[fmt]
    line = sample.lines[0]
    row = line_of(sample.text, line)
    content = {
        "missing empty line": sample.text.replace("\n\n", "\n", 1),
        "empty line inside": insert_line(sample.text, line, ""),
        "line lost": sample.text.replace(row + "\n", ""),
        "line doubled": insert_line(sample.text, line, row),
    }[damage]
    result, bad = score_damaged(tmp_path, sample, content, role)
    assert complains(result, f"{bad}:", "word number", "sentence '")


RANGES: Final = {
    "beyond the sentence": insert_line(CONLLU, 3, multiword("2-9", "x")),
    "backwards": insert_line(CONLLU, 3, multiword("3-2", "x")),
    "too large": insert_line(CONLLU, 3, multiword("2-" + "9" * 25, "x")),
    "endless": insert_line(CONLLU, 3, multiword("2-" + "9" * 5000, "x")),
    "overlapping": insert_line(insert_line(CONLLU, 3, multiword("2-3", "x")), 3, multiword("2-3", "y")),
    "end of sentence": insert_line(CONLLU, 6, multiword("5-6", "x")),
    "end of file": CONLLU.rstrip("\n") + "\n" + multiword("4-5", "x") + "\n\n",
    "cut off": CONLLU.rstrip("\n") + "\n" + multiword("4-5", "x"),
    "alone": multiword("1-2", "x") + "\n\n",
    "alone in its sentence": CONLLU + multiword("1-2", "x") + "\n\n",
}


@pytest.mark.parametrize("name", RANGES)
def test_ranges__what_does_not_fit_is_refused(tmp_path: Path, name: str) -> None:
    content = RANGES[name]
    line = next(number for number, row in enumerate(content.split("\n"), 1) if row[1:2] == "-")
    result, bad = score_damaged(tmp_path, SAMPLES["conllu"], content, "both")
    assert complains(result, f"{bad}:{line}", "multiword")


@pytest.mark.parametrize("form", ["", " ", "\u00a0", "\u3000"], ids=["none", "space", "no-break", "ideographic"])
@pytest.mark.parametrize("fmt", TABLES)
def test_forms__empty_word_is_refused(tmp_path: Path, fmt: str, form: str) -> None:
    sample = SAMPLES[fmt]
    line = sample.lines[0]
    content = edit_field(sample.text, line, 1 if fmt in NUMBERED else 0, form)
    result, bad = score_damaged(tmp_path, sample, content, "both")
    assert complains(result, f"{bad}:{line}", "empty")


@pytest.mark.parametrize("role", ROLES)
@pytest.mark.parametrize("token", ["Katze", "Katze_", "_NN", "_"])
def test_forms__token_without_word_or_tag_is_refused(tmp_path: Path, token: str, role: str) -> None:
    sample = SAMPLES["slashed"]
    result, bad = score_damaged(tmp_path, sample, SLASHED.replace("träumt_VVFIN", token), role)
    assert complains(result, f"{bad}:2", repr(token), "word_TAG")


def test_forms__message_about_a_token_names_the_sentence(tmp_path: Path) -> None:
    result, bad = score_damaged(tmp_path, SAMPLES["slashed"], SLASHED.replace("träumt_VVFIN", "Katze"), "system")
    assert complains(result, f"{bad}:2, sentence '2'")


# --- encodings ---------------------------------------------------------------------------------------------------


def first_umlaut(text: str) -> int:
    return text[: text.index("ä")].count("\n") + 1


@pytest.mark.parametrize("role", ["gold", "system"])
@pytest.mark.parametrize("fmt", SAMPLES)
def test_encodings__latin_1_is_refused(tmp_path: Path, fmt: str, role: str) -> None:
    sample = SAMPLES[fmt]
    result, bad = score_damaged(tmp_path, sample, sample.text.encode("latin-1"), role)
    assert complains(result, f"{bad}:{first_umlaut(sample.text)}", "not UTF-8", "0xe4", "--encoding")


@pytest.mark.parametrize(("fmt", "encoding"), [*((fmt, "utf-16") for fmt in SAMPLES), ("conllu", "utf-32")])
def test_encodings__other_unicode_is_refused_by_name(tmp_path: Path, fmt: str, encoding: str) -> None:
    sample = SAMPLES[fmt]
    result, bad = score_damaged(tmp_path, sample, sample.text.encode(encoding), "system")
    assert complains(result, bad, encoding.upper(), f"--encoding {encoding}")


@pytest.mark.parametrize("encoding", ["utf-16-le", "utf-16-be"])
@pytest.mark.parametrize("fmt", SAMPLES)
def test_encodings__unicode_without_a_mark_is_refused(tmp_path: Path, fmt: str, encoding: str) -> None:
    sample = SAMPLES[fmt]
    result, bad = score_damaged(tmp_path, sample, sample.text.encode(encoding), "both")
    assert complains(result, f"{bad}:1")


@pytest.mark.parametrize("fmt", SAMPLES)
def test_encodings__zero_byte_is_refused(tmp_path: Path, fmt: str) -> None:
    sample = SAMPLES[fmt]
    result, bad = score_damaged(tmp_path, sample, sample.text.replace("Katze", "Kat\0ze", 1), "both")
    assert complains(result, f"{bad}:{sample.lines[0]}", "NUL")


def test_encodings__zero_byte_is_refused_in_any_encoding(tmp_path: Path) -> None:
    content = CONLLU.replace("Katze", "Kat\0ze", 1).encode("latin-1")
    result, bad = score_damaged(tmp_path, SAMPLES["conllu"], content, "both", "--encoding", "latin-1")
    assert complains(result, f"{bad}:3", "NUL")


@pytest.mark.parametrize("place", ["comment", "lemma", "misc"])
def test_encodings__columns_that_are_not_compared_count_too(tmp_path: Path, place: str) -> None:
    """The rest of such a file is in the wrong encoding as well, whatever was asked for."""
    content = {
        "comment": edit_line(CONLLU, 1, "# text = ÄÄÄ"),
        "lemma": edit_field(CONLLU, 2, 2, "ÄÄÄ"),
        "misc": edit_field(CONLLU, 2, 9, "Gloss=ÄÄÄ"),
    }[place]
    damaged = content.encode().replace("Ä".encode(), b"\xc4")
    result, bad = score_damaged(tmp_path, SAMPLES["conllu"], damaged, "both", "--measure", "UAS")
    assert complains(result, f"{bad}:{1 if place == 'comment' else 2}", "not UTF-8")


@pytest.mark.parametrize("encoding", ["ascii", "utf-16", "utf-32", "utf-7"])
def test_encodings__wrong_encoding_given_is_refused(tmp_path: Path, encoding: str) -> None:
    result, bad = score_damaged(tmp_path, SAMPLES["conllu"], CONLLU, "both", "--encoding", encoding)
    assert complains(result, bad, encoding)


@pytest.mark.parametrize("encoding", ["klingon", "hex", "undefined", " "])
def test_encodings__unknown_encoding_is_refused(tmp_path: Path, encoding: str) -> None:
    result, _ = score_damaged(tmp_path, SAMPLES["conllu"], CONLLU, "both", "--encoding", encoding)
    assert complains(result, repr(encoding), "--encoding utf-8")


# --- truncated files ---------------------------------------------------------------------------------------------

CUTS: Final = ("inside a character", "inside a word", "after a word", "after a line", "after a sentence")


@pytest.mark.parametrize("role", ["gold", "system"])
@pytest.mark.parametrize("place", CUTS)
@pytest.mark.parametrize("fmt", SAMPLES)
def test_truncated__file_is_refused(tmp_path: Path, fmt: str, place: str, role: str) -> None:
    """Only one of the two files is cut, so what is left cannot be the same text."""
    sample = SAMPLES[fmt]
    data = sample.text.encode()
    at = data.rindex("träumt".encode())
    sentence = data.index(b"\n\n") + 2 if b"\n\n" in data else data.rindex(b"\n", 0, data.index(b"Sie")) + 1
    cut = {
        "inside a character": at + 3,
        "inside a word": at + 5,
        "after a word": at + len("träumt".encode()),
        "after a line": data.rindex(b"\n", 0, at) + 1,
        "after a sentence": sentence,
    }[place]
    result, bad = score_damaged(tmp_path, sample, data[:cut], role)
    assert complains(result, bad)


@pytest.mark.parametrize("fmt", ["conllu", "conllx", "conll2009", "mapped"])
def test_truncated__both_files_alike_are_refused_too(tmp_path: Path, fmt: str) -> None:
    """Cut inside a line, both files would still agree on what is left of it."""
    sample = SAMPLES[fmt]
    cut = sample.text.rindex("träumt") + len("träumt")
    result, bad = score_damaged(tmp_path, sample, sample.text[:cut], "both")
    assert complains(result, bad, "column")


@pytest.mark.slow
@pytest.mark.parametrize("fmt", SAMPLES)
def test_truncated__anywhere(tmp_path: Path, fmt: str) -> None:
    """Cut at every byte: refused, or nothing but the end of the last field (and what follows it) is lost."""
    sample = SAMPLES[fmt]
    text = insert_line(sample.text, 2, multiword("1-2", "DieKatze")) if fmt == "conllu" else sample.text
    data = text.encode()
    whole = sample.write(tmp_path, data, name="whole")
    n_words = run("score", whole, whole, *sample.options, "--json").json["gold"]["words"]
    for cut in range(len(data)):
        bad = sample.write(tmp_path, data[:cut], name="bad")
        result = score(tmp_path, whole, bad, *sample.options, "--json")
        if result.code:
            assert complains(result)
        else:
            assert run("score", bad, bad, *sample.options, "--json").json["gold"]["words"] == n_words
            for path in (tmp_path / "out").iterdir():
                path.unlink()


@pytest.mark.parametrize("role", ROLES)
@pytest.mark.parametrize("keep", [0.3, 0.95])
@pytest.mark.parametrize("kind", PACKERS)
@pytest.mark.parametrize("fmt", ["conllu", "slashed"])
def test_truncated__compressed_file_is_refused(tmp_path: Path, fmt: str, kind: str, keep: float, role: str) -> None:
    sample = SAMPLES[fmt]
    packed = PACKERS[kind](sample.text.encode())
    result, bad = score_damaged(tmp_path, sample, packed[: int(keep * len(packed))], role)
    assert complains(result, bad, "cannot be unpacked", "truncated")


def large_text() -> str:
    """Large enough for several blocks of any compression; lines of eight bytes fit a block exactly."""
    rows = (f"{number * 7919 % 100_003:05x}\tN\n" for number in range(60_000))
    return "".join(rows)


@pytest.mark.parametrize("command", ["score", "describe"])
@pytest.mark.parametrize("kind", PACKERS)
def test_truncated__large_compressed_file_is_refused(tmp_path: Path, kind: str, command: str) -> None:
    """The whole blocks of a cut .zst can be unpacked, and would be described as if they were all."""
    packed = PACKERS[kind](large_text().encode())
    bad = tmp_path / f"bad.tsv.{kind}"
    bad.write_bytes(packed[: len(packed) * 3 // 4])
    result = run("describe", bad) if command == "describe" else run("score", bad, bad)
    assert complains(result, bad, "cannot be unpacked")


@pytest.mark.parametrize("kind", PACKERS)
def test_truncated__damaged_compressed_file_is_refused(tmp_path: Path, kind: str) -> None:
    packed = bytearray(PACKERS[kind](CONLLU.encode()))
    packed[len(packed) // 2] ^= 0xFF
    packed[len(packed) // 2 + 1] ^= 0xFF
    result, bad = score_damaged(tmp_path, SAMPLES["conllu"], bytes(packed), "system")
    assert complains(result, bad)


# --- files that do not fit each other ----------------------------------------------------------------------------


def drop_last_sentence(sample: Sample) -> str:
    text = sample.text.rstrip("\n")
    if sample.format == "slashed":
        return text.rpartition("\n")[0] + "\n"
    if "<s>" in text:
        return text.rpartition("<s>")[0]
    return text.rpartition("\n\n")[0] + "\n\n"


@pytest.mark.parametrize("role", ["gold", "system"])
@pytest.mark.parametrize("tokens", ["auto", "same", "position"])
@pytest.mark.parametrize("fmt", SAMPLES)
def test_mismatch__sentence_less_is_refused(tmp_path: Path, fmt: str, tokens: str, role: str) -> None:
    sample = SAMPLES[fmt]
    result, bad = score_damaged(tmp_path, sample, drop_last_sentence(sample), role, "--tokens", tokens)
    n_sents = 3 if fmt == "slashed" else 2
    name = "'dream'" if fmt == "conllu" else f"'{n_sents}'"
    assert complains(result, bad, sample.write(tmp_path, name="whole"), f"sentence {name}")


@pytest.mark.parametrize("tokens", ["same", "position"])
@pytest.mark.parametrize("fmt", ["columns", "slashed"])
def test_mismatch__sentences_cut_otherwise_are_refused_where_words_must_be_the_same(
    tmp_path: Path, fmt: str, tokens: str
) -> None:
    sample = SAMPLES[fmt]
    joined = sample.text.replace("\n\n", "\n", 1) if fmt == "columns" else sample.text.replace("\n", " ", 1)
    result, bad = score_damaged(tmp_path, sample, joined, "system", "--tokens", tokens)
    assert complains(result, f"{bad}:1, sentence '1': 7 words", "sentence '1': 4 words")


@pytest.mark.parametrize("like", ["malteval", "eval07", "compareval"])
def test_mismatch__presets_that_go_by_line_refuse_other_sentences(tmp_path: Path, like: str) -> None:
    sample = SAMPLES["conllu"]
    result, bad = score_damaged(tmp_path, sample, drop_last_sentence(sample), "system", "--like", like)
    assert complains(result, bad, "only 1 sentence")


@pytest.mark.parametrize("role", ["gold", "system"])
@pytest.mark.parametrize("tokens", ["auto", "same"])
@pytest.mark.parametrize("fmt", SAMPLES)
def test_mismatch__other_words_are_refused(tmp_path: Path, fmt: str, tokens: str, role: str) -> None:
    sample = SAMPLES[fmt]
    content = sample.text.replace("Katze", "Tatze", 1)
    result, bad = score_damaged(tmp_path, sample, content, role, "--tokens", tokens)
    place = f"{sample.lines[0]}, sentence '{sample.sentence}', word 2"
    assert complains(result, f"{bad}:{place}: 'Tatze'", f"{tmp_path / 'whole'}{sample.suffix}:{place}: 'Katze'")


@pytest.mark.parametrize(
    ("gold", "system"),
    [
        ("שרה", "שמע"),
        ("猫", "犬"),
        ("cafe\u0301", "caf\u00e9"),
        ("👩‍🔬", "👩‍🚀"),
        ("Straße", "Strasse"),
        ("a\u200bb", "ab"),
        ("Katze", "katze"),
    ],
)
def test_mismatch__other_characters_are_refused(tmp_path: Path, gold: str, system: str) -> None:
    """Normal forms and invisible characters count: two texts that look the same may not be."""
    for name, word in (("gold", gold), ("system", system)):
        (tmp_path / f"{name}.tsv").write_text(table("Die X", f"{word} X", ""), encoding="utf-8")
    result = score(tmp_path, tmp_path / "gold.tsv", tmp_path / "system.tsv")
    assert complains(result, "gold.tsv:2", "system.tsv:2")


def test_mismatch__second_of_several_files_is_named(tmp_path: Path) -> None:
    for folder, word in (("gold", "Sie"), ("system", "Er")):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "a.conllu").write_text(CONLLU, encoding="utf-8")
        (tmp_path / folder / "b.conllu").write_text(CONLLU.replace("Sie", word), encoding="utf-8")
    result = score(tmp_path, tmp_path / "gold", tmp_path / "system")
    assert complains(result, f"{tmp_path / 'gold' / 'b.conllu'}:8", f"{tmp_path / 'system' / 'b.conllu'}:8")
    first = result.err.splitlines()[0]
    assert "b.conllu" in first, "the first line names the files that hold different text"


@pytest.mark.parametrize("content", ["", "# a comment\n"], ids=["empty", "comments only"])
def test_mismatch__empty_one_of_several_files_is_named(tmp_path: Path, content: str) -> None:
    """It is b that is empty; `a.conllu: ends here` would send the user to the wrong file."""
    for folder in ("gold", "system"):
        (tmp_path / folder).mkdir()
        for name in ("a", "b"):
            (tmp_path / folder / f"{name}.conllu").write_text(CONLLU, encoding="utf-8")
    (tmp_path / "system" / "b.conllu").write_text(content, encoding="utf-8")
    result = score(tmp_path, tmp_path / "gold", tmp_path / "system")
    assert complains(result, tmp_path / "system" / "b.conllu")


# --- files that are not there, or hold nothing -------------------------------------------------------------------


@pytest.mark.parametrize("role", ROLES)
@pytest.mark.parametrize("content", ["", "\n\n\n", "\ufeff", " \n"], ids=["nothing", "lines", "mark", "space"])
@pytest.mark.parametrize("fmt", ["conllu", "columns", "slashed"])
def test_files__empty_file_is_refused(tmp_path: Path, fmt: str, content: str, role: str) -> None:
    result, bad = score_damaged(tmp_path, SAMPLES[fmt], content, role)
    assert complains(result, bad, "the file is empty")


@pytest.mark.parametrize("role", ROLES)
@pytest.mark.parametrize("fmt", ["conllu", "conllx", "conll2009", "columns", "slashed"])
def test_files__empty_file_is_refused_though_the_format_is_told(tmp_path: Path, fmt: str, role: str) -> None:
    """An empty gold and an empty system agree on everything; only --like ud scores that, as 0."""
    result, bad = score_damaged(tmp_path, SAMPLES[fmt], "", role, "--format", fmt)
    assert complains(result, bad, "empty")


@pytest.mark.parametrize("role", ROLES)
@pytest.mark.parametrize("told", [True, False], ids=["told", "recognised"])
@pytest.mark.parametrize("fmt", ["conllu", "conllx", "conll2009", "columns"])
def test_files__comments_alone_are_refused(tmp_path: Path, fmt: str, role: str, *, told: bool) -> None:
    options = ("--format", fmt) if told else ()
    result, bad = score_damaged(tmp_path, SAMPLES[fmt], "# one\n# two\n\n", role, *options)
    assert complains(result, bad, "comments only")


@pytest.mark.parametrize("role", ROLES)
def test_files__empty_nodes_alone_are_refused(tmp_path: Path, role: str) -> None:
    result, bad = score_damaged(tmp_path, SAMPLES["conllu"], multiword("0.1", "x") + "\n\n", role)
    assert complains(result, bad)


def test_files__empty_systems_are_refused_like_ud(tmp_path: Path) -> None:
    result, bad = score_damaged(tmp_path, SAMPLES["conllu"], "", "system", "--like", "ud")
    assert complains(result, bad)


@pytest.mark.parametrize("role", ["gold", "system"])
def test_files__missing_file_is_refused(tmp_path: Path, role: str) -> None:
    whole, missing = SAMPLES["conllu"].write(tmp_path), tmp_path / "missing.conllu"
    result = score(tmp_path, *((missing, whole) if role == "gold" else (whole, missing)))
    assert complains(result, missing, "no such file")


@pytest.mark.parametrize("role", ["gold", "system"])
def test_files__pattern_without_files_is_refused(tmp_path: Path, role: str) -> None:
    whole, pattern = SAMPLES["conllu"].write(tmp_path), f"{tmp_path}/*.zst"
    result = score(tmp_path, *((pattern, whole) if role == "gold" else (whole, pattern)))
    assert complains(result, pattern, "no file matches")


@pytest.mark.parametrize("role", ["gold", "system"])
def test_files__folder_in_place_of_a_file_is_refused(tmp_path: Path, role: str) -> None:
    whole, folder = SAMPLES["conllu"].write(tmp_path), tmp_path / "several"
    folder.mkdir()
    for name in ("one", "two"):
        SAMPLES["conllu"].write(folder, name=name)
    result = score(tmp_path, *((folder, whole) if role == "gold" else (whole, folder)))
    assert complains(result, folder, "folder")


def test_files__empty_folder_is_refused(tmp_path: Path) -> None:
    whole, folder = SAMPLES["conllu"].write(tmp_path), tmp_path / "none"
    folder.mkdir()
    assert complains(score(tmp_path, whole, folder), folder, "holds no files")


def test_files__pattern_that_finds_a_folder_is_refused(tmp_path: Path) -> None:
    whole = SAMPLES["conllu"].write(tmp_path)
    (tmp_path / "some-folder").mkdir()
    result = score(tmp_path, whole, f"{tmp_path}/some-*")
    assert complains(result, tmp_path / "some-folder", "folder")


def test_files__folders_without_partners_are_refused(tmp_path: Path) -> None:
    for folder, names in (("gold", "ab"), ("system", "bc")):
        (tmp_path / folder).mkdir()
        for name in names:
            SAMPLES["conllu"].write(tmp_path / folder, name=name)
    result = score(tmp_path, tmp_path / "gold", tmp_path / "system")
    assert complains(result, "system has no file for a", "the gold has no file for c")


def test_files__two_files_of_one_name_are_refused(tmp_path: Path) -> None:
    """b.conllu and b.tsv would both be b's partner: taking one of them silently is a coin toss."""
    for folder in ("gold", "system"):
        (tmp_path / folder).mkdir()
        for name in "ab":
            SAMPLES["conllu"].write(tmp_path / folder, name=name)
    (tmp_path / "system" / "b.tsv").write_text(CONLLU, encoding="utf-8")
    result = score(tmp_path, tmp_path / "gold", tmp_path / "system")
    assert complains(result, "system", "several files of one name")


def test_files__path_through_a_file_is_refused(tmp_path: Path) -> None:
    whole = SAMPLES["conllu"].write(tmp_path)
    result = score(tmp_path, whole, whole / "more.conllu")
    assert complains(result, whole / "more.conllu")


def test_files__name_too_long_is_refused(tmp_path: Path) -> None:
    whole = SAMPLES["conllu"].write(tmp_path)
    assert complains(score(tmp_path, whole, tmp_path / ("x" * 300)), "x" * 300)


def test_files__link_to_itself_is_refused(tmp_path: Path) -> None:
    whole, loop = SAMPLES["conllu"].write(tmp_path), tmp_path / "loop.conllu"
    loop.symlink_to(loop)
    assert complains(score(tmp_path, whole, loop), loop)


def test_files__unreadable_file_is_refused(tmp_path: Path) -> None:
    whole = SAMPLES["conllu"].write(tmp_path)
    with mock.patch.object(Path, "read_bytes", side_effect=PermissionError(13, "Permission denied")):
        result = score(tmp_path, whole, whole)
    assert complains(result, whole, "cannot be read", "Permission denied", "permissions")


@pytest.mark.skipif(hasattr(os, "geteuid") and os.geteuid() == 0, reason="root may read everything")
def test_files__file_without_permissions_is_refused(tmp_path: Path) -> None:
    whole = SAMPLES["conllu"].write(tmp_path)
    whole.chmod(0)
    assert complains(score(tmp_path, whole, whole), whole, "cannot be read", "permissions")


@pytest.mark.parametrize("arguments", [("-", "-"), ("-", "a=-"), ("FILE", "-", "-"), ("FILE", "a=-", "b=-")])
def test_files__standard_input_twice_is_refused(tmp_path: Path, arguments: tuple[str, ...]) -> None:
    whole = SAMPLES["conllu"].write(tmp_path)
    given_files = [str(whole) if argument == "FILE" else argument for argument in arguments]
    result = score(tmp_path, given_files[0], *given_files[1:], stdin=CONLLU.encode())
    assert complains(result, "standard input", "only once")


@pytest.mark.parametrize("damage", ["width", "head", "words", "empty", "truncated"])
def test_files__standard_input_is_named_in_full(tmp_path: Path, damage: str) -> None:
    """`-:3` is easily read as a range of lines, or not at all."""
    stdin = {
        "width": cut_column(CONLLU, 3).encode(),
        "head": edit_field(CONLLU, 3, 6, "9").encode(),
        "words": CONLLU.replace("Katze", "Tatze").encode(),
        "empty": b"",
        "truncated": gzip.compress(CONLLU.encode())[:40],
    }[damage]
    result = score(tmp_path, SAMPLES["conllu"].write(tmp_path), "-", stdin=stdin)
    assert complains(result, "standard input")


@pytest.mark.parametrize("argument", ["=FILE", "name="])
def test_files__half_a_name_is_refused(tmp_path: Path, argument: str) -> None:
    whole = SAMPLES["conllu"].write(tmp_path)
    assert complains(score(tmp_path, whole, argument.replace("FILE", str(whole))), "name=path")


@pytest.mark.parametrize(
    ("content", "what"),
    [
        ("Die Katze schläft.\nSie träumt.\n", "cannot be recognised"),
        ('{\n  "words": ["Die", "Katze"],\n  "tags": ["ART", "NN"]\n}\n', "cannot be recognised"),
        ("PK\x03\x04zip", "cannot be recognised"),
    ],
    ids=["prose", "json", "zip"],
)
def test_files__other_formats_are_refused(tmp_path: Path, content: str, what: str) -> None:
    result, bad = score_damaged(tmp_path, SAMPLES["columns"], content, "both")
    assert complains(result, bad, what)


@pytest.mark.parametrize("told", ["conllu", "conllx", "conll2009", "slashed"])
def test_files__wrong_format_told_is_refused(tmp_path: Path, told: str) -> None:
    result, bad = score_damaged(tmp_path, SAMPLES["columns"], COLUMNS, "both", "--format", told)
    assert complains(result, f"{bad}:1", "--format")


def test_files__too_many_columns_without_a_map_are_refused(tmp_path: Path) -> None:
    result, bad = score_damaged(tmp_path, SAMPLES["conllu"], CONLLU, "both", "--format", "columns")
    assert complains(result, bad, "10 columns", "--columns")


# --- options -----------------------------------------------------------------------------------------------------


@pytest.fixture
def trio(tmp_path: Path) -> tuple[Path, Path, Path]:
    """A gold and two systems that differ."""
    gold = SAMPLES["conllu"].write(tmp_path, name="gold")
    one = SAMPLES["conllu"].write(tmp_path, CONLLU.replace("\tdet\t", "\tamod\t"), name="one")
    two = SAMPLES["conllu"].write(tmp_path, CONLLU.replace("\tnsubj\t", "\tobj\t"), name="two")
    return gold, one, two


def compare(trio: tuple[Path, Path, Path], *options: object) -> Run:
    """Compare with files asked for; if that is refused, none may be there."""
    out = trio[0].parent / "out"
    out.mkdir(exist_ok=True)
    result = run("compare", *trio, "--tsv", out / "x.tsv", "--annotate", out / "x.conllu", *options)
    if result.code:
        assert list(out.iterdir()) == []
    return result


@pytest.mark.parametrize(
    "options",
    [
        ("--pair", "one", "three"),
        ("--pair", "three", "one"),
        ("--pair", "one", "two", "--pair", "one", "three"),
        ("--only", "three"),
        ("--pair", "gold", "three"),
    ],
)
def test_options__unknown_system_is_refused(trio: tuple[Path, Path, Path], options: tuple[str, ...]) -> None:
    result = compare(trio, *options)
    assert complains(result, "there is no system", "one, two")


def test_options__pair_of_one_is_refused(trio: tuple[Path, Path, Path]) -> None:
    assert complains(compare(trio, "--pair", "one", "one"), "two different systems")


@pytest.mark.parametrize("measure", ["LAZ", "las,LAZ"])
@pytest.mark.parametrize("command", ["score", "compare", "diff"])
def test_options__unknown_measure_is_refused(trio: tuple[Path, Path, Path], command: str, measure: str) -> None:
    assert complains(run(command, *trio, "--measure", measure), "no measure 'LAZ'", "LAS", "UAS")


@pytest.mark.parametrize("measure", ["UAS", "LAS", "MLAS"])
def test_options__measure_of_trees_on_tags_is_refused(tmp_path: Path, measure: str) -> None:
    result, bad = score_damaged(tmp_path, SAMPLES["columns"], COLUMNS, "both", "--measure", measure)
    assert complains(result, bad)


@pytest.mark.parametrize("layer", ["nonsense", "Tense", "feats.Tense"])
def test_options__layer_that_no_word_has_is_refused(trio: tuple[Path, Path, Path], layer: str) -> None:
    """It is taken as a feature that every word lacks, and every system scores 100 %."""
    result = run("score", *trio, "--layer", layer)
    assert complains(result, layer.removeprefix("feats."))


def test_options__feature_in_lower_case_is_the_feature_or_refused(trio: tuple[Path, Path, Path]) -> None:
    """`case` is no feature of any word, `Case` is: 100 % of nothing is no answer."""
    result = run("score", *trio, "--layer", "case", "--json")
    assert result.code == 2 or "Nom" in {row["label"] for row in result.json["labels"]}


@pytest.mark.parametrize("layer", ["upos", "xpos", "nonsense"])
def test_options__layer_that_the_file_lacks_is_refused(tmp_path: Path, layer: str) -> None:
    result, bad = score_damaged(tmp_path, SAMPLES["columns"], COLUMNS, "both", "--layer", layer)
    assert complains(result, bad, layer, "tag")


@pytest.mark.parametrize(
    ("option", "value"),
    [
        ("--task", "parsing"),
        ("--like", "bleu"),
        ("--format", "conllz"),
        ("--tokens", "none"),
        ("--punctuation", "maybe"),
        ("--width", "1"),
        ("--width", "x"),
        ("--nonsense", "1"),
    ],
)
def test_options__unknown_value_is_refused(trio: tuple[Path, Path, Path], option: str, value: str) -> None:
    result = run("score", *trio, option, value)
    assert refused(result, option, "Try ")


@pytest.mark.parametrize("command", ["score", "compare", "diff", "describe"])
def test_options__too_few_files_are_refused(command: str) -> None:
    assert refused(run(command), "Missing argument", "Try ")


@pytest.mark.parametrize(
    "columns",
    [
        "tag=2",
        "form=0,tag=1",
        "form=x,tag=2",
        "form=-1",
        "form=1,form=2",
        "form=1,colour=2",
        "form=1;tag=2",
        ",",
        "form=1,tag=" + "9" * 5000,
    ],
)
def test_options__bad_column_map_is_refused(tmp_path: Path, columns: str) -> None:
    result, _ = score_damaged(tmp_path, SAMPLES["columns"], COLUMNS, "both", "--columns", columns)
    assert complains(result, "column map", "--columns")


def test_options__column_map_beyond_the_file_is_refused(tmp_path: Path) -> None:
    result, bad = score_damaged(tmp_path, SAMPLES["columns"], COLUMNS, "both", "--columns", "form=1,tag=5")
    assert complains(result, bad, "needs 5 columns, the file has 2")


def test_options__column_map_for_a_numbered_format_is_not_ignored(trio: tuple[Path, Path, Path]) -> None:
    """A user who maps columns wants them read so; if CoNLL-U has columns of its own, that must be said."""
    result = run("score", *trio, "--columns", "form=2,tag=5")
    assert result.code == 2 or "--columns" in result.err or "columns" in result.err.splitlines()[0].split("(")[0]


@pytest.mark.parametrize("text", ["", "PROP", "=PROAV", "PROP=", "xpos:=", "no-such-file.tsv"])
def test_options__bad_map_is_refused(trio: tuple[Path, Path, Path], text: str) -> None:
    assert complains(compare(trio, "--map", text), repr(text), "--map")


@pytest.mark.parametrize("line", ["PROP", "PROP PROAV", "a\tb\txpos\tgold\tmore", "\tPROAV", "A\tB\txpso"])
def test_options__bad_map_file_is_refused(trio: tuple[Path, Path, Path], line: str) -> None:
    path = trio[0].with_name("map.tsv")
    path.write_text(f"A\tB\n\n{line}\n")
    assert complains(compare(trio, "--map", path), f"{path}:3")


@pytest.mark.parametrize("text", ["three/deprel:det=x", "Gold/deprel:det=x"])
def test_options__map_for_an_unknown_system_is_refused(trio: tuple[Path, Path, Path], text: str) -> None:
    """It would rename nothing, and nobody would know."""
    assert complains(compare(trio, "--map", text), text.split("/", maxsplit=1)[0], "one, two")


def test_options__map_file_in_another_encoding_is_refused(trio: tuple[Path, Path, Path]) -> None:
    path = trio[0].with_name("map.tsv")
    path.write_bytes("träumt\tx\n".encode("latin-1"))
    assert complains(compare(trio, "--map", path), path, "UTF-8")


# --- outputs -----------------------------------------------------------------------------------------------------

WRITERS: Final = ("--csv", "--tsv", "--markdown", "--latex")


@pytest.mark.parametrize("option", [*WRITERS, "--annotate"])
@pytest.mark.parametrize("which", [0, 1, 2])
def test_outputs__over_an_input_is_refused(trio: tuple[Path, Path, Path], option: str, which: int) -> None:
    before = [path.read_bytes() for path in trio]
    result = run("compare", trio[0], f"a={trio[1]}", trio[2], option, trio[which])
    assert complains(result, trio[which], "input")
    assert [path.read_bytes() for path in trio] == before


def test_outputs__over_an_input_by_another_path_is_refused(
    trio: tuple[Path, Path, Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(trio[0].parent)
    link = trio[0].with_name("link.conllu")
    link.symlink_to(trio[0])
    before = trio[0].read_bytes()
    for name in ("gold.conllu", "./gold.conllu", str(link)):
        assert complains(run("compare", *trio, "--csv", name), name, "input")
    assert complains(run("compare", link, *trio[1:], "--csv", trio[0]), "input")
    assert trio[0].read_bytes() == before


@pytest.mark.parametrize("kind", ["folder", "pattern", "named folder"])
def test_outputs__over_one_of_several_inputs_is_refused(tmp_path: Path, kind: str) -> None:
    """The gold of a whole experiment may lie in that folder."""
    for folder in ("gold", "system"):
        (tmp_path / folder).mkdir()
        for name in "ab":
            SAMPLES["conllu"].write(tmp_path / folder, name=name)
    system = tmp_path / "system"
    given_system = {"folder": str(system), "pattern": f"{system}/*.conllu", "named folder": f"x={system}"}[kind]
    target = system / "a.conllu"
    before = target.read_bytes()
    result = run("score", tmp_path / "gold", given_system, "--csv", target)
    assert target.read_bytes() == before
    assert complains(result, target, "input")


def test_outputs__tables_beside_the_first_do_not_overwrite_an_input(tmp_path: Path) -> None:
    """--csv x.csv writes x.labels.csv too."""
    gold = tmp_path / "x.labels.csv"
    gold.write_text(CONLLU, encoding="utf-8")
    result = run("score", gold, SAMPLES["conllu"].write(tmp_path), "--csv", tmp_path / "x.csv")
    assert gold.read_text(encoding="utf-8") == CONLLU
    assert complains(result, gold, "input")


def test_outputs__map_file_is_an_input_too(trio: tuple[Path, Path, Path]) -> None:
    path = trio[0].with_name("map.tsv")
    path.write_text("det\tamod\n")
    result = run("compare", *trio, "--map", path, "--csv", path)
    assert path.read_text() == "det\tamod\n"
    assert complains(result, path)


@pytest.mark.parametrize("option", [*WRITERS, "--annotate"])
def test_outputs__into_a_missing_folder_is_refused_and_nothing_written(
    trio: tuple[Path, Path, Path], option: str
) -> None:
    """The other files that were asked for are not written either."""
    missing = trio[0].parent / "missing" / "x.out"
    result = compare(trio, option, missing)
    assert complains(result, missing, "folder")
    assert not missing.parent.exists()


@pytest.mark.parametrize("option", WRITERS)
def test_outputs__into_a_folder_itself_is_refused(trio: tuple[Path, Path, Path], option: str) -> None:
    out = trio[0].parent / "folder"
    out.mkdir()
    result = run("compare", *trio, option, out)
    assert complains(result, out, "is a folder")
    assert list(out.iterdir()) == []


def test_outputs__through_a_file_is_refused(trio: tuple[Path, Path, Path]) -> None:
    assert complains(run("compare", *trio, "--csv", trio[0] / "x.csv"), trio[0] / "x.csv")


def test_outputs__of_one_name_are_refused(trio: tuple[Path, Path, Path]) -> None:
    out = trio[0].with_name("x.out")
    assert complains(run("compare", *trio, "--csv", out, "--latex", out), "same name")
    assert not out.exists()


def test_outputs__of_one_name_beside_the_first_are_refused(trio: tuple[Path, Path, Path]) -> None:
    """--csv x.csv writes x.labels.csv too, which --markdown asks for."""
    out = trio[0].with_name("x.csv")
    result = run("score", *trio, "--csv", out, "--markdown", out.with_name("x.labels.csv"))
    assert complains(result, "same name")
    assert not out.exists()


@pytest.mark.parametrize("option", WRITERS)
def test_outputs__two_things_on_standard_output_are_refused(trio: tuple[Path, Path, Path], option: str) -> None:
    assert complains(run("compare", *trio, "--json", option, "-"), "standard output")


def test_outputs__scorers_own_report_and_json_are_refused(trio: tuple[Path, Path, Path]) -> None:
    """--json promises one JSON document on standard output; --as-printed is none."""
    result = run("score", *trio, "--like", "ud", "--as-printed", "--json")
    assert complains(result)


def test_outputs__report_of_no_scorer_is_refused(trio: tuple[Path, Path, Path]) -> None:
    assert complains(run("score", *trio, "--as-printed"), "--like")


# --- all commands, and text that is data -------------------------------------------------------------------------


@pytest.mark.parametrize("command", ["score", "compare", "diff", "describe"])
@pytest.mark.parametrize("fmt", SAMPLES)
def test_commands__all_refuse_the_same(tmp_path: Path, command: str, fmt: str) -> None:
    sample = SAMPLES[fmt]
    whole = sample.write(tmp_path, name="whole")
    bad = sample.write(tmp_path, sample.text.encode("latin-1"), name="bad")
    options = sample.options[:2] if command == "describe" else sample.options
    result = run(command, whole, bad, *options)
    assert complains(result, f"{bad}:{first_umlaut(sample.text)}")


@pytest.mark.parametrize("command", ["score", "compare", "diff", "describe"])
@pytest.mark.parametrize("name", ["too few", "head", "number", "range", "form", "missing"])
def test_commands__all_refuse_damaged_conllu(tmp_path: Path, command: str, name: str) -> None:
    sample = SAMPLES["conllu"]
    content = {
        "too few": cut_column(CONLLU, 3),
        "head": edit_field(CONLLU, 3, 6, "9"),
        "number": edit_field(CONLLU, 3, 0, "7"),
        "range": insert_line(CONLLU, 3, multiword("2-9", "x")),
        "form": edit_field(CONLLU, 3, 1, ""),
        "missing": "",
    }[name]
    whole, bad = sample.write(tmp_path, name="whole"), sample.write(tmp_path, content, name="bad")
    result = run(command, whole, bad, *(() if command == "describe" else ("--json",)))
    assert complains(result, bad if name == "missing" else f"{bad}:3")


@pytest.mark.parametrize("like", ["ud", "eval07", "eval07-p", "malteval", "compareval"])
@pytest.mark.parametrize("damage", ["too few", "latin-1", "words lost"])
def test_commands__all_presets_refuse(tmp_path: Path, like: str, damage: str) -> None:
    contents: dict[str, str | bytes] = {
        "too few": edit_line(CONLLU, 3, "2\tKatze"),
        "latin-1": CONLLU.encode("latin-1"),
        "words lost": CONLLU.replace(line_of(CONLLU, 5) + "\n", ""),
    }
    result, bad = score_damaged(tmp_path, SAMPLES["conllu"], contents[damage], "system", "--like", like)
    assert complains(result, bad)


@pytest.mark.parametrize("text", ["\x1b[31mred", "\x07bell", "\x9b31m", "\u202eevil", "a\rb"])
@pytest.mark.parametrize("damage", ["width", "head", "words", "name"])
def test_messages__control_characters_are_escaped(tmp_path: Path, damage: str, text: str) -> None:
    """Text from a corpus is data on the terminal too."""
    content = {
        "width": edit_line(CONLLU, 3, f"2\t{text}"),
        "head": edit_field(CONLLU, 3, 6, text),
        "words": edit_field(CONLLU, 3, 1, text),
        "name": edit_field(edit_line(CONLLU, 1, f"# sent_id = {text}"), 3, 6, "9"),
    }[damage]
    result, bad = score_damaged(tmp_path, SAMPLES["conllu"], content, "system")
    assert complains(result, bad)
    assert text not in result.err
    assert not set("\x1b\x07\x9b\u202e\r") & set(result.err)


def test_messages__right_to_left_text_stays_readable(tmp_path: Path) -> None:
    content = edit_field(CONLLU, 3, 1, "הילדה")
    result, bad = score_damaged(tmp_path, SAMPLES["conllu"], content, "system")
    assert complains(result, f"{bad}:3", "'הילדה'")


def test_messages__thousands_of_faults_fit_a_screen(tmp_path: Path) -> None:
    rows = "".join(cut_column(CONLLU, 3) for _ in range(500))
    result, bad = score_damaged(tmp_path, SAMPLES["conllu"], rows, "system")
    assert complains(result, f"{bad}:3", "499 more such lines")
    assert len(result.err.splitlines()) < 10


# --- anything at all ---------------------------------------------------------------------------------------------


def survives(folder: Path, gold: bytes, system: bytes, *options: str) -> None:
    """Scored or refused; never a bug, never a traceback, never output beside an error."""
    one, two = folder / "one", folder / "two"
    one.write_bytes(gold)
    two.write_bytes(system)
    result = run("score", one, two, "--json", *options)
    assert result.code in (0, 2), result
    assert "Traceback" not in result.err
    if result.code == 0:
        assert result.json["schema"] == 1
    else:
        assert result.out == ""
        assert result.err.startswith("tertium: ")


OPTIONS: Final = st.sampled_from(
    [
        (),
        ("--like", "ud"),
        ("--like", "eval07"),
        ("--like", "malteval"),
        ("--like", "compareval"),
        ("--task", "tagging"),
        ("--format", "conllu"),
        ("--format", "conll2009"),
        ("--format", "columns"),
        ("--format", "slashed"),
        ("--encoding", "latin-1"),
        ("--tokens", "position"),
    ]
)
PIECES: Final = st.one_of(
    st.sampled_from(["\t", "\n", "\n\n", " ", "_", "1", "1-2", "2.1", "#", "# sent_id = x", "<s>", "</s>", "9", "-1"]),
    st.sampled_from(["Die\tART\n", multiword("1", "Die") + "\n", multiword("1-2", "x") + "\n", "Die_ART Katze_NN\n"]),
    st.sampled_from(["\ufeff", "\r\n", "\r", "\u2028", "\x85", "\x00", "👩‍🔬", "שרה", "e\u0301", "\u00a0", "|", ":"]),
)


@st.composite
def damaged_files(draw: st.DrawFn) -> bytes:
    """A sample with pieces put in, taken out, or cut off."""
    text = draw(st.sampled_from([sample.text for sample in SAMPLES.values()]))
    for _ in range(draw(st.integers(1, 3))):
        start = draw(st.integers(0, len(text)))
        stop = start + draw(st.integers(0, 10))
        text = text[:start] + draw(PIECES) + text[stop:]
    return (text[: draw(st.integers(0, len(text)))] if draw(st.booleans()) else text).encode("utf-8")


@QUICK
@given(data=st.binary(max_size=120), options=OPTIONS)
def test_anything__bytes(tmp_path_factory: pytest.TempPathFactory, data: bytes, options: tuple[str, ...]) -> None:
    survives(tmp_path_factory.getbasetemp(), data, data, *options)


@QUICK
@given(pieces=st.lists(PIECES, max_size=20), options=OPTIONS)
def test_anything__pieces(
    tmp_path_factory: pytest.TempPathFactory, pieces: list[str], options: tuple[str, ...]
) -> None:
    data = "".join(pieces).encode("utf-8")
    survives(tmp_path_factory.getbasetemp(), data, data, *options)


@QUICK
@given(data=damaged_files(), options=OPTIONS)
def test_anything__damaged_files(
    tmp_path_factory: pytest.TempPathFactory, data: bytes, options: tuple[str, ...]
) -> None:
    folder = tmp_path_factory.getbasetemp()
    survives(folder, data, data, *options)
    survives(folder, CONLLU.encode(), data, *options)


@pytest.mark.slow
@THOROUGH
@given(gold=damaged_files(), system=st.one_of(damaged_files(), st.binary(max_size=200)), options=OPTIONS)
def test_anything__however_long_we_try(
    tmp_path_factory: pytest.TempPathFactory, gold: bytes, system: bytes, options: tuple[str, ...]
) -> None:
    folder = tmp_path_factory.getbasetemp()
    survives(folder, gold, gold, *options)
    survives(folder, gold, system, *options)


def test_anything__samples_are_whole(tmp_path: Path) -> None:
    """What the tests above damage is accepted while it is whole."""
    for name, sample in SAMPLES.items():
        path = sample.write(tmp_path, name=name)
        result = run("score", path, path, *sample.options, "--json")
        assert result.code == 0, (name, result.err)
        assert result.json["warnings"] == []
