"""The tasks, one module each: everything that a task adds to the common mechanism.

Light: names only, so that `--help` can list them; a module is imported when its task is at hand.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Final, NamedTuple

from tertium.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tertium.conventions import Conventions
    from tertium.kinds.base import Kind
    from tertium.measures import Measure


class Entry(NamedTuple):
    """One task in the table."""

    module: str
    about: str  # what its own options are about: `--prm is about phrase-structure trees`
    options: frozenset[str] = frozenset()  # options that only some tasks take, this one among them
    holds: frozenset[str] = frozenset()  # what a file must hold to be this task's: its kind is asked of no other file


KINDS: Final[dict[str, Entry]] = {
    "constituency": Entry(
        "tertium.kinds.constituency",
        "phrase-structure trees",
        frozenset({"prm", "disc_only", "la_costs", "ted", "heads"}),
        holds=frozenset({"trees"}),
    ),
    "spans": Entry("tertium.kinds.spans", "spans", frozenset({"scheme", "repair"}), holds=frozenset({"spans"})),
    "labels": Entry(
        "tertium.kinds.labels",
        "tables with one label a row",
        frozenset({"gold_column", "system_column", "id_column", "text_column", "group_column", "negative"}),
        holds=frozenset({"labels"}),
    ),
    "roles": Entry("tertium.kinds.roles", "semantic roles", holds=frozenset({"roles"})),
    "coreference": Entry(
        "tertium.kinds.coreference",
        "coreference",
        frozenset({"singletons", "match", "arcs_criterion", "as_released", "mention_types", "intersection"}),
        holds=frozenset({"mentions"}),
    ),
    "dependency": Entry("tertium.kinds.dependency", "dependencies", frozenset({"punctuation"})),
    "tagging": Entry("tertium.kinds.tagging", "tags"),
}
"""Every task, in the order in which they are asked whether a file is theirs."""


def find_kind(task: str) -> Kind:
    """What a task adds.

    Raises:
        UsageError: There is no such task.
    """
    if task not in KINDS:
        raise UsageError(f"there is no task {task!r}", hint=f"--task {' | '.join(KINDS)}")
    kind: Kind = import_module(KINDS[task].module).KIND
    return kind


def find_measure(name: str, rules: Conventions) -> Measure:
    """The measure of that name (any case, common aliases) under the conventions.

    Raises:
        UsageError: There is none.
    """
    available = find_kind(rules.task).measures(rules)
    for measure in available.values():
        if name.lower() in (measure.name.lower(), *measure.aliases):
            return measure
    raise UsageError(f"there is no measure {name!r} for this task", hint=f"--measure {' | '.join(available)}")


def find_measures(names: Iterable[str], rules: Conventions) -> list[Measure]:
    """The measures of those names, in that order, each once."""
    found: dict[str, Measure] = {}
    for name in names:
        measure = find_measure(name, rules)
        found.setdefault(measure.name, measure)
    return list(found.values())
