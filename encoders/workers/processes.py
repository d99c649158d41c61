"""Child processes: started in a group of their own, measured, and killed with all that they started.

A child is killed when this process ends, however that happens, even while it runs a solver's C code, see `_tie`. A fork
of this process leaves the children to their parent: there they look ended.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections import deque
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from functools import partial
from multiprocessing.connection import Pipe
from threading import Thread, current_thread
from typing import IO, TYPE_CHECKING, Any
from weakref import WeakSet, finalize

from ...reference.contract.errors import BackendCrashed, BackendError, BackendOutOfMemory, shown
from .limits import END_SECONDS

if TYPE_CHECKING:
    import psutil


_MEMORY_WORDS = ("bad_alloc", "MemoryError", "out of memory", "Out of memory", "OutOfMemory", "Cannot allocate memory")
"""What programs print when the system refuses them memory."""

_LAST_LINES = 20
"""Lines of what a program prints that are kept, for the message if it crashes."""


class Child:
    """A program in a session of its own, out of reach of Ctrl-C, with all that it starts.

    `options` are those of `subprocess.Popen`; without them standard input is empty, and standard output and standard
    error are pipes, which have no buffer. `inherited` has the file descriptors (on Windows: handles) that the program
    gets. Raises OSError where it cannot be started.

    `kill` kills the program and all that it started, at once, waits for its end, and calls the functions `at_end`. It
    may be called twice, and is called when nothing refers to the child any more. Where the program has ended by itself,
    only processes in its group are found: others have a new parent by then.
    """

    def __init__(
        self,
        arguments: Sequence[str],
        inherited: Sequence[int] = (),
        at_end: Sequence[Callable[[], object]] = (),
        **options: Any,
    ) -> None:
        reading, self._lifeline = Pipe(duplex=False)
        streams = {"stdin": subprocess.DEVNULL, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE, **options}
        self.process: subprocess.Popen[bytes] = subprocess.Popen(  # noqa: S603 - no shell; the caller names the program
            arguments, bufsize=0, **streams, **_options(reading.fileno(), inherited)
        )
        self.pid = self.process.pid
        self.is_own = True
        """Whether this process started it; False in a fork of that process."""
        self.last_lines: deque[bytes] = deque(maxlen=_LAST_LINES)
        """What it printed last, see `keep_last_lines`."""
        self._at_end = [*at_end, self._lifeline.close]
        self.kill = finalize(self, _kill, self.process, self._at_end)
        CHILDREN.add(self)
        _tie(reading.fileno(), self.pid)
        reading.close()

    def keep_last_lines(self, stream: IO[bytes] | None) -> None:
        """Reads one of its pipes from now on, so that it is never full, and keeps the last lines."""
        # Of its own file descriptor: `kill` closes the pipe. The thread does not refer to the child: it would keep it.
        reading = os.dup(stream.fileno())  # type: ignore[union-attr]  # it is a pipe
        thread = Thread(target=_read_lines, args=(reading, self.last_lines), daemon=True)
        thread.start()
        self._at_end.append(partial(_join, thread))

    @property
    def alive(self) -> bool:
        """Whether the process has not ended yet; False in a fork, which cannot see that."""
        return self.process.poll() is None

    def resident_bytes(self) -> int:
        """Returns the bytes in memory of the process and all that it started; shared memory counts for each of them.

        Reads every process of the system, which takes milliseconds. 0 in a fork.
        """
        total = 0
        for each in tree_of(self.pid) if self.alive else ():
            with suppress(Exception):  # it has ended
                total += each.memory_info().rss
        return total

    def how_it_ended(self) -> str:
        """Returns the exit in words; kills a process that does not end by itself within `END_SECONDS`."""
        if not self.is_own:
            return "belongs to the process from which this one was forked"
        with suppress(subprocess.TimeoutExpired):
            self.process.wait(END_SECONDS)
        self.kill()
        code = self.process.returncode
        if code >= 0:
            return f"ended with exit code {code}"
        with suppress(ValueError):
            return f"was killed by {signal.Signals(-code).name}"
        return f"was killed by signal {-code}"

    def crash(self, text: str, output: bytes = b"") -> BackendError:
        """Returns the error for a program that ended: the text, how it ended, and the last line that it printed.

        It ran out of memory where it printed that.
        """
        how = self.how_it_ended()
        printed = (output + b"\n" + b"".join(self.last_lines)).decode(errors="replace")
        last = [shown(line, 200) for line in map(str.strip, printed.splitlines()) if line][-1:]
        error = BackendOutOfMemory if any(words in printed for words in _MEMORY_WORDS) else BackendCrashed
        return error(": ".join([f"{text} {how}", *last]))

    def leave_to_parent(self) -> None:
        """Runs in a fork. A copy of the lifeline would keep the child alive after its parent."""
        self.is_own = False
        self.kill.detach()
        self.process.returncode = 0
        self._lifeline.close()
        with self.process:  # closes its pipes
            pass


CHILDREN: WeakSet[Child] = WeakSet()
"""All that this process started, those that have ended included."""


def _leave_children() -> None:
    for child in list(CHILDREN):
        child.leave_to_parent()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_leave_children)


def _options(lifeline: int, inherited: Sequence[int]) -> dict[str, Any]:
    """Returns the options of `Popen` for a group of its own and for what the program inherits."""
    if sys.platform == "win32":
        for handle in inherited:
            os.set_handle_inheritable(handle, True)
        startup = subprocess.STARTUPINFO(lpAttributeList={"handle_list": [*inherited]})
        return {"creationflags": subprocess.CREATE_NEW_PROCESS_GROUP, "startupinfo": startup}
    return {"start_new_session": True, "pass_fds": [lifeline, *inherited]}


def _tie(reading: int, pid: int) -> None:
    """Makes the kernel kill a process group when this process ends (Linux; elsewhere no effect).

    This process holds the writing end of a pipe open and writes nothing. The child inherits the reading end, and its
    group owns that: when the last writing end is closed, the kernel sends the owner SIGKILL (`fcntl(2)`, F_SETOWN and
    F_SETSIG).
    """
    if sys.platform == "linux":
        import fcntl

        with suppress(OSError):  # a system that only resembles Linux
            fcntl.fcntl(reading, fcntl.F_SETOWN, -pid)
            fcntl.fcntl(reading, fcntl.F_SETSIG, signal.SIGKILL)
            fcntl.fcntl(reading, fcntl.F_SETFL, fcntl.fcntl(reading, fcntl.F_GETFL) | os.O_ASYNC)


def _kill(process: subprocess.Popen[bytes], at_end: Iterable[Callable[[], object]]) -> None:
    """Kills a process and all that it started; a function, as a method would keep its object alive."""
    found: list[psutil.Process] = []
    try:
        if process.poll() is None:
            _signal_group(process.pid, "SIGSTOP")  # so that none there starts another one
            found = tree_of(process.pid)
    finally:  # also after Ctrl-C: what is stopped would stay so
        _signal_group(process.pid, "SIGKILL")
        for each in found:
            with suppress(Exception):  # it has ended, or belongs to another user
                each.kill()
        with process:  # closes its pipes, and waits for its end
            pass
        for end in at_end:
            end()


def _read_lines(reading: int, last_lines: deque[bytes]) -> None:
    with open(reading, "rb") as stream:
        # By pieces: a line may never end.
        while piece := stream.readline(1000):
            last_lines.append(piece)


def _join(thread: Thread) -> None:
    """Waits for the end of a thread; it reads on if a process that left the child's group has its pipe open."""
    if thread is not current_thread():  # it may have had the last reference to the child
        thread.join(END_SECONDS)


