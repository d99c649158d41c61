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
from typing import NamedTuple

from .reading import ResultsFile
from .stored import StoredEntry, StoredRun

LEAST = 1.10
"""Medians nearer to each other are called alike. Of 180 comparisons of six runs of the same code, on a machine that
others used, the interval of 3 was beyond that, and of 12 beyond 1.05."""

FEW_BATCHES, LEAST_OF_FEW = 4, 2.0
"""With fewer batches nobody knows how much they differ by chance: medians then have to be so far apart."""

_RESAMPLES = 1000
_MOST_PAIRS = 2000
"""Of more puzzles so many are drawn, evenly from all batches: the interval is then wider than it need be."""

Pair = tuple[float, float]
"""Seconds before and now."""


@dataclass(frozen=True)
class Compared:
    """The same backend on the same puzzles with the same question, in an old run and a new one.

    Times, wall clock or processor, are of puzzles that were solved in both: medians in seconds, and `ratio` of the new
    one to the old one, with its 95 % interval from `low` to `high`. All are None where there is no such puzzle. What
    another backend of the run refutes counts as not solved.
    """

    entry: StoredEntry
    puzzles: int
    batches: int
    """In which the new run asked the puzzles that were solved in both."""
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

        `faster` and `slower` where the whole interval is further than `least` from 1, or than 2 with few batches.
        """
        least = max(least, LEAST_OF_FEW if self.batches < FEW_BATCHES else least)
        if self.solved_now != self.solved_before:
            return "solves more" if self.solved_now > self.solved_before else "solves less"
        if self.low is None or self.high is None:
            return "nothing to compare"
        if self.high < 1 / least:
            return "faster"
        return "slower" if self.low > least else "no difference seen"


def compare(
    before: tuple[ResultsFile, StoredRun], now: tuple[ResultsFile, StoredRun], cpu: bool = False, seed: int = 0
) -> list[Compared]:
    """What both runs have in common, in the order of the new one; corpora are the same when their puzzles are.

    With `cpu` it is the processor time of solving that is compared: what else went on on the machine plays less of a
    part in it.
    """
    sides = [_Side(results, run, cpu) for results, run in (before, now)]
    known = {_key(entry): entry for entry in before[1].entries}
    return [
        _compared(sides[0].measured(known[_key(entry)]), sides[1].measured(entry), entry, seed)
        for entry in now[1].entries
        if _key(entry) in known
    ]


class _Measured(NamedTuple):
    """What counts of a result; `seconds` is None where the puzzle was not solved."""

    batch: int
    seconds: float | None
    pace: int


class _Side:
    """One of the two runs."""

    def __init__(self, results: ResultsFile, run: StoredRun, cpu: bool) -> None:
        self._results = results
        self._refuted = results.refuted(run)
        self._cpu = cpu

    def measured(self, entry: StoredEntry) -> dict[int, _Measured]:
        """Puzzle to what was measured."""
        lied = {claim.puzzle for claim in self._refuted.get(entry.id, ())}
        found = {}
        for one in self._results.results(entry):
            solved = one.is_settled(entry.question.limit) and one.puzzle not in lied
            seconds = one.cpu if self._cpu else one.seconds(entry.mode)
            found[one.puzzle] = _Measured(one.batch, seconds if solved else None, one.pace)
        return found


def differences(before: StoredRun, now: StoredRun) -> list[str]:
    """In what the circumstances of two runs differ: limits, versions, how they were run."""
    old, new = ({**run.settings, **run.environment} for run in (before, now))
    different = [name for name in {**old, **new} if old.get(name) != new.get(name)]
    return [f"{name.replace('_', ' ')}: {old.get(name)}, then {new.get(name)}" for name in different]


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


def _compared(before: dict[int, _Measured], now: dict[int, _Measured], entry: StoredEntry, seed: int) -> Compared:
    common = [(before[number], now[number]) for number in sorted(before.keys() & now.keys())]
    pairs: list[Pair] = []
    paces: list[Pair] = []
    batches: dict[int, list[Pair]] = {}
    for old, new in common:
        if old.seconds is not None and new.seconds is not None:
            pairs.append((old.seconds, new.seconds))
            paces.append((old.pace, new.pace))
            batches.setdefault(new.batch, []).append(pairs[-1])
    low, high = interval(list(batches.values()), seed) if batches else (None, None)
    return Compared(
        entry=entry,
        puzzles=len(common),
        batches=len(batches),
        solved_before=sum(old.seconds is not None for old, _ in common),
        solved_now=sum(new.seconds is not None for _, new in common),
        median_before=median(old for old, _ in pairs) if pairs else None,
        median_now=median(new for _, new in pairs) if pairs else None,
        pace=_ratio(paces) if pairs else None,
        low=low,
        high=high,
    )


def _key(entry: StoredEntry) -> tuple[str, str, str, str]:
    return entry.corpus.digest, entry.question.name, entry.mode, entry.backend
