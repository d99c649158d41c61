"""How far `auto` is from the best: ratios of one race on every corpus of the package, and hard puzzles of other kinds.

    python tests/benchmark/auto.py [--modes warm,cold] [--corpora NAME,NAME] [--jigsaws FILE] [--squares N]

For each corpus: the time of `auto` over that of the best single backend, over the sum of each puzzle's best time, and
its worst puzzle, of those whose best time is above a millisecond. Cold times include set-up. --jigsaws settles the
empty grids of a file of layouts, 81 letters a line; --squares solves Latin squares of order 40 with 30 % open.
"""

from __future__ import annotations

import argparse
import random
import sys
import tempfile
from pathlib import Path
from time import perf_counter

from unitdoku import Puzzle, Verdict, bench, find_backend, jigsaw, latin
from unitdoku.compare.corpora.built_in import BUILT_IN, built_in
from unitdoku.compare.corpora.generated import pattern_grid
from unitdoku.compare.races.plan import COLD, UNIQUE, WARM, RacePlan, RaceSettings
from unitdoku.compare.results.columns import RaceResult
from unitdoku.compare.results.reading import ResultsFile

OTHERS = ("reference", "native", "sat:minisat22", "sat:cadical195", "cpsat")
SECONDS = 2.0
ABOVE = 1e6
"""Nanoseconds from which the ratio of a single puzzle counts."""

SQUARE_ORDER, SQUARE_OPEN, SQUARE_SECONDS = 40, 0.3, 20.0


def nanoseconds(result: RaceResult, mode: str) -> float:
    """The time of a result; a puzzle that was not settled takes the whole limit."""
    if not result.is_settled(UNIQUE.limit):
        return 1e9 * SECONDS
    return result.wall + (result.encode + result.load if mode == COLD else 0)


def race(corpora: list[str], modes: list[str], others: list[str]) -> None:
    """Prints a line for each corpus and mode."""
    print("corpus              mode   auto, mean  best backend       to it  to the best  worst puzzle")
    for name in corpora:
        plan = RacePlan(
            (built_in(name),), (*others, "auto"), (UNIQUE,), tuple(modes), RaceSettings(seed=1, seconds=SECONDS)
        )
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "race.db"
            bench(plan, path)
            file = ResultsFile(path)
            times = {
                (entry.mode, entry.backend): {
                    result.puzzle: nanoseconds(result, entry.mode) for result in file.results(entry)
                }
                for entry in file.run().entries
            }
        for mode in modes:
            report(name, mode, {backend: times[mode, backend] for backend in (*others, "auto")})


def report(corpus: str, mode: str, times: dict[str, dict[int, float]]) -> None:
    """Prints the ratios of one corpus."""
    own = times.pop("auto")
    sums = {backend: sum(each.values()) for backend, each in times.items()}
    single = min(sums, key=sums.__getitem__)
    best = {puzzle: min(each[puzzle] for each in times.values()) for puzzle in own}
    worst = max((own[puzzle] / best[puzzle] for puzzle in own if best[puzzle] > ABOVE), default=0.0)
    total = sum(own.values())
    print(
        f"{corpus:18}  {mode:5} {total / len(own) / 1e6:8.3f} ms  {single:15} {total / sums[single]:8.2f}"
        f" {total / sum(best.values()):12.2f} {f'{worst:13.2f}' if worst else '            -'}",
        flush=True,
    )


def settle_jigsaws(path: Path) -> None:
    """Prints the longest times, and the puzzles that were not settled in a second."""
    lines = [line.split()[0] for line in path.read_text().splitlines() if line.strip() and not line.startswith("#")]
    backend = find_backend("auto")
    times: list[tuple[float, int]] = []
    late = 0
    for number, line in enumerate(lines):
        started = perf_counter()
        with backend.open(jigsaw(line)) as session:
            verdict = session.solve(Puzzle.empty(session.layout), 1, 1.0).verdict
        times.append((perf_counter() - started, number))
        late += verdict is Verdict.UNKNOWN
    times.sort(reverse=True)
    longest = ", ".join(f"{seconds:.2f} s (line {number + 1})" for seconds, number in times[:5])
    print(f"{path.name}: {len(lines)} jigsaws, {late} not settled in 1 s; longest: {longest}", flush=True)


def solve_squares(count: int) -> None:
    """Prints the time of each square."""
    layout = latin(SQUARE_ORDER)
    for seed in range(count):
        rng = random.Random(seed)
        values = list(pattern_grid(layout, rng))
        for cell in rng.sample(range(len(values)), round(SQUARE_OPEN * len(values))):
            values[cell] = 0
        started = perf_counter()
        with find_backend("auto").open(layout) as session:
            result = session.solve(Puzzle.from_values(layout, values), 1, SQUARE_SECONDS)
        took = perf_counter() - started
        print(f"square {seed}: {result.verdict} after {took:.2f} s by {result.backend}", flush=True)


def main() -> None:
    """Parses the arguments and runs."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--modes", default=f"{WARM},{COLD}")
    parser.add_argument("--corpora", default=",".join(BUILT_IN))
    parser.add_argument("--backends", default=",".join(OTHERS))
    parser.add_argument("--jigsaws", type=Path, nargs="*", default=[])
    parser.add_argument("--squares", type=int, default=0)
    chosen = parser.parse_args(sys.argv[1:])
    if chosen.corpora:
        race(chosen.corpora.split(","), chosen.modes.split(","), chosen.backends.split(","))
    for path in chosen.jigsaws:
        settle_jigsaws(path)
    solve_squares(chosen.squares)


if __name__ == "__main__":
    main()
