"""`portfolio:NAME,NAME,...` and `auto`: backends that take turns on each puzzle, see `turns.py`.

`auto` is the compiled search, then two SAT solvers that learn, then CP-SAT. The compiled search answers most puzzles in
less time than another solver needs to start. A search that lasts is often one that a solver with clause learning ends
at once. For large layouts one SAT solver gets a formula of each puzzle, without the candidates that the givens rule
out. Without the compiled search the reference solver takes its place.

Backends begin by estimates of what it costs to give them a puzzle. These are of a usual machine, and not measured where
they are used: an answer must not depend on the clock. A wrong one costs time, never an answer.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from math import inf
from time import perf_counter
from typing import Any, NamedTuple

from ...reference.contract.capabilities import Capabilities
from ...reference.contract.deadline import Deadline
from ...reference.contract.errors import (
    BackendUnavailable,
    FormulaTooLarge,
    InvalidAnswer,
    OptionError,
    UnitdokuError,
    Unsupported,
)
from ...reference.contract.judgement import claim, is_settled
from ...reference.contract.result import Result
from ...reference.contract.search import CheckedSearch, Ended, Search, in_steps, with_seconds
from ...reference.contract.session import Backend, Session
from ...reference.model.grid import Grid
from ...reference.model.layout import Layout
from ...reference.model.puzzle import Puzzle
from ..naming.families import Family, Options, is_installed
from ..naming.find import find_backend

# Backends that take turns on a puzzle, and the first answer counts: what `portfolio:NAME,NAME,...` and `auto` do.
#
# Each backend searches for a while, then the next one does; then all go on, each with twice the work. Work is counted
# in steps of the search where the solver counts them, so that the answer does not depend on the clock. A backend
# whose session is not open begins when the others have done as much work as its set-up takes (the ski-rental rule:
# Karlin, Manasse, Rudolph and Sleator, "Competitive snoopy caching", 1988). So the total is at most a small multiple
# of what the best of the backends takes.

_FIRST_WORK = 0.5
"""Milliseconds of work for each backend in the first round. Most puzzles made for people take less."""

_GROWTH = 2.0
"""The ratio of a round's work to that of the round before."""


class Member(NamedTuple):
    """A backend that takes turns, and the milliseconds of work that the others do on a puzzle before its first turn."""

    name: str
    before_opening: float = 0.0
    """While its session is not open: about what set-up takes."""
    before_search: float = 0.0
    """While it is open: about what its shortest search takes."""
    share: float = 1.0
    """Its work in a turn after its first one, as a multiple of that of others."""
    equal_until: float = inf
    """The most work in such a turn, or an eighth of that of others where that is more: it seems to be stuck."""

    def turn(self, work: float) -> float:
        """Returns its work in a round of so much work."""
        work *= self.share
        return work if work <= self.equal_until else max(self.equal_until, work / 8)


Members = Callable[[Layout], Sequence[Member]]


class TurnsBackend:
    """Backends that take turns: `members` returns those for a layout, the first of which is always `first`."""

    capabilities = Capabilities(incremental=True, statistics=True, sums=True, pairs=True, shown=True, repeatable=True)

    def __init__(self, name: str, first: str, members: Members) -> None:
        self.name = name
        self.first = first
        self.members = members

    def open(self, layout: Layout) -> TurnsSession:
        """Returns a session with the first backend open; the others are opened at their first turn."""
        return TurnsSession(layout, self)


