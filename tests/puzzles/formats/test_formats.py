"""A file in each format, in a form that other programs write: read, written, and read back to the same puzzles."""

from __future__ import annotations

import json
from dataclasses import replace
from itertools import product
from pathlib import Path

import pytest
from fuzz_formats import BY_NAME
from places import GOLDEN_FORMATS as FOLDER

from unitdoku import (
    Puzzle,
    PuzzleError,
    classic,
    diagonal,
    is_solution,
    jigsaw,
    latin,
    read_puzzles,
    solve,
    write_puzzles,
)
from unitdoku.io import read_blocks
from unitdoku.puzzles.formats.table import FORMATS, recognised
from unitdoku.puzzles.text.entries import PuzzleEntry, each_entry

FILES = sorted(path for path in FOLDER.iterdir() if path.suffix != ".md")


def format_of(path: Path) -> str:
    name = path.name.partition(".")[0]
    return BY_NAME.get(name, name)


def read(path: Path) -> list[PuzzleEntry]:
    found = list(read_puzzles(path))
    assert found
    assert [str(entry.error) for entry in found if entry.error] == []
    return found


def rules(puzzle: Puzzle | None) -> object:
    """What a puzzle demands, whatever its rules are called and in whichever order they come."""
    assert puzzle is not None
    layout = puzzle.layout
    pairs = [(pair.cells, pair.allowed) for pair in layout.pairs]
    turned = [pair if pair[0] < pair[0][::-1] else (pair[0][::-1], {each[::-1] for each in pair[1]}) for pair in pairs]
    return (
        (layout.size, layout.positions, layout.first_value, layout.shown),
        {(frozenset(unit.cells), unit.repeatable) for unit in layout.units},
        {(frozenset(zip(each.cells, each.coefficients or (), strict=False)), each.total) for each in layout.sums},
        {(frozenset(each.cells), each.total) for each in layout.sums},
        {(cells, frozenset(allowed)) for cells, allowed in turned},
        puzzle.candidates,
    )


@pytest.mark.parametrize(
    "path", [path for path in FILES if FORMATS[format_of(path)].writer], ids=lambda path: path.name
)
def test_written_back_to_the_same_puzzles(path: Path) -> None:
    entries = read(path)
    name = format_of(path)
    written = "".join(write_puzzles(entries, name)).splitlines()
    expected = [rules(entry.puzzle) for entry in entries]
    # The content alone says the same as the name of the format.
    for again in (read_puzzles(written, file_format=name), read_puzzles(written)):
        assert [rules(entry.puzzle) for entry in again] == expected


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_the_file_as_bytes_as_lines_as_parts_and_in_our_own_json(path: Path) -> None:
    entries = read(path)
    with path.open("rb") as file:
        assert list(read_puzzles(file)) == entries
    assert list(each_entry(read_blocks(path))) == entries
    assert list(read_puzzles(path, file_format=format_of(path))) == entries
    again = read_puzzles("".join(write_puzzles(entries, "json")).splitlines())
    assert [(entry.puzzle, entry.name) for entry in again] == [(entry.puzzle, entry.name) for entry in entries]
    if path.suffix != ".gz":
        text, row = path.read_text(), FORMATS[format_of(path)]
        assert recognised(path.read_bytes()) == (format_of(path) if row.reader else None)
        assert list(read_puzzles(text.splitlines(keepends=True))) == entries
        assert list(read_puzzles([line.encode() + b"\r\n" for line in text.splitlines()])) == entries
        mixed = "".join(line + ("\r\n" if number % 2 else "\n") for number, line in enumerate(text.splitlines()))
        for other in (text.replace("\n", "\r"), mixed):
            assert [each.puzzle for each in read_puzzles(other.encode())] == [entry.puzzle for entry in entries]


def test_every_format_has_a_file_but_those_for_which_there_is_a_reason() -> None:
    assert set(FORMATS) - {format_of(path) for path in FILES} == {"parquet"}


@pytest.mark.parametrize("name", ["kaggle.csv", "extreme.csv", "puzzles.csv.gz", "f-puzzles.txt"])
def test_stated_solutions_are_solutions(name: str) -> None:
    entries = [entry for entry in read(FOLDER / name) if entry.solution is not None]
    assert entries
    for entry in entries:
        assert entry.puzzle is not None
        assert is_solution(entry.solution, entry.puzzle)


