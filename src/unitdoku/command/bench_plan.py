"""From the options of `unitdoku bench` to the plan of a race."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

import click

from unitdoku.command.inputs import Inputs, is_file, note_unread_input
from unitdoku.command.options import bad_usage, listed, named_backends
from unitdoku.compare.corpora.built_in import BUILT_IN, built_in
from unitdoku.compare.corpora.corpus import Corpus, Provenance
from unitdoku.compare.races.plan import SUITES, RacePlan, RaceSettings, Suite, question_named
from unitdoku.compare.races.salt import USUAL_SHARE
from unitdoku.encoders.naming.families import is_installed
from unitdoku.reference.spelling import did_you_mean

_CERTIFY_SECONDS = 10
"""Time for a certificate of a puzzle."""


def plan_of(options: Mapping[str, Any], inputs: Inputs) -> RacePlan:
    """Returns the plan: the suite says what is not given, and nothing about corpora that are named.

    Bad puzzles of files are reported; any other bad input ends the command.
    """
    suite = SUITES[options["suite"]]
    of_corpora = Suite("corpora that are named") if options["corpora"] else suite
    if not options["corpora"]:
        note_unread_input()
    named = options["corpora"] or suite.corpora or tuple(BUILT_IN)
    puzzles = of_corpora.puzzles if options["puzzles"] is None else options["puzzles"]
    seconds = of_corpora.seconds if options["seconds"] is None else options["seconds"]
    backends = named_backends(options["backends"]) or [name for name in suite.backends if is_installed(name)]
    questions = listed(options["questions"], "--questions", "question") or suite.questions
    modes = listed(options["modes"], "--modes", "mode") or suite.modes
    settings = RaceSettings(
        seed=options["seed"],
        seconds=None if seconds == float("inf") else seconds,
        memory=options["memory"] << 20,
        batch_puzzles=options["batch"],
        salt=0 if options["no_salt"] else USUAL_SHARE,
        certify=_CERTIFY_SECONDS if options["certify"] else 0,
    )
    corpora = tuple(corpus.sample(puzzles) for corpus in _corpora(named, inputs))
    if not corpora:
        sys.exit(2)
    with bad_usage(ValueError):
        plan = RacePlan(corpora, tuple(backends), tuple(map(question_named, questions)), tuple(modes), settings)
        plan.check_backends()
    return plan


def corpora_in_words() -> Iterator[str]:
    """Yields what is known of the built-in corpora, three paragraphs each."""
    for name, row in BUILT_IN.items():
        about = row.about
        licence = f" ({about.licence})" if about.licence else ""
        yield f"{name}: {about.what}"
        yield f"  bias: {about.bias}"
        yield f"  from: {about.source}{licence}"


def _corpora(named: Iterable[str], inputs: Inputs) -> Iterator[Corpus]:
    for name in named:
        if name in BUILT_IN:
            yield built_in(name)
        elif is_file(name):
            puzzles = tuple(inputs.puzzles(name))
            # The name alone: results do not say where files lie on a machine.
            title = "standard input" if name == "-" else Path(name).name.encode(errors="backslashreplace").decode()
            if puzzles:
                yield Corpus(title, puzzles, Provenance(f"{len(puzzles):,} puzzles of {title}", source=title))
        else:
            meant = did_you_mean(name, BUILT_IN)
            known = ", ".join(BUILT_IN)
            raise click.UsageError(f"{name!r} is neither a file nor a built-in corpus;{meant} known: {known}")
