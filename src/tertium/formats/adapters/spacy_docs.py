"""spaCy: Docs and DocBins. Every Doc is a document; tokens of white space are no words.

Entities of a Doc never overlap and have token borders, so BIO tags hold all of them: nothing is lost here, and where
two Docs are tokenised differently, the alignment counts what it cannot align. Roots are called `root`, as in UD.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from tertium.corpus import Irregularity
from tertium.formats.adapters.adapted import ENTITY, Adapted, Words, first, singles

if TYPE_CHECKING:
    from collections.abc import Iterator

_LAYERS: Final = {"xpos": ("TAG", "tag_"), "upos": ("POS", "pos_"), "lemma": ("LEMMA", "lemma_")}


def takes(content: Any) -> bool:
    """Docs have `has_annotation` and `ents`, a DocBin has `get_docs`."""
    one = first(content)
    return hasattr(one, "get_docs") or (hasattr(one, "has_annotation") and hasattr(one, "ents"))


def adapt(content: Any, name: str) -> Adapted:
    """The words of all Docs."""
    words, blanks, sentence = Words(), 0, 0
    for number, doc in enumerate(_docs(content)):
        layers = {layer: place for layer, (key, place) in _LAYERS.items() if doc.has_annotation(key)}
        has_heads, has_entities = doc.has_annotation("DEP"), doc.has_annotation("ENT_IOB")
        has_feats = doc.has_annotation("MORPH")
        for tokens in _sentences(doc):
            kept = [token for token in tokens if not token.text.isspace()]  # flags need a vocabulary that knows them
            blanks += len(tokens) - len(kept)
            place = {token.i: position for position, token in enumerate(kept, 1)}
            for token in kept:
                values = {layer: getattr(token, attribute) or "_" for layer, attribute in layers.items()}
                if has_feats:
                    values["feats"] = str(token.morph) or "_"
                if has_heads:
                    values["head"] = _head(token, place)
                    values["deprel"] = "root" if values["head"] == 0 and token.dep_ == "ROOT" else token.dep_ or "_"
                if has_entities:
                    values[ENTITY] = f"{token.ent_iob_}-{token.ent_type_}" if token.ent_iob_ in ("B", "I") else "O"
                words.add(form=token.text, sentence=sentence, document=number, **values)
            sentence += 1
    odd = (Irregularity("tokens of white space, left out", blanks, name, 1),) if blanks else ()
    return Adapted(words=words.frame(), odd=odd)


def _docs(content: Any) -> Iterator[Any]:
    """All Docs, a DocBin's with a vocabulary of their own."""
    for one in singles(content):
        if hasattr(one, "get_docs"):
            from spacy.vocab import Vocab  # who has a DocBin has spaCy

            yield from one.get_docs(Vocab())
        else:
            yield one


def _sentences(doc: Any) -> list[list[Any]]:
    """Tokens by sentence; a Doc without borders is one."""
    if doc.has_annotation("SENT_START"):
        return [list(sentence) for sentence in doc.sents]
    return [list(doc)]


def _head(token: Any, place: dict[int, int]) -> int:
    """The place of the head among the words of the sentence, past tokens of white space; 0 for the root."""
    head = token.head
    while head.i not in place and head.head.i != head.i:
        head = head.head
    return 0 if head.i == token.i else place.get(head.i, 0)
