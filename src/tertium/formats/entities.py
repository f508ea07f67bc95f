"""CorefUD: mentions in the MISC column of CoNLL-U, `Entity=(e1-person-1-` ... `Entity=e1)` (Nedoluzhko et al. 2022).

Brackets stand on words and on empty nodes and are read in the order of their numbers, from left to right; of two open
ones of a chain the last opened is closed first. A discontinuous mention has one pair of brackets for each of its parts,
`(e5[1/2]` and `(e5[2/2]`. The chain is the field `eid` (or `GRP`), the head the field `head` (or the first number of
`minspan`), counted from 1 within the mention; without one it is the first word. Names of chains hold for their
document. The reader of CorefUD's scorer, udapi, has ways of its own with files that break the format; they are kept
under its preset.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np

from tertium.corpus import EMPTY, MISSING
from tertium.errors import FormatError, quote
from tertium.formats.bracket_events import Events, Spans, pair_brackets
from tertium.formats.entity_brackets import HINT, Bracket, holds_more, last_entity, parse_entity, read_header
from tertium.formats.skeleton import document_names, documents, name_of, sentences_of
from tertium.mentions import BEFORE, Mentions, Parts, Places

_MOST: Final = 2**30

if TYPE_CHECKING:
    from tertium._typing import Codes, Offsets
    from tertium.formats.request import Request
    from tertium.formats.skeleton import Faults, Skeleton
    from tertium.formats.sources import Text
    from tertium.formats.tabular import Rows
    from tertium.mentionrules import MentionRules


class _Brackets(NamedTuple):
    """All brackets of a file in order; of each opening one, which part of how many it opens, and the head."""

    events: Events
    part: Codes
    of: Codes
    head: Codes


class _Pairs(NamedTuple):
    """Opening brackets with those that close them."""

    opening: Offsets  # rows of events
    closing: Offsets
    last: Codes  # places
    head: Codes  # as the opening bracket has it, where the closing one is of a last part
    unclosed: Offsets  # opening brackets that nothing closes, where one goes on with them


def find_entities(text: Text, ask: Request, table: Rows, shape: Skeleton, faults: Faults) -> Mentions:
    """The mentions of a file, given its rows with MISC and perhaps DEPS; what is passed over is counted.

    Raises:
        FormatError: Brackets do not match, or name no chain or no head; or two documents have one name.
    """
    vocab, misc, rules = ask.vocab, table.codes["misc"], ask.conventions.mentions
    if rules.entities == "udapi":
        _check_names(text, shape)
    rows, places = _find_places(table, shape)
    codes, of_ranges = misc[rows], misc[shape.range_row]
    is_entity, is_lost = (vocab.flag(column, lambda content: "Entity=" in content) for column in (codes, of_ranges))
    lost = shape.range_row[is_lost & (of_ranges != MISSING)]
    faults.note("multiword tokens with Entity=, which is read on their words only", lost, "", "", strict=False)
    at = np.flatnonzero(is_entity & (codes != MISSING)).astype(np.int32)
    if not len(at) and (old := np.flatnonzero(vocab.flag(codes, lambda content: "ClusterId=" in content))).size:
        fact = "the chains are written as ClusterId= of CorefUD before 1.0, which is not read"
        raise _refuse(text, shape, int(rows[old[0]]), fact, hint="write Entity= instead, as CorefUD does since 1.0")
    header = read_header(text, shape, rules, faults)
    names: dict[str, int] = {}
    parsed: dict[int, list[Bracket]] = {}
    used = np.unique(codes[at])
    for code, content in zip(used.tolist(), vocab.decode(used), strict=True):
        try:
            parsed[code] = parse_entity(content, names, header)
        except ValueError as error:
            row = int(rows[at[np.argmax(codes[at] == code)]])
            raise _refuse(text, shape, row, str(error), hint=HINT) from None
    more = vocab.flag(codes[at], holds_more)
    kind = "words with more than brackets in Entity=, passed over"
    faults.note(*(kind, rows[at[more]], "", ""), strict=False)
    brackets = _lay_out(shape, rows, at, codes[at], parsed)
    spans = pair_brackets(brackets.events)
    for found, what in (
        (spans.unopened, "closes what was never opened"),
        (spans.unclosed[: None if rules.entities == "tolerant" else 0], "is never closed"),
    ):
        if len(found):
            row = int(rows[brackets.events.place[found[0]]])
            others = f"; {len(found) - 1:,} more such brackets" if len(found) > 1 else ""
            fact = f"a bracket in {quote(last_entity(vocab.decode(misc[row : row + 1])[0]))} {what}{others}"
            raise _refuse(text, shape, row, fact, hint="every (e1 in Entity= needs its e1) in the same document")
    last = brackets.events.place[spans.closing]
    if rules.entities == "udapi":
        last = _go_on(brackets.events, spans, shape, rows, faults)
        kind = "words with a bracket that is never closed, passed over as in CorefUD's scorer"
        faults.note(*(kind, rows[brackets.events.place[spans.unclosed]], "", ""), strict=False)
    is_last = brackets.part[spans.closing] == brackets.of[spans.closing]
    head = np.where(is_last, brackets.head[spans.opening], 0)
    pairs = _Pairs(spans.opening, spans.closing, last, head, spans.unclosed)
    gappy = _join_parts(brackets, pairs, text, shape, rows, rules, faults)
    return _build(brackets, pairs, gappy, list(names), shape, rows, places, text, per_document=header.per_document)


def _check_names(text: Text, shape: Skeleton) -> None:
    """CorefUD's scorer makes one document of those of one name, wherever they stand; we do not."""
    names = document_names(shape).strings()
    twice = np.flatnonzero((names.is_duplicated() & names.is_not_null() & ~names.is_first_distinct()).to_numpy())
    if len(twice):
        begin = shape.word[shape.sent_start[documents(shape)[:-1]]] + 1
        name = str(names[int(twice[0])])
        raise FormatError(
            f"there are two documents named {quote(name)}; the words of the first begin at line "
            f"{begin[names.index_of(name)]}",
            path=text.path,
            line=int(begin[twice[0]]),
            hint="give every document a name of its own after # newdoc id =",
        )


