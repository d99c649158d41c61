"""`portfolio:NAME,NAME,...` and `auto`: backends that search in time slices, and the first answer counts.

Each backend searches for a while, then the next one does; then all search again, each with four times the work, up to
an answer. Work is counted in steps of the search where the solver counts them, so that the answer does not depend on
the clock. A backend whose session is not open begins when the others have done as much work as its set-up takes (the
ski-rental rule: Karlin, Manasse, Rudolph and Sleator, "Competitive snoopy caching", 1988). So the total is at most a
small multiple of what the best of the backends takes.

`auto` is the compiled search, then two SAT solvers that learn, then CP-SAT. The compiled search answers most puzzles in
less time than another solver needs to start. A search that lasts is often one that a solver with clause learning ends
at once. For large layouts one SAT solver gets a formula of each puzzle, without the candidates that the givens rule
out. Without the compiled search the reference solver takes its place.

Backends begin by estimates of what it costs to give them a puzzle. These are of a usual machine, and not measured where
they are used: an answer must not depend on the clock. A wrong one costs time, never an answer.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from functools import cached_property
from math import inf
from time import perf_counter
from typing import NamedTuple

from ...reference.contract.capabilities import ANY_RULES
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
from ...reference.contract.session import Backend, CheckedSearch, Ended, Search, Session, in_steps
from ...reference.model.grid import Grid
from ...reference.model.layout import Layout
from ...reference.model.puzzle import Puzzle
from ...reference.native.backend import NativeSession
from ..naming.families import Family, Options, is_installed
from ..naming.find import find_backend

_FIRST_WORK = 0.5
"""Milliseconds of work for each backend in the first round. Most puzzles made for people take less."""

_GROWTH = 4.0
"""The ratio of a round's work to that of the round before. A search begins anew in each, which costs a third."""


class Member(NamedTuple):
    """A backend of a portfolio, and the milliseconds of work that the others do on a puzzle before its first search."""

    name: str
    before_opening: float = 0.0
    """While its session is not open: about what set-up takes."""
    before_search: float = 0.0
    """While it is open: about what its shortest search takes."""
    share: float = 1.0
    """Its work in a round after its first one, as a multiple of that of others."""
    equal_until: float = inf
    """With more work it seems to be stuck: it gets an eighth, in rounds where that is more than this."""

    def slice(self, work: float) -> float:
        """Returns its work in a round of so much work; 0 for none."""
        work *= self.share
        if work <= self.equal_until:
            return work
        return work / 8 if work / 8 > self.equal_until else 0.0


Members = Callable[[Layout], Sequence[Member]]


class PortfolioBackend:
    """Backends that search in time slices: `members` returns those for a layout, the first of which is `first`."""

    capabilities = ANY_RULES._replace(incremental=True, statistics=True)

    def __init__(self, name: str, first: str, members: Members) -> None:
        self.name = name
        self.first = first
        self.members = members

    def open(self, layout: Layout) -> PortfolioSession:
        """Returns a session with the first backend open; the others are opened when a puzzle needs them."""
        return PortfolioSession(layout, self)


class PortfolioSession(Session):
    """Sessions of several backends on one layout, which search one after the other, each for a longer and longer time.

    Set-up during a puzzle is part of its time limit: a backend whose set-up would take longer than what is left does
    not begin. If there are more solutions than the limit, which of them are returned depends on the backend that finds
    them. That is the first backend where it settles the puzzle in its first slice; else it depends on the sessions that
    are open.
    """

    _made_by: PortfolioBackend
    # Each of the sessions checks its own solutions where needed, and refuses what it does not take.
    checks_solutions = False

    def __init__(self, layout: Layout, backend: PortfolioBackend) -> None:
        super().__init__(layout, backend)
        self._open: dict[str, Session] = {}
        self._refusals: dict[str, Exception] = {}
        self.first = self._session(backend.first)
        """The session of the first backend; None where that refuses the layout."""

    @cached_property
    def _members(self) -> Sequence[Member]:
        """All backends; chosen when a puzzle first needs another than the first."""
        return self._made_by.members(self.layout)

    def _session(self, name: str) -> Session | None:
        """Returns the session of a backend, which is opened if it is new; None if it refuses."""
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
        loading = perf_counter() - started - session.setup_seconds["encode_seconds"]  # imports included
        session.setup_seconds["load_seconds"] = loading
        self._adopt(session)
        self._open[name] = session
        return session

    def _answers(
        self, puzzles: Iterable[Puzzle], limit: int, seconds: float | None
    ) -> Iterator[Result | UnitdokuError]:
        """Yields the answers; where the first backend is the compiled search, it answers in bulk.

        A puzzle that it does not settle soon is asked again as by `solve`, with its whole time.
        """
        if not isinstance(self.first, NativeSession):
            return super()._answers(puzzles, limit, seconds)
        Deadline(seconds)  # raises for a bad time
        return self.first.bulk_first(puzzles, limit, seconds, self)

    def search(self, puzzle: Puzzle, limit: int, deadline: Deadline) -> Search:
        """Returns the answer of the first backend where one slice is enough; else yields what the backends find."""
        asked = _Asked(puzzle, limit, deadline)
        first = None if self.first is None else asked.slice(self.first, _FIRST_WORK)
        if first is not None:
            ended = first.search
            if isinstance(ended, Ended) and (ended.exhausted or len(ended.solutions) >= limit):
                return ended if ended.backend else ended._replace(backend=first.backend)
        return self._go_on(asked, first)

    def _go_on(self, asked: _Asked, first: _Slice | None) -> Search:
        """Yields each solution when the first of the backends finds it, up to the answer of one of them."""
        answer = None if first is None else (yield from asked.answer(first))
        if answer is not None:
            return answer
        lead, *others = self._members
        searching = [lead] if first is not None and first.goes_on else []
        waiting = deque(others)
        work = _FIRST_WORK
        while (waiting or searching) and not asked.deadline.expired:
            if waiting and (not searching or self._is_due(waiting[0], asked)):
                searching.append(waiting.popleft())
                turn = searching[-1:]
            else:
                work *= _GROWTH
                turn = searching.copy()
            for member in turn:
                amount = member.slice(work)
                if not amount:
                    continue
                session = self._session(member.name)
                each = None if session is None else asked.slice(session, amount)
                if each is not None:
                    answer = yield from asked.answer(each)
                    if answer is not None:
                        return answer
                if each is None or not each.goes_on:
                    searching.remove(member)
        refusals = [*self._refusals.values(), *asked.refusals]
        if refusals and not waiting and not asked.done:
            raise refusals[0]
        return Ended()

    def _is_due(self, member: Member, asked: _Asked) -> bool:
        """Whether a backend should begin now: the others have done enough, and there is time for its set-up."""
        needed = member.before_search if member.name in self._open else member.before_opening
        return needed <= asked.done and needed <= 1000 * asked.deadline.remaining

    def _release(self) -> None:
        for session in self._open.values():
            session.close()


