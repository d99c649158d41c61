"""Does the comparison of answers see what is wrong, and only that?"""

from __future__ import annotations

from collections.abc import Iterator

from ...reference.grid import Grid
from ...reference.layout import Layout
from ...reference.puzzle import Puzzle
from ...reference.result import Result
from ..cross_check.agreement import Answer, findings
from ..cross_check.finding import FindingKind
from .material import Findings, Material
from .questions import Question

_HONEST, _LIAR = "honest", "liar"

_MOST_PUZZLES = 100


def wrong_answers(material: Material) -> Findings:
    """For each question of which a solution is known, which answer of a made-up backend is judged wrongly."""
    known = [question for question in material.questions() if question.known]
    for question in known[:_MOST_PUZZLES]:
        yield next(_misjudged(question), None)


def _misjudged(question: Question) -> Iterator[str]:
    puzzle, known = question.puzzle, question.known
    limit = max(question.limit, len(known))
    honest = Result(known, question.complete)
    for answer in (honest, Result(known[:1], False), Result((), False)):
        for finding in findings(puzzle, {_HONEST: honest, _LIAR: answer}, limit):
            yield f"a true answer is called wrong: {finding}"
    for what, kind, lie in _lies(puzzle, known):
        found = findings(puzzle, {_HONEST: honest, _LIAR: lie}, limit)
        if (_LIAR, kind) not in {(finding.backend, finding.kind) for finding in found}:
            yield f"{puzzle.layout.name}: {what} is not seen"
        if any(finding.backend == _HONEST for finding in found):
            yield f"{puzzle.layout.name}: {what} is believed against a true answer"
    for unit in puzzle.layout.units:
        # Elsewhere another unit may tell as well.
        alone = Puzzle.empty(Layout(puzzle.layout.size, (unit,), puzzle.layout.positions))
        twice = (1,) * puzzle.layout.cell_count
        if len(unit) > 1 and not findings(alone, {_LIAR: Result((twice,), False)}, limit):
            yield f"{puzzle.layout.name}: nothing but a value twice in {unit.name} is not seen"


def _lies(puzzle: Puzzle, known: tuple[Grid, ...]) -> Iterator[tuple[str, FindingKind, Answer]]:
    grid = known[0]
    yield "that there is none", FindingKind.WRONG, Result((), True)
    if len(known) > 1:
        yield "that it is the only one", FindingKind.WRONG, Result((grid,), True)
    yield "a grid of another length", FindingKind.INVALID, Result(((*grid, 1),), False)
    yield "a value beyond the last", FindingKind.INVALID, Result(((puzzle.layout.size + 1, *grid[1:]),), False)
    yield "an error", FindingKind.CRASHED, RuntimeError("made up")
    for unit in puzzle.layout.units:
        if len(unit) > 1:
            first, last = unit.cells[0], unit.cells[-1]
            twice = tuple(grid[first] if cell == last else value for cell, value in enumerate(grid))
            yield f"a value twice in {unit.name}", FindingKind.WRONG, Result((twice,), False)
    for shift in range(1, puzzle.layout.size):
        renamed = tuple((value + shift - 1) % puzzle.layout.size + 1 for value in grid)
        if any(not mask >> (value - 1) & 1 for value, mask in zip(renamed, puzzle.candidates, strict=True)):
            yield "a value that is no candidate", FindingKind.WRONG, Result((renamed,), False)
