"""Each public function against each form of a puzzle, a list of puzzles and a layout: right, or a sentence."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

import unitdoku
from unitdoku import LayoutError, Puzzle, PuzzleError, classic, find_backend, latin, layouts

LINE = "1.....2........."
PUZZLE = unitdoku.parse_puzzle(LINE)
ROWS = [list(PUZZLE.values[first : first + 4]) for first in range(0, 16, 4)]
GRID = unitdoku.solve(PUZZLE, "reference").solution or ()


def entries() -> Iterator[Any]:
    return unitdoku.read_puzzles([LINE], classic(4))


TAKE_A_PUZZLE: dict[str, Callable[[Any], object]] = {
    "solve": lambda puzzle: unitdoku.solve(puzzle, "reference").puzzle,
    "session.solve": lambda puzzle: find_backend("reference").open(classic(4)).solve(puzzle).solution,
    "cnf": unitdoku.io.cnf,
    "encode": lambda puzzle: list(unitdoku.io.encode(puzzle, "lp")),
    "decode": lambda puzzle: unitdoku.io.decode("s UNSATISFIABLE", puzzle),
    "is_solution": lambda puzzle: unitdoku.is_solution(GRID, puzzle),
    "violations": lambda puzzle: list(unitdoku.violations(GRID[::-1], puzzle)),
    "write_line": unitdoku.io.write_line,
    "write_picture": unitdoku.io.write_picture,
}
FORMS: dict[str, Callable[[], object]] = {
    "text": lambda: LINE,
    "rows": lambda: ROWS,
    "rows as text": lambda: [LINE[first : first + 4] for first in range(0, 16, 4)],
    "generator": lambda: (value for value in PUZZLE.values),
    "entry": lambda: next(entries()),
}
NO_PUZZLES: list[object] = [
    *(None, True, 7, Path("puzzles.txt"), "puzzles.txt", LINE.encode(), [PUZZLE, PUZZLE], print, LINE[:-1]),
    *([[1, 2], [1]], [9, *PUZZLE.values[1:]], [True] * 16, [], {1, 2}),
]


@pytest.mark.parametrize("form", FORMS.values(), ids=FORMS)
@pytest.mark.parametrize("call", TAKE_A_PUZZLE.values(), ids=TAKE_A_PUZZLE)
def test_a_puzzle_in_any_form(call: Callable[[Any], object], form: Callable[[], object]) -> None:
    assert call(form()) == call(PUZZLE)


@pytest.mark.parametrize("name", TAKE_A_PUZZLE)
def test_what_is_no_puzzle(name: str) -> None:
    for wrong in NO_PUZZLES:
        with pytest.raises(PuzzleError) as caught:
            TAKE_A_PUZZLE[name](wrong)
        assert "\n" not in str(caught.value)


TAKE_SEVERAL: dict[str, Callable[[Any], list[Any]]] = {
    "solve_many": lambda puzzles: [each.puzzle for each in unitdoku.solve_many(puzzles, "reference")],
    "solve_many, native": lambda puzzles: [each.puzzle for each in unitdoku.solve_many(puzzles, "native")],
    "session": lambda puzzles: [each.puzzle for each in find_backend("native").open(classic(4)).solve_many(puzzles)],
    "cross_check": lambda puzzles: [PUZZLE] * unitdoku.check.cross_check(puzzles, "reference", isolated=False).puzzles,
    "Corpus": lambda puzzles: list(unitdoku.races.Corpus("c", puzzles, unitdoku.races.Provenance("")).puzzles),
}


@pytest.mark.parametrize("call", TAKE_SEVERAL.values(), ids=TAKE_SEVERAL)
def test_several_puzzles(call: Callable[[Any], list[Any]]) -> None:
    for several in ([LINE, ROWS, PUZZLE], (LINE for _ in range(3)), {1: LINE, 2: ROWS, 3: PUZZLE}.values()):
        assert call(several) == [PUZZLE] * 3
    assert call(entries()) == [PUZZLE]
    assert call([]) == []
    for one in (LINE, PUZZLE, {"A1": 1}, None, 7, Path("puzzles.txt"), LINE.encode(), classic(4)):
        with pytest.raises(PuzzleError):
            call(one)
    for item in (None, 7, "x", Path("x"), LINE[:-1]):
        with pytest.raises(PuzzleError):
            call([LINE, item])


TAKE_A_NAME: dict[str, Callable[[Any], object]] = {
    "solve": lambda layout: unitdoku.solve({}, "reference", layout=layout).solution,
    "solve_many": lambda layout: [one.solution for one in unitdoku.solve_many([{}], "reference", layout=layout)],
    "write_line": lambda layout: unitdoku.io.write_line([0] * 9, layout),
    "write_picture": lambda layout: unitdoku.io.write_picture([0] * 9, layout),
    "write_grid": lambda layout: unitdoku.io.write_grid([1] * 9, layout),
    "cnf": lambda layout: unitdoku.io.cnf([0] * 9, layout=layout),
    "encode": lambda layout: list(unitdoku.io.encode([0] * 9, "opb", layout=layout))[2:],
    "cross_check": lambda layout: unitdoku.check.cross_check([{}], "reference", isolated=False, layout=layout).puzzles,
}
TAKE_A_LAYOUT: dict[str, Callable[[Any], object]] = {
    "parse_puzzle": lambda layout: unitdoku.parse_puzzle("1........", layout),
    "read_puzzles": lambda layout: unitdoku.read_puzzles("1........", layout),
    "from_values": lambda layout: Puzzle.from_values([0] * 9, layout),
    "from_givens": lambda layout: Puzzle.from_givens({"A1": 1}, layout),
    "empty": Puzzle.empty,
    "symmetries": unitdoku.check.symmetries,
    "check_solver": lambda layout: unitdoku.check.check_solver(print, layout, examples=1),
    "check_backend": lambda layout: unitdoku.check.check_backend("reference", [layout], examples=1),
    "write_puzzles": lambda layout: unitdoku.write_puzzles([], layout=layout),
    "units_file": lambda layout: layouts.units_file("rules.json", layout),
    "overlapping": lambda layout: layouts.overlapping([(0, 0)], layout),
    "killer": lambda layout: layouts.killer({"A1": 1}, layout),
    "cage": lambda layout: layouts.cage(layout, "A1", 1),
    "arrow": lambda layout: layouts.arrow(layout, "A1", "A2"),
    "little_killer": lambda layout: layouts.little_killer(layout, "A1", "down-right", 9),
    **{name: getattr(layouts, name) for name in ("diagonal", "windoku", "disjoint_groups", "anti_knight", "anti_king")},
    **{name: getattr(layouts, name) for name in ("non_consecutive", "kropki", "xv", "less_than", "thermometer")},
    **{name: getattr(layouts, name) for name in ("whisper", "palindrome", "clones")},
}


@pytest.mark.parametrize("call", TAKE_A_NAME.values(), ids=TAKE_A_NAME)
def test_a_layout_of_a_puzzle_is_an_object_or_a_name(call: Callable[[Any], object]) -> None:
    assert call("latin:3") == call(latin(3))
    for wrong in (9, latin, Path("x"), "sudoku", b"latin:3", True):
        with pytest.raises(LayoutError):
            call(wrong)


@pytest.mark.parametrize("call", TAKE_A_LAYOUT.values(), ids=TAKE_A_LAYOUT)
def test_other_functions_take_a_layout_and_say_how_to_get_one_from_a_name(call: Callable[[Any], object]) -> None:
    with pytest.raises(LayoutError, match=r"not 'latin:3': unitdoku\.layouts\.layout_named\('latin:3'\)"):
        call("latin:3")
    with pytest.raises(LayoutError, match=r"call it, as in latin\(\)"):
        call(latin)
    for wrong in (9, Path("x"), b"latin:3", True):
        with pytest.raises(LayoutError, match="a layout is an object"):
            call(wrong)
