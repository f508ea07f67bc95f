"""The features that tertium knows: what each is, which gold columns it needs, and how it is computed.

All come from the gold or from the input text, never from an answer: a predicted label would condition on the outcome.
Everything is computed on whole columns; strings are looked at once for each distinct form. Sentences whose heads lead
nowhere (a cycle, a word without a head) have neither depth nor projectivity; several roots are no obstacle to either.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import numpy as np

from tertium.comparison.feature_columns import (
    Bins,
    Column,
    Labels,
    Level,
    Numbers,
    take_labels,
    take_strings,
)
from tertium.comparison.word_shapes import CASES, find_case, find_script
from tertium.corpus import MISSING, ROOT
from tertium.formats.sources import bare_name
from tertium.trees.depth import are_trees, count_children, find_depths
from tertium.trees.projectivity import find_nonprojective

if TYPE_CHECKING:
    from collections.abc import Callable

    from tertium._typing import Codes, Mask
    from tertium.comparison.lexicon import Lexicon
    from tertium.corpus import Corpus, Names
    from tertium.tasks.view import View

LENGTHS: Final = Bins((1, 6, 11, 21, 31, 41), ("1-5", "6-10", "11-20", "21-30", "31-40", "41+"))
DISTANCES: Final = Bins((0, 1, 2, 3, 7), ("root", "1", "2", "3-6", "7+"))
DEPTHS: Final = Bins((0, 1, 2, 3, 4, 5), ("0", "1", "2", "3", "4", "5+"))
CHILDREN: Final = Bins((0, 1, 2, 3, 4), ("0", "1", "2", "3", "4+"))
WORD_LENGTHS: Final = Bins((0, 2, 4, 7, 10), ("1", "2-3", "4-6", "7-9", "10+"))
FREQUENCIES: Final = Bins((0, 1, 2, 6, 21, 101), ("0", "1", "2-5", "6-20", "21-100", "101+"))
AMBIGUITIES: Final = Bins((0, 1, 2, 3), ("unknown", "1", "2", "3+"))
POSITIONS: Final = ("first", "early", "middle", "late", "last")
DIRECTIONS: Final = ("root", "head left", "head right")
PROJECTIVITY: Final = ("projective", "non-projective")
KNOWN: Final = ("known", "unknown")


@dataclass(frozen=True, slots=True)
class Builtin:
    """One line of the table of features."""

    title: str
    build: Callable[[View, Lexicon | None], Column]
    needs: frozenset[str] = frozenset()  # gold columns
    level: Level = "token"
    lexicon: bool = False  # needs to know other text
    listed: bool = True  # False: understood, but not among the names that are offered


def _label(view: View, _: Lexicon | None) -> Labels:
    return take_labels(view.corpus.vocab, view.column(view.conventions.layer), blank=True)


def _form(view: View) -> Labels:
    return take_labels(view.corpus.vocab, view.corpus.columns["form"], blank=True)


def _length(view: View, _: Lexicon | None) -> Numbers:
    length = view.corpus.sent_len
    return Numbers(length, np.ones(len(length), dtype=np.bool_), LENGTHS).spread(length)


def _position(view: View, _: Lexicon | None) -> Numbers:
    """The place among the words; the words between the first and the last are parted in three."""
    place = view.corpus.position_of_words()
    last = np.repeat(view.corpus.sent_len, view.corpus.sent_len) - 1
    before = place - 1
    third = 1 + (3 * before >= last) + (3 * before >= 2 * last)
    code = np.where(before == 0, 0, np.where(before == last, 4, third)).astype(np.int32)
    known = np.ones(len(place), dtype=np.bool_)
    return Numbers(place.astype(np.int64), known, shown=Labels(POSITIONS, code, ordered=True))


def _head_layer(layer: str) -> Callable[[View, Lexicon | None], Labels]:
    def build(view: View, _: Lexicon | None) -> Labels:
        labels, head = take_labels(view.corpus.vocab, view.column(layer)), view.head
        code = np.where(head >= 0, labels.code[np.maximum(head, 0)], MISSING)
        code[head == ROOT] = len(labels.names)
        return Labels((*labels.names, "root"), code.astype(np.int32))

    return build


def _offsets(view: View) -> tuple[Codes, Mask]:
    """Head minus word (0: the root), and which words have such an arc; no word is its own head."""
    offset = np.where(view.head >= 0, view.head - np.arange(view.corpus.n_words), 0)
    return offset.astype(np.int32), (view.head == ROOT) | (offset != 0)


def _distance(view: View, _: Lexicon | None) -> Numbers:
    offset, known = _offsets(view)
    return Numbers(np.abs(offset).astype(np.int64), known, DISTANCES)


def _direction(view: View, _: Lexicon | None) -> Labels:
    offset, known = _offsets(view)
    code = np.where(offset == 0, 0, np.where(offset < 0, 1, 2))
    return Labels(DIRECTIONS, np.where(known, code, MISSING).astype(np.int32), ordered=True)


def _in_trees(view: View) -> Mask:
    """(n_words,) words of sentences that are trees."""
    return np.repeat(are_trees(view.head, view.corpus.sent_start), view.corpus.sent_len)


def _depth(view: View, _: Lexicon | None) -> Numbers:
    return Numbers(find_depths(view.head).astype(np.int64), _in_trees(view), DEPTHS)


def _projectivity(view: View, _: Lexicon | None) -> Labels:
    crossing = find_nonprojective(view.head, view.corpus.sent_start)
    return Labels(PROJECTIVITY, np.where(_in_trees(view), crossing, MISSING).astype(np.int32), ordered=True)


def _children(view: View, _: Lexicon | None) -> Numbers:
    count = count_children(view.head).astype(np.int64)
    return Numbers(count, np.ones(len(count), dtype=np.bool_), CHILDREN)


def _case(view: View, _: Lexicon | None) -> Labels:
    return _form(view).rename(find_case, CASES)


def _script(view: View, _: Lexicon | None) -> Labels:
    return _form(view).rename(find_script)


def _wordlength(view: View, _: Lexicon | None) -> Numbers:
    return _form(view).number(len, WORD_LENGTHS)


def _frequency(view: View, lexicon: Lexicon | None) -> Numbers:
    forms = _form(view)
    if lexicon is None or not lexicon.counted:
        count = np.bincount(forms.code, minlength=len(forms.names)).astype(np.int64)
    else:
        count = lexicon.look_up(list(forms.names))["count"].to_numpy()
    return Numbers(count[forms.code], np.ones(len(forms.code), dtype=np.bool_), FREQUENCIES)


def _ambiguity(view: View, lexicon: Lexicon | None) -> Numbers:
    forms = _form(view)
    labels = (
        np.zeros(len(forms.names), dtype=np.int64)
        if lexicon is None
        else lexicon.look_up(list(forms.names))["labels"].to_numpy()
    )
    return Numbers(labels[forms.code], np.ones(len(forms.code), dtype=np.bool_), AMBIGUITIES)


def _unknown(view: View, lexicon: Lexicon | None) -> Labels:
    return Labels(KNOWN, (_ambiguity(view, lexicon).value == 0).astype(np.int32), ordered=True)


def document_of_sentences(gold: Corpus) -> Codes:
    """(n_sents,) the document of each sentence."""
    return np.repeat(np.arange(gold.n_docs, dtype=np.int32), np.diff(gold.doc_start))


def name_all(names: Names) -> Labels:
    """Names, or numbers (from 1) of what has none."""
    return take_strings(names.or_numbers())


def _document(view: View, _: Lexicon | None) -> Labels:
    gold = view.corpus
    documents = name_all(gold.document_names)
    return Labels(documents.names, documents.code[document_of_sentences(gold)]).spread(gold.sent_len)


def _sent_id(view: View, _: Lexicon | None) -> Labels:
    return name_all(view.corpus.sentence_names).spread(view.corpus.sent_len)


def _file(view: View, _: Lexicon | None) -> Labels:
    gold = view.corpus
    names = tuple(bare_name(path) for path in gold.paths)
    files = np.repeat(np.arange(len(gold.file_start) - 1, dtype=np.int32), np.diff(gold.file_start))
    return Labels(names, files).rename(str)


_HEAD: Final = frozenset({"head"})

BUILTINS: Final[dict[str, Builtin]] = {
    "label": Builtin("gold label", _label),
    "length": Builtin("words of the sentence", _length, level="sentence"),
    "position": Builtin("place in the sentence", _position),
    "distance": Builtin("words from the word to its head", _distance, _HEAD),
    "direction": Builtin("side of the head", _direction, _HEAD),
    "depth": Builtin("arcs from the word up to the root's word", _depth, _HEAD),
    "projectivity": Builtin("whether the arc to the head is projective", _projectivity, _HEAD),
    "children": Builtin("words that hang on the word", _children, _HEAD),
    "head_upos": Builtin("universal part of speech of the head", _head_layer("upos"), _HEAD | {"upos"}),
    "head_xpos": Builtin("part of speech (xpos) of the head", _head_layer("xpos"), _HEAD | {"xpos"}),
    "case": Builtin("capitals of the form", _case),
    "script": Builtin("script of the form", _script),
    "wordlength": Builtin("characters of the form", _wordlength),
    "frequency": Builtin("occurrences of the form", _frequency),
    "ambiguity": Builtin("labels of the form", _ambiguity, lexicon=True),
    "unknown": Builtin("whether the form is known", _unknown, lexicon=True),
    "document": Builtin("document", _document, level="document"),
    "file": Builtin("file", _file, level="document"),
    "sent_id": Builtin("sentence", _sent_id, level="sentence", listed=False),
}
"""Every feature by its name, in the order in which they are listed."""
