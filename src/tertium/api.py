"""The verbs: each loads its inputs and wraps the tables into a result.

What only one verb needs is imported by it: the start of a program counts.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, TypeVar, overload

from tertium.errors import UsageError
from tertium.formats.memory import PAIRS, SENTENCES, is_one_output, nesting
from tertium.inputs import Given
from tertium.loading import load, read_whole
from tertium.options import read_options
from tertium.reports.comparison_result import Comparison
from tertium.reports.diff_result import Diff
from tertium.reports.result import Result, Scores, lead_by_units

if TYPE_CHECKING:
    from collections.abc import Callable

    from tertium.comparison.curves import Place
    from tertium.comparison.description import Description
    from tertium.inputs import Given
    from tertium.reports.cross_result import Cross
    from tertium.reports.curve import Curve
    from tertium.reports.error_result import ErrorTypes
    from tertium.reports.functional_result import FunctionalDrawings
    from tertium.reports.noise_bounds import NoiseBounds
    from tertium.reports.noise_result import Noise
    from tertium.reports.repair_result import Repairs
    from tertium.reports.schemes_result import SchemeDifferences
    from tertium.reports.show_page import Drawings
    from tertium.reports.suspect_result import Suspects
    from tertium.trees.conversion import Conversion

    Progress = Callable[[str, int, int], None]

R = TypeVar("R", bound=Result)


def compare(
    gold: Given,
    systems: Mapping[str, Given] | Sequence[Given] | Given | None = None,
    *others: Given,
    progress: Progress | None = None,
    **options: Any,
) -> Comparison:
    r"""Find where the systems differ, and which of them is right there.

    Args:
        gold: A path, a list of (token, tag) pairs or of such sentences, or a data frame.
        systems: The outputs, by name (`{"a": "a.conllu"}`) or in order; the first is the baseline. A single path, frame
            or list of pairs is one output; where a list of sentences could be one output or several, give a dict.
            None: they are columns of the gold's own table.
        *others: More outputs, where the first was given by itself: `compare(gold, a, b)`.
        progress: Called with (what, done, total) before each step; a total of 0 is one that nobody knows.
        **options: As on the command line: `task`, `like`, `layer`, `measures`, `format`, `columns`, `punctuation`,
            `subtypes`, `tokens`, `map`, `fold_case`, `include`, `exclude`, `multiple_roots_okay`, `encoding`; of the
            statistics `intervals`, `block`, `test`, `interval`, `resamples`, `seed`, `alpha`, `margin`.

    Returns:
        Scores, differences, transitions, labels, oracle and decisions as data frames; prints as the report.

    >>> gold = [("The", "DET"), ("can", "NOUN"), ("rusts", "VERB")]
    >>> a = [("The", "DET"), ("can", "AUX"), ("rusts", "NOUN")]
    >>> b = [("The", "DET"), ("can", "NOUN"), ("rusts", "NOUN")]
    >>> result = compare(gold, {"a": a, "b": b})
    >>> print(result.verdict.replace(". ", "\n"))
    b and a are not separated: Accuracy 33.33 → 66.67, +33.33 points, p = 1 (exact, by sentence)
    Only 1 sentence differs: no test can reach .05 with so few
    It changes 33.3 % of the words: it repairs 1 error and makes no new one.
    """
    loaded = load(gold, _several(gold, systems, others), read_options(options), progress=progress)
    return _finish(Comparison(loaded), progress)


def score(
    gold: Given,
    systems: Mapping[str, Given] | Sequence[Given] | Given | None = None,
    *others: Given,
    progress: Progress | None = None,
    **options: Any,
) -> Scores:
    """Official scores, fast: the counts of the scorer whose conventions are used.

    Takes the same arguments as `compare`; a single output need not be put into a list.
    """
    several = _several(gold, systems, others)
    return _finish(Scores(load(gold, several, read_options(options), progress=progress)), progress)


def diff(first: Given, second: Given, *others: Given, progress: Progress | None = None, **options: Any) -> Diff:
    """Where two outputs differ, without a gold (Tuggener 2017, equation 1).

    Takes the same options as `compare`.

    Raises:
        UsageError: A measure was asked for that is no decision over units.
    """
    loaded = load(first, [second, *others], replace(read_options(options), gold_is_system=True), progress=progress)
    return Diff(lead_by_units(loaded.with_gold_among_systems()))


def repair(
    gold: Given,
    systems: Mapping[str, Given] | Sequence[Given] | Given | None = None,
    *,
    progress: Progress | None = None,
    **options: Any,
) -> Repairs:
    """What each system would score if one class of its errors were repaired, and nothing else.

    Takes the same arguments as `compare`; a single output need not be put into a list. The errors are those of the
    headline measure, or of `measures` if it is given.

    Raises:
        UsageError: A measure was asked for that is no decision over words.

    >>> gold = [("The", "DET"), ("can", "NOUN"), ("rusts", "VERB")]
    >>> result = repair(gold, {"a": [("The", "DET"), ("can", "AUX"), ("rusts", "NOUN")]})
    >>> result.repairs.filter(by="label").select("class", "errors", "gain").rows()
    [('NOUN', 1, 0.3333333333333333), ('VERB', 1, 0.3333333333333333)]
    """
    several = _several(gold, systems)
    from tertium.reports.repair_result import Repairs

    return _finish(Repairs(load(gold, several, read_options(options), progress=progress)), progress)


def curve(
    gold: Given,
    points: Mapping[Any, Any] | Sequence[str],
    *,
    golds: Mapping[str, Given] | Sequence[str] = (),
    progress: Progress | None = None,
    **options: Any,
) -> Curve:
    """Learning curves: outputs ordered by the size of the training set, for any task and measure.

    Args:
        gold: The gold of all series that have none of their own.
        points: Outputs by size (`{10: "a10.mrg", 20: "a20.mrg"}`), by series and size (`{"a": {10: "a10.mrg"}}`), or as
            on the command line (`["a:10=a10.mrg"]`).
        golds: Golds of single series, by name or as `series=path`: their series are compared by unpaired tests.
        progress: Called with (what, done, total) before each step.
        **options: As for `compare`.

    Raises:
        UsageError: A point is given twice or cannot be understood, or a gold belongs to no series.
    """
    from tertium.reports.curve import Curve

    placed = _place_points(points)
    own = dict(golds) if isinstance(golds, Mapping) else dict(_named_gold(text) for text in golds)
    unknown = sorted(set(own) - {place.series for place in placed})
    if unknown:
        raise UsageError(
            f"there is no series {unknown[0]!r} for its gold",
            hint=f"the series are {', '.join(sorted({place.series for place in placed}))}",
        )
    groups: dict[str | None, list[Place]] = {}
    for place in placed:
        groups.setdefault(place.series if place.series in own else None, []).append(place)
    chosen = read_options({"intervals": True, **options})
    found = []
    for series, places in groups.items():
        systems = {place.name: placed[place] for place in places}
        loaded = load(gold if series is None else own[series], systems, chosen, progress=progress)
        scored = Scores(loaded)
        scored.tables.score_all()
        found.append((scored, places))
    return Curve(found)


def _place_points(points: Mapping[Any, Any] | Sequence[str]) -> dict[Place, Given]:
    """Each point's place and output, however they were given.

    Raises:
        UsageError: Two points have one place.
    """
    from tertium.comparison.curves import Place, read_point

    if isinstance(points, Mapping):
        nested = all(isinstance(value, Mapping) for value in points.values())
        series = points if nested else {"": points}
        pairs = [
            (Place(str(name), float(size), f"{size}"), path) for name in series for size, path in series[name].items()
        ]
    else:
        pairs = [read_point(text) for text in points]
    found: dict[Place, Given] = {}
    for place, path in pairs:
        if any((known.series, known.size) == (place.series, place.size) for known in found):
            raise UsageError(f"the point {place.name} is given twice", hint="give each size of a series once")
        found[place] = path
    if not found:
        raise UsageError("there is no point", hint="give at least one output by its size")
    return found


def _named_gold(text: str) -> tuple[str, str]:
    name, _, path = text.partition("=")
    if not path:
        raise UsageError(f"--gold {text} names no series", hint="write it as series=path")
    return name, path


def find_errors(
    gold: Given,
    systems: Mapping[str, Given] | Sequence[Given] | Given,
    *others: Given,
    progress: Progress | None = None,
    **options: Any,
) -> ErrorTypes:
    """What kinds of mistakes each system makes: attachment, coordination, label, missing node, ...

    Takes the same arguments as `compare`. (The command is `tertium errors`; `tertium.errors` holds the exceptions.)

    Raises:
        UsageError: The task is tagging.
    """
    from tertium.reports.error_result import ErrorTypes

    several = _several(gold, systems, others)
    return ErrorTypes(load(gold, several, read_options(options), progress=progress))


@overload
def noise(*, accuracy: Sequence[float], error_rate: Any, ambiguity: Any = None) -> NoiseBounds: ...


@overload
def noise(
    gold: Given,
    systems: Mapping[str, Given] | Sequence[Given] | Given,
    *others: Given,
    error_rate: Any = None,
    ambiguity: Any = None,
    adjudicated: str | Sequence[str] = (),
    model: bool = False,
    against: Given | None = None,
    progress: Progress | None = None,
    **options: Any,
) -> Noise: ...


def noise(
    gold: Given | None = None,
    systems: Mapping[str, Given] | Sequence[Given] | Given | None = None,
    *others: Given,
    accuracy: Sequence[float] | None = None,
    error_rate: Any = None,
    ambiguity: Any = None,
    adjudicated: str | Sequence[str] = (),
    model: bool = False,
    against: Given | None = None,
    progress: Progress | None = None,
    **options: Any,
) -> Noise | NoiseBounds:
    """Can the gold standard tell? What its errors could hide (Padró and Màrquez 1998), and how to find out.

    Args:
        gold: As for `compare`, as are `systems`, `others`, `progress` and `options`.
        systems: The outputs.
        *others: More outputs.
        accuracy: Two observed accuracies, instead of gold and systems.
        error_rate: Share of the gold that is wrong: a number, a pair for a range, or a dict by system.
        ambiguity: Mean number of tags of ambiguous words, if it is not to be measured; a number or a dict by system.
        adjudicated: Sheets that were filled in (`Noise.sample` makes one), at most two.
        model: Fit the latent-class model too.
        against: A corrected gold.
        progress: Called with (what, done, total) before each step.
        **options: As on the command line.

    Raises:
        UsageError: A value makes no sense, or the measure is no decision over units.

    >>> result = noise(accuracy=(0.9135, 0.9282), error_rate=0.03, ambiguity=2.5)
    >>> [round(100 * end, 2) for end in result.bounds.select("reasonable_low", "reasonable_high").row(0)]
    [90.75, 94.05]
    """
    from tertium.reports.noise_bounds import NoiseBounds
    from tertium.reports.noise_result import Noise

    if accuracy is not None:
        if gold is not None or systems is not None:
            raise UsageError("accuracies and files are given", hint="give one of the two")
        return NoiseBounds(accuracy, error_rate, ambiguity)
    if gold is None:
        raise UsageError("there is nothing to look at", hint="give a gold and its outputs, or two accuracies")
    loaded = load(gold, _several(gold, systems, others), read_options(options), better=against, progress=progress)
    sheets = (adjudicated,) if isinstance(adjudicated, str) else tuple(adjudicated)
    return Noise(
        lead_by_units(loaded),
        error_rate=error_rate,
        ambiguity=ambiguity,
        adjudicated=sheets,
        model=model,
        against=against is not None,
    )


def suspects(
    gold: Given,
    systems: Mapping[str, Given] | Sequence[Given] | Given | None = None,
    *others: Given,
    rank: str = "score",
    against: Given | None = None,
    progress: Progress | None = None,
    **options: Any,
) -> Suspects:
    """Gold answers that look wrong, with the evidence, the most suspicious first.

    Args:
        gold: As for `compare`, as are `systems`, `others`, `progress` and `options`.
        systems: The outputs.
        *others: More outputs.
        rank: `score`, or one of the witnesses alone: `agreement`, `model`, `variation`.
        against: A corrected gold, to measure the ranking.
        progress: Called with (what, done, total) before each step.
        **options: As on the command line.

    Raises:
        UsageError: There is no such ranking, or the measure is no decision over units.
    """
    from tertium.reports.suspect_result import Suspects

    loaded = load(gold, _several(gold, systems, others), read_options(options), better=against, progress=progress)
    return Suspects(lead_by_units(loaded), rank=rank, against=against is not None)


def cross(
    schemes: Mapping[str, Any] | Sequence[str],
    *,
    conflicts: str = "keep",
    relabel: bool = True,
    unanchored: bool = False,
    unpaired: bool = False,
    hierarchy: bool = False,
    free: Sequence[str] = (),
    projectivize: bool = False,
    functions: str | None = None,
    progress: Progress | None = None,
    **options: Any,
) -> Cross:
    """Parsers of several annotation schemes, compared on what the schemes agree on (Tsarfaty et al. 2011).

    Args:
        schemes: For each name a gold and its systems, `{"ud": ["gold.conllu", "a.conllu"]}` or
            `{"ud": {"gold": "gold.conllu", "systems": {"a": "a.conllu"}}}`; or as on the command line,
            `["ud=gold.conllu,a.conllu", ...]`.
        conflicts: Shared nodes whose labels have nothing in common: `keep` (any label is right there) or `drop`.
        relabel: Whether a wrong label costs 1; else a deletion and an insertion (TedEval of 2012).
        unanchored: Zhang and Shasha's distance, in which words may be moved; needs the extra `unanchored`.
        unpaired: The schemes annotate different sentences; each is scored against its own gold only.
        hierarchy: Subtypes are kinds of their types.
        free: Pairs of labels, `SUB=SBJ`, that relabelling turns into each other for nothing.
        projectivize: Lift arcs until all trees are projective.
        functions: Where trees of phrases have their functions: `suffix`, `suffixes`, `label`, `edge`; None: found out.
        progress: Called with (what, done, total) before each step.
        **options: `format`, `encoding`, `tokens`, `fold_case`, `map`, and those of the statistics, as for `compare`.

    Raises:
        UsageError: There are fewer than two schemes, or an option makes no sense.
    """
    from tertium.loading_schemes import check_maps, load_schemes
    from tertium.reports.cross_result import Cross
    from tertium.scheme_outlines import SchemeOptions, read_outlines
    from tertium.trees.generalization import CONFLICTS

    way = next((known for known in CONFLICTS if known == conflicts), None)
    if way is None:
        raise UsageError(f"there is no way {conflicts!r} with conflicts", hint=f"--conflicts {' | '.join(CONFLICTS)}")
    chosen = SchemeOptions(
        hierarchy=hierarchy,
        free=(free,) if isinstance(free, str) else tuple(free),
        projectivize=projectivize,
        functions=functions,
    )
    outlines = read_outlines(schemes)
    if len(outlines) < 2:  # noqa: PLR2004 (one scheme shares everything with itself)
        raise UsageError("there is only one scheme", hint="give two or more; tertium score scores against one gold")
    measurer = None
    if unanchored:
        from functools import partial

        from tertium.measures.ted_unanchored import check_numba, count_unanchored

        check_numba()
        measurer = partial(count_unanchored, relabel=1 if relabel else 2)
    read = read_options(options)
    parts = [[outline] for outline in outlines] if unpaired else [outlines]
    loaded = [load_schemes(part, read, chosen, progress=progress) for part in parts]
    check_maps(loaded)
    return Cross(loaded, chosen, conflicts=way, relabel=1 if relabel else 2, measurer=measurer)


def schemes(
    golds: Mapping[str, Any] | Sequence[Any],
    *others: Any,
    top: int = 10,
    hierarchy: bool = False,
    free: Sequence[str] = (),
    projectivize: bool = False,
    functions: str | None = None,
    progress: Progress | None = None,
    **options: Any,
) -> SchemeDifferences:
    """What annotation schemes of the same text agree on, and the constructions where they part.

    Args:
        golds: Golds by name, or paths in order (`name=path` names one).
        *others: More golds, where the first was given by itself.
        top: Rows of each list on the page.
        hierarchy: Subtypes are kinds of their types.
        free: As for `cross`; labels that may stand for each other still have other names.
        projectivize: Lift arcs until all trees are projective.
        functions: Where trees of phrases have their functions: `suffix`, `suffixes`, `label`, `edge`; None: found out.
        progress: Called with (what, done, total) before each step.
        **options: `format`, `encoding`, `tokens`, `fold_case`, `map`, as for `compare`.

    Raises:
        UsageError: There is only one gold, or an option makes no sense.
    """
    from tertium.loading_schemes import check_maps, load_schemes
    from tertium.reports.schemes_result import SchemeDifferences
    from tertium.scheme_outlines import SchemeOptions, read_golds

    chosen = SchemeOptions(
        hierarchy=hierarchy,
        free=(free,) if isinstance(free, str) else tuple(free),
        projectivize=projectivize,
        functions=functions,
    )
    loaded = load_schemes(read_golds(golds, others), read_options(options), chosen, progress=progress)
    check_maps([loaded])
    return SchemeDifferences(loaded, chosen, top=top)


def show(
    gold: Given,
    systems: Mapping[str, Given] | Sequence[Given] | Given,
    *others: Given,
    sentences: Sequence[int | str] = (),
    differing: int | None = None,
    tags: bool = False,
    progress: Progress | None = None,
    **options: Any,
) -> Drawings:
    """Trees of some sentences, gold against system, drawn with the differences marked.

    Args:
        gold: As for `compare`, as are `systems`, `others`, `progress` and `options`.
        systems: The outputs.
        *others: More outputs.
        sentences: Which sentences, by `sent_id` or by number from 1.
        differing: Also the first so many that differ from the gold; 1 if no sentences are named.
        tags: Show all parts of speech, not only wrong ones.
        progress: Called with (what, done, total) before each step.
        **options: As on the command line.

    Raises:
        UsageError: There is no such sentence, or there are no trees.
    """
    from tertium.reports.show_page import Drawings

    several = _several(gold, systems, others)
    loaded = load(gold, several, read_options(options), progress=progress)
    return Drawings(loaded, sentences, differing, tags=tags)


def show_functional(
    schemes: Mapping[str, Any] | Sequence[str],
    *,
    sentences: Sequence[int | str] = (),
    differing: int | None = None,
    hierarchy: bool = False,
    free: Sequence[str] = (),
    projectivize: bool = False,
    functions: str | None = None,
    progress: Progress | None = None,
    **options: Any,
) -> FunctionalDrawings:
    """Functional trees of some sentences, what the golds share, and the edit script of each system, drawn.

    Args:
        schemes: As for `cross`; or a gold and its systems in order.
        sentences: Which sentences, by `sent_id` or by number from 1.
        differing: Also the first so many with something to edit; 1 if no sentences are named.
        hierarchy: As for `cross`, as are `free`, `projectivize`, `functions` and `options`.
        free: Pairs of labels that may stand for each other.
        projectivize: Lift arcs until all trees are projective.
        functions: Where trees of phrases have their functions.
        progress: Called with (what, done, total) before each step.
        **options: As on the command line.

    Raises:
        UsageError: There is no such sentence, or there are no trees.
    """
    from tertium.loading_schemes import check_maps, load_schemes
    from tertium.reports.functional_result import FunctionalDrawings
    from tertium.scheme_outlines import SchemeOptions, read_shown

    chosen = SchemeOptions(
        hierarchy=hierarchy,
        free=(free,) if isinstance(free, str) else tuple(free),
        projectivize=projectivize,
        functions=functions,
    )
    loaded = load_schemes(read_shown(schemes), read_options(options), chosen, progress=progress)
    check_maps([loaded])
    return FunctionalDrawings(loaded, chosen, sentences, differing)


def describe(source: Given, *, top: int = 8, **options: Any) -> Description:
    """What is in a file: sizes, layers with their most frequent labels, and the shape of its trees.

    Args:
        source: A path, a list of (token, tag) pairs or of such sentences, or a data frame.
        top: How many labels of each layer to list.
        **options: `format`, `columns`, `encoding`, as for `compare`.
    """
    from tertium.comparison.description import describe_corpus

    return describe_corpus(read_whole(source, read_options(options)), top=top)


def convert(source: Given, *, heads: str | None = None, **options: Any) -> Conversion:
    """Phrase-structure trees as dependencies, by head rules.

    Args:
        source: A path.
        heads: `collins`, `negra`, `tuebadz`, `icepahc` or a file of rules; None: by what the labels look like.
        **options: `format`, `encoding`, as for `compare`.

    Returns:
        The dependencies as a corpus; `to_conllu()` writes them, `agreement` says how far function labels and rules
        agree where there are such labels.

    Raises:
        UsageError: There are no trees in it, or no such rules.
    """
    from tertium.formats.head_rules import find_head_rules
    from tertium.trees.conversion import convert_trees
    from tertium.trees.heads import choose_head_rules

    rules = None if heads is None else find_head_rules(heads)
    corpus = read_whole(source, read_options(options))
    if corpus.nodes is None:
        raise UsageError(
            f"{corpus.path_of(0)} holds no trees of phrases ({corpus.format})", hint="give bracketed trees"
        )
    why: tuple[str, ...] = ()
    if rules is None:
        rules, said = choose_head_rules(corpus)
        why = (said,)
    return convert_trees(corpus, rules, why)


def rewrite(source: Given, *, to: str, functions: bool = False, resolve_crossing: bool = False, **options: Any) -> str:
    """Phrase-structure trees in another format.

    Args:
        source: A path.
        to: `penn`, `discbracket` or `export`.
        functions: Write functions behind labels (NP-SBJ), in the formats that have no place of their own for them.
        resolve_crossing: Attach parts of discontinuous phrases higher until nothing crosses.
        **options: `format`, `encoding`, as for `compare`.

    Raises:
        UsageError: There are no trees in it, or they cannot be written in that format.
    """
    from tertium.formats import discbracket, export, penn
    from tertium.trees.crossing import resolve_crossing as resolve

    corpus = read_whole(source, read_options(options))
    if corpus.nodes is None:
        raise UsageError(
            f"{corpus.path_of(0)} holds no trees of phrases ({corpus.format})", hint="give bracketed trees"
        )
    corpus = resolve(corpus) if resolve_crossing else corpus
    if to == "export":
        return export.write(corpus)
    if to not in ("penn", "discbracket"):
        raise UsageError(f"trees cannot be written as {to!r}", hint="penn, discbracket or export")
    write = penn.write if to == "penn" else discbracket.write
    return write(corpus, functions=functions)


def _finish(result: R, progress: Progress | None) -> R:
    """Score all systems, side by side, before anybody looks."""
    tell = progress or (lambda *_: None)
    tell("scoring", 0, 0)
    result.tables.score_all()
    if result.inference is not None:
        tell("intervals and tests", 0, 0)
        result.inference.prepare()
    return result


def _several(gold: Any, systems: Any, others: Sequence[Any] = ()) -> Any:
    """The outputs by name or in order, however they were given; none if they stand beside the gold in its own table.

    A list of paths, of data frames or of lists of sentences holds several outputs, a list of pairs is one. A list of
    sentences is one output if the gold has as many sentences, and several if the gold is a single sentence.

    Raises:
        UsageError: Named outputs are followed by others, or a list of sentences could be one output or several.
    """
    if systems is None:
        return []
    if isinstance(systems, Mapping):
        if others:
            raise UsageError("outputs are given by name and again in order", hint="put all of them into the dict")
        return systems
    depth = nesting(systems)
    if others or type(systems) not in (list, tuple) or depth == PAIRS or is_one_output(gold, systems):
        return [systems, *others]
    if depth != SENTENCES or (nesting(gold) == PAIRS and len(systems) > 1):
        return systems
    if len(systems) == 1 or (nesting(gold) == SENTENCES and len(systems) == len(gold)):
        return [systems]
    raise UsageError(
        f"a list of {len(systems)} sentences could be one output, or {len(systems)} outputs of one sentence each",
        hint='give the outputs by name, as {"a": sentences}',
    )
