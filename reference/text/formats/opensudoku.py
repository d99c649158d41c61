"""OpenSudoku's XML: an element `game` with `data="81 digits"` for each puzzle; needs defusedxml.

OpenSudoku 2 writes `cells_data` instead: `version: 4`, then for each cell its value, its notes, and 1 where it may be
edited, with `|` between them.

The text goes through the parser piece by piece, and no tree is kept. Documents with a DTD are refused: their entities
can grow without bounds, or name files.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any
from xml.sax.saxutils import quoteattr

from ...errors import PuzzleError
from ...layout import Layout
from ...puzzle import Puzzle
from ..entries import PuzzleEntry
from ..lines import LONGEST_LINE
from ..parse import parse_puzzle
from .packages import optional_package
from .source import Source, entry_at
from .text_forms import puzzle_of
from .writer import Writer, plain_cells

_DEEPEST = 50
_LONGEST_PART = 2**20
"""The most bytes of one tag, or of text between tags."""

_NAMES = ("opensudoku", "opensudoku2")
_FIELDS = {"1": 3, "2": 3, "3": 3, "4": 4, "5": 5}
"""Versions of `cells_data`, and the fields of a cell: the first is its value, the last 1 where it may be edited."""


class _Games:
    """A target of the parser: keeps the games that it has met, with their lines."""

    def __init__(self) -> None:
        self.found: list[tuple[int, str | None, str | None]] = []
        self.events = 0
        self.parser: Any = None
        self._path: list[str] = []

    def start(self, tag: str, attributes: dict[str, str]) -> None:
        self.events += 1
        if not self._path and tag not in _NAMES:
            raise PuzzleError(f"the element <{tag[:40]}> is none of OpenSudoku: <opensudoku> is expected")
        self._path.append(tag)
        if len(self._path) > _DEEPEST:
            raise PuzzleError(f"elements are nested more than {_DEEPEST} deep")
        if tag == "game":
            line = self.parser.CurrentLineNumber if self.parser is not None else 1
            data = attributes.get("data", attributes.get("cells_data"))
            self.found.append((line, data, attributes.get("name")))

    def end(self, _: str) -> None:
        self.events += 1
        self._path.pop()

    def data(self, _: str) -> None:
        self.events += 1

    def close(self) -> None:
        return None


def read(source: Source) -> Iterator[PuzzleEntry]:
    """Yields the puzzle of each element `game`; the line is that of its tag."""
    tree = optional_package("defusedxml.ElementTree", "formats", "XML")
    defused = optional_package("defusedxml", "formats", "XML")
    games = _Games()
    parser = tree.DefusedXMLParser(target=games, forbid_dtd=True)
    games.parser = parser.parser
    options = source.options
    waiting = events = 0
    try:
        for part in source.parts:
            text = b"".join(part)
            for first in range(0, len(text), _LONGEST_PART):
                piece = text[first : first + _LONGEST_PART]
                parser.feed(piece)
                waiting = 0 if games.events > events else waiting + len(piece)
                events = games.events
                if waiting > min(4 * _LONGEST_PART, LONGEST_LINE):
                    raise PuzzleError(f"a tag has more than {waiting} bytes, which no puzzle needs")
                yield from _entries(games, options.layout, options.symbols)
        parser.close()
        yield from _entries(games, options.layout, options.symbols)
    except PuzzleError as error:
        error.line = error.line or games.parser.CurrentLineNumber
        yield PuzzleEntry(error.line, error=error)
    except tree.ParseError as error:
        yield from _entries(games, options.layout, options.symbols)
        line, column = error.position
        wrong = f"no XML at column {column + 1}: {str(error).partition(':')[0]}"
        yield PuzzleEntry(line, error=PuzzleError(wrong, line=line))
    except defused.DefusedXmlException:
        line = games.parser.CurrentLineNumber
        wrong = "XML with a DTD is not read: its entities can grow without bounds, or name files"
        yield PuzzleEntry(line, error=PuzzleError(wrong, line=line))
    except (ValueError, LookupError) as error:  # an encoding that the parser does not have
        line = games.parser.CurrentLineNumber
        wrong = f"the XML cannot be read, save it as UTF-8: {' '.join(str(error)[:100].split())}"
        yield PuzzleEntry(line, error=PuzzleError(wrong, line=line))


def _entries(games: _Games, layout: Layout, symbols: str | None) -> Iterator[PuzzleEntry]:
    for line, data, name in games.found:
        yield entry_at(line, lambda data=data: _puzzle(data, layout, symbols), name)  # type: ignore[misc]
    games.found.clear()


def _puzzle(data: str | None, layout: Layout, symbols: str | None) -> Puzzle:
    if data is None:
        raise PuzzleError('the element <game> has no attribute data="...", with a digit for each cell')
    version = re.match(r"\s*version: *([0-9]{1,3})\s+", data)
    if version is None:
        return parse_puzzle(data, layout, symbols)
    width = _FIELDS.get(version[1])
    fields = [field for field in data[version.end() :].split("|") if field.strip()]
    if width is None or len(fields) != width * layout.cell_count:
        said = f"cells_data of version {version[1]} has {len(fields)} fields"
        raise PuzzleError(f"{said}: versions 1 to 5 are read, with {width or 'three to five'} for each cell")
    pairs = zip(fields[::width], fields[width - 1 :: width], strict=True)
    return parse_puzzle(
        " ".join(value if editable.strip() == "0" else "." for value, editable in pairs), layout, symbols
    )


def _text(entry: PuzzleEntry) -> str:
    puzzle = puzzle_of(entry)
    cells = plain_cells(puzzle, "opensudoku", open_mark="0")
    return f'  <game data="{cells}"{f" name={quoteattr(entry.name)}" if entry.name else ""} />\n'


WRITER = Writer(_text, lambda _: '<?xml version="1.0" encoding="UTF-8"?>\n<opensudoku>\n', "</opensudoku>\n")
