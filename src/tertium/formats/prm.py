"""evalb's parameter files, read as evalb reads them: odd lines are said and passed over, never obeyed.

disco-dop knows more keys, and stops at what it does not know; so does its preset.
"""

from __future__ import annotations

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
_SHORTEST: Final = 2  # evalb counts the end of the line, too


def read_parameters(path: str, dialect: Dialect = "evalb") -> tuple[BracketRules, list[str]]:
    """The rules in a parameter file, and what was odd in it.

    Raises:
        SourceError: The file cannot be read.
    """
    text = load_bytes(path).decode("utf-8", "surrogateescape")
    return parse_parameters(text, bare_name(path), dialect, path)


def parse_parameters(text: str, name: str, dialect: Dialect, path: str) -> tuple[BracketRules, list[str]]:
    """The rules in the text of a parameter file; labels accumulate, of numbers the last one counts.

    Raises:
        FormatError: disco-dop would stop here.
    """
    discodop = dialect == "discodop"
    list_keys, number_keys = (_DISCODOP_LISTS, _DISCODOP_NUMBERS) if discodop else (_LISTS, _NUMBERS)
    lists: dict[str, list[str]] = {key: [] for key in (*_LISTS, *_DISCODOP_LISTS)}
    pairs: dict[str, list[tuple[str, str]]] = {key: [] for key in _PAIRS}
    numbers: dict[str, int] = {}
    odd: list[str] = []
    for number, line in enumerate(text.split("\n"), 1):
        if line.startswith("#") or len(line.rstrip()) < _SHORTEST:
            continue
        key, *rest = line.split(maxsplit=1)
        value = rest[0].rstrip() if rest else ""
        parts = value.split()
        if key in list_keys:
            lists[key].append(value)
        elif key in _PAIRS and len(parts) == 2:  # noqa: PLR2004 (a pair)
            pairs[key].append((parts[0], parts[1]))
        elif key in number_keys and value.lstrip("+-").isdecimal() and not (discodop and key in numbers):
            numbers[key] = int(value)
        else:
            what = f"is unknown to {'disco-dop' if discodop else 'evalb'}"
            if key in (*_PAIRS, *number_keys):
                what = (
                    "is there twice"
                    if discodop and key in numbers
                    else f"needs {'two values' if key in _PAIRS else 'a number'}"
                )
            if discodop:
                raise FormatError(f"{key} {what}", path=path, line=number, hint="correct the line, or take it out")
            odd.append(f"{path}:{number}: {key} {what}; the line is passed over")
    rules = BracketRules(
        name=name,
        dialect=dialect,
        labeled=numbers.get("LABELED", 1) != 0,
        delete_label=tuple(lists["DELETE_LABEL"]),
        delete_label_for_length=tuple(lists["DELETE_LABEL_FOR_LENGTH"]),
        quote_label=tuple(lists["QUOTE_LABEL"]),
        eq_label=tuple(pairs["EQ_LABEL"]),
        eq_word=tuple(pairs["EQ_WORD"]),
        cutoff=numbers.get("CUTOFF_LEN", 40),
        max_error=numbers.get("MAX_ERROR", 10),
        delete_word=tuple(lists["DELETE_WORD"]),
        delete_root_words=numbers.get("DELETE_ROOT_PRETERMS", 0) != 0,
        disc_only=numbers.get("DISC_ONLY", 0) != 0,
    )
    return rules, odd
