"""What people hold in memory, one module a library: objects into columns, a tree file's text, or a table.

Objects are known by what they can do, never by importing the library they come from. Each module has
`takes(content) -> bool` and `adapt(content, name) -> Adapted`; they are asked in the order of the table.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any, Final, NamedTuple

if TYPE_CHECKING:
    from tertium.formats.adapters.adapted import Adapted


class Adapter(NamedTuple):
    """One line of the table that `tertium formats` prints."""

    title: str
    holds: str
    example: str


ADAPTERS: Final[dict[str, Adapter]] = {
    "spacy_docs": Adapter(
        "spaCy Docs: one, a list, a DocBin",
        "tags, lemmas, heads and relations, entities (task='spans')",
        "tertium.compare(gold_docs, {'a': docs})",
    ),
    "stanza_documents": Adapter(
        "Stanza documents: one or a list",
        "tags, lemmas, features, heads and relations, entities (task='spans')",
        "tertium.compare('gold.conllu', {'a': nlp(text)})",
    ),
    "nltk_objects": Adapter(
        "NLTK trees, dependency graphs, tagged sentences, chunks",
        "phrases and parts of speech; heads and relations; tags; spans (of trees of chunks and conlltags)",
        "tertium.compare(treebank.parsed_sents()[:9], {'a': trees})",
    ),
    "huggingface": Adapter(
        "Hugging Face datasets and their columns",
        "a label a row, or tokens with tags or BIO tags; ClassLabel features by name",
        "tertium.compare(dataset, {'a': predicted})",
    ),
    "frames": Adapter(
        "data frames of polars, pandas, pyarrow; lists of records",
        "a word a row (form, upos, head, ...) or a label a row (id, gold, a, b)",
        "tertium.compare(frame, gold_column='gold')",
    ),
    "tag_lists": Adapter(
        "lists of lists of BIO tags",
        "spans",
        "tertium.compare([['B-PER', 'O']], {'a': [['O', 'O']]})",
    ),
    "label_lists": Adapter(
        "lists, arrays and series of labels",
        "a label a row, in order",
        "tertium.compare(y_true, {'a': y_pred})",
    ),
}
"""Modules of this package, in the order in which they are asked; pairs of tokens and tags need none."""


def adapt(content: Any, name: str) -> Adapted | None:
    """What is in an object; None if nobody knows it."""
    for module in ADAPTERS:
        found = import_module(f"{__name__}.{module}")
        if found.takes(content):
            adapted: Adapted = found.adapt(content, name)
            return adapted
    return None


def is_single(value: Any) -> bool:
    """Whether it is one document, tree, frame or the like, of which a list is made."""
    if type(value) in (list, tuple, str, int, float, bool, dict, type(None)):
        return False
    return any(import_module(f"{__name__}.{module}").takes(value) for module in ADAPTERS)
