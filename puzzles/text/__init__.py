"""Puzzles and grids from what a caller has, and as text.

Start with `any_puzzle.py` (any form), `parse.py` (text) and `text_reader.py` (text with many puzzles); `../formats`
recognises and reads files. The command, the bundled puzzles and every stored race are read by these modules.
"""
