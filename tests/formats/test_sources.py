"""Where text comes from: names, patterns, folders, compression, encodings."""

from __future__ import annotations

import bz2
import gzip
import io
import lzma
import sys
from pathlib import Path
from typing import TYPE_CHECKING
from unittest import mock

import pytest
import zstandard
from hypothesis import given
from hypothesis import strategies as st

from tertium.errors import SourceError
from tertium.formats.sources import (
    Source,
    Text,
    bare_name,
    explain_bad_utf8,
    find_source,
    find_sources,
    pair_files,
    read_start,
    split_name,
)
from tests.formats.samples import CONLLU, QUICK

if TYPE_CHECKING:
    from collections.abc import Callable

PACKERS: dict[str, Callable[[bytes], bytes]] = {
    "gz": gzip.compress,
    "xz": lzma.compress,
    "bz2": bz2.compress,
    "zst": zstandard.compress,
}


def load(path: Path, encoding: str = "utf-8") -> bytes:
    [text] = find_source(str(path)).texts(encoding)
    return text.data


@pytest.mark.parametrize(
    ("path", "name"),
    [
        ("HIT-SCIR-18.conllu.gz", "HIT-SCIR-18"),
        ("runs/HIT-SCIR-18.conllu.gz", "HIT-SCIR-18"),
        ("/a/b/model.v2.conllu", "model.v2"),
        ("MODEL.CONLLU.ZST", "MODEL"),
        ("a.conllu.xz", "a"),
        ("a.conllx.bz2", "a"),
        ("a.conll", "a"),
        ("a.conll09", "a"),
        ("a.tsv", "a"),
        ("a.txt", "a"),
        ("a.vrt", "a"),
        ("a.gz", "a"),
        ("a.json", "a.json"),
        ("a", "a"),
        (".conllu", ".conllu"),
        ("v1.2", "v1.2"),
        ("猫.conllu", "猫"),
        ("-", "stdin"),
    ],
)
def test_bare_name__drops_compression_and_format(path: str, name: str) -> None:
    assert bare_name(path) == name


def test_split_name__at_the_first_equals_sign() -> None:
    assert split_name("base=runs/lr=0.1.conllu") == ("base", "runs/lr=0.1.conllu")


def test_split_name__existing_file_is_not_split(tmp_path: Path) -> None:
    path = tmp_path / "lr=0.1.conllu"
    path.write_text(CONLLU)
    assert split_name(str(path)) == (None, str(path))


@pytest.mark.parametrize("argument", ["=a.conllu", "a=", "="])
def test_split_name__half_a_name_is_refused(argument: str) -> None:
    with pytest.raises(SourceError, match="no name=path"):
        split_name(argument)


