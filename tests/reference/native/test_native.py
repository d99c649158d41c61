"""Sessions of the native solver: the input they accept and refuse, and the order of their answers."""

from __future__ import annotations

import os
import random
import sys
from array import array
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from operator import length_hint
from time import perf_counter
from types import SimpleNamespace
from typing import Any

import pytest
from commands import printed_by
from corpora import CLASSIC, bundled
from hard_puzzles import PIGEONS
from pace import needs_kernel

from unitdoku import (
    BackendError,
    BackendUnavailable,
    FormulaTooLarge,
    OptionError,
    Puzzle,
    PuzzleError,
    Unit,
    Verdict,
    classic,
    find_backend,
    from_units,
    is_solution,
    solve,
)
from unitdoku.encoders.backends.portfolio import compiled_search
from unitdoku.reference.native import backend, bulk, loading
from unitdoku.reference.native.backend import NativeBackend, NativeSession

HARD = bundled("top95.txt")


@pytest.fixture
def session() -> Iterator[NativeSession]:
    with NativeBackend().open(CLASSIC) as opened:
        yield opened


def values(puzzles: list[Puzzle]) -> bytes:
    return b"".join(bytes(puzzle.values) for puzzle in puzzles)


@needs_kernel
def test_a_program_may_end_while_daemon_threads_search() -> None:
    script = """
import threading, time
from unitdoku import *
puzzle = Puzzle.empty(classic(16))
for search in 2 * [lambda: count(puzzle), lambda: solve(puzzle, "native", limit=10**9)]:
    threading.Thread(target=search, daemon=True).start()
time.sleep(0.5)
"""
    assert printed_by(script) == ""


@needs_kernel
def test_in_a_subinterpreter_it_is_refused() -> None:
    """It would wait for ever; `auto` goes on with others.

    This is one that shares the lock of the main interpreter: Python itself refuses most compiled modules in the others.
    """
    recent = sys.version_info >= (3, 13)
    module, shared = ("_interpreters", "'legacy'") if recent else ("_xxsubinterpreters", "isolated=False")
    pytest.importorskip(module)
    inner = f"""
import sys
sys.path[:] = {sys.path!r}
from unitdoku import *
try:
    solve(Puzzle.empty(classic(4)), "native")
except BackendUnavailable as error:
    print("sub-interpreter" in str(error), solve(Puzzle.empty(classic(4))).verdict, flush=True)
"""
    script = f"import {module} as interpreters; interpreters.run_string(interpreters.create({shared}), {inner!r})"
    assert printed_by(script) == "True SAT\n"


def does_not_load(*_: object) -> object:
    raise ImportError("invalid ELF header")


