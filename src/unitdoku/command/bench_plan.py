"""From the options of `unitdoku bench` to the plan of a race."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

import click

from unitdoku.command.inputs import Inputs, is_file, note_unread_input
from unitdoku.command.options import bad_usage, listed, named_backends
from unitdoku.compare.corpora.corpus import Corpus, Provenance, built_in, built_in_corpora
from unitdoku.compare.races.plan import UNIQUE, WARM, RacePlan, RaceSettings, question_named
from unitdoku.compare.races.salt import USUAL_SHARE
from unitdoku.encoders.naming.families import is_installed
from unitdoku.reference.contract.errors import Unsupported, did_you_mean

_CERTIFY_SECONDS = 10
"""Time for a certificate of a puzzle."""

_BACKENDS = ("reference", "native", "sat:cadical195", "sat:minisat22", "cpsat")
"""Those that are raced by default, where they are installed."""

_LOOK_PUZZLES, _LOOK_SECONDS = 20, 1.0
"""Puzzles of each corpus, and the time limit, where no corpus is named: a look at everything in three minutes."""


def plan_of(options: Mapping[str, Any], inputs: Inputs) -> RacePlan:
    """Returns the plan; without corpora some puzzles of each built-in one, with a short limit.

    Bad puzzles of files are reported; any other bad input ends the command.
    """
    puzzles, seconds = options["puzzles"], options["seconds"]
    if not options["corpora"]:
        note_unread_input()
        puzzles, seconds = puzzles or _LOOK_PUZZLES, _LOOK_SECONDS if seconds is None else seconds
    backends = named_backends(options["backends"]) or filter(is_installed, _BACKENDS)
    questions = listed(options["questions"], "--questions", "question") or [UNIQUE.name]
    modes = listed(options["modes"], "--modes", "mode") or [WARM]
    settings = RaceSettings(
        seed=options["seed"],
        seconds=RaceSettings().seconds if seconds is None else None if seconds == float("inf") else seconds,
        memory=options["memory"] << 20,
        batch_puzzles=options["batch"],
        salt=0 if options["no_salt"] else USUAL_SHARE,
        certify=_CERTIFY_SECONDS if options["certify"] else 0,
    )
    with bad_usage(Unsupported):
        corpora = tuple(
            corpus.sample(puzzles).repeated(options["images"], options["repeat"], options["seed"])
            for corpus in _corpora(options["corpora"] or built_in_corpora(), inputs)
        )
    if not corpora:
        sys.exit(2)
    with bad_usage(ValueError):
        plan = RacePlan(corpora, tuple(backends), tuple(map(question_named, questions)), tuple(modes), settings)
        plan.check_backends()
    return plan


def corpora_in_words() -> Iterator[str]:
    """Yields what is known of the built-in corpora, three paragraphs each."""
    for name, row in built_in_corpora().items():
        about = row.about
        licence = f" ({about.licence})" if about.licence else ""
        yield f"{name}: {about.what}"
        yield f"  bias: {about.bias}"
        yield f"  from: {about.source}{licence}"


def _corpora(named: Iterable[str], inputs: Inputs) -> Iterator[Corpus]:
    for name in named:
        if name in built_in_corpora():
            yield built_in(name)
        elif is_file(name):
            puzzles = tuple(inputs.puzzles(name))
            # The name alone: results do not say where files lie on a machine.
            title = "standard input" if name == "-" else Path(name).name.encode(errors="backslashreplace").decode()
            if puzzles:
                yield Corpus(title, puzzles, Provenance(f"{len(puzzles):,} puzzles of {title}", source=title))
        else:
            meant = did_you_mean(name, built_in_corpora())
            known = ", ".join(built_in_corpora())
            raise click.UsageError(f"{name!r} is neither a file nor a built-in corpus;{meant} known: {known}")
