"""Campaigns are resumed where they stopped, for any reason."""

from __future__ import annotations

import errno
import os
import random
import shlex
import signal
import sqlite3
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path

import pytest
from bad import bad as bad
from click.testing import CliRunner

from unitdoku.command.main import main
from unitdoku.compare.campaign.batch import CASES
from unitdoku.compare.campaign.campaign import campaign
from unitdoku.compare.campaign.cases import CASE_KINDS, CampaignCase, case_of
from unitdoku.compare.campaign.coverage import Coverage
from unitdoku.compare.campaign.journal import CAMPAIGN, CampaignSettings, DoneCase, Journal
from unitdoku.compare.generators.kinds import Kind
from unitdoku.compare.generators.rule_puzzles import RULE_RECIPES
from unitdoku.compare.results.database import Database, DatabaseError, open_for_reading, open_for_writing
from unitdoku.compare.results.schema import RESULTS
from unitdoku.encoders.backends.registry import has_module, is_installed

SETTINGS = CampaignSettings(3, ["reference", "reference:twins"], 5, 5.0)
IN_BULK = is_installed("native") and has_module("numpy")
ROUND = len(CASE_KINDS) * len(Kind)


def done_in(path: Path) -> list[tuple[object, ...]]:
    """Returns number, layout, kind, size and findings of the done cases, read while a campaign may write."""
    with Database(path, open_for_reading(path, CAMPAIGN)) as file:
        rows = file.query("SELECT number, layout, kind, size, findings FROM done_case ORDER BY number")
        return [tuple(row) for row in rows]


def cases_in(path: Path) -> list[object]:
    return [row[0] for row in done_in(path)]


def has_cases(path: Path) -> bool:
    try:
        return bool(cases_in(path))
    except DatabaseError:
        return False


def has_findings(path: Path) -> bool:
    return any(row[4] != "[]" for row in done_in(path))


def test_a_case_is_drawn_from_seed_and_number_alone() -> None:
    for number in (0, 7, 50, 100):
        assert case_of(1, number) == case_of(1, number)
    assert [case_of(1, number) for number in range(30)] != [case_of(2, number) for number in range(30)]


def test_every_combination_comes_in_its_turn() -> None:
    seen = Counter((case.layout_kind, case.kind) for case in (case_of(0, number) for number in range(2 * ROUND)))
    assert set(seen) == {(layout, kind) for layout, kinds in CASE_KINDS.items() for kind in kinds}
    assert set(RULE_RECIPES) < set(CASE_KINDS)
    assert all(count == (4 if layout in RULE_RECIPES else 2) for (layout, _), count in seen.items())


def test_a_journal_of_an_earlier_version_is_of_other_cases(tmp_path: Path) -> None:
    path = tmp_path / "journal"
    Journal(path, SETTINGS).close()
    with sqlite3.connect(path) as file:
        file.execute("UPDATE campaign SET settings = json_remove(settings, '$.case_kinds')")
    file.close()
    with pytest.raises(DatabaseError, match="another campaign: case_kinds was 7, not 12"):
        Journal(path, SETTINGS)


def test_a_campaign_is_resumed(tmp_path: Path) -> None:
    path = tmp_path / "journal"
    counts: list[int] = []

    def run(cases: int) -> Coverage:
        class EnoughError(Exception):
            pass

        def after_each(coverage: Coverage, *_: object) -> None:
            counts.append(coverage.cases)
            if coverage.cases == cases:
                raise EnoughError

        with Journal(path, SETTINGS) as journal, pytest.raises(EnoughError):
            campaign(journal, SETTINGS, after_each=after_each, jobs=1)
        with Journal(path, SETTINGS) as journal:
            return campaign(journal, SETTINGS, seconds=0)

    first, second = run(20), run(45)
    assert counts == list(range(1, 46))
    assert (first.cases, second.cases) == (20, 45)
    assert cases_in(path) == list(range(45))
    assert second.answers == 2 * sum(second.puzzles.values())
    assert sum(second.puzzles.values()) + sum(second.impossible.values()) == 45
    assert sum(second.sizes.values()) == sum(second.puzzles.values())
    assert {backend for backend, _ in second.verdicts} == set(SETTINGS.backends)
    assert {word for _, word in second.verdicts} <= {"SAT", "UNSAT"}


