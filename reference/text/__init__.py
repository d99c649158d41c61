"""Reading and writing puzzles as text.

Start with `parse.py` (one puzzle) and `files.py` (files of puzzles); `formats.py` holds the ways to write cells. The
command, the bundled puzzles and every stored race are read by these modules.
"""
