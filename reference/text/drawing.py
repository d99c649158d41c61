"""Pictures of a layout in plain text, with a text in each cell."""

from __future__ import annotations

from collections.abc import Sequence

from ..layout import Layout
from .block_frames import framed


def picture(layout: Layout, cells: Sequence[str]) -> str:
    """Returns the texts of the cells as a picture of several lines: `framed`, or with sums and pairs `with_frames`."""
    if not layout.has_other_rules:
        return framed(layout, cells)
    from .cell_frames import with_frames  # here, as most layouts have neither

    return with_frames(layout, cells)