def test_the_same_puzzle_in_many_formats() -> None:
    first = {path.name: read(path)[0].puzzle for path in FILES if format_of(path) not in ("json", "jigsaw", "scaled")}
    plain = ["line.sdm", "ss.ss", "picture.txt", "numbers.txt", "exchange.txt", "kaggle.csv"]
    assert len({first[name] for name in plain}) == 1
    assert first["candidates.txt"] == first["pencil-marks.txt"]
    (one,) = solve(first["candidates.txt"], "reference", limit=2).solutions
    (other,) = solve(first["line.sdm"], "reference", limit=2).solutions
    assert one == other


def test_the_rules_of_f_puzzles() -> None:
    """Each rule is there, and says what it does: changed cells of the stated solution break it."""
    (entry, *_) = read(FOLDER / "f-puzzles.txt")
    puzzle = entry.puzzle
    assert puzzle is not None
    assert entry.name == "Every rule <b>that</b> a layout has"
    names = " ".join(each.name for each in (*puzzle.layout.sums, *puzzle.layout.pairs))
    for name in ("arrow", "cage", "clone", "little killer", "palindrome", "renban", "thermometer"):
        assert name in names
    assert {"main diagonal", "anti-diagonal", "extra region 1"} <= {unit.name for unit in puzzle.layout.units}
    content = "\n".join((FOLDER / "f-puzzles.txt").read_text().splitlines()[:-3])
    stated = json.loads(content)
    assert {"odd", "even"} <= set(stated)
    cells = [puzzle.layout.cell_at(int(part["cell"][1]) - 1, int(part["cell"][3]) - 1) for part in stated["odd"]]
    assert [puzzle.candidates[cell] for cell in cells if cell is not None] == [0b101010101] * len(cells)
    (grid,) = solve(puzzle, "reference", limit=2, seconds=60).solutions
    assert grid == entry.solution


UNITS = classic().units
PLAIN = Puzzle.from_givens({"A1": 3, "B5": 1})
ODD = {
    "plain": PLAIN,
    "candidates": PLAIN.restricted(1, 5),
    "diagonal": Puzzle(diagonal(), PLAIN.candidates),
    "6x6": Puzzle.from_givens({"A1": 3, "B5": 1}, classic(6)),
    "latin": Puzzle.empty(latin(4)),
    "large": Puzzle.empty(classic(54)),
    "jigsaw": Puzzle.empty(jigsaw("AABBAABBCCDDCCDD")),
    "shown": Puzzle.empty(replace(classic(), shown=(0, 1))),
    "from 0": Puzzle.empty(replace(classic(), first_value=0)),
    "repeatable": Puzzle.empty(replace(classic(), units=(replace(UNITS[0], repeatable=(1,)), *UNITS[1:]))),
}
NOT_HELD = {
    "line": (),
    "picture": ("shown", "repeatable"),
    "ss": ("candidates", "6x6", "latin", "large", "jigsaw", "from 0"),
    "candidates": ("6x6", "latin", "large", "jigsaw", "from 0"),
    "numbers": ("from 0",),
    "pencil-marks": ("large", "from 0"),
    "json": (),
    "exchange": ("candidates", "large", "from 0"),
    "csv": ("candidates", "large", "from 0"),
    "jigsaw": tuple(ODD.keys() - {"plain", "6x6", "jigsaw"}),
}


@pytest.mark.parametrize("name", [name for name, row in FORMATS.items() if row.writer])
def test_what_is_written_is_read_back_and_all_else_is_refused(name: str) -> None:
    for (key, puzzle), layout in product(ODD.items(), (classic(), latin(4), classic(6), None)):
        named = layout or puzzle.layout
        refused: list[PuzzleEntry] = []
        text = "".join(write_puzzles([puzzle, puzzle], name, named, refused.append))
        again = [rules(entry.puzzle) for entry in read_puzzles(text.encode(), named, file_format=name)]
        if name in NOT_HELD:
            holds = key not in NOT_HELD[name] and (FORMATS[name].own_layout or puzzle.layout == named)
            assert holds is not bool(refused), key
        if not refused:
            assert again == [rules(puzzle)] * 2, key
        else:
            assert (again, len(refused)) == ([], 2), key
            with pytest.raises(PuzzleError):
                "".join(write_puzzles([puzzle], name, named))
