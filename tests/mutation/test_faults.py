"""The catalogue of faults, a few of which are planted here; `unitdoku faults` plants them all."""

from __future__ import annotations

import json
from collections.abc import Iterator

import pytest
from click.testing import CliRunner

from unitdoku.command.main import main
from unitdoku.compare.faults.catalogue import FAULTS, PARTS
from unitdoku.compare.faults.checks import Catch
from unitdoku.compare.faults.child import Ended
from unitdoku.compare.faults.fault import CRASH, TIME, Fault
from unitdoku.compare.faults.hunt import Outcome, hunt, unchanged
from unitdoku.compare.faults.questions import draw_questions
from unitdoku.compare.faults.truth import solutions_by_trying

(CRASHES,) = (fault for fault in FAULTS if fault.ends_in == CRASH)
(GOES_ON,) = (fault for fault in FAULTS if fault.ends_in == TIME)
CLEAN = Catch(None, 9, 3.0, "")


def test_the_catalogue() -> None:
    assert len(FAULTS) >= 60
    assert len({fault.name for fault in FAULTS}) == len(FAULTS)
    assert all(PARTS.values())
    # Redundant clauses: no answer shows them.
    assert any(not fault.shows_in_answers for fault in FAULTS)


@pytest.mark.parametrize("part", PARTS)
def test_some_of_each_part_are_caught(part: str) -> None:
    outcomes = list(hunt(PARTS[part][::7], seed=4))
    assert [outcome for outcome in outcomes if not outcome.good] == []
    assert outcomes[-1].fault is None


def test_what_is_asked_without_a_limit_is_easy() -> None:
    # Of these an answer is due from every backend, be it slow or unlucky.
    questions = [question for seed in (5, 6) for question in draw_questions(seed)]
    assert {question.seconds for question in questions} >= {None, 0.0}
    for question in questions:
        if question.seconds is None:
            assert solutions_by_trying(question.puzzle, question.limit, 5000) is not None


@pytest.mark.long
def test_all_are_caught_and_nothing_else() -> None:
    assert [outcome for outcome in hunt(seed=5) if not outcome.good] == []
    assert [outcome for outcome in unchanged(seeds=range(20)) if not outcome.good] == []


def test_the_command() -> None:
    runner = CliRunner()
    result = runner.invoke(main, ["faults", "--only", "diagonal", "--json"])
    assert result.exit_code == 0, result.output
    lines = [json.loads(line) for line in result.stdout.splitlines()]
    assert all(line["good"] for line in lines)
    assert lines[-1]["fault"] is None
    assert "FLAGGED" not in runner.invoke(main, ["faults", "--only", "diagonal", "--clean", "1"]).stdout
    assert runner.invoke(main, ["faults", "--only", "no such fault"]).exit_code == 2
    assert "anti-diagonal" in runner.invoke(main, ["faults", "--list"]).stdout


