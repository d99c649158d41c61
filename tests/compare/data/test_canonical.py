"""Canonical forms: the same for shuffles of a puzzle, different for others."""

from __future__ import annotations

import random

import pytest

pytest.importorskip("igraph")

from corpora import JIGSAW, bundled, seventeen_clue, with_shuffles

from unitdoku import Layout, Puzzle, Unsupported, latin, parse_puzzle
from unitdoku.compare.data.canonical import canonical, digests, equivalent
from unitdoku.compare.generators.grids import random_grid
from unitdoku.layouts import killer, layout_named

LAYOUTS = ("classic", "diagonal", "windoku", f"jigsaw:{JIGSAW}", "latin:6", "classic:2x3", "classic:4")


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
    puzzles, *images = with_shuffles([drawn(layout_named(name), rng) for _ in range(5)], 10)
    forms = [*map(canonical, puzzles)]
    assert all([*map(canonical, each)] == forms for each in images)
    assert all(map(equivalent, puzzles, images[0]))


@pytest.mark.long
@pytest.mark.parametrize("name", LAYOUTS)
def test_a_thousand_images(name: str) -> None:
    rng = random.Random(f"{name} long")
    for _ in range(15):
        found = with_shuffles([drawn(layout_named(name), rng)], 1000)
        assert len({canonical(puzzle) for (puzzle,) in found}) == 1


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
