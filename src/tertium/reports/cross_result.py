"""What `tertium.cross` returns: systems of several annotation schemes against single and generalised golds."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from itertools import combinations
from typing import TYPE_CHECKING, Any, cast

from tertium import __version__
from tertium.comparison.blocking import find_blocks
from tertium.comparison.cross import ATTACHMENT, Contest, Laid, find_groups, list_contestants
from tertium.comparison.features import Features
from tertium.comparison.inference import Inference
from tertium.measures import ted
from tertium.reports.json_file import SCHEMA
from tertium.reports.printable import Printable
from tertium.stats.linear import standard_error
from tertium.stats.unpaired import compare_unpaired
from tertium.tasks.view import View

if TYPE_CHECKING:
    from collections.abc import Sequence

    import polars as pl

    from tertium._typing import Codes
    from tertium.comparison.cross import CountTable, Measurer
    from tertium.comparison.tables import Tables
    from tertium.loading_schemes import LoadedSchemes
    from tertium.measures.ted import Edits
    from tertium.reports.page import Line
    from tertium.reports.tables import Table
    from tertium.scheme_outlines import SchemeOptions
    from tertium.stats.intervals import Interval
    from tertium.trees.generalization import Conflicts

TED: tuple[str, str] = (ted.U_TED.name, ted.L_TED.name)
RECALL: tuple[str, str] = (ted.U_RECALL.name, ted.L_RECALL.name)


@dataclass(frozen=True, slots=True)
class CrossScore:
    """One system under one measure, against one gold or what several share."""

    system: str
    scheme: str
    against: tuple[str, ...]
    measure: str
    value: float
    numerator: int
    denominator: int
    interval: Interval | None
    n_words: int  # of the text
    edits: Edits | None = None  # of tree edits
    flat: float | None = None  # what flat trees score
    other: tuple[str, int, int] | None = None  # with conflicting labels kept (or dropped) instead: which, score


@dataclass(frozen=True, slots=True)
class CrossDifference:
    """Two systems under one measure, against the same gold; or each against its own, on different sentences."""

    against: tuple[str, ...]  # none: each its own
    measure: str
    before: str
    after: str
    delta: float
    interval: Interval | None
    p: float | None
    p_adjusted: float | None
    test: str
    equivalence: float | None = None  # p of the claim that the two are within the margin


class Cross(Printable):
    """Scores, differences and what the schemes share; prints as the report."""

    title = "tertium cross"
    task = "cross-scheme"

    def __init__(
        self,
        loaded: Sequence[LoadedSchemes],
        chosen: SchemeOptions,
        *,
        conflicts: Conflicts = "keep",
        relabel: int = 1,
        measurer: Measurer | None = None,
    ) -> None:
        """Take what was loaded: all schemes over one text, or (unpaired) each over its own."""
        self.loaded = tuple(loaded)
        self.chosen = chosen
        self.conflicts: Conflicts = conflicts
        self.relabel = relabel
        self.is_unanchored = measurer is not None
        options = self.loaded[0].options
        self.plan = options.plan("sentence")
        self.with_intervals = options.intervals is not False
        self.notes: tuple[str, ...] = tuple(dict.fromkeys(note for part in self.loaded for note in part.notes))
        self.warnings: list[str] = list(dict.fromkeys(note for part in self.loaded for note in part.warnings))
        self.input_paths: list[str] = [path for part in self.loaded for path in part.input_paths]
        self.schemes = tuple(scheme for part in self.loaded for scheme in part.schemes.schemes)
        self.contests: list[Contest] = []
        self._inference: dict[int, Inference | None] = {}
        for part in self.loaded:
            laid = Laid(part.schemes)
            for names in find_groups(part.schemes):
                who = list_contestants(part.schemes, names)
                self.contests.append(Contest(laid, names, who, conflicts, relabel=relabel, measurer=measurer))
        self._blocks = [self._find_blocks(part) for part in self.loaded]

    @property
    def is_unpaired(self) -> bool:
        """Whether each scheme has sentences of its own."""
        return len(self.loaded) > 1

    @property
    def systems(self) -> tuple[str, ...]:
        """Names of all systems, scheme by scheme."""
        return tuple(system.name for scheme in self.schemes for system in scheme.systems)

    @property
    def signature(self) -> str:
        """Everything that decides what the numbers mean."""
        parts = [
            f"task:{self.task}",
            f"schemes:{','.join(scheme.name for scheme in self.schemes)}",
            f"conflicts:{self.conflicts}",
            f"edits:{'unanchored' if self.is_unanchored else 'anchored'}",
            f"relabel:{'yes' if self.relabel == 1 else 'no'}",
            f"hierarchy:{'yes' if self.chosen.hierarchy else 'no'}",
            f"projectivized:{'yes' if self.chosen.projectivize else 'no'}",
        ]
        if self.chosen.free:
            parts.append(f"free:{','.join(self.chosen.free)}")
        if self.loaded[0].options.map:
            parts.append("map:yes")
        if self.chosen.functions:
            parts.append(f"functions:{self.chosen.functions}")
        parts.append(f"tokens:{self.loaded[0].tokens}")
        parts.append(f"block:{self.plan.block}")
        found = next((each for contest in self.contests if (each := self.inference(contest))), None)
        if found is not None:
            test = "welch" if self.is_unpaired else self._tests_used()
            parts.append(self.plan.signature(test, found.n_blocks))
        parts.append(f"v:{__version__}")
        return "|".join(parts)

    def _tests_used(self) -> str:
        names = dict.fromkeys(row.test for row in self.differences)
        return "+".join(names) or "none"

    # certainty ------------------------------------------------------------------------------------------------------

    def _find_blocks(self, part: LoadedSchemes) -> Codes | None:
        if self.plan.block == "sentence":
            return None
        return find_blocks(Features(View(part.first, part.rules, who="gold")), self.plan.block).of_sentence

    def inference(self, contest: Contest) -> Inference | None:
        """Intervals and tests of tree edits; None where the user wants none."""
        return self._infer(contest, contest.ted_table) if contest.contestants else None

    def _infer(self, contest: Contest, table: CountTable | None) -> Inference | None:
        if table is None or not self.with_intervals:
            return None
        if id(table) not in self._inference:
            place = next(k for k, part in enumerate(self.loaded) if part.schemes is contest.laid.schemes)
            self._inference[id(table)] = Inference(cast("Tables", table), self.plan, self._blocks[place])
        return self._inference[id(table)]

    # rows -----------------------------------------------------------------------------------------------------------

    @cached_property
    def scores(self) -> list[CrossScore]:
        """Every system against every gold, under every measure."""
        return [row for contest in self.contests if contest.contestants for row in self._score_contest(contest)]

    def _score_contest(self, contest: Contest) -> list[CrossScore]:
        rows = []
        scheme_of = {one.name: one.scheme.name for one in contest.contestants}
        tables = [
            (contest.attachment_table, [measure.name for measure in ATTACHMENT]),
            (contest.ted_table, [*TED, *RECALL]),
        ]
        for table, names in tables:
            if table is None:
                continue
            found = self._infer(contest, table)
            for measure in names:
                for place, system in enumerate(table.systems):
                    top, bottom = (int(n) for n in table.counts[measure][place].sum(axis=0)[:2])
                    value = ted.value_of(table.counts[measure][place].sum(axis=0)[:2])
                    interval = None if found is None else found.interval(measure, place)
                    more = self._edits_of(contest, measure, place) if measure in TED else {}
                    rows.append(
                        CrossScore(
                            system,
                            scheme_of[system],
                            contest.against,
                            measure,
                            float(value),
                            top,
                            bottom,
                            interval,
                            contest.laid.schemes.text.n_words,
                            **more,
                        )
                    )
        return rows

    def _edits_of(self, contest: Contest, measure: str, place: int) -> dict[str, Any]:
        labelled = measure == ted.L_TED.name
        edits = contest.edits(labelled=labelled)[place]
        flat = float(ted.value_of(contest.flat(labelled=labelled).rows().sum(axis=0)))
        other = None
        if labelled and not contest.is_single:
            way: Conflicts = "drop" if self.conflicts == "keep" else "keep"
            top, bottom = contest.edits(labelled=True, conflicts=way)[place].rows().sum(axis=0).tolist()
            other = (way, top, bottom)
        return {"edits": edits, "flat": flat, "other": other}

    @cached_property
    def _by_key(self) -> dict[tuple[tuple[str, ...], str, str], CrossScore]:
        return {(row.against, row.measure, row.system): row for row in self.scores}

    def find(self, against: Sequence[str], measure: str, system: str) -> CrossScore | None:
        """One score, if there is one."""
        return self._by_key.get((tuple(sorted(against)), measure, system))

    @cached_property
    def differences(self) -> list[CrossDifference]:
        """Every two systems against the same gold; unpaired, every two of different schemes against their own."""
        return self._unpaired_differences() if self.is_unpaired else self._paired_differences()

    def _paired_differences(self) -> list[CrossDifference]:
        rows = []
        for contest in self.contests:
            if not contest.contestants:
                continue
            for table in (contest.attachment_table, contest.ted_table):
                found = self._infer(contest, table)
                if table is None or found is None or len(table.systems) < 2:  # noqa: PLR2004 (nothing to compare)
                    continue
                for measure in table.measures:
                    for one, two in combinations(range(len(table.systems)), 2):
                        contrast = found.contrast(measure, one, two)
                        rows.append(
                            CrossDifference(
                                contest.against,
                                measure,
                                table.systems[one],
                                table.systems[two],
                                contrast.delta,
                                contrast.interval,
                                contrast.p,
                                contrast.p_adjusted,
                                contrast.test.name,
                                contrast.equivalence,
                            )
                        )
        return rows

    def _unpaired_differences(self) -> list[CrossDifference]:
        from tertium.stats.multiple import holm

        own: dict[str, list[tuple[str, str, float, float, int]]] = {}
        for contest in self.contests:
            for table in (contest.attachment_table, contest.ted_table) if contest.contestants else ():
                found = self._infer(contest, table)
                if table is None or found is None:
                    continue
                for measure in table.measures:
                    for place, system in enumerate(table.systems):
                        error = standard_error(found.influences(measure, place))
                        own.setdefault(measure, []).append(
                            (contest.against[0], system, found.observed(measure, place), error, found.n_blocks)
                        )
        rows = []
        for measure, entries in own.items():
            pairs = [(one, two) for one, two in combinations(entries, 2) if one[0] != two[0]]
            tests = [
                compare_unpaired(two[2] - one[2], (one[3], two[3]), (one[4], two[4]), self.plan.alpha)
                for one, two in pairs
            ]
            known = [test.p for test in tests if test.p is not None]
            adjusted = iter(holm(known))
            for (one, two), test in zip(pairs, tests, strict=True):
                p = None if test.p is None else next(adjusted)
                rows.append(CrossDifference((), measure, one[1], two[1], test.delta, test.interval, test.p, p, "welch"))
        return rows

    def difference(self, against: Sequence[str], measure: str, before: str, after: str) -> CrossDifference | None:
        """One difference, whichever way round it was computed; None if there is no test."""
        names = tuple(sorted(against))
        return next(
            (
                row
                for row in self.differences
                if row.against == names and row.measure == measure and {row.before, row.after} == {before, after}
            ),
            None,
        )

    @cached_property
    def _differences_of(self) -> dict[tuple[tuple[str, ...], str, str], list[CrossDifference]]:
        found: dict[tuple[tuple[str, ...], str, str], list[CrossDifference]] = {}
        for row in self.differences:
            for system in (row.before, row.after):
                found.setdefault((row.against, row.measure, system), []).append(row)
        return found

    def differences_of(self, score: CrossScore) -> list[CrossDifference]:
        """The differences that a score takes part in."""
        against = () if self.is_unpaired else score.against
        return self._differences_of.get((against, score.measure, score.system), [])

    def nodes_of(self, scheme: str) -> int:
        """Nodes of the gold of a scheme."""
        return next(each for each in self.schemes if each.name == scheme).gold.trees.n_nodes

    def is_separated(self, row: CrossDifference) -> bool:
        """Whether the adjusted p is below alpha."""
        return row.p_adjusted is not None and row.p_adjusted < self.plan.alpha

    # renderings -----------------------------------------------------------------------------------------------------

    @property
    def verdict(self) -> str:
        """How far the best systems are apart, alone and on shared content, in words."""
        from tertium.reports.cross_verdict import state_cross

        return state_cross(self)

    @property
    def frame(self) -> pl.DataFrame:
        """One row for each system, gold and measure."""
        import polars as pl

        return pl.DataFrame([_flatten(row) for row in self.to_dict()["scores"]], infer_schema_length=None)

    @property
    def difference_frame(self) -> pl.DataFrame:
        """One row for each two systems, gold and measure."""
        import polars as pl

        return pl.DataFrame([_flatten(row) for row in self.to_dict()["differences"]], infer_schema_length=None)

    @property
    def frames(self) -> dict[str, pl.DataFrame]:
        """All data frames by name."""
        return {"scores": self.frame, "differences": self.difference_frame}

    @property
    def table_rows(self) -> list[Table]:
        """The paper's tables."""
        from tertium.reports.cross_tables import make_tables

        return make_tables(self)

    def to_dict(self) -> dict[str, Any]:
        """The JSON document."""
        from tertium.reports.cross_document import make_document

        return {"schema": SCHEMA, "tertium": __version__, **make_document(self)}

    def page(self, width: int = 80) -> list[Line]:
        """The terminal page, line by line."""
        from tertium.reports.cross_page import cross_page

        return cross_page(self, width)


def _flatten(row: dict[str, Any]) -> dict[str, Any]:
    """A row of a data frame: names joined, what is nested left out."""
    found = {name: value for name, value in row.items() if not isinstance(value, dict)}
    return {name: "+".join(value) if isinstance(value, list) else value for name, value in found.items()}
