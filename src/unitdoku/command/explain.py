"""`unitdoku explain`: why a puzzle has no solution, one or several."""

from __future__ import annotations

import sys
from functools import partial

import click

from unitdoku.command.grid_shown import grid_text
from unitdoku.command.inputs import Inputs
from unitdoku.command.options import (
    LAYOUTS,
    backend_option,
    bad_usage,
    color_option,
    reading_options,
    seconds_option,
    source_argument,
)
from unitdoku.command.output import failures_end
from unitdoku.command.terminal import has_color, room, say
from unitdoku.encoders.reasons.explain import explain
from unitdoku.encoders.reasons.explanations import Explanation, NoSolution, SeveralSolutions, plain_picture
from unitdoku.encoders.reasons.step import WIDTH
from unitdoku.puzzles.text.json_lines import write_json_line
from unitdoku.reference.contract.errors import BackendError, Unsupported


@click.command("explain", epilog=LAYOUTS)
@source_argument
@reading_options
@backend_option("The backend that finds the solutions.")
@seconds_option(None, "Wall-clock limit; inf for none.")
@color_option
@click.option("--json", "as_json", is_flag=True, help="One JSON object in a line, for each puzzle.")
def command(
    source: str,
    inputs: Inputs,
    backend: str,
    seconds: float | None,
    color: str,
    as_json: bool,
) -> None:
    """Explain why a puzzle has no solution, one or several.

    No solution: a set of givens and units (sums, pairs) that cannot hold together, of which none can be left out, and
    the steps to a contradiction. One: the givens that it does not need, and the steps to it. Several: two of them, and
    givens that would leave one.

    A step goes by the easiest rule that applies, from hidden singles to trials, and by few cells and units. With
    --json there may be many puzzles: their steps are in lines that programs read, each with the rule, the cells that
    lose candidates, and the cells and units that it goes by.

    Exit status: 0, 1 when a backend failed, 2 for bad input, 3 when the time was over.

    \b
    Examples:
      unitdoku explain ......4..3..1..2 --layout classic:4
      unitdoku explain puzzle.txt --seconds 60
      unitdoku explain puzzles.txt --json > steps.jsonl
      unitdoku explain "https://f-puzzles.com/?load=N4Ig..." --json
    """
    late = False
    for puzzle in inputs.puzzles(source) if as_json else [inputs.one(source)]:
        with failures_end(status=1, errors=BackendError), bad_usage(Unsupported):
            found = explain(puzzle, backend, seconds)
        late |= found is None or found.derivation.late
        if found is None:
            say(f"{inputs.place}: not settled in time")
        elif as_json:
            click.echo(write_json_line(puzzle, **_plain(found)))
        else:
            shown = partial(grid_text, color=color, symbols=inputs.options.symbols)
            click.echo(found.in_words(shown if has_color(color) else plain_picture, min(WIDTH, room())), color=True)
    sys.exit(2 if inputs.errors else 3 if late else 0)


def _plain(found: Explanation) -> dict[str, object]:
    """Returns what was found as plain data: cells by labels, values as the layout counts them."""
    derivation, label, number = found.derivation, found.puzzle.layout.labels.__getitem__, found.puzzle.layout.number
    plain: dict[str, object] = {"claim": found.claim}
    if isinstance(found, SeveralSolutions):
        grids, differing = [[*map(number, grid)] for grid in found.grids], [*map(label, found.differing)]
        settling = {label(cell): number(value) for cell, value in found.settling.items()}
        return plain | {"grids": grids, "differing": differing, "settling": settling}
    if isinstance(found, NoSolution):
        plain |= {"givens": [*map(label, found.givens)], "rules": [rule.name for rule in found.rules]}
    else:
        plain |= {"grid": [*map(number, found.grid)], "redundant": [*map(label, found.redundant)]}
        plain |= {"needed": [*map(label, found.needed)]}
    return plain | {"hardest": derivation.hardest, "steps": derivation.as_json(), "complete": derivation.complete}
