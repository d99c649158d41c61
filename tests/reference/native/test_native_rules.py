"""The kernel on layouts with sums and pairs: every build, in every width of masks, alone and in many lanes."""

from __future__ import annotations

import random
from functools import cache

import pytest
from drawn_rules import draw
from exhaustive import all_grids
from native_cases import level as level
from pace import needs_kernel

from unitdoku import Grid, Pair, Puzzle, Sum, Unit, from_units, is_solution, latin, solve
from unitdoku.compare.conformance.cases import takes
from unitdoku.compare.generators.kinds import Kind
from unitdoku.compare.generators.rule_puzzles import RULE_RECIPES, draw_rule_puzzle
from unitdoku.reference.native.backend import NativeBackend
from unitdoku.reference.native.loading import FORCE, available_levels

LEVELS = available_levels()
pytestmark = [needs_kernel, pytest.mark.usefixtures("level")]
RISING = frozenset((a, b) for a in range(1, 5) for b in range(a + 1, 5))


def grids(puzzle: Puzzle) -> set[Grid]:
    with NativeBackend().open(puzzle.layout) as session:
        result = session.solve(puzzle, 20_000)
    assert result.exhausted
    assert len(set(result.solutions)) == len(result.solutions)
    return set(result.solutions)


@cache
def drawn() -> list[tuple[Puzzle, set[Grid]]]:
    """Random puzzles with all of their grids: those that the kernel takes."""
    rng = random.Random(2020)
    puzzles = [puzzle for puzzle in (draw(rng) for _ in range(220)) if takes(NativeBackend.capabilities, puzzle)]
    return [(puzzle, all_grids(puzzle)) for puzzle in puzzles]


def test_random_rules() -> None:
    assert len(drawn()) > 200
    for puzzle, expected in drawn():
        found, shown = grids(puzzle), puzzle.layout.shown_part
        assert found <= expected
        assert len(found) == len(set(map(shown, found))) == len(set(map(shown, expected)))


def test_cells_of_many_values_in_pairs_and_sums() -> None:
    """Two cells of 1 to 9, and one of 81 values, which is each of them times 1 to 9."""
    values = range(1, 10)
    factor = frozenset((value, value * other) for value in values for other in values)
    layout = from_units(81, [Pair("a", (0, 2), factor), Pair("b", (1, 2), factor), Sum("of", (0, 1, 2), 74)], (1, 3))
    every = ((a, b, 74 - a - b) for a in values for b in values)
    assert grids(Puzzle.empty(layout)) == {(a, b, c) for a, b, c in every if {(a, c), (b, c)} <= factor}


@pytest.mark.parametrize(("times", "mask_bytes"), [(1, 2), (1000, 4), (2**40, 8), (2**50, 8)])
def test_large_coefficients_have_wide_masks(times: int, mask_bytes: int) -> None:
    rules = [Sum("apart", (0, 1), -2 * times, (times, -times)), Sum("least", (1, 2), 3, relation=">=")]
    layout = from_units(3, [Unit("unit", (0, 1, 2)), *rules], (1, 3))
    with NativeBackend().open(layout) as session:
        assert session.program.mask_bytes == mask_bytes
    assert grids(Puzzle.empty(layout)) == {(1, 3, 2)}


@pytest.mark.parametrize("size", [5, 16, 17, 33, 64])
def test_many_values(size: int) -> None:
    """Two cells with a sum, a cage of three, and a pair, for each width of masks."""
    values = range(1, size + 1)
    unit, up = Unit("cage", (1, 2, 3)), frozenset((a, a + 1) for a in range(1, size))
    sums = [Sum("two", (0, 1), size + 1), Sum("cage", (1, 2, 3), 3 * size - 4)]
    expected = {
        (size + 1 - b, b, c, c + 1)
        for b in values
        for c in range(1, size)
        if b + 2 * c + 1 == 3 * size - 4 and b not in (c, c + 1)
    }
    assert expected
    assert grids(Puzzle.empty(from_units(size, [unit, *sums, Pair("up", (2, 3), up)], (1, 4)))) == expected


def test_many_puzzles_on_one_layout() -> None:
    """Lanes that guess, lanes with contradictions, and lanes that take alternatives of others."""
    sums = [Sum("box", (0, 1, 4, 5), 10), Sum("line", (0, 5, 10, 15), 9, relation="<=")]
    layout = latin(4) + [*sums, Pair("up", (2, 3), RISING)]
    everything = solve(Puzzle.empty(layout), "reference", limit=1000).solutions
    rng = random.Random(4)
    puzzles = []
    for _ in range(100):
        grid, given = rng.choice(everything), rng.sample(range(16), rng.randint(0, 5))
        values = {cell: grid[cell] if rng.random() < 0.8 else rng.randint(1, 4) for cell in given}
        puzzles.append(Puzzle.from_givens(values, layout))
    expected = [{grid for grid in everything if is_solution(grid, puzzle)} for puzzle in puzzles]
    assert {len(each) > 0 for each in expected} == {True, False}
    with NativeBackend().open(layout) as session:
        for threads in (1, 2):
            answers = session.solve_bulk(session.masks(puzzles), 1000, threads=threads)
            assert list(answers.counts) == list(map(len, expected))
            assert all(answers.exhausted)
        for puzzle, wanted, result in zip(puzzles, expected, session.solve_many(puzzles, 1000), strict=True):
            assert set(result.solutions) == wanted
            assert session.count(puzzle) == len(wanted)


def test_a_thermometer_needs_no_guess() -> None:
    """Each pair rules values out of both of its cells."""
    up = frozenset((a, b) for a in range(1, 10) for b in range(a + 1, 10))
    layout = from_units(9, [Pair("up", (cell, cell + 1), up) for cell in range(8)], (1, 9))
    with NativeBackend().open(layout) as session:
        result = session.solve(Puzzle.empty(layout), 2)
    assert result.solutions == (tuple(range(1, 10)),)
    assert result.statistics["guesses"] == 0


def effort(puzzles: list[Puzzle], limit: int, threads: int = 1) -> list[tuple[int, int, int]]:
    """Returns the count, the guesses and the rounds of each puzzle, asked in one call; they are searched to the end."""
    with NativeBackend().open(puzzles[0].layout) as session:
        answers = session.solve_bulk(session.masks(puzzles), limit, threads=threads)
    assert set(answers.exhausted) == {1}
    return list(zip(answers.counts, answers.guesses, answers.rounds, strict=True))


def test_other_puzzles_builds_and_threads_change_no_guess_and_no_round(monkeypatch: pytest.MonkeyPatch) -> None:
    """A lane's search is its own: what the rules rule out in one must not depend on the lanes beside it."""
    rng = random.Random(19)
    searched = 0
    for name in 4 * list(RULE_RECIPES):
        puzzle = draw_rule_puzzle(name, Kind.UNIQUE, rng, 6).puzzle
        opened = Puzzle.from_values([value * (cell % 4 > 0) for cell, value in enumerate(puzzle.values)], puzzle.layout)
        puzzles = [puzzle, opened, puzzle]
        alone = [effort([one], 10**6)[0] for one in puzzles]
        searched += alone[1][1]
        assert effort(puzzles, 10**6) == effort(puzzles, 10**6, threads=2) == alone
        with monkeypatch.context() as other_build:
            other_build.setenv(FORCE, LEVELS[-1])
            assert [effort([one], 10**6)[0] for one in puzzles] == alone
    assert searched > 66
