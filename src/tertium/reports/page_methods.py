"""What each number of the HTML page means, in two sentences each, with the paper it comes from."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tertium.reports.result import Comparison


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


def list_methods(result: Comparison) -> Iterator[Method]:
    """The entries that this report needs."""
    block, unit = result.block_noun, result.of_units.unit_noun
    measures = [
        result.headline,
        result.of_units.headline,
        *(name for name in result.kind.main_measures if name in result.tables.measures),
    ]
    for name in dict.fromkeys(measures):
        measure = result.tables.measures[name]
        what = f"{measure.title[:1].upper()}{measure.title[1:]}." if measure.title else ""
        direction = "Lower is better." if measure.lower_is_better else "Higher is better."
        yield Method(name, f"{what} {direction}", measure.cites)
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
        "new errors, neither on changed errors. Corrections minus new errors is what the score gains; the new "
        "errors are its price.",
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
        f"A {unit} counts as right if at least one system has it right: what a perfect choice among the answers "
        "would reach. The gain of the k-th system is what the best group of that size adds.",
        "Tuggener 2017, section 3",
    )
    yield Method(
        "Different units, dendrogram",
        f"The share of {unit}s that two systems answer differently, whoever is right. Systems are joined from the "
        "most alike to the least, by the mean of these shares.",
        "Tuggener 2017, equation 1; Sokal and Michener 1958",
    )
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
