"""The text of answers of `unitdoku solve`: lines, pictures, grids for terminals, or JSON."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from unitdoku.command.terminal import wrapped
from unitdoku.encoders.stream import BlockAnswers
from unitdoku.puzzles.formats.source import plain_lines
from unitdoku.puzzles.text.parse import symbols_for
from unitdoku.puzzles.text.write import write_grid, write_picture
from unitdoku.reference.contract.result import Result, verdict_in_words
from unitdoku.reference.model.grid import Grid
from unitdoku.reference.model.layout import Layout
from unitdoku.reference.model.puzzle import Puzzle, reason_against

_GRIDS = 2
"""So many solutions of one puzzle are grids at a terminal, more are lines unless pictures are asked for."""

_NAMED = 12
"""Cells that are named where two solutions differ."""


class AnswerForm(NamedTuple):
    """The form of answers."""

    in_json: bool
    picture: bool
    several: bool
    """Whether the number of its line stands with each answer."""

    grids: str | None = None
    """The option `--color` where answers are grids for the terminal; None for lines and plain pictures."""
    symbols: str | None = None
    """The option `--symbols`: what stands for each value in lines and grids of layouts with so many values."""

    def one(self, result: Result, puzzle: Puzzle, line: int, name: str | None = None) -> str:
        """Returns one line for each solution, or a picture, with the verdict; without a solution the verdict alone.

        On a terminal the puzzle is shown with a verdict that has no solution, and more than two solutions are lines.
        """
        layout = puzzle.layout
        if self.in_json:
            return _as_json(result, layout, line, name)
        place = ", ".join([f"line {line}"] * self.several + ([name] if name else []))
        said = f"{place}: {result.summary}" if place else result.summary
        if self.grids is not None and (self.picture or len(result.solutions) <= _GRIDS):
            from unitdoku.command.grid_shown import grid_text  # here, as lines do without it

            grids = [
                grid_text(puzzle, solution, color=self.grids, symbols=self.symbols)
                for solution in result.solutions or (None,)
            ]
            if len(result.solutions) == 2:
                said += f"; {_difference(result.solutions[0], result.solutions[1], layout)}"
            return "".join(f"{grid}\n" for grid in grids) + f"{wrapped(said)}\n" + "\n" * self.several
        comment = f"# {said}"
        if not result.solutions:
            return f"{comment}\n"
        if self.picture:
            pictures = (write_picture(grid, layout) for grid in result.solutions)
            return "".join(f"{comment}\n{picture}\n\n" for picture in pictures)
        return "".join(f"{_line(grid, layout, self.symbols)}  {comment}\n" for grid in result.solutions)

    def block(self, answered: BlockAnswers) -> str:
        """Returns the same text for each puzzle of a block; lines are made from buffers."""
        if not self.in_json and not self.picture and self.grids is None:
            return "".join(_block_lines(answered, self.symbols))
        first, block = answered.block.line, answered.block
        numbered = enumerate(answered.results())
        return "".join(self.one(result, block.puzzle(index), first + index) for index, result in numbered)


def _line(grid: Grid, layout: Layout, symbols: str | None) -> str:
    """Returns a grid in these symbols, where there is one for each value, else as `write_grid` does."""
    fitting = symbols_for(layout, symbols)
    return write_grid(grid, layout) if fitting is None else "".join(fitting[value - 1] for value in grid)


def _difference(one: Grid, other: Grid, layout: Layout) -> str:
    """Returns in which cells two solutions differ, in words."""
    labels = [label for label, *values in zip(layout.labels, one, other, strict=True) if values[0] != values[1]]
    more = f" and {len(labels) - _NAMED} more" if len(labels) > _NAMED else ""
    return f"these two differ in {' '.join(labels[:_NAMED])}{more}"


def _as_json(result: Result, layout: Layout, line: int, name: str | None) -> str:
    """Returns all of a result in one object, on one line."""
    import json  # text output does without it

    statistics = {word: number for word, number in result.statistics.items() if not word.endswith("_seconds")}
    fields = {
        "line": line,
        **({} if name is None else {"name": name}),
        "layout": layout.name,
        "backend": result.backend,
        "verdict": result.verdict.value,
        "solutions": [write_grid(grid, layout) for grid in result.solutions],
        "exhausted": result.exhausted,
        "unique": result.unique,
        "reason": result.reason,
        "seconds": {part: result.statistics.get(f"{part}_seconds", 0.0) for part in ("encode", "load", "solve")},
        "statistics": statistics,
    }
    return json.dumps(fields) + "\n"


def _block_lines(answered: BlockAnswers, symbols: str | None) -> Iterator[str]:
    """Yields the lines of each puzzle of a block, in order."""
    grids = _grids(answered, symbols)
    answers = zip(answered.answers.counts, answered.answers.exhausted, strict=True)
    for line, (count, exhausted) in enumerate(answers, start=answered.block.line):
        verdict = verdict_in_words(count, bool(exhausted))
        if count == 0:
            reason = reason_against(answered.block.puzzle(line - answered.block.line)) if exhausted else None
            yield f"# line {line}: {verdict}: {reason}\n" if reason else f"# line {line}: {verdict}\n"
        for _ in range(count):
            yield f"{next(grids)}  # line {line}: {verdict}\n"


def _grids(answered: BlockAnswers, symbols: str | None) -> Iterator[str]:
    """Yields every grid as `AnswerForm.one` writes it."""
    layout, flat = answered.block.layout, bytes(answered.answers.grids or b"")
    lines = plain_lines(layout, flat) if symbols is None else None
    if lines is not None:
        return iter(lines)
    width = layout.cell_count
    return (_line(tuple(flat[first : first + width]), layout, symbols) for first in range(0, len(flat), width))
