"""The corpora that come with the package: a row each, with how it is biased. A corpus is a file here, or a function."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from ...puzzles.formats.reading import read_puzzles
from ...puzzles.text.entries import PuzzleEntry
from ...reference.errors import OptionError
from ...reference.layouts.classic import classic
from ...reference.puzzle import Puzzle
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


def _file(name: str, what: str, bias: str, source: str) -> BuiltIn:
    return BuiltIn(partial(puzzles_of, name), Provenance(what, bias, source, "MIT"))


_PYTUDES = "norvig/pytudes"
_SIGH = "sigh/Interactive-Sudoku-Solver, data/"
_PUBLISHED_OR_DRAWN = f"{_SIGH}; benchmarks/draw_corpora.py"
_DRAWN_SUMS = "benchmarks/draw_sums.py"
_KNOWN_SUMS = "benchmarks/write_known_sums.py"
_OF_TOTALS = "drawn from random grids, and no person laid the cages"
_DRAWN = "minimal: puzzles for people have more givens than these, and no person rated them"

BUILT_IN = {
    "easy50": _file(
        "easy50.txt",
        "classic 9x9, easy; one puzzle is there twice",
        "most need no guess: they measure the cost of asking",
        f"{_PYTUDES}, py/",
    ),
    "17clue": _file(
        "17clue.txt",
        "classic 9x9 with 17 givens, collected by Gordon Royle: 200 of 49,151",
        "few givens do not make a puzzle hard: 45 % of them need no guess",
        f"{_PYTUDES}, ipynb/sudokus_17.txt",
    ),
    "top95": _file(
        "top95.txt",
        "classic 9x9, hard for programs that search",
        "chosen because they were slow for the solvers of their day: they favour solvers that search in another order",
        f"{_PYTUDES}, py/",
    ),
    "hard375": _file(
        "hard375.txt",
        "classic 9x9, the hardest of a players' forum",
        "chosen by ratings of how people solve, and near-variants of each other",
        f"{_PYTUDES}, ipynb/sudokus_hard.txt",
    ),
    "diagonal": _file(
        "diagonal.jsonl",
        "classic 9x9 with both diagonals: one published, 39 drawn",
        f"{_DRAWN}; from random grids",
        _PUBLISHED_OR_DRAWN,
    ),
    "windoku": _file(
        "windoku.jsonl",
        "classic 9x9 with four more blocks: one published, 39 drawn",
        f"{_DRAWN}; from random grids",
        _PUBLISHED_OR_DRAWN,
    ),
    "pencil-mark": _file(
        "pencil-mark.jsonl",
        "classic 9x9 without givens, some candidates ruled out: two published, 38 drawn",
        f"{_DRAWN}: with one more candidate a second solution appears",
        _PUBLISHED_OR_DRAWN,
    ),
    "jigsaw-solvable": _file(
        "jigsaw-solvable.jsonl",
        "jigsaw layouts 9x9 without givens that have a grid: 40 of 2,522",
        "each has a layout of its own, so that set-up counts for every puzzle; very many grids each, and no givens",
        _SIGH,
    ),
    "jigsaw-unsolvable": _file(
        "jigsaw-unsolvable.jsonl",
        "jigsaw layouts 9x9 without givens that have no grid: 40 of 7,415",
        "each has a layout of its own; a sample of those that a search settled, so that the hardest are missing",
        _SIGH,
    ),
    "16x16": _file(
        "16x16.jsonl",
        "16x16: two with diagonals, one windoku (published), 17 classic (drawn, 105 givens)",
        "the classic ones come from shuffled pattern grids, whose rows repeat each other",
        _PUBLISHED_OR_DRAWN,
    ),
    "25x25": _file(
        "25x25.jsonl",
        "classic 25x25: 20 of 100",
        "more than half hold two equal givens in a unit, and have no solution: propagation sees that at once",
        "liamjdavis/Sudoku-SMT-Solvers, resources/benchmarks",
    ),
    "killers": _file(
        "killers.jsonl",
        "killers: 9x9 classic, diagonal and jigsaw, and 6x6; cages of 1 to 5 cells, from no guess to hundreds",
        f"{_OF_TOTALS}; a third at most of a class of difficulty, while people publish easy ones",
        _DRAWN_SUMS,
    ),
    "hard-killers": _file(
        "hard-killers.jsonl",
        "killers 9x9 without givens, cages of 2 to 4 cells",
        "chosen by the guesses of native, then by the conflicts of MiniSat and CaDiCaL: hardest for these three",
        _DRAWN_SUMS,
    ),
    "kakuro": _file(
        "kakuro.jsonl",
        "Kakuro of 6x6 to 13x13 cells, from no guess to hundreds",
        "drawn at random; small and large digits are more frequent than others, as they make solutions unique",
        _DRAWN_SUMS,
    ),
    "futoshiki": _file(
        "futoshiki.jsonl",
        "Futoshiki of orders 4 to 9, from no guess to hundreds",
        "minimal: every given and every comparison is needed, and people publish puzzles with more of them",
        _DRAWN_SUMS,
    ),
    "thermometers": _file(
        "thermometers.jsonl",
        "classic 9x9 with up to twelve thermometers, from no guess to hundreds",
        "every given and every tip of a thermometer is needed; no person laid the thermometers",
        _DRAWN_SUMS,
    ),
    "cryptarithms": _file(
        "cryptarithms.jsonl",
        "equations in which letters stand for digits: SEND + MORE = MONEY and 35 others",
        "one sum with large coefficients each: some encodings refuse them; all but four have one solution",
        _KNOWN_SUMS,
    ),
    "magic-squares": _file(
        "magic-squares.jsonl",
        "magic squares of orders 3 to 6: any, and with 15 to 60 % of a known one given",
        "full of symmetries; four have very many solutions",
        _KNOWN_SUMS,
    ),
    "latin-transition": BuiltIn(
        latin_transition,
        Provenance(
            "Latin squares of order 25, filled at random from 46 to 58 %: with a grid, and without",
            "random, without the structure of a puzzle; some have no grid because a cell is left without a value",
            "generated from a seed",
        ),
    ),
    "coloring": BuiltIn(
        graph_colorings,
        Provenance(
            "random graphs to be colored with three colors: 1,000 cells, 1,900 to 2,200 units of two cells",
            "random and sparse: no unit is complete, and each has very many solutions",
            "generated from a seed",
        ),
    ),
    "growing": BuiltIn(
        growing_grids,
        Provenance(
            "classic from 4x4 to 36x36, 60 % of the cells given",
            "from shuffled pattern grids; with this share of givens even large ones need little search",
            "generated from a seed",
        ),
    ),
}
"""Name to corpus, in the order in which they are raced."""


def built_in(name: str) -> Corpus:
    """Returns the corpus of this name; raises `OptionError`, which lists the names, for an unknown one."""
    known = BUILT_IN.get(name)
    if known is None:
        raise OptionError(f"{name!r} is no built-in corpus; known: {', '.join(BUILT_IN)}")
    return Corpus(name, known.puzzles(), known.about)
