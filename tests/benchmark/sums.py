"""Encodings of sums and pairs: how large, and how fast on puzzles of sums; docs/encodings-of-sums.md.

    python tests/benchmark/sums.py [--kinds NAME,NAME] [--seed S] [--seconds S] [-o FILE]

Puzzles are drawn with a fixed seed, see puzzles_of_sums.py. A puzzle of sums has a layout of its own, so each time is
that of a session from its opening to the proof that a solution is the only one. It is the time of the processor, least
of three, since other programs run on the same machine. Answers are compared with the drawn ones.
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Callable, Iterator
from dataclasses import replace
from math import inf
from pathlib import Path
from statistics import median
from time import process_time

from environment import environment
from puzzles_of_sums import KINDS, cryptarithm, drawn

from unitdoku import FormulaTooLarge, Layout, Puzzle, Sum, find_backend, from_units
from unitdoku.encoders.cnf.encodings import CnfOptions
from unitdoku.encoders.cnf.pairs import PAIRS
from unitdoku.encoders.cnf.sums.table import SUMS

SOLVERS = ("minisat22", "cadical195")
ROUNDS = 3
OF_PAIRS = ("futoshiki", "dots")
"""The kinds with pairs; all others have sums."""

INTRODUCTION = """# Encodings of sums and pairs: how large, how fast

Made by `python tests/benchmark/sums.py -o docs/encodings-of-sums.md`: {environment}.

`sum=` takes

- `combination` (the default): folklore of killer Sudoku. A variable for each set of values that a cage can have. Sums
  that are no cages are written as `mdd`, or as `adder` where a diagram has more than three times its clauses.
- `mdd`: Abio, Gange, Mayer-Eichberger and Stuckey 2016. Unit propagation rules out a value where all partial sums
  before it are ruled out, or all partial sums after it.
- `adder`: Een and Sorensson 2006. No sum is too large for it. Unit propagation finds little before most cells are
  known.

`pair=conflict` (the default) forbids each pair of values that is not allowed. `pair=support` (Kasif 1990, Gent 2002)
says for each value which values of the other cell may stand beside it: unit propagation rules out each value without a
partner.

## Sizes

The clauses and auxiliary variables of one sum beside those of its cells and units.
"""
TIMES = """
## Times

Milliseconds of processor time from opening a session to the proof that the solution is the only one, encoding included:
median / worst of the puzzles of a kind. A puzzle that is not settled within {seconds:g} s counts as that. The last
column is the median of the ratios to the time with the first encoding, puzzle by puzzle.

Killers have cages of at most five cells, Kakuro sides of 10 to 20, lines six diagonals, six arrows and six bounds on
weighted sums in a 9x9. Futoshiki have 60 signs, dots a rule for each two neighbours of a 9x9.
"""


FINDING = """
Combinations are the default for cages: every other encoding takes at least twice their time on killers and Kakuro.
Other sums are diagrams by default: adders are smaller, but find contradictions later. A diagram grows with the square
of the number of cells, so that long sums are adders. Conflicts and supports of pairs differ little.
"""


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
    yield "---", *["---:"] * len(SUMS)
    for title, layout in sized():
        without = CnfOptions().size(replace(layout, sums=()))
        cells = []
        for name in SUMS:
            try:
                size = CnfOptions(sum=name).size(layout)
            except FormulaTooLarge:
                cells.append("refused")
            else:
                cells.append(f"{size.clauses - without.clauses:,} / {size.variables - without.variables:,}")
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


def times(kinds: list[str], seed: int, seconds: float, show: Callable[[tuple[str, ...]], None]) -> None:
    """Shows the rows of the table of times."""
    show(("kind", "puzzles", "encoding", *(f"sat:{solver}" for solver in SOLVERS), "of the default"))
    show(("---", "---:", "---", *["---:"] * len(SOLVERS), "---:"))
    for kind in kinds:
        puzzles = drawn(kind, seed)
        default: list[float | None] = []
        for option in [f"pair={name}" for name in PAIRS] if kind in OF_PAIRS else [f"sum={name}" for name in SUMS]:
            found = [[milliseconds(f"sat:{name}:{option}", puzzle, seconds) for puzzle in puzzles] for name in SOLVERS]
            every = [each for of_solver in found for each in of_solver]
            default = default or every
            show((kind, str(len(puzzles)), option, *[summary(each, seconds) for each in found], ratio(every, default)))


def ratio(found: list[float | None], default: list[float | None]) -> str:
    """The median of the ratios of times, puzzle by puzzle."""
    both = [(one, other) for one, other in zip(found, default, strict=True) if one is not None and other is not None]
    return f"{median(one / other for one, other in both):.2f}"


def main() -> None:
    """Writes the page, or prints it row by row."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--kinds", default=",".join(KINDS))
    parser.add_argument("--seed", type=int, default=20)
    parser.add_argument("--seconds", type=float, default=10.0)
    parser.add_argument("-o", "--output", type=Path)
    chosen = parser.parse_args()
    written: list[str] = []

    def show(text: str) -> None:
        written.append(text)
        print(text, flush=True)

    show(INTRODUCTION.format(environment=environment()))
    for row in sizes():
        show(f"| {' | '.join(row)} |")
    show(TIMES.format(seconds=chosen.seconds))
    times(chosen.kinds.split(","), chosen.seed, chosen.seconds, lambda row: show(f"| {' | '.join(row)} |"))
    show(FINDING.rstrip())
    if chosen.output is not None:
        chosen.output.write_text("\n".join(written) + "\n")


if __name__ == "__main__":
    main()
