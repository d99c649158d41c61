"""Prints how large encodings of sums and pairs are, and how fast, as CSV. docs/encodings.md sums it up.

    python benchmarks/sums.py [--sizes] [--kinds NAME,NAME] [--seed S] [--seconds S] [-o FILE]

With --sizes a row has the clauses and auxiliary variables of one sum, beside those of its cells and units. Without, a
row has the median and the worst time of a kind of puzzles in milliseconds, encoding included, for each solver. Its last
column is the median of the ratios to the time with the default encoding, puzzle by puzzle.

Puzzles are drawn with a fixed seed, see puzzles_of_sums.py. A puzzle of sums has a layout of its own, so each time is
that of a session from its opening to the proof that a solution is the only one. It is the time of the processor, least
of three, since other programs run on the same machine. Answers are compared with the drawn ones.
"""

from __future__ import annotations

import argparse
import random
import sys
from collections.abc import Iterator
from dataclasses import replace
from math import inf
from pathlib import Path
from statistics import median
from time import process_time

from puzzles_of_sums import KINDS, cryptarithm, drawn
from tables import environment, write_csv

from unitdoku import FormulaTooLarge, Layout, Puzzle, Sum, find_backend, from_units
from unitdoku.encoders.cnf.clauses import PAIRS
from unitdoku.encoders.cnf.encodings import CnfOptions
from unitdoku.encoders.cnf.sums import SUMS

SOLVERS = ("minisat22", "cadical195")
ROUNDS = 3
OF_PAIRS = ("futoshiki", "dots")
"""The kinds with pairs; all others have sums."""


def sized() -> Iterator[tuple[str, Layout]]:
    """Sums whose sizes are shown."""
    cage = (0, 1, 2)
    for total in (8, 15):
        yield f"cage of 3 cells, 9 values, total {total}", from_units(9, [cage, Sum("cage", cage, total)], (1, 3))
    arrow = Sum("arrow", tuple(range(9)), 0, (*(1,) * 8, -1))
    yield "arrow of 9 cells, 9 values", from_units(9, [arrow], (1, 9))
    yield "SEND + MORE = MONEY", cryptarithm(0, random.Random(0)).layout
    rng = random.Random(0)
    weights = tuple(rng.randint(-1000, 1000) or 1 for _ in range(100))
    yield (
        "100 cells, 9 values, coefficients to 1000",
        from_units(9, [Sum("sum", tuple(range(100)), 0, weights)], (1, 100)),
    )
    hundred = tuple(range(100))
    yield "100 cells, 9 values, no coefficients", from_units(9, [Sum("sum", hundred, 500)], (1, 100))


def sizes() -> Iterator[tuple[str, ...]]:
    """The rows of the table of sizes."""
    yield "sum", *SUMS
    for title, layout in sized():
        without = CnfOptions().size(replace(layout, sums=()))
        cells = []
        for name in SUMS:
            try:
                size = CnfOptions(sum=name).size(layout)
            except FormulaTooLarge:
                cells.append("refused")
            else:
                cells.append(f"{size.clauses - without.clauses} / {size.variables - without.variables}")
        yield title, *cells


def milliseconds(name: str, puzzle: Puzzle, seconds: float) -> float | None:
    """The least time of some new sessions, infinite where the puzzle was not settled; None where it was refused."""
    least = inf
    for _ in range(ROUNDS):
        started = process_time()
        try:
            with find_backend(name).open(replace(puzzle.layout)) as session:
                result = session.solve(puzzle, limit=2, seconds=seconds)
        except FormulaTooLarge:
            return None
        if not result.unique:
            if result.exhausted or len(result.solutions) == 2:
                raise SystemExit(f"{name} is wrong on {puzzle}")
            return inf
        least = min(least, 1000 * (process_time() - started))
    return least


def summary(found: list[float | None], seconds: float) -> str:
    """The median and the worst of the times, and how many puzzles have none."""
    took = [min(each, 1000 * seconds) for each in found if each is not None]
    words = [f"{median(took):.1f} / {max(took):.0f}"] if took else []
    words += [
        f"{count} {what}"
        for count, what in ((found.count(inf), "not settled"), (found.count(None), "refused"))
        if count
    ]
    return ", ".join(words)


def times(kinds: list[str], seed: int, seconds: float) -> Iterator[tuple[str, ...]]:
    """Yields the rows of the table of times."""
    yield "kind", "puzzles", "encoding", *(f"sat:{solver}" for solver in SOLVERS), "of the default"
    for kind in kinds:
        puzzles = drawn(kind, seed)
        default: list[float | None] = []
        for option in [f"pair={name}" for name in PAIRS] if kind in OF_PAIRS else [f"sum={name}" for name in SUMS]:
            found = [[milliseconds(f"sat:{name}:{option}", puzzle, seconds) for puzzle in puzzles] for name in SOLVERS]
            every = [each for of_solver in found for each in of_solver]
            default = default or every
            yield kind, str(len(puzzles)), option, *[summary(each, seconds) for each in found], ratio(every, default)


def ratio(found: list[float | None], default: list[float | None]) -> str:
    """The median of the ratios of times, puzzle by puzzle."""
    both = [(one, other) for one, other in zip(found, default, strict=True) if one is not None and other is not None]
    return f"{median(one / other for one, other in both):.2f}"


def main() -> None:
    """Measures one of the tables."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--sizes", action="store_true")
    parser.add_argument("--kinds", default=",".join(KINDS))
    parser.add_argument("--seed", type=int, default=20)
    parser.add_argument("--seconds", type=float, default=10.0)
    parser.add_argument("-o", "--output", type=Path)
    chosen = parser.parse_args()
    print(environment(), file=sys.stderr)
    write_csv(sizes() if chosen.sizes else times(chosen.kinds.split(","), chosen.seed, chosen.seconds), chosen.output)


if __name__ == "__main__":
    main()
