"""Two runs against each other: is a backend faster in the new one, slower, or is no difference seen?

A machine that other programs use too is slower for some seconds, then faster: the results of one batch vary together.
So the bootstrap draws whole batches, then puzzles from each (Davison and Hinkley, "Bootstrap methods and their
application", 1997, on hierarchical data). Draws of single puzzles would make two runs of the same code differ.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from statistics import median
from typing import NamedTuple

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


class Compared(NamedTuple):
    """The same backend on the same puzzles with the same question, in an old run and in a new one.

    Pairs are of the old run and of the new one. Times, wall clock or processor, are over the puzzles that were solved
    in both runs. All are None where there is no such puzzle. A claim that another backend of the run refutes counts as
    not solved.
    """

    entry: RaceEntry
    puzzles: int
    batches: int
    """Those of the new run that hold the puzzles solved in both."""
    solved: tuple[int, int]
    medians: Pair | None = None
    """Seconds."""
    interval: tuple[float, float] | None = None
    """The 95 % interval of the new median over the old one."""
    pace: float | None = None
    """How many times longer the same work took the machine in the new run."""

    @property
    def ratio(self) -> float | None:
        """The new median over the old one."""
        return self.medians[1] / self.medians[0] if self.medians and self.medians[0] else None

    def verdict(self, least: float = LEAST) -> str:
        """Returns what differs: the number of solved puzzles, else the times.

        Times differ where the whole interval is further from 1 than `least`, or than 2 with few batches. They perhaps
        differ where the interval is on one side of 1 and reaches further than `least`.
        """
        before, now = self.solved
        if now != before:
            return "solves more" if now > before else "solves less"
        if self.interval is None:
            return "nothing to compare"
        low, high = self.interval
        sure = max(least, LEAST_OF_FEW if self.batches < FEW_BATCHES else least)
        if high < 1 and low < 1 / least:
            return "faster" if high < 1 / sure else "perhaps faster"
        if low > 1 and high > least:
            return "slower" if low > sure else "perhaps slower"
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
    found = Compared(now.entry, len(common), len(batches), (len(old), len(new)))
    if not both:
        return found
    before_each, now_each = zip(*(pair for batch in batches.values() for pair in batch), strict=True)
    return found._replace(
        medians=(median(before_each), median(now_each)),
        interval=interval(list(batches.values())),
        pace=_ratio([(one.pace, other.pace) for one, other in both]),
    )
