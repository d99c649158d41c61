"""Sudokus as janko.at has them: lines `size 9`, and sections `[problem]`, `[areas]` and `[solution]`."""

from __future__ import annotations

import re
from collections.abc import Iterator

from ...errors import LayoutError, PuzzleError
from ...layout import Layout
from ...layouts.classic import classic
from ...layouts.diagonal import diagonal
from ...layouts.jigsaw import jigsaw
from ...puzzle import Puzzle
from ..entries import PuzzleEntry, in_one_line
from ..write import grid_text
from .jigsaw_regions import regions_of
from .source import Source
from .text_forms import puzzle_of
from .writer import Writer

_SAID = ("puzzle", "size", "rows", "cols", "patternx", "patterny", "title", "begin", "end")
_ASIDE = ("author", "source", "info", "solver", "moves", "unit", "mail", "date", "level", "copyright", "rules")
"""Keys that are no part of the puzzle."""

_SECTIONS = ("problem", "areas", "solution")
_KINDS = ("sudoku", "sudoku-x", "chaos-sudoku", "x-sudoku", "diagonal-sudoku")
_MOST_LINES = 1000


class _Draft:
    """What the lines of one puzzle say."""

    def __init__(self, line: int) -> None:
        self.line = line
        self.said: dict[str, str] = {}
        self.sections: dict[str, list[tuple[int, list[str]]]] = {}


def read(source: Source) -> Iterator[PuzzleEntry]:
    """Yields the puzzle between each `begin` and `end`, or the only one without such lines."""
    draft: _Draft | None = None
    section: list[tuple[int, list[str]]] | None = None
    ended = True
    wrong: PuzzleError | None = None
    for number, line in source.lines():
        try:
            if isinstance(line, PuzzleError):
                raise line
            word = line.split(None, 1)[0].lower() if line else ""
            if not line or line.startswith(("#", "<")):
                continue
            if draft is None or word == "begin":
                yield from _entry(draft, wrong)
                draft, section, ended, wrong = _Draft(number), None, False, None
            if word == "begin":
                continue
            if word == "end":
                yield from _entry(draft, wrong)
                draft, section, ended, wrong = None, None, True, None
            elif line.startswith("["):
                section = _section(draft, line)
            elif section is not None:
                if len(section) >= _MOST_LINES:
                    raise PuzzleError(f"a section has more than {_MOST_LINES} lines")
                section.append((number, line.split()))
            elif word in _SAID or word in _ASIDE:
                draft.said[word] = line[len(word) :].strip()
            else:
                known = ", ".join((*_SAID, *_ASIDE))
                raise PuzzleError(f"{word[:30]!r} is not known; known: {known}", value=word[:30])
        except PuzzleError as error:
            error.line = error.line or number
            wrong = wrong or error
            if draft is None:
                draft = _Draft(number)
    if not ended or draft is not None:
        yield from _entry(draft, wrong)


def _section(draft: _Draft, line: str) -> list[tuple[int, list[str]]]:
    name = re.fullmatch(r"\[(\w{1,30})\]", line)
    key = name[1].lower() if name else ""
    if key not in _SECTIONS:
        raise PuzzleError(f"the section {line[:40]} is not read; read are [problem], [areas], [solution]")
    if key in draft.sections:
        raise PuzzleError(f"the section [{key}] is there twice")
    return draft.sections.setdefault(key, [])


def _entry(draft: _Draft | None, wrong: PuzzleError | None) -> Iterator[PuzzleEntry]:
    if draft is None:
        return
    try:
        if wrong is not None:
            raise wrong
        layout = _layout(draft)
        cells = _cells(draft, "problem", layout.size)
        masks = [layout.all_values if not value else 1 << value - 1 for value in cells]
        solution = tuple(_cells(draft, "solution", layout.size)) if "solution" in draft.sections else None
        title = draft.said.get("title")
        name = in_one_line(title) if title else None
        yield PuzzleEntry(draft.line, Puzzle(layout, tuple(masks)), name=name, solution=_whole(solution))
    except (PuzzleError, LayoutError) as error:
        error.line = error.line or draft.line
        yield PuzzleEntry(draft.line, error=error)