class TurnsSession(Session):
    """Sessions of several backends on one layout that take turns.

    Set-up during a puzzle is part of its time limit: a backend whose set-up would take longer than what is left gets no
    turn. If there are more solutions than the limit, which of them are returned depends on the backend that finds them.
    That is the first backend where it settles the puzzle in its first turn; else it depends on the sessions that are
    open.
    """

    _made_by: TurnsBackend
    # Each of the sessions checks its own solutions where needed, and refuses what it does not take.
    checks_solutions = False

    def __init__(self, layout: Layout, backend: TurnsBackend) -> None:
        super().__init__(layout, backend)
        self._first = backend.first
        self._open: dict[str, Session] = {}
        self._refusals: dict[str, Exception] = {}
        self._skips_checks = False
        self._session(self._first, self._setup_seconds)

    def bulk(self) -> Any:
        """Returns what the session of the first backend does."""
        first = self._open.get(self._first)
        return first and first.bulk()

    @cached_property
    def members(self) -> Sequence[Member]:
        """All backends that take turns; chosen when a puzzle first needs another than the first."""
        return self._made_by.members(self.layout)

    def skip_checks(self) -> None:
        """Disables solution checks, also in the sessions that take turns."""
        self._skips_checks = True
        for session in self._open.values():
            session.skip_checks()

    def _session(self, name: str, setup: dict[str, float]) -> Session | None:
        """Returns the session of a backend, whose set-up seconds are added if it is new; None if it refuses."""
        if name in self._open or name in self._refusals:
            return self._open.get(name)
        started = perf_counter()
        try:
            with self._preparing():
                session = find_backend(name).open(self.layout)
        except (BackendUnavailable, FormulaTooLarge, Unsupported) as error:
            # A package that does not load, a layout that is too large or has other rules: the others answer.
            self._refusals[name] = error
            return None
        session.on_preparation = self._report_preparation
        if self._skips_checks:
            session.skip_checks()
        encoding = session.take_setup_seconds()["encode_seconds"]
        loading = perf_counter() - started - encoding  # imports included
        for part, seconds in (("encode_seconds", encoding), ("load_seconds", loading)):
            setup[part] = setup.get(part, 0.0) + seconds
        self._open[name] = session
        self.held_bytes += session.held_bytes
        return session

    def answers(self, puzzles: Iterable[Puzzle], limit: int, seconds: float | None) -> Iterator[Result | UnitdokuError]:
        """Yields the answers; where the first backend is the compiled search, it answers in bulk.

        A puzzle that it does not settle soon is asked again as by `solve`, with its whole time.
        """
        first = self.bulk()
        if first is None:
            yield from super().answers(puzzles, limit, seconds)
            return
        Deadline(seconds)  # raises for a bad time
        first._setup_seconds = self.take_setup_seconds()  # for its first result
        yield from first.bulk_first(puzzles, limit, seconds, self)

    def search(self, puzzle: Puzzle, limit: int, deadline: Deadline) -> Search:
        """Returns the answer of the first backend where one turn is enough; else yields what the backends find."""
        turns = _Turns(puzzle, limit, deadline)
        first = self._open.get(self._first)
        if first is None:
            return self._go_on(turns, [])
        found = list(turns.begin(self._first, first))
        if turns.answer is None:
            return self._go_on(turns, found)
        turns.close()
        return Ended(turns.answer.exhausted, turns.answer.statistics, turns.answer.backend, found)

    def _go_on(self, turns: _Turns, found: list[Grid]) -> Search:
        """Yields each solution when the first of the backends finds it, after those that are found."""
        setup: dict[str, float] = {}
        deadline = turns.deadline
        members = {member.name: member for member in self.members}
        waiting = deque(name for name in members if name != self._first)
        try:
            yield from found
            while turns.answer is None and not deadline.expired:
                if waiting and self._is_due(members[waiting[0]], turns):
                    session = self._session(name := waiting.popleft(), setup)
                    if session is not None:
                        yield from turns.begin(name, session)
                elif turns.searches:
                    yield from turns.next_round(members)
                else:
                    break
        finally:
            turns.close()
        if turns.answer is None:
            refusals = [*self._refusals.values(), *turns.refusals]
            if refusals and not waiting and not turns.done:
                raise refusals[0]
        answer = turns.answer or Ended()
        return answer._replace(statistics=with_seconds(answer.statistics, setup))

    def _is_due(self, member: Member, turns: _Turns) -> bool:
        """Whether a backend should begin now: the others have done enough, and there is time for its set-up."""
        if not turns.searches:
            return True
        needed = member.before_search if member.name in self._open else member.before_opening
        return needed <= turns.done and needed <= 1000 * turns.deadline.remaining

    def _release(self) -> None:
        for session in self._open.values():
            session.close()


