"""Programs that answer line after line: one process for all puzzles, and an error of its own for each way to fail."""

from __future__ import annotations

import os
import signal
import sys
from pathlib import Path

import psutil
import pytest
from commands import printed_by
from processes import comes_true, ended, interrupted

from unitdoku import (
    BackendCrashed,
    BackendError,
    BackendOutOfMemory,
    BackendTimedOut,
    InvalidAnswer,
    OptionError,
    Puzzle,
    Verdict,
    WrongAnswer,
    find_backend,
    latin,
    parse_puzzle,
)
from unitdoku.backend import Session
from unitdoku.compare.races.racer import Stopwatch
from unitdoku.encoders.workers.processes import peak_bytes

LAYOUT = latin(2)
PUZZLE = parse_puzzle("1...", LAYOUT)
OTHER = parse_puzzle("2...", LAYOUT)
GOOD = """
import sys
for line in sys.stdin:
    grids = [g for g in ("1221", "2112") if all(a in ".0" + b for a, b in zip(line.strip(), g))]
    print(("UNSAT", f"{grids and grids[0]} # unique", grids and grids[-1])[len(grids)], flush=True)
"""
LATE = """
import os, sys, time
for line in sys.stdin:
    print(os.getpid(), file=open(f"{sys.argv[0]}.pids", "a"))
    if line.startswith("2"):
        time.sleep(60)
    print("1221", flush=True)
"""


def stream(folder: Path, text: str, end: str = ":stream") -> str:
    path = folder / "solver.py"
    path.write_text(text)
    return f"program:{sys.executable} {path}{end}"


def opened(folder: Path, text: str) -> Session:
    return find_backend(stream(folder, text)).open(LAYOUT)


def pids(folder: Path) -> list[int]:
    """Those that `LATE` has written, one for each line that it read."""
    return list(map(int, (folder / "solver.py.pids").read_text().split()))


def test_one_process_answers_all_puzzles(tmp_path: Path) -> None:
    with opened(tmp_path, LATE) as session:
        first, second = (session.solve(PUZZLE) for _ in range(2))
        assert first.statistics["load_seconds"] > 0
        assert second.statistics["load_seconds"] == 0
        assert (first.solutions, first.exhausted) == (((1, 2, 2, 1),), False)
    one, two = pids(tmp_path)
    assert one == two
    assert ended(one)


def test_answers(tmp_path: Path) -> None:
    name = stream(tmp_path, GOOD, " http://a:80 :stream")  # only the ends of the name are options
    backend = find_backend(name)
    assert backend.name == name
    assert backend.capabilities.incremental
    with backend.open(LAYOUT) as session:
        assert session.solve(PUZZLE, 2).unique is True
        assert session.solve(parse_puzzle("11..", LAYOUT)).verdict is Verdict.UNSAT
        result = session.solve(Puzzle.empty(LAYOUT), 2)
        assert (len(result.solutions), result.exhausted) == (1, False)


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("program:cat {puzzle}:stream", "no place {puzzle}"),
        ("program:cat:stream:open=12", "one character"),
        ("program:cat:stream:open=7", "no value"),
        ("program:cat:stream:open= ", "no blank"),
        ("program:cat:open=0:stream", "not '0:stream'"),
        ("program:cat:stream:lines=2", "known: open"),
    ],
)
def test_names_that_are_refused(name: str, message: str) -> None:
    with pytest.raises(OptionError, match=message):
        find_backend(name)


LOOP = "import sys\nfor line in sys.stdin:\n    "


@pytest.mark.parametrize(
    ("text", "error", "message"),
    [
        ("import sys; sys.exit(3)", BackendCrashed, "its output before it answered, and ended with exit code 3$"),
        ("input(); 1/0", BackendCrashed, "exit code 1: 'ZeroDivisionError: division by zero'"),
        ("raise MemoryError('x')", BackendOutOfMemory, "MemoryError"),
        (LOOP + "print('1221\\n1221', flush=True)", InvalidAnswer, "more than one line: '1221"),
        (LOOP + "print('hello', flush=True)", InvalidAnswer, "neither a grid nor the word UNSAT: 'hello'"),
        (LOOP + "sys.stdout.buffer.write(b'\\xff\\xff\\n'); sys.stdout.flush()", InvalidAnswer, "neither a grid"),
        (LOOP + "print('2112', flush=True)", WrongAnswer, "no solution"),
    ],
)
def test_what_is_no_answer(text: str, error: type[BackendError], message: str, tmp_path: Path) -> None:
    with opened(tmp_path, text) as session, pytest.raises(error, match=message):
        session.solve(PUZZLE, seconds=20)


