"""CoNLL-X (2006, 2007): ten columns as CoNLL-U, with PHEAD and PDEPREL in the last two.

CPOSTAG is read as `upos`, POSTAG as `xpos`. The last two columns are not compared.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from tertium.formats.numbered import Layout, read_numbered

if TYPE_CHECKING:
    from tertium.corpus import Corpus
    from tertium.formats.request import Request
    from tertium.formats.sources import Text

COLUMNS: Final = ("id", "form", "lemma", "upos", "xpos", "feats", "head", "deprel", "phead", "pdeprel")
LAYOUT: Final = Layout("conllx", 10, {name: index for index, name in enumerate(COLUMNS) if name != "id"})


def read(text: Text, ask: Request) -> Corpus:
    """Read one CoNLL-X file."""
    return read_numbered(text, ask, LAYOUT)
