"""`audit` judges the puzzles of files: are they readable, unique, right, distinct, equivalent to others?"""

from __future__ import annotations

import os
import re
from array import array
from bisect import bisect_right
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import closing, contextmanager
from functools import partial
from heapq import nlargest
from operator import itemgetter
from pathlib import Path
from typing import IO, TypeAlias

import numpy as np

from ...encoders.solve import count
from ...encoders.stream import BlockAnswers, PuzzleAnswer, solve_stream
from ...puzzles.formats.reading import read_blocks
from ...puzzles.text.any_puzzle import any_layout
from ...reference.errors import Unsupported
from ...reference.grid import broken_rules
from ...reference.layout import Layout
from ...reference.layouts.classic import CLASSIC
from ...reference.puzzle import Puzzle
from .audit_shown import Audit, AuditedPart, Example
from .canonical import digests
from .judged import Judged, judged_block, judged_puzzle
from .occurrences import Keys, Occurrences, short
from .rate import Rating, rate, rate_values

DataFile: TypeAlias = "str | os.PathLike[str] | IO[bytes]"
"""The path of a file, or a file that is open as bytes."""

DataFiles: TypeAlias = "DataFile | Iterable[DataFile]"

_SHOWN = 5
"""Examples of each kind and part."""

_MOST_NAMES = 50
"""Kinds of malformed entries, and layouts, that are counted apart."""

_COUNTED = 1000
"""Solutions of an example that are counted, in at most a second."""


def audit(
    files: DataFiles = (),
    layout: Layout | str = CLASSIC,
    symbols: str | None = None,
    file_format: str | None = None,
    allow_files: bool = False,
    splits: Mapping[str, DataFiles] | None = None,
    ratings: bool = False,
    classes: bool = False,
    *,
    equivalence: bool | None = None,
    backend: str = "auto",
    seconds: float | None = 10.0,
    on_progress: Callable[[int], object] = lambda _: None,
) -> Audit:
    """Returns what is wrong with the puzzles of files, and counts: see `AuditedPart` for each of them.

    Each of the `files` is a part of its own; `splits` has the names of other parts, each with a file or several, as in
    `{"train": "a.csv", "test": "b.csv"}`. Files have any format that `read_puzzles` takes, and so have `layout`,
    `symbols`, `file_format` and `allow_files`. A puzzle that cannot be read is counted, and the next one is read.

    `ratings` rates puzzles with one solution. `classes` counts the classes of equivalent grids among their solutions,
    which takes about 2 ms a puzzle. `equivalence` compares puzzles up to the symmetries of the layout and renaming of
    values, within a part and with the other parts; it takes 0.03 ms a puzzle. None does so up to 100,000 puzzles, and a
    note says where it was left out. `backend` and `seconds`, for each puzzle, are those of `solve_stream`.
    `on_progress` is called with the number of entries that are done since the call before.

    Puzzles are compared by hashes of 64 bits; memory is about 40 bytes a puzzle. Raises `PuzzleError` for a file that
    cannot be read, `LayoutError`, `OptionError`, and ValueError where there is no file.
    """
    work = _Work(ratings, classes, equivalence)
    options = (any_layout(layout) or CLASSIC, symbols, allow_files, file_format)
    for name, sources in _parts(files, splits or {}).items():
        with work.part(name):
            for source in sources:
                entries = read_blocks(Path(source) if isinstance(source, str) else source, *options)
                with closing(solve_stream(entries, backend, 2, seconds)) as answers:
                    for counted in work.add(_name(source), answers):
                        on_progress(counted)
    return work.end()


def _parts(files: DataFiles, splits: Mapping[str, DataFiles]) -> dict[str, list[DataFile]]:
    """Returns the name of each part with its files; that of a single file is its name without folders, if unique."""
    parts = {name: _listed(sources) for name, sources in splits.items()}
    for source in _listed(files):
        path = _name(source)
        short = os.path.basename(path)
        name = path if short in parts else short
        parts[f"{name}, file {len(parts) + 1}" if name in parts else name] = [source]
    if not any(parts.values()):
        raise ValueError("there is no file to audit: name one, or a split with its files")
    return parts


def _listed(sources: DataFiles) -> list[DataFile]:
    is_one = isinstance(sources, (str, os.PathLike)) or hasattr(sources, "read")
    return [sources] if is_one else list(sources)  # type: ignore[list-item,arg-type]  # a file is an iterable, too


def _name(source: DataFile) -> str:
    name = source if isinstance(source, (str, os.PathLike)) else getattr(source, "name", "input")
    return os.fspath(name).replace("<stdin>", "standard input")


