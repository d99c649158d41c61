"""Campaigns on executors: the same seed gives the same journal wherever they run, and what is lost costs nothing."""

from __future__ import annotations

import json
import os
import pickle
import signal
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import psutil
import pytest
from bad import bad as bad
from click.testing import CliRunner
from local_cluster import cluster as cluster

from unitdoku import (
    BackendError,
    Disagreement,
    FindingKind,
    Puzzle,
    Result,
    classic,
    cross_check,
    find_backend,
    read_puzzles,
    solve,
)
from unitdoku.command.main import main
from unitdoku.compare.campaign.batch import CASES, CampaignBatch, CaseOutcome, run_cases, usual_jobs
from unitdoku.compare.campaign.bulk_answers import BulkAsking
from unitdoku.compare.campaign.campaign import campaign
from unitdoku.compare.campaign.coverage import Coverage, covered
from unitdoku.compare.campaign.journal import CAMPAIGN, CampaignSettings, DoneCase, Journal
from unitdoku.compare.executors.dask_cluster import connect
from unitdoku.compare.executors.executor import AnyExecutor, BatchExecutor, ExecutorError
from unitdoku.compare.executors.own_processes import OwnProcesses
from unitdoku.compare.results.database import Database, DatabaseError, open_for_reading
from unitdoku.encoders.backends.registry import has_module, is_installed

IN_BULK = is_installed("native") and has_module("numpy")
BACKENDS = ["reference", "native" if IN_BULK else "reference:twins"]
SETTINGS = CampaignSettings(6, BACKENDS, 3, 5.0, images=40 if IN_BULK else 0)
NUMBER = 3 * CASES + 5

needs_bulk = pytest.mark.skipif(not IN_BULK, reason="needs the kernel and NumPy")
# Dask warns of sockets that its own processes leave open when they are killed.
quiet = pytest.mark.filterwarnings("ignore::ResourceWarning", "ignore::pytest.PytestUnraisableExceptionWarning")


def done_by(path: Path, executor: BatchExecutor, settings: CampaignSettings = SETTINGS, **options: Any) -> Coverage:
    with Journal(path, settings) as journal:
        return campaign(journal, settings, cases=NUMBER, executor=executor, **options)


def rows(path: Path) -> list[DoneCase]:
    with Database(path, open_for_reading(path, CAMPAIGN)) as file:
        return list(Journal.done(file))  # type: ignore[arg-type]  # it only reads


@quiet
def test_the_same_seed_gives_the_same_journal_in_any_executor(tmp_path: Path, cluster: Any) -> None:
    found = [
        done_by(tmp_path / "one", OwnProcesses(1, pin=False)),
        done_by(tmp_path / "two", OwnProcesses(2, pin=False)),
    ]
    with ThreadPoolExecutor(2) as threads:
        found.append(done_by(tmp_path / "threads", AnyExecutor(threads)))
    found.append(done_by(tmp_path / "dask", connect(cluster.scheduler_address)))
    first = rows(tmp_path / "one")
    assert [one.number for one in first] == list(range(NUMBER))
    for name, coverage in zip(("two", "threads", "dask"), found[1:], strict=True):
        assert rows(tmp_path / name) == first
        assert coverage == found[0]
    assert not found[0].findings
    assert found[0].answers > NUMBER
    if IN_BULK:
        assert found[0].bulk["native"] > 5 * NUMBER


@quiet
def test_a_worker_of_a_cluster_that_is_killed_loses_and_doubles_nothing(tmp_path: Path, cluster: Any) -> None:
    killed: list[int] = []
    lost: list[str] = []

    def after_each(coverage: Coverage) -> None:
        if coverage.cases > CASES and not killed:
            tasks = {state.address: len(state.processing) for state in cluster.scheduler.workers.values()}
            worker = max(cluster.workers.values(), key=lambda worker: tasks.get(worker.worker_address, 0))
            killed.append(worker.pid)
            os.kill(worker.pid, signal.SIGKILL)

    with Journal(tmp_path / "dask", SETTINGS) as journal:
        executor = connect(cluster.scheduler_address)
        options: Any = {"after_each": after_each, "lost": lost.append, "executor": executor}
        campaign(journal, SETTINGS, cases=3 * NUMBER, **options)
    with Journal(tmp_path / "here", SETTINGS) as journal:
        campaign(journal, SETTINGS, cases=3 * NUMBER, jobs=2)
    assert killed
    assert lost == ["worker 1"]
    assert rows(tmp_path / "dask") == rows(tmp_path / "here")


