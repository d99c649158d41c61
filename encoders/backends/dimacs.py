"""Any SAT solver that is a program on the PATH as a backend, `dimacs:COMMAND`, with a choice of encoding.

The command may have arguments, as in `dimacs:cadical --sat`; no shell reads it. Each question is a file and a process:

    clauses of the layout       made once, or for each puzzle in the reduced encoding
    given, value ruled out      a unit clause after them
    a solution found            a clause that forbids it, in the file of the next question

The exit code is the answer, 10 for a solution and 20 for none, and the text has to agree. Anything else is an error,
also a program that stops at a limit of its own.
"""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Sequence
from dataclasses import replace
from itertools import islice
from pathlib import Path
from time import perf_counter
from typing import NamedTuple

from ...reference.contract.capabilities import Capabilities
from ...reference.contract.deadline import Deadline
from ...reference.contract.errors import InvalidAnswer
from ...reference.contract.session import Backend, Ended, Search, Session, one_by_one
from ...reference.model.grid import Grid
from ...reference.model.layout import Layout
from ...reference.model.puzzle import Puzzle
from ..cnf.encodings import CnfOptions
from ..cnf.formula import Formula
from ..cnf.variables import different, given_literals
from ..formats.dimacs import DimacsAnswer, clause_line, problem_line, read_dimacs_answer, write_dimacs
from ..naming.families import Family, Options
from ..workers.external_program import RunningProgram, split_command, temporary_folder

PROGRAMS = ("minisat", "cadical", "picosat", "cryptominisat5", "kissat", "glucose", "lingeling")
"""The programs that lists of backends look for; a name may have any other one."""


_ARGUMENTS = {"glucose": "-model"}
"""The argument that makes a program print its assignment, by the beginning of its name; most need none."""

_WITH_RESULT_FILE, _RESULT_FILE = "minisat", "/dev/fd/2"
"""The beginning of the names of programs that write their answer to a file, and print no assignment, unless the option
`result-file` says otherwise; and the path that they get, which is their standard error."""

_BYTES_PER_VARIABLE, _MORE_BYTES = 64, 1 << 20
"""The limit on what a program may print: its assignment several times, and its log."""

_LINES = 100_000
"""Clauses that become text between two looks at the clock."""

_SLICE = 1 << 22
"""Bytes of a file that are written between two looks at the clock."""

_MEANINGS = {10: True, 20: False}
_STATED = {True: "said SATISFIABLE", False: "said UNSATISFIABLE", None: "gave no verdict"}


class DimacsBackend:
    """One command, one encoding."""

    def __init__(self, name: str, arguments: Sequence[str], cnf: CnfOptions, has_result_file: bool) -> None:
        self.name = name
        self.cnf = cnf
        self.has_result_file = has_result_file
        # Nothing of a process that ended remains.
        self.capabilities = Capabilities(sums=not cnf.one_puzzle, pairs=not cnf.one_puzzle, shown=True, repeatable=True)
        self.arguments = arguments

    def open(self, layout: Layout) -> DimacsSession:
        """Opens a session with the encoding of the layout written; raises `FormulaTooLarge`."""
        return DimacsSession(layout, self)


def _make(variant: str, options: Options) -> Backend | None:
    if not variant.strip():
        return None
    cnf = options.cnf()
    arguments = split_command(variant, "dimacs")
    usual = "yes" if Path(arguments[0]).name.lower().startswith(_WITH_RESULT_FILE) else "no"
    has_result_file = options.choice("result-file", ("yes", "no"), usual) == "yes"
    return DimacsBackend(f"dimacs:{variant}{options.suffix}", arguments, cnf, has_result_file)


def _found_programs() -> list[str]:
    return [program for program in PROGRAMS if os.name == "posix" and shutil.which(program)]


FAMILY = Family(_make, _found_programs, lambda program: f"program {program}")


class _Body(NamedTuple):
    """The clauses of a formula as text, and the formula without them."""

    formula: Formula
    clauses: int
    text: bytes


