"""Solutions as the lines that `unitdoku solve` prints."""

from __future__ import annotations

from collections.abc import Iterator

from unitdoku.reference.layout import Layout
from unitdoku.reference.native.bulk import BulkAnswers
from unitdoku.reference.puzzle import Puzzle
from unitdoku.reference.result import Result
from unitdoku.reference.text.plain_lines import PlainBlock
from unitdoku.reference.text.write import write_grid, write_picture

_PARTS = ("encode", "load", "solve")
_CHARACTERS = bytes.maketrans(bytes(range(10)), b"0123456789")


def as_json(result: Result, layout: Layout, line: int) -> str:
    """All of a result in one object, on one line."""
    import json  # here, as text output does without

    words = {word: number for word, number in result.statistics.items() if not word.endswith("_seconds")}
    return (
        json.dumps(
            {
                "line": line,
                "layout": layout.name,
                "backend": result.backend,
                "verdict": result.verdict.value,
                "solutions": [write_grid(grid, layout) for grid in result.solutions],
                "exhausted": result.exhausted,
                "unique": result.unique,
                "seconds": {part: result.statistics.get(f"{part}_seconds", 0.0) for part in _PARTS},
                "statistics": words,
            }
        )
        + "\n"
    )


def as_text(result: Result, layout: Layout, line: int | None, picture: bool = False) -> str:
    """A line a solution, or a picture, with the verdict; the verdict alone where there is no solution."""
    comment = _comment(_told(len(result.solutions), result.exhausted), line)
    if not result.solutions:
        return f"{comment}\n"
    if picture:
        drawn = (write_picture(Puzzle.from_values(layout, grid)) for grid in result.solutions)
        return "".join(f"{comment}\n{grid}\n\n" for grid in drawn)
    return "".join(f"{write_grid(grid, layout)}  {comment}\n" for grid in result.solutions)


def block_as_text(block: PlainBlock, answers: BulkAnswers) -> Iterator[str]:
    """The same lines for each puzzle of a block, in order, made from buffers."""
    written = _written(block.layout, answers)
    told: dict[tuple[int, int], str] = {}
    for number, asked in enumerate(zip(answers.counts, answers.exhausted, strict=True), start=block.line):
        if asked not in told:
            told[asked] = _told(asked[0], bool(asked[1]))
        count = asked[0]
        if count == 1:
            yield f"{next(written)}  # line {number}: {told[asked]}\n"
        elif count == 0:
            yield f"# line {number}: {told[asked]}\n"
        else:
            yield "".join(f"{next(written)}  # line {number}: {told[asked]}\n" for _ in range(count))


def _written(layout: Layout, answers: BulkAnswers) -> Iterator[str]:
    """Every grid as `write_grid` has it."""
    flat = bytes(answers.grids or b"")
    width = layout.cell_count
    if layout.size > 9:
        return (write_grid(flat[first : first + width], layout) for first in range(0, len(flat), width))
    text = flat.translate(_CHARACTERS).decode("ascii")
    return (text[first : first + width] for first in range(0, len(text), width))


def _comment(told: str, line: int | None) -> str:
    return f"# {told}" if line is None else f"# line {line}: {told}"


def _told(count: int, exhausted: bool) -> str:
    """The verdict in words."""
    if not count:
        return "UNSAT: no solution" if exhausted else "UNKNOWN: not settled in time"
    if exhausted:
        return "SAT, unique" if count == 1 else f"SAT, {count} solutions"
    return f"SAT, at least {count} solution{'s' if count > 1 else ''}"
