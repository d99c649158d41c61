"""Prints how large formulas are, as CSV. docs/encodings.md sums it up; docs/study compares times.

    python benchmarks/encodings.py [-o FILE]

Puzzles are pattern grids from 9x9 to 100x100 with two thirds of their cells given; the seed is fixed. Sizes are
counted, so formulas are there too that no memory would hold.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from pathlib import Path

from tables import write_csv

from unitdoku.compare.corpora.generated import pattern_puzzle
from unitdoku.encoders.cnf.at_most_one import AT_MOST_ONE
from unitdoku.encoders.cnf.encodings import ENCODINGS, CnfOptions

SEED = 6


def sizes() -> Iterator[tuple[object, ...]]:
    """Yields a row for each size, encoding and at-most-one."""
    yield "n", "encoding", "at most one", "variables", "clauses", "MiB"
    for side in range(3, 11):
        puzzle = pattern_puzzle(side, 2 / 3, SEED)
        for encoding in ENCODINGS:
            for at_most_one in AT_MOST_ONE if encoding in ("extended", "reduced") else ("pairwise",):
                size = CnfOptions(encoding, at_most_one).size(puzzle)
                yield side * side, encoding, at_most_one, size.variables, size.clauses, f"{size.bytes / 2**20:.1f}"


def main() -> None:
    """Writes the table."""
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("-o", "--output", type=Path)
    write_csv(sizes(), arguments.parse_args().output)


if __name__ == "__main__":
    main()
