"""What was known of a word beforehand: how often it occurs in other text, and with how many labels.

From a lexicon (form TAB tag TAB count, or form and all of its tags) or from a training file in any format that can be
compared. Forms are taken as they are written.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

import numpy as np

from tertium.errors import SourceError, shorten
from tertium.formats.sources import BOM, explain_bad_utf8, find_source
from tertium.plurals import many
from tertium.tasks.located import spans_of

if TYPE_CHECKING:
    import polars as pl

    from tertium.formats.sources import Text
    from tertium.tasks.view import View

_HINT: Final = "each line is form<tab>tag, form<tab>tag<tab>count, or form<tab>tag<tab>tag..."
_COUNT: Final = r"^[0-9]{1,15}$"
_COUNTED_COLUMNS: Final = 3


@dataclass(frozen=True, eq=False, slots=True)
class Lexicon:
    """Forms with their number of labels and, if the source tells, how often they occur."""

    name: str  # where it comes from, for titles
    entries: pl.DataFrame  # form, label, count: one row for each form and label
    counted: bool = True  # the counts mean something
    of_spans: bool = False  # the forms are those of spans, words joined by spaces

    def look_up(self, forms: list[str]) -> pl.DataFrame:
        """For each of the distinct forms: `labels` and `count`, both 0 if it is unknown."""
        import polars as pl

        known = self.entries.group_by("form").agg(labels=pl.col("label").n_unique(), count=pl.col("count").sum())
        wanted = pl.DataFrame({"form": forms}, schema={"form": pl.String})
        return wanted.join(known, on="form", how="left", maintain_order="left").with_columns(
            pl.col("labels", "count").fill_null(0).cast(pl.Int64)
        )

    def fold_case(self) -> Lexicon:
        """The same with upper and lower case as one, in words and labels."""
        import polars as pl

        def fold(name: str) -> pl.Series:
            return pl.Series(name, [text.casefold() for text in self.entries[name]], dtype=pl.String)

        return replace(self, entries=self.entries.with_columns(fold("form"), fold("label")))

    def add(self, other: Lexicon) -> Lexicon:
        """Both together; counts are added if both have some."""
        import polars as pl

        name, counted = f"{self.name} and {other.name}", self.counted and other.counted
        return replace(self, name=name, entries=pl.concat([self.entries, other.entries]), counted=counted)


def learn_spans(view: View, name: str) -> Lexicon:
    """The spans of a training corpus, as the words that they consist of, with their labels."""
    import polars as pl

    corpus, spans = view.corpus, spans_of(view)
    forms = corpus.vocab.decode(corpus.columns["form"])
    texts = [" ".join(forms[start:end]) for start, end in zip(spans.start.tolist(), spans.end.tolist(), strict=True)]
    rows = pl.DataFrame(
        {"form": texts, "label": corpus.vocab.decode(spans.label)}, schema={"form": pl.String, "label": pl.String}
    )
    counted = rows.group_by("form", "label").agg(count=pl.len().cast(pl.Int64))
    return Lexicon(name, counted, of_spans=True)


def learn_lexicon(view: View, name: str) -> Lexicon:
    """The forms of a training corpus with their labels on the compared layer."""
    import polars as pl

    vocab = view.corpus.vocab
    pairs = (
        pl.DataFrame({"form": view.corpus.columns["form"], "label": view.column(view.conventions.layer)})
        .group_by("form", "label")
        .agg(count=pl.len().cast(pl.Int64))
    )
    texts = [pl.Series(column, vocab.decode(pairs[column].to_numpy()), dtype=pl.String) for column in ("form", "label")]
    return Lexicon(name, pairs.with_columns(texts))


def read_lexicon(path: str, encoding: str = "utf-8") -> Lexicon:
    """A lexicon from a file.

    Raises:
        SourceError: The file cannot be read, or a line is no entry; names the line.
    """
    source = find_source(path)
    found: Lexicon | None = None
    for text in source.texts(encoding):
        own = _read(text, source.name)
        found = own if found is None else Lexicon(own.name, found.add(own).entries, counted=found.counted & own.counted)
    if found is None:  # a folder without files is refused before
        raise SourceError("holds no entries", path=path, hint=_HINT)
    return found


def _read(text: Text, name: str) -> Lexicon:
    import polars as pl

    try:
        content = text.data.removeprefix(BOM).decode("utf-8")
    except UnicodeDecodeError:
        raise explain_bad_utf8(text.data, text.path) from None
    lines = pl.Series("line", content.split("\n"), dtype=pl.String).str.strip_chars_end("\r").to_frame()
    table = (
        lines.with_row_index("number", 1)
        .filter(pl.col("line").str.contains(r"\S"))
        .with_columns(fields=pl.col("line").str.split("\t"))
        .with_columns(width=pl.col("fields").list.len(), form=pl.col("fields").list.first())
    )
    if not len(table):
        raise SourceError("holds no entries", path=text.path, hint=_HINT)
    _refuse(text, table, table["width"] == 1, "has no tag")
    _refuse(text, table, ~table["form"].str.contains(r"\S"), "has no form")
    counted = _is_counted(table)
    if counted:
        third = table["fields"].list.get(2, null_on_oob=True)
        _refuse(text, table, ~third.str.contains(_COUNT).fill_null(value=True), "has a count that is no whole number")
        table = table.with_columns(count=third.cast(pl.Int64).fill_null(1), fields=table["fields"].list.head(2))
    else:
        table = table.with_columns(count=pl.lit(1, dtype=pl.Int64))
    entries = table.with_columns(label=pl.col("fields").list.slice(1)).explode("label")
    _refuse(text, entries, ~entries["label"].str.contains(r"\S"), "has an empty tag")
    return Lexicon(name, entries.select("form", "label", "count"), counted=counted)


def _is_counted(table: pl.DataFrame) -> bool:
    """Whether the third column holds counts: no line has more columns, and most of those that have it have a number."""
    third = table.filter(table["width"] == _COUNTED_COLUMNS)["fields"].list.get(2)
    numbers = int(np.count_nonzero(third.str.contains(_COUNT).to_numpy()))
    return int(table["width"].max()) <= _COUNTED_COLUMNS and 2 * numbers > len(third)  # type: ignore[arg-type]


def _refuse(text: Text, table: pl.DataFrame, wrong: pl.Series, what: str) -> None:
    """Name the first line that is wrong, and how many there are."""
    rows = wrong.arg_true()
    if len(rows):
        row = int(rows[0])
        more = f"; {many(len(rows) - 1, 'more such line')}" if len(rows) > 1 else ""
        raise SourceError(
            f"the line {what}: {shorten(table['line'][row])!r}{more}",
            path=text.path,
            line=int(table["number"][row]),
            hint=_HINT,
        )