class _Turns:
    """The searches for one puzzle, the solutions that they found, and the work that they did."""

    def __init__(self, puzzle: Puzzle, limit: int, deadline: Deadline) -> None:
        self.deadline = deadline
        self.searches: dict[str, CheckedSearch] = {}
        self.answer: Ended | None = None
        """The end of the search that settled the puzzle."""
        self.done = 0.0
        """Milliseconds of work."""
        self.refusals: list[Exception] = []
        """The errors of those that declined the puzzle."""
        self._yielded: dict[str, int] = {}
        """The number of solutions that each backend found."""
        self._found: set[Grid] = set()
        """The shown parts of the solutions: backends may return different grids that agree in all shown cells."""
        self._puzzle = puzzle
        self._limit = limit
        self._work = _FIRST_WORK

    def begin(self, name: str, session: Session) -> Iterable[Grid]:
        """Begins a search and gives it a turn; returns new solutions."""
        self.deadline.work = self._work
        try:
            search = session.turns(self._puzzle, self._limit, self.deadline)
        except (FormulaTooLarge, Unsupported) as error:
            self.refusals.append(error)
            return ()
        if isinstance(search, Ended) and not self._found and self._settles(name, search, len(search.solutions)):
            return search.solutions  # as for most puzzles
        self.searches[name] = in_steps(search)
        return self._turn(name, self._work)

    def next_round(self, members: Mapping[str, Member]) -> Iterator[Grid]:
        """Gives each search a turn with twice the work of the last round, up to the answer; yields new solutions."""
        self._work *= _GROWTH
        for name in list(self.searches):
            if self.answer is None:
                yield from self._turn(name, members[name].turn(self._work))

    def close(self) -> None:
        """Ends all searches."""
        for search in self.searches.values():
            search.close()

    def _turn(self, name: str, work: float) -> Iterator[Grid]:
        """Lets a search go on until it pauses or ends; notes the answer where that settles the puzzle."""
        self.deadline.work = work
        try:
            while (grid := next(self.searches[name])) is not None:
                self._yielded[name] = self._yielded.get(name, 0) + 1
                part = self._puzzle.layout.shown_part(grid)
                if part not in self._found:
                    self._found.add(part)
                    yield grid
                    if len(self._found) >= self._limit > self._yielded[name]:
                        break
        except StopIteration as end:
            # It has answered, or it gave up.
            del self.searches[name]
            ended: Ended = end.value
            own = self._yielded.get(name, 0)
            if ended.exhausted and len(self._found) > own:
                raise InvalidAnswer(f"{name} {claim(own)}, but another backend found another one") from None
            self._settles(name, ended, len(self._found))
        except (FormulaTooLarge, Unsupported) as error:
            # Some look at the puzzle only now: where the encoding is made for each puzzle, or in a worker.
            self.refusals.append(error)
            del self.searches[name]
            return
        self.done += work
        if self.answer is None and len(self._found) >= self._limit:
            self.answer = Ended(backend=name)

    def _settles(self, name: str, ended: Ended, found: int) -> bool:
        """Notes the end of a search as the answer where that settles the puzzle, and returns whether it does."""
        if not is_settled(found, ended.exhausted, self._limit):
            return False
        self.answer = Ended(ended.exhausted, ended.statistics, ended.backend or name)
        return True


_SOLVERS = ("sat:minisat22", "sat:cadical195")
"""Solvers of PySAT that take turns. On one puzzle in twenty a solver needs ten times as long as on others like it, and
seldom two of them on the same one."""

_LATER = 2
"""How much more work comes before a turn of the second solver."""

_MOST_CLAUSES = 150_000
"""In a formula for all puzzles of a layout; for larger layouts each puzzle has a formula of its own, in one solver."""

_OF_ONE_PUZZLE = "sat:cadical195:encoding=reduced:mode=stable"
"""Of 40 Latin squares of order 40, 30 % open, it solved 37 within 20 seconds; no other solver did."""

