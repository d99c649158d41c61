"""The corpora that come with the package, and what is to be known of each before its numbers are believed."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import NamedTuple

from ...reference.errors import OptionError
from ...reference.puzzle import Puzzle
from .bundled import puzzles_of
from .corpus import Corpus, Provenance
from .generated import growing_grids, latin_transition

_PYTUDES = "norvig/pytudes"
_SIGH = "sigh/Interactive-Sudoku-Solver, data/"
_OURS = "tests/benchmark/draw_corpora.py"
_DRAWN = "minimal: nobody who makes puzzles for people would give so little, and no human ever rated them"
_MIT = "MIT"


class Row(NamedTuple):
    """A corpus: how its puzzles are got, and what they are."""

    puzzles: Callable[[], tuple[Puzzle, ...]]
    about: Provenance


def _file(name: str, *about: str) -> Row:
    return Row(partial(puzzles_of, name), Provenance(*about))


BUILT_IN = {
    "easy50": _file(
        "easy50.txt",
        "classic 9x9, easy; one puzzle is there twice",
        "most need no guess: they measure what it costs to ask at all",
        f"{_PYTUDES}, py/",
        _MIT,
    ),
    "17clue": _file(
        "17clue.txt",
        "classic 9x9 with 17 givens, collected by Gordon Royle: 200 of 49,151",
        "few givens do not make a puzzle hard: 45 % of them need no guess",
        f"{_PYTUDES}, ipynb/sudokus_17.txt",
        _MIT,
    ),
    "top95": _file(
        "top95.txt",
        "classic 9x9, hard for programs that search",
        "chosen since they were slow for the solvers of their day: they favour whoever searches in another order",
        f"{_PYTUDES}, py/",
        _MIT,
    ),
    "hard375": _file(
        "hard375.txt",
        "classic 9x9, the hardest of a players' forum",
        "chosen by ratings of how people solve, and near-variants of each other",
        f"{_PYTUDES}, ipynb/sudokus_hard.txt",
        _MIT,
    ),
    "diagonal": _file(
        "diagonal.jsonl",
        "classic 9x9 with both diagonals: one published, 39 drawn",
        f"{_DRAWN}; from random grids",
        f"{_SIGH}; {_OURS}",
        _MIT,
    ),
    "windoku": _file(
        "windoku.jsonl",
        "classic 9x9 with four more blocks: one published, 39 drawn",
        f"{_DRAWN}; from random grids",
        f"{_SIGH}; {_OURS}",
        _MIT,
    ),
    "pencil-mark": _file(
        "pencil-mark.jsonl",
        "classic 9x9 without givens, some candidates ruled out: two published, 38 drawn",
        f"{_DRAWN}: no candidate more can be allowed",
        f"{_SIGH}; {_OURS}",
        _MIT,
    ),
    "jigsaw-solvable": _file(
        "jigsaw-solvable.jsonl",
        "jigsaw layouts 9x9 without givens that have a grid: 40 of 2,522",
        "each has a layout of its own, so that set-up counts for every puzzle; very many grids each, and no givens",
        _SIGH,
        _MIT,
    ),
    "jigsaw-unsolvable": _file(
        "jigsaw-unsolvable.jsonl",
        "jigsaw layouts 9x9 without givens that have no grid: 40 of 7,415",
        "each has a layout of its own; a sample of those that a search settled, so that the hardest are missing",
        _SIGH,
        _MIT,
    ),
    "16x16": _file(
        "16x16.jsonl",
        "16x16: two with diagonals, one windoku (published), 17 classic (drawn, 105 givens)",
        "the classic ones come from shuffled pattern grids, whose rows repeat each other",
        f"{_SIGH}; {_OURS}",
        _MIT,
    ),
    "25x25": _file(
        "25x25.jsonl",
        "classic 25x25: 20 of 100",
        "more than half hold two equal givens in a unit, and have no solution: seen at once by whoever propagates",
        "liamjdavis/Sudoku-SMT-Solvers, resources/benchmarks",
        _MIT,
    ),
    "latin-transition": Row(
        latin_transition,
        Provenance(
            "Latin squares of order 25, filled at random from 46 to 58 %: with a grid, and without",
            "random: nothing of what makes a puzzle; some have no grid since a cell is left without a value",
            "made here, seeded",
        ),
    ),
    "growing": Row(
        growing_grids,
        Provenance(
            "classic from 4x4 to 36x36, 60 % of the cells given",
            "from shuffled pattern grids; at this share even large ones need little search",
            "made here, seeded",
        ),
    ),
}
"""Name to corpus, in the order in which they are raced."""


def built_in(name: str) -> Corpus:
    """The corpus of this name; `OptionError`, which lists them, where there is none."""
    row = BUILT_IN.get(name)
    if row is None:
        raise OptionError(f"{name!r} is no built-in corpus; known: {', '.join(BUILT_IN)}")
    return Corpus(name, row.puzzles(), row.about)
