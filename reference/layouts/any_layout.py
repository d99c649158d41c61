"""A layout from what a caller gave where one belongs: an object, or a name."""

from __future__ import annotations

from importlib import import_module

from ..errors import LayoutError, shown
from ..layout import Layout


def any_layout(layout: object) -> Layout:
    """Returns the layout, or the one of this name (see `layout_named`); raises `LayoutError` for anything else."""
    if isinstance(layout, Layout):
        return layout
    if isinstance(layout, str):
        # By name and only now: the table of names imports every builder, and builders import this module.
        found: Layout = import_module("..names", __name__).layout_named(layout)
        return found
    if callable(layout):
        name = getattr(layout, "__name__", repr(layout))
        raise LayoutError(f"{name} is a function, not a layout: call it, as in layout={name}()")
    raise LayoutError(
        f"a layout is an object, as classic(4) returns it, or a name such as 'classic:4', not {shown(layout)}",
    )


def is_layout_name(name: str) -> bool:
    """Whether `layout_named` builds a layout for this name."""
    try:
        any_layout(name)
    except LayoutError:
        return False
    return True
