"""Files of results: a run is resumed where it stopped, and other files are refused."""

from __future__ import annotations

import os
import random
import re
import signal
import sqlite3
import subprocess
import sys
import time
from contextlib import closing
from pathlib import Path

import pytest
from click.testing import Result
from commands import run
from raced import path as path
from raced import plan, rows, run_of, stopped

from unitdoku.check import FindingKind
from unitdoku.compare.corpora.corpus import built_in
from unitdoku.compare.races import reading as database
from unitdoku.compare.races.columns import RaceResult
from unitdoku.compare.races.judging import Batch
from unitdoku.compare.races.race import race
from unitdoku.compare.races.reading import VERSION, DatabaseError, ResultsFile, connected, take_lock
from unitdoku.compare.races.recording import new_run, old_run

# Without a time limit: what a question had counted by its limit depends on the clock.
# The short one takes several times the 1.2 seconds after which a process is killed at the latest.
ASKED = ["--questions", "first,unique", "--batch", "20", "--seconds", "inf"]
SHORT = ["hard375", "--backends", "reference,sat:minisat22", *ASKED]
LONG = ["hard375", "top95", "17clue", "diagonal", "pencil-mark", "--backends", "reference,sat:minisat22,cpsat", *ASKED]


def test_a_run_is_resumed_and_comes_to_the_same(path: Path) -> None:
    what = plan("reference", "reference:twins", batch_puzzles=5)
    whole = run_of(path, what)
    for after in (1, 40, 59):
        run = stopped(path, what, after)
        before = [row for entry in rows(path, run) for row in entry]
        assert after <= len(before) < 64
        with old_run(path) as recording:
            assert recording.run == run
            for batch in recording.plan.batches():  # as if it had ended within each batch
                last = (run, batch.entry, batch.numbers[-1])
                recording.file.connection.execute("DELETE FROM result WHERE (run, entry, puzzle) = (?, ?, ?)", last)
            race(recording)
        assert rows(path, run) == rows(path, whole)
    with pytest.raises(DatabaseError, match="no run in it was interrupted"), old_run(path):
        pass


def test_a_finished_run_has_nothing_left(path: Path) -> None:
    with old_run(path, run_of(path, plan())) as recording:
        race(recording, after_each=lambda *_: pytest.fail("something was left"))
    with ResultsFile(path) as results:
        found = results.run()
    assert found.finished
    assert found.results == found.plan.results == 32


def command(path: Path, *more: str) -> list[str]:
    return [sys.executable, "-m", "unitdoku", "bench", "--db", str(path), *more]


