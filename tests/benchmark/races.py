"""What a race costs beside the backends, and what a second processor is worth: figures of one run.

    python tests/benchmark/races.py [--puzzles N] [--whole]

The overhead is that of a backend which answers at once, a puzzle: answers are checked, and each result is a
transaction of its own in the database. Two jobs are held against one on puzzles of the reference, and beside that two
processes that do nothing but count against one: more than the machine has no race can get. --whole races all 17-clue
puzzles with three backends, and tells memory and the size of the file.
"""

from __future__ import annotations

import argparse
import os
import random
import sys
import tempfile
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from statistics import median
from time import perf_counter

from unitdoku import Puzzle
from unitdoku.compare.corpora.built_in import built_in
from unitdoku.compare.corpora.corpus import Corpus, Provenance
from unitdoku.compare.corpora.generated import pattern_grid
from unitdoku.compare.executors.own_processes import OwnProcesses
from unitdoku.compare.races.plan import FIRST, UNIQUE, Question, RacePlan
from unitdoku.compare.races.race import race
from unitdoku.compare.results.reading import ResultsFile
from unitdoku.compare.results.recording import new_run
from unitdoku.compare.results.summary import summaries
from unitdoku.encoders.workers.usage import peak_bytes

sys.path.insert(0, str(Path(__file__).parent.parent))
sys.path.insert(0, str(Path(__file__).parent.parent / "bad_backends"))
from corpora import CLASSIC, seventeen_clue

ROUNDS = 5


def raced(corpus: Corpus, backends: tuple[str, ...], question: Question, jobs: int, path: Path) -> float:
    """Seconds for the whole race, with processes that were started and ended for it."""
    with new_run(path, RacePlan((corpus,), backends, (question,)), {}) as recording:
        started = perf_counter()
        race(recording, OwnProcesses(jobs))
        return perf_counter() - started


def overhead(puzzles: int, path: Path) -> None:
    """The cost of a puzzle with a backend that answers at once: the difference of a long race and a short one."""
    rng = random.Random(1)
    grids = [Puzzle.from_values(CLASSIC, pattern_grid(CLASSIC, rng)) for _ in range(puzzles + 50)]
    costs = []
    for _ in range(ROUNDS):
        short, long = (
            raced(Corpus("grids", tuple(grids[:count]), Provenance("full grids")), ("bad:instant",), FIRST, 1, path)
            for count in (50, puzzles + 50)
        )
        costs.append((long - short) / puzzles)
    print(f"overhead, warm: {1000 * median(costs):.3f} ms a puzzle (medians of {ROUNDS} races of {puzzles})")


def counted(_: int) -> float:
    """Seconds of counting."""
    started = perf_counter()
    total = 0
    for number in range(12_000_000):
        total += number & 7
    return perf_counter() - started


def scaling(path: Path) -> None:
    """How much more two jobs do than one, and how much more two processes that only count do than one."""
    corpus = built_in("hard375")
    ratios, most = [], []
    for _ in range(ROUNDS):
        one, two = (raced(corpus, ("reference",), UNIQUE, jobs, path) for jobs in (1, 2))
        ratios.append(one / two)
        with ProcessPoolExecutor(2) as pool:
            alone = next(pool.map(counted, range(1)))
            most.append(2 * alone / max(pool.map(counted, range(2))))
    for what, found in (("jobs, reference on hard375", ratios), ("processes that only count", most)):
        spread = f"{min(found):.2f} to {max(found):.2f}"
        print(f"two {what}: {median(found):.2f} times the work of one ({spread})")


def whole(path: Path) -> None:
    """All puzzles of 17 givens with three backends: memory of this process, bytes a result, share without a guess."""
    puzzles = tuple(seventeen_clue())
    corpus = Corpus("17clue.txt", puzzles, Provenance("all puzzles of 17 givens"))
    seconds = raced(corpus, ("reference", "sat:cadical195", "sat:minisat22"), UNIQUE, 2, path)
    with ResultsFile(path) as results:
        run = results.run()
        lines = next(results.query("SELECT sum(length(line)) FROM puzzle"))[0]
        found = summaries(results, run)
    size = (os.path.getsize(path) - lines) / run.results
    print(f"{run.results:,} results in {seconds:.0f} s: this process held {peak_bytes() / 2**20:.0f} MiB")
    print(f"the file has {size:.0f} bytes a result beyond the puzzles")
    for summary in found:
        print(f"  {summary.entry.backend}: solved {summary.settled:,}, without a guess {summary.share_without_guess}")


def main() -> None:
    """Runs what was asked for."""
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--puzzles", type=int, default=2000)
    arguments.add_argument("--whole", action="store_true")
    chosen = arguments.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        if chosen.whole:
            whole(Path(folder) / "whole.sqlite")
            return
        overhead(chosen.puzzles, Path(folder) / "overhead.sqlite")
        scaling(Path(folder) / "scaling.sqlite")


if __name__ == "__main__":
    main()
