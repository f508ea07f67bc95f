"""A learning curve as a result: points, gains and contrasts, ready to be rendered."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Any

from tertium import __version__
from tertium.comparison.curves import Gain, Place, Point, Scored, find_contrasts, find_gains
from tertium.reports.json_file import SCHEMA
from tertium.reports.printable import Printable

if TYPE_CHECKING:
    from collections.abc import Sequence

    import polars as pl

    from tertium.comparison.inference import Inference
    from tertium.reports.page import Line
    from tertium.reports.result import Scores
    from tertium.stats.intervals import Interval


class Curve(Printable):
    """What `tertium.curve` returns: scores for each gold, whose systems are the points of the series."""

    title = "tertium curve"

    def __init__(self, scored: Sequence[tuple[Scores, Sequence[Place]]]) -> None:
        """Take the scores for each gold, with the places of the systems in their order."""
        self.golds = [one for one, _ in scored]
        first = self.golds[0]
        self.task, self.headline = first.task, first.headline
        self.measures: tuple[str, ...] = tuple(first.tables.measures)
        self.plan = first.plan
        self.notes: tuple[str, ...] = tuple(dict.fromkeys(note for one in self.golds for note in one.notes))
        self.input_paths: list[str] = [path for one in self.golds for path in one.input_paths]
        self._series: dict[str, list[tuple[Place, Scores]]] = {}
        for one, places in scored:
            for place in places:
                self._series.setdefault(place.series, []).append((place, one))
        for points in self._series.values():
            points.sort(key=lambda point: point[0].size)

    @property
    def series(self) -> tuple[str, ...]:
        """Names of the series, in the order in which they came."""
        return tuple(self._series)

    @property
    def signatures(self) -> list[str]:
        """What decides the numbers, for each gold."""
        every = [gain for series in self.series for gain in self.gains(series)] + self.contrasts()
        tests = "+".join(dict.fromkeys(gain.test for gain in every)) or "none"
        return [one.sign(tests) for one in self.golds]

    @cached_property
    def warnings(self) -> list[str]:
        """What was odd, each thing once."""
        return list(dict.fromkeys(note for one in self.golds for note in one.warnings))

    def is_share(self, measure: str) -> bool:
        """Whether a measure is shown in percent."""
        return self.golds[0].tables.measures[measure].is_share

    def points(self, series: str, measure: str | None = None) -> list[Point]:
        """The points of a series, from the smallest size to the largest."""
        name = measure or self.headline
        return [
            Point(place, one.score(name, place.name), one.interval(name, place.name))
            for place, one in self._series[series]
        ]

    def _scored(self) -> dict[str, list[Scored]]:
        found: dict[str, list[Scored]] = {}
        for series, points in self._series.items():
            known: list[tuple[Place, Inference | None, int]] = [
                (place, one.inference, one.index(place.name)) for place, one in points
            ]
            found[series] = [Scored(place, inference, at) for place, inference, at in known if inference is not None]
        return found

    @cached_property
    def _gains(self) -> dict[tuple[str, str], list[Gain]]:
        scored = self._scored()
        return {(name, measure): find_gains(scored[name], measure) for name in scored for measure in self.measures}

    def gains(self, series: str, measure: str | None = None) -> list[Gain]:
        """From each size to the next; nothing without intervals and tests."""
        return self._gains[series, measure or self.headline]

    @cached_property
    def _contrasts(self) -> dict[str, list[Gain]]:
        scored = self._scored()
        return {measure: find_contrasts(scored, measure) for measure in self.measures}

    def contrasts(self, measure: str | None = None) -> list[Gain]:
        """Every two series at the sizes that both have."""
        return self._contrasts[measure or self.headline]

    @property
    def frame(self) -> pl.DataFrame:
        """One row for each series, measure and size."""
        import polars as pl

        return pl.DataFrame(
            [_plain(row) for row in self.to_dict()["points"]], schema_overrides={"low": pl.Float64, "high": pl.Float64}
        )

    @property
    def gain_frame(self) -> pl.DataFrame:
        """One row for each series, measure and step; then for each two series at one size."""
        import polars as pl

        document = self.to_dict()
        rows = [{"kind": "gain", **row} for row in document["gains"]]
        rows += [{"kind": "contrast", **row} for row in document["contrasts"]]
        return pl.DataFrame(rows, infer_schema_length=None)

    @property
    def verdict(self) -> str:
        """How far each series rises, and whether its last step still gains, in words."""
        from tertium.reports.curve_page import state_curve

        return state_curve(self)

    def to_dict(self) -> dict[str, Any]:
        """The JSON document."""
        every = [(series, measure) for series in self.series for measure in self.measures]
        return {
            "schema": SCHEMA,
            "tertium": __version__,
            "task": self.task,
            "signatures": self.signatures,
            "headline": self.headline,
            "verdict": self.verdict,
            "series": list(self.series),
            "points": [
                {
                    "series": series,
                    "size": point.place.size,
                    "measure": measure,
                    "value": point.score.value,
                    "numerator": point.score.numerator,
                    "denominator": point.score.denominator,
                    **_ends(point.interval),
                }
                for series, measure in every
                for point in self.points(series, measure)
            ],
            "gains": [_gain(gain) for series, measure in every for gain in self.gains(series, measure)],
            "contrasts": [_gain(gain) for measure in self.measures for gain in self.contrasts(measure)],
            "warnings": self.warnings,
        }

    def to_svg(self, measure: str | None = None) -> str:
        """The plot of one measure as SVG."""
        from tertium.reports.curve_svg import draw_svg

        return draw_svg(self, measure or self.headline)

    def page(self, width: int = 80) -> list[Line]:
        """The terminal page, line by line."""
        from tertium.reports.curve_page import curve_page

        return curve_page(self, width)

    def _repr_html_(self) -> str:
        """What a notebook shows."""
        from tertium.reports.notebook import page_html

        return page_html(self)


def _plain(row: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in row.items() if name not in ("numerator", "denominator")}


def _ends(interval: Interval | None, before: str = "") -> dict[str, float | None]:
    low, high = (None, None) if interval is None else (interval.low, interval.high)
    return {f"{before}low": low, f"{before}high": high}


def _gain(gain: Gain) -> dict[str, Any]:
    where = (
        {"series": gain.before.series, "from": gain.before.size, "to": gain.after.size}
        if gain.before.series == gain.after.series
        else {"size": gain.before.size, "from": gain.before.series, "to": gain.after.series}
    )
    return {
        **where,
        "measure": gain.measure,
        "delta": gain.delta,
        **_ends(gain.interval, "delta_"),
        "p_value": gain.p,
        "p_adjusted": gain.p_adjusted,
        "test": gain.test,
    }
