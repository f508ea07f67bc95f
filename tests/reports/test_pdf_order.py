"""PDF files in one order, whatever order the renderer chose."""

from __future__ import annotations

from tertium.reports.pdf_order import settle_pdf

STREAM = b"stream\n/b 1 0 R\n/a 2 0 R\n9 0 obj\nendobj\nendstream"
"""Looks like objects and references; whatever is inside of a stream must not be touched."""


def make(root: int, fonts: tuple[int, int], *, turned: bool) -> bytes:
    """A document of a root and two fonts, numbered and listed in some order."""
    names = [b"  /one %d 0 R\n" % fonts[0], b"  /two %d 0 R\n" % fonts[1]]
    objects = {
        root: b"<<\n%b>>" % b"".join(reversed(names) if turned else names),
        fonts[0]: b"<< /Font /One >>\n" + STREAM,
        fonts[1]: b"<< /Font /Two >>",
    }
    found, places = b"%PDF-1.7\n\n", {}
    for number in sorted(objects, reverse=turned):
        places[number] = len(found)
        found += b"%d 0 obj\n%b\nendobj\n\n" % (number, objects[number])
    table = b"".join(b"%010d 00000 n \n" % places[number] for number in sorted(places))
    tail = b"trailer\n<<\n  /Size 4\n  /Root %d 0 R\n>>\nstartxref\n%d\n%%%%EOF\n" % (root, len(found))
    return found + b"xref\n0 4\n0000000000 65535 f \n" + table + tail


def test_settle__one_document_one_file() -> None:
    first, second = make(1, (2, 3), turned=False), make(2, (3, 1), turned=True)
    assert first != second
    assert settle_pdf(first) == settle_pdf(second)
    assert settle_pdf(settle_pdf(first)) == settle_pdf(first)


def test_settle__leaves_streams_alone_and_says_where_objects_are() -> None:
    data = settle_pdf(make(2, (3, 1), turned=True))
    assert STREAM in data
    start = int(data.rsplit(b"startxref\n", 1)[1].split()[0])
    assert data[start:].startswith(b"xref\n0 4\n")
    for number in (1, 2, 3):
        place = int(data[start:].splitlines()[2 + number].split()[0])
        assert data[place:].startswith(b"%d 0 obj\n" % number)
    assert b"/one 2 0 R\n  /two 3 0 R" in data


def test_settle__leaves_other_files_alone() -> None:
    assert settle_pdf(b"no PDF at all") == b"no PDF at all"
    broken = make(1, (2, 3), turned=False).replace(b"/two 3 0 R", b"/two 1 0 R")  # an object nobody refers to
    assert settle_pdf(broken) == broken