class TestLoading:
    @pytest.mark.skipif("CI" not in os.environ, reason="elsewhere there may be no compiler")
    def test_continuous_integration_has_a_kernel(self) -> None:
        assert loading.available_levels()

    def test_a_level_that_is_not_there(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setenv(loading.FORCE, "v9")
        with pytest.raises(BackendUnavailable, match="UNITDOKU_NATIVE_LEVEL is v9; here are: "):
            find_backend("native")

    @needs_kernel
    @pytest.mark.parametrize(
        ("name", "changed", "why"),
        [
            ("find_spec", lambda *_: None, r"it was not compiled: install a C\+\+20 compiler"),
            ("LEVELS", ("v9",), r"it was not compiled: install a C\+\+20 compiler"),  # too old for any build
            (
                "import_module",
                lambda *_: SimpleNamespace(levels=lambda: ["v9"]),
                "none of its builds runs here: install",
            ),
            ("import_module", does_not_load, "none of its builds runs here"),
        ],
        ids=["no compiler", "old compiler", "other processor", "damaged file"],
    )
    def test_without_a_kernel_it_says_why(
        self, monkeypatch: pytest.MonkeyPatch, name: str, changed: object, why: str
    ) -> None:
        monkeypatch.delenv(loading.FORCE, raising=False)
        monkeypatch.setattr(loading, "_in_a_subinterpreter", lambda: False)
        monkeypatch.setattr(loading, name, changed)
        assert loading.available_levels() == ()
        with pytest.raises(BackendUnavailable, match=f"native needs its kernel: {why}"):
            find_backend("native")
        assert solve(HARD[0]).backend != "native"

    @needs_kernel
    def test_auto_works_without_the_kernel(self, monkeypatch: pytest.MonkeyPatch) -> None:
        with find_backend("auto").open(CLASSIC) as auto:
            assert compiled_search(auto) is not None
        monkeypatch.setenv(loading.FORCE, "none")
        with find_backend("auto").open(CLASSIC) as auto:
            assert compiled_search(auto) is None
            assert auto.solve(HARD[0], 2).backend != "native"


@needs_kernel
class TestBadInput:
    @pytest.mark.parametrize(
        ("puzzles", "what"),
        [
            (b"1" * 80, "80 items are no whole number of puzzles"),
            (bytes(80) + b"\x0a", "puzzle 0: 10 is outside the values 1..9"),
            (bytes(81) + bytes(40) + b"\xff" + bytes(40), "cell E5: puzzle 1: 255 is outside"),
            (array("H", [511] * 80 + [512]), "cell I9: puzzle 0: the candidate set 0b1000000000 is empty or beyond"),
            (array("H", [511] * 80 + [0]), "the candidate set 0b0 is empty"),
            (array("h", [511] * 80 + [-1]), "puzzle 0: the candidate set"),
            (array("H", [511] * 82), "82 items are no whole number"),
        ],
    )
    def test_items_that_fit_no_puzzle(self, session: NativeSession, puzzles: object, what: str) -> None:
        with pytest.raises(PuzzleError, match=what):
            session.solve_bulk(puzzles)

    @pytest.mark.parametrize(
        "puzzles", [array("I", [511] * 81), array("d", [0.0] * 81), "." * 81, None, 5, memoryview(bytes(162))[::2]]
    )
    def test_arguments_that_are_no_buffer_of_cells(self, session: NativeSession, puzzles: object) -> None:
        with pytest.raises(TypeError):
            session.solve_bulk(puzzles)

    def test_bad_arguments(self, session: NativeSession) -> None:
        wrong: dict[str, tuple[Any, ...]] = {
            "limit": (0, -1, True, 1.5),
            "seconds": (-1.0, float("nan")),
            "threads": (0, -1, 10**9, True, "2"),
        }
        for name, values in wrong.items():
            for value in values:
                with pytest.raises(ValueError, match=name.replace("seconds", "time limit")):
                    session.solve_bulk(bytes(81), **{name: value})
        with pytest.raises(OptionError, match="threads"):
            find_backend("native:threads=0")

    def test_layouts_of_many_values(self) -> None:
        with pytest.raises(FormulaTooLarge, match="129 values"):
            NativeBackend().open(from_units(129, [], (1, 1)))
        for size in (64, 65, 128):
            with NativeBackend().open(from_units(size, [range(size)], (1, size))) as large:
                assert sorted(large.solve(Puzzle.empty(large.layout)).solutions[0]) == list(range(1, size + 1))
                assert large.count(Puzzle.from_values([0, 0, *range(1, size - 1)], large.layout)) == 2
                masks = large.masks([Puzzle.empty(large.layout)] * 2)
                masks[-1] = masks[-2] = 0
                with pytest.raises(PuzzleError, match="puzzle 1: the candidate set 0b0 is empty"):
                    large.solve_bulk(masks)


@needs_kernel
class TestAnswers:
    def test_values_and_masks_are_the_same_question(self, session: NativeSession) -> None:
        assert len(session.solve_bulk(b"")) == 0
        masks = array("H", [mask for puzzle in HARD for mask in puzzle.candidates])
        answers = session.solve_bulk(values(HARD), 2)
        assert answers == session.solve_bulk(masks, 2) == session.solve_bulk(list(map(str, HARD)), 2)
        assert answers.grids is not None
        assert answers.grids.shape == (len(HARD), 81)
        assert all(map(is_solution, answers.grids.tolist(), HARD))

    def test_numpy_arrays(self, session: NativeSession) -> None:
        numpy = pytest.importorskip("numpy")
        table = numpy.frombuffer(values(HARD), dtype=numpy.uint8).reshape(-1, 81)
        answers = session.solve_bulk(table, 2, threads=2)
        assert numpy.asarray(answers.counts).sum() == numpy.asarray(answers.grids).shape[0] == len(HARD)
        for wrong, error, message in (
            (table[:, ::-1], TypeError, "`ascontiguousarray` makes a copy"),
            (table.astype("int64"), TypeError, r"astype\('uint8'\)"),
            (table.astype("int16"), PuzzleError, "larger ones candidate sets"),
        ):
            with pytest.raises(error, match=message):
                session.solve_bulk(wrong)
        # The table has a row for each solution, so none without solutions.
        for none in (table[:0], numpy.full((2, 81), 5, dtype="uint8")):
            nothing = session.solve_bulk(none, 2)
            assert numpy.asarray(nothing.grids).shape == (0, 81)
            assert nothing.grids.tolist() == []  # type: ignore[union-attr] # grids were asked for
            assert len(nothing) == len(none)

    @pytest.mark.parametrize("count", [0, 1, 33, 5_001])
    def test_threads_share_the_puzzles(self, session: NativeSession, count: int) -> None:
        # Each answer is in the place of its puzzle, in whichever order the threads take the puzzles.
        rows = [values([puzzle]) for puzzle in HARD[:37]]
        apart = [session.solve_bulk(row, 2) for row in rows]
        grids = [bytes(each.grids or b"") for each in apart]
        order = [number % 37 for number in range(count)]
        for threads in (1, 2, 5, 40):
            answers = session.solve_bulk(b"".join(rows[number] for number in order), 2, threads=threads)
            assert bytes(answers.grids or b"") == b"".join(grids[number] for number in order)
            for column in ("counts", "guesses", "finished", "exhausted"):
                expected = [getattr(each, column)[0] for each in apart]
                assert list(getattr(answers, column)) == [expected[number] for number in order]

    def test_puzzles_are_taken_a_few_at_a_time(self, session: NativeSession) -> None:
        left = iter(HARD * 30)
        results = session.solve_many(left, 2)
        assert length_hint(left) == 95 * 30
        assert next(results).unique
        assert length_hint(left) == 95 * 30 - 1
        assert all(next(results).unique for _ in range(100))
        assert length_hint(left) > 95 * 30 - 300

    @pytest.mark.parametrize("threads", [1, 3])
    def test_a_sequence_of_very_short_runs_ends(self, session: NativeSession, threads: int) -> None:
        questions = {"as_values": True, "limit": 2, "seconds": -1.0, "threads": threads, "grids": True}
        job = session.kernel.Job(session.program, values(HARD), **questions)
        assert any(job.run(0.0) for _ in range(1000))
        assert job.grids() == bytes(session.solve_bulk(values(HARD), 2).grids or b"")

    def test_slow_puzzles_are_answered_one_by_one(
        self, session: NativeSession, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(backend, "_CHUNK_SECONDS", 0.0)  # every chunk takes longer
        left = iter(HARD)
        results = session.solve_many(left, 2)
        for number in range(1, 10):
            assert next(results).unique
            assert length_hint(left) == len(HARD) - number

    def test_a_bad_puzzle_is_reported_after_the_results_before_it(self, session: NativeSession) -> None:
        results = session.solve_many([*HARD[:10], Puzzle.empty(classic(4)), HARD[10]], 2)
        assert all(next(results).unique for _ in range(10))
        with pytest.raises(PuzzleError, match="the puzzle is on classic:2x2"):
            next(results)
        for limit in (0, "5", None):
            with pytest.raises(ValueError, match="limit"):
                next(session.solve_many(HARD, limit))  # type: ignore[arg-type]
        with pytest.raises(PuzzleError, match="None is no puzzle"):
            list(session.solve_many([HARD[0], None, HARD[1]]))
        session.close()
        with pytest.raises(BackendError, match="closed"):
            session.solve_bulk(values(HARD))
        with pytest.raises(BackendError, match="closed"):
            next(session.solve_many(HARD))

    def test_one_question_at_a_time(self, session: NativeSession) -> None:
        with ThreadPoolExecutor(1) as pool:
            slow = pool.submit(session.solve_bulk, bytes(81), 10**30, 1.0, grids=False)

            def ask() -> None:
                while not slow.done():
                    session.solve(HARD[0])
                slow.result()

            with pytest.raises(BackendError, match="another puzzle"):
                ask()
        assert session.solve(HARD[0]).verdict is Verdict.SAT


@needs_kernel
class TestTime:
    def test_a_limit_is_for_each_puzzle(self, session: NativeSession) -> None:
        # The first is settled at once, the empty ones never: they have 6,670,903,752,021,072,936,960 grids.
        puzzles = values([HARD[0], Puzzle.empty(CLASSIC), *HARD[1:40], Puzzle.empty(CLASSIC)])
        started = perf_counter()
        for threads in (1, 2):
            answers = session.solve_bulk(puzzles, 10**30, 0.3, threads=threads, grids=False)
            assert list(answers.finished) == [1, 0, *[1] * 39, 0]
            assert list(answers.exhausted) == list(answers.finished)
            assert [count for count in answers.counts if count > 1] == [answers.counts[1], answers.counts[-1]]
        assert perf_counter() - started < 30

    def test_each_of_many_puzzles_has_its_own_time(
        self, session: NativeSession, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        with NativeBackend().open(PIGEONS) as other:  # a contradiction that takes it minutes to find
            found = list(other.solve_many([Puzzle.empty(PIGEONS)] * 3, 2, 0.2))
            assert {answer.verdict for answer in found} == {Verdict.UNKNOWN}
            assert min(answer.statistics["solve_seconds"] for answer in found) >= 0.2
        monkeypatch.setattr(bulk, "SECONDS_IN_BULK", 0.0)  # so that no chunk is done in time
        answers = list(session.solve_many(HARD[:40], 2, 60))
        assert all(answer.unique for answer in answers)
        assert sum(answer.statistics["encode_seconds"] > 0 for answer in answers) == 1

    def test_easier_puzzles_do_not_delay_a_puzzle(self, session: NativeSession) -> None:
        # The first needs locked candidates or a guess; the easier ones behind it take longer than its time limit.
        easy = session.solve_bulk(values(HARD), 1).grids
        assert easy is not None
        answers = session.solve_bulk(values(HARD[:1]) + easy.tobytes() * 3000, 2, 0.1)
        assert (answers.finished[0], answers.counts[0]) == (1, 1)

    def test_limits_are_kept_on_large_layouts(self) -> None:
        # A guess visits thousands of cells, and the rounds between two checks of the clock visit all of them.
        rng = random.Random(1)
        cells = 2**15
        pairs = [Unit(str(number), tuple(rng.sample(range(cells), 2))) for number in range(cells // 8)]
        layout = from_units(16, pairs, (128, 256))
        puzzle = Puzzle(layout, tuple(sum(1 << bit for bit in rng.sample(range(16), 2)) for _ in range(cells)))
        with NativeBackend().open(layout) as session:
            started = perf_counter()
            assert session.solve(puzzle, 1, 0.1).verdict is Verdict.UNKNOWN
            assert perf_counter() - started < 5  # it was 18

    def test_solutions_found_in_time_are_returned(self, session: NativeSession) -> None:
        result = session.solve(Puzzle.empty(CLASSIC), 10**30, 0.1)
        assert not result.exhausted
        assert len(result.solutions) > 1
        assert result.statistics["guesses"] > 0
        assert session.solve(HARD[0], 2).unique

    def test_ctrl_c_ends_a_buffer_and_a_count(self) -> None:
        script = """
import os, signal, threading
from unitdoku import Puzzle, classic
from unitdoku.reference.native.backend import NativeBackend
empty = Puzzle.empty(classic())
session = NativeBackend(threads=2).open(empty.layout)
for ask in (lambda: session.solve_bulk(bytes(81), 10**30, grids=False), lambda: session.count(empty)):
    threading.Timer(0.3, os.kill, (os.getpid(), signal.SIGINT)).start()
    try:
        ask()
    except KeyboardInterrupt:
        print("interrupted", session.solve(empty).verdict.name)
"""
        assert printed_by(script) == "interrupted SAT\n" * 2
