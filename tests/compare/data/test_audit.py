"""What an audit counts, on small files of which all is known."""

from __future__ import annotations

import gzip
import io
import json
import random
from dataclasses import replace
from pathlib import Path

import pytest
from corpora import DATA
from pace import needs_kernel
from places import ROOT

from unitdoku import Layout, Puzzle, PuzzleError, Sum, classic, solve
from unitdoku.compare.data import audit as module
from unitdoku.compare.data import occurrences
from unitdoku.compare.data.audit import KINDS, Audit, AuditedPart, audit
from unitdoku.reference.layouts.names import layout_named
from unitdoku.reference.model.grid import solves

BACKENDS = ["reference", pytest.param("native", marks=needs_kernel)]
FOUR = classic(4)
CORPORA = ROOT / "compare/corpora"
UNIQUE, GRID = "1234340021434001", "1234341221434321"
RENAMED = UNIQUE.translate(str.maketrans("1234", "2143"))


def one(found: Audit) -> AuditedPart:
    (part,) = found.parts
    return part


def counts(part: AuditedPart, kinds: str) -> list[int]:
    assert set(kinds.split()) <= KINDS.keys()
    return [part.counts[kind] for kind in kinds.split()]


def lines_of(part: AuditedPart, kind: str) -> list[int]:
    assert kind in KINDS
    return [line for lines in part.lines.get(kind, {}).values() for line in lines]


def grids_of(puzzle: str, count: int) -> list[str]:
    return ["".join(map(str, grid)) for grid in solve(puzzle, "reference", count).solutions]


def lines_in(folder: Path, *lines: str) -> Path:
    (folder / "lines.txt").write_text("\n".join(lines))
    return folder / "lines.txt"


def table(path: Path, *rows: tuple[str, str]) -> Path:
    path.write_text("puzzle,solution\n" + "".join(f"{puzzle},{stated}\n" for puzzle, stated in rows))
    return path


def test_the_published_set_of_4x4() -> None:
    found = audit(DATA / "d1_test_4x4.csv", layout="classic:4")
    part = one(found)
    assert counts(part, "puzzles unique several none") == [500, 376, 124, 0]
    assert counts(part, "right one_of_several wrong unstated malformed duplicate") == [376, 124, 0, 0, 0, 0]
    assert (part.givens, found.is_right) == ({8: 500}, False)
    assert [text.rpartition(": ")[2] for text in part.examples["several"]] == ["2 solutions"] * 5
    assert (len(lines_of(part, "several")), len(set(lines_of(part, "equivalent")))) == (124, 104)


@pytest.mark.parametrize("backend", BACKENDS)
def test_stated_solutions(backend: str, tmp_path: Path) -> None:
    several = grids_of("." * 16, 4)
    path = table(
        tmp_path / "table.csv",
        (UNIQUE, GRID),
        (UNIQUE, several[3]),  # a grid with other givens
        ("0" * 16, several[0]),
        ("0" * 16, several[3]),  # not among the two that are looked for
        ("0" * 16, "1234" * 4),
        ("11" + "0" * 14, GRID),  # there is none
        (UNIQUE, "1" * 16),
        (UNIQUE, ""),
    )
    part = one(audit([path], layout=FOUR, backend=backend))
    assert counts(part, "unique several none") == [4, 3, 1]
    assert counts(part, "right one_of_several wrong unstated") == [1, 2, 4, 1]
    assert lines_of(part, "wrong") == [3, 6, 7, 8]
    assert lines_of(part, "none") == [7]
    assert lines_of(part, "several") == [4, 5, 6]
    assert part.examples["several"] == [f"{path}: line {line}: 288 solutions" for line in (4, 5, 6)]
    assert lines_of(part, "duplicate") == [3, 5, 6, 8, 9]
    assert part.givens == {12: 4, 0: 3, 2: 1}


