"""A page of text: lines of styled spans, laid out in terminal cells, printed with or without colour.

Text from a corpus is data: control characters and bidirectional overrides are made visible before they reach a
terminal. Widths are counted in cells (a Chinese character takes two, a combining accent none).
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Final, Literal, TypeAlias

from tertium.reports.numbers import points

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence


@dataclass(frozen=True, slots=True)
class Span:
    """Some text in one style (a rich style name, or nothing)."""

    text: str
    style: str = ""


Line: TypeAlias = tuple[Span, ...]
Align: TypeAlias = Literal["left", "right"]

TITLE: Final = "bold"
GOOD: Final = "green"
BAD: Final = "red"
DIM: Final = "dim"
BETWEEN: Final = "yellow"
WIDEST_LIST: Final = 90
"""Lists do not grow beyond this: a number far from its name is hard to read."""
_STEP: Final = " → "

_BIDI_CONTROLS: Final = frozenset("\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
_JOINTS: Final = "|/-_=:,"
_PERCENT: Final = re.compile(r"(?<=[0-9]) %")
_WITHOUT_WIDTH: Final = frozenset({"Mn", "Me", "Cf"})
_SIGNS: Final = frozenset(
    "\u00ad\u0600\u0601\u0602\u0603\u0604\u0605\u06dd\u070f\u0890\u0891\u08e2\U000110bd\U000110cd"
)
"""Format characters that are seen: the soft hyphen, and signs that stand before Arabic, Syriac and Kaithi numbers."""
_JAMO: Final = frozenset(map(chr, (*range(0x1160, 0x1200), *range(0xD7B0, 0xD800))))
"""Vowels and final consonants of Hangul, which join the consonant before them."""
_HIDDEN: Final = frozenset({"Cc", "Cs", "Zl", "Zp"})


def visible(text: str) -> str:
    r"""Text from a corpus, safe for a terminal: what would act on it is shown as an escape.

    >>> visible("a\x1b[31mb")
    'a\\x1b[31mb'
    """
    if text.isascii() and text.isprintable():
        return text
    return "".join(
        character.encode("unicode_escape").decode("ascii") if _acts(character) else character for character in text
    )


def _acts(character: str) -> bool:
    return character in _BIDI_CONTROLS or unicodedata.category(character) in _HIDDEN


def is_right_to_left(text: str) -> bool:
    """Whether a text has letters of a right-to-left script."""
    return any(unicodedata.bidirectional(character) in ("R", "AL") for character in text)


def cells(text: str) -> int:
    """Width of a text in terminal cells.

    >>> cells("字"), cells("e\u0301"), cells("\u3000"), cells("\u0e01\u0e31"), cells("\u1100\u1161")
    (2, 1, 2, 1, 2)
    """
    if text.isascii():
        return len(text)
    return sum(map(_cells_of, text))


@cache
def _cells_of(character: str) -> int:
    if (unicodedata.category(character) in _WITHOUT_WIDTH and character not in _SIGNS) or character in _JAMO:
        return 0
    return 2 if unicodedata.east_asian_width(character) in "WF" else 1


def fit(text: str, width: int, align: Align = "left") -> str:
    """The text in exactly so many cells, cut with an ellipsis if it is too long."""
    size = cells(text)
    if size > width:
        text = _cut(text, width)
        size = cells(text)
    gap = " " * (width - size)
    return gap + text if align == "right" else text + gap


def _cut(text: str, width: int) -> str:
    if width <= 1:
        return "…"[:width]
    kept, size = [], 0
    for character in text:
        size += cells(character)
        if size > width - 1:
            break
        kept.append(character)
    return "".join(kept) + "…"


def fit_name(name: str, width: int, align: Align = "left") -> str:
    """A system's name in exactly so many cells: cut in its middle, since runs differ at its end.

    >>> fit_name("bert-large-seed17", 12)
    'bert-…seed17'
    """
    text = visible(name)
    if cells(text) > width:
        end = _cut(text[::-1], width // 2 + 1)[-2::-1]
        text = _cut(text, width - cells(end)) + end
    return fit(text, width, align)


def fit_pair(before: str, after: str, width: int) -> str:
    """`a → b` in exactly so many cells, both names cut alike if they are too long."""
    sizes = [cells(visible(name)) for name in (before, after)]
    room = width - cells(_STEP)
    if sum(sizes) > room:
        sizes = [min(size, max(room // 2, room - other)) for size, other in zip(sizes, sizes[::-1], strict=True)]
    return fit(_STEP.join(fit_name(name, size) for name, size in zip((before, after), sizes, strict=True)), width)


def line(*parts: Span | str) -> Line:
    """A line of spans; plain strings have no style."""
    return tuple(part if isinstance(part, Span) else Span(part) for part in parts)


BLANK: Final[Line] = ()


def signed(value: float, digits: int = 2) -> Span:
    """A difference in points, green or red, never by colour alone."""
    return Span(points(value, digits), GOOD if value > 0 else BAD if value < 0 else "")


def padded(span: Span, width: int) -> Span:
    """A span set to the right."""
    return Span(fit(span.text, width, "right"), span.style)


def name_width(names: Iterable[str], room: int) -> int:
    """Cells for a column of names: as wide as the longest, within the room."""
    return max(8, min(max((cells(visible(name)) for name in names), default=8), room))


def squeeze(size: int, width: int, full: int = 80) -> int:
    """A column's size on a page of some width: what a narrow page lacks is taken from it.

    >>> squeeze(18, 80), squeeze(18, 72), squeeze(18, 120)
    (18, 10, 18)
    """
    return max(size - max(full - width, 0), 4)


def wrap(parts: Sequence[Span | str], width: int, *, indent: int = 0, first: int | None = None) -> list[Line]:
    """Fold words into lines of so many cells; later lines are indented, and a number keeps its percent sign.

    A word that is too long for any line is cut, after a mark such as `|` or `-` if there is one near the end.
    """
    margin = indent if first is None else first
    lines: list[list[Span]] = [[Span(" " * margin)] if margin else []]
    room = width - margin
    fresh = True
    for span in line(*parts):
        for number, bound in enumerate(_PERCENT.sub("\0%", span.text).split(" ")):
            word = bound.replace("\0", " ")
            if number and not fresh:
                if room > 0:
                    lines[-1].append(Span(" "))
                room -= 1
            if word and cells(word) > room and not fresh:
                lines.append([Span(" " * indent)] if indent else [])
                room, fresh = width - indent, True
            while word and cells(word) > room:
                piece = _break(word, room)
                lines[-1].append(Span(piece, span.style))
                word = word[len(piece) :]
                lines.append([Span(" " * indent)] if indent else [])
                room = width - indent
            if word:
                lines[-1].append(Span(word, span.style))
                room -= cells(word)
                fresh = False
    return [_tidy(spans) for spans in lines]


def _break(word: str, room: int) -> str:
    """As much of the beginning of a long word as there is room for; at least one character."""
    most = 1
    while cells(word[: most + 1]) <= room:
        most += 1
    joint = max(word.rfind(mark, most // 2, most) for mark in _JOINTS) + 1
    return word[: joint or most]


def _tidy(spans: list[Span]) -> Line:
    while spans and not spans[-1].text.strip():
        spans.pop()
    return tuple(spans)


def as_text(lines: Iterable[Line]) -> str:
    """The page without colour."""
    return "\n".join("".join(span.text for span in spans).rstrip() for spans in lines) + "\n"
