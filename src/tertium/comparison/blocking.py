"""Blocks: which sentences are exchanged or drawn together."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np

from tertium.errors import UsageError

if TYPE_CHECKING:
    from tertium._typing import Codes
    from tertium.corpus import Corpus


def find_blocks(gold: Corpus, block: str) -> Codes | None:
    """(n_sentences,) the block of each sentence; None: each is its own."""
    if block == "sentence":
        return None
    if block == "document":
        return np.repeat(np.arange(gold.n_docs, dtype=np.int32), np.diff(gold.doc_start))
    raise UsageError(f"there is no block {block!r}", hint="--block sentence or document")


def same_text(gold: Corpus) -> Codes:
    """(n_sentences,) a number for each sentence, the same where the words are the same; numbered as they occur."""
    known: dict[bytes, int] = {}
    form, bounds = gold.columns["form"], gold.sent_start.tolist()
    found = [known.setdefault(form[start:stop].tobytes(), len(known)) for start, stop in pairwise(bounds)]
    return np.array(found, dtype=np.int32)


def count_duplicates(gold: Corpus) -> int:
    """Sentences whose words have all occurred before, in this order."""
    return gold.n_sents - int(same_text(gold).max(initial=-1) + 1)
