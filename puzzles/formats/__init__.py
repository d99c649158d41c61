"""Formats of files of puzzles: one file and one row of `table.py` each.

Start with `table.py`; `source.py` says what a reader gets and what a writer is. Every command reads all of
these formats, through `reading.py`: a change here may change how any file is read.
"""
