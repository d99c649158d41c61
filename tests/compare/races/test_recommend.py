"""Recommendations: the fastest of backends whose speed is known, and what is not claimed."""

from __future__ import annotations

import random
from dataclasses import replace
from functools import partial
from time import sleep
from typing import Any

import pytest
from commands import run

from unitdoku import OptionError, PuzzleError, latin, solve
from unitdoku.compare.corpora.generated import pattern_puzzle
from unitdoku.reference.contract.deadline import Deadline

pytest.importorskip("scipy")

from unitdoku.compare.races.judging import Batch
from unitdoku.compare.races.race import BatchResults, run_batch
from unitdoku.compare.races.recommend import _Race
from unitdoku.compare.races.statistics import Compared
from unitdoku.races import Recommendation, recommend

PUZZLES = [pattern_puzzle(2, 0.5, seed) for seed in range(40)]


def says_nothing(puzzle: Any) -> Any:
    return [9] * 16


def answers(puzzle: Any) -> Any:
    return solve(puzzle, "reference").solution


def named(name: str) -> Any:
    """A function of this name that answers."""
    backend = partial(answers)
    backend.__name__ = backend.__qualname__ = name  # type: ignore[attr-defined]
    return backend


@pytest.fixture
def milliseconds(monkeypatch: pytest.MonkeyPatch) -> dict[str, float]:
    """The end of a backend's name to the mean of its times, which replace what is measured: they vary by a seed."""
    means: dict[str, float] = {}
    rng = random.Random(7)

    def with_times(batch: Batch, *rest: Any) -> BatchResults:
        ran = run_batch(batch, *rest)
        (mean,) = (mean for name, mean in means.items() if batch.backend.endswith(name))
        results = [replace(result, wall=round(mean * 1e6 * rng.lognormvariate(0, 0.2))) for result in ran.results]
        return ran._replace(results=results)

    monkeypatch.setattr("unitdoku.compare.races.recommend.run_batch", with_times)
    return means


def test_the_fastest_is_recommended(milliseconds: dict[str, float]) -> None:
    milliseconds |= {"quick": 1, "slow": 8, "slowest": 15}
    found = recommend(PUZZLES, 60, "first", backends=[named(name) for name in milliseconds])
    assert found.best is not None
    assert found.best.endswith("quick")
    assert {ratio.verdict for ratio in found.ratios.values()} == {Compared.SLOWER}
    low, high = sorted(ratio.ratio for ratio in found.ratios.values())
    assert 6 < low < 10
    assert 12 < high < 18
    assert found.claim.startswith(f"Take {found.best}: ")
    assert found.mean_seconds[found.best] == min(found.mean_seconds.values())


def test_equal_backends_are_not_told_apart(milliseconds: dict[str, float]) -> None:
    milliseconds |= {"one": 2, "other": 2}
    found = recommend(PUZZLES, 60, "first", backends=[named("one"), named("other")])
    (ratio,) = found.ratios.values()
    assert ratio.verdict in (Compared.EQUAL, Compared.NOT_KNOWN)
    assert "equally fast" in found.claim or "not known" in found.claim


def test_wrong_answers_and_puzzles_that_are_declined() -> None:
    found = recommend(PUZZLES, 10, backends=["reference", says_nothing])
    assert (found.best, found.ratios) == ("reference", {})
    ((name, why),) = found.wrong.items()
    assert name.endswith("says_nothing")
    assert why
    assert found.claim.startswith("Only reference answered")


def test_no_answer_and_no_puzzle() -> None:
    found = recommend([pattern_puzzle(2, 0.0, 1)], 0.5, "first", backends=[lambda puzzle: sleep(60)])
    assert found.best is None
    assert str(found) == "No backend answered a question: give more seconds."
    with pytest.raises(PuzzleError):
        recommend([])


def test_one_puzzle_is_too_few_to_claim_anything_at_once() -> None:
    """It is asked again: that tells how fast backends are on it."""
    found = recommend(["1" + "." * 15], 6, backends=["reference", "native"])
    assert isinstance(found, Recommendation)
    assert found.best in ("reference", "native")


def test_the_command(tmp_path: Any) -> None:
    path = tmp_path / "puzzles.txt"
    path.write_text("......4..3..1..2\n1...2...3...4...\n")
    shown = run("recommend", path, "--layout", "classic:4", "--seconds", "5", "--backends", "reference,native").stdout
    assert "native" in shown
    assert all(len(line) <= 80 for line in shown.splitlines()[1:])
    for wrong in (("--question", "all"), ("--backends", "nativ"), ("--seconds", "inf")):
        assert run("recommend", path, "--layout", "classic:4", *wrong).exit_code == 2
    assert run("recommend", tmp_path / "none.txt").exit_code == 2


def race_with(**times: list[float]) -> _Race:
    """A race after these times of each backend."""
    race = _Race("unique", "warm", 0, Deadline(10))
    race._left, race._settled = [*times], dict.fromkeys(times, 1)
    race._times = {name: dict(enumerate(each)) for name, each in times.items()}
    race.ratios = race._compared()
    return race


def test_to_be_asked_most_when_time_is_over_is_no_win() -> None:
    found = race_with(slow=[0.5] * 20, quick=[0.1] * 12).recommendation({})
    assert (found.best, found.worst) == ("quick", 1)
    assert found.ratios["slow"].ratio == pytest.approx(5)


def test_limits_do_not_make_backends_equal() -> None:
    """The first rounds have short limits: that both reach them ends no race."""
    race = race_with(one=[0.01] + [0.1] * 19, other=[0.02] + [0.1] * 19)
    assert race.ratios["other"].ratio < 1.1
    assert not race.is_decided


@pytest.mark.parametrize("seconds", [0, -1, float("inf"), float("nan")])
def test_a_race_has_an_end(seconds: float) -> None:
    with pytest.raises(OptionError, match="seconds above 0"):
        recommend(PUZZLES, seconds)


def test_layouts_may_differ() -> None:
    found = recommend([pattern_puzzle(2, 0.5, 1), solve("." * 9, layout=latin(3)).puzzle], 5, backends=["reference"])
    assert (found.best, found.ratios) == ("reference", {})
