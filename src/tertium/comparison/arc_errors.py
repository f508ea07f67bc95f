"""Which kind of mistake is behind each wrong arc? The error types of trees, for dependencies.

Every scored word whose head or relation is wrong has one type, the first that fits: *cut otherwise* (the system does
not have the word or its head), *label* (the head is right), or an attachment, named for the gold relation: a nominal
with a preposition (`nmod` or `obl` with a `case` below) is *PP attachment*, as in phrase-structure trees. A wrong head
is a move: the relation, the part of speech that it hangs on in the gold, and the one in the system. The families are
those of Universal Dependencies; other relations are *other attachment*.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from tertium.corpus import ROOT
from tertium.tasks.decisions import cut_otherwise
from tertium.tasks.match import UNALIGNED
from tertium.tasks.typed_errors import LABEL, OF_GOLD, OF_WORD, PART_OF_SPEECH, TOP, Moves, TypedErrors
from tertium.tasks.view import is_blank
from tertium.trees.families import RELATION_FAMILIES

if TYPE_CHECKING:
    from tertium._typing import Codes, Offsets
    from tertium.tasks.match import Match
    from tertium.tasks.view import View

_BY_FAMILY: Final = {
    "PP": "PP attachment",
    "coordination": "coordination",
    "clause": "clause attachment",
    "modifier": "modifier attachment",
    "oblique": "NP attachment",
    "argument": "argument attachment",
    "inside": "NP-internal",
    "function": "function word",
    "punctuation": "punctuation",
    "root": "root",
    "other": "other attachment",
}
KINDS: Final = (PART_OF_SPEECH, *_BY_FAMILY.values(), LABEL, "cut otherwise")
_PLACE: Final = {name: place for place, name in enumerate(KINDS)}
_NO_HEAD: Final = -2
_ATOMS: Final = ("head", "deprel")


def type_arcs(match: Match) -> TypedErrors:
    """One type for each wrong arc, and for each word with the wrong part of speech."""
    gold = match.gold
    right, scored = match.right(*_ATOMS), gold.scored()
    wrong = np.flatnonzero(~right if scored is None else ~right & scored)
    kind = _kinds(gold)[wrong]
    kind[match.right("head")[wrong]] = _PLACE[LABEL]
    kind[cut_otherwise(match, _ATOMS)[wrong]] = _PLACE["cut otherwise"]
    moved = np.flatnonzero((kind != _PLACE[LABEL]) & (kind != _PLACE["cut otherwise"]))
    words = wrong[moved]
    move = np.full(len(wrong), -1, dtype=np.int32)
    move[moved] = np.arange(len(moved), dtype=np.int32)
    sentence = gold.corpus.sentence_of_words()
    answer = match.link.pull_heads(match.system.head, _NO_HEAD, gold.corpus.vocab)
    moves = Moves(
        kind[moved],
        sentence[words],
        words.astype(np.int32),
        words.astype(np.int32) + 1,
        gold.column("deprel")[words],
        _labels_of_heads(gold, gold.head[words]),
        _labels_of_heads(gold, answer[words]),
    )
    tags = _wrong_tags(match)
    units = np.concatenate([wrong, tags])
    side = np.repeat(np.array([OF_GOLD, OF_WORD], dtype=np.int32), [len(wrong), len(tags)])
    ours, theirs = gold.column("deprel")[wrong], match.shown("deprel")[wrong]
    if len(tags):
        ours = np.concatenate([ours, gold.column("upos")[tags]])
        theirs = np.concatenate([theirs, match.shown("upos")[tags]])
    return TypedErrors(
        KINDS,
        np.concatenate([kind, np.full(len(tags), _PLACE[PART_OF_SPEECH], dtype=np.int32)]),
        side,
        np.arange(len(units), dtype=np.int64),
        np.concatenate([move, np.full(len(tags), -1, dtype=np.int32)]),
        sentence[units],
        units.astype(np.int32),
        units.astype(np.int32) + 1,
        ours,
        theirs,
        np.column_stack([side, units, units]).astype(np.int64),
        moves,
    )


def _kinds(gold: View) -> Codes:
    """(n_words,) the type that a wrong attachment of each word has."""
    vocab, relation = gold.corpus.vocab, gold.column("deprel")
    used = vocab.used(relation)
    table = np.zeros(len(vocab) + 1, dtype=np.int32)
    families = [RELATION_FAMILIES.get(text.partition(":")[0].lower(), "other") for text in vocab.decode(used)]
    table[used] = [_PLACE[_BY_FAMILY[family]] for family in families]
    kind = table[relation]
    is_case = vocab.flag(relation, lambda text: text.partition(":")[0] == "case") & (gold.head >= 0)
    marked = np.zeros(len(relation), dtype=np.bool_)
    marked[gold.head[is_case]] = True
    kind[marked & (kind == _PLACE["NP attachment"])] = _PLACE["PP attachment"]
    return kind


def _has_tags(view: View) -> bool:
    return "upos" in view.corpus.columns and not is_blank(view.corpus, "upos")


def _labels_of_heads(gold: View, head: Codes) -> Codes:
    """The part of speech of each head (its relation where there are no parts of speech), `top` for the root."""
    vocab = gold.corpus.vocab
    layer = gold.column("upos" if _has_tags(gold) else "deprel")
    other = np.where(head == ROOT, vocab.code(TOP), vocab.code(UNALIGNED))
    return np.where(head >= 0, layer[np.maximum(head, 0)] if len(layer) else other, other).astype(np.int32)


def _wrong_tags(match: Match) -> Offsets:
    """Words with another part of speech; none where a file has no parts of speech."""
    if not (_has_tags(match.gold) and _has_tags(match.system)):
        return np.zeros(0, dtype=np.int64)
    scored, wrong = match.gold.scored(), ~match.right("upos")
    return np.flatnonzero(wrong if scored is None else wrong & scored)
