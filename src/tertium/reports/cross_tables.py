"""Tables 1 and 2 of Tsarfaty, Nivre and Andersson (2011), and what their scores hide, as plain cells."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from tertium.comparison.cross import ATTACHMENT
from tertium.measures import ted
from tertium.reports.cross_document import PER
from tertium.reports.numbers import percent
from tertium.reports.tables import Table

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tertium.comparison.cross import Contest
    from tertium.reports.cross_result import Cross, CrossScore

DAGGER: Final = "†"
FLAT: Final = "flat tree"
_ERRORS: Final = ("missed", "spurious", "relabelled", "forgiven")
_TED: Final = (ted.U_TED.name, ted.L_TED.name)


def make_tables(result: Cross, systems: Sequence[str] | None = None) -> list[Table]:
    """Scores against single golds, against shared content, and what is beside these scores."""
    names = tuple(result.systems if systems is None else systems)
    contests = [contest for contest in result.contests if contest.contestants]
    single = [contest for contest in contests if contest.is_single]
    shared = [contest for contest in contests if not contest.is_single]
    tables = [_score_table(result, "single-golds", "Against one gold", single, names)]
    if shared:
        tables.append(_score_table(result, "shared-golds", "Against what schemes share", shared, names))
    return [*tables, _beside_table(result, shared or single, names)]


def _score_table(result: Cross, name: str, what: str, contests: Sequence[Contest], systems: Sequence[str]) -> Table:
    rows: list[tuple[str, ...]] = []
    best: set[tuple[int, int]] = set()
    rules: list[int] = []
    for contest in contests:
        if rows:
            rules.append(len(rows))
        for measure in (*(each.name for each in ATTACHMENT), *_TED):
            found = {system: result.find(contest.against, measure, system) for system in systems}
            if not any(found.values()):
                continue
            lead = "" if rows and len(rows) not in rules else " + ".join(contest.against)
            values = [row.value for row in found.values() if row is not None]
            cells = []
            for place, row in enumerate(found.values(), 2):
                cells.append("" if row is None else percent(row.value) + _dagger(result, row))
                if row is not None and row.value == max(values) and len(set(values)) > 1:
                    best.add((len(rows), place))
            flat = next((row.flat for row in found.values() if row is not None), None)
            rows.append((lead, measure, *cells, "" if flat is None else percent(flat)))
            if measure == ted.L_TED.name and not contest.is_single:
                rows.append(("", *_other_row(result, contest, systems)))
    legend = (
        f" {DAGGER}: not separated from some system of another scheme."
        if any(DAGGER in cell for row in rows for cell in row)
        else ""
    )
    caption = f"{what}, in percent.{legend}"
    return Table(name, caption, ("gold", "measure", *systems, FLAT), tuple(rows), 2, tuple(rules), frozenset(best))


def _other_row(result: Cross, contest: Contest, systems: Sequence[str]) -> tuple[str, ...]:
    """Labelled scores with conflicting labels treated the other way."""
    cells, way = [], "drop"
    for system in systems:
        row = result.find(contest.against, ted.L_TED.name, system)
        if row is None or row.other is None:
            cells.append("")
            continue
        way, top, bottom = row.other
        cells.append(percent(top / bottom if bottom else 1.0))
    return (f"L-TED, {way}", *cells, "")


def _dagger(result: Cross, row: CrossScore) -> str:
    """A sign where no difference to some system of another scheme is certain."""
    scheme_of = {system.name: scheme.name for scheme in result.schemes for system in scheme.systems}
    for other in result.differences_of(row):
        partner = other.after if other.before == row.system else other.before
        if scheme_of[partner] != row.scheme and other.p_adjusted is not None and not result.is_separated(other):
            return DAGGER
    return ""


def _beside_table(result: Cross, contests: Sequence[Contest], systems: Sequence[str]) -> Table:
    rows: list[tuple[str, ...]] = []
    rules: list[int] = []
    for contest in contests:
        if rows:
            rules.append(len(rows))
        lines = [_recall(result, contest, systems, labelled=labelled) for labelled in (False, True)]
        lines += [
            _per_words(result, contest, systems, what) for what in ("missed", "spurious", "relabelled", "forgiven")
        ]
        for place, line in enumerate(lines):
            rows.append((" + ".join(contest.against) if not place else "", *line))
    caption = "Beside the scores: nodes of the gold found (and labelled), in percent; errors of L-TED for 100 words."
    return Table("beside", caption, ("gold", "what", *systems), tuple(rows), 2, tuple(rules))


def _recall(result: Cross, contest: Contest, systems: Sequence[str], *, labelled: bool) -> tuple[str, ...]:
    measure = (ted.L_RECALL if labelled else ted.U_RECALL).name
    rows = [result.find(contest.against, measure, system) for system in systems]
    name = "and labelled" if labelled else "nodes found"
    return (name, *("" if row is None else percent(row.value) + _dagger(result, row) for row in rows))


def _per_words(result: Cross, contest: Contest, systems: Sequence[str], what: str) -> tuple[str, ...]:
    cells = []
    for system in systems:
        row = result.find(contest.against, ted.L_TED.name, system)
        if row is None or row.edits is None:
            cells.append("")
        else:
            cells.append(f"{PER * float(getattr(row.edits, what).sum()) / max(row.n_words, 1):.2f}")
    return (what, *cells)
