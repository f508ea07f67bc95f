"""Attachment: is the head right (UAS), the relation (LS), or both (LAS)?

Buchholz and Marsi (2006), section 5, for UAS, LAS and the label score; Nilsson and Nivre (2008) for AnyRight and
BothWrong of MaltEval. Whether punctuation is scored and subtypes are kept is decided by the conventions; the same
output has a different LAS under each scorer.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from tertium.measures.base import Blocks, Measure, count_right

if TYPE_CHECKING:
    from tertium._typing import Counts
    from tertium.tasks.match import Match

_CITES: Final = "Buchholz and Marsi 2006, section 5"
_MALTEVAL: Final = "Nilsson and Nivre 2008"
_READS: Final = frozenset({"head", "deprel"})

UAS = Measure(name="UAS", title="heads", cites=_CITES, reads=_READS, atoms=("head",), shown="deprel")
LS = Measure(
    name="LS",
    title="relations",
    cites=_CITES,
    reads=frozenset({"deprel"}),
    atoms=("deprel",),
    shown="deprel",
    aliases=("la", "label"),
)
LAS = Measure(
    name="LAS", title="heads and relations", cites=_CITES, reads=_READS, atoms=("head", "deprel"), shown="deprel"
)


def count_any_right(match: Match, blocks: Blocks) -> Counts:
    """Words with the right head or the right relation."""
    return count_right(match, blocks, match.right("head") | match.right("deprel"))


def count_both_wrong(match: Match, blocks: Blocks) -> Counts:
    """Words with neither."""
    return count_right(match, blocks, ~(match.right("head") | match.right("deprel")))


ANY_RIGHT = Measure(
    name="AnyRight", title="head or relation right", cites=_MALTEVAL, reads=_READS, tally=count_any_right
)
BOTH_WRONG = Measure(name="BothWrong", title="neither right", cites=_MALTEVAL, reads=_READS, tally=count_both_wrong)
