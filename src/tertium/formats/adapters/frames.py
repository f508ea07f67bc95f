"""Data frames of polars, pandas and pyarrow, and lists of records: words with their tags, or rows with their labels.

A frame with a column for words and one for a layer of them has a word a row. Any other has a label a row, and columns
as a CSV file has them. Missing values are null: NaN, NaT, NA and None alike.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from tertium.errors import UsageError
from tertium.formats.adapters.adapted import ENTITY, Adapted
from tertium.formats.label_columns import TEXT, roles
from tertium.formats.tables import check_names, gather_columns, table_of

if TYPE_CHECKING:
    import polars as pl

_ALIASES: Final = {
    "token": "form",
    "word": "form",
    "text": "form",
    "pos": "tag",
    "dep": "deprel",
    "sent_id": "sentence",
    "sent": "sentence",
    "ner": ENTITY,
    "ent": ENTITY,
    "bio": ENTITY,
    "doc": "document",
}
_LAYERS: Final = ("form", "tag", "upos", "xpos", "lemma", "feats", "head", "deprel", ENTITY)
_ANSWERS: Final = frozenset({"gold", "system"})


def takes(content: Any) -> bool:
    """Frames have columns, records are dictionaries."""
    return _is_frame(content) or _is_records(content)


def _is_frame(content: Any) -> bool:
    if hasattr(content, "collect_schema"):  # of polars; what its columns are can be costly to know
        return True
    is_pandas = hasattr(content, "iloc") and hasattr(content, "columns")
    return is_pandas or (hasattr(content, "to_pydict") and hasattr(content, "schema"))


def _is_records(content: Any) -> bool:
    return type(content) in (list, tuple) and bool(content) and all(isinstance(row, dict) for row in content)


def adapt(content: Any, name: str) -> Adapted:
    """Words if there are any, else a table of labels.

    Raises:
        UsageError: Two columns mean the same, or a frame of words has none.
    """
    columns = _columns(content)
    names = [column for column, _ in columns]
    answers = roles(names) & _ANSWERS
    layers = {_layer(column) for column in names if not (answers and column.lower() in TEXT)}
    has_words, has_layers = "form" in layers, bool((set(_LAYERS) - {"form"}) & layers)
    if not (has_words and has_layers) and (answers or not (has_words or has_layers)):
        check_names(names, name)
        return Adapted(table=table_of(name, dict(columns)))
    return Adapted(words=_as_words(columns, name))


def _layer(column: str) -> str:
    return _ALIASES.get(column.lower(), column.lower())


def _columns(content: Any) -> list[tuple[str, Any]]:
    """Names and columns, as series of polars or lists."""
    import polars as pl

    if type(content) in (list, tuple):
        return list(gather_columns(content).items())
    if hasattr(content, "to_pydict"):
        return [
            (str(name), values.to_pylist()) for name, values in zip(content.schema.names, content.columns, strict=True)
        ]
    if hasattr(content, "collect_schema"):
        content = content.collect() if isinstance(content, pl.LazyFrame) else content
        return [(series.name, _plain(series)) for series in content]
    pairs = ((content.iloc[:, place], str(column)) for place, column in enumerate(content.columns))
    return [(column, _from_pandas(values)) for values, column in pairs]


def _plain(series: pl.Series) -> pl.Series:
    import polars as pl

    return series.cast(pl.String) if series.dtype in (pl.Categorical, pl.Enum) else series


def _from_pandas(column: Any) -> list[Any]:
    """A column of pandas: NaN, NaT, NA and None are null."""
    return [None if missing is True else value for value, missing in zip(column.tolist(), column.isna(), strict=True)]


def _as_words(columns: list[tuple[str, Any]], owner: str) -> pl.DataFrame:
    """The columns that mean something, under our names, as text (heads as they are); what is missing is null."""
    import polars as pl

    found: dict[str, tuple[str, Any]] = {}
    for name, values in columns:
        layer = _layer(name)
        if layer in found:
            both = f"{found[layer][0]} and {name}"
            raise UsageError(f"{owner}: the columns {both} both mean {layer}", hint="keep one of them")
        if layer in (*_LAYERS, "sentence", "document"):
            found[layer] = (name, values)
    if "form" not in found:
        raise UsageError(f"{owner}: the frame has no column for the words", hint="name it form, token or word")
    series = [
        values.alias(layer) if isinstance(values, pl.Series) else pl.Series(layer, _as_texts(values), dtype=pl.String)
        for layer, (_, values) in found.items()
    ]
    return pl.DataFrame(series).with_columns(pl.col(one.name).cast(pl.String) for one in series if one.name != "head")


def _as_texts(values: list[Any]) -> list[str | None]:
    return [None if value is None else str(value) for value in values]
