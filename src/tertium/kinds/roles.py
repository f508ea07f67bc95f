"""Semantic roles: predicates and their arguments."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, ClassVar, Final

from tertium.conventions import ROLES, Conventions
from tertium.errors import UsageError
from tertium.kinds.labelled_spans import LabelledSpans
from tertium.measures.roles import ROLE_MEASURES
from tertium.tasks.located import count_foreign_predicates

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

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


KIND: Final = SemanticRoles()
