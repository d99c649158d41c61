"""`audit` judges the puzzles of files: are they readable, unique, right, distinct, equivalent to others?"""

from __future__ import annotations

import os
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from heapq import nlargest
from operator import itemgetter
from pathlib import Path
from typing import IO, TypeAlias

from ...encoders.naming.optional_packages import igraph, require
from ...encoders.naming.optional_packages import numpy as np
from ...encoders.solve import count
from ...encoders.stream import BlockAnswers, PuzzleAnswer, solve_stream
from ...puzzles.formats.csv_columns import ColumnError
from ...puzzles.formats.reading import read_blocks
from ...puzzles.pictures.text_table import Table
from ...puzzles.text.any_puzzle import any_layout
from ...reference.contract.errors import PuzzleError, Unsupported
from ...reference.layouts.classic import CLASSIC
from ...reference.model.grid import broken_rules
from ...reference.model.layout import Layout
from ...reference.model.puzzle import Puzzle
from .canonical import digests
from .occurrences import Judged, Occurrences, judged_block, judged_puzzle
from .rate import Rating, rate, rate_values

DataFile: TypeAlias = "str | os.PathLike[str] | IO[bytes]"
"""The path of a file, or a file that is open as bytes."""

DataFiles: TypeAlias = "DataFile | Iterable[DataFile]"

_MOST_NAMES = 50
"""Kinds of malformed entries, and layouts, that are counted apart."""

_COUNTED = 1000
"""Solutions of an example that are counted, in at most a second."""


def audit(
    files: DataFiles = (),
    *,
    layout: Layout | str = CLASSIC,
    symbols: str | None = None,
    allow_files: bool = False,
    file_format: str | None = None,
    splits: Mapping[str, DataFiles] | None = None,
    ratings: bool = False,
    classes: bool = False,
    equivalence: bool | None = None,
    backend: str = "auto",
    seconds: float | None = 10.0,
    on_progress: Callable[[int], object] = lambda _: None,
) -> Audit:
    """Returns what is wrong with the puzzles of files: counts, see `KINDS`, lines and examples, for each part.

    Each of the `files` is a part of its own; `splits` has the names of other parts, each with a file or several, as in
    `{"train": "a.csv", "test": "b.csv"}`. Files have any format that `read_puzzles` takes, and so have `layout`,
    `symbols`, `allow_files` and `file_format`. A puzzle that cannot be read is counted, and the next one is read.

    `ratings` rates puzzles with one solution. `classes` counts the classes of equivalent grids among their solutions,
    which takes about 0.7 ms a puzzle. `equivalence` compares puzzles up to the symmetries of the layout and renaming of
    values, within a part and with the other parts; it takes 0.07 ms a puzzle. None does so up to 100,000 puzzles if
    igraph is installed, and a note says where it was left out. Solutions are compared across parts. `backend` and
    `seconds`, for each puzzle, are those of `solve_stream`. `on_progress` is called with the number of entries that are
    done since the call before.

    Puzzles are compared by hashes of 64 bits; memory is about 40 bytes a puzzle, and as much for each listed line.
    Raises `PuzzleError` for a file that cannot be read or does not have the columns, `LayoutError`, `OptionError`, and
    ValueError where there is no file.
    """
    parts = _parts(files, splits or {})
    if equivalence or classes:
        require(igraph)
    found = tuple(AuditedPart(name) for name, _ in parts)
    occurrences = Occurrences(equivalence, len(parts) > 1)
    options = (any_layout(layout) or CLASSIC, symbols, allow_files, file_format)
    for number, (part, (name, sources)) in enumerate(zip(found, parts, strict=True)):
        work = _Work(part, occurrences, ratings, classes)
        for source in sources:
            part.files.append(_name(source))
            occurrences.begin(number, part.files[-1])
            entries = read_blocks(Path(source) if isinstance(source, str) else source, *options)
            with closing(solve_stream(entries, backend, 2, seconds)) as answers:
                for answer in answers:
                    on_progress(work.add(answer))
        if not part.counts["puzzles"]:
            occurrences.notes[f"{name} holds no puzzle that could be read"] = None
        other_sizes = sum(count for kind, count in part.errors.items() if "but the layout" in kind)
        if 2 * other_sizes > part.counts["puzzles"] + part.counts["malformed"]:
            occurrences.notes["most entries have more or fewer cells than the layout: --layout names another"] = None
    for number, kind, file, lines, texts in occurrences.found():
        found[number].add(kind, file, lines, texts)
    return Audit(found, tuple(occurrences.notes))


