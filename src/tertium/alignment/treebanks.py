"""Treebanks linked sentence by sentence: the k-th tree of the system is the k-th of the gold.

Traces (words tagged -NONE-) are passed over, because parsers do not give them. A sentence without words is a parse that
failed: its gold words have no partner. Scorers that go on where words differ get no link there.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

import numpy as np

from tertium.alignment.link import Alignment
from tertium.corpus import MISSING, Corpus, Names
from tertium.errors import MismatchError
from tertium.nodes import first_nodes
from tertium.plurals import many

if TYPE_CHECKING:
    from tertium._typing import Mask, Offsets
    from tertium.alignment.forms import FormKeys

TRACE: Final = "-NONE-"


def fit_sentences(gold: Corpus, system: Corpus, *, strict: bool) -> tuple[Corpus, list[str]]:
    """The system with as many sentences as the gold, empty ones at its end added or taken away.

    Where no scorer is imitated, only such as the gold has no words of either: empty lines at the end of a file.

    Raises:
        MismatchError: It has another number of sentences (unless a scorer is imitated that goes on).
    """
    n, own = gold.n_sents, system.n_sents
    if n == own:
        return system, []
    filled, last = (int(np.searchsorted(corpus.sent_start, corpus.n_words)) for corpus in (gold, system))
    if strict and last > n:
        raise MismatchError(
            f"{gold.path_of(0)} has {many(n, 'sentence')}, {system.path_of(0)} has {own:,}",
            hint="give the same sentences in the same order; a failed parse is an empty line or (())",
        )
    if strict and own < filled:
        raise MismatchError(
            f"{gold.path_of(0)} has {many(n, 'sentence')}, {system.path_of(0)} only {own:,}",
            hint="give the same sentences in the same order; a failed parse is an empty line or (())",
        )
    what = f"{system.path_of(0)}: {own:,} sentences, the gold has {n:,}; what one of them lacks is not scored"
    return _resize(system, n), [] if strict else [what]


def _resize(corpus: Corpus, n: int) -> Corpus:
    """The first n sentences, or empty ones added."""
    nodes = corpus.nodes
    if nodes is None:
        return corpus
    starts = _first(corpus.sent_start, n)
    borders = _first(nodes.sent_start, n)
    words = int(starts[-1])
    return replace(
        corpus,
        sent_start=starts,
        columns={name: column[:words] for name, column in corpus.columns.items()},
        line=corpus.line[:words],
        file_start=np.minimum(corpus.file_start, words),
        doc_start=np.array([0, n], dtype=np.int64),
        sentence_names=Names(n),
        nodes=replace(
            first_nodes(nodes, borders, words),
            faults=tuple(fault for fault in nodes.faults if fault.sentence < n),
            n_given=corpus.n_sents,
        ),
    )


def _first(starts: Offsets, n: int) -> Offsets:
    kept = starts[: n + 1]
    return np.concatenate([kept, np.full(n + 1 - len(kept), kept[-1], dtype=np.int64)])


def align_treebanks(gold: Corpus, system: Corpus, keys: FormKeys, *, strict: bool) -> Alignment:
    """Link the words of two treebanks with the same number of sentences.

    Raises:
        MismatchError: A sentence has other words (unless a scorer is imitated that goes on); names the first.
    """
    seen = [_is_seen(corpus) for corpus in (gold, system)]
    sizes = [_count(mask, corpus) for mask, corpus in zip(seen, (gold, system), strict=True)]
    alike = sizes[0] == sizes[1]
    rows = [
        np.flatnonzero(mask & np.repeat(alike, corpus.sent_len))
        for mask, corpus in zip(seen, (gold, system), strict=True)
    ]
    ours, theirs = (keys.code[corpus.columns["form"][row]] for corpus, row in zip((gold, system), rows, strict=True))
    sentence = gold.sentence_of_words()[rows[0]]
    alike[sentence[ours != theirs]] = False
    odd = np.flatnonzero(~alike & (sizes[1] > 0))
    if strict and len(odd):
        raise _explain(gold, system, seen, int(odd[0]), len(odd))
    if alike.all() and gold.n_words == system.n_words and seen[0].all() and seen[1].all():
        return Alignment("same", gold.n_words, system.n_words)
    kept = alike[sentence]
    to_system = np.full(gold.n_words, MISSING, dtype=np.int32)
    to_system[rows[0][kept]] = rows[1][kept]
    to_gold = np.full(system.n_words, MISSING, dtype=np.int32)
    to_gold[rows[1][kept]] = rows[0][kept]
    return Alignment(
        "position",
        gold.n_words,
        system.n_words,
        to_system=to_system,
        to_gold=to_gold,
        system_block=system.sentence_of_words(),
    )


def describe_links(gold: Corpus, system: Corpus, link: Alignment, *, counts_failures: bool) -> list[str]:
    """Which sentences have no parse, or other words than the gold, and what becomes of them."""
    linked = link.aligned() | ~_is_seen(gold)
    lost = np.unique(gold.sentence_of_words()[~linked])
    failed = int(np.count_nonzero(system.sent_len[lost] == 0))
    fate = "their gold brackets count as missed" if counts_failures else "they are left out"
    kinds = ((failed, "no parse"), (len(lost) - failed, "other words than the gold"))
    return [
        f"{system.name}: {n:,} {'sentence has' if n == 1 else 'sentences have'} {what}; {fate}"
        for n, what in kinds
        if n
    ]


def _is_seen(corpus: Corpus) -> Mask:
    return ~corpus.vocab.flag(corpus.columns["tag"], lambda tag: tag == TRACE)


def _count(mask: Mask, corpus: Corpus) -> Offsets:
    total = np.concatenate([[0], np.cumsum(mask)])
    summed: Offsets = total[corpus.sent_start[1:]] - total[corpus.sent_start[:-1]]
    return summed


def _explain(gold: Corpus, system: Corpus, seen: list[Mask], sentence: int, n: int) -> MismatchError:
    lines, words = [], []
    for corpus, mask in zip((gold, system), seen, strict=True):
        start, stop = corpus.sent_start[sentence : sentence + 2].tolist()
        words.append(
            [
                (row, corpus.vocab.decode(corpus.columns["form"][row : row + 1])[0])
                for row in range(start, stop)
                if mask[row]
            ]
        )
    pairs = zip(*words, strict=False)
    place = next((k for k, ((_, a), (_, b)) in enumerate(pairs) if a != b), min(map(len, words)))
    for corpus, own in zip((gold, system), words, strict=True):
        where = f"{corpus.path_of(own[0][0])}:{corpus.line[own[0][0]]}" if own else corpus.path_of(0)
        found = f"word {place + 1}: {own[place][1][:40]!r}" if place < len(own) else f"ends after {len(own)} words"
        lines.append(f"  {where}, sentence {sentence + 1}, {found}")
    more = f" ({n - 1:,} more such sentences)" if n > 1 else ""
    return MismatchError(
        f"{gold.path_of(0)} and {system.path_of(0)} hold different words{more}:\n" + "\n".join(lines),
        hint="parse the gold's words; --like evalb leaves such sentences out and says so",
    )
