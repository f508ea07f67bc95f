"""A corpus seen through the conventions: each layer normalised once, on demand.

Normalising works on distinct strings only (a few dozen tags, a few thousand features), never on tokens: labels are
renamed, folded, cut at `:`, reduced to the universal features, and the column is looked up in the result.
"""

from __future__ import annotations

import unicodedata
from typing import TYPE_CHECKING, Final

import numpy as np

from tertium.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Callable

    from tertium._typing import Codes, Mask
    from tertium.conventions import Conventions
    from tertium.corpus import Corpus
    from tertium.trees.enhanced import Edges

UNIVERSAL_FEATURES: Final = frozenset(
    "PronType NumType Poss Reflex Foreign Abbr Gender Animacy Number Case Definite Degree VerbForm Mood Tense "  # noqa: SIM905 (readable)
    "Aspect Voice Evident Polarity Person Polite".split()
)
"""The features that UFeats, AllTags and MLAS of the UD evaluation look at; all others are ignored there."""

CONTENT_RELATIONS: Final = frozenset(
    "nsubj obj iobj csubj ccomp xcomp obl vocative expl dislocated advcl advmod discourse nmod appos nummod acl "  # noqa: SIM905
    "amod conj fixed flat compound list parataxis orphan goeswith reparandum root dep".split()
)
FUNCTIONAL_RELATIONS: Final = frozenset(["aux", "cop", "mark", "det", "clf", "case", "cc"])

PLAIN_LAYERS: Final = ("form", "lemma", "upos", "xpos", "feats", "tag", "deprel", "deps", "misc")


UNIT_LAYERS: Final = {"span": "span", "role": "argument"}
"""Layers whose labels are not those of words, with what has them: systems propose the units themselves."""


def source_columns(layer: str) -> frozenset[str]:
    """The columns of a file that a layer is made from."""
    if layer in UNIT_LAYERS:
        return frozenset()
    if layer == "alltags":
        return frozenset({"upos", "xpos", "feats"})
    if layer == "ufeats" or layer not in (*PLAIN_LAYERS, "head"):
        return frozenset({"feats"})
    return frozenset({layer})


def is_blank(corpus: Corpus, column: str) -> bool:
    """Whether a column says nothing: every word has `_` there, or nothing at all."""
    used = corpus.vocab.used(corpus.columns[column])
    return all(text in ("_", "") for text in corpus.vocab.decode(used[:3])) and len(used) < 3  # noqa: PLR2004 (`_` and empty)


def name_layers(corpus: Corpus) -> str:
    """The way out for somebody who asked for a layer that is not there."""
    layers = sorted({*corpus.layers, *corpus.columns} - {"form", "head", "misc"})
    return f"its layers are {', '.join(layers)}; choose one by --layer" if layers else "it holds words only"


