"""Whether every backend keeps a time limit on questions that take it minutes, and goes on to the next puzzle.

    python tests/benchmark/limits.py [--seconds S] [--backends A,B,C]

Prints a line a backend; ends with exit status 1 if one was more than half a second late, or answered what it cannot
have found out.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from time import perf_counter

from unitdoku import Verdict, find_backend, installed_backends

sys.path.insert(0, str(Path(__file__).parent.parent))
from hard_puzzles import hard_and_easy


def main() -> None:
    """Asks each backend the hard question, then the easy one."""
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--seconds", type=float, default=1.0)
    arguments.add_argument("--backends", type=lambda text: text.split(","), default=installed_backends())
    chosen = arguments.parse_args()
    wrong = []
    print(f"{'backend':24} {'puzzle':20} {'limit s':>8} {'took s':>8}  verdict, next puzzle")
    for name in chosen.backends:
        hard, easy = hard_and_easy(name)
        with find_backend(name).open(hard.layout) as session:
            session.solve(easy)
            started = perf_counter()
            result = session.solve(hard, seconds=chosen.seconds)
            took = perf_counter() - started
            after = session.solve(easy, 2)
        shown = f"{hard.layout.cell_count} cells, {hard.layout.size} values"
        print(f"{name:24} {shown:20} {chosen.seconds:8.2f} {took:8.3f}  {result.verdict}, exhausted: {after.exhausted}")
        if took > chosen.seconds + 0.5 or result.verdict != Verdict.UNKNOWN or not after.exhausted:
            wrong.append(name)
    if wrong:
        raise SystemExit(f"not kept by {', '.join(wrong)}")


if __name__ == "__main__":
    main()
