"""What a user can choose, on the command line and in Python; names that do not exist are refused."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields
from difflib import get_close_matches
from typing import TYPE_CHECKING, Any, Final, TypeAlias, TypeVar

from tertium.comparison.by_option import is_expression
from tertium.conventions import (
    LINEAGE_COSTS,
    PRESETS,
    PUNCTUATION,
    REPAIRS,
    SCHEME_ALIASES,
    SCHEMES,
    TOKENS,
    TREE_EDITS,
    YES_NO,
    LineageCosts,
    Punctuation,
    Repair,
    Scheme,
    Tokens,
    TreeEdits,
)
from tertium.errors import UsageError
from tertium.formats import FORMATS
from tertium.kinds import KINDS
from tertium.mentionrules import CRITERIA, MATCHINGS, Criterion, Matching
from tertium.stats.plan import METHODS, TESTS, Plan

if TYPE_CHECKING:
    from collections.abc import Sequence

Reader: TypeAlias = Callable[[str, Any], Any]
"""Takes the name of an option and what was given for it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Options:
    """What a user can choose; the fields are the keyword arguments of `compare`, `score` and `diff`.

    None means: by the preset or by what the files hold.
    """

    task: str | None = None
    like: str | None = None
    layer: str | None = None
    measures: Sequence[str] = ()
    format: str | None = None
    columns: str | None = None
    encoding: str = "utf-8"
    punctuation: Punctuation | None = None
    subtypes: bool | None = None
    tokens: Tokens | None = None
    fold_case: bool = False
    multiple_roots_okay: bool = False
    include: Sequence[str] = ()
    exclude: Sequence[str] = ()
    map: Sequence[str] = ()
    gold_column: str | None = None  # of a table with one label a row
    system_column: Sequence[str] = ()
    id_column: str | None = None
    text_column: str | None = None
    group_column: str | None = None  # rows of one group are drawn and swapped together
    negative: Sequence[str] = ()  # labels that propose nothing
    by: Sequence[Any] = ()  # features whose slices are wanted: names, or expressions as text or of polars
    prm: str | None = None  # evalb's parameter file
    disc_only: bool = False  # only discontinuous brackets count
    heads: str | None = None  # head rules: a name or a file; None: by what the labels look like
    la_costs: LineageCosts | None = None  # what replacing a label costs in Leaf-Ancestor
    ted: TreeEdits | None = None  # whether words stay words in the tree edit distance
    singletons: bool | None = None  # whether chains of one mention count; None: by the preset
    match: Matching | None = None  # how mentions are matched; None: by the preset
    arcs_criterion: Criterion | None = None  # which antecedent decides
    as_released: bool = False  # ARCS as the scripts of 2017 compute it
    mention_types: str | None = None  # a table of tags: a name or a file
    intersection: bool = False  # equation 2 read literally
    scheme: Scheme | None = None  # of tags that stand for spans
    repair: Repair | None = None  # what sequences of tags mean that break it
    join: str | None = None  # a table with features of the user
    lexicon: str | None = None
    train: str | None = None
    gold_is_system: bool = False  # there is no gold: the first file is an output too
    intervals: bool | None = None  # intervals and tests; None: by the verb
    block: str | None = None  # None: sentence, or document where counts belong to documents
    test: str | None = None
    interval: str | None = None
    resamples: int = 10_000
    seed: int = 0
    alpha: float = 0.05
    margin: float | None = None  # in points

    @property
    def asks_for_labels(self) -> bool:
        """Whether a column of a table with one label a row is named."""
        named = (self.gold_column, self.id_column, self.text_column, self.group_column)
        return bool(self.system_column) or any(name is not None for name in named)

    def plan(self, block: str = "sentence") -> Plan:
        """How certainty is measured, given what blocks are where the user does not say.

        Raises:
            UsageError: Something was chosen that does not exist or makes no sense.
        """
        test = _choose("test", self.test, TESTS)
        method = _choose("interval", self.interval, METHODS)
        if self.resamples < 1:
            raise UsageError(f"--resamples {self.resamples} is no number of resamples", hint="give 1 or more")
        if self.seed < 0:
            raise UsageError(f"--seed {self.seed} is negative", hint="give 0 or more")
        if not 0 < self.alpha < 1:
            raise UsageError(f"--alpha {self.alpha} is no probability", hint="give one between 0 and 1, such as 0.05")
        if self.margin is not None and self.margin <= 0:
            raise UsageError(f"--margin {self.margin} is no margin", hint="give points above 0, such as 0.5")
        return Plan(
            block=self.block or self.group_column or block,
            test=test,
            method=method,
            resamples=self.resamples,
            seed=self.seed,
            alpha=self.alpha,
            margin=None if self.margin is None else self.margin / 100,
        )


Choice = TypeVar("Choice", bound=str)


def _choose(option: str, value: str | None, known: tuple[Choice, ...]) -> Choice | None:
    for name in known:
        if name == value:
            return name
    if value not in (None, "auto"):
        raise UsageError(f"there is no {option} {value!r}", hint=f"--{option} {' | '.join(known)}")
    return None


def read_options(given: Mapping[str, Any]) -> Options:
    r"""Keyword arguments as options, with the names, aliases and notations of the command line.

    A single string counts as one value or is split at commas, as there; yes and no are understood.

    >>> chosen = read_options({"measure": "UAS,LAS", "subtypes": "no", "exclude": r"punct,\,"})
    >>> chosen.measures, chosen.subtypes, chosen.exclude
    (('UAS', 'LAS'), False, ('punct', ','))

    Raises:
        UsageError: There is no such option, or it does not take this value.
    """
    known = {field.name for field in fields(Options)} - {"gold_is_system"}
    found: dict[str, Any] = {}
    for written, value in given.items():
        name = _ALIASES.get(written, written)
        if name not in known:
            raise UsageError(f"there is no option {written!r}", hint=_suggest(written, sorted(known)))
        if name in found:
            raise UsageError(f"the option {name!r} is given twice", hint=f"leave out {written!r}")
        if value is not None:
            found[name] = _READERS[name](name, value) if name in _READERS else value
    return Options(**found)


