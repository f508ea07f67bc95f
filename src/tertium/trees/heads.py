"""Which word heads which? Phrase structure as dependencies, by head rules (Magerman 1995; Collins 1999, appendix A).

Every phrase has a head child, every word is the head of the phrases up to the last of which it is the head, and hangs
on the lexical head of the next. A search through the children of a phrase is the smallest of their keys (kind of child,
step of the rule, distance from the side), so all phrases of a corpus are searched at once; lexical heads are found by
jumping from head child to head child, twice as far each time.

One departure from percolation, after table 2 of Rehbein and van Genabith (2007): in a flat prepositional phrase the
preposition is the head of the noun, and what stands before the noun hangs on the noun.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import numpy as np

from tertium.corpus import EMPTY, ROOT
from tertium.errors import UsageError
from tertium.formats.head_rules import find_head_rules
from tertium.headrules import BUILT_IN, find_functions, shorten
from tertium.trees.stretches import cut_treebanks

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from tertium._typing import Codes, Mask, Offsets
    from tertium.corpus import Corpus, Vocab
    from tertium.headrules import HeadRules, Search
    from tertium.nodes import Nodes

WORD, MARK, TRACE = range(3)
"""Kinds of children, the best heads first: with a word in it, punctuation only, traces only."""

_NONE: Final = np.iinfo(np.int64).max
_KNOWN: Final = 1.5  # of 2: a rule set that knows less of labels and tags together is a guess


@dataclass(frozen=True, eq=False, slots=True)
class Children:
    """Phrases and words that have a place in a tree. A row for each; phrases come first, then words.

    What nothing is above hangs on a root of its sentence, numbered after the phrases.
    """

    row: Offsets  # (n,)  phrase, or n_nodes + word
    parent: Offsets  # (n,)  phrase, or n_nodes + sentence
    label: Codes  # (n,)
    start: Codes  # (n,)  first word
    kind: Codes  # (n,)
    function: Codes | None = None  # (n,)  label of the edge above, where the format has a place of its own for it

    def take(self, rows: Offsets) -> Children:
        """Some of them, functions aside."""
        return Children(self.row[rows], self.parent[rows], self.label[rows], self.start[rows], self.kind[rows])


@dataclass(frozen=True, eq=False, slots=True)
class Headed:
    """Trees with heads."""

    children: Children
    is_head: Mask  # (n,)  of the phrase above
    governor: Offsets  # (n,)  the row that each child hangs on; its own for heads
    lexical: Offsets  # (n_nodes + n_words,)  the word that heads each row; -1: it has no words
    head: Codes  # (n_words,)  as in `Corpus.head`


def find_heads(corpus: Corpus, rules: HeadRules) -> Codes:
    """(n_words,) the word that each word hangs on; ROOT for the head of a sentence, of which there is one."""
    found: list[Codes] = []
    n_words = 0
    for (part,) in cut_treebanks(corpus):
        head = head_trees(part, rules).head
        found.append(np.where(head == ROOT, head, head + np.int32(n_words)))
        n_words += part.n_words
    return np.concatenate(found)


def head_trees(corpus: Corpus, rules: HeadRules) -> Headed:
    """Find the head child of every phrase and the head of every word.

    Raises:
        UsageError: There are no trees.
    """
    nodes = corpus.nodes
    if nodes is None:
        raise UsageError(f"{corpus.path_of(0)} has no trees, so heads cannot be found", hint="give bracketed trees")
    children = _list_children(corpus, nodes, rules)
    n_parents = nodes.n_nodes + corpus.n_sents
    first = np.concatenate([nodes.start, corpus.sent_start[:-1].astype(np.int32)])
    last = np.concatenate([nodes.end, corpus.sent_start[1:].astype(np.int32)]) - 1
    labels = np.concatenate([nodes.label, np.zeros(corpus.n_sents, dtype=np.int32)])  # a root has the empty label
    up = children.parent
    distance = children.start - first[up], last[up] - children.start
    step, from_right, _ = _rank(corpus.vocab, labels, children, rules.searches, rules)
    if rules.functions:
        told = tells_head(corpus.vocab, children, rules)
        step, from_right = np.where(told, 0, step), from_right & ~told
    key = _make_key(children.kind, (step, from_right), distance)
    head_of = _take_smallest(key, up, n_parents)
    if rules.coordinators:
        _move_to_first_conjunct(corpus.vocab, children, head_of, rules.coordinators)
    is_head = head_of[up] == np.arange(len(up))
    on = head_of[up]
    if rules.nouns:
        on = _hang_on_nouns(corpus.vocab, labels, children, head_of, distance, rules)
    n_rows = nodes.n_nodes + corpus.n_words
    jump = np.arange(n_rows)
    inner = np.flatnonzero(head_of[: nodes.n_nodes] >= 0)
    jump[inner] = children.row[head_of[inner]]
    lexical = _jump(jump)
    governor = np.where(is_head, children.row, children.row[on])
    head = np.full(corpus.n_words, ROOT, dtype=np.int32)
    below = np.flatnonzero(~is_head)
    dependent, above = (lexical[rows] - nodes.n_nodes for rows in (children.row[below], governor[below]))
    head[dependent] = above
    return Headed(children, is_head, governor, np.maximum(lexical - nodes.n_nodes, -1), head)


def has_function(vocab: Vocab, labels: Codes, rules: HeadRules) -> Mask:
    """(n,) which labels say that they are heads: NN-HD."""
    heads = frozenset(rules.functions)
    return vocab.flag(labels, lambda text: not heads.isdisjoint(find_functions(text)))


def tells_head(vocab: Vocab, children: Children, rules: HeadRules) -> Mask:
    """(n,) which children are heads by their function, in their label or beside it."""
    told = has_function(vocab, children.label, rules)
    if children.function is not None:
        heads = frozenset(rules.functions)
        told |= vocab.flag(children.function, lambda text: not heads.isdisjoint(text.split("-")))
    return told


def choose_head_rules(corpus: Corpus) -> tuple[HeadRules, str]:
    """The rule set that comes with tertium and knows most of the corpus's labels and tags; and why, in words.

    Raises:
        UsageError: There are no trees.
    """
    if corpus.nodes is None:
        raise UsageError(f"{corpus.path_of(0)} has no trees, so heads cannot be found", hint="give bracketed trees")
    found = []
    for name in BUILT_IN:
        rules = find_head_rules(name)
        phrases = _share(corpus.vocab, corpus.nodes.label, rules.knows_phrase)
        words = _share(corpus.vocab, corpus.columns["tag"], rules.knows_tag)
        found.append((phrases + words, rules, phrases, words))
    _, best, phrases, words = max(found, key=lambda entry: entry[0])
    share = f"it knows the labels of {phrases:.0%} of the phrases and the tags of {words:.0%} of the words"
    choice = "--heads chooses others" if phrases + words >= _KNOWN else "which is little: give --heads FILE"
    return best, f"heads: {best.name}, because {share} ({choice})"


def _share(vocab: Vocab, codes: Codes, test: Callable[[str], bool]) -> float:
    return float(vocab.flag(codes, test).mean()) if len(codes) else 0.0


def _list_children(corpus: Corpus, nodes: Nodes, rules: HeadRules) -> Children:
    """Everything with words in it, and where it hangs; phrases before words."""
    kind = np.zeros(corpus.n_words, dtype=np.int32)
    tags = corpus.columns["tag"]
    kind[corpus.vocab.flag(tags, rules.is_punctuation)] = MARK
    kind[corpus.vocab.flag(tags, rules.is_empty)] = TRACE
    node_kind = _best_kind(nodes, kind)
    own = np.flatnonzero(nodes.end > nodes.start)
    n = nodes.n_nodes
    roots = n + np.concatenate([nodes.sentence()[own], corpus.sentence_of_words()]).astype(np.int64)
    parent = np.concatenate([nodes.parent[own], nodes.of_word]).astype(np.int64)
    return Children(
        row=np.concatenate([own, n + np.arange(corpus.n_words)]),
        parent=np.where(parent < 0, roots, parent),
        label=np.concatenate([nodes.label[own], tags]),
        start=np.concatenate([nodes.start[own], np.arange(corpus.n_words, dtype=np.int32)]),
        kind=np.concatenate([node_kind[own], kind]),
        function=_list_functions(corpus, nodes, own),
    )


def _list_functions(corpus: Corpus, nodes: Nodes, own: Offsets) -> Codes | None:
    """Functions of some phrases and of all words, where the format has them beside the labels."""
    words = corpus.columns.get("function")
    if words is None and nodes.function is None:
        return None
    phrases = np.full(len(own), EMPTY, dtype=np.int32) if nodes.function is None else nodes.function[own]
    return np.concatenate([phrases, np.full(corpus.n_words, EMPTY, dtype=np.int32) if words is None else words])


def _best_kind(nodes: Nodes, kind: Codes) -> Codes:
    """(n_nodes,) the best kind among the words of each phrase."""
    found = np.full(nodes.n_nodes, TRACE, dtype=np.int32)
    for better in (MARK, WORD):
        has = (kind == better).astype(np.int32)
        before = np.concatenate([[0], np.cumsum(has)])
        inside = before[nodes.end] > before[nodes.start]
        if nodes.size is not None:  # words between the first and the last need not be its own
            inside &= _has_below(nodes, kind == better)
        found[inside] = better
    return found


def _has_below(nodes: Nodes, flag: Mask) -> Mask:
    """(n_nodes,) whether a flagged word is below; from words upwards, a step at a time."""
    found = np.zeros(nodes.n_nodes, dtype=np.bool_)
    here = np.unique(nodes.of_word[flag])
    while (here := here[here >= 0]).size:
        here = here[~found[here]]
        found[here] = True
        here = np.unique(nodes.parent[here])
    return found


def _rank(
    vocab: Vocab,
    labels: Codes,
    children: Children,
    searches: Callable[[str], Sequence[Search]],
    rules: HeadRules,
) -> tuple[Codes, Mask, Mask]:
    """For each child its step in the search of the phrase above (from 1), its side (true: right), and if it has a step.

    Only distinct labels are looked at: phrases by their rule, children by the longest label that some rule names.
    """
    used = vocab.used(labels)
    found = [tuple(searches(text)) for text in vocab.decode(used)]
    kinds = {rule: number for number, rule in enumerate(dict.fromkeys(found))}
    rule_of = np.zeros(len(vocab) + 1, dtype=np.int32)
    rule_of[used] = [kinds[rule] for rule in found]
    named = {label: number for number, label in enumerate(sorted(_named(kinds)), 1)}
    below = vocab.used(children.label)
    class_of = np.zeros(len(vocab) + 1, dtype=np.int32)
    class_of[below] = [
        next((named[name] for name in shorten(text) if name in named), 0) for text in vocab.decode(below)
    ]
    step = np.zeros((len(kinds), len(named) + 1), dtype=np.int32)
    from_right, wanted = np.zeros((2, *step.shape), dtype=np.bool_)
    names = ["", *named]
    for rule, number in kinds.items():
        steps, n_steps = _number_steps(rule)
        last = rule[-1].side if rule else rules.default
        for place, name in enumerate(names):
            mine = [steps[part] for part in (None, *shorten(name)) if part in steps]
            wanted[number, place] = bool(mine)
            step[number, place], from_right[number, place] = min(mine, default=(n_steps, last == "right"))
    at = rule_of[labels][children.parent], class_of[children.label]
    return step[at], from_right[at], wanted[at]


def _named(rules: Iterable[tuple[Search, ...]]) -> set[str]:
    return {label for rule in rules for search in rule for label in search.labels}


def _number_steps(rule: tuple[Search, ...]) -> tuple[dict[str | None, tuple[int, bool]], int]:
    """For each label when it is looked for, from 1, and from which side; None is any label at all."""
    steps: dict[str | None, tuple[int, bool]] = {}
    number = 1
    for search in rule:
        for label in search.labels or (None,):
            steps.setdefault(label, (number, search.side == "right"))
            number += not search.takes_any
        number += search.takes_any
    return steps, number


def _make_key(kind: Codes, ranks: tuple[Codes, Mask], distance: tuple[Codes, Codes]) -> Offsets:
    """(n,) one number that is smallest for the head: kind, then step, then distance."""
    rank, from_right = ranks
    far = np.where(from_right, distance[1], distance[0])
    n_ranks, width = int(rank.max(initial=0)) + 1, int(far.max(initial=0)) + 1
    key: Offsets = (kind.astype(np.int64) * n_ranks + rank) * width + far
    return key


def _take_smallest(key: Offsets, parent: Offsets, n_parents: int) -> Offsets:
    """(n_parents,) the child with the smallest key; -1: there is none. Keys differ among the children of a phrase."""
    best = np.full(n_parents, _NONE, dtype=np.int64)
    np.minimum.at(best, parent, key)
    head = np.full(n_parents, -1, dtype=np.int64)
    chosen = np.flatnonzero(key == best[parent])
    head[parent[chosen]] = chosen
    return head


def _move_to_first_conjunct(vocab: Vocab, children: Children, head_of: Offsets, coordinators: tuple[str, ...]) -> None:
    """A head right after a coordinator gives way to the conjunct before it (Collins 1999, p. 238)."""
    names = frozenset(coordinators)
    coordinates = vocab.flag(children.label, lambda text: not names.isdisjoint(shorten(text)))
    concerned = np.zeros(len(head_of), dtype=np.bool_)
    concerned[children.parent[coordinates]] = True
    rows = np.flatnonzero(concerned[children.parent])
    rows = rows[np.lexsort((children.start[rows], children.parent[rows]))]
    parent = children.parent[rows]
    at = np.flatnonzero(head_of[parent] == rows)
    at = at[at > 1]
    at = at[coordinates[rows[at - 1]] & (parent[at - 1] == parent[at])]
    solid = children.kind[rows] == WORD
    nearest = np.maximum.accumulate(np.where(solid, np.arange(len(rows)), -1))
    conjunct = nearest[at - 2]
    there = (conjunct >= 0) & (parent[conjunct] == parent[at])
    head_of[parent[at[there]]] = rows[conjunct[there]]


def _hang_on_nouns(  # noqa: PLR0917 (the state of the search)
    vocab: Vocab,
    labels: Codes,
    children: Children,
    head_of: Offsets,
    distance: tuple[Codes, Codes],
    rules: HeadRules,
) -> Offsets:
    """(n,) the child that each child hangs on: the head, but the noun for what stands before it in a flat phrase."""

    def searches(label: str) -> Sequence[Search]:
        return next((rules.nouns[name] for name in shorten(label) if name in rules.nouns), ())

    on = head_of[children.parent]
    flat = vocab.flag(labels, lambda text: bool(searches(text)))
    rows = np.flatnonzero(flat[children.parent])
    step, from_right, found = _rank(vocab, labels, children.take(rows), searches, rules)
    nominal = np.flatnonzero(found & (on[rows] != rows) & (children.kind[rows] == WORD))
    rows_of_nouns = rows[nominal]
    key = _make_key(
        children.kind[rows_of_nouns],
        (step[nominal], from_right[nominal]),
        (distance[0][rows_of_nouns], distance[1][rows_of_nouns]),
    )
    chosen = _take_smallest(key, children.parent[rows_of_nouns], len(head_of))
    noun = np.append(rows_of_nouns, -1)[chosen]
    rows = rows[noun[children.parent[rows]] >= 0]
    own, main = noun[children.parent[rows]], on[rows]
    here, it, head = children.start[rows], children.start[own], children.start[main]
    before = (here < it) & ~((here < head) & (head < it)) & (rows != main)
    on[rows[before]] = own[before]
    return on


def _jump(jump: Offsets) -> Offsets:
    """Where everybody arrives who goes from head child to head child."""
    while True:
        further = jump[jump]
        if np.array_equal(further, jump):
            return jump
        jump = further
