"""Reading and writing puzzles as text, one format a file.

Start with `parse.py` (one puzzle) and `files.py` (streams of them). The command and every file of puzzles depend on it.
"""