class MadeUp:
    """In the place of a process: says what it is told to say, and keeps what it was asked."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, under_a_fault: Catch | Ended, clean: Catch | Ended) -> None:
        self.asked: list[tuple[str | None, float]] = []
        self.started = 0
        self._answers = under_a_fault, clean
        monkeypatch.setattr("unitdoku.compare.faults.hunt.Child", self)

    def __call__(self) -> MadeUp:
        self.started += 1
        return self

    def check(self, fault: str | None, _seed: int, _backends: tuple[str, ...], seconds: float) -> Catch | Ended:
        self.asked.append((fault, seconds))
        return self._answers[fault is None]

    def end(self) -> None:
        pass


def test_how_a_process_ended_is_what_the_fault_may_end_in(monkeypatch: pytest.MonkeyPatch) -> None:
    for fault in (CRASHES, GOES_ON):
        if fault.missing:
            continue
        for how in (CRASH, TIME):
            MadeUp(monkeypatch, Ended(how, "ended"), CLEAN)
            outcome = next(hunt([fault], jobs=1))
            assert outcome.good == (how == fault.ends_in)
            assert outcome.caught_by == (how if outcome.good else None)


def test_a_process_that_was_not_given_the_time_is_no_crash() -> None:
    if CRASHES.missing:
        pytest.skip(CRASHES.missing)
    outcome = next(hunt([CRASHES], jobs=1, seconds=0.01))
    assert outcome.caught_by is None
    assert "had not ended" in outcome.finding


def test_the_unchanged_code_is_checked_whatever_became_of_the_process(monkeypatch: pytest.MonkeyPatch) -> None:
    child = MadeUp(monkeypatch, Ended(TIME, "had not ended"), CLEAN)
    outcomes = list(hunt([GOES_ON], jobs=1))
    assert [outcome.fault for outcome in outcomes] == [GOES_ON, None]
    assert child.started == 2
    # Where nothing can be planted, too.
    assert [outcome.fault for outcome in hunt([], jobs=2)] == [None]


def test_what_goes_on_for_ever_is_measured_by_the_unchanged_code(monkeypatch: pytest.MonkeyPatch) -> None:
    for clean, expected in ((3.0, 12.0), (0.5, 8.0), (50.0, 200.0)):
        child = MadeUp(monkeypatch, Ended(TIME, "had not ended"), CLEAN._replace(seconds=clean))
        assert next(hunt([GOES_ON], jobs=1)).good
        assert [seconds for name, seconds in child.asked if name] == [expected]
    # A machine on which the unchanged code does not end either tells nothing.
    MadeUp(monkeypatch, Ended(TIME, "had not ended"), Ended(TIME, "had not ended"))
    outcomes = list(hunt([GOES_ON], jobs=1))
    assert [outcome.good for outcome in outcomes] == [False, False]
    assert "the unchanged code" in outcomes[0].finding


def test_nothing_planted_is_no_success(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Fault, "missing", property(lambda _: "to be installed"))
    MadeUp(monkeypatch, CLEAN, CLEAN)
    result = CliRunner().invoke(main, ["faults", "--only", "diagonal"])
    assert result.exit_code == 1
    assert "Nothing was planted" in result.stdout
    assert "the unchanged code passed" in result.stdout
    assert CliRunner().invoke(main, ["faults", "--only", "diagonal", "--json"]).exit_code == 1


@pytest.mark.parametrize(("planted", "status"), [(Catch("a check", 1, 0.0, "seen"), 130), (CLEAN, 1)])
def test_interrupted(planted: Catch, status: int, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*_: object) -> Iterator[Outcome]:
        yield Outcome(GOES_ON, 0, (), *planted)
        raise KeyboardInterrupt

    monkeypatch.setattr("unitdoku.compare.faults.hunt.hunt", interrupted)
    result = CliRunner().invoke(main, ["faults"])
    assert result.exit_code == status, result.output
    assert GOES_ON.name in result.stdout
    assert "the unchanged code was not run" in result.stdout
    assert CliRunner().invoke(main, ["faults", "--json"]).exit_code == status


def test_json_lines_of_all_that_is_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    MadeUp(monkeypatch, CLEAN, CLEAN)
    listed = CliRunner().invoke(main, ["faults", "--only", "diagonal", "--list", "--json"])
    lines = [json.loads(line) for line in listed.stdout.splitlines()]
    assert {"fault", "where", "change", "shows_in_answers", "ends_in", "missing"} <= set(lines[0])
    assert all("diagonal" in f"{line['fault']} {line['where']}" for line in lines)
    clean = CliRunner().invoke(main, ["faults", "--only", "diagonal", "--clean", "2", "--json"])
    lines = [json.loads(line) for line in clean.stdout.splitlines()]
    assert clean.exit_code == 0
    assert {line["seed"] for line in lines} == {0, 1}
    assert all(line["good"] and line["fault"] is None and line["backends"] for line in lines)