def compiled_search(session: Session) -> NativeSession | None:
    """Returns the session of `native` that a session is, or that its portfolio asks first; None for any other."""
    if isinstance(session, PortfolioSession):
        session = session.first or session
    return session if isinstance(session, NativeSession) else None


class _Slice(NamedTuple):
    """A search of one backend that may do some work."""

    backend: str
    search: CheckedSearch | Ended
    deadline: Deadline
    work: float

    @property
    def goes_on(self) -> bool:
        """Whether it ended as its work was done; else it has answered, or gave up."""
        return self.deadline.work <= 0 or self.deadline.expired


class _Asked:
    """The question about one puzzle, the solutions that were found, and the errors of backends that declined it."""

    def __init__(self, puzzle: Puzzle, limit: int, deadline: Deadline) -> None:
        self.deadline = deadline
        self.done = 0.0
        """Milliseconds of work of all backends."""
        self.refusals: list[Exception] = []
        self._puzzle = puzzle
        self._limit = limit
        self._found: set[Grid] = set()
        """The shown parts of the solutions: backends may return different grids that agree in all shown cells."""

    def slice(self, session: Session, work: float) -> _Slice | None:
        """Begins a search that ends after so much work, or so many milliseconds; None where the backend declines."""
        deadline = self.deadline.part(work) if session._counts_work else self.deadline.sooner(work / 1000)
        try:
            return _Slice(session.backend, session._searched(self._puzzle, self._limit, deadline), deadline, work)
        except (FormulaTooLarge, Unsupported) as error:
            self.refusals.append(error)
            return None

    def answer(self, each: _Slice) -> Generator[Grid, None, Ended | None]:
        """Yields the new solutions of a search; returns its end where that settles the puzzle."""
        search = in_steps(each.search)
        own = 0
        try:
            while True:
                grid = next(search)
                own += 1
                part = self._puzzle.layout.shown_part(grid)
                if part not in self._found:
                    self._found.add(part)
                    yield grid
                    if len(self._found) >= self._limit > own:
                        return Ended(backend=each.backend)
        except StopIteration as end:
            ended: Ended = end.value
        except (FormulaTooLarge, Unsupported) as error:
            # Some look at the puzzle only now: where the encoding is made for each puzzle, or in a worker.
            self.refusals.append(error)
            return None
        finally:
            search.close()
        self.done += each.work
        if ended.exhausted and len(self._found) > own:
            raise InvalidAnswer(f"{each.backend} {claim(own)}, but another backend found another one")
        if not is_settled(len(self._found), ended.exhausted, self._limit):
            return None
        return ended if ended.backend else ended._replace(backend=each.backend)


_SOLVERS = ("sat:minisat22", "sat:cadical195")
"""The solvers of PySAT. On one puzzle in twenty a solver needs ten times as long as on others like it, and
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
    """Returns a backend as a member of a portfolio on a layout."""
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
    return None if variant else PortfolioBackend("auto", _first_of_auto(), _of_auto)


def _portfolio(variant: str, _: Options) -> Backend | None:
    # Names as the backends write them; an unknown or a missing one is an error here, and not in the middle of a puzzle.
    names = [find_backend(name.strip()).name for name in variant.split(",") if name]
    if len(names) < 2:
        raise OptionError("a portfolio names two backends or more, as portfolio:native,sat:minisat22,cpsat")
    if len(set(names)) < len(names) or any(name.partition(":")[0] in ("portfolio", "auto") for name in names):
        raise OptionError("a portfolio names each backend once, and no backend that names others")
    return PortfolioBackend(
        f"portfolio:{','.join(names)}", names[0], lambda layout: [_member(name, layout) for name in names]
    )


PORTFOLIO = Family(_portfolio)
AUTO = Family(_auto)
