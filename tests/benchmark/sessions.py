"""What a session is worth: ratios of one run, on real puzzles, set-up shown apart.

    python tests/benchmark/sessions.py [--puzzles N] [--seed S]

Ways that are compared take turns every few puzzles, so that a machine that gets slower does so for all of them, while
each works as it would alone: turn by turn one would find the processor's caches full of what the others left there. The
order of puzzles is shuffled; every answer is checked outside the timed part. Needs both extras.
"""

from __future__ import annotations

import argparse
import random
import sys
from collections.abc import Callable
from pathlib import Path
from statistics import median
from time import perf_counter

from unitdoku import Grid, Puzzle, Session, find_backend, is_solution
from unitdoku.compare.corpora.built_in import puzzles_of
from unitdoku.reference import classroom
from unitdoku.reference.text.write import write_line

sys.path.insert(0, str(Path(__file__).parent.parent))
from corpora import CLASSIC, DATA, bundled, puzzles_in, seventeen_clue
from usual_program import usual_program

Way = Callable[[Puzzle], Grid]
TURN = 20


def asked(session: Session, limit: int) -> Way:
    """The session's first solution, `limit` of them asked for."""
    return lambda puzzle: session.solve(puzzle, limit).solutions[0]


def opened_anew(name: str, limit: int) -> Way:
    """The same with a session for every puzzle: encode, load, solve."""
    backend = find_backend(name)

    def way(puzzle: Puzzle) -> Grid:
        with backend.open(puzzle.layout) as session:
            return session.solve(puzzle, limit).solutions[0]

    return way


def in_the_classroom(puzzle: Puzzle) -> Grid:
    """A dictionary solver."""
    solved = classroom.solve(write_line(puzzle), puzzle.layout)
    assert solved is not None
    return tuple(map(int, solved.values()))


def race(ways: dict[str, Way], puzzles: list[Puzzle]) -> dict[str, list[float]]:
    """Seconds a puzzle for each way; the first two of each turn warm up and are not counted."""
    seconds: dict[str, list[float]] = {name: [] for name in ways}
    for first in range(0, len(puzzles), TURN):
        for name, way in ways.items():
            for number, puzzle in enumerate(puzzles[first : first + TURN]):
                started = perf_counter()
                grid = way(puzzle)
                took = perf_counter() - started
                if not is_solution(grid, puzzle):
                    raise SystemExit(f"{name} is wrong on {write_line(puzzle)}")
                if number >= 2:
                    seconds[name].append(took)
    return seconds


def show(title: str, seconds: dict[str, list[float]]) -> None:
    """A line a way: median and mean, and both as shares of the last way."""
    print(f"\n{title}")
    base = list(seconds.values())[-1]
    for name, took in seconds.items():
        print(
            f"  {name:34} median {1000 * median(took):8.3f} ms   mean {1000 * sum(took) / len(took):8.3f} ms"
            f"   {median(took) / median(base):7.3f} / {sum(took) / sum(base):7.3f} of the last"
        )


def main() -> None:
    """Runs all comparisons."""
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--puzzles", type=int, default=1000)
    arguments.add_argument("--seed", type=int, default=17)
    chosen = arguments.parse_args()
    rng = random.Random(chosen.seed)
    clues = seventeen_clue(chosen.puzzles, chosen.seed)
    hard = bundled("top95.txt")
    rng.shuffle(hard)
    few = clues[: max(10, chosen.puzzles // 10)]

    reference = find_backend("reference").open(CLASSIC)
    show(
        f"reference, {len(clues)} 17-clue puzzles",
        race({"unique? (limit 2)": asked(reference, 2), "first solution": asked(reference, 1)}, clues),
    )
    show(
        f"reference and a dictionary solver, {len(few)} 17-clue puzzles, first solution",
        race({"reference": asked(reference, 1), "classroom": in_the_classroom}, few),
    )
    sat = find_backend("sat:cadical195").open(CLASSIC)
    for limit, question in ((1, "first solution"), (2, "unique?")):
        ways = {"session": asked(sat, limit), "encode and load every time": opened_anew("sat:cadical195", limit)}
        show(f"sat:cadical195, {len(few)} 17-clue puzzles, {question}", race(ways, few))
    cpsat = find_backend("cpsat").open(CLASSIC)
    all_different = find_backend("cpsat:all-different").open(CLASSIC)
    classic_sets = {"17-clue": few, "top95": hard}
    whole = {
        "sudoku10k": puzzles_in((DATA / "sudoku10k.txt").read_text(), CLASSIC),
        "hard375": list(puzzles_of("hard375.txt")),
    }
    for name, every in whole.items():
        classic_sets[name] = rng.sample(every, min(len(every), len(few)))
    for name, puzzles in classic_sets.items():
        ways = {
            "session, unique? (limit 2)": asked(cpsat, 2),
            "session": asked(cpsat, 1),
            "session of cpsat:all-different": asked(all_different, 1),
            "usual program": usual_program,
        }
        show(f"cpsat, {len(puzzles)} {name} puzzles, first solution", race(ways, puzzles))


if __name__ == "__main__":
    main()