def test_a_case_comes_back_as_it_was_written(tmp_path: Path) -> None:
    path = tmp_path / "journal"
    cases = [
        DoneCase(0, "latin", "unique", findings=[]),
        DoneCase(1, "any", "clash", 4, 2, {"SAT": ["a", "b"]}, ["a crashed"]),
    ]
    with Journal(path, SETTINGS) as journal:
        for case in cases:
            journal.add(case)
        with pytest.raises(DatabaseError, match="UNIQUE"):
            journal.add(cases[1])
    with Journal(path, SETTINGS) as journal:
        assert list(journal.done()) == cases
    assert [file.name for file in tmp_path.iterdir()] == ["journal"]


def test_journals_that_cannot_be_resumed(tmp_path: Path) -> None:
    path = tmp_path / "journal"
    with Journal(path, SETTINGS) as journal:
        journal.add(DoneCase(0, "latin", "unique"))
        with pytest.raises(DatabaseError, match="another campaign is using it"):
            Journal(path, SETTINGS)
        assert cases_in(path) == [0]
    with pytest.raises(DatabaseError, match="limit was 5, not 6"):
        Journal(path, CampaignSettings(3, SETTINGS.backends, 6, 5.0))


def test_a_journal_names_no_backend_that_the_caller_does_not_name(tmp_path: Path) -> None:
    path, marker = tmp_path / "journal", tmp_path / "ran"
    with Journal(path, CampaignSettings(3, [f"program:touch {marker}"], 5, 5.0)):
        pass
    with pytest.raises(DatabaseError, match="another campaign: backends was"):
        Journal(path, SETTINGS)
    assert not marker.exists()


