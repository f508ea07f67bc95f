"""A PDF file in one order: the renderer numbers and lists fonts and other resources in a random one.

Objects are renumbered as they are reached from the root, lists of resources sorted by their names, and the table of
places is made anew: the same picture always gives the same bytes. A file that is not built as expected stays as it is.
"""

from __future__ import annotations

import re
from typing import Final

_STREAM: Final = re.compile(rb"stream\r?\n.*?\r?\nendstream", re.DOTALL)
_OBJECT: Final = re.compile(rb"^(\d+) 0 obj\n(.*?)\nendobj\n", re.DOTALL | re.MULTILINE)
_REFERENCE: Final = re.compile(rb"\b(\d+) 0 R\b")
_RESOURCES: Final = re.compile(rb"(?:^[ \t]*/\S+ \d+ 0 R\n){2,}", re.MULTILINE)
_TRAILER: Final = re.compile(rb"^trailer\n(<<.*?>>)\n", re.DOTALL | re.MULTILINE)
_HOLE: Final = re.compile(rb"\0stream (\d+)\0")


def settle_pdf(data: bytes) -> bytes:
    """The same document in the one order."""
    streams: list[bytes] = []

    def keep(found: re.Match[bytes]) -> bytes:
        streams.append(found[0])
        return b"\0stream %d\0" % (len(streams) - 1)

    text = _RESOURCES.sub(_sort_lines, _STREAM.sub(keep, data))
    objects = {int(found[1]): found[2] for found in _OBJECT.finditer(text)}
    first, trailer = _OBJECT.search(text), _TRAILER.search(text)
    if first is None or trailer is None:
        return data
    order = _walk(trailer[1], objects)
    if sorted(order) != sorted(objects):
        return data
    number = {old: new for new, old in enumerate(order, 1)}

    def rename(part: bytes) -> bytes:
        return _REFERENCE.sub(lambda found: b"%d 0 R" % number[int(found[1])], part)

    found = bytearray(text[: first.start()])
    places = []
    for old in order:
        places.append(len(found))
        body = _HOLE.sub(lambda hole: streams[int(hole[1])], rename(objects[old]))
        found += b"%d 0 obj\n%b\nendobj\n\n" % (number[old], body)
    table = len(found)
    found += b"xref\n0 %d\n0000000000 65535 f \n" % (len(places) + 1)
    found += b"".join(b"%010d 00000 n \n" % place for place in places)
    found += b"trailer\n%b\nstartxref\n%d\n%%%%EOF\n" % (rename(trailer[1]), table)
    return bytes(found)


def _sort_lines(run: re.Match[bytes]) -> bytes:
    return b"".join(sorted(run[0].splitlines(keepends=True)))


def _walk(start: bytes, objects: dict[int, bytes]) -> list[int]:
    """Objects in the order in which they are reached, each before those it refers to."""
    order: list[int] = []
    seen: set[int] = set()
    waiting = [int(number) for number in reversed(_REFERENCE.findall(start))]
    while waiting:
        number = waiting.pop()
        if number not in seen and number in objects:
            seen.add(number)
            order.append(number)
            waiting += [int(below) for below in reversed(_REFERENCE.findall(objects[number]))]
    return order
