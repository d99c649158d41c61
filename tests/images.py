"""Images of a puzzle, whose answers follow from its own, and the check of every answer to them; with NumPy.

An image has the values renamed, and the cells moved by a symmetry of the layout. Both map the solutions of the puzzle
one to one to those of the image: so the solutions of the puzzle, and whether they are all, are known for each image.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from functools import lru_cache
from hashlib import blake2b
from math import factorial
from typing import Any, NamedTuple

import numpy as np

from unitdoku.compare.conformance.symmetries import Permutation, Symmetries, symmetries
from unitdoku.reference.errors import InvalidAnswer
from unitdoku.reference.grid import Grid
from unitdoku.reference.layout import Layout
from unitdoku.reference.native.bulk import BulkAnswers
from unitdoku.reference.puzzle import Puzzle

MOST_VALUES = 32
"""Layouts of more values have no images: the check adds up to so many bits in a word."""

_SYMMETRIES = 32
"""Symmetries of the layout that are drawn for a puzzle; each serves as many images as the others."""

_EFFORT = 400_000
"""For the search for symmetries: a tenth of a second at most."""

_Array = np.ndarray[Any, Any]


class Known(NamedTuple):
    """The true solutions of a puzzle that are known, and whether they are all."""

    solutions: tuple[Grid, ...]
    complete: bool


class Image(NamedTuple):
    """One image: value `v` became `values[v - 1]`, cell `c` went to `cells[c]`."""

    candidates: tuple[int, ...]
    values: tuple[int, ...]
    cells: Permutation

    def mapped(self, grid: Grid) -> Grid:
        """Returns the solution of the image for a solution of the puzzle."""
        moved = [0] * len(grid)
        for value, place in zip(grid, self.cells, strict=True):
            moved[place] = self.values[value - 1]
        return tuple(moved)


class Checked(NamedTuple):
    """What the check of answers to some images counted; an answer in full that is wrong is no settled one."""

    settled: int
    wrong: int
    first_wrong: int | None
    """The index of the first image with a wrong answer."""


class Images:
    """Distinct images of a puzzle, at most `most`, the same for the same `seed`."""

    def __init__(self, puzzle: Puzzle, most: int, seed: str) -> None:
        layout = puzzle.layout
        found = _symmetries(layout)
        rng = random.Random(f"images:{seed}")
        # Some of the drawn ones are equal. With three times as many as there are, few are missing.
        most = min(most, 3 * factorial(layout.size) * found.order)
        moves = [found.draw(rng) for _ in range(min(_SYMMETRIES, most))]
        numbers = np.random.default_rng(int.from_bytes(blake2b(seed.encode(), digest_size=16).digest(), "big"))
        # For each image the new value of each value, from 0.
        names = numbers.random((most, layout.size)).argsort(axis=1).astype(np.uint8)
        turn = np.arange(most) * len(moves) // most
        masks = np.empty((most, layout.cell_count), _type_of(layout))
        for number, move in enumerate(moves):
            rows = turn == number
            masks[rows] = _renamed(puzzle, names[rows])[:, _inverse(move)]
        rows_seen: dict[bytes, int] = {}
        for index, row in enumerate(masks):
            rows_seen.setdefault(row.tobytes(), index)
        kept = np.fromiter(rows_seen.values(), int, len(rows_seen))
        self.puzzle = puzzle
        self.masks: _Array = masks[kept]
        """A row of candidate masks for each image."""
        self._names = names[kept]
        self._turn = turn[kept]
        self._moves = moves
        # For each image the old value of each value, from 1; 0 for what is no value.
        old = np.zeros((len(kept), 256), np.uint8)
        values = np.arange(1, layout.size + 1, dtype=np.uint8)[None, :]
        np.put_along_axis(old, self._names.astype(np.int64) + 1, values, axis=1)
        self._old = old.ravel()

    def __len__(self) -> int:
        return len(self.masks)

    def __getitem__(self, index: int) -> Image:
        """Returns an image by its number from 0."""
        values = tuple(int(value) + 1 for value in self._names[index])
        return Image(tuple(map(int, self.masks[index])), values, self._moves[self._turn[index]])

    def check(self, first: int, answers: BulkAnswers, limit: int, known: Known) -> Checked:
        """Checks the answers to the images from `first` on, where up to `limit` solutions were requested.

        Each grid has to keep the rules, and to be a mapped solution if these are all; none may come twice, or beyond
        the limit. An answer that claims to hold all solutions has to hold each mapped one. Raises `InvalidAnswer` where
        grids and counts do not belong together.
        """
        counts = np.asarray(answers.counts).astype(np.int64)
        exhausted = np.asarray(answers.exhausted).astype(bool)
        cells = self.puzzle.layout.cell_count
        grids = np.frombuffer(answers.grids or b"", np.uint8).reshape(-1, cells)
        if not len(counts) == len(exhausted) <= len(self) - first or counts.sum() != len(grids):
            asked = f"for {len(counts)} puzzles with {int(counts.sum())} solutions"
            raise InvalidAnswer(f"returned {len(grids)} grids {asked} in bulk")
        image = np.repeat(np.arange(len(counts)), counts)
        columns = np.ascontiguousarray(grids.T)
        bad = _breaks_rules(self.puzzle.layout, columns, self.masks[first : first + len(counts)], image)
        bad |= _repeated(columns, image, limit)
        found = self._find(columns, image + first, known.solutions)
        if known.complete:
            bad |= found < 0
        wrong = counts > limit
        wrong[image[bad]] = True
        held = np.bincount(image[(found >= 0) & ~bad], minlength=len(counts))
        wrong |= exhausted & (held < len(known.solutions))
        settled = (exhausted | (counts >= limit)) & ~wrong
        where = np.flatnonzero(wrong)
        return Checked(int(settled.sum()), len(where), int(where[0]) + first if len(where) else None)

    def _find(self, columns: _Array, image: _Array, solutions: Sequence[Grid]) -> _Array:
        """Returns for each grid the number of the solution that it is the image of, -1 for none."""
        start = image * 256
        back = np.empty_like(columns)
        turns = self._turn[image]
        for number in np.unique(turns):
            grids = turns == number
            places = np.asarray(self._moves[number])
            part = columns[:, grids][places]
            back[:, grids] = self._old[part + start[grids][None, :]]
        found = np.full(len(image), -1)
        for number, solution in enumerate(solutions):
            found[(back == np.asarray(solution, np.uint8)[:, None]).all(axis=0)] = number
        return found


@lru_cache(maxsize=64)
def _symmetries(layout: Layout) -> Symmetries:
    return symmetries(layout, _EFFORT)


def _type_of(layout: Layout) -> type[np.unsignedinteger[Any]]:
    """Returns the type of the kernel's candidate masks."""
    return np.uint16 if layout.size <= 16 else np.uint32


