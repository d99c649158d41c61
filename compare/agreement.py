"""Do these answers to one puzzle fit together?

Two answers that contradict each other never leave open who is wrong: a solution can be checked by the rules, and it
refutes everybody who says that there is none, or that others are all.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from ..reference.errors import BackendError
from ..reference.finding import Finding, FindingKind, kind_of
from ..reference.grid import Grid, faults, is_grid, is_solution
from ..reference.puzzle import Puzzle
from ..reference.result import STOPPED, Result

Answer = Result | Exception
"""What a backend did with a puzzle: a result, or the exception that it raised."""


def findings(puzzle: Puzzle, answers: Mapping[str, Answer], limit: int) -> list[Finding]:
    """All that is wrong with answers to a question for up to `limit` solutions; in the order of the answers.

    What is wrong with an answer whatever the others say comes first. Then: whoever claims to have found all solutions
    must have found every true solution that anybody found. From that it follows that verdicts and counts that are
    settled are equal. An answer that ran out of time contradicts nothing but what it did find.
    """
    results = {name: answer for name, answer in answers.items() if isinstance(answer, Result)}
    known: dict[Grid, bool] = {}
    true = {name: [_is_true(grid, puzzle, known) for grid in result.solutions] for name, result in results.items()}
    found = [own for name, answer in answers.items() for own in _own(name, answer, puzzle, limit, true.get(name, ()))]
    faulty = {own.backend for own in found}
    finders: dict[Grid, str] = {}
    for name, result in results.items():
        for grid, is_true in zip(result.solutions, true[name], strict=True):
            if is_true:
                finders.setdefault(grid, name)
    for name, result in results.items():
        if not result.exhausted or name in faulty:
            continue
        missed = finders.keys() - set(result.solutions)
        if missed:
            witness = next(finder for grid, finder in finders.items() if grid in missed)
            found.append(_refuted(name, result, witness))
    return found


def settled(result: Result, limit: int) -> bool:
    """Whether the result answers the question in full: all solutions, or as many as were asked for."""
    return result.exhausted or len(result.solutions) >= limit


def _own(name: str, answer: Answer, puzzle: Puzzle, limit: int, true: Sequence[bool]) -> Iterator[Finding]:
    if isinstance(answer, Exception):
        yield Finding(kind_of(answer), name, type(answer).__name__, _raised(name, answer))
        return
    if STOPPED in answer.statistics and not settled(answer, limit):
        yield Finding(FindingKind.TIMED_OUT, name, STOPPED, "had not answered when its time was over, and was stopped")
    if len(answer.solutions) > limit:
        said = f"gave {len(answer.solutions)} solutions where {limit} were asked for"
        yield Finding(FindingKind.INVALID, name, "too many", said)
    for grid, is_true in zip(answer.solutions, true, strict=True):
        if not is_true:
            kind = FindingKind.WRONG if is_grid(grid, puzzle.layout) else FindingKind.INVALID
            said = f"gave a grid that is no solution: {next(faults(grid, puzzle))}"
            yield Finding(kind, name, "no solution", said)


def _is_true(grid: Grid, puzzle: Puzzle, known: dict[Grid, bool]) -> bool:
    """Whether the grid is a solution; `known` keeps that for all that give the same one."""
    if not set(map(type, grid)) <= {int}:
        return False  # `1.0` equals 1, and is no value
    if grid not in known:
        known[grid] = is_solution(grid, puzzle)
    return known[grid]


def _raised(name: str, error: Exception) -> str:
    """What an error says, to be read after the name, which most errors of backends begin with."""
    said = str(error)
    if isinstance(error, BackendError) and said.startswith(name):
        rest = said[len(name) :]
        return f"failed{rest}" if rest.startswith(":") else rest.strip()
    return f"raised {type(error).__name__}" + (f": {said}" if said else "")


def _refuted(name: str, result: Result, witness: str) -> Finding:
    count = len(result.solutions)
    if not count:
        said = f"says that there is no solution, but {witness} found one"
        return Finding(FindingKind.WRONG, name, "says none", said, witness)
    if count == 1:
        said = f"claims that its solution is the only one, but {witness} found another"
        return Finding(FindingKind.WRONG, name, "says unique", said, witness)
    said = f"claims that its {count} solutions are all, but {witness} found another"
    return Finding(FindingKind.WRONG, name, "says all", said, witness)