def _whole(solution: tuple[int, ...] | None) -> tuple[int, ...] | None:
    if solution is not None and 0 in solution:
        raise PuzzleError("the [solution] has open cells")
    return solution


def _layout(draft: _Draft) -> Layout:
    kind = draft.said.get("puzzle", "sudoku").lower()
    if kind not in _KINDS:
        raise PuzzleError(f"the puzzle {kind[:40]!r} is not read; read are {', '.join(_KINDS)}", value=kind[:40])
    rows = draft.sections.get("problem")
    if not rows:
        raise PuzzleError("the section [problem] is missing")
    size = _number(draft, "size", len(rows))
    for key in ("rows", "cols"):
        if _number(draft, key, size) != size:
            raise PuzzleError(f"{key} {draft.said[key]}: only squares are read, here of size {size}")
    if "areas" in draft.sections:
        base = jigsaw([part for _, parts in draft.sections["areas"] for part in parts])
        if base.size != size:
            raise PuzzleError(f"[areas] has {base.size} rows, but {size} are expected")
    else:
        width, height = _number(draft, "patternx", 0), _number(draft, "patterny", 0)
        if (width or height) and width * height != size:
            raise PuzzleError(f"patternx {width} and patterny {height} make no blocks of {size} cells")
        base = classic(block=(height, width)) if width else classic(size)
    return diagonal(base) if kind not in ("sudoku", "chaos-sudoku") else base


def _number(draft: _Draft, key: str, default: int) -> int:
    text = draft.said.get(key)
    if text is None:
        return default
    if not re.fullmatch("[0-9]{1,3}", text):
        raise PuzzleError(f"{key} {text[:20]!r} is no number", value=text[:20])
    return int(text)


def _cells(draft: _Draft, section: str, size: int) -> list[int]:
    """Returns the value of each cell, 0 for an open one, which is written as `-`."""
    values = []
    rows = draft.sections[section]
    for number, parts in rows:
        if len(parts) != size:
            raise PuzzleError(f"{len(parts)} cells in a row of [{section}], but {size} are expected", line=number)
        for column, part in enumerate(parts, start=1):
            value = 0 if part in ("-", ".") else int(part) if re.fullmatch("[0-9]{1,3}", part) else -1
            if not 0 <= value <= size or (value == 0 and part == "0"):
                wrong = f"{part[:20]!r} in column {column} is neither - nor a value of 1..{size}"
                raise PuzzleError(wrong, line=number, value=part[:20])
            values.append(value)
    if len(rows) != size:
        raise PuzzleError(f"{len(rows)} rows in [{section}], but {size} are expected")
    return values


def _text(entry: PuzzleEntry) -> str:
    puzzle = puzzle_of(entry)
    layout = puzzle.layout
    size = layout.size
    lines = ["begin", "puzzle sudoku", *([f"title {entry.name}"] if entry.name else []), f"size {size}"]
    if layout.block is not None and layout == classic(block=layout.block):
        lines += [f"patternx {layout.block[1]}", f"patterny {layout.block[0]}"]
        areas: list[str] = []
    elif layout.block is not None and layout == diagonal(classic(block=layout.block)):
        lines[1] = "puzzle sudoku-x"
        lines += [f"patternx {layout.block[1]}", f"patterny {layout.block[0]}"]
        areas = []
    else:
        number = {cell: str(1 + each) for each, cells in enumerate(regions_of(puzzle, "janko")) for cell in cells}
        areas = ["[areas]", *(" ".join(number[cell] for cell in row) for row in layout.rows)]
    for label, mask in zip(layout.labels, puzzle.candidates, strict=True):
        if mask & (mask - 1) and mask != layout.all_values:
            raise PuzzleError("janko has no place for candidates: choose json", cell=label)
    values = [str(value) if value else "-" for value in puzzle.values]
    lines += ["[problem]", *(" ".join(values[cell] for cell in row) for row in layout.rows), *areas]
    if entry.solution is not None:
        numbers = (
            grid_text(entry.solution, layout).split()
            if layout.symbols is None
            else list(grid_text(entry.solution, layout))
        )
        lines += ["[solution]", *(" ".join(numbers[cell] for cell in row) for row in layout.rows)]
    return "\n".join([*lines, "end", ""])


WRITER = Writer(_text)
