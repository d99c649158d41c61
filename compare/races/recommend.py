"""Which backend to take for one's own puzzles: a race of some seconds that drops what cannot win any more.

In rounds of twice as many puzzles as before all backends that are left get the same puzzles. After each round those are
dropped that are slower than the best with 95 % certainty, or gave a wrong answer. After Jamieson and Talwalkar,
"Non-stochastic best arm identification and hyperparameter optimization" (2016).
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import chain
from threading import TIMEOUT_MAX, Event, Timer

from ...encoders.naming.families import ROWS
from ...encoders.naming.listing import backends as listed_backends
from ...encoders.naming.optional_packages import require, stats
from ...encoders.naming.optional_packages import statistics_numpy as np
from ...puzzles.pictures.text_table import Table
from ...puzzles.text.any_puzzle import each_puzzle
from ...reference.contract.deadline import Deadline
from ...reference.contract.errors import OptionError, PuzzleError
from ...reference.contract.session import AnyBackend
from ...reference.model.puzzle import Puzzle
from ..corpora.corpus import Corpus, Provenance
from .columns import RaceOutcome, ratio_text, seconds_text
from .plan import UNIQUE, WARM, RacePlan, RaceSettings, question_named
from .race import end_idle_racers, run_batch
from .statistics import LEAST, Compared, Ratio, Times, best_of, compared, total_ratio

_FIRST = 3
"""Puzzles of the first round."""

_SURE = 100
"""Puzzles, or all that there are, before it ends: some backends are very slow on one puzzle in fifty."""

_FAR, _HALF_SURE = 5, 50
"""A backend that is certainly slower, but not so many times, is dropped after that many puzzles only."""

_HOPELESS, _NEARLY_ALL = 10, 0.8
"""A backend is dropped after the first `LEAST` puzzles, before anything is certain, if it takes so many times as long
in all, and longer on nearly all of them: else those that reach the limit each time take most of the race."""

_SHARE = 6
"""A question gets at most this share of the time that is left for each backend."""

_FIRST_SHARE = 300
"""A question of the first round gets at most this share of all time, and one of each next round twice as much: slow
backends are found in little time."""


@dataclass(frozen=True)
class Recommendation:
    """Which backend to take; `print` shows it."""

    best: str | None
    """None where no backend answered a question."""
    ratios: dict[str, Ratio]
    """Each other backend to how many times as long it takes as the best in all, on the puzzles that both were asked."""
    worst: float
    """The largest ratio of the time of the best to the least time of any backend, over the puzzles that all got."""
    mean_seconds: dict[str, float]
    """Each backend to its mean time, in which a question that was not answered counts as its time limit."""
    wrong: dict[str, str]
    """Backends that gave a wrong answer, failed, or declined a puzzle, with the reason."""
    missing: dict[str, str]
    """Backends that are not installed, and what to install."""

    def __str__(self) -> str:
        """Returns what to take and how certain that is, and a line for each backend."""
        lines = [self.claim]
        if self.best is not None:
            rows = [("backend", "mean", "times as long", "puzzles")]
            rows.append((self.best, seconds_text(self.mean_seconds[self.best]), "", ""))
            for name, ratio in sorted(self.ratios.items(), key=lambda each: each[1].ratio):
                interval = f"[{ratio_text(ratio.low)} to {ratio_text(ratio.high)}]" if ratio.low else "too few to say"
                times = f"{ratio_text(ratio.ratio)} {interval}"
                rows.append((name, seconds_text(self.mean_seconds[name]), times, f"{ratio.puzzles:,}"))
            lines += ["", *chain(*Table(rows).parts(80))]
        lines += [f"  {name}: {why}" for name, why in self.wrong.items()]
        lines += [f"Not installed: {name} ({advice})" for name, advice in self.missing.items()]
        return "\n".join(lines)

    @property
    def claim(self) -> str:
        """What to take, in sentences."""
        if self.best is None:
            return "No backend answered a question: give more seconds."
        if not self.ratios:
            return f"Only {self.best} answered: name other backends, or give more seconds, to compare it."
        name, ratio = min(self.ratios.items(), key=lambda each: each[1].ratio)
        worst = " It was the fastest on each puzzle that all got."
        if self.worst > 1:
            worst = f" At worst it took {ratio_text(self.worst)} times as long as another, on a puzzle that all got."
        if ratio.verdict is Compared.SLOWER:
            times, low, high = map(ratio_text, ratio[:3])
            return f"Take {self.best}: {times} times as fast as {name} (95 %: {low} to {high}).{worst}"
        if ratio.verdict is Compared.EQUAL:
            return f"Take {self.best} or {name}: they are equally fast, within 10 %.{worst}"
        more = f" About {ratio.needed:,} puzzles would tell." if ratio.needed else ""
        return f"{self.best} seems fastest, but it is not known whether {name} is faster.{more}{worst}"


def recommend(
    puzzles: Iterable[object],
    seconds: float = 30.0,
    question: str = UNIQUE.name,
    mode: str = WARM,
    backends: Sequence[AnyBackend] | None = None,
    seed: int = 0,
) -> Recommendation:
    """Returns which backend to take for these puzzles, after a race of so many seconds.

    The puzzles have any form that `solve` takes. `question` and `mode` are those of a race: "first", "unique" or
    "count:N"; "warm", one session for many puzzles, or "cold", a new one for each, with its set-up. `backends` are
    names, functions or backends, by default one or two of each paradigm that are installed. Puzzles are drawn in an
    order that `seed` fixes, and come again when all were asked; the outcome depends on measured times. Raises
    `PuzzleError` without a puzzle, `OptionError` for another number of seconds, `PackageMissing` without NumPy and
    SciPy, and what `bench` raises for a bad plan.
    """
    if not 0 < seconds <= TIMEOUT_MAX:
        raise OptionError(f"a race has a number of seconds above 0, not {seconds:g}")
    require(np, stats)
    every = list(each_puzzle(puzzles))
    if not every:
        raise PuzzleError("there is no puzzle to recommend a backend for")
    candidates = (name for row in ROWS if row.is_installed for name in (*row.compared, *row.candidates))
    left = list(candidates if backends is None else backends)
    race = _Race(question, mode, seed, Deadline(seconds))
    order = random.Random(seed).sample(every, len(every))
    asked, count = 0, _FIRST
    try:
        while left and not race.deadline.expired:
            part = [order[(asked + index) % len(order)] for index in range(min(count, len(order)))]
            left = race.round(part, left)
            asked, count = asked + len(part), 2 * count
            if len(left) < 2 or (asked >= min(_SURE, len(order)) and race.is_decided):
                break
    finally:
        end_idle_racers()
    listings = listed_backends() if backends is None else ()
    return race.recommendation({each.name: each.advice or "" for each in listings if not each.installed})


class _Race:
    """What was measured so far."""

    def __init__(self, question: str, mode: str, seed: int, deadline: Deadline) -> None:
        self._question, self._mode, self._seed = question_named(question), mode, seed
        self.deadline = deadline
        self._times: dict[str, dict[int, float]] = {}
        """Backend to number of the question to seconds; those of a question have one limit."""
        self._settled: dict[str, int] = {}
        self._wrong: dict[str, str] = {}
        self._left: list[str] = []
        self.ratios: dict[str, Ratio] = {}
        self._asked = 0
        self._most = deadline.remaining / _FIRST_SHARE

    def round(self, puzzles: Sequence[Puzzle], backends: Sequence[AnyBackend]) -> list[AnyBackend]:
        """Asks these backends these puzzles; returns those that may still win."""
        limit = max(0.05, min(self._most, self.deadline.remaining / len(backends) / _SHARE))
        self._most *= 2
        settings = RaceSettings(seed=self._seed + self._asked, seconds=limit, batch_puzzles=len(puzzles))
        corpus = Corpus("puzzles", tuple(puzzles), Provenance("puzzles of the caller"))
        plan = RacePlan((corpus,), tuple(backends), (self._question,), (self._mode,), settings)
        plan.check_backends()
        over = Event()
        timer = Timer(self.deadline.remaining, over.set)
        timer.start()
        try:
            for batch in plan.batches():
                for result in run_batch(batch, None, over).results:
                    outcome, name = result.outcome(batch.limit), batch.backend
                    if outcome in (RaceOutcome.WRONG, RaceOutcome.DECLINED, RaceOutcome.FAILED):
                        self._wrong.setdefault(name, result.said or str(outcome))
                    elif result.puzzle >= 0:
                        took = result.seconds(batch.cold) if outcome is RaceOutcome.SOLVED else limit
                        self._times.setdefault(name, {})[self._asked + result.puzzle] = min(took, limit)
                        self._settled[name] = self._settled.get(name, 0) + (outcome is RaceOutcome.SOLVED)
        finally:
            timer.cancel()
        self._asked += len(puzzles)
        self._left = [name for name in plan.names if name not in self._wrong]
        self.ratios = self._compared()
        slower = {
            name
            for name, ratio in self.ratios.items()
            if self._is_hopeless(name)
            or (ratio.verdict is Compared.SLOWER and (ratio.low > _FAR or ratio.puzzles >= _HALF_SURE))
        }
        self._left = [name for name in self._left if name not in slower]
        return [plan.backends_by_name[name] for name in self._left]

    @property
    def is_decided(self) -> bool:
        """Whether all others that are left are slower than the best, or equal to it."""
        left = (self.ratios[name].verdict for name in self._left if name in self.ratios)
        return all(verdict in (Compared.SLOWER, Compared.EQUAL) for verdict in left)

    def _is_hopeless(self, name: str) -> bool:
        best, next_best = self._best, min(self.ratios, key=lambda other: self.ratios[other].ratio)
        if best is None or name == next_best:  # the best is compared with another one to the end
            return False
        mine, others = self._common((name, best)).values()
        slower = len(mine) >= LEAST and (mine > others).mean() > _NEARLY_ALL
        return bool(slower and mine.sum() > _HOPELESS * others.sum())

    def _common(self, names: Iterable[str]) -> dict[str, Times]:
        """Returns the times of these backends for the questions that all of them got."""
        times = {name: self._times[name] for name in names}
        common = sorted(set.intersection(*(set(each) for each in times.values())))
        return {name: np.array([each[number] for number in common]) for name, each in times.items()}

    @property
    def _best(self) -> str | None:
        """Of the backends that are left, that with the least mean over the questions that all of them got.

        When time is over in a round, some have got more questions than others.
        """
        able = [name for name in self._left if self._settled.get(name)]
        times = self._common(able) if able else {}
        return min(times, key=lambda name: float(times[name].mean()), default=None)

    def _compared(self) -> dict[str, Ratio]:
        best = self._best
        others = [name for name in self._times if name not in self._wrong and name != best]
        if best is None:
            return {}
        pairs = {name: self._common((name, best)) for name in others}
        # Two times are the same only where both are the limit.
        return {
            name: compared(total_ratio, times[name], times[best], times[name] == times[best])
            for name, times in pairs.items()
            if len(times[best])
        }

    def recommendation(self, missing: dict[str, str]) -> Recommendation:
        """Returns what was found."""
        best = self._best
        means = {name: float(np.mean(list(times.values()))) for name, times in self._times.items()}
        times = self._common([best, *self.ratios]) if best is not None else {}
        worst = float((times[best] / best_of(times)).max()) if best is not None and len(times[best]) else 1.0
        return Recommendation(best, self.ratios, worst, means, self._wrong, missing)
