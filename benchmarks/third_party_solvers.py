"""Solvers of others, from the package index, through `check_solver`: docs/measured/third-party-solvers.md.

    pip install py-sudoku==2.0.0 sudokutools==0.4.0 dlxsudoku==0.10.3
    python benchmarks/third_party_solvers.py [--examples N] [--seed S] [-o FILE]

Each is called as its documentation says, by the few lines that the page shows. Which puzzles there are follows from the
seed; what takes longer than `SECONDS` depends on the machine.
"""

from __future__ import annotations

import argparse
import inspect
import platform
import sys
from collections.abc import Callable, Iterator
from importlib import import_module
from importlib.metadata import version
from itertools import islice
from pathlib import Path
from textwrap import fill
from typing import Any, NamedTuple

from unitdoku import Layout, classic, diagonal
from unitdoku.check import CheckReport, check_solver

PACKAGES = ("py-sudoku", "sudokutools", "dlxsudoku")
SECONDS = 5.0
Rows = list[list[int]]


def py_sudoku(rows: Rows) -> Rows | None:
    module = import_module("sudoku.sudoku")
    board: Rows = module.Sudoku(*BLOCKS[len(rows)], board=rows).solve(assert_solvable=True).board
    return board


def py_sudoku_unique(rows: Rows) -> int:
    module = import_module("sudoku.sudoku")
    puzzle = module.Sudoku(*BLOCKS[len(rows)], board=rows)
    puzzle.solve(assert_solvable=True)
    return 2 if puzzle.has_multiple_solutions() else 1


def py_sudoku_diagonal(rows: Rows) -> Rows | None:
    module = import_module("sudoku.sudoku")
    board: Rows = module.DiagonalSudoku(BLOCKS[len(rows)][0], board=rows).solve(raising=True).board
    return board


def sudokutools_dlx(text: str) -> int:
    puzzle = import_module("sudokutools.sudoku").Sudoku.decode(text)
    return len(list(islice(import_module("sudokutools.solve").dlx(puzzle), 2)))


def sudokutools_bruteforce(text: str) -> str | None:
    puzzle = import_module("sudokutools.sudoku").Sudoku.decode(text)
    solutions = import_module("sudokutools.solve").bruteforce(puzzle)
    return next((str(solution.encode()) for solution in solutions), None)


def sudokutools_steps(text: str) -> str | None:
    puzzle = import_module("sudokutools.sudoku").Sudoku.decode(text)
    solution = import_module("sudokutools.solvers").solve(puzzle)
    return str(solution.encode()) if import_module("sudokutools.analyze").is_solved(solution) else None


def dlxsudoku(text: str) -> int:
    errors = import_module("dlxsudoku.exceptions")
    try:
        import_module("dlxsudoku").Sudoku(text).solve()
    except errors.SudokuHasMultipleSolutionsError:
        return 2
    return 1


def says_none_by(error: str, solve: Callable[[Any], object]) -> Callable[[Any], object]:
    """The solver, with the exception by which it says that there is no solution turned into that answer."""
    module, name = error.split(":")

    def solver(puzzle: Any) -> object:
        try:
            return solve(puzzle)
        except getattr(import_module(module), name):
            return None

    solver.__name__ = solve.__name__
    return solver


BLOCKS = {4: (2, 2), 6: (3, 2), 9: (3, 3)}
"""Width and height of a block by the number of values."""


class Entrant(NamedTuple):
    """A way to call a package, and where it is tried."""

    solve: Callable[[Any], object]
    takes: str
    layouts: tuple[Layout, ...]
    none: str | None = None
    """Module and exception by which it says that there is no solution."""
    why: str = ""
    """What is behind a finding, or an answer that does not come, where its source tells."""


