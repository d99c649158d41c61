"""The rank correlation of `unitdoku.data.rate` with the guesses of the reference solver, a minute.

    python benchmarks/ratings.py [--each N]

Guesses differ between images of a puzzle, so they are the mean of 12 images under symmetry and renaming.
"""

from __future__ import annotations

import argparse
import random
import statistics

import numpy as np

from unitdoku import Puzzle, find_backend
from unitdoku.check import symmetries
from unitdoku.compare.corpora.built_in import puzzles_of
from unitdoku.compare.generators.constructions import renamed_puzzle
from unitdoku.data import rate
from unitdoku.reference.symmetries import moved

CORPORA = ("easy50.txt", "17clue.txt", "top95.txt", "hard375.txt")
IMAGES = 12


def mean_guesses(puzzle: Puzzle, rng: random.Random) -> float:
    """The mean over images."""
    layout, found = puzzle.layout, symmetries(puzzle.layout)
    with find_backend("reference").open(layout) as session:
        images = [
            renamed_puzzle(moved(puzzle, found.draw(rng)), rng.sample(range(1, layout.size + 1), layout.size))
            for _ in range(IMAGES)
        ]
        return statistics.mean(session.solve(image, 2).statistics["guesses"] for image in images)


def ranks(numbers: list[float]) -> np.ndarray:
    """The rank of each number, the mean of ranks among equal ones."""
    _, places, counts = np.unique(numbers, return_inverse=True, return_counts=True)
    return (np.cumsum(counts) - (counts - 1) / 2)[places]


def correlation(numbers: list[float], others: list[float]) -> str:
    """The correlation of Spearman; `-` where all numbers are equal."""
    if len({*numbers}) == 1 or len({*others}) == 1:
        return "    -"
    return f"{np.corrcoef(ranks(numbers), ranks(others))[0, 1]:5.2f}"


def main() -> None:
    """Prints the correlation of each corpus and of all together."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--each", type=int, default=50, help="puzzles of each corpus")
    each = parser.parse_args().each
    rng = random.Random(1)
    numbers: list[float] = []
    guesses: list[float] = []
    for name in CORPORA:
        puzzles = rng.sample(list(puzzles_of(name)), each)
        numbers += [rate(puzzle).number for puzzle in puzzles]
        guesses += [mean_guesses(puzzle, rng) for puzzle in puzzles]
        print(f"{name:12} {correlation(numbers[-each:], guesses[-each:])}", flush=True)
    print(f"{'together':12} {correlation(numbers, guesses)}")


if __name__ == "__main__":
    main()