def _body(formula: Formula, deadline: Deadline) -> _Body:
    """Returns the text; raises TimeoutError at the deadline."""
    lines = write_dimacs(formula)
    next(lines)
    parts = []
    while part := "".join(islice(lines, _LINES)):
        deadline.check()
        parts.append(part)
    return _Body(replace(formula, clauses=()), len(formula.clauses), "".join(parts).encode())


class DimacsSession(Session):
    """Asks the program about puzzles on one layout."""

    def __init__(self, layout: Layout, backend: DimacsBackend) -> None:
        super().__init__(layout, backend)
        self._program = Path(backend.arguments[0]).name
        self._cnf = backend.cnf
        with self._measuring("encode_seconds"):
            self._whole = None if self._cnf.one_puzzle else _body(self._cnf.encode(layout), Deadline(None))
        name = self._program.lower()
        more = [argument for start, argument in _ARGUMENTS.items() if name.startswith(start)]
        self._command = [*backend.arguments, *more]
        self._has_result_file = backend.has_result_file

    def search(self, puzzle: Puzzle, limit: int, deadline: Deadline) -> Search:
        """Yields a solution for each call of the program; a clause of the next call forbids it."""
        statistics: dict[str, float] = {"calls": 0}
        more: list[Sequence[int]] = []
        body = self._whole
        if body is None:
            started = perf_counter()
            try:
                body = _body(self._cnf.encode(puzzle, deadline), deadline)
            except TimeoutError:
                return False
            statistics["encode_seconds"] = perf_counter() - started
        else:
            more += [[literal] for literal in given_literals(puzzle)]
        variables = body.formula.variables

        def ask() -> Grid | bool:
            if deadline.expired:
                return False
            answer = self._ask(body, more, deadline)
            statistics["calls"] += 1
            if answer is None or not answer.satisfiable:
                return answer is not None
            true = [literal for literal in answer.literals or () if 0 < literal <= variables.count]
            return variables.grid(true, self.backend)

        def forbid(grid: Grid) -> None:
            more.append(different(grid, variables, puzzle))

        exhausted = yield from one_by_one(puzzle, limit, ask, forbid)
        return Ended(exhausted, statistics)

    def _ask(self, body: _Body, more: Sequence[Sequence[int]], deadline: Deadline) -> DimacsAnswer | None:
        """Returns the program's answer to a question, None after the deadline; raises `BackendError` without one."""
        variables = body.formula.variable_count
        with temporary_folder() as folder:
            question = folder / "question.cnf"
            with question.open("wb") as file:
                file.write(problem_line(variables, body.clauses + len(more)).encode())
                for first in range(0, len(body.text), _SLICE):
                    if deadline.expired:
                        return None
                    file.write(body.text[first : first + _SLICE])
                file.writelines(clause_line(clause).encode() for clause in more)
            arguments = [*self._command, str(question), *([_RESULT_FILE] if self._has_result_file else [])]
            most = _BYTES_PER_VARIABLE * variables + _MORE_BYTES
            name = f"{self.backend}: {self._program}"
            with RunningProgram(name, arguments, most, subprocess.DEVNULL, self._has_result_file) as program:
                output = program.wait(deadline)
        if output is None:
            return None
        satisfiable = _MEANINGS.get(program.process.returncode)
        if satisfiable is None:
            raise program.crash(name, output)
        try:
            return _checked_answer(output.decode(errors="replace"), satisfiable, variables)
        except ValueError as error:
            raise InvalidAnswer(f"{name} {program.how_it_ended()}, but {error}; {program.printed}") from error


def _checked_answer(text: str, satisfiable: bool, variables: int) -> DimacsAnswer:
    """Returns the answer in a text; raises ValueError unless it says what the exit code says, with an assignment."""
    answer = read_dimacs_answer(text)
    if answer.satisfiable is not satisfiable:
        raise ValueError(_STATED[answer.satisfiable])
    if satisfiable and answer.literals is None:
        raise ValueError("gave no assignment")
    if any(abs(literal) > variables for literal in answer.literals or ()):
        raise ValueError(f"set variables beyond the {variables} that there are")
    return answer
