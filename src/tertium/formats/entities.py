"""CorefUD: mentions in the MISC column of CoNLL-U, `Entity=(e1-person-1-` ... `Entity=e1)` (Nedoluzhko et al. 2022).

Brackets stand on words and on empty nodes and are read from left to right; of two open ones of a chain the last opened
is closed first. A discontinuous mention has one pair of brackets for each of its parts, `(e5[1/2]` and `(e5[2/2]`. What
the fields between the hyphens are is told by the comment `# global.Entity`, the last of the file: the chain is the
field `eid` (or `GRP`), the head the field `head` (or the first number of `minspan`), counted from 1 within the mention;
without one it is the first word. Names of chains hold for their document. The reader of CorefUD's scorer, udapi, has
ways of its own with files that break the format; they are kept under its preset.
"""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np

from tertium.corpus import EMPTY, MISSING
from tertium.errors import FormatError, quote
from tertium.formats.bracket_events import CLOSE, OPEN, SINGLE, Events, pair_brackets
from tertium.formats.skeleton import documents, name_of
from tertium.mentions import BEFORE, Mentions, Parts, Places

if TYPE_CHECKING:
    from collections.abc import Mapping

    from tertium._typing import Codes, Offsets
    from tertium.corpus import Vocab
    from tertium.formats.request import Request
    from tertium.formats.skeleton import Faults, Skeleton
    from tertium.formats.sources import Text
    from tertium.mentionrules import MentionRules

_ENTITY: Final = re.compile(r"(?:^|\|)Entity=([^|]*)")
_TOKEN: Final = re.compile(r"\(([^()]*)\)|\(([^()]*)|([^()]+)\)")
_PART: Final = re.compile(r"(.*)\[([0-9]+)/([0-9]+)\]")
_GLOBAL: Final = re.compile(r"^#\s*global\.Entity\s*=\s*(\S+)")
_FIELDS: Final = ("eid", "etype", "head", "other")
_CHAIN: Final = ("eid", "GRP")
_HEAD: Final = {"tolerant": ("head", "minspan"), "udapi": ("head",)}
_MOST: Final = 2**30
_HINT: Final = (
    "# global.Entity tells the fields of a bracket: (e1-person-1- of eid-etype-head-other opens a mention of e1"
)


class _Header(NamedTuple):
    """Which fields of a bracket tell what."""

    chain: int
    head: int | None
    is_minspan: bool = False  # the head is the first of several numbers


class _Bracket(NamedTuple):
    kind: int
    chain: int
    part: int = 1
    of: int = 1  # parts of the mention
    head: int = 0  # 0: not given


class _Brackets(NamedTuple):
    """All brackets of a file in order; of each opening one, which part of how many it opens, and the head."""

    events: Events
    part: Codes
    of: Codes
    head: Codes


def find_entities(text: Text, ask: Request, columns: Mapping[str, Codes], shape: Skeleton, faults: Faults) -> Mentions:
    """The mentions of a file, given the columns of all its rows, MISC and perhaps DEPS among them; what is passed over is counted.

    Raises:
        FormatError: Brackets do not match, or name no chain or no head.
    """
    vocab, misc, deps, rules = ask.vocab, columns["misc"], columns.get("deps"), ask.conventions.mentions
    rows = np.sort(np.concatenate([shape.word, shape.empty]))
    places = _find_places(shape, rows, deps)
    codes, of_ranges = misc[rows], misc[shape.range_row]
    is_entity, is_lost = (vocab.flag(column, lambda content: "Entity=" in content) for column in (codes, of_ranges))
    lost = shape.range_row[is_lost & (of_ranges != MISSING)]
    faults.note("multiword tokens with Entity=, which is read on their words only", lost, "", "", strict=False)
    at = np.flatnonzero(is_entity & (codes != MISSING)).astype(np.int32)
    header = _read_header(text, shape, rules, faults)
    names: dict[str, int] = {}
    table: dict[int, list[_Bracket]] = {}
    used = np.unique(codes[at])
    for code, content in zip(used.tolist(), vocab.decode(used), strict=True):
        try:
            table[code] = _parse(content, names, header)
        except ValueError as error:
            row = int(rows[at[np.argmax(codes[at] == code)]])
            raise _refuse(text, shape, row, str(error), hint=_HINT) from None
    brackets = _lay_out(shape, rows, at, codes[at], table)
    spans = pair_brackets(brackets.events)
    for found, what in ((spans.unopened, "closes what was never opened"), (spans.unclosed, "is never closed")):
        if len(found):
            row = int(rows[brackets.events.place[found[0]]])
            others = f"; {len(found) - 1:,} more such brackets" if len(found) > 1 else ""
            fact = f"a bracket in {quote(_entity_of(vocab, misc, row))} {what}{others}"
            raise _refuse(text, shape, row, fact, hint="every (e1 in Entity= needs its e1) in the same document")
    return _build(brackets, spans.opening, spans.closing, list(names), shape, rows, places, text)


