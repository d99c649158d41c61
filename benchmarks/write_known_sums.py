"""Writes the corpora of published puzzles of numbers: cryptarithms and magic squares.

    python benchmarks/write_known_sums.py

Writes to compare/corpora, one line for each puzzle, with its name and, where it is known, the number of its solutions.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path

from unitdoku import Puzzle
from unitdoku.layouts import cryptarithm, magic_square
from unitdoku.puzzles.text.json_lines import write_json_line

TO = Path(__file__).parent.parent / "compare/corpora"

CRYPTARITHMS = {
    "SEND + MORE = MONEY": 1,  # Dudeney, 1924
    "DONALD + GERALD = ROBERT": 1,  # Bartlett, 1958; Newell and Simon, 1972
    "CROSS + ROADS = DANGER": 1,
    "FORTY + TEN + TEN = SIXTY": 1,
    "TWO + TWO = FOUR": 7,
    "SIX + SEVEN + SEVEN = TWENTY": 1,
    "BASE + BALL = GAMES": 1,
    "LETS + WAVE = LATER": 1,
    "EAT + THAT = APPLE": 1,
    "GREEN + ORANGE = COLORS": 1,
    "COCA + COLA = OASIS": 1,
    "MEMO + FROM = HOMER": 1,
    "USA + USSR = PEACE": 1,
    "KYOTO + OSAKA = TOKYO": 1,
    "APPLE + LEMON = BANANA": 1,
    "BLACK + GREEN = ORANGE": 1,
    "UN + UN + NEUF = ONZE": 1,
    "THIS + IS + HIS = CLAIM": 1,
    "LOGIC + LOGIC = PROLOG": 1,
    "NUMBER + NUMBER = PUZZLE": 1,
    "ZEROES + ONES = BINARY": 1,
    "COMPLEX + LAPLACE = CALCULUS": 1,
    "TERRIBLE + NUMBER = THIRTEEN": 1,
    "DOUBLE + DOUBLE + TOIL = TROUBLE": 1,
    "FIVE + FIVE + NINE + ELEVEN = THIRTY": 1,
    "THREE + THREE + TWO + TWO + ONE = ELEVEN": 1,
    "SEVEN + THREE + TWO = TWELVE": 2,
    "TEN + TWENTY + TWENTY + FORTY = NINETY": 2,
    "VIOLIN + VIOLIN + VIOLA = TRIO + SONATA": 4,
    "SPRING + RAINS + BRING + GREEN = PLAINS": 1,
    "WINTER + IS + WINDIER + SUMMER + IS = SUNNIER": 1,
    "EARTH + AIR + FIRE + WATER = NATURE": 1,
    "HAWAII + IDAHO + IOWA + OHIO = STATES": 1,
    "SATURN + URANUS + NEPTUNE + PLUTO = PLANETS": 1,
    "AN + ACCELERATING + INFERENTIAL + ENGINEERING + TALE + ELITE + GRANT + FEE + ET + CETERA"
    " = ARTIFICIAL + INTELLIGENCE": 1,
    "SO + MANY + MORE + MEN + SEEM + TO + SAY + THAT + THEY + MAY + SOON + TRY + TO + STAY + AT + HOME + SO + AS + TO"
    " + SEE + OR + HEAR + THE + SAME + ONE + MAN + TRY + TO + MEET + THE + TEAM + ON + THE + MOON + AS + HE + HAS + AT"
    " + THE + OTHER + TEN = TESTS": 1,
}
"""Equation to its number of solutions."""

SQUARES = {
    3: (((2, 7, 6), (9, 5, 1), (4, 3, 8)), 8),
    4: (((16, 3, 2, 13), (5, 10, 11, 8), (9, 6, 7, 12), (4, 15, 14, 1)), 7040),  # Durer, 1514; Frenicle, 1693
    5: (((17, 24, 1, 8, 15), (23, 5, 7, 14, 16), (4, 6, 13, 20, 22), (10, 12, 19, 21, 3), (11, 18, 25, 2, 9)), None),
    6: (
        (
            (35, 1, 6, 26, 19, 24),
            (3, 32, 7, 21, 23, 25),
            (31, 9, 2, 22, 27, 20),
            (8, 28, 33, 17, 10, 15),
            (30, 5, 34, 12, 14, 16),
            (4, 36, 29, 13, 18, 11),
        ),
        None,
    ),
}
"""Order to a magic square, and the number of all squares of the order where the empty one is small enough to count."""

SHARES = (0.0, 0.15, 0.3, 0.45, 0.6)
"""The shares of given cells; with the first, any square of the order is a solution."""


def square_with_givens(order: int, share: float, rng: random.Random) -> Puzzle:
    """A magic square of which so many cells are given, as in the one above, turned and mirrored at random."""
    layout = magic_square(order)
    square = [list(row) for row in SQUARES[order][0]]
    for _ in range(rng.randrange(4)):
        square = [list(row) for row in zip(*square[::-1], strict=True)]
    if rng.random() < 0.5:
        square = square[::-1]
    values = [value for row in square for value in row]
    given = rng.sample(range(len(values)), round(share * len(values)))
    return Puzzle.from_givens({cell: values[cell] for cell in given}, layout)


def cryptarithms() -> Iterator[str]:
    """The lines of the cryptarithms."""
    for equation, count in CRYPTARITHMS.items():
        yield write_json_line(cryptarithm(equation), name=equation, solutions=count)


def magic_squares() -> Iterator[str]:
    """The lines of the magic squares."""
    for order, (_, count) in SQUARES.items():
        for share in SHARES:
            puzzle = square_with_givens(order, share, random.Random(f"20:magic:{order}:{share}"))
            known = {"solutions": count} if count and not share else {}
            yield write_json_line(puzzle, name=f"order {order}, {len(puzzle.givens)} given", **known)


def main() -> None:
    """Writes the files."""
    for name, lines in (("cryptarithms", cryptarithms()), ("magic-squares", magic_squares())):
        (TO / f"{name}.jsonl").write_text("".join(line + "\n" for line in lines))


if __name__ == "__main__":
    main()
