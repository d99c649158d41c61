"""A formula with clauses, and a search with unit propagation and learning of decisions, for puzzles on any layout.

It takes a `Puzzle` and returns a list of values, or None.
"""


def solve(puzzle):
    formula = Formula(puzzle)
    model = formula.search()
    if model is None:
        return None
    size = puzzle.layout.size
    return [
        next(value for value in range(1, size + 1) if formula.variable(cell, value) in model)
        for cell in range(puzzle.layout.cell_count)
    ]


class Formula:
    def __init__(self, puzzle):
        layout = puzzle.layout
        self.size = layout.size
        self.clauses = []
        self.with_literal = {}
        for cell, mask in enumerate(puzzle.candidates):
            literals = [self.variable(cell, value) for value in range(1, self.size + 1)]
            self.add(literals)
            self.at_most_one(literals)
            for value in range(1, self.size + 1):
                if not mask >> (value - 1) & 1:
                    self.add([-self.variable(cell, value)])
        for cells in [unit.cells for unit in layout.units]:
            for value in range(1, self.size + 1):
                literals = [self.variable(cell, value) for cell in cells]
                self.at_most_one(literals)
                if len(cells) == self.size:
                    self.add(literals)

    def variable(self, cell, value):
        return cell * self.size + value

    def at_most_one(self, literals):
        for place, one in enumerate(literals):
            for other in literals[:place]:
                self.add([-one, -other])

    def add(self, clause):
        number = len(self.clauses)
        self.clauses.append(clause)
        for literal in clause:
            self.with_literal.setdefault(literal, []).append(number)

    def search(self):
        self.true = set()
        self.trail = []
        units = [clause[0] for clause in self.clauses if len(clause) == 1]
        decisions = []
        conflict = not self.propagate(units)
        while True:
            if conflict:
                if not decisions:
                    return None
                learned = [-literal for literal, _ in decisions]
                literal, length = decisions.pop()
                self.undo(length)
                self.add(learned)
                conflict = not self.propagate([-literal])
                continue
            choice = self.choose()
            if choice is None:
                return self.true
            decisions.append((choice, len(self.trail)))
            conflict = not self.propagate([choice])

    def choose(self):
        best = None
        for clause in self.clauses:
            if clause and clause[0] > 0 and not any(literal in self.true for literal in clause):
                free = [literal for literal in clause if -literal not in self.true]
                if best is None or len(free) < len(best):
                    best = free
                    if len(free) == 2:
                        break
        return best[0] if best else None

    def propagate(self, literals):
        queue = list(literals)
        while queue:
            literal = queue.pop()
            if literal in self.true:
                continue
            if -literal in self.true:
                return False
            self.true.add(literal)
            self.trail.append(literal)
            for number in self.with_literal.get(-literal, ()):
                last = None
                open_literals = 0
                for other in self.clauses[number]:
                    if other in self.true:
                        open_literals = 2
                        break
                    if -other not in self.true:
                        open_literals += 1
                        last = other
                if open_literals == 0:
                    return False
                if open_literals == 1:
                    queue.append(last)
        return True

    def undo(self, length):
        while len(self.trail) > length:
            self.true.discard(self.trail.pop())
