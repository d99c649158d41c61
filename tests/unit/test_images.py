"""Images of a puzzle: their answers follow from its own, and every wrong answer to one is seen."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import pytest

np = pytest.importorskip("numpy", reason="images need NumPy")

from images import Images, Known  # noqa: E402

from unitdoku import (  # noqa: E402
    InvalidAnswer,
    Layout,
    Puzzle,
    classic,
    diagonal,
    find_backend,
    from_units,
    is_solution,
    latin,
    solve,
)
from unitdoku.backend import BulkAnswers  # noqa: E402
from unitdoku.compare.conformance.symmetries import is_symmetry, moved  # noqa: E402
from unitdoku.compare.cross_check.random_cases import case_of  # noqa: E402
from unitdoku.compare.generators.constructions import renamed_puzzle  # noqa: E402
from unitdoku.reference.native import loading  # noqa: E402
from unitdoku.reference.native.backend import NativeSession  # noqa: E402

view: Any = memoryview  # arrays are buffers, though no type says so

LIMIT = 3
LINE = "2.............62....1....7...6..8...3...9...7...6..4...4....8....52.............3"
UNIQUE = solve(LINE, "reference", layout="diagonal").puzzle or Puzzle.empty(latin(1))
SEVERAL = Puzzle.from_givens({"A1": 1, "B3": 3}, classic(4))
"""With more solutions than the limit."""
TWO = Puzzle.from_givens({"A1": 1, "B2": 1}, latin(3))
NONE = Puzzle.from_givens({"A1": 1, "A2": 1}, classic(4))
PUZZLES = [UNIQUE, SEVERAL, TWO, NONE]


def known(puzzle: Puzzle, limit: int = LIMIT) -> Known:
    result = solve(puzzle, "reference", limit)
    return Known(result.solutions, result.exhausted)


def answers_of(puzzles: list[Puzzle]) -> BulkAnswers:
    """The answers of the reference, in the form of those in bulk."""
    results = [solve(puzzle, "reference", LIMIT) for puzzle in puzzles]
    counts = np.array([len(result) for result in results], np.uint64)
    exhausted = np.array([result.exhausted for result in results], np.uint8)
    cells = puzzles[0].layout.cell_count
    grids = np.array([grid for result in results for grid in result], np.uint8).reshape(-1, cells)
    zeros = np.zeros(len(puzzles), np.uint64)
    finished = np.ones(len(puzzles), np.uint8)
    columns = (counts, zeros, zeros, finished, exhausted, grids)
    return BulkAnswers(*map(view, columns))


def images_of(puzzle: Puzzle, most: int = 8) -> tuple[Images, BulkAnswers]:
    images = Images(puzzle, most, "a")
    return images, answers_of([Puzzle(puzzle.layout, images[number].candidates) for number in range(len(images))])


def changed(answers: BulkAnswers, **parts: Any) -> BulkAnswers:
    names = ("counts", "guesses", "rounds", "finished", "exhausted", "grids")
    whole = {name: np.array(getattr(answers, name)) for name in names} | parts
    return BulkAnswers(*(view(np.ascontiguousarray(whole[name])) for name in names))


@pytest.mark.parametrize("puzzle", PUZZLES)
def test_an_image_is_renamed_and_moved_by_a_symmetry(puzzle: Puzzle) -> None:
    images = Images(puzzle, 50, "seed")
    for number in range(len(images)):
        image = images[number]
        assert sorted(image.values) == list(range(1, puzzle.layout.size + 1))
        assert is_symmetry(image.cells, puzzle.layout)
        assert moved(renamed_puzzle(puzzle, image.values), image.cells).candidates == image.candidates
        for grid in known(puzzle).solutions:
            assert is_solution(image.mapped(grid), Puzzle(puzzle.layout, image.candidates))


def test_images_are_distinct_and_follow_from_the_seed() -> None:
    images = Images(UNIQUE, 300, "1:2")
    rows = [images[number].candidates for number in range(len(images))]
    assert len(set(rows)) == len(rows) == 300
    assert (Images(UNIQUE, 300, "1:2").masks == images.masks).all()
    assert not (Images(UNIQUE, 300, "1:3").masks == images.masks).all()
    assert len({images[number].cells for number in range(len(images))}) > 4
    # There is one puzzle of one cell, and three where one of three values is ruled out.
    assert len(Images(Puzzle.empty(latin(1)), 100, "a")) == 1
    one = Layout(3, (), ((0, 0),))
    assert len(Images(Puzzle(one, (0b110,)), 100, "a")) == 3


@pytest.mark.parametrize("puzzle", PUZZLES)
@pytest.mark.parametrize("complete", [True, False])
def test_right_answers_are_right(puzzle: Puzzle, complete: bool) -> None:
    images, answers = images_of(puzzle)
    solutions, exhausted = known(puzzle)
    checked = images.check(0, answers, LIMIT, Known(solutions, exhausted and complete))
    assert checked == (len(images), 0, None)


def grids_with(change: Callable[[Any], None]) -> Callable[[BulkAnswers], BulkAnswers]:
    def changing(answers: BulkAnswers) -> BulkAnswers:
        grids = np.array(answers.grids)
        change(grids)
        return changed(answers, grids=grids)

    return changing


def swap_values(grids: Any) -> None:
    """Renames the values of a grid: it keeps to the units, and not to the givens."""
    grids[5] = grids[5] % grids[5].max() + 1


def set_to(value: int) -> Callable[[Any], None]:
    def change(grids: Any) -> None:
        grids[5, 7] = value

    return change


def clear_exhausted_count(answers: BulkAnswers) -> BulkAnswers:
    """Puzzle 5 is said to have no solution."""
    counts = np.array(answers.counts)
    first = int(counts[:5].sum())
    grids = np.delete(np.array(answers.grids), range(first, first + int(counts[5])), axis=0)
    counts[5] = 0
    exhausted = np.array(answers.exhausted)
    exhausted[5] = 1
    return changed(answers, counts=counts, grids=grids, exhausted=exhausted)


def twice(answers: BulkAnswers) -> BulkAnswers:
    """Puzzle 5 gets its first solution a second time."""
    counts = np.array(answers.counts)
    first = int(counts[:5].sum())
    grids = np.insert(np.array(answers.grids), first, np.array(answers.grids)[first], axis=0)
    counts[5] += 1
    return changed(answers, counts=counts, grids=grids)


CHANGES = [clear_exhausted_count, twice, *map(grids_with, (swap_values, set_to(0), set_to(10), set_to(255)))]


@pytest.mark.parametrize("change", CHANGES)
@pytest.mark.parametrize("complete", [True, False])
def test_each_wrong_answer_is_seen(change: Callable[[BulkAnswers], BulkAnswers], complete: bool) -> None:
    images, answers = images_of(UNIQUE)
    solutions, _ = known(UNIQUE)
    assert images.check(0, change(answers), LIMIT, Known(solutions, complete)) == (7, 1, 5)


def test_each_cell_with_any_other_value_is_seen() -> None:
    images, answers = images_of(UNIQUE, 3)
    solutions, _ = known(UNIQUE)
    for cell in range(81):
        for other in range(1, 10):
            grids = np.array(answers.grids)
            if grids[1, cell] != other:
                grids[1, cell] = other
                checked = images.check(0, changed(answers, grids=grids), LIMIT, Known(solutions, False))
                assert checked == (2, 1, 1)


def test_rules_alone_show_a_wrong_grid_where_nothing_else_is_known() -> None:
    images, answers = images_of(SEVERAL)
    some = Known((), False)
    assert images.check(0, answers, LIMIT, some) == (len(images), 0, None)
    assert not any(answers.exhausted)
    row = 5 * LIMIT + 1
    masks = images.masks[5]
    renamed = np.array(answers.grids)
    renamed[row] = renamed[row] % 4 + 1
    # It keeps to the units, and not to the givens.
    assert is_solution(tuple(map(int, renamed[row])), Puzzle.empty(SEVERAL.layout))
    assert images.check(0, changed(answers, grids=renamed), LIMIT, some) == (len(images) - 1, 1, 5)
    # The other way round, in each open cell.
    for cell in np.flatnonzero(masks == 0b1111):
        grids = np.array(answers.grids)
        grids[row, cell] = grids[row, cell] % 4 + 1
        assert images.check(0, changed(answers, grids=grids), LIMIT, some) == (len(images) - 1, 1, 5)


def test_another_solution_refutes_that_all_are_known() -> None:
    images, answers = images_of(TWO)
    solutions, exhausted = known(TWO)
    assert len(solutions) > 1
    assert exhausted
    # A grid that keeps the rules, and is no image of a known one.
    checked = images.check(0, answers, LIMIT, Known(solutions[:1], True))
    assert (checked.settled, checked.wrong) == (0, len(images))
    assert images.check(0, answers, LIMIT, Known(solutions[:1], False)).wrong == 0


def test_a_solution_that_is_left_out_is_seen() -> None:
    images, answers = images_of(TWO)
    solutions, _ = known(TWO)
    counts = np.array(answers.counts)
    counts[0] -= 1
    short = changed(answers, counts=counts, grids=np.array(answers.grids)[1:])
    for complete in (True, False):
        assert images.check(0, short, LIMIT, Known(solutions, complete))[1:] == (1, 0)


def test_more_than_the_limit_is_wrong_and_less_is_not_settled() -> None:
    images, answers = images_of(SEVERAL)
    some = known(SEVERAL)
    assert images.check(0, answers, LIMIT - 1, some).wrong == len(images)
    assert images.check(0, answers, LIMIT + 1, some) == (0, 0, None)


def test_grids_and_counts_that_do_not_belong_together_are_no_answers() -> None:
    images, answers = images_of(UNIQUE)
    some = known(UNIQUE)
    for grids in (np.array(answers.grids)[1:], np.repeat(np.array(answers.grids), 2, axis=0)):
        with pytest.raises(InvalidAnswer, match=r"grids for 8 puzzles with 8 solutions in bulk"):
            images.check(0, changed(answers, grids=grids), LIMIT, some)
    with pytest.raises(InvalidAnswer):
        images.check(1, answers, LIMIT, some)


def test_layouts_of_more_values_than_a_small_word_has_bits() -> None:
    layout = latin(20)
    grid = solve(Puzzle.empty(layout), "reference").solutions[0]
    puzzle = Puzzle.from_values(grid, layout)
    images = Images(puzzle, 4, "a")
    assert images.masks.dtype == np.uint32
    answers = answers_of([Puzzle(layout, images[number].candidates) for number in range(len(images))])
    assert images.check(0, answers, LIMIT, Known((grid,), True)) == (4, 0, None)
    grids = np.array(answers.grids)
    grids[2, [0, 1]] = grids[2, [1, 0]]
    assert images.check(0, changed(answers, grids=grids), LIMIT, Known((grid,), True)) == (3, 1, 2)


@pytest.mark.skipif(not loading.available_levels(), reason="the kernel was not compiled")
def test_the_kernel_answers_images_of_all_kinds_of_puzzles() -> None:
    rng = random.Random(5)
    asked = 0
    for number in rng.sample(range(2000), 100):
        drawn = case_of(4, number).drawn
        if drawn is None or drawn.puzzle.layout.has_other_rules:
            continue
        puzzle = drawn.puzzle
        images = Images(puzzle, 40, str(number))
        session = find_backend("native").open(puzzle.layout)
        assert isinstance(session, NativeSession)
        answers = session.solve_bulk(images.masks, LIMIT)
        assert images.check(0, answers, LIMIT, known(puzzle)) == (len(images), 0, None)
        asked += len(images)
    assert asked > 800


def test_layouts_without_units_and_with_repeated_units() -> None:
    for layout in (from_units(3, [], (1, 2)), from_units(2, [("A1", "B1")] * 3, (2, 1)), diagonal(classic(4))):
        images, answers = images_of(Puzzle.empty(layout))
        assert images.check(0, answers, LIMIT, known(Puzzle.empty(layout))) == (len(images), 0, None)
