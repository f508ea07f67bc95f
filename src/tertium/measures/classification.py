"""One label a row: how many are right, overall and for each label.

Accuracy, micro-averaged F1 and the mean of the labels' F1 values ("averaged F1", Opitz and Burst 2019), as scikit-learn
gives them: the labels of MacroF1 are those of the gold and of the system that is scored, so a label that only this
system uses counts with an F1 of 0. With negative labels (`no_relation`), the F1 measures are about all others, as
relation extraction is scored: an answer that is negative proposes nothing. A row without an answer is wrong and
proposes nothing either.

MacroF1 is a sum over blocks like every other measure: right, gold and system rows of each label.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from tertium.measures.base import Blocks, Measure, Rate, ratio
from tertium.tasks.match import UNALIGNED

if TYPE_CHECKING:
    from tertium._typing import Counts, Mask, Offsets, Scores
    from tertium.tasks.match import Match

_LABEL: Final = "label"
_HALF: Final = 0.5  # counts are whole numbers; the steps of a derivative are much smaller

ACCURACY = Measure(
    name="Accuracy",
    title="rows with the right label",
    cites="Sokolova and Lapalme 2009, table 2",
    reads=frozenset({_LABEL}),
    atoms=(_LABEL,),
    shown=_LABEL,
    only="accuracy",
    aliases=("acc",),
    unit="row",
)


def _counted(match: Match) -> tuple[Mask, Mask, Mask]:
    """(n_rows,) where the gold's label counts, where the system's does, and where it counts and is right."""
    gold, rules = match.gold, match.gold.conventions
    vocab = gold.corpus.vocab
    ours, theirs = gold.column(_LABEL), match.shown(_LABEL)
    scored = gold.scored()
    everywhere = np.ones(len(ours), dtype=np.bool_) if scored is None else scored
    is_gold = everywhere & ~vocab.flag(ours, lambda label: label in rules.negative)
    is_system = everywhere & ~vocab.flag(theirs, lambda label: label in (UNALIGNED, *rules.negative))
    return is_gold, is_system, is_gold & match.right(_LABEL)


def _micro_counts(match: Match, blocks: Blocks) -> Counts:
    """(n_blocks, 4) right, gold, system, and gold again."""
    gold, system, right = (blocks.sum(mask) for mask in _counted(match))
    return np.stack([right, gold, system, gold], axis=-1)


MICRO_F1 = Measure(
    name="MicroF1",
    title="right labels, those of all rows together",
    cites="Sokolova and Lapalme 2009, table 3",
    reads=frozenset({_LABEL}),
    tally=_micro_counts,
    only="f1",
    aligned=False,
    aliases=("micro", "micro-f1", "f1-micro", "f1_micro"),
    unit="row",
)


def label_space(match: Match) -> list[str]:
    """Every label that the gold or any system of the comparison has, in alphabetical order; negative ones left out."""
    views = [match.gold, *(other.system for other in match.company)]
    vocab = match.gold.corpus.vocab
    used = np.unique(np.concatenate([vocab.used(view.column(_LABEL)) for view in views]))
    out = {UNALIGNED, *match.gold.conventions.negative}
    return sorted(set(vocab.decode(used)) - out)


def _label_counts(match: Match, blocks: Blocks) -> Counts:
    """(n_blocks, 3 n_labels) right, gold and system rows of the first label, of the second, ..."""
    vocab, names = match.gold.corpus.vocab, label_space(match)
    codes = vocab.encode(names)
    place = np.zeros(len(vocab) + 1, dtype=np.int64)
    place[codes] = np.arange(len(names))
    is_gold, is_system, right = _counted(match)
    ours, theirs = place[match.gold.column(_LABEL)], place[match.shown(_LABEL)]
    columns = ((ours, right), (ours, is_gold), (theirs, is_system))
    counts = np.stack([_tally(blocks, label, mask, len(names)) for label, mask in columns], axis=-1)
    return counts.reshape(blocks.n, 3 * len(names))


def _tally(blocks: Blocks, label: Offsets, mask: Mask, n_labels: int) -> Counts:
    """(n_blocks, n_labels) rows that the mask lets through, by label."""
    block = np.repeat(np.arange(blocks.n, dtype=np.int64), blocks.size())
    cells = np.bincount(block[mask] * n_labels + label[mask], minlength=blocks.n * n_labels)
    return cells.reshape(blocks.n, n_labels)


def _mean_f1(sums: Scores) -> dict[str, Scores]:
    """The mean of the labels' F1 values, over the labels that the gold or the system has."""
    right, gold, system = np.moveaxis(sums.reshape(*sums.shape[:-1], sums.shape[-1] // 3, 3), -1, 0)
    there = gold + system > _HALF
    total = there.sum(axis=-1)

    def mean(values: Scores) -> Scores:
        return ratio(np.where(there, values, 0.0).sum(axis=-1), total)

    return {
        "value": mean(ratio(2 * right, gold + system)),
        "precision": mean(ratio(right, system)),
        "recall": mean(ratio(right, gold)),
    }


MACRO_F1 = Measure(
    name="MacroF1",
    title="mean of the F1 values of the labels",
    cites="Opitz and Burst 2019 (averaged F1)",
    reads=frozenset({_LABEL}),
    tally=_label_counts,
    rate=Rate(None, _mean_f1),
    aligned=False,
    aliases=("macro", "macro-f1", "f1-macro", "f1_macro"),
    unit="row",
)

LABEL_MEASURES: Final[dict[str, Measure]] = {measure.name: measure for measure in (ACCURACY, MACRO_F1, MICRO_F1)}
"""The measures of rows with one label each."""
