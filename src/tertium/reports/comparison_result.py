"""What `compare` returns: everything about systems set against a gold and against each other, ready to be rendered.

Nothing is counted here; differences, tests, slices and oracles are asked for when they are shown.
"""

from __future__ import annotations

from dataclasses import replace
from functools import cached_property
from itertools import combinations
from math import isfinite
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from tertium.comparison.agreement import Join, join_systems
from tertium.comparison.by_option import ALL, split_by
from tertium.comparison.differences import Difference, find_difference
from tertium.comparison.duels import count_pair
from tertium.comparison.examples import Example, Finder, Listing
from tertium.comparison.transitions import CLASSES
from tertium.errors import UsageError
from tertium.reports import frames
from tertium.reports.result import Result
from tertium.stats.multiple import holm

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    import polars as pl

    from tertium._typing import Codes, Mask
    from tertium.comparison.error_types import MoveCount, TypeChange
    from tertium.comparison.feature_columns import Feature
    from tertium.comparison.inference import Contrast
    from tertium.comparison.oracle import Oracle
    from tertium.comparison.rankings import Correlation, Disagreement
    from tertium.comparison.slice_search import Search
    from tertium.comparison.slices import Slice
    from tertium.reports.page import Line

TOO_FINE: Final = frozenset({"form", "lemma", "feats", "document", "file"})
"""Features that a search for slices leaves out unless they are named."""

FEWEST_DOCUMENTS: Final = 10
"""So many are needed to tell how much they hang together."""

MORE_THAN_SENTENCES: Final = 1.2
"""Documents that add so much to the design effect of sentences deserve a warning."""


def _class(name: str) -> int:
    """Place of a class of differences by its name.

    Raises:
        UsageError: There is no such class.
    """
    if name.replace("-", "_") not in CLASSES:
        raise UsageError(f"there is no class {name!r}", hint=f"the classes are {', '.join(CLASSES)}")
    return CLASSES.index(name.replace("-", "_"))


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
        """Slices by the features that were asked for (or these), for one pair under the measure whose units are listed.

        Raises:
            UsageError: There are no intervals, no units, or no such feature.
        """
        if self.by_units is not self:
            return self.by_units.slices_of(before, after, by)
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
        """Every file of the gold with the scores that it has alone, p after Holm; nothing if there is only one."""
        if self.inference is None or len(self.gold.paths) < 2:  # noqa: PLR2004 (one file)
            return []
        from tertium.comparison.block_slices import compare_block_slices

        sets = [self.features.find("file")]
        rows = compare_block_slices(self.inference, self.headline, self.index(before), self.index(after), sets)
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

    @property
    def chains(self) -> dict[str, pl.DataFrame]:
        """Of coreference: recall bounds, errors, what another system repairs, agreement, every mention; by name."""
        from tertium.reports.chain_frames import chain_frames

        return chain_frames(self)

    def to_dict(self) -> dict[str, Any]:
        """The JSON document."""
        from tertium.reports.comparison_document import comparison_document

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
