"""evalb's parameter files, read as evalb reads them: odd lines are said and passed over, never obeyed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from tertium.brackets import BracketRules
from tertium.formats.sources import bare_name, load_bytes

if TYPE_CHECKING:
    from tertium.brackets import Dialect

_LISTS: Final = ("DELETE_LABEL", "DELETE_LABEL_FOR_LENGTH", "QUOTE_LABEL")
_PAIRS: Final = ("EQ_LABEL", "EQ_WORD")
_NUMBERS: Final = ("CUTOFF_LEN", "MAX_ERROR", "LABELED", "DEBUG")
_SHORTEST: Final = 2  # evalb counts the end of the line, too


def read_parameters(path: str, dialect: Dialect = "evalb") -> tuple[BracketRules, list[str]]:
    """The rules in a parameter file, and what was odd in it.

    Raises:
        SourceError: The file cannot be read.
    """
    text = load_bytes(path).decode("utf-8", "surrogateescape")
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
        key, *rest = line.split(maxsplit=1)
        value = rest[0].rstrip() if rest else ""
        parts = value.split()
        if key in _LISTS:
            lists[key].append(value)
        elif key in _PAIRS and len(parts) == 2:  # noqa: PLR2004 (a pair)
            pairs[key].append((parts[0], parts[1]))
        elif key in _NUMBERS and value.lstrip("+-").isdecimal():
            numbers[key] = int(value)
        else:
            what = (
                "needs two values" if key in _PAIRS else "needs a number" if key in _NUMBERS else "is unknown to evalb"
            )
            odd.append(f"{path}:{number}: {key} {what}; the line is passed over")
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
