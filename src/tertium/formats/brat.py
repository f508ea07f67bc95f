"""brat standoff: `a.ann` with the spans of `a.txt` beside it (Stenetorp et al. 2012).

    T1<tab>PER 0 3<tab>Ana

Text-bound annotations (T) are read, pieces and all (`LOC 0 3;8 12`); relations, events, attributes and notes are
counted and said. Each line of the text is a sentence; a span may go over several.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, Final

from tertium.corpus import Irregularity
from tertium.errors import FormatError, SourceError, quote, shorten
from tertium.formats.running_text import Builder, Given, find_words
from tertium.formats.sources import BOM, COMPRESSION_SUFFIXES, STDIN_NAME, explain_bad_utf8, load_bytes

if TYPE_CHECKING:
    from tertium.corpus import Corpus
    from tertium.formats.request import Request
    from tertium.formats.sources import Text

MARK: Final = r"([TREAMN][0-9]+|#[0-9]*|\*)\t"
_BOUND: Final = re.compile(r"(T[0-9]+)\t(\S+) ([0-9]+ [0-9]+(?:;[0-9]+ [0-9]+)*)(?:\t(.*))?")
_HINT: Final = "a line is T1<tab>LABEL START END<tab>the words, START counted in characters from 0"


def recognise(lines: list[str]) -> str | None:
    """Why lines are of this format; None if they are not."""
    bound = [line for line in lines if line.startswith("T") and _BOUND.fullmatch(line)]
    others = [line for line in lines if line.strip() and not re.match(MARK, line)]
    return "lines T1<tab>LABEL START END" if bound and not others else None


def read(text: Text, ask: Request) -> Corpus:
    """Read one file of annotations, and the text beside it.

    Raises:
        SourceError: There is no text beside it.
        FormatError: A line is no annotation, or a span lies outside of the text.
    """
    content = _read_text(text.path)
    try:
        lines = text.data.removeprefix(BOM).decode("utf-8").split("\n")
    except UnicodeDecodeError:
        raise explain_bad_utf8(text.data, text.path) from None
    build = Builder(text.path)
    spans: list[Given] = []
    for number, line in enumerate(lines, 1):
        bare = line.rstrip("\r")
        if bare.startswith("T"):
            spans.append(_take(text.path, number, bare, content))
        elif bare.strip():
            if not re.match(MARK, bare):
                raise FormatError(f"{quote(bare)} is no annotation", path=text.path, line=number, hint=_HINT)
            build.count("lines of relations, events, attributes or notes, not compared", number)
    places = []
    for row, (first, line) in enumerate(_split_lines(content), 1):
        own = find_words(line)
        if own:
            build.add_sentence([line[start:end] for start, end in own], [row] * len(own))
            places += [(first + start, first + end) for start, end in own]
    build.lay(places, 0, spans)
    marks = (Irregularity("byte-order marks", 1, text.path, 1),) if text.has_mark else ()
    return build.build(ask, "brat", marks)


def _split_lines(content: str) -> list[tuple[int, str]]:
    """Lines with the place of their first character."""
    found, at = [], 0
    for line in content.split("\n"):
        found.append((at, line))
        at += len(line) + 1
    return found


def _read_text(path: str) -> str:
    """The text of a file of annotations."""
    if path == STDIN_NAME:
        raise SourceError(
            "standard input has no text beside it, which brat's annotations need", hint="give the .ann file by name"
        )
    bare = path
    for suffix in COMPRESSION_SUFFIXES:
        bare = bare.removesuffix(suffix)
    beside = Path(bare).with_suffix(".txt")
    if not beside.is_file():
        raise SourceError(
            f"there is no {beside.name} beside it, the text that its offsets count in",
            path=path,
            hint="put the text of the annotations into the same folder, under the same name",
        )
    data = load_bytes(str(beside))
    try:
        return data.removeprefix(BOM).decode("utf-8")
    except UnicodeDecodeError:
        raise explain_bad_utf8(data, str(beside)) from None


def _take(path: str, number: int, line: str, content: str) -> Given:
    found = _BOUND.fullmatch(line)
    if found is None:
        raise FormatError(f"{quote(line)} is no text-bound annotation", path=path, line=number, hint=_HINT)
    name, label, offsets, words = found.groups()
    pieces = tuple((int(start), int(end)) for start, end in (piece.split() for piece in offsets.split(";")))
    for start, end in pieces:
        if not 0 <= start < end <= len(content):
            what = "is empty" if end <= start else f"lies outside of the text, which has {len(content)} characters"
            raise FormatError(f"{name}: {label} {start} {end} {what}", path=path, line=number, hint=_HINT)
    covered = " ".join(content[start:end] for start, end in pieces)
    if words is not None and covered.split() != words.split():
        raise FormatError(
            f"{name} says {shorten(words)!r}, but at {offsets} the text has {shorten(covered)!r}",
            path=path,
            line=number,
            hint="offsets count characters, not bytes; is the text beside it the one that was annotated?",
        )
    return Given(tuple(sorted(pieces)), label, number)
