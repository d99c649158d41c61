"""A dictionary from cell to candidates, in classic 9x9: naked and hidden singles, naked pairs, and search.

It takes a line of text and returns a line of text, or None.
"""

DIGITS = "123456789"
ROWS = "ABCDEFGHI"
CELLS = [row + column for row in ROWS for column in DIGITS]
LINES = [[row + column for column in DIGITS] for row in ROWS]
COLUMNS = [[row + column for row in ROWS] for column in DIGITS]
BLOCKS = [
    [row + column for row in band for column in stack]
    for band in ("ABC", "DEF", "GHI")
    for stack in ("123", "456", "789")
]
UNITS = LINES + COLUMNS + BLOCKS
UNITS_OF = {cell: [unit for unit in UNITS if cell in unit] for cell in CELLS}
PEERS = {cell: {other for unit in UNITS_OF[cell] for other in unit} - {cell} for cell in CELLS}


def solve(line):
    values = dict.fromkeys(CELLS, DIGITS)
    for cell, sign in zip(CELLS, line):
        if sign in DIGITS and not assign(values, cell, sign):
            return None
    found = search(values)
    return found and "".join(found[cell] for cell in CELLS)


def assign(values, cell, digit):
    return all(remove(values, cell, other) for other in values[cell].replace(digit, "")) and values[cell] == digit


def remove(values, cell, digit):
    if digit not in values[cell]:
        return True
    values[cell] = values[cell].replace(digit, "")
    if not values[cell]:
        return False
    if len(values[cell]) == 1 and not all(remove(values, peer, values[cell]) for peer in PEERS[cell]):
        return False
    if len(values[cell]) == 2 and not naked_pair(values, cell):
        return False
    for unit in UNITS_OF[cell]:
        places = [other for other in unit if digit in values[other]]
        if not places:
            return False
        if len(places) == 1 and not assign(values, places[0], digit):
            return False
    return True


def naked_pair(values, cell):
    pair = values[cell]
    for unit in UNITS_OF[cell]:
        twins = [other for other in unit if values[other] == pair]
        if len(twins) > 2:
            return False
        if len(twins) == 2:
            for other in unit:
                if other not in twins and not all(remove(values, other, digit) for digit in pair):
                    return False
    return True


def search(values):
    if all(len(values[cell]) == 1 for cell in CELLS):
        return values
    cell = min((cell for cell in CELLS if len(values[cell]) > 1), key=lambda cell: len(values[cell]))
    for digit in values[cell]:
        copy = dict(values)
        if assign(copy, cell, digit):
            found = search(copy)
            if found:
                return found
    return None
