"""The cells and units that rule values out: they suffice, and none of them can be left out."""

from __future__ import annotations

import random
from collections.abc import Iterable
from functools import reduce
from operator import or_

from unitdoku import Puzzle, Unit, classic
from unitdoku.encoders.reasons.known import Choice, Known, needed_choices
from unitdoku.encoders.reasons.singles import single
from unitdoku.reference.deadline import Deadline

UNITS = [Unit(f"unit {number}", (number, number + 1)) for number in range(4)]


def test_choices_that_suffice_and_are_needed() -> None:
    rng = random.Random(0)
    for _ in range(200):
        covers: dict[Choice, int] = {}
        for _ in range(rng.randint(0, 7)):
            covers[rng.randrange(5), rng.choice([None, *UNITS])] = rng.randrange(1, 32)

        def union(choices: Iterable[Choice], covers: dict[Choice, int] = covers) -> int:
            return reduce(or_, (covers[choice] for choice in choices), 0)

        found = needed_choices(covers, rng.choice([None, *UNITS]))
        assert union(found) == union(covers)
        assert all(union(each for each in found if each != choice) != union(covers) for choice in found)


def test_a_given_rules_out_several_cells_by_one_unit() -> None:
    """The 5 in D2 rules nothing out that another 5 does not."""
    puzzle = Puzzle.from_givens({"B1": 5, "E5": 5, "H8": 5, "D2": 5, "A4": 1, "A6": 2, "A7": 3, "A9": 4}, classic())
    step = single(Known(puzzle.layout, puzzle.candidates), Deadline(None))
    assert step is not None
    labels = puzzle.layout.labels
    assert {labels[cell] for cell in step.facts} == {"B1", "E5", "H8", "A4", "A6", "A7", "A9"}
    assert {rule.name for rule in step.rules if isinstance(rule, Unit)} == {"row 1", "block 1", "column 5", "column 8"}
