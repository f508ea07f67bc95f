"""Hugging Face `datasets`: a split of a dataset, or one of its columns; ClassLabel features by their names.

A split whose columns hold one value a row is a table of labels. One with a column of lists of tokens is a corpus: its
columns of lists as long as these are tags (BIO tags are spans).
"""

from __future__ import annotations

from typing import Any, Final

from tertium.errors import UsageError
from tertium.formats.adapters.adapted import ENTITY, Adapted, Words
from tertium.formats.bio import are_tags
from tertium.formats.tables import table_of

_TOKENS: Final = ("tokens", "words", "token", "forms", "form")
_LAYERS: Final = {
    "upos": "upos",
    "xpos": "xpos",
    "pos_tags": "tag",
    "pos": "tag",
    "tags": "tag",
    "lemmas": "lemma",
    "head": "head",
    "deprel": "deprel",
}


def takes(content: Any) -> bool:
    """A dataset has features and names of columns, a column of it the dataset and its name."""
    is_dataset = hasattr(content, "features") and hasattr(content, "column_names")
    is_column = hasattr(content, "column_name") and hasattr(content, "source")
    return is_dataset or is_column or _is_dict(content)


def _is_dict(content: Any) -> bool:
    """Several splits by name."""
    return isinstance(content, dict) and bool(content) and all(hasattr(part, "features") for part in content.values())


def adapt(content: Any, name: str) -> Adapted:
    """A table, or words in sentences.

    Raises:
        UsageError: It is a dictionary of splits.
    """
    if _is_dict(content):
        splits = ", ".join(map(str, content))
        raise UsageError(f"{name}: a dataset of several splits ({splits})", hint="give one split, as dataset['test']")
    if hasattr(content, "column_name"):
        names = [content.column_name]
        source = content.source
    else:
        names, source = list(content.column_names), content
    columns = {column: _decode(source, column) for column in names}
    tokens = next((column for column in _TOKENS if _holds_lists(columns.get(column))), None)
    if tokens is not None:
        return Adapted(words=_as_words(columns, tokens, name))
    if len(names) == 1 and _holds_lists(columns[names[0]]):
        lists = {"tags": columns[names[0]], "tokens": [list(map(str, range(1, len(v) + 1))) for v in columns[names[0]]]}
        return Adapted(words=_as_words(lists, "tokens", name))
    if len(names) == 1:
        columns = {"label": columns[names[0]]}
    return Adapted(table=table_of(name, columns))


def _holds_lists(values: list[Any] | None) -> bool:
    return bool(values) and isinstance(values[0], list | tuple)  # type: ignore[index]


def _decode(source: Any, column: str) -> list[Any]:
    """The values of a column, numbers of classes as their names."""
    values = list(source[column])
    features = getattr(source, "features", None)
    feature = features.get(column) if features is not None else None
    names = getattr(feature, "names", None)
    inner = getattr(getattr(feature, "feature", None), "names", None)
    if names:
        return [None if value is None or value < 0 else names[value] for value in values]
    if inner:
        return [[inner[value] if value >= 0 else "_" for value in row] for row in values]
    return values


def _as_words(columns: dict[str, list[Any]], tokens: str, name: str) -> Any:
    words = Words()
    layers = {
        column: _layer(column, values)
        for column, values in columns.items()
        if column != tokens and _holds_lists(values) and _layer(column, values)
    }
    for number, forms in enumerate(columns[tokens]):
        rows = {layer: columns[column][number] for column, layer in layers.items()}
        for layer, row in rows.items():
            if len(row) != len(forms):
                raise UsageError(
                    f"{name}: sentence {number + 1} has {len(forms)} tokens and {len(row)} values of {layer}",
                    hint="give every token one tag",
                )
        for place, form in enumerate(forms):
            words.add(form=form, sentence=number, **{layer: row[place] for layer, row in rows.items()})
    return words.frame()


def _layer(column: str, values: list[Any]) -> str:
    """What a column of lists is; empty if it is nothing that can be compared."""
    if are_tags({value for row in values for value in row}):
        return ENTITY
    return _LAYERS.get(column.lower(), "")
