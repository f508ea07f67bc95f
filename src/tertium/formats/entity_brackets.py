"""The attribute Entity= of CorefUD's MISC column: its brackets, and which of their fields tell what.

`# global.Entity` names the fields between the hyphens, `eid-etype-head-other`: `(e1-person-2-` opens a mention of the
chain e1 whose head is its second word, `e1)` closes it, `(e1-person-1-)` is one of one word, and `(e1[1/3]-person-2-`
opens the first of three parts.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np

from tertium.errors import FormatError, quote
from tertium.formats.bracket_events import CLOSE, OPEN, SINGLE

if TYPE_CHECKING:
    from tertium.formats.skeleton import Faults, Skeleton
    from tertium.formats.sources import Text
    from tertium.mentionrules import MentionRules

_ENTITY: Final = re.compile(r"(?:^|\|)Entity=([^|]*)")
_TOKEN: Final = re.compile(r"\(([^()]*)\)|\(([^()]*)|([^()]+)\)")
_PART: Final = re.compile(r"([^\[]*)\[([0-9]+)/([0-9]+)\]")
_GLOBAL: Final = re.compile(r"^#\s*global\.Entity\s*=\s*(\S+)")
_FIELDS: Final = ("eid", "etype", "head", "other")
_CHAIN: Final = ("eid", "GRP")
_HEAD: Final = {"tolerant": ("head", "minspan"), "udapi": ("head",)}
_MOST: Final = 2**30
HINT: Final = (
    "# global.Entity tells the fields of a bracket: (e1-person-1- of eid-etype-head-other opens a mention of e1"
)


class Header(NamedTuple):
    """Which fields of a bracket tell what."""

    chain: int
    head: int | None
    is_minspan: bool = False  # the head is the first of several numbers
    per_document: bool = False  # chains of one name in two documents are two


class Bracket(NamedTuple):
    """One bracket; of those that close only the chain counts, and whether they are of a last part."""

    kind: int  # SINGLE, OPEN or CLOSE
    chain: int
    part: int = 1
    of: int = 1  # parts of the mention
    head: int = 0  # 0: not given


def read_header(text: Text, shape: Skeleton, rules: MentionRules, faults: Faults) -> Header:
    """The fields of brackets, as the last comment of the file has them.

    Raises:
        FormatError: None of them names the chain.
    """
    is_header = shape.comment_text.str.contains(_GLOBAL.pattern).to_numpy()
    given = [found[1] for content in shape.comment_text.filter(is_header) if (found := _GLOBAL.match(content))]
    if not given:
        return Header(_FIELDS.index("eid"), _FIELDS.index("head"))
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
    head = None if name is None else fields.index(name)
    return Header(chain, head, is_minspan=name == "minspan", per_document=fields[chain] == "GRP")


def parse_entity(content: str, names: dict[str, int], header: Header) -> list[Bracket]:
    """The brackets of a MISC column; of an attribute that stands there twice the last counts.

    Raises:
        ValueError: One names no chain, or has a part or a head that is no number.
    """
    brackets = []
    for text in _ENTITY.findall(content)[-1:]:
        for whole, opening, closing in _TOKEN.findall(text):
            fields = (whole or opening or closing).split("-")
            place = 0 if closing and len(fields) <= header.chain else header.chain  # what closes needs no other field
            name, part, of = _split_name(fields[place] if place < len(fields) else "")
            if not name:
                raise ValueError(f"a bracket in {quote(f'Entity={text}')} names no chain in field {header.chain + 1}")
            if name.endswith("]"):
                raise ValueError(f"a part in {quote(f'Entity={text}')} is {quote(name)}, not of the form e1[1/2]")
            chain = names.setdefault(name, len(names))
            if closing:
                brackets.append(Bracket(CLOSE, chain, part, of))
                continue
            given = fields[header.head] if header.head is not None and len(fields) > header.head else ""
            head = given.partition(",")[0] if header.is_minspan else given
            if head and not head.isdecimal():
                raise ValueError(f"the head of a mention in {quote(f'Entity={text}')} is {quote(given)}, no number")
            brackets.append(Bracket(SINGLE if whole else OPEN, chain, part, of, _number(head)))
        if ")" in _TOKEN.sub("", text):
            raise ValueError(f"a bracket in {quote(f'Entity={text}')} closes no chain that it names")
    return brackets


def holds_more(content: str) -> bool:
    """Whether the attribute of a MISC column has something beside its brackets."""
    return any(_TOKEN.sub("", text).strip("_") for text in _ENTITY.findall(content)[-1:])


def _split_name(text: str) -> tuple[str, int, int]:
    """A chain, which part of a mention, and of how many."""
    found = _PART.fullmatch(text)
    return (found[1], _number(found[2]), _number(found[3])) if found else (text, 1, 1)


def _number(text: str) -> int:
    """A number of no more digits than columns of brackets hold; 0 for what is none."""
    return min(int(text), _MOST) if text.isdecimal() else 0


def last_entity(content: str) -> str:
    """The attribute as it stands in a MISC column; the last one, if there are several."""
    return f"Entity={_ENTITY.findall(content)[-1]}"
