"""Write the real output of the demo into README.md: `python docs/generate_demo.py`."""

from __future__ import annotations

import re
from pathlib import Path

import tertium
from tertium.demo import demo_files

README = Path(__file__).parent.parent / "README.md"


def excerpt() -> str:
    """The verdict, the scores, the matrix, and one pair of the page."""
    gold, systems = demo_files()
    sections = str(tertium.compare(gold, systems)).split("\n\n")
    chosen = [*sections[1:7], "[...]"]
    chosen += [section for section in sections if section.startswith(("New errors", "Together"))][:1]
    chosen += ["[...]", next(section for section in sections if section.startswith("Together"))]
    text = "\n\n".join(chosen).replace("\n\n[...]\n\n", "\n[...]\n")
    return "".join(f"    {row}".rstrip() + "\n" for row in text.split("\n"))


if __name__ == "__main__":
    page = README.read_text(encoding="utf-8")
    block = f"<!-- demo -->\n\n{excerpt()}\n<!-- /demo -->"
    README.write_text(
        re.sub(r"<!-- demo -->.*<!-- /demo -->", lambda _: block, page, flags=re.DOTALL), encoding="utf-8"
    )
