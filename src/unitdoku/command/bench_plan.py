"""From what was typed to the plan of a race."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

import click

from unitdoku.command.inputs import Inputs, is_file
from unitdoku.compare.corpora.built_in import BUILT_IN, built_in
from unitdoku.compare.corpora.corpus import Corpus, Provenance
from unitdoku.compare.races.plan import RacePlan, RaceSettings
from unitdoku.compare.races.question import question_named
from unitdoku.compare.races.suites import SUITES
from unitdoku.encoders.backends.registry import is_installed
from unitdoku.reference.errors import BackendUnavailable, OptionError, UnknownBackend

_SECONDS = 10.0
"""The limit for corpora that are named."""


class Wanted(NamedTuple):
    """What was typed; None where nothing was, and the suite says what to take."""

    suite: str
    corpora: Sequence[str]
    backends: Sequence[str] | None
    questions: Sequence[str] | None
    modes: Sequence[str] | None
    puzzles: int | None
    seconds: float | None
    seed: int
    memory: int
    batch: int | None


def plan_of(wanted: Wanted, inputs: Inputs) -> RacePlan:
    """The plan; bad input among the puzzles of files is reported, anything else ends the command."""
    suite = SUITES[wanted.suite]
    named = wanted.corpora or suite.corpora or tuple(BUILT_IN)
    puzzles = wanted.puzzles if wanted.puzzles is not None or wanted.corpora else suite.puzzles
    seconds = wanted.seconds if wanted.seconds is not None else _SECONDS if wanted.corpora else suite.seconds
    backends = wanted.backends or [name for name in suite.backends if is_installed(name)]
    settings = RaceSettings(
        seed=wanted.seed,
        seconds=None if seconds == float("inf") else seconds,
        memory=wanted.memory,
        batch_puzzles=wanted.batch,
    )
    corpora = [corpus.sample(puzzles) for corpus in _corpora(named, inputs)]
    if not corpora:
        sys.exit(2)
    try:
        questions = [question_named(name) for name in wanted.questions or suite.questions]
        plan = RacePlan(tuple(corpora), tuple(backends), tuple(questions), tuple(wanted.modes or suite.modes), settings)
        plan.check_backends()
    except (OptionError, UnknownBackend, BackendUnavailable, ValueError) as error:
        raise click.UsageError(str(error)) from error
    return plan


def told_corpora() -> Iterator[str]:
    """What there is to know of the built-in corpora, a paragraph each."""
    for name, row in BUILT_IN.items():
        about = row.about
        licence = f" ({about.licence})" if about.licence else ""
        yield f"{name}: {about.what}\n  bias: {about.bias}\n  from: {about.source}{licence}"


def _corpora(named: Iterable[str], inputs: Inputs) -> Iterator[Corpus]:
    for name in named:
        if name in BUILT_IN:
            yield built_in(name)
        elif is_file(name):
            puzzles = tuple(inputs.puzzles([name]))
            # The name alone: where a file lies is nobody's business who gets the results.
            title = "standard input" if name == "-" else Path(name).name
            if puzzles:
                yield Corpus(title, puzzles, Provenance(f"{len(puzzles):,} puzzles of {title}", source=title))
        else:
            known = ", ".join(BUILT_IN)
            raise click.UsageError(f"{name!r} is neither a file nor a built-in corpus; known: {known}")
