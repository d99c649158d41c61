"""The corpora that come with the package: a row of `corpora.csv` each. A corpus is a file here, or a function."""

from __future__ import annotations

import csv
from collections.abc import Callable, Iterator
from functools import cache, partial
from itertools import islice
from typing import TYPE_CHECKING, NamedTuple

from ...puzzles.formats.reading import read_puzzles
from ...puzzles.text.entries import PuzzleEntry
from ...reference.contract.errors import OptionError
from ...reference.layouts.classic import classic
from ...reference.model.puzzle import Puzzle
from .corpus import Corpus, Provenance
from .generated import graph_colorings, growing_grids, latin_transition

if TYPE_CHECKING:
    from importlib.abc import Traversable

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
        return tuple(entry.puzzle for entry in read_puzzles(lines, classic()) if entry.puzzle is not None)


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
