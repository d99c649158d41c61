"""Forked copies of this process: for code that only this process has, such as a function of a notebook.

Threads of this process do not exist in the copy, so a lock that one of them held stays locked there, and a library that
keeps threads of its own may hang in it.
"""

from __future__ import annotations

import faulthandler
import gc
import os
import signal
import sys
import traceback
import warnings
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from io import BufferedReader, BufferedWriter

from .processes import Child, Lifeline, starting


@dataclass
class ForkedProcess:
    """The pipes of a fork, under the names that `Popen` has for them."""

    stdin: BufferedWriter
    stdout: BufferedReader
    stderr: BufferedReader
    returncode: int | None = None


def fork(run: Callable[[], object]) -> Child:
    """Runs a function in a forked copy of this process, which leads a session of its own; the copy ends after it."""
    flush()  # what waits there would be printed by the copy too
    with starting(), warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)  # of threads, see above
        lifeline = Lifeline()
        pid = os.fork()
        child = None if not pid else Child(pid, _poll_of(pid), lifeline)
    if child is not None:
        return child
    # In every case this copy of the program must not run what the program does next.
    try:
        # Garbage of the parent stays: a destructor may wait for a thread that is not here, and a search for garbage
        # writes to every page.
        gc.freeze()
        os.setsid()
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        run()
    except Exception:
        traceback.print_exc()
        flush()
    finally:
        os._exit(1)


def fork_with_pipes(run: Callable[[], object]) -> tuple[Child, ForkedProcess]:
    """Does the same with pipes for standard input, output and errors."""
    with starting():
        pipes = [os.pipe() for _ in range(3)]
        theirs = (pipes[0][0], pipes[1][1], pipes[2][1])
        ours = (pipes[0][1], pipes[1][0], pipes[2][0])

        def run_with_pipes() -> None:
            for end in ours:
                os.close(end)
            replace_streams(*theirs)
            run()

        child = fork(run_with_pipes)
        for end in theirs:
            os.close(end)
        stdin, stdout, stderr = ours
        return child, ForkedProcess(os.fdopen(stdin, "wb"), os.fdopen(stdout, "rb"), os.fdopen(stderr, "rb"))


def replace_streams(stdin: int, stdout: int, stderr: int) -> None:
    """Puts these descriptors in the place of the standard streams of a fork, those of C code too."""
    faulthandler.disable()  # it would write to a copy of the terminal
    for number, end in enumerate((stdin, stdout, stderr)):
        os.dup2(end, number)
    # Under both names, as code that replaces the first one must not close the stream.
    sys.stdin = sys.__stdin__ = open(0, encoding="utf-8", closefd=False)  # type: ignore[misc]  # noqa: SIM115
    sys.stdout = sys.__stdout__ = open(1, "w", 1, encoding="utf-8", errors="replace", closefd=False)  # type: ignore[misc]  # noqa: SIM115
    sys.stderr = sys.__stderr__ = open(2, "w", 1, encoding="utf-8", errors="replace", closefd=False)  # type: ignore[misc]  # noqa: SIM115


def flush() -> None:
    """Writes what Python has not written to its standard streams yet."""
    for stream in (sys.stdout, sys.stderr):
        with suppress(Exception):
            stream.flush()


def _poll_of(pid: int) -> Callable[[], int | None]:
    """Returns a function that returns the exit code of a fork, as `Popen.poll` does."""
    code: int | None = None

    def poll() -> int | None:
        nonlocal code
        if code is None:
            ended, status = os.waitpid(pid, os.WNOHANG)
            code = os.waitstatus_to_exitcode(status) if ended else None
        return code

    return poll
