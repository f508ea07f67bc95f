"""Empty lines, for scorers that read two files line by line.

eval07.pl stops where one file has an empty line and the other has none, but not for empty lines at the end. ComparEval
looks only whether both files have as many lines.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tertium.errors import MismatchError
from tertium.plurals import many

if TYPE_CHECKING:
    from tertium.conventions import Reading
    from tertium.corpus import Corpus


def check_lines(gold: Corpus, system: Corpus, reading: Reading) -> None:
    """Make sure that two files with the same sentences also have the same empty lines, if the scorer wants that.

    Raises:
        MismatchError: They have not.
    """
    ours, theirs = gold.blank_lines, system.blank_lines
    scorer = {"eval07": "eval07.pl", "compareval": "ComparEval"}.get(reading)
    differ = ours.idle_after != theirs.idle_after if reading == "eval07" else ours.n_lines != theirs.n_lines
    if scorer is None or not differ:
        return
    more, fewer = (gold, system) if ours.n_lines > theirs.n_lines else (system, gold)
    n = abs(ours.n_lines - theirs.n_lines) or abs(ours.idle - theirs.idle)
    fact = (
        f"{more.path_of(0)} has {many(n, 'empty line')} more than {fewer.path_of(0)}"
        if n
        else f"{system.path_of(0)} has its superfluous empty lines elsewhere than {gold.path_of(0)}"
    )
    raise MismatchError(
        f"{fact}, and {scorer} compares files line by line",
        hint="end each sentence with one empty line in every file, or leave out --like",
    )
