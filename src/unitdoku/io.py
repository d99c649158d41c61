"""Puzzles as text, files and pictures, and as formulas and files for other solvers.

reading        parse_puzzle (one text), read_puzzles (a file), read_blocks (a large file of lines)
what they give PuzzleEntry, PlainBlock
writing        write_line, write_grid, write_picture, write_puzzles
pictures       draw (a file, SVG), draw_text
other solvers  encode (a puzzle as a file), decode (their answer), cnf (a formula in memory), Formula
"""

from unitdoku.encoders.cnf.encodings import cnf
from unitdoku.encoders.cnf.formula import Formula
from unitdoku.encoders.formats.formats import decode, encode
from unitdoku.puzzles.formats.reading import read_blocks, read_puzzles, write_puzzles
from unitdoku.puzzles.pictures.draw import draw, draw_text
from unitdoku.puzzles.text.entries import PlainBlock, PuzzleEntry
from unitdoku.puzzles.text.parse import parse_puzzle
from unitdoku.puzzles.text.write import write_grid, write_line, write_picture

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
