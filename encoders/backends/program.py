"""Any program that solves puzzles as a backend, `program:COMMAND {puzzle}`, read by what it prints.

    {puzzle}   in the command is replaced by the puzzle in one line, with `.` for an open cell (`open=0`: with 0)
    {file}     by the path of a file with that line; with neither, the line comes on standard input

No shell reads the command. Such a program solves one layout, the one it was written for. In its output a grid, in one
line or as a picture, is a solution; a line with only the word UNSAT, or "no solution", means that there is none; one
with only the word UNIQUE means that the grids printed are all there are. Everything else is ignored.

Each puzzle gets a process of its own. With `:stream` after the command one process answers all puzzles of a session: it
gets one puzzle in each line of standard input, and prints a line for each, which it has to flush: a grid, perhaps with
`# unique` behind it, or UNSAT. Its start is set-up time: on Linux up to the moment when it waits for its first line,
elsewhere only until the process exists.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from ...puzzles.formats.reading import read_puzzles
from ...reference.contract.capabilities import Capabilities
from ...reference.contract.deadline import Deadline
from ...reference.contract.errors import BackendTimedOut, InvalidAnswer, OptionError, shown
from ...reference.contract.result import STOPPED
from ...reference.contract.session import Ended, Search, Session
from ...reference.model.grid import Grid
from ...reference.model.layout import Layout
from ...reference.model.puzzle import Puzzle
from ..callables.functions import as_line, checked_sign
from ..naming.families import Family, Options
from ..workers.external_program import RunningProgram, split_command, temporary_folder
from ..workers.processes import only_waits

_PLACES = ("{puzzle}", "{file}")
_STREAM = ":stream"
_PLACE = re.compile(r"\{\w+\}")

_MOST_BYTES = 1 << 24
"""The limit on the output of a program."""

_MORE_CHARACTERS, _MORE_BYTES = 2, 256
"""Room in a line of a stream: for signs between two values, and for words behind the grid."""

_MOST_SILENT = 3
"""Puzzles that a stream may leave without an answer before its first one: more would take half an hour to tell."""

_WAIT_SECONDS = 0.05
"""Time without processor time, after which a program only waits: a computing one gets some, on a busy machine too."""


class ProgramBackend:
    """One command; raises `BackendUnavailable` where there is no such program, `OptionError` for a bad command."""

    def __init__(self, name: str, command: str, open_cell: str, stream: bool, layout: str) -> None:
        self.name = name
        layouts = (layout,) if layout else None
        self.capabilities = Capabilities(incremental=stream, layouts=layouts, candidate_sets=False, counts=False)
        self.open_cell = open_cell
        self.arguments = split_command(command, "program")
        self._session = StreamSession if stream else ProgramSession
        self.silent: int | None = 0
        """Puzzles of a stream that ran out of time while the program slept; None once it has answered one."""
        places = [place for place in _PLACES if place in command]
        unknown = [word for word in _PLACE.findall(command) if word not in _PLACES]
        if stream and places:
            raise OptionError(f"{self.name}: a stream has no place {places[0]}: its puzzles come on standard input")
        if unknown and not places:
            raise OptionError(f"{unknown[0]} is no placeholder of a command; known: {', '.join(_PLACES)}")

    def open(self, layout: Layout) -> Session:
        """Opens a session: it only keeps the layout, or with `stream` it starts the program."""
        return self._session(layout, self)


def _make(variant: str, options: Options) -> ProgramBackend | None:
    command = variant.removesuffix(_STREAM)
    if not command.strip():
        return None
    open_cell, layout = checked_sign(options.text("open", ".")), options.layout()
    return ProgramBackend(f"program:{variant}{options.suffix}", command, open_cell, command != variant, layout)


FAMILY = Family(_make)


class ProgramSession(Session):
    """Runs the program once for each puzzle."""

    _made_by: ProgramBackend

    def search(self, puzzle: Puzzle, limit: int, deadline: Deadline) -> Search:  # noqa: ARG002 - kept by `Session`
        """Yields the grids that the program prints."""
        line = as_line(puzzle, self._made_by.open_cell)
        with temporary_folder() as folder:
            path = folder / "puzzle.txt"
            path.write_text(line + "\n", encoding="utf-8")
            words = self._made_by.arguments
            arguments = [word.replace("{puzzle}", line).replace("{file}", str(path)) for word in words]
            with (
                path.open("rb") as stdin,
                RunningProgram(self.backend, arguments, _MOST_BYTES, stdin.fileno()) as program,
            ):
                output = program.wait(deadline)
        if output is None:
            # A grid counts from when it is printed; a claim that there are no others is made at the end.
            in_time = read_printed(program.whole_lines.decode(errors="replace"), puzzle)
            yield from in_time.grids if in_time is not None else ()
            return Ended(statistics={STOPPED: 1.0})
        code = program.process.returncode
        # What a killed program printed may be incomplete.
        found = read_printed(output.decode(errors="replace"), puzzle) if code >= 0 else None
        if found is None and code:
            raise program.crash(self.backend, output)
        if found is None:
            raise InvalidAnswer(f"{self.backend} gave neither a grid nor the word UNSAT; {program.printed}")
        yield from found.grids
        return found.exhausted


class StreamSession(Session):
    """One process, which is killed when it is late or failed; the next puzzle gets a new one."""

    _made_by: ProgramBackend

    def __init__(self, layout: Layout, backend: ProgramBackend) -> None:
        super().__init__(layout, backend)
        self._most = layout.cell_count * (len(str(layout.size)) + _MORE_CHARACTERS) + _MORE_BYTES
        self._program = self._started()

    def _started(self) -> RunningProgram:
        with self._measuring("load_seconds"):
            return RunningProgram(self.backend, self._made_by.arguments, self._most)

    def _prepare(self, puzzle: Puzzle, limit: int) -> None:  # noqa: ARG002 - alike for all puzzles
        if not self._program.alive:
            self._release()
            with self._preparing():
                self._program = self._started()

    def _release(self) -> None:
        self._program.kill()

    _recover = _release

    def search(self, puzzle: Puzzle, limit: int, deadline: Deadline) -> Search:  # noqa: ARG002 - kept by `Session`
        """Yields the grid of the line that the program answers."""
        if (self._made_by.silent or 0) >= _MOST_SILENT:
            raise BackendTimedOut(f"{self.backend}: no answer came; does it flush its output?")
        if deadline.expired:
            return False
        line = self._program.ask(as_line(puzzle, self._made_by.open_cell).encode(), deadline)
        if line is None:
            if self._made_by.silent is not None and only_waits(self._program.pid, _WAIT_SECONDS):
                self._made_by.silent += 1
            self._release()
            return Ended(statistics={STOPPED: 1.0})
        self._made_by.silent = None
        text = line.decode(errors="replace")
        found = read_printed(text, puzzle)
        if found is None:
            raise InvalidAnswer(
                f"{self.backend} answered with neither a grid nor the word UNSAT: {shown(text.strip())}"
            )
        yield from found.grids
        return found.exhausted


# What a program prints for people: grids, and words for "none" and "no others".
#
# Grids are read as in files of puzzles: a line, or a picture, holds nothing else. The reader of what models write
# finds grids between words as well; in the log of a solver, as `visited 1234 4321 2143 3412 nodes`, they are none.

_BEFORE = r"(?:[^:]*:|s(?=\s))?\s*(?:(?:the|this|it)\s+)?(?:(?:puzzle|sudoku|grid|solution)\s+)?(?:(?:is|has)\s+)?"
_NONE = re.compile(
    _BEFORE + r"(?:there (?:is|are) )?"
    r"(?:unsat|unsatisfiable|unsolvable|infeasible|no solutions?(?: found| exists?)?|not solvable|impossible)",
    re.I,
)
_UNIQUE = re.compile(_BEFORE + r"(?:(?:a |one |1 )?unique(?: solution)?)", re.I)
_PARTS = re.compile(r"[\n#,;.!()]+")
"""The separators between statements of a program."""


class Printed(NamedTuple):
    """The grids of an answer, and whether the program says that there are no others."""

    grids: list[Grid]
    exhausted: bool


def read_printed(text: str, puzzle: Puzzle) -> Printed | None:
    """Returns the answer in a text; None where there is none.

    Whether the grids are right is not decided here.
    """
    found: dict[Grid, None] = {}  # each once, in order
    for entry in read_puzzles(text.splitlines(), puzzle.layout):
        if entry.puzzle is not None and 0 not in entry.puzzle.values:
            found[entry.puzzle.values] = None
    grids = list(found)
    none = _states(_NONE, text)
    if none:
        # A puzzle with all cells given, printed again, is no solution.
        grids = [grid for grid in grids if grid != puzzle.values]
    if grids:
        return Printed(grids, _states(_UNIQUE, text))
    return Printed([], True) if none else None


def _states(words: re.Pattern[str], text: str) -> bool:
    """Returns whether a line, or a part of one, consists of these words."""
    return any(words.fullmatch(part.strip(" \t\r'\"*-=")) for part in _PARTS.split(text))
