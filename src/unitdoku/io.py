"""Puzzles as text, files and pictures, and as formulas and files for other solvers.

reading        parse_puzzle (one text), read_puzzles (a file), read_blocks (a large file of lines)
what they give PuzzleEntry, PlainBlock
writing        write_line, write_grid, write_picture, write_puzzles
pictures       draw (a file, SVG), draw_text
other solvers  encode (a puzzle as a file), decode (their answer), cnf (a formula in memory), Formula
"""

from unitdoku.encoders.cnf.encodings import cnf
from unitdoku.encoders.cnf.formula import Formula
from unitdoku.encoders.drawing.files import draw
from unitdoku.encoders.drawing.text import draw_text
from unitdoku.encoders.formats.formats import decode, encode
from unitdoku.reference.text.entries import PuzzleEntry
from unitdoku.reference.text.files import read_blocks, read_puzzles
from unitdoku.reference.text.formats.writing import write_puzzles
from unitdoku.reference.text.parse import parse_puzzle
from unitdoku.reference.text.plain_lines import PlainBlock
from unitdoku.reference.text.write import write_grid, write_line, write_picture

__all__ = [
    "Formula",
    "PlainBlock",
    "PuzzleEntry",
    "cnf",
    "decode",
    "draw",
    "draw_text",
    "encode",
    "parse_puzzle",
    "read_blocks",
    "read_puzzles",
    "write_grid",
    "write_line",
    "write_picture",
    "write_puzzles",
]
