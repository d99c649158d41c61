"""Layouts by name, as the command line and files of puzzles write them: `classic:16+diagonal`.

A new layout is a builder in a file of this room and a row in one of the two tables here.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import replace
from functools import lru_cache
from typing import NamedTuple

from ..contract.errors import LayoutError, did_you_mean, shown
from ..model.layout import Layout
from .cages import magic_square
from .classic import CLASSIC, classic, latin
from .extra_units import anti_king, anti_knight, diagonal, disjoint_groups, windoku
from .from_units import units_file
from .neighbours import non_consecutive
from .regions import jigsaw, overlapping, samurai


class Base(NamedTuple):
    """A layout that stands on its own: its builder, which takes the text after the colon, and examples."""

    build: Callable[[str], Layout]
    examples: str


def _blocks(argument: str) -> Layout:
    shape = re.fullmatch(r"([0-9]{1,9})x([0-9]{1,9})", argument)
    if shape:
        return classic(block=(int(shape[1]), int(shape[2])))
    return classic(_number(argument)) if argument else classic()


def _number(argument: str) -> int:
    if not re.fullmatch(r"[0-9]{1,9}", argument):
        raise LayoutError(f"{argument!r} is not a number of values")
    return int(argument)


def _samurai(argument: str) -> Layout:
    if argument:
        raise LayoutError(f"samurai takes no argument, but {argument!r} is given")
    return samurai()


def _overlapping(argument: str) -> Layout:
    corners, _, grid = argument.partition(":")
    pairs = []
    for corner in re.split("[/;]", corners):
        pair = re.fullmatch(r"\s*([0-9]{1,9})\s*,\s*([0-9]{1,9})\s*", corner)
        if not pair:
            example = "overlapping:0,0/6,6 names the row and the column of each grid's corner, counted from 0"
            raise LayoutError(f"{shown(corner)} is no corner; {example}")
        pairs.append((int(pair[1]), int(pair[2])))
    if _key(grid).startswith("overlapping"):
        raise LayoutError("overlapping grids cannot overlap each other in turn: name all corners")
    return overlapping(pairs, _first(grid) if grid else CLASSIC)


BASES: dict[str, Base] = {
    "classic": Base(_blocks, "classic, classic:16, classic:2x3"),
    "latin": Base(lambda argument: latin(_number(argument) if argument else 9), "latin:5"),
    "jigsaw": Base(jigsaw, "jigsaw:LETTERS, one letter a cell"),
    "magic-square": Base(lambda argument: magic_square(_number(argument or "3")), "magic-square:3"),
    "samurai": Base(_samurai, "samurai"),
    "overlapping": Base(_overlapping, "overlapping:0,0/6,6, overlapping:0,0/2,2:classic:4: a grid at each corner"),
}
"""Name to layout."""

EXTRAS: dict[str, Callable[[Layout], Layout]] = {
    "diagonal": diagonal,
    "windoku": windoku,
    "disjoint-groups": disjoint_groups,
    "anti-knight": anti_knight,
    "anti-king": anti_king,
    "non-consecutive": non_consecutive,
}
"""Name to the function that adds rules to a layout. As the first name it extends classic: `diagonal`, `windoku:16`."""


_LONG_NAME = 10_000
"""Layouts of longer names are built at each call."""


_OTHER_WORDS = {
    "classic": "sudoku standard normal",
    "latin": "latin-square",
    "jigsaw": "irregular squiggly nonomino",
    "diagonal": "x x-sudoku sudoku-x",
    "windoku": "hyper hypersudoku",
    "samurai": "gattai",
}
"""What other programs call a layout, if that is spelled otherwise; only errors use it."""


_IN_PYTHON = (
    *("arrow", "cage", "clones", "cryptarithm", "futoshiki", "kakuro", "killer", "kropki", "less-than"),
    *("little-killer", "palindrome", "thermometer", "whisper", "xv"),
)
"""Functions that build layouts whose rules are in no name."""


def layout_named(name: str, allow_files: bool = True) -> Layout:
    """Returns the layout of this name; the same object again for the names used last.

    A name is one of `BASES` or `EXTRAS`, or `@FILE.json`, followed by any number of `EXTRAS` and files joined by `+`.
    Raises `LayoutError` for an unknown name; the message lists the known ones. A name that comes from data, and not
    from the caller, is read without `allow_files`: then it may name no file.
    """
    if not isinstance(name, str):
        raise LayoutError(f"the name of a layout is text such as 'classic:16', not {shown(name)}")
    if "@" in name and not allow_files:
        how = "a layout that stands with a puzzle may name a file only with --allow-files (allow_files=True in Python)"
        raise LayoutError(f"layout {shown(name)}: {how}")
    # A file may have changed since it was read; a long name would stay in memory.
    return _build(name) if "@" in name or len(name) > _LONG_NAME else _cached_build(name)


def is_layout_name(name: str) -> bool:
    """Whether `layout_named` builds a layout for this name."""
    try:
        layout_named(name)
    except LayoutError:
        return False
    return True


def _build(name: str) -> Layout:
    first, *extras = _parts(name)
    try:
        layout = _first(first)
        known = {_key(first.partition(":")[0])}
        for extra in extras:
            if _key(extra) in known and _key(extra) in EXTRAS:
                raise LayoutError(f"{extra!r} is there twice")
            known.add(_key(extra))
            layout = _with_extra(layout, extra)
    except LayoutError as error:
        if "@" in name:
            raise  # the message names the file
        raise LayoutError(f"layout {shown(name)}: {error.message}", cell=error.cell) from error
    return replace(layout, name=name.strip())


_cached_build = lru_cache(maxsize=64)(_build)


def _parts(name: str) -> list[str]:
    """Splits a name at each `+`, except where the path of a file continues: no name in `EXTRAS` and no `@` follows."""
    parts: list[str] = []
    for part in name.strip().split("+"):
        if parts and parts[-1].startswith("@") and not part.startswith("@") and _key(part) not in EXTRAS:
            parts[-1] += f"+{part}"
        else:
            parts.append(part.strip())
    return parts


def _first(part: str) -> Layout:
    if part.startswith("@"):
        return units_file(part[1:])
    key, _, argument = part.partition(":")
    if _key(key) in BASES:
        return BASES[_key(key)].build(argument)
    if _key(key) in EXTRAS:
        return EXTRAS[_key(key)](_blocks(argument))
    known = [*BASES, *EXTRAS, "@FILE.json"]
    size = re.fullmatch(r"(?:sudoku|classic)?[ -]?(\d+)(?:x\1)?(?:[ -]?sudoku)?", _key(key))
    meant = f" did you mean classic:{size[1]}?" if size else _meant(_key(key), known)
    raise LayoutError(f"{shown(part)} is no known layout;{meant} known: {', '.join(known)}")


def _with_extra(layout: Layout, part: str) -> Layout:
    if part.startswith("@"):
        return units_file(part[1:], base=layout)
    if _key(part) in EXTRAS:
        return EXTRAS[_key(part)](layout)
    known = ["@FILE.json", *EXTRAS]
    meant = _meant(_key(part), EXTRAS)
    raise LayoutError(f"{shown(part)} is nothing to add to a layout;{meant} known: {', '.join(known)}")


def _meant(key: str, known: Iterable[str]) -> str:
    meant = {word: name for name, words in _OTHER_WORDS.items() for word in words.split()}
    return rules_in_python(key) or did_you_mean(key, known, other_words=meant)


def rules_in_python(word: str) -> str:
    """Returns a hint to the function that makes a layout with rules of this name, or of its plural; else nothing."""
    name = "killer" if word == "cages" else _key(word).removesuffix("-sudoku")
    function = name if name in _IN_PYTHON else name.removesuffix("s")
    made = f"layout=unitdoku.layouts.{function.replace('-', '_')}(...) makes a layout of them"
    return f" its rules differ from puzzle to puzzle: {made};" if function in _IN_PYTHON else ""


def _key(part: str) -> str:
    return part.strip().lower().replace("_", "-")
