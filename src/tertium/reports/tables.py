"""The tables of a paper, as plain cells: scores, differences, changes, labels, upper bounds.

After Tuggener (2017): tables 3 and 5 (scores, differences), 4 and 6 (changes), 12 (labels by difference), 9 and 10
(upper bounds). Markdown and LaTeX render the same tables; CSV and TSV take the full frames instead.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from tertium.comparison.slices import FEWEST_UNITS
from tertium.plurals import many
from tertium.reports.change_sections import CLASS_NAMES, compare_labels, merged_rows
from tertium.reports.label_sections import label_name
from tertium.reports.numbers import STAR, bracket, percent, points, share, short_p, span
from tertium.reports.score_sections import divide_measures, shown_value
from tertium.reports.split_sections import split_measures

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tertium.reports.comparison_result import Comparison
    from tertium.reports.diff_result import Diff
    from tertium.reports.result import Result

TOP: Final = 10


@dataclass(frozen=True, slots=True)
class Table:
    """A caption, a head and rows of cells; the first column is text, the others are numbers unless said otherwise."""

    name: str
    caption: str
    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    text_columns: int = 1
    rules: tuple[int, ...] = ()  # rows before which a line is drawn
    best: frozenset[tuple[int, int]] = frozenset()  # (row, column) of the cells that stand out
    worst: frozenset[tuple[int, int]] = frozenset()  # of those at the other end


def score_tables(result: Result) -> list[Table]:
    """Every system under the main measures, with the sentences wholly right; the other measures; F1 split up."""
    main, rest = divide_measures(result)
    tables = [_score_table(result, "scores", main, whole=result.has_units and result.kind.shows_whole_sentences)]
    tables += [_score_table(result, "more-scores", rest, whole=False)] if rest else []
    split = split_table(result)
    return [*tables, split] if split is not None else tables


def _score_table(result: Result, name: str, measures: Sequence[str], *, whole: bool) -> Table:
    rows: list[tuple[str, ...]] = []
    signs = [-1 if result.tables.measures[measure].lower_is_better else 1 for measure in measures]
    columns = [
        [sign * result.score(measure, system).value for system in result.systems]
        for measure, sign in zip(measures, signs, strict=True)
    ]
    best = frozenset((row, column) for column, values in enumerate(columns, 1) for row in _leaders(values))
    for system in result.systems:
        cells = [shown_value(result, measure, system) + _star(result, measure, system) for measure in measures]
        sentences = result.score(result.headline, system).sentences if whole else None
        rows.append((system, *cells, percent(sentences.value)) if sentences else (system, *cells))
    head = ("System", *measures, f"whole sentences ({result.headline})") if whole else ("System", *measures)
    legend = (
        _legend(result, f" separated from {result.systems[0]}") if any("*" in "".join(row[1:]) for row in rows) else ""
    )
    return Table(name, f"Scores on {_corpus(result)}, in percent.{legend}", head, tuple(rows), best=best)


def split_table(result: Result) -> Table | None:
    """A row for each measure and system: recall, precision, F1 and its interval; None where F1 is not split up."""
    measures = split_measures(result)
    if not measures:
        return None
    certain = result.inference is not None
    rows: list[tuple[str, ...]] = []
    rules: list[int] = []
    for measure in measures:
        rules.append(len(rows))
        for system in result.systems:
            row, interval = result.score(measure, system), result.interval(measure, system)
            shares = [percent(ratio.value) if ratio is not None else "-" for ratio in (row.recall, row.precision)]
            ends = [span(interval, 2) if interval is not None else ""] if certain else []
            rows.append((measure, system, *shares, percent(row.value), *ends))
    level = [f"{100 * (1 - result.plan.alpha):g} % interval"] if certain else []
    head = ("Measure", "System", "recall", "precision", "F1", *level)
    caption = f"Recall, precision and F1 on {_corpus(result)}, in percent."
    return Table("recall-precision", caption, head, tuple(rows), text_columns=2, rules=tuple(rules[1:]))


def _leaders(values: Sequence[float]) -> list[int]:
    """Places of the highest value; none if all are the same."""
    return [place for place, value in enumerate(values) if value == max(values)] if len(set(values)) > 1 else []


def _star(result: Result, measure: str, system: str) -> str:
    """A star where a system is told apart from the first one."""
    place = result.index(system)
    answered = result.is_answered(measure, system) and result.is_answered(measure, result.systems[0])
    if result.inference is None or not place or not answered:
        return ""
    return STAR if result.inference.is_separated(measure, 0, place) else ""


def _legend(result: Result, what: str) -> str:
    """What a star means, and on what it rests."""
    if result.inference is None:
        return ""
    plan, n_pairs = result.plan, len(result.systems) * (len(result.systems) - 1) // 2
    holm = f", Holm over {n_pairs} pairs within each measure" if n_pairs > 1 else ""
    test = result.inference.tests_used(result.headline).replace("+", " or ")
    test += " or randomization" if test == "exact" else ""
    how = f"paired {test} test by {plan.block}"
    if test == "mcnemar":
        how = f"McNemar's test by {result.unit_noun}, which takes {result.unit_noun}s for independent"
    return f" {STAR}{what}: p < {f'{plan.alpha:g}'.removeprefix('0')}, {how}{holm}."


def _corpus(result: Result) -> str:
    if result.kind.unit_alone:
        return many(result.n_units, f"scored {result.unit_noun}")
    gold = result.gold
    return f"{many(gold.n_sents, 'sentence')} ({many(result.n_units, f'scored {result.unit_noun}')})"


def difference_table(result: Comparison) -> Table:
    """All pairs: share of differing units beside the difference of scores, and the classes."""
    rows: list[tuple[str, ...]] = []
    for before, after in result.pairs:
        difference = result.difference(before, after)
        table, contrast = difference.transitions, result.contrast(before, after)
        star = STAR if contrast is not None and contrast.p_adjusted < result.plan.alpha else ""
        sure: list[str] = []
        if contrast is not None:
            sure = [bracket(contrast.interval) if contrast.interval else "", short_p(contrast.p_adjusted)]
        cells = [f"{before} → {after}", "", points(difference.delta) + star, *sure, "", "", ""]
        if table is not None:
            cells[1] = percent(table.difference)
            cells[-3:] = [f"{count:,} ({share(count, table.n_different)})" for count in table.by_class]
        rows.append(tuple(cells))
    certain = result.inference is not None
    level = f"{100 * (1 - result.plan.alpha):g} % interval"
    head = ("Pair", "diff", f"Δ {result.headline}", *((level, "p") if certain else ()), *CLASS_NAMES)
    caption = (
        f"Share of differing {result.unit_noun}s (diff), difference in {result.headline} (Δ), and what the differences "
        "are, in percent of them."
    ) + _legend(result, " separated")
    return Table("differences", caption, head, tuple(rows))


def change_table(result: Comparison, before: str, after: str, top: int = TOP) -> Table | None:
    """The most frequent changes of each class, with their share of the class and of all differences."""
    table = result.difference(before, after).transitions
    if table is None:
        return None
    rows: list[tuple[str, ...]] = []
    rules: list[int] = []
    for kind, name in enumerate(CLASS_NAMES):
        total = table.by_class[kind]
        rules.append(len(rows))
        rows.append((name.capitalize(), f"{total:,}", "100.0 %" if total else "-", share(total, table.n_different)))
        rows += [
            (text, f"{count:,}", share(count, total), share(count, table.n_different))
            for text, count in merged_rows(table, kind)[:top]
        ]
    caption = (
        f"Changes from {before} to {after} ({result.headline}): {table.n_different:,} of {table.n_units:,} "
        f"{result.unit_noun}s ({percent(table.difference)} %). Corrections and new errors as from → to, changed errors "
        "as gold → from → to."
    )
    head = ("Change", "count", "of class", "of all")
    return Table(f"changes-{before}-{after}", caption, head, tuple(rows), rules=tuple(rules[1:]))


def label_difference_table(result: Comparison, before: str, after: str, top: int = TOP) -> Table:
    """Gold labels by the size of their accuracy difference; rare ones, whose accuracy says little, left out."""
    rows = sorted(compare_labels(result, before, after), key=lambda row: (-abs(row[0]), row[2]))[: 2 * top]
    cells = [
        (label, points(change) + STAR * separated, percent(first), percent(second), f"{units:,}")
        for change, units, label, first, second, separated in rows
    ]
    told = f"p < {f'{result.plan.alpha:g}'.removeprefix('0')}, step-down max-T over all of them by {result.plan.block}"
    caption = (
        f"Largest accuracy differences by gold label, {before} against {after} ({result.headline}; labels with "
        f"{FEWEST_UNITS} units or more)."
    ) + (f" {STAR} separated: {told}." if any(row[-1] for row in rows) else "")
    return Table(f"labels-{before}-{after}", caption, ("Label", "Δ", before, after, "units"), tuple(cells))


def slice_table(result: Comparison, before: str, after: str) -> Table | None:
    """Slices by the features that were asked for."""
    found = result.slices_of(before, after)
    if not found:
        return None
    rows, rules = [], []
    for number, row in enumerate(found):
        (feature, value), tested = row.names[0], row.is_tested
        if number and found[number - 1].names[0][0] != feature:
            rules.append(number)
        star = STAR if tested and row.p_adjusted < result.plan.alpha else ""
        interval = bracket(row.interval, 1) if row.interval is not None and tested else ""
        q = short_p(row.q) if tested else ""
        shares = percent(row.before, 1), percent(row.after, 1), points(row.delta, 1) + star
        rows.append((feature, value, f"{row.units:,}", *shares, interval, points(row.gap, 1), q))
    n_tested = sum(row.is_tested for row in found)
    caption = (
        f"Slices, {before} against {after} ({result.headline}): accuracy of each, difference (Δ) with its interval, "
        f"and that minus the difference on all other {result.unit_noun}s. {STAR} separated: p < "
        f"{f'{result.plan.alpha:g}'.removeprefix('0')}, step-down max-T over {n_tested} slices by {result.plan.block}; "
        "q (Benjamini and Hochberg) is exploratory."
    )
    head = ("Feature", "value", "units", before, after, "Δ", "interval", "vs rest", "q")
    return Table(f"slices-{before}-{after}", caption, head, tuple(rows), text_columns=2, rules=tuple(rules))


def oracle_table(result: Comparison, top: int = TOP) -> Table:
    """Each system and the decision oracle, overall and by the most frequent labels."""
    oracle = result.oracle_of(result.headline)
    table = result.label_table(result.headline)
    units = max(oracle.units, 1)
    rows = [
        (
            "Overall",
            f"{oracle.units:,}",
            *(percent(right / units) for right in oracle.by_system),
            percent(oracle.correct / units),
            points(oracle.gain),
        )
    ]
    order = sorted(range(len(table.labels)), key=lambda place: (-table.units[place], table.labels[place]))
    for place in order[:top]:
        n = int(table.units[place])
        if n:
            right = [percent(table.correct[system, place] / n) for system in range(len(result.systems))]
            gain = points((table.oracle[place] - table.correct[oracle.best, place]) / n)
            rows.append((label_name(table.labels[place]), f"{n:,}", *right, percent(table.oracle[place] / n), gain))
    name = result.systems[oracle.best]
    columns = [[float(cell) for cell in row[2 : 2 + len(result.systems)]] for row in rows]
    best = frozenset((row, 2 + place) for row, values in enumerate(columns) for place in _leaders(values))
    worst = frozenset(
        (row, 2 + place) for row, values in enumerate(columns) for place in _leaders([-value for value in values])
    )
    caption = (
        f"Accuracy ({result.headline}) and decision oracle, overall and for the most frequent gold labels; the gain is "
        f"over {name}."
    ) + (" Highest in bold, lowest in italics." if best else "")
    head = ("Label", "units", *result.systems, "Oracle", "gain")
    return Table("oracle", caption, head, tuple(rows), rules=(1,), best=best, worst=worst)


def comparison_tables(
    result: Comparison, pairs: Sequence[tuple[str, str]] | None = None, top: int = TOP
) -> list[Table]:
    """All tables of a comparison, with so many rows of each list."""
    tables = score_tables(result)
    whole, result = result, result.by_units
    if not result.has_units or len(result.systems) < 2:  # noqa: PLR2004 (a pair)
        return tables
    tables.append(difference_table(result))
    for before, after in pairs or result.pairs:
        changes = change_table(result, before, after, top)
        tables += [changes] if changes else []
        tables.append(label_difference_table(result, before, after, top))
        slices = slice_table(result, before, after)
        tables += [slices] if slices else []
    if whole.kind.shows_chains:
        from tertium.reports.chain_tables import chain_tables

        tables += chain_tables(whole)
    return [*tables, oracle_table(result, top)]


def diff_tables(result: Diff, top: int = 2 * TOP) -> list[Table]:
    """The tables of a comparison without gold."""
    tables = []
    first = result.systems[0]
    for other in result.systems[1:]:
        table = result.difference(other).transitions
        if table is not None:
            rows = [
                (text, f"{count:,}", share(count, table.n_different)) for text, count in merged_rows(table, 1)[:top]
            ]
            caption = (
                f"Differences between {first} and {other} ({result.headline}): {table.n_different:,} of "
                f"{table.n_units:,} {result.unit_noun}s ({percent(table.difference)} %), as from → to."
            )
            tables.append(
                Table(f"differences-{first}-{other}", caption, ("Difference", "count", "of all"), tuple(rows))
            )
    if result.kind.shows_chains:
        from tertium.reports.chain_tables import agreement_tables

        tables += agreement_tables(result)
    return tables
