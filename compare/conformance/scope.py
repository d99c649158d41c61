"""Which puzzles a backend is asked: what the caller chose, and what its capabilities leave."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass

from ...reference.contract.capabilities import Capabilities
from ...reference.contract.errors import PuzzleError, Unsupported
from ...reference.layouts.classic import classic, latin
from ...reference.layouts.extra_units import diagonal
from ...reference.layouts.names import is_layout_name, layout_named
from ...reference.model.layout import Layout
from ...reference.model.puzzle import Puzzle


@dataclass(frozen=True)
class Scope:
    """The puzzles that a backend is asked; raises `PuzzleError` where no layout is left."""

    capabilities: Capabilities
    """Those of the backend; the defaults where it has none that are valid."""
    chosen: tuple[Layout, ...] | None
    """The layouts of the caller's choice; None for any."""

    def __post_init__(self) -> None:
        if not self.layouts:
            raise PuzzleError("no layout to check a backend on: none is named, or by its capabilities it takes none")

    @property
    def only(self) -> tuple[Layout, ...] | None:
        """The only layouts that it is asked about; None for any."""
        if self.chosen is None and self.capabilities.layouts is not None:
            return tuple(map(layout_named, self.capabilities.layouts))
        return self.chosen

    @property
    def layouts(self) -> list[Layout]:
        """The layouts of most questions; by default some on which every question is quick."""
        usual = (classic(4), diagonal(classic(4)), latin(5), classic(6), classic(9))
        chosen = usual if self.only is None else self.only
        taken = [layout for layout in chosen if takes(self.capabilities, layout)]
        if not taken and self.only is None and self.capabilities.sizes:
            return [latin(min(self.capabilities.sizes))]
        return taken

    def has(self, puzzle: Puzzle) -> bool:
        """Returns whether a puzzle is asked."""
        return (self.only is None or puzzle.layout in self.only) and takes(self.capabilities, puzzle)


def takes(capabilities: Capabilities, asked: Layout | Puzzle) -> bool:
    """Returns whether the capabilities include a layout, or a puzzle."""
    with suppress(Unsupported):
        capabilities.check(asked, "it")
        return True
    return False


def valid_capabilities(backend: object) -> Capabilities | None:
    """Returns the capabilities of a backend; None where it has none, or ones of other types."""
    found = getattr(backend, "capabilities", None)
    if not isinstance(found, Capabilities):
        return None
    layouts, sizes = found.layouts, found.sizes
    flags = found._replace(layouts=None, sizes=None)
    valid = all(each is None or isinstance(each, bool) for each in flags)
    valid &= layouts is None or (isinstance(layouts, tuple) and all(map(_is_layout, layouts)))
    valid &= sizes is None or (isinstance(sizes, tuple) and all(type(size) is int and size > 0 for size in sizes))
    return found if valid else None


def _is_layout(name: object) -> bool:
    return isinstance(name, str) and is_layout_name(name)
