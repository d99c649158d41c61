"""Child processes: started in a group of their own, measured, and killed with all that they started.

A child is killed when this process ends, however that happens, even while it runs a solver's C code, see `Lifeline`.
"""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Mapping, Sequence
from contextlib import suppress
from time import perf_counter, sleep
from typing import TYPE_CHECKING
from weakref import WeakSet

from ...reference.deadline import Deadline
from ...reference.errors import BackendCrashed, BackendError, BackendOutOfMemory
from .limits import END_SECONDS, TREE_SECONDS, TREE_SHARE, on_linux

# What takes long to import is imported where it is needed: some of this runs in every worker.
if TYPE_CHECKING:
    from subprocess import Popen

    import psutil

_MEMORY_WORDS = ("bad_alloc", "MemoryError", "out of memory", "Out of memory", "OutOfMemory", "Cannot allocate memory")
"""What programs print when the system refuses them memory."""

_SPARE_BYTES = 1 << 30
"""Libraries map more memory than they touch, and each thread has its stack."""


class Lifeline:
    """A pipe that makes the kernel kill a child's process group when this process ends (Linux; elsewhere no effect).

    This process holds the writing end open and writes nothing. The child inherits the reading end, and its group owns
    that: when the last writing end is closed, the kernel sends the owner SIGKILL (`fcntl(2)`, F_SETOWN and F_SETSIG).
    """

    def __init__(self) -> None:
        self.ends: tuple[int, ...] = os.pipe() if on_linux() else ()
        """The reading end, until a child is tied, and the writing end."""
        _lifelines.add(self)

    def tie(self, pid: int) -> None:
        """Ties the group of a child that has inherited the reading end."""
        if sys.platform == "linux" and self.ends:
            import fcntl

            reading, writing = self.ends
            with suppress(OSError):  # a system that only resembles Linux
                fcntl.fcntl(reading, fcntl.F_SETOWN, -pid)
                fcntl.fcntl(reading, fcntl.F_SETSIG, signal.SIGKILL)
                fcntl.fcntl(reading, fcntl.F_SETFL, fcntl.fcntl(reading, fcntl.F_GETFL) | os.O_ASYNC)
            self.ends = (writing,)
            os.close(reading)

    def close(self) -> None:
        """Closes this process's ends, which kills what is tied; may be called twice."""
        ends, self.ends = self.ends, ()
        for end in ends:
            os.close(end)


_lifelines: WeakSet[Lifeline] = WeakSet()


def _close_writing_ends() -> None:
    """Runs in a fork: a copy of a writing end would keep the parent's children alive as long as the fork lives."""
    for lifeline in list(_lifelines):
        for end in lifeline.ends[-1:]:
            os.close(end)
        lifeline.ends = ()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_close_writing_ends)


class Child:
    """A child process that leads a group of its own, and all that it starts."""

    def __init__(self, process: Popen[bytes], lifeline: Lifeline) -> None:
        lifeline.tie(process.pid)
        self.process = process
        self.pid = process.pid
        self._lifeline = lifeline
        self._root: psutil.Process | None = None
        self._killed = False
        self._parent = os.getpid()
        CHILDREN.add(self)

    @property
    def is_own(self) -> bool:
        """Whether this process started it; False in a fork of that process, which must leave it alone."""
        return self._parent == os.getpid()

    @property
    def alive(self) -> bool:
        """Whether the process has not ended yet; False in a fork, which cannot see that."""
        return self.is_own and self.process.poll() is None

    def watch(self) -> None:
        """Loads now what `resident_bytes` and `kill` would load at their first call."""
        import psutil

        with suppress(psutil.Error):
            self._root = self._root or psutil.Process(self.pid)

    def resident_bytes(self) -> int:
        """Returns the bytes in memory of the process and all that it started; shared memory counts for each of them.

        Processes that were started within the last `TREE_SECONDS` may be missing. 0 in a fork.
        """
        if not self.is_own:
            return 0
        self.watch()
        return 0 if self._root is None else sum(map(_resident_bytes, (self._root, *_descendants(self._root))))

    def kill(self) -> None:
        """Kills the process and all that it started, at once, and waits for its end; may be called twice.

        Where the process has ended by itself, only processes in its group are found: others have a new parent by then.
        Does nothing in a fork.
        """
        if not self.is_own:
            return
        if not self._killed:
            stopped: list[psutil.Process] = []
            try:
                if self.alive:
                    self._stop_tree(stopped)
            finally:  # also after Ctrl-C: what is stopped would stay so
                self._killed = True
                self._kill_all(stopped)
        self._wait(Deadline(None))
        self._lifeline.close()

    def how_it_ended(self) -> str:
        """Returns the exit in words; kills a process that does not end by itself within `END_SECONDS`."""
        if not self.is_own:
            return "belongs to the process from which this one was forked"
        self._wait(Deadline(END_SECONDS))
        self.kill()
        code = self.process.poll() or 0
        if code >= 0:
            return f"ended with exit code {code}"
        with suppress(ValueError):
            return f"was killed by {signal.Signals(-code).name}"
        return f"was killed by signal {-code}"

    def _wait(self, deadline: Deadline) -> None:
        while self.alive and not deadline.expired:
            sleep(0.0005)

    def _kill_all(self, stopped: Sequence[psutil.Process]) -> None:
        if os.name == "posix":
            with suppress(ProcessLookupError, PermissionError):
                os.killpg(self.pid, signal.SIGKILL)
        for each in stopped:
            with suppress(Exception):  # it has ended, or belongs to another user
                each.kill()

    def _stop_tree(self, stopped: list[psutil.Process]) -> None:
        """Stops the process and all that it started, so that none can start another one, and adds them to the list."""
        import psutil

        self.watch()
        new = [] if self._root is None else [self._root]
        while new:
            for each in new:
                with suppress(psutil.Error):
                    each.suspend()
            stopped += new
            new = []
            with suppress(psutil.Error):
                new = [each for each in stopped[0].children(recursive=True) if each not in stopped]


