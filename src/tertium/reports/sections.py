"""Sections of the terminal page, one function each: a result in, lines out."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from tertium.comparison.transitions import CHANGED_ERROR, CLASSES, CORRECTION, NEW_ERROR
from tertium.reports.certainty_sections import margin_lines
from tertium.reports.numbers import many, percent, points, share, span
from tertium.reports.page import BAD, BETWEEN, BLANK, DIM, GOOD, TITLE, Line, Span, cells, fit, line, visible, wrap
from tertium.tasks.match import UNALIGNED

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from tertium.comparison.differences import Difference
    from tertium.comparison.error_types import MoveCount
    from tertium.comparison.examples import Example
    from tertium.comparison.oracle import LabelTable, Oracle
    from tertium.comparison.transitions import Transitions
    from tertium.reports.comparison_result import Comparison
    from tertium.reports.result import Result

SEGMENTATION: Final = ("Tokens", "Sentences", "Words")
CLASS_NAMES: Final = ("corrections", "new errors", "changed errors")
CLASS_STYLES: Final = (GOOD, BAD, BETWEEN)
ATTACHMENT_ONLY: Final = "attachment only"
FEWEST_UNITS: Final = 20
WIDEST_LIST: Final = 90
"""Lists do not grow beyond this: a number far from its name is hard to read."""
_SPURIOUS: Final = "spurious"
_COLUMN: Final = 10
_INTERVAL: Final = 14
_NAMES: Final = 14  # room that is kept for systems' names beside their first scores
_WHOLE: Final = 17
_MOVE: Final = 34
_MOVE_COLUMN: Final = 9
MOST_NAMED: Final = 8
"""So many systems are named in a sentence; of more, the others are counted."""
STAR: Final = "*"
"""Beside a difference that is separated from chance, after adjustment for all that are looked at together."""


def signed(value: float, digits: int = 2) -> Span:
    """A difference in points, green or red, never by colour alone."""
    return Span(points(value, digits), GOOD if value > 0 else BAD if value < 0 else "")


def padded(span: Span, width: int) -> Span:
    """A span set to the right."""
    return Span(fit(span.text, width, "right"), span.style)


def name_width(names: Iterable[str], room: int) -> int:
    """Cells for a column of names: as wide as the longest, within the room."""
    return max(8, min(max((cells(visible(name)) for name in names), default=8), room))


def score_tables(result: Result, width: int) -> list[Line]:
    """Systems by measures; the step from the first to the second where there are two."""
    main, rest = divide_measures(result)
    whole = result.has_units and result.kind.shows_whole_sentences
    first = _fold(main, width - _NAMES - _WHOLE * whole - _INTERVAL * (result.inference is not None))[0]
    lines = _score_table(result, "Scores", first, width, whole=whole)
    title = "  and"
    for group in _fold([*main[len(first) :], *rest], width - 22):
        lines += _score_table(result, title, group, width, whole=False, steps=False)
        title = ""
    others = [name for name in (*main, *rest) if name != result.headline]
    return lines + margin_lines(result, others, width)


def divide_measures(result: Result) -> tuple[list[str], list[str]]:
    """The measures of the first table, and the others that are worth showing."""
    measures = list(result.tables.measures)
    main = [name for name in result.kind.main_measures if name in measures]
    if not main:
        main = [result.headline] if result.kind.main_measures else measures
    return main, [name for name in measures if name not in main and is_worth_showing(result, name)]


def _column(measure: str) -> int:
    """Cells for a measure."""
    return max(_COLUMN, len(measure) + 2)


def _fold(measures: Sequence[str], room: int) -> list[list[str]]:
    """Measures in groups that fit beside each other."""
    groups: list[list[str]] = []
    for name in measures:
        if not groups or sum(map(_column, [*groups[-1], name])) > room:
            groups.append([])
        groups[-1].append(name)
    return groups


def label_name(label: str) -> str:
    """A gold label for people; what the gold does not have has a name of its own."""
    return _SPURIOUS if label == UNALIGNED else visible(label)


def is_worth_showing(result: Result, measure: str) -> bool:
    """Leave out what the page would only repeat: segmentation that is the gold's, graphs that nobody has."""
    if measure in SEGMENTATION:
        return not result.tables.same_words
    if not result.gold_answers(measure) or not any(result.is_answered(measure, system) for system in result.systems):
        return False
    rows = [result.score(measure, system) for system in result.systems]
    return any(row.correct or row.value for row in rows) or (rows[0].gold > 0 and not measure.startswith("E"))


