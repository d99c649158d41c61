"""A forked copy of this process that does one thing again and again, and can be ended whatever it is doing.

A fork takes closures and lambdas along, which nothing that pickles can. Its hazards: threads of the parent do not go
along, so a lock that one of them held stays locked in the child, and a library that keeps threads of its own may hang
there (a time-out, then); and seeds are the same in every copy. What code in the child prints is caught, and told.
"""

from __future__ import annotations

import faulthandler
import os
import signal
import sys
import warnings
from collections.abc import Callable
from contextlib import suppress
from multiprocessing.connection import Connection, Pipe, wait
from time import sleep
from typing import Any

from ...encoders.workers.end_with_parent import end_with_parent, lifeline
from ...encoders.workers.memory import bound_data, is_lack_of_memory, resident_bytes
from ...reference.deadline import Deadline
from ..cross_check.finding import FindingKind
from .outcome import MOST_OUTPUT, Outcome, flush, outcome_of

_LOOK_SECONDS = 0.1
"""How often somebody looks how much memory the child holds."""

_PAUSE_SECONDS = 0.002


def can_fork() -> bool:
    """Whether this system has forks."""
    return hasattr(os, "fork")


class ForkedChild:
    """A child process that answers questions by `serve`, which is never called in this process.

    Values and questions are pickled on their way, `serve` is not. `memory` in bytes is what the child may hold
    on top of what this process does; it is refused a good deal more, and ended where it is seen with more.
    """

    def __init__(self, serve: Callable[[Any], Any], memory: int | None = None) -> None:
        # What the copy has from its parent is not its own doing.
        self._memory = None if memory is None else memory + resident_bytes(os.getpid())
        self._allowed = memory
        self._connection, theirs = Pipe()
        self._output, output = os.pipe()
        reading, self._lifeline = lifeline()
        for stream in (sys.stdout, sys.stderr):
            with suppress(OSError, ValueError, AttributeError):
                stream.flush()  # what waits there would be printed by the child too
        with warnings.catch_warnings():
            # Python warns of other threads; see above.
            warnings.simplefilter("ignore", DeprecationWarning)
            self._pid = os.fork()
        if not self._pid:
            # Whatever happens, this copy of the program must not go on with what the program does.
            try:
                _close(self._output, self._lifeline)
                _live(serve, theirs, output, self._memory, reading)
            finally:
                os._exit(1)
        theirs.close()
        _close(output, reading)
        os.set_blocking(self._output, False)
        self.alive = True
        """Whether it can be asked."""

    def ask(self, question: object, seconds: float | None = None) -> Outcome:
        """What comes of one question within so many seconds; the child is gone after any that ended it."""
        printed = bytearray()
        try:
            self._connection.send(question)
            failure = self._wait(Deadline(seconds), printed)
            if failure is None:
                outcome: Outcome = self._connection.recv()
                self._hear(printed)
                return outcome._replace(output=_text(printed))
        except (EOFError, ConnectionError):
            ended = self._end(1.0)
            self._hear(printed)
            failure = Outcome(None, FindingKind.CRASHED, "process ended", f"ended its process: it {ended}")
            if is_lack_of_memory(_text(printed)):
                failure = Outcome(None, FindingKind.OUT_OF_MEMORY, "memory", f"ran out of memory: it {ended}")
        except BaseException:
            self.close()
            raise
        self._hear(printed)
        self.close()
        return failure._replace(output=_text(printed))

    def close(self) -> None:
        """Ends the child and what it started in its process group, at once."""
        if self.alive:
            self._end()
        if not self._connection.closed:
            self._connection.close()
            _close(self._output, self._lifeline)

    def _wait(self, deadline: Deadline, printed: bytearray) -> Outcome | None:
        """Waits until there is an answer, or the end; what went wrong where there will be none."""
        streams: list[Any] = [self._connection, self._output]
        while True:
            ready = wait(streams, min(_LOOK_SECONDS, deadline.remaining))
            if self._output in ready and not self._hear(printed):
                streams.remove(self._output)
            if self._connection in ready:
                return None
            if self._memory is not None and resident_bytes(self._pid) > self._memory:
                text = f"took more than {(self._allowed or 0) >> 20} MB of memory, and was stopped"
                return Outcome(None, FindingKind.OUT_OF_MEMORY, "memory", text)
            if deadline.expired:
                text = f"did not answer within {deadline.seconds:g} seconds, and was stopped"
                return Outcome(None, FindingKind.TIMED_OUT, "no answer", text)

    def _hear(self, printed: bytearray) -> bool:
        """Takes in what was printed; whether there may be more."""
        try:
            while chunk := os.read(self._output, 1 << 16):
                printed += chunk[: MOST_OUTPUT - len(printed)]
        except BlockingIOError:
            return True
        except OSError:
            pass
        return False

    def _end(self, patience: float = 0.0) -> str:
        """How the child ended, in words: by itself within so many seconds, or now, with all its process group."""
        self.alive = False
        status = self._status(Deadline(patience))
        for end in (os.killpg, os.kill) if status is None else (os.killpg,):
            # The group may live on without the child; and a child just begun has no group yet.
            with suppress(ProcessLookupError, PermissionError):
                end(self._pid, signal.SIGKILL)
        code = os.waitstatus_to_exitcode(os.waitpid(self._pid, 0)[1] if status is None else status)
        return f"ended with exit code {code}" if code >= 0 else f"was killed by {_signal(-code)}"

    def _status(self, deadline: Deadline) -> int | None:
        """What the system says of a child that has ended; None where it has not by then."""
        while True:
            gone, status = os.waitpid(self._pid, os.WNOHANG)
            if gone:
                return status
            if deadline.expired:
                return None
            sleep(_PAUSE_SECONDS)


def _live(
    serve: Callable[[Any], Any], connection: Connection, output: int, memory: int | None, parent: int | None
) -> None:
    """What the child does, to its end; nothing that the parent has registered for its own end may run here."""
    try:
        os.setsid()
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        if parent is not None:
            end_with_parent(parent)
        _redirect(output)
        if memory is not None:
            bound_data(memory)
        while True:
            question = connection.recv()
            outcome = outcome_of(serve, question)
            flush()
            connection.send(outcome)
    except (EOFError, ConnectionError):
        os._exit(0)


def _redirect(output: int) -> None:
    """Has all that is printed go into the pipe, by C code too, and nothing come from the terminal."""
    with open(os.devnull, "rb") as nothing:
        os.dup2(nothing.fileno(), 0)
    faulthandler.disable()  # whoever enabled it has it write to a copy of the terminal
    os.dup2(output, 1)
    os.dup2(output, 2)
    sys.stdin = open(0, encoding="utf-8", closefd=False)  # noqa: SIM115 - open to the end of the process
    sys.stdout = open(1, "w", 1, encoding="utf-8", errors="replace", closefd=False)  # noqa: SIM115
    sys.stderr = open(2, "w", 1, encoding="utf-8", errors="replace", closefd=False)  # noqa: SIM115


def _close(*ends: int | None) -> None:
    for end in ends:
        if end is not None:
            os.close(end)


def _signal(number: int) -> str:
    try:
        return signal.Signals(number).name
    except ValueError:
        return f"signal {number}"


def _text(printed: bytearray) -> str:
    return bytes(printed).decode("utf-8", errors="replace")
