"""Programs of others as backends, read by what they print."""

from __future__ import annotations

import sys
from contextlib import suppress
from functools import partial
from pathlib import Path

import psutil
import pytest
from commands import run
from processes import comes_true

from unitdoku import (
    BackendCrashed,
    BackendError,
    BackendOutOfMemory,
    BackendUnavailable,
    InvalidAnswer,
    OptionError,
    UnknownBackend,
    Verdict,
    WrongAnswer,
    classic,
    find_backend,
    parse_puzzle,
    solve,
)
from unitdoku.encoders.answering.in_worker import Answering, Solve
from unitdoku.encoders.backends.program import read_printed
from unitdoku.encoders.workers.limits import Phase
from unitdoku.encoders.workers.worker import Worker

LAYOUT = classic(4)
PUZZLE = parse_puzzle("1...............", LAYOUT)
GRID = "1234341221434321"
OTHER = "1234342121434312"


def program(folder: Path, text: str, arguments: str = "{puzzle}") -> str:
    path = folder / "solver.py"
    path.write_text(text)
    return f"program:{sys.executable} {path} {arguments}".strip()


@pytest.mark.parametrize(
    ("printed", "solutions", "exhausted"),
    [
        (f"solving...\n{GRID}\nTime: 12 ms", 1, False),
        (f"{GRID} unique", 0, False),
        (f"{GRID}\nunique", 1, True),
        (f"{GRID}\n{OTHER}\n{OTHER}\n", 2, False),
        (f"{GRID}\n{OTHER}\nthat is all: UNIQUE", 2, True),
        ("1 2 | 3 4\n3 4 | 1 2\n----+----\n2 1 | 4 3\n4 3 | 2 1\n", 1, False),
        ("UNSAT", 0, True),
        ("s UNSATISFIABLE", 0, True),
        ("no solution found yet, giving up", 0, False),
        (f"{GRID}  # SAT, unique", 1, True),
        (f"{GRID}\n(the solution is not unique)", 1, False),
        (f"{GRID}\nunique: False", 1, False),
        ("visited 1234 4321 2143 3412 nodes", 0, False),
        (f"1234\n3412\n\n{GRID}\n\n1234\n", 1, False),
    ],
)
def test_what_is_printed(printed: str, solutions: int, exhausted: bool) -> None:
    found = read_printed(printed, PUZZLE)
    assert (found and (len(found.grids), found.exhausted)) == (
        (solutions, exhausted) if solutions or exhausted else None
    )


def test_a_puzzle_that_is_shown_again_is_no_solution(tmp_path: Path) -> None:
    full = "1" * 16
    name = program(tmp_path, "import sys; print(sys.argv[1]); print('UNSAT')")
    assert solve(parse_puzzle(full, LAYOUT), name).verdict is Verdict.UNSAT


@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="finds what a process started by /proc")
def test_nothing_that_a_program_started_goes_on(tmp_path: Path) -> None:
    """Not even what is neither its child, nor in its group, when the worker is ended that runs it."""
    note = tmp_path / "pid"
    text = (
        "import subprocess, time\n"
        "child = subprocess.Popen(['sleep', '3600'], start_new_session=True)\n"
        f"print(child.pid, file=open({str(note)!r}, 'w'), flush=True)\n"
        "time.sleep(3600)\n"
    )
    name = program(tmp_path, text)
    worker = Worker(name, partial(Answering, name, True))
    worker.begin(Solve(LAYOUT, [PUZZLE.candidates], 1, None), Phase.OPENING)
    assert comes_true(lambda: note.exists() and note.read_text())
    child = psutil.Process(int(note.read_text()))
    worker.end()
    with suppress(psutil.NoSuchProcess):
        child.wait(10)


@pytest.mark.parametrize(
    ("text", "error", "message"),
    [
        ("", InvalidAnswer, "it printed nothing"),
        ("print('hello')", InvalidAnswer, "neither a grid nor the word UNSAT; it printed: 'hello'"),
        ("import sys; sys.exit(3)", BackendCrashed, "ended with exit code 3"),
        ("import os; os.abort()", BackendCrashed, "SIGABRT"),
        ("raise MemoryError", BackendOutOfMemory, "MemoryError"),
        ("print('1' * 16)", WrongAnswer, "no solution"),
        ("while True: print('x' * 10000)", InvalidAnswer, "more than"),
    ],
)
def test_what_is_no_answer(text: str, error: type[BackendError], message: str, tmp_path: Path) -> None:
    with pytest.raises(error, match=message):
        solve(PUZZLE, program(tmp_path, text))


