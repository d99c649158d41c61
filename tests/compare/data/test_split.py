"""Parts of a data set without equivalent puzzles across them."""

from __future__ import annotations

from operator import itemgetter
from typing import Any

import pytest
from corpora import seventeen_clue

from unitdoku import OptionError, PuzzleError, classic, read_puzzles
from unitdoku.compare.data.canonical import split

UNIQUE = "1234340021434001"


def renamed(line: str, values: str) -> str:
    return line.translate(str.maketrans("1234", values))


def test_equivalent_puzzles_are_in_one_part() -> None:
    lines = [
        line for n in range(8) for line in (UNIQUE[:n] + "." * (16 - n), renamed(UNIQUE[:n] + "." * (16 - n), "4321"))
    ]
    parts = split(lines, {"train": 0.5, "test": 0.5}, seed=1)
    pairs = [lines[index : index + 2] for index in range(0, 16, 2)]
    assert all(len({name for name, some in parts.items() for line in some if line in pair}) == 1 for pair in pairs)
    assert sorted(line for some in parts.values() for line in some) == sorted(lines)


def test_shares_order_and_seeds() -> None:
    puzzles = seventeen_clue(50)
    parts = split(puzzles, {"train": 0.8, "valid": 0.1, "test": 0.1}, seed=3)
    assert {name: len(some) for name, some in parts.items()} == {"train": 40, "valid": 5, "test": 5}
    assert [puzzle for puzzle in puzzles if puzzle in parts["train"]] == parts["train"]
    assert split(puzzles, {"train": 0.8, "valid": 0.1, "test": 0.1}, seed=3) == parts
    assert split(puzzles, {"train": 0.8, "valid": 0.1, "test": 0.1}, seed=4) != parts
    assert split([], {"all": 1}) == {"all": []}


def test_items_come_back_as_they_are() -> None:
    lines = [UNIQUE[:n] + "." * (16 - n) for n in range(8)]
    parts = split(lines, {"a": 0.5, "b": 0.5})
    rows = [{"puzzle": line, "solution": "?"} for line in lines]
    entries = list(read_puzzles(lines, classic(4)))
    for items in (rows, entries):
        found: dict[str, list[Any]] = split(items, {"a": 0.5, "b": 0.5}, layout="classic:4")
        assert found == {name: [items[lines.index(line)] for line in some] for name, some in parts.items()}
    pairs = list(enumerate(lines))
    assert split(pairs, {"all": 1}, key=itemgetter(1)) == {"all": pairs}
    with pytest.raises(PuzzleError):
        split(UNIQUE, {"all": 1})


@pytest.mark.parametrize(
    "shares", [{}, {"a": 0.5}, {"a": 1.5, "b": -0.5}, {"a": 1.0, "b": 0.0}, {"a": "1"}, {"a": None}, [0.9, 0.1], 1]
)
def test_shares_that_do_not_fit(shares: Any) -> None:
    with pytest.raises(OptionError, match="add up to 1"):
        split([UNIQUE], shares)
