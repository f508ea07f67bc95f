"""Slice features: for every gold word a category, so that scores can be told apart by it.

Features are found by name: those that tertium computes (`builtin_features`), the layers of the gold, single FEATS,
metadata in comments, the user's own columns, patterns over names (`sent_id:^([a-z]+)-`), and conditions in SQL over all
of these. Each is computed when it is asked for, and kept.
"""

from __future__ import annotations

import re
from difflib import get_close_matches
from typing import TYPE_CHECKING, Final

import numpy as np

from tertium.comparison.builtin_features import BUILTINS, document_of_sentences
from tertium.comparison.by_option import ALL, NO_CATEGORIES, PATTERNS, By, is_condition, split_by
from tertium.comparison.feature_columns import Column, Feature, Labels, Level, Numbers, take_labels, take_strings
from tertium.comparison.metadata import Metadata, read_metadata
from tertium.errors import UsageError
from tertium.tasks.view import PLAIN_LAYERS

if TYPE_CHECKING:
    from collections.abc import Sequence

    import polars as pl

    from tertium._typing import Codes
    from tertium.comparison.joined import Joined
    from tertium.comparison.lexicon import Lexicon
    from tertium.tasks.view import View

YES_NO: Final = ("yes", "no")
_LEVELS: Final[tuple[Level, ...]] = ("document", "sentence", "token")
_FEW: Final = 3


