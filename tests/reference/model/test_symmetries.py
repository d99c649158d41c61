from __future__ import annotations

import random
from dataclasses import replace
from itertools import permutations
from math import factorial

import pytest
from hypothesis import given
from hypothesis import strategies as st

from unitdoku import Layout, Unit, classic, from_units, latin
from unitdoku.compare.generators.layouts import LAYOUT_RECIPES, draw_layout
from unitdoku.layouts import anti_knight, samurai
from unitdoku.reference.model.symmetries import composed, is_symmetry, symmetries

FREE = Layout(3, (), ((0, 0), (0, 1), (0, 2), (0, 3)))


TRIANGLES = [[0, 1], [1, 2], [2, 0], [3, 4], [4, 5], [5, 3]]


@pytest.mark.parametrize(
    ("layout", "order"),
    [
        (latin(1), 1),
        (latin(2), 8),
        # Rows, columns, and the exchange of the two.
        (latin(4), 2 * factorial(4) ** 2),
        (latin(9), 2 * factorial(9) ** 2),
        (classic(4), 128),
        # Two stacks of three columns, three bands of two rows; no exchange.
        (classic(6), (2 * factorial(3) ** 2) * (factorial(3) * 2**3)),
        (classic(9), 2 * 6**8),
        pytest.param(classic(16), 2 * factorial(4) ** 10, marks=pytest.mark.long),
        (FREE, factorial(4)),
        # The eight of the square.
        (anti_knight(classic()), 8),
        # Three cells that are peers by pairs, and two that are none: from labels nothing follows.
        (from_units(3, [[0, 1], [1, 2], [2, 0]], shape=(1, 5)), 6 * 2),
        # Looking alike is not enough. Two triangles and a ring of six: each cell is in two units of two cells.
        (from_units(3, TRIANGLES + [[6 + each, 6 + (each + 1) % 6] for each in range(6)], (1, 12)), 6 * 6 * 2 * 12),
        # Names and the order of units do not matter.
        (replace(classic(4), units=tuple(Unit("x", each.cells[::-1]) for each in classic(4).units[::-1])), 128),
        # The same unit twice is more than once.
        (from_units(2, [[0, 1], [0, 1], [2, 3]], shape=(1, 4)), 2 * 2),
    ],
    ids=lambda value: getattr(value, "name", str(value)),
)
def test_orders(layout: Layout, order: int) -> None:
    found = symmetries(layout)
    assert (found.order, found.complete) == (order, True)


@given(st.sampled_from(sorted(LAYOUT_RECIPES)), st.integers(0, 10_000))
def test_small_layouts_by_trying_all_permutations(kind: str, seed: int) -> None:
    layout = draw_layout(kind, random.Random(seed), 3)
    found = symmetries(layout)
    rng = random.Random(seed)
    drawn = {found.draw(rng) for _ in range(20)}
    assert all(is_symmetry(each, layout) for each in drawn.union(found.generators))
    if layout.cell_count <= 6:
        everything = [each for each in permutations(range(layout.cell_count)) if is_symmetry(each, layout)]
        assert (found.order, found.complete) == (len(everything), True)


def test_every_symmetry_is_drawn_now_and_then() -> None:
    found = symmetries(classic(4))
    rng = random.Random(2)
    assert len({found.draw(rng) for _ in range(2000)}) == 128


def test_what_effort_does() -> None:
    nothing = symmetries(classic(), effort=10)
    assert (nothing.order, nothing.complete, nothing.generators) == (1, False, ())
    assert nothing.draw(random.Random(1)) == tuple(range(81))
    some = symmetries(samurai(), effort=1_000_000)
    assert not some.complete
    assert some.order > 1
    rng = random.Random(1)
    assert all(is_symmetry(some.draw(rng), samurai()) for _ in range(3))
    assert symmetries(samurai(), effort=1_000_000) == some


def test_what_is_no_symmetry() -> None:
    swapped = (1, 0, *range(2, 16))  # two cells of a block and a row, but of different columns
    assert not any(is_symmetry(each, classic(4)) for each in (swapped, (0,) * 16, (0, 1)))
    assert composed((1, 2, 0), (0, 2, 1)) == (2, 1, 0)
