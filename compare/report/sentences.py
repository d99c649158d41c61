"""What the numbers of a run say, in sentences, made of the same summaries as the tables."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from math import isfinite

from ..results.amounts import count_text, ratio_text, seconds_text, share_text
from ..results.reading import StoredRun
from ..results.summary import Summary, waited
from ..results.tables import Contest
from .pictures.growth import growths

_ALIKE = 1.05
"""A ratio of medians below which neither is called faster."""


def of_the_run(run: StoredRun, found: Sequence[Contest], paces: Sequence[int]) -> Iterator[str]:
    """Yields what holds for the whole run; `paces` are those of the machine, ascending."""
    puzzles = sum({corpus.name: corpus.puzzles for corpus in run.corpora}.values())
    yield (
        f"{_many(len(run.backends), 'backend')} {'was' if len(run.backends) == 1 else 'were'} asked "
        f"{_many(puzzles, 'puzzle')} of {_many(len(run.corpora), 'corpus', 'corpora')}: "
        f"{count_text(run.results)} results."
    )
    if run.results < run.planned:
        yield f"The run is not finished: {count_text(run.planned - run.results)} results are missing."
    best = (contest.summaries[0] for contest in found)
    wins = Counter(summary.entry.backend for summary in best if not summary.disqualified and summary.settled)
    if wins and len(found) > 1:
        first_in = [f"{backend} in {count}" for backend, count in wins.most_common()]
        yield f"Of {len(found)} contests, most puzzles solved, then least PAR-2: {_listed(first_in)}."
    wrong = {summary.entry.backend for contest in found for summary in contest.summaries if summary.disqualified}
    if wrong:
        yield f"Disqualified for wrong answers in some contest: {_listed(sorted(wrong))}."
    elif run.results:
        yield "No answer was found to be wrong."
    yield from waited([summary for contest in found for summary in contest.summaries])
    if paces:
        slow, quick = paces[(len(paces) - 1) * 95 // 100], paces[len(paces) * 5 // 100]
        yield f"The pace of the machine varied by a factor of {ratio_text(slow / quick)} (5 to 95 % of the batches)."


def of_a_contest(contest: Contest) -> Iterator[str]:
    """Yields what holds for a contest."""
    yield from _fastest(contest.qualified)
    for summary in contest.summaries:
        backend = summary.entry.backend
        if summary.disqualified:
            yield f"{backend} is disqualified: {_many(summary.wrong, 'wrong answer')}."
        elif summary.settled < summary.count:
            counts = (
                (summary.open, "unsolved at the limit"),
                (summary.failed, "failed"),
                (summary.declined, "declined"),
                (summary.unclaimed, "answered in time without a claim that there are no other solutions"),
            )
            parts = [f"{_many(count, 'puzzle')} {what}" for count, what in counts if count]
            yield f"{backend} left {_listed(parts)}."
    for summary in contest.qualified:
        share = summary.share_without_guess
        if share is not None:
            yield f"{summary.entry.backend} solved {share_text(share)} of the puzzles without a guess."


def of_growth(contest: Contest) -> Iterator[str]:
    """Yields what holds for time over size, if the corpus has sizes enough."""
    fitted = [(one.exponent, backend) for backend, one in growths(contest).items() if one.exponent is not None]
    if fitted:
        powers = [f"the power {exponent:.1f} for {backend}" for exponent, backend in sorted(fitted)]
        yield f"On {contest.first.corpus.name} the median time grew with the number of cells to {_listed(powers)}."


def _fastest(field: Sequence[Summary]) -> Iterator[str]:
    medians = {
        summary.entry.backend: summary.median
        for summary in field
        if summary.median is not None and isfinite(summary.median)
    }
    if not medians:
        if field:
            yield "No backend solved half of the puzzles."
        return
    first, *others = sorted(medians, key=medians.__getitem__)
    ratios = {name: medians[name] / medians[first] for name in others if medians[first] > 0}
    text = f"{first} had the least median, {seconds_text(medians[first])}"
    alike = [name for name, ratio in ratios.items() if ratio < _ALIKE]
    if alike:
        text += f", and {_listed(alike)} about the same"
    slower = [f"{name} took {ratio_text(ratio)} times as long" for name, ratio in ratios.items() if ratio >= _ALIKE]
    yield text + (f"; {_listed(slower)}." if slower else ".")


def _many(count: int, one: str, more: str | None = None) -> str:
    return f"{count_text(count)} {one if count == 1 else more or one + 's'}"


def _listed(parts: Sequence[str]) -> str:
    return parts[0] if len(parts) == 1 else f"{', '.join(parts[:-1])} and {parts[-1]}"
