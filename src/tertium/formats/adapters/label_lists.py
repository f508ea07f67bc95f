"""Labels alone: lists, arrays of numpy, series of polars and pandas. Row i of the gold is row i of every system."""

from __future__ import annotations

from typing import Any

from tertium.formats.adapters.adapted import Adapted
from tertium.formats.tables import table_of

_SCALARS = (str, int, float, bool, type(None))


def takes(content: Any) -> bool:
    """Flat lists of strings or numbers, and what has `tolist` or `to_list` and one dimension."""
    if type(content) in (list, tuple):
        return bool(content) and all(isinstance(value, _SCALARS) or _is_scalar(value) for value in content)
    return not hasattr(content, "columns") and _has_list(content) and getattr(content, "ndim", 1) == 1


def _has_list(content: Any) -> bool:
    return hasattr(content, "__len__") and (hasattr(content, "tolist") or hasattr(content, "to_list"))


def _is_scalar(value: Any) -> bool:
    """A number of numpy."""
    return hasattr(value, "item") and getattr(value, "ndim", 1) == 0


def adapt(content: Any, name: str) -> Adapted:
    """A table with one column."""
    if type(content) in (list, tuple):
        values = list(content)
    elif hasattr(content, "isna"):
        values = [None if missing else value for value, missing in zip(content.tolist(), content.isna(), strict=True)]
    else:
        values = content.to_list() if hasattr(content, "to_list") else content.tolist()
    return Adapted(table=table_of(name, {"label": values}))
