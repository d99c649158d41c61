"""Makes the corpora of the package that nobody has published enough puzzles for, and the samples of large ones.

    python benchmarks/draw_corpora.py [--jigsaws FOLDER]

Writes to compare/corpora; what was published stands first there. A drawn puzzle is minimal: of a random grid's givens
(or, for pencil marks, of what rules candidates out) one after the other is taken away as long as the solution stays the
only one. Jigsaws are sampled from the whole lists if the folder that holds them is named.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path

from unitdoku import Layout, Puzzle, classic, find_backend, jigsaw, read_puzzles
from unitdoku.backend import Session
from unitdoku.compare.generators.constructions import with_givens
from unitdoku.compare.generators.grids import random_grid
from unitdoku.encoders.reasons.small_sets import minimal as needed
from unitdoku.layouts import layout_named
from unitdoku.puzzles.text.json_lines import write_json_line

sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))
from corpora import DATA, bundled

TO = Path(__file__).parent.parent / "compare/corpora"
SEED = 5
COUNT = 40


def is_unique(puzzle: Puzzle, session: Session) -> bool:
    """Whether there is one solution and no other."""
    return session.solve(puzzle, limit=2).unique is True


def minimal(layout: Layout, rng: random.Random, session: Session, floor: int = 0) -> Puzzle:
    """A puzzle no given of which can go, or with `floor` givens left."""
    grid = random_grid(layout, rng)

    def is_enough(cells: Sequence[int]) -> bool:
        return len(cells) >= floor and is_unique(with_givens(layout, grid, cells), session)

    return with_givens(layout, grid, needed(rng.sample(range(len(grid)), len(grid)), is_enough))


def minimal_pencil_marks(layout: Layout, rng: random.Random, session: Session) -> Puzzle:
    """A puzzle without givens to which no candidate can be added, of those tried: each cell has four at first."""
    grid = random_grid(layout, rng)
    masks = [1 << (value - 1) for value in grid]
    places = [(cell, value) for cell in range(layout.cell_count) for value in range(layout.size)]
    for cell, value in rng.sample(places, len(places)):
        wider = [*masks]
        wider[cell] |= 1 << value
        if is_unique(Puzzle(layout, tuple(wider)), session):
            masks = wider
    return Puzzle(layout, tuple(masks))


def write(name: str, puzzles: Iterable[Puzzle]) -> None:
    """The file: one line for each puzzle."""
    lines = [write_json_line(puzzle) + "\n" for puzzle in puzzles]
    (TO / name).write_text("".join(lines))
    print(f"{name}: {len(lines)}")


def published(*names: str) -> list[Puzzle]:
    """The puzzles of the variants with these names."""
    named = [json.loads(line)["name"] for line in (TO / "variants.jsonl").read_text().splitlines()]
    return [puzzle for name, puzzle in zip(named, bundled("variants.jsonl"), strict=True) if name in names]


def drawn(layout: Layout, known: list[Puzzle], count: int, floor: int = 0) -> list[Puzzle]:
    """The known ones, and others up to the count."""
    rng = random.Random(f"{SEED}:{layout.name}")
    with find_backend("sat").open(layout) as session:
        return known + [minimal(layout, rng, session, floor) for _ in range(count - len(known))]


def main() -> None:
    """Writes all files."""
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--jigsaws", type=Path, help="a folder with solvable.txt and unsolvable.txt")
    folder = arguments.parse_args().jigsaws
    write("diagonal.jsonl", drawn(layout_named("diagonal"), published("Sudoku X, 18 givens"), COUNT))
    write("windoku.jsonl", drawn(layout_named("windoku"), published("Windoku"), COUNT))
    large = published("16x16: Sudoku X", "16x16: Sudoku X, hard", "16x16: Windoku")
    write("16x16.jsonl", drawn(classic(16), large, 20, floor=105))
    rng = random.Random(f"{SEED}:pencil-mark")
    with find_backend("sat").open(classic()) as session:
        marks = [minimal_pencil_marks(classic(), rng, session) for _ in range(COUNT - 2)]
    write("pencil-mark.jsonl", published("Odd & even", "Pencilmark sudoku") + marks)
    whole = [entry.puzzle for entry in read_puzzles((DATA / "25x25.txt").read_text().splitlines(), classic(25))]
    write("25x25.jsonl", [puzzle for puzzle in random.Random(SEED).sample(whole, 20) if puzzle is not None])
    for name in ("solvable", "unsolvable") if folder is not None else ():
        lines = (folder / f"{name}.txt").read_text().split()
        layouts = [jigsaw(line) for line in random.Random(f"{SEED}:{name}").sample(lines, COUNT)]
        write(f"jigsaw-{name}.jsonl", map(Puzzle.empty, layouts))


if __name__ == "__main__":
    main()
