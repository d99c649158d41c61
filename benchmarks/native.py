"""Puzzles a second of the native kernel: by set, level and batch size, and as ratios to the reference in the same run.

    python benchmarks/native.py [--passes N] [--seed S] [--write]

Uniqueness is asked (limit 2). In every pass each level answers each set, the levels in turn, so that a machine that
gets slower does so for all; what is shown are medians over the passes. A set of few puzzles is repeated, each time in
another order, and every pass has its own: a processor learns the order of puzzles. All answers are held against the
rules outside of the timed part. With --write the tables go into docs/million-puzzles.md.
"""

from __future__ import annotations

import argparse
import gc
import os
import random
import subprocess
import sys
import tempfile
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import NamedTuple

from unitdoku import Puzzle, find_backend, is_solution
from unitdoku.compare.corpora.corpus import puzzles_of
from unitdoku.compare.races.racer import machine
from unitdoku.layouts import layout_named
from unitdoku.reference.native.backend import NativeBackend, NativeSession
from unitdoku.reference.native.bulk import BulkAnswers
from unitdoku.reference.native.loading import FORCE, available_levels

sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))
from corpora import CLASSIC, DATA, bundled, seventeen_clue

ROOT = Path(__file__).parent.parent
BEGIN, END = "<!-- native: begin -->\n", "<!-- native: end -->\n"
BATCHES = (1, 16, 128, 1024)
MOST_ALONE = 500
"""Batches of one that are timed."""
INSTRUCTIONS = {"v4": "AVX-512", "v3": "AVX2", "v2": "SSE4.2", "baseline": "baseline"}
COUNTS = (
    ("4x4 with blocks", "classic:4"),
    ("6x6 with blocks of 2x3", "classic:2x3"),
    ("6x6 Latin", "latin:6"),
    ("7x7 Latin, both diagonals", "latin:7+diagonal"),
    ("7x7 Latin", "latin:7"),
    ("8x8 with blocks of 2x4", "classic:2x4"),
)
LISTING_SECONDS = 60.0
"""For a count by listing."""

Rates = dict[tuple[str, str], list[float]]
"""Set and what answered it to puzzles a second, pass by pass."""


class Questions(NamedTuple):
    """Puzzles with one solution each, and the same as a buffer."""

    puzzles: list[Puzzle]
    values: bytes

    def first(self, count: int) -> Questions:
        """Only so many."""
        return Questions(self.puzzles[:count], self.values[: 81 * count])


def sets(rng: random.Random) -> Iterator[tuple[str, Questions]]:
    """Each set in the order of one pass."""
    for name, puzzles, times in (
        ("17clue", seventeen_clue(), 1),
        ("easy50", list(puzzles_of("easy50.txt")), 1000),
        ("top95", bundled("top95.txt"), 50),
        ("hard375", list(puzzles_of("hard375.txt")), 4),
    ):
        order = [puzzle for _ in range(times) for puzzle in rng.sample(puzzles, len(puzzles))]
        buffers = {id(puzzle): bytes(puzzle.values) for puzzle in puzzles}
        yield name, Questions(order, b"".join(buffers[id(puzzle)] for puzzle in order))


def opened(level: str) -> NativeSession:
    """A session on the build of a level."""
    os.environ[FORCE] = level
    try:
        return NativeBackend().open(CLASSIC)
    finally:
        del os.environ[FORCE]


def timed(session: NativeSession, questions: Questions, batch: int | None = None, threads: int = 1) -> float:
    """Puzzles a second, in batches of so many; checked."""
    size = 81 * (batch or len(questions.puzzles))
    parts = [questions.values[first : first + size] for first in range(0, len(questions.values), size)]
    gc.disable()  # else it would look through all the puzzles here in the middle of it
    started = perf_counter()
    answers = [session.solve_bulk(part, 2, threads=threads) for part in parts]
    took = perf_counter() - started
    gc.enable()
    check(questions.puzzles, answers)
    return len(questions.puzzles) / took


def check(puzzles: list[Puzzle], answers: list[BulkAnswers]) -> None:
    """Ends the program unless each answer is one solution, which is unique; grids are looked at once each."""
    if any(set(part.counts) != {1} or set(part.exhausted) != {1} for part in answers):
        raise SystemExit("wrong: each of these puzzles has one solution")
    flat = b"".join(bytes(part.grids or b"") for part in answers)
    grids = {(id(puzzle), flat[81 * at : 81 * at + 81]): puzzle for at, puzzle in enumerate(puzzles)}
    if not all(is_solution(tuple(grid), puzzle) for (_, grid), puzzle in grids.items()):
        raise SystemExit("wrong: a grid breaks the rules")


def one_pass(rates: Rates, rng: random.Random) -> None:
    """Everything once."""
    sessions = {level: opened(level) for level in available_levels()}
    best = next(iter(sessions.values()))
    with find_backend("reference").open(CLASSIC) as reference:
        for name, questions in sets(rng):
            for level, session in sessions.items():
                rates[name, level].append(timed(session, questions))
                rates[name, f"{level} alone"].append(timed(session, questions.first(MOST_ALONE), 1))
            rates[name, "two threads"].append(timed(best, questions, threads=2))
            for batch in BATCHES[1:]:
                rates[name, f"batch {batch}"].append(timed(best, questions.first(20 * batch + 2000), batch))
            some = list(dict.fromkeys(questions.puzzles[:375]))
            started = perf_counter()
            for puzzle in some:
                reference.solve(puzzle, 2)
            rates[name, "reference"].append(len(some) / (perf_counter() - started))


