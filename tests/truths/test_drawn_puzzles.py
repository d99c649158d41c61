"""Drawn puzzles of every kind on layouts of every kind: each backend against exhaustive enumeration."""

from __future__ import annotations

import random
from collections.abc import Iterator
from contextlib import suppress
from functools import lru_cache
from typing import NamedTuple

from exhaustive import TooManySteps, all_grids
from pace import each_kind_of_backend, is_slow

from unitdoku import Grid, Layout, Puzzle, PuzzleError, find_backend
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
    layouts = [draw_layout(kind, rng, largest) for largest in (4, 6) for kind in LAYOUT_RECIPES]
    of_layouts = [list(questions_on(layout, rng)) for layout in layouts if layout.cell_count <= MOST_CELLS]
    return [on_one_layout for on_one_layout in of_layouts if on_one_layout]


def questions_on(layout: Layout, rng: random.Random) -> Iterator[Question]:
    for puzzle in puzzles_on(layout, rng):
        with suppress(TooManySteps):
            solutions = all_grids(puzzle, MOST_STEPS)
            yield Question(puzzle, rng.choice(LIMITS), 0.0 if rng.random() < 0.1 else None, solutions)


def puzzles_on(layout: Layout, rng: random.Random) -> Iterator[Puzzle]:
    yield Puzzle.empty(layout)
    for kind in Kind:
        try:
            yield draw_puzzle(kind, layout, rng).puzzle
        except PuzzleError:
            continue  # the layout has no puzzle of this kind


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
