"""Systems inside the gold's own table, and which columns the user names."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tertium.errors import UsageError
from tertium.formats.files import Files
from tertium.formats.request import LabelColumns

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tertium.formats.guess import Guess
    from tertium.formats.memory import Memory
    from tertium.options import Options


def find_inside(source: Files | Memory, guess: Guess, options: Options) -> tuple[list[Files | Memory], list[str]]:
    """The systems that stand beside the gold in its own table, and what was taken for them, in words.

    Raises:
        UsageError: There are none.
    """
    if options.gold_is_system or "labels" not in guess.holds:
        raise UsageError("there is no system to compare with the gold", hint="give at least one output after the gold")
    asked = name_columns(options, source, [])
    inputs: list[Files | Memory] = []
    if isinstance(source, Files):
        from tertium.formats.labels import find_systems

        found = find_systems(next(iter(source.texts())), asked, options.system_column)
        inputs += [source.with_column(name) for name in found.names]
    else:
        found = source.find_systems(asked, options.system_column)
        inputs += [source.with_column(name) for name in found.names]
    if not inputs:
        raise UsageError(
            f"{source.name} has a gold, but no column that looks like a system's labels",
            hint="--system-column NAME names one, or give files of outputs after the gold",
        )
    return inputs, [f"systems: {', '.join(found.names)} ({found.why})"]


def name_columns(options: Options, source: Files | Memory, systems: Sequence[Files | Memory] | None) -> LabelColumns:
    """The columns of a table with one label a row that the user names; of the gold's if its systems are given."""
    if systems is None:
        label = source.column or (options.system_column[0] if options.system_column else None)
        return LabelColumns(label=label, id=options.id_column)
    return LabelColumns(
        label=options.gold_column,
        id=options.id_column,
        text=options.text_column,
        group=options.group_column,
        systems=tuple(system.column for system in systems if system.column is not None),
    )
