"""Puzzles put to a program that reads DIMACS: a file and a process for each question.

    clauses of the layout       made once, or for each puzzle in the reduced encoding
    given, value ruled out      a unit clause behind them
    a solution found            a clause that forbids it, in the file of the next question

The exit code says what the answer is, 10 for a solution and 20 for none, and the text has to say the same. All else
is an error: a program that is stopped by a limit of its own, too.
"""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import islice
from pathlib import Path
from time import perf_counter
from typing import NamedTuple

from ...reference.contract import Found, Session
from ...reference.deadline import Deadline
from ...reference.errors import BackendError, InvalidAnswer
from ...reference.grid import Grid
from ...reference.judgement import check_solutions
from ...reference.layout import Layout
from ...reference.puzzle import Puzzle
from ..cnf.formula import Formula
from ..cnf.givens import different, given_literals
from ..cnf.variables import VariableMap, Variables
from ..formats.decoding import only_values
from ..formats.dimacs_text import Answer, clause_line, header, read_answer, write_dimacs
from ..workers.processes import crash_error
from ..workers.program import Run, TooMuch, run


class _Style(NamedTuple):
    """How a program is called: with these arguments, the file of the formula, and maybe one for its answer."""

    arguments: tuple[str, ...] = ()
    result_file: bool = False


_STYLES = {
    "minisat": _Style(result_file=True),
    # Prints no assignment unless told to; in its result file the word SAT is missing.
    "glucose": _Style(arguments=("-model",)),
}
"""By how the name of a program begins; others print `s` and `v` lines without being told."""

_BYTES_PER_VARIABLE, _MORE_BYTES = 64, 1 << 20
"""What a program may print: its assignment several times over, and its log."""

_LINES = 100_000
"""Clauses that are made into text between two looks at the clock."""

_SLICE = 1 << 22
"""Bytes of a file that are written between two looks at the clock."""

_MOST_LINES, _MOST_CHARACTERS = 5, 500
"""What an error quotes of what a program said."""

_MEANINGS = {10: True, 20: False}
_SAID = {True: "said SATISFIABLE", False: "said UNSATISFIABLE", None: "gave no verdict"}


class _Body(NamedTuple):
    """The clauses of a formula as text, and the formula without them."""

    formula: Formula
    clauses: int
    text: bytes


def _body(formula: Formula, deadline: Deadline) -> _Body:
    """The text; TimeoutError when the time is over first."""
    lines = write_dimacs(formula)
    next(lines)
    parts = []
    while part := "".join(islice(lines, _LINES)):
        if deadline.expired:
            raise TimeoutError("there was no time to write the formula")
        parts.append(part)
    return _Body(replace(formula, clauses=()), len(formula.clauses), "".join(parts).encode())


