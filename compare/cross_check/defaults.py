"""What a cross-check asks where its caller does not say: backends, and puzzles for programs and functions."""

from __future__ import annotations

import random
import re
import shutil
from collections.abc import Iterator, Sequence

from ...encoders.naming.listing import installed_backends
from ...reference.model.layout import Layout
from ...reference.model.puzzle import Puzzle
from ..corpora.built_in import bundled_puzzles
from ..generators.kinds import Drawn
from ..generators.puzzles import puzzles_of_all_kinds

_FUNCTION = re.compile(r"[^\W\d]\w*(\.[^\W\d]\w*)*:[^\W\d]\w*(:\w[\w-]*=.*)?")
"""`mymodule:solve`, perhaps with options behind it."""


def default_backends(solvers: Sequence[str] = ()) -> list[str]:
    """Returns the names of all installed backends but `auto`, which is one of the others.

    With `solvers`, as `solver_name` reads them, returns their names after `reference` and `sat`, the latter if it is
    installed.
    """
    installed = [name for name in installed_backends() if name != "auto"]
    if not solvers:
        return installed
    ours = ["reference", *(["sat"] if any(name.startswith("sat:") for name in installed) else [])]
    return [*ours, *map(solver_name, solvers)]


def solver_name(solver: str) -> str:
    """Returns the name of a solver that is given by a command, or by `module:function`.

    It is a function where the words look like one, and no program has the name before the first colon. Everything else
    is a command.
    """
    if solver.startswith(("program:", "python:")):
        return solver
    program = solver.partition(":")[0]
    is_function = _FUNCTION.fullmatch(solver) and not solver.endswith(":stream") and shutil.which(program) is None
    return f"python:{solver}" if is_function else f"program:{solver}"


def puzzles_for_programs(layout: Layout, seed: int = 0, count: int = 100) -> Iterator[tuple[str, Puzzle | Drawn]]:
    """Yields puzzles with their places, for programs that take puzzles of one layout as a line of characters.

    First the package's puzzles on the layout, then `count` drawn ones, most of them with a known answer. In all of them
    every cell is given or open.
    """
    for file, entry in bundled_puzzles():
        if entry.puzzle is not None and entry.puzzle.layout == layout and entry.puzzle.is_plain:
            yield f"{file}: line {entry.line}", entry.puzzle
    rng = random.Random(seed)  # noqa: S311 - no secret
    for number, drawn in enumerate(puzzles_of_all_kinds(layout, rng, count, givens_only=True), start=1):
        yield f"drawn puzzle {number} of seed {seed}: {drawn.how}", drawn