@pytest.mark.parametrize(
    ("text", "solved"),
    [
        ("print('1221', flush=True)\nopen(sys.argv[0] + '.note', 'w')\ninput()", 0),
        (
            "input(); print('1221', flush=True); time.sleep(0.2); print('1221', flush=True)\n"
            "open(sys.argv[0] + '.note', 'w')\ninput()",
            1,
        ),
    ],
)
def test_an_answer_without_a_question(text: str, solved: int, tmp_path: Path) -> None:
    with opened(tmp_path, f"import sys, time\n{text}") as session:
        assert [session.solve(PUZZLE).verdict for _ in range(solved)] == [Verdict.SAT] * solved
        assert comes_true((tmp_path / "solver.py.note").exists)
        with pytest.raises(InvalidAnswer, match=r"printed without a question: '1221\\n'"):
            session.solve(PUZZLE)


@pytest.mark.parametrize(
    ("printed", "message"),
    [("1" * 9, "more than 268 bytes, and was stopped: '1111"), ("1221\n", "more than 268 bytes")],
)
def test_an_answer_without_end(printed: str, message: str, tmp_path: Path) -> None:
    """What is kept is a piece of a pipe."""
    before = psutil.Process().memory_info().rss
    text = f"{LOOP}while True: sys.stdout.write({printed!r} * 10**4)"
    with opened(tmp_path, text) as session, pytest.raises(InvalidAnswer, match=message):
        session.solve(PUZZLE, seconds=60)
    assert psutil.Process().memory_info().rss < before + (100 << 20)


def test_after_a_failure_the_next_puzzle_gets_a_new_process(tmp_path: Path) -> None:
    text = LOOP + "print('hello' if line.startswith('2') else '1221', flush=True)"
    with opened(tmp_path, text) as session:
        assert session.solve(PUZZLE).verdict is Verdict.SAT
        with pytest.raises(InvalidAnswer):
            session.solve(OTHER)
        again = session.solve(PUZZLE)
        assert again.verdict is Verdict.SAT
        assert again.statistics["load_seconds"] > 0


def test_time(tmp_path: Path) -> None:
    with opened(tmp_path, LATE) as session:
        assert session.solve(PUZZLE, seconds=20).verdict is Verdict.SAT
        late = session.solve(OTHER, seconds=0.3)
        assert (late.verdict, late.statistics["stopped"]) == (Verdict.UNKNOWN, 1.0)
        again = session.solve(PUZZLE, seconds=20)
        assert again.verdict is Verdict.SAT
        assert again.statistics["load_seconds"] > 0
    one, two, three = pids(tmp_path)
    assert one == two != three
    assert ended(one)


def test_a_program_that_ended_before_it_was_asked_is_started_again(tmp_path: Path) -> None:
    with opened(tmp_path, LATE) as session:
        assert session.solve(PUZZLE).verdict is Verdict.SAT
        (process,) = pids(tmp_path)
        os.kill(process, signal.SIGKILL)
        assert ended(process)
        assert session.solve(PUZZLE).verdict is Verdict.SAT


def test_ctrl_c_ends_the_program(tmp_path: Path) -> None:
    with opened(tmp_path, LATE) as session:
        with interrupted(0.2, tmp_path / "solver.py.pids"), pytest.raises(KeyboardInterrupt):
            session.solve(OTHER)
        assert all(map(ended, pids(tmp_path)))
        assert session.solve(PUZZLE).verdict is Verdict.SAT


def test_close_ends_what_the_program_started(tmp_path: Path) -> None:
    text = (
        "import subprocess, sys\n"
        "child = subprocess.Popen(['sleep', '3600'], start_new_session=True)\n"
        "print(child.pid, file=open(sys.argv[0] + '.pids', 'w'))\n"
        "for line in sys.stdin: print('1221', flush=True)\n"
    )
    with opened(tmp_path, text) as session:
        assert session.solve(PUZZLE).verdict is Verdict.SAT
    assert all(map(ended, pids(tmp_path)))


def test_a_session_that_nothing_closes_leaves_no_process(tmp_path: Path) -> None:
    script = (
        "from unitdoku import *\n"
        f"session = find_backend({stream(tmp_path, LATE)!r}).open(latin(2))\n"
        "print(session.solve('1...').verdict)\n"
    )
    assert printed_by(script) == "SAT\n"
    assert all(map(ended, pids(tmp_path)))


