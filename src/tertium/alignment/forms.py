"""Forms as the alignment sees them: without white space, perhaps without case, with their length in characters."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Callable

    import polars as pl

    from tertium._typing import Codes
    from tertium.corpus import Vocab


class FormKeys:
    """Tables over the whole vocabulary, made once after all files are read.

    White space means the characters of Unicode category Zs (no-break and ideographic space among them), as in the UD
    evaluation since version 1.1; a zero-width space or another normal form is a different text.
    """

    def __init__(self, vocab: Vocab, *, fold_case: bool = False) -> None:
        """Take the vocabulary as it is now."""
        import polars as pl

        self._vocab = vocab
        self.fold: Callable[[str], str] = str.casefold if fold_case else str.lower
        strings = vocab.strings.fill_null("")
        bare = pl.Series([text.casefold() for text in strings], dtype=pl.String) if fold_case else strings
        if bare.str.contains(r"\p{Zs}").any():
            bare = bare.str.replace_all(r"\p{Zs}+", "")
        self.text: pl.Series = bare
        self.length: Codes = bare.str.len_chars().to_numpy().astype(np.int32)
        self.code: Codes = np.arange(len(strings), dtype=np.int32)
        changed = np.flatnonzero((bare != strings).to_numpy())
        self.code[changed] = vocab.encode(bare.gather(changed).to_list())

    def lower(self, forms: Codes) -> Codes:
        """The forms in lower case (or folded), as words inside multiword tokens are compared."""
        return self._vocab.rewrite(forms, self.fold)

    def join(self, forms: Codes) -> str:
        """The forms one after the other, as one text."""
        joined: str = self.text.gather(forms).str.join("").item()
        return joined
