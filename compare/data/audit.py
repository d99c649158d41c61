"""`audit` judges the puzzles of files: are they readable, unique, right, distinct, equivalent to others?"""

from __future__ import annotations

import os
import re
from array import array
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from functools import partial
from hashlib import blake2b
from heapq import nlargest
from operator import itemgetter
from pathlib import Path
from typing import IO, TYPE_CHECKING, NamedTuple, TypeAlias

from ...encoders.naming.optional_packages import igraph, require
from ...encoders.naming.optional_packages import numpy as np
from ...encoders.solve import count
from ...encoders.stream import BlockAnswers, PuzzleAnswer, solve_stream
from ...puzzles.formats.csv_columns import ColumnError
from ...puzzles.formats.reading import read_blocks
from ...puzzles.pictures.text_table import Table
from ...puzzles.text.any_puzzle import any_layout
from ...reference.contract.errors import PackageMissing, PuzzleError, Unsupported
from ...reference.layouts.classic import CLASSIC
from ...reference.model.grid import Grid, broken_rules, solves
from ...reference.model.layout import Layout
from ...reference.model.puzzle import Puzzle
from .canonical import canonical, digests
from .rate import Rating, rate, rate_values

if TYPE_CHECKING:
    from numpy.typing import NDArray


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
    for part, (name, sources) in zip(found, parts, strict=True):
        work = _Work(part, occurrences, ratings, classes)
        for source in sources:
            occurrences.begin(part, _name(source))
            entries = read_blocks(Path(source) if isinstance(source, str) else source, *options)
            with closing(solve_stream(entries, backend, 2, seconds)) as answers:
                for answer in answers:
                    on_progress(work.add(answer))
        if not part.counts["puzzles"]:
            occurrences.notes[f"{name} holds no puzzle that could be read"] = None
        other_sizes = sum(count for kind, count in part.errors.items() if "but the layout" in kind)
        if 2 * other_sizes > part.counts["puzzles"] + part.counts["malformed"]:
            occurrences.notes["most entries have more or fewer cells than the layout: --layout names another"] = None
    occurrences.count()
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


# Answers to the puzzles of a file as arrays: how many solutions there are, and whether the stated one is right.


Numbers: TypeAlias = "NDArray[np.int64]"

Rows: TypeAlias = "NDArray[np.uint8]"

_UNKNOWN = -1


class Judged(NamedTuple):
    """Puzzles of one layout with their answers; arrays have an item, or a row of cells, for each of them."""

    layout: Layout
    lines: Sequence[int]
    puzzle: Callable[[int], Puzzle]
    stated: Callable[[int], Grid | None]
    values: Rows
    is_plain: bool
    """Whether the values, 0 for an open cell, are all that the puzzles say; else this is one puzzle."""
    found: Numbers
    """Solutions, 2 for several, -1 where that is not settled."""
    is_right: Numbers
    """1 where a solution is stated that keeps the rules and givens, 0 where it does not, -1 where none is stated."""
    grids: Rows
    """The only solution; else the stated one, if it is right; else zeros."""


def judged_block(answer: BlockAnswers) -> Judged:
    """Returns the judgement of a block that was asked for two solutions."""
    block, layout = answer.block, answer.block.layout
    found = np.asarray(answer.answers.counts).astype(np.int64)
    shape = (-1, layout.cell_count)
    values = np.frombuffer(block.values, np.uint8).reshape(shape)
    stated = np.frombuffer(block.solutions or bytes(len(block.values)), np.uint8).reshape(shape)
    solutions: Rows = np.asarray(answer.answers.grids).reshape(shape)
    is_right = np.full(len(block), _UNKNOWN)
    where = np.flatnonzero(stated.any(axis=1))
    if layout.has_other_rules or layout.size > 31:
        is_right[where] = [solves(block.solution(index) or (), block.puzzle(index)) for index in where.tolist()]
    else:
        is_right[where] = _keep_rules(stated[where], values[where], layout)
    grids = stated * (is_right == 1)[:, None]
    grids[found == 1] = solutions[(np.cumsum(found) - found)[found == 1]]
    lines = range(block.line, block.line + len(block))
    return Judged(layout, lines, block.puzzle, block.solution, values, True, found, is_right, grids)


