"""The brackets of chains in one column of text, `(3|(7)`, `3)`: what they mean, and what is wrong with them.

The reference scorer v8.01 takes whole mentions out of the text first, then opening, then closing brackets, each time
from what is left; coval takes what stands between two bars. Without a preset every bracket is taken where it stands.
"""

from __future__ import annotations

import re
from operator import itemgetter
from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np

from tertium.errors import FormatError, quote
from tertium.formats.bracket_events import CLOSE, OPEN, SINGLE, Events, number_chains, pair_brackets
from tertium.formats.conll2012_lines import note
from tertium.mentions import Mentions
from tertium.plurals import many

if TYPE_CHECKING:
    from collections.abc import Callable

    from tertium._typing import Codes, Offsets
    from tertium.formats.conll2012_lines import Lines
    from tertium.formats.sources import Text
    from tertium.mentionrules import MentionRules

_TOKEN: Final = re.compile(r"\(([^()|]+)\)|\(([^()|]+)|([^()|]+)\)")
_PLAIN: Final = re.compile(r"[-_*]|\|?(?:(?:\(\d+\)|\(\d+(?=\||$)|(?<![(\d])\d+\))\|?)+")
_DOUBLE: Final = re.compile(r"\(([0-9]+\+[0-9])\)")
_DOUBLES: Final = re.compile(r"\([0-9]+\+[0-9]+\)")  # the reference scorer knows a single digit only
_NUMBERS: Final = (
    (SINGLE, re.compile(r"\(([0-9]+)\)")),
    (OPEN, re.compile(r"\(([0-9]+)")),
    (CLOSE, re.compile(r"([0-9]+)\)")),
)


class Fields(NamedTuple):
    """The last columns of words, of those that do not say that there is no bracket."""

    word: Codes  # (n,)
    content: Codes  # (n,)  which of the contents
    contents: list[str]  # distinct


class _Parsed(NamedTuple):
    """The brackets of one content."""

    kind: list[int]
    name: list[int]
    doubled: int = 0  # (0+1), which the reference scorer passes over
    rest: str = ""  # what is no bracket
    reopened: bool = False  # a chain is closed and opened again here
    passed: bool = False  # coval passes over some of it


def find_mentions(text: Text, rules: MentionRules, lines: Lines, fields: Fields) -> Mentions:
    """The mentions of a file; what is odd is added to the faults of the lines.

    Raises:
        FormatError: Brackets do not match, or the column holds something else.
    """
    names: dict[str, int] = {}
    parse = _choose_parser(rules)
    parsed = [parse(content, names) for content in fields.contents]
    _check_fields(text, rules, lines, fields, parsed)
    sizes = np.array([len(part.kind) for part in parsed], dtype=np.int64)
    begin = np.concatenate([[0], np.cumsum(sizes)]).astype(np.int64)
    own = fields.content
    size = sizes[own] if parsed else np.zeros(0, dtype=np.int64)
    row = np.arange(size.sum()) - np.repeat(np.cumsum(size) - size, size) + np.repeat(begin[own], size)
    kinds = np.array([kind for part in parsed for kind in part.kind], dtype=np.int8)
    ids = np.array([name for part in parsed for name in part.name], dtype=np.int32)
    place = np.repeat(fields.word, size)
    events = Events(place, lines.document[place], kinds[row], ids[row])
    if rules.brackets == "tolerant":
        _note_names(text, lines, events, list(names))
    spans = pair_brackets(events, first_in=rules.as_released)
    broken = _check_pairs(text, rules, lines, events, (spans.unopened, spans.unclosed), list(names))
    if broken and not rules.whole_lines:
        raise broken[0][1]
    if rules.brackets == "coval":  # chains come in the order in which they are first closed, though nothing be open
        closing = np.sort(np.concatenate([spans.closing, spans.unopened]))
        chain = number_chains(events.document[closing], events.name[closing])
        chain = chain[np.searchsorted(closing, spans.closing)]
    else:
        chain = number_chains(events.document, events.name)[spans.closing]
    order = np.lexsort((spans.opening, chain)) if rules.as_released else np.argsort(chain, kind="stable")
    opening, closing = spans.opening[order], spans.closing[order]
    document = events.document[closing]
    return Mentions(
        doc_start=np.searchsorted(document, np.arange(lines.n_docs + 1)).astype(np.int64),
        first=events.place[opening],
        last=events.place[closing],
        chain=chain[order],
        line=(lines.word[events.place[opening]] + 1).astype(np.int32),
        broken=broken,
    )


