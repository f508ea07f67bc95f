"""Results: what `compare`, `score`, `diff` and `repair` return, ready to be rendered; nothing is counted here.

Every table is a polars frame (`.to_pandas()` works where pandas is installed); every object prints as the terminal
page.
"""

from __future__ import annotations

from copy import copy
from dataclasses import replace
from functools import cached_property
from itertools import combinations
from math import isfinite
from typing import TYPE_CHECKING, Any, Final, Self

import numpy as np

from tertium import __version__
from tertium.checks import (
    describe_blank_layers,
    describe_borders,
    find_blank_layers,
    find_strange_labels,
    needed_columns,
)
from tertium.comparison.agreement import Join, join_systems
from tertium.comparison.by_option import ALL, split_by
from tertium.comparison.differences import Difference, find_difference
from tertium.comparison.duels import count_pair
from tertium.comparison.examples import Example, Finder, Listing
from tertium.comparison.tables import Tables
from tertium.comparison.transitions import CLASSES, NEW_ERROR
from tertium.conventions import EVALBS
from tertium.errors import UsageError
from tertium.formats.files import Files
from tertium.reports import frames
from tertium.reports.numbers import percent, points
from tertium.reports.printable import Printable
from tertium.stats.multiple import holm
from tertium.tasks.view import count_true

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    import polars as pl

    from tertium._typing import Codes, Mask
    from tertium.comparison.blocking import Blocking
    from tertium.comparison.error_types import MoveCount, TypeChange
    from tertium.comparison.feature_columns import Feature
    from tertium.comparison.features import Features
    from tertium.comparison.groups import Group
    from tertium.comparison.inference import Contrast, Inference
    from tertium.comparison.oracle import LabelTable, Oracle
    from tertium.comparison.rankings import Correlation, Disagreement
    from tertium.comparison.scores import Score
    from tertium.comparison.slice_search import Search
    from tertium.comparison.slices import Slice
    from tertium.formats.sources import Text
    from tertium.loading import Loaded
    from tertium.reports.page import Line
    from tertium.stats.intervals import Interval

TOO_FINE: Final = frozenset({"form", "lemma", "feats", "document", "file"})
"""Features that a search for slices leaves out unless they are named."""

FEWEST_DOCUMENTS: Final = 10
"""So many are needed to tell how much they hang together."""

MORE_THAN_SENTENCES: Final = 1.2
"""Documents that add so much to the design effect of sentences deserve a warning."""


def lead_by_units(loaded: Loaded) -> Loaded:
    """What was loaded, led by a measure that has units if the task lists those of another measure."""
    name = loaded.kind.choose_answers(loaded.rules)
    measures = {measure.name: measure for measure in loaded.measures}
    if name not in measures or measures[loaded.rules.headline].is_decision:
        return loaded
    return replace(loaded, rules=replace(loaded.rules, headline=name))


