"""Plain labels: one a row, in a table; classification, relation extraction, whatever has an id and a label."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, ClassVar, Final

import numpy as np

from tertium.alignment import identity
from tertium.conventions import Conventions
from tertium.corpus import MISSING
from tertium.errors import MismatchError, UsageError, quote
from tertium.kinds.base import Kind
from tertium.measures.classification import LABEL_MEASURES
from tertium.plurals import many
from tertium.tasks.match import UNALIGNED

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from tertium._typing import Offsets
    from tertium.alignment import Alignment, FormKeys
    from tertium.corpus import Corpus
    from tertium.formats.guess import Guess
    from tertium.measures import Measure
    from tertium.options import Options
    from tertium.tasks.match import Match

_SHOWN: Final = 3


class Labels(Kind):
    """Rows and their labels."""

    name: ClassVar[str] = "labels"
    features: ClassVar[frozenset[str] | None] = frozenset({"label"})
    unit_alone: ClassVar[bool] = True
    shows_confusions: ClassVar[bool] = True
    block_name: ClassVar[str] = "row"

    def claim(self, guess: Guess, others: Sequence[Guess]) -> str | None:
        """Tables with a label a row."""
        del others
        return "the files are tables with one label a row" if "labels" in guess.holds else None

    def default_rules(self, fmt: str) -> Conventions:
        """Accuracy and F1, as scikit-learn counts them."""
        del fmt
        return Conventions(
            task=self.name, layer="label", measures=tuple(LABEL_MEASURES), headline="Accuracy", score="accuracy"
        )

    def measures(self, rules: Conventions) -> Mapping[str, Measure]:
        """Accuracy, and F1 by row and by label."""
        del rules
        return LABEL_MEASURES

    def choose_layer(self, guess: Guess, options: Options, notes: list[str], others: Sequence[Guess]) -> str:
        """There is one.

        Raises:
            UsageError: Another is asked for.
        """
        del guess, notes, others
        if options.layer not in (None, "label"):
            raise UsageError(
                f"--layer {options.layer} is about words, but rows with one label are compared",
                hint="--gold-column and --system-column choose the columns",
            )
        return "label"

    def columns(self, rules: Conventions) -> frozenset[str]:
        """The label."""
        del rules
        return frozenset({"label"})

    def configure(self, rules: Conventions, options: Options, notes: list[str]) -> Conventions:
        """Labels that propose nothing."""
        del notes
        return replace(rules, negative=tuple(options.negative))

    def settle(self, gold: Corpus, rules: Conventions) -> tuple[Conventions, list[str]]:
        """Make sure that the gold is a table with something to find.

        Raises:
            UsageError: It is none, or has only negative labels.
        """
        if "label" not in gold.columns:
            raise UsageError(
                f"{gold.path_of(0)} is {gold.format}, not a table with one label a row",
                hint="give CSV, TSV, JSON lines or Parquet with a header, or another --task",
            )
        labels = set(gold.vocab.decode(gold.vocab.used(gold.columns["label"])))
        unknown = [label for label in rules.negative if label not in labels]
        if unknown:
            return rules, [f"--negative: the gold has no label {', '.join(map(repr, unknown))}"]
        return rules, []

    def sign(self, rules: Conventions) -> list[str]:
        """What MacroF1 is the mean of, and what proposes nothing."""
        return ["macro:gold+system", *([f"negative:{','.join(rules.negative)}"] if rules.negative else [])]

    def describe_size(self, gold: Corpus) -> str:
        """Rows."""
        return many(gold.n_sents, "row")

    def fit(self, gold: Corpus, systems: Sequence[Corpus], rules: Conventions, notes: list[str]) -> list[Corpus]:
        """The systems' answers in the order of the gold's rows, joined by id; by order where there are no ids."""
        del rules
        return [self._join(gold, system, notes) for system in systems]

    def link(self, gold: Corpus, system: Corpus, keys: FormKeys, rules: Conventions) -> Alignment:
        """Row by row: `fit` has joined them."""
        del system, keys, rules
        return identity(gold.n_words)

    def _join(self, gold: Corpus, system: Corpus, notes: list[str]) -> Corpus:
        if "label" not in system.columns:
            raise UsageError(
                f"{system.path_of(0)} is {system.format}, not a table with one label a row",
                hint="give CSV, TSV, JSON lines or Parquet with a header",
            )
        row = _find_rows(gold, system)
        missing = np.flatnonzero(row == MISSING)
        if len(missing):
            names = _name_rows(gold, missing)
            notes.append(
                f"{system.name}: {len(missing):,} of {gold.n_words:,} rows of {_owner(gold)} are not in it ({names}); "
                "they count as wrong"
            )
        extra = np.setdiff1d(np.arange(system.n_words), row)
        if len(extra):
            names = _name_rows(system, extra)
            notes.append(f"{system.name}: {len(extra):,} of its rows are not in {_owner(gold)} ({names}); left out")
        label = np.append(system.columns["label"], np.int32(system.vocab.code(UNALIGNED)))[row]
        line = np.append(system.line, np.int32(0))[row]
        return replace(
            gold,
            name=system.name,
            paths=system.paths[:1] or gold.paths,
            file_start=np.array([0, gold.n_words], dtype=np.int64),
            columns={**gold.columns, "label": label.astype(np.int32)},
            line=line.astype(np.int32),
            irregularities=system.irregularities,
            own=None,
        )

    def describe_scores(self, matches: Sequence[Match], measures: Sequence[Measure], rules: Conventions) -> list[str]:
        """Labels that only a system has, since each counts in its MacroF1."""
        del rules
        if not any(measure.name == "MacroF1" for measure in measures):
            return []
        found = []
        vocab = matches[0].gold.corpus.vocab
        ours = set(vocab.decode(vocab.used(matches[0].gold.column("label"))))
        for match in matches:
            own = sorted(set(vocab.decode(vocab.used(match.system.column("label")))) - ours - {UNALIGNED})
            if own:
                few = ", ".join(map(quote, own[:_SHOWN])) + (", ..." if len(own) > _SHOWN else "")
                noun = "a label" if len(own) == 1 else f"{len(own):,} labels"
                found.append(
                    f"{match.system.corpus.name}: {noun} that the gold has not ({few}); each counts in its MacroF1 as 0"
                )
        return found


def _find_rows(gold: Corpus, system: Corpus) -> Offsets:
    """(n_gold_rows,) the system's row for each row of the gold; -1: none.

    Raises:
        MismatchError: They have other numbers of rows and no ids, or no id is the same.
    """
    if "id" not in gold.columns or "id" not in system.columns:
        if gold.n_words != system.n_words:
            who = gold if "id" not in gold.columns else system
            raise MismatchError(
                f"{gold.path_of(0)} has {gold.n_words:,} rows, {system.path_of(0)} has {system.n_words:,}, "
                f"and {who.path_of(0)} has no column of ids to join them by",
                hint="--id-column names the column; give both files ids, or the same rows in the same order",
            )
        return np.arange(gold.n_words, dtype=np.int64)
    table = np.full(len(gold.vocab) + 1, MISSING, dtype=np.int64)
    table[system.columns["id"]] = np.arange(system.n_words)
    row = table[gold.columns["id"]]
    if (row == MISSING).all():
        raise MismatchError(
            f"no id of {system.path_of(0)} is an id of {gold.path_of(0)}: the first is "
            f"{quote(system.sentence_name(0))} there, {quote(gold.sentence_name(0))} here",
            hint="write the ids alike in both files, or name the columns with --id-column",
        )
    return row


def _owner(gold: Corpus) -> str:
    """The gold, or the first of two outputs that are compared without one."""
    return "the gold" if gold.name == "gold" else gold.name


def _name_rows(corpus: Corpus, rows: Offsets) -> str:
    """The first of some rows."""
    names = ", ".join(quote(corpus.sentence_name(int(row)), 20) for row in rows[:_SHOWN])
    return f"id {names}{', ...' if len(rows) > _SHOWN else ''}"


KIND: Final = Labels()