def test_gaps_are_filled_and_nothing_else_is_done(tmp_path: Path) -> None:
    done_by(tmp_path / "whole", OwnProcesses(1, pin=False))
    whole = rows(tmp_path / "whole")
    there = [done for done in whole if done.number % 3 and done.number not in range(CASES, 2 * CASES)]
    new: list[int] = []
    with Journal(tmp_path / "gaps", SETTINGS) as journal:
        journal.add_all(there)

        def after_each(coverage: Coverage) -> None:
            new.append(coverage.cases)

        campaign(journal, SETTINGS, cases=NUMBER, jobs=2, after_each=after_each)
    assert new == list(range(len(there) + 1, NUMBER + 1))
    assert rows(tmp_path / "gaps") == whole


def test_a_time_that_no_clock_measures_is_no_limit(tmp_path: Path) -> None:
    settings = CampaignSettings(1, ["reference"], 3, 5.0)
    for seconds in (1e300, float("inf"), None):
        with Journal(tmp_path / "journal", settings) as journal:
            assert campaign(journal, settings, seconds, jobs=1, cases=2).cases == 2
        (tmp_path / "journal").unlink()


def test_cases_are_written_together_or_not_at_all(tmp_path: Path) -> None:
    with Journal(tmp_path / "journal", SETTINGS) as journal:
        journal.add(DoneCase(1, "latin", "unique"))
        with pytest.raises(DatabaseError, match="UNIQUE"):
            journal.add_all([DoneCase(0, "latin", "unique"), DoneCase(1, "latin", "unique")])
        assert [done.number for done in journal.done()] == [1]


@quiet
@pytest.mark.usefixtures("bad")
def test_a_backend_that_crashes_is_a_finding_in_any_executor(tmp_path: Path, request: pytest.FixtureRequest) -> None:
    cluster = request.getfixturevalue("cluster")  # after the path is set for its workers
    settings = CampaignSettings(1, ["reference", "bad:exits"], 3, 5.0)
    with ThreadPoolExecutor(1) as threads:
        executors = {"own": OwnProcesses(2, pin=False), "threads": AnyExecutor(threads)}
        executors["dask"] = connect(cluster.scheduler_address)
        for name, executor in executors.items():
            shown: list[tuple[int, Disagreement]] = []
            done_by(tmp_path / name, executor, settings, found=lambda *both, to=shown: to.append(both))
            assert {found.kind for _, one in shown for found in one.findings} == {FindingKind.CRASHED}
            with Journal(tmp_path / name, settings) as journal:
                coverage = covered(journal)
            assert coverage.findings == len(shown) == coverage.verdicts["bad:exits", "crashed"] > 5
            # The other backend answered all of them.
            answered = coverage.verdicts["reference", "SAT"] + coverage.verdicts["reference", "UNSAT"]
            assert answered == sum(coverage.puzzles.values())
    assert rows(tmp_path / "own") == rows(tmp_path / "threads") == rows(tmp_path / "dask")


def test_a_batch_and_its_outcome_can_be_pickled() -> None:
    batch = CampaignBatch(SETTINGS, (0, 1, 2))
    outcome = run_cases(pickle.loads(pickle.dumps(batch)))
    results: list[CaseOutcome] = pickle.loads(pickle.dumps(outcome)).results
    assert [result.done.number for result in results] == [0, 1, 2]


def test_a_campaign_leaves_no_process_behind(tmp_path: Path) -> None:
    before = set(psutil.Process().children(recursive=True))

    class EnoughError(Exception):
        pass

    def after_each(coverage: Coverage) -> None:
        if coverage.cases == 4:
            raise EnoughError

    for executor in (OwnProcesses(2, pin=False), AnyExecutor(ThreadPoolExecutor(2))):
        with pytest.raises(EnoughError):
            done_by(tmp_path / "journal", executor, after_each=after_each)
        (tmp_path / "journal").unlink()
        if isinstance(executor, AnyExecutor):
            executor._executor.shutdown()
    psutil.wait_procs(set(psutil.Process().children(recursive=True)) - before, 2)
    assert set(psutil.Process().children(recursive=True)) <= before


