"""Ratings: levels and rounds as defined, the same for shuffles, alone and many at a time."""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import partial

import pytest

pytest.importorskip("numpy")

import numpy as np
from corpora import DATA, bundled, puzzles_in, seventeen_clue, with_shuffles

from unitdoku import Layout, Puzzle, PuzzleError, Unsupported, classic, find_backend, from_units, latin
from unitdoku.compare.corpora.corpus import puzzles_of
from unitdoku.compare.data.generate import generate
from unitdoku.compare.data.rate import Rating, rate, rate_values
from unitdoku.layouts import killer


def singles(layout: Layout, board: list[int]) -> list[int] | None:
    """A round of naked and then hidden singles on a board of candidate masks; None for a contradiction."""
    needed = [0] * len(board)
    alone = [mask if mask.bit_count() == 1 else 0 for mask in board]
    left = [mask & ~sum({alone[peer] for peer in layout.peers[cell]}) for cell, mask in enumerate(board)]
    for unit in layout.complete_units:
        for value in range(layout.size):
            places = [cell for cell in unit.cells if left[cell] >> value & 1]
            if not places:
                return None
            if len(places) == 1:
                needed[places[0]] |= 1 << value
    if 0 in left or any(values.bit_count() > 1 for values in needed):
        return None
    return [mask & (values or mask) for mask, values in zip(left, needed, strict=True)]


def locked(layout: Layout, board: list[int]) -> list[int]:
    """A round of locked candidates."""
    new = list(board)
    for unit in layout.complete_units:
        for other in layout.units:
            for value in range(layout.size):
                places = {cell for cell in unit.cells if board[cell] >> value & 1}
                if len({*unit.cells} & {*other.cells}) > 1 and places <= {*other.cells}:
                    for cell in {*other.cells} - {*unit.cells}:
                        new[cell] &= ~(1 << value)
    return new


def failed(layout: Layout, board: list[int], level: int) -> list[int]:
    """A round of failed literals, refuted by the rules up to a level."""
    new = list(board)
    for cell, mask in enumerate(board):
        for value in range(layout.size) if mask.bit_count() > 1 else ():
            if mask >> value & 1:
                trial = [*board[:cell], 1 << value, *board[cell + 1 :]]
                if closed(layout, trial, level)[0] is None:
                    new[cell] &= ~(1 << value)
    return new


def closed(layout: Layout, board: list[int], level: int) -> tuple[list[int] | None, int]:
    """What the rules up to a level leave, and the rounds of this level."""
    rounds = 0
    rules: list[Callable[[Layout, list[int]], list[int] | None]] = [singles, locked, partial(failed, level=level - 1)]
    while True:
        lower = board if level == 1 else closed(layout, board, level - 1)[0]
        if lower is None:
            return None, rounds
        new = rules[min(level, 3) - 1](layout, lower)
        if new is None or new == lower:
            return new, rounds
        board, rounds = new, rounds + 1


def rated(puzzle: Puzzle) -> Rating:
    """The rating by the definition."""
    for level in range(1, 5):
        board, rounds = closed(puzzle.layout, list(puzzle.candidates), level)
        if board is None or all(mask.bit_count() == 1 for mask in board):
            return Rating(level, rounds)
    return Rating(5, 0)


def test_ratings_follow_the_definition() -> None:
    for puzzle in [*seventeen_clue(20), *bundled("top95.txt")[:1]]:
        levels, rounds = rate_values(puzzle.layout, np.array([puzzle.values], np.uint8))
        assert rate(puzzle) == rated(puzzle) == (levels[0], rounds[0])


@pytest.mark.parametrize("name", ["classic", "diagonal", "latin:6"])
def test_ratings_of_images(name: str) -> None:
    made = (entry.puzzle for entry in generate(name, 8, minimal=True) if entry.puzzle)
    puzzles, images = with_shuffles(made, 1)
    assert [*map(rate, images)] == [*map(rate, puzzles)]


def test_one_number() -> None:
    numbers = [Rating(level, rounds).number for level in range(1, 5) for rounds in range(4)] + [Rating(5, 0).number]
    assert numbers == sorted(numbers)
    assert numbers[:2] == [1, 1.5]


def pigeons(count: int) -> Puzzle:
    """A puzzle whose first cell is 1: if it is `count + 1`, so many other cells share one value less than they need.

    Helper cells say that the others are not `count + 1` then.
    """
    size = count + 1
    candidates = [1 | 1 << count] + [(1 << count) - 1] * count
    units = [[one, other] for one in range(1, size) for other in range(one)]
    for cell in range(1, size):
        for value in {*range(1, size)} - {cell}:
            units += [[0, len(candidates)], [len(candidates), cell]]
            candidates.append(1 << count | 1 << value - 1)
    return Puzzle(from_units(size, units, shape=(1, len(candidates))), tuple(candidates))


@pytest.mark.parametrize(("count", "rating"), [(2, (3, 1)), (3, (3, 1)), (4, (4, 1)), (5, (5, 0))])
def test_failed_literals(count: int, rating: tuple[int, int]) -> None:
    assert rate(pigeons(count)) == rated(pigeons(count)) == rating


def test_full_grids_and_small_layouts() -> None:
    assert rate("1234341221434321", classic(4)) == (1, 0)
    assert rate("123434122143432.", classic(4)) == (1, 1)
    assert rate("1", latin(1)) == rate(".", latin(1)) == (1, 0)


def test_shares_of_published_puzzles() -> None:
    def share(puzzles: list[Puzzle], level: int) -> float:
        levels, _ = rate_values(classic(), np.array([puzzle.values for puzzle in puzzles], np.uint8), 2)
        return float(np.mean(levels == level))

    sudoku10k = puzzles_in((DATA / "sudoku10k.txt").read_text(), classic())
    assert round(share(sudoku10k, 1), 4) == 0.4579
    assert share(bundled("top95.txt"), 1) == 0


def test_what_has_no_rating() -> None:
    for puzzle, layout in (("." * 16, "classic:4"), ("11" + "." * 14, "classic:4")):
        with pytest.raises(PuzzleError):
            rate(puzzle, layout)
    with pytest.raises(Unsupported):
        rate(Puzzle.empty(killer([("A1 A2", 3)])))


@pytest.mark.long
def test_ratings_rise_with_the_guesses_of_a_search() -> None:
    """The rank correlation with the guesses of the reference solver, a mean over 12 shuffles, is above 0.9."""
    rng = random.Random(1)
    ratings, guesses = list[float](), list[float]()
    with find_backend("reference").open(classic()) as session:
        for name in ("easy50.txt", "17clue.txt", "top95.txt", "hard375.txt"):
            puzzles, *images = with_shuffles(rng.sample(list(puzzles_of(name)), 50), 12)
            ratings += [rate(puzzle).number for puzzle in puzzles]
            guessed = [[session.solve(puzzle, 2).statistics["guesses"] for puzzle in each] for each in images]
            guesses += np.mean(guessed, axis=0).tolist()
    first, second = (np.searchsorted(np.sort(numbers), numbers).astype(float) for numbers in (ratings, guesses))
    assert np.corrcoef(first, second)[0, 1] > 0.9
