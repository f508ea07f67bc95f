"""What a user writes after `--by`: names of features, or expressions over them.

Read twice: before the files, to know which gold columns are needed (`find_needs`), and after them, to find the
features. Neither evaluates anything: an expression is handed to polars as SQL. In Python it may be one of polars' own.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, TypeAlias, TypeGuard, cast

from tertium.tasks.view import PLAIN_LAYERS

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    import polars as pl


By: TypeAlias = "str | pl.Expr"
"""Names and expressions as text, or an expression of polars."""

ALL: Final = "all"
"""Instead of names: every feature that there is."""

PATTERNS: Final = ("sent_id:", "document:")
"""Before a regular expression: its first group, in the name of the sentence or document, is the value."""

NO_CATEGORIES: Final = frozenset({"deps", "misc"})
"""Layers that are features only when somebody names them."""

_OPENING, _CLOSING = "([{", ")]}"
_QUOTED: Final = re.compile(r"'(?:[^']|'')*'?")
_WORD: Final = re.compile(r"[^\W\d]\w*")
_OPERATOR: Final = re.compile(r"[=<>!+*/%~|(-]|\b(?:and|or|not|in|like|ilike|is|between|regexp|rlike)\b", re.IGNORECASE)
_KEYWORDS: Final = frozenset(
    "all and any asc between by cast else end escape false ilike in is like not null or over regexp rlike "  # noqa: SIM905 (readable)
    "sentence similar text then to true when".split()
)


@dataclass(frozen=True, slots=True)
class Needs:
    """What has to be read of the gold."""

    columns: frozenset[str] = frozenset()
    comments: bool = False


def split_names(text: str) -> list[str]:
    """The parts between commas, unless these stand in brackets or quotes.

    >>> split_names("deprel, upos IN ('NOUN', 'VERB'), sent_id:^(.{1,3})")
    ['deprel', "upos IN ('NOUN', 'VERB')", 'sent_id:^(.{1,3})']
    """
    parts, depth, quote = [""], 0, ""
    for character in text:
        if quote:
            quote = "" if character == quote else quote
        elif character in "'\"" and not parts[-1].lstrip().startswith(PATTERNS):
            quote = character
        else:
            depth = max(depth + (character in _OPENING) - (character in _CLOSING), 0)
        if character == "," and not depth and not quote:
            parts.append("")
        else:
            parts[-1] += character
    return [part.strip() for part in parts if part.strip()]


def split_by(by: By | Sequence[By]) -> list[By]:
    """All parts of one argument or of several; expressions of polars are parts of their own."""
    if isinstance(by, str):
        return [*split_names(by)]
    if is_expression(by):
        return [by]
    parts: list[By] = []
    for given in cast("Sequence[By]", by):
        parts += split_names(given) if isinstance(given, str) else [given]
    return parts


def is_expression(value: object) -> TypeGuard[pl.Expr]:
    """Whether it is an expression of polars, which is not imported for this."""
    return hasattr(getattr(value, "meta", None), "root_names")


def is_condition(part: str) -> bool:
    """Whether something that is no name looks like an expression."""
    return _OPERATOR.search(part) is not None


def find_needs(by: By | Sequence[By], filled: Iterable[str]) -> Needs:
    """The gold columns that features need, given the columns that the gold has something in.

    A name that is not known beforehand may be a single feature (`Case`) or a key of the metadata.
    """
    parts = split_by(by)
    if not parts:
        return Needs()
    from tertium.comparison.builtin_features import BUILTINS

    columns: set[str] = set()
    comments = False
    for part in parts:
        if isinstance(part, str) and part == ALL:
            columns |= (set(PLAIN_LAYERS) | {"head"}) & set(filled) - NO_CATEGORIES
            comments = True
            continue
        for name in _names_in(part):
            if name in BUILTINS:
                columns |= BUILTINS[name].needs
            elif name in PLAIN_LAYERS:
                columns.add(name)
            else:
                columns |= {"feats"} if "feats" in filled else set()
                comments = True
    if "head" not in filled:
        columns.discard("head")
    return Needs(frozenset(columns), comments)


def _names_in(part: By) -> set[str]:
    """Every word that might be a feature's name."""
    if not isinstance(part, str):
        return set(part.meta.root_names())
    if part.startswith(PATTERNS):
        return set()
    words = set(_WORD.findall(_QUOTED.sub(" ", part)))
    return {part} if not is_condition(part) else {word for word in words if word.lower() not in _KEYWORDS}
