"""Forms as the alignment sees them: without white space, perhaps without case, with their length in characters."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Callable

    import polars as pl

    from tertium._typing import Codes
    from tertium.corpus import Vocab


class FormKeys:
    """Tables over the whole vocabulary, made when somebody asks, which must be after all words are read.

    White space means the characters of Unicode category Zs (no-break and ideographic space among them), as in the UD
    evaluation since version 1.1; a zero-width space or another normal form is a different text.
    """

    def __init__(self, vocab: Vocab, *, fold_case: bool = False) -> None:
        """Take the vocabulary."""
        self._vocab = vocab
        self._folds_case = fold_case
        self.fold: Callable[[str], str] = str.casefold if fold_case else str.lower

    @cached_property
    def text(self) -> pl.Series:
        """(n_strings,) strings without white space."""
        import polars as pl

        strings = self._vocab.strings.fill_null("")
        bare = pl.Series([text.casefold() for text in strings], dtype=pl.String) if self._folds_case else strings
        return bare.str.replace_all(r"\p{Zs}+", "") if bare.str.contains(r"\p{Zs}").any() else bare

    @cached_property
    def length(self) -> Codes:
        """(n_strings,) their characters."""
        return self.text.str.len_chars().to_numpy().astype(np.int32)

    @cached_property
    def code(self) -> Codes:
        """(n_strings,) the same number for the same text."""
        bare, strings = self.text, self._vocab.strings.head(len(self.text)).fill_null("")
        code: Codes = np.arange(len(bare), dtype=np.int32)
        changed = np.flatnonzero((bare != strings).to_numpy())
        code[changed] = self._vocab.encode(bare.gather(changed).to_list())
        return code

    def lower(self, forms: Codes) -> Codes:
        """The forms in lower case (or folded), as words inside multiword tokens are compared."""
        return self._vocab.rewrite(forms, self.fold)

    def join(self, forms: Codes) -> str:
        """The forms one after the other, as one text."""
        joined: str = self.text.gather(forms).str.join("").item()
        return joined
