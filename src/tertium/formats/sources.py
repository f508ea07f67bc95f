"""Where text comes from: paths, globs, directories, standard input, compressed or not, and what it is called.

`name=path` names a system (split at the first `=`, unless the whole argument is an existing file); otherwise the
name is the file's, without the suffixes of compression and format. Compression is seen in the first bytes, not in
the suffix, so a renamed file opens too.
"""

from __future__ import annotations

import glob
import re
import sys
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Final

import numpy as np

from tertium.errors import SourceError
from tertium.formats import FORMATS

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

STDIN: Final = "-"
STDIN_NAME: Final = "standard input"
BOM: Final = b"\xef\xbb\xbf"
PARQUET: Final = b"PAR1"
"""The first bytes of the one format that is no text."""
_SAMPLE_LINES: Final = 500
_START: Final = 1 << 18
_LONGEST_NAME: Final = 80
_PIECE: Final = 1 << 18
_NOT_ASCII: Final = 0x80

COMPRESSION_SUFFIXES: Final = (".gz", ".xz", ".zst", ".bz2")
FORMAT_SUFFIXES: Final = (
    ".conllu",
    ".conllx",
    ".conll",
    ".conll09",
    ".conll2009",
    ".tsv",
    ".txt",
    ".tag",
    ".vrt",
    ".vert",
    ".tt",
    ".pos",
    ".cupt",
    ".mrg",
    ".ptb",
    ".gld",
    ".tst",
    ".dbr",
    ".discbracket",
    ".export",
    ".xml",
    ".brackets",
    ".jsonl",
    ".jsonlines",
    ".v4_gold_conll",
    ".v4_auto_conll",
    ".bio",
    ".iob",
    ".iob2",
    ".bioes",
    ".jsonl",
    ".ann",
    ".props",
)


@dataclass(frozen=True, slots=True)
class Text:
    """The bytes of one file, decompressed, and the path as the user wrote it, for messages."""

    data: bytes
    path: str

    @property
    def has_mark(self) -> bool:
        """Whether the text starts with a byte-order mark."""
        return self.data.startswith(BOM)

    def lines(self) -> Iterator[tuple[int, str]]:
        """Lines with their numbers, from 1, without a byte-order mark and carriage returns; decoded as they come."""
        number, start = 0, len(BOM) if self.has_mark else 0
        while start < len(self.data):
            number += 1
            end = self.data.find(b"\n", start)
            end = len(self.data) if end < 0 else end
            yield number, self.data[start:end].decode("utf-8", "replace").rstrip("\r")
            start = end + 1

    def sample(self) -> list[tuple[int, str]]:
        """Lines with their numbers, empty ones left out: enough to see what kind of file it is.

        However many comments come first, some lines after them are among the sample.
        """
        found: list[tuple[int, str]] = []
        comments: list[tuple[int, str]] = []
        for number, line in self.lines():
            if line.startswith("#") and "\t" not in line:
                comments.append((number, line))
            elif line.strip():
                found.append((number, line))
            if len(found) >= _SAMPLE_LINES:
                break
        return sorted(found + comments[:_SAMPLE_LINES])


@dataclass(frozen=True, slots=True)
class Source:
    """One corpus as the user named it: a name and the files that hold it, in order."""

    name: str
    paths: tuple[str, ...]
    is_numbered: bool = False  # it has the name of another, and a number after it

    def texts(self, encoding: str = "utf-8") -> Iterable[Text]:
        """The files, read one at a time."""
        for path in self.paths:
            yield Text(recode(load_bytes(path), encoding, shown(path)), shown(path))

    @property
    def keys(self) -> tuple[str, ...]:
        """Names of the files without folder and suffixes: what pairs the files of two folders."""
        return tuple(bare_name(path) for path in self.paths)


def shown(path: str) -> str:
    """A path as messages name it."""
    return STDIN_NAME if path == STDIN else path


def bare_name(path: str) -> str:
    """The file's name without the suffixes of compression and format.

    >>> bare_name("runs/HIT-SCIR-18.conllu.gz")
    'HIT-SCIR-18'
    """
    if path == STDIN:
        return "stdin"
    name = Path(path).name
    own = tuple(suffix for known in FORMATS.values() for suffix in known.suffixes)
    for suffixes in (COMPRESSION_SUFFIXES, (*FORMAT_SUFFIXES, *own)):
        for suffix in suffixes:
            if name.lower().endswith(suffix) and len(name) > len(suffix):
                name = name[: -len(suffix)]
                break
    return name


