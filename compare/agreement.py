"""Do these answers to one puzzle fit together?"""

from __future__ import annotations

from collections.abc import Mapping

from ..reference.grid import Grid, faults
from ..reference.puzzle import Puzzle
from ..reference.result import Result, Verdict

Answer = Result | Exception
"""What a backend did with a puzzle: a result, or the exception that it raised."""


def faults_of(answer: Answer, puzzle: Puzzle, limit: int) -> list[str]:
    """What is wrong with an answer whatever the others say, each to be read after the name of its backend."""
    if isinstance(answer, Exception):
        return [f"raised {type(answer).__name__}: {answer}"]
    found = []
    if len(answer.solutions) > limit:
        found.append(f"gave {len(answer.solutions)} solutions where {limit} were asked for")
    for grid in answer.solutions:
        fault = next(faults(grid, puzzle), None)
        if fault is not None:
            found.append(f"gave a grid that is no solution: {fault}")
    return found


def contradictions(puzzle: Puzzle, answers: Mapping[str, Answer], limit: int) -> list[str]:
    """What the answers say against each other.

    Verdicts that are settled must be equal, and so must counts up to the limit that are settled (exhausted, or `limit`
    solutions found). Whoever claims to have found all solutions must have found every true solution that anybody found.
    An answer that ran out of time contradicts nothing but what it did find.
    """
    results = {name: answer for name, answer in answers.items() if isinstance(answer, Result)}
    verdicts = {name: result.verdict.value for name, result in results.items() if result.verdict != Verdict.UNKNOWN}
    counts = {name: str(len(result.solutions)) for name, result in results.items() if settled(result, limit)}
    reasons = _unequal("verdicts", verdicts) + _unequal(f"counts up to {limit}", counts)
    finders: dict[Grid, str] = {}
    for name, result in results.items():
        for grid in result.solutions:
            if grid not in finders and next(faults(grid, puzzle), None) is None:
                finders[grid] = name
    for name, result in results.items():
        missed = finders.keys() - set(result.solutions)
        if result.exhausted and missed:
            finder = finders[min(missed)]
            reasons.append(f"{name} claims to have found all solutions, but missed one that {finder} found")
    return reasons


def settled(result: Result, limit: int) -> bool:
    """Whether the result answers the question in full: all solutions, or as many as were asked for."""
    return result.exhausted or len(result.solutions) >= limit


def _unequal(what: str, said: Mapping[str, str]) -> list[str]:
    if len(set(said.values())) < 2:
        return []
    return [f"{what} differ: " + ", ".join(f"{name} {value}" for name, value in said.items())]
