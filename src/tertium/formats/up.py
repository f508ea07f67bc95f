"""Universal Propositions: CoNLL-U with more than ten columns (Akbik et al. 2015; Jindal et al. 2022).

Column 11 has the roleset of each predicate; then follows a column for each predicate of the sentence, with the role at
each argument's head. All other columns are those of CoNLL-U.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from tertium.formats.conllu import LAYOUT
from tertium.formats.numbered import Layout, read_numbered
from tertium.formats.propositions import NOTHING, Sheet, read_heads

if TYPE_CHECKING:
    from tertium.corpus import Corpus
    from tertium.formats.request import Request
    from tertium.formats.sources import Text

PREDICATE: Final = 10
_LAYOUT: Final = Layout("up", PREDICATE + 1, LAYOUT.columns, ragged=True)


def read(text: Text, ask: Request) -> Corpus:
    """Read one file."""
    return with_roles(text, ask, read_numbered(text, ask, _LAYOUT), PREDICATE, PREDICATE + 1)


def with_roles(text: Text, ask: Request, corpus: Corpus, predicate: int, first: int) -> Corpus:
    """The corpus with predicates and arguments, if these are asked for."""
    if "roles" not in ask.wanted:
        return corpus
    lines = text.data.split(b"\n")
    rows = [lines[line - 1].rstrip(b"\r").decode("utf-8", "replace").split("\t") for line in corpus.line.tolist()]
    return replace(corpus, spans=Sheet(corpus, rows).read(predicate, first, read_heads, NOTHING))
