"""Pieces of HTML for notebooks: tables, text and sentences, light, self-contained, with the look of the HTML report.

Everything that is given is text: it is escaped here, and characters that act on a page are shown as escapes. Colours
are of middling lightness, so that they are read on white and on black.
"""

from __future__ import annotations

import unicodedata
from html import escape as _escape
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping, Sequence

SIGNS: Final[dict[str, str]] = {"correction": "▲", "new_error": "▼", "changed_error": "◆", "": "●"}
_NAMES: Final = {"correction": "corrections", "new_error": "new errors", "changed_error": "changed errors"}
_ACT: Final = frozenset({"Cc", "Cs", "Zl", "Zp"})
_BIDI: Final = frozenset("\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
_STYLE: Final = """\
.tertium{font:14px/1.45 system-ui,"Segoe UI",Roboto,"Liberation Sans",Arial,sans-serif;max-width:60em}
.tertium h3{font-size:17px;line-height:1.35;margin:.2em 0 .3em;font-weight:600}
.tertium p{margin:.3em 0}.tertium .quiet{opacity:.72;font-size:12.5px}
.tertium table{border-collapse:collapse;margin:.8em 0;font-variant-numeric:tabular-nums}
.tertium caption{text-align:left;opacity:.72;font-size:12.5px;padding-bottom:3px;caption-side:top}
.tertium th,.tertium td{padding:2px 10px;text-align:right;border:0;background:none}
.tertium th.t,.tertium td.t{text-align:left;padding-left:0}
.tertium thead th{border-bottom:1px solid rgba(128,128,128,.6);font-weight:600}
.tertium tr.rule td{border-top:1px solid rgba(128,128,128,.4)}
.tertium .bar{display:flex;height:9px;max-width:36em;margin:.4em 0;gap:2px}
.tertium .bar i{display:block;border-radius:2px}
.tertium .correction{color:#2f8a46}.tertium .new_error{color:#d0453b}.tertium .changed_error{color:#a37a12}
.tertium i.correction{background:#2f8a46}.tertium i.new_error{background:#d0453b}
.tertium i.changed_error{background:#a37a12}
.tertium .mark{font-size:.85em}
.tertium pre{font:12.5px/1.35 ui-monospace,"DejaVu Sans Mono",Menlo,Consolas,monospace}
.tertium pre{overflow-x:auto;background:none;margin:0}
.tertium pre .bold{font-weight:700}.tertium pre .dim{opacity:.65}.tertium pre .green{color:#2f8a46}
.tertium pre .red{color:#d0453b}.tertium pre .yellow{color:#a37a12}
"""


def escape(text: str) -> str:
    r"""Text that HTML takes literally.

    >>> escape("<b>\u2028")
    '&lt;b&gt;\\u2028'
    """
    shown = "".join(
        character.encode("unicode_escape").decode("ascii")
        if character in _BIDI or unicodedata.category(character) in _ACT
        else character
        for character in text
    )
    return _escape(shown, quote=True)


def frame(*parts: str) -> str:
    """The pieces in one element, with their style."""
    return f'<div class="tertium"><style>{_STYLE}</style>{"".join(parts)}</div>'


def heading(text: str) -> str:
    """What matters most, in large type."""
    return f"<h3>{escape(text)}</h3>"


def paragraph(text: str, *, quiet: bool = False) -> str:
    """Some text."""
    return f'<p class="quiet">{escape(text)}</p>' if quiet else f"<p>{escape(text)}</p>"


def table(
    caption: str,
    head: Sequence[str],
    rows: Iterable[Sequence[str]],
    *,
    text_columns: int = 1,
    rules: Collection[int] = (),
    best: Collection[tuple[int, int]] = (),
) -> str:
    """A table; columns of text stand left, numbers right."""
    classes = [' class="t"' if place < text_columns else "" for place in range(len(head))]
    cells = "".join(f"<th{own} scope=col>{escape(text)}</th>" for own, text in zip(classes, head, strict=True))
    body = []
    for number, row in enumerate(rows):
        texts = [
            f"<b>{escape(text)}</b>" if (number, place) in best else escape(text) for place, text in enumerate(row)
        ]
        start = '<tr class="rule">' if number in rules else "<tr>"
        body.append(
            start + "".join(f"<td{own}>{text}</td>" for own, text in zip(classes, texts, strict=False)) + "</tr>"
        )
    told = f"<caption>{escape(caption)}</caption>" if caption else ""
    return f"<table>{told}<thead><tr>{cells}</tr></thead><tbody>{''.join(body)}</tbody></table>"


def class_bar(counts: Mapping[str, int]) -> str:
    """How many differences there are of each class, as a bar and in words."""
    total = sum(counts.values())
    if not total:
        return ""
    parts = "".join(
        f'<i class="{kind}" style="width:{100 * count / total:.1f}%"></i>' for kind, count in counts.items() if count
    )
    words = " &nbsp; ".join(
        f'<span class="{kind}">{SIGNS[kind]}</span> {count:,} {_NAMES[kind]}' for kind, count in counts.items()
    )
    return f'<div class="bar" aria-hidden="true">{parts}</div><p>{words}</p>'


def sentence(words: Sequence[str], marks: Mapping[int, Sequence[tuple[str, str]]]) -> str:
    """A sentence with marks, each a class and a text, behind some of its words."""
    parts = []
    for place, word in enumerate(words):
        own = "".join(
            f'<bdi class="mark {kind}">[{SIGNS.get(kind, SIGNS[""])} {escape(text)}]</bdi>'
            for kind, text in marks.get(place, ())
        )
        parts.append(f"<b>{escape(word)}</b>{own}" if own else escape(word))
    return f'<p dir="auto">{" ".join(parts)}</p>'


def lines(rows: Iterable[Iterable[tuple[str, str]]]) -> str:
    """Lines of a terminal page: texts with their styles."""
    shown = [
        "".join(
            f'<span class="{escape(style)}">{escape(text)}</span>' if style else escape(text) for text, style in row
        )
        for row in rows
    ]
    return "<pre>" + "\n".join(shown) + "</pre>"
