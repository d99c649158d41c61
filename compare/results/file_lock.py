"""A lock on an open file: one program at a time, given back by the system when that ends, however it does."""

from __future__ import annotations

import os
from typing import IO, Any
from weakref import WeakSet

try:
    import fcntl
except ImportError:  # Windows: nobody looks whether another program writes here
    fcntl = None  # type: ignore[assignment]

_locked: WeakSet[IO[Any]] = WeakSet()


def lock(file: IO[Any]) -> bool:
    """Takes the lock, if nobody has it; whether it is ours now. It goes when the file is closed, or this process ends.

    A forked child has the file, but not for long: it would keep the lock for as long as it lives.
    """
    if fcntl is not None:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            return False
        _locked.add(file)
    return True


def _let_go() -> None:
    """In a child: closes its share of the files, which leaves the parent's locks alone."""
    for file in list(_locked):
        file.close()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_let_go)
