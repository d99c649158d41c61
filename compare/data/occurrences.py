"""Which of very many puzzles occur several times, and the arrays of their answers that this is told from."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from hashlib import blake2b
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from ...encoders.naming.optional_packages import numpy as np
from ...encoders.stream import BlockAnswers, PuzzleAnswer
from ...reference.contract.errors import PackageMissing, Unsupported
from ...reference.model.grid import Grid, solves
from ...reference.model.layout import Layout
from ...reference.model.puzzle import Puzzle
from .canonical import canonical, digests

if TYPE_CHECKING:
    from numpy.typing import NDArray

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
        self._files: list[tuple[int, int, str]] = []  # the index of the first puzzle of each file, its part, its name
        self._lines = array("I")
        also = [_ALIKE] * (equivalence is not False) + [_GRID] * has_parts
        self._hashes = {kinds: array("Q") for kinds in (_EXACT, *also)}
        self.notes: dict[str, None] = {}
        """Sentences about what was left out, in order."""
        self._pending: list[tuple[int, Layout, list[bytes] | Puzzle]] = []  # whose forms are missing, from an index on

    def begin(self, part: int, file: str) -> None:
        """Begins a file of a part, to which the puzzles belong that are added now."""
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

    def found(self) -> Iterator[tuple[int, str, str, list[int], Iterable[str]]]:
        """Yields part, kind, file, lines and what they repeat of puzzles that occur several times.

        Those that are identical are there only as such.
        """
        self._compare()
        starts = [*(start for start, _, _ in self._files), len(self._lines)]
        bounds = sorted({part: start for start, part, _ in reversed(self._files)}.values())
        identical = [np.empty((0, 2), int)] * 2
        for kinds, keys in self._hashes.items():
            found = _repeated(np.asarray(keys), bounds)
            for kind, all_pairs, known in zip(kinds, found, identical, strict=True):
                pairs = all_pairs[~np.isin(all_pairs[:, 0], known[:, 0])]
                ends = np.searchsorted(pairs[:, 0], starts).tolist()
                for (_, part, file), begin, end in zip(self._files, ends, ends[1:], strict=False):
                    if kind:
                        lines = [self._lines[index] for index in pairs[begin:end, 0]]
                        yield part, kind, file, lines, map(partial(self._place, file), pairs[begin:end, 1])
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
