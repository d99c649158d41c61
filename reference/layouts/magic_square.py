"""Magic squares: different numbers whose rows, columns and diagonals have the same sum."""

from __future__ import annotations

from ..layout import Layout
from ..sum import Sum
from ..unit import Unit, whole_between
from .diagonal import diagonal
from .from_units import from_units
from .latin import latin

_LARGEST_ORDER = 12


def magic_square(order: int) -> Layout:
    """Returns a square of `order` rows with the values `1..order * order`, each once, and a sum for each line.

    Lines are rows, columns and both diagonals. Raises `LayoutError` for an order other than 1 to 12.
    """
    number = whole_between(order, 1, _LARGEST_ORDER, f"a magic square has an order of 1 to {_LARGEST_ORDER}")
    count = number * number
    total = number * (count + 1) // 2
    sums = [Sum(line.name, line.cells, total) for line in diagonal(latin(number)).units]
    square = Unit("square", tuple(range(count)))
    return from_units(count, [square, *sums], (number, number), f"magic-square:{number}")
