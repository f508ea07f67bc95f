"""Columns of words that are parsed when somebody first looks at them, and never if nobody does.

Scores of coreference need the words for one question only: have gold and system the same? Most responses are the key
with other brackets. Where that is so, the texts tell it without the brackets, and nothing is parsed at all.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from threading import Lock
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tertium._typing import Codes
    from tertium.formats.conll2012_scan import Besides


class UnreadColumns(Mapping[str, "Codes"]):
    """Columns by name; each is kept once it has been parsed."""

    def __init__(
        self, names: Collection[str], parse: Callable[[Collection[str]], dict[str, Codes]], besides: Besides
    ) -> None:
        """Take what parses one column or several, and what the file holds besides brackets."""
        self.besides = besides
        self._names = tuple(names)
        self._parse = parse
        self._known: dict[str, Codes] = {}
        self._lock = Lock()  # systems are linked to one gold side by side

    def __getitem__(self, name: str) -> Codes:
        """One column; whoever asks for the first of several mostly needs the others, too."""
        if name not in self._names:
            raise KeyError(name)
        with self._lock:
            if name not in self._known:
                missing = [other for other in self._names if other not in self._known]
                self._known |= self._parse(missing if name == self._names[0] else [name])
            return self._known[name]

    def __iter__(self) -> Iterator[str]:
        """The names."""
        return iter(self._names)

    def __len__(self) -> int:
        """How many columns there are."""
        return len(self._names)

    def __contains__(self, name: object) -> bool:
        """Whether there is such a column; it is not parsed for that."""
        return name in self._names

    def repeat(self, other: Mapping[str, Codes]) -> bool:
        """Whether these are the columns of another file, as far as the texts tell; if not, they may still be."""
        if not isinstance(other, UnreadColumns) or list(other) != list(self):
            return False
        return self.besides.equals(other.besides)
