"""CoNLL-2009: gold and predicted columns side by side, then predicates and arguments.

ID FORM LEMMA PLEMMA POS PPOS FEAT PFEAT HEAD PHEAD DEPREL PDEPREL FILLPRED PRED APRED1 ... As in that shared task, the
gold file's plain columns are compared with the predicted (P...) columns of a system; a system that leaves a
predicted column empty is read from the plain one. With `--task roles`, predicates and arguments are compared.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from tertium.formats.numbered import Layout, read_numbered
from tertium.formats.up import with_roles

if TYPE_CHECKING:
    from tertium.corpus import Corpus
    from tertium.formats.request import Request
    from tertium.formats.sources import Text

PLAIN: Final = {"form": 1, "lemma": 2, "xpos": 4, "feats": 6, "head": 8, "deprel": 10}
PREDICTED: Final = {"form": 1, "lemma": 3, "xpos": 5, "feats": 7, "head": 9, "deprel": 11}
PREDICATE: Final = 13
FEWEST_COLUMNS: Final = 14


def read(text: Text, ask: Request) -> Corpus:
    """Read one CoNLL-2009 file, the predicted columns if it is a system's."""
    columns = dict(PLAIN)
    if ask.role == "system":
        columns |= {name: index for name, index in PREDICTED.items() if _is_filled(text, index)}
    corpus = read_numbered(text, ask, Layout("conll2009", FEWEST_COLUMNS, columns, ragged=True))
    return with_roles(text, ask, corpus, PREDICATE, FEWEST_COLUMNS)


def _is_filled(text: Text, index: int) -> bool:
    """Whether any line has something in a column; usually the first line decides."""
    rows = (line.split("\t", index + 1) for _, line in text.lines() if not line.startswith("#"))
    return any(len(row) > index and row[index] not in ("_", "") for row in rows)
