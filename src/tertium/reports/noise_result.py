"""What `tertium.noise` returns for files: whether the gold standard can tell, and what would settle it."""

from __future__ import annotations

from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING, Any, Final

from tertium.comparison.adjudication import Estimate, Estimates, anchor_model, estimate, model_rates
from tertium.comparison.duels import Duel, find_decisions
from tertium.comparison.error_rates import read_rates, read_tags
from tertium.comparison.latent import FEWEST_RATERS, Belief, count_patterns, find_patterns, fit_model
from tertium.comparison.noise import Bound, NoiseTables
from tertium.comparison.sampling import draw_sample
from tertium.comparison.sheets import Judgements, Origin, read_sheet, write_sheet
from tertium.comparison.suspects import mean_length
from tertium.comparison.truth import TrueDuel, Truth, measure_duels, measure_truth
from tertium.comparison.word_groups import Group, group_words
from tertium.errors import UsageError
from tertium.reports.noise_bounds import WARNING
from tertium.reports.result import Result, make_tables

if TYPE_CHECKING:
    from collections.abc import Sequence

    import polars as pl

    from tertium._typing import Mask
    from tertium.comparison.tables import Tables
    from tertium.loading import Loaded
    from tertium.reports.page import Line
    from tertium.tasks.decisions import Decisions

_CERTAINTY: Final = frozenset({"block", "test", "interval", "resamples", "seed", "alpha", "margin", "v"})
"""Parts of the signature that do not decide what an answer is."""


