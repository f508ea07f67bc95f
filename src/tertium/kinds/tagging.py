"""Tagging: one label a word, on any layer."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, ClassVar, Final

from tertium.conventions import LAYER_MEASURE, TAGGING_MEASURES, Conventions
from tertium.errors import UsageError, shorten
from tertium.formats.guess import NUMBERED
from tertium.kinds.base import Kind
from tertium.measures import MEASURES, tags
from tertium.tasks.view import PLAIN_LAYERS, is_blank, name_layers, source_columns

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from tertium.corpus import Corpus
    from tertium.formats.guess import Guess
    from tertium.measures import Measure
    from tertium.options import Options

_TAG_LAYERS: Final = frozenset({"upos", "xpos"})
_KNOWN: Final = (*PLAIN_LAYERS, "ufeats", "alltags")
_ALIASES: Final = {"pos": "tag", "lemmas": "lemma", "ufeats": "ufeats", "alltags": "alltags"}


class Tagging(Kind):
    """Words and their labels."""

    name: ClassVar[str] = "tagging"
    shows_layer: ClassVar[bool] = True

    def claim(self, guess: Guess, others: Sequence[Guess]) -> str | None:
        """Whatever nobody else claims has a label a word."""
        del others
        return "only the first file has heads" if guess.heads else "the files have no heads"

    def default_rules(self, fmt: str) -> Conventions:
        """Accuracy over words."""
        del fmt
        return self.adapt_preset(Conventions(task=self.name))

    def adapt_preset(self, rules: Conventions) -> Conventions:
        """A scorer of parsers, applied to tags; the UD evaluation has measures of its own for them."""
        if rules.like == "ud":
            return rules
        tagging = replace(rules, measures=TAGGING_MEASURES, headline="Accuracy", score="accuracy")
        return replace(tagging, punctuation="yes", lower_labels=False, text_heads=False)

    def measures(self, rules: Conventions) -> Mapping[str, Measure]:
        """`Accuracy` and `Sentences` are made for the layer."""
        if rules.like == "ud":
            return MEASURES
        accuracy = tags.layer_accuracy(rules.layer)
        return {**MEASURES, "Accuracy": accuracy, "Sentences": tags.sentence_accuracy(accuracy)}

    def choose_layer(self, guess: Guess, options: Options, notes: list[str], others: Sequence[Guess]) -> str:
        """As told; else the first that all files have."""
        if options.layer is not None:
            given = options.layer.removeprefix("feats.")
            lower = _ALIASES.get(given.lower(), given.lower())
            return lower if lower in _KNOWN else given
        own = [name for name in ("tag", "xpos", "upos", "feats", "lemma") if name in guess.filled] or ["upos"]
        shared = [name for name in own if all(name in other.filled or "tag" in other.filled for other in others)]
        layer = (shared or own)[0]
        if guess.format in NUMBERED:
            notes.append(f"layer: {layer} (--layer chooses another)")
        return layer

    def columns(self, rules: Conventions) -> frozenset[str]:
        """The layer; where it is a tagger's one column, also what may stand for it."""
        return source_columns(rules.layer) | (_TAG_LAYERS if rules.layer == "tag" else frozenset())

    def lend(self, corpora: Sequence[Corpus], rules: Conventions, notes: list[str]) -> list[Corpus]:
        """The corpora with their one tag column under the name of the layer that is compared, which is said.

        A tagger's file does not say which tags it holds: where it meets CoNLL-U, its `tag` stands for xpos (or upos)
        and the other way round.
        """
        layer = rules.layer
        own = ("tag",) if layer in _TAG_LAYERS else ("xpos", "upos") if layer == "tag" else ()
        lacking = [corpus for corpus in corpora if layer not in corpus.columns]
        if rules.like == "ud" or not own or len(lacking) in (0, len(corpora)):
            return list(corpora)
        found: list[Corpus] = []
        for corpus in corpora:
            lent = [column for column in own if column in corpus.columns and not is_blank(corpus, column)]
            if corpus in lacking and lent:
                notes.append(f"{corpus.name}: its {lent[0]} column is compared as {layer}")
                found.append(corpus.with_columns({layer: corpus.columns[lent[0]]}))
            else:
                found.append(corpus)
        return found

    def choose_headline(self, rules: Conventions) -> str:
        """The UD evaluation's measure of the layer, or the accuracy."""
        return LAYER_MEASURE.get(rules.layer, "UPOS") if rules.like == "ud" else rules.headline

    def settle(self, gold: Corpus, rules: Conventions) -> tuple[Conventions, list[str]]:
        """The layer as the gold spells it, if it is a single feature.

        Raises:
            UsageError: The gold has no such layer or feature.
        """
        layer = rules.layer
        if layer in _KNOWN:
            return rules, []
        if "feats" not in gold.columns:
            raise UsageError(f"{gold.path_of(0)} has no layer {layer!r}", hint=name_layers(gold))
        texts = gold.vocab.decode(gold.vocab.used(gold.columns["feats"]))
        features = sorted({part.partition("=")[0] for text in texts for part in text.split("|") if "=" in part})
        spelt = [name for name in features if name.lower() == layer.lower()]
        if not spelt:
            known = shorten(", ".join(features), 400) or "none"
            raise UsageError(
                f"{gold.path_of(0)} has neither a layer nor a feature {layer!r}",
                hint=f"the layers are upos, xpos, feats, ufeats, lemma, alltags; its features are {known}",
            )
        return replace(rules, layer=spelt[0]), []

    def sign(self, rules: Conventions) -> list[str]:
        """The layer."""
        return [f"layer:{rules.layer}"]


KIND: Final = Tagging()
