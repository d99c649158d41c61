"""What people type first, in the words of a stranger: each guess does the right thing, or says what would."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest

import unitdoku
from unitdoku import Layout, Puzzle, classic, latin
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


_, MISTAKES = Path(__file__).with_name("mistakes.txt").read_text(encoding="utf-8").split("\n\n")
NAMES = {name: getattr(unitdoku, name) for name in (*unitdoku.__all__, *unitdoku.MODULES)} | globals()


@pytest.mark.parametrize(("guess", "sentence"), re.findall("(.+)\n    (.+)\n", MISTAKES))
def test_mistakes_get_a_sentence(guess: str, sentence: str) -> None:
    error = TypeError if "a class:" in sentence or "a plan" in sentence else unitdoku.UnitdokuError
    with pytest.raises(error) as caught:
        eval(guess, NAMES)
    assert re.fullmatch(".*".join(map(re.escape, sentence.strip().split("..."))), str(caught.value))


@pytest.mark.parametrize(("typed", "meant"), [("grid", "solution"), ("verdit", "verdict")])
def test_attributes_of_a_result_under_other_names(typed: str, meant: str) -> None:
    result = unitdoku.solve(LINE)
    with pytest.raises(AttributeError, match=f"{typed}.*did you mean .*{meant}"):
        getattr(result, typed)
    assert not hasattr(result, "_anything")
