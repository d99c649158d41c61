"""Hypothesis strategies for layouts and puzzles; all shrink towards small layouts and few restrictions."""

from __future__ import annotations

from hypothesis import strategies as st

from unitdoku import (
    Layout,
    Puzzle,
    Unit,
    anti_king,
    anti_knight,
    classic,
    diagonal,
    disjoint_groups,
    from_units,
    latin,
    overlapping,
    windoku,
)

SMALL_LAYOUTS = (
    latin(1),
    latin(2),
    latin(3),
    classic(4),
    diagonal(classic(4)),
    windoku(classic(4)),
    disjoint_groups(classic(4)),
    anti_knight(latin(4)),
    anti_king(latin(5)),
    overlapping([(0, 0), (2, 2)], classic(4)),
    classic(6),
    diagonal(classic(6)),
)


@st.composite
def unit_systems(draw: st.DrawFn) -> Layout:
    """Any units on a few cells: incomplete ones, overlapping ones, the same one twice, none at all."""
    size = draw(st.integers(1, 4))
    rows, columns = draw(st.integers(1, 3)), draw(st.integers(1, 4))
    cells = st.lists(st.integers(0, rows * columns - 1), min_size=0, max_size=size, unique=True)
    units = draw(st.lists(cells, max_size=6))
    return from_units(size, [Unit(f"u{index}", tuple(unit)) for index, unit in enumerate(units)], (rows, columns))


def layouts() -> st.SearchStrategy[Layout]:
    """Small layouts of every kind."""
    return st.sampled_from(SMALL_LAYOUTS) | unit_systems()


@st.composite
def puzzles(draw: st.DrawFn, on: st.SearchStrategy[Layout] | None = None, most: int = 12) -> Puzzle:
    """A puzzle with up to `most` cells cut down to any candidates: solvable or not."""
    layout = draw(layouts() if on is None else on)
    everything = layout.all_values
    cut = draw(
        st.dictionaries(
            st.integers(0, layout.cell_count - 1), st.integers(1, everything), max_size=min(most, layout.cell_count)
        )
    )
    return Puzzle(layout, tuple(cut.get(cell, everything) for cell in range(layout.cell_count)))


@st.composite
def givens(draw: st.DrawFn, layout: Layout) -> Puzzle:
    """A puzzle with any givens."""
    values = draw(st.dictionaries(st.integers(0, layout.cell_count - 1), st.integers(1, layout.size)))
    return Puzzle.from_values(layout, [values.get(cell, 0) for cell in range(layout.cell_count)])
