"""The official scorers' own reports, digit for digit, where a script expects them (`--as-printed`).

ud          the table of `eval.py -v` (with counts: `-v -c`)
eval07      the three lines of `eval07.pl -q` (the full report orders ties at random, so it has no one form)
compareval  the overall part of eval_dep_parse.py or eval_pos_tagger.py: overall, sentences, labels, errors
conll2012   the totals of `scorer.pl all KEY RESPONSE none`
coval, corefud: what scorer.py and corefud-scorer.py print (in `printed_chains`)
discodop    the summary of `discodop eval` (in `printed_discodop`; its tables order ties at random)
evalb       the whole report (in `printed_evalb`), also for spmrl (compact: the line of its `-L`)
conlleval, seqeval, nervaluate, srl-eval: the report with a line for each type (in `printed_spans`)
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from tertium.errors import UsageError
from tertium.reports.printed_chains import print_corefud, print_coval
from tertium.reports.printed_conll import print_conll
from tertium.reports.printed_discodop import print_discodop
from tertium.reports.printed_evalb import print_compact, print_evalb
from tertium.reports.printed_parts import need, pad
from tertium.reports.printed_spans import print_conlleval, print_nervaluate, print_seqeval, print_srl_eval

if TYPE_CHECKING:
    from collections.abc import Callable

    from tertium.reports.result import Result

_UD_ORDER: Final = (
    "Tokens",
    "Sentences",
    "Words",
    "UPOS",
    "XPOS",
    "UFeats",
    "AllTags",
    "Lemmas",
    "UAS",
    "LAS",
    "CLAS",
    "MLAS",
    "BLEX",
    "ELAS",
    "EULAS",
)
_EVAL07_LINES: Final = (
    ("LAS", "Labeled   attachment score: "),
    ("UAS", "Unlabeled attachment score: "),
    ("LS", "Label accuracy score:       "),
)


def as_printed(result: Result, *, counts: bool = False, compact: bool = False) -> str:
    """The report of the scorer that is imitated, for each system.

    Raises:
        UsageError: No scorer is imitated, or it has no report of a fixed form.
    """
    like = result.rules.like
    writers = _WRITERS | ({"ud": _ud_counts} if counts else {}) | ({"spmrl": print_compact} if compact else {})
    if like not in writers:
        raise UsageError(
            f"--as-printed needs a scorer to imitate, and {like} is none"
            if like == "default"
            else f"the report of {like} is not reproduced",
            hint=f"--like {' | '.join(writers)}",
        )
    return "\n\n".join(writers[like](result, system) for system in range(len(result.systems))) + "\n"


def _ud(result: Result, system: int) -> str:
    lines = [
        "Metric     | Precision |    Recall |  F1 Score | AligndAcc",
        "-----------+-----------+-----------+-----------+-----------",
    ]
    for measure in _UD_ORDER:
        if measure not in result.tables.measures:
            continue
        row = result.tables.score(measure, system)
        if row.precision is None or row.recall is None:
            continue
        aligned = f"{100 * row.aligned_accuracy:10.2f}" if row.aligned_accuracy is not None else ""
        values = (row.precision.value, row.recall.value, row.value)
        lines.append(f"{measure:11}|{' |'.join(f'{100 * value:10.2f}' for value in values)} |{aligned}")
    return "\n".join(lines)


def _ud_counts(result: Result, system: int) -> str:
    lines = [
        "Metric     | Correct   |      Gold | Predicted | Aligned",
        "-----------+-----------+-----------+-----------+-----------",
    ]
    for measure in _UD_ORDER:
        if measure not in result.tables.measures:
            continue
        row = result.tables.score(measure, system)
        aligned = row.aligned or (row.correct if measure == "Words" else "")
        lines.append(f"{measure:11}|{row.correct:10} |{row.gold:10} |{row.proposed:10} |{aligned or '':10}")
    return "\n".join(lines)


def _eval07(result: Result, system: int) -> str:
    need(result, (name for name, _ in _EVAL07_LINES))
    lines = []
    for measure, title in _EVAL07_LINES:
        row = result.tables.score(measure, system)
        errors = row.gold - row.correct
        value = 100 - errors * 100.0 / row.gold if row.gold else 0.0
        lines.append(f"  {title}{row.correct} / {row.gold} * 100 = {value:.2f} %")
    return "\n".join(lines)


def _compareval(result: Result, system: int) -> str:
    if result.task == "coreference":
        raise UsageError("ComparEval prints no scores of chains", hint="leave out --as-printed")
    measure = result.headline
    row = result.tables.score(measure, system)
    whole = result.tables.whole_sentences(measure, system)
    table = result.label_table(measure)
    tagging = result.task == "tagging"
    what = "tagged" if tagging else "labeled"
    lines = [f"Overall accuracy:\t{100.0 * row.value:.2f} ({row.correct}/{row.gold})", ""]
    lines += [f"Correctly {what} sentences:\t{100.0 * whole.value:.2f} ({whole.numerator}/{whole.denominator})", ""]
    lines.append(
        "Accuracy per pos tag (sorted by frequency of the tag):"
        if tagging
        else "Accuracy per label (sorted by frequency of the label):"
    )
    by_frequency = sorted(
        ((int(table.units[place]), label, place) for place, label in enumerate(table.labels) if table.units[place]),
        reverse=True,
    )
    for units, label, place in by_frequency:
        right = int(table.correct[system, place])
        lines.append(f"{pad(label, 10, 'left')} {f'{100.0 * right / units:.2f}':<10} ({right}/{units})")
    confusions = result.tables.confusions(measure, system)
    errors = sum(count for _, _, count in confusions)
    lines += ["", "Errors (Percentages of all errors):"]
    for gold, label, count in confusions:
        lines.append(
            f"{pad(f'{gold} -> {label}', 20, 'left')} {f'{100.0 * count / errors:.2f}':<10} ({count}/{errors})"
        )
    return "\n".join(lines)


_WRITERS: Final[dict[str, Callable[[Result, int], str]]] = {
    "ud": _ud,
    "eval07": _eval07,
    "eval07-p": _eval07,
    "compareval": _compareval,
    "evalb": print_evalb,
    "spmrl": print_evalb,
    "discodop": print_discodop,
    "conll2012": print_conll,
    "coval": print_coval,
    "corefud": print_corefud,
    "conlleval": print_conlleval,
    "seqeval": print_seqeval,
    "seqeval-strict": print_seqeval,
    "nervaluate": print_nervaluate,
    "srl-eval": print_srl_eval,
}
