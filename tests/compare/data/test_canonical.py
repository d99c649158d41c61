"""Canonical forms: the same for shuffles of a puzzle, different for others."""

from __future__ import annotations

import random
from functools import cache

import pytest

pytest.importorskip("igraph")

from corpora import JIGSAW, bundled, seventeen_clue

from unitdoku import Layout, Puzzle, Unsupported, latin, parse_puzzle
from unitdoku.check import symmetries
from unitdoku.compare.data.canonical import canonical, digests, equivalent
from unitdoku.compare.generators.constructions import renamed_puzzle
from unitdoku.compare.generators.grids import random_grid
from unitdoku.layouts import killer, layout_named
from unitdoku.reference.model.symmetries import moved

LAYOUTS = ("classic", "diagonal", "windoku", f"jigsaw:{JIGSAW}", "latin:6", "classic:2x3", "classic:4")


symmetries_of = cache(symmetries)


def shuffled(puzzle: Puzzle, rng: random.Random) -> Puzzle:
    """The puzzle after a random symmetry and renaming."""
    layout = puzzle.layout
    values = rng.sample(range(1, layout.size + 1), layout.size)
    return renamed_puzzle(moved(puzzle, symmetries_of(layout).draw(rng)), values)


def drawn(layout: Layout, rng: random.Random) -> Puzzle:
    """Some givens of a grid, and in a few cells two candidates."""
    masks = []
    for value in random_grid(layout, rng):
        kind = rng.random()
        other = 1 << rng.randrange(layout.size)
        masks.append(1 << value - 1 if kind < 0.3 else 1 << value - 1 | other if kind < 0.4 else layout.all_values)
    return Puzzle(layout, tuple(masks))


@pytest.mark.parametrize("name", LAYOUTS)
def test_images_are_equivalent(name: str) -> None:
    rng = random.Random(name)
    for _ in range(5):
        puzzle = drawn(layout_named(name), rng)
        form = canonical(puzzle)
        assert all(canonical(shuffled(puzzle, rng)) == form for _ in range(10))
        assert equivalent(puzzle, shuffled(puzzle, rng))


@pytest.mark.long
@pytest.mark.parametrize("name", LAYOUTS)
def test_a_thousand_images(name: str) -> None:
    rng = random.Random(f"{name} long")
    for _ in range(15):
        puzzle = drawn(layout_named(name), rng)
        assert {canonical(shuffled(puzzle, rng)) for _ in range(1000)} == {canonical(puzzle)}


def test_others_are_not() -> None:
    puzzles = seventeen_clue(500)
    assert len({*map(canonical, puzzles)}) == 500
    (one, other), layout = (parse_puzzle(line) for line in ("12" + "." * 14, "1.2" + "." * 13)), latin(4)
    assert not equivalent(one, other)
    assert equivalent(Puzzle.from_values(one.values, layout), Puzzle.from_values(other.values, layout))
    assert canonical(one) != canonical(Puzzle.from_values(one.values, layout))


def test_rows_of_values() -> None:
    puzzles = bundled("top95.txt")[:20]
    rows = [bytes(puzzle.values) for puzzle in puzzles]
    assert [digest.hex() for digest in digests(puzzles[0].layout, rows)] == [*map(canonical, puzzles)]


def test_a_changed_given_or_candidate_is_seen() -> None:
    rng = random.Random(3)
    puzzle = drawn(layout_named("classic"), rng)
    for cell in list(puzzle.givens)[:5]:
        masks = list(puzzle.candidates)
        masks[cell] = puzzle.layout.all_values
        assert canonical(Puzzle(puzzle.layout, tuple(masks))) != canonical(puzzle)


def test_sums_are_refused() -> None:
    with pytest.raises(Unsupported):
        canonical(Puzzle.empty(killer([("A1 A2", 3)])))