def _suggest(written: object, known: Sequence[str]) -> str:
    """The nearest of the known names, if one is near, and all of them."""
    near = get_close_matches(str(written).lower(), known, n=1)
    every = f"there are {', '.join(known)}"
    return f"did you mean {near[0]!r}? {every}" if near else every


def _refuse(name: str, value: object, wanted: str) -> UsageError:
    return UsageError(f"{name}={value!r} cannot be understood", hint=f"{name} is {wanted}")


def _text(name: str, value: object) -> str:
    if not isinstance(value, str):
        raise _refuse(name, value, "a string")
    return value


def _one_of(known: Mapping[str, Any]) -> Reader:
    """A reader for one of some names; a truth value stands for yes or no where there are such names."""

    def read(name: str, value: object) -> Any:
        if isinstance(value, bool) and {"yes", "no"} <= set(known):
            return known["yes" if value else "no"]
        if not isinstance(value, str) or value.lower() not in known:
            raise UsageError(f"{name}={value!r} cannot be understood", hint=_suggest(value, tuple(known)))
        return known[value.lower()]

    return read


def _task(name: str, value: object) -> Any:
    return _one_of({task: task for task in KINDS})(name, value)


def _format(name: str, value: object) -> Any:
    return _one_of({fmt: fmt for fmt in FORMATS})(name, value)


def _texts(name: str, value: object) -> tuple[str, ...]:
    if isinstance(value, str):
        return (value,)
    if not isinstance(value, list | tuple | set | frozenset) or not all(isinstance(entry, str) for entry in value):
        raise _refuse(name, value, "a string or a list of strings")
    return tuple(sorted(value) if isinstance(value, set | frozenset) else value)


def _features(name: str, value: object) -> tuple[Any, ...]:
    """Names and expressions as text, or expressions of polars, one by one or several."""
    given = [value] if is_expression(value) else value
    if isinstance(given, list | tuple) and any(is_expression(entry) for entry in given):
        return tuple(entry if is_expression(entry) else _text(name, entry) for entry in given)
    return _texts(name, value)


def _names(name: str, value: object) -> tuple[str, ...]:
    """Names given one by one or comma-separated."""
    return tuple(part.strip() for text in _texts(name, value) for part in text.split(",") if part.strip())


def _labels(name: str, value: object) -> tuple[str, ...]:
    return split_labels(value) if isinstance(value, str) else _texts(name, value)


def split_labels(text: str) -> tuple[str, ...]:
    r"""Comma-separated labels; `,` itself is written as `\,`.

    >>> split_labels(r"NN,$\,,NE")
    ('NN', '$,', 'NE')
    """
    return tuple(part.replace("\0", ",") for part in text.replace("\\,", "\0").split(",") if part)


def _column_map(name: str, value: object) -> str:
    """A column map as text; a mapping counts columns from 1, as the text does."""
    if isinstance(value, Mapping):
        return ",".join(f"{layer}={place}" for layer, place in value.items())
    return _text(name, value)


def _whole_number(name: str, value: object) -> int:
    if not isinstance(value, int) or isinstance(value, bool):
        raise _refuse(name, value, "a whole number")
    return value


def _number(name: str, value: object) -> float:
    if not isinstance(value, int | float) or isinstance(value, bool):
        raise _refuse(name, value, "a number")
    return float(value)


_ALIASES: Final = {"measure": "measures", "maps": "map", "renamings": "map"}
_READERS: Final[dict[str, Reader]] = {
    "task": _task,
    "like": _one_of({preset: preset for preset in PRESETS}),
    "layer": _text,
    "measures": _names,
    "format": _format,
    "columns": _column_map,
    "encoding": _text,
    "punctuation": _one_of(PUNCTUATION),
    "subtypes": _one_of(YES_NO),
    "tokens": _one_of({tokens: tokens for tokens in TOKENS}),
    "fold_case": _one_of(YES_NO),
    "multiple_roots_okay": _one_of(YES_NO),
    "disc_only": _one_of(YES_NO),
    "la_costs": _one_of({costs: costs for costs in LINEAGE_COSTS}),
    "scheme": _one_of({**{scheme: scheme for scheme in SCHEMES}, **SCHEME_ALIASES}),
    "repair": _one_of({repair: repair for repair in REPAIRS}),
    "ted": _one_of({edits: edits for edits in TREE_EDITS}),
    "singletons": _one_of(YES_NO),
    "match": _one_of({matching: matching for matching in MATCHINGS}),
    "arcs_criterion": _one_of({criterion: criterion for criterion in CRITERIA}),
    "as_released": _one_of(YES_NO),
    "mention_types": _text,
    "intersection": _one_of(YES_NO),
    "include": _labels,
    "negative": _labels,
    "system_column": _names,
    **dict.fromkeys(("gold_column", "id_column", "text_column", "group_column"), _text),
    "exclude": _labels,
    "map": _texts,
    "by": _features,
    **dict.fromkeys(("prm", "heads", "join", "lexicon", "train", "block", "test", "interval"), _text),
    "intervals": _one_of(YES_NO),
    **dict.fromkeys(("resamples", "seed"), _whole_number),
    **dict.fromkeys(("alpha", "margin"), _number),
}
