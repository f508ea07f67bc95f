"""One way to compile all kernels: cached, without the interpreter's lock, floating point as written."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeVar, cast

from numba import njit

if TYPE_CHECKING:
    from collections.abc import Callable

    Function = TypeVar("Function", bound=Callable[..., Any])


def kernel(function: Function) -> Function:
    """The function compiled; `py_func` is the same in Python."""
    compiled: Any = njit(cache=True, nogil=True, fastmath=False)(function)
    return cast("Function", compiled)
