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
    from tertium.api import (
        compare,
        convert,
        cross,
        curve,
        describe,
        diff,
        find_errors,
        noise,
        repair,
        rewrite,
        schemes,
        score,
        show,
        show_functional,
        suspects,
    )
    from tertium.comparison.description import Description
    from tertium.reports.comparison_result import Comparison
    from tertium.reports.cross_result import Cross
    from tertium.reports.curve import Curve
    from tertium.reports.diff_result import Diff
    from tertium.reports.error_result import ErrorTypes
    from tertium.reports.functional_result import FunctionalDrawings
    from tertium.reports.noise_bounds import NoiseBounds
    from tertium.reports.noise_result import Noise
    from tertium.reports.repair_result import Repairs
    from tertium.reports.result import Scores
    from tertium.reports.schemes_result import SchemeDifferences
    from tertium.reports.show_page import Drawings
    from tertium.reports.suspect_result import Suspects
    from tertium.trees.conversion import Conversion

__version__ = "0.1.0"

__all__ = [
    "Comparison",
    "Conversion",
    "Cross",
    "Curve",
    "Description",
    "Diff",
    "Drawings",
    "ErrorTypes",
    "FormatError",
    "FunctionalDrawings",
    "InputError",
    "MismatchError",
    "Noise",
    "NoiseBounds",
    "Repairs",
    "SchemeDifferences",
    "Scores",
    "SourceError",
    "Suspects",
    "TertiumError",
    "UsageError",
    "__version__",
    "compare",
    "convert",
    "cross",
    "curve",
    "describe",
    "diff",
    "find_errors",
    "noise",
    "repair",
    "rewrite",
    "schemes",
    "score",
    "show",
    "show_functional",
    "suspects",
]

_LATER = {
    "compare": "tertium.api",
    "convert": "tertium.api",
    "cross": "tertium.api",
    "curve": "tertium.api",
    "describe": "tertium.api",
    "diff": "tertium.api",
    "find_errors": "tertium.api",
    "noise": "tertium.api",
    "repair": "tertium.api",
    "rewrite": "tertium.api",
    "schemes": "tertium.api",
    "score": "tertium.api",
    "show": "tertium.api",
    "show_functional": "tertium.api",
    "suspects": "tertium.api",
    "Comparison": "tertium.reports.comparison_result",
    "Conversion": "tertium.trees.conversion",
    "Cross": "tertium.reports.cross_result",
    "Curve": "tertium.reports.curve",
    "Description": "tertium.comparison.description",
    "Diff": "tertium.reports.diff_result",
    "Drawings": "tertium.reports.show_page",
    "FunctionalDrawings": "tertium.reports.functional_result",
    "ErrorTypes": "tertium.reports.error_result",
    "Noise": "tertium.reports.noise_result",
    "NoiseBounds": "tertium.reports.noise_bounds",
    "Repairs": "tertium.reports.repair_result",
    "SchemeDifferences": "tertium.reports.schemes_result",
    "Scores": "tertium.reports.result",
    "Suspects": "tertium.reports.suspect_result",
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