def _parts(files: DataFiles, splits: Mapping[str, DataFiles]) -> list[tuple[str, list[DataFile]]]:
    """Returns the name of each part with its files; that of a single file is its name without folders, if unique."""
    parts = [(name, _listed(sources)) for name, sources in splits.items()]
    for source in _listed(files):
        path = _name(source)
        name = os.path.basename(path)
        parts.append((path if name in dict(parts) else name, [source]))
    if not any(sources for _, sources in parts):
        raise ValueError("there is no file to audit: name one, or a split with its files")
    return parts


def _listed(sources: DataFiles) -> list[DataFile]:
    is_one = isinstance(sources, (str, os.PathLike)) or hasattr(sources, "read")
    return [sources] if is_one else list(sources)  # type: ignore[list-item,arg-type]  # a file is an iterable, too


def _name(source: DataFile) -> str:
    name = source if isinstance(source, (str, os.PathLike)) else getattr(source, "name", "input")
    return os.fspath(name).replace("<stdin>", "standard input")


class _Work:
    """Counts the puzzles of one part."""

    def __init__(self, part: AuditedPart, occurrences: Occurrences, ratings: bool, classes: bool) -> None:
        self._part, self._occurrences, self._ratings, self._classes = part, occurrences, ratings, classes
        self._grids: set[bytes] = set()  # digests of the canonical forms of solutions
        self._hardest: list[tuple[Rating, str]] = []

    def add(self, answer: PuzzleAnswer | BlockAnswers) -> int:
        """Adds an answer to the last file of the part; returns how many entries of the file it took."""
        if isinstance(answer, BlockAnswers):
            self._add(judged_block(answer), "")
            return len(answer.block)
        part, line, error = self._part, answer.entry.line, answer.entry.error or answer.error
        said = "" if error is None else str(error).removeprefix(f"line {line}").lstrip(",: ")
        if isinstance(error, ColumnError):
            raise PuzzleError(f"{part.files[-1]}: {said}")
        if answer.entry.puzzle is not None:
            self._add(judged_puzzle(answer, answer.entry.puzzle), said)
        else:
            part.add("malformed", part.files[-1], [line], [said])
            kind = re.sub(r"\bcell \w+", "cell ...", re.sub(r"([\"']).*\1", "...", said).partition(";")[0])
            _count(part.errors, re.sub(r"\b\d+\b", "N", kind))
        return 1

    def _add(self, judged: Judged, error: str) -> None:
        part, found, is_right, puzzle = self._part, judged.found, judged.is_right, judged.puzzle
        _count(part.layouts, judged.layout.name, len(found))
        part.givens.update(np.count_nonzero(judged.values, axis=1).tolist())
        right, sole = is_right == 1, found < 2
        masks = {"unique": found == 1, "right": right & sole, "one_of_several": right & ~sole, "unstated": is_right < 0}
        part.counts.update({kind: int(mask.sum()) for kind, mask in masks.items()}, puzzles=len(found))
        for kind, mask, text in (
            ("several", found > 1, lambda index: _number_of_solutions(puzzle(index))),
            ("none", found == 0, lambda _: ""),
            ("unsettled", found < 0, lambda _: error),
            ("wrong", is_right == 0, lambda index: next(broken_rules(judged.stated(index) or (), puzzle(index)))),
        ):
            where = np.flatnonzero(mask).tolist()
            part.add(kind, part.files[-1], [judged.lines[index] for index in where], map(text, where))
        try:
            if self._ratings:
                self._rate(judged)
            if self._classes:
                self._grids.update(digests(judged.layout, set(map(bytes, judged.grids[found == 1]))))
                part.counts["classes"] = len(self._grids)
        except Unsupported:
            self._occurrences.notes["puzzles with sums, pairs, repeated values or hidden cells are not rated"] = None
        self._occurrences.add(judged)

    def _rate(self, judged: Judged) -> None:
        where = np.flatnonzero(judged.found == 1).tolist()
        if judged.is_plain and where:
            found = map(Rating, *(column.tolist() for column in rate_values(judged.layout, judged.values[where])))
        else:
            found = map(rate, map(judged.puzzle, where))
        for index, rating in zip(where, found, strict=True):
            self._part.levels[rating.level] += 1
            said = f"level {rating.level}, {rating.rounds} round{'s' * (rating.rounds != 1)}"
            self._hardest.append((rating, f"{self._part.files[-1]}: line {judged.lines[index]}: {said}"))
        self._hardest = nlargest(SHOWN, self._hardest, key=itemgetter(0))
        self._part.examples["hardest"] = [text for _, text in self._hardest]


