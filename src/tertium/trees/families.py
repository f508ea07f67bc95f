"""Families of labels: what is a prepositional phrase, a clause, a modifier, whatever the treebank calls it?

Error types speak of families, treebanks of labels. The sets hold the labels of the Penn treebank, of TIGER and NEGRA,
TüBa-D/Z, the French treebank and IcePaHC (functions cut off), and the relations of Universal Dependencies. A label
that is in none of them is `other`: nothing is guessed from its letters.
"""

from __future__ import annotations

from typing import Final, Literal

Family = Literal["PP", "coordination", "clause", "modifier", "NP", "VP", "other"]

PREPOSITIONAL: Final = frozenset({"PP", "WHPP", "CPP", "PX"})
COORDINATORS: Final = frozenset({"CC", "CONJP", "UCP", "COORD", "CONJ", "KON", "CO"})
CLAUSES: Final = frozenset(
    {"S", "SBAR", "SINV", "SQ", "SBARQ", "RRC", "IP", "CP", "SIMPX", "RSIMPX", "PSIMPX", "Sint", "Srel", "Ssub", "CS"}
)
MODIFIERS: Final = frozenset(
    {
        *("ADVP", "ADJP", "WHADVP", "WHADJP", "RB", "RBR", "RBS", "AP", "AVP", "AA", "CAP", "CAVP", "PRT"),
        *("ADJX", "ADVX", "AdP", "ADV", "ADJD", "PROAV", "PAV", "RP"),
    }
)
NOMINAL: Final = frozenset({"NP", "NX", "NML", "NAC", "WHNP", "QP", "QX", "PN", "MPN", "NM", "MTA", "NUMP", "CNP"})
VERBAL: Final = frozenset({"VP", "VZ", "CVZ", "VN", "VPinf", "VPpart", "VXFIN", "VXINF", "CVP"})

_FAMILIES: Final[tuple[tuple[Family, frozenset[str]], ...]] = (
    ("coordination", COORDINATORS),
    ("PP", PREPOSITIONAL),
    ("clause", CLAUSES),
    ("modifier", MODIFIERS),
    ("NP", NOMINAL),
    ("VP", VERBAL),
)


def family_of(label: str) -> Family:
    """The family of a phrase's label or of a part of speech.

    >>> family_of("SBAR"), family_of("RB"), family_of("NN")
    ('clause', 'modifier', 'other')
    """
    for family, labels in _FAMILIES:
        if label in labels:
            return family
    return "other"


RELATION_FAMILIES: Final[dict[str, str]] = {
    **dict.fromkeys(("nmod", "obl"), "oblique"),
    **dict.fromkeys(("conj", "cc"), "coordination"),
    **dict.fromkeys(("acl", "advcl", "ccomp", "xcomp", "csubj", "parataxis"), "clause"),
    **dict.fromkeys(("advmod", "amod", "discourse"), "modifier"),
    **dict.fromkeys(("det", "nummod", "compound", "flat", "fixed", "appos", "clf", "goeswith", "list"), "inside"),
    **dict.fromkeys(("nsubj", "obj", "iobj", "expl", "vocative", "dislocated"), "argument"),
    **dict.fromkeys(("case", "mark", "aux", "cop"), "function"),
    "punct": "punctuation",
    "root": "root",
}
"""Relations of Universal Dependencies, without subtypes, by family."""
