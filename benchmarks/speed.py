"""Prints what users wait for: calls, sessions, streams, the start of a program and of a race, as medians.

    python benchmarks/speed.py [--rounds N] [--puzzles N]

The ways take turns round by round, so that a machine that gets slower does so for all of them. A row has the median,
the least and the most of the rounds: microseconds a puzzle, or milliseconds a process. To compare two versions, run the
script in each, in turns. Answers are checked outside the timed part.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import tempfile
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from statistics import median
from time import perf_counter

from unitdoku import Puzzle, Result, find_backend, is_solution, solve, solve_many
from unitdoku.backend import Session
from unitdoku.encoders.naming.families import is_installed
from unitdoku.puzzles.text.write import write_line

sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))
from corpora import CLASSIC, seventeen_clue

Way = Callable[[], Sequence[Result]]
SESSIONS = ("native", "reference", "sat:cadical195", "sat:minisat22", "cpsat")
LINE = "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......"
UNITDOKU = str(Path(sys.executable).with_name("unitdoku"))
RACE = [UNITDOKU, "bench", "easy50", "--backends", "native", "--db", "race.sqlite", "--puzzles"]
PROCESSES = {
    "python -c pass": [sys.executable, "-c", "pass"],
    "import unitdoku": [sys.executable, "-c", "import unitdoku"],
    "a program that solves a line": [sys.executable, "-c", f"import unitdoku; unitdoku.solve({LINE!r})"],
    "unitdoku solve LINE": [UNITDOKU, "solve", LINE],
    "unitdoku bench, 1 puzzle": [*RACE, "1"],
    "unitdoku bench, 50 puzzles": [*RACE, "50"],
}


def ways(puzzles: list[Puzzle], opened: ExitStack) -> Iterator[tuple[str, Way]]:
    """Yields each way to answer all puzzles, with its name; uniqueness is asked (limit 2)."""
    lines = [write_line(puzzle) for puzzle in puzzles]
    yield "solve(puzzle)", lambda: [solve(puzzle, limit=2) for puzzle in puzzles]
    yield "solve(line)", lambda: [solve(line, limit=2) for line in lines]
    yield "solve_many(puzzles)", lambda: list(solve_many(puzzles, limit=2))
    for name in filter(is_installed, SESSIONS):
        session = opened.enter_context(find_backend(name).open(CLASSIC))
        yield f"session of {name}", partial(one_by_one, session, puzzles)
        yield f"solve_many of {name}", partial(in_bulk, session, puzzles)


def one_by_one(session: Session, puzzles: list[Puzzle]) -> list[Result]:
    """Returns the results of a call for each puzzle."""
    return [session.solve(puzzle, 2) for puzzle in puzzles]


def in_bulk(session: Session, puzzles: list[Puzzle]) -> list[Result]:
    """Returns the results of one call for all puzzles."""
    return list(session.solve_many(puzzles, 2))


def main() -> None:
    """Prints the table."""
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--rounds", type=int, default=5)
    arguments.add_argument("--puzzles", type=int, default=200)
    chosen = arguments.parse_args()
    puzzles = seventeen_clue(chosen.puzzles)
    took: dict[str, list[float]] = defaultdict(list)
    with ExitStack() as opened, tempfile.TemporaryDirectory() as folder:
        asked = dict(ways(puzzles, opened))
        for way in asked.values():
            way()  # loads, encodes, compiles
        for _ in range(chosen.rounds):
            for name, way in asked.items():
                started = perf_counter()
                results = way()
                took[f"{name} [us]"].append(1e6 * (perf_counter() - started) / len(puzzles))
                if not all(r.unique and is_solution(r.solutions[0], p) for p, r in zip(puzzles, results, strict=True)):
                    raise SystemExit(f"{name} is wrong")
            for name, command in PROCESSES.items():
                started = perf_counter()
                subprocess.run(command, check=True, capture_output=True, cwd=folder)
                took[f"{name} [ms]"].append(1e3 * (perf_counter() - started))
    for name, rounds in took.items():
        print(f"{name:36} median {median(rounds):9.1f}   from {min(rounds):9.1f} to {max(rounds):9.1f}")


if __name__ == "__main__":
    main()
