"""Caches of what follows from the rules of layouts: sessions share them, and a race empties them to measure set-up."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import ParamSpec, TypeVar

from .layout import Layout

_P = ParamSpec("_P")
_T = TypeVar("_T")

_EMPTIED_BY: list[Callable[[], None]] = []


def cached(most: int) -> Callable[[Callable[_P, _T]], Callable[_P, _T]]:
    """Returns a decorator: the function keeps the `most` results used last, until `forget` is called.

    It is for what a session computes when it is opened. Arguments are layouts, or parts of their rules.
    """

    def decorate(function: Callable[_P, _T]) -> Callable[_P, _T]:
        kept = lru_cache(maxsize=most)(function)
        _EMPTIED_BY.append(kept.cache_clear)
        return kept  # type: ignore[return-value] # its arguments are hashable, which ParamSpec cannot say

    return decorate


def forget(layout: Layout) -> None:
    """Drops what was derived from a layout, and empties all caches: the next session pays for what it needs."""
    kept = layout.__getstate__()
    for name in list(layout.__dict__):
        if name not in kept:
            del layout.__dict__[name]
    for empty in _EMPTIED_BY:
        empty()