def _refuse(text: Text, shape: Skeleton, row: int, fact: str, *, hint: str) -> FormatError:
    word = min(int(np.searchsorted(shape.word, row)), shape.n_words - 1)
    sentence = name_of(shape, shape.sentence_of(word)) if shape.n_words else None
    return FormatError(fact, path=text.path, line=row + 1, sentence=sentence, hint=hint)


def _entity_of(vocab: Vocab, misc: Codes, row: int) -> str:
    found = _ENTITY.findall(vocab.decode(misc[row : row + 1])[0])
    return f"Entity={found[-1]}" if found else ""


def _find_places(shape: Skeleton, rows: Offsets, deps: Codes | None) -> Places | None:
    """Words and empty nodes in order, with the DEPS column; None if there are no empty nodes."""
    if not len(shape.empty):
        return None
    before = np.searchsorted(shape.word, rows, side="right") - 1  # the word itself, or the one before an empty node
    is_empty = np.isin(rows, shape.empty)
    sentence = np.searchsorted(shape.blank, rows)
    of_word = np.searchsorted(shape.blank, shape.word)
    foreign = is_empty & ((before < 0) | (of_word[np.maximum(before, 0)] != sentence))
    number = np.zeros(len(rows), dtype=np.int32)
    run = 0
    for place in np.flatnonzero(is_empty).tolist():
        run = run + 1 if place and is_empty[place - 1] and sentence[place - 1] == sentence[place] else 1
        number[place] = run + BEFORE * bool(foreign[place])  # before the first word of its sentence
    word = np.where(foreign, before + 1, before)
    word = np.minimum(word, max(len(shape.word) - 1, 0)).astype(np.int32)
    start = np.append(np.searchsorted(rows, shape.word), len(rows)).astype(np.int64)
    content = np.zeros(len(rows), dtype=np.int32) if deps is None else np.maximum(deps[rows], np.int32(EMPTY))
    return Places(word, number, start, content)


def _read_header(text: Text, shape: Skeleton, rules: MentionRules, faults: Faults) -> _Header:
    """The fields of brackets, as the last comment of the file has them.

    Raises:
        FormatError: None of them names the chain.
    """
    is_header = shape.comment_text.str.contains(_GLOBAL.pattern).to_numpy()
    given = [found[1] for content in shape.comment_text.filter(is_header) if (found := _GLOBAL.match(content))]
    if not given:
        return _Header(_FIELDS.index("eid"), _FIELDS.index("head"))
    row = shape.comment[is_header]
    others = np.array([content != given[-1] for content in given])
    kind = "comments global.Entity unlike the last one, which counts for the whole file"
    faults.note(*(kind, row[others], "", ""), strict=False)
    fields = given[-1].split("-")
    chain = next((fields.index(name) for name in _CHAIN if name in fields), None)
    if chain is None:
        raise FormatError(
            f"global.Entity = {quote(given[-1])} has no field for the chain",
            path=text.path,
            line=int(row[-1]) + 1,
            hint="name the fields of the brackets, such as eid-etype-head-other; eid (or GRP) is the chain",
        )
    name = next((name for name in _HEAD[rules.entities] if name in fields), None)
    return _Header(chain, None if name is None else fields.index(name), name == "minspan")


