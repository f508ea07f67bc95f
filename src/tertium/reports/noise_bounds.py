"""What `tertium.noise` returns for two accuracies alone: the setting of Padró and Màrquez (1998)."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Any, Final, Literal, NamedTuple

from tertium import __version__
from tertium.comparison.duels import Regions, find_regions
from tertium.comparison.error_rates import Rate, read_accuracy, read_rates, read_tags
from tertium.comparison.noise import Bound, bound_system
from tertium.comparison.word_groups import AMBIGUOUS
from tertium.errors import UsageError
from tertium.reports.printable import Printable
from tertium.stats.intervals import Interval
from tertium.stats.noise import bound_hard, bound_reasonable, range_p, range_reasonable_p

if TYPE_CHECKING:
    import polars as pl

    from tertium._typing import Scores
    from tertium.reports.page import Line

SYSTEMS: Final = ("T1", "T2")
"""The names of two systems of which only the accuracies are known, as in the paper."""

WARNING: Final = (
    "The reasonable interval assumes that a system does at least as well as guessing where the gold is wrong "
    "(u >= 1/a). Systems trained on the same treebank learn its errors and do worse: take it as the paper's, not as a "
    "promise."
)


class AtP(NamedTuple):
    """What both true accuracies can be at one p."""

    kind: Literal["hard", "reasonable"]
    p: float
    intervals: tuple[Interval, ...]  # of each system


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

    @cached_property
    def rows_at_p(self) -> list[AtP]:
        """Both kinds of bounds at the ends of the p that both systems can have, as the paper's table has them.

        Nothing where a system has a range of error rates.
        """
        known = [
            (row.observed, row.rate.high, row.tags)
            for row in self.bound_rows
            if row.rate is not None and row.rate.low == row.rate.high
        ]
        if len(known) < len(self.bound_rows):
            return []
        first = max(float(range_p(observed, rate)[0]) for observed, rate, _ in known)
        found = [AtP("hard", p, tuple(_at(bound_hard(*one[:2], p)) for one in known)) for p in (first, 1.0)]
        given = [(observed, rate, tags) for observed, rate, tags in known if tags is not None]
        if not given:
            return found
        spans = [range_reasonable_p(*one) for one in given]
        first, last = max(float(low) for low, _ in spans), min(float(high) for _, high in spans)
        reasonable = dict.fromkeys((first, last)) if first <= last else ()
        return found + [
            AtP("reasonable", p, tuple(_at(bound_reasonable(*one, p)) for one in given)) for p in reasonable
        ]

    @property
    def signature(self) -> str:
        """What the numbers rest on."""
        parts = ["task:noise", "accuracy:" + ",".join(f"{value:g}" for value in self.accuracy)]
        rates = [
            f"{rate.low:g}" if rate.low == rate.high else f"{rate.low:g}:{rate.high:g}" for rate in self.rates.values()
        ]
        parts.append("error-rate:" + ",".join(rates))
        if self.tags:
            parts.append("ambiguity:" + ",".join(f"{tags:g}" for tags in self.tags.values()))
        return "|".join([*parts, f"v:{__version__}"])

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


def _at(found: tuple[Scores, Scores]) -> Interval:
    return Interval(float(found[0]), float(found[1]))
