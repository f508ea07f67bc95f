"""Phrase-structure trees for the drawings of the HTML page: the gold's, and each system's where it is another.

For each sentence (texts as places in the table of `drawn_sentences`):

    "tags": the gold's part of speech of each word.
    "tree": {"labels": the label of each phrase, parents before children,
             "parents": the phrase above each, -1 none,
             "words": the phrase above each word's part of speech, -1 none,
             "idle": phrases that do not count as brackets (left out where there are none)}
    "trees": for each system null where its tree is the gold's, a text (a place) where there is none to compare, else
             the same keys, and
             "missed": phrases of the gold that it lacks, "extra": its own that the gold lacks,
             "relabelled": pairs [gold's, its own] over the same words, "moved": pairs [gold's, its own] of one label
             that share a border, flat; phrases of pairs are not repeated in missed and extra.
             "tags": [word, its tag, …] where the tag is another; "forms": its words, where they are others.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from tertium.measures.parseval import bracketing_of
from tertium.tasks.pairing import pair_in_order

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    from tertium._typing import Codes
    from tertium.corpus import Corpus
    from tertium.nodes import Nodes
    from tertium.reports.drawn_sentences import Strings
    from tertium.reports.result import Result
    from tertium.tasks.bracketing import Bracketing, Side
    from tertium.tasks.match import Match


def draw_trees(result: Result) -> DrawnTrees:
    """The trees of a result."""
    return DrawnTrees(result)


class DrawnTrees:
    """Gold and systems, tree by tree."""

    def __init__(self, result: Result) -> None:
        """Take the matches."""
        self._gold = result.gold
        self._systems = [_System(match) for match in result.tables.matches]

    def texts(self) -> list[Codes]:
        """Every column of texts."""
        found = [column for corpus in self._corpora() for column in _columns(corpus)]
        why = [text for system in self._systems for text in system.why.values()]
        return [*found, self._gold.vocab.encode(why)] if why else found

    def _corpora(self) -> list[Corpus]:
        return [self._gold, *(system.corpus for system in self._systems)]

    def rows(self, strings: Strings, table: dict[str, int]) -> Callable[[int], dict[str, Any]]:
        """A function that gives what one sentence has."""
        flats = [[strings.place(column, table) for column in _columns(corpus)] for corpus in self._corpora()]
        idle = _find_idle(self._gold, self._systems[0].found.gold)

        def row(sentence: int) -> dict[str, Any]:
            words = slice(*self._gold.sent_start[sentence : sentence + 2].tolist())
            tree = _tree(self._gold, flats[0], sentence, idle)
            gold_words = (flats[0][0][words].tolist(), flats[0][1][words].tolist())
            trees = [
                system.tree(flat, sentence, tree, gold_words, table)
                for system, flat in zip(self._systems, flats[1:], strict=True)
            ]
            return {"tags": gold_words[1], "tree": tree, "trees": trees}

        return row


def _nodes(corpus: Corpus) -> Nodes:
    if corpus.nodes is None:  # the task has refused such files
        raise TypeError(corpus.name)
    return corpus.nodes


def _columns(corpus: Corpus) -> tuple[Codes, Codes, Codes]:
    return corpus.columns["form"], corpus.columns["tag"], _nodes(corpus).label


def _find_idle(corpus: Corpus, side: Side) -> NDArray[np.bool_]:
    """(n_nodes,) phrases that do not count."""
    idle = np.ones(_nodes(corpus).n_nodes, dtype=np.bool_)
    idle[side.node] = False
    return idle


def _tree(corpus: Corpus, flat: list[Any], sentence: int, idle: NDArray[np.bool_]) -> dict[str, Any]:
    nodes = _nodes(corpus)
    first, last = nodes.sent_start[sentence : sentence + 2].tolist()
    start, stop = corpus.sent_start[sentence : sentence + 2].tolist()
    tree = {
        "labels": flat[2][first:last].tolist(),
        "parents": np.where(nodes.parent[first:last] < 0, -1, nodes.parent[first:last] - first).tolist(),
        "words": np.where(nodes.of_word[start:stop] < 0, -1, nodes.of_word[start:stop] - first).tolist(),
    }
    silent = np.flatnonzero(idle[first:last]).tolist()
    return tree | ({"idle": silent} if silent else {})


class _System:
    """One system's trees against the gold's."""

    def __init__(self, match: Match) -> None:
        """Pair what is wrong on either side."""
        self.corpus = match.system.corpus
        self.found = found = bracketing_of(match)
        self._gold_first = _nodes(match.gold.corpus).sent_start
        self._idle = _find_idle(self.corpus, found.system)
        invalid = np.flatnonzero(~found.valid).tolist()
        self.why = dict.fromkeys(invalid, "no parse") | {
            place: why for place, why in found.complaints if place in set(invalid)
        }
        self._pairs = _pair_errors(found, match.gold.corpus)

    def tree(
        self,
        flat: list[Any],
        sentence: int,
        gold: dict[str, Any],
        words: tuple[list[int], list[int]],
        table: dict[str, int],
    ) -> dict[str, Any] | int | None:
        """The tree of one sentence, unless it is the gold's."""
        if sentence in self.why:
            return table[self.why[sentence]]
        tree = _tree(self.corpus, flat, sentence, self._idle)
        own = slice(*self.corpus.sent_start[sentence : sentence + 2].tolist())
        forms, tags = flat[0][own].tolist(), flat[1][own].tolist()
        if tree == gold and forms == words[0] and tags == words[1]:
            return None
        firsts = int(self._gold_first[sentence]), int(_nodes(self.corpus).sent_start[sentence])
        for name, (ours, theirs) in self._pairs.items():
            places = _cut(
                ours,
                theirs,
                firsts,
                int(self._gold_first[sentence + 1]),
                int(_nodes(self.corpus).sent_start[sentence + 1]),
            )
            if places:
                tree[name] = places
        if forms != words[0]:
            tree |= {"forms": forms, "tags": [item for pair in enumerate(tags) for item in pair]}
        elif tags != words[1]:
            tree["tags"] = [item for place, tag in enumerate(tags) if tag != words[1][place] for item in (place, tag)]
        return tree


