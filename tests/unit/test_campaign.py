"""Campaigns go on where they stopped, whatever stopped them."""

from __future__ import annotations

import errno
import json
import os
import random
import shlex
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
from unitdoku.compare.campaign.campaign import Case, Coverage, campaign, case_of
from unitdoku.compare.campaign.journal import Done, Journal, JournalError, Settings
from unitdoku.compare.generators.kinds import Kind
from unitdoku.compare.generators.layouts import LAYOUT_KINDS

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
        with pytest.raises(JournalError, match=f"line 2 .*{said}"):
            Journal(path, SETTINGS)


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"case": "0"}, "case is no number from 0 up"),
        ({"case": True}, "case is no number"),
        ({"layout": ["latin"]}, "layout is no text"),
        ({"kind": None}, "kind is no text"),
        ({"size": "4"}, "size is neither a number from 1 up nor null"),
        ({"size": 0}, "size is neither"),
        ({"answers": "1"}, "answers is no number"),
        ({"answers": -1}, "answers is no number"),
        ({"said": 5}, "said is no object of lists of texts"),
        ({"said": {"SAT": "reference"}}, "said is no object"),
        ({"said": {"SAT": [1]}}, "said is no object"),
        ({"findings": "none"}, "findings is no list of texts"),
        ({"more": 1}, "more is unknown"),
    ],
)
def test_a_case_with_a_wrong_type(wrong: dict[str, object], said: str, tmp_path: Path) -> None:
    path = tmp_path / "journal"
    case = {"case": 0, "layout": "latin", "kind": "unique", "size": 4, "answers": 1, "said": {"SAT": ["a"]}}
    with Journal(path, SETTINGS):
        pass
    content = path.read_bytes() + json.dumps({**case, **wrong}).encode() + b"\ntorn"
    path.write_bytes(content)
    with pytest.raises(JournalError, match=f"line 2 is no case: {said}"):
        Journal(path, SETTINGS)
    assert path.read_bytes() == content


def test_a_file_that_is_refused_is_left_as_it_is(tmp_path: Path) -> None:
    path = tmp_path / "journal"
    with Journal(path, SETTINGS):
        pass
    header = path.read_bytes()
    for content in (
        b"my only copy of something important",
        b"one line\nanother without its end",
        b"\n",
        b"\xff\xfe\n",
        b"[]\n[",
        b"[" * 100_000 + b"\n",
        b'{"x": 1}\n{"x"',
        b'{"seed": 4',
        header.replace(b'"limit": 5', b'"limit": 6') + b"torn",
        header + b"no case\ntorn",
        header + b'{"case": 7, "layout": "latin", "kind": "unique"}\ntorn',
    ):
        path.write_bytes(content)
        with pytest.raises(JournalError, match="journal"):
            Journal(path, SETTINGS)
        assert path.read_bytes() == content
    # An empty one is begun.
    path.write_bytes(b"")
    with Journal(path, SETTINGS):
        pass
    assert path.read_bytes() == header


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--backends", "nope"], "unknown backend 'nope'"),
        (["--minutes", "nan"], "nan is no number of minutes"),
        (["--seconds", "nan"], "nan is no number of seconds"),
        (["--bundles", "file/folder"], "nothing can be written to file"),
        (["--journal", "none/journal"], "No such file or directory"),
        (["--journal", "file"], "is no journal of a campaign"),
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


