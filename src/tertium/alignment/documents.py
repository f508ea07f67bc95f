"""Documents of a system put beside the gold's, by name: coreference is scored document by document.

The gold decides which documents there are. One that the system lacks has the gold's words and no mentions there; one
that only the system has is not scored; the order does not matter. Which words are the same is another question.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from tertium.alignment import align
from tertium.alignment.link import Alignment
from tertium.corpus import MISSING, Corpus, Names
from tertium.errors import MismatchError, quote
from tertium.formats.unread import UnreadColumns
from tertium.plurals import many

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tertium._typing import Offsets
    from tertium.alignment.forms import FormKeys
    from tertium.conventions import Conventions
    from tertium.mentionrules import MentionRules


def document_words(corpus: Corpus) -> Offsets:
    """(n_docs + 1,) borders of the documents, over words."""
    starts: Offsets = corpus.sent_start[corpus.doc_start]
    return starts


def fit_documents(gold: Corpus, system: Corpus, rules: MentionRules) -> tuple[Corpus, list[str]]:
    """The system with the gold's documents in the gold's order, and what had to be done, in words.

    Raises:
        MismatchError: Documents are missing and the scorer to imitate needs all; none has a name of the gold's; two
            documents of a file have one name.
    """
    ours, theirs = ([corpus.document_name(number) for number in range(corpus.n_docs)] for corpus in (gold, system))
    if ours == theirs:
        return replace(system, columns=gold.columns) if _has_words_of(gold, system) else system, []
    if gold.n_docs == system.n_docs == 1 and not rules.by_name:
        names = f"{quote(theirs[0])} here, {quote(ours[0])} in the gold"
        return system, [f"{system.name}: the only document is taken as the gold's, though names differ ({names})"]
    for corpus, own in ((gold, ours), (system, theirs)):
        _refuse_twice(corpus, own)
    place = {name: number for number, name in enumerate(theirs)}
    documents = np.array([place.get(name, -1) for name in ours], dtype=np.int64)
    missing = [number for number, name in enumerate(ours) if name not in place]
    known = set(ours)
    extra = [number for number, name in enumerate(theirs) if name not in known]
    if missing and (rules.all_documents or (len(missing) == len(ours) and not rules.by_name)):
        lacks = "has no document of the gold's"
        if len(missing) < len(ours):
            lacks = f"lacks {_tell(gold, ours, missing)}"
        raise MismatchError(
            f"{system.path_of(0)} {lacks}; its documents are {_some(theirs)}"
            + (f", those of {gold.path_of(0)} {_some(ours)}" if len(missing) == len(ours) else ""),
            hint="give the same documents under the same names (order does not matter)",
        )
    notes = []
    if missing:
        notes.append(
            f"{system.name} lacks {_tell(gold, ours, missing)}: all mentions there are missed "
            "(as in the reference scorer)"
        )
    if extra:
        told = _tell(system, theirs, extra)
        notes.append(f"{system.name} has {told} that the gold lacks: not scored (as in the reference scorer)")
    return _rebuild(gold, system, documents), notes


def _refuse_twice(corpus: Corpus, names: Sequence[str]) -> None:
    """Make sure that names tell documents apart, where these have to be found by name."""
    first: dict[str, int] = {}
    for number, name in enumerate(names):
        if first.setdefault(name, number) < number:
            begins = np.minimum(document_words(corpus)[[first[name], number]], corpus.n_words - 1)
            one, two = begins.tolist()
            where = f"{corpus.path_of(one)}:{corpus.line[one]}"
            raise MismatchError(
                f"there are two documents named {quote(name)}; the first begins at {where}",
                path=corpus.path_of(two),
                line=int(corpus.line[two]),
                hint="give every document a name of its own, or the same documents in the same order",
            )


def _has_words_of(gold: Corpus, system: Corpus) -> bool:
    """Whether the texts tell that the words are the same; where a blank more hides a border, other lines are words."""
    if not (isinstance(system.columns, UnreadColumns) and np.array_equal(gold.line, system.line)):
        return False
    return system.columns.repeat(gold.columns)


def _some(names: Sequence[str]) -> str:
    shown = ", ".join(quote(name) for name in names[:3])
    return f"{shown} and {len(names) - 3:,} more" if len(names) > 3 else shown  # noqa: PLR2004 (what fits a line)


def _tell(corpus: Corpus, names: Sequence[str], numbers: Sequence[int]) -> str:
    """Some documents of a file: how many, their names, and where the first of them begins."""
    word, stop = document_words(corpus)[numbers[0] : numbers[0] + 2].tolist()
    where = ""
    if corpus.paths and word < stop:
        where = f"; {'the first ' if len(numbers) > 1 else ''}from {corpus.path_of(word)}:{int(corpus.line[word])} on"
    return f"{many(len(numbers), 'document')} ({_some([names[number] for number in numbers])}{where})"


def _rebuild(gold: Corpus, system: Corpus, documents: Offsets) -> Corpus:
    """The system's documents in the gold's order; the gold's words where there is none (-1)."""
    mentions = system.mentions
    if mentions is not None and (mentions.places is not None or mentions.parts is not None):
        raise MismatchError(
            f"{system.path_of(0)} has other documents than {gold.path_of(0)}, or in another order",
            hint="files with empty nodes or discontinuous mentions need the same documents in the same order",
        )
    ours, theirs = document_words(gold), document_words(system)
    words = _Places(documents, ours, theirs)
    sentences = _Places(documents, gold.doc_start, system.doc_start)
    columns = {
        name: words.pick(gold.columns.get(name, np.zeros(gold.n_words, dtype=np.int32)), codes)
        for name, codes in system.columns.items()
    }
    lengths = sentences.pick(gold.sent_len, system.sent_len)
    first = theirs[np.maximum(documents, 0)]
    if mentions is not None:
        mentions = mentions.reorder(documents, words.start[:-1] - first)
    paths, file_start = system.paths, words.start[[0, -1]]
    if len(paths) > 1:  # each document has its file; all files stand once more at the end, where no word is
        paths = (*(system.path_of(word) for word in first.tolist()), *paths)
        file_start = np.append(words.start, np.repeat(words.start[-1], len(system.paths)))
    return replace(
        system,
        paths=paths,
        file_start=file_start,
        sent_start=np.concatenate([[0], np.cumsum(lengths)]).astype(np.int64),
        columns=columns,
        line=words.pick(gold.line, system.line),
        head=None,
        doc_start=sentences.start,
        sentence_names=Names(len(lengths)),
        document_names=gold.document_names,
        comments=None,
        mentions=mentions,
    )


