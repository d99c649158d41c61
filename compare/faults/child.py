"""A process in which faults are planted, one after the other: what one does to it, no other process notices."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from contextlib import suppress
from queue import Empty, Queue
from threading import Thread
from typing import NamedTuple

from ...encoders.workers.memory import bound_data
from ...encoders.workers.process_group import dying_with_us, how_it_ended, kill, start
from .catalogue import FAULTS
from .checks import Catch, catch
from .fault import CRASH, TIME
from .material import Material
from .questions import draw_questions

_MEMORY = 4 << 30
"""Bytes that a planted fault may fill."""

_PROGRAM = """import sys
sys.path[:] = {path!r}
from {module} import serve
serve()"""


class Ended(NamedTuple):
    """What became of a process that did not answer."""

    how: str
    """`CRASH` where it ended by itself, `TIME` where it did not in its time, and was ended."""
    told: str
    """The same in words, to be read after `its process`."""


class Child:
    """The process, as its parent has it."""

    def __init__(self) -> None:
        program = _PROGRAM.format(path=sys.path, module=__name__)
        arguments = [sys.executable, "-W", "ignore", "-c", program]
        self._process = start(dying_with_us(arguments), subprocess.PIPE, subprocess.PIPE, subprocess.DEVNULL)
        self._lines: Queue[bytes] = Queue()
        self._listener = Thread(target=self._listen, daemon=True)
        self._listener.start()

    def check(self, fault: str | None, seed: int, backends: tuple[str, ...], seconds: float) -> Catch | Ended:
        """What the checks find first under a fault, by its name, or without one; how it ended, where it did not answer.

        After the latter the process is no more.
        """
        with suppress(BrokenPipeError):
            self._process.stdin.write(json.dumps([fault, seed, backends]).encode() + b"\n")  # type: ignore[union-attr]
            self._process.stdin.flush()  # type: ignore[union-attr]
        try:
            line = self._lines.get(timeout=seconds)
        except Empty:
            self.end()
            return Ended(TIME, f"had not ended after {seconds:.3g} s")
        if not line:
            told = how_it_ended(self._process)
            self.end()
            return Ended(CRASH, told)
        return Catch(*json.loads(line))

    def end(self) -> None:
        """Ends it at once; may be called twice."""
        kill(self._process)
        self._listener.join(1)
        for stream in (self._process.stdin, self._process.stdout):
            with suppress(OSError):
                stream.close()  # type: ignore[union-attr]

    def _listen(self) -> None:
        with suppress(ValueError, OSError):
            for line in self._process.stdout:  # type: ignore[union-attr]  # a pipe, as asked for
                self._lines.put(line)
        self._lines.put(b"")


def serve() -> None:
    """Nothing: answers line by line what it is asked, and ends with standard input."""
    bound_data(_MEMORY)
    # Solvers print what they like to standard output: the real one is kept for answers.
    outbox = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    asked: Queue[bytes] = Queue()
    Thread(target=_hear, args=(asked,), daemon=True).start()
    plants = {fault.name: fault.plant for fault in FAULTS}
    drawn: dict[int, Material] = {}
    while True:
        name, seed, backends = json.loads(asked.get())
        if seed not in drawn:
            drawn = {seed: Material.of(seed, (), draw_questions(seed))}
        material = drawn[seed]._replace(backends=tuple(backends))
        try:
            found = catch(material, plants[name] if name is not None else None)
        except LookupError as error:
            found = Catch(None, 0, 0.0, f"cannot be planted: {error}")
        outbox.write(json.dumps(found).encode() + b"\n")
        outbox.flush()


def _hear(asked: Queue[bytes]) -> None:
    """Takes in what is asked, and ends the process with its parent, be it in the midst of a check."""
    for line in sys.stdin.buffer:
        asked.put(line)
    os._exit(0)
