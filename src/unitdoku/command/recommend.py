"""`unitdoku recommend`: which backend to take for one's own puzzles."""

from __future__ import annotations

import sys
from math import inf

import click

from unitdoku.command.inputs import Inputs
from unitdoku.command.options import (
    FROM_ZERO,
    LAYOUTS,
    backends_option,
    bad_usage,
    reading_options,
    seconds_option,
)
from unitdoku.command.terminal import echo_wrapped
from unitdoku.compare.races.plan import COLD, UNIQUE, WARM


@click.command("recommend", epilog=LAYOUTS)
@click.argument("files", metavar="FILE...", nargs=-1, required=True)
@reading_options
@seconds_option(30.0, "Time of the race, above 0.")
@click.option("--question", default=UNIQUE.name, metavar="Q", help="first, unique or count:N.")
@click.option("--mode", type=click.Choice((WARM, COLD)), default=WARM, help="As in unitdoku bench.")
@backends_option("Names with commas between.")
@click.option("--seed", type=FROM_ZERO, default=0, metavar="S", help="Of the order of puzzles.")
def command(
    files: tuple[str, ...],
    inputs: Inputs,
    seconds: float | None,
    question: str,
    mode: str,
    backends: list[str] | None,
    seed: int,
) -> None:
    """Recommend a backend for your puzzles.

    Backends race on the puzzles of the files, in rounds of twice as many puzzles as before. After each round those are
    dropped that are slower with 95 % certainty, or far slower on nearly all puzzles, or gave a wrong answer. It ends
    when one is left, or all that are left are equally fast within 10 %, or the time is over. "Times as long" is the
    ratio of the total times, with its 95 % interval over puzzles; a question that reaches its time limit counts as that
    limit. Nothing is claimed of fewer than 8 puzzles.

    Exit status: 0, 2 for bad input, 3 when no backend answered a question.

    \b
    Examples:
      unitdoku recommend puzzles.txt
      unitdoku recommend killers.jsonl --seconds 60 --question first
      unitdoku recommend large.txt --layout classic:25 --backends native,sat:cadical195,cpsat --mode cold
    """
    puzzles = list(inputs.puzzles(*files))
    if not puzzles:
        sys.exit(2)
    from unitdoku.compare.races.recommend import recommend

    with bad_usage(ValueError):
        found = recommend(puzzles, inf if seconds is None else seconds, question, mode, backends, seed)
    first, *lines = str(found).splitlines()
    echo_wrapped(first)
    for line in lines:
        click.echo(line)
    sys.exit(2 if inputs.errors else 3 if found.best is None else 0)
