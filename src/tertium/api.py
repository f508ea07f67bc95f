"""The verbs: each loads its inputs and wraps the tables into a result."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from tertium.comparison.description import Description, describe_corpus
from tertium.errors import UsageError
from tertium.loading import Given, load, read_whole
from tertium.options import read_options
from tertium.reports.error_result import ErrorTypes
from tertium.reports.result import Comparison, Diff, Repairs, Result, Scores
from tertium.reports.show_page import Drawings

if TYPE_CHECKING:
    from collections.abc import Callable

    Progress = Callable[[str, int, int], None]

R = TypeVar("R", bound=Result)


def compare(
    gold: Given,
    systems: Mapping[str, Given] | Sequence[Given] | Given,
    *others: Given,
    progress: Progress | None = None,
    **options: Any,
) -> Comparison:
    r"""Find where the systems differ, and which of them is right there.

    Args:
        gold: A path, a list of (token, tag) pairs or of such sentences, or a data frame.
        systems: The outputs, by name (`{"a": "a.conllu"}`) or in order; the first is the baseline. A single path is
            one output.
        *others: More outputs, where the first was given by itself: `compare(gold, a, b)`.
        progress: Called with (what, done, total) before each step.
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
    return _finish(Comparison(load(gold, _several(systems, others), read_options(options), progress=progress)))


def score(
    gold: Given,
    systems: Mapping[str, Given] | Sequence[Given] | Given,
    *others: Given,
    progress: Progress | None = None,
    **options: Any,
) -> Scores:
    """Official scores, fast: the counts of the scorer whose conventions are used.

    Takes the same arguments as `compare`; a single output need not be put into a list.
    """
    several = _several(systems, others, lists_are_sentences=True)
    return _finish(Scores(load(gold, several, read_options(options), progress=progress)))


def diff(first: Given, second: Given, *others: Given, progress: Progress | None = None, **options: Any) -> Diff:
    """Where two outputs differ, without a gold (Tuggener 2017, equation 1).

    Takes the same options as `compare`.
    """
    loaded = load(first, [second, *others], replace(read_options(options), gold_is_system=True), progress=progress)
    return Diff(loaded.with_gold_among_systems())


def repair(
    gold: Given,
    systems: Mapping[str, Given] | Sequence[Given] | Given,
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
    several = _several(systems, lists_are_sentences=True)
    return _finish(Repairs(load(gold, several, read_options(options), progress=progress)))


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
    several = _several(systems, others, lists_are_sentences=True)
    return ErrorTypes(load(gold, several, read_options(options), progress=progress))


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
    several = _several(systems, others, lists_are_sentences=True)
    loaded = load(gold, several, read_options(options), progress=progress)
    return Drawings(loaded, sentences, differing, tags=tags)


def describe(source: Given, *, top: int = 8, **options: Any) -> Description:
    """What is in a file: sizes, layers with their most frequent labels, and the shape of its trees.

    Args:
        source: A path, a list of (token, tag) pairs or of such sentences, or a data frame.
        top: How many labels of each layer to list.
        **options: `format`, `columns`, `encoding`, as for `compare`.
    """
    return describe_corpus(read_whole(source, read_options(options)), top=top)


def _finish(result: R) -> R:
    """Score all systems, side by side, before anybody looks."""
    result.tables.score_all()
    if result.inference is not None:
        result.inference.prepare()
    return result


def _several(
    systems: Any, others: Sequence[Given] = (), *, lists_are_sentences: bool = False
) -> Mapping[str, Given] | Sequence[Given]:
    """The outputs by name or in order, however they were given; a list may be one output, a list of sentences.

    Raises:
        UsageError: Named outputs are followed by others.
    """
    if isinstance(systems, Mapping):
        if others:
            raise UsageError("outputs are given by name and again in order", hint="put all of them into the dict")
        return systems
    if others or not isinstance(systems, list | tuple) or (systems and _is_pair(systems[0])):
        return [systems, *others]
    if lists_are_sentences and not all(isinstance(entry, str | Path) for entry in systems):
        return [systems]
    return systems


def _is_pair(entry: Any) -> bool:
    """Whether something is one word with its tag, so that the list that holds it is one output."""
    return isinstance(entry, tuple) and len(entry) == 2 and all(isinstance(part, str) for part in entry)  # noqa: PLR2004