class Noise(Result):
    """Gold and systems from files: bounds, what the gold would have to be wrong by, samples, and a better gold."""

    title = "tertium noise"
    with_intervals = True

    def __init__(
        self,
        loaded: Loaded,
        *,
        error_rate: Any = None,
        ambiguity: Any = None,
        adjudicated: Sequence[str] = (),
        model: bool = False,
        against: bool = False,
    ) -> None:
        """Take what was loaded; with a better gold, it is the last of the systems.

        Raises:
            UsageError: The headline measure is no decision over units, or a value makes no sense.
        """
        super().__init__(narrow(loaded))
        self.better: int | None = None
        if against:
            self.better = len(self.systems) - 1
            self.better_name, self.systems = self.systems[-1], self.systems[:-1]
        self.rates = read_rates(error_rate, self.systems)
        self.tags = read_tags(ambiguity, self.systems)
        self._sheets = tuple(adjudicated)
        if len(self._sheets) > 2:  # noqa: PLR2004 (two adjudicators)
            raise UsageError("more than two sheets were given", hint="--adjudicated is for one or two adjudicators")
        self.wants_model = model
        if model and len(self.systems) + 1 < FEWEST_RATERS:
            raise UsageError("the model needs at least two systems", hint="give another, or leave out --model")
        _ = self.word_groups, self.sheets  # what is wrong with a lexicon or a sheet is told before anything is computed

    # what is known --------------------------------------------------------------------------------------------------

    @cached_property
    def word_groups(self) -> list[Group]:
        """Ambiguous, unambiguous, unknown and all words; all units where answers are no labels of words.

        Raises:
            UsageError: The lexicon is about other labels.
        """
        view, lexicon, decisions = self.tables.matches[0].gold, self._loaded.lexicon, self._units[0]
        if lexicon is not None and self.rules.fold_case:
            lexicon = lexicon.fold_case()
        if lexicon is not None:
            known = set(lexicon.entries["label"].unique())
            own = set(decisions.vocab.decode(decisions.vocab.used(decisions.gold_label)))
            if not known & own:
                raise UsageError(
                    f"no label of the lexicon is one of the gold's ({self.headline}, {self.rules.layer})",
                    hint="choose the --layer that the lexicon is about",
                )
        return group_words(decisions, view, lexicon)

    @property
    def lexicon_name(self) -> str:
        """What tells which words are ambiguous."""
        return "the gold itself" if self._loaded.lexicon is None else self._loaded.lexicon.name

    @cached_property
    def noise(self) -> NoiseTables:
        """Bounds and duels."""
        return NoiseTables(
            self.tables,
            self.inference,
            self._units[0],
            groups=self.word_groups,
            rates=self.rates,
            tags=self.tags,
        )

    @cached_property
    def _units(self) -> tuple[Decisions, Mask]:
        """What gold and systems decide, and which of all units these are."""
        return find_decisions(self.tables, self.headline, len(self.systems))

    @cached_property
    def _judged(self) -> Decisions | None:
        """The same with the better gold as the last system."""
        whole = self.tables.decisions(self.headline)
        return None if self.better is None else whole.take(self._units[1], whole.n_systems)

    @property
    def bound_rows(self) -> list[Bound]:
        """For each system and group of words."""
        return self.noise.bounds

    @property
    def duels(self) -> list[Duel]:
        """For each pair."""
        return self.noise.duels

    @property
    def signature(self) -> str:
        """Everything that decides what the numbers mean."""
        found = self.inference
        tests = "" if found is None else "+".join(dict.fromkeys(self._tests())) or "none"
        return self.sign(tests)

    def _tests(self) -> list[str]:
        found = self.inference
        places = [(self.index(duel.before), self.index(duel.after)) for duel in self.duels]
        return [] if found is None else [found.gain(self.headline, one, two)[2].name for one, two in places]

    @cached_property
    def warnings(self) -> list[str]:
        """What was odd, and what must be said beside the reasonable interval."""
        found = list(super().warnings)
        found += [f"{row.system} ({row.group}): {row.why_not}" for row in self.bound_rows if row.why_not]
        if any(row.reasonable is not None for row in self.bound_rows):
            found.append(WARNING)
        if self.rates is not None and len(set(self.rates.values())) > 1 and len(self.systems) > 1:
            found.append("the systems share one gold: for pairs the higher of their error rates is taken")
        return found

    # samples --------------------------------------------------------------------------------------------------------

    @cached_property
    def _origin(self) -> Origin:
        gold, *others = self._loaded.hashes
        return Origin(
            measure=self.headline,
            settings="|".join(part for part in self.sign("").split("|") if part.partition(":")[0] not in _CERTAINTY),
            gold=("gold", gold),
            systems=tuple(zip(self.systems, others, strict=False)),
        )

    def sample(self, n: int | None = None, *, differing: bool = False) -> str:
        """An adjudication sheet of so many rows, as text; write it to a file and fill it in.

        Args:
            n: Rows; None: all units.
            differing: Only units on which the systems differ: all that matters for their difference.
        """
        n = self.noise.answers.n_units if n is None else n
        sample = draw_sample(self.noise.answers, n, differing=differing, seed=self.plan.seed)
        return write_sheet(sample, self.noise.answers, self.gold, self._origin, self.plan.seed)

    @cached_property
    def sheets(self) -> tuple[Judgements, ...]:
        """Sheets that were filled in."""
        return tuple(read_sheet(path, self.noise.answers, self.gold, self._origin) for path in self._sheets)

    @cached_property
    def estimated(self) -> Estimates | None:
        """What the sheets tell; None without any."""
        if not self.sheets:
            return None
        return estimate(self.sheets, self.noise.answers, seed=self.plan.seed, alpha=self.plan.alpha)

    # the model ------------------------------------------------------------------------------------------------------

    @cached_property
    def belief(self) -> Belief | None:
        """The latent-class model; None unless it was asked for."""
        if not self.wants_model:
            return None
        patterns = find_patterns(self.noise.answers, heads=mean_length(self.noise.answers, self.gold))
        return fit_model(patterns, count_patterns(patterns))

    @cached_property
    def anchored(self) -> tuple[dict[str, Estimate], ...] | None:
        """The model's C, t, u, p and x for each system, held to the sample; None without a sample of all units."""
        if self.belief is None or not self.sheets:
            return None
        return anchor_model(
            self.sheets,
            self.noise.answers,
            self.belief.patterns,
            self.noise.block,
            seed=self.plan.seed,
            alpha=self.plan.alpha,
        )

    def model_alone(self, system: str) -> dict[str, float] | None:
        """What the model says without a sample: for comparing, not for reporting (see the docs)."""
        if self.belief is None:
            return None
        return model_rates(self.belief, self.noise.answers, self.index(system) + 1)

    # a better gold --------------------------------------------------------------------------------------------------

    @cached_property
    def truth_rows(self) -> list[Truth]:
        """What a better gold shows, for each system and group of words; nothing without one."""
        return [] if self._judged is None else measure_truth(self.noise, self._judged)

    @cached_property
    def true_duels(self) -> list[TrueDuel]:
        """What a better gold shows, for each pair."""
        if self._judged is None:
            return []
        return measure_duels(
            self.noise, self._judged, lambda system: self._true_tables.score(self.headline, system).value
        )

    @cached_property
    def _true_tables(self) -> Tables:
        """The systems by the better gold."""
        return make_tables(self._loaded.with_last_as_gold())

    # renderings -----------------------------------------------------------------------------------------------------

    @property
    def verdict(self) -> str:
        """Whether the gold can tell, in words."""
        from tertium.reports.noise_words import state_noise

        return state_noise(self)

    @property
    def bounds(self) -> pl.DataFrame:
        """One row for each system and group of words."""
        from tertium.reports.noise_document import bound_frame

        return bound_frame(self.bound_rows)

    @property
    def pairs(self) -> pl.DataFrame:
        """One row for each pair of systems."""
        from tertium.reports.noise_document import duel_frame

        return duel_frame(self.duels)

    @property
    def estimates(self) -> pl.DataFrame:
        """What the sample tells, one row for each system and unknown; empty without a sample."""
        from tertium.reports.noise_document import estimate_frame

        return estimate_frame(self)

    @property
    def truth(self) -> pl.DataFrame:
        """What the better gold shows, one row for each system and group of words; empty without one."""
        from tertium.reports.noise_document import truth_frame

        return truth_frame(self.truth_rows)

    def to_dict(self) -> dict[str, Any]:
        """The JSON document."""
        from tertium.reports.noise_document import noise_document

        return noise_document(self)

    def plot(self, path: str) -> bytes:
        """The chart for a file ending in .svg, .pdf or .png: figure 1 of the paper for two systems, else intervals.

        Raises:
            UsageError: No error rate is known.
        """
        from tertium.reports.noise_chart import draw_noise

        return draw_noise(self, path)

    def page(self, width: int = 80) -> list[Line]:
        """The terminal page, line by line."""
        from tertium.reports.noise_page import noise_page

        return noise_page(self, width)


def narrow(loaded: Loaded) -> Loaded:
    """The same with the headline measure alone, which must be a decision over units.

    Raises:
        UsageError: It is not.
    """
    headline = next(measure for measure in loaded.measures if measure.name == loaded.rules.headline)
    if not headline.is_decision:
        decisions = [measure.name for measure in loaded.measures if measure.is_decision]
        raise UsageError(
            f"{headline.name} is no decision over single units, so that no gold answer can be wrong under it",
            hint=f"--measure {decisions[0]}" if decisions else "choose another --measure",
        )
    return replace(loaded, measures=(headline,), rules=replace(loaded.rules, measures=(headline.name,)))
