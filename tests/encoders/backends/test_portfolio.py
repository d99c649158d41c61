"""Backends that search in time slices: `portfolio:NAME,NAME` and `auto`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest
from corpora import bundled, seventeen_clue
from found import Named
from pace import needs_kernel

from unitdoku import (
    BackendError,
    FormulaTooLarge,
    Grid,
    InvalidAnswer,
    Layout,
    OptionError,
    Puzzle,
    Result,
    UnknownBackend,
    Unsupported,
    Verdict,
    classic,
    find_backend,
    from_units,
    latin,
    solve,
)
from unitdoku.backend import Backend, Capabilities, Deadline, Session
from unitdoku.compare.corpora.corpus import puzzles_of
from unitdoku.encoders.backends import portfolio
from unitdoku.encoders.backends.portfolio import Member, PortfolioBackend, PortfolioSession
from unitdoku.encoders.naming.families import is_installed
from unitdoku.reference.contract.session import Search
from unitdoku.reference.native import bulk

SMALL = classic(4)
GRIDS = solve(Puzzle.empty(SMALL), "reference", limit=3).solutions


class Scripted(Session):
    """Needs so many milliseconds of work, then finds the grids; notes the work that each search may do."""

    checks_solutions = False
    _counts_work = True

    def __init__(
        self, name: str, needs: float, grids: Sequence[Grid] = (), exhausted: bool = True, layout: Layout = SMALL
    ) -> None:
        super().__init__(layout, Named(name, Capabilities(shown=True)))
        self.needs, self.grids, self.exhausted = needs, grids, exhausted
        self.worked: list[float] = []

    def search(self, puzzle: Puzzle, limit: int, deadline: Deadline) -> Search:
        self.worked.append(deadline.work)
        if deadline.work < self.needs:
            deadline.work = 0
            return False
        yield from self.grids[:limit]
        return self.exhausted


Sessions = dict[str, Session]


@pytest.fixture
def scripted(monkeypatch: pytest.MonkeyPatch) -> Sessions:
    """Names of backends, each with the session that it opens; one that is missing refuses every layout."""
    sessions: Sessions = {}

    def opened(_: Layout, backend: Backend) -> Session:
        if backend.name not in sessions:
            raise FormulaTooLarge(f"{backend.name} refuses")
        return sessions[backend.name]

    monkeypatch.setattr(portfolio, "find_backend", lambda name: Named(name, session=opened))
    return sessions


def opened(first: str, *others: Member) -> PortfolioSession:
    return PortfolioBackend("several", first, lambda _: [Member(first), *others]).open(SMALL)


def one_and_two(scripted: Sessions, one: Session, two: Session) -> PortfolioSession:
    scripted["one"], scripted["two"] = one, two
    return opened("one", Member("two"))


EMPTY = Puzzle.empty(SMALL)


def test_each_round_has_four_times_the_work(scripted: Sessions) -> None:
    one, two = Scripted("one", 100), Scripted("two", 3)
    result = one_and_two(scripted, one, two).solve(EMPTY)
    assert (result.verdict, result.backend) == (Verdict.UNSAT, "two")
    assert (one.worked, two.worked) == ([0.5, 2, 8], [0.5, 2, 8])


def test_a_backend_that_seems_lost_gets_an_eighth(scripted: Sessions) -> None:
    scripted["one"], scripted["two"] = one, two = Scripted("one", 1000), Scripted("two", 30)
    PortfolioBackend("several", "one", lambda _: [Member("one", equal_until=2), Member("two")]).open(SMALL).solve(EMPTY)
    assert (one.worked, two.worked) == ([0.5, 2, 4], [0.5, 2, 8, 32])


def test_an_answer_in_the_first_slice_opens_no_other_session(scripted: Sessions) -> None:
    scripted["one"] = Scripted("one", 0.4, GRIDS[:1])
    session = PortfolioBackend("several", "one", lambda _: pytest.fail("a second session was not needed")).open(SMALL)
    assert session.solve(EMPTY).backend == "one"


def test_a_backend_begins_when_the_others_have_done_what_its_set_up_takes(scripted: Sessions) -> None:
    scripted["one"], scripted["two"] = one, two = Scripted("one", 100), Scripted("two", 0)
    session = opened("one", Member("two", before_opening=6, before_search=1))
    session.solve(EMPTY)
    assert (sum(one.worked), two.worked) == (10.5, [8])
    one.worked.clear()
    session.solve(EMPTY)  # it is open now
    assert sum(one.worked) == 2.5


def test_a_backend_whose_set_up_takes_longer_than_the_time_left_does_not_begin(scripted: Sessions) -> None:
    scripted["one"], scripted["two"] = Scripted("one", 1000), Scripted("two", 0)
    session = opened("one", Member("two", before_opening=600))
    assert session.solve(EMPTY, seconds=0.5).backend == "one"
    assert session.solve(EMPTY, seconds=60).backend == "two"


def test_a_backend_that_refuses_is_left_out(scripted: Sessions) -> None:
    scripted["three"] = Scripted("three", 50)
    assert opened("one", Member("two"), Member("three")).solve(EMPTY).backend == "three"
    with pytest.raises(FormulaTooLarge, match="one refuses"):
        opened("one", Member("two")).solve(EMPTY)


class Prepared(Scripted):
    """Prepares itself for each puzzle, which takes set-up time."""

    prepared = 0

    def _prepare(self, puzzle: Puzzle, limit: int) -> None:
        self.prepared += 1
        self.setup_seconds["load_seconds"] += 100


def test_each_session_is_prepared_and_reports_its_set_up(scripted: Sessions) -> None:
    one, two = Prepared("one", 0.5, GRIDS[:1], False), Prepared("two", 1, GRIDS[:2])
    result = one_and_two(scripted, one, two).solve(EMPTY, 3)
    assert (one.prepared, two.prepared) == (1, 2)
    assert result.statistics["load_seconds"] >= 100


class Declining(Scripted):
    """Declines each puzzle: before it searches, or in its first turn."""

    at_once = True

    def _prepare(self, puzzle: Puzzle, limit: int) -> None:
        if self.at_once:
            raise Unsupported(f"{self.backend} declines")

    def search(self, puzzle: Puzzle, limit: int, deadline: Deadline) -> Search:
        yield from ()
        raise Unsupported(f"{self.backend} declines")


@pytest.mark.parametrize("at_once", [True, False])
def test_a_backend_that_declines_a_puzzle_is_followed_by_the_next(
    scripted: Sessions, at_once: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Declining, "at_once", at_once)
    scripted["one"], scripted["two"], scripted["three"] = Declining("one", 0), Declining("two", 0), Scripted("three", 9)
    for others in (["two", "three"], ["three", "two"]):
        session = opened("one", *(Member(name, before_opening=1) for name in others))
        assert session.solve(EMPTY).backend == "three"
    session = opened("one", Member("two"))
    with pytest.raises(Unsupported, match="one declines"):
        session.solve(EMPTY)
    assert opened("one", Member("three", 5)).solve(EMPTY, seconds=0).verdict is Verdict.UNKNOWN


def test_a_function_that_declines_candidates_leaves_them_to_the_next() -> None:
    with_candidates = Puzzle(SMALL, (0b0011,) + (0b1111,) * 15)
    assert solve(with_candidates, "portfolio:python:unitdoku:solve:takes=text,reference").backend == "reference"


def test_a_backend_that_gives_up_leaves_the_others(scripted: Sessions) -> None:
    gives_up = Scripted("one", 1, exhausted=False)
    assert one_and_two(scripted, gives_up, Scripted("two", 9)).solve(EMPTY).backend == "two"
    result = one_and_two(scripted, gives_up, Scripted("two", 9, exhausted=False)).solve(EMPTY)
    assert (result.verdict, result.backend) == (Verdict.UNKNOWN, "several")


def test_solutions_of_several_backends_count_together(scripted: Sessions) -> None:
    first, rest = Scripted("one", 1, GRIDS[:1], exhausted=False), Scripted("two", 9, GRIDS[1:3], exhausted=False)
    announced: list[Grid] = []
    result = one_and_two(scripted, first, rest).solve(EMPTY, 2, on_solution=announced.append)
    assert list(result.solutions) == announced == list(GRIDS[:2])
    assert not result.exhausted


def test_a_solution_with_other_values_in_hidden_cells_is_no_other_solution(scripted: Sessions) -> None:
    layout = replace(SMALL, shown=(0,))
    one, same, other = ((value, *GRIDS[0][1:]) for value in (1, 1, 2))
    scripted["one"] = Scripted("one", 1, [one], exhausted=False, layout=layout)
    scripted["two"] = Scripted("two", 9, [same[:-1] + (9,), other], layout=layout)
    session = PortfolioBackend("several", "one", lambda _: [Member("one"), Member("two")]).open(layout)
    assert session.solve(Puzzle.empty(layout), 5).solutions == (one, other)


def test_backends_that_contradict_each_other_are_an_error(scripted: Sessions) -> None:
    session = one_and_two(scripted, Scripted("one", 1, GRIDS[:1], exhausted=False), Scripted("two", 9, GRIDS[1:2]))
    with pytest.raises(InvalidAnswer, match="two claims that its solution is the only one, but another backend"):
        session.solve(EMPTY, 3)


def test_an_error_of_a_backend_reaches_the_caller(scripted: Sessions) -> None:
    class Failing(Scripted):
        def search(self, puzzle: Puzzle, limit: int, deadline: Deadline) -> Search:
            yield from ()
            raise ZeroDivisionError

    with pytest.raises(BackendError, match="two failed: ZeroDivisionError"):
        one_and_two(scripted, Scripted("one", 10), Failing("two", 0)).solve(EMPTY)


@pytest.mark.parametrize(
    ("error", "names"),
    [
        (OptionError, ["portfolio", "portfolio:native", "portfolio:reference,reference", "portfolio:reference,auto"]),
        (OptionError, ["auto:puzzles=3"]),
        (UnknownBackend, ["portfolio:reference,nonsense", "portfolio:reference,reference:nonsense", "auto:best"]),
    ],
)
def test_names_that_are_none(error: type[Exception], names: list[str]) -> None:
    for name in names:
        with pytest.raises(error):
            find_backend(name)


def test_the_backends_of_a_portfolio_keep_their_options() -> None:
    pytest.importorskip("pysat")
    name = "portfolio:reference,sat:cadical195:encoding=minimal"
    assert find_backend(name).name == name
    assert find_backend("portfolio:reference, sat").name == "portfolio:reference,sat:cadical195"
    result = solve(Puzzle.empty(SMALL), name, limit=300)
    assert (len(result.solutions), result.exhausted) == (288, True)


@pytest.mark.parametrize("name", ["auto", "portfolio:reference:twins,cpsat"])
def test_answers_are_those_of_the_reference(name: str) -> None:
    if "cpsat" in name:
        pytest.importorskip("ortools")
    odd = Puzzle.empty(from_units(3, [[0, 1, 2], [0, 3]], shape=(1, 4)))
    variants = [entry for entry in bundled("variants.jsonl") if entry.layout.size == 9]
    for puzzle in (*seventeen_clue(2), *variants[::2], odd, Puzzle.empty(latin(1))):
        expected, result = (solve(puzzle, backend, limit=20) for backend in ("reference", name))
        assert (set(result.solutions), result.exhausted) == (set(expected.solutions), expected.exhausted)


HARD = puzzles_of("jigsaw-unsolvable.jsonl")[28]


@pytest.mark.parametrize("name", ["native", "reference", "sat:minisat22", "sat:cadical195", "cpsat"])
def test_a_search_that_counts_its_work_ends_when_it_is_done(name: str) -> None:
    if not is_installed(name):
        pytest.skip(f"{name} is not installed")
    with find_backend(name).open(HARD.layout) as session:
        deadline = Deadline(60, work=0.5)
        assert session.solve(HARD, 1, deadline).verdict is Verdict.UNKNOWN
        assert deadline.work <= 0
        if name not in ("native", "reference"):  # they take much longer
            deadline = Deadline(60, work=1e6)
            assert session.solve(HARD, 1, deadline).verdict is Verdict.UNSAT
            assert deadline.work > 0


def test_auto_gives_a_long_search_to_a_solver_that_learns() -> None:
    pytest.importorskip("pysat")
    result = solve(HARD, seconds=60)
    assert (result.verdict, result.backend) == (Verdict.UNSAT, "sat:minisat22")
    assert result.statistics["encode_seconds"] > 0


def members_of_auto(layout: Layout) -> list[str]:
    backend = find_backend("auto")
    assert isinstance(backend, PortfolioBackend)
    return [member.name for member in backend.members(layout)]


def test_auto_goes_on_without_other_solvers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(portfolio, "is_installed", lambda name: name == "native" and is_installed(name))
    assert members_of_auto(classic()) == ["native"]
    assert solve(seventeen_clue(1)[0], limit=2).unique


def test_auto_writes_formulas_of_single_puzzles_for_large_layouts() -> None:
    pytest.importorskip("pysat")
    assert members_of_auto(latin(40))[1] == "sat:cadical195:encoding=reduced:mode=stable"


def test_set_up_is_reported_by_a_first_puzzle_that_lasts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bulk, "SECONDS_IN_BULK", 0.0)
    with find_backend("auto").open(SMALL) as session:
        first, second = session.solve_many([Puzzle.empty(SMALL)] * 2, limit=2)
    assert [each.statistics["encode_seconds"] > 0 for each in (first, second)] == [True, False]


@needs_kernel
@pytest.mark.parametrize("soon", [0.0, 0.1])
def test_many_puzzles_are_answered_in_bulk_and_what_lasts_alone(soon: float, monkeypatch: pytest.MonkeyPatch) -> None:
    puzzles = [Puzzle.empty(SMALL), Puzzle.from_givens({"A1": 1, "A2": 1}, SMALL), Puzzle.empty(SMALL)]
    monkeypatch.setattr("unitdoku.reference.native.bulk.SECONDS_IN_BULK", soon)
    alone: list[Puzzle] = []

    def solve_alone(_: object, puzzle: Puzzle, *limits: object) -> Result:
        alone.append(puzzle)
        return Result((), True)

    monkeypatch.setattr(PortfolioSession, "solve", solve_alone)
    with find_backend("auto").open(SMALL) as session:
        answers = list(session.solve_many(puzzles, limit=2))
    assert alone == ([] if soon else puzzles)
    if soon:
        assert [answer.verdict for answer in answers] == [Verdict.SAT, Verdict.UNSAT, Verdict.SAT]
        assert [answer.statistics["encode_seconds"] > 0 for answer in answers] == [True, False, False]
