"""`unitdoku bench`: fair races between backends."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from itertools import chain
from pathlib import Path
from shlex import quote
from typing import Any

import click
from click.core import ParameterSource

from unitdoku.command.completion import corpora_or_files
from unitdoku.command.inputs import Inputs, is_file, note_unread_input
from unitdoku.command.options import (
    FROM_ONE,
    FROM_ZERO,
    LAYOUTS,
    backends_option,
    bad_usage,
    database_option,
    jobs_option,
    memory_option,
    names_option,
    reading_options,
    seconds_option,
)
from unitdoku.command.output import failures_end, form_named
from unitdoku.command.results import show_run
from unitdoku.command.terminal import as_shown, echo_wrapped, progress_bar, say
from unitdoku.compare.corpora.corpus import Corpus, Provenance, built_in, built_in_corpora
from unitdoku.compare.races.columns import RaceResult
from unitdoku.compare.races.control_puzzles import USUAL_SHARE
from unitdoku.compare.races.judging import Batch
from unitdoku.compare.races.plan import UNIQUE, WARM, RacePlan, RaceSettings, question_named
from unitdoku.compare.races.race import race
from unitdoku.compare.races.reading import ResultsFile
from unitdoku.compare.races.recording import Recording, new_run, old_run
from unitdoku.encoders.naming.families import compared_by_default, runs_code
from unitdoku.reference.contract.deadline import Deadline
from unitdoku.reference.contract.errors import Unsupported, did_you_mean

# From the options of `unitdoku bench` to the plan of a race.

_CERTIFY_SECONDS = 10
"""Time for a certificate of a puzzle."""

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
    backends = options["backends"] or chain(*compared_by_default())
    settings = RaceSettings(
        seed=options["seed"],
        seconds=RaceSettings().seconds if seconds is None else Deadline(seconds).seconds,
        memory=options["memory"] << 20,
        batch_puzzles=options["batch"],
        control_every=0 if options["no_control_puzzles"] else USUAL_SHARE,
        certify=_CERTIFY_SECONDS if options["certify"] else 0,
    )
    with bad_usage(Unsupported):
        corpora = tuple(
            corpus.sample(puzzles).repeated(options["shuffles"], options["repeat"], options["seed"])
            for corpus in _corpora(options["corpora"] or built_in_corpora(), inputs)
        )
    if not corpora:
        sys.exit(2)
    with bad_usage(ValueError):
        questions = tuple(map(question_named, options["questions"]))
        plan = RacePlan(corpora, tuple(backends), questions, tuple(options["modes"]), settings)
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


_WHERE_AND_HOW = ("database", "resume", "jobs", "backends")
"""Options for a run that is resumed; the others it has settled already."""

_BACKENDS_HELP = (
    "Names with commas between; by default five. With --resume: those of the run that start programs or "
    "import modules, which the file alone must not do."
)


@click.command("bench", epilog=LAYOUTS)
@click.argument("corpora", metavar="[CORPUS | FILE | -]...", nargs=-1, shell_complete=corpora_or_files)
@reading_options
@backends_option(_BACKENDS_HELP)
@names_option("--questions", default=UNIQUE.name, metavar="Q,...", help="first, unique, count:N.")
@names_option("--modes", default=WARM, metavar="M,...", help="warm, cold.")
@click.option("--puzzles", type=FROM_ONE, metavar="N", help="At most so many of each corpus; without CORPUS 20.")
@click.option(
    "--shuffles",
    type=FROM_ONE,
    default=1,
    metavar="K",
    help="Shuffles of each puzzle, itself included: other orders of cells and values.",
)
@click.option("--repeat", type=FROM_ONE, default=1, metavar="N", help="How often each of these is asked.")
@seconds_option(None, "Wall-clock limit for each question, set-up apart; inf: none. By default 10, without CORPUS 1.")
@memory_option
@click.option("--seed", type=FROM_ZERO, default=0, metavar="S", help="Seed of the order of puzzles.")
@click.option(
    "--batch",
    type=FROM_ONE,
    default=RaceSettings().batch_puzzles,
    metavar="N",
    help="Puzzles that a backend is asked before the next one has its turn.",
)
@jobs_option(1)
@click.option("--no-control-puzzles", is_flag=True, help="Add no puzzles with several solutions or none.")
@click.option("--certify", is_flag=True, help="Prove first how many solutions puzzles have; hold answers against that.")
@database_option
@click.option(
    "--resume",
    is_flag=False,
    flag_value=0,
    type=FROM_ZERO,
    metavar="[RUN]",
    help="Resume a run, by default the last one.",
)
@click.option("--corpora", "list_corpora", is_flag=True, help="List the built-in corpora, and how each is biased.")
@click.pass_context
def command(
    ctx: click.Context, /, inputs: Inputs, database: Path, resume: int | None, list_corpora: bool, **options: Any
) -> None:
    """Race backends, fairly.

    Every backend is asked every puzzle of the corpora: names of built-in ones (--corpora lists them), files, or - for
    standard input; by default a look at everything in less than three minutes. Backends run in processes of their own,
    take turns on the same puzzles in an order drawn by --seed, and are warmed up first. Set-up (encoding, loading)
    is measured apart from solving, every answer is checked outside of the measured time, and unsolved puzzles count as
    such. A wrong answer disqualifies a backend. For every twenty puzzles it also gets a control puzzle, which has
    several solutions or none and is not timed: a backend that claims without a check that a solution is the only one
    is wrong there. With --certify each puzzle gets a certificate first, if one is made in 10 s: a claim that it refutes
    is wrong even if all backends agree on it.

    Every result is in the file of results as soon as it is measured: --resume resumes a run that ended for any reason.
    `unitdoku results report` makes a page with pictures of a run, `unitdoku results` lists and exports runs.

    \b
    Questions: first (a solution)
               unique (a solution, and whether it is the only one)
               count:N (all, up to N)
    Modes:     warm (a session for many puzzles)
               cold (a new session for each: its set-up counts)

    Exit status: 0, 1 when an answer was wrong, 2 for bad input (the other puzzles are still raced).

    \b
    Examples:
      unitdoku bench
      unitdoku bench 17clue top95 --backends reference,sat --modes warm,cold
      unitdoku bench hard375 --puzzles 50 --shuffles 10 --repeat 2
      unitdoku bench puzzles.txt --layout windoku --seconds 60 --jobs 2
      unitdoku bench --resume
    """
    if list_corpora:
        for paragraph in corpora_in_words():
            echo_wrapped(paragraph, "    ")
        return
    with failures_end():
        if not database.exists():
            form_named(database, dict.fromkeys((".sqlite", ".sqlite3", ".db"), "database"), option="--db")
        if options["certify"]:
            say("certificates are made before the race ...")
        with _recording(ctx, database, resume, options, inputs) as recording:
            _race(recording, database, options["jobs"])
        right = _show(database, recording.run)
    sys.exit(1 if not right else 2 if inputs.errors else 0)


@contextmanager
def _recording(
    ctx: click.Context,
    database: Path,
    resume: int | None,
    options: dict[str, Any],
    inputs: Inputs,
) -> Iterator[Recording]:
    if resume is None:
        with new_run(database, plan_of(options, inputs)) as recording:
            yield recording
        return
    for name in ctx.params:
        if name not in _WHERE_AND_HOW and ctx.get_parameter_source(name) is not ParameterSource.DEFAULT:
            raise click.UsageError(f"--resume keeps the settings of the run: leave out {name}")
    named = options["backends"] or []
    with old_run(database, resume or None, {name: name for name in named}) as recording:
        if others := [name for name in named if name not in recording.plan.names]:
            raise click.UsageError(f"--resume keeps the backends of the run; {', '.join(others)} is none of them")
        yield recording


def _race(recording: Recording, database: Path, jobs: int) -> None:
    """Races with a bar; after Ctrl-C or an error it prints how to resume."""
    total = recording.plan.results
    with progress_bar(lambda: (recording.done(), total), "results") as bar:

        def after_each(_: Batch, results: list[RaceResult]) -> None:
            bar.step(sum(result.puzzle >= 0 for result in results))  # without control puzzles

        bar.step(recording.done())
        try:
            race(recording, jobs, after_each=after_each)
        except BaseException:
            named = ",".join(filter(runs_code, recording.plan.names))
            again = f" --backends {quote(named)}" if named else ""
            say(
                f"{recording.done():,} of {total:,} results are in {database}; resume with: "
                f"unitdoku bench --resume {recording.run} --db {database}{again}"
            )
            raise


def _show(database: Path, number: int) -> bool:
    """Prints the tables, and how to get the report. Returns whether no answer was wrong."""
    with ResultsFile(database) as results:
        run = results.run(number)
        right = show_run(results, run)
    click.echo()
    echo_wrapped(f"Run {number}: {run.results:,} results in {database}. A page with pictures of them:")
    click.echo(as_shown(f"  unitdoku results report {number} --db {database}"))
    return right
