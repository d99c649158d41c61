"""Drawn puzzles of every kind on layouts of every kind: each backend against exhaustive enumeration."""

from __future__ import annotations

import random
from contextlib import suppress
from functools import lru_cache
from typing import NamedTuple

from exhaustive import TooManySteps, all_grids
from pace import each_kind_of_backend, is_slow

from unitdoku import Grid, Puzzle, PuzzleError, find_backend
from unitdoku.compare.generators.kinds import Kind
from unitdoku.compare.generators.layouts import LAYOUT_RECIPES, draw_layout
from unitdoku.compare.generators.puzzles import draw_puzzle

LIMITS = (60, 60, 2, 1)
MOST_CELLS, MOST_STEPS = 100, 3000
# A backend that is slow to list solutions gets every sixth layout with few variables, and few solutions to find.
MOST_VARIABLES_SLOWLY, LIMIT_SLOWLY, STEP_SLOWLY = 80, 2, 6


class Question(NamedTuple):
    puzzle: Puzzle
    limit: int
    seconds: float | None
    solutions: set[Grid]


@lru_cache(maxsize=1)
def questions() -> list[list[Question]]:
    """The questions of each layout. All are so easy that every backend settles them where it is given time."""
    rng = random.Random(4)
    layouts = [draw_layout(recipe, rng, largest) for largest in (4, 6) for recipe in LAYOUT_RECIPES]
    found = []
    for layout in layouts:
        of_layout = []
        for kind in (None, *Kind) if layout.cell_count <= MOST_CELLS else ():
            with suppress(TooManySteps, PuzzleError):  # some layouts have no puzzle of a kind
                puzzle = Puzzle.empty(layout) if kind is None else draw_puzzle(kind, layout, rng).puzzle
                seconds = 0.0 if rng.random() < 0.1 else None
                of_layout.append(Question(puzzle, rng.choice(LIMITS), seconds, all_grids(puzzle, MOST_STEPS)))
        found += [of_layout] * bool(of_layout)
    return found


def test_the_questions_are_of_all_sorts() -> None:
    asked = [question for on_one_layout in questions() for question in on_one_layout]
    assert {min(len(question.solutions), 3) for question in asked} == {0, 1, 2, 3}
    assert {question.seconds for question in asked} == {0.0, None}
    assert len(asked) > 60


@each_kind_of_backend
def test_answers_are_true(name: str) -> None:
    """One session answers all questions on one layout, so that an effect of one puzzle on the next is noticed too."""
    backend, slow = find_backend(name), is_slow(name)
    for on_one_layout in questions()[:: STEP_SLOWLY if slow else 1]:
        layout = on_one_layout[0].puzzle.layout
        if slow and layout.cell_count * layout.size > MOST_VARIABLES_SLOWLY:
            continue
        with backend.open(layout) as session:
            for question in on_one_layout:
                limit = min(question.limit, LIMIT_SLOWLY) if slow else question.limit
                result = session.solve(question.puzzle, limit, question.seconds)
                found = set(result.solutions)
                assert found <= question.solutions
                assert len(found) == len(result.solutions) <= limit
                assert found == question.solutions or not result.exhausted
                if question.seconds is None:
                    assert len(found) == min(limit, len(question.solutions))
                    assert result.exhausted or len(found) == limit
