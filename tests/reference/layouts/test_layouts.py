from __future__ import annotations

from dataclasses import replace

import pytest

from unitdoku import Layout, LayoutError, Unit, classic, diagonal, from_units, jigsaw, latin
from unitdoku.layouts import anti_king, anti_knight, disjoint_groups, overlapping, samurai, windoku


def labels(layout: Layout, name: str) -> list[str]:
    (unit,) = [unit for unit in layout.units if unit.name == name]
    return [layout.labels[cell] for cell in unit.cells]


def test_classic_blocks() -> None:
    assert labels(classic(), "block 6") == ["D7", "D8", "D9", "E7", "E8", "E9", "F7", "F8", "F9"]
    assert labels(classic(6), "block 2") == ["A4", "A5", "A6", "B4", "B5", "B6"]
    assert labels(classic(block=(3, 2)), "block 2") == ["A3", "A4", "B3", "B4", "C3", "C4"]
    assert classic(12).block == (3, 4)
    assert classic(1).cell_count == 1
    assert len(classic(16).units) == 48


@pytest.mark.parametrize(("size", "block"), [(0, None), (7, None), (9, (2, 3)), (-4, (-2, 2)), (None, (0, 3))])
def test_classic_refuses(size: int | None, block: tuple[int, int] | None) -> None:
    with pytest.raises(LayoutError):
        classic(size, block)


def test_latin_has_rows_and_columns_only() -> None:
    assert [unit.name for unit in latin(2).units] == ["row A", "row B", "column 1", "column 2"]
    assert labels(latin(3), "column 2") == ["A2", "B2", "C2"]
    with pytest.raises(LayoutError):
        latin(0)


def test_lines_of_overlapping_grids_have_the_names_of_their_cells() -> None:
    names = {unit.name for unit in samurai().units}
    assert {"grid 1 row A", "grid 4 row M", "grid 5 row U", "grid 5 column 21"} < names
    mine = from_units(2, [Unit("row of mine", (0, 1)), Unit("empty", ())], shape=(1, 2))
    kept = [unit.name for unit in overlapping([(0, 0), (1, 0)], mine).units]
    assert kept == ["grid 1 row of mine", "grid 1 empty", "grid 2 row of mine"]


def test_diagonals() -> None:
    assert len(diagonal().units) == 29
    assert labels(diagonal(classic(4)), "main diagonal") == ["A1", "B2", "C3", "D4"]
    assert labels(diagonal(classic(4)), "anti-diagonal") == ["A4", "B3", "C2", "D1"]
    assert len(diagonal(latin(1)).units) == 4
    with pytest.raises(LayoutError, match="square"):
        diagonal(samurai())


def test_windows() -> None:
    assert len(windoku().units) == 31
    assert labels(windoku(), "window 1") == ["B2", "B3", "B4", "C2", "C3", "C4", "D2", "D3", "D4"]
    assert labels(windoku(), "window 4") == ["F6", "F7", "F8", "G6", "G7", "G8", "H6", "H7", "H8"]
    assert len(windoku(classic(16)).units) == 48 + 9
    for base in (classic(6), latin(9), samurai(), classic(1), *(replace(classic(), block=(n, n)) for n in (2, 4))):
        with pytest.raises(LayoutError, match="windows"):
            windoku(base)


def test_disjoint_groups() -> None:
    assert len(disjoint_groups().units) == 36
    assert labels(disjoint_groups(classic(6)), "group 4") == ["B1", "B4", "D1", "D4", "F1", "F4"]
    with pytest.raises(LayoutError):
        disjoint_groups(latin(4))


def test_chess_moves() -> None:
    knight = anti_knight()
    assert {len(unit) for unit in knight.units[27:]} == {2}
    corner = {knight.labels[peer] for peer in knight.peers[0]} - {classic().labels[peer] for peer in classic().peers[0]}
    # B3 and C2 are knight's moves from A1 as well, but share its block.
    assert corner == set()
    king = anti_king(latin(3))
    assert len(anti_king(king).units) == len(king.units)


def test_jigsaw_regions() -> None:
    layout = jigsaw("AABBAABBCCDDCCDD")
    assert layout == classic(4).__class__(4, layout.units, classic(4).positions)
    assert labels(layout, "region C") == ["C1", "C2", "D1", "D2"]
    assert [set(unit.cells) for unit in layout.units] == [set(unit.cells) for unit in classic(4).units]
    sized = "region A has {} cells, but this jigsaw has regions of 4"
    wrong = {"AAABBBBBCCCCDDDD": sized.format(3), "AAAAABBBBBCCCCCC": sized.format(5), "": "square", "AAB": "square"}
    for regions, message in wrong.items():
        with pytest.raises(LayoutError, match=message):
            jigsaw(regions)


def test_samurai_shares_corner_blocks() -> None:
    layout = samurai()
    assert layout.cell_count == 5 * 81 - 4 * 9
    assert len(layout.units) == 5 * 27 - 4
    assert (layout.size, len(layout.rows)) == (9, 21)
    assert len(layout.complete_units) == len(layout.units)
    aside = overlapping([(1, 2)], classic(4))
    assert (aside.cell_count, aside.labels[0]) == (16, "B3")


def test_chess_moves_on_a_board_without_units() -> None:
    bare = from_units(9, [], shape=(5, 5))
    king, knight = anti_king(bare), anti_knight(bare)
    assert {king.labels[peer] for peer in king.peers[12]} == {"B2", "B3", "B4", "C2", "C4", "D2", "D3", "D4"}
    assert {knight.labels[peer] for peer in knight.peers[12]} == {"A2", "A4", "B1", "B5", "D1", "D5", "E2", "E4"}
    assert (len(king.units), len(knight.units)) == (72, 48)


def test_names_of_classic_layouts() -> None:
    assert classic().name == classic(9).name == classic(block=(3, 3)).name == "classic"
    assert (classic(12).name, classic(block=(4, 3)).name) == ("classic:3x4", "classic:4x3")
