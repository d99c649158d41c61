"""One puzzle from its text: as characters, as numbers, or as lists of candidates.

`_masks_in` chooses the form by the length of the text; a function for each form returns the candidate set of each cell,
or raises `PuzzleError`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import cached_property
from math import isqrt

from ...reference.contract.errors import PuzzleError, shown
from ...reference.layouts.classic import CLASSIC, classic_for, fitting_hint, is_classic_count
from ...reference.model.cells import OPEN
from ...reference.model.layout import Layout, check_layout
from ...reference.model.puzzle import Puzzle
from .lines import LONGEST_LINE

DIGITS = "123456789"

NO_CELL = 255
"""A byte that is no value of a layout whose values have ASCII symbols."""


def parse_puzzle(text: str, layout: Layout | None = None, symbols: str | None = None) -> Puzzle:
    """Returns the puzzle that a text shows: one line or a picture; frames (`|` `-` `+`) and `#` comments are ignored.

    Without a layout it is the classic one with as many cells as the text.
    Open cells are `.` `0` `*` `_` `?`, and `-` where the layout has as many cells as there are then. Cells are single
    characters, or numbers with blanks or commas between them (above nine values: always, unless `symbols` names one
    character for each value). `1/3/5` is a cell with three candidates; a framed picture without open cells may show
    them as ascending digits, and 729 characters list all those of a 9x9.
    Raises `PuzzleError` with line, cell and value as far as they apply.
    """
    if not isinstance(text, str):
        raise PuzzleError(f"parse_puzzle reads text, not a {type(text).__name__}: solve and others take other forms")
    if symbols is None:
        plain = _of_digits(text, layout)
        if plain is not None:
            return plain
    if len(text) > LONGEST_LINE:
        raise PuzzleError(f"{len(text)} characters: no puzzle takes more than {LONGEST_LINE}")
    if layout is not None:
        check_layout(layout)
        check_length(text, layout)
    split = PuzzleText.of(text)
    return puzzle_from(split, layout or layout_of_text(split, symbols), symbols)


def _of_digits(text: str, layout: Layout | None) -> Puzzle | None:
    """Returns the puzzle of a text with exactly one digit or open mark a cell, the usual form; None for other text."""
    if layout is None and len(text) == CLASSIC.cell_count:
        layout = CLASSIC
    if not isinstance(layout, Layout) or len(text) != layout.cell_count or not 1 < layout.size <= len(DIGITS):
        return None
    if layout.first_value != 1:
        return None
    try:
        return Puzzle.from_cell_bytes(text.encode("ascii", "backslashreplace").translate(_OF_DIGITS), layout)
    except IndexError:
        return None


def puzzle_from(text: PuzzleText, layout: Layout, symbols: str | None = None) -> Puzzle:
    """Returns the same as `parse_puzzle`, from text that is already split."""
    if symbols is not None:
        check_symbols(symbols, layout)
    for read_as in text.readings(symbols):
        masks = _masks_in(read_as, layout, symbols)
        if masks is not None:
            return Puzzle(layout, tuple(masks))
    raise _wrong_length(text, layout, symbols is None and (text.listed or layout.size > len(DIGITS)))


def _wrong_length(text: PuzzleText, layout: Layout, by_number: bool) -> PuzzleError:
    line = text.lines[0][1] if text.lines else None
    longest = len(str(layout.number(layout.size)))
    by_number = by_number and (text.listed or all(len(token) <= longest for token, _ in text.tokens))
    count = len(text.tokens) if by_number else text.character_count
    cells = "1 cell" if count == 1 else f"{count} cells"
    if text.dashes:
        dashed = text.with_open_dashes(rules_too=False)
        by_number = dashed.listed or (by_number and layout.size > len(DIGITS))
        count = len(dashed.tokens) if by_number else dashed.character_count
        # A name with hyphens is no attempt at a puzzle.
        cells += f" ({count} with - as an open cell)" if 2 * count > layout.cell_count else ""
    hint = fitting_hint(count, layout) if count != layout.cell_count else ""
    return PuzzleError(f"{cells}, but the layout {layout.name} has {layout.cell_count}{hint}", line=line)


_ALWAYS_READ = 2**20
"""Texts up to this length are read, however many cells there are: an error then says how many cells they hold."""


def check_length(text: str, layout: Layout) -> None:
    """Raises `PuzzleError` for a text that is far longer than any of this layout: to split it would fill the memory."""
    if len(text) <= _ALWAYS_READ:
        return
    rows, columns = (1 + max(position[axis] for position in layout.positions) for axis in (0, 1))
    most = min(LONGEST_LINE, max(_ALWAYS_READ, rows * columns * 4 * (layout.size + 1)))
    if len(text) > most:
        what = f"{len(text)} characters, but the layout {layout.name} has {layout.cell_count} cells"
        raise PuzzleError(f"{what}: no puzzle on it takes more than {most}")


def check_symbols(symbols: str, layout: Layout) -> None:
    """Raises `PuzzleError` unless there is one distinct, readable character for each value."""
    if len(symbols) != layout.size or len(set(symbols)) != len(symbols):
        raise PuzzleError(f"symbols {symbols!r}: expected {layout.size} different characters")
    if tokens_in(symbols) != [symbols] or "#" in symbols or not symbols.isprintable():
        wrong = "blanks, #, frame strokes and control characters cannot stand for values"
        raise PuzzleError(f"symbols {symbols!r}: {wrong}")


def symbols_for(layout: Layout, symbols: str | None) -> str | None:
    """Returns the symbols where there is one for each value; None for a layout of another size, as a file may state."""
    return symbols if symbols is not None and len(symbols) == layout.size else None


# The classic layout that fits the text of a puzzle whose layout is not given.

_MOST_BY_CHARACTER = 9
"""The largest size whose values have single digits."""


def layout_of_text(text: PuzzleText, symbols: str | None = None) -> Layout:
    """Returns the classic layout that has as many cells as the text; raises `PuzzleError` where there is none.

    Cells are counted as `parse_puzzle` reads them, also with `-` for open cells. Of two counts that fit, that with the
    dashes of rows is taken: `53--7----` has nine cells.
    """
    counts = [_cells_in(reading, symbols) for reading in text.readings(symbols)]
    as_rows = counts[1::-1]
    for count in [*as_rows, *counts[2:]]:
        if is_classic_count(count):
            return classic_for(count)
    if not text.characters:
        raise PuzzleError(
            "the text holds no puzzle: a line such as 53..7.... with a character for each of 81 cells is one"
        )
    if symbols is None and not any(character in OPEN or character.isdigit() for character, _ in text.characters):
        words = " ".join(token for token, _ in text.tokens)
        raise PuzzleError(f"{shown(words)} is no puzzle: a puzzle has digits, and {' '.join(OPEN)} for open cells")
    return classic_for(max(as_rows))


def _cells_in(text: PuzzleText, symbols: str | None) -> int:
    """Returns the number of cells: of pieces between blanks, commas and frames, of characters or of candidate lists."""
    pieces, characters = len(text.tokens), text.character_count
    if symbols is not None:
        return characters
    rows = all(len(token) == pieces for token, _ in text.tokens)  # as many pieces as characters in each: a square
    if text.listed or (pieces > 1 and is_classic_count(pieces) and not rows):
        return pieces
    side: int = round(characters ** (1 / 3))
    if side**3 == characters and side <= _MOST_BY_CHARACTER < isqrt(characters):
        return side * side
    return characters


# The forms of a text.


def _masks_in(text: PuzzleText, layout: Layout, symbols: str | None) -> list[int] | None:
    """Returns the candidate set of each cell, read in the form whose length the text has; None if it has another."""
    one_each = text.character_count == layout.cell_count
    if symbols is not None:
        return read_symbols(text, layout, symbols) if one_each else None
    if lists_fit(text, layout):
        return read_lists(text, layout)
    # A token for each cell, as in `4 . 0 12`, or a character, as in `4.....8.5.3...`, in one piece or in groups.
    if len(text.tokens) == layout.cell_count:
        return read_numbers(text, layout)
    return read_characters(text, layout) if one_each and not text.listed else None


def read_characters(text: PuzzleText, layout: Layout) -> list[int]:
    """Returns the candidate set of each cell; each digit stands for itself, 0 too where it is a value."""
    if layout.symbols is None:
        raise PuzzleError(
            f"single characters cannot show {layout.size} values: give numbers with blanks or commas between them, "
            "or name the symbols that stand for the values (--symbols on the command line, symbols= of solve "
            "and parse_puzzle)"
        )
    return read_symbols(text, layout, layout.symbols)


def read_symbols(text: PuzzleText, layout: Layout, symbols: str) -> list[int]:
    """Returns the candidate set of each cell; the symbol at index `v - 1` stands for value `v`."""
    table = dict.fromkeys(OPEN, layout.all_values) | dict(zip(symbols, layout.value_masks[1:], strict=True))
    masks = []
    for cell, (character, line) in enumerate(text.characters):
        if character not in table:
            values = _range(layout) if symbols == layout.symbols else symbols
            raise _unreadable(repr(character), values, layout, cell, line)
        masks.append(table[character])
    return masks


def bytes_of_cells(symbols: str) -> bytes:
    """Returns a table for `bytes.translate`: open marks become 0, symbols their values, all other bytes `NO_CELL`."""
    table = bytearray([NO_CELL]) * 256
    for value, characters in enumerate((OPEN, *symbols)):
        for character in characters:
            table[ord(character)] = value
    return bytes(table)


_OF_DIGITS = bytes_of_cells(DIGITS)


def read_numbers(text: PuzzleText, layout: Layout) -> list[int]:
    """Returns the candidate set of each cell; `1/3/5` is a cell with three candidates."""
    # A framed picture of candidates has a group of digits in every cell. Without a frame, or beside open cells, 12 is a
    # number that is too large.
    framed = any("|" in line for line, _ in text.lines)
    grouped = framed and layout.symbols is not None and not any(token in OPEN for token, _ in text.tokens)
    return [_candidates(token, layout, cell, line, grouped) for cell, (token, line) in enumerate(text.tokens)]


def _candidates(token: str, layout: Layout, cell: int, line: int | None, grouped: bool) -> int:
    if token in open_marks(layout):
        return layout.all_values
    # Strokes alone are an empty list.
    parts = [] if set(token) == {"/"} else token.split("/")
    if grouped and len(parts) == 1 and list(token) == sorted(set(token)):
        parts = list(token)
    mask = 0
    for part in parts:
        # int() alone would also accept digits of other scripts, underscores, and any length.
        digits = part.removeprefix("-") if layout.first_value < 0 else part
        is_number = digits.isascii() and digits.isdigit() and len(digits) < 10
        value = int(part) - layout.first_value + 1 if is_number else 0
        if not 1 <= value <= layout.size:
            shown = repr(token) if part == token else f"{part!r} in {token!r}"
            raise _unreadable(shown, _range(layout), layout, cell, line)
        mask |= 1 << (value - 1)
    if not mask:
        raise PuzzleError(f"{token!r} leaves no candidate", cell=layout.labels[cell], line=line)
    return mask


def open_marks(layout: Layout) -> str:
    """Returns the characters that stand for an open cell: all of `OPEN`, but 0 where that is a value."""
    return OPEN if layout.first_value > 0 else OPEN.replace("0", "")


def _range(layout: Layout) -> str:
    return f"{layout.first_value}..{layout.number(layout.size)}"


def _unreadable(shown: str, values: str, layout: Layout, cell: int, line: int | None) -> PuzzleError:
    message = f"{shown} is neither a value of {values} nor an open cell ({' '.join(open_marks(layout))})"
    return PuzzleError(message, cell=layout.labels[cell], line=line)


def lists_fit(text: PuzzleText, layout: Layout) -> bool:
    """Whether there is one character for each candidate: 729 for 9x9, nine a cell, the digit or an open mark.

    Only for up to nine values, and only without the stroke of `1/3/5`.
    """
    counted = layout.cell_count * layout.size if layout.symbols == DIGITS[: layout.size] else None
    return text.character_count == counted and not text.listed and not any("/" in token for token, _ in text.tokens)


def is_list(token: str, size: int) -> bool:
    """Whether a token can be the list of one cell: a place for each value, with its digit or an open mark."""
    return len(token) == size <= len(DIGITS) and all(
        character == digit or character in OPEN for character, digit in zip(token, DIGITS, strict=False)
    )


def read_lists(text: PuzzleText, layout: Layout) -> list[int]:
    """Returns the candidate set of each cell: the values whose digits stand at their places."""
    size = layout.size
    masks = [0] * layout.cell_count
    for index, (character, line) in enumerate(text.characters):
        cell, place = divmod(index, size)
        if character == DIGITS[place]:
            masks[cell] |= 1 << place
        elif character not in OPEN:
            message = f"{character!r} stands where {DIGITS[place]} or an open mark ({' '.join(OPEN)}) is expected"
            raise PuzzleError(message, cell=layout.labels[cell], line=line)
        if place == size - 1 and not masks[cell]:
            raise PuzzleError("no candidate is left", cell=layout.labels[cell], line=line)
    return masks


# A text split into lines, tokens and characters, without comments and frames.

# Between cells: blanks, list separators, and the strokes that pictures are framed with; not the sign of a number.
_BETWEEN = re.compile(r"(?:[\s,;|+]|(?<=[^\s,;/])-|-(?![0-9]))+")
# In a line of frame only; the corners of some programs' frames are characters that mean an open cell elsewhere.
_IN_RULES = frozenset(" \t|+-=*.:'")
_IN_STROKES = frozenset(" \t|+-")

_STROKES = dict.fromkeys(range(0x2500, 0x2580), "+")
_STROKES |= dict.fromkeys(map(ord, "─━┄┅┈┉═╌╍╴╶╸╺╼╾"), "-") | dict.fromkeys(map(ord, "│┃┆┇┊┋║╎╏╵╷╹╻╽╿"), "|")
"""The strokes of frames that are drawn with characters of their own, as ASCII has them."""

Piece = tuple[str, int | None]
"""A piece of text and its line, counted from 1; None where the text is a single line."""


def is_frame(line: str) -> bool:
    """Whether the line holds nothing but a stroke of a frame."""
    return is_rule(line) or (bool(line.strip()) and not _BETWEEN.sub("", line))


def is_rule(line: str) -> bool:
    """Whether the line is one between the rows of a picture, such as `-----+-----`."""
    return "--" in line and _IN_RULES.issuperset(line)


def is_stroke(line: str) -> bool:
    """Whether the line is a stroke of a frame that might be a row of open cells, written as `-`."""
    return "-" in line and _IN_STROKES.issuperset(line)


def with_open_dashes(line: str) -> str:
    """Returns the line with each `-` as an open cell."""
    return line.replace("-", OPEN[0])


def tokens_in(line: str) -> list[str]:
    """Returns the pieces between blanks, commas and frame strokes."""
    return [token for token in _BETWEEN.split(line) if token]


def without_comment(line: str) -> str:
    """Returns the line up to a `#`, without outer blanks, and with the strokes of frames in ASCII."""
    content = line.partition("#")[0].strip()
    return content if content.isascii() else content.translate(_STROKES)


class PuzzleText:
    """The lines of one puzzle, without comments, each with its number in the input; `lines` are those without frame."""

    def __init__(self, lines: Iterable[Piece]) -> None:
        self._all_lines = tuple(lines)
        self.lines = tuple(piece for piece in self._all_lines if not is_frame(piece[0]))

    @classmethod
    def of(cls, text: str) -> PuzzleText:
        """Returns the text of one puzzle; several lines are numbered from 1."""
        lines = [without_comment(line) for line in text.splitlines()]
        numbers: Iterable[int | None] = range(1, len(lines) + 1) if len(lines) > 1 else [None]
        pieces = zip(lines, numbers, strict=False)
        return cls((line, number) for line, number in pieces if line)

    @cached_property
    def dashes(self) -> int:
        """The number of `-` in all lines, those of frame too."""
        return sum(line.count("-") for line, _ in self._all_lines)

    def readings(self, symbols: str | None = None) -> Iterator[PuzzleText]:
        """Yields the text as it is, then with each `-` as an open cell: those of rows, and those of rules too.

        `5 3 - | - 7 -` needs the second reading; a row such as `---------` looks like a rule, and needs the third one.
        """
        yield self
        if self.dashes and "-" not in (symbols or ""):
            yield self.with_open_dashes(rules_too=False)
            yield self.with_open_dashes(rules_too=True)

    def with_open_dashes(self, rules_too: bool) -> PuzzleText:
        """Returns the text with each `-` as an open cell, that of rules (`-----`) only where they are wanted too."""
        lines = self._all_lines if rules_too else [piece for piece in self._all_lines if not is_rule(piece[0])]
        return PuzzleText((with_open_dashes(line), number) for line, number in lines)

    @cached_property
    def character_count(self) -> int:
        """The number of `characters`, without a list of them."""
        return sum(len(token) for token, _ in self.tokens)

    @cached_property
    def tokens(self) -> tuple[Piece, ...]:
        """Everything between separators, in reading order."""
        return tuple((token, number) for line, number in self.lines for token in tokens_in(line))

    @cached_property
    def characters(self) -> tuple[Piece, ...]:
        """Every character that is no separator, in reading order."""
        return tuple((character, number) for token, number in self.tokens for character in token)

    @cached_property
    def listed(self) -> bool:
        """Whether the cells are separated one by one, so that a longer token is one number and not several cells."""
        single = sum(len(token) == 1 for token, _ in self.tokens)
        return 2 * single > len(self.tokens) or any("," in line or ";" in line for line, _ in self.lines)