def shown_value(result: Result, measure: str, system: str) -> str:
    """A score for people: `-` where the system does not say anything that the measure could look at."""
    return result.show(measure, result.score(measure, system).value) if result.is_answered(measure, system) else "-"


def _score_table(
    result: Result, title: str, measures: Sequence[str], width: int, *, whole: bool, steps: bool = True
) -> list[Line]:
    certain = steps and result.inference is not None and result.headline in measures
    intervals = {system: _shown_interval(result, system) for system in result.systems} if certain else {}
    wide = max((1 + len(text) for text in intervals.values()), default=0)
    wide = max(_INTERVAL, wide) * certain
    taken = sum(map(_column, measures)) + _WHOLE * whole + wide
    names = name_width(result.systems, width - 4 - taken)
    head = [Span(fit(title, names + 2), TITLE)]
    for name in measures:
        head.append(Span(fit(name, _column(name), "right"), TITLE))
        if certain and name == result.headline:
            head.append(Span(fit(f"{100 * (1 - result.plan.alpha):g} %", wide, "right"), DIM))
    if whole:
        head.append(Span(fit("whole sentences", _WHOLE, "right"), TITLE))
    lines = [tuple(head)]
    for system in result.systems:
        cells_of_row = [Span("  " + fit(visible(system), names))]
        for name in measures:
            value = fit(shown_value(result, name, system), _column(name), "right")
            cells_of_row.append(Span(value, _rank_style(result, name, system)))
            if certain and name == result.headline:
                cells_of_row.append(Span(fit(intervals[system], wide, "right"), DIM))
        if whole:
            ratio = result.score(result.headline, system).sentences
            cells_of_row.append(Span(fit(percent(ratio.value) if ratio else "", _WHOLE, "right")))
        lines.append(tuple(cells_of_row))
    if len(result.systems) == 2 and steps:  # noqa: PLR2004 (a pair has one step)
        lines.append(_step_row(result, measures, names, whole=whole, interval=wide))
    return lines


def _shown_interval(result: Result, system: str) -> str:
    """The interval of a system's headline score; nothing if there is none."""
    interval, is_share = result.interval(result.headline, system), result.tables.measures[result.headline].is_share
    return "" if interval is None else span(interval, 1 if is_share else 2, share=is_share)


def _step_row(result: Result, measures: Sequence[str], names: int, *, whole: bool, interval: int) -> Line:
    before, after = result.systems
    spans = [Span(" " * (names + 2))]
    for name in measures:
        step = result.score(name, after).value - result.score(name, before).value
        style = "" if step == 0 else GOOD if result.is_better(name, step) else BAD
        spans.append(padded(Span(result.show_step(name, step), style), _column(name)))
        if name == result.headline:
            spans.append(Span(" " * interval))
    if whole:
        ratios = [result.score(result.headline, system).sentences for system in (before, after)]
        if ratios[0] and ratios[1]:
            spans.append(padded(signed(ratios[1].value - ratios[0].value), _WHOLE))
    return tuple(spans)


def _rank_style(result: Result, measure: str, system: str) -> str:
    if not result.is_answered(measure, system):
        return DIM
    values = [result.score(measure, name).value for name in result.systems if result.is_answered(measure, name)]
    own = result.score(measure, system).value
    if len(values) < 3 or min(values) == max(values):  # noqa: PLR2004 (two systems have a step instead)
        return ""
    best, worst = max(values), min(values)
    if result.tables.measures[measure].lower_is_better:
        best, worst = worst, best
    return GOOD if own == best else BAD if own == worst else ""