def _refuse(text: Text, shape: Skeleton, row: int, fact: str, *, hint: str) -> FormatError:
    place = int(sentences_of(shape, np.array([row]))[0])
    sentence = name_of(shape, place) if place < len(shape.sent_start) - 1 else None
    return FormatError(fact, path=text.path, line=row + 1, sentence=sentence, hint=hint)


def _find_places(table: Rows, shape: Skeleton) -> tuple[Offsets, Places | None]:
    """The rows of words and empty nodes in the order of their numbers, 2, 2.1, 2.2, 3; None: there are but words."""
    if not len(shape.empty):
        return shape.word, None
    rows = np.concatenate([shape.word, shape.empty])
    sentence = np.searchsorted(shape.blank, rows)
    numbers = [name.split(".") for name in table.first.gather(shape.empty).to_list()]
    after = np.append(np.arange(shape.n_words) - shape.base + 1, [min(int(word), _MOST) for word, _ in numbers])
    number = np.append(
        np.zeros(shape.n_words, dtype=np.int64), [min(max(int(nth), 1), BEFORE - 1) for _, nth in numbers]
    )
    order = np.lexsort((number, after, sentence))
    rows, sentence, after, number = rows[order], sentence[order], after[order], number[order]
    of_word = np.searchsorted(shape.blank, shape.word)
    first = np.searchsorted(of_word, sentence)
    n_words = np.searchsorted(of_word, sentence, side="right") - first
    before = np.minimum(after, n_words)  # words of the sentence before a place
    word = np.clip(first + np.maximum(before - 1, 0), 0, max(shape.n_words - 1, 0)).astype(np.int32)
    deps = table.codes.get("deps")
    content = np.zeros(len(rows), dtype=np.int32) if deps is None else np.maximum(deps[rows], np.int32(EMPTY))
    return rows, Places(word, np.where(before > 0, number, number + BEFORE).astype(np.int32), content)