def _inverse(permutation: Permutation) -> _Array:
    inverse: _Array = np.argsort(np.asarray(permutation))
    return inverse


def _renamed(puzzle: Puzzle, names: _Array) -> _Array:
    """Returns the masks of the puzzle, in its own cells, with the values renamed as each row of `names` says."""
    layout = puzzle.layout
    bits = np.left_shift(1, names.astype(np.int64)).astype(_type_of(layout))
    masks = np.full((len(names), layout.cell_count), layout.all_values, _type_of(layout))
    for cell, mask in enumerate(puzzle.candidates):
        if mask != layout.all_values:
            chosen = [value for value in range(layout.size) if mask >> value & 1]
            masks[:, cell] = np.bitwise_or.reduce(bits[:, chosen], axis=1)
    return masks


def _breaks_rules(layout: Layout, columns: _Array, masks: _Array, image: _Array) -> _Array:
    """Returns for each grid whether it breaks a rule: a value outside the candidates, or twice in a unit.

    Bits of distinct values add up to what they are together.
    """
    bad: _Array = np.logical_or(columns < 1, columns > layout.size).max(axis=0, initial=False)
    table = np.zeros(256, np.uint32 if layout.size <= 16 else np.uint64)
    table[1 : layout.size + 1] = [1 << value for value in range(layout.size)]
    bits = table[columns]
    bad |= ((np.ascontiguousarray(masks.T)[:, image] & bits) == 0).any(axis=0)
    for unit in layout.units:
        part = bits[list(unit.cells)]
        bad |= np.bitwise_or.reduce(part, axis=0) != part.sum(axis=0)
    return bad


def _repeated(columns: _Array, image: _Array, limit: int) -> _Array:
    """Returns for each grid whether an earlier one of its image is the same."""
    again = np.zeros(len(image), bool)
    for back in _distances(image, limit):
        same = image[back:] == image[:-back]
        again[back:] |= same & (columns[:, back:] == columns[:, :-back]).all(axis=0)
    return again


def _distances(image: _Array, limit: int) -> Iterator[int]:
    """Yields how far apart two grids of one image can be, up to the largest number of grids within the limit."""
    most = int(np.bincount(image).max(initial=0))
    yield from range(1, min(most, limit))
