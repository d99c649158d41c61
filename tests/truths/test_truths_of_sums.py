"""Published truths about puzzles of sums, by each kind of backend that takes sums."""

from __future__ import annotations

import pytest
from pace import each_kind_of_backend

from unitdoku import Puzzle, Sum, find_backend, from_units, solve
from unitdoku.encoders.cnf.sums.table import SUMS

CRYPTARITHMS: dict[tuple[str, ...], tuple[int, ...]] = {
    ("SEND", "MORE", "MONEY"): (9567, 1085, 10652),  # Dudeney, 1924
    ("DONALD", "GERALD", "ROBERT"): (526485, 197485, 723970),  # Bartlett, 1958; Newell and Simon, 1972
}


def cryptarithm(words: tuple[str, ...]) -> tuple[Puzzle, list[str]]:
    """A cell for each letter, in which value v stands for the digit v - 1; the last word is the sum of the others."""
    letters = sorted(set("".join(words)))
    weights = dict.fromkeys(letters, 0)
    for word in words:
        for place, letter in enumerate(reversed(word)):
            weights[letter] += (-1 if word == words[-1] else 1) * 10**place
    used = [letter for letter in letters if weights[letter]]
    # Values are one more than digits, so the sum of the values is more by all weights together.
    cells = tuple(letters.index(letter) for letter in used)
    coefficients = tuple(weights[letter] for letter in used)
    total = Sum(" + ".join(words), cells, sum(coefficients), coefficients)
    layout = from_units(10, [range(len(letters)), total], shape=(1, len(letters)))
    heads = {word[0] for word in words}
    masks = [layout.all_values & ~1 if letter in heads else layout.all_values for letter in letters]
    return Puzzle(layout, tuple(masks)), letters


@pytest.mark.parametrize("words", CRYPTARITHMS, ids="+".join)
@each_kind_of_backend
def test_cryptarithms(name: str, words: tuple[str, ...]) -> None:
    puzzle, letters = cryptarithm(words)
    if not find_backend(name).capabilities.sums or name.startswith("ilp:"):
        pytest.skip("takes no sums, or none with such coefficients")
    result = solve(puzzle, name, limit=2)
    assert result.unique
    digit = dict(zip(letters, (value - 1 for value in result.solutions[0]), strict=True))
    found = tuple(int("".join(str(digit[letter]) for letter in word)) for word in words)
    assert found == CRYPTARITHMS[words]


def magic(order: int) -> Puzzle:
    """A square of the numbers from 1 whose rows, columns and diagonals have one sum."""
    numbers = order * order
    rows = [tuple(range(first, first + order)) for first in range(0, numbers, order)]
    columns = [tuple(range(first, numbers, order)) for first in range(order)]
    diagonals = [tuple(range(0, numbers, order + 1)), tuple(range(order - 1, numbers - 1, order - 1))]
    total = order * (numbers + 1) // 2
    sums = [Sum(f"line {line}", line, total) for line in [*rows, *columns, *diagonals]]
    return Puzzle.empty(from_units(numbers, [range(numbers), *sums], shape=(order, order)))


@each_kind_of_backend
def test_magic_squares_of_order_3(name: str) -> None:
    if not find_backend(name).capabilities.sums:
        pytest.skip("takes no sums")
    result = solve(magic(3), name, limit=100)
    assert (len(result.solutions), result.exhausted) == (8, True)


@pytest.mark.parametrize("encoding", SUMS)
def test_magic_squares_of_order_3_by_each_encoding(encoding: str) -> None:
    pytest.importorskip("pysat", reason="python-sat is not installed: pip install 'unitdoku[sat]'")
    result = solve(magic(3), f"sat:minisat22:sum={encoding}", limit=100)
    assert (len(result.solutions), result.exhausted) == (8, True)


@pytest.mark.long
def test_magic_squares_of_order_4() -> None:
    """880 of them, each turned and mirrored in eight ways (Frenicle de Bessy, 1693)."""
    result = solve(magic(4), "cpsat:all-different", limit=10_000)
    assert (len(result.solutions), result.exhausted) == (7040, True)
