"""Mention rules: everything that decides which mentions count, which are the same, and what a right antecedent is.

One field for each point on which the coreference scorers differ; a preset is one combination. Nothing heavy is imported
here: the conventions hold these rules.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final, Literal, get_args

if TYPE_CHECKING:
    from collections.abc import Mapping

Matching = Literal["exact", "partial", "head"]
Repeats = Literal["conll2012", "coval", "once"]
SameNames = Literal["refuse", "last", "join"]
Borders = Literal["tolerant", "conll2012", "coval"]
Brackets = Literal["tolerant", "conll2012", "coval"]
Entities = Literal["tolerant", "udapi"]
Criterion = Literal["nom", "any", "named", "immediate"]

MATCHINGS: Final[tuple[Matching, ...]] = get_args(Matching)
CRITERIA: Final[tuple[Criterion, ...]] = get_args(Criterion)


@dataclass(frozen=True, slots=True)
class TagTable:
    """What mentions of one word are, by the word's tag."""

    name: str
    layer: str
    types: Mapping[str, int]
    names: frozenset[str] = frozenset()  # tags of proper nouns
    with_feats: bool = False  # possessive is what has the feature Poss


@dataclass(frozen=True, slots=True, kw_only=True)
class MentionRules:
    """Which mentions count, and when two are the same."""

    name: str = "conll2012"
    matching: Matching = "exact"  # partial, head: as CorefUD's scorer pairs mentions that are not the same
    pairs_zeros: bool = False  # dropped words (empty nodes) are paired by what they hang on, before anything else
    singletons: bool = True  # chains of one mention count
    repeats: Repeats = "conll2012"  # what becomes of a span that a file has twice
    most_repeats: int | None = None  # so many in the response are scored; more are refused
    by_sentence: bool = False  # mentions go by their places in the sentence of their last word
    one_sided_muc: bool = True  # links are counted on the response alone (it matters for repeats only)
    blanc_by_key: bool = True  # a class of links counts if the key has some; else if either side has
    brackets: Brackets = "tolerant"  # what in the last column is a bracket, and what becomes of the rest
    borders: Borders = "tolerant"  # which lines begin and end documents, and what of them is the name
    no_comments: bool = False  # every line of a document is a word, whatever it begins with
    whole_lines: bool = False  # a line without tabs is one column; a document goes on until one ends
    entities: Entities = "tolerant"  # how Entity= of CorefUD is read where its scorer has ways of its own
    drop_unclosed: bool = False  # brackets without a partner are passed over
    same_names: SameNames = "refuse"  # what becomes of documents of one name
    all_documents: bool = False  # a document that the response lacks is an error
    by_name: bool = False  # documents go by their names, though there be only one on either side
    criterion: Criterion = "nom"  # which antecedent decides where differences are listed
    as_released: bool = False  # ARCS as the scripts of 2017 compute it where they deviate from the paper
    types: str | None = None  # a table of mention types: a name or a file; None: by what the tags look like
    intersection: bool = False  # equation 2 read literally: only mentions that the key and both systems have

    def __str__(self) -> str:
        """What stands in the signature."""
        parts = [self.name, self.matching, "singletons" if self.singletons else "no-singletons"]
        if self.as_released:
            parts.append("arcs-as-released")
        if self.intersection:
            parts.append("intersection")
        return ",".join(parts)


DEFAULT_MENTIONS: Final = MentionRules()
CONLL2012: Final = replace(
    DEFAULT_MENTIONS,
    most_repeats=10,
    brackets="conll2012",
    borders="conll2012",
    no_comments=True,
    whole_lines=True,
    same_names="last",
    by_name=True,
)
COVAL: Final = replace(
    DEFAULT_MENTIONS,
    name="coval",
    repeats="coval",
    by_sentence=True,
    one_sided_muc=False,
    brackets="coval",
    borders="coval",
    no_comments=True,
    drop_unclosed=True,
    same_names="join",
    all_documents=True,
    by_name=True,
)
COREFUD: Final = replace(
    DEFAULT_MENTIONS,
    name="corefud",
    matching="head",
    pairs_zeros=True,
    singletons=False,
    repeats="once",
    one_sided_muc=False,
    blanc_by_key=False,
    entities="udapi",
    all_documents=True,
)
