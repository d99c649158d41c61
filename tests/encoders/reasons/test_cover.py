"""The fewest cells and units that rule values out, against all choices."""

from __future__ import annotations

import random
from itertools import chain, combinations

from unitdoku import Puzzle, Unit, classic
from unitdoku.encoders.reasons.cover import Choice, fewest
from unitdoku.encoders.reasons.known import Known
from unitdoku.encoders.reasons.singles import single
from unitdoku.reference.deadline import Deadline

UNITS = [Unit(f"unit {number}", (number, number + 1)) for number in range(4)]


def cost(choices: tuple[Choice, ...] | list[Choice], free: Unit | None) -> int:
    return len({cell for cell, _ in choices}) + len({by for _, by in choices} - {None, free})


def test_against_all_choices() -> None:
    rng = random.Random(0)
    for _ in range(200):
        wanted = set(range(rng.randint(0, 5)))
        covers: dict[Choice, set[int]] = {}
        for item in wanted:
            covers[rng.randrange(5), rng.choice([None, *UNITS])] = {item}
        for item in wanted:
            for choice in list(covers)[: rng.randint(1, 3)]:
                covers[choice].add(item)
            covers.setdefault((rng.randrange(5), rng.choice(UNITS)), set()).add(item)
        free = rng.choice([None, *UNITS])
        found = fewest(covers, wanted, free)
        assert wanted <= set(chain(*(covers[choice] for choice in found)))
        every = chain.from_iterable(combinations(covers, count) for count in range(len(wanted) + 1))
        least = min(cost(each, free) for each in every if wanted <= set(chain(*(covers[choice] for choice in each))))
        assert cost(found, free) == least


def test_a_large_cover_ends() -> None:
    covers: dict[Choice, set[int]] = {}
    for cell in range(60):
        for unit in UNITS:
            covers[cell, unit] = {cell, (7 * cell + 1) % 60, (11 * cell + 5) % 60}
    found = fewest(covers, set(range(60)), None)
    assert set(chain(*(covers[choice] for choice in found))) == set(range(60))


def test_a_given_rules_out_several_cells_by_one_unit() -> None:
    """The 5 in D2 rules nothing out that another 5 does not."""
    puzzle = Puzzle.from_givens({"B1": 5, "E5": 5, "H8": 5, "D2": 5, "A4": 1, "A6": 2, "A7": 3, "A9": 4}, classic())
    step = single(Known(puzzle.layout, puzzle.candidates), Deadline(None))
    assert step is not None
    labels = puzzle.layout.labels
    assert {labels[cell] for cell in step.facts} == {"B1", "E5", "H8", "A4", "A6", "A7", "A9"}
    assert [rule.name for rule in step.rules if isinstance(rule, Unit)] == ["row 1", "block 1", "column 5", "column 8"]