GUESSES = (
    "It guesses in the cell with the fewest values left, and looks at no other rule: puzzles with 17 givens can take "
    "it longer than the time that it has."
)
UNSOLVABLE = "sudoku.sudoku:UnsolvableSudoku"
CLASSIC = (classic(4), classic(9))
ENTRANTS = (
    Entrant(py_sudoku, "rows", (classic(4), classic(6), classic(9)), UNSOLVABLE, GUESSES),
    Entrant(py_sudoku_unique, "rows", (classic(4), classic(6), classic(9)), UNSOLVABLE, GUESSES),
    Entrant(
        py_sudoku_diagonal,
        "rows",
        (diagonal(classic(4)), diagonal(classic(9))),
        UNSOLVABLE,
        "Grids that break a rule. Before it searches, it strikes what the givens rule out. For an open cell "
        "on the main diagonal it looks at that cell itself, once for each other cell of the diagonal, instead "
        "of at the other one; and the cell in the middle, which is on both diagonals, is treated as if on the "
        "first alone. So the givens on a diagonal do not bind its open cells. On 4x4 nothing shows it; on 9x9 "
        "one given is enough.",
    ),
    Entrant(sudokutools_dlx, "text", CLASSIC, None),
    Entrant(sudokutools_bruteforce, "text", CLASSIC, None, GUESSES),
    Entrant(
        sudokutools_steps,
        "text",
        CLASSIC,
        None,
        "The solver by steps of reasoning goes on for ever on puzzles that have no solution: a cell whose "
        "candidates are all gone has them calculated anew, again and again.",
    ),
    Entrant(dlxsudoku, "text", CLASSIC, "dlxsudoku.exceptions:SudokuHasNoSolutionError"),
)
HEAD = """# Solvers of others through `check_solver`

Made by `python benchmarks/third_party_solvers.py -o docs/measured/third-party-solvers.md`, with
{packages}
({environment}).

Nothing is known of these solvers but how they are called. `check_solver` draws puzzles whose answers are known by how
they were made or by proof of other solvers, adds published ones on the classic 9x9, and asks for more than a grid: that
a puzzle with its values renamed, its cells moved by a symmetry of the layout, a true or a false given added or a given
dropped gets the answer that it must get. Every call runs in a worker process, with {seconds:g} seconds, and all calls
of a check have a minute. All of it is one call each:

```python
check_solver({solver}, diagonal(classic(9)), takes="rows")
```

where `{solver}` is

```python
{source}```

and an `UnsolvableSudoku` is turned into None.

"Not settled" are the puzzles of the property with most of them on which no answer came in time, or that were not asked
after another of their sort took too long.

| solver | layout | calls | not settled | findings |
| --- | --- | ---: | ---: | --- |
"""


def checked(entrant: Entrant, layout: Layout, examples: int, seed: int) -> CheckReport:
    """What was found of one solver on one layout."""
    solve = entrant.solve if entrant.none is None else says_none_by(entrant.none, entrant.solve)
    return check_solver(
        solve,
        layout,
        takes=entrant.takes,
        open_cell="0",
        examples=examples,
        seed=seed,
        seconds=SECONDS,
        raise_on_findings=False,
    )


def page(examples: int, seed: int) -> Iterator[str]:
    """The page, in pieces."""
    yield HEAD.format(
        packages=", ".join(f"{name} {version(name)}" for name in PACKAGES),
        environment=f"Python {platform.python_version()}",
        seconds=SECONDS,
        solver=py_sudoku_diagonal.__name__,
        source=inspect.getsource(py_sudoku_diagonal),
    )
    found: list[tuple[Entrant, list[CheckReport]]] = []
    for entrant in ENTRANTS:
        reports = [checked(entrant, layout, examples, seed) for layout in entrant.layouts]
        found.append((entrant, reports))
        for layout, report in zip(entrant.layouts, reports, strict=True):
            kinds = ", ".join(f"{finding.property} ({finding.kind})" for finding in report.findings) or "none"
            kinds += f"; {report.stopped.partition(';')[0]}" if report.stopped else ""
            late = max(report.unsettled.values(), default=0)
            yield f"| `{entrant.solve.__name__}` | {layout.name} | {report.asked['answer']} | {late} | {kinds} |\n"
    yield "\n## What was found\n"
    for entrant, reports in found:
        findings = [finding for report in reports for finding in report.findings]
        if findings or any(report.unsettled for report in reports):
            yield f"\n### `{entrant.solve.__name__}`\n\n{fill(entrant.why, 118)}\n"
        if findings:
            yield "\n```text\n" + "".join(f"{finding}\n" for finding in findings) + "```\n"
    clean = [f"`{entrant.solve.__name__}`" for entrant, reports in found if all(report.passed for report in reports)]
    yield f"\nNothing was found of {' and '.join(clean)}.\n"


def main() -> None:
    parser = argparse.ArgumentParser(description="Puts solvers of others through check_solver.")
    parser.add_argument("--examples", type=int, default=50)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("-o", "--output", type=Path)
    arguments = parser.parse_args()
    text = "".join(page(arguments.examples, arguments.seed))
    if arguments.output is None:
        sys.stdout.write(text)
    else:
        arguments.output.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
