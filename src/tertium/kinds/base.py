"""A kind: what one task adds to the common mechanism.

Reading, aligning, counting, testing and reporting are the same for all tasks. What differs is asked of the kind:
whether a file is one of its own, its conventions and measures, how a system is linked to the gold, and what has to be
said beside the scores. The methods below are those of a task over gold words without quirks; a kind overrides what is
different.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import TYPE_CHECKING, ClassVar

import numpy as np

from tertium.alignment import align
from tertium.alignment.lines import check_lines
from tertium.errors import UsageError
from tertium.plurals import many
from tertium.tasks.view import source_columns

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from tertium.alignment import Alignment, FormKeys
    from tertium.conventions import Conventions
    from tertium.corpus import Corpus, Irregularity
    from tertium.formats.guess import Guess
    from tertium.measures import Measure
    from tertium.options import Options
    from tertium.tasks.match import Match
    from tertium.tasks.typed_errors import TypedErrors


class Kind(ABC):
    """One task."""

    name: ClassVar[str]
    main_measures: ClassVar[tuple[str, ...]] = ()
    """Measures of the first table of scores; none: all of them stand there."""
    shows_whole_sentences: ClassVar[bool] = False
    """Whether the first table of scores tells how many sentences are wholly right."""
    ranks_measures: ClassVar[bool] = False
    """Whether measures that rank systems differently lead the report."""
    shows_moves: ClassVar[bool] = False
    """Whether the report of a pair tells what moved, from where, to where."""
    types_words: ClassVar[bool] = True
    """Whether words' parts of speech are among the typed errors."""
    shows_types: ClassVar[bool] = False
    """Whether the report of a pair tells the types of errors."""
    shows_labels: ClassVar[bool] = False
    """Whether scores come by label too, as rows of their own."""
    shows_chains: ClassVar[bool] = False
    """Whether the report tells recall by mention type, how outputs agree with each other, and what became of chains."""
    splits_f1: ClassVar[bool] = False
    """Whether recall and precision of every measure stand beside its F1 when systems are compared."""
    shows_layer: ClassVar[bool] = False
    """Whether the title names the layer."""
    block: ClassVar[str] = "sentence"
    """The smallest part of the gold that has counts of its own: `sentence` or `document`."""
    block_name: ClassVar[str] = ""
    """What such a part is called, if not so."""
    unit_alone: ClassVar[bool] = False
    """Whether every unit stands by itself, so that there are no sentences to speak of."""
    shows_confusions: ClassVar[bool] = False
    """Whether the scores come with a table by label and one of confusions."""
    fate_of_cut_words: ClassVar[str] = "they count as wrong"
    """What becomes of words that a system cuts otherwise."""
    features: ClassVar[frozenset[str] | None] = None
    """The built-in features that make sense here; None: all of them."""

    # which files, which conventions -----------------------------------------------------------------------------------

    @abstractmethod
    def claim(self, guess: Guess, others: Sequence[Guess]) -> str | None:
        """Why the gold (and the other files) are this task's, in words; None if they are not."""

    @abstractmethod
    def default_rules(self, fmt: str) -> Conventions:
        """The conventions without a preset, for files of a format."""

    def adapt_preset(self, rules: Conventions) -> Conventions:
        """The conventions of a preset, where it serves several tasks."""
        return rules

    @abstractmethod
    def measures(self, rules: Conventions) -> Mapping[str, Measure]:
        """Every measure, by name."""

    def choose_layer(self, guess: Guess, options: Options, notes: list[str], others: Sequence[Guess]) -> str:
        """The layer that is compared; what was decided is added to the notes."""
        del guess, options, notes, others
        return "deprel"

    def columns(self, rules: Conventions) -> frozenset[str]:
        """The columns of the files that are needed beyond what the measures read."""
        return source_columns(rules.layer)

    def configure(self, rules: Conventions, options: Options, notes: list[str]) -> Conventions:
        """The conventions with the options that only this kind knows; what was decided is added to the notes."""
        del options, notes
        return rules

    def choose_headline(self, rules: Conventions) -> str:
        """The measure that leads, where the user names none."""
        return rules.headline

    def choose_answers(self, rules: Conventions) -> str | None:
        """The measure whose units are listed where the headline measure has none; None: there is no such measure."""
        del rules
        return None

    def settle(self, gold: Corpus, rules: Conventions) -> tuple[Conventions, list[str]]:
        """The conventions once the gold has been read, and what was decided, in words."""
        del gold
        return rules, []

    def sign(self, rules: Conventions) -> list[str]:
        """The parts of the signature that only this task has: `name:value`."""
        del rules
        return []

    def describe_size(self, gold: Corpus) -> str:
        """How large the gold is, in words."""
        sentences, words = gold.n_sents, gold.n_words
        return f"{many(sentences, 'sentence')}, {many(words, 'word')}"

    # gold and systems -------------------------------------------------------------------------------------------------

    def check(self, corpus: Corpus, rules: Conventions, wanted: frozenset[str]) -> list[Irregularity]:
        """What is odd in one file, beyond what reading it has told."""
        del corpus, rules, wanted
        return []

    def lend(self, corpora: Sequence[Corpus], rules: Conventions, notes: list[str]) -> list[Corpus]:
        """Gold and systems, with columns under the names that are compared; what was done is added to the notes."""
        del rules, notes
        return list(corpora)

    def fit(self, gold: Corpus, systems: Sequence[Corpus], rules: Conventions, notes: list[str]) -> list[Corpus]:
        """The systems in a shape that can be linked to the gold; what was done is added to the notes (or warnings)."""
        del gold, rules, notes
        return list(systems)

    def link(self, gold: Corpus, system: Corpus, keys: FormKeys, rules: Conventions) -> Alignment:
        """A system linked to the gold."""
        link = align(gold, system, keys, tokens=rules.tokens)
        check_lines(gold, system, rules.reading)
        return link

    def describe_link(self, gold: Corpus, system: Corpus, link: Alignment, rules: Conventions) -> list[str]:
        """What could not be linked, in words."""
        del rules
        warnings = []
        if link.n_other_forms:
            words = many(link.n_other_forms, "word has another form", "words have other forms")
            warnings.append(f"{system.name}: {words} than the gold's; taken as the same")
        ours = int(np.count_nonzero(~link.aligned()))
        theirs = int(np.count_nonzero(link.unaligned_system()))
        if ours or theirs:
            warnings.append(
                f"{system.name}: {ours:,} of {gold.n_words:,} gold words and {theirs:,} of {system.n_words:,} system "
                f"words are not aligned (cut otherwise, shown as ∅); {self.fate_of_cut_words}"
            )
        return warnings

    # beside the scores ------------------------------------------------------------------------------------------------

    def describe_scores(self, matches: Sequence[Match], measures: Sequence[Measure], rules: Conventions) -> list[str]:
        """What a reader of the scores should know, in words."""
        del matches, measures, rules
        return []

    def type_errors(self, match: Match) -> TypedErrors:
        """Every error of one output with its type; made once.

        Raises:
            UsageError: There are no such types for this task.
        """
        del match
        raise UsageError(
            f"errors have types in trees, spans and roles, and the task is {self.name}",
            hint="tertium compare tells what went wrong, tertium repair what each kind of error costs",
        )

    def measures_of_whole_sentences(self, measures: Sequence[str]) -> list[str]:
        """Measures under which a sentence can be perfect while it is not under another of them."""
        return list(measures)
