"""Small phrase-structure trees for hypothesis and for pages, as the text of files."""

from __future__ import annotations

import tempfile
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from hypothesis import strategies as st

import tertium

if TYPE_CHECKING:
    from tertium import ErrorTypes

LABELS: Final = ("S", "NP", "VP", "PP", "ADVP", "TOP")
TAGS: Final = ("N", "CC", "RB", ",")
"""The last is left out by the default rules."""


@st.composite
def trees(draw: st.DrawFn, n_words: int) -> str:
    """A random tree over the words w0, w1, ...: nested spans with unary chains."""

    def grow(start: int, end: int) -> str:
        if end - start == 1 and draw(st.booleans()):
            return f"({draw(st.sampled_from(TAGS))} w{start})"
        cuts = sorted(draw(st.sets(st.integers(start + 1, end - 1), max_size=2))) if end - start > 1 else []
        borders = [start, *cuts, end]
        if len(borders) == 2 and end - start > 1:
            borders = list(range(start, end + 1))
        inside = [grow(a, b) if len(borders) > 2 else leaf(a) for a, b in pairwise(borders)]
        text = f"({draw(st.sampled_from(LABELS))} {' '.join(inside)})"
        return f"({draw(st.sampled_from(LABELS))} {text})" if draw(st.integers(0, 4)) == 0 else text

    def leaf(word: int) -> str:
        return f"({draw(st.sampled_from(TAGS))} w{word})"

    return f"(TOP {grow(0, n_words)})"


@st.composite
def treebanks(draw: st.DrawFn, n_files: int = 2) -> list[str]:
    """Several files over the same words; a system's parse may have failed."""
    lengths = draw(st.lists(st.integers(1, 7), min_size=1, max_size=3))
    files = []
    for number in range(n_files):
        rows = [
            "(())" if number and place and draw(st.integers(0, 9)) == 0 else draw(trees(length))
            for place, length in enumerate(lengths)
        ]
        files.append("\n".join(rows) + "\n")
    return files


@st.composite
def gappy_treebanks(draw: st.DrawFn, n_files: int = 2) -> list[str]:
    """The same in discontinuous bracketing: some words of a tree have changed places."""
    files = []
    for text in draw(treebanks(n_files)):
        rows = []
        for row in text.splitlines():
            places = list(range(row.count("w")))
            if len(places) > 1:
                one, two = draw(st.integers(0, len(places) - 1)), draw(st.integers(0, len(places) - 1))
                places[one], places[two] = places[two], places[one]
            rows.append(" ".join(_place(part, places) for part in row.split(" ")))
        files.append("\n".join(rows) + "\n")
    return files


def _place(part: str, places: list[int]) -> str:
    """A word, and what closes after it, with its new place before it; other parts as they are."""
    if not part.startswith("w"):
        return part
    word = part.rstrip(")")
    place = places[int(word[1:])]
    return f"{place}=w{place}{part[len(word) :]}"


def find_errors(*texts: str, **options: Any) -> ErrorTypes:
    """Gold and systems (s1, s2, ...) through files."""
    with tempfile.TemporaryDirectory() as folder:
        paths = [Path(folder) / f"{number}.mrg" for number in range(len(texts))]
        for path, text in zip(paths, texts, strict=True):
            path.write_text(text, encoding="utf-8")
        systems = {f"s{number}": path for number, path in enumerate(paths[1:], 1)}
        return tertium.find_errors(paths[0], systems, **options)


GOLD: Final = """\
(TOP (S (NP (PRP They)) (VP (VBD saw) (NP (NP (DT the) (NN man)) (PP (IN with) (NP (DT a) (NN hat))))) (. .)))
(TOP (S (NP (NNP Ann)) (VP (VBD sang) (ADVP (RB well)) (CC and) (VP (VBD danced))) (. .)))
(TOP (S (NP (DT The) (JJ old) (NN house)) (VP (VBZ is) (ADJP (RB very) (JJ small))) (. .)))
(TOP (S (NP (NN הכלב)) (VP (VBD אכל) (NP (NN עוגה)))))
"""
FLAT: Final = """\
(TOP (S (NP (PRP They)) (VP (VBD saw) (NP (DT the) (NN man)) (PP (IN with) (NP (DT a) (NN hat)))) (. .)))
(TOP (S (NP (NNP Ann)) (VP (VBD sang) (RB well)) (CC and) (VP (VBD danced)) (. .)))
(TOP (S (NP (DT The) (ADJP (JJ old)) (NN house)) (VP (VBZ is) (NP (RB very) (NN small))) (. .)))
(TOP (S (NP (NN הכלב)) (VP (VB אכל) (S (NN עוגה)))))
"""
"""A PP moved; a conjunct moved, a phrase missing; a phrase added, another label and tag; another label and tag."""


def write(folder: Path) -> tuple[Path, Path]:
    """The two files in a folder."""
    paths = folder / "gold.mrg", folder / "flat.mrg"
    for path, text in zip(paths, (GOLD, FLAT), strict=True):
        path.write_text(text, encoding="utf-8")
    return paths