def _parse(content: str, names: dict[str, int], header: _Header) -> list[_Bracket]:
    """The brackets of a MISC column; of an attribute that stands there twice the last counts.

    Raises:
        ValueError: One names no chain, or has a head that is no number.
    """
    brackets = []
    for text in _ENTITY.findall(content)[-1:]:
        for whole, opening, closing in _TOKEN.findall(text):
            fields = (whole or opening or closing).split("-")
            place = 0 if closing and len(fields) <= header.chain else header.chain  # what closes needs no other field
            name, part, of = _split_name(fields[place] if place < len(fields) else "")
            if not name:
                raise ValueError(f"a bracket in {quote(f'Entity={text}')} names no chain in field {header.chain + 1}")
            chain = names.setdefault(name, len(names))
            if closing:
                brackets.append(_Bracket(CLOSE, chain))
                continue
            given = fields[header.head] if header.head is not None and len(fields) > header.head else ""
            head = given.partition(",")[0] if header.is_minspan else given
            if head and not head.isdecimal():
                raise ValueError(f"the head of a mention in {quote(f'Entity={text}')} is {quote(given)}, no number")
            brackets.append(_Bracket(SINGLE if whole else OPEN, chain, part, of, _number(head)))
    return brackets


def _split_name(text: str) -> tuple[str, int, int]:
    """A chain, which part of a mention, and of how many."""
    found = _PART.fullmatch(text)
    return (found[1], _number(found[2]), _number(found[3])) if found else (text, 1, 1)


def _number(text: str) -> int:
    """A number of no more digits than columns of brackets hold; 0 for what is none."""
    return min(int(text), _MOST) if text.isdecimal() else 0


def _lay_out(shape: Skeleton, rows: Offsets, at: Codes, codes: Codes, table: dict[int, list[_Bracket]]) -> _Brackets:
    starts = shape.sent_start[documents(shape)[:-1]]
    first_rows = shape.word[starts] if len(shape.word) else np.zeros(1, dtype=np.int64)
    # an empty node may stand before the first word of its document: borders are the empty lines before the words
    border = np.searchsorted(shape.blank, first_rows)
    place: list[int] = []
    found: list[_Bracket] = []
    for where, code in zip(at.tolist(), codes.tolist(), strict=True):
        own = table[code]
        found += own
        place += [where] * len(own)
    places = np.array(place, dtype=np.int32)
    sentence = np.searchsorted(shape.blank, rows[places]) if len(places) else np.zeros(0, dtype=np.int64)
    document = (np.searchsorted(border, sentence, side="right") - 1).astype(np.int32)
    kind, chain, part, of, head = np.array(found, dtype=np.int32).reshape(-1, len(_Bracket._fields)).T
    return _Brackets(Events(places, document, kind.astype(np.int8), chain), part, of, head)


def _build(  # noqa: PLR0917 (what has been found so far)
    brackets: _Brackets,
    opening: Offsets,
    closing: Offsets,
    names: list[str],
    shape: Skeleton,
    rows: Offsets,
    places: Places | None,
    text: Text,
) -> Mentions:
    events = brackets.events
    whole = brackets.of[opening] == 1
    first, last = events.place[opening[whole]], events.place[closing[whole]]
    name, head_number = events.name[opening[whole]], brackets.head[opening[whole]]
    document, opened = events.document[opening[whole]], opening[whole]
    gappy = _join_parts(brackets, opening[~whole], closing[~whole], text, rows)
    size = np.append(last - first + 1, [len(spot.places) for spot in gappy])
    if gappy:
        first = np.append(first, [int(spot.places[0]) for spot in gappy]).astype(np.int32)
        last = np.append(last, [int(spot.places[-1]) for spot in gappy]).astype(np.int32)
        name = np.append(name, [events.name[spot.opening] for spot in gappy]).astype(np.int32)
        head_number = np.append(head_number, [spot.head for spot in gappy]).astype(np.int32)
        document = np.append(document, [events.document[spot.opening] for spot in gappy]).astype(np.int32)
        opened = np.append(opened, [spot.opening for spot in gappy])
    by_name = np.argsort(np.argsort(np.array(names, dtype=np.str_)))
    chain = _order_chains(document, name, (by_name[name] if len(name) else name, last, -size, first))
    order = np.lexsort((opened, chain))
    parts = None
    n_whole = int(np.count_nonzero(whole))
    if gappy:
        where = np.flatnonzero(order >= n_whole)
        own = [gappy[int(order[row]) - n_whole].places for row in where]
        parts = Parts(
            where.astype(np.int32),
            np.concatenate([[0], np.cumsum([len(piece) for piece in own])]).astype(np.int64),
            np.concatenate(own).astype(np.int32),
        )
    n_docs = len(documents(shape)) - 1
    found = Mentions(
        doc_start=np.searchsorted(document[order], np.arange(n_docs + 1)).astype(np.int64),
        first=first[order],
        last=last[order],
        chain=chain[order],
        line=(rows[first[order]] + 1).astype(np.int32),
        parts=parts,
        places=places,
    )
    return _with_heads(found, head_number[order], text)


