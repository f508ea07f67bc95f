"""Results: what every verb returns, ready to be rendered, and what `score` returns; nothing is counted here.

Every table is a polars frame (`.to_pandas()` works where pandas is installed); every object prints as the terminal
page. `comparison_result` and `diff_result` hold what `compare` and `diff` return.
"""

from __future__ import annotations

from copy import copy
from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING, Any, Self

from tertium import __version__
from tertium.checks import (
    describe_blank_layers,
    describe_borders,
    find_blank_layers,
    find_strange_labels,
    needed_columns,
)
from tertium.comparison.tables import Tables
from tertium.conventions import EVALBS
from tertium.errors import UsageError
from tertium.formats.files import Files
from tertium.reports import frames
from tertium.reports.numbers import percent, points
from tertium.reports.printable import Printable
from tertium.tasks.view import count_true

if TYPE_CHECKING:
    from collections.abc import Iterator

    import polars as pl

    from tertium._typing import Codes
    from tertium.comparison.blocking import Blocking
    from tertium.comparison.features import Features
    from tertium.comparison.groups import Group
    from tertium.comparison.inference import Inference
    from tertium.comparison.oracle import LabelTable
    from tertium.comparison.scores import Score
    from tertium.formats.sources import Text
    from tertium.loading import Loaded
    from tertium.reports.page import Line
    from tertium.stats.intervals import Interval


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


class Scores(Result):
    """What `tertium.score` returns."""

    title = "tertium score"

    def page(self, width: int = 80) -> list[Line]:
        """The terminal page, line by line."""
        from tertium.reports.score_page import score_page

        return score_page(self, width)

    def _repr_html_(self) -> str:
        """What a notebook shows."""
        from tertium.reports.notebook import scores_html

        return scores_html(self)
