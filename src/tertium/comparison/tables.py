"""The three additive tables from which every report is made, built on demand and kept.

counts       (system x block x 4) for each measure: scores, and later intervals and tests
patterns     gold label x which systems are right: accuracy by label, oracles, who solves what
transitions  pair x class x (gold, from, to): what changed
"""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Final

import numpy as np

from tertium.comparison.agreement import Agreement, find_agreement
from tertium.comparison.oracle import LabelTable, Oracle, find_oracle, tabulate_labels
from tertium.comparison.patterns import Patterns, tabulate_patterns
from tertium.comparison.scores import Ratio, Score, make_score
from tertium.comparison.transitions import Transitions, tabulate_transitions
from tertium.measures.base import CORRECT, GOLD, SYSTEM, Blocks, Measure, counted_system_words
from tertium.measures.tags import whole_sentences
from tertium.tasks.decisions import Decisions, decide
from tertium.tasks.proposals import NOTHING
from tertium.trees.arborescence import best_tree_counts

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from tertium._typing import Codes, Counts, Mask
    from tertium.conventions import Conventions, Scorer
    from tertium.tasks.match import Match


_WORKERS: Final = 2  # array operations let other threads run; more would only take memory


class Tables:
    """Gold and systems, matched, under one set of conventions."""

    def __init__(
        self,
        systems: Sequence[str],
        matches: Sequence[Match],
        measures: Sequence[Measure],
        rules: Conventions,
        more_runs: Mapping[int, Sequence[Match]] | None = None,
        *,
        block: str = "sentence",
    ) -> None:
        """Take the systems' names, their matches with the gold, and the measures; the first decision leads.

        A system that was run several times has a match for the run that stands for it, and more for the others: its
        counts are summed over all runs, its answers are those of the one. Counts are by sentence or by document.
        """
        self.systems = tuple(systems)
        self.matches = tuple(matches)
        self._more_runs = {place: tuple(runs) for place, runs in (more_runs or {}).items()}
        self.measures = {measure.name: measure for measure in measures}
        self.rules = rules
        gold = matches[0].gold.corpus
        self.gold = gold
        self.whole = Blocks(np.array([0, gold.n_words], dtype=np.int64))
        self.block = block
        self.blocks = Blocks(gold.sent_start if block == "sentence" else gold.sent_start[gold.doc_start])
        self._counts: dict[str, Counts] = {}
        self._scores: dict[tuple[str, int], Score] = {}
        self._patterns: dict[str, Patterns] = {}
        self._labels: dict[str, LabelTable] = {}
        self._sentence: Codes | None = None
        self._transitions: dict[tuple[str, int, int], Transitions] = {}
        self._decisions: tuple[str, Decisions] | None = None

    @property
    def headline(self) -> str:
        """The measure that leads."""
        return self.rules.headline

    @property
    def decision_measures(self) -> list[str]:
        """Measures whose units are gold words, each answered right or wrong."""
        return [name for name, measure in self.measures.items() if measure.is_decision]

    @property
    def same_words(self) -> bool:
        """Whether every system has the gold's words, one to one."""
        return all(match.link.is_identity for match in self.matches)

    def how(self, measure: str) -> Scorer:
        """Accuracy, or F1 where the words are not the same for all (an accuracy would have no denominator)."""
        fixed = self.measures[measure].only
        if fixed is not None:
            return fixed
        return self.rules.score if self.same_words else "f1"

    def sentence_of_words(self) -> Codes:
        """(n_gold_words,) the sentence of each gold word."""
        if self._sentence is None:
            self._sentence = self.gold.sentence_of_words()
        return self._sentence

    def block_of_words(self) -> Codes:
        """(n_gold_words,) the block of each gold word."""
        if self.block == "sentence":
            return self.sentence_of_words()
        return np.repeat(np.arange(self.blocks.n, dtype=np.int32), self.blocks.size())

    def counts(self, measure: str) -> Counts:
        """(n_systems, n_blocks, n_counts)."""
        if measure not in self._counts:
            parts = [self.measures[measure].counts(match, self.blocks) for match in self.matches]
            self._counts[measure] = np.stack(parts)
        return self._counts[measure]

    def runs_of(self, system: int) -> tuple[Match, ...]:
        """All runs of a system, the one that stands for it first."""
        return (self.matches[system], *self._more_runs.get(system, ()))

    def run_counts(self, measure: str) -> list[Counts]:
        """For each system (n_runs, n_blocks, n_counts)."""
        counts, found = self.counts(measure), []
        for system in range(len(self.systems)):
            more = [self.measures[measure].counts(run, self.blocks) for run in self._more_runs.get(system, ())]
            found.append(np.stack([counts[system], *more]))
        return found

    def whole_sentence_counts(self, measure: str) -> list[Counts]:
        """For each system (n_runs, n_blocks, 3): sentences wholly right, sentences that count, and these again."""
        found = []
        for system in range(len(self.systems)):
            runs = []
            for run in self.runs_of(system):
                whole, counted = self._whole_sentences(measure, run)
                runs.append(np.stack([whole, counted, counted], axis=-1).astype(np.int64))
            found.append(np.stack(runs))
        return found

    def totals(self, measure: str, system: int) -> Counts:
        """(n_counts,) counts of the whole corpus, over all runs; cheaper than by block."""
        runs = [self.measures[measure].counts(run, self.whole) for run in self.runs_of(system)]
        summed: Counts = np.concatenate(runs).sum(axis=0)
        return summed

    def decisions(self, measure: str) -> Decisions:
        """The units of one measure; only the last asked for is kept."""
        if self._decisions is None or self._decisions[0] != measure:
            found = self.measures[measure]
            units = found.decide(self.matches) if found.decide else decide(self.matches, found.atoms, found.shown)
            self._decisions = (measure, units)
        return self._decisions[1]

    def patterns(self, measure: str) -> Patterns:
        """Gold label x which systems are right."""
        if measure not in self._patterns:
            self._patterns[measure] = tabulate_patterns(self.decisions(measure))
        return self._patterns[measure]

    def transitions(self, measure: str, before: int, after: int) -> Transitions:
        """What changed from one system to another."""
        key = (measure, before, after)
        if key not in self._transitions:
            self._transitions[key] = tabulate_transitions(
                self.decisions(measure), before, after, ties_fall=self.rules.ties_fall
            )
        return self._transitions[key]

    def score(self, measure: str, system: int) -> Score:
        """One system under one measure."""
        if (measure, system) not in self._scores:
            totals = self.totals(measure, system)
            sentences = self.whole_sentences(measure, system) if self.measures[measure].is_decision else None
            found = make_score(self.systems[system], self.measures[measure], totals, self.how(measure), sentences)
            self._scores[measure, system] = found
        return self._scores[measure, system]

    def score_all(self) -> None:
        """Every system under every measure, systems side by side."""

        def score(system: int) -> None:
            for measure in self.measures:
                self.score(measure, system)

        with ThreadPoolExecutor(_WORKERS) as pool:
            for _ in pool.map(score, range(len(self.systems))):
                pass

    def whole_sentences(self, measure: str, system: int) -> Ratio:
        """Sentences in which the system has every unit right."""
        n_whole = n_counted = 0
        for run in self.runs_of(system):
            whole, counted = self._whole_sentences(measure, run)
            n_whole, n_counted = n_whole + int(np.count_nonzero(whole)), n_counted + int(np.count_nonzero(counted))
        return self._sentence_ratio(n_whole, n_counted)

    def _whole_sentences(self, measure: str, run: Match) -> tuple[Mask, Mask]:
        """Which sentences a run has wholly right, and which count."""
        if self.measures[measure].atoms:
            return whole_sentences(run, run.right(*self.measures[measure].atoms))
        tally = self.measures[measure].whole
        if tally is not None:
            rows = tally(run, self.blocks)
            return rows[:, CORRECT] > 0, rows[:, GOLD] > 0
        counts = self.measures[measure].counts(run, self.blocks)
        right = (counts[:, CORRECT] == counts[:, GOLD]) & (counts[:, CORRECT] == counts[:, SYSTEM])
        return right, np.ones(len(counts), dtype=np.bool_)

    def _sentence_ratio(self, whole: int, counted: int) -> Ratio:
        if self.rules.sentences == "bordered":  # ComparEval counts an idle empty line as a sentence without errors
            idle = self.gold.blank_lines.idle + self.gold.blank_lines.trailing
            whole, counted = whole + idle, counted + idle
        return Ratio(whole / counted if counted else 0.0, whole, counted)

    def agreement(self, measure: str, first: int, second: int) -> Agreement:
        """The two-by-two table of being right, over the units that concern the two."""
        concerned = self.decisions(measure).concerns(first, second) if self.measures[measure].decide else None
        if concerned is None:
            return find_agreement(self.patterns(measure), first, second)
        one, two = (self.decisions(measure).right[system][concerned] for system in (first, second))
        cells = (one & two, one & ~two, ~one & two, ~one & ~two)
        return Agreement(*(int(np.count_nonzero(cell)) for cell in cells))

    def sentence_changes(self, measure: str, before: int, after: int) -> tuple[int, int, int]:
        """Sentences in which the second system scores more, less, or as much; of equal scores more right units decide.

        They do so where the gold has nothing: F1 is 0 there, whatever a system proposes.
        """
        found, decisions = self.measures[measure], self.decisions(measure)
        counts = found.used(self.counts(measure)[[before, after]])
        one, two = found.values(counts, self.how(measure))["value"]
        step = decisions.right[after].astype(np.int64) - decisions.right[before]
        more = np.bincount(self.block_of_words()[decisions.unit], step, minlength=self.blocks.n)
        change = np.where(one == two, more, two - one)
        better, worse = int(np.count_nonzero(change > 0)), int(np.count_nonzero(change < 0))
        return better, worse, self.blocks.n - better - worse

    def oracle(self, measure: str) -> Oracle:
        """The systems together."""
        decisions = self.decisions(measure)
        if self.measures[measure].decide:
            unsolved = self.block_of_words()[decisions.unit[~decisions.right.any(axis=0)]]
            n_whole = self.blocks.n - len(np.unique(unsolved))
            return find_oracle(
                self.patterns(measure), whole_sentences=n_whole, sentence_value=self._best_blocks(measure)
            )
        solved = np.zeros(self.gold.n_words, dtype=np.bool_)
        solved[decisions.unit] = decisions.right.any(axis=0)
        whole, counted = whole_sentences(self.matches[0], solved)
        best_sentences = self.counts(measure)[:, :, CORRECT].max(axis=0).sum()
        return find_oracle(
            self.patterns(measure),
            whole_sentences=int(
                self._sentence_ratio(int(np.count_nonzero(whole)), int(np.count_nonzero(counted))).numerator or 0
            ),
            sentence_correct=int(best_sentences),
            sentence_value=self._best_blocks(measure),
            tree_correct=self._tree_oracle(measure),
        )

    def _best_blocks(self, measure: str) -> float:
        """The score of the best output of each block (the first of several), all blocks together."""
        found, how = self.measures[measure], self.how(measure)
        counts = found.used(self.counts(measure))
        best = found.values(counts, how)["value"].argmax(axis=0)
        chosen = np.take_along_axis(counts, best[None, :, None], axis=0)[0]
        return float(found.values(chosen.sum(axis=0), how)["value"])

    def _tree_oracle(self, measure: str) -> int | None:
        """The best tree makes sense for attachments over the same words."""
        atoms = self.measures[measure].atoms
        if "head" not in atoms or not self.same_words:
            return None
        scored = self.matches[0].gold.scored()
        right = np.stack([match.right(*atoms) for match in self.matches])
        heads = [match.system.head for match in self.matches]
        return int(best_tree_counts(self.gold.sent_start, heads, right if scored is None else right & scored).sum())

    def labels(self, measure: str) -> LabelTable:
        """Accuracy and oracle by gold label."""
        if measure not in self._labels:
            if self.measures[measure].decide:
                proposed = _count_labels(self.decisions(measure))
            else:
                proposed = [_proposed(match, self.measures[measure].shown) for match in self.matches]
            self._labels[measure] = tabulate_labels(self.patterns(measure), proposed)
        return self._labels[measure]

    def label_scores(self, measure: str, system: int) -> list[tuple[str, Score]]:
        """Scores by label, where systems propose their own units: each label with its row, in alphabetical order."""
        found = self.measures[measure]
        counts: dict[str, Counts] = {}
        if found.by_label is not None:
            for run in self.runs_of(system):
                for label, own in found.by_label(run).items():
                    counts[label] = counts[label] + own if label in counts else own
        elif found.decide is not None and not self._more_runs.get(system):
            table = self.labels(measure)
            columns = (table.correct[system], table.units, table.proposed[system], table.units)
            rows = zip(table.labels, np.stack(columns, axis=-1), strict=True)
            counts = {label: own for label, own in rows if label != NOTHING}
        name = self.systems[system]
        return [(label, make_score(name, found, own, "f1", None)) for label, own in sorted(counts.items())]

    def confusions(self, measure: str, system: int) -> list[tuple[str, str, int]]:
        """Wrong answers as (gold label, system's label, count), most frequent first."""
        decisions = self.decisions(measure)
        wrong, vocab = np.flatnonzero(~decisions.right[system]), self.gold.vocab
        pairs = decisions.gold_label[wrong].astype(np.int64) * len(vocab) + decisions.labels[system][wrong]
        pairs, count = np.unique(pairs, return_counts=True)
        gold, answer = np.divmod(pairs, len(vocab))
        rows = zip(vocab.decode(gold), vocab.decode(answer), count.tolist(), strict=True)
        if self.rules.ties_fall:
            return sorted(rows, key=lambda row: (row[2], row[0], row[1]), reverse=True)
        return sorted(rows, key=lambda row: (-row[2], row[0], row[1]))


def _count_labels(decisions: Decisions) -> list[dict[str, int]]:
    """How often each system gives each label, where systems propose their own units."""
    found = []
    for system in range(decisions.n_systems):
        used, times = np.unique(decisions.proposals(system), return_counts=True)
        found.append(dict(zip(decisions.vocab.decode(used), times.tolist(), strict=True)))
    return found


def _proposed(match: Match, layer: str) -> dict[str, int]:
    """How often a system gives each label, among its words that count."""
    vocab = match.gold.corpus.vocab
    labels = match.system.column(layer)
    counted = counted_system_words(match)
    times = np.bincount(labels if counted is None else labels[counted], minlength=1)
    used = np.flatnonzero(times)
    return dict(zip(vocab.decode(used), times[used].tolist(), strict=True))
