"""Reading and writing puzzles as text.

Start with `parse.py` (one puzzle, in several formats) and `files.py` (files of puzzles). The command, the bundled
puzzles and every stored race are read by these modules.
"""
