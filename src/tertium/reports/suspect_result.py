"""What `tertium.suspects` returns: gold answers that look wrong, ranked, with the evidence."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from tertium.comparison.answers import GOLD, Answers, gather_answers
from tertium.comparison.duels import find_decisions
from tertium.comparison.suspects import Quality, find_suspects, measure_ranking
from tertium.reports.annotation import safe, write_marks
from tertium.reports.json_file import head, number
from tertium.reports.noise_result import narrow
from tertium.reports.result import Result

if TYPE_CHECKING:
    import polars as pl

    from tertium._typing import Mask
    from tertium.comparison import suspects as evidence
    from tertium.loading import Loaded
    from tertium.reports.page import Line


@dataclass(frozen=True, slots=True)
class Suspect:
    """One gold answer that looks wrong."""

    rank: int  # from 1
    sentence: str
    path: str
    line: int
    position: int  # of its first word in the sentence, from 1
    words: tuple[str, ...]  # of the unit
    gold: str
    instead: str  # the answer that is proposed
    score: float
    chance: float | None  # that the gold is wrong, after the model
    against: tuple[str, ...]  # systems that propose it
    support: tuple[str, ...]  # systems that are with the gold
    same: int  # elsewhere in the same context with the gold's label
    other: int  # with the proposed one
    really_wrong: bool | None  # by a better gold; None without one


class Suspects(Result):
    """Gold answers that systems, the model or the gold itself elsewhere contradict."""

    title = "tertium suspects"

    def __init__(self, loaded: Loaded, *, rank: str = "score", against: bool = False) -> None:
        """Take what was loaded; with a better gold, it is the last of the systems.

        Raises:
            UsageError: There is no such ranking, or the measure is no decision over units.
        """
        super().__init__(narrow(loaded))
        self.rank = rank
        self.better: int | None = None
        if against:
            self.better = len(self.systems) - 1
            self.better_name, self.systems = self.systems[-1], self.systems[:-1]
        self.found: evidence.Suspects = find_suspects(self.answers, self.gold, rank)

    @cached_property
    def answers(self) -> Answers:
        """Gold and systems as raters."""
        decisions, _ = find_decisions(self.tables, self.headline, len(self.systems))
        return gather_answers(decisions, range(len(self.systems)), text_heads=self.rules.text_heads)

    @cached_property
    def listed(self) -> evidence.Suspects:
        """Those that the evidence is against: their score is above 0."""
        return self.found.take(self.found.score > 0)

    @cached_property
    def _really_wrong(self) -> Mask | None:
        if self.better is None:
            return None
        both = gather_answers(self.tables.decisions(self.headline), [self.better])
        _, chosen = find_decisions(self.tables, self.headline, len(self.systems))
        return ~both.agree(GOLD, 1)[chosen]

    @cached_property
    def qualities(self) -> list[Quality]:
        """How well the ranking finds what a better gold changed; nothing without one."""
        return [] if self._really_wrong is None else measure_ranking(self.found, self._really_wrong)

    @property
    def n_unanimous(self) -> int:
        """Units on which all systems agree with each other against the gold."""
        return int(np.count_nonzero(self.found.against == len(self.systems)))

    def describe(self, place: int, *, everyone: bool = False) -> Suspect:
        """One of those that are listed (or of all that are contradicted), by its place from 0."""
        found = self.found if everyone else self.listed
        unit, instead = int(found.unit[place]), int(found.instead[place])
        first, last = self.answers.words(unit)
        sentence = int(np.searchsorted(self.gold.sent_start, first, side="right")) - 1
        own = self.answers.first[:, unit]
        proposed = (
            self.answers.text(self.gold, instead, unit)
            if instead >= 0
            else self.gold.vocab.decode([int(found.label[place])])[0]
        )
        raters = range(1, self.answers.n_raters)
        wrong = self._really_wrong
        return Suspect(
            rank=place + 1,
            sentence=self.gold.sentence_name(sentence),
            path=self.gold.path_of(first),
            line=int(self.gold.line[first]),
            position=first - int(self.gold.sent_start[sentence]) + 1,
            words=tuple(self.gold.forms(first, last)),
            gold=self.answers.text(self.gold, GOLD, unit),
            instead=proposed,
            score=float(found.score[place]),
            chance=None if found.chance is None else float(found.chance[place]),
            against=tuple(self.systems[r - 1] for r in raters if instead >= 0 and own[r] == own[instead]),
            support=tuple(self.systems[r - 1] for r in raters if own[r] == own[GOLD]),
            same=int(found.same[place]),
            other=int(found.other[place]),
            really_wrong=None if wrong is None else bool(wrong[unit]),
        )

    def rows(self, n: int | None = None, *, everyone: bool = False) -> list[Suspect]:
        """The first so many of those that are listed; None: all of them."""
        found = self.found if everyone else self.listed
        return [
            self.describe(place, everyone=everyone) for place in range(len(found) if n is None else min(n, len(found)))
        ]

    @property
    def suspects(self) -> pl.DataFrame:
        """One row for each suspect that the evidence is against."""
        return self.frame()

    def frame(self, n: int | None = None, *, everyone: bool = False) -> pl.DataFrame:
        """One row for each suspect; `everyone`: all that somebody contradicts."""
        import polars as pl

        schema: dict[str, Any] = {
            "rank": pl.Int64,
            "sentence": pl.String,
            "file": pl.String,
            "line": pl.Int64,
            "position": pl.Int64,
            "words": pl.String,
            "gold": pl.String,
            "instead": pl.String,
            "score": pl.Float64,
            "chance": pl.Float64,
            "against": pl.String,
            "support": pl.String,
            "elsewhere_gold": pl.Int64,
            "elsewhere_instead": pl.Int64,
            "really_wrong": pl.Boolean,
        }
        rows = [
            {**_as_dict(row), "against": ", ".join(row.against), "support": ", ".join(row.support)}
            for row in self.rows(n, everyone=everyone)
        ]
        return pl.DataFrame(rows, schema=schema)

    @property
    def verdict(self) -> str:
        """How many there are, in words."""
        from tertium.reports.suspect_page import state_suspects

        return state_suspects(self)

    def annotate(self, n: int | None = None, *, everyone: bool = False) -> bytes:
        """The gold as CoNLL-U, suspects marked in MISC; a CoNLL-U gold keeps everything else, byte by byte."""
        marks: dict[int, list[Suspect]] = {}
        found = self.found if everyone else self.listed
        for place, row in enumerate(self.rows(n, everyone=everyone)):
            marks.setdefault(int(self.answers.decisions.unit[found.unit[place]]), []).append(row)
        return write_marks(self, {word: _mark(rows) for word, rows in marks.items()})

    def to_dict(self, n: int | None = None, *, everyone: bool = False) -> dict[str, Any]:
        """The JSON document."""
        return {
            **head(self),
            "verdict": self.verdict,
            "rank": self.rank,
            "contradicted": len(self.found),
            "unanimous": self.n_unanimous,
            "listed": len(self.listed),
            "suspects": [
                {**_as_dict(row), "against": list(row.against), "support": list(row.support), "words": list(row.words)}
                for row in self.rows(n, everyone=everyone)
            ],
            "quality": [
                {
                    "first": row.cut,
                    "listed": row.listed,
                    "hits": row.hits,
                    "precision": row.precision,
                    "recall": row.recall,
                    "chance": row.chance,
                }
                for row in self.qualities
            ],
            "warnings": self.warnings,
        }

    def page(self, width: int = 80, top: int = 20) -> list[Line]:
        """The terminal page, line by line."""
        from tertium.reports.suspect_page import suspect_page

        return suspect_page(self, width, top=top)


def _as_dict(row: Suspect) -> dict[str, Any]:
    return {
        "rank": row.rank,
        "sentence": row.sentence,
        "file": row.path,
        "line": row.line,
        "position": row.position,
        "words": " ".join(row.words),
        "gold": row.gold,
        "instead": row.instead,
        "score": row.score,
        "chance": None if row.chance is None else number(row.chance),
        "elsewhere_gold": row.same,
        "elsewhere_instead": row.other,
        "really_wrong": row.really_wrong,
    }


def _mark(rows: list[Suspect]) -> str:
    """`SuspectRank=3|SuspectInstead=VERB|...`; several suspects at one word are separated by commas."""
    parts = {
        "SuspectRank": [str(row.rank) for row in rows],
        "SuspectInstead": [safe(row.instead).replace("=", "%3D") for row in rows],
        "SuspectSystems": [f"{len(row.against)}:{len(row.support)}" for row in rows],
        "SuspectChance": [f"{row.chance:.3f}" for row in rows if row.chance is not None],
        "SuspectElsewhere": [f"{row.other}:{row.same}" for row in rows if row.other or row.same],
    }
    return "|".join(f"{name}={','.join(values)}" for name, values in parts.items() if values)