class View:
    """One corpus under the conventions."""

    def __init__(self, corpus: Corpus, conventions: Conventions, *, who: str | None) -> None:
        """Take a corpus and its name for `--map`: "gold" for the gold, None where no name means it."""
        self.corpus = corpus
        self.conventions = conventions
        self._who = who
        self._columns: dict[str, Codes] = {}
        self._flags: dict[frozenset[str], Mask] = {}
        self._scored: Mask | None = None
        self._scored_known = False
        self._head: Codes | None = None
        self.edges: Edges | None = None  # found when an enhanced measure asks for them

    @property
    def head(self) -> Codes:
        """Heads as rows; those of trees are found by head rules.

        Raises:
            UsageError: The file has none.
        """
        if self._head is not None:
            return self._head
        if self.corpus.head is None and self.corpus.nodes is not None and self.conventions.heads is not None:
            from tertium.trees.heads import find_heads

            self._head = find_heads(self.corpus, self.conventions.heads)
            return self._head
        if self.corpus.head is None:
            raise UsageError(
                f"{self.corpus.path_of(0)} has no heads, so dependencies cannot be compared",
                hint="--task tagging compares the tags",
            )
        return self.corpus.head

    def column(self, layer: str) -> Codes:
        """Codes of a layer: a column (`upos`), all three tag columns (`alltags`), or one feature (`Case`)."""
        if layer not in self._columns:
            self._columns[layer] = self._make(layer)
        return self._columns[layer]

    def _make(self, layer: str) -> Codes:
        vocab = self.corpus.vocab
        if layer == "alltags":
            return vocab.combine([self.column("upos"), self.column("xpos"), self.column("ufeats")])
        if layer == "ufeats":
            return self._normal(layer, vocab.rewrite(self._raw("feats"), _universal))
        if layer == "feats":
            return self._normal(layer, vocab.rewrite(self._raw("feats"), _sorted_features))
        if layer in PLAIN_LAYERS or layer == "head" or layer in self.corpus.columns:
            return self._normal(layer, self._raw(layer))
        return self._normal(layer, vocab.rewrite(self._raw("feats"), _single_feature(layer)))

    def _raw(self, column: str) -> Codes:
        if column not in self.corpus.columns:
            raise UsageError(f"{self.corpus.path_of(0)} has no {column} column", hint=name_layers(self.corpus))
        return self.corpus.columns[column]

    def normalize(self, layer: str, codes: Codes) -> Codes:
        """Labels of a layer with everything done to them that the conventions want."""
        return self._normal(layer, codes)

    def _normal(self, layer: str, codes: Codes) -> Codes:
        for rule in self._rules(layer):
            codes = self.corpus.vocab.rewrite(codes, rule)
        return codes

    def _rules(self, layer: str) -> list[Callable[[str], str]]:
        rules: list[Callable[[str], str]] = []
        names = {
            renaming.old: renaming.new
            for renaming in self.conventions.renamings
            if (renaming.layer or self.conventions.layer) == layer and renaming.who in (None, self._who)
        }
        if names:
            rules.append(lambda text: names.get(text, text))
        if layer == "deprel" and not self.conventions.subtypes:
            rules.append(lambda text: text.partition(":")[0])
        if layer == "deprel" and self.conventions.lower_labels:
            rules.append(_ascii_lower)
        if self.conventions.fold_case and layer != "head":
            rules.append(str.casefold)
        return rules

    def is_content(self) -> Mask:
        """Which words have a relation that CLAS, MLAS and BLEX look at."""
        return self._has_relation(CONTENT_RELATIONS)

    def is_functional(self) -> Mask:
        """Which words have a relation that makes them functional children in MLAS."""
        return self._has_relation(FUNCTIONAL_RELATIONS)

    def _has_relation(self, relations: frozenset[str]) -> Mask:
        if relations not in self._flags:
            self._flags[relations] = self.corpus.vocab.flag(self.column("deprel"), relations.__contains__)
        return self._flags[relations]

    def scored(self) -> Mask | None:
        """Which words are scored at all; None: all of them."""
        if not self._scored_known:
            self._scored, self._scored_known = self._find_scored(), True
        return self._scored

    def _find_scored(self) -> Mask | None:
        rules, vocab = self.conventions, self.corpus.vocab
        mask: Mask | None = None
        if rules.task == "dependency" and rules.punctuation == "form":
            mask = ~vocab.flag(self._raw("form"), is_punctuation)
        elif rules.task == "dependency" and rules.punctuation == "relation":
            mask = ~vocab.flag(self.column("deprel"), lambda label: label == "punct")
        elif rules.task == "constituency" and rules.heads is not None:  # dependencies made from trees
            mask = ~vocab.flag(self._raw("tag"), rules.heads.is_silent)
        if (rules.include or rules.exclude) and rules.layer not in UNIT_LAYERS:
            labels = self.column(rules.layer)
            chosen = vocab.flag(
                labels, lambda label: (not rules.include or label in rules.include) and label not in rules.exclude
            )
            mask = chosen if mask is None else mask & chosen
        return mask


def is_punctuation(form: str) -> bool:
    r"""Whether a form consists of Unicode punctuation only, as eval07.pl and MaltEval ask (`\p{P}`; symbols are not).

    >>> [is_punctuation(form) for form in ("...", "%", "$", "")]
    [True, True, False, False]
    """
    return bool(form) and all(unicodedata.category(character).startswith("P") for character in form)


def _universal(feats: str) -> str:
    """The universal features only, sorted, as the UD evaluation compares them; `_` if there are none."""
    return "|".join(sorted(part for part in feats.split("|") if part.partition("=")[0] in UNIVERSAL_FEATURES)) or "_"


def _sorted_features(feats: str) -> str:
    return "|".join(sorted(feats.split("|"))) or "_"


def _single_feature(name: str) -> Callable[[str], str]:
    def value(feats: str) -> str:
        for feature in feats.split("|"):
            key, _, found = feature.partition("=")
            if key == name:
                return found
        return "_"

    return value


_UPPER: Final = {upper: upper + 32 for upper in range(ord("A"), ord("Z") + 1)}


def _ascii_lower(text: str) -> str:
    return text.translate(_UPPER)


def count_true(mask: Mask | None, size: int) -> int:
    """How many rows a mask lets through; None is all."""
    return size if mask is None else int(np.count_nonzero(mask))
