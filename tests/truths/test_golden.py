"""Against what is known from elsewhere: boards, counts by formula, published solutions."""

from __future__ import annotations

import json
from importlib.resources import files
from itertools import count as numbers
from math import comb
from pathlib import Path

import pytest
from pace import each_kind_of_backend, examples, is_slow
from small_formulas import with_duplicates

from unitdoku import classic, from_units, is_solution, latin, parse_puzzle, solve
from unitdoku.encoders.cnf.at_most_one import AT_MOST_ONE, at_most_one_named
from unitdoku.encoders.cnf.encodings import CnfOptions, cnf
from unitdoku.io import write_grid
from unitdoku.layouts import layout_named
from unitdoku.reference.course.classroom import Classroom

BOARDS = json.loads((Path(__file__).parent / "source_boards.json").read_text())
LINES = [
    line.split(":") for line in (Path(__file__).parent / "solutions.txt").read_text().splitlines() if line[0] != "#"
]


def test_every_pass_gives_the_board_of_the_documents() -> None:
    passes = BOARDS["passes"]
    room = Classroom(layout_named(passes["layout"]))
    board = room.grid_values(passes["grid"])
    assert len(passes["steps"]) == 4
    for step in passes["steps"]:
        getattr(room, step["op"])(board)
        assert board == step["values"]


def test_boards_of_the_classroom() -> None:
    for golden in BOARDS["reduced_without_naked_twins"]:
        room = Classroom(layout_named(golden["layout"]))
        room.strategies = [room.eliminate, room.only_choice]
        assert room.reduce_puzzle(room.grid_values(golden["grid"])) == golden["values"]
    for golden in BOARDS["solutions"]:
        solved = Classroom(layout_named(golden["layout"])).solve(golden["grid"]) or {}
        assert "".join(solved.values()) == golden["solution"]


@each_kind_of_backend
def test_golden_lines(name: str) -> None:
    """A count of hundreds is for backends that list them in no time."""
    for *layout, text, count, solution in LINES:
        if not is_slow(name) or int(count) <= examples(16):
            puzzle = parse_puzzle(text, layout_named(":".join(layout)))
            result = solve(puzzle, name, int(count) + 1)
            assert (len(result.solutions), result.exhausted) == (int(count), True), (layout, text)
            if int(count) == 1:
                assert write_grid(result.solutions[0], puzzle.layout) == solution


def test_published_solutions_keep_the_rules_of_our_layouts() -> None:
    text = (files("unitdoku.compare.corpora") / "variants.jsonl").read_text()
    published = [entry for entry in map(json.loads, text.splitlines()) if entry["solution"]]
    assert published
    for entry in published:
        layout = layout_named(entry["layout"])
        grid = parse_puzzle(entry["solution"], layout).values
        assert is_solution(grid, parse_puzzle(entry["puzzle"], layout)), entry["name"]


# Clauses with the duplicates between a block and its rows and columns: n^2 + 3 n^2 C(n,2), n^2 C(n,2) more, 3 n^2 more.
WITH_DUPLICATES = {
    4: (304, 400, 448),
    9: (8_829, 11_745, 11_988),
    16: (92_416, 123_136, 123_904),
    25: (563_125, 750_625, 752_500),
    36: (2_450_736, 3_267_216, 3_271_104),
    81: (63_779_481, 85_037_121, 85_056_804),
}
FULL = ("minimal", "efficient", "extended")


@pytest.mark.parametrize("size", WITH_DUPLICATES)
def test_clause_counts_by_formula(size: int) -> None:
    for encoding, counted in zip(FULL, WITH_DUPLICATES[size], strict=True):
        assert CnfOptions(encoding).size(classic(size)) == (size**3, counted)


@pytest.mark.parametrize(
    "size", [4, 9, pytest.param(16, marks=pytest.mark.long), pytest.param(25, marks=pytest.mark.long)]
)
def test_clause_counts_of_formulas(size: int) -> None:
    side = round(size**0.5)
    # Two cells of a block that share a row or a column have their clause there: for each value and block, 2 * side
    # lines of C(side, 2) pairs.
    duplicates = size * size * 2 * side * comb(side, 2)
    for encoding, counted in zip(FULL, WITH_DUPLICATES[size], strict=True):
        whole = with_duplicates(classic(size), CnfOptions(encoding))
        assert (whole.variable_count, len(whole.clauses)) == (size**3, counted)
        formula = cnf(classic(size), encoding)
        assert (formula.variable_count, len(formula.clauses)) == (size**3, counted - duplicates)
        assert set(formula.clauses) == set(whole.clauses)


@pytest.mark.parametrize("name", [*AT_MOST_ONE, "pysat-kmtotalizer"])
@pytest.mark.parametrize("encoding", [*FULL, "reduced"])
def test_clause_counts_by_at_most_one(encoding: str, name: str) -> None:
    """3 n^2 groups of n literals, n^2 more of cells where an encoding has them, each as large as it is made."""
    if name.startswith("pysat"):
        pytest.importorskip("pysat")
    size = 9
    encode_one, fresh = at_most_one_named(name), numbers(size + 1)
    assert encode_one is not None
    clauses = len(list(encode_one(range(1, size + 1), fresh.__next__)))
    auxiliaries = next(fresh) - size - 1
    groups = (3 if encoding == "minimal" else 4) * size**2
    at_least = size**2 + (3 * size**2 if encoding in ("extended", "reduced") else 0)
    expected = size**3 + groups * auxiliaries, at_least + groups * clauses
    assert CnfOptions(encoding, name).size(classic(size)) == expected
    whole = with_duplicates(classic(size), CnfOptions(encoding, name))
    assert (whole.variable_count, len(whole.clauses)) == expected
    # Clauses with different auxiliary variables differ: duplicates are dropped only without such variables.
    assert len(cnf(classic(size), encoding, at_most_one=name).clauses) <= len(whole.clauses)


def test_clause_counts_of_other_layouts() -> None:
    assert len(cnf(classic()).clauses) == 10_530
    for size in (2, 3, 5):
        assert len(cnf(latin(size)).clauses) == 3 * size**2 + 3 * size**2 * comb(size, 2)
    incomplete = from_units(5, [[0, 1, 2]], shape=(1, 3))
    assert len(cnf(incomplete).clauses) == 3 * (1 + comb(5, 2)) + 5 * comb(3, 2)
