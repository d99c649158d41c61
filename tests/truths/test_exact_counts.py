"""The number of solutions by an exact model counter, Ganak, of the clauses that `encode` writes.

It shares with the backends only the encoding, and with those that do not read clauses only the puzzle.
"""

from __future__ import annotations

import random
import re
from typing import Any

import pytest

pytest.importorskip("pyganak", reason="pyganak is not installed: pip install pyganak")

import pyganak
from drawn_rules import draw
from pace import fewer

from unitdoku import Puzzle, classic, diagonal, find_backend, jigsaw, latin, parse_puzzle, solve
from unitdoku.compare.conformance.cases import takes
from unitdoku.encoders.cnf.at_most_one import AT_MOST_ONE
from unitdoku.encoders.cnf.clauses import PAIRS
from unitdoku.encoders.cnf.encodings import ENCODINGS
from unitdoku.encoders.cnf.sums import SUMS
from unitdoku.io import encode
from unitdoku.layouts import killer, thermometer

pytestmark = pytest.mark.long
BACKENDS = ("native", "smt:z3", "smt:z3:encoding=int", "asp:clingo", "cover:xcover", "highs")
FOUR = classic(4)
SIX = solve(Puzzle.empty(classic(6)), "reference").solutions[0]
PUZZLES = {
    "classic": (Puzzle.empty(FOUR), 288),
    "diagonal": (Puzzle.empty(diagonal(FOUR)), 48),
    "diagonal latin": (Puzzle.empty(diagonal(latin(4))), 48),
    "latin 3": (Puzzle.empty(latin(3)), 12),
    "latin 4": (Puzzle.empty(latin(4)), 576),
    "latin 5": (parse_puzzle("1234523451" + "." * 15, latin(5)), None),
    "jigsaw 4": (Puzzle.empty(jigsaw("AABBACBBACDDCCDD")), None),
    "jigsaw 5": (parse_puzzle("12345" + "." * 20, jigsaw("AAABBAABBBCCCCDEECDDEEEDD")), None),
    "cages": (Puzzle.empty(killer({"A1 B1": 5, "C2 D2 D3": 8, "B4 C4": 3}, FOUR)), None),
    "thermometer": (Puzzle.empty(thermometer(FOUR, "A1 B2 C3", "D1 D2")), None),
}


def models(puzzle: Puzzle, **options: Any) -> int:
    """The number of models, projected on the variables of shown cells; of these the comments say the meaning."""
    lines = list(encode(puzzle, "dimacs", **options))
    counter = pyganak.Counter()
    cells = range(puzzle.layout.cell_count) if puzzle.layout.shown is None else puzzle.layout.shown
    shown = {puzzle.layout.labels[cell] for cell in cells}
    meanings = [match for line in lines if (match := re.fullmatch(r"c (\d+) (\w+)=-?\d+\n", line))]
    counter.new_vars(next(int(line.split()[2]) for line in lines if line.startswith("p cnf")))
    counter.set_sampling_set([int(match[1]) for match in meanings if match[2] in shown])
    counter.add_clauses([list(map(int, line.split()[:-1])) for line in lines if line[0] not in "cp"])
    return int(counter.count())


def assert_found(puzzle: Puzzle, count: int) -> None:
    for name in BACKENDS:
        if takes(find_backend(name).capabilities, puzzle):
            limit = fewer(name, count + 1, 100)
            result = solve(puzzle, name, limit)
            assert (len(result.solutions), result.exhausted) == (min(count, limit), count < limit), name


@pytest.mark.parametrize("name", PUZZLES)
def test_layouts(name: str) -> None:
    puzzle, known = PUZZLES[name]
    count = models(puzzle)
    assert count == (known or count) > 0
    assert_found(puzzle, count)


def test_all_latin_squares_of_order_5() -> None:
    assert models(Puzzle.empty(latin(5))) == len(solve(Puzzle.empty(latin(5)), "native", 200_000).solutions) == 161_280


@pytest.mark.parametrize("given", range(10, 20, 2))
def test_6x6(given: int) -> None:
    for seed in range(3):
        kept = random.Random(seed).sample(range(36), given)
        puzzle = Puzzle.from_values([SIX[cell] if cell in kept else 0 for cell in range(36)], classic(6))
        assert_found(puzzle, models(puzzle))


def test_drawn_rules() -> None:
    """Of some layouts only a part of the cells is shown: then the count is that of different shown parts."""
    rng = random.Random(6)
    for _ in range(60):
        puzzle = draw(rng)
        count = models(puzzle)
        assert models(puzzle, sum=rng.choice([*SUMS]), pair=rng.choice([*PAIRS])) == count
        if count < 1000:
            assert_found(puzzle, count)


@pytest.mark.parametrize("name", ["diagonal", "latin 4", "jigsaw 4", "cages"])
def test_auxiliary_variables_do_not_change_the_count(name: str) -> None:
    puzzle, _ = PUZZLES[name]
    count = models(puzzle)
    some = {option: known for option, known in (("sum", SUMS), ("pair", PAIRS)) if getattr(puzzle.layout, f"{option}s")}
    for option, known in {"encoding": ENCODINGS, "at_most_one": AT_MOST_ONE, **some}.items():
        for each in known:
            if not (each == "reduced" and some):
                assert models(puzzle, **{option: each}) == count, each