class Features:
    """Everything that the gold's words can be sorted by."""

    def __init__(
        self,
        gold: View,
        *,
        lexicon: Lexicon | None = None,
        joined: Joined | None = None,
        known: frozenset[str] | None = None,
    ) -> None:
        """Take the gold and, if there are any, a lexicon and the user's own columns; perhaps which features make sense.

        Raises:
            UsageError: A column of the user has the name of another feature.
        """
        self.gold = gold
        self._builtins = {name: feature for name, feature in BUILTINS.items() if known is None or name in known}
        self._layers = PLAIN_LAYERS if known is None else ()
        self.own_names = frozenset(joined.columns) if joined is not None and known is not None else frozenset()
        self.lexicon = lexicon
        self.joined = joined
        self._features: dict[str, Feature] = {}
        self._conditions: dict[str, Feature] = {}
        self._metadata: dict[str, Metadata] | None = None
        self._feats: tuple[str, ...] | None = None
        if joined is not None:
            self._check_joined(joined)

    def _check_joined(self, joined: Joined) -> None:
        taken = {*self._builtins, *self._layers, ALL, *self._single_feats(), *self._keys()}
        for name in joined.columns:
            if name in taken:
                raise UsageError(
                    f"{joined.path}: there is a feature {name!r} already, so a column cannot be called so",
                    hint=f"rename the column, for instance to my_{name}",
                )

    def names(self) -> list[str]:
        """The features that this gold has, given what was read of it; patterns and conditions come on top."""
        builtin = [name for name, feature in self._builtins.items() if feature.listed and self._is_there(name)]
        layers = [layer for layer in self._layers if layer in self.gold.corpus.columns and layer not in NO_CATEGORIES]
        own = list(self.joined.columns) if self.joined else []
        return list(dict.fromkeys([*builtin, *layers, *self._single_feats(), *self._keys(), *own]))

    def _is_there(self, name: str) -> bool:
        """Whether the gold has what a built-in feature needs."""
        corpus, feature = self.gold.corpus, self._builtins[name]
        columns = set(corpus.columns) - {"head"} | ({"head"} if corpus.head is not None else set())
        several = {"document": corpus.n_docs, "file": len(corpus.paths)}.get(name, 2) > 1
        if name == "label" and not self._has_layer():
            return False
        return feature.needs <= columns and several and (self.lexicon is not None or not feature.lexicon)

    def _has_layer(self) -> bool:
        """Whether the words have labels in the layer that is compared; of spans and roles they have none."""
        layer, columns = self.gold.conventions.layer, set(self.gold.corpus.columns)
        parts = {"ufeats": {"feats"}, "alltags": {"upos", "xpos", "feats"}}.get(layer, {layer})
        return parts <= columns or layer in self._single_feats()

    def _single_feats(self) -> tuple[str, ...]:
        """Names of single features (`Case`), in alphabetical order."""
        if self._feats is None:
            corpus = self.gold.corpus
            used = corpus.vocab.used(corpus.columns["feats"]) if "feats" in corpus.columns else np.zeros(0, np.int32)
            parts = {part.partition("=")[0] for text in corpus.vocab.decode(used) for part in text.split("|")}
            taken = {*self._builtins, *self._layers, "_", ""}
            self._feats = tuple(sorted(parts - taken))
        return self._feats

    def _keys(self) -> list[str]:
        """Keys of the metadata, those that are features already left out."""
        if self._metadata is None:
            self._metadata = read_metadata(self.gold.corpus)
        taken = {*self._builtins, *self._layers, *self._single_feats()}
        return [key for key in self._metadata if key not in taken]

    def find(self, name: str) -> Feature:
        """The feature of that name.

        Raises:
            UsageError: There is none, or the gold lacks what it needs.
        """
        if name not in self._features:
            column, level = self.column(name)
            values, code = column.cut()
            self._features[name] = Feature(name, self._title(name), values, code, level)
        return self._features[name]

    def column(self, name: str) -> tuple[Column, Level]:
        """A feature before it is cut into slices, and its level.

        Raises:
            UsageError: There is none, or the gold lacks what it needs.
        """
        if self.joined and name in self.joined.columns:
            return self.joined.columns[name], self.joined.level
        if name in self._builtins and (self._is_there(name) or name in ("document", "file")):
            return self._builtins[name].build(self.gold, self.lexicon), self._builtins[name].level
        if name in self.gold.corpus.columns and name in self._layers:
            return take_labels(self.gold.corpus.vocab, self.gold.column(name), blank=name == "form"), "token"
        if name in self._single_feats():
            return take_labels(self.gold.corpus.vocab, self.gold.column(name)), "token"
        if name in self._keys() and self._metadata is not None:
            metadata = self._metadata[name]
            return metadata.labels.spread(self.gold.corpus.sent_len), metadata.level
        if name.startswith(PATTERNS):
            return self._match_names(name)
        raise self._explain(name)

    def _title(self, name: str) -> str:
        if name == "frequency":
            known = self.lexicon.name if self.lexicon and self.lexicon.counted else "the gold itself"
            return f"occurrences of the form in {known}"
        if name in ("ambiguity", "unknown") and self.lexicon:
            return f"{self._builtins[name].title} in {self.lexicon.name}"
        if name == "label":
            return f"gold {self.gold.conventions.layer}"
        return self._builtins[name].title if name in self._builtins else name

    def _match_names(self, name: str) -> tuple[Labels, Level]:
        """What a pattern finds in the names of sentences or documents."""
        kind, _, pattern = name.partition(":")
        gold = self.gold.corpus
        names = gold.sentence_names if kind == "sent_id" else gold.document_names
        try:
            compiled = re.compile(pattern)
        except re.error as error:
            raise UsageError(
                f"{name}: the regular expression cannot be understood ({error})",
                hint=f"quote it for the shell, for instance '{kind}:^([^-]+)'",
            ) from None
        strings = names.strings()
        if strings.null_count() == len(strings):
            comment = "sent_id" if kind == "sent_id" else "newdoc id"
            raise UsageError(
                f"{name}: the gold has no {kind} names", hint=f"they stand in comments such as # {comment} = news-17"
            )
        labels = take_strings(strings).rename(lambda text: _first_group(compiled, text))
        if kind == "sent_id":
            return labels.spread(gold.sent_len), "sentence"
        return Labels(labels.names, labels.code[document_of_sentences(gold)]).spread(gold.sent_len), "document"

    def _explain(self, name: str) -> UsageError:
        """Why there is no such feature, and what was perhaps meant."""
        missing = self._missing(name)
        if missing:
            return UsageError(f"the gold has no {missing}, so there is no feature {name!r}", hint=self._offer())
        known = [*self.names(), *(other for other in self._builtins if other not in self.names())]
        folded = {other.lower(): other for other in reversed(known)}
        close = [folded[other] for other in get_close_matches(name.lower(), folded, n=_FEW, cutoff=0.6)]
        if close:
            return UsageError(f"there is no feature {name!r}", hint=f"{' or '.join(close)}; {self._offer()}")
        return UsageError(f"there is no feature {name!r}", hint=self._offer())

    def _missing(self, name: str) -> str:
        """What the gold lacks for a feature that exists."""
        if name in self._builtins:
            columns = sorted(self._builtins[name].needs - set(self.gold.corpus.columns) - {"head"})
            heads = ["heads"] if "head" in self._builtins[name].needs and self.gold.corpus.head is None else []
            lexicon = ["lexicon (--lexicon FILE or --train FILE)"] if self._builtins[name].lexicon else []
            return " and no ".join([*heads, *columns, *(lexicon if self.lexicon is None else [])])
        return f"{name} column" if name in self._layers else ""

    def _offer(self) -> str:
        return f"the gold has {', '.join(self.names())}"

    def expression(self, given: By) -> Feature:
        """What an expression gives for each word, in SQL or of polars.

        Of a condition "yes" where it holds, "no" where it does not or a value is missing; texts are values, numbers are
        cut as those of the user's columns are.

        Raises:
            UsageError: The expression cannot be understood, names what does not exist, or gives anything else.
        """
        import polars as pl

        text = given.strip() if isinstance(given, str) else self._name_expression(given)
        if text in self._conditions:
            return self._conditions[text]
        try:
            condition = pl.sql_expr(text) if isinstance(given, str) else given
            names = sorted(set(condition.meta.root_names()))
        except (pl.exceptions.PolarsError, ValueError) as error:
            raise _explain_condition(text, error) from None
        columns = {name: self.column(name) for name in names}
        levels: list[Level] = ["document", *(level for _, level in columns.values())]
        n_words = self.gold.corpus.n_words
        frame = pl.DataFrame(
            {"": np.arange(n_words), **{name: column.series() for name, (column, _) in columns.items()}}
        )
        values, code = _take_values(text, _evaluate(text, frame, condition)).cut()
        self._conditions[text] = Feature(text, text, values, code, self._level(code, levels))
        return self._conditions[text]

    def _level(self, code: Codes, levels: list[Level]) -> Level:
        """The finest of the levels, or words if the values differ inside of a sentence (SQL can count rows)."""
        gold = self.gold.corpus
        same = (code == np.repeat(code[gold.sent_start[:-1]], gold.sent_len)).all()
        return max(levels, key=_LEVELS.index) if same else "token"

    def _name_expression(self, expression: pl.Expr) -> str:
        """The name that the user gave it (`.alias("long")`), or what it looks like."""
        name = expression.meta.output_name(raise_if_undetermined=False)
        return name if name and name not in (*expression.meta.root_names(), *self.names()) else str(expression)

    def find_expression(self, text: str) -> Feature | None:
        """An expression that was asked for before."""
        return self._conditions.get(text)

    def parse(self, by: By | Sequence[By]) -> list[Feature]:
        """The features of a `--by` argument: names or conditions between commas, or `all`.

        Raises:
            UsageError: One of them does not exist or cannot be understood.
        """
        found: dict[str, Feature] = {}
        for part in split_by(by):
            if not isinstance(part, str):
                feature = self.expression(part)
                found[feature.name] = feature
            elif part == ALL:
                found |= {name: self.find(name) for name in self.names() if name not in found}
            elif part not in found:
                found[part] = self.expression(part) if self._is_condition(part) else self.find(part)
                if not found[part].values:
                    raise UsageError(f"no word has a value of {part!r}", hint="fill the column, or leave it out")
        return list(found.values())

    def _is_condition(self, part: str) -> bool:
        return (
            part not in self.names()
            and part not in self._builtins
            and not part.startswith(PATTERNS)
            and is_condition(part)
        )


