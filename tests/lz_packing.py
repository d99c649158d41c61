"""Text packed as LZ-String packs it: what links to puzzles hold."""

from unitdoku.puzzles.formats.links import ALPHABET


def packed_text(text: str) -> str:
    """Returns the packed form of a text, which `unpacked_text` reads."""
    units = text.encode("utf-16-le")
    characters = [chr(units[place] + 256 * units[place + 1]) for place in range(0, len(units), 2)]
    known_entries = 2  # of the reader: a code has as many bits as this number
    entries: dict[str, int] = {}
    new: set[str] = set()
    bits: list[str] = []

    def put(number: int, width: int) -> None:
        bits.append(f"{number:0{width}b}"[::-1])

    def put_text(known: str) -> None:
        nonlocal known_entries
        if known in new:
            new.discard(known)
            large = ord(known) > 255
            put(int(large), known_entries.bit_length())
            put(ord(known), 16 if large else 8)
            known_entries += 1
        else:
            put(entries[known], known_entries.bit_length())

    last = ""
    for character in characters:
        if character not in entries:
            entries[character] = len(entries) + 3
            new.add(character)
        if last + character in entries:
            last += character
            continue
        put_text(last)
        entries[last + character] = len(entries) + 3
        known_entries += 1
        last = character
    if last:
        put_text(last)
        known_entries += 1
    put(2, known_entries.bit_length())
    whole = "".join(bits)
    whole += "0" * (6 - len(whole) % 6)  # one to six: readers look one character ahead
    packed = "".join(ALPHABET[int(whole[place : place + 6], 2)] for place in range(0, len(whole), 6))
    return packed + "=" * (-len(packed) % 4)
