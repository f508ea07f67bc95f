"""JSON texts: what Python reads from them, as long as it can be written again.

JSON can name half of a surrogate pair (the escape of U+D800 alone), which is no character: no file can hold it, and
nothing can print it. It is refused where it is read.
"""

from __future__ import annotations

import json
import re
from typing import Any, Final

_ESCAPES: Final = re.compile(r"\\\\|\\u[dD][89abAB]..\\u[dD][c-fC-F]..|(\\u[dD][89a-fA-F])", re.DOTALL)


def parse_json(content: str) -> Any:
    r"""What a JSON text says.

    >>> parse_json('["\\ud83d\\ude00", "\\\\ud800"]')
    ['😀', '\\ud800']

    Raises:
        JSONDecodeError: It is no JSON, nested too deeply, or holds half of a surrogate pair.
    """
    try:
        found = json.loads(content)
    except RecursionError:
        raise json.JSONDecodeError("nested too deeply", content, 0) from None
    escapes = _ESCAPES.finditer(content) if "\\u" in content else ()
    half = next((escape.start() for escape in escapes if escape[1]), None)
    if half is not None:
        raise json.JSONDecodeError("half of a surrogate pair is no character", content, half)
    return found