def _count(counter: Counter[str], name: str, number: int = 1) -> None:
    counter[name if name in counter or len(counter) < _MOST_NAMES else "others"] += number


def _number_of_solutions(puzzle: Puzzle) -> str:
    found = count(puzzle, limit=_COUNTED, seconds=1.0)
    return f"{'' if found.exhausted else 'at least '}{found.solutions:,} solutions"


# The result of an audit: counts for each part of a data set, lines, examples, and how they are shown.


KINDS = {
    "puzzles": "puzzles",
    "malformed": "malformed",
    "unique": "unique",
    "several": "several solutions",
    "none": "no solution",
    "unsettled": "not settled",  # no backend answered within the time limit
    "right": "stated and right",  # keeps the rules and givens, and no other solution is known
    "one_of_several": "stated, one of several",  # keeps them, too
    "wrong": "stated and wrong",  # does not keep them
    "unstated": "no stated solution",
    "duplicate": "duplicates",  # repeats an earlier puzzle of the part
    "equivalent": "equivalent to an earlier one",  # and repeats none
    "shared": "in another part",
    "shared_equivalent": "equivalent to one there",  # and not in another part
    "shared_grid": "same solution as one there",  # likewise: the only solution, or a right stated one
    "classes": "classes of grids",  # of puzzles with one solution; 0 where they were not counted
}
"""Each kind of puzzle that is counted, and what it is called in tables. Malformed entries are no puzzles."""

_FAULTS = ("malformed", "several", "none", "wrong", "duplicate", "shared", "shared_equivalent", "shared_grid")

_ALWAYS = ("puzzles", "malformed", "unique", "several", "none", "duplicate", "equivalent")
"""Rows that the table has also where all of their numbers are 0 or unknown."""

_NO_SHARES = ("puzzles", "malformed", "classes")
"""Rows without a percentage of the puzzles."""

SHOWN = 5
"""Examples of each kind and part, and most frequent layouts and errors."""


