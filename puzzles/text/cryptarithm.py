"""Cryptarithms: sums of words in which each letter stands for a digit."""

from __future__ import annotations

import re

from ...reference.contract.errors import LayoutError, shown
from ...reference.layouts.from_units import from_units
from ...reference.model.layout import Rule
from ...reference.model.puzzle import Puzzle
from ...reference.model.rules import Sum, Unit, whole_between

_TERM = re.compile(r"\s*+([+-]?)\s*+(?:([0-9]{1,9})\s*+\*\s*+)?(?:([^\W\d_]+)|([0-9]{1,15}))\s*+(?=[+-]|$)")
"""A sign, maybe a factor, and a word or a number."""


def cryptarithm(equation: str, base: int = 10) -> Puzzle:
    """Returns the puzzle of an equation such as `"SEND + MORE = MONEY"`: different letters are different digits.

    Either side may have any number of words with `+` or `-` between them, factors (`3 * TWO`) and plain decimal
    numbers. A cell stands for each letter, in the order in which letters first appear: `S E N D M O R Y`. Value 1 is
    digit 0 (`first_value=0`), and there are `base` digits. Words of several letters do not begin with 0. Raises
    `LayoutError` for other text, and for more letters than digits.
    """
    if not isinstance(equation, str):
        raise LayoutError(f"{shown(equation)} is no equation, which is text such as 'SEND + MORE = MONEY'")
    digits = whole_between(base, 2, 36, "a cryptarithm has a base of 2 to 36")
    sides = equation.upper().split("=")
    if len(sides) != 2:
        raise LayoutError(f"{shown(equation)} is no equation: exactly one = is expected")
    weights: dict[str, int] = {}
    leading: set[str] = set()
    constant = 0
    for side, direction in zip(sides, (1, -1), strict=True):
        for times, word in _terms(side, equation):
            if isinstance(word, int):
                constant += direction * times * word
                continue
            leading.update(word[:1] if len(word) > 1 else "")
            for place, letter in enumerate(reversed(word)):
                weights[letter] = weights.get(letter, 0) + direction * times * digits**place
    letters = list(dict.fromkeys(letter for letter in equation.upper() if letter in weights))
    if len(letters) > digits:
        wrong = f"{len(letters)} letters, but there are only {digits} digits: {' '.join(letters)}"
        raise LayoutError(wrong)
    cells = [cell for cell, letter in enumerate(letters) if weights[letter]]
    if not cells:
        raise LayoutError(f"{shown(equation)} says nothing about its letters: they cancel out")
    name = " ".join(equation.upper().split())
    rules: list[Rule] = [
        Unit(f"letters {' '.join(letters)}", tuple(range(len(letters)))),
        Sum(name, tuple(cells), -constant, tuple(weights[letters[cell]] for cell in cells)),
    ]
    layout = from_units(digits, rules, (1, len(letters)), "cryptarithm", first_value=0)
    not_zero = layout.all_values & ~1
    return Puzzle(layout, tuple(not_zero if letter in leading else layout.all_values for letter in letters))


def _terms(side: str, equation: str) -> list[tuple[int, str | int]]:
    """Returns factor and word, or number, of each term of a side."""
    terms: list[tuple[int, str | int]] = []
    end = 0
    while end < len(side) or not terms:
        term = _TERM.match(side, end)
        if not term or (terms and not term[1]):
            known = "words, numbers and factors (3 * TWO) with + and - between them"
            raise LayoutError(f"{shown(equation)} is no sum of words: each side has {known}")
        sign = -1 if term[1] == "-" else 1
        terms.append((sign * int(term[2] or 1), term[3] or int(term[4])))
        end = term.end()
    return terms