class DimacsSession(Session):
    """One program; `arguments` are its path and its own arguments. Its files are removed when the session is closed."""

    def __init__(
        self,
        layout: Layout,
        backend: str,
        arguments: Sequence[str],
        encode: Callable[[Layout | Puzzle, Deadline], Formula],
        *,
        one_puzzle: bool,
    ) -> None:
        super().__init__(layout, backend)
        self._program = Path(arguments[0]).name
        self._encode = encode
        started = perf_counter()
        never = Deadline(None)
        self._whole = None if one_puzzle else _body(encode(layout, never), never)
        self._setup_seconds["encode_seconds"] += perf_counter() - started
        self._folder = tempfile.TemporaryDirectory(prefix="unitdoku-")
        self._question = Path(self._folder.name, "question.cnf")
        style = next((style for start, style in _STYLES.items() if self._program.lower().startswith(start)), _Style())
        self._result = Path(self._folder.name, "result") if style.result_file else None
        self._arguments = [*arguments, *style.arguments, str(self._question)]
        if self._result is not None:
            self._arguments.append(str(self._result))

    def _release(self) -> None:
        self._folder.cleanup()

    def _search(self, puzzle: Puzzle, limit: int, deadline: Deadline) -> Found:
        statistics: dict[str, float] = {"calls": 0}
        more: list[Sequence[int]] = []
        body = self._whole
        if body is None:
            started = perf_counter()
            try:
                body = _body(self._encode(puzzle, deadline), deadline)
            except TimeoutError:
                return Found()
            statistics["encode_seconds"] = perf_counter() - started
        else:
            more += [[literal] for literal in given_literals(puzzle, VariableMap(self.layout))]
        solutions: list[Grid] = []
        while len(solutions) < limit and self._write(body, more, deadline):
            answer = self._ask(body.formula.variable_count, deadline)
            statistics["calls"] += 1
            if answer is None:
                break
            if not answer.satisfiable:
                return Found(solutions, True, statistics)
            solutions.append(self._grid(answer, body.formula.variables, puzzle, solutions))
            self._announce(solutions[-1])
            more.append(different(solutions[-1], body.formula.variables, puzzle))
            if not more[-1]:
                # Everything was given: there is nothing else to be.
                return Found(solutions, len(solutions) < limit, statistics)
        return Found(solutions, False, statistics)

    def _write(self, body: _Body, more: Sequence[Sequence[int]], deadline: Deadline) -> bool:
        """Writes a question; whether there was time for all of it."""
        with self._question.open("wb") as file:
            file.write(header(body.formula.variable_count, body.clauses + len(more)).encode())
            for first in range(0, len(body.text), _SLICE):
                if deadline.expired:
                    return False
                file.write(body.text[first : first + _SLICE])
            file.writelines(clause_line(clause).encode() for clause in more)
        return not deadline.expired

    def _ask(self, variables: int, deadline: Deadline) -> Answer | None:
        """The program's answer to the question; None when the time is over first, `BackendError` where it has none."""
        most = _BYTES_PER_VARIABLE * variables + _MORE_BYTES
        try:
            ran = run(self._arguments, most, deadline, self._result)
        except TooMuch as error:
            raise InvalidAnswer(f"{self.backend}: {self._program} {error}, and was stopped") from error
        except OSError as error:
            raise BackendError(f"{self.backend}: {self._program} cannot be run: {error}") from error
        if ran is None:
            return None
        if ran.code not in _MEANINGS:
            raise crash_error(self._told(ran), ran.errors + ran.output)
        text = ran.output if self._result is None else ran.result
        try:
            answer = read_answer(text.decode(errors="replace"))
        except ValueError as error:
            raise InvalidAnswer(self._told(ran, f"but {error}")) from error
        if answer.satisfiable is not _MEANINGS[ran.code]:
            raise InvalidAnswer(self._told(ran, f"but {_SAID[answer.satisfiable]}"))
        if answer.satisfiable and answer.literals is None:
            raise InvalidAnswer(self._told(ran, "but gave no assignment"))
        if any(abs(literal) > variables for literal in answer.literals or ()):
            raise InvalidAnswer(self._told(ran, f"but set variables beyond the {variables} that there are"))
        return answer

    def _grid(self, answer: Answer, variables: Variables, puzzle: Puzzle, before: Sequence[Grid]) -> Grid:
        """The grid of an assignment, a new one: a program that lies would be asked on and on."""
        true = [literal for literal in answer.literals or () if 0 < literal <= variables.count]
        grid = only_values(variables.values(true), puzzle, self.backend)
        check_solutions([grid], puzzle, 1, self.backend)
        if grid in before:
            raise InvalidAnswer(f"{self.backend} returned a solution twice")
        return grid

    def _told(self, ran: Run, reason: str = "") -> str:
        """What to say of a program that gave no answer: how it ended, and the first lines that it printed."""
        lines = (ran.errors + b"\n" + ran.output).decode(errors="replace").splitlines()
        said = " / ".join([line.strip() for line in lines if line.strip()][:_MOST_LINES])[:_MOST_CHARACTERS]
        shown = "".join(character if character.isprintable() else "?" for character in said)
        ended = f"{self._program} {ran.how}" + (f", {reason}" if reason else "")
        return f"{self.backend}: {ended}; " + (f"it printed: {shown}" if shown else "it printed nothing")
