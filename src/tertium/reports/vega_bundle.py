"""The chart library for the HTML page: Vega, Vega-Lite and Vega-Embed as one script.

vl-convert bundles them offline, which takes seconds, so the script is kept (`kept_files`).
"""

from __future__ import annotations

from importlib.metadata import version
from typing import Final

from tertium.reports.kept_files import load_kept

_SNIPPET: Final = "window.vegaEmbed = vegaEmbed;"


def load_bundle() -> str:
    """The script: it defines `window.vegaEmbed` and nothing else."""
    return load_kept(f"vega-{version('vl-convert-python')}.js", _make_bundle)


def _make_bundle() -> str:
    import vl_convert

    return wrap_script(vl_convert.javascript_bundle(_SNIPPET))


def wrap_script(code: str) -> str:
    r"""A module as a script whose names nobody else sees, and which no HTML parser ends early.

    >>> wrap_script("let html = '</script><!--';")
    "(()=>{let html = '<\\/script><\\!--';\n})();"
    """
    return "(()=>{" + code.replace("</script", "<\\/script").replace("<!--", "<\\!--") + "\n})();"