def _keep_rules(grids: Rows, values: Rows, layout: Layout) -> NDArray[np.bool_]:
    """Returns whether each grid keeps the givens, and has different values in each unit; as `solves`, but for many."""
    keep: NDArray[np.bool_] = ((values == 0) | (values == grids)).all(axis=1)
    bits = np.left_shift(1, grids, dtype=np.int64)
    for unit in layout.units:
        in_unit = bits[:, unit.cells]
        keep &= np.bitwise_or.reduce(in_unit, axis=1) == in_unit.sum(axis=1)  # a bit that is there twice is carried
    return keep


def judged_puzzle(answer: PuzzleAnswer, puzzle: Puzzle) -> Judged:
    """Returns the judgement of one puzzle that was asked for two solutions."""
    result, stated = answer.result, answer.entry.solution
    solutions = () if result is None else result.solutions
    is_settled = len(solutions) > 1 or (result is not None and result.exhausted)
    found = len(solutions) if is_settled else _UNKNOWN
    is_right = _UNKNOWN if stated is None else int(solves(stated, puzzle))
    known = solutions[0] if found == 1 else stated if stated and is_right else (0,) * puzzle.layout.cell_count
    values, grids = (np.array([row], np.uint8) for row in (puzzle.values, known))
    where = (puzzle.layout, [answer.entry.line], lambda _: puzzle, lambda _: stated)
    return Judged(*where, values, puzzle.is_plain, np.array([found]), np.array([is_right]), grids)


# Which of very many puzzles occur several times: identical, equivalent, or with the same solution.


MOST_COMPARED = 100_000
"""Of more puzzles equivalent ones are found only where that is asked for: a puzzle takes 0.07 ms."""

_EXACT, _ALIKE, _GRID = ("duplicate", "shared"), ("equivalent", "shared_equivalent"), ("", "shared_grid")
"""Kinds of repetition within a part and across parts, of which the first one is not looked for where it is empty."""


