"""Mention types: nouns, personal and possessive pronouns, others (Tuggener 2017, section 3.3).

A mention of more than one word is a noun phrase whatever its tags are, one of a single word is what its tag says: of
the Penn treebank (English), STTS (German), Universal Dependencies, or of a table that the user gives.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Final

import numpy as np

from tertium.errors import FormatError, UsageError, quote
from tertium.formats.sources import is_there, load_bytes
from tertium.mentionrules import TagTable

if TYPE_CHECKING:
    from tertium._typing import Codes, Mask
    from tertium.corpus import Corpus
    from tertium.mentions import Mentions
    from tertium.tasks.match import Match
    from tertium.tasks.mention_spans import Ends

NOUN, PERSONAL, POSSESSIVE, OTHER = range(4)
TYPES: Final = ("noun", "personal", "possessive", "other")
_NAMES: Final = {"noun": NOUN, "name": NOUN, "personal": PERSONAL, "possessive": POSSESSIVE, "other": OTHER}
_PRP, _PRPS = "PRP", "PRP$"


ENGLISH: Final = TagTable(
    "english",
    "tag",
    {**dict.fromkeys(("NN", "NNS", "NNP", "NNPS"), NOUN), _PRP: PERSONAL, _PRPS: POSSESSIVE},
    frozenset({"NNP", "NNPS"}),
)
GERMAN: Final = TagTable(
    "german",
    "tag",
    {
        **dict.fromkeys(("NN", "NE"), NOUN),
        **dict.fromkeys(("PPER", "PRF"), PERSONAL),
        **dict.fromkeys(("PPOSAT", "PPOSS"), POSSESSIVE),
    },
    frozenset({"NE"}),
)
UNIVERSAL: Final = TagTable(
    "ud", "upos", {"NOUN": NOUN, "PROPN": NOUN, "PRON": PERSONAL}, frozenset({"PROPN"}), with_feats=True
)
_TELLING: Final = {
    "english": frozenset({_PRP, _PRPS, "NNP"}),
    "german": frozenset({"PPER", "PPOSAT", "NE"}),
    "ud": frozenset({"NOUN", "PROPN", "PRON"}),
}
"""Tags that only this set has."""

TABLES: Final = {table.name: table for table in (ENGLISH, GERMAN, UNIVERSAL)}


_BLANK: Final = frozenset({"", "_", "-", "*"})


def choose_table(gold: Corpus, asked: str | None) -> tuple[TagTable | None, str]:
    """The table for a gold's tags, and why; None if its tags are of no known set.

    Raises:
        UsageError: There is no such table.
        FormatError: The user's table is no text, a line of it cannot be understood, or a tag has two types.
    """
    layers = [layer for layer in ("tag", "xpos", "upos") if layer in gold.columns]
    used = {layer: set(gold.vocab.decode(gold.vocab.used(gold.columns[layer]))) for layer in layers}
    if asked is not None and asked not in TABLES:
        table = _read_table(asked)
        layer = max(layers, key=lambda name: len(used[name] & set(table.types)), default="tag")
        odd = "" if any(tags & table.types.keys() for tags in used.values()) else "; it has none of the gold's tags"
        return replace(table, layer=layer), f"mention types: by {asked} ({layer}{odd})"
    tables = tuple(TABLES.values()) if asked is None else (TABLES[asked],)
    telling = [(table, layer) for table in tables for layer in layers if used[layer] & _TELLING[table.name]]
    known = [(table, layer) for table in tables for layer in layers if used[layer] & table.types.keys()]
    for table, layer in (telling if asked is None else []) + known:  # NN alone may be English or German: a noun in both
        why = f"mention types: {table.name} tags ({layer}; --mention-types chooses another table)"
        return replace(table, layer=layer), why
    what = "the tags are of no known set" if set().union(*used.values()) - _BLANK else "there are no tags"
    return None, f"mention types: {what}, so that mentions of one word are of no type"


def _read_table(path: str) -> TagTable:
    if not is_there(path):
        raise UsageError(
            f"there is no table of mention types {path!r}",
            hint=f"--mention-types {' | '.join(TABLES)}, or a file with a tag and a type ({', '.join(_NAMES)}) a line",
        )
    data = load_bytes(path)
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data[: error.start].count(b"\n") + 1
        raise FormatError("this is no UTF-8", path=path, line=line, hint="save the file as UTF-8") from None
    found: dict[str, str] = {}
    for number, content in enumerate(text.splitlines(), 1):
        fields = content.split()
        if not fields or (fields[0].startswith("#") and len(fields) != 2):  # noqa: PLR2004 (a tag and its type)
            continue
        if len(fields) != 2 or fields[1].lower() not in _NAMES:  # noqa: PLR2004
            raise FormatError(
                f"the line {quote(content)} is no tag with a type",
                path=path,
                line=number,
                hint=f"write a tag, white space and one of {', '.join(_NAMES)}",
            )
        tag, name = fields[0], fields[1].lower()
        if found.setdefault(tag, name) != name:
            raise FormatError(
                f"the tag {quote(tag)} is {name} here and {found[tag]} before",
                path=path,
                line=number,
                hint="give every tag one type",
            )
    names = frozenset(tag for tag, name in found.items() if name == "name")
    return TagTable(Path(path).name, "tag", {tag: _NAMES[name] for tag, name in found.items()}, names)


@dataclass(frozen=True, eq=False, slots=True)
class Words:
    """What the words of a corpus are."""

    kind: Codes  # (n_words,)
    is_name: Mask  # (n_words,)  proper nouns


def find_words(match: Match, table: TagTable | None) -> tuple[Words, Words]:
    """What the words of gold and system are, by the gold's tags; words that only the system has by its own."""
    ours, theirs = (look_up_words(corpus, table) for corpus in (match.gold.corpus, match.system.corpus))
    if match.link.to_gold is None:
        return ours, ours
    every = np.arange(match.link.n_system, dtype=np.int32)
    (first, _), (last, _) = (match.link.touch(every, last=is_last) for is_last in (False, True))
    kind = np.concatenate([ours.kind, theirs.kind])
    n_names = np.concatenate([[0], np.cumsum(np.concatenate([ours.is_name, theirs.is_name]))])
    return ours, Words(kind[first], n_names[last + 1] > n_names[first])


