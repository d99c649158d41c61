"""How long a table of a million puzzles and solutions takes, beside the same puzzles as plain lines.

Each is answered by `unitdoku solve`, and the table is compared with its solutions: as CSV, as CSV packed by gzip, and
as Parquet where pyarrow is installed. Prints a table. Run `python tests/benchmark/columns.py [NUMBER]`; its puzzles are
drawn by seed, and each stands several times, in a form of its own: digits are exchanged, and blocks and rows.
"""

from __future__ import annotations

import gzip
import random
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from time import perf_counter

from unitdoku import classic, solve, write_grid, write_line
from unitdoku.compare.generators.puzzles import plain_puzzles

_SEED = 22
_DRAWN = 400


def pairs(count: int) -> Iterator[tuple[str, str]]:
    """Yields puzzles with one solution, and these."""
    rng = random.Random(_SEED)
    layout = classic()
    base = []
    for drawn in plain_puzzles(layout, _SEED, _DRAWN):
        result = solve(drawn.puzzle, limit=2)
        if result.unique:
            base.append((write_line(drawn.puzzle).replace(".", "0"), write_grid(result.solutions[0], layout)))
    digits = list("123456789")
    for _ in range(count):
        rng.shuffle(digits)
        table = str.maketrans("123456789", "".join(digits))
        bands = rng.sample(range(3), 3)
        order = [
            27 * band + 9 * row + column for band in bands for row in rng.sample(range(3), 3) for column in range(9)
        ]
        puzzle, solution = (text.translate(table) for text in rng.choice(base))
        yield "".join(map(puzzle.__getitem__, order)), "".join(map(solution.__getitem__, order))


def seconds(path: Path, *options: str) -> float:
    """Returns the time of the command, its start included."""
    started = perf_counter()
    words = [sys.executable, "-m", "unitdoku", "solve", str(path), "-o", str(path.with_suffix(".out")), *options]
    ended = subprocess.run(words, capture_output=True, text=True)
    time = perf_counter() - started
    if ended.returncode != 0 or (options and "none wrong" not in ended.stderr):
        raise SystemExit(f"{' '.join(words)}: {ended.returncode} {ended.stderr[-500:]}")
    return time


def main(count: int) -> None:
    """Writes the files, and prints the times."""
    with tempfile.TemporaryDirectory() as folder:
        plain, table, packed = (Path(folder) / name for name in ("plain.txt", "table.csv", "packed.csv.gz"))
        with plain.open("w") as lines, table.open("w") as columns, gzip.open(packed, "wt", compresslevel=6) as small:
            columns.write("puzzle,solution\n")
            small.write("puzzle,solution\n")
            for puzzle, solution in pairs(count):
                lines.write(f"{puzzle}\n")
                columns.write(f"{puzzle},{solution}\n")
                small.write(f"{puzzle},{solution}\n")
        rows: list[tuple[str, Path, tuple[str, ...]]] = [
            ("plain lines", plain, ()),
            ("CSV, compared", table, ("--check-solutions",)),
            ("CSV by gzip, compared", packed, ("--check-solutions",)),
        ]
        try:
            from pyarrow import csv, parquet

            path = Path(folder) / "table.parquet"
            parquet.write_table(
                csv.read_csv(
                    table, convert_options=csv.ConvertOptions(column_types={"puzzle": "string", "solution": "string"})
                ),
                path,
            )
            rows.append(("Parquet, compared", path, ("--check-solutions",)))
        except ImportError:
            print("pyarrow is not installed: no Parquet")
        first = None
        print(f"{count} puzzles, seed {_SEED}")
        for name, path, options in rows:
            time = min(seconds(path, *options) for _ in range(2))
            first = first or time
            print(f"{name:<24}{time:8.2f} s{time / first:8.2f} times plain lines")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 1_000_000)
