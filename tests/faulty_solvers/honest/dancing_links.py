"""Exact cover by dancing links (Knuth 2000), for puzzles on any layout, with candidate sets.

It takes a `Puzzle` and returns the number of its solutions, at most two. Units with fewer cells than values are
covered at most once.
"""


def solve(puzzle, limit=2):
    return Cover(puzzle).count(limit)


class Cover:
    def __init__(self, puzzle):
        layout = puzzle.layout
        self.solutions = 0
        self.left, self.right, self.up, self.down, self.head, self.size = [0], [0], [0], [0], [0], [0]
        self.columns = {}
        for cell in range(layout.cell_count):
            self.add_column(("cell", cell), primary=True)
        for number, unit in enumerate(layout.units):
            for value in range(1, layout.size + 1):
                self.add_column((number, value), primary=len(unit.cells) == layout.size)
        units_of = [
            [number for number, unit in enumerate(layout.units) if cell in unit.cells]
            for cell in range(layout.cell_count)
        ]
        for cell, mask in enumerate(puzzle.candidates):
            for value in range(1, layout.size + 1):
                if mask >> (value - 1) & 1:
                    self.add_row([("cell", cell), *((number, value) for number in units_of[cell])])

    def add_column(self, name, primary):
        column = len(self.head)
        self.columns[name] = column
        self.up.append(column)
        self.down.append(column)
        self.head.append(column)
        self.size.append(0)
        if primary:
            last = self.left[0]
            self.left.append(last)
            self.right.append(0)
            self.right[last] = self.left[0] = column
        else:
            self.left.append(column)
            self.right.append(column)

    def add_row(self, names):
        first = len(self.head)
        for place, name in enumerate(names):
            column = self.columns[name]
            node = len(self.head)
            self.head.append(column)
            self.size.append(0)
            self.size[column] += 1
            self.up.append(self.up[column])
            self.down.append(column)
            self.down[self.up[column]] = node
            self.up[column] = node
            self.left.append(node - 1 if place else node)
            self.right.append(first)
            if place:
                self.right[node - 1] = node
                self.left[first] = node

    def cover(self, column):
        self.right[self.left[column]] = self.right[column]
        self.left[self.right[column]] = self.left[column]
        row = self.down[column]
        while row != column:
            node = self.right[row]
            while node != row:
                self.down[self.up[node]] = self.down[node]
                self.up[self.down[node]] = self.up[node]
                self.size[self.head[node]] -= 1
                node = self.right[node]
            row = self.down[row]

    def uncover(self, column):
        row = self.up[column]
        while row != column:
            node = self.left[row]
            while node != row:
                self.size[self.head[node]] += 1
                self.down[self.up[node]] = node
                self.up[self.down[node]] = node
                node = self.left[node]
            row = self.up[row]
        self.right[self.left[column]] = column
        self.left[self.right[column]] = column

    def count(self, limit):
        if self.right[0] == 0:
            self.solutions += 1
            return self.solutions
        column = best = self.right[0]
        while column != 0:
            if self.size[column] < self.size[best]:
                best = column
            column = self.right[column]
        self.cover(best)
        row = self.down[best]
        while row != best and self.solutions < limit:
            node = self.right[row]
            while node != row:
                self.cover(self.head[node])
                node = self.right[node]
            self.count(limit)
            node = self.left[row]
            while node != row:
                self.uncover(self.head[node])
                node = self.left[node]
            row = self.down[row]
        self.uncover(best)
        return self.solutions
