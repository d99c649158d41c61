"""Links to puzzles of f-puzzles, and their JSON: one a line, or one document over several lines."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import partial
from itertools import islice
from typing import Any
from urllib.parse import unquote

from ...reference.contract.errors import PuzzleError, shown
from ...reference.layouts.from_units import read_json
from ..text.entries import PuzzleEntry, entry_at
from ..text.json_lines import read_json_line
from .f_puzzles import entry_of_f_puzzle
from .source import PuzzleSource

_LONGEST_DOCUMENT = 2**22
"""The most characters of a document: one with every rule of a large grid has a hundredth of that."""

_OF_SUDOKUPAD = re.compile(r"(?:https?://[^/\s]*)?(?:sudokupad|crackingthecryptic)|scl|ctc")
_REFUSED = "puzzles of SudokuPad are not read, as their rules are drawings; links and JSON of f-puzzles are read"
_SERVERS = "a link with the number of a puzzle on a server: open it there, and save or copy the puzzle itself"


def read(source: PuzzleSource) -> Iterator[PuzzleEntry]:
    """Yields the puzzle of each link and of each JSON object; what an object says over several lines is one puzzle."""
    lines = source.lines(_LONGEST_DOCUMENT)
    for number, line in lines:
        if isinstance(line, str) and line.startswith("{"):
            yield entry_at(number, partial(_entry, _whole_object(line, lines), source))
        elif line and not (isinstance(line, str) and line.startswith("#")):
            yield entry_at(number, partial(_entry, line, source))


def _whole_object(line: str, lines: Iterator[tuple[int, str | PuzzleError]]) -> str | PuzzleError:
    """Returns the text of an object that begins with this line: up to the line with its last bracket."""
    found = [line]
    depth = _depth(line)
    length = len(line)
    while depth > 0:
        _, following = next(lines, (0, None))
        if following is None:
            break  # the error is that of the JSON
        if isinstance(following, PuzzleError):
            return following
        found.append(following)
        length += len(following)
        if length > _LONGEST_DOCUMENT:
            return PuzzleError(f"the puzzle has {length} characters or more, and at most {_LONGEST_DOCUMENT} are read")
        depth += _depth(following)
    return "\n".join(found)


def _depth(line: str) -> int:
    """Returns how many brackets more than it closes a line opens; those in strings do not count."""
    plain = re.sub(r'"(?:[^"\\]|\\.?)*+"?', "", line)
    return plain.count("{") - plain.count("}")


def _entry(text: str | PuzzleError, source: PuzzleSource) -> PuzzleEntry:
    if isinstance(text, PuzzleError):
        raise text
    return _of_document(text if text.startswith("{") else _document_in(text), source)


def _document_in(link: str) -> str:
    """Returns the JSON that a link holds, or packed JSON without a link: that begins with N4I, for `{"`."""
    addresses = (word.partition("f-puzzles.com/")[2] for word in link.split())
    packed = next((found[1] for each in addresses if (found := re.search("[?&]load=([^&#]+)", each))), "")
    if not packed:
        key = re.sub(r"^sudokupad://puzzle/", "", link)
        key = re.sub(r"^https?://[^/\s]+/(?:sudoku/)?(?:\?(?:[^\s]*&)?puzzleid=)?", "", key)
        known = re.match(r"(?:fpuz(?:zles)?|(?=N4I))([A-Za-z0-9+/=%_ -]{20,})", key)
        if not known:
            if _OF_SUDOKUPAD.match(link) and not key.startswith("fpuz"):
                raise PuzzleError(_REFUSED)
            raise PuzzleError(f"{shown(link, 60)} holds no puzzle: it may be {_SERVERS}")
        packed = known[1]
    text = unpacked_text(unquote(packed).replace(" ", "+"))
    if not text.lstrip().startswith("{"):
        raise PuzzleError(f"the link holds {shown(text[:40])}, which is no JSON object")
    return text


def _of_document(text: str, source: PuzzleSource) -> PuzzleEntry:
    try:
        content: Any = read_json(text)
    except ValueError as error:
        raise PuzzleError(f"no JSON object: {error}") from error
    if "grid" in content:
        return entry_of_f_puzzle(content)
    if "puzzle" in content:
        return read_json_line(text, *source.options[:3])
    if "cells" in content or "cellSize" in content:
        raise PuzzleError(_REFUSED)
    keys = ", ".join(map(shown, list(content)[:8])) or "no key"
    raise PuzzleError(f"the object has {keys}: grid (f-puzzles) or puzzle is expected")


# Text in the Base64 form of LZ-String, as links to puzzles have it.
#
# A stream of codes fills a dictionary as in LZ78 (Ziv and Lempel, "Compression of individual sequences via
# variable-rate coding", 1978): each code adds the last text with the first character of the next one. Code 0 and 1
# bring a new character of 8 or 16 bits, code 2 ends the stream. A code has as many bits as the number of entries so
# far. A short text can grow without bounds, and the package `lzstring` has no limit: this reader has one.

ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
_BITS = {ord(character): f"{value:06b}" for value, character in enumerate(ALPHABET)}

LONGEST = 2**22
"""The most characters of an unpacked text."""

_LONGEST_PACKED = 2**20


def unpacked_text(packed: str) -> str:
    """Returns the text; raises `PuzzleError` for what is none, and for one that becomes too long."""
    packed = packed.strip().rstrip("=$")
    if len(packed) > _LONGEST_PACKED:
        raise PuzzleError(f"the packed text has {len(packed)} characters, and at most {_LONGEST_PACKED} are read")
    for place, character in enumerate(packed):
        if ord(character) not in _BITS:
            raise PuzzleError(f"{shown(character)} at column {place + 1} of the packed text is no Base64")
    bits = iter(packed.translate(_BITS))

    def code(width: int) -> int:
        taken = "".join(islice(bits, width))
        if len(taken) < width:
            raise PuzzleError("the packed text ends too early: the link may be cut")
        return int(taken[::-1], 2)

    entries: list[str] = ["", "", ""]
    found: list[str] = []
    last = ""
    length = 0
    while (number := code(len(entries).bit_length())) != 2:
        if number < 2:
            entries.append(chr(code(16 if number else 8)))
            number = len(entries) - 1
        if number < len(entries):
            text = entries[number]
        elif number == len(entries) and last:
            text = last + last[0]
        else:
            raise PuzzleError("the packed text is damaged: a code stands for no text")
        length += len(text)
        if length > LONGEST:
            raise PuzzleError(f"the text unpacks to more than {LONGEST} characters, which no puzzle needs")
        found.append(text)
        if last:
            entries.append(last + text[0])
        last = text
    return "".join(found).encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