def killed_and_resumed(path: Path, arguments: list[str], times: int, seed: int) -> None:
    """Runs a race that is killed so many times, at random moments, until the last resumption ends it."""
    rng = random.Random(seed)
    for _ in range(times):
        process = subprocess.Popen(command(path, *arguments), stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
        time.sleep(rng.uniform(0.3, 1.2))
        process.send_signal(signal.SIGKILL)
        _, errors = process.communicate()
        assert process.returncode == -signal.SIGKILL, errors
        if has_run(path):
            arguments = ["--resume"]
    ended = subprocess.run(command(path, *arguments), capture_output=True, text=True, check=False)
    assert ended.returncode == 0, ended.stderr


def has_run(path: Path) -> bool:
    try:
        with ResultsFile(path) as results:
            return bool(results.runs())
    except DatabaseError:
        return False


@pytest.mark.skipif(os.name != "posix", reason="needs SIGKILL")
@pytest.mark.parametrize(("arguments", "times"), [(SHORT, 2), pytest.param(LONG, 20, marks=pytest.mark.long)])
def test_a_run_that_is_killed_loses_nothing(path: Path, arguments: list[str], times: int) -> None:
    pytest.importorskip("pysat")
    pytest.importorskip("ortools")
    subprocess.run(command(path, *arguments), check=True, capture_output=True)
    other = path.with_name("killed.sqlite")
    killed_and_resumed(other, arguments, times, seed=times)
    assert rows(other) == rows(path)
    with ResultsFile(other) as results:
        (ended,) = results.runs()
        assert ended.finished
        assert ended.results == ended.plan.results
        assert next(results.query("PRAGMA integrity_check"))[0] == "ok"


def test_two_runs_share_a_file_at_the_same_time(path: Path) -> None:
    racing = [command(path, "easy50", "--backends", "reference", "--seed", seed) for seed in ("1", "2")]
    processes = [subprocess.Popen(one, stdout=subprocess.DEVNULL) for one in racing]
    assert [process.wait() for process in processes] == [0, 0]
    with ResultsFile(path) as results:
        assert [(run.results, len(run.corpora[0].puzzles)) for run in results.runs()] == [(50, 50)] * 2
        assert results.row("SELECT count(*) FROM corpus")[0] == 1
    assert sorted(os.listdir(path.parent)) == [path.name]


def test_many_programs_may_begin_a_file_at_once(path: Path) -> None:
    program = "import sys, pathlib; from unitdoku.compare.races.reading import ResultsFile as D; "
    program += "[D(pathlib.Path(f'{sys.argv[1]}-{number}'), True).close() for number in range(20)]"
    processes = [subprocess.Popen([sys.executable, "-c", program, str(path)]) for _ in range(3)]
    assert [process.wait() for process in processes] == [0, 0, 0]


def test_where_files_lie_is_not_kept(path: Path) -> None:
    with new_run(path, plan()) as recording:
        batch = next(recording.plan.batches())
        said = "FileNotFoundError: no such file: '/home/somebody/secret/model.bin'"
        recording.add(batch, [RaceResult(0, failure=FindingKind.CRASHED, said=said)], {})
    with ResultsFile(path) as results:
        ((kept,),) = results.query("SELECT said FROM result")
    assert kept == "FileNotFoundError: no such file: 'model.bin'"


def test_what_changed_before_a_run_was_resumed_is_kept(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The load is stored apart, each time that a run begins."""
    for number, (jobs, load) in enumerate(((1, 0.25), (1, 3.5), (7, 1.0))):
        monkeypatch.setattr("unitdoku.compare.races.recording.load", lambda load=load: load)
        with new_run(path, plan()) if number == 0 else old_run(path, 1) as recording:
            race(recording, jobs)
    with ResultsFile(path) as results:
        environment = results.run().environment
    assert [(one["jobs"], one["executor"]) for one in environment["raced"]] == [(1, "processes"), (7, "processes")]
    assert all("unitdoku" in one for one in environment["raced"])
    assert [one["load"] for one in environment["loads"]] == [0.25, 3.5, 1.0]
    assert len(environment["machines"]) == 1


def foreign_run(path: Path, backend: str) -> None:
    """A run of another machine that is not finished, with this backend."""
    with new_run(path, plan(backend)):
        pass


@pytest.mark.parametrize("form", ["{}", "portfolio:native,{}"])
@pytest.mark.parametrize("family", ["program", "dimacs", "python"])
def test_a_file_runs_no_program_and_no_module(
    path: Path, tmp_path: Path, family: str, form: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    marker = tmp_path / "ran"
    (tmp_path / "attack.py").write_text(f"open({str(marker)!r}, 'w').close()\n")
    codes = {"program": f"program:touch {marker}", "dimacs": f"dimacs:touch {marker}", "python": "python:attack:solve"}
    backend = form.format(codes[family])
    foreign_run(path, backend)
    monkeypatch.syspath_prepend(str(tmp_path))
    for backends in ((), ("reference",), (f"{backend} ",)):
        named = {name: name for name in backends}
        with pytest.raises(DatabaseError, match=re.escape(repr(backend))), old_run(path, backends=named):
            pass
    assert not marker.exists()
    assert "attack" not in sys.modules


def resumed(path: Path, *more: str) -> Result:
    return run("bench", "--db", path, "--resume", *more)


def test_a_program_of_a_run_is_named_again(path: Path, tmp_path: Path) -> None:
    marker = tmp_path / "ran"
    backend = f"program:touch {marker}"
    foreign_run(path, backend)
    refused = resumed(path)
    assert (refused.exit_code, repr(backend) in refused.stderr, marker.exists()) == (2, True, False)
    # The answers of the program are none.
    assert (resumed(path, "--backends", backend).exit_code, marker.exists()) == (1, True)


def test_other_backends_are_no_part_of_a_resumed_run(path: Path) -> None:
    foreign_run(path, "reference")
    refused = resumed(path, "--backends", "native")
    assert (refused.exit_code, "native" in refused.stderr) == (2, True)


def test_a_run_belongs_to_one_program_at_a_time(path: Path) -> None:
    foreign_run(path, "reference")
    with old_run(path), pytest.raises(DatabaseError, match="another program is racing run 1"), old_run(path):
        pass


def test_results_are_there_as_soon_as_they_are_measured(path: Path) -> None:
    with new_run(path, plan(batch_puzzles=4)) as recording:
        seen: list[int] = []

        def after_each(_: Batch, new: list[RaceResult]) -> None:
            with ResultsFile(path) as results:
                seen.append(results.run().results - sum(seen))
            assert seen[-1] == len(new)

        race(recording, after_each=after_each)
    assert sum(seen) == 32
    assert len(seen) > 7


def test_what_is_no_file_of_results_is_refused_and_left_alone(path: Path) -> None:
    for opening in (ResultsFile, old_run):
        with pytest.raises(DatabaseError, match="there is no such file"), opening(path):
            pass
    path.write_text("this is text, and a good deal of it: " * 50)
    refused_and_kept(path, "not a database")


@pytest.mark.parametrize("change", ["CREATE TABLE bread (flour INTEGER)", f"PRAGMA user_version = {VERSION + 1}"])
def test_a_file_with_other_tables_is_refused_and_left_alone(path: Path, change: str) -> None:
    if change.startswith("PRAGMA"):
        foreign_run(path, "reference")
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute(change)
    refused_and_kept(path, "tables are not those")


def refused_and_kept(path: Path, said: str) -> None:
    kept = path.read_bytes()
    for writing in (False, True):
        with pytest.raises(DatabaseError, match=said):
            ResultsFile(path, writing)
    assert path.read_bytes() == kept
    assert os.listdir(path.parent) == [path.name]


def test_a_lock_on_a_file_that_was_made_anew_is_none(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    held = []

    def opened_late(where: str) -> sqlite3.Connection:
        """Another program releases its lock once the file is opened, and a third one takes it."""
        monkeypatch.setattr(database, "connected", connected)
        connection = connected(where)
        connection.execute("PRAGMA user_version")  # opens the file
        path.unlink()
        held.append(take_lock(path))
        return connection

    monkeypatch.setattr(database, "connected", opened_late)
    assert take_lock(path) is None
    assert held[0] is not None
    held[0].close()
    for wrong in (path / "below-a-file", path.parent / "missing/folder"):
        with pytest.raises(DatabaseError):
            take_lock(wrong)


def test_a_full_disk_ends_the_race_and_keeps_what_is_there(path: Path) -> None:
    with new_run(path, plan("reference", "reference:twins", corpora=(built_in("top95"),))) as recording:
        (pages,) = recording.file.row("PRAGMA page_count")
        recording.file.connection.execute(f"PRAGMA max_page_count = {pages}")
        with pytest.raises(DatabaseError, match="disk is full"):
            race(recording)
    with old_run(path) as recording:
        before = recording.done()
        race(recording)
        assert recording.done() == 190 > before


def test_what_is_read_of_a_run(path: Path) -> None:
    what = plan("reference", seed=7, seconds=None)
    run = run_of(path, what)
    with ResultsFile(path) as results:
        found = results.run()
        assert (found.id, found.plan.settings, found.backends) == (run, what.settings, ["reference"])
        (raced,) = found.environment["raced"]
        assert raced.keys() == {"executor", "jobs", "unitdoku"}
        (machine,) = found.environment["machines"]
        assert machine.keys() == {"processor", "governor", "cores", "memory", "system", "python"}
        assert [entry.corpus.name for entry in found.entries] == ["small", "top95"]
        assert [entry.corpus for entry in found.entries] == list(what.corpora)
        assert [one.puzzle for one in results.results(found)[0]] == list(range(12))
        with pytest.raises(DatabaseError, match="there is no run 9"):
            results.run(9)
