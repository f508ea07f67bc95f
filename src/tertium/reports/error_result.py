"""What `tertium.find_errors` returns: error types of every system, ready to be rendered; nothing is counted here."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Any

from tertium.comparison.error_types import (
    Disagreement,
    ErrorType,
    MarkedPhrase,
    MoveCount,
    TypeChange,
    compare_types,
    count_confusions,
    count_moves,
    count_types,
    find_disagreements,
    find_example,
)
from tertium.reports.result import Result

if TYPE_CHECKING:
    import polars as pl

    from tertium.loading import Loaded
    from tertium.reports.page import Line


class ErrorTypes(Result):
    """Each system's errors by type; of several runs of a system, those of the one that stands for it."""

    title = "tertium errors"

    def __init__(self, loaded: Loaded) -> None:
        """Take what was loaded.

        Raises:
            UsageError: The task is tagging.
        """
        super().__init__(loaded)
        self.typed = tuple(self.kind.type_errors(match) for match in self.tables.matches)

    @property
    def kinds(self) -> tuple[str, ...]:
        """Names of all types; the first is that of parts of speech."""
        return self.typed[0].kinds

    @cached_property
    def type_rows(self) -> list[ErrorType]:
        """One row for each system and type."""
        pairs = zip(self.systems, self.typed, strict=True)
        return [row for name, errors in pairs for row in count_types(name, errors, self.unit_noun)]

    def types_of(self, system: str) -> dict[str, ErrorType]:
        """One system's errors by type."""
        self.index(system)
        return {row.kind: row for row in self.type_rows if row.system == system}

    def changes(self, before: str, after: str) -> list[TypeChange]:
        """What the second system repairs and introduces, by type."""
        return compare_types(self.typed[self.index(before)], self.typed[self.index(after)], self.unit_noun)

    @cached_property
    def move_rows(self) -> list[MoveCount]:
        """What moved, from where, to where, and how often in each system; the most frequent first."""
        return count_moves(self.tables.matches[0], self.typed)

    def confusions(self, system: str, kind: str) -> list[tuple[str, str, int]]:
        """Gold label, the system's, and how often, of a type."""
        place = self.index(system)
        return count_confusions(self.tables.matches[place], self.typed[place], kind)

    @cached_property
    def disagreement_rows(self) -> list[Disagreement]:
        """Sentences that are perfect under one measure and not under another, system by system."""
        names = self.kind.measures_of_whole_sentences(list(self.tables.measures))
        return [
            row
            for place, errors in enumerate(self.typed)
            for row in find_disagreements(self.tables, place, errors, names)
        ]

    def examples(self, system: str, n: int = 5) -> list[MarkedPhrase]:
        """One marked sentence for each of the most frequent types."""
        place = self.index(system)
        rows = sorted(self.types_of(system).values(), key=lambda row: -row.units)
        taken: set[int] = set()
        found: list[MarkedPhrase] = []
        for row in rows:
            if row.units and len(found) < n and row.kind != "no parse":
                example = find_example(self.tables.matches[place], self.typed[place], row.kind, taken)
                found += [example] if example else []
        return found

    @property
    def verdict(self) -> str:
        """The biggest types, in words."""
        from tertium.reports.errors_page import state_errors

        return state_errors(self)

    @property
    def errors(self) -> pl.DataFrame:
        """One row for each system and type."""
        import polars as pl

        return pl.DataFrame(self.error_documents(), schema_overrides={"share": pl.Float64})

    @property
    def moves(self) -> pl.DataFrame:
        """One row for each system and move: what, from where, to where."""
        import polars as pl

        schema = dict.fromkeys(("system", "type", "what", "from", "to"), pl.String) | {"count": pl.Int64}
        return pl.DataFrame(self.move_documents(), schema=schema)

    def error_documents(self) -> list[dict[str, Any]]:
        """The types as plain rows."""
        total = {
            name: sum(row.units for row in self.type_rows if row.system == name and row.unit != "word")
            for name in self.systems
        }
        if self.unit_noun == "word":
            total = {
                name: sum(row.units for row in self.type_rows if row.system == name and row.kind != self.kinds[0])
                for name in self.systems
            }
        return [
            {
                "system": row.system,
                "type": row.kind,
                "unit": row.unit,
                "events": row.events,
                "missed": row.missed,
                "extra": row.extra,
                "units": row.units,
                "share": row.units / total[row.system] if total[row.system] and row.kind != self.kinds[0] else None,
            }
            for row in self.type_rows
            if self.kind.types_words or row.kind != self.kinds[0]
        ]

    def move_documents(self) -> list[dict[str, Any]]:
        """The moves as plain rows, one for each system that makes them."""
        return [
            {
                "system": name,
                "type": row.kind,
                "what": row.what,
                "from": row.source,
                "to": row.target,
                "count": row.counts[place],
            }
            for place, name in enumerate(self.systems)
            for row in self.move_rows
            if row.counts[place]
        ]

    def to_dict(self) -> dict[str, Any]:
        """The JSON document."""
        from tertium.reports.errors_page import errors_document

        return errors_document(self)

    def page(self, width: int = 80) -> list[Line]:
        """The terminal page, line by line."""
        from tertium.reports.errors_page import errors_page

        return errors_page(self, width)
