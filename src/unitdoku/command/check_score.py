"""`unitdoku check --score`: how often a solver that may err is right."""

from __future__ import annotations

import json
import re
import subprocess
from collections.abc import Callable, Sequence

import click

from unitdoku.command.inputs import Inputs
from unitdoku.command.options import bad_usage
from unitdoku.command.output import failures_end
from unitdoku.command.terminal import as_shown, say
from unitdoku.encoders.callables.functions import imported_function
from unitdoku.encoders.workers.external_program import split_command
from unitdoku.reference.contract.errors import PuzzleError
from unitdoku.reference.layouts.classic import CLASSIC
from unitdoku.reference.model.layout import Layout


def print_score_of_solver(solver: str, layout: Layout, seed: int, json_lines: bool) -> None:
    """Prints how often a function `MODULE:FUNCTION`, or a program that reads lines, is right on generated puzzles."""
    from unitdoku.compare.data.score import score_solver

    with bad_usage():
        is_function = re.fullmatch(r"(python:)?[\w.]+:[\w.]+", solver) is not None
        solve = imported_function(solver) if is_function else _program(solver)
    score = score_solver(solve, layout, seed=seed)  # type: ignore[arg-type]  # what it returns is scored
    click.echo(json.dumps(score.as_json()) if json_lines else as_shown(str(score)))


def print_score_of_answers(inputs: Inputs, files: Sequence[str], answers: str, json_lines: bool) -> None:
    """Prints how often answers in a file are right: a line for each puzzle, as text, JSON, or JSON with `answer`."""
    from unitdoku.compare.data.score import score_answers

    asked = [(puzzle, inputs.place) for puzzle in inputs.puzzles(*files)]
    hint = "; --layout L names another layout than classic" if inputs.options.layout == CLASSIC else ""
    try:
        if inputs.errors:
            raise PuzzleError(f"nothing is scored, as not all puzzles could be read{hint}")
        with open(answers, encoding="utf-8-sig", errors="replace") as file:
            score = score_answers([puzzle for puzzle, _ in asked], map(_text, file))
    except PuzzleError as error:
        inputs.complain(f"{answers}: {error}")
        return
    for number, ((_, place), found) in enumerate(zip(asked, score.scores, strict=True) if json_lines else (), 1):
        click.echo(json.dumps({"number": number, "place": place} | found._asdict()))
    click.echo(json.dumps(score.as_json()) if json_lines else as_shown(str(score)))
    if asked and score.broken["no grid"] == len(asked):
        layout = asked[0][0].layout
        say(f"note: no answer has a grid of the {layout.cell_count} cells of {layout.name}{hint}")


def _text(line: str) -> object:
    """Returns the answer in a line; raises `PuzzleError` for an object without the key `answer`."""
    try:
        found = json.loads(line) if line.lstrip().startswith(("{", '"', "[")) else line
    except (ValueError, RecursionError):
        return line
    if isinstance(found, dict) and "answer" not in found:
        raise PuzzleError(f"no column is named answer: there are {', '.join(map(str, found))}")
    return found["answer"] if isinstance(found, dict) else found


def _program(command: str) -> Callable[[list[str]], Sequence[object]]:
    """Returns what gives a program puzzles, a line each, and reads a line for each."""
    words = split_command(command.removesuffix(":stream"))

    def solve(lines: list[str]) -> Sequence[object]:
        with failures_end(words[0], errors=OSError):  # it does not start, as a script without its interpreter
            done = subprocess.run(  # noqa: S603 - no shell; the user names the program
                words, input="".join(f"{line}\n" for line in lines), capture_output=True, text=True, check=True
            )
        return done.stdout.splitlines()

    return solve
