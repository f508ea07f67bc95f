"""PARSEVAL: which brackets does the parser find? Black et al. (1991); evalb (Sekine and Collins 1997).

Labelled and unlabelled precision and recall of brackets, sentences with all brackets right, crossing brackets, and the
tags of the words that count. What is left out and what is the same is decided by the bracket rules, evalb's parameter
files among them. evalb leaves sentences out whose words differ or whose parse is empty; the default counts their gold
brackets as missed, because a parser must not be rewarded for failing.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from tertium.measures.base import Blocks, Measure
from tertium.tasks.bracket_errors import type_brackets
from tertium.tasks.bracketing import ABSENT, Bracketing, compare_brackets, count_same_spans
from tertium.tasks.phrases import decide_phrases

if TYPE_CHECKING:
    from tertium._typing import Counts, Offsets, Scores
    from tertium.tasks.match import Match
    from tertium.tasks.typed_errors import TypedErrors

_CITES: Final = "Black et al. 1991; evalb (Sekine and Collins 1997)"
_READS: Final = frozenset({"form", "tag", "nodes"})


def bracketing_of(match: Match) -> Bracketing:
    """Both trees' brackets, matched; made once."""
    rules = match.gold.conventions.brackets
    return match.keep("bracketing", lambda: compare_brackets(match.gold.corpus, match.system.corpus, rules))


def type_bracket_errors(match: Match) -> TypedErrors:
    """Every wrong bracket and part of speech with its type; made once."""
    return match.keep(
        "typed errors", lambda: type_brackets(match.gold.corpus, match.system.corpus, bracketing_of(match))
    )


def by_block(blocks: Blocks, *columns: Offsets | Scores) -> Counts:
    """Columns by sentence as counts by block: blocks are sentences, or the whole corpus."""
    table = np.stack(columns, axis=-1)
    return table.sum(axis=0, keepdims=True) if blocks.n == 1 else table


def _scored(found: Bracketing) -> Offsets:
    """(n_sents,) 1 for sentences that count."""
    counted = found.status != ABSENT if found.rules.counts_failures else found.valid
    return counted.astype(np.int64)


def _rows(found: Bracketing) -> Offsets:
    """(n_sents,) how often a sentence counts where sentences are counted: rows of zeros are right ones, too."""
    return _scored(found) + found.zeroed


def _compared_rows(found: Bracketing) -> Offsets:
    """(n_sents,) the same for crossing brackets, which a failed parse has none of."""
    return found.valid.astype(np.int64) + found.zeroed


def count_brackets(match: Match, blocks: Blocks) -> Counts:
    """Matched, gold and system brackets."""
    found = bracketing_of(match)
    scored, valid = _scored(found), found.valid.astype(np.int64)
    gold = found.gold.n_brackets * scored
    return by_block(blocks, found.matched * valid, gold, found.system.n_brackets * valid, gold)


def count_unlabeled(match: Match, blocks: Blocks) -> Counts:
    """The same, labels aside."""
    found = bracketing_of(match)
    scored, valid = _scored(found), found.valid.astype(np.int64)
    matched = match.keep("unlabeled brackets", lambda: count_same_spans(found))
    gold = found.gold.n_brackets * scored
    return by_block(blocks, matched * valid, gold, found.system.n_brackets * valid, gold)


def is_exact(found: Bracketing) -> Offsets:
    """(n_sents,) 1 where every bracket is found and none is added."""
    matched, gold, system = found.matched, found.gold.n_brackets, found.system.n_brackets
    exact: Offsets = ((matched == gold) & (matched == system) & found.valid).astype(np.int64)
    return exact


def count_exact(match: Match, blocks: Blocks) -> Counts:
    """Sentences with all brackets right, and sentences."""
    found = bracketing_of(match)
    rows, exact = _rows(found), is_exact(found) + found.zeroed
    if found.rules.disc_only:  # sentences with such brackets on either side
        some = found.gold.n_brackets + found.system.n_brackets > 0
        rows, exact = rows * some, exact * some
    return by_block(blocks, exact, rows, rows, rows)


def count_crossing(match: Match, blocks: Blocks) -> Counts:
    """System brackets that cross a gold bracket, and sentences: the score is their number for each sentence."""
    found = bracketing_of(match)
    rows = _compared_rows(found)
    return by_block(blocks, found.crossed * found.valid, rows, rows, rows)


def count_at_most(match: Match, blocks: Blocks, most: int) -> Counts:
    """Sentences with so many crossing brackets at most, and sentences."""
    found = bracketing_of(match)
    rows = _compared_rows(found)
    few = ((found.crossed <= most) & found.valid).astype(np.int64)
    return by_block(blocks, few + found.zeroed, rows, rows, rows)


def count_no_crossing(match: Match, blocks: Blocks) -> Counts:
    """Sentences without crossing brackets, and sentences."""
    return count_at_most(match, blocks, 0)


def count_few_crossing(match: Match, blocks: Blocks) -> Counts:
    """Sentences with two crossing brackets at most, and sentences."""
    return count_at_most(match, blocks, 2)


def count_tags(match: Match, blocks: Blocks) -> Counts:
    """Words that count with the right part of speech, and all of them."""
    found = bracketing_of(match)
    words = found.gold.n_words * _scored(found)
    return by_block(blocks, found.tags_right * _scored(found), words, words, words)


F1 = Measure(
    name="F1",
    title="labelled brackets",
    cites=_CITES,
    reads=_READS,
    shown="phrase",
    tally=count_brackets,
    only="f1",
    aligned=False,
    decide=decide_phrases,
    whole=count_exact,
    type_errors=type_bracket_errors,
    unit="bracket",
    aliases=("lf1", "labeled", "parseval"),
)
UF1 = Measure(
    name="UF1",
    title="brackets, labels aside",
    cites=_CITES,
    reads=_READS,
    tally=count_unlabeled,
    only="f1",
    aligned=False,
    unit="bracket",
    aliases=("unlabeled",),
)
EXACT = Measure(
    name="Exact",
    title="sentences with all brackets right",
    cites=_CITES,
    reads=_READS,
    tally=count_exact,
    only="accuracy",
    aliases=("exact-match", "em"),
)
CROSSING = Measure(
    name="Crossing",
    title="crossing brackets a sentence",
    cites=_CITES,
    reads=_READS,
    tally=count_crossing,
    only="accuracy",
    lower_is_better=True,
    is_share=False,
)
NO_CROSSING = Measure(
    name="NoCrossing",
    title="sentences without crossing brackets",
    cites=_CITES,
    reads=_READS,
    tally=count_no_crossing,
    only="accuracy",
)
FEW_CROSSING = Measure(
    name="FewCrossing",
    title="sentences with two crossing brackets at most",
    cites=_CITES,
    reads=_READS,
    tally=count_few_crossing,
    only="accuracy",
)
TAG_ACCURACY = Measure(
    name="TagAccuracy",
    title="parts of speech",
    cites=_CITES,
    reads=_READS,
    tally=count_tags,
    only="accuracy",
    aliases=("tags", "tagging", "pos"),
)