def show(rates: Rates) -> Iterator[str]:
    """Returns the tables as lines of Markdown."""
    names = list(dict.fromkeys(name for name, _ in rates))
    rate = {key: median(values) for key, values in rates.items()}
    levels = available_levels()
    yield "| puzzles a second | " + " | ".join(names) + " |\n| --- |" + " ---: |" * len(names)
    for level in levels:
        yield row(f"native, {INSTRUCTIONS[level]}", [f"{rate[name, level]:,.0f}" for name in names])
    yield row("two threads", [f"{rate[name, 'two threads']:,.0f}" for name in names])
    yield row("reference", [f"{rate[name, 'reference']:,.0f}" for name in names])
    best = levels[0]
    yield row(
        f"{INSTRUCTIONS[best]} : reference", [f"{rate[name, best] / rate[name, 'reference']:,.0f}" for name in names]
    )
    for level in levels[1:]:
        ratios = [f"{rate[name, level] / rate[name, best]:.2f}" for name in names]
        yield row(f"{INSTRUCTIONS[level]} : {INSTRUCTIONS[best]}", ratios)
    yield row("two threads : one", [f"{rate[name, 'two threads'] / rate[name, best]:.2f}" for name in names])
    yield "\n| in batches of | " + " | ".join(names) + " |\n| --- |" + " ---: |" * len(names)
    for level in levels:
        yield row(f"1, {INSTRUCTIONS[level]}", [f"{rate[name, f'{level} alone']:,.0f}" for name in names])
    for batch in BATCHES[1:]:
        yield row(f"{batch}, {INSTRUCTIONS[best]}", [f"{rate[name, f'batch {batch}']:,.0f}" for name in names])


def row(head: str, cells: list[str]) -> str:
    """A row of a table."""
    return f"| {head} | {' | '.join(cells)} |"


def counts() -> Iterator[str]:
    """How long it takes to count full grids, and to list them."""
    yield "\n| grids | number | counted in s | listed in s |\n| --- | ---: | ---: | ---: |"
    for what, name in COUNTS:
        layout = layout_named(name)
        with NativeBackend().open(layout) as session:
            empty = Puzzle.empty(layout)
            started = perf_counter()
            found = session.count(empty)
            counted = perf_counter() - started
            started = perf_counter()
            listed = session.solve_bulk(session.masks([empty]), 10**30, LISTING_SECONDS, grids=False)
            took = f"{perf_counter() - started:.4f}"
            if not listed.exhausted[0]:
                took = f"{100 * listed.counts[0] / found.solutions:.2g} % in {LISTING_SECONDS:.0f}"
            elif listed.counts[0] != found.solutions:
                raise SystemExit(f"{what}: {found.solutions} counted, but {listed.counts[0]} listed")
            yield row(what, [f"{found.solutions:,}", f"{counted:.4f}", took])


def whole_file(passes: int) -> str:
    """The command on all puzzles of a file, from its start to its end."""
    command = Path(sys.executable).with_name("unitdoku")
    took = []
    with tempfile.TemporaryDirectory() as folder:
        for _ in range(passes):
            started = perf_counter()
            subprocess.run([command, "solve", DATA / "17clue.txt", "-o", Path(folder) / "out.txt"], check=True)
            took.append(perf_counter() - started)
        solved = (Path(folder) / "out.txt").read_text().count("# line ")
    return f"\n`unitdoku solve 17clue.txt -o OUT`, {solved:,} lines: {median(took):.2f} s from start to end"


def write_page(lines: list[str], heading: str) -> None:
    """Replaces the tables in docs/million-puzzles.md."""
    page = ROOT / "docs/million-puzzles.md"
    before, _, rest = page.read_text(encoding="utf-8").partition(BEGIN)
    _, _, after = rest.partition(END)
    tables = "\n".join(lines)
    page.write_text(f"{before}{BEGIN}{heading}\n\n{tables}\n{END}{after}", encoding="utf-8")


def main() -> None:
    """All passes, then the tables."""
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--passes", type=int, default=7)
    arguments.add_argument("--seed", type=int, default=17)
    arguments.add_argument("--write", action="store_true")
    chosen = arguments.parse_args()
    if not available_levels():
        raise SystemExit("there is no kernel here: `unitdoku backends` says why")
    rng = random.Random(chosen.seed)
    rates: Rates = defaultdict(list)
    for number in range(chosen.passes):
        print(f"pass {number + 1} of {chosen.passes}", file=sys.stderr, flush=True)
        one_pass(rates, rng)
    heading = f"Uniqueness, one thread unless said, medians of {chosen.passes}, on {machine()['processor']}."
    lines = [*show(rates), *counts(), whole_file(chosen.passes)]
    print(heading, *lines, sep="\n")
    if chosen.write:
        write_page(lines, heading)


if __name__ == "__main__":
    main()
