"""disco-dop's evaluation, on continuous and on discontinuous trees: every count of every sentence."""

from __future__ import annotations

import json
from functools import cache
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from tertium.loading import load
from tertium.measures.parseval import bracketing_of
from tertium.options import Options
from tertium.tasks.yields import find_keys
from tests.conftest import find_shared

if TYPE_CHECKING:
    from pathlib import Path

    from tertium._typing import Offsets
    from tertium.tasks.bracketing import Bracketing, Side

SHARED = find_shared()

PROPER_LABELS = ("TOP", "ROOT", "VROOT", "$,", "$(", "$.", "PUNCT", ",", ":", "``", "''", ".", "-NONE-")
PROPER_WORDS = (
    *(".", ",", ":", ";", "'", "`", '"', "``", "''", "-", "(", ")", "/", "&", "$"),
    *("!", "!!!", "?", "??", "???", "..", "...", "«", "»"),
)
PROPER = "\n".join(
    [
        *(f"DELETE_LABEL {label}" for label in PROPER_LABELS),
        *(f"DELETE_WORD {word}" for word in PROPER_WORDS),
        "EQ_LABEL ADVP PRT",
        "EQ_WORD  -LRB- (",
        "EQ_WORD  -RRB- )",
        "DISC_ONLY 0",
    ]
)
"""What the tool's own parameter file says, as far as these treebanks have such labels."""

ROOT_DELETED = "DELETE_LABEL ROOT\n"


@cache
def document(name: str) -> dict[str, Any]:
    assert SHARED is not None
    found: dict[str, Any] = json.loads((SHARED / f"oracles/constituency/{name}.json").read_text())
    return found


def continuous() -> list[tuple[str, str, str]]:
    if SHARED is None:
        return []
    corpora = {name: systems for name, systems in document("discodop_eval").items() if name != "note"}
    return [
        (corpus, system, mode)
        for corpus, systems in corpora.items()
        for system, modes in systems.items()
        for mode in modes
        if "headrules" not in mode
    ]


def discontinuous() -> list[tuple[str, str]]:
    if SHARED is None:
        return []
    found = document("discodop_eval_discontinuous")
    return [(system, mode) for system, modes in found.items() if system != "note" for mode in modes]


def percent(part: int, whole: int) -> str:
    return f"{100 * part / whole:.2f}" if whole else "nan"


def check(found: Bracketing, expected: dict[str, Any]) -> None:
    """The columns of the summary (up to the cut-off, all), and the lines of sentences, in the order of their fields."""
    n = found.n_sents
    matched, gold, system = found.matched, found.gold.n_brackets, found.system.n_brackets
    gaps = [count_gaps(side, n) for side in sides(found)]
    different = [count_different(side, n) for side in sides(found)]
    short = found.valid & (found.length <= found.rules.cutoff)
    some = gold + system > 0 if found.rules.disc_only else np.ones(n, dtype=np.bool_)
    exact = (matched == gold) & (matched == system)
    summary: dict[str, list[str]] = expected["summary"]
    for column, chosen in enumerate((short, found.valid)):
        counts = [int(part[chosen].sum()) for part in (matched, gold, system)]
        value = {
            "number of sentences": str((chosen & some).sum()),
            "longest sentence": str(found.length[chosen].max()),
            "gold brackets": str(different[0][chosen].sum()),
            "cand. brackets": str(different[1][chosen].sum()),
            "disc. gold brackets": str(gaps[0][chosen].sum()),
            "disc. cand. brackets": str(gaps[1][chosen].sum()),
            "labeled recall": percent(counts[0], counts[1]),
            "labeled precision": percent(counts[0], counts[2]),
            "labeled f-measure": percent(2 * counts[0], counts[1] + counts[2]) if counts[0] else "nan",
            "exact match": percent(int((exact & some & chosen).sum()), int((chosen & some).sum())),
            "pos accuracy": percent(int(found.tags_right[chosen].sum()), int(found.gold.n_words[chosen].sum())),
        }
        for key, text in value.items():
            if key in summary:
                assert (key, text) == (key, summary[key][column])
    rows = [line.split() for line in expected.get("sentences", ())]
    kept = np.flatnonzero(found.valid)
    for row in rows[: len(kept)] if rows else ():
        at = int(kept[int(row[0]) - 1])
        counts = [int(part[at]) for part in (found.length, matched, gold, system, found.gold.n_words, found.tags_right)]
        assert (row[0], counts) == (row[0], [int(row[1]), *map(int, row[4:9])])


def count_different(side: Side, n_sents: int) -> Offsets:
    """What the summary prints as brackets: two NP over the same words are one there, though they count twice."""
    pairs = np.unique(np.stack([find_keys([side])[0], side.label, side.sentence]), axis=1)
    return np.bincount(pairs[2], minlength=n_sents)


def count_gaps(side: Side, n_sents: int) -> Offsets:
    rows = np.zeros(0, dtype=np.int64) if side.gaps is None else side.gaps.row
    return np.bincount(side.sentence[rows], minlength=n_sents)


def sides(found: Bracketing) -> tuple[Side, Side]:
    return found.gold, found.system


@pytest.mark.slow
@pytest.mark.parametrize(("corpus", "system", "mode"), continuous() or [("", "", "")])
def test_discodop__penn_trees(shared: Path, tmp_path: Path, corpus: str, system: str, mode: str) -> None:
    """Failed parses, on which disco-dop stops, had been taken out of both files; here they are left out."""
    expected = document("discodop_eval")[corpus][system][mode]
    folder = shared / "corpora/constituency"
    proper = tmp_path / "proper.prm"
    proper.write_text(PROPER)
    prm = {"COLLINS": folder / "evalb-samples/COLLINS.prm", "proper": proper}.get(mode.removesuffix("_ted"))
    options = Options(like="discodop", prm=None if prm is None else str(prm))
    loaded = load(folder / corpus / "gold.mrg", [folder / corpus / system], options)
    found = bracketing_of(loaded.matches()[0])
    assert (np.flatnonzero(~found.valid) + 1).tolist() == expected["dropped_ids"]
    check(found, expected)


@pytest.mark.slow
@pytest.mark.parametrize(("system", "mode"), discontinuous() or [("", "")])
def test_discodop__discontinuous_trees(shared: Path, tmp_path: Path, system: str, mode: str) -> None:
    expected = document("discodop_eval_discontinuous")[system][mode]
    folder = shared / "corpora/constituency/fr-sequoia-functional-disc"
    prm = tmp_path / "root.prm"
    prm.write_text(ROOT_DELETED)
    options = Options(
        like="discodop",
        prm=str(prm) if mode.startswith("root_deleted") else None,
        disc_only=mode.endswith("disconly"),
    )
    loaded = load(folder / "gold.dbr", [folder / f"{system}.dbr"], options)
    check(bracketing_of(loaded.matches()[0]), expected)
