"""The corpora with sums and pairs: unique, of four classes, with the solutions and counts that they say."""

from __future__ import annotations

import json
from collections import Counter
from functools import cache
from typing import Any

import pytest

from unitdoku import Puzzle, classic, is_solution, parse_puzzle, solve
from unitdoku.compare.corpora.corpus import built_in, corpus_file
from unitdoku.puzzles.text.json_lines import parse_json_line

DRAWN = {"killers": 200, "kakuro": 100, "futoshiki": 100, "thermometers": 50}
PROVERS = ("sat:minisat22", "cpsat:all-different")


@cache
def entries(name: str) -> list[tuple[Puzzle, dict[str, Any]]]:
    """The puzzles of a corpus with the objects that they are written as."""
    lines = corpus_file(f"{name}.jsonl").read_text().splitlines()
    found = [(parse_json_line(line, classic()), json.loads(line)) for line in lines]
    assert tuple(puzzle for puzzle, _ in found) == built_in(name).puzzles
    return found


@pytest.mark.parametrize("name", [*DRAWN, "hard-killers"])
def test_solutions_are_those_that_are_written(name: str) -> None:
    made = entries(name)
    assert len(made) == DRAWN.get(name, 20)
    assert len({entry["name"] for _, entry in made}) == len(made)
    for puzzle, entry in made:
        assert is_solution(parse_puzzle(entry["solution"], puzzle.layout).values, puzzle), entry["name"]


@pytest.mark.parametrize("step", [80, pytest.param(1, marks=pytest.mark.long)])
@pytest.mark.parametrize("name", [*DRAWN, "hard-killers"])
def test_they_are_unique_by_two_backends(name: str, step: int) -> None:
    for puzzle, entry in entries(name)[::step]:
        for backend in PROVERS:
            assert solve(puzzle, backend, 2).unique, entry["name"]


@pytest.mark.parametrize("name", DRAWN)
def test_difficult_ones_take_more_guesses(name: str) -> None:
    """A change of the reference solver may move puzzles from class to class, but not the easy ones above the others."""
    assert {entry["difficulty"] for _, entry in entries(name)} == {"easy", "medium", "hard", "expert"}
    guesses: dict[str, float] = {}
    for puzzle, entry in entries(name):
        if entry["difficulty"] in ("easy", "hard") and entry["difficulty"] not in guesses:
            guesses[entry["difficulty"]] = solve(puzzle, "reference", 2).statistics["guesses"]
    assert guesses["easy"] < guesses["hard"]


def test_killers_are_of_several_layouts() -> None:
    names = Counter(entry["layout"]["base"].partition(":")[0] for _, entry in entries("killers"))
    assert set(names) == {"classic", "diagonal", "jigsaw"}
    assert {puzzle.layout.size for puzzle, _ in entries("killers")} == {6, 9}


def test_hard_killers_have_no_givens_and_cages_of_two_to_four_cells() -> None:
    for puzzle, _ in entries("hard-killers"):
        assert not puzzle.givens
        assert {len(cage) for cage in puzzle.layout.sums} <= {2, 3, 4}
        assert sorted(cell for cage in puzzle.layout.sums for cell in cage.cells) == list(range(81))


def test_kakuro_and_futoshiki_are_of_several_sizes() -> None:
    rows = {max(row for row, _ in puzzle.layout.positions) for puzzle, _ in entries("kakuro")}
    assert rows >= {6, 7, 8, 9, 10, 12, 13}
    assert {puzzle.layout.size for puzzle, _ in entries("futoshiki")} == {4, 5, 6, 7, 8, 9}


def test_cryptarithms_have_as_many_solutions_as_published() -> None:
    made = entries("cryptarithms")
    assert len(made) >= 30
    for puzzle, entry in made[:2] + made[2::4]:
        result = solve(puzzle, "cpsat:all-different", 10)
        assert (len(result.solutions), result.exhausted) == (entry["solutions"], True), entry["name"]
        letters = list(dict.fromkeys(letter for letter in entry["name"] if letter.isalpha()))
        digits = dict(zip(letters, (value - 1 for value in result.solutions[0]), strict=True))
        written = "".join(str(digits.get(letter, letter)) for letter in entry["name"])
        left, right = (sum(map(int, side.split(" + "))) for side in written.split(" = "))
        assert left == right
        assert not any(word.startswith("0") for word in written.replace("=", "+").split(" + "))


def test_magic_squares_are_of_orders_3_to_6() -> None:
    made = entries("magic-squares")
    assert Counter(puzzle.layout.size for puzzle, _ in made) == {9: 5, 16: 5, 25: 5, 36: 5}
    for puzzle, entry in made:
        if len(puzzle.givens) >= puzzle.layout.cell_count // 3:
            assert solve(puzzle, "cpsat:all-different").solutions, entry["name"]
    counts = {entry["name"]: entry["solutions"] for _, entry in made if "solutions" in entry}
    assert counts == {"order 3, 0 given": 8, "order 4, 0 given": 7040}
