"""What official reports have in common: they need their measures, and old scripts measure columns in bytes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tertium.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from tertium.reports.page import Align
    from tertium.reports.result import Result


def need(result: Result, measures: Iterable[str]) -> None:
    """Make sure that everything was computed that a report has.

    Raises:
        UsageError: `--measure` left something out.
    """
    missing = [name for name in measures if name not in result.tables.measures]
    if missing:
        raise UsageError(
            f"the report of {result.rules.like} has {', '.join(missing)} too",
            hint="leave out --measure, or --as-printed",
        )


def pad(label: str, width: int, side: Align = "right") -> str:
    """A label at one side of its column, which Perl and Python 2 measure in bytes of UTF-8."""
    gap = " " * (width - len(label.encode("utf-8")))
    return gap + label if side == "right" else label + gap


def choose_measures(result: Result, printed: Mapping[str, str]) -> list[str]:
    """The measures of a report, or those of them that are asked for.

    Raises:
        UsageError: None of them is.
    """
    chosen = [name for name in printed if not result.asked_measures or name in result.asked_measures]
    if not chosen:
        raise UsageError(
            f"the report of {result.rules.like} has none of the measures asked for",
            hint=f"--measure {','.join(printed)}, or leave out --as-printed",
        )
    return chosen
