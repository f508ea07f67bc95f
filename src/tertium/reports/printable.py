"""What every result can do: print as its terminal page, and give its document as JSON."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import TYPE_CHECKING, Any

from tertium.reports.page import as_text

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tertium.reports.page import Line


class Printable(ABC):
    """A result with a page and a document."""

    notes: tuple[str, ...]
    """What was decided on the way, in words."""
    input_paths: Sequence[str]
    """The files that were read, which no output may overwrite."""

    @abstractmethod
    def to_dict(self) -> dict[str, Any]:
        """The JSON document."""

    def to_json(self) -> str:
        """The JSON document as text."""
        from tertium.reports.json_file import dumps

        return dumps(self.to_dict())

    @abstractmethod
    def page(self, width: int = 80) -> list[Line]:
        """The terminal page, line by line."""

    def render(self, width: int = 80) -> str:
        """The terminal page without colour."""
        return as_text(self.page(width))

    def __str__(self) -> str:
        """The terminal page at 80 columns."""
        return self.render()

    def __repr__(self) -> str:
        """The terminal page too, so that a prompt shows it."""
        return self.render()
