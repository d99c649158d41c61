"""A program that answers line after line, `program:COMMAND:stream`: one process for all puzzles of a session.

It gets a puzzle a line on standard input, and prints a line for each, which it has to flush: a grid, perhaps with `#
unique` behind it, or UNSAT. Its start is set-up time: on Linux up to the moment when it waits for its first line,
elsewhere only until the process exists.
"""

from __future__ import annotations

from collections.abc import Sequence
from time import perf_counter

from ...reference.contract import Backend, Session
from ...reference.deadline import Deadline
from ...reference.ended import Ended, Search
from ...reference.errors import InvalidAnswer, shown
from ...reference.layout import Layout
from ...reference.puzzle import Puzzle
from ...reference.result import STOPPED
from ..callables.forms import as_line
from ..formats.printed import read_printed
from ..workers.program import Program

_MORE_CHARACTERS, _MORE_BYTES = 2, 256
"""Room in an answer: for signs between two values, and for words behind the grid."""


class StreamSession(Session):
    """One process, which is killed when it is late or failed; the next puzzle gets a new one."""

    # A small program; how much it holds is not known.
    held_bytes = 16 << 20

    def __init__(self, layout: Layout, backend: Backend, arguments: Sequence[str], open_cell: str) -> None:
        super().__init__(layout, backend)
        self._arguments = arguments
        self._open_cell = open_cell
        self._most = layout.cell_count * (len(str(layout.size)) + _MORE_CHARACTERS) + _MORE_BYTES
        self._program: Program | None = None
        self._start()

    def _start(self) -> None:
        started = perf_counter()
        self._program = Program(self.backend, self._arguments, self._most)
        self._setup_seconds["load_seconds"] += perf_counter() - started

    def _prepare(self, puzzle: Puzzle, limit: int) -> None:  # noqa: ARG002 - alike for all puzzles
        if self._program is not None and not self._program.alive:
            self._release()
        if self._program is None:
            with self._preparing():
                self._start()

    def _recover(self) -> None:
        self._release()

    def _release(self) -> None:
        program, self._program = self._program, None
        if program is not None:
            program.close()

    def search(self, puzzle: Puzzle, limit: int, deadline: Deadline) -> Search:
        """Yields the grid of the line that the program answers."""
        if deadline.expired or self._program is None:
            return False
        line = self._program.ask(as_line(puzzle, self._open_cell).encode(), deadline)
        if line is None:
            self._release()
            return Ended(statistics={STOPPED: 1.0})
        text = line.decode(errors="replace")
        found = read_printed(text, puzzle, limit)
        if found is None:
            raise InvalidAnswer(
                f"{self.backend} answered with neither a grid nor the word UNSAT: {shown(text.strip())}"
            )
        yield from found.grids
        return found.exhausted
