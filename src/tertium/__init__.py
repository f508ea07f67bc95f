"""tertium: compare the outputs of taggers and parsers.

What each system scores, what exactly changed between any two of them, how complementary they are, and the sentences:

    import tertium

    result = tertium.compare("gold.conllu", {"old": "old.conllu", "new": "new.conllu"})
    print(result)            # the report
    result.differences       # data frames
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tertium.errors import FormatError, InputError, MismatchError, SourceError, TertiumError, UsageError

if TYPE_CHECKING:
    from tertium.api import compare, convert, curve, describe, diff, find_errors, repair, score, show
    from tertium.comparison.description import Description
    from tertium.reports.curve import Curve
    from tertium.reports.error_result import ErrorTypes
    from tertium.reports.result import Comparison, Diff, Repairs, Scores
    from tertium.reports.show_page import Drawings
    from tertium.trees.conversion import Conversion

__version__ = "0.1.0"

__all__ = [
    "Comparison",
    "Conversion",
    "Curve",
    "Description",
    "Diff",
    "Drawings",
    "ErrorTypes",
    "FormatError",
    "InputError",
    "MismatchError",
    "Repairs",
    "Scores",
    "SourceError",
    "TertiumError",
    "UsageError",
    "__version__",
    "compare",
    "convert",
    "curve",
    "describe",
    "diff",
    "find_errors",
    "repair",
    "score",
    "show",
]

_LATER = {
    "compare": "tertium.api",
    "convert": "tertium.api",
    "curve": "tertium.api",
    "describe": "tertium.api",
    "diff": "tertium.api",
    "find_errors": "tertium.api",
    "repair": "tertium.api",
    "score": "tertium.api",
    "show": "tertium.api",
    "Comparison": "tertium.reports.result",
    "Conversion": "tertium.trees.conversion",
    "Curve": "tertium.reports.curve",
    "Description": "tertium.comparison.description",
    "Diff": "tertium.reports.result",
    "Drawings": "tertium.reports.show_page",
    "ErrorTypes": "tertium.reports.error_result",
    "Repairs": "tertium.reports.result",
    "Scores": "tertium.reports.result",
}


def __getattr__(name: str) -> Any:
    """Import the heavy names when they are first used, so that `import tertium` costs nothing."""
    if name not in _LATER:
        raise AttributeError(f"module 'tertium' has no attribute {name!r}")
    from importlib import import_module

    return getattr(import_module(_LATER[name]), name)


def __dir__() -> list[str]:
    """The public names."""
    return sorted(__all__)
