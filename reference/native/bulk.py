"""Puzzles in a buffer, answers in buffers: no Python object a puzzle."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from ..errors import PuzzleError
from ..layout import Layout
from .loading import CompiledLayout, Kernel, KernelJob

SLICE = 0.05
"""Seconds that the kernel works between two looks at signals and at the caller's wishes."""


ITEM_FORMATS: dict[int, Literal["B", "H", "I", "Q"]] = {1: "B", 2: "H", 4: "I", 8: "Q"}
"""Bytes of an item to its format, as `array` and `memoryview` name it."""


@dataclass(frozen=True)
class BulkAnswers:
    """Answers to puzzles that were given as a buffer; each part a memoryview, which NumPy takes as an array.

    One item a puzzle: `counts` (solutions found, at most the limit), `guesses`, `rounds` (64 bits), `finished` (not cut
    off by time) and `exhausted` (there are no more), both 0 or 1. `grids` has a row of values for each solution, puzzle
    after puzzle, in the order of the search, with gaps between those of a puzzle whose time ran out. It is None where
    only counts were asked for.

    With NumPy, `numpy.repeat(numpy.arange(len(answers)), numpy.asarray(answers.counts, int))` names the puzzle of each
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


def ask(
    kernel: Kernel,
    program: CompiledLayout,
    layout: Layout,
    puzzles: object,
    limit: int,
    seconds: float | None,
    threads: int,
    grids: bool,
    on_progress: Callable[[int], object] | None = None,
) -> BulkAnswers:
    """The answers to all puzzles of a buffer; see `NativeSession.solve_bulk`."""
    view = _checked(puzzles, layout, program)
    job = kernel.Job(
        program,
        view,
        as_values=view.itemsize == 1,
        limit=min(limit, kernel.no_limit),
        seconds=-1.0 if seconds is None else seconds,
        threads=threads,
        grids=grids,
        stream=0,
    )
    bad = job.first_bad_item()
    if bad >= 0:
        raise _bad_item(view, bad, layout)
    try:
        while not job.run(SLICE):
            if on_progress is not None:
                on_progress(job.begun)
    except KeyboardInterrupt:
        raise BulkInterrupted(_so_far(kernel, job, layout, grids)) from None
    return _so_far(kernel, job, layout, grids)


class BulkInterrupted(KeyboardInterrupt):
    """Ctrl-C in the midst of many puzzles; `answers` has those that were finished by then, and parts of others."""

    def __init__(self, answers: BulkAnswers) -> None:
        super().__init__()
        self.answers = answers


def _so_far(kernel: Kernel, job: KernelJob, layout: Layout, grids: bool) -> BulkAnswers:
    if not grids:
        return answers_of(job)
    flat, width = job.grids(), layout.cell_count
    if not flat:
        return answers_of(job, kernel.no_grids(width))
    return answers_of(job, memoryview(flat).cast("B", (len(flat) // width, width)))


def answers_of(job: KernelJob, grids: memoryview | None = None) -> BulkAnswers:
    """The answers of a job so far, with these grids."""
    counts, guesses, rounds, finished, exhausted = job.answers()
    return BulkAnswers(
        memoryview(counts).cast("Q"),
        memoryview(guesses).cast("Q"),
        memoryview(rounds).cast("Q"),
        memoryview(finished),
        memoryview(exhausted),
        grids,
    )


def _checked(puzzles: object, layout: Layout, program: CompiledLayout) -> memoryview:
    """The buffer as a flat view of items; raises TypeError and `PuzzleError` where it has not the form of puzzles."""
    view = memoryview(puzzles)  # type: ignore[arg-type] # TypeError for what has no buffer
    if not view.c_contiguous:
        raise TypeError("the buffer of puzzles is not contiguous: with NumPy, `ascontiguousarray` makes a copy that is")
    kind = view.format.lstrip("@=<|")
    signed = kind in ("h", "i", "l", "q")
    if (kind not in ("B", "b", "c", "H", "I", "L", "Q") and not signed) or view.itemsize not in (1, program.mask_bytes):
        raise TypeError(
            f"items of format {view.format!r}: puzzles are values in bytes (with NumPy, `astype('uint8')`), or "
            f"candidate masks of {8 * program.mask_bytes} bits on the layout {layout.name}"
        )
    if view.nbytes % (layout.cell_count * view.itemsize):
        raise PuzzleError(
            f"{view.nbytes // view.itemsize} items are no whole number of puzzles on {layout.name}, "
            f"which has {layout.cell_count} cells"
        )
    # A view that has no items may have no rows either, and such a one cannot be cast.
    return view.cast("B").cast(ITEM_FORMATS[view.itemsize]) if view.nbytes else memoryview(b"")


def _bad_item(flat: memoryview, item: int, layout: Layout) -> PuzzleError:
    puzzle, cell = divmod(item, layout.cell_count)
    what = f"{flat[item]} is outside the values 1..{layout.size}, and 0 for an open cell; values are no characters"
    if flat.itemsize > 1:
        what = (
            f"the candidate set {flat[item]:#b} is empty or beyond the values 1..{layout.size}; "
            "items of one byte are values, larger ones candidate sets"
        )
    return PuzzleError(f"puzzle {puzzle}: {what}", cell=layout.labels[cell], value=str(flat[item]))
