"""Answers as literals: of SAT solvers, of pseudo-Boolean solvers (`v x1 -x2`), or nothing but numbers."""

from __future__ import annotations

import re
from collections.abc import Sequence

from ...reference.errors import InvalidAnswer
from ...reference.puzzle import Puzzle
from ...reference.result import Verdict
from ..cnf.variables import VariableMap, Variables
from .dimacs_text import read_answer
from .names import labelled
from .reply import NO, OPEN, Reply

# Exact, as logs of other solvers have lines that begin with a lone s or v.
_STATUS_OR_LITERALS = re.compile(
    r"^[ \t]*(?:s (?:SATISFIABLE|UNSATISFIABLE|UNKNOWN|INDETERMINATE|OPTIMUM FOUND|UNSUPPORTED)|v(?: +-?x?[0-9]+)*"
    r"|SAT|UNSAT|INDET|SATISFIABLE|UNSATISFIABLE|UNKNOWN|INDETERMINATE)[ \t\r]*$",
    re.MULTILINE,
)
_PSEUDO_BOOLEAN = re.compile(r"^[ \t]*(?:v .*x[0-9]|s OPTIMUM FOUND|s UNSUPPORTED)", re.MULTILINE)


def fits(text: str) -> bool:
    """Whether there is a status, or a line of literals, or nothing but literals."""
    return _STATUS_OR_LITERALS.search(text) is not None or bool(_bare(text))


def read(text: str, _: Puzzle, variables: Variables) -> Reply:
    """The values by the variables of the map; the auxiliary ones beyond them say nothing of cells."""
    hint = "; is it of the encoding reduced?" if isinstance(variables, VariableMap) else ""
    try:
        if _PSEUDO_BOOLEAN.search(text):
            # These files know nothing of encodings: the variables are those of the layout.
            variables, hint = VariableMap(variables.layout), ""
            answer = read_answer(_as_dimacs(text))
        elif _STATUS_OR_LITERALS.search(text):
            answer = read_answer(text)
        else:
            answer = read_answer(f"s SATISFIABLE\nv {' '.join(_bare(text))}")
    except ValueError as error:
        raise InvalidAnswer(f"the solver's answer makes no sense: {error}") from error
    if answer.satisfiable is None:
        return OPEN
    if not answer.satisfiable:
        return NO
    if answer.literals is None:
        raise InvalidAnswer("half an answer: the solver says that there is a solution, but gives no assignment")
    values = variables.values(literal for literal in answer.literals if 0 < literal <= variables.count)
    left_out = None if all(values) else _left_out(answer.literals, values, variables)
    if left_out is not None:
        said = f"variable {left_out}, {labelled(variables, left_out)}"
        raise InvalidAnswer(f"half an answer: nothing is said of {said}{hint}")
    return Reply(Verdict.SAT, values)


def _left_out(literals: tuple[int, ...], values: Sequence[Sequence[int]], variables: Variables) -> int | None:
    """The first variable that is not spoken of, of a cell that has no value; None where there is none."""
    spoken_of = set(map(abs, literals))
    for variable in range(1, variables.count + 1):
        if variable not in spoken_of and not values[variables.cell_and_value(variable)[0]]:
            return variable
    return None


def _bare(text: str) -> list[str]:
    """The numbers of a text without anything else but comments, a 0 at the end; nothing for another text."""
    words = [word for line in text.splitlines() if line[:2].strip() != "c" for word in line.split()]
    if not words or not all(re.fullmatch("-?[0-9]+", word) for word in words):
        return []
    return words if words[-1] == "0" else [*words, "0"]


def _as_dimacs(text: str) -> str:
    """The answer of a pseudo-Boolean solver in the words of a SAT solver: `x1` is 1, and a 0 ends the literals."""
    lines = []
    for line in map(str.strip, text.splitlines()):
        if line[:2] in ("v", "v "):
            lines.append(re.sub(r"(?<=[ -])x(?=[0-9])", "", line))
        elif line.startswith("s "):
            lines.append(line.replace("OPTIMUM FOUND", "SATISFIABLE").replace("UNSUPPORTED", "UNKNOWN"))
    return "\n".join([*lines, "v 0"]) if any(line.startswith("v") for line in lines) else "\n".join(lines)