def test_an_exit_code_is_no_matter_where_the_answer_is_clear(tmp_path: Path) -> None:
    assert solve(PUZZLE, program(tmp_path, "import sys; print('UNSAT'); sys.exit(20)")).verdict is Verdict.UNSAT
    assert solve(PUZZLE, program(tmp_path, f"import sys; print('{GRID}'); sys.exit(10)")).verdict is Verdict.SAT


@pytest.mark.parametrize(
    ("text", "arguments"),
    [
        ("import sys; print(sys.argv[1].replace('.', '1'))", "{puzzle}"),
        ("import sys; print(open(sys.argv[1]).read().replace('.', '1'))", "{file}"),
        ("import sys; print(sys.stdin.read().replace('.', '1'))", ""),
        ("import sys; print(sys.argv[1].replace('0', '.').replace('.', '1'))", "{puzzle}:open=0"),
    ],
)
def test_how_the_puzzle_gets_there(text: str, arguments: str, tmp_path: Path) -> None:
    """The answer is the puzzle itself, all given."""
    puzzle = parse_puzzle(GRID[:-1] + ".", LAYOUT)
    assert solve(puzzle, program(tmp_path, text, arguments=arguments)).solutions == (tuple(map(int, GRID)),)


def test_time(tmp_path: Path) -> None:
    result = solve(PUZZLE, program(tmp_path, "import time; time.sleep(60)"), seconds=0.2)
    assert (result.verdict, result.statistics["stopped"]) == (Verdict.UNKNOWN, 1.0)


@pytest.mark.parametrize(
    ("printed", "solutions"),
    [
        (f"{GRID}\\n", 1),
        (f"{GRID}\\nUNIQUE\\n", 1),  # the claim is made at the end, which did not come
        (GRID, 0),  # the line may go on
        ("UNSAT\\n", 0),
        ("1 2 | 3 4\\n3 4 | 1 2\\n", 0),
    ],
)
def test_a_grid_counts_that_was_printed_in_time(tmp_path: Path, printed: str, solutions: int) -> None:
    # A shell starts at once, also on a busy machine.
    name = program(tmp_path, f"printf '{printed}'; sleep 60").replace(sys.executable, "sh")
    result = solve(PUZZLE, name, limit=2, seconds=2)
    assert (len(result.solutions), result.exhausted, result.statistics["stopped"]) == (solutions, False, 1.0)


def test_names() -> None:
    for error, names in (
        (UnknownBackend, ["program:"]),
        (BackendUnavailable, ["program:no-such-program {puzzle}", "program:./no-such-program {puzzle}"]),
        (OptionError, ["program:'", "program:cat {puzle}", "program:cat:open=7"]),
    ):
        for name in names:
            with pytest.raises(error):
                find_backend(name)


def test_braces_that_are_no_place_are_left_alone_beside_one_that_is(tmp_path: Path) -> None:
    assert solve(PUZZLE, program(tmp_path, f"print('{GRID}')", arguments="{puzzle} {other}")).verdict is Verdict.SAT


def test_what_is_not_said_is_told_apart_from_what_takes_too_long(tmp_path: Path) -> None:
    one = program(tmp_path, "print('1221')").partition(":")[2]
    arguments = ["check", "-", "--layout", "latin:2", "--solver", one, "--backends", "reference"]
    result = run(*arguments, text="1...\n")
    assert result.exit_code == 0, result.output
    assert "left 1 open: it does not say whether there are other solutions, by UNIQUE in a line." in result.stdout
    result = run(*arguments, "--backends", "reference,native", text="1...\n")
    assert result.stdout.count("All agree: 2 answers to 1 puzzle by 3 backends; 1 not settled;") == 1


def test_failures_that_are_alike_are_not_shown_in_full_again(tmp_path: Path) -> None:
    fails = program(tmp_path, "raise ValueError('x' * 1000)").partition(":")[2]
    arguments = ["check", "-", "--layout", "latin:2", "--solver", fails, "--backends", "reference", "--no-bundles"]
    result = run(*arguments, text="1...\n" * 3)
    assert result.exit_code == 1, result.output
    assert (result.stdout.count("  crashed  program:"), result.stdout.count("FAILURE at")) == (1, 1)
    assert ": crashed (BackendCrashed) on 2 more puzzles; --json shows all." in " ".join(result.stdout.split())
    assert "NO ANSWER WAS WRONG, BUT SOME FAILED on 3 of 3 puzzles:" in result.stdout
    assert max(map(len, result.stdout.splitlines()[-20:])) < 600
