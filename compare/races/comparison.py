"""Two runs against each other: is a backend faster in the new one, slower, or is no difference seen?

A machine that other programs use too is slower for some seconds, then faster: the results of one batch vary together.
So the bootstrap draws whole batches, then puzzles from each (Davison and Hinkley, "Bootstrap methods and their
application", 1997, on hierarchical data). Draws of single puzzles would make two runs of the same code differ.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import median

from .plan import RaceEntry
from .reading import StoredRun
from .summary import Summary

LEAST = 1.10
"""Medians closer to each other than this ratio are not called different. Of 180 comparisons of six runs of the same
code, on a machine that others used, the interval of 3 was beyond that ratio, and of 12 beyond 1.05."""

FEW_BATCHES, LEAST_OF_FEW = 4, 2.0
"""With fewer batches it is not known how much they differ by chance: the ratio of medians then has to be this large."""

_RESAMPLES = 1000
_MOST_PAIRS = 2000
"""Of more puzzles this many are used, evenly from all batches; the interval is then wider than it need be."""

Pair = tuple[float, float]
"""Seconds in the old run and in the new one."""


@dataclass(frozen=True)
class Compared:
    """The same backend on the same puzzles with the same question, in an old run and in a new one.

    Times, wall clock or processor, are over the puzzles that were solved in both runs: medians in seconds, and the 95 %
    interval of `ratio` from `low` to `high`. All are None where there is no such puzzle. A claim that another backend
    of the run refutes counts as not solved.
    """

    entry: RaceEntry
    puzzles: int
    batches: int
    """Those of the new run that hold the puzzles solved in both."""
    solved_before: int
    solved_now: int
    median_before: float | None
    median_now: float | None
    pace: float | None
    """How many times longer the same work took the machine in the new run."""
    low: float | None
    high: float | None

    @property
    def ratio(self) -> float | None:
        """The new median over the old one."""
        if self.median_before is None or self.median_now is None or not self.median_before:
            return None
        return self.median_now / self.median_before

    def verdict(self, least: float = LEAST) -> str:
        """Returns what differs: the number of solved puzzles, else the times.

        Times differ where the whole interval is further from 1 than `least`, or than 2 with few batches. They perhaps
        differ where the interval is on one side of 1 and reaches further than `least`.
        """
        sure = max(least, LEAST_OF_FEW if self.batches < FEW_BATCHES else least)
        if self.solved_now != self.solved_before:
            return "solves more" if self.solved_now > self.solved_before else "solves less"
        if self.low is None or self.high is None:
            return "nothing to compare"
        if self.high < 1 and self.low < 1 / least:
            return "faster" if self.high < 1 / sure else "perhaps faster"
        if self.low > 1 and self.high > least:
            return "slower" if self.low > sure else "perhaps slower"
        return "no difference seen"


def compare(before: Sequence[Summary], now: Sequence[Summary], cpu: bool = False) -> list[Compared]:
    """Compares what both runs have in common, in the order of the new one; corpora are the same when their puzzles are.

    With `cpu` the processor times of solving are compared, which other programs on the machine change less.
    """
    old = {_key(summary.entry): summary for summary in before}
    return [_compared(old[key], summary, cpu) for summary in now if (key := _key(summary.entry)) in old]


def differences(before: StoredRun, now: StoredRun) -> list[str]:
    """Returns in what the circumstances of two runs differ: limits, versions, how they were run."""
    old, new = ({**run.plan.settings._asdict(), **run.environment} for run in (before, now))
    different = [name for name in {**old, **new} if old.get(name) != new.get(name)]
    return [f"{name.replace('_', ' ')}: {old.get(name)}, then {new.get(name)}" for name in different]


def interval(batches: Sequence[Sequence[Pair]]) -> Pair:
    """Returns the 95 % bootstrap interval of the median of the new times over that of the old ones.

    There is a batch at least, and none is empty.
    """
    step = -(-sum(map(len, batches)) // _MOST_PAIRS)
    batches = [batch[::step] for batch in batches]
    rng = random.Random(0)  # noqa: S311 - no secret
    ratios = []
    for _ in range(_RESAMPLES):
        drawn = rng.choices(batches, k=len(batches))
        ratios.append(_ratio([pair for batch in drawn for pair in rng.choices(batch, k=len(batch))]))
    ratios.sort()
    cut = round(0.025 * _RESAMPLES)
    return ratios[cut], ratios[-cut - 1]


def _ratio(pairs: Sequence[Pair]) -> float:
    before = median(old for old, _ in pairs)
    return median(new for _, new in pairs) / before if before else 1.0


def _key(entry: RaceEntry) -> tuple[str, str, str, str]:
    return entry.corpus.digest, entry.question.name, entry.mode, entry.backend


def _compared(before: Summary, now: Summary, cpu: bool) -> Compared:
    common = before.times.keys() & now.times.keys()
    old, new = ({one.puzzle: one for one in run.settled_results if one.puzzle in common} for run in (before, now))
    both = [(old[number], one) for number, one in new.items() if number in old]
    batches: dict[int, list[Pair]] = {}
    for pair in both:
        first, second = (one.cpu / 1e9 if cpu else one.seconds(now.entry.cold) for one in pair)
        batches.setdefault(pair[1].batch, []).append((first, second))
    pairs = [pair for batch in batches.values() for pair in batch]
    low, high = interval(list(batches.values())) if pairs else (None, None)
    return Compared(
        entry=now.entry,
        puzzles=len(common),
        batches=len(batches),
        solved_before=len(old),
        solved_now=len(new),
        median_before=median(old for old, _ in pairs) if pairs else None,
        median_now=median(new for _, new in pairs) if pairs else None,
        pace=_ratio([(old.pace, new.pace) for old, new in both]) if pairs else None,
        low=low,
        high=high,
    )
