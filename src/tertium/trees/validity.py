"""Is it a tree? Roots and cycles of dependency trees, for a whole corpus at once.

Every word jumps to its head's head's head...; after as many doublings as the longest sentence needs, words in a tree
have arrived at the root and words in (or below) a cycle have not.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from tertium.corpus import ROOT, Corpus, Irregularity
from tertium.errors import FormatError

if TYPE_CHECKING:
    from tertium._typing import Codes, Mask, Offsets
    from tertium.conventions import Conventions


_DEEPEST: Final = 994
"""Words in a row that the UD evaluation climbs, one call of itself for each, before Python stops it."""


def count_roots(head: Codes, sent_start: Offsets) -> Offsets:
    """(n_sents,) words that hang on the artificial root."""
    before = np.concatenate([[0], np.cumsum(head == ROOT)])
    return np.diff(before[sent_start])


def reach_no_root(head: Codes) -> Mask:
    """(n_words,) words that never arrive at the root: those in a cycle and those below one."""
    n_words = len(head)
    jump = np.append(np.where(head < 0, n_words, head), n_words).astype(np.int32)
    pending = np.flatnonzero(jump[:-1] != n_words)
    for _ in range(n_words.bit_length() + 1):
        if not len(pending):
            break
        jump[pending] = jump[jump[pending]]
        arrived = jump[pending] == n_words
        if arrived.all():
            pending = pending[:0]
            break
        pending = pending[~arrived]
    lost = np.zeros(n_words, dtype=np.bool_)
    lost[pending] = True
    return lost


def longest_climb(head: Codes, start: int, stop: int) -> int:
    """Words in a row from one to its head's head's head..., as far as the UD evaluation has not been there before."""
    longest, seen = 0, np.zeros(stop - start, dtype=np.bool_)
    for word in range(start, stop):
        place, n = word, 1
        while head[place] >= 0 and not seen[place - start]:
            seen[place - start] = True
            place, n = int(head[place]), n + 1
        longest = max(longest, n)
    return longest


def _find_chains(head: Codes, sent_start: Offsets) -> Offsets:
    """Sentences on which the UD evaluation breaks off, because it climbs by recursion."""
    long = np.flatnonzero(np.diff(sent_start) > _DEEPEST)
    climbs = [longest_climb(head, int(sent_start[place]), int(sent_start[place + 1])) for place in long]
    return long[np.array(climbs, dtype=np.int64) > _DEEPEST] if len(long) else long


def check_trees(corpus: Corpus, rules: Conventions) -> list[Irregularity]:
    """Look for sentences without a root, with several, or with a cycle.

    Raises:
        FormatError: There are some, and the scorer that is imitated refuses them.
    """
    if corpus.head is None or not corpus.n_words or rules.reading in ("eval07", "malteval", "compareval"):
        return []  # these three check nothing of the kind
    roots = count_roots(corpus.head, corpus.sent_start)
    sentence = corpus.sentence_of_words()
    cyclic = np.unique(sentence[reach_no_root(corpus.head)])
    found: list[Irregularity] = []
    refuse = rules.reading == "ud"
    for kind, sentences, refused, hint in (
        ("sentences with a cycle", cyclic, refuse, "repair the heads, or leave out --like ud to score it as it is"),
        (
            "sentences without a root",
            np.flatnonzero(roots == 0),
            refuse,
            "one word must have HEAD 0; leave out --like ud to score it as it is",
        ),
        (
            "sentences with several roots",
            np.flatnonzero(roots > 1),
            refuse and not rules.multiple_roots_okay,
            "--multiple-roots-okay, or leave out --like ud",
        ),
    ):
        if not len(sentences):
            continue
        word = int(corpus.sent_start[sentences[0]])
        if refused:
            raise FormatError(
                f"the sentence has {_what(kind, corpus, int(sentences[0]))}; the UD evaluation refuses such a file",
                path=corpus.path_of(word),
                line=int(corpus.line[word]),
                sentence=corpus.sentence_name(int(sentences[0])),
                hint=hint,
            )
        found.append(Irregularity(kind, len(sentences), corpus.path_of(word), int(corpus.line[word])))
    chains = _find_chains(corpus.head, corpus.sent_start) if refuse else np.zeros(0, dtype=np.int64)
    if len(chains):
        word = int(corpus.sent_start[chains[0]])
        kind = "sentences with a chain of heads so long that the UD evaluation crashes (RecursionError); scored"
        found.append(Irregularity(kind, len(chains), corpus.path_of(word), int(corpus.line[word])))
    return found


def _what(kind: str, corpus: Corpus, sentence: int) -> str:
    if kind.endswith("cycle"):
        return "a cycle"
    if kind.endswith("a root"):
        return "no root"
    start, stop = corpus.sent_start[sentence], corpus.sent_start[sentence + 1]
    head = corpus.head if corpus.head is not None else np.zeros(0, dtype=np.int32)
    numbers = np.flatnonzero(head[start:stop] == ROOT) + 1
    return f"several roots (words {', '.join(str(number) for number in numbers)})"
