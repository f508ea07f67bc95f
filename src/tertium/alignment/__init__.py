"""Gold and systems linked word by word: by position where the words are the same, else by characters."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from tertium.alignment.forms import FormKeys
from tertium.alignment.link import Alignment, Method, Spans, identity
from tertium.errors import MismatchError, quote
from tertium.plurals import many

if TYPE_CHECKING:
    from tertium._typing import Mask
    from tertium.conventions import Tokens
    from tertium.corpus import Corpus

__all__ = ["Alignment", "FormKeys", "Method", "Spans", "align", "identity"]


def align(gold: Corpus, system: Corpus, keys: FormKeys, *, tokens: Tokens = "auto") -> Alignment:
    """Link a system to the gold.

    Args:
        gold: The gold.
        system: The system's output.
        keys: Tables of their shared vocabulary.
        tokens: `same` demands the same words; `position` takes word i as word i whatever it is; `characters` and
            `auto` align by characters where the words or sentences are not the same.

    Raises:
        MismatchError: The files cannot be linked that way; names the first place.
    """
    if tokens == "position":
        return _align_by_position(gold, system, keys)
    if _same_shape(gold, system) and _same_words(gold, system, keys):
        return Alignment("same", gold.n_words, system.n_words)
    if tokens != "characters" and _same_bare_words(gold, system, keys):
        return Alignment("same", gold.n_words, system.n_words, same_token=_same_tokens(gold, system, keys))
    if tokens == "same":
        raise explain_other_words(gold, system, keys)
    from tertium.alignment.characters import align_by_characters

    return align_by_characters(gold, system, keys)


def _same_shape(gold: Corpus, system: Corpus) -> bool:
    return np.array_equal(gold.sent_start, system.sent_start) and np.array_equal(
        gold.surface.word_start, system.surface.word_start
    )


def _same_words(gold: Corpus, system: Corpus, keys: FormKeys) -> bool:
    """Plain words align by their characters, the words of a multiword token by their lower-cased forms."""
    ours, theirs = gold.surface, system.surface
    if not np.array_equal(ours.multiword, theirs.multiword):
        return False
    if not np.array_equal(keys.code[ours.form], keys.code[theirs.form]):
        return False
    if not ours.multiword.any():
        return True
    inside = np.repeat(ours.multiword, np.diff(ours.word_start))
    return np.array_equal(keys.lower(gold.columns["form"][inside]), keys.lower(system.columns["form"][inside]))


def _same_bare_words(gold: Corpus, system: Corpus, keys: FormKeys) -> bool:
    """Whether one of the files has no multiword tokens at all (a tagger's) and the words are the same one to one."""
    if gold.surface.multiword.any() == system.surface.multiword.any():
        return False
    return np.array_equal(gold.sent_start, system.sent_start) and np.array_equal(
        keys.code[gold.columns["form"]], keys.code[system.columns["form"]]
    )


def _align_by_position(gold: Corpus, system: Corpus, keys: FormKeys) -> Alignment:
    if not np.array_equal(gold.sent_start, system.sent_start):
        raise _explain_other_shape(gold, system, keys)
    ours, theirs = keys.code[gold.columns["form"]], keys.code[system.columns["form"]]
    return Alignment(
        method="position",
        n_gold=gold.n_words,
        n_system=system.n_words,
        same_token=_same_tokens(gold, system, keys),
        n_other_forms=int(np.count_nonzero(ours != theirs)),
    )


def _same_tokens(gold: Corpus, system: Corpus, keys: FormKeys) -> Mask:
    """(n_gold_tokens,) tokens that cover the same words in both files, under the same form."""
    ours, theirs = gold.surface, system.surface
    at = np.searchsorted(theirs.word_start, ours.word_start[:-1])
    at = np.minimum(at, max(theirs.n_tokens - 1, 0))
    same: Mask = (theirs.word_start[at] == ours.word_start[:-1]) & (theirs.word_start[at + 1] == ours.word_start[1:])
    same &= keys.code[ours.form] == keys.code[theirs.form[at]]
    return same


def _explain_other_shape(gold: Corpus, system: Corpus, keys: FormKeys) -> MismatchError:
    from tertium.alignment.diagnosis import diagnose

    shorter = min(gold.n_sents, system.n_sents)
    differing = np.flatnonzero(gold.sent_len[:shorter] != system.sent_len[:shorter])
    sentence = int(differing[0]) if len(differing) else shorter
    lines, paths = [], []
    for corpus in (gold, system):
        if sentence >= corpus.n_sents:
            paths.append(corpus.path_of(max(corpus.n_words - 1, 0)))
            lines.append(f"  {paths[-1]}: has only {many(corpus.n_sents, 'sentence')}")
            continue
        word = int(corpus.sent_start[sentence])
        paths.append(corpus.path_of(word))
        lines.append(
            f"  {corpus.path_of(word)}:{corpus.line[word]}, sentence {quote(corpus.sentence_name(sentence))}: "
            f"{many(int(corpus.sent_len[sentence]), 'word')}"
        )
    fact = f"{paths[0]} and {paths[1]} do not have the same sentences, word for word:\n" + "\n".join(lines)
    if gold.wordless or system.wordless:
        return MismatchError(fact, hint="give outputs for the same words, sentence by sentence")
    diagnosis = diagnose(gold, system, keys)
    if diagnosis is not None:
        return MismatchError(diagnosis.with_places(lines), hint=diagnosis.hint)
    hint = f"run the system on the gold tokens and sentences{_or_by_characters(gold, system, keys)}"
    return MismatchError(fact, hint=hint)


def explain_other_words(gold: Corpus, system: Corpus, keys: FormKeys) -> MismatchError:
    """The error for files whose words are not the same, with the first place."""
    from tertium.alignment.diagnosis import diagnose

    if not np.array_equal(gold.sent_start, system.sent_start):
        return _explain_other_shape(gold, system, keys)
    ours, theirs = keys.code[gold.columns["form"]], keys.code[system.columns["form"]]
    differing = np.flatnonzero(ours != theirs)
    word = int(differing[0]) if len(differing) else 0
    sentence = int(np.searchsorted(gold.sent_start, word, side="right")) - 1
    position = word - int(gold.sent_start[sentence]) + 1
    lines = [
        f"  {corpus.path_of(word)}:{corpus.line[word]}, sentence {quote(corpus.sentence_name(sentence))}, "
        f"word {position}: {quote(corpus.forms(word, word + 1)[0])}"
        for corpus in (gold, system)
    ]
    diagnosis = diagnose(gold, system, keys)
    if diagnosis is not None:
        return MismatchError(diagnosis.with_places(lines), hint=diagnosis.hint)
    others = f" ({len(differing):,} words differ; the first:)" if len(differing) > 1 else ""
    return MismatchError(
        f"{gold.path_of(word)} and {system.path_of(word)} hold different words{others}\n" + "\n".join(lines),
        hint=f"re-run the system on the gold tokens{_or_by_characters(gold, system, keys)}",
    )


def _or_by_characters(gold: Corpus, system: Corpus, keys: FormKeys) -> str:
    """The other way out, if it is one: the characters are the same, only cut otherwise."""
    if keys.join(gold.surface.form) != keys.join(system.surface.form):
        return ""
    return "; or leave out --tokens and --like: words are then aligned by their characters, which are the same"
