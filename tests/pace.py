"""Which backends take milliseconds for each solution that they list, so that tests ask them for fewer."""

from __future__ import annotations

from unitdoku import find_backend

_SLOW = {"sat:maplecm", "sat:lingeling", "sat:cryptominisat"}


def is_slow(name: str) -> bool:
    """Whether a few hundred solutions take the backend seconds; so it is for all that begin anew for each."""
    return name in _SLOW or name.startswith("ilp:") or not find_backend(name).capabilities.incremental


def fewer(name: str, solutions: int, most: int) -> int:
    """So many solutions, or at most `most` for a slow backend."""
    return min(solutions, most) if is_slow(name) else solutions