def _signal_group(pid: int, name: str) -> None:
    if os.name == "posix":
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(pid, signal.Signals[name])


def tree_of(pid: int) -> list[psutil.Process]:
    """Returns a process and all that it started; reads every process of the system."""
    import psutil

    with suppress(psutil.Error):
        root = psutil.Process(pid)
        return [root, *root.children(recursive=True)]
    return []


# The memory and the processor time that this process and its children take.


def peak_bytes() -> int:
    """Returns the most memory that this process, or one that it started, ever held; of running ones only on Linux.

    On Linux the peak of this process comes from `/proc`: that of `getrusage` begins with the parent's.
    """
    if sys.platform == "win32":
        import psutil

        return int(psutil.Process().memory_info().peak_wset)
    import resource

    unit = 1 if sys.platform == "darwin" else 1024
    ended = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss * unit
    own = _high_water("self") or resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * unit
    return max(ended, own, *(_high_water(str(child.pid)) for child in list(CHILDREN) if child.alive))


def running_ns() -> int:
    """Returns the nanoseconds of processor time of children that still run; on Linux, elsewhere 0."""
    return sum(processor_ns(child.pid) for child in list(CHILDREN) if child.alive)


def processor_ns(pid: int) -> int:
    """Returns the nanoseconds of processor time of all threads of a process; on Linux, elsewhere 0."""
    if sys.platform == "linux":
        with suppress(OSError):
            return time.clock_gettime_ns(~pid << 3 | 2)  # as clock_getcpuclockid(3) makes it
    return 0


def _high_water(process: str) -> int:
    """Returns the most bytes that a process ever held, by `/proc`; 0 where that is not known."""
    with suppress(OSError, ValueError, StopIteration), open(f"/proc/{process}/status", "rb") as file:
        return 1024 * next(int(line.split()[1]) for line in file if line.startswith(b"VmHWM"))
    return 0


def reset_peak() -> None:
    """Makes `peak_bytes` begin from what this process holds now, where the system offers that (Linux)."""
    with suppress(OSError), open("/proc/self/clear_refs", "w", encoding="ascii") as file:
        file.write("5")


def only_waits(pid: int, seconds: float) -> bool:
    """Returns whether a process sleeps, and all that it started take no processor time for so many seconds.

    To see that it sleeps would not do: a shell sleeps while its command computes, and so does the first thread of a
    Java program.
    """
    import psutil

    tree = tree_of(pid)
    before = sum(processor_ns(each.pid) for each in tree)
    time.sleep(seconds)
    with suppress(psutil.Error, IndexError):  # it has just ended
        return sum(processor_ns(each.pid) for each in tree) == before and tree[0].status() == psutil.STATUS_SLEEPING
    return False