def _lay_out(shape: Skeleton, rows: Offsets, at: Codes, codes: Codes, parsed: dict[int, list[Bracket]]) -> _Brackets:
    starts = shape.sent_start[documents(shape)[:-1]]
    first_rows = shape.word[starts] if len(shape.word) else np.zeros(1, dtype=np.int64)
    # an empty node may stand before the first word of its document: borders are the empty lines before the words
    border = np.searchsorted(shape.blank, first_rows)
    place: list[int] = []
    found: list[Bracket] = []
    for where, code in zip(at.tolist(), codes.tolist(), strict=True):
        own = parsed[code]
        found += own
        place += [where] * len(own)
    places = np.array(place, dtype=np.int32)
    sentence = np.searchsorted(shape.blank, rows[places]) if len(places) else np.zeros(0, dtype=np.int64)
    document = (np.searchsorted(border, sentence, side="right") - 1).astype(np.int32)
    kind, chain, part, of, head = np.array(found, dtype=np.int32).reshape(-1, len(Bracket._fields)).T
    return _Brackets(Events(places, document, kind.astype(np.int8), chain), part, of, head)


def _go_on(events: Events, spans: Spans, shape: Skeleton, rows: Offsets, faults: Faults) -> Codes:
    """(n,) where mentions end for udapi, which looks for the end of what is open from the next word on.

    A mention of one word that is written as an opening and a closing bracket, `(e1(e2)e1)`, ends with its sentence.
    """
    last = events.place[spans.closing]
    lost = (events.place[spans.opening] == last) & (spans.opening != spans.closing)
    kind = "words where a mention opens and closes around others, which ends with its sentence as in CorefUD's scorer"
    faults.note(*(kind, rows[last[lost]], "", ""), strict=False)
    sentence = np.searchsorted(shape.blank, rows)
    last[lost] = np.searchsorted(sentence, sentence[last[lost]], side="right") - 1
    return last


def _build(  # noqa: PLR0917 (what has been found so far)
    brackets: _Brackets,
    pairs: _Pairs,
    gappy: list[_Gappy],
    names: list[str],
    shape: Skeleton,
    rows: Offsets,
    places: Places | None,
    text: Text,
    *,
    per_document: bool,
) -> Mentions:
    events = brackets.events
    whole = brackets.of[pairs.opening] == 1
    opened = pairs.opening[whole]
    first, last, name, document = events.place[opened], pairs.last[whole], events.name[opened], events.document[opened]
    head_number = pairs.head[whole]
    size = np.append(last - first + 1, [len(spot.places) for spot in gappy])
    if gappy:
        first = np.append(first, [int(spot.places[0]) for spot in gappy]).astype(np.int32)
        last = np.append(last, [int(spot.places[-1]) for spot in gappy]).astype(np.int32)
        name = np.append(name, [events.name[spot.opening] for spot in gappy]).astype(np.int32)
        head_number = np.append(head_number, [spot.head for spot in gappy]).astype(np.int32)
        document = np.append(document, [events.document[spot.opening] for spot in gappy]).astype(np.int32)
        opened = np.append(opened, [spot.opening for spot in gappy])
    by_name = np.argsort(np.argsort(np.array(names, dtype=np.str_)))
    scope = document * len(names) + name if per_document else name
    chain = _order_chains(document, scope, (by_name[name] if len(name) else name, last, -size, first))
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
    return _with_heads(found, head_number[order], text, shape)


def _order_chains(document: Codes, name: Codes, keys: tuple[Offsets | Codes, ...]) -> Codes:
    """(n,) chains numbered document by document, by the first mention that their name has (as in udapi).

    It looks for that in the whole file; names that are called GRP hold for their document there, too.
    """
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


class _Part(NamedTuple):
    """One part of a discontinuous mention: its brackets, its last place, and the head that it tells."""

    opening: int
    closing: int
    last: int
    head: int