def test_find_source__path_is_kept_as_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Messages show what the user typed, not where it resolves to."""
    monkeypatch.chdir(tmp_path)
    Path("a.conllu").write_text(CONLLU)
    assert find_source("./a.conllu") == Source("a", ("./a.conllu",))


def test_find_source__pattern_finds_files_in_order(tmp_path: Path) -> None:
    for name in ("b.conllu", "a.conllu", "c.tsv"):
        (tmp_path / name).write_text(CONLLU)
    assert find_source(f"x={tmp_path}/*.conllu").paths == (f"{tmp_path}/a.conllu", f"{tmp_path}/b.conllu")


def test_find_source__existing_file_with_pattern_characters_is_a_file(tmp_path: Path) -> None:
    path = tmp_path / "fold[1].conllu"
    path.write_text(CONLLU)
    assert find_source(str(path)).paths == (str(path),)


def test_find_source__folder_holds_its_files_but_no_hidden_ones(tmp_path: Path) -> None:
    for name in ("b.conllu", "a.conllu", ".hidden"):
        (tmp_path / name).write_text(CONLLU)
    (tmp_path / "inner").mkdir()
    found = find_source(f"{tmp_path}/")
    assert found == Source(tmp_path.name, (str(tmp_path / "a.conllu"), str(tmp_path / "b.conllu")))


def test_find_source__empty_folder_is_refused(tmp_path: Path) -> None:
    with pytest.raises(SourceError, match="holds no files") as caught:
        find_source(str(tmp_path))
    assert caught.value.path == str(tmp_path)
    assert caught.value.hint


def test_find_source__pattern_without_files_is_refused(tmp_path: Path) -> None:
    with pytest.raises(SourceError, match="no file matches") as caught:
        find_source(f"{tmp_path}/*.conllu")
    assert caught.value.path == f"{tmp_path}/*.conllu"


def test_find_source__name_too_long_for_a_file_is_refused() -> None:
    with pytest.raises(SourceError):
        list(find_source("x" * 300).texts())


@pytest.mark.parametrize(
    ("arguments", "names"),
    [
        (["a/x.conllu", "b/x.conllu", "y.conllu"], ["x", "x-2", "y"]),
        (["1/a/x.conllu", "2/a/x.conllu.gz"], ["x", "x-2"]),
        (["a/x.conllu", "a/x.conllu"], ["x", "x-2"]),
        (["a/x.conllu", "a/x.tsv", "b/x.tsv"], ["x", "x-2", "x-3"]),
        (["x=a/x.conllu", "b/x.conllu"], ["x", "x-2"]),
        (["b/x.conllu", "x=a/x.conllu"], ["x-2", "x"]),
        (["x=a/x.conllu", "x=b/x.conllu", "x-2.conllu"], ["x", "x-2", "x-2-2"]),
    ],
)
def test_find_sources__names_differ(arguments: list[str], names: list[str]) -> None:
    assert [source.name for source in find_sources(arguments)] == names
    assert [source.is_numbered for source in find_sources(arguments)] == [name[-2:-1] == "-" for name in names]


def test_find_source__nothing_is_refused() -> None:
    """A variable of the shell that is not set must not stand for the folder one is in."""
    with pytest.raises(SourceError, match="a file name is empty"):
        find_source("")


def test_find_source__folders_without_a_name_get_their_real_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "inner").mkdir()
    (tmp_path / "inner" / "a.conllu").touch()
    (tmp_path / "b.conllu").touch()
    monkeypatch.chdir(tmp_path / "inner")
    assert [find_source(name).name for name in (".", "./", "..")] == ["inner", "inner", tmp_path.name]


def test_pair_files__single_files_need_not_share_a_name() -> None:
    system = Source("a", ("runs/a.conllu",))
    assert pair_files(Source("gold", ("gold.conllu",)), system) == system


def test_pair_files__several_files_take_the_order_of_the_gold() -> None:
    gold = Source("gold", ("g/b.conllu", "g/a.conllu"))
    system = Source("s", ("s/a.conllu.gz", "s/b.tsv"))
    assert pair_files(gold, system).paths == ("s/b.tsv", "s/a.conllu.gz")


@pytest.mark.parametrize(
    ("theirs", "fact"),
    [
        (("s/a.conllu",), "s has no file for b"),
        (("s/a.conllu", "s/b.conllu", "s/c.conllu"), "the gold has no file for c"),
        (("s/a.conllu", "s/z.conllu"), "s has no file for b; the gold has no file for z"),
        (("s/a.conllu", "s/b.conllu", "s/b.tsv"), "s has several files of one name"),
    ],
)
def test_pair_files__without_partner_is_refused(theirs: tuple[str, ...], fact: str) -> None:
    with pytest.raises(SourceError) as caught:
        pair_files(Source("gold", ("g/a.conllu", "g/b.conllu")), Source("s", theirs))
    assert fact in str(caught.value)
    assert caught.value.hint


def test_pair_files__says_whose_names_are_double() -> None:
    """It is the gold that has two files called a; the system is blameless."""
    gold, system = Source("gold", ("g/a.conllu", "g/a.tsv")), Source("s", ("s/a.conllu",))
    with pytest.raises(SourceError) as caught:
        pair_files(gold, system)
    assert "s has several files of one name" not in str(caught.value)


def test_pair_files__many_missing_files_fit_a_screen() -> None:
    gold = Source("gold", tuple(f"g/{number:03}.conllu" for number in range(200)))
    with pytest.raises(SourceError, match="and 195 more"):
        pair_files(gold, Source("s", ()))


@pytest.mark.parametrize("kind", PACKERS)
@pytest.mark.parametrize("suffix", ["right", "wrong"])
def test_texts__compression_is_seen_in_the_bytes(tmp_path: Path, kind: str, suffix: str) -> None:
    path = tmp_path / (f"a.conllu.{kind}" if suffix == "right" else "a.conllu")
    path.write_bytes(PACKERS[kind](CONLLU.encode()))
    assert load(path) == CONLLU.encode()


@pytest.mark.parametrize("kind", PACKERS)
def test_texts__compressed_parts_are_put_together(tmp_path: Path, kind: str) -> None:
    """`cat a.gz b.gz > c.gz` is how people join corpora."""
    path = tmp_path / "a"
    path.write_bytes(PACKERS[kind](b"1\tone\n") + PACKERS[kind](b"2\ttwo\n"))
    assert load(path) == b"1\tone\n2\ttwo\n"


@pytest.mark.parametrize("kind", PACKERS)
def test_texts__compressed_nothing_is_nothing(tmp_path: Path, kind: str) -> None:
    path = tmp_path / "a"
    path.write_bytes(PACKERS[kind](b""))
    assert load(path) == b""


@pytest.mark.parametrize("kind", PACKERS)
def test_texts__plain_text_with_a_compressed_suffix_is_text(tmp_path: Path, kind: str) -> None:
    path = tmp_path / f"a.{kind}"
    path.write_text(CONLLU, encoding="utf-8")
    assert load(path) == CONLLU.encode()


def test_texts__word_that_starts_as_bzip2_does_is_text(tmp_path: Path) -> None:
    """bzip2 files start with BZh, a digit and 1AY&SY; `BZh` alone may be a name."""
    path = tmp_path / "a.tsv"
    path.write_bytes(b"BZhang\tNE\n")
    assert load(path) == b"BZhang\tNE\n"


@pytest.mark.parametrize("kind", PACKERS)
@pytest.mark.parametrize("keep", [0.1, 0.5, 0.9])
def test_texts__truncated_file_is_refused(tmp_path: Path, kind: str, keep: float) -> None:
    """Several blocks long: a reader of streams gives the blocks that are whole without a word."""
    content = "".join(f"{number * 7919 % 100_003:x}\n" for number in range(80_000)).encode()
    packed = PACKERS[kind](content)
    path = tmp_path / "a"
    path.write_bytes(packed[: int(keep * len(packed))])
    with pytest.raises(SourceError, match="cannot be unpacked") as caught:
        load(path)
    assert caught.value.path == str(path)
    assert "truncated" in str(caught.value.hint)


@pytest.mark.parametrize("kind", PACKERS)
@QUICK
@given(cut=st.integers(min_value=6, max_value=100))
def test_texts__truncated_anywhere_is_refused(tmp_path_factory: pytest.TempPathFactory, kind: str, cut: int) -> None:
    packed = PACKERS[kind](CONLLU.encode())
    path = tmp_path_factory.getbasetemp() / f"cut.{kind}"
    path.write_bytes(packed[: min(cut, len(packed) - 1)])
    with pytest.raises(SourceError, match="cannot be unpacked"):
        load(path)


def test_texts__standard_input(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(gzip.compress(CONLLU.encode()))))
    source = find_source("a=-")
    assert source == Source("a", ("-",))
    [text] = source.texts()
    assert text.data == CONLLU.encode()


def test_texts__missing_file_is_refused(tmp_path: Path) -> None:
    with pytest.raises(SourceError, match="no such file") as caught:
        load(tmp_path / "none.conllu")
    assert caught.value.path == str(tmp_path / "none.conllu")


def test_texts__file_that_may_not_be_read_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "secret.conllu"
    path.write_text(CONLLU)
    with (
        mock.patch.object(Path, "read_bytes", side_effect=PermissionError(13, "Permission denied")),
        pytest.raises(SourceError, match="Permission denied") as caught,
    ):
        load(path)
    assert caught.value.path == str(path)
    assert "permissions" in str(caught.value.hint)


@pytest.mark.parametrize("encoding", ["latin-1", "utf-16", "utf-16-le", "cp1252", "utf-8-sig", "UTF8", "utf_8"])
def test_texts__other_encodings_become_utf8(tmp_path: Path, encoding: str) -> None:
    path = tmp_path / "a"
    path.write_bytes("schläft\n".encode(encoding))
    assert load(path, encoding) == "schläft\n".encode()


@pytest.mark.parametrize("mark", ["utf-16", "utf-32"])
def test_texts__other_unicode_is_recognised(tmp_path: Path, mark: str) -> None:
    """UTF-32 in little-endian order starts as UTF-16 does, with two zero bytes more."""
    path = tmp_path / "a"
    path.write_bytes("schläft".encode(mark))
    with pytest.raises(SourceError, match=f"is {mark.upper()}") as caught:
        load(path)
    assert f"--encoding {mark}" in str(caught.value.hint)


@pytest.mark.parametrize("encoding", ["utf-8", "latin-1"])
def test_texts__zero_bytes_are_refused(tmp_path: Path, encoding: str) -> None:
    path = tmp_path / "a"
    path.write_bytes(b"one\ntwo\nthr\0ee\n")
    with pytest.raises(SourceError, match="NUL") as caught:
        load(path, encoding)
    assert caught.value.line == 3


@pytest.mark.parametrize("encoding", ["klingon", "hex", "undefined", ""])
def test_texts__unknown_encoding_is_refused(tmp_path: Path, encoding: str) -> None:
    path = tmp_path / "a"
    path.write_bytes(b"one\n")
    with pytest.raises(SourceError, match="encoding") as caught:
        load(path, encoding)
    assert caught.value.hint


def test_texts__wrong_encoding_names_the_line_and_a_way_out(tmp_path: Path) -> None:
    path = tmp_path / "a"
    path.write_bytes("one\nschläft\n".encode())
    with pytest.raises(SourceError, match="is not ascii") as caught:
        load(path, "ascii")
    assert caught.value.line == 2
    assert caught.value.hint


def test_explain_bad_utf8__names_the_line() -> None:
    error = explain_bad_utf8("one\ntwo\nschläft\n".encode("latin-1"), "a.tsv")
    assert (error.path, error.line) == ("a.tsv", 3)
    assert "0xe4" in error.message
    assert "--encoding" in str(error.hint)


def test_sample__skips_empty_lines_mark_and_carriage_returns() -> None:
    assert Text("\ufeff\r\none\r\n \r\n\r\ntwo\r\n".encode(), "x").sample() == [(2, "one"), (5, "two")]


def test_sample__last_line_is_not_cut() -> None:
    """A line that the sample ends in would look like a row with too few columns."""
    lines = Text(b"a\tb\tc\n" * 40_000, "x").sample()
    assert {line for _, line in lines} == {"a\tb\tc"}


def test_sample__one_endless_line_is_cut() -> None:
    assert len(Text(b"x" * 1_000_000, "x").sample()) == 1


@QUICK
@given(st.binary(max_size=300))
def test_sample__takes_any_bytes(data: bytes) -> None:
    assert all(line.strip() for _, line in Text(data, "x").sample())


@pytest.mark.parametrize("encoding", ["utf-16-le", "utf-16-be"])
def test_texts__utf_16_without_a_mark_is_guessed_at(tmp_path: Path, encoding: str) -> None:
    path = tmp_path / "a"
    path.write_bytes("one\ntwo\n".encode(encoding))
    with pytest.raises(SourceError, match="NUL") as caught:
        load(path)
    assert encoding in str(caught.value.hint)
    assert load(path, encoding) == b"one\ntwo\n"


@pytest.mark.parametrize(
    ("data", "found"), [(b"a\rb\r\r", b"a\nb\n\n"), (b"a\r\nb\r", b"a\r\nb\r"), (b"a\rb\n", b"a\rb\n")]
)
def test_texts__carriage_returns_end_lines_where_nothing_else_does(tmp_path: Path, data: bytes, found: bytes) -> None:
    path = tmp_path / "a"
    path.write_bytes(data)
    assert load(path) == found
    start = read_start(str(path))
    assert start is not None
    assert start.data == found
