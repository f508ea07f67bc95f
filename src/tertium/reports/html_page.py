"""The HTML report: one file that opens offline, with everything it needs inside.

Verdict, tables and the first sentences are plain HTML (`page_content`), so that they can be read without JavaScript;
the page's script adds charts, the choice of a pair, filters and drawings. Text of a corpus gets into the page in two
ways only: through the template, which escapes it, and as JSON in which nothing can end what it stands in or act on
text. A policy in the head forbids every request and every script but the page's own.
"""

from __future__ import annotations

import json
import re
from base64 import b64encode
from hashlib import sha256
from importlib import resources
from typing import TYPE_CHECKING, Any, Final

from tertium.reports.drawings import drawing_script, drawing_style
from tertium.reports.drawn_sentences import draw_sentences
from tertium.reports.page import visible
from tertium.reports.page_charts import load_specs
from tertium.reports.page_content import page_content
from tertium.reports.page_data import first_pair, page_data
from tertium.reports.page_sample import sample_sentences
from tertium.reports.vega_bundle import load_bundle

if TYPE_CHECKING:
    from tertium.reports.comparison_result import Comparison

_ACTING: Final = re.compile("[<>&\\x7f-\\x9f\\u200e\\u200f\\u2028-\\u202e\\u2066-\\u2069]")
"""What ends an element, upsets an old parser, or acts on whoever looks at the page's text."""
_UNBROKEN: Final = re.compile(r"\bp (?:&lt;|=) [\w.-]+\w|\d %")
_SCRIPTS: Final = ("page_state.js", "page_tables.js", "page_charts.js", "page_sentences.js", "page.js")


def render_html(result: Comparison, *, all_sentences: bool = False) -> bytes:
    """The whole page."""
    import jinja2

    pair, units = first_pair(result), result.of_units
    chosen = None if all_sentences else sample_sentences(units)
    sentences = draw_sentences(units, chosen)
    first = _read("page_first.js")
    scripts = [drawing_script(), *(_read(name) for name in _SCRIPTS)]
    bundle = load_bundle()
    environment = jinja2.Environment(
        autoescape=True,
        loader=jinja2.FunctionLoader(_read),
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters |= {"visible": visible, "unbroken": _keep_numbers, "embedded": embed}
    text = environment.get_template("page.html").render(
        **page_content(result, pair),
        n_shown=len(sentences["sentences"]),
        style=_safe(drawing_style() + _read("page.css")),
        first=_safe(first),
        scripts=[_safe(script) for script in scripts],
        bundle=_safe(bundle),
        hashes=" ".join(f"'{_hash(script)}'" for script in (first, *scripts, bundle)),
        data=_safe(embed(page_data(result, pair, chosen))),
        sentences=_safe(embed(sentences)),
        charts=_safe(embed(load_specs())),
    )
    return text.encode("utf-8", errors="backslashreplace")


def embed(document: Any) -> str:
    r"""JSON for a script element or an attribute: no character of it can end that, upset an old parser, or act on text.

    >>> embed({"form": "</script>&\u2028"})
    '{"form":"\\u003c/script\\u003e\\u0026\\u2028"}'
    """
    text = json.dumps(document, ensure_ascii=False, separators=(",", ":"), allow_nan=False)
    return _ACTING.sub(lambda found: f"\\u{ord(found[0]):04x}", text)


def _read(name: str) -> str:
    return (resources.files("tertium.reports") / "web" / name).read_text(encoding="utf-8")


def _keep_numbers(text: str) -> Any:
    """The text as it is shown; a number and what belongs to it are not broken between two lines."""
    import markupsafe

    return _safe(_UNBROKEN.sub(r'<span class="unbroken">\g<0></span>', str(markupsafe.escape(visible(text)))))


def _safe(text: str) -> Any:
    """Text that is no corpus's: the template takes it as it is."""
    import markupsafe

    return markupsafe.Markup(text)  # noqa: S704 (our own scripts, and JSON without < and >)


def _hash(script: str) -> str:
    return f"sha256-{b64encode(sha256(script.encode()).digest()).decode()}"
