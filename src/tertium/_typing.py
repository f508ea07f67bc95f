"""Array aliases with their meaning, so that signatures tell what is inside."""

from __future__ import annotations

from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

Codes: TypeAlias = NDArray[np.int32]
"""One number for each row: a string's code in the vocabulary, or the index of another row; -1 is missing."""

Offsets: TypeAlias = NDArray[np.int64]
"""(n + 1,) borders: part i is rows offsets[i]:offsets[i + 1]."""

Mask: TypeAlias = NDArray[np.bool_]
"""One truth value for each row."""

Counts: TypeAlias = NDArray[Any]
"""(..., n_counts) additive counts, int64, or float64 where shares are summed; before them blocks, resamples or none."""

Scores: TypeAlias = NDArray[np.float64]
"""Values between 0 and 1 for each leading index of the counts they come from."""
