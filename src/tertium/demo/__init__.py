"""The embedded demo: a small corpus written for this project, and three parsers that really ran on it.

See README.md in this folder for what the text is, how it was annotated, and which systems made the outputs.
"""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Final

from tertium.errors import SourceError

FOLDER: Final = Path(__file__).parent
GOLD: Final = "gold.conllu"


def demo_files() -> tuple[str, dict[str, str]]:
    """The gold, and the outputs by name, weakest first."""
    order = ("udpipe", "spacy", "stanza")
    found = {path.stem: str(path) for path in sorted(FOLDER.glob("*.conllu")) if path.name != GOLD}
    names = [*(name for name in order if name in found), *(name for name in found if name not in order)]
    return str(FOLDER / GOLD), {name: found[name] for name in names}


def copy_files(folder: str) -> list[str]:
    """Copy gold, outputs and README into a folder, which is made if need be; nothing there is written over.

    Raises:
        SourceError: The folder holds files of these names already, or cannot be made.
    """
    target = Path(folder)
    files = [path for path in sorted(FOLDER.iterdir()) if path.suffix in (".conllu", ".md")]
    taken = [path.name for path in files if (target / path.name).exists()]
    if taken:
        raise SourceError(f"holds {', '.join(taken)} already", path=folder, hint="give a new folder")
    try:
        target.mkdir(parents=True, exist_ok=True)
        return [str(shutil.copyfile(path, target / path.name)) for path in files]
    except OSError as error:
        raise SourceError(f"cannot be written ({error.strerror or error})", path=folder) from None


def what_to_look_at() -> str:
    """A few words for somebody who sees such a report for the first time."""
    return """
What to look at
  The first lines say which system scores higher, and at what price: even the better
  system breaks words that the other had right. "What changed" counts these new
  errors; the lists under it say of what kind, the sentences show them. "Together"
  tells what a perfect combination could reach; "By label" where it would pay.

Then try
  tertium demo --class new-error --pair udpipe spacy    the sentences it breaks
  tertium demo --only none                              what nobody gets right
  tertium demo --html report.html                       all of it as a page, with every sentence drawn
  tertium demo --copy demo                              the files, to play with
  tertium compare GOLD YOURS NEWER                      your own outputs"""