def test_a_file_that_is_refused_is_left_as_it_is(tmp_path: Path) -> None:
    path = tmp_path / "journal"
    with Journal(path, SETTINGS):
        pass
    journal = path.read_bytes()
    with pytest.raises(DatabaseError, match="is the journal of another campaign: limit was 5, not 6"):
        Journal(path, CampaignSettings(3, SETTINGS.backends, 6, 5.0))
    assert path.read_bytes() == journal
    results = tmp_path / "results"
    open_for_writing(results, RESULTS).close()
    for content in (b"my only copy of something important", b"\n\n", b"\xff\xfe" * 500, results.read_bytes()):
        path.write_bytes(content)
        with pytest.raises(DatabaseError, match=r"is no database|is a database of something else, not of a campaign"):
            Journal(path, SETTINGS)
        assert path.read_bytes() == content
    # An empty one is begun.
    path.write_bytes(b"")
    with Journal(path, SETTINGS) as begun:
        assert list(begun.done()) == []


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--backends", "nope"], "unknown backend 'nope'"),
        (["--minutes", "nan"], "'nan' is no number that fits: give 0 or more"),
        (["--seconds", "nan"], "'nan' is no number that fits: give 0.01 to 86400"),
        (["--bundles", "file/folder"], "nothing can be written to file"),
        (["--journal", "none/journal"], "none/journal: cannot be opened"),
        (["--journal", "file"], "file: is no database"),
    ],
)
def test_bad_usage(arguments: list[str], said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("file").write_text("something else")
    usual = ["campaign", "--minutes", "0", "--backends", "reference"]
    result = CliRunner().invoke(main, [*usual, *arguments])
    assert result.exit_code == 2, result.output
    assert said in " ".join(result.output.split())
    assert "Errno" not in result.output
    assert [path.name for path in tmp_path.iterdir()] == ["file"]
    assert Path("file").read_text() == "something else"


def test_the_command(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    arguments = ["campaign", "--minutes", "0.02", "--seed", "5", "--backends", "reference,reference:twins"]
    result = CliRunner().invoke(main, arguments)
    assert result.exit_code == 0, result.output
    assert "no finding; see unitdoku-campaign-5.sqlite" in result.stdout
    assert "jigsaw" in result.stdout
    result = CliRunner().invoke(main, [*arguments, "--limit", "7"])
    assert result.exit_code == 2
    assert "journal of another campaign: limit was 5, not 7" in result.output


@pytest.mark.usefixtures("bad")
def test_a_finding_is_reduced_and_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    arguments = ["campaign", "--minutes", "0.02", "--seed", "1", "--backends", "reference,bad:says-none"]
    result = CliRunner().invoke(main, arguments)
    assert result.exit_code == 1, result.output
    assert "FINDING in case" in result.stdout
    assert next(iter(sorted(Path("unitdoku-findings").iterdir()))).name == "0001-wrong-bad-says-none"
    # Those of earlier runs are in the sum.
    again = CliRunner().invoke(main, ["campaign", "--minutes", "0", *arguments[3:]])
    assert again.exit_code == 1
    assert "FINDINGS; see" in again.stdout


@pytest.mark.usefixtures("bad")
def test_a_campaign_ends_after_so_many_different_findings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    arguments = "campaign --minutes 5 --seed 1 --stop-after 1 --jobs 1 --backends reference,bad:says-none"
    result = CliRunner().invoke(main, arguments.split())
    assert result.exit_code == 1, result.output
    assert "FINDING in case" in result.stdout
    assert 0 < len(cases_in(Path("unitdoku-campaign-1.sqlite"))) <= CASES
    with Journal(tmp_path / "other", SETTINGS) as journal, pytest.raises(ValueError, match="limit"):
        campaign(journal, SETTINGS, stop_after=0)


@pytest.mark.usefixtures("bad")
@pytest.mark.parametrize("command", ["campaign --minutes 0.02 --journal journal", "check one.txt"])
def test_a_finding_that_cannot_be_written(command: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("one.txt").write_text("." * 80 + "1")
    arguments = [*command.split(), "--backends", "reference,bad:says-none", "--bundles", "in/here"]

    def disk_full(*_: object) -> Path:
        raise OSError(errno.ENOSPC, "No space left on device")

    # Reducing takes its time, and is tested elsewhere.
    monkeypatch.setattr("unitdoku.compare.cross_check.noted.shrink_finding", lambda *_: None)
    monkeypatch.setattr("unitdoku.compare.cross_check.noted.write_bundle", disk_full)
    result = CliRunner().invoke(main, arguments)
    assert result.exit_code == 1, result.output
    assert "says that there is no solution" in result.stdout
    assert "wrong, bad:says-none: not written to in/here: No space left on device" in result.stderr
    # It was tried before, and nothing is left of that.
    assert not Path("in").exists()
    if "campaign" in command:
        assert has_findings(Path("journal"))


@pytest.mark.parametrize("command", ["campaign --minutes 0", "check one.txt"])
def test_the_folder_of_findings_is_tried_first(command: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("one.txt").write_text("." * 80 + "1")
    arguments = [*command.split(), "--backends", "reference,reference:twins"]
    result = CliRunner().invoke(main, [*arguments, "--bundles", "one.txt/x"])
    assert result.exit_code == 2, result.output
    assert "nothing can be written to one.txt" in result.stderr
    assert "All agree" not in result.output
    # What was there stays, and nothing else does.
    Path("there").mkdir()
    for folder in ("there", "there/below", "new/below"):
        assert CliRunner().invoke(main, [*arguments, "--bundles", folder]).exit_code == 0
        assert list(Path("there").iterdir()) == []
        assert not Path("new").exists()


def test_interrupted_without_a_finding(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)

    def case(seed: int, number: int) -> CampaignCase:
        if number == 3 * CASES:
            raise KeyboardInterrupt
        return case_of(seed, number)

    monkeypatch.setattr("unitdoku.compare.campaign.batch.case_of", case)
    result = CliRunner().invoke(main, ["campaign", "--seed", "5", "--backends", "reference,reference:twins"])
    assert result.exit_code == 130, result.output
    assert "jigsaw" in result.stdout
    assert "Interrupted" in result.stdout
    assert "no finding; see unitdoku-campaign-5.sqlite" in result.stdout
    assert cases_in(Path("unitdoku-campaign-5.sqlite"))


@pytest.mark.usefixtures("bad")
def test_interrupted_while_a_finding_is_reduced(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)

    def interrupt(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("unitdoku.compare.cross_check.noted.shrink_finding", interrupt)
    arguments = ["campaign", "--seed", "1", "--journal", "journal", "--backends", "reference,bad:says-none"]
    result = CliRunner().invoke(main, arguments)
    assert result.exit_code == 1, result.output
    assert "FINDING in case" in result.stdout
    assert "no finding" not in result.stdout
    # It comes again, as the case is not done.
    assert not has_findings(Path("journal"))


@pytest.mark.skipif(os.name != "posix", reason="needs a bound on the size of files")
def test_a_journal_that_can_grow_no_more(tmp_path: Path) -> None:
    words = [sys.executable, "-m", "unitdoku", "campaign", "--minutes", "1", "--journal", "journal"]
    words += ["--backends", "reference,reference:twins"]
    command = f"ulimit -f 48; exec {shlex.join(words)}"
    ran = subprocess.run(["bash", "-c", command], cwd=tmp_path, capture_output=True, text=True, check=False)
    assert ran.returncode == 2, ran.stderr
    assert "error: the campaign cannot continue: journal: the disk " in ran.stderr
    assert "Traceback" not in ran.stderr
    assert "no finding; see journal" in ran.stdout


def test_a_finding_is_shown_though_the_journal_cannot_be_written(tmp_path: Path) -> None:
    shown: list[int] = []

    class Full(Journal):
        def add(self, done: DoneCase) -> None:
            if done.size is not None:
                raise OSError(errno.ENOSPC, "No space left on device")
            super().add(done)

    settings = CampaignSettings(1, ["reference", "program:false"], 5, 5.0)
    with Full(tmp_path / "journal", settings) as journal, pytest.raises(OSError, match="No space"):
        campaign(journal, settings, found=lambda number, _: shown.append(number), jobs=1)
    assert len(shown) == 1


def test_what_counts_as_compared(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    coverage = Coverage()
    coverage.add(DoneCase(0, "latin", "unknown", 4, 1, {"SAT": ["a"]}))
    assert (coverage.answers, coverage.compared) == (0, 0)
    coverage.add(DoneCase(1, "latin", "unknown", 4, 2, {"SAT": ["a", "b"]}))
    assert (coverage.answers, coverage.compared) == (2, 1)
    # What is known of the puzzle counts as an answer.
    coverage.add(DoneCase(2, "latin", "unique", 4, 1, {"SAT": ["a"]}))
    assert (coverage.answers, coverage.compared) == (3, 2)
    coverage.add(DoneCase(3, "latin", "unique", 4, 0, {"UNKNOWN": ["a"]}))
    assert (coverage.answers, coverage.compared) == (3, 2)

    monkeypatch.chdir(tmp_path)
    settings = CampaignSettings(0, ["reference"], 5, 5.0, 4096 << 20)
    command = ["campaign", "--minutes", "0", "--journal", "journal", "--backends", "reference"]
    with Journal(Path("journal"), settings) as journal:
        journal.add(DoneCase(0, "latin", "unknown", 4, 1, {"SAT": ["reference"]}))
    assert "nothing was compared in 1 puzzle, no finding" in CliRunner().invoke(main, command).stdout
    with Journal(Path("journal"), settings) as journal:
        journal.add(DoneCase(1, "latin", "unique", 4, 1, {"SAT": ["reference"]}))
    said = CliRunner().invoke(main, command).stdout
    assert "1 answer to 1 puzzle compared, no finding" in said
    assert "Not compared: 1 puzzle" in said


@pytest.mark.skipif(os.name != "posix", reason="SIGKILL")
def test_killed_at_random_it_repeats_nothing_and_loses_nothing(tmp_path: Path) -> None:
    path = tmp_path / "journal"
    rng = random.Random(11)
    command = [sys.executable, "-m", "unitdoku", "campaign", "--minutes", "5", "--seed", "2", "--journal", str(path)]
    backends = ["reference", "native" if IN_BULK else "reference:twins"]
    command += ["--backends", ",".join(backends), "--images", "100" if IN_BULK else "0"]
    seen: list[tuple[object, ...]] = []
    for _ in range(4):
        process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        deadline = time.monotonic() + 60
        # Killed while it writes: at any time after it has got further.
        while (not has_cases(path) or len(cases_in(path)) <= len(seen) + 2) and time.monotonic() < deadline:
            time.sleep(0.01)
        time.sleep(rng.random() / 3)
        process.send_signal(signal.SIGKILL)
        process.wait()
        done_by_then = done_in(path)
        # A case that was done once stays.
        assert set(seen) < set(done_by_then)
        seen = done_by_then
    settings = CampaignSettings(2, backends, 5, 5.0, 4096 << 20, 100 if IN_BULK else 0)
    with Journal(path, settings) as journal:
        # There may be gaps: batches end in any order. To resume fills them.
        last = max(one.number for one in journal.done())
        campaign(journal, settings, jobs=2, cases=last + 1)
    with Journal(path, settings) as journal:
        done = list(journal.done())
    with Journal(tmp_path / "undisturbed", settings) as journal:
        campaign(journal, settings, jobs=1, cases=last + 1)
        assert list(journal.done()) == done
