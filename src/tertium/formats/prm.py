"""evalb's parameter files, read as evalb reads them: odd lines are said and passed over, never obeyed.

disco-dop knows more keys, and stops at what it does not know; so does its preset.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from tertium.brackets import BracketRules
from tertium.errors import FormatError
from tertium.formats.sources import bare_name, load_bytes

if TYPE_CHECKING:
    from tertium.brackets import Dialect

_LISTS: Final = ("DELETE_LABEL", "DELETE_LABEL_FOR_LENGTH", "QUOTE_LABEL")
_PAIRS: Final = ("EQ_LABEL", "EQ_WORD")
_NUMBERS: Final = ("CUTOFF_LEN", "MAX_ERROR", "LABELED", "DEBUG")
_DISCODOP_LISTS: Final = ("DELETE_LABEL", "DELETE_LABEL_FOR_LENGTH", "DELETE_WORD")
_DISCODOP_NUMBERS: Final = (*_NUMBERS, "DISC_ONLY", "LA", "TED", "DEP", "DELETE_ROOT_PRETERMS")
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
    """The rules in the text of a parameter file; labels accumulate, of numbers the last one counts.

    Raises:
        FormatError: disco-dop would stop here.
    """
    discodop = dialect == "discodop"
    lists: dict[str, list[str]] = {key: [] for key in (_DISCODOP_LISTS if discodop else _LISTS)}
    pairs: dict[str, list[tuple[str, str]]] = {key: [] for key in _PAIRS}
    numbers = {} if discodop else {"CUTOFF_LEN": 40, "MAX_ERROR": 10, "LABELED": 1, "DEBUG": 0}
    odd: list[str] = []
    for number, line in enumerate(text.split("\n"), 1):
        if line.startswith("#") or len(line.rstrip()) < _SHORTEST:
            continue
        key = "" if line[0].isspace() else line.split(maxsplit=1)[0]  # evalb does not forgive a blank before it
        value = line[len(key) :].strip()
        if discodop:
            _take_strictly(key, value, lists, pairs, numbers, (path, number))
            continue
        what = _take(key, value, lists, pairs, numbers)
        if what:
            odd.append(f"{path}:{number}: {key or 'a line that begins with a blank'} {what}")
    rules = BracketRules(
        name=name,
        dialect=dialect,
        labeled=numbers.get("LABELED", 1) != 0,
        delete_label=tuple(lists["DELETE_LABEL"]),
        delete_label_for_length=tuple(lists["DELETE_LABEL_FOR_LENGTH"]),
        quote_label=tuple(lists.get("QUOTE_LABEL", ())),
        eq_label=tuple(pairs["EQ_LABEL"]),
        eq_word=tuple(pairs["EQ_WORD"]),
        cutoff=numbers.get("CUTOFF_LEN", 40),
        max_error=numbers.get("MAX_ERROR", 10),
        delete_word=tuple(lists.get("DELETE_WORD", ())),
        delete_root_words=numbers.get("DELETE_ROOT_PRETERMS", 0) != 0,
        disc_only=numbers.get("DISC_ONLY", 0) != 0,
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


def _take_strictly(  # noqa: PLR0917 (where it belongs, and where it is from)
    key: str,
    value: str,
    lists: dict[str, list[str]],
    pairs: dict[str, list[tuple[str, str]]],
    numbers: dict[str, int],
    where: tuple[str, int],
) -> None:
    """Put one line where it belongs; disco-dop refuses what evalb passes over."""
    parts, what = value.split(), ""
    if key in _DISCODOP_LISTS:
        lists[key].append(value)
    elif key in _PAIRS and len(parts) == 2:  # noqa: PLR2004 (a pair)
        pairs[key].append((parts[0], parts[1]))
    elif key in _PAIRS:
        what = "needs two values"
    elif key in _DISCODOP_NUMBERS and key in numbers:
        what = "is there twice"
    elif key in _DISCODOP_NUMBERS and value.lstrip("+-").isdecimal():
        numbers[key] = int(value)
    else:
        what = "needs a number" if key in _DISCODOP_NUMBERS else "is unknown to disco-dop"
    if what:
        raise FormatError(f"{key} {what}", path=where[0], line=where[1], hint="correct the line, or take it out")