@pytest.mark.parametrize("backend", BACKENDS)
def test_a_solution_may_differ_in_cells_that_are_not_shown(backend: str) -> None:
    layout = replace(FOUR, shown=(0, 1, 2, 3))
    others = grids_of("1234" + "." * 12, 12)
    text = "puzzle,solution\n" + "".join(f"1234{'0' * 12},{grid}\n" for grid in others)
    part = one(audit(io.BytesIO(text.encode()), layout=layout, backend=backend, equivalence=False))
    assert counts(part, "unique right wrong") == [len(others), len(others), 0]


@pytest.mark.parametrize(
    "layout",
    [FOUR, layout_named("classic:4+diagonal"), layout_named("latin:4"), FOUR + [Sum("two cells", (0, 5), 5)]],
    ids=["units", "more units", "fewer units", "a sum"],
)
def test_stated_solutions_against_the_check_of_one_grid(layout: Layout) -> None:
    rng = random.Random(5)
    grids = [rng.choice(solve("." * 16, limit=500, layout=FOUR).solutions) for _ in range(300)]
    rows = []
    for grid in grids:
        changed = list(grid)
        for _ in range(rng.randrange(3)):
            changed[rng.randrange(16)] = rng.randint(1, 4)
        rows.append(([value * rng.randrange(2) for value in grid], tuple(changed)))
    right = sum(solves(stated, Puzzle.from_values(values, layout)) for values, stated in rows)
    lines = (",".join("".join(map(str, cells)) for cells in row) + "\n" for row in rows)
    part = one(audit(io.BytesIO(b"puzzle,solution\n" + "".join(lines).encode()), layout=layout, equivalence=False))
    assert part.counts["right"] + part.counts["one_of_several"] == right == 300 - part.counts["wrong"]
    assert 0 < right < 300


def test_malformed_entries_are_counted_by_kind(tmp_path: Path) -> None:
    bad = ("12", "1" * 12, "x" + "." * 15, "y" + "." * 15, *["1" * 17] * 8)
    path = lines_in(tmp_path, UNIQUE, *bad, "." * 16)
    found = audit(path, layout=FOUR)
    part = one(found)
    assert (counts(part, "puzzles malformed"), len(lines_of(part, "malformed"))) == ([2, 12], 12)
    kinds = dict(part.errors)
    assert sorted(kinds.values()) == [2, 10]
    assert all("N" in kind or "..." in kind for kind in kinds)
    assert len(part.examples["malformed"]) == 5
    assert "12 cells" in part.examples["malformed"][1]
    assert not any("line" in text.removeprefix(f"{path}: line") for text in part.examples["malformed"])


def test_other_numbers_of_cells_are_one_kind_and_one_note(tmp_path: Path) -> None:
    path = lines_in(tmp_path, *("." * number for number in (81, 16, 25, 36, 49, 80, 82)))
    found = audit(path, splits={"test": path})
    for part in found.parts:
        assert list(part.errors.values()) == [6]
    assert len([note for note in found.notes if "--layout" in note]) == 1
    assert not audit(lines_in(tmp_path, "." * 81, "." * 81, "." * 16)).notes


