"""The chart library for the HTML page: Vega, Vega-Lite and Vega-Embed as one script, made once and kept.

vl-convert bundles them offline, which takes seconds; so the script is kept in the user's cache folder, under a name
that tells the version of vl-convert. A file that was damaged is made again; where nothing can be kept, the script is
made each time. Runs at the same time write files of their own and rename them.
"""

from __future__ import annotations

import os
import sys
from hashlib import sha256
from importlib.metadata import version
from pathlib import Path
from typing import Final

from tertium.errors import SourceError
from tertium.reports.writing import write_files

_SNIPPET: Final = "window.vegaEmbed = vegaEmbed;"
_SUM: Final = 64  # characters of a SHA-256 sum


def load_bundle() -> str:
    """The script: it defines `window.vegaEmbed` and nothing else."""
    import vl_convert

    path = cache_folder() / f"vega-{version('vl-convert-python')}.js"
    kept = _read(path)
    if kept is not None:
        return kept
    made = wrap_script(vl_convert.javascript_bundle(_SNIPPET))
    _keep(path, made)
    return made


def cache_folder() -> Path:
    """Where this user's programs keep what they can make again: a folder of ours there."""
    if os.environ.get("XDG_CACHE_HOME"):
        base = Path(os.environ["XDG_CACHE_HOME"])
    elif sys.platform == "win32" and os.environ.get("LOCALAPPDATA"):
        base = Path(os.environ["LOCALAPPDATA"])
    elif sys.platform == "darwin":
        base = Path.home() / "Library" / "Caches"
    else:
        base = Path.home() / ".cache"
    return base / "tertium"


def wrap_script(code: str) -> str:
    r"""A module as a script whose names nobody else sees, and which no HTML parser ends early.

    >>> wrap_script("let html = '</script><!--';")
    "(()=>{let html = '<\\/script><\\!--';\n})();"
    """
    return "(()=>{" + code.replace("</script", "<\\/script").replace("<!--", "<\\!--") + "\n})();"


def _read(path: Path) -> str | None:
    """What was kept, if it is whole: its first line is the sum of the rest."""
    try:
        text = path.read_bytes()
    except OSError:
        return None
    stated, rest = text[:_SUM], text[_SUM + 1 :]
    return rest.decode("utf-8") if sha256(rest).hexdigest().encode() == stated else None


def _keep(path: Path, script: str) -> None:
    content = script.encode("utf-8")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        write_files({str(path): sha256(content).hexdigest().encode() + b"\n" + content})
    except (OSError, SourceError):
        return  # a folder that cannot be written costs time, nothing else
