"""evalb's parameter files, read as evalb reads them: odd lines are said and passed over, never obeyed."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from tertium.brackets import BracketRules
from tertium.formats.sources import bare_name, load_bytes

if TYPE_CHECKING:
    from tertium.brackets import Dialect

_LISTS: Final = ("DELETE_LABEL", "DELETE_LABEL_FOR_LENGTH", "QUOTE_LABEL")
_PAIRS: Final = ("EQ_LABEL", "EQ_WORD")
_SHORTEST: Final = 3  # evalb passes over anything shorter
_NUMBER: Final = re.compile(r"\s*([+-]?[0-9]+)")


def read_parameters(path: str, dialect: Dialect = "evalb") -> tuple[BracketRules, list[str]]:
    """The rules in a parameter file, and what was odd in it.

    Raises:
        SourceError: The file cannot be read.
    """
    text = load_bytes(path).decode("utf-8", "replace")
    return parse_parameters(text, bare_name(path), dialect, path)


def parse_parameters(text: str, name: str, dialect: Dialect, path: str) -> tuple[BracketRules, list[str]]:
    """The rules in the text of a parameter file; labels accumulate, of numbers the last one counts."""
    lists: dict[str, list[str]] = {key: [] for key in _LISTS}
    pairs: dict[str, list[tuple[str, str]]] = {key: [] for key in _PAIRS}
    numbers = {"CUTOFF_LEN": 40, "MAX_ERROR": 10, "LABELED": 1, "DEBUG": 0}
    odd: list[str] = []
    for number, line in enumerate(text.split("\n"), 1):
        if line.startswith("#") or len(line.rstrip()) < _SHORTEST:
            continue
        key = "" if line[0].isspace() else line.split(maxsplit=1)[0]  # evalb does not forgive a blank before it
        value = line[len(key) :].strip()
        what = _take(key, value, lists, pairs, numbers)
        if what:
            odd.append(f"{path}:{number}: {key or 'a line that begins with a blank'} {what}")
    rules = BracketRules(
        name=name,
        dialect=dialect,
        labeled=numbers["LABELED"] != 0,
        delete_label=tuple(lists["DELETE_LABEL"]),
        delete_label_for_length=tuple(lists["DELETE_LABEL_FOR_LENGTH"]),
        quote_label=tuple(lists["QUOTE_LABEL"]),
        eq_label=tuple(pairs["EQ_LABEL"]),
        eq_word=tuple(pairs["EQ_WORD"]),
        cutoff=numbers["CUTOFF_LEN"],
        max_error=numbers["MAX_ERROR"],
    )
    return rules, odd


def _take(
    key: str,
    value: str,
    lists: dict[str, list[str]],
    pairs: dict[str, list[tuple[str, str]]],
    numbers: dict[str, int],
) -> str:
    """Put one line where it belongs; what is odd about it, or nothing."""
    parts = value.split()
    if key not in (*lists, *pairs, *numbers):
        return "is unknown to evalb; the line is passed over"
    if not value:
        return "has no value; the line is passed over"
    if key in lists:
        lists[key].append(value)
        return f"{value!r} holds a blank, so it matches nothing" if len(parts) > 1 else ""
    if key in pairs:
        if len(parts) != 2:  # noqa: PLR2004 (a pair)
            return "needs two values; the line is passed over"
        pairs[key].append((parts[0], parts[1]))
        return ""
    found = _NUMBER.match(value)
    numbers[key] = int(found[1]) if found else 0
    return "" if found else f"{value!r} is no number; evalb takes it for 0"
