"""Semantic roles: predicates and their arguments."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, ClassVar, Final

import numpy as np

from tertium.alignment import align
from tertium.conventions import ROLES, Conventions
from tertium.errors import MismatchError, UsageError
from tertium.formats.props import NO_WORD
from tertium.kinds.labelled_spans import LabelledSpans
from tertium.measures.roles import ROLE_MEASURES
from tertium.tasks.located import count_foreign_predicates

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from tertium.alignment import Alignment, FormKeys
    from tertium.corpus import Corpus
    from tertium.formats.guess import Guess
    from tertium.measures import Measure
    from tertium.options import Options
    from tertium.tasks.match import Match


class SemanticRoles(LabelledSpans):
    """Predicates, and the words that are their arguments."""

    name: ClassVar[str] = "roles"
    main_measures: ClassVar[tuple[str, ...]] = ("F1", "UF1", "Senses", "Predicates", "Perfect")

    def claim(self, guess: Guess, others: Sequence[Guess]) -> str | None:
        """Files of predicates and arguments."""
        del others
        other = " (--task dependency compares trees)" if guess.heads else ""
        return f"the files hold semantic roles{other}" if "roles" in guess.holds else None

    def default_rules(self, fmt: str) -> Conventions:
        """Every argument counts as it is written, pieces (C-A1) as arguments of their own."""
        del fmt
        return replace(ROLES, like="default")

    def measures(self, rules: Conventions) -> Mapping[str, Measure]:
        """Arguments and predicates."""
        del rules
        return ROLE_MEASURES

    def choose_layer(self, guess: Guess, options: Options, notes: list[str], others: Sequence[Guess]) -> str:
        """Roles are the only layer."""
        del guess, options, notes, others
        return "role"

    def columns(self, rules: Conventions) -> frozenset[str]:
        """Predicates and arguments."""
        del rules
        return frozenset({"roles"})

    def sign(self, rules: Conventions) -> list[str]:
        """What becomes of arguments in pieces, and of predicates that the gold does not have."""
        parts = [f"pieces:{'joined' if rules.join_pieces else 'apart'}"]
        return [*parts, "predicates:gold's"] if rules.gold_predicates else parts

    def lend(self, corpora: Sequence[Corpus], rules: Conventions, notes: list[str]) -> list[Corpus]:
        """The corpora as they are.

        Raises:
            UsageError: A file has no roles.
        """
        del rules, notes
        for corpus in corpora:
            if corpus.spans is None or corpus.spans.predicates is None:
                raise UsageError(
                    f"{corpus.path_of(0)} holds no semantic roles ({corpus.format})",
                    hint="give columns of predicates and arguments: CoNLL-2005, CoNLL-2009, CoNLL-2012 or Universal "
                    "Propositions (see `tertium formats`)",
                )
        return list(corpora)

    def link(self, gold: Corpus, system: Corpus, keys: FormKeys, rules: Conventions) -> Alignment:
        """Word by word; by place where a file has no words."""
        wordless = any(not _has_words(corpus) for corpus in (gold, system))
        if wordless and not np.array_equal(gold.sent_len, system.sent_len):
            raise _explain_other_sentences(gold, system)
        return align(gold, system, keys, tokens="position" if wordless else rules.tokens)

    def describe_link(self, gold: Corpus, system: Corpus, link: Alignment, rules: Conventions) -> list[str]:
        """What could not be linked; other forms only where there are words."""
        if not (_has_words(gold) and _has_words(system)):
            return []
        return super().describe_link(gold, system, link, rules)

    def describe_scores(self, matches: Sequence[Match], measures: Sequence[Measure], rules: Conventions) -> list[str]:
        """Predicates that a preset skips."""
        del measures
        found = []
        for match in matches:
            n = count_foreign_predicates(match)
            if n and rules.gold_predicates:
                what = "1 predicate is" if n == 1 else f"{n:,} predicates are"
                found.append(
                    f"{match.system.corpus.name}: {what} not the gold's; their arguments are skipped, which costs no "
                    f"precision (as {rules.like} does)"
                )
        return found


def _explain_other_sentences(gold: Corpus, system: Corpus) -> MismatchError:
    """The first sentence that is not as long in both files."""
    n = min(gold.n_sents, system.n_sents)
    differ = np.flatnonzero(gold.sent_len[:n] != system.sent_len[:n])
    sentence = int(differ[0]) if len(differ) else n
    lines = []
    for corpus in (gold, system):
        if sentence < corpus.n_sents:
            word, size = int(corpus.sent_start[sentence]), int(corpus.sent_len[sentence])
            lines.append(f"  {corpus.path_of(word)}:{corpus.line[word]}, sentence {sentence + 1}: {size} words")
        else:
            lines.append(f"  {corpus.path_of(0)}: has only {corpus.n_sents:,} sentences")
    return MismatchError(
        f"{gold.path_of(0)} and {system.path_of(0)} do not have the same sentences, word for word:\n"
        + "\n".join(lines),
        hint="give propositions for the same words; an empty line ends a sentence",
    )


def _has_words(corpus: Corpus) -> bool:
    return bool(np.any(corpus.columns["form"] != corpus.vocab.code(NO_WORD)))


KIND: Final = SemanticRoles()
