"""Published truths about puzzles of sums, by each kind of backend that takes sums."""

from __future__ import annotations

import pytest
from pace import each_kind_of_backend

from unitdoku import find_backend, solve
from unitdoku.layouts import cryptarithm, magic_square

CRYPTARITHMS = {
    "SEND + MORE = MONEY": "9567 + 1085 = 10652",  # Dudeney, 1924
    "DONALD + GERALD = ROBERT": "526485 + 197485 = 723970",  # Bartlett, 1958; Newell and Simon, 1972
}


@pytest.mark.parametrize("equation", CRYPTARITHMS)
@each_kind_of_backend
def test_cryptarithms(name: str, equation: str) -> None:
    if not find_backend(name).capabilities.sums or name.startswith(("ilp:", "highs")):
        pytest.skip("takes no sums, or none with such coefficients")
    result = solve(cryptarithm(equation), name, limit=2)
    assert result.unique
    letters = dict.fromkeys(filter(str.isalpha, equation))
    digits = {letter: str(value - 1) for letter, value in zip(letters, result.solutions[0], strict=True)}
    assert "".join(digits.get(character, character) for character in equation) == CRYPTARITHMS[equation]


@each_kind_of_backend
def test_magic_squares_of_order_3(name: str) -> None:
    if not find_backend(name).capabilities.sums:
        pytest.skip("takes no sums")
    result = solve(magic_square(3), name, limit=100)
    assert (len(result.solutions), result.exhausted) == (8, True)