_LARGE_CPSAT = Member("cpsat", before_opening=5000.0, before_search=5000.0, equal_until=1000.0)
"""On large layouts it comes late and gets less: it seldom is the first one, and begins anew in each turn."""

_CLAUSE = 0.0006
"""Milliseconds to encode and load a clause."""

_CANDIDATE = 0.004
"""Milliseconds for each candidate of a layout, to build constraints for CP-SAT."""

_OPEN_CANDIDATE = 0.0015
"""Milliseconds for each candidate of a layout, to write the formula of one puzzle with half of its cells given."""

_SAT_SEARCH = 0.002
"""Milliseconds for each candidate of a layout: how long a search goes on before a SAT solver gets its first turn."""

_LOST = 0.011
"""Milliseconds for each candidate of a layout: a search without learning that takes longer mostly takes for ever."""

_WITH_RULES = 3.0
"""On layouts with sums or pairs, the work of the compiled search as a multiple of that of each other backend: there it
is mostly the best one, also where it lasts. See docs/study."""

_CPSAT_IMPORT = 500.0
"""Milliseconds, also where OR-Tools is loaded already: an answer must not depend on what a program has imported."""

_CPSAT_SEARCH = 0.02
"""Milliseconds for each candidate of a layout: CP-SAT reads all constraints again for each puzzle."""

_PROCESS = 200.0
"""Milliseconds to start a process with Python."""


def _member(name: str, layout: Layout) -> Member:
    """Returns a backend as one that takes turns on a layout."""
    from ..cnf.encodings import CnfOptions  # here, since most puzzles need no formula

    family = name.partition(":")[0]
    candidates = layout.cell_count * layout.size
    if family in ("native", "reference"):
        if layout.has_other_rules and family == "native":
            return Member(name, share=_WITH_RULES)
        return Member(name, equal_until=candidates * _LOST)
    if family == "sat":
        if ":encoding=reduced" in name:
            return Member(name, candidates * _OPEN_CANDIDATE, candidates * _OPEN_CANDIDATE)
        later = _WITH_RULES if layout.has_other_rules else 1.0
        return Member(name, later * CnfOptions().size(layout).clauses * _CLAUSE, later * candidates * _SAT_SEARCH)
    if family == "cpsat":
        search = candidates * _CPSAT_SEARCH
        return Member(name, _CPSAT_IMPORT + candidates * _CANDIDATE + search, search)
    return Member(name, _PROCESS)


def _of_auto(layout: Layout) -> Sequence[Member]:
    from ..cnf.encodings import CnfOptions

    search = _member(_first_of_auto(), layout)
    if CnfOptions().size(layout).clauses > _MOST_CLAUSES and not layout.has_other_rules:
        members = [search, _member(_OF_ONE_PUZZLE, layout), _LARGE_CPSAT]
    else:
        learning, second = (_member(name, layout) for name in _SOLVERS)
        second = second._replace(before_search=_LATER * second.before_search)
        members = [search, learning, second, _member("cpsat", layout)]
    return [one for one in members if is_installed(one.name)]


def _first_of_auto() -> str:
    return "native" if is_installed("native") else "reference"


def _auto(variant: str, _: Options) -> Backend | None:
    return None if variant else TurnsBackend("auto", _first_of_auto(), _of_auto)


def _portfolio(variant: str, _: Options) -> Backend | None:
    # Names as the backends write them; an unknown or a missing one is an error here, and not in the middle of a puzzle.
    names = [find_backend(name.strip()).name for name in variant.split(",") if name]
    if len(names) < 2:
        raise OptionError("a portfolio names two backends or more, as portfolio:native,sat:minisat22,cpsat")
    if len(set(names)) < len(names) or any(name.partition(":")[0] in ("portfolio", "auto") for name in names):
        raise OptionError("a portfolio names each backend once, and no backend that names others")
    return TurnsBackend(
        f"portfolio:{','.join(names)}", names[0], lambda layout: [_member(name, layout) for name in names]
    )


PORTFOLIO = Family(_portfolio)
AUTO = Family(_auto)
