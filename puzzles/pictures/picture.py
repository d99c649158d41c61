"""A picture as text, which notebooks show."""

from __future__ import annotations


class Picture(str):
    """The text of an SVG file; a notebook shows the picture."""

    __slots__ = ()

    def __repr__(self) -> str:
        return f"<Picture: {len(self)} characters of SVG>"

    def _repr_svg_(self) -> str:
        """Returns the text for notebooks."""
        return str(self)
