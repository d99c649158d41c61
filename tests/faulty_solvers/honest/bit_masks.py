"""Bit masks of used values by row, column and block, for grids with blocks of any shape from 4x4 to 16x16.

It takes a list of rows with 0 for open cells and returns the number of solutions, at most two.
"""

from math import isqrt


def solve(rows, limit=2):
    return Search([list(row) for row in rows], limit).count()


class Search:
    def __init__(self, rows, limit):
        self.rows = rows
        self.limit = limit
        self.size = len(rows)
        self.height = next(height for height in range(isqrt(self.size), 0, -1) if self.size % height == 0)
        self.width = self.size // self.height
        self.full = (1 << self.size) - 1
        self.row = [0] * self.size
        self.column = [0] * self.size
        self.block = [0] * self.size
        self.open = []
        self.clash = False
        for r in range(self.size):
            for c in range(self.size):
                value = rows[r][c]
                if value:
                    bit = 1 << (value - 1)
                    if bit & self.used(r, c):
                        self.clash = True
                    self.put(r, c, bit)
                else:
                    self.open.append((r, c))

    def block_of(self, r, c):
        return r // self.height * self.height + c // self.width

    def used(self, r, c):
        return self.row[r] | self.column[c] | self.block[self.block_of(r, c)]

    def put(self, r, c, bit):
        self.row[r] |= bit
        self.column[c] |= bit
        self.block[self.block_of(r, c)] |= bit

    def take(self, r, c, bit):
        self.row[r] ^= bit
        self.column[c] ^= bit
        self.block[self.block_of(r, c)] ^= bit

    def count(self):
        if self.clash:
            return 0
        return self.search(0)

    def search(self, found):
        best, fewest = None, self.size + 1
        for place, (r, c) in enumerate(self.open):
            free = (self.full & ~self.used(r, c)).bit_count()
            if free < fewest:
                best, fewest = place, free
                if free < 2:
                    break
        if best is None:
            return found + 1
        if fewest > 1:
            single = self.hidden_single()
            if single is not None:
                place, bit = single
                return self.try_values(place, bit, found)
        r, c = self.open[best]
        return self.try_values(best, self.full & ~self.used(r, c), found)

    def try_values(self, place, free, found):
        r, c = self.open.pop(place)
        while free and found < self.limit:
            bit = free & -free
            free ^= bit
            self.put(r, c, bit)
            found = self.search(found)
            self.take(r, c, bit)
        self.open.insert(place, (r, c))
        return found

    def hidden_single(self):
        lines = {}
        for place, (r, c) in enumerate(self.open):
            for unit in (("r", r), ("c", c), ("b", self.block_of(r, c))):
                lines.setdefault(unit, []).append(place)
        for places in lines.values():
            once = twice = 0
            for place in places:
                free = self.full & ~self.used(*self.open[place])
                twice |= once & free
                once |= free
            once &= ~twice
            if once:
                bit = once & -once
                place = next(place for place in places if self.full & ~self.used(*self.open[place]) & bit)
                return place, bit
        return None