def look_up_words(corpus: Corpus, table: TagTable | None) -> Words:
    """What the words of a corpus are, by its own tags."""
    kind = np.full(corpus.n_words, OTHER, dtype=np.int32)
    name = np.zeros(corpus.n_words, dtype=np.bool_)
    if table is None or table.layer not in corpus.columns:
        return Words(kind, name)
    tags, vocab = corpus.columns[table.layer], corpus.vocab
    for number in (NOUN, PERSONAL, POSSESSIVE):
        kind[vocab.flag(tags, lambda tag, own=number: table.types.get(tag) == own)] = number  # type: ignore[misc]
    name = vocab.flag(tags, table.names.__contains__)
    if table.with_feats and "feats" in corpus.columns:
        owning = vocab.flag(corpus.columns["feats"], lambda feats: "Poss=Yes" in feats)
        personal = vocab.flag(corpus.columns["feats"], _may_be_personal)
        pronoun = kind == PERSONAL
        kind[pronoun & ~personal] = OTHER
        kind[owning & personal & (pronoun | vocab.flag(tags, lambda tag: tag == "DET"))] = POSSESSIVE
    return Words(kind, name)


def _may_be_personal(feats: str) -> bool:
    """Whether features are those of a personal pronoun, or do not say what kind of pronoun it is.

    >>> [_may_be_personal(feats) for feats in ("Case=Nom|PronType=Prs", "Case=Nom", "PronType=Int,Rel")]
    [True, True, False]
    """
    kinds = next((part.partition("=")[2] for part in feats.split("|") if part.startswith("PronType=")), "Prs")
    return "Prs" in kinds.split(",")


def type_mentions(mentions: Mentions, words: Words, ends: Ends) -> tuple[Codes, Mask]:
    """(n,) the type of each mention, and which have a proper noun, given the words of the corpus and their ends."""
    several = (ends.end > ends.begin) | mentions.is_gappy()
    kind = np.where(several, NOUN, words.kind[mentions.word_of(mentions.first)])
    kind[mentions.is_empty()] = OTHER  # a dropped pronoun is neither a noun nor the word beside it
    is_name, parts = words.is_name, mentions.parts
    if mentions.places is not None:
        is_name = is_name[mentions.places.word] & (mentions.places.number == 0)
    n_names = np.concatenate([[0], np.cumsum(is_name)])
    named: Mask = n_names[mentions.last + 1] > n_names[mentions.first]
    if parts is not None and len(parts.mention):
        named[parts.mention] = np.logical_or.reduceat(is_name[parts.place], parts.start[:-1])
    return kind.astype(np.int32), named
