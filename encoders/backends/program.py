"""Any program that solves puzzles as a backend, `program:COMMAND {puzzle}`: a process a puzzle, read by what it prints.

    {puzzle}   in the command is replaced by the puzzle in one line, with `.` for an open cell (`open-cell=0`: with 0)
    {file}     by the path of a file with that line; with neither, the line comes on standard input

No shell reads the command. Such a program solves one layout, the one it was written for. In its output a grid, in one
line or as a picture, is a solution; a line with only the word UNSAT, or "no solution", means that there is none; one
with only the word UNIQUE means that the grids printed are all there are. Everything else is ignored.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from ...reference.contract import Backend, Capabilities, Session
from ...reference.deadline import Deadline
from ...reference.errors import BackendError, InvalidAnswer, OptionError
from ...reference.found import Found
from ...reference.grid import Grid
from ...reference.layout import Layout
from ...reference.puzzle import Puzzle
from ...reference.result import STOPPED
from ...reference.text.files import read_puzzles
from ...reference.text.write import write_line
from ..workers.folder import TemporaryFolder
from ..workers.processes import crash_error
from ..workers.program import Run, TooMuch, run, split_command
from .options import Options
from .registry import Family

_BEFORE = r"(?:[^:]*:|s(?=\s))?\s*(?:(?:the|this|it)\s+)?(?:(?:puzzle|sudoku|grid|solution)\s+)?(?:(?:is|has)\s+)?"
_NONE = re.compile(
    _BEFORE + r"(?:there (?:is|are) )?"
    r"(?:unsat|unsatisfiable|unsolvable|infeasible|no solutions?(?: found| exists?)?|not solvable|impossible)",
    re.I,
)
_UNIQUE = re.compile(_BEFORE + r"(?:(?:a |one |1 )?unique(?: solution)?)", re.I)
_PARTS = re.compile(r"[\n#,;.!()]+")
"""The separators between statements of a program."""

_PLACES = ("{puzzle}", "{file}")
_PLACE = re.compile(r"\{\w+\}")

_MOST_BYTES, _MOST_CHARACTERS = 1 << 24, 200
"""The limits on the output of a program, and on what an error quotes of it."""


class ProgramBackend:
    """One command; raises `BackendUnavailable` where there is no such program, `OptionError` for a bad command."""

    capabilities = Capabilities()

    def __init__(self, command: str, open_cell: str = ".") -> None:
        self.name = f"program:{command}" + ("" if open_cell == "." else f":open-cell={open_cell}")
        self._open_cell = open_cell
        self._arguments = split_command(command, "program")
        unknown = [word for word in _PLACE.findall(command) if word not in _PLACES]
        if unknown and not any(place in command for place in _PLACES):
            raise OptionError(f"{unknown[0]} is no placeholder of a command; known: {', '.join(_PLACES)}")

    def open(self, layout: Layout) -> ProgramSession:
        """Opens a session, which only keeps the layout."""
        return ProgramSession(layout, self.name, self._arguments, self._open_cell)


class ProgramSession(Session):
    """Runs the program once for each puzzle."""

    def __init__(self, layout: Layout, backend: str, arguments: Sequence[str], open_cell: str) -> None:
        super().__init__(layout, backend)
        self._arguments = arguments
        self._open_cell = open_cell

    def _search(self, puzzle: Puzzle, limit: int, deadline: Deadline) -> Found:
        line = write_line(puzzle).replace(".", self._open_cell)
        with TemporaryFolder() as folder:
            path = folder / "puzzle.txt"
            path.write_text(line + "\n", encoding="utf-8")
            arguments = [word.replace("{puzzle}", line).replace("{file}", str(path)) for word in self._arguments]
            with path.open("rb") as stdin:
                try:
                    ran = run(arguments, _MOST_BYTES, deadline, stdin=stdin.fileno())
                except TooMuch as error:
                    raise InvalidAnswer(f"{self.backend} {error}, and was stopped") from error
                except OSError as error:
                    raise BackendError(f"{self.backend} cannot be run: {error}") from error
        if ran is None:
            return Found(statistics={STOPPED: 1.0})
        return self._read(ran, limit, puzzle)

    def _read(self, ran: Run, limit: int, puzzle: Puzzle) -> Found:
        text = ran.output.decode(errors="replace")
        grids = [] if ran.code < 0 else self._grids(text)
        none = _states(_NONE, text)
        if none:
            # A puzzle with all cells given, printed again, is no solution.
            grids = [grid for grid in grids if grid != puzzle.values]
        if grids:
            return Found(grids[:limit], _states(_UNIQUE, text) and len(grids) <= limit)
        if ran.code >= 0 and none:
            return Found((), True)
        quoted = " / ".join((ran.errors.decode(errors="replace") + text).split("\n"))[:_MOST_CHARACTERS].strip(" /")
        printed = f"it printed: {quoted}" if quoted else "it printed nothing"
        if ran.code:
            raise crash_error(f"{self.backend} {ran.how}; {printed}", ran.errors + ran.output)
        raise InvalidAnswer(f"{self.backend} gave neither a grid nor the word UNSAT; {printed}")

    def _grids(self, text: str) -> list[Grid]:
        """Returns all grids of the text, each once, in order."""
        found: dict[Grid, None] = {}
        for entry in read_puzzles(text.splitlines(), self.layout):
            masks = entry.puzzle.candidates if entry.puzzle is not None else (0,)
            if all(mask and not mask & (mask - 1) for mask in masks):
                found[tuple(mask.bit_length() for mask in masks)] = None
        return list(found)


def _states(words: re.Pattern[str], text: str) -> bool:
    """Returns whether a line, or a part of one, consists of these words."""
    return any(words.fullmatch(part.strip(" \t\r'\"*-=")) for part in _PARTS.split(text))


def _make(variant: str, options: Options) -> Backend | None:
    return ProgramBackend(variant, options.choice("open-cell", (".", "0"), ".")) if variant.strip() else None


# No program is listed: there may be any.
FAMILY = Family(_make, tuple, lambda program: f"program {program}")