class _Places:
    """Words or sentences, document by document: the system's, or the gold's where the system has none (-1)."""

    def __init__(self, documents: Offsets, ours: Offsets, theirs: Offsets) -> None:
        there, own = documents >= 0, np.maximum(documents, 0)
        size = np.where(there, np.append(np.diff(theirs), 0)[own], np.diff(ours))
        self.start: Offsets = np.concatenate([[0], np.cumsum(size)]).astype(np.int64)  # (n_docs + 1,)
        first = np.where(there, theirs[own], ours[:-1])
        self._row = np.arange(self.start[-1]) + np.repeat(first - self.start[:-1], size)
        self._known = np.repeat(there, size)

    def pick(self, of_gold: np.ndarray, of_system: np.ndarray) -> np.ndarray:
        """What stands at each place in the file that it comes from."""
        known, row = self._known, self._row
        found = of_gold[np.where(known, 0, row)] if len(of_gold) else np.zeros(len(row), dtype=of_system.dtype)
        if len(of_system):
            found = np.where(known, of_system[np.where(known, row, 0)], found)
        return found


def link_documents(gold: Corpus, system: Corpus, keys: FormKeys, rules: Conventions) -> Alignment:
    """Link the words of two corpora with the same documents.

    Sentence borders may differ. By position, word i of a document is word i of the gold's, whatever it is.

    Raises:
        MismatchError: The words are not the same, and cannot be linked by their characters either; names the first.
    """
    if gold.columns is system.columns:
        return Alignment("same", gold.n_words, system.n_words)
    ours, theirs = document_words(gold), document_words(system)
    same_sizes = np.array_equal(ours, theirs)
    if same_sizes and len(gold.columns["form"]) == len(system.columns["form"]):
        n_other = int(np.count_nonzero(keys.code[gold.columns["form"]] != keys.code[system.columns["form"]]))
        if not n_other:
            return Alignment("same", gold.n_words, system.n_words)
        if rules.tokens == "position":
            return Alignment("position", gold.n_words, system.n_words, n_other_forms=n_other)
    if rules.tokens != "position":
        _refuse_cut(gold, system, keys)
        return align(gold, system, keys, tokens=rules.tokens)
    n_docs = min(len(ours), len(theirs)) - 1
    to_system = np.full(gold.n_words, MISSING, dtype=np.int32)
    to_gold = np.full(system.n_words, MISSING, dtype=np.int32)
    for document in range(n_docs):
        n = int(min(ours[document + 1] - ours[document], theirs[document + 1] - theirs[document]))
        to_system[ours[document] : ours[document] + n] = np.arange(theirs[document], theirs[document] + n)
        to_gold[theirs[document] : theirs[document] + n] = np.arange(ours[document], ours[document] + n)
    both = np.flatnonzero(to_system != MISSING)
    n_other = int(
        np.count_nonzero(keys.code[gold.columns["form"][both]] != keys.code[system.columns["form"][to_system[both]]])
    )
    block = np.repeat(np.arange(gold.n_docs), np.diff(theirs)) if len(ours) == len(theirs) else None
    first = gold.doc_start[:-1]
    return Alignment(
        "position",
        gold.n_words,
        system.n_words,
        to_system=to_system,
        to_gold=to_gold,
        system_block=None if block is None else first[block].astype(np.int32),
        n_other_forms=n_other,
    )


def _refuse_cut(gold: Corpus, system: Corpus, keys: FormKeys) -> None:
    """Make sure that no document of the system stops in the middle of the gold's: the next one would be blamed for it.

    Raises:
        MismatchError: One does; names its last line.
    """
    tokens = [np.searchsorted(corpus.surface.word_start, document_words(corpus)) for corpus in (gold, system)]
    ours, theirs = (
        np.diff(np.append(0, np.cumsum(keys.length[corpus.surface.form]))[start])
        for corpus, start in zip((gold, system), tokens, strict=True)
    )
    for document in np.flatnonzero(theirs < ours).tolist() if gold.n_docs > 1 else ():
        whole, part = (
            keys.join(corpus.surface.form[slice(*start[document : document + 2])])
            for corpus, start in zip((gold, system), tokens, strict=True)
        )
        if not part or not whole.startswith(part):
            continue
        (our_first, our_stop), (first, stop) = (
            document_words(corpus)[document : document + 2].tolist() for corpus in (gold, system)
        )
        raise MismatchError(
            f"document {quote(gold.document_name(document))} ends early, the rest is the same as in "
            f"{gold.path_of(our_first)}; it has {many(stop - first, 'word')}, the gold's {our_stop - our_first:,}",
            path=system.path_of(stop - 1),
            line=int(system.line[stop - 1]),
            hint="was the run interrupted, or the file truncated? Run the system on the whole text",
        )
