"""Ambiguous and unambiguous words: Padró and Màrquez (1998) look at the former only.

A word is ambiguous if a lexicon, or without one the gold itself, has it with more than one label. The mean number of
labels of the ambiguous words, each occurrence counted, is the paper's a.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import numpy as np

from tertium.corpus import distinct

if TYPE_CHECKING:
    from tertium._typing import Mask, Offsets
    from tertium.comparison.lexicon import Lexicon
    from tertium.tasks.decisions import Decisions
    from tertium.tasks.view import View

AMBIGUOUS: Final = "ambiguous"
ALL: Final = "all"


@dataclass(frozen=True, eq=False, slots=True)
class Group:
    """Some of the units."""

    name: str  # ambiguous, unambiguous, unknown, all
    among: Mask  # (n_units,)
    tags: float | None = None  # mean number of labels of a word; only of ambiguous words

    @property
    def n(self) -> int:
        """How many units there are."""
        return int(np.count_nonzero(self.among))


def group_words(decisions: Decisions, gold: View, lexicon: Lexicon | None) -> list[Group]:
    """The units by what is known of their words, groups without units left out; all of them come last."""
    everything = Group(ALL, np.ones(decisions.n_units, dtype=np.bool_))
    if "head" in decisions.atoms or decisions.end is not None:
        return [everything]
    n_labels = _count_labels(decisions, gold) if lexicon is None else _look_up(decisions, gold, lexicon)
    several = n_labels > 1
    groups = [
        Group(AMBIGUOUS, several, float(n_labels[several].mean()) if several.any() else None),
        Group("unambiguous", n_labels == 1),
        Group("unknown", n_labels == 0),
        everything,
    ]
    return [group for group in groups if group.n]


def _forms(decisions: Decisions, gold: View) -> Offsets:
    """(n_units,) the word of each unit, in any case where cases are folded."""
    form = gold.corpus.columns["form"][decisions.unit]
    if gold.conventions.fold_case:
        form = gold.corpus.vocab.rewrite(form, str.casefold)
    return form.astype(np.int64)


def _count_labels(decisions: Decisions, gold: View) -> Offsets:
    """(n_units,) with how many labels each word occurs in the gold."""
    _, form = distinct(_forms(decisions, gold), len(decisions.vocab))
    _, label = distinct(decisions.gold_label.astype(np.int64), len(decisions.vocab))
    width = int(label.max(initial=0)) + 1
    pairs = np.unique(form.astype(np.int64) * width + label)
    times = np.bincount(pairs // width, minlength=int(form.max(initial=0)) + 1)
    return times[form]


def _look_up(decisions: Decisions, gold: View, lexicon: Lexicon) -> Offsets:
    """(n_units,) how many labels a lexicon has for each word; 0: it is unknown."""
    used, place = distinct(_forms(decisions, gold), len(decisions.vocab) + 1)
    known = lexicon.look_up(decisions.vocab.decode(used))["labels"].to_numpy()
    return known[place].astype(np.int64)
