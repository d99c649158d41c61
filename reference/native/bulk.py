"""Puzzles and answers in buffers, without a Python object for each puzzle."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Literal

from ..contract.errors import PuzzleError
from ..model.grid import Grid
from ..model.layout import Layout

ITEM_FORMATS: dict[int, Literal["B", "H", "I", "Q"]] = {1: "B", 2: "H", 4: "I", 8: "Q"}
"""Bytes of an item to its format, as in `array` and `memoryview`."""

SECONDS_IN_BULK = 0.1
"""See `soon`."""


@dataclass(frozen=True)
class BulkAnswers:
    """Answers to a buffer of puzzles; each part is a memoryview, which NumPy accepts as an array.

    One item a puzzle: `counts` (solutions found, at most the limit), `guesses`, `rounds` (64 bits), `finished` (not
    stopped by its time limit) and `exhausted` (there are no more solutions), both 0 or 1. `grids` has a row of values
    for each solution, puzzle after puzzle, in the order of the search; among those of an unfinished puzzle some may be
    missing. It is None if only counts were requested.

    With NumPy, `numpy.repeat(numpy.arange(len(answers)), numpy.asarray(answers.counts, int))` gives the puzzle of each
    row.
    """

    counts: memoryview
    guesses: memoryview
    rounds: memoryview
    finished: memoryview
    exhausted: memoryview
    grids: memoryview | None

    def __len__(self) -> int:
        return len(self.counts)


class BulkInterrupted(KeyboardInterrupt):
    """Ctrl-C while a buffer was answered; `answers` has the finished puzzles, and parts of others."""

    def __init__(self, answers: BulkAnswers) -> None:
        super().__init__()
        self.answers = answers


def soon(seconds: float | None) -> float:
    """Returns the time limit that puzzles share in bulk: one that needs more is asked alone, with these seconds."""
    return SECONDS_IN_BULK if seconds is None else min(SECONDS_IN_BULK, seconds)


def answers_of(job: Any, width: int | None = None) -> BulkAnswers:
    """Returns the answers of a kernel's job so far, with grids of this many cells; None: without grids."""
    counts, guesses, rounds, finished, exhausted = (memoryview(column) for column in job.answers())
    grids = None
    if width is not None:
        flat = job.grids()
        # `cast` accepts no table without rows.
        grids = memoryview(flat or bytes(width)).cast("B", (len(flat) // width or 1, width))[: len(flat) // width]
    return BulkAnswers(counts.cast("Q"), guesses.cast("Q"), rounds.cast("Q"), finished, exhausted, grids)


def grids_in(grids: memoryview | bytes | None, layout: Layout) -> Iterator[Grid]:
    """Returns the grids of a buffer: each takes its values from one iterator."""
    return zip(*[iter(bytes(grids or b""))] * layout.cell_count, strict=True)


def flat_items(puzzles: object, layout: Layout, mask_bytes: int) -> memoryview:
    """Returns the buffer as a flat view of its items.

    Raises TypeError for anything but a contiguous buffer of values or masks, `PuzzleError` for a length that is no
    whole number of puzzles.
    """
    view = memoryview(puzzles)  # type: ignore[arg-type] # raises TypeError itself
    if not view.c_contiguous:
        raise TypeError("the buffer of puzzles is not contiguous: with NumPy, `ascontiguousarray` makes a copy that is")
    if view.format.lstrip("@=<|") not in tuple("BbcHhIiLlQq") or view.itemsize not in (1, min(mask_bytes, 8)):
        raise TypeError(
            f"items of format {view.format!r}: puzzles are values in bytes (with NumPy, `astype('uint8')`), or "
            f"candidate masks of {8 * mask_bytes} bits on the layout {layout.name}"
        )
    if view.nbytes % (layout.cell_count * (mask_bytes if view.itemsize > 1 else 1)):
        raise PuzzleError(
            f"{view.nbytes // view.itemsize} items are no whole number of puzzles on {layout.name}, "
            f"which has {layout.cell_count} cells"
        )
    # `cast` does not accept a view without items.
    return view.cast("B").cast(ITEM_FORMATS[view.itemsize]) if view.nbytes else memoryview(b"")


def bad_item(flat: memoryview, item: int, layout: Layout) -> PuzzleError:
    """Returns the error for the item at this index."""
    puzzle, cell = divmod(item, layout.cell_count)
    values = f"the values {layout.range_of_values}"
    if flat.itemsize == 1:
        what = f"{flat[item]} is outside {values}, and 0 for an open cell; values are no characters"
    else:
        sizes = "items of one byte are values, larger ones candidate sets"
        parts = 1 if layout.size <= 64 else 2
        mask = sum(part << 64 * place for place, part in enumerate(flat[parts * item : parts * (item + 1)]))
        what = f"the candidate set {mask:#b} is empty or beyond {values}; {sizes}"
    return PuzzleError(f"puzzle {puzzle}: {what}", cell=layout.labels[cell])
