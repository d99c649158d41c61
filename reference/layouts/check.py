"""Whether an argument is a layout: builders take layouts, and not their names."""

from __future__ import annotations

from ..errors import LayoutError, shown
from ..layout import Layout


def check_layout(layout: object) -> None:
    """Raises `LayoutError` for what is no layout; the message says how to get one from a name or a function."""
    if isinstance(layout, Layout):
        return
    if callable(layout):
        name = getattr(layout, "__name__", repr(layout))
        raise LayoutError(f"{name} is a function, not a layout: call it, as in {name}()")
    hint = f": unitdoku.layouts.layout_named({layout!r}) returns the one of a name" if isinstance(layout, str) else ""
    raise LayoutError(f"a layout is an object, as classic(4) returns it, not {shown(layout)}{hint}")