def test_an_executor_that_fails_ends_the_campaign_and_keeps_the_journal(tmp_path: Path) -> None:
    threads = ThreadPoolExecutor(1)
    threads.shutdown()
    with pytest.raises(ExecutorError, match="the executor failed"):
        done_by(tmp_path / "journal", AnyExecutor(threads))
    assert done_by(tmp_path / "journal", OwnProcesses(2, pin=False)).cases == NUMBER


@needs_bulk
@pytest.mark.usefixtures("bad")
@pytest.mark.parametrize(
    ("name", "kind", "said"),
    [
        ("says-none", FindingKind.WRONG, "says that there is no solution"),
        ("crashes", FindingKind.CRASHED, "its process ended"),
        ("raises", FindingKind.CRASHED, "ZeroDivisionError: on purpose"),
        ("hangs", FindingKind.TIMED_OUT, "no answer"),
    ],
)
def test_wrong_answers_in_bulk_are_findings(
    name: str, kind: FindingKind, said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("unitdoku.compare.campaign.bulk_answers._SECONDS_A_BUFFER", 0.5)
    settings = CampaignSettings(1, ["reference", f"bad:bulk-{name}"], 3, 0.5, images=300)
    shown: list[Disagreement] = []
    with Journal(tmp_path / "journal", settings) as journal:
        found: Any = lambda _, disagreement: shown.append(disagreement)  # noqa: E731
        coverage = campaign(journal, settings, cases=CASES, jobs=2, found=found)
    assert {finding.backend for one in shown for finding in one.findings} == {f"bulk:bad:bulk-{name}"}
    assert {finding.kind for one in shown for finding in one.findings} == {kind}
    assert all(said in str(one) for one in shown)
    assert coverage.findings == len(shown) > 2
    # Answers one at a time are right, and so are those in bulk to other images.
    assert not {word for _, word in coverage.verdicts} - {"SAT", "UNSAT", "declined"}
    if kind is FindingKind.TIMED_OUT:
        return
    # The puzzle that is shown is the image with the wrong answer.
    for one in shown:
        assert one.puzzle.candidates[0] == 1
        assert one.place.startswith("image ")
        assert one.place.endswith("of seed 1")


@needs_bulk
@pytest.mark.usefixtures("bad")
def test_a_wrong_answer_in_bulk_is_shrunk_and_seen_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    arguments = ["campaign", "--minutes", "5", "--cases", "4", "--seed", "1", "--images", "300", "--jobs", "1"]
    result = CliRunner().invoke(main, [*arguments, "--backends", "reference,bad:bulk-says-none"])
    assert result.exit_code == 1, result.output
    assert "FINDING in case" in result.stdout
    assert "in bulk to images of them" in " ".join(result.stdout.split())
    (folder,) = Path("unitdoku-findings").iterdir()
    assert folder.name == "0001-wrong-bulk-bad-bulk-says-none"
    report = json.loads((folder / "report.json").read_text())
    assert report["reproduced"]
    assert report["minimal"]
    (entry,) = read_puzzles((folder / "puzzle.jsonl").read_text().splitlines())
    assert entry.puzzle is not None
    assert entry.puzzle.candidates[0] == 1
    again = CliRunner().invoke(main, ["check", str(folder / "puzzle.jsonl"), "--no-bundles", "--backends"]
                               + ["reference,bulk:bad:bulk-says-none"])  # fmt: skip
    assert again.exit_code == 1, again.output
    assert "says that there is no solution" in " ".join(again.stdout.split())


@needs_bulk
def test_a_backend_asked_in_bulk_for_one_puzzle_agrees() -> None:
    puzzles = [case.puzzle for case in read_puzzles(["1..........2....", "11..............", "................"])]
    assert cross_check(filter(None, puzzles), ["reference", "native", "bulk:native"], limit=7).agree
    assert find_backend("bulk:native:threads=2").name == "bulk:native:threads=2"


def test_images_that_cannot_be_asked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    usual = ["campaign", "--minutes", "0", "--backends"]
    result = CliRunner().invoke(main, [*usual, "reference", "--images", "5"])
    assert result.exit_code == 2
    assert "no backend answers in bulk; native does" in result.output
    if IN_BULK:
        monkeypatch.setattr("unitdoku.command.campaign.has_module", lambda _: False)
        result = CliRunner().invoke(main, [*usual, "native", "--images", "5"])
        assert result.exit_code == 2
        assert "images need NumPy: pip install numpy" in result.output
        assert CliRunner().invoke(main, [*usual, "native"]).exit_code == 0
        with Journal(Path("unitdoku-campaign-0.sqlite"), CampaignSettings(0, ["native"], 5, 5.0, 4096 << 20)):
            pass


def test_a_journal_of_an_earlier_version_is_one_without_images(tmp_path: Path) -> None:
    path = tmp_path / "journal"
    old = CampaignSettings(3, ["reference"], 5, 5.0)
    with Journal(path, old) as journal:
        journal.add(DoneCase(0, "latin", "unique", 4, 1, {"SAT": ["reference"]}))
        settings = json.loads(journal.row("SELECT settings FROM campaign")["settings"])
        del settings["images"]
        journal.connection.execute("UPDATE campaign SET settings = ?", [json.dumps(settings)])
        journal.connection.execute("ALTER TABLE done_case DROP COLUMN bulk")
        journal.connection.execute("PRAGMA user_version = 1")
    with pytest.raises(DatabaseError, match="another campaign: images was 0, not 7"):
        Journal(path, CampaignSettings(3, ["reference"], 5, 5.0, images=7))
    with Journal(path, old) as journal:
        assert [done.bulk for done in journal.done()] == [{}]
        assert campaign(journal, old, cases=3, jobs=1).cases == 3


@quiet
def test_the_command_on_a_cluster(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, cluster: Any) -> None:
    monkeypatch.chdir(tmp_path)
    usual = ["campaign", "--cases", "20", "--minutes", "5", "--backends", "reference,reference:twins"]
    result = CliRunner().invoke(main, [*usual, "--executor", "dask", "--scheduler", cluster.scheduler_address])
    assert result.exit_code == 0, result.output
    assert "no finding; see unitdoku-campaign-0.sqlite" in result.stdout
    assert [one.number for one in rows(Path("unitdoku-campaign-0.sqlite"))] == list(range(20))


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ("--executor nope", "no executor is called 'nope'; known: processes, dask"),
        ("--executor dask", "the executor dask needs the address of a scheduler"),
        ("--scheduler tcp://x:1", "a scheduler is for an executor that is a cluster"),
        ("--cases 0", "no whole number from 1 up"),
    ],
)
def test_executors_that_cannot_be_used(
    options: str, said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    result = CliRunner().invoke(main, ["campaign", "--backends", "reference", *options.split()])
    assert result.exit_code == 2, result.output
    assert said in " ".join(result.output.split())
    assert list(tmp_path.iterdir()) == []


def test_the_usual_number_of_jobs_fits_into_the_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("unitdoku.compare.campaign.batch.processors", lambda: 8)
    for free, jobs in ((0, 1), (500 << 20, 2), (1 << 40, 8)):
        monkeypatch.setattr("unitdoku.compare.campaign.batch.free_bytes", lambda free=free: free)
        assert usual_jobs(SETTINGS) == jobs


@needs_bulk
def test_nothing_is_asked_where_only_the_backend_itself_has_an_answer() -> None:
    puzzle = Puzzle.from_givens(classic(4), {"A1": 1})
    asking = BulkAsking("native", SETTINGS, lambda: None)
    own = Result((), exhausted=True)  # wrong, and nothing says so
    try:
        for others in ({}, {"reference": Result((), exhausted=False)}, {"reference": BackendError("it crashed")}):
            assert asking.answer(puzzle, "1", {"native": own, **others}, {}, "here") == (0, None)
        assert asking._slot.worker is None
        # And what is known of the images does not come from it.
        some = Result(solve(puzzle, "reference").solutions, exhausted=False)
        settled, disagreement = asking.answer(puzzle, "1", {"native": own, "reference": some}, {}, "here")
        assert 20 < settled <= SETTINGS.images
        assert disagreement is None
    finally:
        asking.close()
