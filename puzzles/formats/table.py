"""The table of formats: a format is a row here, and a reader and a writer in a file of this folder."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from importlib import import_module
from typing import NamedTuple, cast

from ...reference.contract.errors import OptionError, did_you_mean, shown
from ..text.entries import PlainBlock, PuzzleEntry
from .source import PuzzleSource, Writer

Reader = Callable[[PuzzleSource], Iterator["PuzzleEntry | PlainBlock"]]


class FileFormat(NamedTuple):
    """A row: what a format is, how its text begins, and where its reader and its writer are."""

    what: str
    endings: tuple[str, ...] = ()
    """Usual endings of such files. They choose the format of an output; an input is recognised by its content alone."""
    mark: str | None = None
    """A pattern for the beginning of a file in this format; None where the reader of text takes it as it is."""
    reader: str | None = None
    """`MODULE:FUNCTION` in this folder; None is the reader of text."""
    writer: str | None = None
    """`MODULE:NAME` of its `Writer`; None where it is only read."""
    own_layout: bool = False
    """Whether a file says the layout of its puzzles; the others are read with the layout that the caller names."""


_COMMENTS = r"(?:#[^\n]*\n\s*)*"
_COLUMN = r"(?:puzzles?|quizz?e?s?|questions?|sudokus?|boards?)"
# A title such as "Puzzle 1" or "Hello, world" makes no table: a column has a usual name and there are several, or the
# next line has cells: `id,puzzle,rating` or `quizzes,solutions`, or `puzzle` above `..3.2.6..9..3.5..`.
_FIELD = r'[\w ."-]{0,60}[,;\t]'
_NAMES = (
    rf'(?i:(?:{_FIELD}){{0,20}}"?{_COLUMN}"?[ ]*[,;\t]|(?:{_FIELD}){{1,20}}"?{_COLUMN}"?[ ]*(?:[\r\n]|$)'
    rf'|"?{_COLUMN}"?[ ]*\r?\n"?[0-9.]{{16}})'
)
# `start,end` above a line of as many fields, one of them with cells; --format csv:puzzle=start says which.
_OTHER_NAMES = r"[A-Za-z_][^\n,;\t]{0,60}[,;\t][^\n]{0,2000}\n(?=[^\n]{0,2000}[,;\t])[^\n]{0,2000}[0-9.]{16}"
_FOREIGN_OBJECT = r'\{(?![^\n]{0,4000}"(?:layout|puzzle)"\s*:)(?s:.{0,4000}?)'
_F_PUZZLES = r"(?:https?://)?(?:www\.)?f-puzzles\.com/|fpuz|N4I[A-Za-z0-9+/]{30}"
# Not read, but recognised: an error says so.
_SUDOKUPAD = r"https?://[\w.]{0,60}(?:sudokupad|crackingthecryptic|tinyurl)\.|sudokupad://|scl[A-Za-z0-9+/]"

_GIVENS_AND_LETTERS = "|".join(
    [rf"[0-9._*]{{{size * size}}}\s+[A-Za-z]{{{size * size}}}\s" for size in (6, 7, 8, 9)]
    + [rf"(?:[0-9._*]{{{size}}}\s+){{{size}}}(?:[A-Za-z]{{{size}}}\s+){{{size}}}" for size in range(4, 10)]
)

FORMATS: dict[str, FileFormat] = {
    "line": FileFormat("one puzzle a line, a digit a cell", (".txt", ".sdm"), writer="text_forms:LINE"),
    "picture": FileFormat("framed text; a blank line ends it", writer="text_forms:PICTURE"),
    "ss": FileFormat("Simple Sudoku", (".ss",), writer="text_forms:SIMPLE_SUDOKU"),
    "candidates": FileFormat("a framed grid with the candidates of each cell", writer="text_forms:CANDIDATES"),
    "numbers": FileFormat("one puzzle a line, numbers with blanks between them, 0 open", writer="text_forms:NUMBERS"),
    "pencil-marks": FileFormat("729 characters: the nine candidates of each cell", writer="text_forms:PENCIL_MARKS"),
    "json": FileFormat(
        "our own: any layout and any puzzle, an object a line",
        (".jsonl", ".ndjson"),
        writer="text_forms:JSON",
        own_layout=True,
    ),
    "scaled": FileFormat(
        "CPMpy's scaled Sudokus: # size=16 box=4x4, then rows",
        (".sdk.txt",),
        r"#\s*size=\d+\s+box=\d+x\d+",
        "scaled:read",
        own_layout=True,
    ),
    "parquet": FileFormat(
        "the same columns in Parquet (extra parquet)", (".parquet",), r"PAR1", "parquet_columns:read"
    ),
    "exchange": FileFormat(
        "records of the Sudoku Exchange puzzle bank: hash, puzzle, rating",
        (),
        _COMMENTS + r"[0-9a-f]{12} +[0-9.]{81} +[0-9]",
        "exchange:read",
        "exchange:WRITER",
    ),
    "csv": FileFormat(
        "columns, as models are trained with: puzzle,solution; quizzes,solutions; source,question,answer,rating",
        (".csv", ".tsv"),
        _COMMENTS + rf"(?:{_NAMES}|{_OTHER_NAMES}|[0-9.]{{16,625}},[0-9]{{16,625}}\s)",
        "csv_columns:read",
        "csv_columns:WRITER",
    ),
    "links": FileFormat(
        "f-puzzles: links that hold their puzzle, and their JSON",
        (),
        rf'{_F_PUZZLES}|{_SUDOKUPAD}|\{{\s*(?:\n|$)|{_FOREIGN_OBJECT}"(?:grid|cells|cellSize)"\s*:',
        "links:read",
        own_layout=True,
    ),
    "jigsaw": FileFormat(
        "givens, then the letter of each cell's region: in a line, two lines or rows",
        (),
        _COMMENTS + rf"(?:[0-9._*]{{81}}[0-9A-Za-z]{{81}}(?:\s|$)|{_GIVENS_AND_LETTERS})",
        "jigsaw_regions:read",
        "jigsaw_regions:WRITER",
        own_layout=True,
    ),
}
"""Name to row. The first row whose mark fits is taken; a file that fits no mark is read as text."""

_HEAD = 4096


def recognised(head: bytes) -> str | None:
    """Returns the name of the format in which a file begins so; None is text: lines, pictures, JSON lines."""
    text = head[:_HEAD].removeprefix(b"\xef\xbb\xbf").lstrip().decode("latin-1")
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    for name, row in FORMATS.items():
        if row.mark is not None and re.match(row.mark, text):
            return name
    return None


def format_named(name: str) -> FileFormat:
    """Returns the row of a name, options behind a colon left out; raises `OptionError` for an unknown name."""
    key = name.partition(":")[0].strip().lower() if isinstance(name, str) else ""
    found = FORMATS.get(key)
    if found is None:
        raise OptionError(f"{shown(name)} is no format;{did_you_mean(key, FORMATS)} known: {', '.join(FORMATS)}")
    return found


def reader_of(name: str) -> Reader | None:
    """Returns the reader of a format; None where it is that of text."""
    found = format_named(name).reader
    return None if found is None else cast(Reader, _loaded(found))


def writer_of(name: str) -> Writer:
    """Returns the writer of a format; raises `OptionError` for one that is only read."""
    found = format_named(name).writer
    if found is None:
        known = ", ".join(name for name, row in FORMATS.items() if row.writer)
        raise OptionError(f"the format {name.partition(':')[0]} is only read; written are {known}")
    return cast(Writer, _loaded(found))


def _loaded(place: str) -> object:
    module, _, name = place.partition(":")
    return getattr(import_module(f".{module}", __package__), name)
