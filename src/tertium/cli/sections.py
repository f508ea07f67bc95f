"""Help in sections: a command with fifty options is read by what one is looking for, not from end to end."""

from __future__ import annotations

from typing import Final

import click

SECTIONS: Final[dict[str, tuple[str, ...]]] = {
    "Errors of the gold": (
        *("accuracy", "error_rate", "ambiguity", "sample", "only_differing", "sheet_file", "adjudicated", "model"),
        *("against", "rank", "everyone"),
    ),
    "What to show": (
        *("pairs", "all_pairs", "top", "examples", "kind", "label", "only", "labels", "by_document", "correlations"),
        *("sentences", "differing", "tags", "functional", "most", "single", "folder", "figure", "pair", "measure"),
    ),
    "What to write": (
        *(
            "csv_file",
            "tsv_file",
            "markdown_file",
            "latex_file",
            "html_file",
            "all_sentences",
            "svg_file",
            "plot_file",
            "figure_file",
            "annotate_file",
        ),
        *("as_json", "as_printed", "counts", "compact", "width", "quiet"),
    ),
    "What to compare, and how to count": (
        *("task", "like", "layer", "measures", "punctuation", "subtypes", "include", "exclude", "renamings"),
        *("fold_case", "multiple_roots_okay"),
    ),
    "Annotation schemes": (
        *("conflicts", "hierarchy", "free", "relabel", "unanchored", "unpaired", "projectivize", "functions"),
    ),
    "Trees of phrases": ("prm", "disc_only", "heads", "la_costs", "ted"),
    "Coreference": ("singletons", "match", "arcs_criterion", "as_released", "intersection", "mention_types"),
    "Spans": ("scheme", "repair"),
    "How to read the files": ("fmt", "columns", "encoding", "tokens", "golds"),
    "Slices, and what is known of words": ("by", "join", "lexicon", "train"),
    "Tables with one label a row": (
        *("gold_column", "system_column", "id_column", "text_column", "group_column", "negative"),
    ),
    "Certainty": ("intervals", "block", "test", "interval", "resamples", "seed", "alpha", "margin"),
}
"""Names of parameters by section, in the order in which the help has them; what is in none comes last."""


class Sectioned(click.Command):
    """A command whose help has its options in sections."""

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the options, section by section."""
        lines = {
            parameter.name: line
            for parameter in self.get_params(ctx)
            if isinstance(parameter, click.Option) and (line := parameter.get_help_record(ctx)) is not None
        }
        for title, names in SECTIONS.items():
            rows = [lines.pop(name) for name in names if name in lines]
            if rows:
                with formatter.section(title):
                    formatter.write_dl(rows)
        with formatter.section("Other options"):
            formatter.write_dl(list(lines.values()))
