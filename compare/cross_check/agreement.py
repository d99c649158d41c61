"""Do these answers to one puzzle fit together?

Two answers that contradict each other never leave open who is wrong: a solution can be checked by the rules, and it
refutes everybody who says that there is none, or that others are all.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from ...reference.errors import BackendError
from ...reference.grid import Grid
from ...reference.judgement import Defect, claim, defect_of, defects, missed, settled
from ...reference.puzzle import Puzzle
from ...reference.result import STOPPED, Result
from .finding import Finding, FindingKind, kind_of, kind_of_class

Judge = Callable[[Grid, Puzzle], "Defect | None"]

Answer = Result | Exception
"""What a backend did with a puzzle: a result, or the exception that it raised."""


def findings(puzzle: Puzzle, answers: Mapping[str, Answer], limit: int) -> list[Finding]:
    """All that is wrong with answers to a question for up to `limit` solutions; in the order of the answers.

    What is wrong with an answer whatever the others say comes first. Then: whoever claims to have found all solutions
    must have found every true solution that anybody found. From that it follows that verdicts and counts that are
    settled are equal. An answer that ran out of time contradicts nothing but what it did find.
    """
    results = {name: answer for name, answer in answers.items() if isinstance(answer, Result)}
    judge = _remembering()
    found = [own for name, answer in answers.items() for own in _own(name, answer, puzzle, limit, judge)]
    faulty = {own.backend for own in found}
    finders: dict[Grid, str] = {}
    for name, result in results.items():
        for grid in result.solutions:
            if judge(grid, puzzle) is None:
                finders.setdefault(grid, name)
    for name, result in results.items():
        if not result.exhausted or name in faulty:
            continue
        others = missed(result.solutions, finders.keys())
        if others:
            witness = next(finder for grid, finder in finders.items() if grid in others)
            found.append(_refuted(name, result, witness))
    return found


def _own(name: str, answer: Answer, puzzle: Puzzle, limit: int, judge: Judge) -> Iterator[Finding]:
    if isinstance(answer, Exception):
        yield Finding(kind_of(answer), name, type(answer).__name__, _raised(name, answer))
        return
    if STOPPED in answer.statistics and not settled(answer, limit):
        yield Finding(FindingKind.TIMED_OUT, name, STOPPED, "had not answered when its time was over, and was stopped")
    for defect in defects(answer.solutions, puzzle, limit, judge):
        yield Finding(kind_of_class(defect.error), name, defect.way, defect.text)


def _remembering() -> Judge:
    """Returns `defect_of` with a memory: many backends return the same grid."""
    known: dict[Grid, Defect | None] = {}

    def judge(grid: Grid, puzzle: Puzzle) -> Defect | None:
        if not set(map(type, grid)) <= {int}:
            return defect_of(grid, puzzle)  # `1.0` equals 1, and is no value
        if grid not in known:
            known[grid] = defect_of(grid, puzzle)
        return known[grid]

    return judge


def _raised(name: str, error: Exception) -> str:
    """What an error says, to be read after the name, which most errors of backends begin with."""
    said = str(error)
    if isinstance(error, BackendError) and said.startswith(name):
        rest = said[len(name) :]
        return f"failed{rest}" if rest.startswith(":") else rest.strip()
    return f"raised {type(error).__name__}" + (f": {said}" if said else "")


def _refuted(name: str, result: Result, witness: str) -> Finding:
    count = len(result.solutions)
    way = {0: "says none", 1: "says unique"}.get(count, "says all")
    said = f"{claim(count)}, but {witness} found {'another' if count else 'one'}"
    return Finding(FindingKind.WRONG, name, way, said, witness)
