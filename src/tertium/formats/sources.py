"""Where text comes from: paths, globs, directories, standard input, compressed or not, and what it is called.

`name=path` names a system (split at the first `=`, unless the whole argument is an existing file); otherwise the
name is the file's, without the suffixes of compression and format. Compression is seen in the first bytes, not in
the suffix, so a renamed file opens too.
"""

from __future__ import annotations

import glob
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final

from tertium.errors import SourceError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

STDIN: Final = "-"
_SAMPLE_BYTES: Final = 1 << 16
_SAMPLE_LINES: Final = 500

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
)


@dataclass(frozen=True, slots=True)
class Text:
    """The bytes of one file, decompressed, and the path as the user wrote it, for messages."""

    data: bytes
    path: str

    def sample(self) -> list[str]:
        """The first lines that are not empty, enough to see what kind of file it is."""
        head = self.data[:_SAMPLE_BYTES]
        if len(head) < len(self.data):
            head = head[: head.rfind(b"\n") + 1] or head
        lines = head.removeprefix(b"\xef\xbb\xbf").decode("utf-8", "replace").split("\n")
        return [line.rstrip("\r") for line in lines if line.strip()][:_SAMPLE_LINES]


@dataclass(frozen=True, slots=True)
class Source:
    """One corpus as the user named it: a name and the files that hold it, in order."""

    name: str
    paths: tuple[str, ...]

    def texts(self, encoding: str = "utf-8") -> Iterable[Text]:
        """The files, read one at a time."""
        for path in self.paths:
            yield Text(_recode(_load(path), encoding, path), path)

    @property
    def keys(self) -> tuple[str, ...]:
        """Names of the files without folder and suffixes: what pairs the files of two folders."""
        return tuple(bare_name(path) for path in self.paths)


def bare_name(path: str) -> str:
    """The file's name without the suffixes of compression and format.

    >>> bare_name("runs/HIT-SCIR-18.conllu.gz")
    'HIT-SCIR-18'
    """
    if path == STDIN:
        return "stdin"
    name = Path(path).name
    for suffixes in (COMPRESSION_SUFFIXES, FORMAT_SUFFIXES):
        for suffix in suffixes:
            if name.lower().endswith(suffix) and len(name) > len(suffix):
                name = name[: -len(suffix)]
                break
    return name


def split_name(argument: str) -> tuple[str | None, str]:
    """`name=path` as its two parts; the name is None when there is none."""
    if "=" not in argument or Path(argument).exists():
        return None, argument
    name, _, path = argument.partition("=")
    if not name or not path:
        raise SourceError(f"{argument!r} is no name=path", hint="write it as name=path, or only the path")
    return name, path


def find_source(argument: str) -> Source:
    """The files behind one argument: a path, a glob, a folder or `-`, perhaps with `name=` before it."""
    name, pattern = split_name(argument)
    paths = _expand(pattern)
    return Source(name or bare_name(pattern.rstrip("/\\")), paths)


def find_sources(arguments: Sequence[str]) -> list[Source]:
    """One source for each argument, names made unique by `-2`, `-3`, and standard input used at most once."""
    sources: list[Source] = []
    taken: set[str] = set()
    for argument in arguments:
        source = find_source(argument)
        name, number = source.name, 1
        while name in taken:
            number += 1
            name = f"{source.name}-{number}"
        taken.add(name)
        sources.append(Source(name, source.paths))
    return sources


def pair_files(gold: Source, system: Source) -> Source:
    """The system's files in the gold's order, paired by name where there are several.

    Raises:
        SourceError: A file has no partner, or a folder is set against a single file.
    """
    if len(gold.paths) == 1 and len(system.paths) == 1:
        return system
    theirs = dict(zip(system.keys, system.paths, strict=True))
    missing = [key for key in gold.keys if key not in theirs]
    extra = [key for key in theirs if key not in gold.keys]
    if missing or extra or len(theirs) != len(gold.paths):
        facts = []
        if missing:
            facts.append(f"{system.name} has no file for {_some(missing)}")
        if extra:
            facts.append(f"the gold has no file for {_some(extra)}")
        if not facts:
            facts.append(f"{system.name} has several files of one name")
        raise SourceError(
            f"the files of {system.name} cannot be paired with the gold's: {'; '.join(facts)}",
            hint="give folders that hold files of the same names, or one file each",
        )
    return Source(system.name, tuple(theirs[key] for key in gold.keys))


