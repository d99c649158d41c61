"""A process and all that it started, which may be in groups and sessions of their own."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from contextlib import suppress


def tree(pid: int) -> Iterator[int]:
    """The process, its children, theirs, and so on, parents first. Reads `/proc`: elsewhere it is the process alone."""
    yield pid
    with suppress(OSError):
        for thread in os.listdir(f"/proc/{pid}/task"):
            with open(f"/proc/{pid}/task/{thread}/children", encoding="ascii") as file:
                children = file.read().split()
            for child in children:
                yield from tree(int(child))


def stopped_tree(pid: int) -> list[int]:
    """The same, all of them stopped: none can start another one while it is being ended."""
    stopped: dict[int, None] = {}
    while new := [each for each in tree(pid) if each not in stopped]:
        for each in new:
            stopped[each] = None
            with suppress(ProcessLookupError, PermissionError):
                os.kill(each, signal.SIGSTOP)
    return list(stopped)
