"""Function tags as disco-dop compares them: those of brackets and parts of speech that are right on both sides.

A tag is what follows the first hyphen of a label (`NP-SBJ`; the digits of an index are none) or, in formats that have
them, the label of the edge; several stand between hyphens. Those of a bracket count if the other side has the bracket,
those of a word's part of speech if the other side has the same there, or a bracket of that label over the word alone;
then they are matched as multisets.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import TYPE_CHECKING, Final

import numpy as np

from tertium.brackets import find_classes
from tertium.tasks.yields import find_keys

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tertium._typing import Codes, Counts, Offsets
    from tertium.corpus import Corpus
    from tertium.tasks.bracketing import Bracketing, Side

_NOTHING: Final = ("", "--")
_INDEX: Final = "=0123456789"

_Tag = tuple[int, int, str]  # sentence, number of words and label together, function


def split_functions(label: str) -> list[str]:
    """The function tags in a label; what is left of an index is an empty one, as disco-dop has it.

    >>> split_functions("NP-SBJ"), split_functions("PP-LOC-CLR=2"), split_functions("NP-1"), split_functions("-NONE-")
    (['SBJ'], ['LOC', 'CLR'], [], [])
    >>> split_functions("NP-SBJ-1")
    ['SBJ', '']
    """
    place = label.find("-")
    if place <= 0 or label[place + 1 :].isdigit():
        return []
    return split_edge(label[place + 1 :].rstrip(_INDEX))


def split_edge(text: str) -> list[str]:
    """The function tags in the label of an edge, or behind the hyphen of a label."""
    return [] if text in _NOTHING else text.split("-")


def count_functions(gold: Corpus, system: Corpus, found: Bracketing) -> Counts:
    """(n_sents, 3) function tags that match, those of the gold and those of the system; in valid sentences."""
    corpora, size = (gold, system), len(gold.vocab)
    phrases = (found.gold, found.system)
    words = [_lay_out_words(corpus, side, found) for corpus, side in zip(corpora, phrases, strict=True)]
    keys = find_keys([*phrases, *words])
    number = np.unique(np.concatenate(keys), return_inverse=True)[1].ravel().astype(np.int64)
    bounds = np.cumsum([len(key) for key in keys])[:-1]
    numbers = np.split(number, bounds)
    unlabeled = gold.vocab.encode([""])[0]
    brackets = [
        numbers[place] * size + (side.label if found.rules.labeled else unlabeled) for place, side in enumerate(phrases)
    ]
    tags = [
        gold.vocab.rewrite(corpus.columns["tag"][side.node], found.rules.trim)
        for corpus, side in zip(corpora, words, strict=True)
    ]
    tagged: list[Counter[_Tag]] = []
    for place, corpus in enumerate(corpora):
        phrase, word, other = phrases[place], words[place], brackets[1 - place]
        phrase_keys, word_keys = (numbers[at] * size + side.label for at, side in ((place, phrase), (2 + place, word)))
        right = found.valid[phrase.sentence] & np.isin(phrase_keys, other)
        same = (tags[1 - place] == word.label) | np.isin(word_keys, other)
        tagged.append(
            Counter(
                [
                    *_list_functions(
                        corpus,
                        phrase.sentence[right],
                        phrase_keys[right],
                        *_functions_of_nodes(corpus, phrase.node[right]),
                    ),
                    *_list_functions(
                        corpus, word.sentence[same], word_keys[same], *_functions_of_words(corpus, word.node[same])
                    ),
                ]
            )
        )
    counts = np.zeros((found.n_sents, 3), dtype=np.int64)
    for column, chosen in enumerate((tagged[0] & tagged[1], *tagged)):
        for (sentence, _, _), times in chosen.items():
            counts[sentence, column] += times
    return counts


def _lay_out_words(corpus: Corpus, side: Side, found: Bracketing) -> Side:
    """The kept words of valid sentences as brackets of their parts of speech, labels by their class."""
    lead = find_classes(found.rules.eq_label)
    rows = np.flatnonzero(side.kept & np.repeat(found.valid, corpus.sent_len))
    sentence = corpus.sentence_of_words()[rows]
    start = np.cumsum(side.kept)[rows] - 1 - (np.cumsum(side.n_words) - side.n_words)[sentence]
    trim = found.rules.trim
    label = corpus.vocab.rewrite(corpus.columns["tag"][rows], lambda tag: lead.get(trim(tag), trim(tag)))
    return replace(side, node=rows, sentence=sentence, start=start, end=start + 1, label=label, gaps=None)


def _functions_of_nodes(corpus: Corpus, nodes: Offsets) -> tuple[Codes, bool]:
    """Where the functions of phrases are written, and whether in labels of edges."""
    table = corpus.nodes
    if table is None or table.function is None:
        return (np.zeros(0, dtype=np.int32) if table is None else table.label[nodes]), False
    return table.function[nodes], True


def _functions_of_words(corpus: Corpus, words: Offsets) -> tuple[Codes, bool]:
    """The same for words."""
    if "function" in corpus.columns:
        return corpus.columns["function"][words], True
    return corpus.columns["tag"][words], False


def _list_functions(
    corpus: Corpus,
    sentence: Codes,
    key: Offsets,
    written: Codes,
    is_edge: bool,  # noqa: FBT001 (of a pair)
) -> Iterator[_Tag]:
    split = split_edge if is_edge else split_functions
    rows = np.flatnonzero(corpus.vocab.flag(written, lambda text: bool(split(text))))
    texts = corpus.vocab.decode(written[rows])
    for row, own, text in zip(sentence[rows].tolist(), key[rows].tolist(), texts, strict=True):
        for function in split(text):
            yield row, own, function
