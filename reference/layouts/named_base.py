"""The base to which a builder adds units or of which it makes several: a layout, or the name of one."""

from __future__ import annotations

from importlib import import_module

from ..errors import LayoutError, shown
from ..layout import Layout


def as_base(base: Layout | str) -> Layout:
    """Returns the layout, or the one of this name (see `layout_named`); raises `LayoutError` for anything else."""
    if isinstance(base, str):
        # By name and only now: the table of names imports every builder, and each builder this module.
        base = import_module("..names", __name__).layout_named(base)
    if not isinstance(base, Layout):
        raise LayoutError(f"a base is a layout or the name of one, not {shown(base)}", value=shown(base))
    return base
