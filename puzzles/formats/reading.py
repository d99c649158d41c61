"""Files of puzzles in any format: a bad puzzle does not stop the others."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from itertools import chain
from typing import IO, Any

from ...reference.contract.errors import LayoutError, OptionError, PuzzleError, shown
from ...reference.layouts.classic import CLASSIC
from ...reference.model.layout import Layout, check_layout
from ...reference.model.puzzle import Puzzle
from ..text.any_puzzle import any_puzzle
from ..text.entries import PlainBlock, PlainLines, PuzzleEntry, each_entry
from ..text.lines import is_file, lines_of, parts_of, split_at_returns, unpacked
from ..text.parse import check_symbols
from ..text.text_reader import TextReader
from ..text.write import plain_lines
from .source import PuzzleSource, ReadOptions
from .table import FORMATS, format_named, reader_of, recognised, writer_of

_MOST_COMMENTS = 2**16
"""A file with so many bytes of comments and blank lines at its beginning is text."""


def read_puzzles(
    lines: str | os.PathLike[str] | bytes | Iterable[str | bytes],
    layout: Layout = CLASSIC,
    symbols: str | None = None,
    allow_files: bool = False,
    file_format: str | None = None,
) -> Iterator[PuzzleEntry]:
    """Yields an entry for each puzzle, in order, and reads no further than needed; yields nothing for other text.

    `lines` are the lines of a text; or a file that is open as text or, so that an error can name a line that is no
    UTF-8, as bytes; or the path of a file, maybe packed by gzip. A `str` with a line break is the text itself; one
    without is the path of a file, and a puzzle where there is no such file.

    The format is recognised by the content; `file_format` insists on one by its name, see docs/formats.md. In text a
    line longer than a row of the layout is a puzzle of its own, and so is a JSON object (see `read_json_line`);
    shorter lines make a picture that ends with a blank line. Each format of `parse_puzzle` is accepted; `#` starts a
    comment. A bad puzzle is an entry with the error. A file that is no text, or damaged, is one such entry, the last.
    The layout of a JSON object may be in another file (`@FILE`) only with `allow_files`. Raises `PuzzleError` for a
    path that cannot be read and for what is neither text nor a file, `LayoutError` for an unknown layout,
    `OptionError` for an unknown format.
    """
    return each_entry(read_blocks(lines, layout, symbols, allow_files, file_format))


def read_blocks(
    lines: str | os.PathLike[str] | bytes | Iterable[str | bytes | list[bytes]],
    layout: Layout = CLASSIC,
    symbols: str | None = None,
    allow_files: bool = False,
    file_format: str | None = None,
) -> Iterator[PuzzleEntry | PlainBlock]:
    """Yields the same as `read_puzzles`, but one block for consecutive plain lines that arrive together.

    Those of a file, a text or a list do. Of other iterables an item may be a list of lines, which arrive together.
    """
    options = read_options(layout, symbols, allow_files, file_format)
    if is_file(lines) if isinstance(lines, str) else isinstance(lines, os.PathLike):
        return _in_path(lines, options)  # type: ignore[arg-type]  # a path
    if hasattr(lines, "read1"):
        file: Any = unpacked(lines)  # type: ignore[arg-type]  # only files that are open as bytes have this method
        return entries_in(parts_of(file), options, file)
    if not isinstance(lines, Iterable) and not hasattr(lines, "readline"):
        raise PuzzleError(f"lines are {shown(lines)}, neither text nor a file")
    entries = entries_in(_parts_in(lines), options)
    is_one_line = isinstance(lines, str) and "\n" not in lines and "\r" not in lines
    return map(partial(_as_no_file, lines), entries) if is_one_line else entries  # type: ignore[arg-type]


def read_options(layout: Layout, symbols: str | None, allow_files: bool, file_format: str | None) -> ReadOptions:
    """Returns what a caller says about a file; raises `LayoutError`, `PuzzleError` or `OptionError`."""
    check_layout(layout)
    if symbols is not None:
        check_symbols(symbols, layout)
    if file_format is not None:
        format_named(file_format)
    return ReadOptions(layout, symbols, allow_files, file_format)


def entries_in(
    parts: Iterable[list[bytes]], options: ReadOptions, file: IO[bytes] | None = None
) -> Iterator[PuzzleEntry | PlainBlock]:
    """Yields the puzzles of lists of lines, in the format that they are in; `file` is where the lines come from.

    What a format cannot read any further, as a damaged gzip file, is an entry with the error.
    """
    parts = iter(parts)
    try:
        head, name = _head(parts, options)
        rest = map(split_at_returns, chain(head, parts))
        reader = None if name is None else reader_of(name)
        if reader is None:
            yield from TextReader(options.layout, options.symbols, options.allow_files).blocks(rest)
        else:
            yield from reader(PuzzleSource(rest, options, file))
    except PuzzleError as error:
        yield PuzzleEntry(error.line or 1, error=error)


def _head(parts: Iterator[list[bytes]], options: ReadOptions) -> tuple[list[list[bytes]], str | None]:
    """Returns the first lists of lines, up to one with more than comments, and the name of the format if it has one."""
    if options.file_format is not None:
        return [], options.file_format
    plain = PlainLines(options.layout, options.symbols)
    head: list[list[bytes]] = []
    length = 0
    for part in parts:
        head.append(part)
        for number, line in enumerate(part, start=1):
            length += len(line)
            if line.strip() and not line.lstrip().startswith(b"#"):
                is_plain = plain.block([line], number) is not None
                # Letters in the next line may be the regions of the cells in this one.
                has_regions = b"".join(part[number : number + 1]).strip().isalpha()
                return head, None if is_plain and not has_regions else _recognised(chain.from_iterable(head))
        if length > _MOST_COMMENTS:
            break
    return head, _recognised(chain.from_iterable(head))


def _recognised(lines: Iterable[bytes]) -> str | None:
    return recognised(b"".join(lines)[:_MOST_COMMENTS])


def _in_path(path: str | os.PathLike[str], options: ReadOptions) -> Iterator[PuzzleEntry | PlainBlock]:
    with _opened(path) as file:
        yield from entries_in(parts_of(file), options, file)  # type: ignore[arg-type]  # it is read as it arrives


def _opened(path: str | os.PathLike[str]) -> IO[bytes]:
    try:
        return unpacked(open(path, "rb"))
    except (OSError, ValueError) as error:
        raise PuzzleError(f"{os.fspath(path)!r} cannot be read: {getattr(error, 'strerror', error)}") from error


def _parts_in(lines: Any) -> Iterator[list[bytes]]:
    """Yields the lines of a text or a list as one list, and those of an open file or an iterable one by one."""
    if isinstance(lines, (str, bytes)):
        lines = lines.splitlines()
    if isinstance(lines, (list, tuple)) and not any(isinstance(line, list) for line in lines):
        yield list(map(_line_of, lines))
        return
    try:
        for line in lines_of(lines) if hasattr(lines, "readline") else lines:
            yield line if isinstance(line, list) else [_line_of(line)]
    except UnicodeDecodeError as error:
        raise PuzzleError(f"the file is no {error.encoding} text: open it as bytes, or name its encoding") from error


def _line_of(line: object) -> bytes:
    """Returns a line as a file has it; what is no text becomes one that is no puzzle, such as `None`."""
    raw = line if isinstance(line, bytes) else str(line).encode(errors="backslashreplace")
    return raw if raw.endswith(b"\n") else raw + b"\n"


def _as_no_file(text: str, entry: PuzzleEntry | PlainBlock) -> PuzzleEntry | PlainBlock:
    if isinstance(entry, PuzzleEntry) and entry.error is not None:
        entry.error.message, entry.error.cell = why_no_puzzle(text, entry.error), None
        entry.error.args = (entry.error.message,)  # what repr shows
    return entry


def why_no_puzzle(text: str, error: PuzzleError | LayoutError | None) -> str:
    """Returns a sentence about a line that is neither a file nor a puzzle; `error` is that of reading it."""
    if not text.strip():
        return "the text is empty: give a puzzle or a file"
    if os.path.isdir(text):
        return f"{shown(text)} is a folder: name a file in it"
    if recognised(text.encode(errors="replace")) is None and not text.startswith(("{", "[")):
        if "://" in text:
            return f"{shown(text)} is a link of no known site; links of f-puzzles are read"
        endings = {".json", ".gz"}.union(*(row.endings for row in FORMATS.values()))
        is_path = any(mark in text for mark in {"/", os.sep}) and any(map(str.isalpha, text))
        if is_path or os.path.splitext(text)[1].lower() in endings:
            return f"there is no file {shown(text)}"
    if error is None:
        return "the text holds no puzzle"
    where = f"cell {error.cell}: " if error.cell is not None else ""
    return f"{shown(text, 42)} is no file, and as a puzzle: {where}{error.message}"


# Puzzles in any format as text.


def write_puzzles(
    puzzles: Iterable[object],
    file_format: str = "line",
    layout: Layout = CLASSIC,
    refused: Callable[[PuzzleEntry], None] | None = None,
) -> Iterator[str]:
    """Yields the text of a file of puzzles in a format, piece by piece; see docs/formats.md for the formats.

    `puzzles` are entries of `read_puzzles` or `read_blocks`, or puzzles in any form that `solve` takes. A format that
    does not say the layout of its puzzles holds those on `layout`, as `read_puzzles` then reads them. An entry with an
    error, and a puzzle that the format cannot hold, goes to `refused`, as an entry with its line and the error; without
    `refused` it raises `PuzzleError` or `LayoutError`. Raises `OptionError` for an unknown format, and for one that is
    only read.
    """
    try:
        format_named(file_format)
    except OptionError as error:
        written = "; text comes back, and no file is written: open(path, 'w').writelines(write_puzzles(...))"
        raise OptionError(f"{error}{written if '.' in str(file_format) else ''}") from error
    if isinstance(puzzles, (str, Puzzle)):
        raise PuzzleError("write_puzzles takes several puzzles: [puzzle] for one")
    check_layout(layout)
    return _texts(puzzles, file_format, layout, refused)


def _texts(
    puzzles: Iterable[object], file_format: str, layout: Layout, refused: Callable[[PuzzleEntry], None] | None
) -> Iterator[str]:
    writer, own_layout = writer_of(file_format), format_named(file_format).own_layout
    begun = False  # the heading comes with the first text: until then it is open whether solutions are stated
    solved = False
    for item in _items(puzzles):
        if not begun:
            solved = (item.solution(0) if isinstance(item, PlainBlock) else item.solution) is not None
        if isinstance(item, PlainBlock) and writer.block is not None and item.layout == layout:
            lines = plain_lines(layout, item.values)
            if lines is not None:
                block = writer.block(layout, lines, item.solutions if solved else None)
                yield block if begun else writer.headings[solved] + block
                begun = True
                continue
        for entry in each_entry([item]):
            try:
                if entry.error is not None:
                    raise entry.error
                if entry.puzzle is None:
                    raise PuzzleError("the entry has no puzzle")
                if not own_layout and entry.puzzle.layout != layout:
                    raise _no_layout(file_format, entry.puzzle.layout, layout)
                text = writer.text(entry.puzzle, entry if solved or own_layout else entry._replace(solution=None))
            except (PuzzleError, LayoutError) as error:
                if refused is None:
                    raise
                error.line = error.line or entry.line
                refused(PuzzleEntry(entry.line, error=error))
            else:
                yield text if begun else writer.headings[solved] + text
                begun = True
    if not begun:
        yield writer.headings[False]


def _no_layout(file_format: str, layout: Layout, named: Layout) -> PuzzleError:
    said = f"{file_format} does not say the layout of a puzzle, here {layout.name}, and is read as {named.name}"
    return PuzzleError(f"{said}: name the layout, or choose a format that holds it, as json")


def _items(puzzles: Iterable[object]) -> Iterator[PuzzleEntry | PlainBlock]:
    for number, item in enumerate(puzzles, start=1):
        if isinstance(item, (PuzzleEntry, PlainBlock)):
            yield item
        else:
            yield PuzzleEntry(number, any_puzzle(item))
