"""Which format is this? Decided by content, in one place, and said aloud; `--format` overrides it."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from tertium.errors import FormatError
from tertium.formats import conll2009, conllu
from tertium.formats.slashed import find_separator

if TYPE_CHECKING:
    from tertium.formats.sources import Text

_ID: Final = re.compile(r"[0-9]+([-.][0-9]+)?")
_BIO: Final = re.compile(r"(O|[BIESLUMW]-\S+)")
UPOS: Final = frozenset(
    "ADJ ADP ADV AUX CCONJ DET INTJ NOUN NUM PART PRON PROPN PUNCT SCONJ SYM VERB X _".split()  # noqa: SIM905 (readable)
)
_SECOND: Final = 2


@dataclass(frozen=True, slots=True)
class Guess:
    """A format, why it was chosen, and what the file holds."""

    format: str
    reason: str
    heads: bool = False  # the HEAD column is filled
    filled: frozenset[str] = frozenset()  # columns with anything but `_`
    note: str = ""  # what else was seen


def sniff(text: Text, fmt: str | None = None) -> Guess:
    """Look at the first lines; a format given by the user is taken as it is.

    Raises:
        FormatError: The file is empty, or like nothing that can be read.
    """
    lines = text.sample()
    if fmt is not None:
        return Guess(fmt, "as told", *_look(fmt, [line for line in lines if "\t" in line]))
    table = [line for line in lines if not line.startswith("#") or "\t" in line]
    _refuse(text, lines, table)
    numbered = [line for line in table if "\t" in line and _ID.fullmatch(line.split("\t", 1)[0])]
    if len(numbered) * _SECOND > len(table):
        return _sniff_numbered(lines, [line.split("\t") for line in numbered])
    if any("\t" in line for line in table):
        return _sniff_columns(text, table)
    return _sniff_plain(text, table)


def _refuse(text: Text, lines: list[str], table: list[str]) -> None:
    """What cannot be read is better named than misread."""
    if not lines:
        raise FormatError("the file is empty", path=text.path, hint="give a file with at least one sentence")
    if any(line.startswith("#begin document") for line in lines[:20]):
        raise FormatError("this is a coreference file (#begin document), which cannot be compared yet", path=text.path)
    if not table:
        raise FormatError("the file holds comments only", path=text.path, hint="give a file with at least one sentence")
    if all("\t" not in line for line in table) and table[0].lstrip().startswith("("):
        raise FormatError("this looks like bracketed trees, which cannot be compared yet", path=text.path)


def _sniff_plain(text: Text, table: list[str]) -> Guess:
    """Lines without tabs: word_TAG sentences, or columns separated by spaces."""
    separator = find_separator(table)
    rows = [line.split() for line in table if not line.startswith(("<", "#"))]
    one_word_a_line = bool(rows) and all(len(row) == len(rows[0]) for row in rows) and len(rows[0]) >= _SECOND
    if separator and not (one_word_a_line and len(rows[0]) == _SECOND and len(rows) > 1):
        return Guess("slashed", f"words and tags are joined by {separator!r}", filled=frozenset({"tag"}))
    if one_word_a_line:
        return Guess("columns", "one word a line, columns separated by spaces", filled=frozenset({"tag"}))
    raise FormatError(
        f"the format cannot be recognised; the first line is {table[0][:60]!r}",
        path=text.path,
        line=1,
        hint="see `tertium formats`, and name the format with --format",
    )


def _sniff_numbered(lines: list[str], rows: list[list[str]]) -> Guess:
    width = max(len(row) for row in rows)
    if width >= conll2009.FEWEST_COLUMNS:
        return Guess(
            "conll2009", f"numbered words in {width} columns", *_look("conll2009", ["\t".join(row) for row in rows])
        )
    commented = any(line.startswith("#") for line in lines)
    ranged = any("-" in row[0] or "." in row[0] for row in rows)
    tags = [row[3] for row in rows if len(row) > 3]  # noqa: PLR2004 (the fourth column)
    universal = bool(tags) and sum(tag in UPOS for tag in tags) >= 0.9 * len(tags)
    fmt = "conllu" if commented or ranged or universal else "conllx"
    entity = any("Entity=" in row[-1] for row in rows)
    why = "numbered words in ten columns, " + (
        "universal tags or comments" if fmt == "conllu" else "neither comments nor universal tags"
    )
    heads, filled = _look(fmt, ["\t".join(row) for row in rows])
    return Guess(
        fmt, why, heads, filled, "it also holds coreference (Entity=), which is not compared here" if entity else ""
    )


def _look(fmt: str, lines: list[str]) -> tuple[bool, frozenset[str]]:
    """Whether there are heads, and which columns are filled."""
    places = {name: index for index, name in enumerate(conllu.COLUMNS)}
    if fmt == "conll2009":
        places = dict(conll2009.PLAIN)
    elif fmt not in ("conllu", "conllx"):
        return False, frozenset({"tag"})
    rows = [line.split("\t") for line in lines]
    rows = [row for row in rows if row[0].isdecimal()]
    filled = frozenset(
        name for name, index in places.items() if any(len(row) > index and row[index] not in ("_", "") for row in rows)
    )
    return "head" in filled, filled


def _sniff_columns(text: Text, table: list[str]) -> Guess:
    words = [line.split("\t") for line in table if "\t" in line]
    elements = sum(line.startswith("<") for line in table if "\t" not in line)
    plain = len(table) - len(words) - elements
    if plain > 0 and plain * 4 > len(table):
        line = next(number for number, line in enumerate(text.sample(), 1) if "\t" not in line)
        raise FormatError(
            "some lines separate their columns by tabs, others do not",
            path=text.path,
            line=line,
            hint="separate all columns by single tabs",
        )
    width = len(words[0])
    kind = "TreeTagger's vertical format" if elements or width == 3 else "one word a line"  # noqa: PLR2004 (word, tag, lemma)
    note = ""
    if all(_BIO.fullmatch(row[-1]) for row in words if row[-1]) and any(row[-1] != "O" for row in words):
        note = "its tags look like spans (BIO); they are compared as tags, word by word"
    return Guess("columns", f"{kind}, {width} columns", filled=frozenset({"tag"}), note=note)
