"""What `auto` takes beside the backends that it chooses from, for each corpus and for drawn puzzles with other rules.

    python benchmarks/choosing.py [--most 30] [--seconds 20] [--without reference] [NAME ...]

A row is a corpus or a kind of `puzzles_of_sums.py`, with the milliseconds that a puzzle takes on average, asked for two
solutions. A session is opened for each layout, as a part of the time of its first puzzle. `least` takes the best
backend for each puzzle; `regret` is the time of `auto` divided by that of the backend that is best for the whole row.
Puzzles that are not settled count with the time limit.
"""

from __future__ import annotations

import argparse
import pickle
from collections import defaultdict
from time import perf_counter

from puzzles_of_sums import KINDS, drawn

from unitdoku import Puzzle, UnitdokuError, find_backend
from unitdoku.backend import Session
from unitdoku.compare.corpora.built_in import built_in_corpora

NAMES = ("native", "reference", "sat:minisat22", "sat:cadical195", "cpsat", "auto")


def main() -> None:
    """Prints a row for each corpus and kind that is named; without names for all."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*", metavar="NAME")
    parser.add_argument("--most", type=int, default=30, help="puzzles of a row")
    parser.add_argument("--seconds", type=float, default=20.0, help="time limit of a puzzle")
    parser.add_argument("--without", action="append", default=[], metavar="BACKEND", help="a backend that is left out")
    chosen = parser.parse_args()
    names = [name for name in NAMES if name not in chosen.without]
    print("".join(f"{word:>15}" for word in ("puzzles", *names, "least", "regret")))
    for name in chosen.names or (*built_in_corpora(), *KINDS):
        puzzles = (built_in_corpora()[name].puzzles() if name in built_in_corpora() else drawn(name, 1))[: chosen.most]
        taken(names[0], puzzles, chosen.seconds)  # some of what it derives is kept for equal layouts
        times = {backend: taken(backend, puzzles, chosen.seconds) for backend in names}
        totals = {backend: sum(each) * 1000 / len(puzzles) for backend, each in times.items() if each}
        others = [each for backend, each in times.items() if each and backend != "auto"]
        least = sum(map(min, zip(*others, strict=True))) * 1000 / len(puzzles)
        regret = totals["auto"] / min(total for backend, total in totals.items() if backend != "auto")
        cells = [f"{totals[backend]:.3g}" if backend in totals else "-" for backend in names]
        print("".join(f"{cell:>15}" for cell in (name[:14], *cells, f"{least:.3g}", f"{regret:.2f}")), flush=True)


def taken(backend: str, puzzles: tuple[Puzzle, ...] | list[Puzzle], seconds: float) -> list[float]:
    """Returns the seconds for each puzzle; nothing where the backend does not take one of them."""
    sessions: dict[object, Session] = {}
    times: dict[int, float] = defaultdict(float)
    try:
        # Copies by pickle: what one backend derives from a layout is not there for the next one.
        for index, puzzle in enumerate(pickle.loads(pickle.dumps(puzzles))):
            started = perf_counter()
            if puzzle.layout not in sessions:
                sessions[puzzle.layout] = find_backend(backend).open(puzzle.layout)
            result = sessions[puzzle.layout].solve(puzzle, 2, seconds)
            settled = result.exhausted or len(result.solutions) == 2
            times[index] = perf_counter() - started if settled else seconds
    except UnitdokuError:
        return []
    finally:
        for session in sessions.values():
            session.close()
    return [times[index] for index in range(len(puzzles))]


if __name__ == "__main__":
    main()
