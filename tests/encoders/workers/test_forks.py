"""Sessions and pools in a fork of the process that opened them: the parent's workers, folders and answers stay."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import pytest
from commands import printed_by

FORK = """
import os, sys
from unitdoku import *
from unitdoku.encoders.answering.worker_session import WorkerSession
layout = classic(4)
empty = Puzzle.empty(layout)
def forked(child):
    # Exits as programs do, so that what is registered for the end of a process runs in the fork too.
    sys.stdout.flush()
    process = os.fork()
    if not process:
        child()
        sys.exit(7)
    print("fork", os.waitstatus_to_exitcode(os.waitpid(process, 0)[1]))
"""


@pytest.fixture(autouse=True)
def temporary(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder for temporary files."""
    folder = tmp_path / "temporary"
    folder.mkdir()
    monkeypatch.setenv("TMPDIR", str(folder))
    return folder


def run(script: str) -> list[str]:
    # From Python 3.12 on a fork in a process with threads is warned of: these are forks of programs that do so anyway.
    return printed_by(FORK + script, PYTHONWARNINGS="ignore::DeprecationWarning").split()


SESSION = """
def asked(session): return session.solve(empty, seconds=30).verdict, session._worker.process.pid == before
def closed():
    print(*asked(session))
    session.close()
def dropped():
    print(*asked(session))
    del globals()["session"]
def forks():
    forked(lambda: print(*asked(session)))
    print(*asked(session))
for child in {children}:
    session = {opened}
    before = session._worker.process.pid
    (folder,) = [folder for folder in os.listdir(os.environ["TMPDIR"])]
    folder = os.path.join(os.environ["TMPDIR"], folder)
    forked(child)
    print(*asked(session), os.path.isdir(folder))
    session.close()
"""
WORKER = "WorkerSession(layout, find_backend('reference'))"
IN_CHILD, IN_PARENT = ["SAT", "False"], ["fork", "7", "SAT", "True", "True"]


def test_a_session_in_a_fork_has_a_worker_of_its_own() -> None:
    """One that does nothing leaves that of the parent alone; a fork of a fork has another one."""
    script = SESSION.format(children="(lambda: None, closed, dropped)", opened=WORKER)
    assert run(script) == IN_PARENT + 2 * (IN_CHILD + IN_PARENT)
    script = SESSION.format(children="(forks,)", opened=WORKER)
    assert run(script) == [*IN_CHILD, "fork", "7", *IN_CHILD, *IN_PARENT]


@pytest.mark.parametrize(("package", "backend"), [("ortools", "ilp:scip"), ("pysat", "sat:mergesat3")])
def test_backends_that_answer_in_a_worker(package: str, backend: str) -> None:
    pytest.importorskip(package)
    script = SESSION.format(children="(closed,)", opened=f"find_backend({backend!r}).open(layout)")
    assert run(script) == IN_CHILD + IN_PARENT


def test_puzzles_in_several_processes_go_on_in_both() -> None:
    """The fork comes while workers have puzzles: the fork has them solved by its own workers."""
    script = """
import gc
from itertools import islice
puzzles = [Puzzle.from_givens({"A1": 1 + n % 4, "A2": 1 + n // 4}, layout) for n in range(16)] * 5
right = [result.verdict for result in solve_many(puzzles, "reference")]
results = solve_many(puzzles, "reference", processes=2)
found = [result.verdict for result in islice(results, 3)]
def child():
    print(found + [result.verdict for result in results] == right)
forked(child)
print(found + [result.verdict for result in results] == right)
def closes():
    again.close()
again = solve_many(puzzles, "reference", processes=2)
next(again)
forked(closes)
print(1 + len(list(again)))
"""
    assert run(script) == ["True", "fork", "7", "True", "fork", "7", "80"]


def test_a_fork_during_a_question_has_no_answer_and_the_parent_has() -> None:
    script = """
session = WorkerSession(layout, find_backend("reference"))
forks = [os.fork, lambda: 0]
def fork(_):
    forks.pop(0)() and os.wait()
try:
    print(session.solve(empty, 2, None, fork).verdict, flush=True)
except BackendCrashed as error:
    print(error, flush=True)
"""
    said = "reference: its process belongs to the process from which this one was forked"
    assert run(script) == [*said.split(), "SAT"]


@pytest.mark.skipif(shutil.which("bash") is None, reason="needs bash")
def test_a_fork_while_a_program_runs(tmp_path: Path) -> None:
    """Another thread forks, and the fork ends, while the program has not read its file yet."""
    pipe, program = tmp_path / "pipe", tmp_path / "program.sh"
    os.mkfifo(pipe)
    program.write_text(f'read line <{pipe}; read puzzle <$1; [ -n "$puzzle" ] && echo no solution')
    script = f"""
from threading import Thread
session = find_backend("program:bash {program} {{file}}").open(layout)
results = []
thread = Thread(target=lambda: results.append(session.solve(empty)))
thread.start()
with open("{pipe}", "w") as pipe:  # waits until the program runs
    forked(lambda: None)
    print("go", file=pipe)
thread.join()
print(results[0].verdict)
"""
    assert run(script) == ["fork", "7", "UNSAT"]


@pytest.mark.skipif(shutil.which("minisat") is None, reason="needs minisat")
def test_a_session_of_a_program_writes_no_file_of_its_parent() -> None:
    script = """
session = find_backend("dimacs:minisat").open(layout)
def child():
    print(session.solve(empty).verdict)
def forks(_):
    if os.getpid() == own: forked(lambda: None)
forked(child)
own = os.getpid()
print(len(session.solve(empty, 3, None, forks).solutions), os.listdir(os.environ["TMPDIR"]))
"""
    assert run(script) == ["SAT", *["fork", "7"] * 4, "3", "[]"]
