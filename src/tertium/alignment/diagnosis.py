"""Why do two files not hold the same text? The usual reasons, each looked for and named.

Only asked once two files cannot be linked, so it may look at everything: is a sentence missing, does one file end
early, has it a header, are the sentences in another order, does only the case differ, is it another text at all?
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, Final

import numpy as np

from tertium.errors import quote
from tertium.plurals import many

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from tertium.alignment.forms import FormKeys
    from tertium.corpus import Corpus

HARDLY: Final = 0.2
"""Below this share of known words two files are taken for different texts; other parts of one book share more."""


@dataclass(frozen=True, slots=True)
class Diagnosis:
    """What is the matter, in words, and what to do about it; the places follow where the words do not give them."""

    message: str
    hint: str

    def with_places(self, lines: Sequence[str]) -> str:
        """The message, with these lines under it unless it has lines of its own."""
        return self.message if "\n" in self.message else "\n".join([f"{self.message}:", *lines])


class _Pair:
    """Both files as sentences of characters, white space left out."""

    def __init__(self, gold: Corpus, system: Corpus, keys: FormKeys) -> None:
        self.gold, self.system, self.keys = gold, system, keys
        self.ours, self.theirs = _sentences(gold, keys), _sentences(system, keys)
        self.our_text, self.their_text = "".join(self.ours), "".join(self.theirs)


def diagnose(gold: Corpus, system: Corpus, keys: FormKeys) -> Diagnosis | None:
    """The reason why two files differ, if it is one of the usual ones."""
    if not gold.n_words or not system.n_words:
        return None
    pair = _Pair(gold, system, keys)
    if pair.our_text == pair.their_text:
        return None
    found = (reason(pair) for reason in _REASONS)
    return next((diagnosis for diagnosis in found if diagnosis is not None), None)


def _sentences(corpus: Corpus, keys: FormKeys) -> list[str]:
    """The surface text of each sentence."""
    texts = keys.text.gather(corpus.surface.form).to_list()
    token = np.searchsorted(corpus.surface.word_start, corpus.sent_start)
    return ["".join(texts[start:stop]) for start, stop in pairwise(token.tolist())]


def _place(corpus: Corpus, sentence: int) -> str:
    word = int(corpus.sent_start[sentence])
    return f"{corpus.path_of(word)}:{corpus.line[word]}, sentence {quote(corpus.sentence_name(sentence))}"


def _beginning(corpus: Corpus, sentence: int, most: int = 6) -> str:
    start, stop = int(corpus.sent_start[sentence]), int(corpus.sent_start[sentence + 1])
    words = corpus.forms(start, min(stop, start + most))
    return quote(" ".join(words) + (" ..." if stop - start > most else ""), 80)


def _name(corpus: Corpus) -> str:
    return corpus.path_of(0)


def _case(pair: _Pair) -> Diagnosis | None:
    if pair.our_text.lower() != pair.their_text.lower():
        return None
    message = f"{_name(pair.gold)} and {_name(pair.system)} differ in upper and lower case only"
    return Diagnosis(message, "--fold-case compares them as if they were the same")


def _header(pair: _Pair) -> Diagnosis | None:
    """More at the start of one file: a line of column names, as a rule."""
    for long, short, ours, theirs in (
        (pair.system, pair.gold, pair.their_text, pair.our_text),
        (pair.gold, pair.system, pair.our_text, pair.their_text),
    ):
        size = len(ours) - len(theirs)
        first = pair.keys.text[int(long.surface.form[0])]
        if size == len(first) and ours.endswith(theirs):
            message = f"the first word of {_name(long)} is not in {_name(short)}; the rest is the same text"
            return Diagnosis(message, "if this line is a header, delete it")
    return None


def _early_end(pair: _Pair) -> Diagnosis | None:
    gold, system = pair.gold, pair.system
    sizes = f"it has {many_words(system)}, the gold {gold.n_words:,}"
    if pair.our_text.startswith(pair.their_text):
        hint = "was the run interrupted, or the file truncated? Run the system on the whole text"
        return Diagnosis(f"{_name(system)} ends early, the rest is the same as in {_name(gold)}; {sizes}", hint)
    if pair.their_text.startswith(pair.our_text):
        hint = "give the whole gold, or only that part of the output"
        return Diagnosis(f"{_name(system)} goes on where the gold, {_name(gold)}, ends; {sizes}", hint)
    return None


def many_words(corpus: Corpus) -> str:
    """How many words a file has, in words."""
    return many(corpus.n_words, "word")


def _order(pair: _Pair) -> Diagnosis | None:
    if sorted(pair.ours) != sorted(pair.theirs):
        return None
    first = next(place for place, texts in enumerate(zip(pair.ours, pair.theirs, strict=True)) if len(set(texts)) > 1)
    message = (
        f"{_name(pair.gold)} and {_name(pair.system)} hold the same {pair.gold.n_sents:,} sentences in another order:\n"
        f"  {_place(pair.gold, first)}: {_beginning(pair.gold, first)}\n"
        f"  is {_place(pair.system, pair.theirs.index(pair.ours[first]))}"
    )
    return Diagnosis(message, "bring the sentences of the output into the gold's order")


def _missing(pair: _Pair) -> Diagnosis | None:
    for some, other, lacking, having in (
        (pair.theirs, pair.ours, pair.system, pair.gold),
        (pair.ours, pair.theirs, pair.gold, pair.system),
    ):
        absent = _left_over(some, other)
        if absent:
            several = f"{len(absent):,} sentences are" if len(absent) > 1 else "one sentence is"
            message = (
                f"{several} missing in {_name(lacking)}{'; the first' * (len(absent) > 1)}:\n"
                f"  {_place(having, absent[0])}: {_beginning(having, absent[0])}"
            )
            return Diagnosis(message, f"put it back, or drop it from {_name(having)} and every other file")
    return None


def _left_over(some: Sequence[str], all_of_them: Sequence[str]) -> list[int]:
    """Places in the longer list that are left over when the shorter is found in it in order; none if it is not."""
    absent, place = [], 0
    for number, text in enumerate(all_of_them):
        if place < len(some) and text == some[place]:
            place += 1
        else:
            absent.append(number)
    return absent if place == len(some) else []


def _other_text(pair: _Pair) -> Diagnosis | None:
    code = pair.keys.code
    known = np.zeros(len(pair.gold.vocab), dtype=np.bool_)  # the keys' own strings come after those of the files
    known[code[pair.gold.columns["form"]]] = True
    theirs = code[pair.system.columns["form"]]
    theirs = theirs[pair.system.vocab.flag(theirs, lambda form: any(character.isalpha() for character in form))]
    share = float(known[theirs].mean()) if len(theirs) else 1.0  # every language has commas and numbers
    if share >= HARDLY:
        return None
    message = (
        f"{_name(pair.gold)} and {_name(pair.system)} have hardly a word in common: {100 * share:.0f} % of the words "
        f"of the second occur in the first\n"
        f"  {_place(pair.gold, 0)}: {_beginning(pair.gold, 0)}\n"
        f"  {_place(pair.system, 0)}: {_beginning(pair.system, 0)}"
    )
    return Diagnosis(message, "compare outputs for the same text: is this another corpus, language, or column?")


_REASONS: Final[tuple[Callable[[_Pair], Diagnosis | None], ...]] = (
    *(_case, _header, _early_end, _order, _missing, _other_text),
)
