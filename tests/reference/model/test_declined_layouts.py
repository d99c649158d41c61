"""What takes no sums, no pairs, no repeatable values or no hidden cells declines a layout with them, and says so."""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from dataclasses import replace
from functools import partial

import pytest
from found import Found, FoundSession, Named

from unitdoku import Layout, LayoutError, Pair, Puzzle, Unit, Unsupported, classic, find_backend, from_units, latin
from unitdoku.backend import Capabilities
from unitdoku.check import symmetries
from unitdoku.compare.generators.kinds import Kind
from unitdoku.compare.generators.puzzles import draw_puzzle
from unitdoku.io import cnf, encode
from unitdoku.layouts import magic_square, overlapping
from unitdoku.proofs import prove
from unitdoku.reference.course.classroom import Classroom

LAYOUTS: dict[str, tuple[Layout, str, int]] = {
    "sums": (magic_square(3), "sums", 8),
    "pairs": (latin(4) + [Pair("same", (0, 5), frozenset({(1, 1)}))], "pairs", 1),
    "repeatable": (from_units(3, [Unit("line", (0, 1, 2, 3), (3,))], (1, 4)), "units with repeatable values", 1),
    "shown": (replace(classic(4), shown=(0, 1)), "cells that are not shown", 14),
}


def case(what: str) -> tuple[Layout, str]:
    layout, rules, count = LAYOUTS[what]
    return layout, f" takes no {rules}, but the layout {layout.name} has {count}"


BACKENDS = ["program:cat", "program:cat:stream", "python:math:sqrt", "sat:encoding=reduced"]


class Stranger(FoundSession):
    """A session of another package, whose backend claims nothing."""

    def found(self, *_: object) -> Found:
        return Found([], True)


def draw(kind: Kind, layout: Layout) -> None:
    draw_puzzle(kind, layout, random.Random(1))


DECLINE: list[Callable[[Layout], object]] = [
    lambda layout: Stranger(layout, Named("theirs")),
    lambda layout: Capabilities().check(layout, "theirs"),
    symmetries,
    partial(draw, Kind.UNIQUE),
    Classroom,
]
REDUCED: list[Callable[[Layout], object]] = [
    lambda layout: cnf(layout, "reduced"),
    lambda layout: list(encode(Puzzle.empty(layout), "dimacs", encoding="reduced")),
    lambda layout: prove(Puzzle.empty(layout), "sat:encoding=reduced"),
]


@pytest.mark.parametrize("what", LAYOUTS)
@pytest.mark.parametrize("name", BACKENDS)
def test_backends_say_what_they_take(name: str, what: str) -> None:
    layout, says = case(what)
    backend = find_backend(name)
    able = name == "sat:encoding=reduced" and what not in ("sums", "pairs")
    assert getattr(backend.capabilities, what) == able
    if not able:
        with pytest.raises(Unsupported) as caught:
            backend.open(layout)
        assert str(caught.value) == backend.name + says


@pytest.mark.parametrize("what", LAYOUTS)
def test_functions_say_what_they_take(what: str) -> None:
    layout, says = case(what)
    Capabilities(**{what: True}).check(layout, "theirs")  # type: ignore[arg-type]
    for action in [*DECLINE, *(REDUCED if what in ("sums", "pairs") else ())]:
        with pytest.raises(Unsupported, match=re.escape(says)):
            action(layout)
    with pytest.raises(LayoutError, match="units of different values only"):
        overlapping([(0, 0), (2, 2)], layout)


@pytest.mark.parametrize("kind", Kind)
def test_no_kind_of_puzzle_is_drawn_with_repeatable_values(kind: Kind) -> None:
    layout, says = case("repeatable")
    with pytest.raises(Unsupported, match=re.escape(says)):
        draw(kind, layout)
