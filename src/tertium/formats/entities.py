"""CorefUD: mentions in the MISC column of CoNLL-U, `Entity=(e1-person-1-` ... `Entity=e1)` (Nedoluzhko et al. 2022).

Brackets stand on words and on empty nodes and are read from left to right. A discontinuous mention has one pair of
brackets for each of its parts, `(e5[1/2]` and `(e5[2/2]`. What the fields between the hyphens are is told by the
comment `# global.Entity`, the last of the file: the chain is the field `eid` (or `GRP`), the head the field `head` (or
the first number of `minspan`), counted from 1 within the mention; without one it is the first word. Names of chains
hold for their document.
"""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np

from tertium.corpus import EMPTY, MISSING
from tertium.errors import FormatError, quote
from tertium.formats.bracket_events import CLOSE, OPEN, SINGLE, Events, number_chains, pair_brackets
from tertium.formats.skeleton import documents, name_of
from tertium.mentions import BEFORE, Mentions, Parts, Places

if TYPE_CHECKING:
    from tertium._typing import Codes, Offsets
    from tertium.corpus import Vocab
    from tertium.formats.skeleton import Faults, Skeleton
    from tertium.formats.sources import Text

_ENTITY: Final = re.compile(r"(?:^|\|)Entity=([^|]*)")
_TOKEN: Final = re.compile(r"\(([^()]*)\)|\(([^()]*)|([^()]+)\)")
_PART: Final = re.compile(r"(.*)\[([0-9]+)/([0-9]+)\]")
_GLOBAL: Final = re.compile(r"^#\s*global\.Entity\s*=\s*(\S+)")
_FIELDS: Final = ("eid", "etype", "head", "other")
_CHAIN: Final = ("eid", "GRP")
_HEAD: Final = ("head", "minspan")
_HINT: Final = (
    "# global.Entity tells the fields of a bracket: (e1-person-1- of eid-etype-head-other opens a mention of e1"
)


class _Header(NamedTuple):
    """Which fields of a bracket tell what."""

    chain: int
    head: int | None


class _Bracket(NamedTuple):
    kind: int
    name: int  # of chain and part
    head: int  # 0: not given


class _Names:
    """Chains and parts of discontinuous mentions as numbers."""

    def __init__(self) -> None:
        self.chains: dict[str, int] = {}
        self.parts: dict[tuple[int, int, int], int] = {}
        self._known: dict[str, int] = {}

    def number(self, text: str) -> int:
        """Number of a chain, or of a part of its discontinuous mentions."""
        found = self._known.get(text)
        if found is None:
            found = self._known[text] = self._add(text)
        return found

    def _add(self, text: str) -> int:
        part, of = 1, 1
        if found := _PART.fullmatch(text):
            text, part, of = found[1], int(found[2]), int(found[3])
        chain = self.chains.setdefault(text, len(self.chains))
        return self.parts.setdefault((chain, part, of), len(self.parts))


def find_entities(  # noqa: PLR0917 (a file and its columns)
    text: Text, vocab: Vocab, misc: Codes, deps: Codes | None, shape: Skeleton, faults: Faults
) -> Mentions:
    """The mentions of a file, given the MISC and DEPS columns of all its rows; what is passed over is counted.

    Raises:
        FormatError: Brackets do not match, or name no chain.
    """
    rows = np.sort(np.concatenate([shape.word, shape.empty]))
    places = _find_places(shape, rows, deps)
    codes, of_ranges = misc[rows], misc[shape.range_row]
    is_entity, is_lost = (vocab.flag(column, lambda content: "Entity=" in content) for column in (codes, of_ranges))
    lost = shape.range_row[is_lost & (of_ranges != MISSING)]
    faults.note("multiword tokens with Entity=, which is read on their words only", lost, "", "", strict=False)
    at = np.flatnonzero(is_entity & (codes != MISSING)).astype(np.int32)
    header = _read_header(text, shape, faults)
    names = _Names()
    table: dict[int, list[_Bracket]] = {}
    used = np.unique(codes[at])
    for code, content in zip(used.tolist(), vocab.decode(used), strict=True):
        try:
            table[code] = _parse(content, names, header)
        except ValueError as error:
            row = int(rows[at[np.argmax(codes[at] == code)]])
            raise _refuse(text, shape, row, str(error), hint=_HINT) from None
    events, heads = _lay_out(shape, rows, at, codes[at], table)
    spans = pair_brackets(events)
    for found, what in ((spans.unopened, "closes what was never opened"), (spans.unclosed, "is never closed")):
        if len(found):
            row = int(rows[events.place[found[0]]])
            others = f"; {len(found) - 1:,} more such brackets" if len(found) > 1 else ""
            fact = f"a bracket in {quote(_entity_of(vocab, misc, row))} {what}{others}"
            raise _refuse(text, shape, row, fact, hint="every (e1 in Entity= needs its e1) in the same document")
    return _build(events, heads, spans.opening, spans.closing, names, shape, rows, places, text)


def _refuse(text: Text, shape: Skeleton, row: int, fact: str, *, hint: str) -> FormatError:
    word = min(int(np.searchsorted(shape.word, row)), shape.n_words - 1)
    sentence = name_of(shape, shape.sentence_of(word)) if shape.n_words else None
    return FormatError(fact, path=text.path, line=row + 1, sentence=sentence, hint=hint)


def _entity_of(vocab: Vocab, misc: Codes, row: int) -> str:
    found = _ENTITY.search(vocab.decode(misc[row : row + 1])[0])
    return f"Entity={found[1]}" if found else ""


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