def split_name(argument: str) -> tuple[str | None, str]:
    """`name=path` as its two parts; the name is None when there is none."""
    if "=" not in argument or is_there(argument):
        return None, argument
    name, _, path = argument.partition("=")
    if not name or not path:
        raise SourceError(f"{argument!r} is no name=path", hint="write it as name=path, or only the path")
    return name, path


def is_there(path: str) -> bool:
    """Whether a file or folder of that name exists; what cannot be a name does not."""
    try:
        return Path(path).exists()
    except (OSError, RuntimeError, ValueError):
        return False


def split_runs(argument: str) -> list[str]:
    """`name=run1,run2` as the arguments for each run of one system; one argument unless all parts are there.

    >>> split_runs("a=missing1.conllu,missing2.conllu")
    ['a=missing1.conllu,missing2.conllu']
    """
    name, pattern = split_name(argument)
    parts = pattern.split(",")
    if name is None or len(parts) == 1 or is_there(pattern) or not all(is_there(part) for part in parts):
        return [argument]
    return [f"{name}={part}" for part in parts]


def find_source(argument: str) -> Source:
    """The files behind one argument: a path, a glob, a folder or `-`, perhaps with `name=` before it.

    Raises:
        SourceError: It is empty, or stands for no file.
    """
    if not argument:
        raise SourceError("a file name is empty", hint="is a variable of your shell not set?")
    name, pattern = split_name(argument)
    return Source(name or _pattern_name(pattern), _expand(pattern))


def _pattern_name(pattern: str) -> str:
    """The name of a file or folder; of a pattern, the name of the folder that it starts in."""
    if pattern == STDIN or not glob.has_magic(pattern) or is_there(pattern):
        name = bare_name(pattern.rstrip("/\\"))
        return Path(pattern).resolve().name or pattern if name in ("", "..") else name
    plain = [part for part in Path(pattern).parts if not glob.has_magic(part)]
    return plain[-1] if plain and plain[-1] not in (".", "/") else bare_name(pattern)


def find_sources(arguments: Sequence[str]) -> list[Source]:
    """One source for each argument, by names that differ: what has the name of another gets `-2`, `-3`.

    Names that the user gave come first, because options name systems by them.
    """
    sources = [find_source(argument) for argument in arguments]
    is_given = [split_name(argument)[0] is not None for argument in arguments]
    taken: set[str] = set()
    for place in sorted(range(len(sources)), key=lambda place: not is_given[place]):
        source = sources[place]
        unique, number = source.name, 1
        while unique in taken:
            number += 1
            unique = f"{source.name}-{number}"
        taken.add(unique)
        sources[place] = replace(source, name=unique, is_numbered=number > 1)
    return sources


def pair_files(gold: Source, system: Source) -> Source:
    """The system's files in the gold's order, paired by name where there are several.

    Raises:
        SourceError: A file has no partner, two have one name, or a folder is set against a single file.
    """
    if len(gold.paths) == 1 and len(system.paths) == 1:
        return system
    if len(gold.paths) == 1:
        folder = str(Path(system.paths[0]).parent)
        raise SourceError(
            f"stands for {len(system.paths)} files, but the gold, {shown(gold.paths[0])}, is a single file",
            path=f"folder or pattern {folder}",
            hint="give folders (or patterns) throughout, or one file each",
        )
    for source in (gold, system):
        double = sorted({key for key in source.keys if source.keys.count(key) > 1})
        if double:
            raise SourceError(
                f"{source.name} has several files of one name ({_some(double)}), so they cannot be paired",
                hint="keep one file of each name in the folder",
            )
    theirs = dict(zip(system.keys, system.paths, strict=True))
    missing = [key for key in gold.keys if key not in theirs]
    extra = [key for key in theirs if key not in gold.keys]
    if missing or extra:
        facts = [f"{system.name} has no file for {_some(missing)}"] if missing else []
        facts += [f"the gold has no file for {_some(extra)}"] if extra else []
        place = Path(gold.paths[0]).parent
        raise SourceError(
            f"the files of {system.name} cannot be paired with the gold's in {place}: {'; '.join(facts)}",
            hint="give folders that hold files of the same names, or one file each",
        )
    return replace(system, paths=tuple(theirs[key] for key in gold.keys))


