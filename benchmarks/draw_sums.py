"""Makes the corpora of the package with sums and pairs: killers, Kakuro, Futoshiki, thermometers, hard killers.

    python benchmarks/draw_sums.py [--measure] [CORPUS]...

Writes to compare/corpora, one line for each puzzle, with its name, which holds the number of its seed, its class of
difficulty and its solution. Each puzzle has one solution by the proof of two backends. Takes about a quarter of an hour
for a corpus, hard killers an hour. With `--measure` the puzzles stay, and only their classes are measured again.
"""

from __future__ import annotations

import argparse
import json
import random
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from enum import StrEnum
from pathlib import Path
from typing import NamedTuple

from hard_killers import hard_killer
from unique_sums import Prove, unique_futoshiki, unique_kakuro, unique_killer

from unitdoku import Layout, Puzzle, Result, classic, find_backend, solve
from unitdoku.compare.generators.constructions import with_givens
from unitdoku.compare.generators.grid_rules import Path as Thermometer
from unitdoku.compare.generators.grid_rules import draw_paths
from unitdoku.compare.generators.grids import Choices, random_grid
from unitdoku.compare.generators.kinds import Drawn, Kind, known
from unitdoku.compare.generators.layouts import LAYOUT_RECIPES
from unitdoku.encoders.reasons.small_sets import minimal
from unitdoku.io import write_grid
from unitdoku.layouts import layout_named, thermometer
from unitdoku.puzzles.text.json_lines import parse_json_line, read_json_line, write_json_line

TO = Path(__file__).parent.parent / "compare/corpora"
SEED = 20
PROVERS = ("sat:minisat22", "cpsat:all-different")
"""The second one confirms what the first has proved."""
OTHERS = ("classic:6", "diagonal:6", "diagonal", "jigsaw")
"""Layouts of every fourth killer, in turn."""
KAKURO_SIDES = (6, 6, 7, 8, 8, 9, 10, 12, 13)
FUTOSHIKI_SIZES = (4, 5, 6, 7, 6, 7, 8, 5, 7, 8, 6, 9)
HARD_ROUNDS = 5000
HARD_GUESSES = 5000
HARD_CONFLICTS = 20_000
DIFFICULTY_SECONDS = 20.0
"""The time limit of the reference solver; it has guessed often enough for the last class by then."""


class Difficulty(StrEnum):
    """A class of difficulty, by the guesses that the reference solver takes to settle whether a solution is unique."""

    EASY = "easy"
    """No guess."""
    MEDIUM = "medium"
    """Up to 9 guesses."""
    HARD = "hard"
    """10 to 99 guesses."""
    EXPERT = "expert"
    """100 guesses or more."""


FEWEST_GUESSES = {Difficulty.EXPERT: 100, Difficulty.HARD: 10, Difficulty.MEDIUM: 1, Difficulty.EASY: 0}
"""The fewest guesses of each class."""


def difficulty(puzzle: Puzzle) -> Difficulty:
    """Returns the class of a puzzle; takes twenty seconds at most."""
    guesses = solve(puzzle, "reference", 2, DIFFICULTY_SECONDS).statistics["guesses"]
    return next(each for each, least in FEWEST_GUESSES.items() if guesses >= least)


def proved(puzzle: Puzzle, limit: int, backend: str = PROVERS[0]) -> Result:
    """What the backend finds: at most so many solutions."""
    with find_backend(backend).open(puzzle.layout) as session:
        return session.solve(puzzle, limit)


def effort(puzzle: Puzzle, least: float) -> float:
    """Guesses of the compiled search up to HARD_GUESSES, from there on plus conflicts of the better of two SAT solvers.

    -1 where there is not one solution. What cannot matter is spared.
    """
    found = proved(puzzle, 2, "native")
    if not found.unique:
        return -1
    guesses = found.statistics["guesses"]
    if guesses < HARD_GUESSES:
        return guesses
    first = HARD_GUESSES + proved(puzzle, 2).statistics["conflicts"]
    if first < least:
        return first
    return min(first, HARD_GUESSES + proved(puzzle, 2, "sat:cadical195").statistics["conflicts"])


