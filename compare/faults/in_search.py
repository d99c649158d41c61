"""Faults in the native solver, and in what layouts and results say of themselves."""

from __future__ import annotations

from .fault import TIME, line

_SEARCH = "reference.search.search:search"
_SINGLES = "reference.search.rules:place_singles"
_TWINS = "reference.search.rules:naked_twins"
_BOARD = "reference.search.board:BoardMap"

_RULES = (
    line("a contradiction is taken for a solution", _SINGLES, "return None", "return 0"),
    line(
        "a second, clashing single is placed too",
        _SINGLES,
        "deciding &= board",
        "deciding &= ~(1 << deciding.bit_length() - 1)",
    ),
    line("twins that share no unit", _TWINS, "if second in unit.cells:", "if first in unit.cells:"),
    line("twins lose their own candidates", _TWINS, "if cell not in (first, second):", "if cell != first:"),
    line("three candidates make twins", _TWINS, "if count != 2:", "if count > 3:"),
    line(
        "the rules are applied for ever",
        "reference.search.search:apply_rules",
        "if board == settled:",
        "if not board:",
        ends_in=TIME,
    ),
)

_BRANCHES = (
    line(
        "the last value is never guessed",
        "reference.search.search:_alternatives",
        "range(table.size)",
        "range(table.size - 1)",
    ),
    line(
        "the last branch is not searched",
        _SEARCH,
        "reversed(_alternatives(left, table))",
        "reversed(_alternatives(left, table)[:-1])",
    ),
    line("a guess forgets what was placed before", _SEARCH, "[*placed, candidate]", "[candidate]"),
    line("branches share what is placed", _SEARCH, "[*placed, candidate]", "placed.append(candidate) or placed"),
    line(
        "a search that reached its limit claims all",
        _SEARCH,
        "Found(solutions, not open_boards,",
        "Found(solutions, True,",
    ),
    line(
        "no time left is taken for a no",
        _SEARCH,
        "Found(solutions, not open_boards,",
        "Found(solutions, len(solutions) < limit,",
    ),
    line("never sure that these are all", _SEARCH, "Found(solutions, not open_boards,", "Found(solutions, False,"),
    line("one solution more than asked for", _SEARCH, "len(solutions) < limit", "len(solutions) <= limit"),
    line("values in the order in which they were placed", "reference.search.search:_grid", "sorted(placed)", "placed"),
    line("values one too low", "reference.search.search:_grid", "% table.size + 1", "% table.size"),
)

_BOARDS = (
    line(
        "the board passes over lists of candidates",
        _BOARD + ".board",
        "if mask != everything:",
        "if not mask & (mask - 1):",
    ),
    line("a value placed stays with its peers", _BOARD + "._after", "self.layout.peers[cell]", "()"),
    line("what is ruled out is kept, and the rest ruled out", _BOARD + "._only", "& ~key", "& key"),
)

_LAYOUTS = (
    line(
        "peers of the first unit only",
        "reference.layout:Layout.peers",
        "for unit in units for",
        "for unit in units[:1] for",
    ),
    line(
        "the highest value of a candidate set is lost",
        "reference.puzzle:values_in",
        "mask.bit_length() + 1)",
        "mask.bit_length())",
    ),
    line(
        "one solution found is called unique",
        "reference.result:Result.unique",
        "== 1 if self.exhausted else None",
        "== 1",
    ),
)

FAULTS = (*_RULES, *_BRANCHES, *_BOARDS, *_LAYOUTS)
