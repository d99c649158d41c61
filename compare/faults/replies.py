"""Are answers of other solvers read as what they say? Each is written here from the format, not by code of ours."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from ...encoders.formats.read_assignment import read_assignment
from ...reference.errors import BackendError
from ...reference.grid import Grid
from ...reference.layout import Layout
from ...reference.layouts.latin import latin
from ...reference.puzzle import Puzzle
from ...reference.result import Verdict
from .material import Findings, Material

_MOST_VARIABLES = 130
"""Of larger puzzles, replies are long and say nothing new."""

_MOST_PUZZLES = 60


def replies(material: Material) -> Findings:
    """For each question with a known solution which reply is read as another grid; then what else is misread."""
    known = [question for question in material.questions() if question.known]
    small = [each for each in known if each.puzzle.layout.cell_count * each.puzzle.layout.size <= _MOST_VARIABLES]
    for question in small[:_MOST_PUZZLES]:
        yield _misread(question.puzzle, question.known[0])
    puzzle = Puzzle.from_givens(latin(2), {"A1": 1})
    for verdict, texts in _WITHOUT_GRID.items():
        for text in texts:
            said = read_assignment(text, puzzle).verdict
            yield None if said == verdict else f"{text!r} is read as {said}"
    for text in _REFUSED:
        try:
            yield f"{text!r} is accepted as {read_assignment(text, puzzle)}"
        except BackendError:
            yield None


def _misread(puzzle: Puzzle, grid: Grid) -> str | None:
    for name, write in _WRITERS.items():
        said = read_assignment(write(grid, puzzle.layout), puzzle)
        if said != (Verdict.SAT, grid):
            return f"{puzzle.layout.name}: a reply in the format {name} is read as {said}"
    return None


def _held(grid: Grid, layout: Layout) -> list[bool]:
    """Whether each variable is true, cell after cell and in it value after value."""
    return [held == value for held in grid for value in range(1, layout.size + 1)]


def _literals(grid: Grid, layout: Layout, word: str = "") -> list[str]:
    return [f"{'' if true else '-'}{word}{index}" for index, true in enumerate(_held(grid, layout), start=1)]


def _competition(grid: Grid, layout: Layout) -> str:
    # Auxiliary variables behind the others, and lines that break anywhere.
    words = [*_literals(grid, layout), str(len(grid) * layout.size + 1), f"-{len(grid) * layout.size + 2}", "0"]
    lines = [" ".join(["v", *words[start : start + 7]]) for start in range(0, len(words), 7)]
    return "\n".join(["c solved", "s SATISFIABLE", *lines])


def _names(layout: Layout) -> list[str]:
    rows = [chr(ord("A") + row) for row, _ in layout.positions]
    return [
        f"x_{row}{column + 1}_{value}"
        for row, (_, column) in zip(rows, layout.positions, strict=True)
        for value in range(1, layout.size + 1)
    ]


def _columns(grid: Grid, layout: Layout, one: str, rest: str = "") -> str:
    pairs = zip(_names(layout), _held(grid, layout), strict=True)
    return "\n".join(f"{name} {one if true else '0'}{rest}" for name, true in pairs)


def _glpk(grid: Grid, layout: Layout) -> str:
    held = _held(grid, layout)
    lines = [f"j {column} {int(true)}" for column, true in enumerate(held, start=1)]
    return "\n".join([f"s mip 3 {len(held)} o 0", "i 1 1", *lines, "e o f"])


def _line(values: Sequence[int], separator: str) -> str:
    return separator.join(map(str, values))


_WRITERS: dict[str, Callable[[Grid, Layout], str]] = {
    "SAT competition": _competition,
    "MiniSat": lambda grid, layout: "\n".join(["SAT", " ".join([*_literals(grid, layout), "0"])]),
    "bare literals": lambda grid, layout: " ".join(_literals(grid, layout)),
    "pseudo-Boolean": lambda grid, layout: "\n".join(
        ["s OPTIMUM FOUND", " ".join(["v", *_literals(grid, layout, "x")])]
    ),
    "HiGHS": lambda grid, layout: "\n".join(
        ["Model status", "Optimal", _columns(grid, layout, "1"), "# Dual solution values", _columns(grid, layout, "0")]
    ),
    "CBC": lambda grid, layout: _columns(grid, layout, "0.99999999", rest="                       0"),
    "GLPK": _glpk,
    "CP-SAT": lambda grid, _: "\n".join(["status: OPTIMAL", *(f"solution: {value}" for value in grid)]),
    "MiniZinc": lambda grid, _: "\n".join([_line(grid, " "), "-" * 10, _line(grid[::-1], " "), "-" * 10, "=" * 10]),
}
"""By the program or format: the text that says a grid."""

_WITHOUT_GRID = {
    Verdict.UNSAT: (
        "s UNSATISFIABLE\n",
        "UNSAT\n",
        "Infeasible - objective value 0\n",
        "s mip 12 8 n 0\nj 1 0\n",
        "status: INFEASIBLE\n",
        "=====UNSATISFIABLE=====\n",
    ),
    Verdict.UNKNOWN: (
        "s UNKNOWN\n",
        "INDET\n",
        "no solution available\n",
        "s mip 12 8 u 0\nj 1 0\n",
        "status: UNKNOWN\n",
        "=====UNKNOWN=====\n",
    ),
}

_REFUSED = (
    "s SATISFIABLE\n",
    "s SATISFIABLE\nv 1 -2 -3 4\n",  # no 0 at the end
    "s SATISFIABLE\nv 1 -2 -3 4 -5 6 7 -8 0 9\n",  # literals behind it
    "s SATISFIABLE\ns UNSATISFIABLE\nv 1 -2 -3 4 -5 6 7 -8 0\n",
    "1 -1 2",
    "s SATISFIABLE\nv 1 -2 -3 4 -5 6 7 -8\n",  # all but the 0
    "s SATISFIABLE\nv 1 -1 -2 -3 4 -5 6 7 -8 0\n",  # a literal and its opposite
    "1 -2 -3 4 5 6 7 -8",  # two values in a cell
    "1 -2 -3 4 -5 6 7 8",  # the same, where the first is right
    "1 -2 -3 4 -5 -6 7 -8",  # none in a cell
    "1 -2 -3 4 -5 6",  # half of it
    "1 3 5 7",  # a value twice in a unit
    "2 3 5 8",  # no candidate
    "x_A1_1 0.5\nx_A2_2 1\nx_B1_2 1\nx_B2_1 1\n",
    "x_A1_1 1\nx_A1_2 0.5\nx_A2_2 1\nx_B1_2 1\nx_B2_1 1\n",
    "s mip 12 8 o 0\nj 1 1\n",
    "status: OPTIMAL\nsolution: 1\nsolution: 2\n",
    "1 2 2\n----------\n",
)
"""What is no answer to the puzzle: a 2x2 Latin square with 1 in A1."""