def _choose_parser(rules: MentionRules) -> Callable[[str, dict[str, int]], _Parsed]:
    if rules.as_released and rules.brackets != "coval":
        return _parse_in_order
    return {"tolerant": _parse, "conll2012": _parse_numbers, "coval": _parse_parts}[rules.brackets]


def _parse(content: str, names: dict[str, int]) -> _Parsed:
    """Every bracket where it stands: whole mentions come first, then opening, then closing ones."""
    content, doubled = _DOUBLES.subn("", content)
    found = _TOKEN.findall(content)
    taken = [(kind, match[kind]) for kind in (SINGLE, OPEN, CLOSE) for match in found if match[kind]]
    rest = _TOKEN.sub("", content).strip("|-_* ")
    return _make_field(taken, names, doubled, rest, reopened=_is_reopened(found))


def _parse_in_order(content: str, names: dict[str, int]) -> _Parsed:
    """Every bracket where it stands, in the order in which they are written, as ComparEval's scripts take them."""
    taken = [(kind, match[kind]) for match in _TOKEN.findall(content) for kind in (SINGLE, OPEN, CLOSE) if match[kind]]
    return _make_field(taken, names, 0, _TOKEN.sub("", content).strip("|-_* "), reopened=False)


def _parse_numbers(content: str, names: dict[str, int]) -> _Parsed:
    """The same as the reference scorer does it: what is taken out is gone, and what was around it moves together."""
    doubled, content = _take_out(_DOUBLE, content)
    reopened = _is_reopened(_TOKEN.findall(content))
    taken: list[tuple[int, str]] = []
    for kind, pattern in _NUMBERS:
        own, content = _take_out(pattern, content)
        taken += [(kind, name) for name in own]
    return _make_field(taken, names, len(doubled), content.strip("|-_* "), reopened=reopened)


def _take_out(pattern: re.Pattern[str], content: str) -> tuple[list[str], str]:
    """What a pattern finds, each time in what is left, and what is left at last."""
    taken = []
    while found := pattern.search(content):
        taken.append(found[1])
        content = content[: found.start()] + content[found.end() :]
    return taken, content


def _is_reopened(found: list[tuple[str, str, str]]) -> bool:
    closed: set[str] = set()
    for match in found:
        if match[OPEN] and match[OPEN] in closed:
            return True
        closed.add(match[CLOSE])
    return False


def _make_field(
    taken: list[tuple[int, str]], names: dict[str, int], doubled: int, rest: str, *, reopened: bool
) -> _Parsed:
    kinds = [kind for kind, _ in taken]
    return _Parsed(kinds, [names.setdefault(name, len(names)) for _, name in taken], doubled, rest, reopened)


def _parse_parts(content: str, names: dict[str, int]) -> _Parsed:
    """Brackets as coval takes them, one character after the other, after the last white space.

    An opening bracket counts only if a bar or the end of the column follows its number.
    """
    content = content.rsplit(maxsplit=1)[-1]
    taken: tuple[list[int], ...] = ([], [], [])
    number, is_open = "", False
    for sign in content:
        if sign.isdecimal():
            number += sign
        elif sign == "(":
            number, is_open = "", True
        elif sign == ")":
            if number:
                taken[SINGLE if is_open else CLOSE].append(int(number))
            number, is_open = "", False
        elif sign == "|" and (is_open or number):
            if not (is_open and number):
                return _Parsed([], [], rest=content)
            taken[OPEN].append(int(number))
            number, is_open = "", False
    if is_open and number:
        taken[OPEN].append(int(number))
    every = [(kind, str(name)) for kind, own in enumerate(taken) for name in own]
    found = _make_field(every, names, 0, "", reopened=False)
    return found if _PLAIN.fullmatch(content) else found._replace(passed=True)


