from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from unitdoku import LayoutError, classic, diagonal, jigsaw, latin
from unitdoku.layouts import anti_king, anti_knight, disjoint_groups, layout_named, overlapping, samurai, windoku
from unitdoku.reference.layouts.names import EXTRAS

NAMES = {
    " Classic ": classic(),
    "classic:16": classic(16),
    "classic:2x3": classic(6),
    "classic:3x2": classic(block=(3, 2)),
    "windoku": windoku(),
    "windoku:16": windoku(classic(16)),
    "latin": latin(9),
    "jigsaw:AABBAABBCCDDCCDD": jigsaw("AABBAABBCCDDCCDD"),
    "samurai": samurai(),
    "classic:16+diagonal": diagonal(classic(16)),
    "anti_knight": anti_knight(),
    "anti-king": anti_king(),
    "disjoint-groups": disjoint_groups(),
    "classic + diagonal + windoku": windoku(diagonal()),
    "latin:4+anti-king": anti_king(latin(4)),
    "overlapping:0,0/6,6": overlapping([(0, 0), (6, 6)]),
    "overlapping:0,0;6,6": overlapping([(0, 0), (6, 6)]),
    "overlapping: 0, 0 / 2, 2 : latin:4": overlapping([(0, 0), (2, 2)], latin(4)),
    "overlapping:0,0/6,6+anti-king": anti_king(overlapping([(0, 0), (6, 6)])),
    "overlapping:0,0/0,12/6,6/12,0/12,12": samurai(),
}


@pytest.mark.parametrize("name", NAMES)
def test_names(name: str) -> None:
    layout = layout_named(name)
    assert layout == NAMES[name] == layout_named(NAMES[name].name)
    assert layout.name == name.strip()


def test_a_name_gives_the_same_object_again() -> None:
    assert layout_named("classic:16+windoku") is layout_named("classic:16+windoku")


@pytest.mark.parametrize(
    "name",
    [
        *("", "sudoku", "classic+samurai", "classic+", "classic+diagonal+windoku+Diagonal", "diagonal:4+diagonal"),
        *("classic:0", "classic:x", "classic:٩", "classic:3x", "classic:20x20", "classic:1x145", "classic:0x5"),
        *("latin:99999999999", "samurai:2", "jigsaw:AAB", "samurai+diagonal", "@no-such-file.json"),
        *(f"overlapping{corners}" for corners in ("", ":", ":0", ":0,0/", ":0,-1", ":0,0:nowhere")),
    ],
)
def test_bad_names(name: str) -> None:
    with pytest.raises(LayoutError):
        layout_named(name)


def test_what_is_said_of_bad_names() -> None:
    known = re.escape(", ".join(["@FILE.json", *EXTRAS]))
    said = {"sudoku": "known: classic", "classic+samurai": known, "classic:7": "latin:7"}
    for name, message in (said | {"samurai+diagonal": r"^layout 'samurai\+diagonal': "}).items():
        with pytest.raises(LayoutError, match=message):
            layout_named(name)


def written(path: Path, content: object) -> str:
    path.write_bytes(content if isinstance(content, bytes) else json.dumps(content).encode())
    return str(path)


def test_files_of_units(tmp_path: Path) -> None:
    square = written(tmp_path / "u.json", [["A1", "A2"], ["B1", "B2"], ["A1", "B1"], ["A2", "B2"]])
    layout = layout_named(f"@{square}")
    assert (layout.size, layout.cell_count, len(layout.units)) == (2, 4, 4)
    extra = written(tmp_path / "e.json", [["A1", "I9"]])
    layout = layout_named(f"classic+@{extra}")
    assert len(layout.units) == 28
    assert 80 in layout.peers[0]


def test_paths_with_a_plus(tmp_path: Path) -> None:
    (tmp_path / "a+b").mkdir()
    extra = written(tmp_path / "a+b" / "u+.json", [["A1", "I9"]])
    assert len(layout_named(f"classic+@{extra}+diagonal").units) == 30
    for path in ("a\0b", tmp_path):
        with pytest.raises(LayoutError, match="cannot be read"):
            layout_named(f"@{path}")


def test_a_changed_file_is_read_again(tmp_path: Path) -> None:
    path = tmp_path / "u.json"
    assert len(layout_named("@" + written(path, [["A1", "A2"]])).units) == 1
    assert len(layout_named("@" + written(path, [["A1", "A2"], ["B1", "B2"]])).units) == 2


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"{", "no JSON"),
        (b"[" * 200000, "nested too deeply|no JSON"),
        (b"[\xff]", "UTF-8"),
        ([["A1", "A2"], ["A1", "C1"]], "cell C1: .*unit 'unit 2' names an unknown cell"),
    ],
)
def test_bad_files_of_units(tmp_path: Path, content: object, message: str) -> None:
    name = "@" + written(tmp_path / "u.json", content)
    with pytest.raises(LayoutError, match=message) as caught:
        layout_named(name)
    assert "u.json" in str(caught.value)
    assert "layout '@" not in str(caught.value)
