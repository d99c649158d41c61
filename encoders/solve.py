"""The questions of a caller about one puzzle: its solutions, and their number.

Modules that not every question needs are imported where they are needed: `solve` with the reference solver takes less
time than those imports.
"""

from __future__ import annotations

from ..puzzles.text.any_puzzle import any_puzzle
from ..reference.contract.deadline import Deadline
from ..reference.contract.judgement import check_limit
from ..reference.contract.result import Count, Result
from ..reference.contract.session import AnyBackend
from ..reference.model.layout import Layout
from ..reference.model.puzzle import Puzzle
from .naming.sessions import lend_session

_NO_LIMIT = 2**62
"""More solutions than any program counts one by one."""

_LISTED = 1000
"""Solutions that `count` lists, before it counts without grids."""


def solve(
    puzzle: object,
    backend: AnyBackend = "auto",
    limit: int = 1,
    seconds: float | None = None,
    *,
    layout: Layout | str | None = None,
    symbols: str | None = None,
    **options: object,
) -> Result:
    """Returns at most `limit` distinct solutions of a puzzle; see `Session.solve`.

    The puzzle is a `Puzzle`, text, rows, an array, a mapping: see `any_puzzle`. `layout` is a layout or its name
    (`"diagonal"`); without it a puzzle that is no `Puzzle` is on the classic layout of the fitting size. `symbols` are
    the characters that stand for the values in text, in their order: `"123456789ABCDEFG"`.

    `backend` is a name, with options of that backend, or an object: a backend, or a function of a puzzle (see
    `as_backend`), which runs in a worker process. `auto` asks several backends in time slices, the compiled search
    first; `backend` of the result names the one that answered. The session of a name stays open for the next call
    with that name and layout, until `close_sessions`: to open it is not part of `seconds`.
    """
    if not isinstance(puzzle, Puzzle) or layout is not None:
        puzzle = any_puzzle(puzzle, layout, symbols)
    with lend_session(backend, options, puzzle.layout) as session:
        return session.solve(puzzle, limit, seconds)


def count(
    puzzle: object,
    backend: AnyBackend = "auto",
    limit: int | None = None,
    seconds: float | None = None,
    *,
    layout: Layout | str | None = None,
    symbols: str | None = None,
    **options: object,
) -> Count:
    """Returns how many solutions a puzzle has, up to `limit` (None: all of them).

    `Count.solutions` is the number, and `Count.exhausted` says whether there are no others.
    `count(puzzle) == 1` asks whether there is exactly one.

    The compiled search counts by parts, without keeping grids, see `NativeSession.count`; other backends list the
    solutions, in memory that grows with their number. Arguments and errors are those of `solve`.
    """
    puzzle = any_puzzle(puzzle, layout, symbols)
    most = _NO_LIMIT if limit is None else limit
    check_limit(most)
    deadline = Deadline(seconds)
    from .backends.portfolio import compiled_search  # here, as few calls count

    with lend_session(backend, options, puzzle.layout) as session:
        bulk = compiled_search(session)
        # The first solutions are listed by any session, so that `auto` may settle what its first backend does not.
        result = session.solve(puzzle, most if bulk is None else min(most, _LISTED), seconds)
        if bulk is None or result.exhausted or not _LISTED <= len(result.solutions) < most:
            return Count(len(result.solutions), result.exhausted)
        return bulk.count(puzzle, limit, deadline.left)
