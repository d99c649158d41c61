"""Layouts: builders of every kind, and functions that add rules to a layout.

A function that adds rules takes a layout and returns a layout with more rules, so they can be combined.

    layouts        classic, latin, jigsaw, samurai, overlapping, magic_square, from_units
    more units     diagonal, windoku, disjoint_groups
    rules for all  anti_knight, anti_king, non_consecutive
    rules for some cage, killer, arrow, little_killer, thermometer, less_than, palindrome, whisper, clones, kropki, xv
    whole puzzles  kakuro, futoshiki, cryptarithm
    by name, file  layout_named, units_file
"""

from unitdoku.puzzles.text.rule_texts import cryptarithm, futoshiki, kakuro
from unitdoku.reference.layouts.cages import cage, killer, magic_square
from unitdoku.reference.layouts.classic import classic, latin
from unitdoku.reference.layouts.extra_units import anti_king, anti_knight, diagonal, disjoint_groups, windoku
from unitdoku.reference.layouts.from_units import from_units, units_file
from unitdoku.reference.layouts.lines import arrow, clones, less_than, little_killer, palindrome, thermometer, whisper
from unitdoku.reference.layouts.names import layout_named
from unitdoku.reference.layouts.neighbours import kropki, non_consecutive, xv
from unitdoku.reference.layouts.regions import jigsaw, overlapping, samurai

__all__ = [
    "anti_king",
    "anti_knight",
    "arrow",
    "cage",
    "classic",
    "clones",
    "cryptarithm",
    "diagonal",
    "disjoint_groups",
    "from_units",
    "futoshiki",
    "jigsaw",
    "kakuro",
    "killer",
    "kropki",
    "latin",
    "layout_named",
    "less_than",
    "little_killer",
    "magic_square",
    "non_consecutive",
    "overlapping",
    "palindrome",
    "samurai",
    "thermometer",
    "units_file",
    "whisper",
    "windoku",
    "xv",
]
