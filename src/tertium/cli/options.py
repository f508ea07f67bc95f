"""Options that several commands share, and how they become keyword arguments of the public functions."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, TypeVar

import click

from tertium.conventions import (
    LINEAGE_COSTS,
    PRESETS,
    PUNCTUATION,
    REPAIRS,
    SCHEME_ALIASES,
    SCHEMES,
    TOKENS,
    TREE_EDITS,
    YES_NO,
)
from tertium.formats import FORMATS
from tertium.headrules import BUILT_IN
from tertium.kinds import KINDS
from tertium.mentionrules import CRITERIA, MATCHINGS
from tertium.stats.plan import METHODS, TESTS

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    Command = TypeVar("Command", bound=Callable[..., Any])
    _ParamType = click.ParamType[Any]
else:
    _ParamType = click.ParamType  # generic only since recent versions of click

AS_THEY_ARE: Final = (
    *("block", "test", "interval", "resamples", "seed", "alpha", "margin", "intervals"),
    *("by", "join", "lexicon", "train"),
    *("la_costs", "ted", "scheme", "repair"),
    *("gold_column", "system_column", "id_column", "text_column", "group_column", "negative"),
    *("singletons", "match", "arcs_criterion", "as_released", "intersection", "mention_types"),
)
"""Options that go to the library as they are."""


class OneOf(_ParamType):
    """A choice with aliases; the help shows the canonical ones."""

    name = "choice"

    def __init__(self, values: Mapping[str, Any], shown: str) -> None:
        """Take alias -> value, and what the help shows."""
        self.values = values
        self.shown = shown

    def get_metavar(self, param: click.Parameter, ctx: click.Context | None = None) -> str:
        """What stands for the value in the help."""
        del param, ctx
        return f"[{self.shown}]"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """The canonical value."""
        if value in self.values.values() and not isinstance(value, str):
            return value
        if str(value).lower() not in self.values:
            self.fail(f"{value!r} is not one of {self.shown.replace('|', ', ')}.", param, ctx)
        return self.values[str(value).lower()]


class NumberOrAll(_ParamType):
    """A number, or `all`, which is None."""

    name = "N|all"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """The number, or None."""
        if value is None or isinstance(value, int):
            return value
        if str(value).lower() == "all":
            return -1
        if not str(value).isdecimal():
            self.fail(f"{value!r} is neither a number nor all.", param, ctx)
        return int(value)


def stack(*decorators: Callable[[Command], Command]) -> Callable[[Command], Command]:
    """Several decorators as one; the first shows first in the help."""

    def apply(command: Command) -> Command:
        for decorator in reversed(decorators):
            command = decorator(command)
        return command

    return apply


def _list(names: object) -> str:
    return " | ".join(names) if isinstance(names, tuple | dict) else str(names)


convention_options = stack(
    click.option(
        "--task", type=click.Choice(tuple(KINDS)), help="What to compare; found out from the files if not given."
    ),
    click.option(
        "--like",
        type=click.Choice(tuple(PRESETS)),
        metavar="SCORER",
        help=f"Count exactly as this scorer does, quirks and checks included: {', '.join(PRESETS)}.",
    ),
    click.option("--prm", metavar="FILE", help="Trees: evalb's parameter file (labels to leave out or to equate)."),
    click.option(
        "--layer", metavar="LAYER", help="Tagging: upos, xpos, feats, lemma, tag, or one feature such as Case."
    ),
    click.option(
        "--measure",
        "measures",
        multiple=True,
        metavar="NAME",
        help="Only this measure (repeat for several); the first leads.",
    ),
    click.option(
        "--punctuation",
        type=OneOf(PUNCTUATION, "yes|form|relation"),
        help="yes: scored; form: words made of punctuation are left out; relation: gold relation punct is left out.",
    ),
    click.option(
        "--subtypes", type=OneOf(YES_NO, "yes|no"), help="Whether nsubj:pass and nsubj are different relations."
    ),
    click.option("--include", metavar="LABELS", help="Score only these gold labels (comma-separated)."),
    click.option("--exclude", metavar="LABELS", help="Leave out these gold labels (comma-separated)."),
    click.option(
        "--map",
        "renamings",
        multiple=True,
        metavar="MAP",
        help="Rename labels first: xpos:PROP=PROAV, NAME/xpos:OLD=NEW (gold/ for the gold alone), or a file.",
    ),
    click.option("--disc-only", is_flag=True, help="Trees: only discontinuous brackets count."),
    click.option("--fold-case", is_flag=True, help="Upper and lower case are the same, in words and labels."),
    click.option(
        "--heads",
        metavar="RULES",
        help=f"Trees: head rules, {', '.join(BUILT_IN)} or a file; by the labels if not given.",
    ),
    click.option("--multiple-roots-okay", is_flag=True, help="With --like ud: accept sentences with several roots."),
    click.option(
        "--la-costs",
        type=click.Choice(LINEAGE_COSTS),
        help="Leaf-Ancestor: replacing a label costs 1 (simple), or 0.5 / 1.5 if its first character stays, else 2.",
    ),
    click.option(
        "--ted",
        type=click.Choice(TREE_EDITS),
        help="Tree edit distance: words stay where they are (anchored), or are nodes like others (free, as disco-dop).",
    ),
    click.option(
        "--scheme",
        type=OneOf({**{scheme: scheme for scheme in SCHEMES}, **SCHEME_ALIASES}, "|".join(SCHEMES)),
        help="Spans: the scheme of the tags; by what the gold's look like if not given.",
    ),
    click.option(
        "--repair",
        type=click.Choice(REPAIRS),
        help="Spans: ill-formed sequences of tags are read leniently, as seqeval or conlleval.pl read them, or lost "
        "(strict).",
    ),
)

mention_options = stack(
    click.option(
        "--singletons", type=OneOf(YES_NO, "yes|no"), help="Coreference: whether chains of one mention count."
    ),
    click.option(
        "--match",
        type=click.Choice(MATCHINGS),
        help="Coreference: mentions are the same if all their words are (exact), or are paired by part or by head.",
    ),
    click.option(
        "--arcs-criterion",
        type=click.Choice(CRITERIA),
        help="Coreference: which antecedent decides: the closest nominal one (nom), any, a named one, or the one "
        "right before.",
    ),
    click.option(
        "--as-released", is_flag=True, help="Coreference: ARCS as the scripts of 2017 deviate from the paper."
    ),
    click.option(
        "--intersection",
        is_flag=True,
        help="Coreference: only mentions that all files have (equation 2 as printed).",
    ),
    click.option(
        "--mention-types",
        metavar="TABLE",
        help="Coreference: what tags mean, english, german, ud or a file; by the tags if not given.",
    ),
)

convention_options = stack(convention_options, mention_options)

file_options = stack(
    click.option(
        "--format",
        "fmt",
        type=click.Choice(tuple(FORMATS)),
        metavar="NAME",
        help=f"Format of the files, recognised if not given: {', '.join(FORMATS)}.",
    ),
    click.option("--columns", metavar="MAP", help="Which column holds what, from 1: form=1,xpos=2."),
    click.option("--encoding", default="utf-8", show_default=True, metavar="NAME", help="Encoding of the files."),
)

label_options = stack(
    click.option(
        "--gold-column",
        metavar="NAME",
        help="Tables: the column of gold labels; by its name if not given (gold, label).",
    ),
    click.option(
        "--system-column",
        multiple=True,
        metavar="NAMES",
        help="Tables: the columns of systems beside the gold, or the column of labels in each system's own table.",
    ),
    click.option(
        "--id-column", metavar="NAME", help="Tables: what joins the rows of several files; by order without one."
    ),
    click.option("--text-column", metavar="NAME", help="Tables: what examples show; the column text if there is one."),
    click.option(
        "--group-column",
        metavar="NAME",
        help="Tables: rows with the same value are drawn and swapped together (document, author).",
    ),
    click.option(
        "--negative",
        metavar="LABELS",
        help="Tables: labels that propose nothing, such as no_relation; F1 is about all others.",
    ),
)

input_options = stack(
    file_options,
    label_options,
    click.option(
        "--tokens",
        type=click.Choice(TOKENS),
        help="How words are linked: by position if they are the same, else by characters (auto).",
    ),
)

page_options = stack(
    click.option(
        "--json", "as_json", is_flag=True, help="Print one JSON document and nothing else on standard output."
    ),
    click.option(
        "--width", type=click.IntRange(72, 400), metavar="N", help="Width of the page; the terminal's, or 80."
    ),
    click.option("--quiet", "-q", is_flag=True, help="No notes and no progress on standard error."),
)

output_options = stack(
    click.option(
        "--csv",
        "csv_file",
        metavar="FILE",
        help="Write the tables as CSV, the first to FILE, the others beside it (a.csv: a.labels.csv, ...).",
    ),
    click.option("--tsv", "tsv_file", metavar="FILE", help="The same, separated by tabs."),
    click.option(
        "--markdown", "markdown_file", metavar="FILE", help="Write the tables as Markdown (- for standard output)."
    ),
    click.option(
        "--latex", "latex_file", metavar="FILE", help="Write the tables as LaTeX with booktabs (- for standard output)."
    ),
    page_options,
)

html_options = stack(
    click.option(
        "--html", "html_file", metavar="FILE", help="Write the report as one HTML page that opens offline (see docs)."
    ),
    click.option(
        "--all-sentences",
        is_flag=True,
        help="With --html: every sentence, also where a sample would keep the page small.",
    ),
)


statistics_options = stack(
    click.option(
        "--block",
        metavar="BLOCK",
        help="What is drawn or swapped together: sentence (the default), document (that of "
        "coreference), text (the same words), sent_id:REGEX or a column.",
    ),
    click.option(
        "--test",
        type=click.Choice(("auto", *TESTS)),
        default="auto",
        help="auto: exact where denominators are the same, else randomization.",
    ),
    click.option(
        "--interval",
        type=click.Choice(("auto", *METHODS)),
        default="auto",
        help="auto: percentile bootstrap; t under 50 blocks, normal above 20,000.",
    ),
    click.option(
        "--resamples",
        type=click.IntRange(min=1),
        metavar="N",
        default=10_000,
        show_default=True,
        help="Resamples of a test or interval.",
    ),
    click.option(
        "--seed", type=click.IntRange(min=0), metavar="N", default=0, show_default=True, help="Same seed, same numbers."
    ),
    click.option(
        "--alpha",
        type=click.FloatRange(0, 1, min_open=True, max_open=True),
        default=0.05,
        show_default=True,
        help="Certainty: intervals cover 1 - alpha; separated is an adjusted p below alpha.",
    ),
    click.option(
        "--margin",
        type=click.FloatRange(0, min_open=True),
        metavar="POINTS",
        help="Also test whether differences are within so many points.",
    ),
)


feature_options = stack(
    click.option(
        "--by",
        multiple=True,
        metavar="FEATURES",
        help='Compare slices: deprel,length,distance ..., a column of --join, or a condition such as "length > 30".',
    ),
    click.option(
        "--join", metavar="FILE", help="Your own columns (CSV, TSV, Parquet) by sent_id, and token if need be."
    ),
    click.option(
        "--lexicon", metavar="FILE", help="Words with their tags, for the features frequency, ambiguity, unknown."
    ),
    click.option("--train", metavar="FILE", help="The training corpus, instead of or beside a lexicon."),
)


def library_options(chosen: dict[str, Any]) -> dict[str, Any]:
    """The keyword arguments of `compare`, `score` and `diff` among a command's parameters."""
    return {
        "task": chosen.get("task"),
        "like": chosen.get("like"),
        "layer": chosen.get("layer"),
        "measures": chosen.get("measures", ()),
        "format": chosen.get("fmt"),
        "columns": chosen.get("columns"),
        "encoding": chosen.get("encoding", "utf-8"),
        "punctuation": chosen.get("punctuation"),
        "subtypes": chosen.get("subtypes"),
        "tokens": chosen.get("tokens"),
        "fold_case": chosen.get("fold_case", False),
        "multiple_roots_okay": chosen.get("multiple_roots_okay", False),
        "include": chosen.get("include"),
        "exclude": chosen.get("exclude"),
        "map": chosen.get("renamings", ()),
        "prm": chosen.get("prm"),
        "disc_only": chosen.get("disc_only", False),
        "heads": chosen.get("heads"),
        **{name: chosen[name] for name in AS_THEY_ARE if name in chosen},
    }
