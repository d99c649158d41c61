"""What a call of `solve` takes beside an open session: ratios of one run, for uniqueness on 17-clue puzzles.

    python tests/benchmark/calls.py [--puzzles N]

Calls and sessions take turns every few puzzles; medians of the turns are compared. Then a program that solves one line
is held against a program that does nothing.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from statistics import median
from time import perf_counter

from unitdoku import Puzzle, find_backend, solve
from unitdoku.encoders.backends.registry import is_installed
from unitdoku.reference.text.write import write_line

sys.path.insert(0, str(Path(__file__).parent.parent))
from corpora import seventeen_clue

TURN = 20
BACKENDS = ("native", "reference", "sat:cadical195", "sat:minisat22", "cpsat")
LINE = "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......"


def turns(ways: dict[str, Callable[[int], object]], count: int) -> dict[str, float]:
    """Microseconds a puzzle, for each way: the median of its turns, the first of which warms up."""
    seconds: dict[str, list[float]] = {name: [] for name in ways}
    for first in range(0, count - TURN + 1, TURN):
        for name, way in ways.items():
            way(first)
            started = perf_counter()
            for number in range(first, first + TURN):
                way(number)
            seconds[name].append((perf_counter() - started) / TURN)
    return {name: 1e6 * median(each[1:]) for name, each in seconds.items()}


def compare(puzzles: list[Puzzle], backend: str) -> None:
    """Prints the ratio for one backend; for `native` also those of `auto`, which `solve` takes by default."""
    lines = [write_line(puzzle) for puzzle in puzzles]
    with find_backend(backend).open(puzzles[0].layout) as session:
        ways: dict[str, Callable[[int], object]] = {
            "session": lambda number: session.solve(puzzles[number], 2),
            "solve(puzzle, backend)": lambda number: solve(puzzles[number], backend, limit=2),
        }
        if backend == "native":
            ways["solve(puzzle)"] = lambda number: solve(puzzles[number], limit=2)
            ways["solve(line)"] = lambda number: solve(lines[number])
        took = turns(ways, len(puzzles))
    for name, each in took.items():
        print(f"{backend:15} {name:23} {each:9.1f} us   {each / took['session']:.2f} of the session", flush=True)


def program(code: str) -> float:
    """The least seconds of several runs."""
    times = []
    for _ in range(10):
        started = perf_counter()
        subprocess.run([sys.executable, "-c", code], check=True, stdout=subprocess.DEVNULL)
        times.append(perf_counter() - started)
    return min(times)


def main() -> None:
    """Parses the arguments and runs."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--puzzles", type=int, default=200)
    chosen = parser.parse_args()
    puzzles = seventeen_clue(chosen.puzzles)
    for backend in filter(is_installed, BACKENDS):
        compare(puzzles, backend)
    nothing, solving = program("pass"), program(f"import unitdoku; print(unitdoku.solve('{LINE}'))")
    print(f"a program that solves a line: {1e3 * solving:.0f} ms, {solving / nothing:.2f} of one that does nothing")


if __name__ == "__main__":
    main()