def killer(number: int, rng: random.Random) -> Drawn:
    """Three of four are classic 9x9; cages grow, and more of them are merged, from number to number."""
    name = "classic" if number % 4 else OTHERS[number // 4 % len(OTHERS)]
    layout = layout_named(name) if name != "jigsaw" else jigsaw(rng)
    least, most = ((1, 4), (1, 5), (2, 4), (2, 5))[number % 5 % 4]
    return unique_killer(layout, rng, proved, least, most, merges=(0, 4, 8, 15, 50)[number % 7 % 5])


def jigsaw(rng: random.Random) -> Layout:
    """A jigsaw of nine values that has a grid."""
    while True:
        layout = LAYOUT_RECIPES["jigsaw"](Choices(rng), 9)
        if layout.size == 9 and proved(Puzzle.empty(layout), 1).solutions:
            return layout


def kakuro(number: int, rng: random.Random) -> Drawn:
    """Patterns of 6x6 to 13x13, with fewer black cells from number to number."""
    side = KAKURO_SIDES[number % len(KAKURO_SIDES)]
    return unique_kakuro(side, side, rng, proved, black=(0.42, 0.37, 0.33, 0.3)[number % 4])


def futoshiki(number: int, rng: random.Random) -> Drawn:
    """Orders 4 to 9; of every second one some givens are taken away last, so that more of them stay."""
    size = FUTOSHIKI_SIZES[number % len(FUTOSHIKI_SIZES)]
    return unique_futoshiki(size, rng, proved, late=number % 2 * rng.randint(1, 2 * size))


def unique_thermometers(layout: Layout, rng: random.Random, prove: Prove, count: int = 8, longest: int = 7) -> Drawn:
    """Returns a puzzle with thermometers and one solution, in which every given and every tip is needed for that.

    At most `count` thermometers of at most `longest` cells are laid along a random grid. Then one given after the other
    is taken away, and the last cells of thermometers, while `prove` finds no second solution. Raises `PuzzleError`
    where no grid is found.
    """
    grid = random_grid(layout, rng)
    paths = draw_paths(layout, grid, rng, count, longest)
    cells = rng.sample(range(layout.cell_count), layout.cell_count)

    def puzzle(paths: Sequence[Thermometer], given: Sequence[int]) -> Puzzle:
        lines = [path for path in paths if len(path) > 1]
        return with_givens(thermometer(layout, *lines) if lines else layout, grid, given)

    given = minimal(cells, lambda kept: bool(prove(puzzle(paths, kept), 2).unique))
    for number, path in enumerate(paths):
        while len(path) > 1:
            shorter = [*paths[:number], path[:-1], *paths[number + 1 :]]
            if not prove(puzzle(shorter, given), 2).unique:
                break
            paths, path = shorter, path[:-1]
    how = "givens and tips of thermometers were taken away while a solver proved that there is one solution"
    return known(Kind.UNIQUE, puzzle(paths, given), (grid,), how)


def thermometers(number: int, rng: random.Random) -> Drawn:
    """Classic 9x9 with 3 to 12 thermometers."""
    return unique_thermometers(classic(), rng, proved, count=3 + number % 10, longest=4 + number % 5)


def hardest(number: int, rng: random.Random) -> Drawn:
    """A killer without givens, of cages of 2 to 4 cells, that takes guesses and conflicts."""
    return hard_killer(classic(), rng, effort, 2, 4, HARD_ROUNDS, HARD_GUESSES + HARD_CONFLICTS)


class CorpusPlan(NamedTuple):
    """How the puzzles of a corpus are drawn, and how many."""

    draw: Callable[[int, random.Random], Drawn]
    word: str
    """What a puzzle is called, before its number."""
    puzzles: int
    most: tuple[int, int, int, int]
    """Of each class of difficulty, the easiest first."""


CORPORA = {
    "killers": CorpusPlan(killer, "killer", 200, (60, 60, 60, 60)),
    "kakuro": CorpusPlan(kakuro, "Kakuro", 100, (35, 35, 35, 35)),
    "futoshiki": CorpusPlan(futoshiki, "Futoshiki", 100, (35, 35, 35, 35)),
    "thermometers": CorpusPlan(thermometers, "thermometers", 50, (16, 16, 16, 16)),
    "hard-killers": CorpusPlan(hardest, "hard killer", 20, (20, 20, 20, 20)),
}


def lines(name: str) -> Iterator[str]:
    """The lines of a corpus; a puzzle of a class that has enough is left out."""
    plan = CORPORA[name]
    most = dict(zip(Difficulty, plan.most, strict=True))
    classes: Counter[Difficulty] = Counter()
    number = 0
    while classes.total() < plan.puzzles:
        drawn = plan.draw(number, random.Random(f"{SEED}:{name}:{number}"))
        measured = difficulty(drawn.puzzle)
        if classes[measured] < most[measured]:
            classes[measured] += 1
            yield line(drawn.puzzle, f"{plan.word} {number}", measured)
        number += 1
    print(name, number, dict(classes))


def line(puzzle: Puzzle, name: str, measured: Difficulty) -> str:
    """A line of a corpus, once two backends have proved that the puzzle has one solution."""
    first, second = (proved(puzzle, 2, backend) for backend in PROVERS)
    assert first.unique, name
    assert first.solutions == second.solutions, name
    solution = write_grid(first.solutions[0], puzzle.layout)
    written = json.loads(write_json_line(puzzle, name=name, difficulty=measured, solution=solution))
    return json.dumps(written, separators=(",", ":")) + "\n"


def measured_again(name: str) -> Iterator[str]:
    """The lines of a corpus as it is, with new classes."""
    for old in (TO / f"{name}.jsonl").read_text().splitlines():
        puzzle = parse_json_line(old, classic())
        yield line(puzzle, str(read_json_line(old, classic()).name), difficulty(puzzle))


def main() -> None:
    """Writes the files."""
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("corpora", nargs="*", help=", ".join(CORPORA))
    arguments.add_argument("--measure", action="store_true", help="only measure the difficulty again")
    asked = arguments.parse_args()
    for name in asked.corpora or CORPORA:
        written = []
        for each in (measured_again if asked.measure else lines)(name):
            written.append(each)
            print(len(written), json.loads(each)["name"], json.loads(each)["difficulty"], flush=True)
        (TO / f"{name}.jsonl").write_text("".join(written))


if __name__ == "__main__":
    main()
