"""Which format is this? Decided by content, in one place, and said aloud; `--format` overrides it."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from tertium.errors import FormatError
from tertium.formats import FORMATS, bio, conll2009, conllu, module_of, props
from tertium.formats.guess import NUMBERED, Guess
from tertium.formats.slashed import explain_token, find_separator, split_token, split_words

if TYPE_CHECKING:
    from collections.abc import Mapping

    from tertium.formats.sources import Text

_ID: Final = re.compile(r"[0-9]+([-.][0-9]+)?")
UPOS: Final = frozenset(
    "ADJ ADP ADV AUX CCONJ DET INTJ NOUN NUM PART PRON PROPN PUNCT SCONJ SYM VERB X _".split()  # noqa: SIM905 (readable)
)
_HTML: Final = re.compile(r"\s*<(!doctype\s+html|html)\b", re.IGNORECASE)
_CONLLU: Final = 10
_FEWEST_NUMBERED: Final = 6  # fewer columns after a number are words that happen to be numbers


def sniff(
    text: Text, fmt: str | None = None, columns: Mapping[str, int] | None = None, *, why: str = "as told"
) -> Guess:
    """Look at the first lines; a format given by the user is taken as it is.

    Raises:
        FormatError: The file is empty, or like nothing that can be read.
    """
    lines = text.sample()
    _refuse_html(text, lines)
    layers = frozenset(columns or {"form": 0, "tag": 1}) - {"form"}
    if fmt is not None:
        return _take_told(fmt, why, lines, layers)
    found = _sniff_marked([line for _, line in lines], text.path)
    if found is not None:
        return found
    table = [(number, line) for number, line in lines if not line.startswith("#") or "\t" in line]
    _refuse(text, lines, table)
    rows = [line.split("\t") for _, line in table]
    numbered = [row for row in rows if len(row) >= _FEWEST_NUMBERED and _ID.fullmatch(row[0])]
    plain = [row for row in rows if not row[0].startswith("#")]  # without comments that hold a tab
    cut_off = bool(numbered) and plain[0] is numbered[0] and all(_ID.fullmatch(row[0]) for row in plain)
    if len(numbered) * 2 > len(table) or cut_off:
        return _sniff_numbered([line for _, line in lines], numbered)
    spans = _sniff_spans(table, columns)
    if spans is not None:
        return spans
    if any("\t" in line for _, line in table):
        return _sniff_columns(text, table, layers)
    return _sniff_plain(text, table, layers)


def _take_told(fmt: str, why: str, lines: list[tuple[int, str]], layers: frozenset[str]) -> Guess:
    """A format that the user or a preset names."""
    if fmt in FORMATS and FORMATS[fmt].mark:
        return _of_table(fmt, why)
    heads, filled = _look(fmt, [line for _, line in lines if "\t" in line])
    holds = FORMATS[fmt].brings if fmt in FORMATS else frozenset()
    if fmt in NUMBERED:
        return Guess(fmt, why, heads, filled, holds=holds)
    return Guess(fmt, why, "head" in layers, layers, holds=holds)


def _refuse_html(text: Text, lines: list[tuple[int, str]]) -> None:
    """A page that says "not found", or shows a file, instead of the file itself."""
    if lines and _HTML.match(lines[0][1]):
        hint = "it was probably saved from a web site: download the file itself (the raw file)"
        raise FormatError("this is a web page (HTML), not a corpus", path=text.path, line=lines[0][0], hint=hint)


def _sniff_marked(lines: list[str], path: str) -> Guess | None:
    """The first of the formats with marks of their own that knows these lines; None: none does."""
    for fmt in FORMATS.values():
        if fmt.mark and any(map(re.compile(fmt.mark).match, lines)):
            reason = module_of(fmt.name).recognise(lines)
            if reason is not None:
                return _of_table(fmt.name, reason)
    if path.endswith(".ann"):
        return _of_table("brat", f"the name ends in .ann{'' if lines else ', and there are no annotations'}")
    return None


def _of_table(fmt: str, reason: str) -> Guess:
    return Guess(fmt, reason, filled=FORMATS[fmt].filled, holds=FORMATS[fmt].brings)


def _refuse(text: Text, lines: list[tuple[int, str]], table: list[tuple[int, str]]) -> None:
    """What cannot be read is better named than misread."""
    if not lines:
        raise FormatError("the file is empty", path=text.path, hint="give a file with at least one sentence")
    if not table:
        raise FormatError("the file holds comments only", path=text.path, hint="give a file with at least one sentence")


def _sniff_plain(text: Text, table: list[tuple[int, str]], layers: frozenset[str]) -> Guess:
    """Lines without tabs: word_TAG sentences, or columns separated by spaces."""
    separator = find_separator([line for _, line in table])
    rows = [line.split() for _, line in table if not line.startswith(("<", "#"))]
    if rows and all(len(row) >= _FEWEST_NUMBERED and _ID.fullmatch(row[0]) for row in rows):
        raise FormatError(
            "the words are numbered, but their columns are separated by spaces, not by tabs",
            path=text.path,
            line=table[0][0],
            hint="separate the columns by single tabs",
        )
    one_word_a_line = bool(rows) and all(len(row) == len(rows[0]) for row in rows) and len(rows[0]) >= 2  # noqa: PLR2004
    if separator and not (one_word_a_line and len(rows[0]) == 2 and len(rows) > 1):  # noqa: PLR2004 (word and tag)
        return Guess("slashed", f"words and tags are joined by {separator!r}", filled=frozenset({"tag"}))
    nearly = find_separator([line for _, line in table], share=0.5)
    if nearly and not (one_word_a_line and len(rows) > 1):
        tokens = ((place, token) for place, (_, line) in enumerate(table) for token in split_words(line))
        place, token = next((place, token) for place, token in tokens if split_token(token, nearly) is None)
        raise explain_token(text, token, nearly, line=table[place][0], sentence=place + 1)
    if one_word_a_line:
        return Guess("columns", "one word a line, columns separated by spaces", "head" in layers, layers)
    number, line = table[0]
    raise FormatError(
        f"the format cannot be recognised; the first line is {line[:60]!r}",
        path=text.path,
        line=number,
        hint="see `tertium formats`, and name the format with --format",
    )


def _sniff_numbered(lines: list[str], rows: list[list[str]]) -> Guess:
    widths = sorted(len(row) for row in rows)
    width = widths[len(widths) // 2]
    texts = ["\t".join(row) for row in rows]
    if width > _CONLLU and _has_heads_of_conllu(rows) and max(widths) > _CONLLU + 1:
        heads, filled = _look("conllu", texts)
        reason = f"CoNLL-U with {widths[0]} to {widths[-1]} columns: predicates and arguments"
        return Guess("up", reason, heads, filled, holds=FORMATS["up"].brings)
    if width >= conll2009.FEWEST_COLUMNS:
        return Guess("conll2009", f"numbered words in {width} columns", *_look("conll2009", texts))
    commented = any(line.startswith("#") for line in lines)
    ranged = any("-" in row[0] or "." in row[0] for row in rows)
    tags = [row[3] for row in rows if len(row) > 3]  # noqa: PLR2004 (the fourth column)
    universal = bool(tags) and sum(tag in UPOS for tag in tags) >= 0.9 * len(tags)
    fmt = "conllu" if commented or ranged or universal else "conllx"
    kind = "universal tags or comments" if fmt == "conllu" else "neither comments nor universal tags"
    entity = any("Entity=" in row[-1] for row in rows)
    note = "it also holds coreference (Entity=); --task coreference compares it" if entity else ""
    return Guess(fmt, f"numbered words in ten columns, {kind}", *_look(fmt, texts), note)


def _has_heads_of_conllu(rows: list[list[str]]) -> bool:
    """Whether the seventh column holds numbers, and the eighth relations: CoNLL-2009 has others there."""
    own = [row for row in rows if _ID.fullmatch(row[0]) and "-" not in row[0] and "." not in row[0]]
    return bool(own) and all(len(row) >= _CONLLU and row[6].isdecimal() and not row[7].isdecimal() for row in own)


def _look(fmt: str, lines: list[str]) -> tuple[bool, frozenset[str]]:
    """Whether there are heads, and which columns are filled."""
    places = [(name, index) for index, name in enumerate(conllu.COLUMNS)]
    if fmt == "conll2009":  # an output may fill its predicted columns only
        places = [*conll2009.PLAIN.items(), *conll2009.PREDICTED.items()]
    rows = [line.split("\t") for line in lines]
    rows = [row for row in rows if row[0].isdecimal()]
    filled = frozenset(
        name for name, index in places if any(len(row) > index and row[index] not in ("_", "") for row in rows)
    )
    return "head" in filled, filled


def _sniff_spans(table: list[tuple[int, str]], columns: Mapping[str, int] | None) -> Guess | None:
    """Propositions, or columns with tags of spans; None: neither, or the user says that they are something else."""
    if not columns and props.looks_so([line.split() for _, line in table]):
        return _of_table("props", "columns of brackets after one of verbs")
    rows = [bio.split(line) for _, line in table if not line.startswith(("<", "#"))]
    if columns:
        place = columns.get("tag", len(rows[0]) if rows else 0)
        tags = {row[place] for row in rows if len(row) > place and row[0] != bio.DOCUMENT}
        found = dict(columns) if bio.are_tags(tags) else None
    else:
        found = bio.find_columns(rows)
    if found is None:
        return None
    reason = f"one word a line, column {found['tag'] + 1} holds tags of spans (B-, I-, O)"
    return replace(_of_table("bio", reason), filled=frozenset(found) - {"form"})


def _sniff_columns(text: Text, table: list[tuple[int, str]], layers: frozenset[str]) -> Guess:
    words = [line.split("\t") for _, line in table if "\t" in line]
    elements = sum(line.startswith("<") for _, line in table if "\t" not in line)
    plain = [number for number, line in table if "\t" not in line and not line.startswith("<")]
    if len(plain) * 4 > len(table):
        raise FormatError(
            "some lines separate their columns by tabs, others do not",
            path=text.path,
            line=plain[0],
            hint="separate all columns by single tabs",
        )
    width = len(words[0])
    kind = "TreeTagger's vertical format" if elements or width == 3 else "one word a line"  # noqa: PLR2004 (word, tag, lemma)
    return Guess("columns", f"{kind}, {width} columns", "head" in layers, layers)
