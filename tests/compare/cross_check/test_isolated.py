"""Backends in processes of their own: what one of them does leaves the answers of the others alone."""

from __future__ import annotations

import sys
import time
from collections.abc import Sequence
from typing import Any

import pytest
from bad import FAILURES, limits_for
from bad import bad as bad
from raced import PUZZLES

from unitdoku import Puzzle, PuzzleError, Verdict, classic, solve_many
from unitdoku.check import CrossCheckReport, FindingKind, cross_check
from unitdoku.compare.cross_check.asking import CheckLimits, in_workers
from unitdoku.encoders.answering.in_worker import Answering, Found, Opened, Solve
from unitdoku.encoders.workers.limits import Entered, Failed, Phase
from unitdoku.reference.contract.session import Ended

LAYOUT = classic(4)
KINDS = FAILURES | {"odd-statistics": FindingKind.CRASHED}
KINDS |= dict.fromkeys(("says-none", "says-unique"), FindingKind.WRONG)


def checked(*names: str, puzzles: Sequence[Puzzle] = PUZZLES, **limits: Any) -> CrossCheckReport:
    return cross_check(puzzles, names, **{"seconds": 20.0, "memory": 400 << 20, **limits})


@pytest.mark.usefixtures("bad")
def test_in_this_process_what_is_no_result_is_invalid_too() -> None:
    report = cross_check(PUZZLES, ["reference", "bad:returns-nothing"], isolated=False)
    assert report.tallies["bad:returns-nothing"].failures == {FindingKind.INVALID: 2}
    assert "returned a NoneType" in str(report.disagreements[0])


@pytest.mark.usefixtures("bad")
@pytest.mark.parametrize("name", KINDS)
def test_what_goes_wrong_is_classed_and_costs_no_other_answer(name: str) -> None:
    pytest.importorskip("pysat")
    report = checked("reference", f"bad:{name}", **limits_for(name))
    honest, tally = report.tallies.values()
    assert (honest.failed, list(honest.settled)) == (0, [1] * 4)
    # It is asked again, and answers.
    assert (tally.failures, list(tally.settled)) == ({KINDS[name]: 2}, [1, 0, 0, 1])
    assert tuple(disagreement.puzzle for disagreement in report.disagreements) == PUZZLES[1:3]
    findings = {(found.kind, found.backend) for each in report.disagreements for found in each.findings}
    assert findings == {(KINDS[name], f"bad:{name}")}


@pytest.mark.usefixtures("bad")
@pytest.mark.parametrize("name", ["exits", "odd-statistics", "aborts"])
def test_among_many_puzzles_at_once_each_has_its_own_answer(name: str) -> None:
    """Many go to a worker that is quick; what one that dies left behind is asked of the next."""
    pytest.importorskip("pysat")
    cells = ["D4" if number % 40 == 39 else "A1" for number in range(100)]
    puzzles = [Puzzle.from_givens({cell: 1 + number % 3}, LAYOUT) for number, cell in enumerate(cells)]
    tally = checked("reference", f"bad:{name}", puzzles=puzzles).tallies[f"bad:{name}"]
    assert (tally.failures, sum(tally.settled)) == ({FindingKind.CRASHED: 2}, 98)


def test_what_is_no_puzzle() -> None:
    for apart in (True, False):
        with pytest.raises(PuzzleError, match="None is no puzzle"):
            cross_check([PUZZLES[0], None], ["reference"], isolated=apart)


@pytest.mark.usefixtures("bad")
def test_a_backend_that_never_opens_costs_its_set_up_time_once() -> None:
    backends = {"bad:never-opens": "bad:never-opens", "reference": "reference"}
    asking = in_workers(backends, CheckLimits(setup_seconds=1.0))
    started = time.perf_counter()
    asked = list(asking.answers(PUZZLES))
    asking.close()
    assert str(asked[0][1][0]) == "bad:never-opens: no session after 1 s"
    assert all(answers[1].verdict is Verdict.SAT for _, answers in asked)  # type: ignore[union-attr]
    # Puzzles behind the first may come in one more batch, or two.
    assert time.perf_counter() - started < 60


@pytest.mark.usefixtures("bad")
def test_what_a_session_has_to_prepare_is_no_part_of_the_time_of_a_puzzle() -> None:
    report = checked("bad:prepares", "reference", seconds=1.0)
    assert report.agree, report.disagreements
    assert list(report.tallies["bad:prepares"].settled) == [1] * 4


@pytest.mark.usefixtures("bad")
def test_opening_anew_after_an_error_is_no_part_of_the_time_of_the_next_puzzle() -> None:
    sent: list[object] = []
    answer = Answering("bad:exits", False, sent.append)
    last = answer(Solve(LAYOUT, [PUZZLES[1].candidates, PUZZLES[0].candidates], 2, 0.3))
    opening = [Entered, Opened, Entered]
    assert [type(message) for message in sent if not isinstance(message, Found)] == [*opening, Failed, *opening]
    phases = [message.phase for message in sent if isinstance(message, Entered)]
    assert phases == [Phase.OPENING, Phase.SOLVING] * 2
    assert type(last.value) is Ended


def test_a_memory_limit_that_no_machine_reaches() -> None:
    assert checked("reference", memory=sys.maxsize).agree


@pytest.mark.usefixtures("bad")
def test_nor_may_it_take_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PREPARING_SECONDS", "60")
    asking = in_workers({"bad:prepares": "bad:prepares"}, CheckLimits(seconds=10, setup_seconds=2.0))
    answers = [given for _, (given,) in asking.answers(PUZZLES)]
    asking.close()
    # A worker that comes up in vain costs the other puzzles nothing: they are asked of the next one.
    assert [isinstance(answer, Exception) for answer in answers] == [False, True, True, False]
    assert [str(answer) for answer in answers[1:3]] == ["bad:prepares: no session after 2 s"] * 2


def test_whoever_listens_late_makes_nobody_late() -> None:
    """Answers wait in the inbox while the caller is busy: the workers have done what they should."""
    asking = in_workers({"reference": "reference"}, CheckLimits(seconds=0.5))
    for _, (answer,) in asking.answers(PUZZLES * 12):
        time.sleep(0.02)
        assert getattr(answer, "verdict", None) is Verdict.SAT
    asking.close()


def test_nor_in_solve_many() -> None:
    results = solve_many(PUZZLES * 30, "reference", seconds=0.5, processes=2)
    for number, result in enumerate(results):
        assert result.verdict is Verdict.SAT
        time.sleep(0.2 if number < 5 else 0.0)