def test_a_program_that_writes_much_to_standard_error(tmp_path: Path) -> None:
    """More than a pipe holds, before it reads and between its answers, and without end in a thread."""
    text = (
        "import sys, threading\nlog = sys.stderr.write\ndef shout():\n    while True: log('x' * 10**5)\n"
        "log('x' * 10**6)\nthreading.Thread(target=shout, daemon=True).start()\n"
        "for line in sys.stdin:\n    log('y' * 10**6)\n    print('1221', flush=True)\n    log('z' * 10**6)\n"
    )
    with opened(tmp_path, text) as session:
        for _ in range(2):
            assert session.solve(PUZZLE, seconds=30).verdict is Verdict.SAT


def test_a_line_that_is_longer_than_a_pipe(tmp_path: Path) -> None:
    """The program answers byte by byte while it reads, so both pipes fill up."""
    layout = latin(144)
    text = LOOP + "sys.stderr.write(line * 3)\n    print('UNSAT', line.count('.'), sep=';', flush=True)"
    with find_backend(stream(tmp_path, text)).open(layout) as session:
        puzzle = Puzzle.from_values([100] * 20_000 + [0] * 736, layout)
        assert session.solve(puzzle, seconds=30).verdict is Verdict.UNSAT


def test_a_fork_has_a_program_of_its_own(tmp_path: Path) -> None:
    script = (
        "import os, sys\nfrom unitdoku import *\n"
        f"session = find_backend({stream(tmp_path, LATE)!r}).open(latin(2))\n"
        "def ask(): print(session.solve('1...').verdict, flush=True)\n"
        "ask()\nprocess = os.fork()\nask()\n"
        "if not process: sys.exit(7)\n"
        "print(os.waitstatus_to_exitcode(os.waitpid(process, 0)[1]))\nask()\n"
    )
    assert sorted(printed_by(script).split()) == ["7", "SAT", "SAT", "SAT", "SAT"]
    answered = pids(tmp_path)
    assert sorted(map(answered.count, set(answered))) == [1, 3]
    assert all(map(ended, set(answered)))


@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="sees by /proc when a program waits")
def test_the_start_of_a_program_is_set_up_and_not_solving(tmp_path: Path) -> None:
    """It computes for half a second before it reads."""
    text = "import time\nend = time.perf_counter() + 0.5\nwhile time.perf_counter() < end: pass\n"
    with opened(tmp_path, text + LOOP + "print('1221', flush=True)") as session:
        assert session.solve(PUZZLE, seconds=20).statistics["load_seconds"] >= 0.5


@pytest.mark.skipif(sys.platform != "linux", reason="reads the clock of another process")
def test_a_race_counts_the_processor_and_the_memory_of_a_program_that_runs_on(tmp_path: Path) -> None:
    text = (
        "import time\nheld = bytearray(b'x' * (64 << 20))\n"
        + LOOP
        + "end = time.process_time() + 0.3\n    while time.process_time() < end: pass\n    print('1221', flush=True)"
    )
    with opened(tmp_path, text) as session:
        watch = Stopwatch()
        session.solve(PUZZLE, seconds=20)
        assert watch.stop()[1] >= 0.29e9
        watch = Stopwatch()
        assert peak_bytes() > 64 << 20
    assert watch.stop()[1] < 0.25e9, "what ended is counted once, and only what it took since the start"


def test_a_program_that_does_not_flush_is_given_up(tmp_path: Path) -> None:
    backend = find_backend(stream(tmp_path, "import sys\nfor line in sys.stdin: pass"))
    # As in a race: a session ends with a time-out.
    for _ in range(3):
        with backend.open(LAYOUT) as session:
            assert session.solve(PUZZLE, seconds=0.2).verdict is Verdict.UNKNOWN
    with backend.open(LAYOUT) as session, pytest.raises(BackendTimedOut, match="flush"):
        session.solve(PUZZLE)


@pytest.mark.skipif(sys.platform != "linux", reason="looks into /proc")
def test_a_program_that_has_answered_or_works_is_not_given_up(tmp_path: Path) -> None:
    works = LOOP + "while line[0] == '2': pass\n    print('1221', flush=True)"
    in_child = f"import subprocess, sys\nsubprocess.run([sys.executable, '-c', {works!r}])"
    in_thread = (
        f"import threading\nworker = threading.Thread(target=exec, args=({works!r},))\nworker.start()\nworker.join()"
    )
    for text, first in ((LATE, PUZZLE), (works, OTHER), (in_child, OTHER), (in_thread, OTHER)):
        with opened(tmp_path, text) as session:
            session.solve(first, seconds=20 if first is PUZZLE else 0.1)
            for _ in range(3):
                assert session.solve(OTHER, seconds=0.1).verdict is Verdict.UNKNOWN
            assert session.solve(PUZZLE, seconds=20).verdict is Verdict.SAT
