"""A lock on an open file: one program at a time, given back by the system when that ends, however it does."""

from __future__ import annotations

from typing import IO, Any

try:
    import fcntl
except ImportError:  # Windows: nobody looks whether another program writes here
    fcntl = None  # type: ignore[assignment]


def lock(file: IO[Any]) -> bool:
    """Takes the lock, if nobody has it; whether it is ours now. It goes when the file is closed."""
    if fcntl is not None:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            return False
    return True
