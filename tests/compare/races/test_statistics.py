"""Statistics of times, on simulated times with a known truth and beside other libraries."""

from __future__ import annotations

from collections import Counter
from math import exp
from typing import Any

import pytest

np = pytest.importorskip("numpy")
stats = pytest.importorskip("scipy.stats")

from unitdoku.compare.races.statistics import (  # noqa: E402
    Compared,
    Ratio,
    Times,
    best_of,
    compared,
    contributions,
    mean_interval,
    paired_ratio,
    shares,
    total_ratio,
)


def drawn(count: int, ratio: float, limit: float, rng: Any) -> tuple[Times, Times]:
    """Times of two backends on puzzles that differ in hardness; the first takes `ratio` times as long."""
    hardness = np.exp(rng.normal(0, 1, count))
    first, second = (hardness * times * np.exp(rng.normal(0, 0.3, count)) for times in (ratio, 1.0))
    return np.minimum(first, limit), np.minimum(second, limit)


@pytest.mark.parametrize("count", [30, pytest.param(400, marks=pytest.mark.long)])
@pytest.mark.parametrize(("ratio", "limit"), [(0.8, np.inf), (1.0, np.inf), (0.8, 1.0), (1.0, 1.0)])
def test_intervals_hold_the_truth(count: int, ratio: float, limit: float) -> None:
    """A backend that is a fifth faster, and equal ones; with a limit of 1 half of the times reach it."""
    rng = np.random.default_rng(1)
    many = drawn(2_000_000, ratio, limit, rng)
    truth = exp(np.log(many[0] / many[1]).mean())
    found = [paired_ratio(*drawn(count, ratio, limit, rng), seed) for seed in range(1000)]
    assert 0.93 <= sum(each.low <= truth <= each.high for each in found) / 1000 <= 0.97
    verdicts = Counter(each.verdict for each in found)
    assert verdicts[Compared.SLOWER] < 40
    if count == 400:
        assert verdicts[Compared.FASTER if ratio < 1 else Compared.EQUAL] > 900


def test_intervals_of_ratios_of_totals() -> None:
    rng = np.random.default_rng(6)
    many = drawn(2_000_000, 0.8, 3.0, rng)
    truth = many[0].sum() / many[1].sum()
    found = [total_ratio(*drawn(60, 0.8, 3.0, rng), seed) for seed in range(1000)]
    assert 0.93 <= sum(each.low <= truth <= each.high for each in found) / 1000 <= 0.975
    few = total_ratio(np.full(7, 1.0), np.full(7, 100.0))
    assert few.verdict is Compared.NOT_KNOWN
    same = total_ratio(np.full(8, 2.0), np.full(8, 2.0))
    assert (same.low, same.ratio, same.high) == (1.0, 1.0, 1.0)
    assert few.ratio == pytest.approx(0.01)


def test_intervals_of_ratios_of_totals_where_one_puzzle_takes_most_of_the_time() -> None:
    """Two backends that are equal: of such times, one in 44 takes as long as all others together."""
    times = np.exp(np.random.default_rng(7).normal(0, 2, (1000, 2, 20)))
    found = [total_ratio(one, other, seed) for seed, (one, other) in enumerate(times)]
    assert sum(each.low <= 1 <= each.high for each in found) / 1000 >= 0.91
    assert np.quantile([each.high / each.ratio for each in found], 0.99) < 100


def test_restricted_means_and_their_intervals() -> None:
    rng = np.random.default_rng(2)
    many = np.minimum(np.exp(rng.normal(0, 1, 2_000_000)), 2).mean()
    found = [mean_interval(np.minimum(np.exp(rng.normal(0, 1, 40)), 2), seed) for seed in range(1000)]
    assert 0.93 <= sum(each.low <= many <= each.high for each in found) / 1000 <= 0.975
    values = rng.normal(5, 2, 300)
    one = mean_interval(values)
    other = stats.bootstrap((values,), np.mean, method="BCa", rng=3).confidence_interval
    assert one.mean == pytest.approx(values.mean())
    assert (one.low, one.high) == pytest.approx((other.low, other.high), rel=0.01)


def test_restricted_means_beside_lifelines() -> None:
    lifelines = pytest.importorskip("lifelines")
    from lifelines.utils import restricted_mean_survival_time

    times = np.random.default_rng(3).exponential(1, 500)
    fitted = lifelines.KaplanMeierFitter().fit(np.minimum(times, 1.5), times < 1.5)
    expected = restricted_mean_survival_time(fitted, t=1.5)
    assert mean_interval(np.minimum(times, 1.5)).mean == pytest.approx(expected, rel=1e-6)


@pytest.mark.parametrize(
    ("ratio", "verdict", "needed"),
    [
        (Ratio(0.8, 0.7, 0.9, 50), Compared.FASTER, None),
        (Ratio(1.3, 1.1, 1.5, 50), Compared.SLOWER, None),
        (Ratio(1.0, 0.95, 1.05, 50), Compared.EQUAL, None),
        (Ratio(1.0, 0.8, 1.25, 50), Compared.NOT_KNOWN, 275),
        (Ratio(0.9, 0.7, 1.157, 50), Compared.NOT_KNOWN, 285),
        (Ratio(22.4, 0.19, 41.4, 8), Compared.NOT_KNOWN, 19),
        (Ratio(0.5, 0.0, np.inf, 3), Compared.NOT_KNOWN, 8),
    ],
)
def test_what_an_interval_says(ratio: Ratio, verdict: Compared, needed: int | None) -> None:
    assert ratio.verdict is verdict
    assert ratio.needed == pytest.approx(needed, abs=3)


def test_nothing_is_claimed_of_few_puzzles() -> None:
    few = paired_ratio(np.full(7, 1.0), np.full(7, 100.0))
    assert (few.verdict, few.low, few.high) == (Compared.NOT_KNOWN, 0.0, np.inf)
    assert few.ratio == pytest.approx(0.01)
    assert paired_ratio(np.full(8, 1.0), np.full(8, 100.0)).verdict is Compared.FASTER


def test_backends_are_not_equal_because_both_reach_the_limit() -> None:
    """That says nothing of how long they would take; that one of them is faster up to the limit is known."""
    times, open_ = np.full(20, 5.0), np.arange(20) < 15
    solved = np.where(open_, times, np.random.default_rng(5).uniform(4.9, 5.1, 20))
    assert paired_ratio(times, solved).verdict is Compared.EQUAL
    few_solved = compared(paired_ratio, times, solved, open_)
    assert (few_solved.verdict, few_solved.needed) == (Compared.NOT_KNOWN, None)
    assert compared(paired_ratio, times, solved, open_ & False).verdict is Compared.EQUAL
    assert compared(total_ratio, times, solved, np.arange(20) < 5).verdict is Compared.EQUAL
    assert compared(paired_ratio, times, np.where(open_, times, 0.01), open_).verdict is Compared.SLOWER


def test_the_virtual_best_solver() -> None:
    times = {"a": np.array([1.0, 4.0, 2.0]), "b": np.array([2.0, 1.0, 2.0]), "c": np.array([9.0, 9.0, 9.0])}
    assert best_of(times).tolist() == [1, 1, 2]
    assert shares(times) == pytest.approx({"a": 0.5, "b": 0.5, "c": 0.0})
    assert contributions(times) == pytest.approx({"a": 5 / 4, "b": 7 / 4, "c": 1.0})
    assert contributions({"a": times["a"]}) == {"a": np.inf}
