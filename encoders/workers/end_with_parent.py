"""Ends this process when its parent is gone, even while it is deep in a solver's code, which never looks up."""

from __future__ import annotations

import os
import select
import signal

try:
    import fcntl
except ImportError:  # Windows: such a process goes on until its search ends
    fcntl = None  # type: ignore[assignment]


def lifeline() -> tuple[int | None, int | None]:
    """A pipe's reading end, for the child, and its writing end, which the parent keeps open and never writes to.

    It is a pipe of its own since the signal for its end, SIGIO, comes for input as well: and even for input that has
    been read by then, when the writer is slow to leave the system. Nothing where there is no such signal.
    """
    return (None, None) if fcntl is None else os.pipe()


def end_with_parent(reading: int) -> None:
    """From now on the kernel ends this process when the other end of its lifeline is closed, or the parent ends."""
    signal.signal(signal.SIGIO, signal.SIG_DFL)
    fcntl.fcntl(reading, fcntl.F_SETOWN, os.getpid())
    fcntl.fcntl(reading, fcntl.F_SETFL, fcntl.fcntl(reading, fcntl.F_GETFL) | os.O_ASYNC)
    # The parent may have ended just before: of that there is no signal any more.
    poll = select.poll()
    poll.register(reading, 0)
    if any(event & select.POLLHUP for _, event in poll.poll(0)):
        os._exit(0)
