from __future__ import annotations

import os
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from corpora import HARD
from processes import ended, interrupted

from unitdoku import (
    BackendError,
    BackendOutOfMemory,
    BackendUnavailable,
    Grid,
    Puzzle,
    Verdict,
    classic,
    latin,
    solve,
)
from unitdoku.backend import Backend
from unitdoku.encoders.backends.dimacs import FAMILY
from unitdoku.encoders.naming.families import BY_NAME, Options
from unitdoku.reference.contract.errors import FormulaTooLarge, OptionError

pytestmark = pytest.mark.skipif(os.name != "posix", reason="needs process groups")

TWO = Puzzle.empty(latin(2))
# Both solutions of it, in the variables of the layout.
FIRST, SECOND = "1 -2 -3 4 -5 6 7 -8", "-1 2 3 -4 5 -6 -7 8"
SAT = f"echo s SATISFIABLE; echo v {FIRST} 0; exit 10"
INTO_A_FILE = f"echo WARNING; [ -e $1 ] && echo SAT >$2 && echo {FIRST} 0 >>$2; exit 10"


def backend(command: str, **options: object) -> Backend:
    made = FAMILY.make(command, Options(f"dimacs:{command}", options))
    assert made is not None
    return made


@pytest.fixture(autouse=True)
def temporary(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The folder for temporary files is empty at the end of each test."""
    folder = tmp_path / "temporary"
    folder.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(folder))
    yield
    assert not list(folder.iterdir())


Fake = Callable[..., Backend]


@pytest.fixture
def fake(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Fake:
    """Puts a program on the PATH that runs these lines of sh, in which $HERE is a folder to leave notes in."""
    folder = tmp_path / "programs"
    folder.mkdir()
    monkeypatch.setenv("PATH", f"{folder}{os.pathsep}{os.environ['PATH']}")
    monkeypatch.setenv("HERE", str(tmp_path))

    def write(script: str, name: str = "fake", arguments: str = "", head: str = "#!/bin/sh") -> Backend:
        (folder / name).write_text(f"{head}\n{script}\n")
        (folder / name).chmod(0o755)
        return backend(f"{name} {arguments}".strip())

    return write


def ask(asked: Backend, puzzle: Puzzle = TWO, limit: int = 1, **more: Any) -> Any:
    with asked.open(puzzle.layout) as session:
        return session.solve(puzzle, limit, **more)


def assert_gone(*notes: Path) -> None:
    assert all(ended(int(note.read_text())) for note in notes)


HANGS = 'trap "" TERM; sleep 1000 & echo $! >$HERE/child; echo $$ >$HERE/self; while :; do sleep 1000; done'


def test_a_program_that_answers(fake: Fake, tmp_path: Path) -> None:
    result = ask(fake(f"echo c hello; {SAT}"))
    assert (result.solutions, result.exhausted, result.statistics["calls"]) == (((1, 2, 2, 1),), False, 1)
    asked = fake("cp $1 $HERE/question; echo s UNSATISFIABLE; exit 20")
    assert ask(asked, Puzzle(latin(3), (0b001, 0b110, *[0b111] * 7))).verdict is Verdict.UNSAT
    head, *lines = (tmp_path / "question").read_text().splitlines()
    assert head == f"p cnf 27 {len(lines)}"
    assert lines[-2:] == ["1 0", "-4 0"]  # givens are unit clauses


def test_what_a_program_is_given(fake: Fake) -> None:
    asked = fake(
        '[ "$1" = "two words" ] || exit 3; [ -z "$(cat)" ] || exit 4;'
        f"grep -q '^-1 -4 -6 -7 0' $2 && {{ echo s UNSATISFIABLE; exit 20; }};"
        f"{SAT}",
        arguments="'two words'",
    )
    assert asked.name == "dimacs:fake 'two words'"
    result = ask(asked, limit=9)
    assert (len(result.solutions), result.exhausted, result.statistics["calls"]) == (1, True, 2)


@pytest.mark.parametrize("name", ["minisat", "minisat_static", "MiniSat2"])
def test_a_program_with_a_result_file(name: str, fake: Fake) -> None:
    assert ask(fake(INTO_A_FILE, name)).solutions == ((1, 2, 2, 1),)
    assert ask(fake("echo UNSAT >$2; exit 20", name)).verdict is Verdict.UNSAT


def test_the_name_of_a_program_in_quotes(fake: Fake, tmp_path: Path) -> None:
    fake(INTO_A_FILE, "minisat")
    (tmp_path / "my tools").mkdir()
    (tmp_path / "programs/minisat").rename(tmp_path / "my tools/minisat")
    assert ask(backend(f"'{tmp_path / 'my tools/minisat'}'")).solutions == ((1, 2, 2, 1),)


def test_the_option_says_whether_there_is_a_result_file(fake: Fake) -> None:
    fake(INTO_A_FILE, "mine")
    assert ask(backend("mine", **{"result-file": "yes"})).solutions == ((1, 2, 2, 1),)
    fake(SAT, "minisat-like-cadical")
    assert ask(backend("minisat-like-cadical", **{"result-file": "no"})).solutions == ((1, 2, 2, 1),)
    with pytest.raises(OptionError, match="result-file 'maybe' is unknown; known: yes, no"):
        backend("mine", **{"result-file": "maybe"})


def test_glucose_gets_an_argument_that_prints_the_assignment(fake: Fake) -> None:
    answers = f"[ $1 = -model ] && [ -e $2 ] && echo s SATISFIABLE && echo v {FIRST} 0; exit 10"
    assert ask(fake(answers, "glucose-simp")).verdict is Verdict.SAT


NO_ANSWERS = {
    "nothing at all": ("exit 10", "exit code 10, but gave no verdict; it printed nothing"),
    "nonsense": ("echo hello; echo; echo world; exit 10", r"gave no verdict; it printed: 'hello\\n\\nworld'$"),
    "bytes": (
        r"printf 's SATISFIABLE\nv \000\377\033[1m 0\n'; exit 10",
        r"no literal; it printed: 's SATISFIABLE\\nv \\x00",
    ),
    "half an answer": ("echo s SATISFIABLE; echo v 1 -2 -3; exit 10", "the assignment does not end in 0"),
    "no status": ("echo s MAYBE; exit 10", "'MAYBE' is no status"),
    "SAT and 20": (f"echo s SATISFIABLE; echo v {FIRST} 0; exit 20", "exit code 20, but said SATISFIABLE"),
    "a limit of its own": ("echo s UNKNOWN", "ended with exit code 0: 's UNKNOWN'"),
    "a crash": ("echo about to crash >&2; kill -SEGV $$", "fake was killed by SIGSEGV: 'about to crash'"),
    "out of range": ("echo s SATISFIABLE; echo v 1 9 0; exit 10", "set variables beyond the 8 that there are"),
    "two values": ("echo s SATISFIABLE; echo v 1 2 4 6 7 0; exit 10", "returned 2 values for cell A1"),
    "a wrong grid": ("echo s SATISFIABLE; echo v 1 3 6 7 0; exit 10", "no solution: unit row A"),
}


NO_FILES = {
    "not opened": ("exit 10", "but gave no verdict"),
    "the answer printed instead": (f"echo SAT; echo {FIRST} 0; exit 10", "gave no verdict; it printed: 'SAT\\\\n1 -2"),
    "another answer": ("echo UNSAT >$2; exit 10", "said UNSATISFIABLE"),
    "removed": ("rm $2 2>&-; exit 10", "but gave no verdict"),
}


@pytest.mark.parametrize(
    ("name", "script", "message"),
    [*(("fake", *row) for row in NO_ANSWERS.values()), *(("minisat", *row) for row in NO_FILES.values())],
    ids=[*NO_ANSWERS, *(f"a file, {name}" for name in NO_FILES)],
)
def test_what_is_no_answer_is_an_error(name: str, script: str, message: str, fake: Fake) -> None:
    with pytest.raises(BackendError, match=message) as caught:
        ask(fake(script, name))
    assert str(caught.value).startswith(f"dimacs:{name}")


def test_a_program_that_is_refused_memory(fake: Fake) -> None:
    with pytest.raises(BackendOutOfMemory, match="bad_alloc"):
        ask(fake('echo "what(): std::bad_alloc" >&2; kill -ABRT $$'))


@pytest.mark.parametrize(
    ("name", "script", "message"),
    [
        ("fake", "echo $$ >$HERE/self; exec yes", "fake printed more than 1,049,088 bytes, and was stopped"),
        ("minisat", "echo $$ >$HERE/self; exec yes >$2", "minisat printed more than"),
    ],
)
def test_output_without_end(name: str, script: str, message: str, fake: Fake, tmp_path: Path) -> None:
    with pytest.raises(BackendError, match=message):
        ask(fake(script, name))
    assert_gone(tmp_path / "self")


def test_complaints_without_end_are_forgotten(fake: Fake) -> None:
    assert ask(fake("exec yes >&2"), seconds=0.3).verdict is Verdict.UNKNOWN
    assert ask(fake("exec yes", "minisat"), seconds=0.3).verdict is Verdict.UNKNOWN
    assert ask(fake(f"yes >&2 & {SAT}")).verdict is Verdict.SAT


@pytest.mark.parametrize(("name", "script"), [("minisat", HANGS), ("fake", f"exec >&- 2>&-; {HANGS}")])
def test_a_program_that_hangs_is_killed_with_its_children(name: str, script: str, fake: Fake, tmp_path: Path) -> None:
    started = time.perf_counter()
    assert ask(fake(script, name), seconds=0.3).verdict is Verdict.UNKNOWN
    assert time.perf_counter() - started < 10
    assert_gone(tmp_path / "self", tmp_path / "child")


def test_children_left_behind_are_killed_and_not_waited_for(fake: Fake, tmp_path: Path) -> None:
    assert ask(fake(f"sleep 1000 & echo $! >$HERE/child; {SAT}")).verdict is Verdict.SAT
    assert_gone(tmp_path / "child")


def test_what_was_found_in_time_is_returned(fake: Fake) -> None:
    answers = f"[ -e $HERE/asked ] && {{ {HANGS}; }}; touch $HERE/asked; {SAT}"
    announced: list[Grid] = []
    result = ask(fake(answers), limit=5, seconds=0.6, on_solution=announced.append)
    assert list(result.solutions) == announced == [(1, 2, 2, 1)]
    assert not result.exhausted
    assert result.statistics["calls"] == 2


def test_a_program_that_repeats_a_solution_is_stopped(fake: Fake) -> None:
    with pytest.raises(BackendError, match="returned a solution twice"):
        ask(fake(SAT), limit=10**9)


def test_nothing_is_asked_without_time_or_about_nothing(fake: Fake) -> None:
    result = ask(fake("exit 99"), seconds=0)
    assert (result.verdict, result.statistics["calls"]) == (Verdict.UNKNOWN, 0)
    full = Puzzle.from_values([1, 2, 2, 1], latin(2))
    result = ask(fake(SAT), full, 2)
    assert (result.unique, result.statistics["calls"]) == (True, 1)


def test_ctrl_c_leaves_nothing_and_the_session_works_on(fake: Fake, tmp_path: Path) -> None:
    asked = fake(f"grep -q '^1 0' $1 && exit 3; {HANGS}", "minisat")
    with asked.open(TWO.layout) as session:
        started = time.perf_counter()
        with interrupted(0.2, tmp_path / "self"), pytest.raises(KeyboardInterrupt):
            session.solve(TWO, seconds=60)
        assert time.perf_counter() - started < 20
        assert_gone(tmp_path / "self", tmp_path / "child")
        with pytest.raises(BackendError, match="exit code 3"):
            session.solve(Puzzle.from_values([1, 0, 0, 0], latin(2)))


def test_what_cannot_be_made(fake: Fake) -> None:
    fake("exit 20")
    with pytest.raises(BackendUnavailable, match="dimacs:no-such-solver --sat needs the program 'no-such-solver'"):
        backend("no-such-solver --sat")
    with pytest.raises(OptionError, match="quotation"):
        backend("fake 'half")
    with pytest.raises(OptionError, match="unknown encoding 'best'"):
        backend("fake", encoding="best")
    with pytest.raises(FormulaTooLarge):
        backend("fake", most_clauses=10).open(classic())
    with pytest.raises(BackendError, match=r"fake .*No such file"):
        ask(fake("", head="#!/no/such/interpreter"))
    assert FAMILY.make("  ", Options("dimacs", {})) is None
    name = "dimacs:fake -x:at-most-one=ladder:most-clauses=1000000"
    assert backend("fake -x", encoding="extended", at_most_one="ladder", most_clauses=10**6).name == name


def test_the_programs_that_are_there_are_listed(fake: Fake, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("kissat", "cadical", "another"):
        fake("exit 20", name)
    monkeypatch.setenv("PATH", str(tmp_path / "programs"))
    assert BY_NAME["dimacs"].names() == ["dimacs:cadical", "dimacs:kissat"]


@pytest.mark.parametrize("name", BY_NAME["dimacs"].names())
def test_formulas_of_single_puzzles(name: str) -> None:
    """The reduced formula of a full grid has no variable and no clause."""
    for puzzle in (HARD, "1234341221434321"):
        assert solve(puzzle, f"{name}:encoding=reduced", limit=2).unique
    cut = Puzzle(classic(4), (0b1010, 0b0001, *[0b1111] * 7, 0b0110, 0b1000, *[0b1111] * 5))
    found, expected = (solve(cut, each, 1000) for each in (f"{name}:encoding=reduced", "reference"))
    assert set(found.solutions) == set(expected.solutions)