class _Work:
    """The counts so far, and where each puzzle is."""

    def __init__(self, ratings: bool, classes: bool, equivalence: bool | None) -> None:
        self._ratings, self._classes = ratings, classes
        self._parts: list[AuditedPart] = []
        self._bounds: list[int] = []  # the index of the first puzzle of each part
        self._files: list[tuple[int, str]] = []  # the index of the first puzzle of each file, and its name
        self._lines = array("I")
        self._occurrences = Occurrences(equivalence)

    @contextmanager
    def part(self, name: str) -> Iterator[None]:
        """Begins a part, to which the files belong that are added now, and completes what it does not share."""
        self._part = AuditedPart(name)
        self._parts.append(self._part)
        self._bounds.append(len(self._lines))
        self._grids: Keys = np.empty(0, np.uint64)  # hashes of the canonical forms of solutions
        self._hardest: list[tuple[float, Example]] = []
        yield
        self._part.classes = len(self._grids)
        self._part.examples += [example for _, example in self._hardest]
        if not self._part.puzzles:
            self._occurrences.left_out[f"{self._part.name} holds no puzzle that could be read"] = None

    def add(self, file: str, answers: Iterable[PuzzleAnswer | BlockAnswers]) -> Iterator[int]:
        """Adds the answers to a file; yields after each step how many entries of the file it took."""
        self._part.files.append(file)
        self._files.append((len(self._lines), file))
        for answer in answers:
            if isinstance(answer, BlockAnswers):
                self._add(judged_block(answer), "")
            else:
                self._add_one(answer, answer.entry.puzzle)
            yield len(answer.block) if isinstance(answer, BlockAnswers) else 1

    def _add_one(self, answer: PuzzleAnswer, puzzle: Puzzle | None) -> None:
        line, error = answer.entry.line, answer.entry.error or answer.error
        said = "" if error is None else str(error).removeprefix(f"line {line}").lstrip(",: ")
        if puzzle is not None:
            self._add(judged_puzzle(answer, puzzle), said)
            return
        self._part.malformed += 1
        kind = re.sub(r"\bcell \w+", "cell ...", re.sub(r"([\"']).*\1", "...", said))
        _count(self._part.malformed_kinds, re.sub(r"\b\d+\b", "N", kind))
        self._show("malformed", line, lambda: said)

    def _add(self, judged: Judged, error: str) -> None:
        part, found, is_right, puzzle = self._part, judged.found, judged.is_right, judged.puzzle
        part.puzzles += len(found)
        _count(part.layouts, judged.layout.name, len(found))
        part.givens.update(np.count_nonzero(judged.values, axis=1).tolist())
        part.unique += int(np.count_nonzero(found == 1))
        part.right += int(np.count_nonzero((is_right == 1) & (found < 2)))
        part.one_of_several += int(np.count_nonzero((is_right == 1) & (found > 1)))
        for kind, mask, text in (
            ("several", found > 1, lambda index: _number_of_solutions(puzzle(index))),
            ("none", found == 0, lambda _: ""),
            ("unsettled", found < 0, lambda _: error),
            ("wrong", is_right == 0, lambda index: next(broken_rules(judged.stated(index) or (), puzzle(index)))),
        ):
            where = np.flatnonzero(mask).tolist()
            setattr(part, kind, getattr(part, kind) + len(where))
            for index in where[:_SHOWN]:
                self._show(kind, judged.lines[index], partial(text, index))
        try:
            if self._ratings:
                self._rate(judged)
            if self._classes:
                grids = np.unique(judged.solutions, axis=0)
                self._grids = np.union1d(self._grids, short(digests(judged.layout, map(bytes, grids))))
        except Unsupported:
            self._occurrences.left_out["puzzles with sums, pairs, repeated values or hidden cells are not rated"] = None
        self._lines.extend(judged.lines)
        self._occurrences.add(judged)

    def _show(self, kind: str, line: int, text: Callable[[], str]) -> None:
        """Keeps an example, unless there are five of this kind."""
        if sum(each.kind == kind for each in self._part.examples) < _SHOWN:
            self._part.examples.append(Example(kind, self._files[-1][1], line, text()))

    def _rate(self, judged: Judged) -> None:
        where = np.flatnonzero(judged.found == 1).tolist()
        if judged.is_plain and where:
            found = map(Rating, *(column.tolist() for column in rate_values(judged.layout, judged.values[where])))
        else:
            found = map(rate, map(judged.puzzle, where))
        file = self._files[-1][1]
        for index, rating in zip(where, found, strict=True):
            self._part.levels[rating.level] += 1
            said = f"level {rating.level}, {rating.rounds} round{'s' * (rating.rounds != 1)}"
            self._hardest.append((rating.number, Example("hardest", file, judged.lines[index], said)))
        self._hardest = nlargest(_SHOWN, self._hardest, key=itemgetter(0))

    def end(self) -> Audit:
        """Compares the puzzles with each other, and returns all counts."""
        for kind, pairs in self._occurrences.pairs(self._bounds):
            ends = np.searchsorted(pairs[:, 0], [*self._bounds, len(self._lines)]).tolist()
            for part, begin, end in zip(self._parts, ends, ends[1:], strict=False):
                setattr(part, kind, end - begin)
                for index, other in pairs[begin:end][:_SHOWN].tolist():
                    (file, line), (other_file, other_line) = map(self._place, (index, other))
                    there = "" if other_file == file else f"{other_file}: "
                    part.examples.append(Example(kind, file, line, f"as in {there}line {other_line}"))
        return Audit(tuple(self._parts), tuple(self._occurrences.left_out))

    def _place(self, index: int) -> tuple[str, int]:
        """Returns the file and the line of a puzzle."""
        return self._files[bisect_right(self._files, index, key=itemgetter(0)) - 1][1], self._lines[index]


def _count(counter: Counter[str], name: str, number: int = 1) -> None:
    counter[name if name in counter or len(counter) < _MOST_NAMES else "others"] += number


def _number_of_solutions(puzzle: Puzzle) -> str:
    found = count(puzzle, limit=_COUNTED, seconds=1.0)
    return f"{'' if found.exhausted else 'at least '}{found.solutions:,} solutions"
