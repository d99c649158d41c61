"""Puzzles by the million, with their solutions: the same for a seed on every machine, by any number of processes.

Puzzles are made in batches of a fixed size. A batch depends on its number and the request alone.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import Executor
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import count as numbers
from typing import NamedTuple

from ...encoders.naming.optional_packages import numpy as np
from ...encoders.reasons.small_sets import minimal as needed
from ...puzzles.text.entries import PuzzleEntry
from ...reference.contract.capabilities import Capabilities
from ...reference.contract.deadline import Deadline
from ...reference.contract.errors import OptionError, PuzzleError
from ...reference.layouts.classic import CLASSIC
from ...reference.layouts.names import layout_named
from ...reference.model.layout import Layout, check_layout
from ...reference.model.puzzle import Puzzle
from ..generators.constructions import with_givens
from ..generators.kinds import Kind, Unlucky, chosen
from ..generators.proven import is_only_solution
from ..generators.rule_puzzles import RULE_RECIPES, draw_rule_puzzle
from .canonical import digests
from .lockstep import Lockstep, RandomNumbers, Values
from .rate import BEYOND, rate_values

# What is asked of generated puzzles, and what can be known to be impossible before one is made.

KINDS = {"unique": Kind.UNIQUE, "several": Kind.SEVERAL, "none": Kind.SEARCH}
"""The kinds of puzzles by their number of solutions."""

LEAST_GIVENS = {"classic": 17, "classic:4": 4, "classic:2x3": 8}
"""The fewest givens of a puzzle with one solution, where they are known.