class Occurrences:
    """Where each puzzle is, with hashes of 64 bits of all that is compared.

    Those of canonical forms are compared if `equivalence` asks for it; None: if there are few puzzles. Those of
    solutions, if there are several parts.
    """

    def __init__(self, equivalence: bool | None, has_parts: bool) -> None:
        self._if_few = equivalence is None
        self._files: list[tuple[int, AuditedPart, str]] = []  # the index of the first puzzle of each file
        self._lines = array("I")
        also = [_ALIKE] * (equivalence is not False) + [_GRID] * has_parts
        self._hashes = {kinds: array("Q") for kinds in (_EXACT, *also)}
        self.notes: dict[str, None] = {}
        """Sentences about what was left out, in order."""
        self._pending: list[tuple[int, Layout, list[bytes] | Puzzle]] = []  # whose forms are missing, from an index on

    def begin(self, part: AuditedPart, file: str) -> None:
        """Begins a file of a part, to which the puzzles belong that are added now."""
        part.files.append(file)
        self._files.append((len(self._lines), part, file))

    def add(self, judged: Judged) -> None:
        """Adds puzzles; their indices follow those of the puzzles before."""
        start, layout, puzzle = len(self._lines), judged.layout, judged.puzzle(0)
        self._lines.extend(judged.lines)
        rows = list(map(bytes, judged.values)) if judged.is_plain else [repr(puzzle.candidates).encode()]
        keys = (_hashed(rows) ^ np.uint64(hash(layout) & 2**64 - 1)).tobytes()
        self._hashes[_EXACT].frombytes(keys)
        if _GRID in self._hashes:
            is_known = judged.grids.any(axis=1)
            grids = np.arange(start, len(self._lines), dtype=np.uint64)  # an unknown one differs from all others
            grids[is_known] = _hashed(map(bytes, judged.grids[is_known]))
            self._hashes[_GRID].frombytes(grids.tobytes())
        if self._if_few and len(self._lines) > MOST_COMPARED and _ALIKE in self._hashes:
            del self._hashes[_ALIKE], self._pending[:]
            self.notes[f"equivalence is left out, as there are more than {MOST_COMPARED:,} puzzles"] = None
        if _ALIKE in self._hashes:
            self._hashes[_ALIKE].frombytes(keys)  # in place of forms that cannot be had
            self._pending.append((start, layout, rows if judged.is_plain else puzzle))
            if not self._if_few or len(rows) == 1:  # many single puzzles may have a layout each, which is not kept
                self._compare()

    def _compare(self) -> None:
        """Replaces hashes by those of canonical forms where they are pending."""
        while self._pending:
            start, layout, rows = self._pending.pop()
            try:
                forms = _short([bytes.fromhex(canonical(rows))] if isinstance(rows, Puzzle) else digests(layout, rows))
                self._hashes[_ALIKE][start : start + len(forms)] = array("Q", forms.tobytes())
            except (Unsupported, PackageMissing) as error:
                self.notes[f"some puzzles are compared only with identical ones: {error}"[:400]] = None

    def count(self) -> None:
        """Adds the puzzles that occur several times to their parts; those that are identical only as such."""
        self._compare()
        starts = [*(start for start, _, _ in self._files), len(self._lines)]
        bounds = sorted({id(part): start for start, part, _ in reversed(self._files)}.values())
        identical = [np.empty((0, 2), int)] * 2
        for kinds, keys in self._hashes.items():
            found = _repeated(np.asarray(keys), bounds)
            for kind, all_pairs, known in zip(kinds, found, identical, strict=True):
                pairs = all_pairs[~np.isin(all_pairs[:, 0], known[:, 0])]
                ends = np.searchsorted(pairs[:, 0], starts).tolist()
                for (_, part, file), begin, end in zip(self._files, ends, ends[1:], strict=False):
                    if kind:
                        lines = [self._lines[index] for index in pairs[begin:end, 0]]
                        part.add(kind, file, lines, map(partial(self._place, file), pairs[begin:end, 1]))
            identical = found if kinds == _EXACT else identical

    def _place(self, here: str, index: int) -> str:
        """Returns the line of a puzzle, and its file where that is another one."""
        file = next(file for start, _, file in reversed(self._files) if start <= index)
        return f"as in {'' if file == here else f'{file}: '}line {self._lines[index]}"


def _repeated(keys: NDArray[np.uint64], bounds: list[int]) -> list[Numbers]:
    """Returns pairs of indices of equal keys: those that an earlier one of their part has, and that another part has.

    Each is a table of two columns: an index, ascending, and that of another one. Parts begin at the bounds. Takes 21
    bytes a key where few are equal.
    """
    order = np.argsort(keys, kind="stable")
    ordered = keys[order]
    follows = np.zeros(len(keys) + 1, bool)
    follows[1:-1] = ordered[1:] == ordered[:-1]
    several = follows[:-1] | follows[1:]
    members, follows = order[several], follows[:-1][several]  # equal ones together, ascending
    part = np.searchsorted(bounds, members, side="right")
    sizes = np.diff(np.flatnonzero(~follows), append=len(members))
    first, last = (np.repeat(ends, sizes) for ends in (np.cumsum(sizes) - sizes, np.cumsum(sizes) - 1))
    within = np.flatnonzero(follows & (part == np.roll(part, 1)))
    shared = np.flatnonzero(part[first] != part[last])
    other = np.where(part == part[first], last, first)
    found = [(members[within], members[within - 1]), (members[shared], members[other[shared]])]
    return [np.column_stack(pair)[np.argsort(pair[0])] for pair in found]


def _hashed(rows: Iterable[bytes]) -> NDArray[np.uint64]:
    return _short(blake2b(row, digest_size=8).digest() for row in rows)


def _short(forms: Iterable[bytes]) -> NDArray[np.uint64]:
    return np.frombuffer(b"".join(form[:8] for form in forms), np.uint64)
