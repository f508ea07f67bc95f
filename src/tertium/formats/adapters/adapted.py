"""What an adapter makes of an object: words in columns, a table of labels, or the text of a file."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from collections.abc import Iterable

    import polars as pl

    from tertium.corpus import Irregularity
    from tertium.formats.sources import Text
    from tertium.formats.tables import Table

ENTITY: Final = "entity"
"""The column of BIO tags, where words have other tags too."""


@dataclass(frozen=True, eq=False, slots=True)
class Adapted:
    """One of the three, and what was odd about the object."""

    words: pl.DataFrame | None = None
    """form, then any of tag, upos, xpos, lemma, feats, head (in its sentence, from 1), deprel, entity; and `sentence`
    and `document`, which change at each border."""
    table: Table | None = None
    text: Text | None = None
    format: str = ""  # of the text
    odd: tuple[Irregularity, ...] = ()
    wordless: bool = False  # the forms of the words are stand-ins


@dataclass(slots=True)
class Words:
    """Words that are collected one by one."""

    columns: dict[str, list[Any]] = field(default_factory=dict)
    n: int = 0

    def add(self, **values: Any) -> None:
        """One word; what it lacks is `_`, as is what other words lack that it has."""
        for name in values:
            if name not in self.columns:
                self.columns[name] = ["_"] * self.n
        for name, column in self.columns.items():
            column.append(values.get(name, "_"))
        self.n += 1

    def frame(self, always: Iterable[str] = ("form", "sentence")) -> pl.DataFrame:
        """The columns in which any word has something."""
        import polars as pl

        found = {name: values for name, values in self.columns.items() if any(value != "_" for value in values)}
        found |= {name: [] for name in always if name not in self.columns}
        return pl.DataFrame(
            [pl.Series(name, values, dtype=_kind(name), strict=False) for name, values in found.items()]
        )


def _kind(name: str) -> Any:
    import polars as pl

    return pl.Int64 if name in ("head", "sentence", "document") else pl.String


def singles(content: Any) -> list[Any]:
    """The object itself, or those of a list."""
    return list(content) if type(content) in (list, tuple) else [content]


def first(content: Any) -> Any:
    """The object, or the first of a list; None of an empty one."""
    if type(content) in (list, tuple):
        return content[0] if content else None
    return content