def _some(names: Sequence[str]) -> str:
    shown = ", ".join(names[:5])
    return shown if len(names) <= 5 else f"{shown} and {len(names) - 5} more"  # noqa: PLR2004 (a screenful)


def _expand(pattern: str) -> tuple[str, ...]:
    if pattern == STDIN:
        return (STDIN,)
    path = Path(pattern)
    there = is_there(pattern)
    if there and path.is_dir():
        inside = tuple(str(file) for file in sorted(path.iterdir()) if file.is_file() and not file.name.startswith("."))
        annotated = {bare_name(file) for file in inside if file.endswith(".ann")}  # whose texts are read with them
        inside = tuple(file for file in inside if not (file.endswith(".txt") and bare_name(file) in annotated))
        if not inside:
            raise SourceError(
                "the folder holds no files", path=pattern, hint="give a folder with the files to compare, or one file"
            )
        return inside
    if there or not glob.has_magic(pattern):
        return (pattern,)
    found = tuple(sorted(glob.glob(pattern, recursive=True)))  # noqa: PTH207 (the user's pattern may be absolute)
    if not found:
        raise SourceError(
            "no file matches this pattern",
            path=pattern,
            hint="check the pattern; quote it to keep the shell from expanding it",
        )
    return found


def read_start(path: str) -> Text | None:
    """The first lines of a plain file, enough to see what it is; None where that takes reading all of it."""
    if path == STDIN or not is_there(path) or not Path(path).is_file():
        return None
    with Path(path).open("rb") as stream:
        data = stream.read(_START)
    if any(magic.match(data) for magic, _, _ in _UNPACKERS):
        return None
    if data.startswith(PARQUET):
        return Text(data, shown(path))
    data = _end_lines(data)
    return Text(data if len(data) < _START else data[: data.rfind(b"\n") + 1], shown(path))


def load_bytes(path: str) -> bytes:
    """The content of a file or of standard input, unpacked.

    Raises:
        SourceError: It cannot be read or unpacked.
    """
    if path == STDIN:
        return _decompress(sys.stdin.buffer.read(), STDIN_NAME)
    try:
        data = Path(path).read_bytes()
    except FileNotFoundError:
        parts = path.split(",")
        runs = len(parts) > 1 and all(map(is_there, parts))
        hint = f"several runs of one system need its name: NAME={path}" if runs else "check the spelling"
        raise SourceError("there is no such file", path=path, hint=hint) from None
    except IsADirectoryError:
        raise SourceError("is a folder, not a file", path=path, hint="give a file, or folders throughout") from None
    except OSError as error:
        raise SourceError(
            f"cannot be read ({error.strerror or error})", path=path, hint="check its permissions"
        ) from None
    return _decompress(data, path)


def _gunzip(data: bytes) -> bytes:
    import gzip

    return gzip.decompress(data)


def _unxz(data: bytes) -> bytes:
    import lzma

    return lzma.decompress(data)


def _unzstd(data: bytes) -> bytes:
    import zstandard

    parts = []
    while data:  # one frame after the other
        frame = zstandard.ZstdDecompressor().decompressobj()
        parts.append(frame.decompress(data))
        if not frame.eof:
            raise EOFError("it ends too early")
        data = frame.unused_data
    return b"".join(parts)


def _bunzip(data: bytes) -> bytes:
    import bz2

    return bz2.decompress(data)


_UNPACKERS: Final[tuple[tuple[re.Pattern[bytes], str, Callable[[bytes], bytes]], ...]] = (
    (re.compile(rb"\x1f\x8b"), "gzip", _gunzip),
    (re.compile(rb"\xfd7zXZ\x00"), "xz", _unxz),
    (re.compile(rb"\x28\xb5\x2f\xfd"), "zstd", _unzstd),
    # a block starts with the digits of pi, the end with those of its root; words may start with BZh too
    (re.compile(rb"BZh[1-9](?:1AY&SY|\x17rE8P\x90|1?A?Y?&?S?\Z|\x17?r?E?8?P?\Z)"), "bzip2", _bunzip),
)


