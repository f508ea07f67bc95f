"""What `tertium.schemes` returns: what golds of several annotation schemes share, and where they part."""

from __future__ import annotations

from functools import cached_property
from itertools import combinations
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from tertium import __version__
from tertium.comparison.cross import Laid
from tertium.comparison.schemes import SchemePair
from tertium.reports.json_file import SCHEMA
from tertium.reports.printable import Printable
from tertium.trees.label_sets import ABSENT

if TYPE_CHECKING:
    import polars as pl

    from tertium.comparison.schemes import Example, Share
    from tertium.loading_schemes import LoadedSchemes
    from tertium.reports.page import Line
    from tertium.reports.tables import Table
    from tertium.scheme_outlines import SchemeOptions

TOP: Final = 10

_LONGEST: Final = 24  # words of an example
_AROUND: Final = 10  # of a longer one these are shown at either end


class SchemeDifferences(Printable):
    """What the golds share; prints as the report."""

    title = "tertium schemes"
    task = "schemes"

    def __init__(self, loaded: LoadedSchemes, chosen: SchemeOptions, *, top: int = TOP) -> None:
        """Take the golds and how many rows of each list people see."""
        self.loaded = loaded
        self.chosen = chosen
        self.top = top
        self.laid = Laid(loaded.schemes)
        self.names = loaded.schemes.names
        self.notes = loaded.notes
        self.warnings = loaded.warnings
        self.input_paths = loaded.input_paths
        self.pairs = [SchemePair(self.laid, one, two) for one, two in combinations(self.names, 2)]

    @property
    def signature(self) -> str:
        """Everything that decides what the numbers mean."""
        parts = [
            f"task:{self.task}",
            f"schemes:{','.join(self.names)}",
            f"hierarchy:{'yes' if self.chosen.hierarchy else 'no'}",
            f"projectivized:{'yes' if self.chosen.projectivize else 'no'}",
        ]
        if self.loaded.options.map:
            parts.append("map:yes")
        if self.chosen.functions:
            parts.append(f"functions:{self.chosen.functions}")
        return "|".join([*parts, f"tokens:{self.loaded.tokens}", f"v:{__version__}"])

    @cached_property
    def n_shared_by_all(self) -> int:
        """Nodes that all golds have."""
        return int(np.count_nonzero(self.laid.generalize(self.names) != ABSENT))

    def quote(self, example: Example) -> str:
        """The words of an example in their sentence: `[` and `]` around them, `{` and `}` around what crosses them."""
        forms = self.loaded.forms(example.sentence)
        words, others = set(example.words), set(example.others)
        first, last = min(words | others), max(words | others)
        texts = []
        start, stop = max(first - 2, 0), min(last + 3, len(forms))
        for place in range(start, stop):
            if stop - start > _LONGEST and start + _AROUND <= place < stop - _AROUND:
                texts += ["…"] if place == start + _AROUND else []
                continue
            opening = "".join(sign for own, sign in ((others, "{"), (words, "[")) if _begins(place, own))
            closing = "".join(sign for own, sign in ((words, "]"), (others, "}")) if _ends(place, own))
            texts.append(f"{opening}{forms[place]}{closing}")
        return " ".join(texts)

    @property
    def verdict(self) -> str:
        """What is shared, in words."""
        from tertium.reports.schemes_page import state_pair

        return " ".join(state_pair(self, pair) for pair in self.pairs)

    def to_dict(self) -> dict[str, Any]:
        """The JSON document."""
        return {
            "schema": SCHEMA,
            "tertium": __version__,
            "task": self.task,
            "signature": self.signature,
            "verdict": self.verdict,
            "sentences": self.loaded.schemes.text.n_sents,
            "words": self.loaded.schemes.text.n_words,
            "schemes": [
                {"name": scheme.name, "format": scheme.gold.corpus.format, "nodes": scheme.gold.trees.n_nodes}
                for scheme in self.loaded.schemes.schemes
            ],
            "shared_by_all": self.n_shared_by_all,
            "pairs": [self._pair(pair) for pair in self.pairs],
            "warnings": self.warnings,
        }

    def _pair(self, pair: SchemePair) -> dict[str, Any]:
        phrases = pair.n_phrases
        unlabelled, labelled = pair.n_unifiable
        return {
            "schemes": list(pair.names),
            "nodes": dict(zip(pair.names, pair.n_nodes, strict=True)),
            "shared": pair.n_shared,
            "phrases": {**dict(zip(pair.names, phrases[:2], strict=True)), "shared": phrases[2]},
            "conflicts": pair.n_conflicts,
            "parted": {name: {"crossing": n[0], "extra": n[1]} for name, n in pair.n_parted.items()},
            "unifiable_sentences": {"unlabelled": unlabelled, "labelled": labelled},
            "by_label": [_share(share) for side in range(2) for share in pair.by_label(side)],
            "by_length": [_share(share) for side in range(2) for share in pair.by_length(side)],
            "label_pairs": [
                {
                    "labels": dict(zip(pair.names, (row.one, row.two), strict=True)),
                    "count": row.count,
                    "conflict": row.conflict,
                    "examples": [self._example(example) for example in row.examples],
                }
                for row in pair.label_pairs
            ],
            "partings": [
                {
                    "scheme": row.scheme,
                    "kind": row.kind,
                    "label": row.label,
                    "other_label": row.other or None,
                    "count": row.count,
                    "examples": [self._example(example) for example in row.examples],
                }
                for row in pair.partings
            ],
        }

    def _example(self, example: Example) -> dict[str, str]:
        return {"sentence": self.loaded.sentence_name(example.sentence), "text": self.quote(example)}

    @property
    def frames(self) -> dict[str, pl.DataFrame]:
        """All data frames by name."""
        import polars as pl

        rows: dict[str, list[dict[str, Any]]] = {"shares": [], "label_pairs": [], "partings": []}
        for pair in self.pairs:
            which = {"schemes": "+".join(pair.names)}
            for kind, side in ((kind, side) for kind in ("label", "length") for side in range(2)):
                shares = pair.by_label(side) if kind == "label" else pair.by_length(side)
                rows["shares"] += [{**which, "by": kind, **_share(share)} for share in shares]
            for row in pair.label_pairs:
                rows["label_pairs"].append(
                    {**which, "one": row.one, "two": row.two, "count": row.count, "conflict": row.conflict}
                )
            for part in pair.partings:
                rows["partings"].append(
                    {**which, "scheme": part.scheme, "kind": part.kind, "label": part.label, "other": part.other}
                    | {"count": part.count, "example": self.quote(part.examples[0])}
                )
        return {name: pl.DataFrame(found, infer_schema_length=None) for name, found in rows.items()}

    @property
    def table_rows(self) -> list[Table]:
        """Tables for papers."""
        from tertium.reports.schemes_page import make_tables

        return make_tables(self)

    def page(self, width: int = 80) -> list[Line]:
        """The terminal page, line by line."""
        from tertium.reports.schemes_page import schemes_page

        return schemes_page(self, width)


def _begins(place: int, words: set[int]) -> bool:
    return place in words and place - 1 not in words


def _ends(place: int, words: set[int]) -> bool:
    return place in words and place + 1 not in words


def _share(share: Share) -> dict[str, Any]:
    return {
        "scheme": share.scheme,
        "kind": share.kind,
        "nodes": share.nodes,
        "shared": share.shared,
        "share": share.value,
    }
