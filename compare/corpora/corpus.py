"""A corpus: puzzles that are raced together, and what is known of their origin."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from hashlib import sha256
from typing import NamedTuple

from ...puzzles.text.any_puzzle import each_puzzle
from ...puzzles.text.json_lines import write_json_line
from ...reference.puzzle import Puzzle


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

    def __post_init__(self) -> None:
        # Puzzles in any form that `solve` takes.
        object.__setattr__(self, "puzzles", tuple(each_puzzle(self.puzzles)))

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
