"""A toy task for the tests: which syllable of a word has the stress? One file holds its format, its measure, its kind.

A line is a sentence; dots part syllables, the stressed one is in capitals: `the BAK.er re.PORTS`.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, ClassVar, Final

import numpy as np

from tertium.conventions import Conventions
from tertium.corpus import Corpus, Names
from tertium.errors import FormatError, quote
from tertium.kinds.base import Kind
from tertium.measures.base import Measure

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from tertium.formats.guess import Guess
    from tertium.formats.request import Request
    from tertium.formats.sources import Text

WORD: Final = re.compile(r"[a-z]+(\.[a-z]+)*", re.IGNORECASE)


# the format: `recognise` and `read` ----------------------------------------------------------------------------------


def recognise(lines: Sequence[str]) -> str | None:
    """Why these lines are of this format; None if they are not."""
    words = [word for line in lines for word in line.split()]
    stressed = [word for word in words if "." in word and any(part.isupper() for part in word.split("."))]
    return "syllables, the stressed one in capitals" if all(map(WORD.fullmatch, words)) and stressed else None


def read(text: Text, ask: Request) -> Corpus:
    """Read one file."""
    forms: list[str] = []
    places: list[str] = []
    numbers: list[int] = []
    starts = [0]
    for number, line in text.lines():
        for word in line.split():
            parts = word.split(".")
            stressed = [place for place, part in enumerate(parts, 1) if part.isupper()]
            if len(stressed) > 1 or not WORD.fullmatch(word):
                raise FormatError(
                    f"{quote(word)} has {len(stressed)} stressed syllables",
                    path=text.path,
                    line=number,
                    sentence=str(len(starts)),
                    hint="write the one that has the stress in capitals",
                )
            forms.append(word.replace(".", "").lower())
            places.append(str(stressed[0]) if stressed else "none")
            numbers.append(number)
        if len(forms) > starts[-1]:
            starts.append(len(forms))
    form, n_sents = ask.vocab.encode(forms), len(starts) - 1
    return Corpus(
        name=ask.name,
        format="syllables",
        vocab=ask.vocab,
        sent_start=np.array(starts, dtype=np.int64),
        columns={"form": form, "stress": ask.vocab.encode(places)},
        line=np.array(numbers, dtype=np.int32),
        paths=(text.path,),
        file_start=np.array([0, len(forms)], dtype=np.int64),
        doc_start=np.unique([0, n_sents]).astype(np.int64),
        sentence_names=Names(n_sents),
        document_names=Names(1),
        layers=("stress",),
    )


# the task: its measures and its kind ---------------------------------------------------------------------------------

ACCURACY = Measure(
    name="Accuracy",
    title="words with the stress on the right syllable",
    cites="a toy",
    reads=frozenset({"stress"}),
    atoms=("stress",),
    shown="stress",
)


class Stress(Kind):
    """Words and their stressed syllables."""

    name: ClassVar[str] = "stress"

    def claim(self, guess: Guess, others: Sequence[Guess]) -> str | None:
        """Files of syllables."""
        del others
        return "the files hold stressed syllables" if "stress" in guess.holds else None

    def default_rules(self, fmt: str) -> Conventions:
        """Accuracy over words."""
        del fmt
        return Conventions(task=self.name, layer="stress", measures=("Accuracy",), headline="Accuracy")

    def measures(self, rules: Conventions) -> Mapping[str, Measure]:
        """One."""
        del rules
        return {"Accuracy": ACCURACY}

    def choose_layer(self, *_: object) -> str:
        """There is one."""
        return "stress"

    def columns(self, rules: Conventions) -> frozenset[str]:
        """The stressed syllable."""
        del rules
        return frozenset({"stress"})


KIND: Final = Stress()
