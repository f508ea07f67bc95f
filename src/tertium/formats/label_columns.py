"""Which column of a table is what: the id, the gold label, the labels of systems, the text.

As the user says; else by the columns' names, else (systems beside a gold) by what the columns hold. Nothing is guessed
in silence: what was taken for what is said, and which option chooses otherwise.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, Literal

from tertium.errors import FormatError

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from tertium.formats.request import LabelColumns
    from tertium.formats.tables import Table

ID: Final = (
    *("id", "uid", "guid", "key", "example_id", "item_id", "instance_id", "sample_id", "row_id", "sent_id"),
    *("sentence_id", "item", "instance", "idx", "index"),
)
GOLD: Final = (
    *("gold", "gold_label", "gold_labels", "y_true", "true_label", "true", "truth", "label", "labels", "target"),
    *("class", "category", "reference", "expected", "actual", "annotation", "y"),
)
SYSTEM: Final = (
    *("prediction", "predictions", "predicted", "predicted_label", "pred", "preds", "pred_label", "y_pred", "yhat"),
    *("y_hat", "system", "output", "answer", "response", "hypothesis", "guess"),
)
TEXT: Final = ("text", "sentence", "content", "utterance", "comment", "review", "document_text", "title")
_OF_A_SYSTEM: Final = re.compile(
    r"(pred|predicted|prediction|system|sys|model)[ _.:-].+|.+[ _.:-](pred|preds|predicted|prediction)"
)
_MOSTLY: Final = 0.5
"""A column is a system's if at least this share of its values are labels of the gold."""


def find_named(names: Iterable[str], known: Sequence[str]) -> str | None:
    """The first of the known names that is among the columns, whatever its case."""
    folded = {fold(name): name for name in reversed(list(names))}
    return next((folded[name] for name in known if name in folded), None)


def fold(name: str) -> str:
    """A column's name for comparison.

    >>> fold("Gold Label"), fold("goldLabel")
    ('gold_label', 'gold_label')
    """
    return re.sub(r"[ .-]+", "_", re.sub(r"(?<=[a-z])(?=[A-Z])", "_", name.strip())).lower()


def is_of_system(name: str) -> bool:
    """Whether a column is called as predictions are.

    >>> [is_of_system(name) for name in ("pred", "bert_pred", "pred:bert", "presence")]
    [True, True, True, False]
    """
    return fold(name) in SYSTEM or _OF_A_SYSTEM.fullmatch(fold(name)) is not None


def roles(names: Sequence[str]) -> frozenset[str]:
    """What the names of columns promise: "id", "gold", "system", "text"."""
    found = {kind for kind, known in (("id", ID), ("gold", GOLD), ("text", TEXT)) if find_named(names, known)}
    return frozenset(found | ({"system"} if any(map(is_of_system, names)) else set()))


def find_id(table: Table, asked: LabelColumns) -> str | None:
    """The column of ids, if there is one."""
    if asked.id is not None:
        return pick(table, asked.id, "--id-column")
    return find_named(table.frame.columns, ID)


def find_text(table: Table, asked: LabelColumns, taken: Iterable[str | None]) -> str | None:
    """The column of texts, if there is one."""
    if asked.text is not None:
        return pick(table, asked.text, "--text-column")
    return find_named([name for name in table.frame.columns if name not in set(taken)], TEXT)


def find_label(table: Table, asked: LabelColumns, role: Literal["gold", "system"]) -> str:
    """The column of labels in the gold's table, or in a system's own.

    Raises:
        FormatError: It is not there, or nobody can tell which it is.
    """
    option = "--gold-column" if role == "gold" else "--system-column"
    if asked.label is not None:
        return pick(table, asked.label, option)
    names = table.frame.columns
    if role == "gold":
        found = find_named(names, GOLD)
    else:
        named = [name for name in names if is_of_system(name)]
        if len(named) > 1:
            hint = f"{option} NAME chooses one of them"
            raise FormatError(f"has several columns of labels: {', '.join(named)}", path=table.path, hint=hint)
        found = named[0] if named else find_named(names, GOLD)
    if found is None:
        rest = [name for name in names if name not in (find_id(table, asked), find_text(table, asked, ()))]
        found = rest[0] if len(rest) == 1 else None
    if found is None:
        what = "gold labels" if role == "gold" else "a system's labels"
        message = f"no column is called as {what} are; its columns are {', '.join(names)}"
        raise FormatError(message, path=table.path, hint=f"{option} NAME says which it is")
    return found


def pick(table: Table, name: str, option: str) -> str:
    """A column that the user names, in any case.

    Raises:
        FormatError: There is none.
    """
    names = table.frame.columns
    found = name if name in names else find_named(names, (fold(name),))
    if found is None:
        message = f"has no column {name!r}; its columns are {', '.join(names)}"
        raise FormatError(message, path=table.path, hint=f"correct {option}")
    return found


@dataclass(frozen=True, slots=True)
class Inside:
    """The systems beside the gold in one table, and why these."""

    names: tuple[str, ...]
    why: str = ""


def find_inside(table: Table, gold: str, asked: LabelColumns, wanted: Sequence[str] | None) -> Inside:
    """The columns of systems in the gold's own table; none if there are none."""
    if wanted:
        return Inside(tuple(dict.fromkeys(pick(table, name, "--system-column") for name in wanted)), "as told")
    taken = {gold, find_id(table, asked), find_text(table, asked, ()), asked.group}
    rest = [name for name in table.frame.columns if name not in taken]
    named = tuple(name for name in rest if is_of_system(name))
    if named:
        return Inside(named, "by their names; --system-column chooses others")
    labels = set(as_labels(table, gold)) - {None}
    alike = tuple(name for name in rest if _share(as_labels(table, name), labels) >= _MOSTLY)
    return Inside(alike, "they hold the gold's labels; --system-column chooses others")


def _share(values: Sequence[str | None], labels: set[str | None]) -> float:
    filled = [value for value in values if value is not None]
    return sum(value in labels for value in filled) / len(filled) if filled else 0.0


def as_labels(table: Table, name: str) -> list[str | None]:
    """The values of a column as labels: text without white space around it, whole numbers without a point."""
    import polars as pl

    column = table.frame[name]
    if column.dtype.is_float():
        column = column.fill_nan(None)
        known = column.drop_nulls()
        column = column.cast(pl.Int64) if (known.is_finite() & (known == known.round())).all() else column
    if column.dtype.is_nested() or column.dtype == pl.Binary or name in table.nested:
        message = f"the column {name!r} holds {column.dtype}, not one label in each row"
        raise FormatError(message, path=table.path, hint="choose another column")
    found: list[str | None] = column.cast(pl.String).str.strip_chars().replace("", None).to_list()
    return found
