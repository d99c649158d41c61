"""A corpus: puzzles that are raced together, and what is known of their origin."""

from __future__ import annotations

import csv
import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import cache, cached_property, lru_cache, partial
from hashlib import sha256
from itertools import chain, islice
from typing import TYPE_CHECKING, NamedTuple

from ...puzzles.formats.reading import read_puzzles
from ...puzzles.text.any_puzzle import each_puzzle
from ...puzzles.text.entries import PuzzleEntry
from ...puzzles.text.json_lines import write_json_line
from ...reference.contract.errors import OptionError
from ...reference.layouts.classic import classic
from ...reference.model.puzzle import Puzzle
from ...reference.model.symmetries import moved, symmetries
from ..generators.constructions import renamed_puzzle
from .generated import graph_colorings, growing_grids, latin_transition

if TYPE_CHECKING:
    from importlib.abc import Traversable


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
    shuffles: int = 1
    """Shuffles of each puzzle, itself included; see `repeated`."""
    times: int = 1
    """How often each shuffle is there."""

    def __post_init__(self) -> None:
        # Puzzles in any form that `solve` takes.
        object.__setattr__(self, "puzzles", tuple(each_puzzle(self.puzzles)))

    @property
    def count(self) -> int:
        """The number of different puzzles: puzzle `n` is a shuffle of puzzle `n % count`."""
        return len(self.puzzles) // (self.shuffles * self.times)

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

    def repeated(self, shuffles: int = 1, times: int = 1, seed: int = 0) -> Corpus:
        """Returns the corpus with `shuffles` equivalent puzzles for each puzzle, and all of that `times` times.

        The first shuffle is the puzzle. Each other one is a random symmetry of the layout with renamed values: to the
        rules it is the same puzzle, but a solver meets its cells and values in another order. All puzzles are there
        once before the second shuffle of any. Raises `Unsupported` for shuffles of layouts with sums or pairs.
        """
        passes = [self.puzzles, *(self._shuffled(number, seed) for number in range(1, shuffles))]
        return replace(self, puzzles=tuple(chain(*passes)) * times, shuffles=shuffles, times=times)

    def _shuffled(self, number: int, seed: int) -> Iterator[Puzzle]:
        rng = random.Random(f"{seed}:{self.digest}:{number}")
        for puzzle in self.puzzles:
            values = range(1, puzzle.layout.size + 1)
            yield renamed_puzzle(moved(puzzle, _symmetries(puzzle.layout).draw(rng)), rng.sample(values, len(values)))


_symmetries = lru_cache(64)(symmetries)


# The corpora that come with the package: a row of `corpora.csv` each. A corpus is a file here, or a function.

_READ_BY_DEFAULT = ("documents.jsonl", "top95.txt", "variants.jsonl")


def corpus_file(name: str) -> Traversable:
    """Returns a file of puzzles of the package, as a resource that has a `name` and can be opened."""
    from importlib.resources import files

    return files(__package__) / name


def bundled_files() -> list[Traversable]:
    """Returns the files that `unitdoku check` reads by default, in order."""
    return [corpus_file(name) for name in _READ_BY_DEFAULT]


def bundled_puzzles() -> Iterator[tuple[str, PuzzleEntry]]:
    """Yields file name and entry for each puzzle of `bundled_files`."""
    for file in bundled_files():
        with file.open("rb") as lines:
            for entry in read_puzzles(lines, classic()):
                yield file.name, entry


def puzzles_of(name: str) -> tuple[Puzzle, ...]:
    """Returns the puzzles of a file of the package."""
    with corpus_file(name).open("rb") as lines:
        return tuple(each_puzzle(read_puzzles(lines, classic())))


class BuiltIn(NamedTuple):
    """A corpus: what makes its puzzles, and what they are."""

    puzzles: Callable[[], tuple[Puzzle, ...]]
    about: Provenance


_GENERATED = {"latin-transition": latin_transition, "coloring": graph_colorings, "growing": growing_grids}
"""Name to function of the corpora that have no file."""


@cache
def built_in_corpora() -> dict[str, BuiltIn]:
    """Returns name to corpus, in the order in which they are raced. Reads the table at the first call."""
    rows = csv.reader(corpus_file("corpora.csv").read_text(encoding="utf-8").splitlines())
    return {
        name: BuiltIn(partial(puzzles_of, file) if file else _GENERATED[name], Provenance(*about))
        for name, file, *about in islice(rows, 1, None)
    }


def built_in(name: str) -> Corpus:
    """Returns the corpus of this name; raises `OptionError`, which lists the names, for an unknown one."""
    known = built_in_corpora().get(name)
    if known is None:
        raise OptionError(f"{name!r} is no built-in corpus; known: {', '.join(built_in_corpora())}")
    return Corpus(name, known.puzzles(), known.about)
