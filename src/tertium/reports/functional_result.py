"""`tertium show --functional`: functional trees of some sentences, what their golds share, and edits of systems."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from tertium import __version__
from tertium.comparison.cross import Contest, Laid, list_contestants
from tertium.errors import UsageError
from tertium.reports.json_file import SCHEMA
from tertium.reports.page import visible
from tertium.reports.printable import Printable
from tertium.trees.label_sets import ABSENT, CONFLICT

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tertium._typing import Codes
    from tertium.comparison.cross import Side
    from tertium.loading_schemes import LoadedSchemes
    from tertium.reports.page import Line
    from tertium.scheme_outlines import SchemeOptions

DELETE, INSERT, RELABEL, FORGIVEN = "delete", "insert", "relabel", "forgiven"


class Node(NamedTuple):
    """A node of a drawn tree, before those below it."""

    row: int  # its yield
    label: str
    words: tuple[int, ...]  # places in the sentence, from 0
    depth: int


class Edit(NamedTuple):
    """One operation of an edit script."""

    kind: str
    row: int
    label: str
    to: str  # the new label, where it is relabelled
    words: tuple[int, ...]


class FunctionalDrawings(Printable):
    """Functional trees of some sentences; drawn when printed."""

    title = "tertium show"
    task = "functional trees"

    def __init__(
        self,
        loaded: LoadedSchemes,
        chosen: SchemeOptions,
        sentences: Sequence[int | str] = (),
        differing: int | None = None,
    ) -> None:
        """Take the schemes and which sentences are wanted, by name or number, or the first that differ.

        Raises:
            UsageError: There is no such sentence.
        """
        self.loaded = loaded
        self.chosen = chosen
        self.laid = Laid(loaded.schemes)
        self.labels = self.laid.labels
        self.notes = loaded.notes
        self.warnings = loaded.warnings
        self.input_paths = loaded.input_paths
        names = loaded.schemes.names
        self.contest = Contest(self.laid, names, list_contestants(loaded.schemes, names), "keep", relabel=1)
        found = [self._find(name) for name in sentences]
        if differing is not None or not found:
            found += self.differing[: 1 if differing is None else differing]
        self.sentences = tuple(dict.fromkeys(found))

    def _find(self, name: int | str) -> int:
        first = self.loaded.first
        known = (first.sentence_names.strings() == str(name)).fill_null(value=False).to_numpy()
        if known.any():
            return int(np.flatnonzero(known)[0])
        text = str(name).strip()
        if text.isdecimal() and 1 <= int(text) <= first.n_sents:
            return int(text) - 1
        raise UsageError(
            f"there is no sentence {visible(str(name))!r} in the gold",
            hint=f"give a number from 1 to {first.n_sents:,}, or a sent_id",
        )

    @property
    def differing(self) -> list[int]:
        """Sentences in which some system has an edit to pay for, or the golds differ if there are no systems."""
        if self.contest.contestants:
            edits = sum(each.new for each in self.contest.edits(labelled=True))
            return [int(sentence) for sentence in np.flatnonzero(edits)]
        columns = [self.laid.column(scheme.gold, labelled=False) for scheme in self.loaded.schemes.schemes]
        unlike = np.any([column != columns[0] for column in columns[1:]], axis=0)
        return [int(sentence) for sentence in np.flatnonzero(self.laid.yields.count(unlike))]

    @property
    def signature(self) -> str:
        """Everything that decides what is drawn."""
        return f"task:functional|schemes:{','.join(self.loaded.schemes.names)}|v:{__version__}"

    # trees ----------------------------------------------------------------------------------------------------------

    def gold_nodes(self, scheme: int, sentence: int) -> list[Node]:
        """The gold of one scheme."""
        gold = self.loaded.schemes.schemes[scheme].gold
        return self._nodes(self.laid.side(gold, self.laid.column(gold)), sentence)

    def shared_nodes(self, sentence: int) -> list[Node]:
        """What the golds share; conflicts with the label of each."""
        golds = [self.laid.schemes.find(name).gold for name in self.loaded.schemes.names]
        general = self.contest.gold(labelled=True)
        nodes = self._nodes(self.laid.side(golds[0], general), sentence)
        columns = [self.laid.column(gold) for gold in golds]

        def name(node: Node) -> str:
            if general[node.row] != CONFLICT:
                return node.label
            return " ≠ ".join(dict.fromkeys(self.labels.show(int(column[node.row])) for column in columns))

        return [node._replace(label=name(node)) for node in nodes]

    def system_nodes(self, place: int, sentence: int) -> list[Node]:
        """The tree of one system."""
        system = self.contest.contestants[place].treebank
        return self._nodes(self.laid.side(system, self.laid.column(system)), sentence)

    def edits(self, place: int, sentence: int) -> list[Edit]:
        """The script from one system to what the golds share; what the own gold also needs is forgiven."""
        one = self.contest.contestants[place]
        parse, own = self.laid.column(one.treebank), self.laid.column(one.scheme.gold)
        gold = self.contest.gold(labelled=True)
        shared = self.shared_nodes(sentence)
        words = {node.row: node.words for node in (*self.system_nodes(place, sentence), *shared)}
        names = {node.row: node.label for node in shared}
        start, stop = self.laid.yields.sent_start[sentence : sentence + 2].tolist()
        found = []
        for row in range(start, stop):
            ours, theirs = parse[row : row + 1], gold[row : row + 1]
            if ours[0] == ABSENT and theirs[0] == ABSENT:
                continue
            label = self.labels.show(int(ours[0])) if ours[0] != ABSENT else ""
            goal = names.get(row, "")
            if theirs[0] == ABSENT:
                known = own[row] != ABSENT and self.labels.costs_nothing(ours, own[row : row + 1]).all()
                is_free = known and not self.contest.is_single
                found.append(Edit(FORGIVEN if is_free else DELETE, row, label, "", words[row]))
            elif ours[0] == ABSENT:
                found.append(Edit(INSERT, row, goal, "", words[row]))
            elif not self.labels.costs_nothing(ours, theirs).all():
                found.append(Edit(RELABEL, row, label, goal, words[row]))
        return sorted(found, key=lambda edit: (edit.words[0], -len(edit.words), edit.words))

    def _nodes(self, side: Side, sentence: int) -> list[Node]:
        """The nodes of a column in the shape of some trees, each before those below it, in the order of words."""
        (trees, rows), column = side
        start, stop = self.laid.schemes.text.sent_start[sentence : sentence + 2].tolist()
        words: dict[int, list[int]] = {}
        for word in range(start, stop):
            row = int(self.laid.yields.of_word[word])
            if column[row] != ABSENT:
                words.setdefault(row, []).append(word - start)
            above = int(trees.word_parent[word])
            while above >= 0:
                if column[rows[above]] != ABSENT:
                    words.setdefault(int(rows[above]), []).append(word - start)
                above = int(trees.parent[above])
        return _nest(words, column, self.labels.show)

    # renderings -----------------------------------------------------------------------------------------------------

    def to_dict(self) -> dict[str, Any]:
        """The JSON document."""
        from tertium.reports.functional_page import describe

        return {
            "schema": SCHEMA,
            "tertium": __version__,
            "task": self.task,
            "signature": self.signature,
            "sentences": [describe(self, sentence) for sentence in self.sentences],
            "warnings": self.warnings,
        }

    def page(self, width: int = 80) -> list[Line]:
        """The terminal page, line by line."""
        from tertium.reports.functional_page import functional_page

        return functional_page(self, width)


def _nest(words: dict[int, list[int]], column: Codes, show: Any) -> list[Node]:
    """Nodes in the order in which they are drawn: after each the nodes inside of it, by their first word."""
    inside = {row: frozenset(own) for row, own in words.items()}
    order = sorted(inside, key=lambda row: (-len(inside[row]), min(inside[row])))
    below: dict[int, list[int]] = {-1: []}
    for place, row in enumerate(order):
        outer = next((other for other in reversed(order[:place]) if inside[row] < inside[other]), -1)
        below.setdefault(outer, []).append(row)
    found: list[Node] = []
    pending = [(row, 0) for row in sorted(below[-1], key=lambda row: -min(inside[row]))]
    while pending:
        row, depth = pending.pop()
        found.append(Node(row, show(int(column[row])), tuple(words[row]), depth))
        pending += [(child, depth + 1) for child in sorted(below.get(row, ()), key=lambda each: -min(inside[each]))]
    return found
