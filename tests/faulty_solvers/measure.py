"""How soon `check_solver` finds each fault of the catalogue, and whether the honest solvers pass: a table.

    python tests/faulty_solvers/measure.py [--seeds N] [--published] [--only TEXT] [--part K/N]

For each solver: in how many of the seeds it was found, the median and the longest time in seconds to the first finding,
the drawing of the puzzles included, and the most calls before it. For an honest solver it is the time and the calls of
the whole check. The search for smaller puzzles, which follows, is left out. Without --published nothing is asked but
what is drawn. --part measures each N-th solver, beginning with K.
"""

from __future__ import annotations

import argparse
import csv
import sys
import tempfile
from pathlib import Path
from statistics import median
from time import perf_counter
from unittest.mock import patch

sys.path.insert(0, str(Path(__file__).parents[1]))
from faulty_solvers.catalogue import HONEST, Fault, can_make, checked, faults, made


def measure(fault: Fault, folder: Path, seeds: int, published: bool) -> None:
    """Prints the row of a solver."""
    solve = made(fault, folder)
    times, asked, found = [], [], 0
    for seed in range(seeds):
        started = perf_counter()
        report = checked(fault, solve, published=published, seed=seed)
        found += not report.passed
        if bool(report.findings) is not fault.is_honest:
            took = report.findings[0].seconds if report.findings else perf_counter() - started
            times.append(took)
            asked.append(report.asked["answer"])
    figures = (f"{median(times):.1f}", f"{max(times):.1f}", max(asked)) if times else ("", "", "")
    csv.writer(sys.stdout, lineterminator="\n").writerow((fault, found, seeds, *figures))
    sys.stdout.flush()


def main() -> None:
    """Parses the arguments and prints the table."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--seeds", type=int, default=20)
    parser.add_argument("--published", action="store_true")
    parser.add_argument("--only", default="")
    parser.add_argument("--part", default="1/1")
    chosen = parser.parse_args()
    first, step = map(int, chosen.part.split("/"))
    print("solver,found,seeds,median_s,longest_s,calls")
    without_shrinking = patch("unitdoku.compare.conformance.examination._SHRINK_SECONDS", 0.0)
    with tempfile.TemporaryDirectory() as folder, without_shrinking:
        for fault in [*HONEST, *faults()][first - 1 :: step]:
            if chosen.only in str(fault) and can_make(fault):
                measure(fault, Path(folder), chosen.seeds, chosen.published)


if __name__ == "__main__":
    main()
