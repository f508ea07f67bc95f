"""The stored output of the official coreference scorers, and how tertium's numbers are set beside it.

An oracle is compared entry by entry (a system, a pair, a case) with what tertium makes of the same files, laid out as
the oracle is. Both must have the same keys: what is not compared is named here, with the reason.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from functools import cache
from numbers import Real
from pathlib import Path
from typing import Any, Final, TypeAlias

import pytest

from tests.conftest import find_shared

Counterparts: TypeAlias = Mapping[tuple[str, str], Callable[[str, Path], Any]]
"""An oracle and a key of it -> what tertium has for an entry under that key; the folder is for files to be written."""

SHARED: Final = find_shared()
FOLDER: Final = Path("oracles/coreference")
SYSTEMS: Final = ("sieve", "recency", "mentionpair", "xrenner-onto", "xrenner-gum")
REFUSED: Final = "refused"
EXACT: Final = 1e-9
TOLERANCE: Final = {"official_testsuite": {"cases/*/expected": 1e-4}}
"""Values that are stored as people wrote them down: with the tolerance of the test suite that has them."""

IN_WORDS: Final = frozenset({"corpus", "definition", "note", "notes", "scorer", "source", "units", "variants", "what"})
"""Keys of files that say what their numbers are."""

_INPUT: Final = "is what the case is made of"
_TAGS: Final = "tertium has one type for all tags that are neither of nouns nor of pronouns: their sum is compared"


def _each(place: str, names: str, reason: str) -> dict[str, str]:
    return {f"{place}/{name}": reason for name in names.split()}


NOT_COMPARED: Final[Mapping[str, Mapping[str, str]]] = {
    "arcs_cases": _each("cases/*", "what tokens key response", _INPUT),
    "edge_cases": {
        **_each("cases/*", "what key response", _INPUT),
        "cases/unopened/coval": "coval divides by zero there; we go on",
        "cases/dup-3/scorer_pl_all": "repeats add up over the metrics of one run, so that it stops at 3 of them; our"
        " limit of 10 is that of a run of one metric (docs/conventions.md)",
        "cases/*/scorer_pl_all/stderr": "is empty where the scorer goes on; we say what is odd about a file",
    },
    "official_testsuite": _each("cases/*", "documents", _INPUT),
    "ontogum.compareval": {
        "arcs_scorer/source": "says what the scorer is",
        **_each("upper_bounds/*/*/rows", "CD DT FW", _TAGS),
        **_each("arcs_scorer/systems/*/*", "CD DT VBD VBZ", _TAGS),
    },
}


@cache
def read_oracle(name: str) -> dict[str, Any]:
    """An oracle: lists of named rows as tables of them, refusals in whatever words as the word `refused`."""
    assert SHARED is not None
    found: dict[str, Any] = _lay_out(json.loads((SHARED / FOLDER / f"{name}.json").read_text(encoding="utf-8")))
    return found


def _lay_out(tree: Any) -> Any:
    if isinstance(tree, list) and tree and isinstance(tree[0], dict):
        for key in {"id", "mention_type"} & tree[0].keys():
            return _lay_out({row[key]: {name: part for name, part in row.items() if name != key} for row in tree})
    if not isinstance(tree, dict):
        return tree
    if "error" in tree or tree.get("exit"):
        return REFUSED
    found = {name: _lay_out(part) for name, part in tree.items()}
    return {**found, "OTHER": _add_others(found)} if "NOUN" in found and "OTHER" not in found else found


def _add_others(rows: Mapping[str, Mapping[str, Any]]) -> dict[str, int]:
    """The counts of the tags that are neither of nouns nor of pronouns."""
    found: dict[str, int] = {}
    for tag, row in rows.items():
        if tag not in ("Overall", "NOUN", "PRP", "PRP$"):
            for name, count in row.items():
                if isinstance(count, int):
                    found[name] = found.get(name, 0) + count
    return found


def corpus(name: str) -> str:
    """The path of a file of a corpus."""
    assert SHARED is not None
    return str(SHARED / "corpora/coreference" / name)


def entries(counterparts: Counterparts) -> list[Any]:
    """Every entry of every part that is compared: the oracle, the key, the entry."""
    if SHARED is None:
        return []
    found = [(oracle, key, entry) for oracle, key in counterparts for entry in read_oracle(oracle)[key]]
    return [pytest.param(*part, id=" ".join(part)) for part in found if _reason(part[0], "/".join(part[1:])) is None]


def compare(counterparts: Counterparts, oracle: str, key: str, entry: str, folder: Path) -> None:
    """Every number under an entry beside tertium's; both have the same keys."""
    theirs = leaves(read_oracle(oracle)[key][entry], f"{key}/{entry}")
    theirs = {path: leaf for path, leaf in theirs.items() if _reason(oracle, path) is None}
    ours = leaves(counterparts[oracle, key](entry, folder), f"{key}/{entry}")
    ours = {path: leaf for path, leaf in ours.items() if _reason(oracle, path) is None}
    assert theirs, "there is nothing to compare"
    only_one_has = sorted(ours.keys() ^ theirs.keys())
    assert not only_one_has, only_one_has
    wrong = {path: (ours[path], leaf) for path, leaf in theirs.items() if not _agree(oracle, path, ours[path], leaf)}
    assert not wrong, wrong


def leaves(tree: Any, path: str) -> dict[str, Any]:
    """What stands at the ends of a nested table, by its path."""
    if not isinstance(tree, Mapping) or not tree:
        return {path: tree}
    return {place: leaf for name, part in tree.items() for place, leaf in leaves(part, f"{path}/{name}").items()}


def _agree(oracle: str, path: str, ours: Any, theirs: Any) -> bool:
    if isinstance(theirs, int) or not isinstance(theirs, Real) or not isinstance(ours, Real):
        return bool(ours == theirs)
    within = next((size for pattern, size in TOLERANCE.get(oracle, {}).items() if _is_under(path, pattern)), EXACT)
    return abs(float(ours) - float(theirs)) <= within


def _reason(oracle: str, path: str) -> str | None:
    """Why something is not compared; None: it is."""
    return next((reason for place, reason in NOT_COMPARED.get(oracle, {}).items() if _is_under(path, place)), None)


def _is_under(path: str, place: str) -> bool:
    """Whether a path is that of a place or goes on from there; a star is any name."""
    names, own = place.split("/"), path.split("/")
    return len(own) >= len(names) and all(name in ("*", at) for name, at in zip(names, own, strict=False))


def assert_complete(*tables: Counterparts) -> None:
    """Every key of every file is compared or says what the file is; nothing is named as left out that is not there."""
    assert SHARED is not None
    compared = {part for table in tables for part in table}
    files = {path.stem: read_oracle(path.stem) for path in (SHARED / FOLDER).glob("*.json")}
    with_numbers = {(oracle, key) for oracle, found in files.items() for key in found if key not in IN_WORDS}
    assert compared == with_numbers, compared ^ with_numbers
    empty = [(oracle, key) for oracle, key in compared if not files[oracle][key]]
    assert not empty, empty
    for oracle, places in NOT_COMPARED.items():
        paths = [path for key, part in files[oracle].items() for path in leaves(part, key)]
        unknown = [place for place in places if not any(_is_under(path, place) for path in paths)]
        assert not unknown, unknown
