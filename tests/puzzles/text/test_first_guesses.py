"""What people type first, in the words of a stranger: each guess does the right thing, or says what would."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest

import unitdoku
from unitdoku import Layout, Puzzle, classic, diagonal, latin
from unitdoku.encoders.solve import solve_stream
from unitdoku.layouts import layout_named
from unitdoku.puzzles.text.any_puzzle import any_puzzle

LINE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
GRID = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
ROWS = [[int(c.replace(".", "0")) for c in LINE[i : i + 9]] for i in range(0, 81, 9)]
PUZZLE = unitdoku.parse_puzzle(LINE)
FLAT = [value for row in ROWS for value in row]
DIGITS = Layout(3, (), ((0, 0), (0, 1), (0, 2)), first_value=0)
OPEN_WORDS: list[object] = [None, 0, ".", "-", "", " ", "0", "_", "*", "?", float("nan"), "nan"]


@pytest.mark.parametrize("cell", OPEN_WORDS, ids=repr)
def test_open_cells(cell: object) -> None:
    rows = [[value or cell for value in row] for row in ROWS]
    flat = [value or cell for value in FLAT]
    for form in (rows, flat, dict(zip(classic().labels, flat, strict=True))):
        assert any_puzzle(form, "classic") == PUZZLE


# Sizes and layouts: the expression, and what it gives.
LAYOUTS: list[tuple[Callable[[], object], object]] = [
    *((lambda count=count: unitdoku.parse_puzzle("." * count).layout.size, count**0.5) for count in (16, 36, 64)),
    (lambda: Puzzle.from_values([0] * 625).layout.name, "classic:5x5"),
    (lambda: unitdoku.parse_puzzle("123456789" * 81).layout.name, "classic"),
    (lambda: unitdoku.parse_puzzle("A.." + "." * 253, symbols="ABCDEFGHIJKLMNOP").values[0], 1),
    (lambda: unitdoku.solve("A" + "." * 255, symbols="ABCDEFGHIJKLMNOP").solution[0], 1),  # type: ignore[index]
    *(
        (lambda form=form: unitdoku.solve(form, layout="latin:2", symbols="AB").solution, (2, 1, 1, 2))
        for form in ("B...", ["B.", ".."], ["B", ".", ".", "."])
    ),
    (lambda: unitdoku.count("B...", layout="latin:2", symbols="AB"), 1),
    (lambda: [one.solution for one in unitdoku.solve_many(["B..."], layout="latin:2", symbols="AB")], [(2, 1, 1, 2)]),
    (lambda: unitdoku.solve(dict(enumerate(range(1, 5))), layout="latin:4").rows[0], (1, 2, 3, 4)),  # type: ignore[index]
    (lambda: unitdoku.solve(PUZZLE, layout="classic").unique, True),
    (lambda: PUZZLE.restricted("a3", {1, 4}).candidates[2] == PUZZLE.restricted(2, 9).candidates[2], True),
    (lambda: Puzzle.empty(classic(4)).restricted("A1", "13").candidates[0], 0b101),
    (lambda: unitdoku.is_solution(unitdoku.parse_puzzle(GRID), PUZZLE), True),
    (lambda: Puzzle.from_givens({(0, 0): 1}, classic(4)).givens, {0: 1}),
    (lambda: Puzzle.from_candidates([{1, 2}, {1}, None, "12"], latin(2)).candidates, (3, 1, 3, 3)),
]


@pytest.mark.parametrize(("guess", "gives"), LAYOUTS, ids=range(len(LAYOUTS)))
def test_layouts_and_the_other_functions(guess: Callable[[], object], gives: object) -> None:
    assert guess() == gives


# Mistakes: the expression, and words of the sentence that it gets.
MISTAKES: list[tuple[Callable[[], object], str]] = [
    (lambda: unitdoku.solve("." * 25), "25 cells: 5 values have no blocks; .*layout='latin:5'"),
    (lambda: unitdoku.solve(LINE[:-1]), "80 cells, but a classic layout has .*for another name layout="),
    (lambda: unitdoku.solve("." * 369), "144 or so; layout='samurai' has 369"),
    (lambda: unitdoku.solve(""), "the text holds no puzzle: a line such as"),
    (lambda: unitdoku.solve("hello"), "'hello' is no puzzle: a puzzle has digits"),
    (lambda: unitdoku.solve("puzzles.txt"), r"is neither a puzzle nor a file that there is: read_puzzles\(path\)"),
    (lambda: unitdoku.solve(__file__), "is a path, not a puzzle: read_puzzles"),
    (lambda: unitdoku.solve(unitdoku.solve(LINE)), "neither a puzzle nor a grid: its attributes puzzle and solution"),
    (lambda: unitdoku.solve([LINE, LINE]), "162 cells, but a classic layout has .*; solve_many takes 2 puzzles"),
    (lambda: unitdoku.solve(f"{LINE}\n{LINE}"), "solve_many takes 2 puzzles"),
    (lambda: unitdoku.solve([FLAT, FLAT]), "2 rows of 81 cells .*solve_many"),
    (lambda: unitdoku.solve([[list(map(int, GRID[i : i + 9])) for i in range(0, 81, 9)]] * 9), "solve_many"),
    (lambda: unitdoku.solve([*ROWS[:-1], [1, 2]]), "row 9 has 2 cells, but the others have 9"),
    (lambda: unitdoku.solve([[0] * 8] * 8, layout="classic"), "8 rows of 8 cells, but .* has 9 rows of 9"),
    (lambda: unitdoku.solve([10, *FLAT[1:]]), "cell A1: 10 is outside the values 1..9"),
    (lambda: unitdoku.solve([1.5, *FLAT[1:]]), "cell A1: 1.5 is neither one of the values"),
    (lambda: unitdoku.solve(["x", *FLAT[1:]]), "cell A1: 'x' is neither one of the values 1..9 nor an open cell"),
    (lambda: unitdoku.solve([True, *FLAT[1:]]), "cell A1: True is a truth value"),
    (lambda: unitdoku.solve(["135", *FLAT[1:]]), r"cell A1: 135 is outside .*\{1, 3\} are two candidates"),
    (lambda: unitdoku.solve([[1, 2], *FLAT[1:]]), r"cell A1: \[1, 2\] is a list, not a cell: candidates are a set"),
    (lambda: Puzzle.from_candidates({"A1": [1, 2]}), r"cell A1: \[1, 2\] is no set of candidates: \{1, 3\} is one"),
    (lambda: unitdoku.solve({"A1": 1, "a1": 2}), "cell A1: 'A1' and 'a1' are the same cell"),
    (lambda: unitdoku.solve({"J1": 1}), "there is no cell 'J1'"),
    (lambda: unitdoku.solve({81: 1}), "there is no cell 81: labels are A1 to I9, indices 0 to 80"),
    (lambda: Puzzle.from_givens([1, 2]), r"givens are a mapping such as \{'A1': 5\}"),  # type: ignore[arg-type]
    (lambda: Puzzle.from_values(LINE), "is text: parse_puzzle reads it"),
    (lambda: Puzzle("classic", (1,)), "Puzzle takes a layout and candidate sets"),  # type: ignore[arg-type]
    (lambda: unitdoku.solve(PUZZLE, layout="diagonal"), "the puzzle is on classic, but asked on diagonal"),
    (lambda: unitdoku.solve(LINE, layout="killer"), r"unitdoku\.layouts\.killer\(\) builds it"),
    (lambda: unitdoku.solve(LINE, layout="16x16"), "did you mean classic:16"),
    (lambda: Puzzle.from_givens({"r1c2": 5}), "row 1, column 2 is A2"),
    (lambda: unitdoku.layouts.whisper(classic(), "R2C1 r1c2"), "row 2, column 1 is B1"),
    (lambda: unitdoku.Sum("x", ["A1"], 5), r"layout\.cell\('A1'\) returns the index"),  # type: ignore[arg-type]
    (lambda: Puzzle.from_givens({"A1": 0}, DIGITS), r"cell A1: 0 is outside the values 1\.\.3, which stand for 0\.\.2"),
    (lambda: unitdoku.solve(LINE, "diagonal"), "'diagonal' is a layout, not a backend: write layout='diagonal'"),
    (lambda: unitdoku.solve(LINE, diagonal()), "a layout is given as layout="),  # type: ignore[arg-type]
    (lambda: unitdoku.solve(LINE, 2), "limit=2 is the number of solutions"),  # type: ignore[arg-type]
    (
        lambda: unitdoku.solve(LINE, type(unitdoku.find_backend("reference"))),
        r"not a class: ReferenceBackend\(\) makes",
    ),
    (lambda: unitdoku.solve(LINE, None), "the name of a backend is text, not None"),  # type: ignore[arg-type]
    (lambda: unitdoku.solve(LINE, lambda: None), "lambda cannot be called with one argument"),  # type: ignore[arg-type,misc]
    (lambda: unitdoku.solve(LINE, "minisat"), "unknown backend 'minisat'; did you mean sat:minisat22"),
    (lambda: unitdoku.solve(LINE, max_solutions=2), "the number of solutions is limit="),
    (lambda: unitdoku.solve(LINE, solver="cpsat"), "the backend is backend="),
    (lambda: unitdoku.layouts.thermometer(classic(), [["A1"], ["B1"]]), "give each of them as an argument"),  # type: ignore[list-item]
    (lambda: layout_named("A1 A2 A3"), "'A1 A2 A3' are cells, where a layout is asked for"),
    (lambda: unitdoku.write_puzzles([LINE], "out.txt"), r"no file is written: open\(path, 'w'\)"),
    (lambda: unitdoku.write_puzzles(LINE), r"several puzzles: \[puzzle\] for one"),
    (lambda: list(unitdoku.solve_many(FLAT)), "5 is no puzzle"),
    (lambda: list(unitdoku.solve_many([LINE], timeout=1)), "the time limit is seconds="),
    (lambda: unitdoku.find_backend("reference").open("classic"), r"open\(\) takes a layout, not 'classic'"),  # type: ignore[arg-type]
    (lambda: unitdoku.io.write_grid(LINE), "no complete grid: cell A3: 0 is not one of the values"),
    (lambda: unitdoku.io.decode(None, PUZZLE), "an assignment is the text that a solver printed"),  # type: ignore[arg-type]
    (lambda: unitdoku.solve(f'{{"puzzle": "{LINE}"}}'), "is JSON, as files have it: read_puzzles"),
    (lambda: Puzzle.from_givens({"A1": {5, 6}}), r"cell A1: \{5, 6\} is several values, and a given is one"),  # type: ignore[dict-item]
    (lambda: list(solve_stream([LINE])), "is no entry of a file: solve_stream takes"),  # type: ignore[list-item]
    (lambda: unitdoku.find_backend("other:timeout=3"), "unknown backend"),
    (lambda: unitdoku.races.bench([LINE], "results.sqlite"), r"a plan, RacePlan\(corpora, backends, questions\)"),  # type: ignore[arg-type]
]


@pytest.mark.parametrize(("guess", "sentence"), MISTAKES, ids=range(len(MISTAKES)))
def test_mistakes_get_a_sentence(guess: Callable[[], object], sentence: str) -> None:
    error = TypeError if "a class:" in sentence or "a plan" in sentence else unitdoku.UnitdokuError
    with pytest.raises(error) as caught:
        guess()
    assert re.search(sentence, str(caught.value)), str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(("typed", "meant"), [("grid", "solution"), ("verdit", "verdict")])
def test_attributes_of_a_result_under_other_names(typed: str, meant: str) -> None:
    result = unitdoku.solve(LINE)
    with pytest.raises(AttributeError, match=f"{typed}.*did you mean .*{meant}"):
        getattr(result, typed)
    assert not hasattr(result, "_anything")