def _order_chains(document: Codes, name: Codes, keys: tuple[Offsets | Codes, ...]) -> Codes:
    """(n,) chains numbered document by document, by the first mention that their name has in the file (as in udapi)."""
    order = np.lexsort(keys)
    _, first, place = np.unique(name[order], return_index=True, return_inverse=True)
    rank = np.empty(len(name), dtype=np.int64)
    rank[order] = first[place.ravel()]
    _, chain = np.unique(document * np.int64(len(name) + 1) + rank, return_inverse=True)
    found: Codes = chain.ravel().astype(np.int32)
    return found


class _Gappy(NamedTuple):
    """One discontinuous mention."""

    places: Offsets
    opening: int
    head: int


def _join_parts(brackets: _Brackets, opening: Offsets, closing: Offsets, text: Text, rows: Offsets) -> list[_Gappy]:
    """The k-th first part of a chain's mentions of so many parts to open with the k-th second part to open, and so on.

    The head is that of the last part, as in udapi; all parts should have the same.

    Raises:
        FormatError: A part is missing.
    """
    events = brackets.events
    groups: dict[tuple[int, int, int], dict[int, list[tuple[int, int]]]] = {}
    for one, two in sorted(zip(opening.tolist(), closing.tolist(), strict=True)):
        of = int(brackets.of[one])
        group = groups.setdefault((int(events.document[one]), int(events.name[one]), of), {})
        group.setdefault(int(brackets.part[one]), []).append((one, two))
    found = []
    for (_, _, of), group in groups.items():
        numbers = sorted(group)
        if len(numbers) != of or numbers[0] != 1 or numbers[-1] != of or len({*map(len, group.values())}) != 1:
            one = next(iter(group.values()))[0][0]
            raise FormatError(
                f"a discontinuous mention of {of} parts has not all of its parts",
                path=text.path,
                line=int(rows[events.place[one]]) + 1,
                hint="write each part with its number: (e5[1/2] ... e5[1/2]) ... (e5[2/2] ... e5[2/2])",
            )
        for spans in zip(*(group[number] for number in numbers), strict=True):
            places = np.concatenate([np.arange(events.place[one], events.place[two] + 1) for one, two in spans])
            found.append(_Gappy(np.unique(places), spans[0][0], int(brackets.head[spans[-1][0]])))
    return found


def _with_heads(found: Mentions, number: Codes, text: Text) -> Mentions:
    """Heads as places: the first where none is given; nobody looks at the number in a mention of one place.

    Raises:
        FormatError: A number is beyond the mention.
    """
    start, place = found.all_places()
    size = np.diff(start)
    wrong = np.flatnonzero((number > size) & (size > 1))
    if len(wrong):
        row = int(wrong[np.argmin(found.line[wrong])])
        raise FormatError(
            f"the head of a mention is its word {number[row]}, but it has {size[row]} words",
            path=text.path,
            line=int(found.line[row]),
            hint="heads are counted from 1 within the mention, empty nodes included",
        )
    at = start[:-1] + np.where(size > 1, np.maximum(number - 1, 0), 0)
    return replace(found, head=place[at].astype(np.int32) if found.n else found.first)
