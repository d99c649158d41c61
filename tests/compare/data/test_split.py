"""Parts of a data set without equivalent puzzles across them."""

from __future__ import annotations

import pytest
from corpora import seventeen_clue

from unitdoku import Puzzle, classic
from unitdoku.compare.data.split import split

UNIQUE = "1234340021434001"


def renamed(line: str, values: str) -> str:
    return line.translate(str.maketrans("1234", values))


def test_equivalent_puzzles_are_in_one_part() -> None:
    lines = [
        line for n in range(8) for line in (UNIQUE[:n] + "." * (16 - n), renamed(UNIQUE[:n] + "." * (16 - n), "4321"))
    ]
    parts = split(lines, {"train": 0.5, "test": 0.5}, seed=1)
    pairs = [
        {Puzzle.from_values([int(c) for c in line.replace(".", "0")], classic(4)) for line in lines[i : i + 2]}
        for i in range(0, 16, 2)
    ]
    assert all(len({name for name, some in parts.items() for puzzle in some if puzzle in pair}) == 1 for pair in pairs)
    assert sum(map(len, parts.values())) == 16


def test_shares_order_and_seeds() -> None:
    puzzles = seventeen_clue(50)
    parts = split(puzzles, {"train": 0.8, "valid": 0.1, "test": 0.1}, seed=3)
    assert {name: len(some) for name, some in parts.items()} == {"train": 40, "valid": 5, "test": 5}
    assert [puzzle for puzzle in puzzles if puzzle in parts["train"]] == parts["train"]
    assert split(puzzles, {"train": 0.8, "valid": 0.1, "test": 0.1}, seed=3) == parts
    assert split(puzzles, {"train": 0.8, "valid": 0.1, "test": 0.1}, seed=4) != parts
    assert split([], {"all": 1}) == {"all": []}


@pytest.mark.parametrize("shares", [{}, {"a": 0.5}, {"a": 1.5, "b": -0.5}, {"a": 1.0, "b": 0.0}])
def test_shares_that_do_not_fit(shares: dict[str, float]) -> None:
    with pytest.raises(ValueError, match="add up to 1"):
        split([UNIQUE], shares)