def _read_header(text: Text, shape: Skeleton, faults: Faults) -> _Header:
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
    return _Header(chain, next((fields.index(name) for name in _HEAD if name in fields), None))


def _parse(content: str, names: _Names, header: _Header) -> list[_Bracket]:
    """The brackets of a MISC column.

    Raises:
        ValueError: One names no chain.
    """
    found = _ENTITY.search(content)
    if not found:
        return []
    brackets = []
    for whole, opening, closing in _TOKEN.findall(found[1]):
        fields = (whole or opening or closing).split("-")
        place = 0 if closing and len(fields) <= header.chain else header.chain  # a closing bracket needs no other field
        name = fields[place] if place < len(fields) else ""
        if not name:
            raise ValueError(f"a bracket in {quote(found[0].lstrip('|'))} names no chain in field {header.chain + 1}")
        if closing:
            brackets.append(_Bracket(CLOSE, names.number(name), 0))
            continue
        number = 0
        if header.head is not None and len(fields) > header.head:
            first = fields[header.head].partition(",")[0]
            number = int(first) if first.isdecimal() else 0
        brackets.append(_Bracket(SINGLE if whole else OPEN, names.number(name), number))
    return brackets


def _lay_out(
    shape: Skeleton, rows: Offsets, at: Codes, codes: Codes, table: dict[int, list[_Bracket]]
) -> tuple[Events, Codes]:
    """All brackets of the file in order, and the number of the head that each gives."""
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
    columns = np.array(found, dtype=np.int32).reshape(-1, 3)
    return Events(places, document, columns[:, 0].astype(np.int8), columns[:, 1]), columns[:, 2]


def _build(  # noqa: PLR0917 (what has been found so far)
    events: Events,
    heads: Codes,
    opening: Offsets,
    closing: Offsets,
    names: _Names,
    shape: Skeleton,
    rows: Offsets,
    places: Places | None,
    text: Text,
) -> Mentions:
    keys = np.array(list(names.parts), dtype=np.int64).reshape(-1, 3)  # chain, part, of how many
    part = events.name
    chain_name = keys[part, 0].astype(np.int32) if len(keys) else np.zeros(0, dtype=np.int32)
    chains = number_chains(events.document, chain_name)
    whole = keys[part[closing], 2] == 1 if len(keys) else np.zeros(0, dtype=np.bool_)
    first, last = events.place[opening[whole]], events.place[closing[whole]]
    chain, head_number = chains[closing[whole]], heads[opening[whole]]
    document, opened = events.document[closing[whole]], opening[whole]
    gappy = _join_parts(events, opening[~whole], closing[~whole], keys, chains, text, rows)
    size = np.append(last - first + 1, [len(spot.places) for spot in gappy])
    name = np.append(chain_name[closing[whole]], [chain_name[spot.opening] for spot in gappy]).astype(np.int32)
    if gappy:
        first = np.append(first, [int(spot.places[0]) for spot in gappy]).astype(np.int32)
        last = np.append(last, [int(spot.places[-1]) for spot in gappy]).astype(np.int32)
        chain = np.append(chain, [spot.chain for spot in gappy]).astype(np.int32)
        head_number = np.append(head_number, [int(heads[spot.opening]) for spot in gappy]).astype(np.int32)
        document = np.append(document, [spot.document for spot in gappy]).astype(np.int32)
        opened = np.append(opened, [spot.opening for spot in gappy])
    by_name = np.argsort(np.argsort(np.array(list(names.chains), dtype=np.str_)))
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
    return _with_heads(found, head_number[order])


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

    chain: int
    document: int
    places: Offsets
    opening: int


def _join_parts(  # noqa: PLR0917 (brackets and what is known of them)
    events: Events, opening: Offsets, closing: Offsets, keys: Offsets, chains: Codes, text: Text, rows: Offsets
) -> list[_Gappy]:
    """The k-th first part of a chain's mentions of so many parts to open with the k-th second part to open, and so on.

    Raises:
        FormatError: A part is missing.
    """
    groups: dict[tuple[int, int, int], dict[int, list[tuple[int, int]]]] = {}
    for one, two in sorted(zip(opening.tolist(), closing.tolist(), strict=True)):
        _, part, of = keys[events.name[one]].tolist()
        group = groups.setdefault((int(events.document[one]), int(chains[one]), of), {})
        group.setdefault(part, []).append((one, two))
    found = []
    for (document, chain, of), group in groups.items():
        counts = {len(group.get(part, [])) for part in range(1, of + 1)}
        if len(counts) != 1 or set(group) != set(range(1, of + 1)):
            one = next(iter(group.values()))[0][0]
            raise FormatError(
                f"a discontinuous mention of {of} parts has not all of its parts",
                path=text.path,
                line=int(rows[events.place[one]]) + 1,
                hint="write each part with its number: (e5[1/2] ... e5[1/2]) ... (e5[2/2] ... e5[2/2])",
            )
        for number in range(counts.pop()):
            spans = [group[part][number] for part in range(1, of + 1)]
            places = np.unique(
                np.concatenate([np.arange(events.place[one], events.place[two] + 1) for one, two in spans])
            )
            found.append(_Gappy(chain, document, places, spans[0][0]))
    return found


def _with_heads(found: Mentions, number: Codes) -> Mentions:
    """Heads as places; a number beyond the mention is its last place, none its first."""
    start, place = found.all_places()
    size = np.diff(start)
    at = start[:-1] + np.minimum(np.maximum(number - 1, 0), np.maximum(size - 1, 0))
    return replace(found, head=place[at].astype(np.int32) if found.n else found.first)
