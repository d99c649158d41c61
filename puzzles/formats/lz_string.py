"""Text in the Base64 form of LZ-String, as links to puzzles have it.

A stream of codes fills a dictionary as in LZ78 (Ziv and Lempel, "Compression of individual sequences via variable-rate
coding", 1978): each code adds the last text with the first character of the next one. Code 0 and 1 bring a new
character of 8 or 16 bits, code 2 ends the stream. A code has as many bits as the number of entries so far. A short text
can grow without bounds, and the package `lzstring` has no limit: this reader has one.
"""

from __future__ import annotations

from ...reference.contract.errors import PuzzleError, shown

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
    bits = packed.translate(_BITS)
    place = 0

    def code(width: int) -> int:
        nonlocal place
        taken = bits[place : place + width]
        place += width
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