def _join_parts(  # noqa: PLR0917 (brackets, and what is to be known of them)
    brackets: _Brackets,
    pairs: _Pairs,
    text: Text,
    shape: Skeleton,
    rows: Offsets,
    rules: MentionRules,
    faults: Faults,
) -> list[_Gappy]:
    """Each part goes to the first opened mention of its chain that lacks it, of those whose parts before are closed.

    To udapi any mention of the chain that waits for parts will do, but what was opened last must be complete first, and
    it is the closing bracket that says so; a mention with a part that is never closed stays open, and is passed over.
    The head is that of the last part; all parts should have the same.

    Raises:
        FormatError: A part is missing, and nobody goes on without it.
    """
    events, found = brackets.events, list[list[_Part]]()
    never = len(events.place)
    waiting: dict[tuple[int, int, int], list[list[_Part]]] = {}
    mention_of: dict[_Part, list[_Part]] = {}
    as_udapi = rules.entities == "udapi"
    told = pairs.closing if as_udapi else pairs.opening  # which bracket says whether a part is the last
    is_part = (brackets.of[pairs.opening] != 1) | (brackets.of[told] != 1)
    completes = set(told[(brackets.of[told] != 1) & (brackets.part[told] == brackets.of[told])].tolist())
    parts = [_Part(*row) for row in np.stack(pairs[:4], axis=1)[is_part].tolist()]
    parts += [_Part(row, never, 0, 0) for row in pairs.unclosed[brackets.of[pairs.unclosed] != 1].tolist()]
    for row, one in sorted({(row, own) for own in parts for row in (own.opening, own.closing) if row != never}):
        number, of = int(brackets.part[one.opening]), int(brackets.of[one.opening])
        key = int(events.document[row]), int(events.name[row]), 0 if as_udapi else of
        group = waiting.setdefault(key, [])
        if row == one.opening and of != 1:
            before = (own for own in group if own[-1].closing < row and (as_udapi or len(own) == number - 1))
            mention = mention_of[one] = list[_Part]() if number == 1 else next(before, [])
            if number == 1:
                group.append(mention)
                found.append(mention)
            elif not mention:
                raise _lacks_parts(text, shape, int(rows[events.place[row]]), of)
            mention.append(one)
        if row == one.closing and (row if as_udapi else one.opening) in completes:
            if as_udapi and group[-1:] != [mention_of.get(one)]:
                fact = "a discontinuous mention ends here before a later one of its chain, where CorefUD's scorer stops"
                hint = "leave out --like: parts of mentions of one chain may then take turns"
                raise _refuse(text, shape, int(rows[events.place[row]]), fact, hint=hint)
            group.remove(mention_of[one])
    lacking = sorted(own[0].opening for group in waiting.values() for own in group if own[-1].closing != never)
    starts = rows[events.place[lacking]] if lacking else np.zeros(0, dtype=np.int64)
    if lacking and not as_udapi:
        raise _lacks_parts(text, shape, int(starts[0]), int(brackets.of[lacking[0]]))
    kind = "words where a discontinuous mention begins that lacks its last parts, taken as it is as in CorefUD's scorer"
    faults.note(*(kind, starts, "", ""), strict=False)
    return [
        _Gappy(
            np.unique(np.concatenate([np.arange(events.place[one.opening], one.last + 1) for one in own])),
            own[0].opening,
            own[-1].head,
        )
        for own in found
        if own[-1].closing != never
    ]


def _lacks_parts(text: Text, shape: Skeleton, row: int, of: int) -> FormatError:
    hint = "write each part with its number: (e5[1/2] ... e5[1/2]) ... (e5[2/2] ... e5[2/2])"
    return _refuse(text, shape, row, f"a discontinuous mention of {of} parts has not all of its parts", hint=hint)


def _with_heads(found: Mentions, number: Codes, text: Text, shape: Skeleton) -> Mentions:
    """Heads as places: the first where none is given; nobody looks at the number in a mention of one place.

    Raises:
        FormatError: A number is beyond the mention.
    """
    size = found.sizes()
    wrong = np.flatnonzero((number > size) & (size > 1))
    if len(wrong):
        row = int(wrong[np.argmin(found.line[wrong])])
        fact = f"the head of a mention is its word {number[row]}, but it has {size[row]} words"
        hint = "heads are counted from 1 within the mention, empty nodes included"
        raise _refuse(text, shape, int(found.line[row]) - 1, fact, hint=hint)
    nth = np.where(size > 1, np.maximum(number - 1, 0), 0)
    head = found.first + nth
    if found.parts is not None:
        gappy = found.parts.mention
        head[gappy] = found.parts.place[found.parts.start[:-1] + nth[gappy]]
    return replace(found, head=head.astype(np.int32))
