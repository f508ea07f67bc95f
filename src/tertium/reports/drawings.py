"""The script and the style of the drawings, as texts to be put into a page."""

from __future__ import annotations

from pathlib import Path
from typing import Final

_FOLDER: Final = Path(__file__).parent / "web"
_SCRIPTS: Final = ("drawings.js", "drawings_arcs.js", "drawings_spans.js", "drawings_trees.js", "drawings_chains.js")


def drawing_script() -> str:
    """JavaScript that defines `tertiumDrawings`; what it does stands in the first lines of `web/drawings.js`."""
    return "\n".join((_FOLDER / name).read_text(encoding="utf-8") for name in _SCRIPTS)


def drawing_style() -> str:
    """The style sheet."""
    return (_FOLDER / "drawings.css").read_text(encoding="utf-8")
