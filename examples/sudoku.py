"""Solves a 9x9 Sudoku a line on standard input: `unitdoku check --solver "python3 examples/sudoku.py:stream"`.

Each line is answered with one line: the grid, with `# unique` behind it where there is no other one, or UNSAT.
Depth-first search, in the cell with the fewest values left.
"""

import sys

ALL = 0b111111111
UNITS = [(cell // 9, 9 + cell % 9, 18 + cell // 27 * 3 + cell % 9 // 3) for cell in range(81)]


def solve(line: str) -> str:
    """Returns the answer to one puzzle."""
    if len(line) != 81:
        return f"error: {len(line)} characters, not 81"
    grid = [int(sign) if sign in "123456789" else 0 for sign in line]
    used = [0] * 27  # the values in each row, column and block, a bit for each
    for cell, value in enumerate(grid):
        if value:
            if any(used[unit] >> (value - 1) & 1 for unit in UNITS[cell]):
                return "UNSAT"
            flip(used, cell, value)
    found: list[str] = []
    search(grid, used, found)
    return found[0] + " # unique" * (len(found) == 1) if found else "UNSAT"


def flip(used: list[int], cell: int, value: int) -> None:
    """Puts a value into the units of a cell, or takes it out again."""
    for unit in UNITS[cell]:
        used[unit] ^= 1 << (value - 1)


def search(grid: list[int], used: list[int], found: list[str]) -> None:
    """Adds the first two solutions."""
    best, fewest, left = -1, 10, 0
    for cell in range(81):
        if not grid[cell]:
            row, column, block = UNITS[cell]
            free = ALL & ~(used[row] | used[column] | used[block])
            if free.bit_count() < fewest:
                best, fewest, left = cell, free.bit_count(), free
    if best < 0:
        found.append("".join(map(str, grid)))
        return
    while left and len(found) < 2:
        value = (left & -left).bit_length()
        left &= left - 1
        grid[best] = value
        flip(used, best, value)
        search(grid, used, found)
        flip(used, best, value)
    grid[best] = 0


if __name__ == "__main__":
    for each in sys.stdin:
        sys.stdout.write(solve(each.rstrip("\r\n")) + "\n")
        sys.stdout.flush()  # or the answer stays in this process
