"""The question `solve_many`: many puzzles, in one process or several."""

from __future__ import annotations

from collections.abc import Generator, Iterable, Iterator
from contextlib import closing
from copy import copy
from functools import partial
from itertools import chain, groupby
from typing import TYPE_CHECKING, Literal, TypeAlias, overload

from ..puzzles.text.any_puzzle import puzzles_or_errors
from ..reference.contract.deadline import Deadline
from ..reference.contract.errors import HARMLESS, UnitdokuError
from ..reference.contract.judgement import check_limit
from ..reference.contract.result import Result
from ..reference.contract.session import AnyBackend
from ..reference.model.layout import Layout
from ..reference.model.puzzle import Puzzle
from .naming.find import Sessions
from .naming.sessions import backend_named, lend_session

if TYPE_CHECKING:
    from .answering.pool import Pool

_Answers: TypeAlias = "Generator[Result | UnitdokuError, None, None]"


@overload
def solve_many(
    puzzles: Iterable[object],
    backend: AnyBackend = ...,
    limit: int = ...,
    seconds: float | None = ...,
    processes: int = ...,
    *,
    layout: Layout | str | None = ...,
    symbols: str | None = ...,
    on_error: Literal["raise"] = ...,
    **options: object,
) -> Iterator[Result]: ...
@overload
def solve_many(
    puzzles: Iterable[object],
    backend: AnyBackend = ...,
    limit: int = ...,
    seconds: float | None = ...,
    processes: int = ...,
    *,
    layout: Layout | str | None = ...,
    symbols: str | None = ...,
    on_error: Literal["return"],
    **options: object,
) -> Iterator[Result | UnitdokuError]: ...
def solve_many(
    puzzles: Iterable[object],
    backend: AnyBackend = "auto",
    limit: int = 1,
    seconds: float | None = None,
    processes: int = 1,
    *,
    layout: Layout | str | None = None,
    symbols: str | None = None,
    on_error: str = "raise",
    **options: object,
) -> Iterator[Result | UnitdokuError]:
    """Yields the results for each puzzle, in order; see `Session.solve`.

    Puzzles have any form that `solve` takes: a list of them, a generator, the entries of `read_puzzles`, a column of
    pandas, an array with a puzzle in each row. One puzzle alone, text included, is refused. Puzzles may be on different
    layouts. They are taken from the iterable a few at a time, so that memory stays bounded for any number of them.

    With `processes` above 1 that many child processes answer, until the iterator ends or is closed: this pays where a
    puzzle takes milliseconds, not where it takes a tenth of one. The process that gets a puzzle depends on the clock,
    and so does which of several solutions come first.

    Raises what `find_backend` and `Session.solve` raise: the former and ValueError at once, the latter in the puzzle's
    turn, which ends the iterator. With `on_error="return"` an error that a puzzle causes is yielded in the place of its
    result, and the next puzzle is answered. In both cases `index` of the error is that of the puzzle, from 0.
    """
    check_limit(limit)
    Deadline(seconds)  # raises for a bad time
    if isinstance(processes, bool) or not isinstance(processes, int) or processes < 1:
        raise ValueError(f"a number of processes is a whole number from 1 up, not {processes!r}")
    if on_error not in ("raise", "return"):
        raise ValueError(f"on_error is 'raise' or 'return', not {on_error!r}")
    named = backend_named(backend, options)
    taken = puzzles_or_errors(puzzles, layout, symbols)
    if processes > 1:
        from .answering.pool import Pool  # here, as most callers have one process
        from .workers.limits import Limits

        backends = {named.name: named.name if isinstance(backend, str) else named}
        answers = _in_processes(Pool(backends, limit, Limits(seconds), processes, comparing=False), taken)
    else:
        answers = _here(taken, Sessions(partial(lend_session, backend, options)), limit, seconds)
    return _indexed(answers, on_error == "raise")


def _indexed(answers: _Answers, raises: bool) -> _Answers:
    """Yields the answers; an error gets the index of its puzzle, and is raised if that is asked for."""
    with closing(answers):
        for index, answer in enumerate(answers):
            if isinstance(answer, UnitdokuError):
                if answer.index not in (None, index):
                    # Several puzzles have it. Packages may make `copy` share the attributes: tblib does.
                    attributes = vars(answer).copy()
                    answer = copy(answer)
                    answer.__dict__ = attributes
                answer.index = index
                if raises:
                    raise answer
            yield answer


def _in_processes(pool: Pool, puzzles: Iterable[Puzzle | UnitdokuError]) -> _Answers:
    """Yields the result for each puzzle, or its error, by workers.

    An error that stands in place of a puzzle is yielded in its turn. Raises what the iterable raises, when the puzzles
    before it are answered.
    """
    with closing(pool):
        for puzzle, answers in pool.answers(puzzles):
            answer = puzzle if isinstance(puzzle, UnitdokuError) else answers[0]
            if isinstance(answer, Exception) and not isinstance(answer, UnitdokuError):
                raise answer
            yield answer


def _here(puzzles: Iterable[Puzzle | UnitdokuError], sessions: Sessions, limit: int, seconds: float | None) -> _Answers:
    """Yields the result for each puzzle, or its error, by sessions of this process."""
    with closing(sessions):
        for layout, alike in groupby(puzzles, key=lambda item: item.layout if isinstance(item, Puzzle) else None):
            if layout is None:
                yield from (item for item in alike if isinstance(item, UnitdokuError))
            else:
                some = (item for item in alike if isinstance(item, Puzzle))
                yield from _on_layout(layout, some, sessions, limit, seconds)


def _on_layout(
    layout: Layout,
    puzzles: Iterator[Puzzle],
    sessions: Sessions,
    limit: int,
    seconds: float | None,
) -> _Answers:
    for first in puzzles:
        rest = chain([first], puzzles)
        try:
            session = sessions.on(layout)
        except UnitdokuError as error:
            yield from (error for _ in rest)  # to try again would take as long
            return
        for answer in session._answers(rest, limit, seconds):
            yield answer
        if isinstance(answer, UnitdokuError) and not isinstance(answer, HARMLESS):
            sessions.drop(layout)  # the next puzzles get a new one
