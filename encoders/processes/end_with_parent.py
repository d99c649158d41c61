"""Ends this process when its parent is gone, even while it is deep in a solver's code, which never looks up."""

from __future__ import annotations

import os
import select
import signal

try:
    import fcntl
except ImportError:  # Windows: such a process goes on until its search ends
    fcntl = None  # type: ignore[assignment]


class Watch:
    """Has the kernel end this process when the other end of a pipe closes; between `begin` and `end` only.

    The signal for that, SIGIO, comes for input as well: nothing may be sent through the pipe in between.
    """

    def __init__(self, pipe: int) -> None:
        self._pipe = pipe
        if fcntl is not None:
            signal.signal(signal.SIGIO, signal.SIG_DFL)
            fcntl.fcntl(pipe, fcntl.F_SETOWN, os.getpid())
            self._poll = select.poll()
            self._poll.register(pipe, 0)

    def begin(self) -> None:
        """From now on the end of the parent is the end of this process."""
        if fcntl is not None:
            fcntl.fcntl(self._pipe, fcntl.F_SETFL, fcntl.fcntl(self._pipe, fcntl.F_GETFL) | os.O_ASYNC)
            # The parent may have ended just before: of that there is no signal any more.
            for _, event in self._poll.poll(0):
                if event & select.POLLHUP:
                    os._exit(0)

    def end(self) -> None:
        """From now on input is welcome."""
        if fcntl is not None:
            fcntl.fcntl(self._pipe, fcntl.F_SETFL, fcntl.fcntl(self._pipe, fcntl.F_GETFL) & ~os.O_ASYNC)
