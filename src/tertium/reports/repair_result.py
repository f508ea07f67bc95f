"""What `tertium.repair` returns."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Any

from tertium.comparison.repairs import Repair, Row, find_repairs, repairs_of
from tertium.errors import UsageError
from tertium.reports import frames
from tertium.reports.result import Result, lead_by_units

if TYPE_CHECKING:
    import polars as pl

    from tertium.comparison.repairs import By
    from tertium.loading import Loaded
    from tertium.reports.page import Line


class Repairs(Result):
    """What `tertium.repair` returns: each system's score without one class of its errors, for each class."""

    title = "tertium repair"

    def __init__(self, loaded: Loaded) -> None:
        """Take what was loaded.

        Raises:
            UsageError: A measure was asked for that is no decision over words.
        """
        super().__init__(loaded if loaded.options.measures else lead_by_units(loaded))
        decisions = self.tables.decision_measures
        asked = self.tables.measures if loaded.options.measures else (self.headline,)
        others = [name for name in asked if name not in decisions]
        if others:
            raise UsageError(
                f"{', '.join(others)}: no decision over single units, so no class of errors can be repaired",
                hint=f"choose another --measure: {', '.join(decisions) or 'F1, LAS or Accuracy'}",
            )
        self.measures: tuple[str, ...] = tuple(asked)
        self._rows: dict[str, list[Row]] = {}

    def n_errors(self, measure: str, system: str, by: By = "kind") -> int:
        """All errors of a system, as one division counts them."""
        place = self.index(system)
        rows = [row[place] for row in self.classes(measure) if row[place].group.by == by]
        return sum(row.errors for row in rows if not row.group.is_part)

    def classes(self, measure: str | None = None) -> list[Row]:
        """Every class with one repair for each system, division by division, the biggest first."""
        name = self.measure_name(measure)
        if name not in self._rows:
            self._rows[name] = find_repairs(self.tables, name)
        return self._rows[name]

    @cached_property
    def repair_rows(self) -> list[Repair]:
        """One row for each measure, system and class that the system has errors in."""
        return [
            repair
            for measure in self.measures
            for place in range(len(self.systems))
            for repair in repairs_of(self.classes(measure), place)
        ]

    @property
    def verdict(self) -> str:
        """The biggest classes, in words."""
        from tertium.reports.repair_page import state_repairs

        return state_repairs(self)

    @property
    def repairs(self) -> pl.DataFrame:
        """One row for each measure, system and class that the system has errors in."""
        return frames.repair_frame(self)

    def to_dict(self) -> dict[str, Any]:
        """The JSON document."""
        from tertium.reports.json_file import repair_document

        return repair_document(self)

    def page(self, width: int = 80) -> list[Line]:
        """The terminal page, line by line."""
        from tertium.reports.repair_page import repair_page

        return repair_page(self, width)
