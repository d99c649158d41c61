"""Two runs against each other: is the new one faster, slower, or is there no difference to be seen?

Machines that others use too are slower for some seconds, then faster: what is measured in one batch is off together.
So the bootstrap draws whole batches, then puzzles from each (Davison and Hinkley, "Bootstrap methods and their
application", 1997, on hierarchical data). Puzzles drawn one by one would make two runs of the same code differ.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import median

from .reading import ResultsFile
from .stored import StoredEntry, StoredResult, StoredRun

LEAST = 1.10
"""Medians nearer to each other are called alike. Of 180 comparisons of six runs of the same code, on a machine that
others used, the interval of 3 was beyond that, and of 12 beyond 1.05."""

_RESAMPLES = 1000
_MOST_PAIRS = 2000
"""Of more puzzles so many are drawn, evenly from all batches: the interval is then wider than it need be."""

Pair = tuple[float, float]
"""Seconds before and now."""


@dataclass(frozen=True)
class Compared:
    """The same backend on the same puzzles with the same question, in an old run and a new one.

    Times are of puzzles that were solved in both: medians in seconds, and `ratio` of the new one to the old one, with
    its 95 % interval from `low` to `high`. All are None where there is no such puzzle.
    """

    entry: StoredEntry
    puzzles: int
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
        """What there is to be seen; of the number of solved puzzles first.

        `faster` and `slower` where the whole interval is further than `least` from 1.
        """
        if self.solved_now != self.solved_before:
            return "solves more" if self.solved_now > self.solved_before else "solves less"
        if self.low is None or self.high is None:
            return "nothing to compare"
        if self.high < 1 / least:
            return "faster"
        return "slower" if self.low > least else "no difference seen"


def compare(before: tuple[ResultsFile, StoredRun], now: tuple[ResultsFile, StoredRun], seed: int = 0) -> list[Compared]:
    """What both runs have in common, in the order of the new one; corpora are the same when their puzzles are."""
    known = {_key(entry): entry for entry in before[1].entries}
    return [
        _compared(_results(before[0], known[_key(entry)]), _results(now[0], entry), entry, seed)
        for entry in now[1].entries
        if _key(entry) in known
    ]


def interval(batches: Sequence[Sequence[Pair]], seed: int = 0) -> Pair:
    """The 95 % bootstrap interval of the median of the second times over that of the first; no batch is empty."""
    count = sum(map(len, batches))
    if count > _MOST_PAIRS:
        step = -(-count // _MOST_PAIRS)
        batches = [batch[::step] for batch in batches]
    rng = random.Random(seed)  # noqa: S311 - no secret
    ratios = sorted(_ratio(_drawn(batches, rng)) for _ in range(_RESAMPLES))
    cut = round(0.025 * _RESAMPLES)
    return ratios[cut], ratios[-cut - 1]


def _drawn(batches: Sequence[Sequence[Pair]], rng: random.Random) -> list[Pair]:
    return [pair for batch in rng.choices(batches, k=len(batches)) for pair in rng.choices(batch, k=len(batch))]


def _ratio(pairs: Sequence[Pair]) -> float:
    before = median(old for old, _ in pairs)
    return median(new for _, new in pairs) / before if before else 1.0


def _compared(before: dict[int, StoredResult], now: dict[int, StoredResult], entry: StoredEntry, seed: int) -> Compared:
    limit, mode = entry.question.limit, entry.mode
    common = [(before[number], now[number]) for number in sorted(before.keys() & now.keys())]
    both = [(old, new) for old, new in common if old.is_settled(limit) and new.is_settled(limit)]
    batches: dict[int, list[Pair]] = {}
    for old, new in both:
        batches.setdefault(new.batch, []).append((old.seconds(mode), new.seconds(mode)))
    low, high = interval(list(batches.values()), seed) if batches else (None, None)
    paces = [median(one.pace for one in side) for side in zip(*both, strict=True)]
    return Compared(
        entry=entry,
        puzzles=len(common),
        solved_before=sum(old.is_settled(limit) for old, _ in common),
        solved_now=sum(new.is_settled(limit) for _, new in common),
        median_before=median(old.seconds(mode) for old, _ in both) if both else None,
        median_now=median(new.seconds(mode) for _, new in both) if both else None,
        pace=paces[1] / paces[0] if paces and paces[0] else None,
        low=low,
        high=high,
    )


def _results(results: ResultsFile, entry: StoredEntry) -> dict[int, StoredResult]:
    return {result.puzzle: result for result in results.results(entry)}


def _key(entry: StoredEntry) -> tuple[str, str, str, str]:
    return entry.corpus.digest, entry.question.name, entry.mode, entry.backend
