"""How many jigsaws `native` settles in which time, with the units that follow from those of the layout and without.

    python tests/benchmark/leftovers.py

A puzzle is settled when it is known whether it has none, one or several solutions. The least of three times counts, and
the time limit is one second. The last columns are the guesses for puzzles that both settle, and the milliseconds in
which a session is opened.
"""

from __future__ import annotations

from time import perf_counter
from typing import NamedTuple
from unittest.mock import patch

from unitdoku import Puzzle, find_backend
from unitdoku.compare.corpora.built_in import puzzles_of
from unitdoku.reference.native import backend
from unitdoku.reference.native.leftovers import Implied

FILES = ("jigsaw-unsolvable.jsonl", "jigsaw-solvable.jsonl", "jigsaws.jsonl", "windoku.jsonl")
LIMITS = (0.01, 0.1, 1.0)
NONE = Implied((), impossible=False)


class Asked(NamedTuple):
    """One puzzle: seconds, or None if it was not settled; guesses; and seconds to open the session."""

    seconds: float | None
    guesses: int
    opening: float


def ask(puzzle: Puzzle) -> Asked:
    """Asks whether a puzzle has two solutions, up to three times."""
    started = perf_counter()
    with find_backend("native").open(puzzle.layout) as session:
        opening = perf_counter() - started
        best: float | None = None
        for _ in range(3):
            started = perf_counter()
            result = session.solve(puzzle, 2, LIMITS[-1])
            took = perf_counter() - started
            if not result.exhausted and len(result.solutions) < 2:
                break
            best = took if best is None else min(best, took)
        return Asked(best, int(result.statistics["guesses"]), opening)


def main() -> None:
    """Prints a row for each list of puzzles, without and with implied units."""
    print(f"{'list':24} {'units':8} {'puzzles':>7} {'10 ms':>6} {'100 ms':>6} {'1 s':>6} {'guesses':>9} {'open ms':>8}")
    for file in FILES:
        puzzles = puzzles_of(file)
        with patch.object(backend, "implied_by", lambda _: NONE):
            without = [ask(puzzle) for puzzle in puzzles]
        implied = [ask(puzzle) for puzzle in puzzles]
        both = [
            number
            for number, pair in enumerate(zip(without, implied, strict=True))
            if None not in (pair[0][0], pair[1][0])
        ]
        for kind, asked in (("layout's", without), ("implied", implied)):
            settled = [sum(one.seconds is not None and one.seconds < limit for one in asked) for limit in LIMITS]
            guesses = sum(asked[number].guesses for number in both)
            opening = 1000 * sum(one.opening for one in asked) / len(asked)
            shares = " ".join(f"{count / len(asked):6.0%}" for count in settled)
            print(f"{file:24} {kind:8} {len(asked):7} {shares} {guesses:9,} {opening:8.2f}")


if __name__ == "__main__":
    main()
