"""Random puzzles with sums and pairs, each with one solution: killers, Kakuro, lines, cryptarithms, Futoshiki.

Rules are true of a random grid. Cells that two solutions tell apart are given until there is one.
"""

from __future__ import annotations

import random

from unitdoku import Grid, Layout, Pair, Puzzle, Sum, Unit, classic, find_backend, from_units, latin
from unitdoku.compare.generators.grid_rules import draw_cages, draw_pattern, total_of
from unitdoku.compare.generators.grids import random_grid
from unitdoku.layouts import killer as with_cages
from unitdoku.layouts import kropki, less_than
from unitdoku.reference.layouts.neighbours import SIGNS, neighbours

Cell = tuple[int, int]

CRYPTARITHMS = (
    "SEND + MORE = MONEY",
    "DONALD + GERALD = ROBERT",
    "CROSS + ROADS = DANGER",
    "FORTY + TEN + TEN = SIXTY",
    "BASE + BALL = GAMES",
    "EAT + THAT = APPLE",
)


def made_unique(layout: Layout, grid: Grid, rng: random.Random, given: int = 0) -> Puzzle:
    """The layout with as many random cells given, at least so many, as it takes until it has one solution."""
    cells = rng.sample(range(layout.cell_count), given)
    with find_backend("sat:cadical195").open(layout) as session:
        while True:
            masks = [1 << grid[cell] - 1 if cell in cells else layout.all_values for cell in range(layout.cell_count)]
            puzzle = Puzzle(layout, tuple(masks))
            found = session.solve(puzzle, limit=2).solutions
            if len(found) < 2:
                return puzzle
            cells.append(rng.choice([cell for cell, (a, b) in enumerate(zip(*found, strict=True)) if a != b]))


def killer(number: int, rng: random.Random) -> Puzzle:
    """A 9x9 of which every cell lies in a cage of at most five, most of two or more."""
    layout = classic()
    grid = random_grid(layout, rng)
    cages = [(cage, total_of(layout, cage, grid)) for cage in draw_cages(layout, grid, rng, 2, 5)]
    return made_unique(with_cages(cages, layout), grid, rng)


def kakuro(number: int, rng: random.Random) -> Puzzle:
    """A square of sides 10 to 20 with a quarter of black cells, and no run of one cell or of more than nine."""
    pattern = draw_pattern(10 + number % 11, 10 + number % 11, rng, 0.28)
    grid = random_grid(pattern, rng)
    totals = [Sum(run.name, run.cells, total_of(pattern, run.cells, grid)) for run in pattern.units]
    return made_unique(pattern + totals, grid, rng)


def lines(number: int, rng: random.Random) -> Puzzle:
    """A 9x9 with sums that are no cages: six diagonals, six arrows of four cells, six bounds on weighted sums."""
    layout = classic()
    grid = random_grid(layout, rng)
    sums = []
    for start in rng.sample(range(2, 15), 6):
        cells = tuple(9 * row + start - row for row in range(9) if 0 <= start - row < 9)
        sums.append(Sum(f"diagonal {start}", cells, sum(grid[cell] for cell in cells)))
    for index in range(12):
        weights = (-1, 1, 1, 1) if index < 6 else tuple(rng.choice((-3, -2, -1, 1, 2, 3)) for _ in range(4))
        cells = tuple(rng.sample(range(81), 4))
        reached = Sum("", cells, 0, weights).of(grid)
        sums.append(
            Sum(f"arrow {index}", cells, reached, weights)
            if index < 6
            else Sum(f"bound {index}", cells, reached + 2, weights, "<=")
        )
    return made_unique(layout + sums, grid, rng, 10)


def cryptarithm(number: int, rng: random.Random) -> Puzzle:
    """A cell for each letter; the last word is the sum of the others, and no word begins with 0."""
    words = CRYPTARITHMS[number % len(CRYPTARITHMS)].replace("+", " ").replace("=", " ").split()
    letters = sorted(set("".join(words)))
    weights = dict.fromkeys(letters, 0)
    for word in words:
        for place, letter in enumerate(reversed(word)):
            weights[letter] += (-1 if word == words[-1] else 1) * 10**place
    used = {letters.index(letter): weight for letter, weight in weights.items() if weight}
    total = Sum("words", tuple(used), 0, tuple(used.values()))
    layout = from_units(10, [range(len(letters)), total], (1, len(letters)), first_value=0)
    heads = {word[0] for word in words}
    return Puzzle(layout, tuple(layout.all_values & ~(letter in heads) for letter in letters))


