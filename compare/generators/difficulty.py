"""How difficult a puzzle is: how often the reference solver guesses until it has proved what it found."""

from __future__ import annotations

from enum import Enum

from ...encoders.solve import solve
from ...reference.puzzle import Puzzle

_SECONDS = 20.0
"""The time limit of the reference solver; it has guessed often enough for the last class by then."""


class Difficulty(str, Enum):
    """A class of difficulty, by the guesses that the reference solver takes to settle whether a solution is unique."""

    EASY = "easy"
    """No guess."""
    MEDIUM = "medium"
    """Up to 9 guesses."""
    HARD = "hard"
    """10 to 99 guesses."""
    EXPERT = "expert"
    """100 guesses or more."""

    def __str__(self) -> str:
        return self.value


_FROM = {Difficulty.EXPERT: 100, Difficulty.HARD: 10, Difficulty.MEDIUM: 1, Difficulty.EASY: 0}
"""The fewest guesses of each class."""


def difficulty(puzzle: Puzzle) -> Difficulty:
    """Returns the class of a puzzle; takes twenty seconds at most."""
    return difficulty_of(solve(puzzle, "reference", 2, _SECONDS).statistics["guesses"])


def difficulty_of(guesses: float) -> Difficulty:
    """Returns the class of puzzles that take so many guesses."""
    return next(each for each, least in _FROM.items() if guesses >= least)
