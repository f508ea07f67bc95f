"""The reference scorer's own report (v8.01, `scorer.pl all KEY RESPONSE none`), digit for digit.

Percentages are cut off after two decimals, not rounded, as the Perl program does. Its first line names the place where
it is installed, so that line is left out. LEA has a section as its own Perl scorer prints it, if it is asked for.
The scorer goes through the documents in another order each time, so that the lines about repeated mentions, and the
last of 15 digits of a sum, may be others in the next run of the same program; we go by the order of the key.
"""

from __future__ import annotations

from math import trunc
from typing import TYPE_CHECKING, Final

from tertium.measures.base import ratio
from tertium.reports.printed_parts import choose_measures
from tertium.tasks.chains import mentions_of

if TYPE_CHECKING:
    from tertium._typing import Scores
    from tertium.corpus import Corpus
    from tertium.mentions import Mentions
    from tertium.reports.result import Result
    from tertium.tasks.match import Match

_METRICS: Final = {"MUC": "muc", "B3": "bcub", "CEAFm": "ceafm", "CEAFe": "ceafe", "BLANC": "blanc", "LEA": "lea"}
_RULE: Final = "-" * 74


def print_conll(result: Result, system: int) -> str:
    """The report on one system: one section a metric."""
    shown = [name for name in choose_measures(result, _METRICS) if name != "LEA" or result.asked_measures]
    return "\n".join(_section(result, system, name) for name in shown)


def _section(result: Result, system: int, name: str) -> str:
    tables = result.tables
    counts = tables.totals(name, system).astype(float)
    found = (
        result.kind.measures(result.rules)["Mentions"]
        .counts(tables.matches[system], tables.whole)
        .sum(axis=0)
        .astype(float)
    )
    lines = [f"\nMETRIC {_METRICS[name]}:", *_find_repeats(tables.matches[system]), "", "====== TOTALS ======="]
    lines.append(f"Identification of Mentions: {_rate(found)}")
    if name != "BLANC":
        return "\n".join([*lines, f"Coreference: {_rate(counts)}"])
    links = [counts[[0, 1, 0, 2]], counts[[3, 4, 3, 5]]]
    values = {key: float(value) for key, value in tables.measures[name].values(counts, "f1").items()}
    last = _line(values["recall"], 1, values["precision"], 1, values["value"])
    lines += ["", "Coreference:", f"Coreference links: {_rate(links[0])}", f"Non-coreference links: {_rate(links[1])}"]
    return "\n".join([*lines, f"BLANC: {last}"])


def _find_repeats(match: Match) -> list[str]:
    """What the scorer says of mentions that stand where another does: their first and last word, and two numbers.

    The numbers are those of the first and of this mention in the key; of a response that of the key's mention, twice.
    """
    key, response = mentions_of(match)
    lines = []
    places = [_name_places(match.gold.corpus, key), _name_places(match.system.corpus, response)]
    for document in range(match.gold.corpus.n_docs):
        known: dict[str, int] = {}
        own = places[0][slice(*key.doc_start[document : document + 2])]
        for number, place in enumerate(own):
            if place in known:
                lines.append(f"Repeated mention in the key: {place} {known[place]}{number}")
            known[place] = number
        seen = set()
        for place in places[1][slice(*response.doc_start[document : document + 2])]:
            if place in seen:
                lines.append(f"Repeated mention in the response: {place} {known[place]}{known[place]}")
            elif place in known:
                seen.add(place)
    return lines


def _name_places(corpus: Corpus, mentions: Mentions) -> list[str]:
    """Each mention's first and last word, numbered from 0 in its document."""
    start = corpus.sent_start[corpus.doc_start][mentions.document()]
    ends = ((mentions.first - start).tolist(), (mentions.last - start).tolist())
    return [f"{first}, {last}" for first, last in zip(*ends, strict=True)]


def _rate(counts: Scores) -> str:
    """Recall, precision and F1 of four counts."""
    recall, precision = float(ratio(counts[0], counts[1])), float(ratio(counts[2], counts[3]))
    f1 = 2 * precision * recall / (precision + recall) if precision + recall else 0.0
    right, key, correct, response = counts.tolist()
    return _line(right, key, correct, response, f1)


def _line(right: float, key: float, correct: float, response: float, f1: float) -> str:
    recall, precision = (right / key if key else 0.0), (correct / response if response else 0.0)
    return (
        f"Recall: ({right:.15g} / {key:.15g}) {_cut(recall)}%\tPrecision: ({correct:.15g} / {response:.15g}) "
        f"{_cut(precision)}%\tF1: {_cut(f1)}%\n{_RULE}"
    )


def _cut(value: float) -> str:
    """In percent, cut off after two decimals: .55999 is 55.99."""
    return f"{trunc(value * 10000) / 100:.15g}"
