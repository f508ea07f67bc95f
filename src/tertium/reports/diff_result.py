"""What `diff` returns: outputs set against each other without a gold (Tuggener 2017, equation 1)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tertium.comparison.differences import Difference, find_difference
from tertium.comparison.examples import Example, Finder, Listing
from tertium.comparison.transitions import NEW_ERROR
from tertium.errors import UsageError
from tertium.reports import frames
from tertium.reports.result import Result

if TYPE_CHECKING:
    import polars as pl

    from tertium.loading import Loaded
    from tertium.reports.page import Line


class Diff(Result):
    """What `tertium.diff` returns: outputs without a gold; the first stands where the gold would."""

    title = "tertium diff"

    def __init__(self, loaded: Loaded) -> None:
        """Take what was loaded.

        Raises:
            UsageError: No measure is a decision over units.
        """
        if not any(measure.is_decision for measure in loaded.measures):
            name = loaded.kind.choose_answers(loaded.rules)
            raise UsageError(
                f"{loaded.rules.headline} is no decision over single units, so that there is no list of differences",
                hint=f"--measure {name}" if name else "leave out --measure",
            )
        super().__init__(loaded)

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
        finder = self._finder(after)
        return finder.for_transitions(self.tables.transitions(self.unit_measure, 0, finder.after), NEW_ERROR, n)

    def listing(self, after: str | None = None, *, label: str | None = None, n: int | None = None) -> Listing:
        """All marked sentences in which the outputs differ, or those in which a label is involved."""
        return self._finder(after).for_filter(kind=None, label=label, n=n)

    def _finder(self, after: str | None) -> Finder:
        other = self.index(after or self.systems[1])
        return Finder(self.tables, self.unit_measure, 0, other, has_gold=False)

    @property
    def differences(self) -> pl.DataFrame:
        """One row for each measure and other output: how many units are answered differently."""
        return frames.diff_difference_frame(self)

    @property
    def transitions(self) -> pl.DataFrame:
        """One row for each measure, other output and (from, to)."""
        return frames.diff_frame(self)

    @property
    def agreement(self) -> pl.DataFrame:
        """Of coreference: the F1 of each output with each other one as the key (Tuggener 2017, table 13)."""
        from tertium.reports.chain_frames import agreement_frame

        return agreement_frame(self)

    def to_dict(self) -> dict[str, Any]:
        """The JSON document."""
        from tertium.reports.comparison_document import diff_document

        return diff_document(self)

    def page(self, width: int = 80) -> list[Line]:
        """The terminal page, line by line."""
        from tertium.reports.diff_page import diff_page

        return diff_page(self, width=width)

    def _repr_html_(self) -> str:
        """What a notebook shows."""
        from tertium.reports.notebook import diff_html

        return diff_html(self)