9x9: McGuire, Tugemann and Civario, "There is no 16-clue Sudoku" (2014).
"""

_SHARES = (0.4, 0.5), (0.6, 0.7)
"""Usual least and greatest share of given cells: for up to 16 values, and for more, where few givens take hours."""


class Request(NamedTuple):
    """What is asked of each puzzle."""

    layout: Layout
    kinds: tuple[str, ...] = ("unique",)
    givens: tuple[int, int] = (0, 0)
    """The least and the greatest number of givens; puzzles lose givens down to a number between them."""
    minimal: bool = False
    """Every given is needed; puzzles with other numbers of givens are left out."""
    rules: str | None = None
    """The kind of sums and pairs, see `RULE_RECIPES`; they differ from puzzle to puzzle."""
    most_level: int | None = None
    """Rate puzzles with one solution up to this level."""
    levels: tuple[int, int] = (1, BEYOND)
    """The least and the greatest level of rated puzzles; others are left out."""
    canonical: bool = False
    """Add the digests of canonical forms."""


def checked_request(
    layout: Layout | str,
    kinds: Iterable[str],
    givens: int | tuple[int, int] | None,
    minimal: bool,
    rules: str | None,
    levels: int | tuple[int, int] | None,
) -> Request:
    """Returns the request; for errors see `generate`."""
    layout = layout_named(layout) if isinstance(layout, str) else layout
    check_layout(layout)
    Capabilities().check(layout, "generate()")
    kinds = chosen(kinds, tuple(KINDS), "puzzle")
    if rules is not None:
        chosen([rules], tuple(RULE_RECIPES), "rule")
        if givens is not None or minimal or levels is not None:
            raise OptionError("puzzles with rules have as few givens as they need, and no level: leave these out")
        return Request(layout, kinds, rules=rules)
    cells = layout.cell_count
    shares = _SHARES[layout.size > 16]
    if givens is None:
        low, high = (0, cells) if minimal else (int(shares[0] * cells), int(shares[1] * cells))
    else:
        low, high = _least_and_most(givens, 0, cells, f"a number of givens on {layout.name}")
    least = next((most for name, most in LEAST_GIVENS.items() if layout == layout_named(name)), 0)
    if givens is not None and high < least and "unique" in kinds:
        raise PuzzleError(f"no puzzle of {layout.name} with one solution has fewer than {least} givens")
    request = Request(layout, kinds, (low, high), minimal)
    if levels is None:
        return request
    easiest, hardest = _least_and_most(levels, 1, BEYOND, "a level")
    return request._replace(levels=(easiest, hardest), most_level=min(hardest, BEYOND - 1))


def _least_and_most(asked: int | tuple[int, int], least: int, most: int, what: str) -> tuple[int, int]:
    low, high = (asked, asked) if isinstance(asked, int) else asked
    if not least <= low <= high <= most:
        raise OptionError(f"{what} is from {least} to {most}, the least one first: not {low}-{high}")
    return low, high


_LEAST_IN_BATCH, _MOST_IN_BATCH = 16, 1024
_BATCH_WORK = 2**23
"""Puzzles of a batch times the square of their cells: a batch takes a tenth of a second, seconds on large layouts."""

_AHEAD = 16
"""Batches that an executor is given before the first of them is taken."""

_BARREN = 30
"""Batches without a new puzzle after which there are no more."""


@dataclass(frozen=True)
class MadeBlock:
    """Puzzles of one layout, one a row."""

    layout: Layout
    puzzles: Values
    solutions: Values
    """The grid that each puzzle was drawn from; zeros where it has no solution."""
    kinds: list[str]
    more: dict[str, list[object]] = field(default_factory=dict)
    """Columns for tables, as asked: `level` and `rounds` of `rate`, `canonical`."""

    def __len__(self) -> int:
        return len(self.puzzles)

    def rows(self, rows: Sequence[int]) -> MadeBlock:
        """Returns the puzzles in these rows."""
        more = {name: [column[row] for row in rows] for name, column in self.more.items()}
        index = np.array(rows, np.int64)
        kinds = [self.kinds[row] for row in rows]
        return MadeBlock(self.layout, self.puzzles[index], self.solutions[index], kinds, more)

    def entries(self) -> Iterator[PuzzleEntry]:
        """Yields an entry for each puzzle."""
        for puzzle, grid, kind in zip(self.puzzles, self.solutions, self.kinds, strict=True):
            solution = None if kind == "none" else tuple(grid.tolist())
            yield PuzzleEntry(1, Puzzle.from_cell_bytes(puzzle.tobytes(), self.layout), name=kind, solution=solution)


def generate(
    layout: Layout | str = CLASSIC,
    count: int | None = None,
    seed: int = 0,
    *,
    kinds: Iterable[str] = ("unique",),
    givens: int | tuple[int, int] | None = None,
    minimal: bool = False,
    rules: str | None = None,
    levels: int | tuple[int, int] | None = None,
    executor: Executor | None = None,
    seconds: float | None = None,
) -> Iterator[PuzzleEntry]:
    """Yields different puzzles with their solutions, each as an entry numbered from 1 that is named by its kind.

    A seed fixes the sequence, on every machine and with any executor. A grid is drawn, then cells are opened in random
    order while its solution stays the only one ("top-down"): with `minimal` to the end, until every given is needed;
    else down to a number of givens, drawn between the two of `givens`, by default two fifths to a half of the cells
    (six to seven tenths for more than 16 values).

    Kinds take turns: puzzles with exactly one solution (`unique`), with several (a unique one without some of its
    givens, maybe fewer than asked for; its `solution` is one of them), with none (a unique one with a false given that
    equals no given peer; no `solution`). With `rules` (futoshiki, killer, kakuro, thermometers, mixed) each puzzle has
    sums and pairs of its own, and only givens that are needed for one solution. Its layout is the given one
    with these rules; for Futoshiki a Latin square of its size; for Kakuro up to as many rows and columns as values.
    Puzzles with one solution whose level (see `rate`) is not between the two of `levels` are left out.

    Without a `count` puzzles come without end. After `seconds` the sequence ends behind the puzzles that are made.
    Needs the compiled kernel. Raises `OptionError` for a bad request, `PuzzleError` for one that cannot be met: at
    once where that is known, else when 30 batches brought nothing new; `Unsupported` for a layout with sums or pairs.
    """
    request = checked_request(layout, kinds, givens, minimal, rules, levels)
    entries = (entry for block in blocks(request, count, seed, executor, seconds) for entry in block.entries())
    return (entry._replace(line=number) for number, entry in enumerate(entries, start=1))


def without_first(made: Iterable[MadeBlock], skipped: int) -> Iterator[MadeBlock]:
    """Yields the blocks without the first `skipped` puzzles."""
    for block in made:
        if skipped < len(block):
            yield block.rows(range(skipped, len(block)))
        skipped = max(0, skipped - len(block))


def blocks(
    request: Request,
    count: int | None = None,
    seed: int = 0,
    executor: Executor | None = None,
    seconds: float | None = None,
) -> Iterator[MadeBlock]:
    """Yields blocks of different puzzles, `count` in all; see `generate`."""
    if count is not None and (isinstance(count, bool) or not isinstance(count, int) or count < 0):
        raise OptionError(f"a number of puzzles is a whole number from 0 up, not {count!r}")
    if isinstance(seed, bool) or not isinstance(seed, int) or seed < 0:
        raise OptionError(f"a seed is a whole number from 0 up, not {seed!r}")
    return _different(request, count, seed, executor, Deadline(seconds))


def _different(
    request: Request, count: int | None, seed: int, executor: Executor | None, deadline: Deadline
) -> Iterator[MadeBlock]:
    seen = set[int]()
    barren = 0
    for made in _in_order(request, seed, executor) if count != 0 else ():
        before = len(seen)
        for block in made:
            new = []
            for row, puzzle in enumerate(block.puzzles):
                key = hash((block.layout, puzzle.tobytes()))
                if key not in seen and len(seen) != count:
                    seen.add(key)
                    new.append(row)
            if new:
                yield block.rows(new)
        if len(seen) == count or deadline.expired:
            return
        barren = 0 if len(seen) > before else barren + 1
        if barren == _BARREN:
            found = f"no more than {len(seen):,} different puzzles were found on {request.layout.name}"
            raise PuzzleError(found if seen else "no puzzle that meets the request was found: they are too rare")


def _in_order(request: Request, seed: int, executor: Executor | None) -> Iterator[list[MadeBlock]]:
    """Yields batches 0, 1, 2 and so on, made ahead by the executor if there is one."""
    make = partial(make_batch, request, seed)
    if executor is None:
        return map(make, numbers())
    from ...encoders.workers.executor import in_order  # here, as it needs processes, which Pyodide does not have

    return in_order(executor, make, numbers(), _AHEAD)


def make_batch(request: Request, seed: int, number: int) -> list[MadeBlock]:
    """Returns the puzzles of one batch in blocks; one that does not meet the request is left out."""
    layout, kinds = request.layout, request.kinds
    if request.rules is not None:
        return _batch_with_rules(request, seed, number)
    size = max(_LEAST_IN_BATCH, min(_MOST_IN_BATCH, _BATCH_WORK // layout.cell_count**2))
    drawing = Lockstep(layout, (seed, number))
    grids = drawing.grids(size)
    low, high = request.givens
    least = RandomNumbers((seed, number, 1)).between(low, high, size)
    puzzles = drawing.without_givens(grids, np.zeros_like(least) if request.minimal else least)
    made = np.ones(size, bool)
    row_kinds = [kinds[row % len(kinds)] for row in range(size)]
    rows = {kind: np.flatnonzero(np.array(row_kinds) == kind) for kind in kinds}
    if "several" in kinds:
        puzzles[rows["several"]], made[rows["several"]] = drawing.with_several_solutions(puzzles[rows["several"]])
    if "none" in kinds:
        grids[rows["none"]] = 0
        puzzles[rows["none"]], made[rows["none"]] = drawing.with_a_false_given(puzzles[rows["none"]])
    givens = np.count_nonzero(puzzles, axis=1)
    kept = np.flatnonzero(made & ((givens >= low) | (np.array(row_kinds) == "several")) & (givens <= high)).tolist()
    return [_measured(MadeBlock(layout, puzzles, grids, row_kinds).rows(kept), request)]


def _measured(block: MadeBlock, request: Request) -> MadeBlock:
    """Returns the block with the columns that are asked for, without puzzles of other levels."""
    more: dict[str, list[object]] = {}
    kept = list(range(len(block)))
    if request.canonical:
        rows = (row.tobytes() for row in block.puzzles)
        more["canonical"] = [digest.hex() for digest in digests(block.layout, rows)]
    if request.most_level is not None:
        unique = [row for row in kept if block.kinds[row] == "unique"]
        levels, rounds = rate_values(block.layout, block.puzzles[np.array(unique, np.int64)], request.most_level)
        ratings = dict(zip(unique, zip(levels.tolist(), rounds.tolist(), strict=True), strict=True))
        least, most = request.levels
        kept = [row for row in kept if row not in ratings or least <= ratings[row][0] <= most]
        more |= {
            name: [ratings[row][part] if row in ratings else None for row in range(len(block))]
            for part, name in enumerate(("level", "rounds"))
        }
    return replace(block, more=more).rows(kept)


def _batch_with_rules(request: Request, seed: int, number: int) -> list[MadeBlock]:
    """Returns the puzzles with rules of one batch; raises the first `Unlucky` again if no puzzle was found."""
    made: list[MadeBlock] = []
    first = number * _LEAST_IN_BATCH
    for each in range(first, first + _LEAST_IN_BATCH):
        with suppress(Unlucky):
            made.append(_with_rules(request, seed, each))
    return made or [_with_rules(request, seed, first)]


def _with_rules(request: Request, seed: int, number: int) -> MadeBlock:
    """Returns one puzzle with rules; raises `Unlucky` if these draws do not lead to one."""
    kind = request.kinds[number % len(request.kinds)]
    rng = random.Random(f"{seed} {number}")
    drawn = draw_rule_puzzle(request.rules or "", KINDS[kind], rng, request.layout)
    puzzle, grid = drawn.puzzle, drawn.solutions[0] if drawn.solutions else (0,) * drawn.puzzle.layout.cell_count
    if kind == "unique":
        order = rng.sample(list(puzzle.givens), len(puzzle.givens))
        left = needed(order, partial(is_only_solution, puzzle.layout, grid))
        puzzle = with_givens(puzzle.layout, grid, left)
    return MadeBlock(puzzle.layout, np.array([puzzle.values], np.uint8), np.array([grid], np.uint8), [kind])