def make_tables(loaded: Loaded) -> Tables:
    """The tables; of several runs of a system, the one in the middle stands for it where answers are shown."""
    runs = loaded.matches()
    chosen, more = [], {}
    for system, (_, places) in enumerate(loaded.groups):
        own = [runs[place] for place in places]
        if len(own) > 1:
            names = [str(place) for place in places]
            scores = Tables(names, own, loaded.measures, loaded.rules, block=loaded.kind.block)
            values = [scores.score(loaded.rules.headline, run).value for run in range(len(own))]
            own.insert(0, own.pop(sorted(range(len(own)), key=lambda run: (values[run], run))[(len(own) - 1) // 2]))
            more[system] = own[1:]
        chosen.append(own[0])
    return Tables(loaded.names, chosen, loaded.measures, loaded.rules, more, block=loaded.kind.block)


class Result(Printable):
    """What every result has: the systems, the conventions, the scores, and what was odd."""

    title: str
    with_intervals: bool = False  # unless the user says otherwise

    def __init__(self, loaded: Loaded) -> None:
        """Take what was loaded; tables are made when they are asked for."""
        self._loaded = loaded
        self.gold = loaded.gold
        self.input_paths: list[str] = loaded.input_paths
        self.rules = loaded.rules
        self.task: str = loaded.rules.task
        self.kind = loaded.kind
        self.systems: tuple[str, ...] = loaded.names
        self.notes: tuple[str, ...] = loaded.notes
        self.tables = make_tables(loaded)
        self.plan = loaded.options.plan(self.kind.block_name or self.kind.block)

    @property
    def headline(self) -> str:
        """The measure that leads the report."""
        return self.rules.headline

    @property
    def asked_measures(self) -> tuple[str, ...]:
        """Measures that the user asked for; none if the conventions chose them."""
        return tuple(self.tables.measures) if self._loaded.options.measures else ()

    @property
    def has_units(self) -> bool:
        """Whether the headline measure is a decision over units, so that there are differences to list."""
        return self.tables.measures[self.headline].is_decision

    @property
    def unit_measure(self) -> str:
        """The measure whose units are listed: the headline, or what the task lists where that has none."""
        if self.has_units:
            return self.headline
        name = self.kind.choose_answers(self.rules)
        return name if name in self.tables.decision_measures else self.headline

    @cached_property
    def by_units(self) -> Self:
        """The same result led by the measure whose units are listed; counts and tests are shared."""
        if self.unit_measure == self.headline:
            return self
        view = copy(self)
        kept = ("inference", "features", "_blocking")
        for name in [name for name in vars(view) if isinstance(getattr(type(self), name, None), cached_property)]:
            if name not in kept:
                del view.__dict__[name]
        view.rules = replace(self.rules, headline=self.unit_measure)
        return view

    @cached_property
    def n_units(self) -> int:
        """What the headline measure counts in the gold: words that are scored, brackets, ..."""
        if not self.tables.measures[self.headline].atoms and self.unit_noun != "word":
            return int(self.tables.score(self.headline, 0).gold)
        return count_true(self.tables.matches[0].gold.scored(), self.gold.n_words)

    @property
    def unit_noun(self) -> str:
        """What a unit of the headline measure is called."""
        return self.tables.measures[self.headline].unit

    @property
    def left_out(self) -> int:
        """Gold words that the conventions leave out."""
        over_words = self.unit_noun == "word" or bool(self.tables.measures[self.headline].atoms)
        return self.gold.n_words - self.n_units if over_words else 0

    @property
    def tokens(self) -> str:
        """How the words were linked: same, characters or position."""
        methods = {match.link.method for match in self.tables.matches}
        return "characters" if "characters" in methods else "position" if "position" in methods else "same"

    @property
    def signature(self) -> str:
        """Everything that decides what the numbers mean."""
        found = self.inference
        return self.sign("" if found is None else found.tests_used(self.headline))

    def sign(self, tests: str) -> str:
        """The signature, if these tests are behind the p-values."""
        certainty, found = f"block:{self.plan.block}", self.inference
        if found is not None:
            certainty += f"|{self.plan.signature(tests, found.n_blocks)}"
        return self.rules.signature(
            tokens=self.tokens,
            left_out=self.left_out,
            version=__version__,
            own=self.kind.sign(self.rules),
            certainty=certainty,
        )

    @cached_property
    def inference(self) -> Inference | None:
        """Intervals and tests; None where the user wants none."""
        wanted = self._loaded.options.intervals
        if not (self.with_intervals if wanted is None else wanted) or not self.gold.n_sents:
            return None
        return self._infer(None if self._blocking is None else self._blocking.of_tables(self.tables))

    def _infer(self, blocks: Codes | None = None) -> Inference:
        """Intervals and tests; without blocks, over whatever has counts of its own."""
        from tertium.comparison.inference import Inference

        return Inference(self.tables, self.plan, blocks)

    @cached_property
    def features(self) -> Features:
        """What the gold's words can be sorted by."""
        return self._loaded.features(self.tables.matches[0].gold)

    @cached_property
    def _blocking(self) -> Blocking | None:
        """Which sentences belong together; None: each sentence, or what else has counts, is a block of its own."""
        if self.plan.block in (self.kind.block, self.kind.block_name) and not self._loaded.options.group_column:
            return None
        from tertium.comparison.blocking import find_blocks

        return find_blocks(self.features, self.plan.block)

    @cached_property
    def score_rows(self) -> list[Score]:
        """One row for each system and measure."""
        return [
            self.tables.score(measure, system)
            for system in range(len(self.systems))
            for measure in self.tables.measures
        ]

    @cached_property
    def subset_rows(self) -> list[tuple[str, Score]]:
        """Rows of a part of the corpus that the imitated scorer gives too, with the part's name: evalb's len<=40."""
        return self.find_subset_rows()

    def find_subset_rows(self, measure: str | None = None) -> list[tuple[str, Score]]:
        """The same for one measure, or for all."""
        if self.rules.like not in EVALBS:
            return []
        from tertium.comparison.evalb_rows import score_short

        return score_short(self.tables, measure)

    @cached_property
    def label_rows(self) -> list[tuple[str, Score]]:
        """Rows of one label, with the label, where the task's scorers give them."""
        if not self.kind.shows_labels:
            return []
        return [
            row
            for system in range(len(self.systems))
            for measure in self.tables.measures
            for row in self.tables.label_scores(measure, system)
        ]

    def score(self, measure: str, system: str) -> Score:
        """One score."""
        return self.tables.score(self.measure_name(measure), self.index(system))

    @cached_property
    def warnings(self) -> list[str]:
        """What was odd: irregular files, words that were not aligned, numbers that cannot be what they seem."""
        found = [*self._loaded.warnings, *self._describe_runs()]
        measures = list(self.tables.measures.values())
        found += find_strange_labels(self.tables.matches, measures, self.rules)
        found += describe_blank_layers(self.tables.matches, measures, self.rules)
        found += self.kind.describe_scores(self.tables.matches, measures, self.rules)
        found += describe_borders(self.tables.gold, self.rules)
        if self.inference is not None:
            found += [] if self._blocking is None else self._blocking.warnings
            found += self._describe_intervals(self.inference)
        found += [
            f"{row.system}: {row.measure} is {100 * row.value:.2f} %, above 100: the UD evaluation counts every "
            "matching pair of duplicate edges, and --like ud reproduces that"
            for row in self.score_rows
            if row.value > 1 and self.tables.measures[row.measure].is_share
        ]
        return found

    def _describe_intervals(self, inference: Inference) -> list[str]:
        """Measures whose intervals are made otherwise than the signature says."""
        if inference.method != "percentile":
            return []
        names = [name for name in self.tables.measures if inference.method_of(name) != inference.method]
        why = "too many counts to resample; --interval percentile does it all the same"
        return [f"{', '.join(names)}: intervals are normal ones, by linearisation ({why})"] if names else []

    def interval(self, measure: str, system: str, which: str = "value") -> Interval | None:
        """Of one score; `which` is value, precision or recall; None without intervals."""
        if self.inference is None:
            return None
        return self.inference.interval(measure, self.index(system), which)

    @cached_property
    def n_duplicates(self) -> int:
        """Gold sentences that share all of their words, in this order, with another one."""
        from tertium.comparison.blocking import count_duplicates

        return count_duplicates(self.gold)

    def _describe_runs(self) -> list[str]:
        """What the runs of a system score, and which of them is shown."""
        notes = []
        for place, (name, runs) in enumerate(self._loaded.groups):
            if len(runs) > 1:
                shown = self.tables.matches[place].system.corpus
                found = self._infer()
                values = ", ".join(f"{100 * value:.2f}" for value in sorted(found.run_values(self.headline, place)))
                spread = found.run_spread(self.headline, place) or 0.0
                notes.append(
                    f"{name}: {len(runs)} runs ({self.headline} {values}; standard deviation {100 * spread:.2f}); "
                    f"scores are over all of them, answers and slices are of {shown.path_of(0)}"
                )
        return notes

    def run_spread(self, system: str) -> tuple[int, float] | None:
        """How many runs a system has, and their standard deviation under the headline measure; None: one run."""
        place = self.index(system)
        n = len(self._loaded.groups[place][1])
        spread = self._infer().run_spread(self.headline, place) if n > 1 else None
        return None if spread is None else (n, spread)

    def show(self, measure: str, value: float) -> str:
        """A value of a measure for people: in percent, or a plain number where it is no share."""
        return percent(value) if self.tables.measures[measure].is_share else f"{value:.2f}"

    def show_step(self, measure: str, value: float) -> str:
        """A difference of values for people."""
        return points(value) if self.tables.measures[measure].is_share else f"{value:+.2f}"

    def show_size(self, measure: str, value: float) -> str:
        """The size of a difference for people, with its unit: points, or nothing where the measure is no share."""
        return self.show(measure, value) + (" points" if self.tables.measures[measure].is_share else "")

    def is_better(self, measure: str, step: float) -> bool:
        """Whether a step of a measure is one to the better; fewer crossing brackets are."""
        return step < 0 if self.tables.measures[measure].lower_is_better else step > 0

    def index(self, system: str) -> int:
        """Place of a system.

        Raises:
            UsageError: There is no such system.
        """
        if system not in self.systems:
            raise UsageError(f"there is no system {system!r}", hint=f"the systems are {', '.join(self.systems)}")
        return self.systems.index(system)

    def measure_name(self, name: str | None) -> str:
        """A measure of this result as it is called here, whatever the case; the headline if none is named.

        Raises:
            UsageError: It was not measured.
        """
        if name is None or name in self.tables.measures:
            return self.headline if name is None else name
        for measure in self.tables.measures.values():
            if name.lower() in (measure.name.lower(), *measure.aliases):
                return measure.name
        raise UsageError(
            f"there is no measure {name!r} in this result", hint=f"its measures are {', '.join(self.tables.measures)}"
        )

    def gold_answers(self, measure: str) -> bool:
        """Whether the gold says anything under this measure: a layer of nothing but `_` does not."""
        shown = self.tables.measures[measure].shown
        if not shown:
            return True
        view = self.tables.matches[0].gold
        labels = self.gold.vocab.decode(self.gold.vocab.used(view.column(shown)))
        return any(label.strip("_|") for label in labels)

    @cached_property
    def _blank_layers(self) -> dict[str, frozenset[str]]:
        measures = list(self.tables.measures.values())
        pairs = zip(self.systems, self.tables.matches, strict=True)
        return {name: find_blank_layers(match, measures) for name, match in pairs}

    def is_answered(self, measure: str, system: str) -> bool:
        """Whether a system says anything where a measure looks; under a preset the scorer's number stands anyway."""
        if self.rules.like != "default":
            return True
        return not needed_columns(self.tables.measures[measure]) & self._blank_layers[system]

    def gold_texts(self) -> Iterator[Text]:
        """The text of the gold's files once more; nothing if it was given as an object."""
        source = self._loaded.gold_input
        yield from source.texts() if isinstance(source, Files) else ()

    def label_table(self, measure: str) -> LabelTable:
        """Accuracy and oracle by gold label."""
        return self.tables.labels(self.measure_name(measure))

    @cached_property
    def groups(self) -> list[Group]:
        """Arcs by direction, distance or projectivity, under the presets of the scorers that print them."""
        kinds = {
            "eval07": ("direction", "distance"),
            "eval07-p": ("direction", "distance"),
            "malteval": ("projectivity",),
        }
        chosen = kinds.get(self.rules.like, ())
        if not chosen:
            return []
        from tertium.comparison.groups import group_arcs

        pairs = zip(self.systems, self.tables.matches, strict=True)
        return [group for name, match in pairs for group in group_arcs(match, name, chosen)]

    @property
    def scores(self) -> pl.DataFrame:
        """One row for each system and measure."""
        return frames.score_frame(self)

    @property
    def labels(self) -> pl.DataFrame:
        """One row for each measure and gold label."""
        return frames.label_frame(self)

    @property
    def decisions(self) -> pl.DataFrame:
        """One row for each unit of the headline measure."""
        return self.decisions_of(self.unit_measure)

    def decisions_of(self, measure: str) -> pl.DataFrame:
        """One row for each unit of a measure."""
        return frames.decision_frame(self, self.measure_name(measure))

    def to_dict(self) -> dict[str, Any]:
        """The JSON document."""
        from tertium.reports.json_file import score_document

        return score_document(self)

    def _repr_html_(self) -> str:
        """What a notebook shows."""
        from tertium.reports.notebook import page_html

        return page_html(self)


def _class(name: str) -> int:
    """Place of a class of differences by its name.

    Raises:
        UsageError: There is no such class.
    """
    if name.replace("-", "_") not in CLASSES:
        raise UsageError(f"there is no class {name!r}", hint=f"the classes are {', '.join(CLASSES)}")
    return CLASSES.index(name.replace("-", "_"))


class Scores(Result):
    """What `tertium.score` returns."""

    title = "tertium score"

    def page(self, width: int = 80) -> list[Line]:
        """The terminal page, line by line."""
        from tertium.reports.terminal import score_page

        return score_page(self, width)

    def _repr_html_(self) -> str:
        """What a notebook shows."""
        from tertium.reports.notebook import scores_html

        return scores_html(self)


class Comparison(Result):
    """What `tertium.compare` returns."""

    title = "tertium compare"
    with_intervals = True

    @cached_property
    def warnings(self) -> list[str]:
        """What was odd, and whether sentences are too small to be blocks."""
        found = super().warnings
        if self.rules.reading == "compareval" and self.task in ("dependency", "tagging") and self.has_units:
            found += [
                f"{before} and {after} do not differ: ComparEval divides by zero there"
                for before, after in self.pairs
                if not self.tables.transitions(self.unit_measure, self.index(before), self.index(after)).n_different
            ]
        dependent = f"takes {self.unit_noun}s for independent, which they are not"
        if self.inference is not None and self.pairs and self.plan.test == "mcnemar":
            found.append(f"McNemar's test {dependent}: p-values are too small")
        elif self.pairs and self.rules.like == "malteval":
            found.append(
                f"MaltEval's McNemar test (mcnemar_z in the JSON) {dependent}; the p-values here do not rest on it"
            )
        if self.plan.block != "sentence" or self.inference is None or not self.has_units:
            return found
        for before, after in self.pairs:
            effects = self.design_effects(before, after)
            alone = effects.get("sentence", 1.0)
            more = effects.get("document", 0.0) / alone if alone > 0 else 0.0  # 0: every sentence differs alike
            if more > MORE_THAN_SENTENCES:
                found.append(
                    f"{before} → {after}: sentences of one document hang together (design effect of documents "
                    f"{effects['document']:.2f}, of sentences {effects['sentence']:.2f}); --block document is safer"
                )
        return found

    @cached_property
    def of_units(self) -> Comparison:
        """This comparison, led by a measure that has units to list: itself, where its own headline measure has."""
        name = None if self.has_units else self.kind.choose_answers(self.rules)
        if name not in self.tables.decision_measures:
            return self
        rules = replace(self.rules, headline=name)
        return Comparison(replace(self._loaded, rules=rules, measures=(self.tables.measures[name],)))

    @property
    def pairs(self) -> list[tuple[str, str]]:
        """Every pair of systems, the earlier first."""
        return list(combinations(self.systems, 2))

    def difference(self, before: str, after: str, measure: str | None = None) -> Difference:
        """What changed from one system to another."""
        return find_difference(self.tables, self.measure_name(measure), self.index(before), self.index(after))

    def gold_errors(self, before: str, after: str, measure: str | None = None) -> int | None:
        """So many wrong gold answers, all among the differing units and against the better system, make it a tie.

        The flip distance (see `tertium noise`); None where the measure is no decision over units.
        """
        name = measure or self.headline
        if not self.tables.measures[name].is_decision:
            return None
        return count_pair(self.tables, name, self.index(before), self.index(after)).flips()

    def gold_errors_to_doubt(self, before: str, after: str) -> int | None:
        """So many suffice for the difference not to be significant any more; None unless the test is the exact one."""
        contrast = self.contrast(before, after)
        if self.inference is None or contrast is None or contrast.test.name != "exact" or not self.has_units:
            return None
        from tertium.comparison.duels import count_doubt

        ahead, behind = (after, before) if contrast.delta >= 0 else (before, after)
        decisions = self.tables.decisions(self.headline)
        return count_doubt(decisions, self.inference, self.index(ahead), self.index(behind))

    def moves(self, before: str, after: str) -> list[MoveCount]:
        """Attachment errors of two systems: what moved, from where, to where; of phrase-structure trees only."""
        if not self.kind.shows_moves:
            return []
        from tertium.comparison.error_types import count_moves

        matches = [self.tables.matches[self.index(name)] for name in (before, after)]
        return count_moves(matches[0], [self.kind.type_errors(match) for match in matches])

    def types(self, before: str, after: str) -> list[TypeChange]:
        """Errors of two systems by type, with what the second repairs; of tasks whose report has them only."""
        if not self.kind.shows_types:
            return []
        from tertium.comparison.error_types import compare_types

        one, two = (self.kind.type_errors(self.tables.matches[self.index(name)]) for name in (before, after))
        return compare_types(one, two, self.unit_noun)[0 if self.kind.types_words else 1 :]

    def contrast(self, before: str, after: str, measure: str | None = None) -> Contrast | None:
        """How certain the difference between two systems is; None without intervals and tests."""
        if self.inference is None:
            return None
        return self.inference.contrast(self.measure_name(measure), self.index(before), self.index(after))

    @cached_property
    def disagreements(self) -> list[Disagreement]:
        """Pairs of systems that two measures rank in opposite order, where both say what the measures look at."""
        from tertium.comparison.rankings import find_disagreements

        return [
            row
            for row in find_disagreements(self.tables, self.inference)
            if all(
                self.is_answered(verdict.measure, system)
                for verdict in (row.one, row.other)
                for system in (row.first, row.second)
            )
        ]

    @cached_property
    def correlation_rows(self) -> list[Correlation]:
        """How alike two measures are over sentences, for each pair of measures."""
        from tertium.comparison.rankings import correlate_measures

        return correlate_measures(self.tables)

    @property
    def correlations(self) -> pl.DataFrame:
        """One row for each pair of measures."""
        return frames.correlation_frame(self)

    @property
    def block_noun(self) -> str:
        """What a block is called."""
        return self.plan.block if self.plan.block.isalpha() else "block"

    def slices_of(self, before: str, after: str, by: Sequence[str] | None = None) -> list[Slice]:
        """Slices by the features that were asked for (or these), for one pair under the headline measure.

        Raises:
            UsageError: There are no intervals, no units, or no such feature.
        """
        asked = self._loaded.options.by if by is None else by
        if not asked:
            return []
        if self.inference is None:
            raise UsageError("slices cannot be compared: there are no intervals", hint="leave out --no-intervals")
        features = self._parse_features(list(asked))
        if not self.has_units and any(isinstance(part, str) and part == ALL for part in split_by(list(asked))):
            features = [feature for feature in features if feature.level != "token"]
        return self._compare_slices(before, after, features)

    @cached_property
    def _unit_features(self) -> dict[str, Feature]:
        """Features of the units themselves, where systems propose their own; they go before those of words."""
        from tertium.comparison.slices import unit_features

        return unit_features(self.tables, self.headline, self._loaded.lexicon)

    def _feature(self, name: str) -> Feature:
        """One feature or condition."""
        if name in self._unit_features:
            return self._unit_features[name]
        known = self.features.find_expression(name)
        if known is not None:
            return known
        return self.features.find(name) if name in self.features.names() else self.features.parse([name])[0]

    def _parse_features(self, by: Sequence[str]) -> list[Feature]:
        """The features that a user names, or `all`."""
        own, found = self._unit_features, {}
        for part in split_by(by):
            if isinstance(part, str) and part in own:
                found[part] = own[part]
            else:
                parsed = {feature.name: feature for feature in self.features.parse([part])}
                found |= {**parsed, **own} if isinstance(part, str) and part == ALL else parsed
        return list(found.values())

    def _compare_slices(self, before: str, after: str, features: Sequence[Feature]) -> list[Slice]:
        if self.inference is None:
            return []
        from tertium.comparison.block_slices import compare_block_slices
        from tertium.comparison.slices import compare_slices

        compare = compare_slices if self.has_units else compare_block_slices
        return compare(self.inference, self.headline, self.index(before), self.index(after), features)

    def label_slices(self, before: str, after: str) -> dict[str, Slice]:
        """Every gold label as a slice, by its name; nothing without intervals."""
        if self.inference is None or not self.has_units:
            return {}
        from tertium.comparison.slices import label_feature

        rows = self._compare_slices(before, after, [label_feature(self.tables, self.headline)])
        return {row.names[0][1]: row for row in rows}

    def test_sets(self, before: str, after: str) -> list[Slice]:
        """Every file of the gold as a slice, p adjusted after Holm; nothing if there is only one."""
        if self.inference is None or len(self.gold.paths) < 2:  # noqa: PLR2004 (one file)
            return []
        rows = self._compare_slices(before, after, [self.features.find("file")])
        adjusted = holm([row.p for row in rows])
        return [replace(row, p_adjusted=p) for row, p in zip(rows, adjusted, strict=True)]

    def search(
        self,
        before: str,
        after: str,
        *,
        most: int = 20,
        pairs: bool = True,
        progress: Callable[[str, int, int], None] | None = None,
    ) -> Search:
        """Look for slices in which two systems differ another way than elsewhere; features as asked for, or all.

        Raises:
            UsageError: There are no intervals or no units.
        """
        if self.by_units is not self:
            return self.by_units.search(before, after, most=most, pairs=pairs, progress=progress)
        if self.inference is None or not self.has_units:
            raise UsageError(f"{self.headline} has no units to slice", hint="choose another --measure")
        from tertium.comparison.slice_search import search_slices

        asked = [part for part in self._loaded.options.by if not (isinstance(part, str) and part == ALL)]
        names = [name for name in self.features.names() if name not in TOO_FINE]
        own = [name for name in self._unit_features if name not in names]
        features = self._parse_features(asked) if asked else [self._feature(name) for name in (*own, *names)]
        one, two = self.index(before), self.index(after)
        return search_slices(
            self.inference, self.headline, one, two, features, most=most, pairs=pairs, progress=progress
        )

    @property
    def asked_features(self) -> list[Any]:
        """Features that the user asked for (`by`)."""
        return list(self._loaded.options.by)

    @property
    def feature_names(self) -> list[str]:
        """Features that this gold has, of units and of words."""
        return [*self._unit_features, *(name for name in self.features.names() if name not in self._unit_features)]

    def slice_examples(self, before: str, after: str, row: Slice, n: int = 1) -> list[Example]:
        """Marked sentences with units of a slice that changed."""
        if self.by_units is not self:
            return self.by_units.slice_examples(before, after, row, n)
        finder = Finder(self.tables, self.unit_measure, self.index(before), self.index(after))
        return finder.for_units(self._units_of_slice(finder, row), n)

    def slice_sentences(self, before: str, after: str, row: Slice) -> list[int]:
        """Places of the sentences with units of a slice that changed."""
        if self.by_units is not self:
            return self.by_units.slice_sentences(before, after, row)
        finder = Finder(self.tables, self.unit_measure, self.index(before), self.index(after))
        return finder.places_of_units(self._units_of_slice(finder, row))

    def _units_of_slice(self, finder: Finder, row: Slice) -> Mask:
        """(n_units,) the units of a slice."""
        chosen = np.ones(finder.decisions.n_units, dtype=np.bool_)
        for name, value in row.names:
            feature = self._feature(name)
            code = feature.code if feature.per_unit else feature.code[finder.decisions.unit]
            chosen &= code == feature.values.index(value)
        return chosen

    def design_effects(self, before: str, after: str) -> dict[str, float]:
        """How many times the variance of the difference is that of independent units, by kind of block.

        Sentences, documents if there are enough, and the blocks that were asked for.
        """
        found: dict[str, float] = {}
        if self.inference is None or not self.has_units:
            return found
        from tertium.comparison.blocking import find_blocks
        from tertium.comparison.design_effects import find_pair_effect

        one, two = self.index(before), self.index(after)
        kinds: dict[str, Codes | None] = {"sentence": None}
        if self.gold.n_docs >= FEWEST_DOCUMENTS:
            kinds["document"] = find_blocks(self.features, "document").of_sentence
        if self._blocking is not None and self.plan.block not in kinds:
            kinds[self.block_noun] = self._blocking.of_sentence
        if self.kind.block != "sentence":
            kinds = {self.kind.block: None}
        if self.kind.unit_alone:  # a unit hangs together with itself alone
            kinds.pop(self.kind.block)
        for name, blocks in kinds.items():
            effect = find_pair_effect(self._infer(blocks), self.headline, one, two)
            if isfinite(effect):
                found[name] = effect
        return found

    @property
    def slices(self) -> pl.DataFrame:
        """One row for each pair and slice, by the features that were asked for."""
        return frames.slice_frame(self)

    @cached_property
    def oracles(self) -> dict[str, Oracle]:
        """The systems together, for each measure that is a decision over units."""
        return {measure: self.tables.oracle(measure) for measure in self.tables.decision_measures}

    def dendrogram(self, measure: str | None = None) -> list[Join]:
        """In which order the systems join, the most alike first, by their share of differing units."""
        name = self.measure_name(measure)
        n = len(self.systems)
        distance = [[0.0] * n for _ in range(n)]
        for one, two in combinations(range(n), 2):
            distance[one][two] = distance[two][one] = self.tables.transitions(name, one, two).difference
        return join_systems(distance)

    def oracle_of(self, measure: str) -> Oracle:
        """The systems together under one measure."""
        return self.tables.oracle(self.measure_name(measure))

    def examples(self, before: str, after: str, kind: str, n: int | None = 3) -> list[Example]:
        """A marked sentence for each of the most frequent transitions of a class; None: all sentences of the class."""
        if n is None:
            return list(self.listing(before, after, kind=kind).examples)
        finder = Finder(self.tables, self.unit_measure, self.index(before), self.index(after))
        return finder.for_transitions(
            self.tables.transitions(self.unit_measure, finder.before, finder.after), _class(kind), n
        )

    def listing(
        self,
        before: str,
        after: str,
        *,
        kind: str | None = None,
        label: str | None = None,
        only: str | None = None,
        n: int | None = None,
    ) -> Listing:
        """Marked sentences: of a class, with a label, or solved by only one system (`only="none"`: by none)."""
        finder = Finder(self.tables, self.unit_measure, self.index(before), self.index(after))
        if only is not None:
            return finder.for_only(None if only == "none" else self.index(only), label=label, n=n)
        return finder.for_filter(kind=None if kind is None else _class(kind), label=label, n=n)

    @property
    def verdict(self) -> str:
        """Which system is better, by how much, and at what price, in words."""
        from tertium.reports.verdict import state_verdict

        return state_verdict(self)

    @property
    def differences(self) -> pl.DataFrame:
        """One row for each pair and measure."""
        return frames.difference_frame(self)

    @property
    def transitions(self) -> pl.DataFrame:
        """One row for each pair, measure, class and (gold, from, to)."""
        return frames.transition_frame(self)

    @property
    def oracle(self) -> pl.DataFrame:
        """One row for each measure."""
        return frames.oracle_frame(self)

    def to_dict(self) -> dict[str, Any]:
        """The JSON document."""
        from tertium.reports.json_file import comparison_document

        return comparison_document(self)

    def to_html(self, *, all_sentences: bool = False) -> str:
        """The report as one HTML page that opens offline (`--html`); a sample of very many sentences, or all."""
        from tertium.reports.html_page import render_html

        return render_html(self, all_sentences=all_sentences).decode("utf-8")

    def page(self, width: int = 80) -> list[Line]:
        """The terminal page, line by line."""
        from tertium.reports.terminal import comparison_page

        return comparison_page(self, width=width)

    def _repr_html_(self) -> str:
        """What a notebook shows."""
        from tertium.reports.notebook import comparison_html

        return comparison_html(self)


class Diff(Result):
    """What `tertium.diff` returns: outputs without a gold; the first stands where the gold would."""

    title = "tertium diff"

    def decisions_of(self, measure: str) -> pl.DataFrame:
        """One row for each unit of a measure: what each output says; nobody is right without a gold."""
        return frames.decision_frame(self, self.measure_name(measure), with_gold=False)

    def difference(self, after: str, measure: str | None = None) -> Difference:
        """What is different in another output."""
        return find_difference(self.tables, self.measure_name(measure), 0, self.index(after))

    def examples(self, after: str | None = None, *, label: str | None = None, n: int | None = 3) -> list[Example]:
        """Marked sentences in which the outputs differ."""
        if label is not None or n is None:
            return list(self.listing(after, label=label, n=n).examples)
        finder = Finder(self.tables, self.unit_measure, 0, self.index(after or self.systems[1]))
        return finder.for_transitions(self.tables.transitions(self.unit_measure, 0, finder.after), NEW_ERROR, n)

    def listing(self, after: str | None = None, *, label: str | None = None, n: int | None = None) -> Listing:
        """All marked sentences in which the outputs differ, or those in which a label is involved."""
        finder = Finder(self.tables, self.unit_measure, 0, self.index(after or self.systems[1]))
        return finder.for_filter(kind=None, label=label, n=n)

    @property
    def differences(self) -> pl.DataFrame:
        """One row for each measure and other output: how many units are answered differently."""
        return frames.diff_difference_frame(self)

    @property
    def transitions(self) -> pl.DataFrame:
        """One row for each measure, other output and (from, to)."""
        return frames.diff_frame(self)

    def to_dict(self) -> dict[str, Any]:
        """The JSON document."""
        from tertium.reports.json_file import diff_document

        return diff_document(self)

    def page(self, width: int = 80) -> list[Line]:
        """The terminal page, line by line."""
        from tertium.reports.terminal import diff_page

        return diff_page(self, width=width)

    def _repr_html_(self) -> str:
        """What a notebook shows."""
        from tertium.reports.notebook import diff_html

        return diff_html(self)
