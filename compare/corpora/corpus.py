"""A corpus: puzzles that are raced together, and what is known of their origin."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from hashlib import sha256
from itertools import chain
from typing import NamedTuple

from ...puzzles.text.any_puzzle import each_puzzle
from ...puzzles.text.json_lines import write_json_line
from ...reference.model.puzzle import Puzzle
from ...reference.model.symmetries import moved, symmetries
from ..generators.constructions import renamed_puzzle


class Provenance(NamedTuple):
    """Where puzzles come from, and how they are biased."""

    what: str
    bias: str = ""
    """How they differ from puzzles in general, so that results on them do not carry over."""
    source: str = ""
    licence: str = ""


@dataclass(frozen=True)
class Corpus:
    """Puzzles, numbered from 0 in their order; they may be on different layouts."""

    name: str
    puzzles: tuple[Puzzle, ...]
    about: Provenance
    images: int = 1
    """Isomorphic images of each puzzle, itself included; see `repeated`."""
    times: int = 1
    """How often each image is there."""

    def __post_init__(self) -> None:
        # Puzzles in any form that `solve` takes.
        object.__setattr__(self, "puzzles", tuple(each_puzzle(self.puzzles)))

    @property
    def count(self) -> int:
        """The number of different puzzles, up to isomorphism: puzzle `n` is an image of puzzle `n % count`."""
        return len(self.puzzles) // (self.images * self.times)

    @cached_property
    def digest(self) -> str:
        """SHA-256 of the puzzles with their layouts, in order, in hexadecimal digits."""
        whole = sha256()
        for puzzle in self.puzzles:
            whole.update(write_json_line(puzzle).encode() + b"\n")
        return whole.hexdigest()

    def sample(self, most: int | None) -> Corpus:
        """Returns a corpus with at most `most` of the puzzles, picked at even distances."""
        count = len(self.puzzles)
        if most is None or count <= most:
            return self
        picked = tuple(self.puzzles[index * count // most] for index in range(most))
        return Corpus(self.name, picked, self.about._replace(what=f"{self.about.what}; here {most} of them"))

    def repeated(self, images: int = 1, times: int = 1, seed: int = 0) -> Corpus:
        """Returns the corpus with `images` isomorphic images of each puzzle, and all of that `times` times.

        The first image is the puzzle. Each other one is a random symmetry of the layout with renamed values: to the
        rules it is the same puzzle, but a solver meets its cells and values in another order. All puzzles are there
        once before the second image of any. Raises `Unsupported` for images of layouts with sums or pairs.
        """
        passes = [self.puzzles, *(self._images(number, seed) for number in range(1, images))]
        return replace(self, puzzles=tuple(chain(*passes)) * times, images=images, times=times)

    def _images(self, number: int, seed: int) -> Iterator[Puzzle]:
        rng = random.Random(f"{seed}:{self.digest}:{number}")  # noqa: S311 - no secret
        for puzzle in self.puzzles:
            values = range(1, puzzle.layout.size + 1)
            yield renamed_puzzle(moved(puzzle, _symmetries(puzzle.layout).draw(rng)), rng.sample(values, len(values)))


_symmetries = lru_cache(64)(symmetries)