@pytest.mark.usefixtures("bad")
@pytest.mark.parametrize("command", ["campaign --minutes 0.1 --journal journal", "check one.txt"])
def test_a_finding_that_cannot_be_written(command: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("one.txt").write_text("." * 80 + "1")
    arguments = [*command.split(), "--backends", "reference,bad:says-none", "--bundles", "in/here"]

    def disk_full(*_: object) -> Path:
        raise OSError(errno.ENOSPC, "No space left on device")

    # Reducing takes its time, and is tested elsewhere.
    monkeypatch.setattr("unitdoku.compare.cross_check.cross_check.shrink_finding", lambda *_: None)
    monkeypatch.setattr("unitdoku.compare.cross_check.cross_check.write_bundle", disk_full)
    result = CliRunner().invoke(main, arguments)
    assert result.exit_code == 1, result.output
    assert "says that there is no solution" in result.stdout
    assert "wrong, bad:says-none: not written to in/here: No space left on device" in result.stderr
    # It was tried before, and nothing is left of that.
    assert not Path("in").exists()
    if "campaign" in command:
        assert any(json.loads(line).get("findings") for line in Path("journal").read_text().splitlines())


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

    def case(seed: int, number: int) -> Case:
        if number == 40:
            raise KeyboardInterrupt
        return case_of(seed, number)

    monkeypatch.setattr("unitdoku.compare.campaign.campaign.case_of", case)
    result = CliRunner().invoke(main, ["campaign", "--seed", "5", "--backends", "reference,reference:twins"])
    assert result.exit_code == 130, result.output
    assert "jigsaw" in result.stdout
    assert "Interrupted" in result.stdout
    assert "no finding; see unitdoku-campaign-5.jsonl" in result.stdout
    assert cases_in(Path("unitdoku-campaign-5.jsonl"))


@pytest.mark.usefixtures("bad")
def test_interrupted_while_a_finding_is_reduced(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)

    def interrupt(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("unitdoku.compare.cross_check.cross_check.shrink_finding", interrupt)
    arguments = ["campaign", "--seed", "1", "--journal", "journal", "--backends", "reference,bad:says-none"]
    result = CliRunner().invoke(main, arguments)
    assert result.exit_code == 1, result.output
    assert "FINDING in case" in result.stdout
    assert "no finding" not in result.stdout
    # It comes again, as the case is not done.
    assert not any(json.loads(line).get("findings") for line in Path("journal").read_text().splitlines())


@pytest.mark.skipif(os.name != "posix", reason="needs a bound on the size of files")
def test_a_journal_that_can_grow_no_more(tmp_path: Path) -> None:
    words = [sys.executable, "-m", "unitdoku", "campaign", "--minutes", "1", "--journal", "journal"]
    words += ["--backends", "reference,reference:twins"]
    command = f"ulimit -f 2; exec {shlex.join(words)}"
    ran = subprocess.run(["bash", "-c", command], cwd=tmp_path, capture_output=True, text=True, check=False)
    assert ran.returncode == 2, ran.stderr
    assert "error: it cannot go on: File too large" in ran.stderr
    assert "Traceback" not in ran.stderr
    assert "no finding; see journal" in ran.stdout


def test_a_finding_is_shown_though_the_journal_cannot_be_written(tmp_path: Path) -> None:
    shown: list[int] = []

    class Full(Journal):
        def add(self, done: Done) -> None:
            if done.size is not None:
                raise OSError(errno.ENOSPC, "No space left on device")
            super().add(done)

    settings = Settings(1, ["reference", "program:false"], 5, 5.0)
    with Full(tmp_path / "journal", settings) as journal, pytest.raises(OSError, match="No space"):
        campaign(journal, settings, found=lambda number, _: shown.append(number), jobs=1)
    assert len(shown) == 1


def test_what_counts_as_compared(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    coverage = Coverage()
    coverage.add(Done(0, "latin", "unknown", 4, 1, {"SAT": ["a"]}))
    assert (coverage.answers, coverage.compared) == (0, 0)
    coverage.add(Done(1, "latin", "unknown", 4, 2, {"SAT": ["a", "b"]}))
    assert (coverage.answers, coverage.compared) == (2, 1)
    # What is known of the puzzle counts as an answer.
    coverage.add(Done(2, "latin", "unique", 4, 1, {"SAT": ["a"]}))
    assert (coverage.answers, coverage.compared) == (3, 2)
    coverage.add(Done(3, "latin", "unique", 4, 0, {"UNKNOWN": ["a"]}))
    assert (coverage.answers, coverage.compared) == (3, 2)

    monkeypatch.chdir(tmp_path)
    settings = Settings(0, ["reference"], 5, 5.0, 4096 << 20)
    command = ["campaign", "--minutes", "0", "--journal", "journal", "--backends", "reference"]
    with Journal(Path("journal"), settings) as journal:
        journal.add(Done(0, "latin", "unknown", 4, 1, {"SAT": ["reference"]}))
    assert "nothing was compared in 1 puzzle, no finding" in CliRunner().invoke(main, command).stdout
    with Journal(Path("journal"), settings) as journal:
        journal.add(Done(1, "latin", "unique", 4, 1, {"SAT": ["reference"]}))
    said = CliRunner().invoke(main, command).stdout
    assert "1 answer to 1 puzzle compared, no finding" in said
    assert "Not compared: 1 puzzle" in said


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