def _cut(
    ours: NDArray[np.int64] | None,
    theirs: NDArray[np.int64] | None,
    firsts: tuple[int, int],
    gold_last: int,
    own_last: int,
) -> list[int]:
    """Phrases of one sentence, numbered within it: of the gold, of the system, or pairs, flat."""
    if ours is None and theirs is not None:
        low, high = np.searchsorted(theirs, [firsts[1], own_last])
        return [int(node) - firsts[1] for node in theirs[low:high]]
    if ours is None:
        return []
    low, high = np.searchsorted(ours, [firsts[0], gold_last])
    if theirs is None:
        return [int(node) - firsts[0] for node in ours[low:high]]
    pairs = np.stack([ours[low:high] - firsts[0], theirs[low:high] - firsts[1]], axis=1)
    return [int(node) for node in pairs.ravel()]


def _pair_errors(
    found: Bracketing, gold: Corpus
) -> dict[str, tuple[NDArray[np.int64] | None, NDArray[np.int64] | None]]:
    """Wrong phrases of the gold and of the system: over the same words, of one label and border, and the others."""
    taken = np.zeros(len(found.gold.node), dtype=np.bool_)
    taken[found.partner[found.partner >= 0]] = True
    valid = found.valid
    missed = np.flatnonzero(~taken & valid[found.gold.sentence])
    extra = np.flatnonzero((found.partner < 0) & valid[found.system.sentence])
    pairs: dict[str, list[NDArray[np.int64]]] = {"relabelled": [], "moved": []}
    width = int(gold.sent_len.max(initial=0)) + 2
    for name, fields in (("relabelled", ("start", "end")), ("moved", ("label", "start")), ("moved", ("label", "end"))):
        keys = []
        for side, rows in ((found.gold, missed), (found.system, extra)):
            one, two = (getattr(side, field)[rows].astype(np.int64) for field in fields)
            keys.append((side.sentence[rows].astype(np.int64) * (len(gold.vocab) + width) + one) * width + two)
        mine, theirs = pair_in_order(*keys)
        pairs[name].append(np.stack([missed[mine], extra[theirs]]))
        missed, extra = np.delete(missed, mine), np.delete(extra, theirs)
    result: dict[str, tuple[NDArray[np.int64] | None, NDArray[np.int64] | None]] = {
        "missed": (np.sort(found.gold.node[missed]).astype(np.int64), None),
        "extra": (None, np.sort(found.system.node[extra]).astype(np.int64)),
    }
    for name, parts in pairs.items():
        ours, theirs = np.concatenate(parts, axis=1)
        nodes = found.gold.node[ours].astype(np.int64), found.system.node[theirs].astype(np.int64)
        order = np.argsort(nodes[0], kind="stable")
        result[name] = (nodes[0][order], nodes[1][order])
    return result
