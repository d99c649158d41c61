"""Do these answers to one puzzle fit together?"""

from __future__ import annotations

from collections.abc import Mapping

from ..reference.grid import Grid, faults
from ..reference.puzzle import Puzzle
from ..reference.result import Result, Verdict

Answer = Result | Exception
"""What a backend did with a puzzle: a result, or the exception that it raised."""


def differences(puzzle: Puzzle, answers: Mapping[str, Answer], limit: int) -> list[str]:
    """Every way in which the answers are wrong or contradict each other, a sentence each; nothing when all agree.

    Each grid is held against the rules. Verdicts that are settled must be equal, and so must counts up to the limit
    that are settled (exhausted, or `limit` solutions found). Whoever claims to have found all solutions must have found
    every solution that anybody found. An answer that ran out of time contradicts nothing but what it did find.
    """
    results = {name: answer for name, answer in answers.items() if isinstance(answer, Result)}
    reasons = [
        f"{name} failed: {type(answer).__name__}: {answer}"
        for name, answer in answers.items()
        if isinstance(answer, Exception)
    ]
    true_grids: dict[Grid, str] = {}
    for name, result in results.items():
        if len(result.solutions) > limit:
            reasons.append(f"{name} gave {len(result.solutions)} solutions where {limit} were asked for")
        for grid in result.solutions:
            fault = next(faults(grid, puzzle), None)
            if fault is None:
                true_grids.setdefault(grid, name)
            else:
                reasons.append(f"{name} gave a grid that is no solution: {fault}")
    verdicts = {name: result.verdict.value for name, result in results.items() if result.verdict != Verdict.UNKNOWN}
    counts = {name: str(len(result.solutions)) for name, result in results.items() if settled(result, limit)}
    reasons += _unequal("verdicts", verdicts) + _unequal(f"counts up to {limit}", counts)
    for name, result in results.items():
        if result.exhausted:
            missed = [finder for grid, finder in true_grids.items() if grid not in result.solutions]
            if missed:
                reasons.append(f"{name} claims to have found all solutions, but missed one that {missed[0]} found")
    return reasons


def settled(result: Result, limit: int) -> bool:
    """Whether the result answers the question in full: all solutions, or as many as were asked for."""
    return result.exhausted or len(result.solutions) >= limit


def _unequal(what: str, said: Mapping[str, str]) -> list[str]:
    if len(set(said.values())) < 2:
        return []
    return [f"{what} differ: " + ", ".join(f"{name} {value}" for name, value in said.items())]
