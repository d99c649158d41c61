"""The backend that a caller of `solve` means by a name or an object, with an error that says what was meant instead."""

from __future__ import annotations

from collections.abc import Mapping

from ...reference.contract import Backend
from ...reference.errors import OptionError, UnknownBackend, shown
from ...reference.layout import Layout
from .registry import find_backend


def backend_named(backend: object, options: Mapping[str, object]) -> Backend:
    """Returns the backend of a name, a function as a backend, or the backend object.

    Raises what `find_backend` and `as_backend` raise, `OptionError` for anything else and for options of an object.
    """
    if isinstance(backend, str):
        try:
            return find_backend(backend, **options)
        except UnknownBackend:
            from ...reference.layouts.names import is_layout_name  # here, as it imports every builder

            if is_layout_name(backend):
                raise OptionError(f"{backend!r} is a layout, not a backend: write layout={backend!r}") from None
            raise
    if isinstance(backend, Backend) or callable(backend):
        from .from_object import as_backend  # here, since most callers have a name

        if options:
            option = next(iter(options))
            raise OptionError(f"{option!r} is no option of an object: as_backend has those of a function")
        return as_backend(backend)
    raise OptionError(f"the name of a backend is text, not {shown(backend)}{_meant_instead(backend)}")


def _meant_instead(backend: object) -> str:
    if isinstance(backend, Layout):
        return ": a layout is given as layout=..."
    if isinstance(backend, (int, float)):
        return f": limit={backend} is the number of solutions, seconds={backend} a time limit"
    return ""
