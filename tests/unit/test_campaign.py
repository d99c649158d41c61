"""Campaigns go on where they stopped, whatever stopped them."""

from __future__ import annotations

import json
import os
import random
import signal
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path

import pytest
from bad import bad as bad
from click.testing import CliRunner

from unitdoku.command.main import main
from unitdoku.compare.campaign import Coverage, campaign, case_of
from unitdoku.compare.drawn.kinds import Kind
from unitdoku.compare.drawn.layouts import LAYOUT_KINDS
from unitdoku.compare.journal import Done, Journal, JournalError, Settings

SETTINGS = Settings(3, ["reference", "reference:twins"], 5, 5.0)
ROUND = len(LAYOUT_KINDS) * len(Kind)


def cases_in(path: Path) -> list[int]:
    return [json.loads(line)["case"] for line in path.read_text().splitlines()[1:]]


def test_a_case_is_drawn_from_seed_and_number_alone() -> None:
    for number in (0, 7, 50, 100):
        assert case_of(1, number) == case_of(1, number)
    assert [case_of(1, number) for number in range(30)] != [case_of(2, number) for number in range(30)]


def test_every_combination_comes_in_its_turn() -> None:
    seen = Counter((case.layout_kind, case.kind) for case in (case_of(0, number) for number in range(2 * ROUND)))
    assert set(seen.values()) == {2}
    assert len(seen) == ROUND


def test_a_campaign_goes_on(tmp_path: Path) -> None:
    path = tmp_path / "journal"
    told: list[int] = []

    def run(cases: int) -> Coverage:
        class EnoughError(Exception):
            pass

        def after_each(coverage: Coverage, *_: object) -> None:
            told.append(coverage.cases)
            if coverage.cases == cases:
                raise EnoughError

        with Journal(path, SETTINGS) as journal, pytest.raises(EnoughError):
            campaign(journal, SETTINGS, after_each=after_each, jobs=1)
        with Journal(path, SETTINGS) as journal:
            return campaign(journal, SETTINGS, seconds=0)

    first, second = run(20), run(45)
    assert told == list(range(1, 46))
    assert (first.cases, second.cases) == (20, 45)
    assert cases_in(path) == list(range(45))
    assert second.answers == 2 * sum(second.puzzles.values())
    assert sum(second.puzzles.values()) + sum(second.impossible.values()) == 45
    assert sum(second.sizes.values()) == sum(second.puzzles.values())
    assert {backend for backend, _ in second.verdicts} == set(SETTINGS.backends)
    assert {word for _, word in second.verdicts} <= {"SAT", "UNSAT"}


def test_what_is_torn_is_done_again(tmp_path: Path) -> None:
    path = tmp_path / "journal"
    with Journal(path, SETTINGS) as journal:
        for number in range(3):
            journal.add(Done(number, "latin", "unique"))
    whole = path.read_bytes()
    for cut in (1, 5, 40):
        path.write_bytes(whole[:-cut])
        with Journal(path, SETTINGS) as journal:
            assert [done.case for done in journal.done()] == [0, 1]
            journal.add(Done(2, "latin", "unique"))
        assert path.read_bytes() == whole
    # Torn in the very first line.
    path.write_bytes(whole[:10])
    with Journal(path, SETTINGS) as journal:
        assert list(journal.done()) == []


def test_journals_that_cannot_be_gone_on_with(tmp_path: Path) -> None:
    path = tmp_path / "journal"
    with Journal(path, SETTINGS) as journal:
        journal.add(Done(0, "latin", "unique"))
        if os.name == "posix":
            with pytest.raises(JournalError, match="in use"):
                Journal(path, SETTINGS)
    with pytest.raises(JournalError, match="limit was 5, not 6"):
        Journal(path, Settings(3, SETTINGS.backends, 6, 5.0))
    header = path.read_text().splitlines()[0]
    for line, said in (
        ("nonsense", "no JSON"),
        ("[]", "no JSON object"),
        ('{"x": 1}', "is no case"),
        ('{"case": 4, "layout": "latin", "kind": "unique"}', "is case 4, not 0"),
    ):
        path.write_text(f"{header}\n{line}\n")
        with Journal(path, SETTINGS) as journal, pytest.raises(JournalError, match=said):
            list(journal.done())
    path.write_text("a puzzle\n")
    with pytest.raises(JournalError, match="no JSON"):
        Journal(path, SETTINGS)


def test_the_command(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    arguments = ["campaign", "--minutes", "0.02", "--seed", "5", "--backends", "reference,reference:twins"]
    result = CliRunner().invoke(main, arguments)
    assert result.exit_code == 0, result.output
    assert "no finding; see unitdoku-campaign-5.jsonl" in result.stdout
    assert "jigsaw" in result.stdout
    result = CliRunner().invoke(main, [*arguments, "--limit", "7"])
    assert result.exit_code == 2
    assert "journal of another campaign: limit was 5, not 7" in result.output


@pytest.mark.usefixtures("bad")
def test_a_finding_is_reduced_and_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    arguments = ["campaign", "--minutes", "0.1", "--seed", "1", "--backends", "reference,bad:says-none"]
    result = CliRunner().invoke(main, arguments)
    assert result.exit_code == 1, result.output
    assert "FINDING in case" in result.stdout
    assert next(iter(sorted(Path("unitdoku-findings").iterdir()))).name == "0001-wrong-bad-says-none"
    # Those of earlier runs count.
    again = CliRunner().invoke(main, ["campaign", "--minutes", "0", *arguments[3:]])
    assert again.exit_code == 1
    assert "FINDINGS; see" in again.stdout


@pytest.mark.skipif(os.name != "posix", reason="SIGKILL")
def test_killed_at_random_it_repeats_nothing_and_loses_nothing(tmp_path: Path) -> None:
    path = tmp_path / "journal"
    rng = random.Random(11)
    command = [sys.executable, "-m", "unitdoku", "campaign", "--minutes", "5", "--seed", "2", "--journal", str(path)]
    command += ["--backends", "reference,reference:twins"]
    seen = b""
    for _ in range(4):
        process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        length = len(seen)
        deadline = time.monotonic() + 60
        # Killed while it writes: at any time after it has got further.
        while (not path.exists() or path.stat().st_size <= length + 500) and time.monotonic() < deadline:
            time.sleep(0.01)
        time.sleep(rng.random() / 3)
        process.send_signal(signal.SIGKILL)
        process.wait()
        content = path.read_bytes()
        whole = content[: content.rfind(b"\n") + 1]
        # What was done once stands there for ever.
        assert content.startswith(seen)
        assert len(whole) > length
        seen = whole
    settings = Settings(2, SETTINGS.backends, 5, 5.0, 4096 << 20)
    with Journal(path, settings) as journal:
        done = list(journal.done())
    assert [one.case for one in done] == list(range(len(done)))
    # And it is what an undisturbed campaign would have drawn.
    for one in done[:20]:
        case = case_of(2, one.case)
        assert (one.layout, one.kind) == (case.layout_kind, case.kind.value)
        assert one.size == (None if case.drawn is None else case.drawn.puzzle.layout.size)
