"""What the numbers say, in sentences: made of the same summaries as the tables, so that they cannot say otherwise."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from math import isfinite

from ..results.amounts import count_text, ratio_text, seconds_text, share_text
from ..results.stored import StoredRun
from ..results.summary import Summary
from ..results.table import Contest
from .pictures.growth import Growth

_WAITED, _WORTH_SECONDS = 1.2, 0.02
"""Wall-clock time over processor time from which on a backend was kept waiting, and of how much it is worth telling."""

_ALIKE = 1.05
"""A ratio of medians below which nobody is called faster."""


def of_the_run(run: StoredRun, contests: Sequence[Contest], paces: Sequence[int]) -> Iterator[str]:
    """What holds for the run as a whole; `paces` are those of the machine, ascending."""
    corpora = {entry.corpus.name: entry.corpus.puzzles for entry in run.entries}
    yield (
        f"{_many(len(run.backends), 'backend')} {'was' if len(run.backends) == 1 else 'were'} asked "
        f"{_many(sum(corpora.values()), 'puzzle')} of {_many(len(corpora), 'corpus', 'corpora')}: "
        f"{count_text(run.results)} results."
    )
    if run.results < run.planned:
        yield f"The run is not finished: {count_text(run.planned - run.results)} results are missing."
    wins: dict[str, int] = {}
    for contest in contests:
        best = contest.summaries[0]
        if not best.disqualified and best.settled:
            wins[best.entry.backend] = wins.get(best.entry.backend, 0) + 1
    if wins and len(contests) > 1:
        told = [f"{backend} in {count}" for backend, count in sorted(wins.items(), key=lambda win: -win[1])]
        yield f"Of {len(contests)} contests, most puzzles solved, then least PAR-2: {_listed(told)}."
    liars = {summary.entry.backend for contest in contests for summary in contest.summaries if summary.disqualified}
    if liars:
        yield f"Disqualified for wrong answers somewhere: {_listed(sorted(liars))}."
    elif run.results:
        yield "No answer was found to be wrong."
    if paces:
        slow, quick = paces[(len(paces) - 1) * 95 // 100], paces[len(paces) * 5 // 100]
        yield f"The pace of the machine varied by a factor of {ratio_text(slow / quick)} (5 to 95 % of the batches)."


def of_a_contest(contest: Contest) -> Iterator[str]:
    """What holds for a contest."""
    yield from waited(contest.summaries)
    field = [summary for summary in contest.summaries if not summary.disqualified]
    yield from _fastest(field)
    for summary in contest.summaries:
        backend = summary.entry.backend
        if summary.disqualified:
            yield f"{backend} is disqualified: {_many(summary.wrong, 'wrong answer')}."
        elif summary.settled < summary.count:
            parts = [
                f"{_many(count, 'puzzle')} {what}"
                for count, what in ((summary.open, "unsolved at the limit"), (summary.failed, "failed"))
                if count
            ]
            yield f"{backend} left {_listed(parts)}."
    for summary in field:
        share = summary.share_without_guess
        if share is not None:
            yield f"{summary.entry.backend} solved {share_text(share)} of the puzzles without a guess."


def waited(field: Sequence[Summary]) -> Iterator[str]:
    """Of whom the clock says much more than the processor: something else was using it."""
    for summary in field:
        if summary.wall_seconds > _WAITED * summary.cpu_seconds and summary.wall_seconds > _WORTH_SECONDS:
            ratio = ratio_text(summary.wall_seconds / summary.cpu_seconds) if summary.cpu_seconds else "many"
            yield (
                f"Beware: {summary.entry.backend} took {ratio} times as long as it had the processor. "
                "Something else was using that, and the times are not to be trusted."
            )


def of_growth(corpus: str, grown: Mapping[str, Growth]) -> Iterator[str]:
    """What holds for time over size."""
    told = [
        f"the power {one.exponent:.1f} for {backend}"
        for backend, one in sorted(grown.items(), key=lambda item: item[1].exponent or 0.0)
        if one.exponent is not None
    ]
    if told:
        yield f"On {corpus} the median time grew with the number of cells to {_listed(told)}."


def _fastest(field: Sequence[Summary]) -> Iterator[str]:
    medians = {
        summary.entry.backend: summary.median
        for summary in field
        if summary.median is not None and isfinite(summary.median)
    }
    if not medians:
        if field:
            yield "Nobody solved half of the puzzles."
        return
    order = sorted(medians, key=medians.__getitem__)
    first = order[0]
    text = f"{first} had the least median, {seconds_text(medians[first])}"
    others = [
        f"{name} took {ratio_text(medians[name] / medians[first])} times as long"
        for name in order[1:]
        if medians[first] > 0 and medians[name] / medians[first] >= _ALIKE
    ]
    alike = [name for name in order[1:] if medians[first] > 0 and medians[name] / medians[first] < _ALIKE]
    if alike:
        text += f", and {_listed(alike)} about the same"
    yield text + (f"; {_listed(others)}." if others else ".")


def _many(count: int, one: str, more: str | None = None) -> str:
    return f"{count_text(count)} {one if count == 1 else more or one + 's'}"


def _listed(parts: Sequence[str]) -> str:
    return parts[0] if len(parts) == 1 else f"{', '.join(parts[:-1])} and {parts[-1]}"
