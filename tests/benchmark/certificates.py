"""Certifies and verifies corpora: `python tests/benchmark/certificates.py [--jobs N] [CORPUS | FILE]...`.

A corpus is one of those listed below, or a file of puzzles, one a line; a line of region letters is an empty jigsaw.
Prints how long certificates and their proofs are, before and after trimming, and how long it takes to make and to check
them, and ends with 1 where one is missing, invalid, or claims what another backend denies.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import NamedTuple

from unitdoku import Certificate, InvalidCertificate, Puzzle, certify, jigsaw, parse_puzzle, solve, verify
from unitdoku.compare.corpora.built_in import puzzles_of
from unitdoku.reference.in_processes import in_processes

CLUES = Path(__file__).parent.parent / "data" / "17clue.txt"
CLASSIC = ("top95", "hard375")
WITH_RULES = ("killers", "kakuro", "futoshiki", "thermometers")
JUDGE = "sat:cadical195"


class Row(NamedTuple):
    """What came of one puzzle."""

    claim: str
    steps: int = 0
    untrimmed_steps: int = 0
    proof_bytes: int = 0
    untrimmed_bytes: int = 0
    bytes: int = 0
    making: float = 0.0
    checking: float = 0.0


def measured(puzzle: Puzzle) -> Row:
    """Certifies and verifies a puzzle, and asks another backend."""
    started = perf_counter()
    made = certify(puzzle)
    making = perf_counter() - started
    assert isinstance(made, Certificate)
    started = perf_counter()
    try:
        statement = verify(made.text)
    except InvalidCertificate:
        return Row("invalid")
    checking = perf_counter() - started
    if len(solve(puzzle, JUDGE, limit=2).solutions) != {"none": 0, "one": 1, "several": 2}[made.claim]:
        return Row("denied")
    sizes = (made.steps, made.untrimmed_steps, len(statement.proof), made.untrimmed_bytes, len(made.text) + 1)
    return Row(made.claim, *sizes, making, checking)


def puzzles_from(name: str) -> Iterator[Puzzle]:
    """Yields the puzzles of a corpus or file."""
    if name in (*CLASSIC, *WITH_RULES):
        yield from puzzles_of(f"{name}.txt" if name in CLASSIC else f"{name}.jsonl")
        return
    with open(CLUES if name == "17clue" else name, encoding="utf-8") as file:
        for line in file:
            text = line.split("#")[0].strip()
            if text:
                yield Puzzle.empty(jigsaw(text)) if text.isalpha() else parse_puzzle(text)


def report(name: str, jobs: int) -> bool:
    """Prints the lines of a corpus; returns whether all puzzles have certificates that are right."""
    puzzles = iter(list(puzzles_from(name)))
    started = perf_counter()
    rows = list(in_processes(measured, iter(lambda: list(islice(puzzles, 4)), []), jobs))
    seconds = perf_counter() - started
    claims = Counter(row.claim for row in rows)
    print(f"{Path(name).stem}: {len(rows):,} puzzles, {seconds:.0f} s with {jobs} processes: {dict(claims)}")
    print(f"  {'':22} {'median':>10} {'largest':>10} {'sum':>14}")
    for title, column, unit in (
        ("steps before trimming", "untrimmed_steps", 1),
        ("steps", "steps", 1),
        ("bytes of proof before", "untrimmed_bytes", 1),
        ("bytes of proof", "proof_bytes", 1),
        ("bytes of certificate", "bytes", 1),
        ("ms to make", "making", 1e3),
        ("ms to check", "checking", 1e3),
    ):
        values = [unit * getattr(row, column) for row in rows]
        digits = 1 if unit > 1 else 0
        print(f"  {title:22} {median(values):10,.{digits}f} {max(values):10,.{digits}f} {sum(values):14,.0f}")
    both = median(row.making + row.checking for row in rows)
    print(f"  median of making plus checking: {1e3 * both:.1f} ms", flush=True)
    return not claims["invalid"] and not claims["denied"]


def main() -> None:
    """Prints a table for each corpus."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("corpora", nargs="*", default=[*CLASSIC, *WITH_RULES, "17clue"], metavar="CORPUS | FILE")
    parser.add_argument("--jobs", type=int, default=2)
    options = parser.parse_args()
    right = [report(name, options.jobs) for name in options.corpora]
    sys.exit(0 if all(right) else 1)


if __name__ == "__main__":
    main()
