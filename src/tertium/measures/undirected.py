"""Attachment across schemes: heads and relations as they are, and with the direction of arcs left open.

UAS and LAS compare whole relations, subtypes included, and every word. UUAS asks only which two words are joined
(Klein and Manning 2004). NED takes a head for right that is the gold's head, a gold dependent, or the gold head's head
(Schwartz, Abend, Reichart and Rappoport 2011). The artificial root is a head like another.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from tertium.measures.base import Measure

if TYPE_CHECKING:
    from tertium._typing import Codes, Mask

_READS: Final = frozenset({"head", "deprel"})


def _share(name: str, title: str, cites: str) -> Measure:
    return Measure(name=name, title=title, cites=cites, reads=_READS, only="accuracy")


UAS: Final = _share("UAS", "heads", "Buchholz and Marsi 2006, section 5")
LAS: Final = _share("LAS", "heads and whole relations", "Buchholz and Marsi 2006, section 5")
UUAS: Final = _share("UUAS", "arcs, whatever their direction", "Klein and Manning 2004, section 2")
NED: Final = _share("NED", "neutral edge direction", "Schwartz et al. 2011, section 5")


def find_attached(gold: Codes, system: Codes) -> Mask:
    """(n_words,) where the head is the gold's; a head that could not be read (below the root's -1) never is."""
    found: Mask = (gold == system) & (gold >= -1)
    return found


def find_joined(gold: Codes, system: Codes) -> Mask:
    """(n_words,) where the arc is the gold's, or the gold's turned round.

    >>> find_joined(np.array([1, -1], dtype=np.int32), np.array([-1, 0], dtype=np.int32)).tolist()
    [False, True]
    """
    found: Mask = find_attached(gold, system) | _turned(gold, system)
    return found


def find_neutral(gold: Codes, system: Codes) -> Mask:
    """(n_words,) where the head is the gold's head, a gold dependent, or the gold head's head."""
    above = np.where(gold >= 0, gold[gold], -2)
    found: Mask = find_joined(gold, system) | ((above == system) & (above >= -1))
    return found


def _turned(gold: Codes, system: Codes) -> Mask:
    """(n_words,) where the head hangs on the word in the gold."""
    found: Mask = (system >= 0) & (gold[system] == np.arange(len(gold)))
    return found
