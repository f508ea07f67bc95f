"""Stanza: documents. Words as in UD; entities are those of the tokens, spread over the words of multiword tokens."""

from __future__ import annotations

from typing import Any

from tertium.formats.adapters.adapted import ENTITY, Adapted, Words, first, singles


def takes(content: Any) -> bool:
    """Documents have sentences, and these have words and tokens."""
    one = first(content)
    sentences = getattr(one, "sentences", None)
    if not isinstance(sentences, list | tuple) or not sentences:
        return False
    return hasattr(sentences[0], "words") and hasattr(sentences[0], "tokens")


def adapt(content: Any, name: str) -> Adapted:
    """The words of all documents."""
    del name
    words, number = Words(), 0
    for document, one in enumerate(singles(content)):
        for sentence in one.sentences:
            entities = _entities(sentence)
            for word in sentence.words:
                values = {layer: getattr(word, layer, None) for layer in ("lemma", "upos", "xpos", "feats", "deprel")}
                values = {layer: value for layer, value in values.items() if value}
                head = getattr(word, "head", None)
                if head is not None:
                    values["head"] = int(head)
                if entities:
                    values[ENTITY] = entities.get(id(word), "O")
                words.add(form=word.text, sentence=number, document=document, **values)
            number += 1
    return Adapted(words=words.frame())


def _entities(sentence: Any) -> dict[int, str]:
    """BIO tags of words, by identity; empty if no token has a tag (BIOES in Stanza)."""
    found: dict[int, str] = {}
    for token in sentence.tokens:
        tag = getattr(token, "ner", None)
        if not tag:
            continue
        prefix, _, label = tag.partition("-")
        for place, word in enumerate(token.words):
            starts = prefix in ("B", "S") and not place
            found[id(word)] = "O" if prefix == "O" else f"{'B' if starts else 'I'}-{label}"
    return found