def test_many_kinds_of_errors_take_little_memory(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(module, "_MOST_NAMES", 1)
    path = lines_in(tmp_path, "x" + "." * 15, "1" * 12, "1" * 12)
    assert list(one(audit(path, layout=FOUR)).errors.values()) == [1, 2]


def test_repeated_and_equivalent_puzzles(tmp_path: Path) -> None:
    first, second = tmp_path / "train.txt", tmp_path / "test.txt"
    first.write_text(f"{UNIQUE}\n{RENAMED}\n{'.' * 16}\n{UNIQUE}\n")
    second.write_text(f"{RENAMED}\n{UNIQUE.translate(str.maketrans('1234', '3412'))}\n1{'.' * 15}\n")
    train, test = audit((), layout=FOUR, splits={"train": first, "test": [second]}).parts
    kinds = "duplicate equivalent shared shared_equivalent shared_grid"
    assert (counts(train, kinds), counts(test, kinds)) == ([1, 1, 1, 2, 0], [0, 1, 1, 1, 0])
    assert (lines_of(train, "duplicate"), lines_of(train, "equivalent")) == ([4], [2])
    assert (lines_of(test, "shared"), lines_of(test, "shared_equivalent")) == ([1], [2])
    assert test.lines["shared"] == {str(second): [1]}
    assert test.examples["shared"] == [f"{second}: line 1: as in {first}: line 2"]
    assert train.examples["shared"] == [f"{first}: line 2: as in {second}: line 1"]
    assert (train.files, test.files) == ([str(first)], [str(second)])
    train, test = audit((), layout=FOUR, splits={"train": first, "test": [second]}, equivalence=False).parts
    assert train.counts["shared"] == 1
    assert not any("equivalent" in kind for kind in [*train.counts, *test.counts])


def test_puzzles_of_one_solution_in_two_parts(tmp_path: Path) -> None:
    grids = grids_of("." * 16, 6)
    train = table(
        tmp_path / "train.csv", (grids[0][:-1] + "0", ""), (grids[1], ""), ("0" * 16, grids[2]), ("0" * 16, "1" * 16)
    )
    test = table(
        tmp_path / "test.csv",
        ("0" + grids[0][1:], grids[0]),
        (grids[1], ""),  # the puzzle is shared, too
        ("000" + grids[2][3:], grids[5]),  # the stated one is wrong
        (grids[2][0] + "0" * 15, grids[2]),  # one of several
        (grids[2][0] + "0" * 15, "1" * 16),  # wrong
        ("0" * 4 + grids[3][4:], grids[3]),
    )
    found = audit((), layout=FOUR, splits={"train": train, "test": test}, equivalence=False)
    assert [lines_of(part, "shared_grid") for part in found.parts] == [[2, 4], [2, 4, 5]]
    assert found.parts[1].examples["shared_grid"][0] == f"{test}: line 2: as in {train}: line 2"
    files = [
        table(tmp_path / f"{name}.csv", (cells + grids[0][2:], grids[0]))
        for name, cells in (("a", "00"), ("b", grids[0][0] + "0"))
    ]
    assert [part.is_right for part in audit(files, layout=FOUR, equivalence=False).parts] == [False, False]
    assert one(audit((), layout=FOUR, splits={"all": files}, equivalence=False)).is_right


def test_many_puzzles_are_compared_only_if_asked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(occurrences, "MOST_COMPARED", 2)
    path = lines_in(tmp_path, UNIQUE, RENAMED, f"1{'.' * 15}")
    found = audit(path, layout=FOUR)
    assert "equivalent" not in one(found).counts
    assert any("equivalence is left out" in note for note in found.notes)
    assert one(audit(path, layout=FOUR, equivalence=True)).counts["equivalent"] == 1


def test_easy50_holds_one_puzzle_twice() -> None:
    lines = (CORPORA / "easy50.txt").read_text().split()
    assert lines[8] == lines[40]
    part = one(audit(CORPORA / "easy50.txt"))
    assert counts(part, "puzzles unique unstated duplicate equivalent") == [50, 50, 50, 1, 0]
    assert part.examples == {"duplicate": [f"{CORPORA / 'easy50.txt'}: line 41: as in line 9"]}
    turned = lines[40][::-1].translate(str.maketrans("123456789", "912345678"))
    part = one(audit(io.BytesIO("\n".join([*lines[:40], turned, *lines[41:]]).encode())))
    assert counts(part, "duplicate equivalent") == [0, 1]


def test_equal_puzzles_against_the_definition() -> None:
    rng = random.Random(1)
    for _ in range(20):
        parts = [[rng.randrange(16) for _ in range(rng.randrange(1, 15))] for _ in range(3)]
        files = {
            str(number): io.BytesIO("".join(f"{'.' * cell}1{'.' * (15 - cell)}\n" for cell in part).encode())
            for number, part in enumerate(parts)
        }
        for number, found in enumerate(audit((), layout=FOUR, splits=files, equivalence=False).parts):
            own, others = parts[number], {cell for part in parts[:number] + parts[number + 1 :] for cell in part}
            assert lines_of(found, "duplicate") == [at + 1 for at, cell in enumerate(own) if cell in own[:at]]
            assert lines_of(found, "shared") == [at + 1 for at, cell in enumerate(own) if cell in others]


def test_layouts_may_differ_and_puzzles_may_have_candidates(tmp_path: Path) -> None:
    names = ("classic:4", "classic:4+diagonal", "latin:4", "classic:4")
    puzzles = [{"puzzle": UNIQUE, "layout": name} for name in names]
    puzzles += [{"puzzle": " ".join(["1/2", *".............", "1/2", "."]), "layout": "classic:4"}] * 2
    part = one(audit(lines_in(tmp_path, *map(json.dumps, puzzles))))
    assert part.counts["puzzles"] == 6
    assert sorted(part.layouts.values()) == [1, 1, 4]
    assert lines_of(part, "duplicate") == [4, 6]
    assert part.givens == {12: 4, 0: 2}


def test_ratings_and_classes(tmp_path: Path) -> None:
    path = lines_in(tmp_path, UNIQUE, RENAMED, "." * 16, f".{UNIQUE[1:]}")
    part = one(audit(path, layout=FOUR, ratings=True, classes=True))
    assert (part.levels.total(), part.counts["classes"], len(part.examples["hardest"])) == (3, 1, 3)
    assert ": level " in part.examples["hardest"][0]
    plain = one(audit(path, layout=FOUR))
    assert (plain.levels, plain.counts["classes"], "hardest" in plain.examples) == ({}, 0, False)


def test_any_format_and_open_files(tmp_path: Path) -> None:
    text = f"puzzle,solution\n{UNIQUE},{GRID}\n"
    path = tmp_path / "table.csv.gz"
    path.write_bytes(gzip.compress(text.encode()))
    quoted = io.BytesIO(f'board,solution\n"{UNIQUE}","{GRID}"\n'.encode())
    assert one(audit(quoted, layout=FOUR, file_format="csv:puzzle=board")).counts["right"] == 1
    assert one(audit(path, layout=FOUR)).counts["right"] == 1
    with pytest.raises(PuzzleError, match="no column is named 'board': there are 'puzzle', 'solution'"):
        audit(path, layout=FOUR, file_format="csv:puzzle=board")


def test_nothing_to_audit(tmp_path: Path) -> None:
    nothing: list[dict[str, list[str]]] = [{}, {"test": []}]
    for splits in nothing:
        with pytest.raises(ValueError, match="no file"):
            audit([], splits=splits)
    with pytest.raises(PuzzleError, match="cannot be read"):
        audit(str(tmp_path / "nothing.csv"))
    (empty := tmp_path / "empty.csv").write_text("")
    found = audit(empty)
    assert (one(found).counts["puzzles"], found.is_right) == (0, False)
    assert "empty.csv holds no puzzle" in found.notes[0]
    assert "| puzzles | 0 |" in str(found)


def test_time_limits_leave_puzzles_open(tmp_path: Path) -> None:
    path = table(tmp_path / "table.csv", ("0" * 16, GRID))
    part = one(audit(path, layout=FOUR, backend="reference", seconds=0))
    assert (counts(part, "unsettled several right"), lines_of(part, "unsettled")) == ([1, 0, 1], [2])


def test_all_forms_have_the_counts(tmp_path: Path) -> None:
    path = table(tmp_path / "a|b.csv", (UNIQUE, GRID), (UNIQUE, GRID), ("0" * 16, GRID))
    seen: list[int] = []
    found = audit(path, layout=FOUR, equivalence=False, on_progress=seen.append)
    assert sum(seen) == 3
    content = json.loads(json.dumps(found.as_json()))
    (part,) = content["parts"]
    assert (part["counts"]["unique"], part["counts"]["several"], part["givens"]) == (2, 1, {"0": 1, "12": 2})
    assert part["lines"] == {"several": {str(path): [4]}, "duplicate": {str(path): [3]}}
    assert part["examples"]["several"] == [f"{path}: line 4: 288 solutions"]
    markdown = str(found).splitlines()
    assert markdown[0] == "|  | a\\|b.csv | % |"
    assert "| unique | 2 | 66.7 |" in markdown
    assert "**Duplicates, such as**" in markdown
    good = audit(table(tmp_path / "good.csv", (UNIQUE, GRID)), layout=FOUR)
    assert good.is_right
