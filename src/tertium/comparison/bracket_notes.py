"""What a bracket score leaves out or gets for nothing, in words: nothing of it should have to be guessed.

evalb leaves sentences out whose words differ or whose parse is empty, so that a parser gains by failing; a root that
the parameter file does not delete is a bracket that everybody finds (spec of the project, constituency, section 1).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from tertium.brackets import ROOTS
from tertium.measures.parseval import bracketing_of
from tertium.nodes import NO_NODE
from tertium.plurals import many
from tertium.tasks.bracketing import ABSENT, IN_ERROR, SKIPPED

if TYPE_CHECKING:
    from tertium._typing import Mask
    from tertium.corpus import Corpus
    from tertium.tasks.bracketing import Bracketing, Side
    from tertium.tasks.match import Match

_SHOWN: Final = 3
_SCORERS: Final = {"evalb": "evalb", "spmrl": "SPMRL's evalb"}


def describe_brackets(match: Match) -> list[str]:
    """What the user should know about one system's score."""
    found, name = bracketing_of(match), match.system.corpus.name
    notes = _failures(found, name) if found.rules.counts_failures else [*_left_out(found, name), *_stops(found, name)]
    root = _free_roots(match, found)
    return [*notes, f"{name}: {root}"] if root else notes


def _f1(matched: int, gold: int, system: int) -> float:
    return 200 * matched / (gold + system) if gold + system else 0.0


def _count(found: Bracketing) -> tuple[int, int, int]:
    """Matched, gold and system brackets that are scored."""
    valid = found.valid
    columns = (found.matched, found.gold.n_brackets, found.system.n_brackets)
    matched, gold, system = (int(column[valid].sum()) for column in columns)
    return matched, gold, system


def _failures(found: Bracketing, name: str) -> list[str]:
    """Where failed parses count as wrong."""
    failed = ~found.valid & (found.status != ABSENT)
    if not failed.any():
        return []
    lost = int(found.gold.n_brackets[failed].sum())
    n = int(np.count_nonzero(failed))
    return [f"{name}: {many(n, 'sentence')} without a parse of the gold's words: {lost:,} gold brackets are missed"]


def _left_out(found: Bracketing, name: str) -> list[str]:
    """Sentences that the scorer takes no account of, with its reasons, and what they would cost."""
    scorer = _SCORERS.get(found.rules.dialect, found.rules.dialect)
    errors, skipped = found.status == IN_ERROR, found.status == SKIPPED
    notes = []
    if errors.any():
        why = [f"{sentence + 1}: {text}" for sentence, text in found.complaints if errors[sentence]]
        more = f"; and {len(why) - _SHOWN:,} more" if len(why) > _SHOWN else ""
        listed = "; ".join(why[:_SHOWN]) + more
        n = many(int(np.count_nonzero(errors)), "sentence")
        notes.append(f"{name}: {n} in error, left out of all scores as {scorer} does ({listed})")
    if skipped.any():
        n = many(int(np.count_nonzero(skipped)), "sentence")
        notes.append(f"{name}: {n} without words in the parse, left out of all scores as {scorer} does")
    if found.zeroed.any():
        n = many(int(np.count_nonzero(found.zeroed)), "sentence")
        notes.append(f"{name}: {n} of another length, counted as wholly right with no brackets, as {scorer} does")
    out = ~found.valid & (found.status != ABSENT)
    matched, gold, system = _count(found)
    lost = int(found.gold.n_brackets[out].sum())
    if lost:
        now, then = _f1(matched, gold, system), _f1(matched, gold + lost, system)
        notes.append(
            f"{name}: with the {lost:,} gold brackets of these sentences as missed, F1 is {then:.2f}, not {now:.2f}"
        )
    return notes


def _stops(found: Bracketing, name: str) -> list[str]:
    """Where the C program would have ended without a summary."""
    scorer, last = _SCORERS.get(found.rules.dialect, ""), found.rules.max_error + 1
    for_ever = [sentence for sentence, text in found.complaints if text == "Reading sentence"]
    notes = []
    if for_ever:
        notes.append(
            f"{name}: {scorer} never gets past line {for_ever[0] + 1}, where a word stands beside other words or "
            "brackets; the sentence is in error, and the others are scored here"
        )
    if len(found.complaints) > last:
        notes.append(
            f"{name}: {scorer} would stop at its {last + 1:,}{_ordinal(last + 1)} error (line "
            f"{found.complaints[last][0] + 1:,}; MAX_ERROR {found.rules.max_error}) without a summary; "
            "all is scored here"
        )
    return notes


def _ordinal(n: int) -> str:
    return "th" if n % 100 in (11, 12, 13) else {1: "st", 2: "nd", 3: "rd"}.get(n % 10, "th")


def _is_root(corpus: Corpus, side: Side) -> Mask:
    """(n_brackets,) which brackets are roots by their place and their name."""
    nodes = corpus.nodes
    if nodes is None:
        return np.zeros(len(side.node), dtype=np.bool_)
    root: Mask = nodes.parent[side.node] == NO_NODE
    root[root] = corpus.vocab.flag(side.label[root], ROOTS.__contains__)
    return root


def _free_roots(match: Match, found: Bracketing) -> str:
    """Roots that count, and the score without them; empty if there are none."""
    gold, system = match.gold.corpus, match.system.corpus
    ours = _is_root(gold, found.gold) & found.valid[found.gold.sentence]
    theirs = _is_root(system, found.system) & found.valid[found.system.sentence]
    hits = int(np.count_nonzero(theirs & (found.partner >= 0)))
    if not hits:
        return ""
    label = gold.vocab.decode(found.gold.label[np.flatnonzero(ours)[:1]])
    what = f"labelled {label[0]}" if label and label[0] else "without a label"
    matched, n_gold, n_system = _count(found)
    now = _f1(matched, n_gold, n_system)
    then = _f1(matched - hits, n_gold - int(ours.sum()), n_system - int(theirs.sum()))
    return (
        f"{many(hits, 'root')} {what} count as brackets found, for nothing: without them F1 is {then:.2f}, "
        f"not {now:.2f} (DELETE_LABEL in the parameter file takes them out)"
    )
