"""DIMACS, the format of SAT solvers: puzzles and formulas as text, and the answers of such solvers.

A formula is a line `p cnf VARIABLES CLAUSES` and a line for each clause, which ends in 0; comments begin with `c`.
`read_dimacs_answer` reads two styles of answers:

    SAT competition     a line `s SATISFIABLE`, `s UNSATISFIABLE` or `s UNKNOWN`, and literals up to 0 in lines `v ...`
    MiniSat's file      a line `SAT`, `UNSAT` or `INDET`, and after it only literals up to 0

`read`, for answers of unknown origin, also takes a text of literals alone.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NamedTuple

from ...reference.contract.errors import InvalidAnswer, shown
from ...reference.contract.result import Verdict
from ...reference.model.puzzle import Puzzle
from ..cnf.encodings import CnfOptions
from ..cnf.formula import Formula
from ..cnf.variables import VariableMap, Variables, only_values
from .names import NO, OPEN, SOLVER, Assignment, header, labelled

_STATUSES = {"SATISFIABLE": True, "UNSATISFIABLE": False, "UNKNOWN": None, "INDETERMINATE": None}
_FILE_STATUSES = {"SAT": True, "UNSAT": False, "INDET": None}
_LITERAL = re.compile("-?[1-9][0-9]{0,17}")
STATUS_OR_LITERALS = re.compile(
    r"^[ \t]*(?:s (?:SATISFIABLE|UNSATISFIABLE|UNKNOWN|INDETERMINATE|OPTIMUM FOUND|UNSUPPORTED)|v(?: +-?x?[0-9]+)*"
    r"|SAT|UNSAT|INDET|SATISFIABLE|UNSATISFIABLE|UNKNOWN|INDETERMINATE)[ \t\r]*$",
    re.MULTILINE,
)
"""Exact, since logs of other solvers have lines that begin with a single s or v."""


def write(puzzle: Puzzle, **options: Any) -> Iterator[str]:
    """Returns the lines: the meaning of each variable as a comment `c 1 A1=1`, the formula, givens as unit clauses.

    The options are those of `CnfOptions`. Variables without a comment are auxiliary.
    """
    cnf = CnfOptions(**options)
    formula = cnf.encode(puzzle)
    variables = range(1, formula.variables.count + 1)
    meanings = (f"{variable} {labelled(formula.variables, variable)}" for variable in variables)
    chosen = f"encoding {cnf.encoding}, at-most-one {cnf.at_most_one}"
    chosen += f", sum {cnf.sum}" * bool(puzzle.layout.sums) + f", pair {cnf.pair}" * bool(puzzle.layout.pairs)
    return write_dimacs(formula, (*header(puzzle, chosen), *meanings))


def write_dimacs(formula: Formula, comments: Iterable[str] = ()) -> Iterator[str]:
    """Yields the lines of a formula, each with its newline: comments, problem line, clauses in their order."""
    for comment in comments:
        for line in comment.splitlines() or [""]:
            yield f"c {line}\n" if line else "c\n"
    yield problem_line(formula.variable_count, len(formula.clauses))
    yield from map(clause_line, formula.clauses)


def problem_line(variables: int, clauses: int) -> str:
    """Returns the line with the size of a formula."""
    return f"p cnf {variables} {clauses}\n"


def clause_line(clause: Sequence[int]) -> str:
    """Returns the line of a clause, with 0 and a newline at the end."""
    return " ".join(map(str, clause)) + " 0\n" if clause else "0\n"


class DimacsAnswer(NamedTuple):
    """What a solver printed."""

    satisfiable: bool | None
    """Whether there is an assignment; None where the solver does not know, or gives no status."""
    literals: tuple[int, ...] | None
    """The assignment as it was written, without the 0; None where there is none."""


def read_dimacs_answer(text: str) -> DimacsAnswer:
    """Returns the answer in a solver's output or result file; lines that belong to no answer are ignored.

    A status may stand without its `s`, and an answer SATISFIABLE may lack its assignment. Raises ValueError for two
    different statuses, a word that is no literal, an assignment that does not end with its only 0 or contradicts
    itself, and one without the status SATISFIABLE.
    """
    statuses: list[bool | None] = []
    words: list[str] | None = None
    in_file = False
    for line in text.splitlines():
        word, *rest = line.split(None, 1) or ["c"]
        behind = " ".join(rest).rstrip()
        alone = None if behind else word
        if word == "c":
            continue
        if not statuses and words is None and alone in _FILE_STATUSES:
            in_file = True
            statuses.append(_FILE_STATUSES[alone])
        elif word == "s" and behind not in _STATUSES:
            raise ValueError(f"{shown(behind, 40)} is no status")
        elif word == "s" or alone in _STATUSES:
            statuses.append(_STATUSES[behind or word])
        elif word == "v" or in_file:
            words = [] if words is None else words
            words += (behind if word == "v" else line).split()
    if len(set(statuses)) > 1:
        raise ValueError("two statuses contradict each other")
    satisfiable = statuses[0] if statuses else None
    literals = _literals(words) if words is not None else None
    if literals is not None and not satisfiable:
        raise ValueError("there is an assignment without the status SATISFIABLE")
    return DimacsAnswer(satisfiable, literals)


def _literals(words: Sequence[str]) -> tuple[int, ...]:
    """Returns the literals before the 0; raises ValueError for other words and for a contradiction."""
    end = words.index("0") if "0" in words else len(words)
    if end + 1 < len(words):
        raise ValueError(f"{shown(words[end + 1], 40)} stands after the 0 that ends the assignment")
    for word in words[:end]:
        if not _LITERAL.fullmatch(word):
            raise ValueError(f"{shown(word, 40)} is no literal")
    if end == len(words):
        raise ValueError("the assignment does not end in 0")
    literals = tuple(map(int, words[:end]))
    distinct = set(literals)
    both = next((literal for literal in literals if -literal in distinct), None)
    if both is not None:
        raise ValueError(f"the assignment has both {abs(both)} and {-abs(both)}")
    return literals


def fits(text: str) -> bool:
    """Returns whether there is a status, or a line of literals, or only literals."""
    return STATUS_OR_LITERALS.search(text) is not None or bool(_bare(text))


def read(text: str, _: Puzzle, variables: Variables) -> Assignment:
    """Returns the grid by the variables of the map; the auxiliary variables after them have no cell."""
    hint = "; is it of the encoding reduced?" if isinstance(variables, VariableMap) else ""
    return read_literals(text if STATUS_OR_LITERALS.search(text) else _bare(text), variables, hint)


def read_literals(text: str, variables: Variables, hint: str = "") -> Assignment:
    """Returns the grid by the variables of the map; `hint` ends the error about a missing variable.

    Raises `InvalidAnswer` for what `read_dimacs_answer` cannot read and for an incomplete assignment.
    """
    try:
        answer = read_dimacs_answer(text)
    except ValueError as error:
        raise InvalidAnswer(f"the solver's answer is invalid: {error}") from error
    if not answer.satisfiable:
        return OPEN if answer.satisfiable is None else NO
    if answer.literals is None:
        raise InvalidAnswer("incomplete answer: the solver reports a solution, but gives no assignment")
    values = variables.values(literal for literal in answer.literals if 0 < literal <= variables.count)
    if not all(values):
        given = set(map(abs, answer.literals))
        for variable in range(1, variables.count + 1):
            if variable not in given and not values[variables.cell_and_value(variable)[0]]:
                meaning = labelled(variables, variable)
                raise InvalidAnswer(f"incomplete answer: variable {variable}, {meaning}, is missing{hint}")
    return Assignment(Verdict.SAT, only_values(values, variables.layout, SOLVER))


def _bare(text: str) -> str:
    """Returns an answer with the numbers of a text of numbers and comments alone, a 0 at its end; else nothing."""
    words = [word for line in text.splitlines() if line[:2].strip() != "c" for word in line.split()]
    if not words or not all(re.fullmatch("-?[0-9]+", word) for word in words):
        return ""
    return f"s SATISFIABLE\nv {' '.join(words)}{'' if words[-1] == '0' else ' 0'}"
