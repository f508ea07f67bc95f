"""What `tertium.noise` returns for two accuracies alone: the setting of Padró and Màrquez (1998)."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Any, Final

from tertium.comparison.duels import Regions, find_regions
from tertium.comparison.error_rates import Rate, read_accuracy, read_rates, read_tags
from tertium.comparison.noise import Bound, bound_system
from tertium.comparison.word_groups import AMBIGUOUS
from tertium.errors import UsageError
from tertium.reports.printable import Printable

if TYPE_CHECKING:
    import polars as pl

    from tertium.reports.page import Line

SYSTEMS: Final = ("T1", "T2")
"""The names of two systems of which only the accuracies are known, as in the paper."""

WARNING: Final = (
    "The reasonable interval assumes that a system does at least as well as guessing where the gold is wrong "
    "(u >= 1/a). Systems trained on the same treebank learn its errors and do worse: take it as the paper's, not as a "
    "promise."
)


class NoiseBounds(Printable):
    """Two observed accuracies and an error rate: the setting of the paper."""

    title = "tertium noise"
    input_paths: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()

    def __init__(self, accuracy: Any, error_rate: Any, ambiguity: Any = None) -> None:
        """Take K of both systems, C, and a if it is known.

        Raises:
            UsageError: A value makes no sense, or no p is possible with these.
        """
        if error_rate is None:
            raise UsageError("how much of the gold is wrong?", hint="--error-rate 0.03, or a range: 0.02:0.04")
        self.systems = SYSTEMS
        self.accuracy = read_accuracy(accuracy)
        self.rates: dict[str, Rate] = read_rates(error_rate, SYSTEMS) or {}
        self.tags = read_tags(ambiguity, SYSTEMS)
        group = AMBIGUOUS if self.tags else "all"
        self.bound_rows: list[Bound] = [
            bound_system(
                name,
                observed,
                rate=self.rates[name],
                tags=None if self.tags is None else self.tags[name],
                group=group,
            )
            for name, observed in zip(SYSTEMS, self.accuracy, strict=True)
        ]
        for row in self.bound_rows:
            if row.why_not is not None:
                raise UsageError(
                    f"{row.system}: {row.why_not}",
                    hint="a lower --error-rate; without --ambiguity there are the hard bounds alone",
                )

    @cached_property
    def regions(self) -> Regions:
        """How the intervals lie to each other."""
        tags = [None, None] if self.tags is None else list(self.tags.values())
        return find_regions(self.accuracy, list(self.rates.values()), tags)

    @property
    def warnings(self) -> list[str]:
        """What must be said beside the reasonable interval."""
        return [WARNING] if self.tags else []

    @property
    def verdict(self) -> str:
        """Whether the gold can tell, in words."""
        from tertium.reports.noise_words import state_bounds

        return state_bounds(self)

    @property
    def bounds(self) -> pl.DataFrame:
        """One row for each system."""
        from tertium.reports.noise_document import bound_frame

        return bound_frame(self.bound_rows)

    def to_dict(self) -> dict[str, Any]:
        """The JSON document."""
        from tertium.reports.noise_document import bounds_document

        return bounds_document(self)

    def plot(self, path: str) -> bytes:
        """Figure 1 of the paper, for a file with the suffix .svg, .pdf or .png."""
        from tertium.reports.noise_chart import draw_bands

        return draw_bands(self.bound_rows, {}, path)

    def page(self, width: int = 80) -> list[Line]:
        """The terminal page, line by line."""
        from tertium.reports.noise_bounds_page import bounds_page

        return bounds_page(self, width)

    def _repr_html_(self) -> str:
        """What a notebook shows."""
        from tertium.reports.notebook import page_html

        return page_html(self)
