"""Passes random input through the binding of the kernel, for a build with sanitizers.

    python tests/fuzz_native.py --minutes 10 [--seed S]

The input: layouts of every kind, buffers of garbage that change in the middle, searches that are not ended, odd limits,
times and numbers of threads. Counts are compared with listings; a sanitizer ends the program at the first fault. Prints
how often each kind of input was tried. `make sanitize` runs it.
"""

from __future__ import annotations

import argparse
import random
from collections import Counter
from contextlib import suppress
from time import monotonic
from typing import Any

from unitdoku import Layout, LayoutError, Puzzle, Unit
from unitdoku.compare.generators.layouts import LAYOUT_RECIPES, draw_layout
from unitdoku.layouts import layout_named
from unitdoku.reference.native.backend import NativeBackend
from unitdoku.reference.native.loading import kernel

NAMED = (
    *("classic", "samurai", "classic:16", "classic:25", "latin:33", "latin:64", "latin:66"),
    *("anti-knight", "anti-king", "windoku"),
)


def fuzz(seconds: float, seed: int) -> Counter[str]:
    """Runs random tries until the time is over, and returns how often each kind was run."""
    rng = random.Random(seed)
    tried: Counter[str] = Counter()
    end = monotonic() + seconds
    while monotonic() < end:
        layout = _layout(rng)
        for _ in range(rng.randint(1, 4)):
            step = rng.choice(STEPS)
            tried[step.__name__.strip("_")] += 1
            try:
                step(layout, rng)
            except ValueError:  # a buffer of another size, or not aligned
                tried["refused"] += 1
    return tried


def _layout(rng: random.Random) -> Layout:
    if rng.random() < 0.1:
        return layout_named(rng.choice(NAMED))
    try:
        layout = draw_layout(rng.choice(list(LAYOUT_RECIPES)), rng, rng.choice((1, 2, 3, 4, 6, 9, 16, 17, 24)))
    except LayoutError:
        return layout_named("classic:4")
    if rng.random() < 0.2:  # values may repeat, so the unit may be longer than there are values
        cells = rng.sample(range(layout.cell_count), rng.randint(1, layout.cell_count))
        repeatable = rng.sample(range(1, layout.size + 1), rng.randint(1, layout.size))
        with suppress(LayoutError):
            return layout + [Unit("long", tuple(cells), tuple(sorted(repeatable)))]
    return layout


def _program(layout: Layout) -> Any:
    with NativeBackend().open(layout) as session:
        return session.program


def _job_of_garbage(layout: Layout, rng: random.Random) -> None:
    native = kernel()
    program = _program(layout)
    as_values = rng.random() < 0.5
    width = 1 if as_values else program.mask_bytes
    count = rng.choice((0, 1, 1, 2, 7, 40, 70))
    data = bytearray(rng.randbytes(count * layout.cell_count * width))
    if rng.random() < 0.8:
        for at in range(len(data)):  # most cells open, so that there is a tree to search
            if rng.random() < 0.9:
                data[at] = 0 if as_values else 255
    if rng.random() < 0.1:
        data += b"\0" * rng.randint(1, 7)
    grids = rng.random() < 0.7
    job = native.Job(
        program,
        memoryview(data)[rng.choice((0, 0, 0, 1, 2)) :],
        as_values=as_values,
        limit=rng.choice((1, 2, 50, 5000, 2**64 - 1)),
        seconds=rng.choice((0.0, 0.001, 0.01, 0.02, 1e300)) if count < 3 else 0.001,
        threads=rng.choice((1, 1, 2, 3)),
        grids=grids,
    )
    job.first_bad_item()
    end = monotonic() + 0.1
    while not job.run(rng.choice((0.0, 0.001))) and monotonic() < end:
        for _ in range(min(9, len(data))):  # the contract forbids it, but a caller can do it
            data[rng.randrange(len(data))] = rng.randrange(256)
    job.answers()
    if grids:
        job.grids()


def _masks(layout: Layout, rng: random.Random) -> tuple[int, ...]:
    return tuple(
        rng.randint(1, layout.all_values) if rng.random() < 0.3 else layout.all_values for _ in range(layout.cell_count)
    )


def _searches(layout: Layout, rng: random.Random) -> None:
    """One puzzle after the other, some of them left in the middle."""
    native = kernel()
    search = native.Search(_program(layout), rng.choice((1, 2, 64)))
    for _ in range(9):
        limit = rng.choice((1, 2, 50, 5000, 2**64 - 1))
        search.begin(_masks(layout, rng), limit, rng.choice((-1.0, 0.0, 0.01)), 0.01, rng.choice((1, 99)))
        for _ in range(rng.choice((0, 0, 2))):
            search.run(0.001, 2**64 - 1)
            search.take()
        search.end()


def _counting(layout: Layout, rng: random.Random) -> None:
    masks = _masks(layout, rng)
    if layout.cell_count > 1024 or layout.has_other_rules:  # these are listed only
        with NativeBackend().open(layout) as session:
            session.count(Puzzle(layout, masks), rng.choice((1, 2000)), 0.02)
        return
    native = kernel()
    program = _program(layout)
    orders = [[rng.randrange(-9, len(masks)) for _ in masks] for _ in range(rng.choice((1, 1, 2, 3)))]
    counting = native.Counting(program, masks, orders=orders, bytes=rng.choice((0, 1, 2**10, 2**16, 2**22)))
    before = 0
    for _ in range(rng.randint(1, 4)):
        done = counting.run(rng.choice((0.0, 0.001, 0.02)))
        if counting.counted < before:
            raise SystemExit(f"wrong: counted {counting.counted} after {before}")
        before = counting.counted
    if done and before:
        with NativeBackend().open(layout) as session:
            listed = session.solve_bulk(session.masks([Puzzle(layout, masks)]), before + 1, 0.05, grids=False).counts[0]
            if listed > before:
                raise SystemExit(f"wrong: {before} counted, {listed} listed")


STEPS = (_job_of_garbage, _searches, _counting)


def main() -> None:
    """Runs tries for the given time, and prints how often each kind was run."""
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--minutes", type=float, default=1.0)
    arguments.add_argument("--seed", type=int, default=1)
    chosen = arguments.parse_args()
    for name, count in fuzz(60 * chosen.minutes, chosen.seed).items():
        print(f"{name}: {count:,}")


if __name__ == "__main__":
    main()
