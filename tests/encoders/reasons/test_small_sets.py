"""The fewest cells and units that rule values out, against all choices."""

from __future__ import annotations

import random
from collections.abc import Iterable
from functools import reduce
from itertools import chain, combinations
from operator import or_

from unitdoku import Puzzle, Unit, classic
from unitdoku.encoders.reasons.sets_and_fish import contradiction
from unitdoku.encoders.reasons.small_sets import Choice, fewest
from unitdoku.encoders.reasons.step import Known
from unitdoku.reference.contract.deadline import Deadline

UNITS = [Unit(f"unit {number}", (number, number + 1)) for number in range(4)]


def cost(choices: tuple[Choice, ...] | list[Choice], free: Unit | None) -> int:
    return len({cell for cell, _ in choices}) + len({by for _, by in choices} - {None, free})


def union(covers: dict[Choice, int], choices: Iterable[Choice]) -> int:
    return reduce(or_, (covers[choice] for choice in choices), 0)


def test_against_all_choices() -> None:
    rng = random.Random(0)
    for _ in range(200):
        covers: dict[Choice, int] = {}
        for _ in range(rng.randint(0, 7)):
            covers[rng.randrange(5), rng.choice([None, *UNITS])] = rng.randrange(1, 32)
        free = rng.choice([None, *UNITS])
        found = fewest(covers, free)
        wanted = union(covers, covers)
        assert union(covers, found) == wanted
        every = chain.from_iterable(combinations(covers, count) for count in range(6))
        assert cost(found, free) == min(cost(each, free) for each in every if union(covers, each) == wanted)


def test_a_large_cover_ends() -> None:
    covers: dict[Choice, int] = {}
    for cell in range(60):
        for unit in UNITS:
            covers[cell, unit] = 1 << cell | 1 << (7 * cell + 1) % 60 | 1 << (11 * cell + 5) % 60
    assert union(covers, fewest(covers, None)) == (1 << 60) - 1


def test_a_given_rules_out_several_cells_by_one_unit() -> None:
    """The 5 in D2 rules nothing out that another 5 does not."""
    puzzle = Puzzle.from_givens({"B1": 5, "E5": 5, "H8": 5, "D2": 5, "A4": 1, "A6": 2, "A7": 3, "A9": 4}, classic())
    step = contradiction(Known(puzzle.layout, puzzle.candidates), Deadline(None))
    assert step is not None
    labels = puzzle.layout.labels
    assert {labels[cell] for cell in step.facts} == {"B1", "E5", "H8", "A4", "A6", "A7", "A9"}
    assert [rule.name for rule in step.rules if isinstance(rule, Unit)] == ["row A", "block 1", "column 5", "column 8"]