@dataclass
class AuditedPart:
    """What was found in one part of a data set: a file, or the files of a split."""

    name: str
    files: list[str] = field(default_factory=list)
    counts: Counter[str] = field(
        default_factory=lambda: Counter({kind: 0 for kind in KINDS if "equivalent" not in kind})
    )
    """Numbers of puzzles by kind, see `KINDS`; those of equivalent ones are missing where they were not compared."""
    layouts: Counter[str] = field(default_factory=Counter)
    errors: Counter[str] = field(default_factory=Counter)
    """Malformed entries by the message, up to a semicolon; N stands for a number in it, ... for quoted text."""
    givens: Counter[int] = field(default_factory=Counter)
    """Number of givens to puzzles."""
    levels: Counter[int] = field(default_factory=Counter)
    """Level of the rating to puzzles with one solution; empty where they were not rated."""
    lines: dict[str, dict[str, list[int]]] = field(default_factory=dict)
    """Kind to file to all lines, from 1, rows of a Parquet file; only for kinds with examples."""
    examples: dict[str, list[str]] = field(default_factory=dict)
    """Kind to the first five, as sentences with file and line; `hardest` has the hardest five that were rated."""

    def add(self, kind: str, file: str, lines: Sequence[int], texts: Iterable[str]) -> None:
        """Counts and lists lines of a file; takes as many of the texts, one a line, as examples are missing."""
        self.counts[kind] += len(lines)
        if lines:
            self.lines.setdefault(kind, {}).setdefault(file, []).extend(lines)
            examples = self.examples.setdefault(kind, [])
            pairs = zip(lines[: SHOWN - len(examples)], texts, strict=False)
            examples += [f"{file}: line {line}{text and ': '}{text}" for line, text in pairs]

    @property
    def is_right(self) -> bool:
        """Whether nothing is wrong: puzzles that are equivalent to others of the same part are not."""
        return bool(self.counts["puzzles"]) and not any(map(self.counts.__getitem__, _FAULTS))


@dataclass(frozen=True)
class Audit:
    """What `audit` found, part by part. As text it is Markdown."""

    parts: tuple[AuditedPart, ...]
    notes: tuple[str, ...] = ()
    """What was left out, and why, as sentences."""

    @property
    def is_right(self) -> bool:
        """Whether nothing is wrong with any part."""
        return all(part.is_right for part in self.parts)

    def as_json(self) -> dict[str, object]:
        """Returns dictionaries, lists, texts and numbers, for `json.dumps`; keys are the names of the attributes."""
        parts = [{**vars(part), "is_right": part.is_right} for part in self.parts]
        return {"is_right": self.is_right, "parts": parts, "notes": list(self.notes)}

    def table(self) -> list[list[str]]:
        """Returns the rows of a table, the headings first: a count and its percentage for each part."""
        rows = [["", *(text for part in self.parts for text in (part.name, "%"))]]
        for kind, name in KINDS.items():
            numbers = [part.counts.get(kind) for part in self.parts]
            if any(numbers) or kind in _ALWAYS:
                rows.append([name, *self._cells(numbers, kind not in _NO_SHARES)])
        for level in sorted({level for part in self.parts for level in part.levels}):
            rows.append([f"level {level}", *self._cells([part.levels[level] for part in self.parts])])
        return rows

    def _cells(self, numbers: Sequence[int | None], has_shares: bool = True) -> Iterator[str]:
        for part, number in zip(self.parts, numbers, strict=True):
            puzzles = part.counts["puzzles"]
            yield "-" if number is None else f"{number:,}"
            yield f"{100 * number / puzzles:.1f}" if has_shares and number is not None and puzzles else ""

    def details(self) -> Iterator[tuple[str, list[str]]]:
        """Yields headings, each with the lines below it: distributions, the most frequent errors, examples."""
        for part in self.parts:
            of = "" if len(self.parts) == 1 else f" of {part.name}"
            if len(part.layouts) > 1:
                yield f"Layouts{of}", [f"{count:,}: {name}" for name, count in part.layouts.most_common(SHOWN)]
            if part.givens:
                yield f"Givens{of}", [", ".join(f"{one}: {part.givens[one]:,}" for one in sorted(part.givens))]
            if part.errors:
                yield f"Errors{of}", [f"{count:,}: {error}" for error, count in part.errors.most_common(SHOWN)]
        for kind, name in {**KINDS, "hardest": "hardest"}.items():
            found = [text for part in self.parts for text in part.examples.get(kind, ())]
            if found:
                yield f"{name.capitalize()}, such as", found
        if self.notes:
            yield "Notes", list(self.notes)

    def __str__(self) -> str:
        """Returns the table and the details as Markdown."""
        lines = [Table(self.table()).markdown.rstrip()]
        for heading, texts in self.details():
            lines += ["", f"**{heading}**", "", *(f"- {text}" for text in texts)]
        return "\n".join(lines) + "\n"

    _repr_markdown_ = __str__
