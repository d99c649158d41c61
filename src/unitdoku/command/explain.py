"""`unitdoku explain`: why a puzzle has no solution, one or several."""

from __future__ import annotations

import json
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
    named_backend,
    reading_options,
    seconds_option,
    source_argument,
)
from unitdoku.command.output import failures_end
from unitdoku.command.terminal import has_color, room
from unitdoku.encoders.reasons.explain import explain
from unitdoku.encoders.reasons.explanations import Explanation, NoSolution, SeveralSolutions, plain_picture
from unitdoku.encoders.reasons.words import WIDTH
from unitdoku.reference.errors import BackendError, Unsupported
from unitdoku.reference.layout import Layout


@click.command("explain", epilog=LAYOUTS)
@source_argument
@reading_options
@backend_option("The backend that finds the solutions.")
@seconds_option(None, "Wall-clock limit; inf for none.")
@color_option
@click.option("--json", "as_json", is_flag=True, help="One JSON object.")
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

    A step goes by as few cells and units as can be: first cells with one value left and values with one place
    left in a unit, then sums and pairs, then values whose places in a unit all lie in another one, then values that end
    in a contradiction.

    Exit status: 0, 1 when a backend failed, 2 for bad input, 3 when the time was over.

    \b
    Examples:
      unitdoku explain ......4..3..1..2 --layout classic:4
      unitdoku explain puzzle.txt --seconds 60
      unitdoku explain "https://f-puzzles.com/?load=N4Ig..." --json
    """
    puzzle = inputs.one(source)
    named_backend(backend)
    with failures_end(status=1, errors=BackendError), bad_usage(Unsupported):
        found = explain(puzzle, backend, seconds)
    if found is None:
        click.echo("not settled in time", err=True)
        sys.exit(3)
    if as_json:
        click.echo(json.dumps(_plain(found), indent=2))
    else:
        draw = partial(grid_text, color=color, symbols=inputs.options.symbols) if has_color(color) else plain_picture
        click.echo(found.in_words(draw, min(WIDTH, room())), color=True)


def _plain(found: Explanation) -> dict[str, object]:
    layout = found.puzzle.layout
    plain: dict[str, object] = {"claim": found.claim}
    if isinstance(found, SeveralSolutions):
        return plain | {
            "grids": [_numbers(grid, layout) for grid in found.grids],
            "differing": _labels(found.differing, layout),
            "settling": {layout.labels[cell]: layout.number(value) for cell, value in found.settling.items()},
        }
    if isinstance(found, NoSolution):
        rules = [rule.name for rule in found.rules]
        plain |= {"givens": _labels(found.givens, layout), "rules": rules}
    else:
        plain |= {"grid": _numbers(found.grid, layout), "redundant": _labels(found.redundant, layout)}
        plain |= {"needed": _labels(found.needed, layout)}
    derivation = found.derivation
    steps = [{"text": step.text, "inner": [inner.text for inner in step.inner]} for step in derivation.steps]
    return plain | {"steps": steps, "complete": derivation.complete}


def _labels(cells: tuple[int, ...], layout: Layout) -> list[str]:
    return [layout.labels[cell] for cell in cells]


def _numbers(grid: tuple[int, ...], layout: Layout) -> list[int]:
    return [layout.number(value) for value in grid]