def _check_fields(text: Text, rules: MentionRules, lines: Lines, fields: Fields, parsed: list[_Parsed]) -> None:
    """Contents that are no brackets are refused, or counted where a scorer goes on; so are those passed over."""

    def rows_with(places: list[int]) -> Codes:
        return lines.word[fields.word[np.isin(fields.content, places)]]

    wrong = [place for place, part in enumerate(parsed) if part.rest]
    if wrong and rules.brackets == "conll2012":
        kind = (
            "words whose last column holds more than brackets, which are taken out of it (as in the reference scorer)"
        )
        if not rules.whole_lines or b"\t" in text.data:
            note(lines.faults, text, kind, rows_with(wrong))
    elif wrong:
        first = int(np.flatnonzero(np.isin(fields.content, wrong))[0])
        content = fields.contents[int(fields.content[first])]
        raise FormatError(
            f"the last column holds {quote(content)}, where brackets such as (3, 3) or (3) are expected",
            path=text.path,
            line=int(lines.word[fields.word[first]]) + 1,
            hint="chains are numbers, several brackets are joined by |, no mention is - (the last column counts)",
        )
    passed = [place for place, part in enumerate(parsed) if part.passed]
    if passed:
        note(lines.faults, text, "words whose last column is more than brackets, read as coval does", rows_with(passed))
    doubled = [place for place, part in enumerate(parsed) if part.doubled]
    if doubled:
        kind = "words with brackets of two chains such as (0+1), passed over as the reference scorer does"
        note(lines.faults, text, kind, rows_with(doubled))
    reopened = [place for place, part in enumerate(parsed) if part.reopened]
    if reopened:
        kind = "words where a mention ends and another of its chain begins, read as nested (as in the reference scorer)"
        note(lines.faults, text, kind, rows_with(reopened))


def _note_names(text: Text, lines: Lines, events: Events, names: list[str]) -> None:
    others = [number for number, name in enumerate(names) if not (name.isascii() and name.isdecimal())]
    if others:
        kind = "words with brackets of chains whose names are no numbers (the reference scorer does not read these)"
        note(lines.faults, text, kind, lines.word[np.unique(events.place[np.isin(events.name, others)])])


def _check_pairs(  # noqa: PLR0917 (the brackets of a file, and which are alone)
    text: Text,
    rules: MentionRules,
    lines: Lines,
    events: Events,
    alone: tuple[Offsets, Offsets],
    names: list[str],
) -> tuple[tuple[int, FormatError], ...]:
    """Brackets without a partner: counted where a scorer passes over them, else an error for each document."""
    errors: list[tuple[int, FormatError]] = []
    is_ended = np.array([*lines.is_ended, True])
    for rows, what in zip(alone, ("closes", "opens"), strict=True):
        free = np.full(len(rows), rules.drop_unclosed)
        if what == "opens" and rules.whole_lines:
            free |= ~is_ended[events.document[rows]]  # the reference scorer looks at the end of the document only
        wrong = rows[~free]
        own = events.document[wrong]
        errors += [
            (number, _explain_bracket(text, lines, events, wrong[own == number], names, what))
            for number in sorted(set(own.tolist()))
        ]
        if free.any():
            several, one = ("close", "closes") if what == "closes" else ("are", "is")
            fault = "nothing" if what == "closes" else "never closed"
            fault += f", passed over (as {'coval' if rules.drop_unclosed else 'the reference scorer'} does)"
            single = f"bracket that {one} {fault}"
            note(lines.faults, text, f"brackets that {several} {fault}", lines.word[events.place[rows[free]]], single)
    return tuple(sorted(errors, key=itemgetter(0)))


def _explain_bracket(  # noqa: PLR0917 (brackets and where they are)
    text: Text, lines: Lines, events: Events, rows: Offsets, names: list[str], what: str
) -> FormatError:
    row = int(rows[0])
    name = names[int(events.name[row])]
    bracket = f"{name})" if what == "closes" else f"({name}"
    others = f"; {many(len(rows) - 1, 'more such bracket')}" if len(rows) > 1 else ""
    fact = "closes a mention that was never opened" if what == "closes" else "opens a mention that is never closed"
    return FormatError(
        f"the bracket {bracket} {fact} in document {quote(lines.names[int(events.document[row])])}{others}",
        path=text.path,
        line=int(lines.word[events.place[row]]) + 1,
        hint="repair the brackets (the reference scorer stops here too); --like coval passes over them",
    )