def _decompress(data: bytes, path: str) -> bytes:
    for magic, name, unpack in _UNPACKERS:
        if magic.match(data):
            try:
                return unpack(data)
            except Exception as error:  # noqa: BLE001 (each library raises errors of its own)
                raise SourceError(
                    f"looks like {name} but cannot be unpacked ({str(error) or 'it ends too early'})",
                    path=path,
                    hint="the file is probably truncated: copy or download it again",
                ) from None
    return data


_OTHER_MARKS: Final = (
    *((b"\xff\xfe\x00\x00", "utf-32"), (b"\x00\x00\xfe\xff", "utf-32")),
    *((b"\xff\xfe", "utf-16"), (b"\xfe\xff", "utf-16")),
)


def recode(data: bytes, encoding: str, path: str) -> bytes:
    """The text as UTF-8, whatever it was; left alone (and checked later, while parsing) when it is UTF-8.

    Raises:
        SourceError: It is no text in that encoding.
    """
    if data.startswith(PARQUET):
        return data
    if encoding.lower().replace("_", "-") in ("utf-8", "utf8"):
        for mark, name in _OTHER_MARKS:
            if data.startswith(mark):
                hint = f"--encoding {name}, or convert the file to UTF-8"
                raise SourceError(f"is {name.upper()}, not UTF-8", path=path, hint=hint)
    else:
        data = _decode(data, encoding, path).encode("utf-8")
    if b"\0" in data:
        line = data[: data.index(b"\0")].count(b"\n") + 1
        hint = "give a text file in UTF-8"
        if len(data) < 3 * data.count(b"\0"):  # nearly every other byte
            hint = "is it UTF-16? --encoding utf-16-le or utf-16-be reads it; else give a text file in UTF-8"
        raise SourceError("holds a NUL byte: this is no text file", path=path, line=line, hint=hint)
    return _end_lines(data)


def _end_lines(data: bytes) -> bytes:
    """The same with line feeds, if all lines end in carriage returns alone, as on very old machines."""
    return data if b"\n" in data or b"\r" not in data else data.replace(b"\r", b"\n")


def _decode(data: bytes, encoding: str, path: str) -> str:
    try:
        return data.decode(encoding)
    except UnicodeDecodeError as error:
        line = data[: error.start].count(b"\n") + 1
        raise SourceError(
            f"is not {encoding} (byte {data[error.start]:#04x})",
            path=path,
            line=line,
            hint="leave out --encoding if it is UTF-8, or name the right one",
        ) from None
    except (LookupError, UnicodeError):
        raise SourceError(
            f"there is no text encoding {encoding!r}", path=path, hint="--encoding utf-8, latin-1, utf-16, ..."
        ) from None


def explain_bad_utf8(data: bytes, path: str) -> SourceError:
    """The error for text that turned out not to be UTF-8, with its line."""
    try:
        data.decode("utf-8")
    except UnicodeDecodeError as error:
        line = data[: error.start].count(b"\n") + 1
        return SourceError(
            f"is not UTF-8: byte {data[error.start]:#04x} cannot be read",
            path=path,
            line=line,
            hint="--encoding latin-1 (or what it really is), or convert the file to UTF-8",
        )
    return SourceError("cannot be parsed as text", path=path)


def check_utf8(text: Text) -> None:
    """Make sure that text which nobody may parse is UTF-8.

    Only what is not ASCII is looked at: no character reaches across one that is.

    Raises:
        SourceError: It is not.
    """
    data = np.frombuffer(text.data, dtype=np.uint8)
    pieces = range(0, len(data), _PIECE)
    found = [np.flatnonzero(data[start : start + _PIECE] >= _NOT_ASCII) + start for start in pieces]
    at = np.concatenate([*found, np.zeros(0, dtype=np.int64)])
    is_new = np.diff(at, prepend=-1) > 1
    characters = np.full(len(at) + np.count_nonzero(is_new), ord(" "), dtype=np.uint8)
    characters[np.arange(len(at)) + np.cumsum(is_new)] = data[at]
    try:
        characters.tobytes().decode("utf-8")
    except UnicodeDecodeError:
        raise explain_bad_utf8(text.data, text.path) from None