def futoshiki(number: int, rng: random.Random) -> Puzzle:
    """A Latin square of order 9 with 60 signs between neighbours."""
    layout = latin(9)
    grid = random_grid(layout, rng)
    signs = [sorted(pair, key=grid.__getitem__) for pair in rng.sample(list(neighbours(layout)), 60)]
    return made_unique(less_than(layout, *signs), grid, rng)


def dots(number: int, rng: random.Random) -> Puzzle:
    """A 9x9 with a dot between all neighbours that differ by one or are one twice the other, and no other dots."""
    layout = classic()
    grid = random_grid(layout, rng)
    marked: dict[str, list[Cell]] = {
        dot: [pair for pair in neighbours(layout) if SIGNS[dot](*(grid[cell] for cell in pair))]
        for dot in ("white dot", "black dot")
    }
    layout = kropki(layout, white=marked["white dot"], black=marked["black dot"], all_given=True)
    return made_unique(layout, grid, rng)


def blanks(number: int, rng: random.Random) -> Puzzle:
    """A square of order 8 to 15: each row and column has half as many letters, once each, and then blanks."""
    order = 8 + number % 8
    layout, blank = latin(order), order // 2 + 1
    grid = tuple(min(value, blank) for value in random_grid(layout, rng))
    units = [Unit(unit.name, unit.cells, repeatable=(blank,)) for unit in layout.units]
    counts = [Sum(unit.name, unit.cells, sum(grid[cell] for cell in unit.cells)) for unit in layout.units]
    return made_unique(from_units(blank, [*units, *counts], (order, order)), grid, rng)


def helpers(number: int, rng: random.Random) -> Puzzle:
    """A 9x9, and below it nine cells that are not shown: each is the sum of two neighbours in a row that is shown."""
    grid = random_grid(classic(), rng)
    pairs = [(cell, cell + 1) for cell in range(81) if cell % 9 < 8 and grid[cell] + grid[cell + 1] <= 9]
    chosen = rng.sample(pairs, 9)
    sums = [Sum("", (a, b, 81 + index), 0, (1, 1, -1)) for index, (a, b) in enumerate(chosen)]
    layout = from_units(9, [*classic().units, *sums], (10, 9), shown=range(81))
    full = grid + tuple(grid[a] + grid[b] for a, b in chosen)
    return made_unique(layout, full, rng, 10)


def products(number: int, rng: random.Random) -> Puzzle:
    """Six different digits whose products are known; partial products are cells of 81 values that are not shown."""
    digits = rng.sample(range(1, 10), 6)
    grid, pairs = list(digits), []
    divisible = frozenset((a, p) for a in range(1, 10) for p in range(1, 82) if p % a == 0 and p // a < 10)
    digit = frozenset((a, b) for a in range(1, 10) for b in range(1, 10))
    for a, b in zip(range(5), range(1, 6), strict=True):
        pairs += [Pair("", (a, len(grid)), divisible), Pair("", (b, len(grid)), divisible), Pair("", (a, b), digit)]
        grid.append(digits[a] * digits[b])
    total = Sum("", tuple(range(6, 11)), sum(grid[6:]))
    layout = from_units(81, [range(6), *pairs, total], (1, 11), shown=range(6))
    return made_unique(layout, tuple(grid), rng)


KINDS = {
    "killer": (killer, 40),
    "kakuro": (kakuro, 22),
    "lines": (lines, 20),
    "cryptarithm": (cryptarithm, len(CRYPTARITHMS)),
    "futoshiki": (futoshiki, 20),
    "dots": (dots, 20),
    "blanks": (blanks, 20),
    "helpers": (helpers, 20),
    "products": (products, 20),
}
"""How each kind is drawn, and how many."""


def drawn(kind: str, seed: int) -> list[Puzzle]:
    """The puzzles of a kind."""
    draw, count = KINDS[kind]
    rng = random.Random(f"{kind} {seed}")
    return [draw(number, rng) for number in range(count)]
