"""Prints how large formulas are, and the time to encode and to solve them, as CSV. docs/encodings.md sums it up.

    python benchmarks/encodings.py [--transition] [--most-bytes N] [--seconds S] [-o FILE]

Puzzles are shuffled pattern grids with two thirds of their cells given. With --transition they are 49x49 puzzles with
40 to 70 % given, around the phase transition. The seed is fixed. Each row is measured in a process of its own: its peak
memory is what came on top of the interpreter and the packages. A formula larger than --most-bytes is not tried.
"""

from __future__ import annotations

import argparse
import json
import resource
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from time import perf_counter

from environment import environment
from tables import write_csv

from unitdoku import Puzzle
from unitdoku.compare.corpora.generated import pattern_puzzle
from unitdoku.encoders.cnf.at_most_one import AT_MOST_ONE
from unitdoku.encoders.cnf.encodings import ENCODINGS, CnfOptions
from unitdoku.io import cnf

SOLVER = "cadical195"
SIDES = range(3, 11)
OF_PYSAT = ("pysat-totalizer", "pysat-mtotalizer", "pysat-kmtotalizer")
SEED = 6
SHARE = 2 / 3
HEAD = ("n", "encoding", "at most one", "variables", "clauses", "encode s", "load and solve s", "peak MiB", "verdict")


def rows_of(side: int) -> Iterator[tuple[str, str]]:
    """The encodings worth a row: all with pairwise, and the whole and the reduced one with every at-most-one."""
    for encoding in ENCODINGS:
        yield encoding, "pairwise"
    if side in (3, 4, 5, 6):
        for at_most_one in (*list(AT_MOST_ONE)[1:], *OF_PYSAT):
            yield "extended", at_most_one
    for at_most_one in list(AT_MOST_ONE)[1:]:
        yield "reduced", at_most_one


def measured(side: int, share: float, encoding: str, at_most_one: str, seconds: float) -> dict[str, float | str]:
    """One row, in a process of its own."""
    arguments = [sys.executable, __file__, "--row", json.dumps([side, share, encoding, at_most_one])]
    try:
        ran = subprocess.run(arguments, capture_output=True, text=True, timeout=seconds + 60, check=False)
    except subprocess.TimeoutExpired:
        return {"verdict": f"not in {seconds:g} s"}
    if ran.returncode:
        return {"verdict": f"failed: {ran.stderr.strip().splitlines()[-1] if ran.stderr.strip() else ran.returncode}"}
    found: dict[str, float | str] = json.loads(ran.stdout)
    return found


def one_row(side: int, share: float, encoding: str, at_most_one: str) -> None:
    """Encodes and solves, and prints what that took."""
    from pysat.solvers import Solver  # type: ignore[import-untyped]

    puzzle = pattern_puzzle(side, share, SEED)
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    started = perf_counter()
    formula = cnf(puzzle, encoding, at_most_one=at_most_one)
    encoded = perf_counter()
    with Solver(SOLVER, bootstrap_with=formula.clauses) as solver:
        solver.conf_budget(LIMIT_CONFLICTS)
        answer = solver.solve_limited()
    solved = perf_counter()
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    row = {
        "variables": formula.variable_count,
        "clauses": len(formula.clauses),
        "encode": encoded - started,
        "solve": solved - encoded,
        "peak": (peak - before) / 1024,
        "verdict": {True: "SAT", False: "UNSAT", None: f"open after {LIMIT_CONFLICTS:,} conflicts"}[answer],
    }
    print(json.dumps(row))


LIMIT_CONFLICTS = 300_000


def told(size: int, encoding: str, at_most_one: str, row: dict[str, float | str]) -> tuple[str, ...]:
    """A row of the table as text."""
    cells = [str(size), encoding, at_most_one]
    forms = {"variables": ".0f", "clauses": ".0f", "encode": ".2f", "solve": ".2f", "peak": ".0f"}
    for name, form in forms.items():
        value = row.get(name)
        cells.append(format(value, form) if isinstance(value, (int, float)) else "")
    return (*cells, str(row["verdict"]))


def too_large(puzzle: Puzzle, encoding: str, at_most_one: str, most_bytes: float) -> dict[str, float | str] | None:
    """The row of a formula that is not tried, by what it would need."""
    size = CnfOptions(encoding, at_most_one).size(puzzle)
    if size.bytes <= most_bytes:
        return None
    return {
        "variables": size.variables,
        "clauses": size.clauses,
        "verdict": f"not tried: about {size.bytes / 2**30:.1f} GiB",
    }


def size_table(most_bytes: float, seconds: float) -> Iterator[tuple[str, ...]]:
    """Sizes from 9x9 up, two thirds given."""
    yield HEAD
    for side in SIDES:
        puzzle = pattern_puzzle(side, SHARE, SEED)
        for encoding, at_most_one in rows_of(side):
            row = too_large(puzzle, encoding, at_most_one, most_bytes)
            row = row or measured(side, SHARE, encoding, at_most_one, seconds)
            yield told(side * side, encoding, at_most_one, row)


def transition_table(seconds: float) -> Iterator[tuple[str, ...]]:
    """49x49 with 40 to 70 % of the cells given."""
    yield ("percent given", *HEAD[3:])
    for percent in range(40, 71, 2):
        row = measured(7, percent / 100, "reduced", "pairwise", seconds)
        yield (str(percent), *told(49, "reduced", "pairwise", row)[3:])


def main() -> None:
    """Measures one of the tables."""
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--row", help=argparse.SUPPRESS)
    arguments.add_argument("--transition", action="store_true")
    arguments.add_argument("--most-bytes", type=float, default=2 * 2**30)
    arguments.add_argument("--seconds", type=float, default=120)
    arguments.add_argument("-o", "--output", type=Path)
    chosen = arguments.parse_args()
    if chosen.row:
        one_row(*json.loads(chosen.row))
        return
    print(environment(), file=sys.stderr)
    rows = transition_table(chosen.seconds) if chosen.transition else size_table(chosen.most_bytes, chosen.seconds)
    write_csv(rows, chosen.output)


if __name__ == "__main__":
    main()
