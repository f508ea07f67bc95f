"""Alignment by characters, for systems that tokenised or split sentences themselves.

As the UD evaluation does (Zeman et al. 2018, its section on word alignment): the characters of all tokens, white
space removed, must be the same in both files; tokens and sentences are spans of characters; plain words align when
their spans are equal; where multiword tokens are involved, words align by a longest common subsequence of their
forms inside the smallest span that no multiword token sticks out of.

Nearly everywhere both files cut alike, and that is decided for the whole corpus at once. The official two-pointer
walk runs only over the stretches where they do not (`multiword.walk`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from tertium.alignment.diagnosis import diagnose
from tertium.alignment.link import Alignment, Spans
from tertium.alignment.multiword import Words, walk
from tertium.corpus import MISSING
from tertium.errors import MismatchError, quote, shorten
from tertium.plurals import many

if TYPE_CHECKING:
    from tertium._typing import Codes, Mask, Offsets
    from tertium.alignment.forms import FormKeys
    from tertium.corpus import Corpus


def find_spans(corpus: Corpus, keys: FormKeys) -> Spans:
    """Character spans of tokens, sentences and words."""
    size = keys.length[corpus.surface.form].astype(np.int64)
    end = np.cumsum(size)
    start = end - size
    token_of_word = corpus.surface.of_words()
    first_token = token_of_word[corpus.sent_start[:-1]]
    last_token = token_of_word[corpus.sent_start[1:] - 1]
    return Spans(start, end, start[first_token], end[last_token], token_of_word)


def align_by_characters(gold: Corpus, system: Corpus, keys: FormKeys) -> Alignment:
    """Link two files that hold the same characters.

    Raises:
        MismatchError: They do not; names the first place where they part.
    """
    check_characters(gold, system, keys)
    gold_spans, system_spans = find_spans(gold, keys), find_spans(system, keys)
    partner = _same_spans(gold_spans, system_spans)
    if gold.surface.multiword.any() or system.surface.multiword.any():
        to_system = _align_with_multiwords(_Cuts(gold, system, gold_spans, system_spans, partner), keys)
    else:
        to_system = partner
    to_gold = np.full(system.n_words, MISSING, dtype=np.int32)
    linked = np.flatnonzero(to_system != MISSING)
    to_gold[to_system[linked]] = linked
    first_word = np.searchsorted(system_spans.word_start, gold_spans.sent_start)
    block = np.repeat(np.arange(gold.n_sents, dtype=np.int32), np.diff(first_word, append=system.n_words))
    return Alignment(
        method="characters",
        n_gold=gold.n_words,
        n_system=system.n_words,
        to_system=to_system,
        to_gold=to_gold,
        gold_spans=gold_spans,
        system_spans=system_spans,
        system_block=block,
        same_token=partner != MISSING,
    )


def _same_spans(gold: Spans, system: Spans) -> Codes:
    """(n_gold_tokens,) the system token with the same first and last character, if there is one."""
    n_chars = int(gold.token_end[-1]) if len(gold.token_end) else 0
    at = np.full(n_chars + 1, MISSING, dtype=np.int32)
    at[system.token_start] = np.arange(len(system.token_start), dtype=np.int32)
    found = at[gold.token_start]
    same_end = system.token_end[found] == gold.token_end if len(system.token_end) else np.zeros(len(found), np.bool_)
    return np.where((found != MISSING) & same_end, found, np.int32(MISSING))


def _align_with_multiwords(cuts: _Cuts, keys: FormKeys) -> Codes:
    to_system = np.full(cuts.gold.n_words, MISSING, dtype=np.int32)
    _align_simple(cuts, to_system)
    hard = _align_easy_multiwords(cuts, keys, to_system)
    _align_hard(cuts, keys, hard, to_system)
    return to_system


class _Cuts:
    """Both files cut at the token borders that they share: segments, numbered from 0."""

    def __init__(self, gold: Corpus, system: Corpus, gold_spans: Spans, system_spans: Spans, partner: Codes) -> None:
        self.gold, self.system = gold, system
        self.gold_spans, self.system_spans = gold_spans, system_spans
        n_chars = int(gold_spans.token_end[-1]) if len(gold_spans.token_end) else 0
        border = np.zeros(n_chars + 1, dtype=np.uint8)
        border[gold_spans.token_end] = 1
        border[system_spans.token_end] += 2
        gold_shared = border[gold_spans.token_end] == 3  # noqa: PLR2004 (both bits)
        system_shared = border[system_spans.token_end] == 3  # noqa: PLR2004
        self.gold_token = _starts_after(gold_shared)  # (n_segments + 1,) first token of each segment
        self.system_token = _starts_after(system_shared)
        self.n_segments = len(self.gold_token) - 1
        single = partner[self.gold_token[:-1]] != MISSING  # the same span on both sides is a segment of its own
        gold_multiword = gold.surface.multiword[self.gold_token[:-1]]
        system_multiword = system.surface.multiword[self.system_token[:-1]]
        self.simple: Mask = single & ~gold_multiword & ~system_multiword
        self.twin: Mask = single & gold_multiword & system_multiword
        any_gold = _any_by_segment(gold.surface.multiword, self.gold_token)
        any_system = _any_by_segment(system.surface.multiword, self.system_token)
        self.multiword: Mask = any_gold | any_system

    def gold_word(self, segment: Offsets) -> Offsets:
        """First gold word of each segment."""
        return self.gold.surface.word_start[self.gold_token[segment]]

    def system_word(self, segment: Offsets) -> Offsets:
        """First system word of each segment."""
        return self.system.surface.word_start[self.system_token[segment]]


def _starts_after(shared: Mask) -> Offsets:
    return np.concatenate([[0], np.flatnonzero(shared) + 1]).astype(np.int64)


def _any_by_segment(flags: Mask, starts: Offsets) -> Mask:
    before = np.concatenate([[0], np.cumsum(flags)])
    return before[starts[1:]] > before[starts[:-1]]


def _align_simple(cuts: _Cuts, to_system: Codes) -> None:
    """One plain token on each side: the same span, hence aligned."""
    segment = np.flatnonzero(cuts.simple)
    to_system[cuts.gold_word(segment)] = cuts.system_word(segment)


def _align_easy_multiwords(cuts: _Cuts, keys: FormKeys, to_system: Codes) -> Offsets:
    """Align twin multiword tokens with the same words; return the segments that need the walk.

    A twin is easy only while both pointers of the official walk stand at its first words, that is, if since the last
    simple segment nothing hard has come before it.
    """
    easy = cuts.twin.copy()
    twins = np.flatnonzero(cuts.twin)
    gold_first, system_first = cuts.gold_word(twins), cuts.system_word(twins)
    size = cuts.gold_word(twins + 1) - gold_first
    fits = size == cuts.system_word(twins + 1) - system_first
    easy[twins[~fits]] = False
    twins, gold_first, system_first, size = twins[fits], gold_first[fits], system_first[fits], size[fits]
    offset = np.arange(int(size.sum())) - np.repeat(np.cumsum(size) - size, size)
    gold_words = np.repeat(gold_first, size) + offset
    system_words = np.repeat(system_first, size) + offset
    ours, theirs = cuts.gold.columns["form"][gold_words], cuts.system.columns["form"][system_words]
    differs = keys.lower(ours) != keys.lower(theirs)
    owner = np.repeat(np.arange(len(twins)), size)
    easy[twins[np.unique(owner[differs])]] = False
    hard = ~cuts.simple & ~easy  # segments without any multiword token change nothing but may leave words behind
    number = np.arange(cuts.n_segments)
    last_simple = np.maximum.accumulate(np.where(cuts.simple, number, -1))
    last_hard = np.maximum.accumulate(np.where(hard, number, -1))
    easy &= last_hard <= last_simple
    keep = easy[twins][owner]
    to_system[gold_words[keep]] = system_words[keep]
    return np.flatnonzero(~cuts.simple & ~easy)


def _align_hard(cuts: _Cuts, keys: FormKeys, hard: Offsets, to_system: Codes) -> None:
    """Run the official walk over each stretch of hard segments that has a multiword token in it."""
    if not len(hard):
        return
    breaks = np.flatnonzero(np.diff(hard) > 1) + 1
    for stretch in np.split(hard, breaks):
        if not cuts.multiword[stretch].any():
            continue
        borders = np.array([stretch[0], stretch[-1] + 1])
        gold_from, gold_to = cuts.gold_word(borders).tolist()
        system_from, system_to = cuts.system_word(borders).tolist()
        gold = _words(cuts.gold, cuts.gold_spans, keys, gold_from, gold_to)
        system = _words(cuts.system, cuts.system_spans, keys, system_from, system_to)
        for g, s in walk(gold, system):
            to_system[gold_from + g] = system_from + s


def _words(corpus: Corpus, spans: Spans, keys: FormKeys, start: int, stop: int) -> Words:
    token = np.searchsorted(corpus.surface.word_start, np.arange(start, stop), side="right") - 1
    multiword = corpus.surface.multiword[token].tolist()
    codes = corpus.columns["form"][start:stop]
    plain = corpus.vocab.decode(keys.code[codes])  # white space is taken out of plain words only
    forms = [
        raw if inside else bare for raw, bare, inside in zip(corpus.vocab.decode(codes), plain, multiword, strict=True)
    ]
    return Words(
        start=spans.token_start[token].tolist(),
        end=spans.token_end[token].tolist(),
        multiword=multiword,
        form=[keys.fold(form) for form in forms],
    )


def check_characters(gold: Corpus, system: Corpus, keys: FormKeys) -> None:
    """Make sure that both files hold the same characters.

    Raises:
        MismatchError: They do not; names both files, lines, sentences and words.
    """
    if len(gold.surface.form) == len(system.surface.form) and np.array_equal(
        keys.code[gold.surface.form], keys.code[system.surface.form]
    ):
        return
    gold_text, system_text = keys.join(gold.surface.form), keys.join(system.surface.form)
    if gold_text != system_text:
        raise _explain_difference(gold, system, keys, gold_text, system_text)


def _explain_difference(gold: Corpus, system: Corpus, keys: FormKeys, ours: str, theirs: str) -> MismatchError:
    place = first_difference(ours, theirs)
    lines, paths, several = [], [], []
    for corpus, text in ((gold, ours), (system, theirs)):
        token = int(np.searchsorted(find_spans(corpus, keys).token_end, place, side="right"))
        if token >= corpus.surface.n_tokens:
            paths.append(corpus.path_of(max(corpus.n_words - 1, 0)))
            lines.append(f"  {paths[-1]}: ends here")
            continue
        word = int(corpus.surface.word_start[token])
        paths.append(corpus.path_of(word))
        sentence = int(np.searchsorted(corpus.sent_start, word, side="right")) - 1
        form = corpus.vocab.decode(corpus.surface.form[token : token + 1])[0]
        where = f"{corpus.path_of(word)}:{corpus.line[word]}"
        position = word - int(corpus.sent_start[sentence]) + 1
        name = corpus.sentence_name(sentence)
        if corpus.surface.multiword[token]:
            words = " + ".join(corpus.forms(word, int(corpus.surface.word_start[token + 1])))
            several.append(f"{quote(form)} is a multiword token ({shorten(words)}) in {paths[-1]}; ")
        then = f"{quote(form)}, then {text[place : place + 20]!r}"
        lines.append(f"  {where}, sentence {quote(name)}, word {position}: {then}")
    diagnosis = diagnose(gold, system, keys)
    if diagnosis is not None:
        return MismatchError(diagnosis.with_places(lines), hint=diagnosis.hint)
    hint = (
        f"{''.join(several)}compare files made from the same text; white space does not matter, but every other "
        "character does (accents, case, -LRB- for brackets)"
    )
    if np.array_equal(gold.sent_start, system.sent_start):
        hint += ". If only the spelling of words differs, --tokens position compares word by word"
    message = (
        f"{paths[0]} and {paths[1]} hold different text; after {many(place, 'equal character')} they part:\n"
        + "\n".join(lines)
    )
    return MismatchError(message, hint=hint)


def first_difference(one: str, other: str) -> int:
    """Place of the first character at which two texts part, found by halving."""
    low, high = 0, min(len(one), len(other))
    while low < high:
        middle = (low + high + 1) // 2
        if one[low:middle] == other[low:middle]:
            low = middle
        else:
            high = middle - 1
    return low