def _first_group(pattern: re.Pattern[str], text: str) -> str | None:
    """The first group of the first match, or all of it; None if there is none or it is empty."""
    found = pattern.search(text)
    if found is None:
        return None
    return (found[1] if pattern.groups else found[0]) or None


def _evaluate(text: str, frame: pl.DataFrame, condition: pl.Expr) -> pl.Series:
    import polars as pl

    try:
        return frame.with_columns(condition.alias(" "))[" "]
    except pl.exceptions.PolarsError as error:
        raise _explain_condition(text, error) from None


def _take_values(text: str, found: pl.Series) -> Column:
    """The values of an expression: yes and no, texts or numbers."""
    import polars as pl

    if found.dtype == pl.Boolean:
        code = np.where(found.fill_null(value=False).to_numpy(), 0, 1).astype(np.int32)
        return Labels(YES_NO, code, ordered=True)
    if found.dtype.is_numeric():
        known = found.is_not_nan().fill_null(value=False) if found.dtype.is_float() else found.is_not_null()
        return Numbers(found.fill_null(0).to_numpy(), known.to_numpy())
    if found.dtype == pl.String:
        return take_strings(found)
    raise UsageError(
        f"{text!r} gives {found.dtype}: neither true or false, nor texts, nor numbers",
        hint="for instance length > 30, or LEFT(xpos, 1)",
    )


def _explain_condition(text: str, error: Exception) -> UsageError:
    reason = str(error).partition("\n")[0]
    return UsageError(
        f"the condition {text!r} cannot be understood ({reason})",
        hint="write it as in SQL, texts in single quotes: length > 30 AND upos = 'VERB'",
    )
