"""A corpus: puzzles that are raced together, and what is to be known of them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from hashlib import sha256
from typing import NamedTuple

from ...reference.puzzle import Puzzle
from ...reference.text.json_lines import write_json_line


class Provenance(NamedTuple):
    """Where puzzles come from, and what they say nothing about."""

    what: str
    bias: str = ""
    """How they differ from puzzles in general: what a result on them must not be taken for."""
    source: str = ""
    licence: str = ""


@dataclass(frozen=True)
class Corpus:
    """Puzzles in the order in which they are numbered, from 0; they may be on different layouts."""

    name: str
    puzzles: tuple[Puzzle, ...]
    about: Provenance

    @cached_property
    def digest(self) -> str:
        """SHA-256 of the puzzles with their layouts, in order: equal where the same was asked."""
        return digest_of(write_json_line(puzzle) for puzzle in self.puzzles)

    def sample(self, most: int | None) -> Corpus:
        """The same with no more than `most` puzzles, picked at even distances."""
        count = len(self.puzzles)
        if most is None or count <= most:
            return self
        picked = tuple(self.puzzles[index * count // most] for index in range(most))
        return Corpus(self.name, picked, self.about._replace(what=f"{self.about.what}; here {most} of them"))


def digest_of(lines: Iterable[str]) -> str:
    """SHA-256 of lines of text, as hexadecimal digits."""
    whole = sha256()
    for line in lines:
        whole.update(line.encode() + b"\n")
    return whole.hexdigest()
