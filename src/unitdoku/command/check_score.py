"""`unitdoku check --score`: how often a solver that may err is right."""

from __future__ import annotations

import json
import re
import shlex
import subprocess
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

import click

from unitdoku.command.options import bad_usage, needs_data_extra
from unitdoku.encoders.callables.imported import imported_function
from unitdoku.reference.errors import PuzzleError
from unitdoku.reference.layout import Layout
from unitdoku.reference.puzzle import Puzzle


def print_score_of_solver(solver: str, layout: Layout, seed: int) -> None:
    """Prints how often a function `MODULE:FUNCTION`, or a program that reads lines, is right on generated puzzles."""
    with needs_data_extra():
        from unitdoku.compare.data.score_solver import score_solver
    with bad_usage():
        is_function = re.fullmatch(r"(python:)?[\w.]+:[\w.]+", solver) is not None
        solve = imported_function(solver) if is_function else _program(solver)
    click.echo(score_solver(solve, layout, seed=seed))  # type: ignore[arg-type]  # what it returns is scored


def print_score_of_answers(puzzles: Iterable[Puzzle], answers: str) -> None:
    """Prints how often answers in a file are right: a line for each puzzle, as text, JSON, or JSON with `answer`."""
    with needs_data_extra():
        from unitdoku.compare.data.score_solver import score_answers

    asked, texts = list(puzzles), [_text(line) for line in Path(answers).read_text(errors="replace").splitlines()]
    if len(asked) != len(texts):
        raise click.UsageError(f"{len(asked)} puzzles and {len(texts)} answers: give a line for each puzzle")
    with bad_usage(PuzzleError):
        click.echo(score_answers(asked, texts))


def _text(line: str) -> object:
    if not line.lstrip().startswith(("{", '"', "[")):
        return line
    try:
        found = json.loads(line)
    except ValueError:
        return line
    if isinstance(found, dict) and "answer" not in found:
        raise click.UsageError(f"an object of the answers has no key answer; its keys: {', '.join(map(str, found))}")
    return found["answer"] if isinstance(found, dict) else found


def _program(command: str) -> Callable[[list[str]], Sequence[object]]:
    """Returns what gives a program puzzles, a line each, and reads a line for each."""
    words = shlex.split(command.removesuffix(":stream"))

    def solve(lines: list[str]) -> Sequence[object]:
        done = subprocess.run(  # noqa: S603 - no shell; the user names the program
            words, input="".join(f"{line}\n" for line in lines), capture_output=True, text=True, check=True
        )
        return done.stdout.splitlines()

    return solve