def label_lists(result: Result, system: str, width: int) -> list[Line]:
    """Precision and recall by label, most frequent first; and the groups of arcs that the imitated scorer prints."""
    table = result.label_table(result.headline)
    place = result.index(system)
    order = sorted(range(len(table.labels)), key=lambda row: (-table.units[row], table.labels[row]))
    rows = [
        (
            visible(table.labels[row]),
            int(table.units[row]),
            int(table.proposed[place, row]),
            int(table.correct[place, row]),
        )
        for row in order
    ]
    lines = _precision_recall(f"By label ({result.headline})", rows, width)
    for kind in dict.fromkeys(group.by for group in result.groups):
        bins = [(g.group, g.gold, g.proposed, g.correct) for g in result.groups if g.by == kind and g.system == system]
        lines += [BLANK, *_precision_recall(f"Arcs by {kind}", bins, width)]
    return lines


def _precision_recall(title: str, rows: Sequence[tuple[str, int, int, int]], width: int) -> list[Line]:
    names = max(20, min(width, WIDEST_LIST) - 58)
    head = fit(title, names) + "".join(
        fit(name, 11, "right") for name in ("gold", "system", "right", "precision", "recall")
    )
    lines = [line(Span("  " + head, DIM))]
    for name, gold, proposed, right in rows:
        counts = "".join(fit(f"{count:,}", 11, "right") for count in (gold, proposed, right))
        shares = [percent(right / whole) if whole else "-" for whole in (proposed, gold)]
        lines.append(line("  " + fit(name, names) + counts + "".join(fit(text, 11, "right") for text in shares)))
    return lines


