"""Faults in reading and writing puzzles as text."""

from __future__ import annotations

from .fault import line, value

_LISTS = "reference.text.candidate_lists:read"
_NUMBERS = "reference.text.numbers:_candidates"
_FILES = "reference.text.files:_Reader"

FAULTS = (
    line("digits stand for the value above", "reference.text.characters:character_masks", "1 << index", "2 << index"),
    value("0 stands for no open cell", "reference.text.characters:OPEN", ".*_"),
    line(
        "an unknown character is an open cell",
        "reference.text.characters:character_masks",
        "masks = dict.fromkeys(OPEN, layout.all_values)",
        "masks = dict.fromkeys(OPEN, 1)",
    ),
    line("of several candidates the last counts", _NUMBERS, "mask |= 1 << (number - 1)", "mask = 1 << (number - 1)"),
    line("numbers are one too high", _NUMBERS, "1 << (number - 1)", "1 << number"),
    line("numbers of two digits are refused", _NUMBERS, "len(part) < 10", "len(part) < 2"),
    line("a group of digits is one number", _NUMBERS, "parts = list(token)", "pass"),
    line(
        "candidate lists are read value by value",
        _LISTS,
        "divmod(index, size)",
        "divmod(index, layout.cell_count)[::-1]",
    ),
    line("of a candidate list the last digit counts", _LISTS, "masks[cell] |= 1 << place", "masks[cell] = 1 << place"),
    line(
        "candidate lists are one value off",
        _LISTS,
        "masks[cell] |= 1 << place",
        "masks[cell] |= 1 << (place + 1) % size",
    ),
    line(
        "what stands behind # is read",
        "reference.text.puzzle_text:without_comment",
        'line.partition("#")[0]',
        'line.replace("#", "")',
    ),
    line(
        "lines of frame are read as cells",
        "reference.text.puzzle_text:PuzzleText.of",
        "if line and not is_frame(line)",
        "if line",
    ),
    line(
        "a picture is written transposed",
        "reference.text.write:write_picture",
        "layout.cell_at(row, column)",
        "layout.cell_at(column, row)",
    ),
    line(
        "ten values are written without blanks",
        "reference.text.write:write_grid",
        "layout.size <= 9",
        "layout.size <= 10",
    ),
    line("candidates are written without strokes", "reference.text.write:_cell_texts", '"/".join(', '"".join('),
    line(
        "nine values are written with blanks",
        "reference.text.write:write_line",
        "puzzle.layout.size <= 9",
        "puzzle.layout.size < 4",
        shows_in_answers=False,
    ),
    line(
        "frames stand one row too low",
        "reference.text.write:write_picture",
        "row % height == 0",
        "row % height == 1",
        shows_in_answers=False,
    ),
    line(
        "a picture is read once more",
        _FILES + "._end_of_picture",
        "picture, self._picture = self._picture, None",
        "picture = self._picture",
    ),
    line(
        "the picture before a line is lost",
        _FILES + "._raw_line",
        "            yield from self._end_of_picture()\n            yield entry\n            return\n",
        "            self._picture = None\n            yield entry\n            return\n",
    ),
    line(
        "the layout in a line of JSON is passed over",
        "reference.text.json_lines:parse_json_line",
        "layout = read_layout(",
        "read_layout(",
    ),
    line(
        "values are taken for those above",
        "reference.puzzle:Puzzle.from_values",
        "1 << (value - 1)",
        "1 << value % layout.size",
    ),
    line(
        "a cell with two candidates is a given",
        "reference.puzzle:Puzzle.values",
        "0 if mask & (mask - 1) else",
        "0 if mask & (mask - 1) > 2 else",
    ),
    line("labels are found in capitals only", "reference.layout:Layout.cell", "label.strip().upper()", "label.strip()"),
    line("the 27th row is called BA", "reference.layout:_row_letters", "divmod(row - 1, 26)", "divmod(row, 26)"),
)