def _some(names: Sequence[str]) -> str:
    shown = ", ".join(names[:5])
    return shown if len(names) <= 5 else f"{shown} and {len(names) - 5} more"  # noqa: PLR2004 (a screenful)


def _expand(pattern: str) -> tuple[str, ...]:
    if pattern == STDIN:
        return (STDIN,)
    path = Path(pattern)
    if path.is_dir():
        inside = tuple(str(file) for file in sorted(path.iterdir()) if file.is_file() and not file.name.startswith("."))
        if not inside:
            raise SourceError(
                "the folder holds no files", path=pattern, hint="give a folder with the files to compare, or one file"
            )
        return inside
    if path.exists() or not glob.has_magic(pattern):
        return (pattern,)
    found = tuple(sorted(glob.glob(pattern, recursive=True)))  # noqa: PTH207 (the user's pattern may be absolute)
    if not found:
        raise SourceError(
            "no file matches this pattern",
            path=pattern,
            hint="check the pattern; quote it to keep the shell from expanding it",
        )
    return found


def _load(path: str) -> bytes:
    if path == STDIN:
        return _decompress(sys.stdin.buffer.read(), "standard input")
    try:
        data = Path(path).read_bytes()
    except FileNotFoundError:
        raise SourceError("there is no such file", path=path, hint="check the spelling") from None
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
    import io

    import zstandard

    with zstandard.ZstdDecompressor().stream_reader(io.BytesIO(data), read_across_frames=True) as stream:
        text = stream.read()
    if not text and data:
        raise EOFError
    return text


def _bunzip(data: bytes) -> bytes:
    import bz2

    return bz2.decompress(data)


_UNPACKERS: Final[tuple[tuple[bytes, str, Callable[[bytes], bytes]], ...]] = (
    (b"\x1f\x8b", "gzip", _gunzip),
    (b"\xfd7zXZ\x00", "xz", _unxz),
    (b"\x28\xb5\x2f\xfd", "zstd", _unzstd),
    (b"BZh", "bzip2", _bunzip),
)


def _decompress(data: bytes, path: str) -> bytes:
    for magic, name, unpack in _UNPACKERS:
        if data.startswith(magic):
            try:
                return unpack(data)
            except Exception as error:  # noqa: BLE001 (each library raises errors of its own)
                raise SourceError(
                    f"looks like {name} but cannot be unpacked ({str(error) or 'it ends too early'})",
                    path=path,
                    hint="the file is probably truncated: copy or download it again",
                ) from None
    return data


_BOMS: Final = ((b"\xff\xfe", "utf-16"), (b"\xfe\xff", "utf-16"))


def _recode(data: bytes, encoding: str, path: str) -> bytes:
    """The text as UTF-8, whatever it was; left alone (and checked later, while parsing) when it is UTF-8."""
    if encoding.lower().replace("_", "-") in ("utf-8", "utf8"):
        for mark, name in _BOMS:
            if data.startswith(mark):
                raise SourceError(
                    f"is {name.upper()}, not UTF-8", path=path, hint=f"--encoding {name}, or convert the file to UTF-8"
                )
        if b"\0" in data:
            line = data[: data.index(b"\0")].count(b"\n") + 1
            raise SourceError(
                "holds a NUL byte: this is no text file", path=path, line=line, hint="give a text file in UTF-8"
            )
        return data
    try:
        return data.decode(encoding).encode("utf-8")
    except LookupError:
        raise SourceError(
            f"there is no encoding {encoding!r}", path=path, hint="--encoding utf-8, latin-1, utf-16, ..."
        ) from None
    except UnicodeDecodeError as error:
        line = data[: error.start].count(b"\n") + 1
        raise SourceError(f"is not {encoding} (byte {data[error.start]:#04x})", path=path, line=line) from None


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