CHILDREN: WeakSet[Child] = WeakSet()
"""All that this process started, those that have ended included."""


def start(arguments: Sequence[str], stdin: int, environment: Mapping[str, str] | None = None) -> Child:
    """Starts a program in a session of its own, out of reach of Ctrl-C, with pipes for its output and errors.

    Raises OSError where it cannot be started.
    """
    import subprocess

    lifeline = Lifeline()
    try:
        process = subprocess.Popen(  # noqa: S603 - no shell; the caller names the program
            arguments,
            stdin=stdin,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env=environment,
            start_new_session=True,
            pass_fds=lifeline.ends[:1],
            creationflags=getattr(subprocess, "CREATE_NEW_PROCESS_GROUP", 0),  # Windows
        )
    except BaseException:
        lifeline.close()
        raise
    return Child(process, lifeline)


def crash_error(text: str, printed: bytes) -> BackendError:
    """Returns the error for a program that failed: out of memory where it printed that, else a crash."""
    lacked = any(words.encode() in printed for words in _MEMORY_WORDS)
    return BackendOutOfMemory(text) if lacked else BackendCrashed(text)


def refuse_memory_beyond(limit: int) -> None:
    """Makes the system refuse this process data of more than it has mapped now, twice `limit` bytes and 1 GiB.

    Each of its children too. This stops a process that asks for memory faster than the checks come, or never touches
    it.
    """
    if sys.platform == "linux":
        import resource

        _, hard = resource.getrlimit(resource.RLIMIT_DATA)
        with suppress(OSError, ValueError, OverflowError):  # a limit that no machine reaches is none
            with open("/proc/self/statm", encoding="ascii") as file:  # proc(5): the sixth number is pages of data
                mapped = int(file.read().split()[5]) * resource.getpagesize()
            bound = mapped + 2 * limit + _SPARE_BYTES
            if hard != resource.RLIM_INFINITY:
                bound = min(bound, hard)
            resource.setrlimit(resource.RLIMIT_DATA, (bound, hard))


class _Scan:
    """The last search for all that this process started; it reads every process there is, so all children share it."""

    parents: dict[psutil.Process, int] = {}  # noqa: RUF012 - replaced as a whole
    """Each descendant with the number of its parent; parents come first."""
    next_time = 0.0


def _descendants(root: psutil.Process) -> list[psutil.Process]:
    """Returns all that a child of this process started, as of the last search."""
    import psutil

    started = perf_counter()
    if started >= _Scan.next_time:
        _Scan.next_time = started + TREE_SECONDS  # at once, for other threads
        parents = {}
        for each in psutil.Process().children(recursive=True):
            with suppress(psutil.Error):
                parents[each] = each.ppid()
        _Scan.parents = parents
        _Scan.next_time = perf_counter() + max(TREE_SECONDS, (perf_counter() - started) / TREE_SHARE)
    found = {root.pid: root}
    for each, parent in _Scan.parents.items():
        if parent in found:
            found[each.pid] = each
    return list(found.values())[1:]


def _resident_bytes(process: psutil.Process) -> int:
    import psutil

    with suppress(psutil.Error):
        return int(process.memory_info().rss)
    return 0
