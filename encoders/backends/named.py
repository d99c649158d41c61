"""The backend that a caller of `solve` names, with an error that says what was meant where it is none."""

from __future__ import annotations

from collections.abc import Mapping

from ...reference.contract import Backend
from ...reference.errors import OptionError, UnknownBackend, shown
from ...reference.layout import Layout
from ...reference.layouts.any_layout import is_layout_name
from .registry import find_backend


def backend_named(backend: object, options: Mapping[str, object]) -> Backend:
    """Returns the backend of a name; raises what `find_backend` raises, `OptionError` for anything but a name."""
    if isinstance(backend, str):
        try:
            return find_backend(backend, **options)
        except UnknownBackend:
            if is_layout_name(backend):
                raise OptionError(f"{backend!r} is a layout, not a backend: write layout={backend!r}") from None
            raise
    raise OptionError(f"the name of a backend is text, not {shown(backend)}{_meant_instead(backend)}")


def _meant_instead(backend: object) -> str:
    if isinstance(backend, Layout):
        return ": a layout is given as layout=..."
    if isinstance(backend, (int, float)):
        return f": limit={backend} is the number of solutions, seconds={backend} a time limit"
    return ": its session answers puzzles, as in backend.open(layout).solve(puzzle)" if hasattr(backend, "open") else ""
