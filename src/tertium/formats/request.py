"""What a reader is asked for: which columns, into which vocabulary, how strictly, and under which name."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal, TypeAlias

from tertium.conventions import Conventions

if TYPE_CHECKING:
    from collections.abc import Mapping

    from tertium.corpus import Vocab


Role: TypeAlias = Literal["gold", "system"]


@dataclass(frozen=True, slots=True, kw_only=True)
class LabelColumns:
    """Names of columns in a table of labels; None: found by themselves."""

    label: str | None = None
    id: str | None = None
    text: str | None = None
    group: str | None = None  # rows of one group belong together; of the gold's table
    systems: tuple[str, ...] = ()  # of the gold's table: no features of the gold


@dataclass(frozen=True, slots=True, kw_only=True)
class Request:
    """One reading of one file."""

    vocab: Vocab
    name: str
    wanted: frozenset[str]  # layers that will be looked at; others are not even parsed
    role: Role = "gold"
    conventions: Conventions = field(default_factory=Conventions)
    columns: Mapping[str, int] = field(default_factory=dict)  # the user's column map, name -> index from 0
    comments: bool = False  # keep the comment lines, for their metadata
    labels: LabelColumns = field(default_factory=LabelColumns)
