"""Do layouts by name have as many grids as they must, and published puzzles their one solution?"""

from __future__ import annotations

import json
from collections.abc import Callable
from time import perf_counter
from typing import NamedTuple

from ...encoders.backends.registry import find_backend
from ...reference.layout import Layout
from ...reference.layouts.classic import classic
from ...reference.layouts.from_units import from_units
from ...reference.layouts.jigsaw import jigsaw
from ...reference.layouts.latin import latin
from ...reference.layouts.names import layout_named
from ...reference.layouts.overlapping import overlapping
from ...reference.puzzle import Puzzle
from ...reference.result import Result
from ...reference.text.files import read_puzzles
from ..corpora.built_in import corpus_file
from .material import Findings, Material, is_slow


class Count(NamedTuple):
    """A layout by its name, the number of its grids, and whether that is with the values in order in the first row."""

    layout: str
    grids: int
    first_row: bool = False


SECONDS = 15.0
"""Far more than any of these takes: under a fault, a search may go on for years. It is no finding that it does."""

_MOST_SLOWLY = 24
"""Grids of the largest layout for a backend that is slow to list them."""

COUNTS = (
    Count("classic:4", 288),
    Count("latin:4", 576),
    Count("classic:4+diagonal", 48),
    Count("latin:4+diagonal", 48),
    Count("classic:4+windoku", 168),
    Count("classic:4+disjoint-groups", 168),
    Count("classic:4+anti-knight", 24),
    Count("classic:4+anti-king", 0),
    Count("latin:5", 1344, first_row=True),
    Count("latin:5+diagonal", 8, first_row=True),
    Count("latin:5+anti-knight", 2, first_row=True),
    Count("latin:6+diagonal", 128, first_row=True),
    Count("classic:6+diagonal", 12, first_row=True),
    Count("classic:2x3+anti-knight", 16, first_row=True),
    Count("classic:2x3+anti-king", 103, first_row=True),
    Count("jigsaw:AAABACCBDCCBDDDB", 144),
    Count("jigsaw:AAAABACCBBCCDBBCDDDEDEEEE", 5, first_row=True),
)
"""Published numbers, and for small layouts of other kinds
those found by trying, from units written down by their definition."""

_WITHOUT_NAMES: tuple[tuple[str, Callable[[], Layout], int], ...] = (
    ("two Latin squares that share a corner", lambda: overlapping(((0, 0), (1, 2)), latin(4)), 72),
    ("two classic grids that share a block", lambda: overlapping(((0, 0), (2, 2)), classic(4)), 144),
    ("a row of four cells with a pair and a triple", lambda: from_units(3, [[0, 1], [1, 2, 3]], (1, 4)), 12),
    ("one region a column", lambda: jigsaw("ABCDABCDABCDABCD"), 576),
)
"""What it is, the layout, and the number of its grids; overlapping ones with the values in order in the first row."""


def counts_of_grids(material: Material) -> Findings:
    """For each layout what is wrong with the number of grids that a backend finds."""
    for name in material.backends:
        most = _MOST_SLOWLY if is_slow(name) else None
        for count in COUNTS:
            if most is None or count.grids <= most:
                yield _miscounted(name, layout_named(count.layout), count.grids, count.first_row)
        for what, make, grids in _WITHOUT_NAMES:
            if most is None or grids <= most:
                found = _miscounted(name, make(), grids, what.startswith("two"))
                yield f"{what}: {found}" if found else None


def _miscounted(backend: str, layout: Layout, grids: int, first_row: bool) -> str | None:
    values = range(1, layout.size + 1) if first_row else ()
    puzzle = Puzzle.from_givens(layout, {f"A{value}": value for value in values})
    result, cut_off = _asked(backend, puzzle, grids + 1)
    found = len(result.solutions)
    if (found == grids and result.exhausted) or (found <= grids and cut_off):
        return None
    return f"{layout.name}: {backend} finds {found} grids of {grids}, all of them: {result.exhausted}"


def _asked(backend: str, puzzle: Puzzle, limit: int) -> tuple[Result, bool]:
    """The answer, and whether nothing but the end of its time kept the backend from more."""
    with find_backend(backend).open(puzzle.layout) as session:
        started = perf_counter()
        result = session.solve(puzzle, limit, SECONDS)
    return result, not result.exhausted and perf_counter() - started >= SECONDS


def published_puzzles(_: Material) -> Findings:
    """For each puzzle that comes with a solution whether that is the only one."""
    for file in ("documents.jsonl", "variants.jsonl"):
        lines = corpus_file(file).read_text(encoding="utf-8").splitlines()
        for line, entry in zip(lines, read_puzzles(lines, classic()), strict=True):
            said = json.loads(line)
            if entry.puzzle is None:
                yield f"{said['name']}: cannot be read: {entry.error}"
            elif said.get("solution") and entry.puzzle.layout.size <= 9:
                yield _differs(entry.puzzle, said["solution"], said["name"])


def _differs(puzzle: Puzzle, published: str, name: str) -> str | None:
    solution = tuple(int(digit) for digit in published if digit.isdigit())
    result, cut_off = _asked("reference", puzzle, 2)
    if result.solutions == (solution,) and result.unique:
        return None
    if cut_off and result.solutions in ((), (solution,)):
        return None
    return f"{name}: {len(result.solutions)} solutions, the published one among them: {solution in result.solutions}"
