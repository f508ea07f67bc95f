"""What each number of the HTML page means, in two sentences each, with the paper it comes from."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from tertium.reports.score_sections import divide_measures

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tertium.reports.comparison_result import Comparison


class Method(NamedTuple):
    """One entry."""

    term: str
    text: str
    cites: str


_TESTS: Final = {
    "exact": Method(
        "p, exact sign-flip test",
        "If the two systems were equally good, each {block}'s difference could as well have the other sign; p is "
        "the share of all such sign patterns with a total at least as far from zero. All patterns are counted, "
        "none is sampled.",
        "Fisher 1935; Pesarin and Salmaso 2010",
    ),
    "randomization": Method(
        "p, approximate randomization",
        "The outputs of the two systems are swapped {block} by {block} at random, and p is the share of swaps "
        "with a difference at least as large. It asks whether the outputs are exchangeable, which is more than "
        "equal scores.",
        "Noreen 1989; Yeh 2000",
    ),
    "bootstrap": Method(
        "p, bootstrap over runs and blocks",
        "Runs and {block}s are drawn again with replacement, and p tells how often the difference changes its "
        "sign. It is used where a system was run several times.",
        "Efron and Tibshirani 1993",
    ),
    "mcnemar": Method(
        "p, McNemar's test",
        "Corrections are set against new errors as if every unit were independent of the others. They are not, "
        "so this p is too small.",
        "McNemar 1947",
    ),
}

_INTERVALS: Final = {
    "percentile": ("{block}s are drawn again with replacement; the ends are percentiles of the scores", "Efron 1979"),
    "bca": ("{block}s are drawn again with replacement; the ends are corrected for bias and skew", "Efron 1987"),
    "t": ("a t interval from the linearised standard error, since there are few {block}s", "Efron and Tibshirani 1993"),
    "normal": ("a cluster-robust normal interval over {block}s, since there are many", "Liang and Zeger 1986"),
}


_F1: Final = Method(
    "F1, precision, recall",
    "Precision is the share of a system's answers that are right, recall the share of the gold's that it has right. "
    "F1 is their harmonic mean: it is high only where both are.",
    "van Rijsbergen 1979, chapter 7",
)

_CHAINS: Final = (
    Method(
        "Linked, not linked, wrong link (tp, tn, fp, fn, wl)",
        "tp: linked to a right antecedent; wl: to a wrong one; fn: to none, though the key has one; fp: linked, though "
        "the key has none; tn: rightly not linked. Mentions are the same if their words are, however other measures "
        "match them.",
        "Tuggener 2014",
    ),
    Method(
        "Types of error",
        "Each wrong mention has one. Mention missed: the output lacks it; invented: the key lacks it; span altered: "
        "the output has other words for it (both count). Chain split: mention and antecedent are there, in different "
        "chains; antecedent missed: none of its antecedents is there; wrong antecedent: linked to a mention of another "
        "chain; chains merged: it begins a chain in the key and is linked to another; antecedent invented: linked to "
        "what the key lacks.",
        "after Kummerfeld and Klein 2013; Martschat and Strube 2014",
    ),
    Method(
        "Recall by mention type, together",
        "Of the key's mentions with an antecedent, those that a system resolves rightly, and those that at least one "
        "does. A mention of several words is a noun phrase, one of a single word what its tag in the key says.",
        "Tuggener 2017, table 11",
    ),
    Method(
        "F1 with an output as the key",
        "How alike two outputs are, whoever is right: one is scored as if the other were the key.",
        "Tuggener 2017, appendix A.2",
    ),
)


def _explain_measure(result: Comparison, name: str) -> tuple[Method, bool]:
    """What is counted and what the score is of it; and whether that is an F1."""
    tables, measure = result.tables, result.tables.measures[name]
    parts = [f"{measure.title[:1].upper()}{measure.title[1:]}."] if measure.title else []
    better = "lower is better" if measure.lower_is_better else "higher is better"
    one_share = tables.how(name) == "accuracy" or (bool(measure.atoms) and tables.same_words)
    is_f1 = measure.rate is None and measure.is_share and not one_share
    if is_f1:
        parts.append(f"F1; {better}.")
    elif one_share and measure.is_decision:
        parts.append(f"The share of {measure.unit}s that are right; {better}.")
    else:
        parts.append(f"{better[:1].upper()}{better[1:]}.")
    return Method(name, " ".join(parts), measure.cites), is_f1


def list_methods(result: Comparison) -> Iterator[Method]:
    """The entries that this report needs."""
    block, unit = result.block_noun, result.of_units.unit_noun
    main, others = divide_measures(result)
    told = [_explain_measure(result, name) for name in dict.fromkeys([result.headline, *main, *others])]
    for method, _ in told:
        yield method
    if any(is_f1 for _, is_f1 in told):
        yield _F1
    if result.inference is not None:
        text, cites = _INTERVALS[result.inference.method]
        level = f"{100 * (1 - result.plan.alpha):g} %"
        yield Method(
            f"{level} interval",
            f"Where the score would lie on other texts of this kind: {text.format(block=block)}. Words of one "
            f"{block} are never taken for independent.",
            cites,
        )
        for name in result.inference.tests_used(result.headline).split("+"):
            if name in _TESTS:
                method = _TESTS[name]
                yield method._replace(text=method.text.format(block=block))
        if len(result.pairs) > 1:
            yield Method(
                "Separated, groups in the ranking",
                "p-values of all pairs are adjusted together, so that many pairs do not find a difference by "
                "chance. A line is drawn only where every system above differs from every one below; “not "
                "separated” does not mean “the same”.",
                "Holm 1979",
            )
    if not result.of_units.has_units:
        return
    yield Method(
        "Corrections, new errors, changed errors",
        f"Of the {unit}s that two systems answer differently, the second is right on corrections, the first on "
        f"new errors, neither on changed errors. Corrections minus new errors is how many {unit}s more the second "
        "has right; the new errors are its price.",
        "Tuggener 2017, section 2",
    )
    yield Method(
        "Wrong gold answers that would make it a tie",
        "Where two systems agree, a wrong gold answer costs both the same, so only those among the differing "
        "units matter. If so many of them are wrong, all against the better system, the difference is gone.",
        "after Padró and Màrquez 1998, section 6",
    )
    yield Method(
        "Decision oracle",
        f"Of the {unit}s, those that at least one system has right: what a perfect choice among the answers would "
        "reach. The gain of the k-th system is what the best group of that size adds.",
        "Tuggener 2017, section 3",
    )
    yield Method(
        "Different units, dendrogram",
        f"The share of {unit}s that two systems answer differently, whoever is right. Systems are joined from the "
        "most alike to the least, by the mean of these shares.",
        "Tuggener 2017, equation 1; Sokal and Michener 1958",
    )
    if result.kind.shows_chains:
        yield from _CHAINS
    if result.inference is not None:
        yield Method(
            "Slices, q-values",
            "Parts of the gold by features of the gold or the input, never of an output. q is the share of false "
            "finds to expect among slices with a q so small; it is for exploring, while a star is adjusted for "
            "all slices that are looked at together.",
            "Benjamini and Hochberg 1995; Westfall and Young 1993",
        )
        yield Method(
            "Found slices",
            f"A search ranks all slices on one half of the {block}s by how far the difference there is from the "
            "difference elsewhere. The best are estimated on the other half, which the search has not seen, so "
            "that its luck is not counted.",
            "Cox 1975",
        )
