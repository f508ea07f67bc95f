"""Which kind of mistake is behind each wrong bracket? After Rehbein and van Genabith (2007), section 5.

Every gold bracket that a system misses and every bracket that only the system has gets one type, the first that fits:

- *label*: both trees have a bracket over these words that the other lacks, with other labels; one event for both;
- *unary*: the other tree has a bracket over these words, but fewer of them;
- *attachment*: with some words more or fewer at one end, the other tree has a bracket of this label, and these words
  hang together in both trees, but in different places: they *moved*. Or, where this explains nothing, a phrase begins
  there that has the same label in both trees, other words too, and another parent. One move may explain many brackets;
  where several moves would explain one, the move that explains most wins, then the shorter. It is named for what moved
  (PP, coordination, clause, modifier, NP, VP; plain words that moved within a noun phrase are *NP-internal*);
- *single-word phrase*: a bracket over one word;
- *NP-internal*: a bracket of plain words right inside a noun phrase that crosses nothing;
- *missing node*, *additional node*: the other tree has nothing that it crosses;
- *crossing*: the rest; it crosses brackets of the other tree and no single move explains it;
- *no parse*: gold brackets of sentences that the system failed on, where these count.

Kummerfeld et al. (2012) search for the cheapest transformations instead; docs/errors.md tells how the two relate.
All sentences at once, by sorting; discontinuous brackets are never explained by moves.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

import numpy as np

from tertium.tasks.bracketing import Side, find_crossing
from tertium.tasks.match import UNALIGNED
from tertium.tasks.pairing import count_before
from tertium.tasks.typed_errors import LABEL, OF_GOLD, OF_SYSTEM, OF_WORD, PART_OF_SPEECH, TOP, Moves, TypedErrors
from tertium.trees.families import COORDINATORS, family_of

if TYPE_CHECKING:
    from tertium._typing import Codes, Mask, Offsets
    from tertium.corpus import Corpus, Vocab
    from tertium.tasks.bracketing import Bracketing

KINDS: Final = (
    PART_OF_SPEECH,
    "PP attachment",
    "coordination",
    "clause attachment",
    "modifier attachment",
    "NP attachment",
    "VP attachment",
    "other attachment",
    "NP-internal",
    "unary",
    "single-word phrase",
    LABEL,
    "missing node",
    "additional node",
    "crossing",
    "no parse",
)
_PLACE: Final = {name: place for place, name in enumerate(KINDS)}
_ATTACHMENT: Final = {
    "PP": "PP attachment",
    "coordination": "coordination",
    "clause": "clause attachment",
    "modifier": "modifier attachment",
    "NP": "NP attachment",
    "VP": "VP attachment",
    "other": "other attachment",
}
_UNTYPED: Final = -1
_NEAREST: Final = 8  # brackets of the same label and end that are looked at, on either side: trees can be deep
_NAMED: Final = 3  # labels of what moved that are spelt out


def type_brackets(gold: Corpus, system: Corpus, found: Bracketing) -> TypedErrors:
    """One type for each wrong bracket, and for each word with the wrong part of speech."""
    trees = (_Tree.grow(gold, found.gold), _Tree.grow(system, found.system))
    counted = found.valid if not found.rules.counts_failures else np.ones(found.n_sents, dtype=np.bool_)
    missed = np.ones(len(found.gold.node), dtype=np.bool_)
    missed[found.partner[found.partner >= 0]] = False
    missed &= counted[found.gold.sentence]
    extra = (found.partner < 0) & found.valid[found.system.sentence]
    wrong = (np.flatnonzero(missed), np.flatnonzero(extra))
    kinds = [np.full(len(rows), _UNTYPED, dtype=np.int32) for rows in wrong]
    kinds[0][~found.valid[found.gold.sentence[wrong[0]]]] = _PLACE["no parse"]
    pairs = _find_relabelled(trees, wrong, kinds)
    chosen, moves = _find_moves(gold.vocab, trees, wrong, kinds, found.valid)
    for place, name in enumerate(("missing node", "additional node")):
        own, other = trees[place], trees[1 - place]
        _type_the_rest(own, other, wrong[place], kinds[place], found.valid, name)
    words = _find_wrong_tags(gold, system, found)
    return _collect(gold, system, trees, wrong, kinds, pairs, chosen, moves, words)


@dataclass(frozen=True, eq=False, slots=True)
class _Tree:
    """The brackets that count, as a tree of their own, and the kept words below."""

    side: Side
    vocab: Vocab
    parent: Codes  # (n_brackets,)  the bracket above; -1: none
    of_word: Codes  # (n_kept,)  the lowest bracket above each kept word
    tag: Codes  # (n_kept,)
    row: Offsets  # (n_kept,)  the word itself
    base: Offsets  # (n_sents + 1,)  kept words before each sentence
    whole: Mask  # (n_brackets,)  without gaps

    @classmethod
    def grow(cls, corpus: Corpus, side: Side) -> _Tree:
        nodes = corpus.nodes
        if nodes is None:
            raise AssertionError("brackets come from nodes")
        bracket = np.full(nodes.n_nodes + 1, -1, dtype=np.int32)  # the last place is for no node
        bracket[side.node] = np.arange(len(side.node), dtype=np.int32)
        row = np.flatnonzero(side.kept)
        return cls(
            side,
            corpus.vocab,
            _climb(nodes.parent[side.node], nodes.parent, bracket),
            _climb(nodes.of_word[row], nodes.parent, bracket),
            corpus.columns["tag"][row],
            row,
            np.concatenate([[0], np.cumsum(side.n_words)]),
            ~nodes.is_gappy()[side.node],
        )

    def covers(self, bracket: Codes, start: Codes, end: Codes) -> Mask:
        """Which brackets hold these words and more."""
        first, last = self.side.start[bracket], self.side.end[bracket]
        inside: Mask = (first <= start) & (last >= end) & (last - first > end - start)
        return inside

    def find_holders(self, stretch: _Stretch) -> Codes:
        """(n,) the lowest bracket that holds these words and more; -1: none."""
        at = self.of_word[self.base[stretch.sentence] + stretch.start]
        while (low := np.flatnonzero((at >= 0) & ~self.covers(at, stretch.start, stretch.end))).size:
            at[low] = self.parent[at[low]]
        found: Codes = at
        return found

    def find_tops(self, word: Offsets, holder: Codes) -> Codes:
        """(n,) the bracket right below the holder that is above the word; -1: the word itself hangs there."""
        top = np.full(len(word), -1, dtype=np.int32)
        at = self.of_word[word]
        while (low := np.flatnonzero(at != holder)).size:
            top[low] = at[low]
            at[low] = self.parent[at[low]]
        return top

    def find_largest(self, stretch: _Stretch, at_start: Mask) -> Codes:
        """(n,) the largest bracket that starts (or ends) exactly where these words do; -1: none."""
        base = self.base[stretch.sentence]
        at = self.of_word[base + np.where(at_start, stretch.start, stretch.end - 1)]
        top = np.full(len(at), -1, dtype=np.int32)
        going = np.flatnonzero(at >= 0)
        while going.size:
            now, rows = at[going], stretch.take(going)
            fits = np.where(at_start[going], self.side.start[now] == rows.start, self.side.end[now] == rows.end)
            going = going[fits & self.whole[now]]
            top[going] = at[going]
            at[going] = self.parent[at[going]]
            going = going[at[going] >= 0]
        return top


@dataclass(frozen=True, eq=False, slots=True)
class _Stretch:
    """Runs of kept words."""

    sentence: Codes
    start: Codes
    end: Codes

    @classmethod
    def join(cls, parts: list[_Stretch]) -> _Stretch:
        columns = ([part.sentence for part in parts], [part.start for part in parts], [part.end for part in parts])
        return cls(*(np.concatenate(column) for column in columns))

    def take(self, rows: Offsets | Mask) -> _Stretch:
        return _Stretch(self.sentence[rows], self.start[rows], self.end[rows])


def _climb(node: Codes, parent: Codes, bracket: Codes) -> Codes:
    """The bracket of each node, or of the nearest node above that has one; -1: none."""
    node = node.copy()
    while (going := np.flatnonzero((node >= 0) & (bracket[node] < 0))).size:
        node[going] = parent[node[going]]
    return bracket[node]


def _span(side: Side, width: int) -> Offsets:
    return (side.sentence.astype(np.int64) * width + side.start) * width + side.end


def _width(trees: tuple[_Tree, _Tree]) -> int:
    return 1 + max(int(tree.side.end.max(initial=0)) for tree in trees)


def _find_relabelled(trees: tuple[_Tree, _Tree], wrong: tuple[Offsets, Offsets], kinds: list[Codes]) -> list[Offsets]:
    """Brackets with another label, paired; and those that the other tree has fewer of over the same words."""
    width = _width(trees)
    spans = [_span(tree.side, width) for tree in trees]
    free = [
        np.flatnonzero((kind == _UNTYPED) & tree.whole[rows])
        for kind, tree, rows in zip(kinds, trees, wrong, strict=True)
    ]
    keys = [span[rows[own]] for span, rows, own in zip(spans, wrong, free, strict=True)]
    ranks = [count_before(key) for key in keys]
    most = 1 + int(max(rank.max(initial=0) for rank in ranks))
    ranked = [key * most + rank for key, rank in zip(keys, ranks, strict=True)]
    _, ours, theirs = np.intersect1d(ranked[0], ranked[1], assume_unique=True, return_indices=True)
    pairs = [free[0][ours], free[1][theirs]]
    for side in range(2):
        other = spans[1 - side][trees[1 - side].whole]
        kinds[side][free[side][np.isin(keys[side], other)]] = _PLACE["unary"]
        kinds[side][pairs[side]] = _PLACE[LABEL]
    return pairs


def _find_moves(
    vocab: Vocab, trees: tuple[_Tree, _Tree], wrong: tuple[Offsets, Offsets], kinds: list[Codes], valid: Mask
) -> tuple[list[Codes], Moves]:
    """Explain brackets by words that hang elsewhere: for each wrong bracket its move (-1: none), and the moves."""
    parts = [_find_candidates(trees[s], trees[1 - s], wrong[s], kinds[s]) for s in range(2)]
    n_first = len(wrong[0])
    unit = np.concatenate([parts[0][0], parts[1][0] + n_first])
    stretch = _Stretch.join([parts[0][1], parts[1][1]])
    at_start = np.concatenate([parts[0][2], parts[1][2]])
    exact = _can_move(trees, stretch, valid)
    rest = np.flatnonzero(~np.isin(unit, unit[exact]))
    rows, ours, theirs = _find_grown(trees, stretch.take(rest), at_start[rest])
    unit = np.concatenate([unit[exact], unit[rest[rows]]])
    places = [_Stretch.join([stretch.take(exact), grown]) for grown in (ours, theirs)]
    chosen, used = _choose(unit, places[0], n_first + len(wrong[1]))
    moves = _describe_moves(vocab, trees, [place.take(used) for place in places])
    halves = [chosen[:n_first], chosen[n_first:]]
    for kind, half in zip(kinds, halves, strict=True):
        explained = half >= 0
        kind[explained] = moves.kind[half[explained]]
    return halves, moves


def _choose(unit: Offsets, stretch: _Stretch, n_units: int) -> tuple[Codes, Offsets]:
    """For each unit the words that explain most units, then the fewest words, then the first; and a row of each."""
    width = np.int64(1 + stretch.end.max(initial=0))
    key = (stretch.sentence.astype(np.int64) * width + stretch.start) * width + stretch.end
    keys, place = np.unique(key, return_inverse=True)
    single = np.unique(np.stack([unit, place]), axis=1)[1] if len(unit) else place
    votes = np.bincount(single, minlength=len(keys))
    order = np.lexsort((place, stretch.end - stretch.start, -votes[place], unit))
    best = order[np.flatnonzero(np.diff(unit[order], prepend=-1))]
    _, first, number = np.unique(place[best], return_index=True, return_inverse=True)
    chosen = np.full(n_units, -1, dtype=np.int32)
    chosen[unit[best]] = number
    return chosen, best[first]


def _find_candidates(own: _Tree, other: _Tree, rows: Offsets, kind: Codes) -> tuple[Offsets, _Stretch, Mask]:
    """For each wrong bracket the words by which it differs from a bracket of its label in the other tree.

    The two start together or end together. Gives which wrong bracket, which words, and whether what moved starts where
    these words do (they are at the end of a bracket) or ends where they do; several for each.
    """
    free = np.flatnonzero((kind == _UNTYPED) & own.whole[rows])
    theirs = np.flatnonzero(other.whole)
    ours, width = rows[free], _width((own, other))
    units, words, at_start = [], [], []
    for ends in (True, False):  # which end may differ
        keys, places = [], []
        for side, chosen in ((own.side, ours), (other.side, theirs)):
            fixed, loose = (side.start, side.end) if ends else (side.end, side.start)
            labelled = side.sentence[chosen].astype(np.int64) * len(own.vocab) + side.label[chosen]
            keys.append(labelled * width + fixed[chosen])
            places.append(loose[chosen])
        left, right = _join_near(keys, places, width)
        one, two = places[0][left], places[1][right]
        units.append(free[left])
        words.append(_Stretch(own.side.sentence[ours[left]], np.minimum(one, two), np.maximum(one, two)))
        at_start.append(np.full(len(left), ends))
    return np.concatenate(units), _Stretch.join(words), np.concatenate(at_start)


def _join_near(keys: list[Offsets], places: list[Codes], width: int) -> tuple[Offsets, Offsets]:
    """Rows of both lists with the same key and different places, the nearest places only."""
    own, offered = (key * width + place for key, place in zip(keys, places, strict=True))
    order = np.argsort(offered, kind="stable")
    ordered = offered[order]
    first, last = np.searchsorted(ordered, keys[0] * width), np.searchsorted(ordered, (keys[0] + 1) * width)
    below, above = np.searchsorted(ordered, own), np.searchsorted(ordered, own, side="right")
    lefts, rights = [], []
    for step in range(_NEAREST):
        for at, fits in ((below - 1 - step, below - 1 - step >= first), (above + step, above + step < last)):
            lefts.append(np.flatnonzero(fits))
            rights.append(order[at[fits]])
    return np.concatenate(lefts), np.concatenate(rights)


def _can_move(trees: tuple[_Tree, _Tree], stretch: _Stretch, valid: Mask) -> Mask:
    """Which words hang together in both trees, and in different places."""
    nothing = np.zeros(len(stretch.sentence), dtype=np.int32)
    apart = np.zeros(len(nothing), dtype=np.bool_)
    for tree in trees:
        words = replace(
            tree.side,
            node=nothing.astype(np.int64),
            sentence=stretch.sentence,
            start=stretch.start,
            end=stretch.end,
            label=nothing,
            gaps=None,  # runs of words have none
            unclosed=None,
        )
        apart |= find_crossing(tree.side, words, valid)
    holders = [tree.find_holders(stretch) for tree in trees]
    same = (holders[0] < 0) & (holders[1] < 0)
    both = np.flatnonzero((holders[0] >= 0) & (holders[1] >= 0))
    one, two = ((tree.side.start[at[both]], tree.side.end[at[both]]) for tree, at in zip(trees, holders, strict=True))
    same[both] = (one[0] == two[0]) & (one[1] == two[1])
    found: Mask = ~apart & ~same & ~_only_grown(trees, stretch, holders)
    return found


def _only_grown(trees: tuple[_Tree, _Tree], stretch: _Stretch, holders: list[Codes]) -> Mask:
    """Where one tree has a phrase of these words, and the other the same phrase with more words at one end."""
    tops = []
    for tree, holder in zip(trees, holders, strict=True):
        top = tree.find_tops(tree.base[stretch.sentence] + stretch.start, holder)
        whole = (tree.side.start[top] == stretch.start) & (tree.side.end[top] == stretch.end) & (top >= 0)
        tops.append(np.where(whole, top, -1))
    grown = np.zeros(len(stretch.start), dtype=np.bool_)
    for one, two in ((0, 1), (1, 0)):
        rows = np.flatnonzero((tops[one] >= 0) & (tops[two] < 0) & (holders[two] >= 0))
        held, side = holders[two][rows], trees[two].side
        touches = (side.start[held] == stretch.start[rows]) | (side.end[held] == stretch.end[rows])
        grown[rows] = touches & (side.label[held] == trees[one].side.label[tops[one][rows]])
    return grown


def _find_grown(trees: tuple[_Tree, _Tree], stretch: _Stretch, at_start: Mask) -> tuple[Offsets, _Stretch, _Stretch]:
    """Phrases that moved and have another extent too: which rows have one, its words in the gold, and in the system.

    The largest phrases that start (end) with the first (last) of these words have the same label in both trees, and
    hang on phrases of different labels or of different beginnings.
    """
    tops = [tree.find_largest(stretch, at_start) for tree in trees]
    rows = np.flatnonzero((tops[0] >= 0) & (tops[1] >= 0))
    labels, holders = [], []
    for tree, top in zip(trees, tops, strict=True):
        labels.append(tree.side.label[top[rows]])
        holder = tree.parent[top[rows]]
        border = np.where(at_start[rows], tree.side.start[holder], tree.side.end[holder])
        holders.append(np.where(holder >= 0, np.stack([tree.side.label[holder], border]), -1))
    rows = rows[(labels[0] == labels[1]) & (holders[0] != holders[1]).any(axis=0)]
    ours, theirs = (
        _Stretch(stretch.sentence[rows], tree.side.start[top[rows]], tree.side.end[top[rows]])
        for tree, top in zip(trees, tops, strict=True)
    )
    return rows, ours, theirs


def _describe_moves(vocab: Vocab, trees: tuple[_Tree, _Tree], places: list[_Stretch]) -> Moves:
    """What moved, from where, to where, and which type that is."""
    found = places[0]
    holders = [tree.find_holders(place) for tree, place in zip(trees, places, strict=True)]
    top = vocab.code(TOP)
    labels = [
        np.where(at >= 0, tree.side.label[at] if len(tree.side.label) else top, top).astype(np.int32)
        for tree, at in zip(trees, holders, strict=True)
    ]
    what, main, is_plain = _name_items(vocab, trees[0], found, holders[0])
    joined = _has_coordinator(trees[0], found, holders[0])
    for tree, at, place in zip(trees, holders, places, strict=True):
        joined |= _follows_coordinator(tree, place, at)
    columns = np.stack([main, *labels, is_plain.astype(np.int32), joined.astype(np.int32)])
    cases, case = np.unique(columns, axis=1, return_inverse=True)
    texts = [vocab.decode(row) for row in cases[:3]]
    names = [
        _name_move(*labels_of, is_plain=bool(plain), joined=bool(join))
        for *labels_of, plain, join in zip(*texts, *cases[3:].tolist(), strict=True)
    ]
    kind = np.array([_PLACE[name] for name in names], dtype=np.int32)[case.ravel()]
    row = trees[0].row
    base = trees[0].base[found.sentence]
    start = row[base + found.start].astype(np.int32)
    end = row[base + found.end - 1].astype(np.int32) + 1
    return Moves(kind, found.sentence, start, end, what, *labels)


def _name_move(main: str, source: str, target: str, *, is_plain: bool, joined: bool) -> str:
    if joined:
        return "coordination"
    if is_plain and family_of(source) == family_of(target) == "NP":
        return "NP-internal"
    return _ATTACHMENT[family_of(main)]


def _name_items(vocab: Vocab, tree: _Tree, found: _Stretch, holder: Codes) -> tuple[Codes, Codes, Mask]:
    """The labels of what moved, the label of its longest part, and whether it is plain words."""
    base = tree.base[found.sentence]
    at, size = found.start.copy(), np.zeros(len(holder), dtype=np.int32)
    what, main = np.zeros(len(holder), dtype=np.int32), np.zeros(len(holder), dtype=np.int32)
    is_plain = np.ones(len(holder), dtype=np.bool_)
    number, going = 0, np.arange(len(holder))
    while going.size:
        word = base[going] + at[going]
        top = tree.find_tops(word, holder[going])
        phrase = np.flatnonzero(top >= 0)
        label, after = tree.tag[word], at[going] + 1
        label[phrase] = tree.side.label[top[phrase]]
        after[phrase] = tree.side.end[top[phrase]]
        is_plain[going[phrase]] = False
        longer = np.flatnonzero(after - at[going] > size[going])
        main[going[longer]] = label[longer]
        size[going] = np.maximum(size[going], after - at[going])
        if number <= _NAMED:
            names = label if number < _NAMED else np.full(len(going), vocab.code("…"), dtype=np.int32)
            what[going] = names if not number else vocab.combine([what[going], names], " ")
        at[going] = after
        going = going[after < found.end[going]]
        number += 1
    return what, main, is_plain


def _has_coordinator(tree: _Tree, found: _Stretch, holder: Codes) -> Mask:
    """Where a coordinator is among what moved, not deeper inside."""
    is_one = tree.vocab.flag(tree.tag, COORDINATORS.__contains__)
    before = np.concatenate([[0], np.cumsum(is_one)])
    base = tree.base[found.sentence]
    some = np.flatnonzero(before[base + found.end] > before[base + found.start])
    joined = np.zeros(len(holder), dtype=np.bool_)
    places = np.flatnonzero(is_one)
    for row in some.tolist():
        first, last = np.searchsorted(places, (base[row] + found.start[row], base[row] + found.end[row]))
        joined[row] = bool((tree.of_word[places[first:last]] == holder[row]).any())
    return joined


def _follows_coordinator(tree: _Tree, found: _Stretch, holder: Codes) -> Mask:
    """Where the word right before what moved is a coordinator that hangs beside it."""
    base = tree.base[found.sentence]
    inside = np.flatnonzero(found.start > 0)
    word = base[inside] + found.start[inside] - 1
    joined = np.zeros(len(holder), dtype=np.bool_)
    is_one = tree.vocab.flag(tree.tag[word], COORDINATORS.__contains__)
    joined[inside] = is_one & (tree.of_word[word] == holder[inside])
    return joined


def _type_the_rest(  # noqa: PLR0917 (both sides)
    own: _Tree, other: _Tree, rows: Offsets, kind: Codes, valid: Mask, lone: str
) -> None:
    """What no move explains: phrases of one word, structure inside noun phrases, lone nodes, and what crosses."""
    side, crosses = own.side, find_crossing(other.side, own.side, valid)[rows]
    parent = own.parent[rows]
    in_noun_phrase = own.vocab.flag(side.label, lambda text: family_of(text) == "NP")[parent] & (parent >= 0)
    has_phrase = np.zeros(len(side.node) + 1, dtype=np.bool_)
    has_phrase[own.parent] = True
    tests = (
        ("single-word phrase", side.end[rows] - side.start[rows] == 1),
        ("crossing", crosses),
        ("NP-internal", in_noun_phrase & ~has_phrase[rows]),
        (lone, np.ones(len(rows), dtype=np.bool_)),
    )
    for name, fits in tests:
        kind[(kind == _UNTYPED) & fits] = _PLACE[name]


def _find_wrong_tags(gold: Corpus, system: Corpus, found: Bracketing) -> tuple[Offsets, Offsets]:
    """Gold and system words of compared sentences with different parts of speech.

    SPMRL's evalb also compares a gold of one word with a longer tree; which word is which is then anybody's guess.
    """
    paired = found.valid & (found.gold.n_words == found.system.n_words)
    words = [
        np.flatnonzero(side.kept & np.repeat(paired, corpus.sent_len))
        for corpus, side in ((gold, found.gold), (system, found.system))
    ]
    tags = [corpus.columns["tag"][rows] for corpus, rows in zip((gold, system), words, strict=True)]
    if found.rules.dialect == "spmrl":
        tags = [gold.vocab.rewrite(column, found.rules.trim) for column in tags]
    differ = np.flatnonzero(tags[0] != tags[1])
    if found.rules.eq_label and len(differ):
        ours, theirs = (gold.vocab.decode(column[differ]) for column in tags)
        differ = differ[[not found.rules.same(one, two) for one, two in zip(ours, theirs, strict=True)]]
    return words[0][differ], words[1][differ]


def _collect(  # noqa: PLR0917 (everything that was found)
    gold: Corpus,
    system: Corpus,
    trees: tuple[_Tree, _Tree],
    wrong: tuple[Offsets, Offsets],
    kinds: list[Codes],
    pairs: list[Offsets],
    chosen: list[Codes],
    moves: Moves,
    words: tuple[Offsets, Offsets],
) -> TypedErrors:
    """All wrong units in one table: brackets that are missed, brackets of the system's own, words."""
    n = [len(wrong[0]), len(wrong[1]), len(words[0])]
    nothing = gold.vocab.code(UNALIGNED)
    labels = [np.full((2, size), nothing, dtype=np.int32) for size in n]  # gold's, system's
    places, identities = [], []
    for side, (corpus, tree, rows) in enumerate(zip((gold, system), trees, wrong, strict=True)):
        node = tree.side.node[rows]
        sentence = tree.side.sentence[rows]
        if corpus.nodes is None:
            raise AssertionError("brackets come from nodes")
        shift = gold.sent_start[sentence] - corpus.sent_start[sentence]
        start, end = corpus.nodes.start[node] + shift, corpus.nodes.end[node] + shift
        places.append(np.stack([sentence, start, end]))
        label = tree.side.label[rows]
        labels[side][side] = label
        own = np.stack([node, node, node] if side == OF_GOLD else [start, end, label]).astype(np.int64)
        identities.append(own)
    labels[0][1][pairs[0]], labels[1][0][pairs[1]] = labels[1][1][pairs[1]], labels[0][0][pairs[0]]
    identities[1][2] = identities[1][2] * _CHAIN + _rank(identities[1])
    tags = np.stack([gold.columns["tag"][words[0]], system.columns["tag"][words[1]]])
    places.append(np.stack([gold.sentence_of_words()[words[0]], words[0], words[0] + 1]))
    identities.append(np.stack([words[0]] * 3).astype(np.int64))
    event = np.arange(sum(n), dtype=np.int64)
    event[n[0] + pairs[1]] = pairs[0]
    move = np.concatenate([*chosen, np.full(n[2], -1, dtype=np.int32)])
    event[move >= 0] = sum(n) + move[move >= 0]
    side_of = np.repeat(np.array([OF_GOLD, OF_SYSTEM, OF_WORD], dtype=np.int32), n)
    identity = np.concatenate(identities, axis=1).T
    sentence, start, end = np.concatenate(places, axis=1).astype(np.int32)
    kind = np.concatenate([*kinds, np.full(n[2], _PLACE[PART_OF_SPEECH], dtype=np.int32)])
    ours, theirs = np.concatenate([labels[0], labels[1], tags], axis=1)
    columns = np.column_stack([side_of.astype(np.int64), identity])
    return TypedErrors(KINDS, kind, side_of, event, move, sentence, start, end, ours, theirs, columns, moves)


_CHAIN: Final = 256  # brackets of one label over the same words


def _rank(columns: Offsets) -> Offsets:
    """(n,) how often each column has come before."""
    if not columns.size:
        return np.zeros(columns.shape[1], dtype=np.int64)
    _, place = np.unique(columns, axis=1, return_inverse=True)
    return np.minimum(count_before(place.ravel().astype(np.int64)), _CHAIN - 1)
