"""Magic squares: different numbers whose rows, columns and diagonals have the same sum."""

from __future__ import annotations

from ..errors import LayoutError, shown
from ..layout import Layout
from ..sum import Sum
from ..unit import Unit, whole_number
from .from_units import from_units

_LARGEST_ORDER = 12


def magic_square(order: int) -> Layout:
    """Returns a square of `order` rows with the values `1..order * order`, each once, and a sum for each line.

    Lines are rows, columns and both diagonals. Raises `LayoutError` for an order other than 1 to 12.
    """
    number = whole_number(order)
    if number is None or not 1 <= number <= _LARGEST_ORDER:
        wrong = f"a magic square has an order of 1 to {_LARGEST_ORDER}, not {shown(order)}"
        raise LayoutError(wrong)
    count = number * number
    lines = {f"row {row + 1}": range(row * number, (row + 1) * number) for row in range(number)}
    lines |= {f"column {column + 1}": range(column, count, number) for column in range(number)}
    lines |= {"main diagonal": range(0, count, number + 1)}
    lines |= {"anti-diagonal": range(number - 1, count - 1, number - 1) if number > 1 else range(1)}
    total = number * (count + 1) // 2
    sums = [Sum(name, tuple(cells), total) for name, cells in lines.items()]
    square = Unit("square", tuple(range(count)))
    return from_units(count, [square, *sums], (number, number), f"magic-square:{number}")
