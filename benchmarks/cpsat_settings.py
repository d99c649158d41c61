"""Prints which parameters suit CP-SAT on these puzzles, as CSV. docs/encodings.md sums it up.

    python benchmarks/cpsat_settings.py [--puzzles N] [--seed S] [-o FILE]

Each form with each setting, and the usual program (AllDifferent a unit, built for every puzzle, one worker, defaults),
take turns puzzle by puzzle; answers are checked outside the timed part. Numbers are sums over a set as shares of the
usual program's; opening a session is not in them, as it is paid once. Needs the extra cpsat.
"""

from __future__ import annotations

import argparse
import random
import sys
from collections.abc import Callable
from itertools import product
from math import exp, log
from pathlib import Path
from time import perf_counter

from environment import environment
from tables import write_csv

from unitdoku import Grid, Layout, Puzzle, find_backend, is_solution
from unitdoku.compare.corpora.built_in import puzzles_of
from unitdoku.encoders.naming.sessions_by_layout import Sessions

sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))
from corpora import CLASSIC, DATA, bundled, puzzles_in, seventeen_clue
from usual_program import usual_program

Way = Callable[[Puzzle], Grid]
SETTINGS = {
    "cp_model_presolve": ("false", "true"),
    "linearization_level": ("0", "1", "2"),
    "symmetry_level": ("0", "2"),
    "cp_model_probing_level": ("0", "2"),
}
USUAL = ("usual program",)
HEAD = ("form", "presolve", "linearization", "symmetry", "probing")


def sets(count: int, seed: int) -> dict[str, list[Puzzle]]:
    """Samples of the four classic sets, and the three large variants."""
    rng = random.Random(seed)
    return {
        "17-clue": seventeen_clue(count, seed),
        "sudoku10k": rng.sample(puzzles_in((DATA / "sudoku10k.txt").read_text(), CLASSIC), count),
        "top95": rng.sample(bundled("top95.txt"), min(95, count)),
        "hard375": rng.sample(puzzles_of("hard375.txt"), count),
        "16x16": [puzzle for puzzle in bundled("variants.jsonl") if puzzle.layout.size == 16],
    }


def ways() -> dict[tuple[str, ...], Sessions]:
    """A session for each form and setting that makes a difference: without presolve there is no probing."""
    found = {}
    for form, *values in product(("exactly-one", "all-different"), *SETTINGS.values()):
        chosen = dict(zip(SETTINGS, values, strict=True))
        if chosen["cp_model_presolve"] == "false" and chosen["cp_model_probing_level"] != "0":
            continue
        key = (form, *values)
        found[key] = Sessions(find_backend(f"cpsat:{form}", **chosen).open)
    return found


def sums(puzzles: list[Puzzle], entrants: dict[tuple[str, ...], Sessions]) -> dict[tuple[str, ...], float]:
    """Seconds over a set for each way, the usual program last."""
    seconds = dict.fromkeys([*entrants, USUAL], 0.0)
    warm: set[Layout] = set()
    for puzzle in puzzles:
        for name, sessions in entrants.items():
            session = sessions.on(puzzle.layout)
            if puzzle.layout not in warm:
                session.solve(puzzle)
            started = perf_counter()
            result = session.solve(puzzle, seconds=20)
            seconds[name] += perf_counter() - started
            if not result.solutions or not is_solution(result.solutions[0], puzzle):
                seconds[name] += 180  # a time-out counts tenfold
        warm.add(puzzle.layout)
        started = perf_counter()
        grid = usual_program(puzzle)
        seconds[USUAL] += perf_counter() - started
        if not is_solution(grid, puzzle):
            raise SystemExit("the usual program is wrong")
    return seconds


def main() -> None:
    """Prints the table, best first by the geometric mean over the sets."""
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--puzzles", type=int, default=40)
    arguments.add_argument("--seed", type=int, default=17)
    arguments.add_argument("-o", "--output", type=Path)
    chosen = arguments.parse_args()
    corpora = sets(chosen.puzzles, chosen.seed)
    entrants = ways()
    taken = {name: sums(puzzles, entrants) for name, puzzles in corpora.items()}
    shares = {entrant: [taken[name][entrant] / taken[name][USUAL] for name in corpora] for entrant in entrants}
    means = {entrant: exp(sum(map(log, each)) / len(each)) for entrant, each in shares.items()}
    numbers = {entrant: [f"{share:.2f}" for share in (*shares[entrant], means[entrant])] for entrant in entrants}
    rows = [[*entrant, *numbers[entrant]] for entrant in sorted(entrants, key=means.__getitem__)]
    print(environment(), file=sys.stderr)
    write_csv([[*HEAD, *corpora, "geometric mean"], *rows], chosen.output)


if __name__ == "__main__":
    main()