def difference_matrix(result: Comparison, width: int) -> list[Line]:
    """All pairs: the share of differing words below the diagonal, the difference of scores above it."""
    systems = result.systems
    cells_of = [[_matrix_cell(result, row, place) for place in range(len(systems))] for row in range(len(systems))]
    narrowest = 1 + max(len(cell.text) for row in cells_of for cell in row)
    names = name_width(systems, 24)
    column = max(narrowest, min(_COLUMN, (width - names - 6) // len(systems)))
    at_once = max(1, (width - names - 6) // column)
    title = f"All pairs: different {result.unit_noun}s in % (below), difference in {result.headline} (above)"
    lines = wrap([Span(title, TITLE)], width, indent=2, first=0)
    for start in range(0, len(systems), at_once):
        shown = range(start, min(start + at_once, len(systems)))
        lines += [BLANK] if start else []
        lines.append(line(" " * (names + 6), *(Span(fit(str(place + 1), column, "right"), TITLE) for place in shown)))
        for row, system in enumerate(systems):
            spans = [padded(cells_of[row][place], column) for place in shown]
            lines.append(line(f"  {row + 1:>2} ", fit(visible(system), names + 1), *spans))
    lines += wrap([Span(f"most alike: {_likeness(result)}", DIM)], width, indent=4, first=2)
    return lines + ranking_lines(result, width)


def _matrix_cell(result: Comparison, row: int, place: int) -> Span:
    """The share of differing units, the difference of scores with its star, or the diagonal."""
    if place == row:
        return Span("·", DIM)
    system, other = result.systems[row], result.systems[place]
    if place < row:
        table = result.difference(other, system).transitions
        return Span(percent(table.difference, 1) if table else "")
    step = signed(result.difference(system, other).delta)
    star = STAR if is_separated(result, system, other) else " " if result.inference is not None else ""
    return Span(step.text + star, step.style)


def is_separated(result: Comparison, before: str, after: str) -> bool:
    """Whether two systems are told apart under the headline measure."""
    contrast = result.contrast(before, after)
    return contrast is not None and contrast.p_adjusted < result.plan.alpha


def ranking_lines(result: Comparison, width: int) -> list[Line]:
    """From best to worst, with a bar only where every system above differs from every one below."""
    if result.inference is None:
        return []
    clusters = result.inference.clusters(result.headline)
    text = " | ".join(", ".join(visible(result.systems[place]) for place in cluster) for cluster in clusters)
    legend = f"({STAR} and | : separated, Holm, alpha {result.plan.alpha:g})"
    return wrap([f"ranking: {text}  ", Span(legend, DIM)], width, indent=4, first=2)


def _likeness(result: Comparison) -> str:
    """The dendrogram in words: who joins whom, at which share of different words."""
    steps = []
    for step in result.dendrogram():
        groups = [" + ".join(visible(result.systems[place]) for place in group) for group in (step.left, step.right)]
        steps.append(f"{groups[0]} and {groups[1]} ({percent(step.height, 1)} %)")
    shown = steps if len(steps) <= 4 else [*steps[:4], "…"]  # noqa: PLR2004 (what fits two lines)
    return ", then ".join(shown)


def change_bars(difference: Difference, width: int, noun: str = "sentence") -> list[Line]:
    """How many corrections, new errors and changed errors, as numbers and as bars."""
    table = difference.transitions
    if table is None:
        return []
    total = table.n_different
    room = max(10, min(30, width - 46))
    lines = []
    for name, style, count in zip(CLASS_NAMES, CLASS_STYLES, table.by_class, strict=True):
        bar = "█" * round(room * count / total) if total else ""
        lines.append(
            line(
                "  " + fit(name, 15),
                fit(f"{count:,}", 7, "right"),
                fit(share(count, total), 9, "right"),
                "  ",
                Span(bar, style),
            )
        )
    moves = table.moves.sum(axis=0)
    if moves.any():
        head, label, both = (f"{int(count):,}" for count in moves)
        lines.append(line(Span(f"  what moved: head only {head}, label only {label}, both {both}", DIM)))
    if difference.sentences is not None and noun:
        better, worse, same = difference.sentences
        lines.append(line(Span(f"  {noun}s: {better:,} better, {worse:,} worse, {same:,} as good", DIM)))
    return lines


def gold_lines(result: Comparison, difference: Difference, width: int) -> list[Line]:
    """What the gold would have to be wrong by for the two systems to tie."""
    flips = result.gold_errors(difference.before.system, difference.after.system)
    if not flips or not difference.delta:
        return []
    better = difference.after if difference.delta > 0 else difference.before
    text = f"gold: {many(flips, 'wrong answer')} among these, all against {visible(better.system)}, would make it a tie"
    return wrap([Span(text, DIM)], width, indent=4, first=2)


def transition_name(table: Transitions, row: int, *, with_gold: bool) -> str:
    """`nsubj → obj`, or `nmod (attachment only)` where the label stays and the head moves.

    In a changed error a label that is the gold's has the wrong head, or it would be no error: `appos → appos (head)`.
    """
    gold, before, after = (
        visible(table.labels[place]) for place in (table.gold[row], table.before[row], table.after[row])
    )
    if before == after:
        return (
            f"{gold} → {before} ({ATTACHMENT_ONLY})"
            if with_gold and gold != before
            else f"{before} ({ATTACHMENT_ONLY})"
        )
    if not with_gold:
        return f"{before} → {after}"
    return " → ".join([gold, *(f"{label} (head)" if label == gold else label for label in (before, after))])


def transition_lists(
    table: Transitions, width: int, top: int, kinds: Sequence[int] = (CORRECTION, NEW_ERROR, CHANGED_ERROR)
) -> list[Line]:
    """The most frequent transitions of each class, with both shares."""
    name = min(width, WIDEST_LIST) - 34
    lines: list[Line] = []
    for kind in kinds:
        rows = merged_rows(table, kind)
        if not rows:
            continue
        total = table.by_class[kind]
        title = CLASS_NAMES[kind] + (" (gold → from → to)" if kind == CHANGED_ERROR else " (from → to)")
        lines.append(
            line(
                Span("  " + fit(title, name), CLASS_STYLES[kind]),
                Span(fit("count", 8, "right") + fit("of class", 11, "right") + fit("of all", 10, "right"), DIM),
            )
        )
        for text, count in rows[:top]:
            lines.append(
                line(
                    "    " + fit(text, name - 2),
                    fit(f"{count:,}", 8, "right"),
                    fit(share(count, total), 11, "right"),
                    fit(share(count, table.n_different), 10, "right"),
                )
            )
        if len(rows) > top:
            lines.append(line(Span(f"    … {many(len(rows) - top, 'more kind')}", DIM)))
    return lines


def merged_rows(table: Transitions, kind: int) -> list[tuple[str, int]]:
    """Transitions of a class by what is printed: the gold label only matters for changed errors."""
    merged: dict[str, int] = {}
    for row in table.rows(kind).tolist():
        text = transition_name(table, row, with_gold=kind == CHANGED_ERROR)
        merged[text] = merged.get(text, 0) + int(table.count[row])
    return sorted(merged.items(), key=lambda item: -item[1])


def move_lines(rows: Sequence[MoveCount], systems: Sequence[str], width: int, top: int) -> list[Line]:
    """What moved, from where, to where, with a column of counts for each system."""
    if not rows:
        return []
    column = max(_MOVE_COLUMN, min(14, (width - _MOVE - 2) // len(systems)))
    n = min(len(systems), (width - _MOVE - 2) // column)
    names = "".join(" " + fit(visible(name), column - 1, "right") for name in systems[:n])
    lines = [line(Span(fit("What moved: gold's → system's", _MOVE + 2), TITLE), Span(names, DIM))]
    for row in rows[:top]:
        counts = "".join(fit(f"{count:,}", column, "right") for count in row.counts[:n])
        lines.append(line("  " + fit(visible(f"{row.what}: {row.source} → {row.target}"), _MOVE), counts))
    if len(rows) > top:
        lines.append(line(Span(f"  … {many(len(rows) - top, 'more kind')} of move", DIM)))
    return lines


def compare_labels(result: Comparison, before: str, after: str) -> list[tuple[float, int, str, float, float, bool]]:
    """For each gold label that is not rare: change, units, name, accuracy of either system, whether it is separated."""
    table = result.label_table(result.headline)
    one, two = result.index(before), result.index(after)
    rows = []
    slices = result.label_slices(before, after)
    for place, label in enumerate(table.labels):
        units = slices[label].units if label in slices else int(table.units[place])
        if units >= FEWEST_UNITS:
            first, second = float(table.correct[one, place] / units), float(table.correct[two, place] / units)
            if label in slices:  # what only a third system proposes does not concern these two
                first, second = slices[label].before, slices[label].after
            separated = label in slices and slices[label].p_adjusted < result.plan.alpha
            rows.append((second - first, units, label_name(label), first, second, separated))
    return rows


def deltas_by_label(result: Comparison, before: str, after: str, width: int, top: int) -> list[Line]:
    """Where the second system got worse, and where better, by gold label."""
    found = compare_labels(result, before, after)
    rows, starred = [row[:5] for row in found], {row[2] for row in found if row[5]}
    worse = sorted((row for row in rows if row[0] < 0), key=lambda row: (row[0], row[2]))[:top]
    better = sorted((row for row in rows if row[0] > 0), key=lambda row: (-row[0], row[2]))[:top]
    if not worse and not better:
        return []
    half = (width - 4) // 2
    lines = [line(Span(fit("Where it got worse", half + 2), TITLE), Span("Where it got better", TITLE))]
    for place in range(max(len(worse), len(better))):
        left = _delta_cell(worse[place], half, starred) if place < len(worse) else [Span(" " * half)]
        right = _delta_cell(better[place], half, starred) if place < len(better) else []
        lines.append(line("  ", *left, "  ", *right))
    note = f"accuracy on gold labels with {FEWEST_UNITS} units or more; the first number counts them"
    if result.inference is not None:
        shown = any(row[2] in starred for row in (*worse, *better))
        note += f"; {STAR} separated from chance (max-T)" if shown else "; none is separated from chance (max-T)"
    return lines + wrap([Span(note, DIM)], width, indent=2)


def _delta_cell(row: tuple[float, int, str, float, float], width: int, starred: set[str]) -> list[Span]:
    change, units, label, first, second = row
    text = f"{fit(label, width - 29)}{fit(f'{units:,}', 6, 'right')}  {percent(first, 1):>5} → {percent(second, 1):>5}"
    star = STAR if label in starred else " "
    return [Span(text), Span(fit(points(change, 1) + star, 8, "right"), GOOD if change > 0 else BAD)]


def oracle_lines(result: Comparison, oracle: Oracle, width: int) -> list[Line]:
    """What the systems could reach together."""
    units = oracle.units
    if not units:
        return []
    best = result.systems[oracle.best]
    same = result.tables.same_words
    own = percent(oracle.by_system[oracle.best] / units)
    over = f"{points(oracle.gain)} over {visible(best)}" + ("" if same else f", which has {own} % of them")
    lead: list[Span | str] = [
        Span("Together", TITLE),
        f": at least one is right on {percent(oracle.correct / units)} % of the ",
        f"{'' if same else 'gold '}{result.unit_noun}s",
        f" (decision oracle, {over});",
    ]
    if result.kind.unit_alone:
        pass  # the best row each time is what has just been said
    elif oracle.sentence_correct is not None:
        lead.append(f" the best whole sentence each time gives {percent(oracle.sentence_correct / units)} %,")
    elif oracle.sentence_value is not None:
        value = result.show(result.headline, oracle.sentence_value)
        lead.append(f" the best whole {result.kind.block} each time gives {result.headline} {value},")
    if oracle.tree_correct is not None:
        lead.append(f" the best tree over all their arcs {percent(oracle.tree_correct / units)} %,")
    lead.append(f" independent errors would give {percent(oracle.independent)} %.")
    if not same and "head" in result.tables.measures[result.headline].atoms:
        lead.append(" The best tree needs the same words in all files, so it is not given.")
    lines = wrap(lead, width, indent=2, first=0)
    lines += wrap([f"solved {', '.join(_solved(oracle))}"], width, indent=4, first=2)
    if not oracle.correct:
        return lines
    order = sorted(range(len(result.systems)), key=lambda place: -oracle.shapley[place])
    shown = set(order if len(order) <= MOST_NAMED else order[: MOST_NAMED - 1])
    shares = [
        f"{visible(result.systems[place])} {100 * oracle.shapley[place] / oracle.correct:.1f} % "
        f"({oracle.alone[place]:,} alone)"
        for place in range(len(order))
        if place in shown
    ]
    if len(shown) < len(order):
        shares.append(f"the other {len(order) - len(shown)} less each (--csv, --json)")
    return lines + wrap([f"shares of the oracle (Shapley): {', '.join(shares)}"], width, indent=4, first=2)


def _solved(oracle: Oracle) -> list[str]:
    """How many units are solved by none, 1, 2, ... or all; of many systems, by ranges of them."""
    n = len(oracle.solved_by) - 1
    if n <= MOST_NAMED:
        bins = [(k, k) for k in range(n + 1)]
    else:
        half = n // 2
        bins = [(0, 0), (1, 1), (2, half), (half + 1, n - 1), (n, n)]
    found = []
    for first, last in bins:
        who = "none" if last == 0 else "all" if first == n else f"{first}" if first == last else f"{first} to {last}"
        found.append(f"by {who} {share(sum(oracle.solved_by[first : last + 1]), oracle.units)}")
    return found


def headroom_table(result: Comparison, oracle: Oracle, width: int, top: int) -> list[Line]:
    """Labels where an ensemble or more work would pay: right answers that the best system lacks and another has."""
    table = result.label_table(result.headline)
    gain = table.headroom(oracle.best)
    order = sorted(
        (place for place in range(len(table.labels)) if gain[place] > 0),
        key=lambda place: (-gain[place], table.labels[place]),
    )
    if not order:
        return []
    shown, column, names = _headroom_layout(result, [table.labels[place] for place in order[:top]], oracle.best, width)
    head = fit("By label", names + 2) + fit("units", 7, "right")
    cut = [fit(visible(result.systems[place]), column - 1).strip() for place in shown]
    if len(set(cut)) < len(cut):  # then rather the numbers that the matrix of all pairs gives them
        cut = [str(place + 1) for place in shown]
    spans = [Span(head, TITLE)] + [Span(fit(name, column, "right"), TITLE) for name in cut]
    spans += [Span(fit("oracle", 8, "right") + fit("headroom", 10, "right"), TITLE)]
    lines = [tuple(spans)]
    lines += [_headroom_row(table, place, shown, (names, column), int(gain[place])) for place in order[:top]]
    more = [f"{many(len(order) - top, 'more label')} (--top N shows more)"] if len(order) > top else []
    hidden = len(result.systems) - len(shown)
    if hidden:
        needed = _HEADROOM_FIXED + names + column * len(result.systems)
        more.append(f"{many(hidden, 'more system')} (at --width {needed}, and in --csv)")
    return lines + (wrap([Span(f"… {'; '.join(more)}", DIM)], width, indent=4, first=2) if more else [])


_HEADROOM_FIXED: Final = 2 + 7 + 8 + 10  # margin, units, oracle, headroom


def _headroom_layout(result: Comparison, labels: Sequence[str], best: int, width: int) -> tuple[list[int], int, int]:
    """Which systems have room (the best always), how wide their columns are, and that of the labels."""
    names = name_width(labels, 30)
    longest = max(cells(visible(name)) for name in result.systems) + 1
    n = len(result.systems)
    room = width - _HEADROOM_FIXED - names
    column = max(8, min(longest, room // n, 20))
    shown = list(range(min(n, max(1, room // column))))
    if best not in shown:
        shown[-1] = best
    return shown, column, names


def _headroom_row(table: LabelTable, place: int, shown: Sequence[int], widths: tuple[int, int], gain: int) -> Line:
    names, column = widths
    units = int(table.units[place])
    right = table.correct[:, place]
    spans = [Span("  " + fit(label_name(table.labels[place]), names) + fit(f"{units:,}", 7, "right"))]
    for system in shown:
        own = right[system]
        style = (
            "" if right.min() == right.max() else GOOD if own == right.max() else BAD if own == right.min() else BETWEEN
        )
        spans.append(Span(fit(percent(own / units, 1), column, "right"), style))
    spans.append(Span(fit(percent(table.oracle[place] / units, 1), 8, "right") + fit(f"{gain:,}", 10, "right")))
    return tuple(spans)


def mark_legend(result: Result, width: int, *, compare: bool = True, gold: bool = True) -> list[Line]:
    """How to read the marks in the sentences, in one line or two."""
    heads = "head" in result.tables.measures[result.headline].atoms
    if not compare:
        text = "[gold's answer: each system's]" + ", each as label@head" * heads
    else:
        text = "[from>to]" + ", in changed errors [gold>from>to]" * gold
        text += "; [label:from>to] where only the head moved, from that word to that" * heads
        text += "; (head): right label, wrong head" * (heads and gold)
    return wrap([Span(f"marks: {text}", DIM)], width, indent=4, first=2)


def example_lines(examples: Sequence[Example], width: int) -> list[Line]:
    """Marked sentences, one after the other."""
    lines: list[Line] = []
    for example in examples:
        lines += wrap(_sentence(example), width, indent=4, first=2)
    return lines


def _sentence(example: Example) -> list[Span]:
    from tertium.comparison.examples import mark_words

    styles = dict(zip(CLASSES, CLASS_STYLES, strict=True))
    rtl = any(is_right_to_left(word) for word in example.words)
    spans: list[Span] = []
    for word, after, kind in mark_words(example.words, example.marks):
        text, inside = visible(word), visible(after)
        # in right-to-left text the mark is isolated, or its labels would change places on the screen
        text += f"\u2066{inside}\u2069" if rtl and inside else inside
        spans += [Span(text, styles.get(kind, "bold")) if kind else Span(text), Span(" ")]
    return spans


def is_right_to_left(text: str) -> bool:
    """Whether a text has letters of a right-to-left script."""
    import unicodedata

    return any(unicodedata.bidirectional(character) in ("R", "AL") for character in text)


def warning_lines(warnings: Sequence[str], width: int, most: int = 8) -> list[Line]:
    """What was odd."""
    if not warnings:
        return []
    lines: list[Line] = [BLANK]
    for warning in warnings[:most]:
        lines += wrap([Span("note: ", BETWEEN), visible(warning)], width, indent=6, first=0)
    if len(warnings) > most:
        lines.append(line(Span(f"… {len(warnings) - most} more notes (--json lists them all)", DIM)))
    return lines
