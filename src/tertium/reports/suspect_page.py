"""The page of `suspects`: what looks wrong in the gold, and why."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from tertium.plurals import many
from tertium.reports.head_and_foot import footer, header
from tertium.reports.numbers import percent, share
from tertium.reports.page import BAD, BLANK, DIM, TITLE, Line, Span, cells, fit, line, visible, wrap

if TYPE_CHECKING:
    from tertium.reports.suspect_result import Suspect, Suspects

_MARKS: Final = ("»", "«")
_SURE: Final = 0.9995


def state_suspects(result: Suspects) -> str:
    """How many there are."""
    n, units = len(result.listed), result.answers.n_units
    unit = result.unit_noun
    if not len(result.found):
        return "No gold answer is contradicted by anybody."
    looks, them = ("looks", "it") if n == 1 else ("look", "them")
    text = f"{many(n, 'gold answer')} of {units:,} ({share(n, units)}) {looks} wrong: "
    text += f"more is against {them} than for {them}."
    if len(result.systems) > 1:
        every = "both systems" if len(result.systems) == 2 else f"all {len(result.systems)} systems"  # noqa: PLR2004
        text += f" On {many(result.n_unanimous, unit)} {every} agree with each other against the gold."
    return text


def suspect_page(result: Suspects, width: int = 80, *, top: int = 20) -> list[Line]:
    """The most suspicious, with their sentences."""
    lines = [*header(result, width), *wrap([Span(result.verdict, TITLE)], width), BLANK]
    lines += _quality_lines(result, width)
    rows = result.rows(top)
    if rows:
        by = {"score": "all evidence", "agreement": "agreement", "model": "the model", "variation": "variation"}
        lines.append(line(Span(f"The most suspicious, by {by[result.rank]}", TITLE)))
        lines += wrap([Span(_explain(result), DIM)], width, indent=2, first=2)
        for row in rows:
            lines += _suspect_lines(result, row, width)
        if len(result.listed) > len(rows):
            lines.append(line(Span(f"  … {len(result.listed) - len(rows):,} more (--top, --csv, --annotate)", DIM)))
        lines.append(BLANK)
    return [*lines[:-1], *footer(result, width)]


def _explain(result: Suspects) -> str:
    text = "systems a:b: a systems propose the answer after the arrow, b have the gold's"
    if result.found.chance is not None:
        text = f"wrong: chance after the model, which overstates it where systems err alike; {text}"
    if result.answers.decisions.links:
        return text
    return f"{text}; elsewhere a:b: the same words between the same words have the one label or the other"


def _suspect_lines(result: Suspects, row: Suspect, width: int) -> list[Line]:
    facts = [f"systems {len(row.against)}:{len(row.support)}"]
    if row.chance is not None:
        facts.insert(0, f"wrong {percent(row.chance, 1)} %" if row.chance < _SURE else "wrong > 99.9 %")
    if row.other or row.same:
        facts.append(f"elsewhere {row.other}:{row.same}")
    if row.really_wrong is not None:
        facts.append("changed" if row.really_wrong else "kept")
    place = f"{visible(row.path.rsplit('/', 1)[-1])}:{row.line}"
    change = f"{visible(row.gold)} → {visible(row.instead)}"
    first, *more = wrap([Span(change, BAD), Span(f"  {'  '.join(facts)}  {place}", DIM)], width, indent=6)
    lines = [(Span(f"{row.rank:>4}  "), *first[1:]), *more]
    return [*lines, line("      " + _window(result, row, width - 6))]


def _window(result: Suspects, row: Suspect, room: int) -> str:
    """The sentence, the words of the suspect marked, cut to fit around them; a mention may end in a later one."""
    unit_start = row.position - 1
    start = int(result.gold.sent_start[_sentence_of(result, row)])
    last = unit_start + len(row.words) - 1
    stop = int(result.gold.sent_start[np.searchsorted(result.gold.sent_start, start + last, side="right")])
    words = [visible(word) for word in result.gold.forms(start, stop)]
    words[unit_start] = _MARKS[0] + words[unit_start]
    words[last] += _MARKS[1]
    first, end = unit_start, last + 1
    used = cells(" ".join(words[first:end])) + 4
    while True:
        grown = False
        if end < len(words) and used + cells(words[end]) + 1 <= room:
            used += cells(words[end]) + 1
            end += 1
            grown = True
        if first > 0 and used + cells(words[first - 1]) + 1 <= room:
            first -= 1
            used += cells(words[first]) + 1
            grown = True
        if not grown:
            break
    text = " ".join(words[first:end])
    return fit(("… " if first else "") + text + (" …" if end < len(words) else ""), room).rstrip()


def _sentence_of(result: Suspects, row: Suspect) -> int:
    unit = int(result.listed.unit[row.rank - 1])
    word = result.answers.words(unit)[0]
    return int(np.searchsorted(result.gold.sent_start, word, side="right")) - 1


def _quality_lines(result: Suspects, width: int) -> list[Line]:
    if not result.qualities:
        return []
    first = result.qualities[0]
    title = f"Measured against {visible(result.better_name)}"
    lines, room = [line(Span(title, TITLE))], min((width - 18) // 5, 12)
    text = (
        f"{first.wrong:,} of {first.units:,} gold answers are others there: picked blindly, {percent(first.chance)} % "
        "would be (a new release also changes guidelines, and may have missed what is wrong)"
    )
    lines += wrap([Span(text, DIM)], width, indent=2, first=2)
    head = fit("", 16) + "".join(
        fit(name, room, "right") for name in ("changed", "precision", "chance", "times", "recall")
    )
    lines.append(line(Span(f"  {head}", DIM)))
    for row in result.qualities:
        name = f"the first {row.cut}" if row.cut is not None else f"all {row.listed:,}"
        precision, recall = row.precision or 0.0, row.recall or 0.0
        times = f"{precision / row.chance:.0f}" if row.chance else "-"
        values = (
            f"{row.hits:,}",
            f"{percent(precision, 1)} %",
            f"{percent(row.chance, 1)} %",
            times,
            f"{percent(recall, 1)} %",
        )
        lines.append(line("  " + fit(name, 16), "".join(fit(value, room, "right") for value in values)))
    return [*lines, BLANK]
